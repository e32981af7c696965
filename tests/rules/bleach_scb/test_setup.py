"""What comes before the first turn, which cannot be written as a board and steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from cardwright.decisions.decision import NO, YES, Option
from cardwright.ids import zone_key
from cardwright.session.catalog import LoadedGame, load_game
from cardwright.session.game import Game
from cardwright.session.record import DeckList
from cardwright.state.card_state import CardState

SOULS, HAND = 6, 6
Policy = Callable[[list[Option]], Option]


@pytest.fixture(scope="module")
def loaded() -> LoadedGame:
    return load_game("bleach_scb")


def cards(game: Game, zone: str, seat: int) -> list[CardState]:
    """The cards in a zone, the top first."""
    uids = game.state.zones.get(zone_key(game.loaded.tables.zone[zone], seat), ())
    return [game.state.cards[uid] for uid in uids]


def numbers(game: Game, zone: str, seat: int) -> list[str]:
    book = game.loaded.rulebook.cards
    return [book[card.number].number for card in cards(game, zone, seat)]


def answer(game: Game, wanted: Callable[[Option], bool] = lambda _: True) -> None:
    """Give the first of the answers that are wanted."""
    assert game.decision is not None
    game.answer(next(option for option in game.decision.options if wanted(option)))


def says(verb: str) -> Callable[[Option], bool]:
    return lambda option: option.verb == verb


def names_seat(seat: int) -> Callable[[Option], bool]:
    return lambda option: option.number == seat


def starters_placed(loaded: LoadedGame, seed: int) -> Game:
    """A game in which both players have placed their first soul."""
    game = Game.new(loaded, seed=seed)
    answer(game)
    answer(game)
    return game


def begun(loaded: LoadedGame, seed: int, first: int = 0, redraws: tuple[str, str] = (NO, NO)) -> Game:
    """A game whose first turn has begun."""
    game = starters_placed(loaded, seed)
    answer(game, names_seat(first))
    for redraw in redraws:
        answer(game, says(redraw))
    return game


@pytest.mark.rules("SCB-SETUP-01")
def test_each_places_a_main_soul_of_dispatch_value_0_face_down(loaded: LoadedGame) -> None:
    main = Counter({"S-002": 1, "XS-102": 1, "XO-106": 3, "XS-104": 3})
    main += Counter(dict.fromkeys([f"XB-10{number}" for number in range(1, 9)], 3))
    game = Game.new(loaded, [DeckList("few", {"main": dict(main)})] * 2, seed=5)
    book = game.loaded.rulebook.cards
    for seat in (0, 1):
        decision = game.decision
        assert decision is not None
        assert (decision.seat, decision.about, game.state.turn) == (seat, "choose", 0)
        wanted = {
            card.uid
            for card in cards(game, "deck", seat)
            if book[card.number].type == "main_soul" and book[card.number].numbers["dispatch"] == 0
        }
        assert {option.card for option in decision.options} == wanted - _companions(game, seat)
        answer(game)
    for seat in (0, 1):
        (soul,) = cards(game, "main_souls", seat)
        assert soul.face == "down"
        for viewer in (0, 1, None):
            zones = {zone.name: zone for zone in game.view(viewer).seats[seat].zones}
            assert [card.known for card in zones["main_souls"].cards] == [viewer == seat]


def _companions(game: Game, seat: int) -> set[int]:
    book = game.loaded.rulebook.cards
    return {card.uid for card in cards(game, "deck", seat) if "companion" in book[card.number].words.get("kind", ())}


@pytest.mark.rules("SCB-SETUP-02", "SCB-DECK-08")
def test_the_rest_of_each_deck_is_shuffled(loaded: LoadedGame) -> None:
    games = [starters_placed(loaded, seed) for seed in (5, 5, 6)]
    for seat in (0, 1):
        orders = [numbers(game, "souls", seat) + numbers(game, "deck", seat) for game in games]
        assert orders[0] == orders[1] != orders[2]
        assert sorted(orders[0]) not in orders
        for game, order in zip(games, orders, strict=True):
            deck = Counter(game.record().decks[seat].parts["main"])
            assert Counter(order) + Counter(numbers(game, "main_souls", seat)) == deck


@pytest.mark.rules("SCB-DECK-08")
def test_the_first_soul_counts_towards_the_size_of_the_deck(loaded: LoadedGame) -> None:
    game = begun(loaded, 5)
    for seat, deck in enumerate(game.record().decks):
        places = ("main_souls", "souls", "hand", "deck")
        assert sum(len(cards(game, zone, seat)) for zone in places) == sum(deck.parts["main"].values())
        assert len(cards(game, "main_souls", seat)) == 1


@pytest.mark.rules("SCB-SETUP-03")
def test_six_souls_come_from_the_top_of_the_deck_unseen(loaded: LoadedGame) -> None:
    game = starters_placed(loaded, 5)
    for seat in (0, 1):
        souls = cards(game, "souls", seat)
        assert len(souls) == SOULS
        assert not cards(game, "hand", seat)
        for viewer in (0, 1, None):
            zones = {zone.name: zone for zone in game.view(viewer).seats[seat].zones}
            assert zones["souls"].count == SOULS
            assert not any(card.known for card in zones["souls"].cards)


@pytest.mark.rules("SCB-SETUP-04")
def test_a_winner_by_chance_chooses_freely_who_begins(loaded: LoadedGame) -> None:
    choosers = set()
    for seed in range(12):
        for first in (0, 1):
            game = starters_placed(loaded, seed)
            decision = game.decision
            assert decision is not None
            assert {option.number for option in decision.options} == {0, 1}
            choosers.add(decision.seat)
            answer(game, names_seat(first))
            answer(game, says(NO))
            answer(game, says(NO))
            others_turn = game.state.turn % 2 == 0  # who can do nothing in the first turn is not asked
            assert game.state.turn_player == (1 - first if others_turn else first)
    assert choosers == {0, 1}


@pytest.mark.rules("SCB-SETUP-05")
def test_each_draws_six_cards(loaded: LoadedGame) -> None:
    game = starters_placed(loaded, 5)
    left = [len(cards(game, "deck", seat)) for seat in (0, 1)]
    answer(game, names_seat(0))
    for seat in (0, 1):
        assert len(cards(game, "hand", seat)) == HAND
        assert len(cards(game, "deck", seat)) == left[seat] - HAND


@pytest.mark.rules("SCB-SETUP-06")
@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("redraws", [(YES, NO), (NO, YES), (YES, YES)])
def test_each_may_once_draw_a_new_hand_the_first_player_first(
    redraws: tuple[str, str], first: int, loaded: LoadedGame
) -> None:
    game = starters_placed(loaded, 5)
    answer(game, names_seat(first))
    for seat, redraw in zip((first, 1 - first), redraws, strict=True):
        decision = game.decision
        assert decision is not None
        assert (decision.seat, decision.about, game.state.turn) == (seat, "may", 0)
        souls, held = numbers(game, "souls", seat), cards(game, "hand", seat)
        together = Counter(numbers(game, "hand", seat) + numbers(game, "deck", seat))
        game.answer(next(option for option in decision.options if option.verb == redraw))
        if game.state.turn == 0:
            now = [card.uid for card in cards(game, "hand", seat)]
            assert ([card.uid for card in held] == now) == (redraw == NO)
            assert len(now) == HAND
            assert Counter(numbers(game, "hand", seat) + numbers(game, "deck", seat)) == together
        assert numbers(game, "souls", seat) == souls
    assert game.decision is not None
    assert game.decision.about == "act"


@pytest.mark.rules("SCB-SETUP-07")
def test_both_first_souls_are_turned_up_and_the_game_begins(loaded: LoadedGame) -> None:
    game = starters_placed(loaded, 5)
    answer(game, names_seat(0))
    answer(game, says(NO))
    assert [cards(game, "main_souls", seat)[0].face for seat in (0, 1)] == ["down", "down"]
    answer(game, says(NO))
    assert game.state.turn > 0
    for seat in (0, 1):
        (soul,) = cards(game, "main_souls", seat)
        assert (soul.face, soul.exhausted) == ("up", False)


@pytest.mark.rules("SCB-SETUP-08", "SCB-ZONE-09")
def test_the_zanpakuto_starts_outside_the_field(loaded: LoadedGame) -> None:
    game = begun(loaded, 5)
    for seat, deck in enumerate(game.record().decks):
        assert numbers(game, "outside", seat) == list(deck.parts["zanpakuto"])
        assert not any(card.guests for card in cards(game, "main_souls", seat))

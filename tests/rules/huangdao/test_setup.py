"""What happens before the first turn; no scenario begins there."""

from __future__ import annotations

from collections import Counter

import pytest

from cardwright.decisions.decision import NO, YES, Option
from cardwright.ids import zone_key
from cardwright.session.game import Game
from cardwright.session.record import DeckList

A, B = 0, 1


def cards(game: Game, seat: int, zone: str) -> list[int]:
    """The cards of a zone by their records, the top first."""
    return list(game.state.zones.get(zone_key(game.loaded.tables.zone[zone], seat), ()))


def numbers(game: Game, seat: int, zone: str) -> list[str]:
    book = game.loaded.rulebook.cards
    return [book[game.state.cards[uid].number].number for uid in cards(game, seat, zone)]


def test_the_whole_deck_is_laid_out() -> None:
    game = Game.new("huangdao", seed=1)
    for seat, deck in enumerate(game.record().decks):
        laid = numbers(game, seat, "deck") + numbers(game, seat, "hand")
        assert Counter(laid) == Counter(deck.parts["main"])


@pytest.mark.rules("HD-SETUP-02")
def test_the_decks_are_shuffled() -> None:
    orders = [numbers(game, B, "hand") + numbers(game, B, "deck") for game in map(_game, range(4))]
    assert len(set(map(tuple, orders))) == 4
    assert sorted(orders[0]) not in orders
    assert {tuple(sorted(order)) for order in orders} == {tuple(sorted(orders[0]))}


@pytest.mark.rules("HD-SETUP-03")
@pytest.mark.parametrize("side", [True, False])
def test_seal_and_main_deck_are_in_their_places_and_the_side_deck_is_in_none(side: bool) -> None:
    decks = Game.new("huangdao").record().decks
    if not side:
        decks = tuple(DeckList("main alone", {**deck.parts, "side": {}}) for deck in decks)
    game = Game.new("huangdao", decks)
    for viewer in (A, B, None):
        for seat in game.view(viewer).seats:
            counts = {zone.name: zone.count for zone in seat.zones if zone.count}
            assert counts == {"seal": 1, "deck": 43, "hand": 7}


@pytest.mark.rules("HD-SETUP-04")
def test_each_seat_draws_seven_cards() -> None:
    game = _game(0)
    assert [len(cards(game, seat, "hand")) for seat in (A, B)] == [7, 7]


@pytest.mark.rules("HD-SETUP-05")
@pytest.mark.parametrize("answer", [YES, NO])
def test_each_seat_is_asked_once_whether_it_changes_its_hand(answer: str) -> None:
    game, asked = _game(0), []
    while game.state.turn == 0:
        assert game.decision is not None
        asked.append((game.decision.seat, game.decision.about))
        game.answer(Option(answer))
    assert asked == [(A, "may"), (B, "may")]


@pytest.mark.rules("HD-SETUP-05", "HD-SETUP-06")
def test_a_changed_hand_is_shuffled_back_whole_and_seven_are_drawn() -> None:
    for game in map(_game, range(4)):
        hand, deck, theirs = (cards(game, *place) for place in ((A, "hand"), (A, "deck"), (B, "hand")))
        game.answer(Option(YES))
        again, left = cards(game, A, "hand"), cards(game, A, "deck")
        assert len(again) == 7
        assert again != hand
        assert sorted(again + left) == sorted(hand + deck)
        assert set(left) & set(hand)
        assert left != [uid for uid in deck if uid in left] + [uid for uid in hand if uid in left]
        assert cards(game, B, "hand") == theirs


@pytest.mark.rules("HD-SETUP-05")
def test_a_hand_that_is_kept_stays_as_it_is() -> None:
    game = _game(0)
    hand, deck = cards(game, A, "hand"), cards(game, A, "deck")
    game.answer(Option(NO))
    assert (cards(game, A, "hand"), cards(game, A, "deck")) == (hand, deck)


def _game(seed: int) -> Game:
    return Game.new("huangdao", seed=seed)

"""What comes before the first turn, which cannot be written as a board and steps."""

from __future__ import annotations

from collections import Counter

import pytest

from cardwright.decisions.decision import NO, YES
from cardwright.ids import zone_key
from cardwright.session.catalog import LoadedGame, load_game
from cardwright.session.game import Game

LIFE, RESERVE, HAND = 5, 4, 4


@pytest.fixture(scope="module")
def loaded() -> LoadedGame:
    return load_game("battle_spirits")


def pieces(game: Game, zone: str, seat: int) -> dict[str, int]:
    """The cores in a zone by kind."""
    tables = game.loaded.tables
    held = game.state.pools.get(zone_key(tables.zone[zone], seat), ())
    return {kind.name: count for kind, count in zip(tables.pieces, held, strict=False) if count}


def cards(game: Game, zone: str, seat: int) -> list[str]:
    """The numbers of the cards in a zone, the top first."""
    book = game.loaded.rulebook.cards
    uids = game.state.zones.get(zone_key(game.loaded.tables.zone[zone], seat), ())
    return [book[game.state.cards[uid].number].number for uid in uids]


def answer(game: Game, verb: str) -> None:
    """Answer yes or no."""
    assert game.decision is not None
    game.answer(next(option for option in game.decision.options if option.verb == verb))


@pytest.mark.rules("BS-SETUP-03", "BS-SETUP-04")
@pytest.mark.parametrize("wanted", [YES, NO])
def test_five_cores_in_the_life_and_four_in_the_reserve(wanted: str, loaded: LoadedGame) -> None:
    game = Game.new(loaded, seed=5)
    answer(game, wanted)
    answer(game, wanted)
    for seat in (0, 1):
        assert pieces(game, "life", seat) == {"core": LIFE}
        assert sum(pieces(game, "reserve", seat).values()) == RESERVE
        assert not pieces(game, "core_trash", seat)


@pytest.mark.rules("BS-SETUP-05", "BS-SOULCORE-01", "BS-DECK-06")
@pytest.mark.parametrize("first", [YES, NO])
@pytest.mark.parametrize("second", [YES, NO])
def test_each_may_take_one_soul_core_as_one_of_the_four(first: str, second: str, loaded: LoadedGame) -> None:
    game = Game.new(loaded, seed=5)
    for seat, wanted in enumerate((first, second)):
        assert game.decision is not None
        assert (game.decision.seat, game.decision.about, game.state.turn) == (seat, "may", 0)
        answer(game, wanted)
    for seat, wanted in enumerate((first, second)):
        expected = {"core": RESERVE - 1, "soul_core": 1} if wanted == YES else {"core": RESERVE}
        assert pieces(game, "reserve", seat) == expected


@pytest.mark.rules("BS-SETUP-06")
def test_each_draws_four_cards(loaded: LoadedGame) -> None:
    game = Game.new(loaded, seed=5)
    answer(game, NO)
    answer(game, NO)
    assert game.state.turn == 0
    for seat, deck in enumerate(game.record().decks):
        assert len(cards(game, "hand", seat)) == HAND
        assert len(cards(game, "deck", seat)) == sum(deck.parts["main"].values()) - HAND


@pytest.mark.rules("BS-SETUP-07")
def test_a_winner_by_chance_chooses_freely_who_begins(loaded: LoadedGame) -> None:
    choosers = set()
    for seed in range(12):
        for first in (0, 1):
            game = Game.new(loaded, seed=seed)
            answer(game, NO)
            answer(game, NO)
            decision = game.decision
            assert decision is not None
            assert (decision.about, game.state.turn) == ("choose", 0)
            assert {option.number for option in decision.options} == {0, 1}
            choosers.add(decision.seat)
            game.answer(next(option for option in decision.options if option.number == first))
            others_turn = game.state.turn % 2 == 0  # who can do nothing in the first turn is not asked
            assert game.state.turn_player == (1 - first if others_turn else first)
    assert choosers == {0, 1}


@pytest.mark.rules("BS-SETUP-02")
def test_each_deck_lies_shuffled_in_its_owners_zone(loaded: LoadedGame) -> None:
    games = [Game.new(loaded, seed=seed) for seed in (5, 5, 6)]
    for game in games:
        answer(game, NO)
        answer(game, NO)
    for seat in (0, 1):
        one, same, other = (cards(game, "hand", seat) + cards(game, "deck", seat) for game in games)
        assert one == same != other
        assert Counter(one) == Counter(other) == Counter(games[0].record().decks[seat].parts["main"])
        assert sorted(one) not in (one, other)

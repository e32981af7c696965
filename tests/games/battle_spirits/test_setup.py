"""What comes before the first turn, which cannot be written as a board and steps."""

from __future__ import annotations

import pytest

from cardwright.decisions.decision import NO, YES
from cardwright.session.catalog import LoadedGame, load_game
from cardwright.session.game import Game

LIFE, RESERVE, HAND = 5, 4, 4


@pytest.fixture(scope="module")
def loaded() -> LoadedGame:
    return load_game("battle_spirits")


def pieces(game: Game, zone: str, seat: int) -> dict[str, int]:
    """The cores in a zone by kind."""
    tables = game.loaded.tables
    held = game.state.pools.get(game.engine.context.keys[tables.zone[zone]][seat], ())
    return {kind.name: count for kind, count in zip(tables.pieces, held, strict=False) if count}


def answer(game: Game, verb: str) -> None:
    """Answer yes or no."""
    assert game.decision is not None
    game.answer(next(option for option in game.decision.options if option.verb == verb))


@pytest.mark.parametrize("wanted", [YES, NO])
def test_each_may_take_the_soul_core_as_one_of_four(wanted: str, loaded: LoadedGame) -> None:
    """BS-SETUP-03, BS-SETUP-04, BS-SETUP-05, BS-SOULCORE-01."""
    game = Game.new(loaded, seed=5)
    for seat in (0, 1):
        assert game.decision is not None
        assert (game.decision.seat, game.decision.about, game.state.turn) == (seat, "may", 0)
        answer(game, wanted)
    soul = 1 if wanted == YES else 0
    for seat in (0, 1):
        found = pieces(game, "reserve", seat)
        assert found.get("soul_core", 0) == soul
        assert sum(found.values()) == RESERVE
        assert pieces(game, "life", seat) == {"core": LIFE}


def test_four_cards_before_the_order_is_chosen(loaded: LoadedGame) -> None:
    """BS-SETUP-06, BS-SETUP-07."""
    tables = loaded.tables
    choosers = set()
    for seed in range(12):
        game = Game.new(loaded, seed=seed)
        answer(game, NO)
        answer(game, NO)
        decision = game.decision
        assert decision is not None
        assert (decision.about, game.state.turn) == ("choose", 0)
        keys = game.engine.context.keys[tables.zone["hand"]]
        assert [len(game.state.zones[keys[seat]]) for seat in (0, 1)] == [HAND, HAND]
        choosers.add(decision.seat)
        second = next(option for option in decision.options if option.number != decision.seat)
        game.answer(second)
        others_turn = game.state.turn % 2 == 0  # who can do nothing in the first turn is not asked
        assert game.state.turn_player == (1 - second.number if others_turn else second.number)
    assert choosers == {0, 1}


def test_the_deck_is_shuffled_by_the_seed(loaded: LoadedGame) -> None:
    """BS-SETUP-02."""
    key = Game.new(loaded, seed=5).engine.context.keys[loaded.tables.zone["deck"]][0]
    games = [Game.new(loaded, seed=seed) for seed in (5, 5, 6)]
    one, same, other = ([game.state.cards[uid].number for uid in game.state.zones[key]] for game in games)
    assert one == same != other
    assert one != sorted(one)

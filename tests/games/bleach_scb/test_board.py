"""The board: what it tells of a battle."""

from cardwright.session.agents import AGENTS, ask
from cardwright.session.game import Game


def test_the_totals_of_a_battle_are_shown_and_none_outside_one() -> None:
    game = Game.new("bleach_scb", seed=5)
    assert [side.values for side in game.view(0).seats] == [{}, {}]
    agents = [AGENTS["greedy"](seat) for seat in range(2)]
    while game.pending is not None and game.pending.window != "clash":
        game.answer(ask(game, agents[game.pending.seat], game.pending.seat))
    shown = [side.values for side in game.view(0).seats]
    assert shown == [{"total": game.engine.seat_value_of(seat, "value.total")} for seat in range(2)]
    assert all(each["total"] > 0 for each in shown)

"""The log: what the other player is told of pressure that is set."""

from cardwright.session.agents import AGENTS, ask
from cardwright.session.game import Game


def test_the_log_does_not_take_the_soul_for_the_card_set_under_it() -> None:
    game = Game.new("bleach_scb", seed=5)
    agents = [AGENTS["greedy"](seat) for seat in range(2)]
    while game.pending is not None and game.state.turn < 6:
        game.answer(ask(game, agents[game.pending.seat], game.pending.seat))
    own, other = ([each for each in game.log(viewer) if each.act and each.seat == 0] for viewer in (0, 1))
    assert any(each.what == "user" for each in own)
    assert all(each.card.number for each in own if each.what == "set_pressure")
    assert not any(each.card.number for each in other if each.what == "set_pressure")

"""Computer players know a view and nothing else."""

from __future__ import annotations

import pytest

from cardwright.decisions.decision import Decision, Option
from cardwright.session.agents import GreedyAgent, RandomAgent, ScriptedAgent
from cardwright.view.sights import CardSight, SeatSight, View, ZoneSight

OWN = CardSight(1, "X-1", "own", values={"power": 9}, controller=0)
WEAK = CardSight(2, "X-2", "weak", values={"power": 1}, controller=1)
STRONG = CardSight(3, "X-3", "strong", values={"power": 5}, controller=1)
ACT = Option("attack", card=1)
PASS = Option("pass")


def view(turn: int = 1) -> View:
    field = ZoneSight("field", 0, 3, (OWN, WEAK, STRONG))
    return View("made", 0, turn, 0, seats=(SeatSight("A", 0, (field,)),))


def decision(*options: Option) -> Decision:
    return Decision(0, 0, "act", options)


def test_random_players_of_one_seed_answer_alike() -> None:
    options = tuple(Option("number", number=number) for number in range(10))
    first, second, other = RandomAgent(5), RandomAgent(5), RandomAgent(6)
    answers = [first.choose(view(), decision(*options)) for _ in range(30)]
    assert answers == [second.choose(view(), decision(*options)) for _ in range(30)]
    assert answers != [other.choose(view(), decision(*options)) for _ in range(30)]
    assert len(set(answers)) > 5


def test_a_greedy_player_acts_rather_than_passes() -> None:
    assert GreedyAgent().choose(view(), decision(PASS, ACT)) == ACT


def test_a_greedy_player_picks_the_others_strongest() -> None:
    picks = [Option("choose", card=handle) for handle in (1, 2, 3)]
    assert GreedyAgent().choose(view(), decision(*picks)) == picks[2]


def test_a_greedy_player_does_not_repeat_an_act_for_ever() -> None:
    agent = GreedyAgent()
    answers = [agent.choose(view(), decision(PASS, ACT)) for _ in range(3)]
    assert answers == [ACT, PASS, PASS]
    assert agent.choose(view(turn=2), decision(PASS, ACT)) == ACT


def test_a_script_is_followed_then_handed_over() -> None:
    agent = ScriptedAgent([1], RandomAgent(0))
    assert agent.choose(view(), decision(PASS, ACT)) == ACT
    assert agent.choose(view(), decision(PASS)) == PASS
    with pytest.raises(IndexError):
        ScriptedAgent([]).choose(view(), decision(PASS))

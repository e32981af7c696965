"""Properties that hold at any decision of any game, by the strategies a game's own tests may use."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardwright.decisions.decision import Decision
from cardwright.errors import IllegalAnswer
from cardwright.session.catalog import load_game
from cardwright.session.game import Game
from cardwright.testing.strategies import acts, answers, games, wrong_options

GAMES = (
    st.sampled_from(["battle_spirits", "bleach_scb", "huangdao"]).map(load_game).flatmap(lambda each: games(each, 60))
)
QUICK = settings(
    max_examples=15, deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)


def asking(data: st.DataObject) -> tuple[Game, Decision]:
    """Any game, with its open decision."""
    game = data.draw(GAMES)
    assert game.decision is not None
    return game, game.decision


@QUICK
@given(st.data())
def test_answers_are_taken(data: st.DataObject) -> None:
    game, decision = asking(data)
    game.answer(data.draw(answers(decision)), number=decision.number)
    assert game.result is not None or (game.decision is not None and game.decision.number > decision.number)


@QUICK
@given(st.data())
def test_wrong_answers_are_refused_and_change_nothing(data: st.DataObject) -> None:
    game, decision = asking(data)
    before = game.digest()
    with pytest.raises(IllegalAnswer):
        game.answer(data.draw(wrong_options(decision)))
    assert game.digest() == before


@QUICK
@given(st.data())
def test_asking_why_not_changes_nothing_and_agrees_with_the_options(data: st.DataObject) -> None:
    game, decision = asking(data)
    act = data.draw(acts(game))
    before = game.digest()
    listed = any((option.verb, option.card) == (act.verb, act.card) for option in decision.options)
    assert bool(game.why_not(act, decision.seat)) != listed
    assert game.digest() == before

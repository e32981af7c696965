"""Hypothesis strategies: seeds, games at any decision, and answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from cardwright.decisions.decision import Act, Option
from cardwright.rng import below
from cardwright.session.game import Game

if TYPE_CHECKING:
    from cardwright.decisions.decision import Decision
    from cardwright.session.catalog import LoadedGame


def seeds() -> st.SearchStrategy[int]:
    """Seeds of games."""
    return st.integers(min_value=0, max_value=2**32 - 1)


def answers(decision: Decision) -> st.SearchStrategy[int]:
    """Places of legal answers to a decision."""
    return st.integers(min_value=0, max_value=len(decision.options) - 1)


def wrong_options(decision: Decision) -> st.SearchStrategy[Option]:
    """Options that are not among those of a decision."""
    verbs = sorted({option.verb for option in decision.options} | {"pass", "done", "yes", "choose", "concede"})
    options = st.builds(
        Option,
        verb=st.sampled_from(verbs),
        card=st.integers(min_value=-2, max_value=300),
        ability=st.integers(min_value=-1, max_value=300),
        number=st.integers(min_value=-1, max_value=20),
    )
    return options.filter(lambda option: option not in decision.options)


@st.composite
def games(draw: st.DrawFn, loaded: LoadedGame, most: int = 120) -> Game:
    """Games after up to `most` random answers, at a decision."""
    game = Game.new(loaded, None, draw(seeds()), log=False)
    steps = draw(st.integers(min_value=0, max_value=most))
    key = draw(seeds())
    for _ in range(steps):
        ahead = game.fork()
        decision = ahead.decision
        assert decision is not None
        key, place = below(key, len(decision.options))
        ahead.answer(place)
        if ahead.decision is None:
            break
        game = ahead
    return game


def acts(game: Game) -> st.SearchStrategy[Act]:
    """Acts a seat may want, open or not: any action with any card."""
    verbs = sorted(game.loaded.rulebook.actions)
    last = len(game.state.cards) - 1
    return st.builds(Act, verb=st.sampled_from(verbs), card=st.integers(min_value=0, max_value=last))

"""The engine's exact counters for one decision of random play: they depend on rules and code, never on the machine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from cardwright.testing.walks import play_out

if TYPE_CHECKING:
    from cardwright.session.catalog import LoadedGame

SEEDS: Final = range(1, 9)
"""The games that are counted."""
MOST_RISE: Final = 1.15
"""A counter that grows beyond this factor has risen."""


def per_decision(loaded: LoadedGame, seeds: Iterable[int] = SEEDS) -> dict[str, float]:
    """Each counter, and the asks, for one decision of whole random games."""
    total: Counter[str] = Counter()
    decisions = 0
    for seed in seeds:
        game = play_out(loaded, seed)
        total.update(game.engine.counters)
        total["asks"] += game.state.asks
        decisions += len(game.record().answers)
    return {name: round(count / decisions, 3) for name, count in sorted(total.items())}


def risen(kept: Mapping[str, float], counted: Mapping[str, float]) -> dict[str, tuple[float, float]]:
    """The counters above `MOST_RISE` times what was kept, and those nothing was kept for: before and now."""
    return {name: (kept.get(name, 0.0), now) for name, now in counted.items() if now > kept.get(name, 0.0) * MOST_RISE}

"""Exact counts of work for each decision: they hang on no machine, and tell why when speed falls.

`python tests/engine/test_counters.py` writes the counts of today into `tests/benchmarks/counters.json`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

from cardwright.rng import below
from cardwright.session.catalog import load_game
from cardwright.session.game import Game

KEPT: Final = Path(__file__).parents[1] / "benchmarks" / "counters.json"
NAMES: Final = ("instructions", "listings", "lists made", "commits", "checks")
GAMES: Final = ("battle_spirits", "bleach_scb", "huangdao")
ALLOWED: Final = 1.15


def counts(game: str) -> dict[str, float]:
    """Work for each decision of six random games."""
    loaded, key, decisions = load_game(game), 1, 0
    total = dict.fromkeys(NAMES, 0)
    for seed in range(6):
        engine = Game.new(loaded, seed=seed, log=False, digests=False).engine
        while (pending := engine.state.pending) is not None:
            key, place = below(key, len(pending.options))
            engine.resume(place)
            engine.advance()
            decisions += 1
        for name in NAMES:
            total[name] += engine.counters[name]
    return {name: round(count / decisions, 3) for name, count in total.items()}


@pytest.mark.parametrize("game", GAMES)
def test_a_decision_takes_no_more_work_than_it_did(game: str) -> None:
    kept = json.loads(KEPT.read_text(encoding="utf-8"))[game]
    risen = {name: (kept[name], now) for name, now in counts(game).items() if now > kept[name] * ALLOWED}
    assert not risen, f"{game}: work for each decision rose (before, now): {risen}"


if __name__ == "__main__":
    KEPT.write_text(json.dumps({game: counts(game) for game in GAMES}, indent=2) + "\n", encoding="utf-8")

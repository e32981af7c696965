"""The work of one decision, counted exactly, does not creep up.

After a change that is worth its cost, or that saves work, keep the new counts: `make bench ARGS=--keep-counters`.
"""

import json
from pathlib import Path

import pytest

from cardwright.session.catalog import load_game
from cardwright.testing.counters import per_decision, risen

KEPT: dict[str, dict[str, float]] = json.loads(
    (Path(__file__).parents[1] / "benchmarks" / "counters.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("game", sorted(KEPT))
def test_no_counter_rises(game: str) -> None:
    assert risen(KEPT[game], per_decision(load_game(game))) == {}


def test_every_game_is_counted(house_games: list[str]) -> None:
    assert sorted(KEPT) == house_games


@pytest.fixture
def house_games() -> list[str]:
    root = Path(__file__).parents[2]
    return sorted(path.parent.name.removeprefix("cardwright_") for path in root.glob("plugins/*/plugin.py"))


@pytest.mark.parametrize(
    ("now", "found"),
    [
        ({"commits": 2.3}, {}),
        ({"commits": 2.31}, {"commits": (2.0, 2.31)}),
        ({"commits": 1.0}, {}),
        ({"new": 0.1}, {"new": (0.0, 0.1)}),
        ({"new": 0.0}, {}),
    ],
)
def test_what_has_risen(now: dict[str, float], found: dict[str, tuple[float, float]]) -> None:
    assert risen({"commits": 2.0}, now) == found


def test_the_count_is_the_same_each_time() -> None:
    loaded = load_game("bleach_scb")
    first = per_decision(loaded, [3])
    assert first == per_decision(loaded, [3])
    assert first["instructions"] > first["asks"] >= 1

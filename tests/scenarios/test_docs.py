"""Every scenario in the manual runs."""

import re
from pathlib import Path

import pytest

from cardwright.session.catalog import load_game
from cardwright.testing.files import read_files
from cardwright.testing.scenario import run_all

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/reference/scenarios.md"
BLOCKS = re.findall(r"```yaml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_the_examples_of_the_manual(number: int, tmp_path: Path) -> None:
    text = BLOCKS[number]
    if text.startswith("- id"):
        text = f"game: huangdao\nscenarios:\n{text}"
    path = tmp_path / f"example{number}.yaml"
    path.write_text(text, "utf-8")
    outcomes = run_all(load_game("huangdao"), read_files([path]))
    assert outcomes
    for outcome in outcomes:
        assert outcome.passed, outcome.failure


def test_the_manual_has_examples() -> None:
    assert len(BLOCKS) >= 3

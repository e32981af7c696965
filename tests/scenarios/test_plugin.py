"""The pytest plugin, in a pytest of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

FILE = """\
game: huangdao
scenarios:
- id: holds
  title: It holds
  rules: [HD-SEAL-01]
  given: {turn: {phase: spell_1}, A: {hand: [HD01-005]}}
  play: [{A: pass}]
  expect: {B: {seal: 1}}
- id: fails
  title: It does not
  rules: [HD-SEAL-01]
  expect: {B: {seal: $seals}}
  variants: {two: {seals: 2}}
"""


@pytest.fixture
def report(tmp_path: Path) -> str:
    (tmp_path / "rules.yaml").write_text(FILE, "utf-8")
    (tmp_path / "other.yaml").write_text("name: nothing of ours\n", "utf-8")
    (tmp_path / "faulty.yaml").write_text(FILE.replace("phase: spell_1", "phase: spel_1"), "utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-v",
        "-rA",
        "-p",
        "no:cacheprovider",
        "--continue-on-collection-errors",
        str(tmp_path),
    ]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path).stdout


def test_scenarios_are_collected_run_and_explained(report: str) -> None:
    assert "rules.yaml::holds" in report
    assert "rules.yaml::fails[two]" in report
    assert "other.yaml" not in report
    assert "(filled in)" in report or "A: pass" in report
    assert "rules.yaml:12:15: the number of cards in B.seal is 1, expected 2" in report
    assert "Traceback" not in report


def test_a_faulty_file_is_an_error_of_collection(report: str) -> None:
    assert "faulty.yaml:6:25: unknown phase 'spel_1' (did you mean 'spell_1'?)" in report

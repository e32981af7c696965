"""Rules that tests in Python prove: found by their mark, run, counted beside scenarios."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cardwright.cli import scenarios
from cardwright.cli.main import app
from cardwright.session.catalog import load_game
from cardwright.testing.coverage import coverage
from cardwright.testing.proofs import Proof, proof_files, run_proofs

MARKED = """\
import pytest

@pytest.mark.rules("HD-SEAL-01", "HD-SEAL-02")
def test_good() -> None:
    assert True

@pytest.mark.rules("HD-SEAL-03")
@pytest.mark.parametrize("number", [1, 2])
def test_half(number: int) -> None:
    assert number == 1

@pytest.mark.rules("HD-SEAL-04")
def test_left_out() -> None:
    pytest.skip("not here")

def test_unmarked() -> None:
    raise ValueError("nobody runs this")
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "test_marked.py").write_text(MARKED, encoding="utf-8")
    (tmp_path / "test_other.py").write_text(MARKED.replace("HD-", "XX-"), encoding="utf-8")
    (tmp_path / "test_plain.py").write_text("HD-SEAL-01 is cited, nothing is marked", encoding="utf-8")
    return tmp_path


def test_marked_tests_of_a_game_are_found(folder: Path) -> None:
    rules = load_game("huangdao").ledger
    assert [file.name for file in proof_files(rules, [folder])] == ["test_marked.py"]
    assert list(proof_files(rules, [folder / "test_plain.py", folder / "no.yaml"])) == []


def test_marked_tests_alone_are_run(folder: Path) -> None:
    found = run_proofs([folder / "test_marked.py"])
    assert [(each.id.partition("::")[2], each.rules, each.passed) for each in found] == [
        ("test_good", ("HD-SEAL-01", "HD-SEAL-02"), True),
        ("test_half[1]", ("HD-SEAL-03",), True),
        ("test_half[2]", ("HD-SEAL-03",), False),
    ]
    assert run_proofs([]) == []


def test_a_file_that_is_broken_fails(folder: Path) -> None:
    (folder / "test_broken.py").write_text(MARKED + "\n(", encoding="utf-8")
    assert [(each.rules, each.passed) for each in run_proofs([folder / "test_broken.py"])] == [((), False)]


def test_a_proof_counts_as_a_scenario_does() -> None:
    loaded = load_game("huangdao")
    proofs = [Proof("good", ("HD-SEAL-01", "XX-1"), passed=True), Proof("bad", ("HD-SEAL-02",), passed=False)]
    found = coverage(loaded, [], proofs)
    assert dict(found.covered) == {"HD-SEAL-01": ("good",)}
    assert found.failed == ("bad",)


def test_the_command_counts_them(folder: Path) -> None:
    done = CliRunner().invoke(app, ["coverage", "huangdao", str(folder), "--json"])
    assert done.exit_code == 0
    found = json.loads(done.stdout)
    assert list(found["scenarios"]) == ["HD-SEAL-01", "HD-SEAL-02", "HD-SEAL-03"]
    assert len(found["failed"]) == 1


def test_without_pytest_they_are_named_and_do_not_count(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scenarios, "find_spec", lambda _: None)
    done = CliRunner().invoke(app, ["coverage", "huangdao", str(folder), "--json"])
    assert json.loads(done.stdout)["covered"] == 0
    assert "test_marked.py" in done.stderr

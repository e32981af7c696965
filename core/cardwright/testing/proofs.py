"""Python tests that prove rules where no scenario can: marked `@pytest.mark.rules("ID")`, and run by pytest."""

from __future__ import annotations

import io
from collections.abc import Collection, Iterable, Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import pytest

_MARK: Final = "mark.rules("
_QUIETLY: Final = ("-p", "no:cacheprovider", "--assert=plain", "--import-mode=importlib")
"""Leave nothing behind; what this process has imported already is neither rewritten nor in the way."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What came of one test."""

    id: str
    """As pytest names it."""
    rules: tuple[str, ...]
    passed: bool


def proof_files(rules: Collection[str], paths: Iterable[Path]) -> Iterator[Path]:
    """The Python files among `paths`, and in the folders among them, in which tests are marked with these rules."""
    for path in paths:
        for file in sorted(path.rglob("test_*.py")) if path.is_dir() else [path]:
            text = file.read_text("utf-8") if file.suffix == ".py" else ""
            if _MARK in text and any(rule in text for rule in rules):
                yield file


def run_proofs(files: Iterable[Path]) -> list[Proof]:
    """Run the marked tests of the files; a file that cannot be read as tests is one that failed."""
    import pytest

    collector = _Collector()
    names = [str(file) for file in files]
    if names:
        with redirect_stdout(io.StringIO()):
            pytest.main([*names, "-m", "rules", *_QUIETLY], plugins=[collector])
    return collector.found


class _Collector:
    """A pytest plugin that keeps what came of marked tests."""

    def __init__(self) -> None:
        self.found: list[Proof] = []

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.found.append(Proof(report.nodeid, (), passed=False))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        rules = next((found for name, found in report.user_properties if name == "rules"), ())
        if rules and (report.failed or (report.when == "call" and report.passed)):
            self.found.append(Proof(report.nodeid, tuple(map(str, rules)), report.passed))  # type: ignore[call-overload]

"""The pytest plugin: collects scenario files, one test a scenario; and `@pytest.mark.rules` for tests in Python."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cardwright.loading.packs import YAML_SUFFIXES

if TYPE_CHECKING:
    from cardwright.loading.scenario_records import Scenario
    from cardwright.testing.scenario import Runner

pytest.register_assert_rewrite("cardwright.testing.conformance")
_runners: pytest.StashKey[dict[str, Runner]] = pytest.StashKey()


def pytest_configure(config: pytest.Config) -> None:
    """The mark by which a test says which rules it proves."""
    config.addinivalue_line("markers", "rules(*ids): the rules of a ledger that the test proves")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What tests are marked with becomes user properties of their reports, as with scenarios."""
    for item in items:
        rules = [rule for mark in item.iter_markers("rules") for rule in mark.args]
        if rules:
            item.user_properties.append(("rules", rules))


def pytest_collect_file(parent: pytest.Collector, file_path: Path) -> pytest.Collector | None:
    """YAML files with `game` and `scenarios` at the top."""
    if file_path.suffix not in YAML_SUFFIXES:
        return None
    from cardwright.testing.files import is_scenario_file

    if not is_scenario_file(file_path):
        return None
    return ScenarioFile.from_parent(parent, path=file_path)


class ScenarioFile(pytest.File):
    """A scenario file."""

    def collect(self) -> Iterator[pytest.Item]:
        """One item for each scenario and variant."""
        from cardwright.errors import DefinitionError
        from cardwright.testing.files import read_files

        try:
            scenarios = read_files([self.path])
        except DefinitionError as error:
            raise self.CollectError(str(error)) from None
        for scenario in scenarios:
            yield ScenarioItem.from_parent(self, name=scenario.id, scenario=scenario)


class ScenarioItem(pytest.Item):
    """One scenario."""

    def __init__(self, scenario: Scenario, **kwargs: Any) -> None:
        """Keep the scenario; its rules become user properties of the report."""
        super().__init__(**kwargs)
        self.scenario = scenario
        self.user_properties.append(("rules", list(scenario.rules)))

    def runtest(self) -> None:
        """Run it with the game's runner, made once a session."""
        from cardwright.testing.failure import ScenarioFailure

        outcome = _runner(self.config, self.scenario.game).run(self.scenario)
        if outcome.done:
            self.add_report_section("call", "steps", "\n".join(outcome.done))
        if not outcome.passed:
            raise ScenarioFailure(outcome.failure)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The scenario's own words instead of a traceback."""
        from cardwright.testing.failure import ScenarioFailure

        if isinstance(excinfo.value, ScenarioFailure):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """File, line and title."""
        line = self.scenario.source.line(self.scenario.where)
        return self.path, line - 1, f"{self.scenario.id}: {self.scenario.title}"


def _runner(config: pytest.Config, game: str) -> Runner:
    from cardwright.session.catalog import load_game
    from cardwright.testing.scenario import Runner

    runners = config.stash.setdefault(_runners, {})
    if game not in runners:
        runners[game] = Runner(load_game(game))
    return runners[game]

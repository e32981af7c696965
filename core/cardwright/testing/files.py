"""Scenario files: finding them, reading them with the games they are about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.loading.diagnostics import Report
from cardwright.loading.packs import yaml_files
from cardwright.loading.scenarios import read_scenarios
from cardwright.session.catalog import LoadedGame, UnknownName, load_game

if TYPE_CHECKING:
    from cardwright.loading.scenario_records import Scenario
    from cardwright.rulebook.rulebook import Rulebook


def scenario_files(paths: Iterable[Path]) -> Iterator[Path]:
    """The scenario files among `paths` and in the folders among them, in order of name."""
    for path in paths:
        if path.is_dir():
            yield from filter(is_scenario_file, yaml_files([path]))
        else:
            yield path


def is_scenario_file(path: Path) -> bool:
    """Whether a YAML file looks like scenarios: `game` at the top, and `scenarios` after it."""
    lines = path.read_bytes().decode("utf-8", "replace").splitlines()
    return any(line.startswith("game:") for line in lines) and any(line.startswith("scenarios:") for line in lines)


def game_of(path: Path) -> str:
    """The game that a scenario file says it is about."""
    lines = path.read_bytes().decode("utf-8", "replace").splitlines()
    named = next((line for line in lines if line.startswith("game:")), "")
    return named.removeprefix("game:").partition("#")[0].strip(" '\"")


def scenarios_of(game: str, paths: Iterable[Path]) -> tuple[Scenario, ...]:
    """The scenarios of one game among files and folders; files of other games are not read, whatever is in them."""
    return read_files(path for path in scenario_files(paths) if game_of(path) == game)


def read_files(paths: Iterable[Path]) -> tuple[Scenario, ...]:
    """The scenarios of all files.

    Raises:
        DefinitionError: files have faults; all of them are in it.
    """
    report = Report()
    found: list[Scenario] = []
    for path in paths:
        found.extend(read_scenarios(path.read_bytes(), path.name, str(path), _game, report))
    report.finish()
    return tuple(found)


def _game(name: str) -> tuple[Rulebook, frozenset[str]]:
    loaded = find(name)
    return loaded.rulebook, frozenset(loaded.ledger)


def find(name: str) -> LoadedGame:
    """The game of that id; raises `KeyError` with what to say if there is none."""
    try:
        return load_game(name)
    except UnknownName as error:
        raise KeyError(str(error)) from error

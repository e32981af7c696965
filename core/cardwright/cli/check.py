"""`cardwright check`: every fault of written files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from cardwright.cli.output import BAD_INPUT, complain, say, stop
from cardwright.errors import DefinitionError
from cardwright.session.catalog import load_games
from cardwright.session.checking import check_files, yaml_files
from cardwright.testing.files import is_scenario_file, read_files

if TYPE_CHECKING:
    from cardwright.errors import Problem


def check_paths(paths: list[Path], *, as_json: bool) -> None:
    """Check, print, and end with status 2 if there is any fault."""
    files = list(yaml_files(paths))
    if not files:
        stop("there are no YAML files")
    scenarios = [path for path in files if path.is_file() and is_scenario_file(path)]
    checked = check_files([path for path in files if path not in scenarios], load_games())
    problems = [*checked.problems, *_scenario_problems(scenarios)]
    if as_json:
        faults = [msgspec.to_builtins(problem) for problem in problems]
        say(json.dumps({"files": len(files), "problems": faults}, ensure_ascii=False))
    for problem in [] if as_json else problems:
        complain(str(problem))
    if problems:
        stop("" if as_json else f"{_count(len(problems), 'problem')} in {_count(len(files), 'file')}", BAD_INPUT)
    if not as_json:
        say(f"{_count(len(files), 'file')}, no problem")


def _scenario_problems(files: list[Path]) -> list[Problem]:
    try:
        read_files(files)
    except DefinitionError as error:
        return error.problems
    return []


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"

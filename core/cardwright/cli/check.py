"""`cardwright check`: every fault of written files."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from cardwright.cli.lookup import usable_games
from cardwright.cli.output import BAD_INPUT, complain, say, stop
from cardwright.loading.check import check_files
from cardwright.loading.packs import yaml_files
from cardwright.ops import BUILT_IN


def check_paths(paths: list[Path], *, as_json: bool) -> None:
    """Check, print, and end with status 2 if there is any fault."""
    games = usable_games()
    files = list(yaml_files(paths))
    if not files:
        stop("there are no YAML files")
    registries = {game: games.registry(game, BUILT_IN) for game in games.entries}
    problems = check_files(files, games.entries, registries)
    if as_json:
        faults = [msgspec.to_builtins(problem) for problem in problems]
        say(json.dumps({"files": len(files), "problems": faults}, ensure_ascii=False))
    for problem in [] if as_json else problems:
        complain(str(problem))
    if problems:
        stop("" if as_json else f"{_count(len(problems), 'problem')} in {_count(len(files), 'file')}", BAD_INPUT)
    if not as_json:
        say(f"{_count(len(files), 'file')}, no problem")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"

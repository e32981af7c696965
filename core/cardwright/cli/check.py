"""`cardwright check`: every fault of written files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from cardwright.cli.lookup import usable_games
from cardwright.cli.output import BAD_INPUT, complain, say, stop
from cardwright.hooks.registry import PluginError
from cardwright.loading.check import check_files
from cardwright.loading.packs import find_packs, yaml_files
from cardwright.ops import BUILT_IN
from cardwright.session.catalog import UnknownName, find_game

if TYPE_CHECKING:
    from cardwright.hooks.hookspecs import GameEntry
    from cardwright.hooks.manager import Games
    from cardwright.hooks.registry import Registry


def check_paths(paths: list[Path], *, as_json: bool) -> None:
    """Check, print, and end with status 2 if there is any fault."""
    games = usable_games()
    files = [file for path in paths for file in _files(path, games.entries)]
    if not files:
        stop("there are no YAML files")
    registries = _registries(games)
    problems = check_files(files, {game: games.entries[game] for game in registries}, registries)
    if as_json:
        faults = [msgspec.to_builtins(problem) for problem in problems]
        say(json.dumps({"files": len(files), "problems": faults}, ensure_ascii=False))
    for problem in [] if as_json else problems:
        complain(str(problem))
    if problems:
        stop("" if as_json else f"{_count(len(problems), 'problem')} in {_count(len(files), 'file')}", BAD_INPUT)
    if not as_json:
        say(f"{_count(len(files), 'file')}, no problem")


def _files(path: Path, entries: Mapping[str, GameEntry]) -> list[Path]:
    """The file, or the files of the folder, or, where there is neither, those of the game of that name."""
    if not path.exists():
        with suppress(UnknownName):
            return [Path(pack.file) for pack in find_packs(entries[find_game(str(path), entries)])]
    return list(yaml_files([path]))


def _registries(games: Games) -> dict[str, Registry]:
    """The words of every game whose plugin can give them, and its files."""
    found = {}
    for game in games.entries:
        try:
            find_packs(games.entries[game])
            found[game] = games.registry(game, BUILT_IN)
        except PluginError as error:
            complain(f"cardwright: {error}")
    return found


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"

"""Checks written files as part of their game: card sets, decks, rulebooks, ledgers, words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cardwright.errors import DefinitionError, Problem
from cardwright.hooks.registry import build_registry
from cardwright.session.catalog import UnknownName, find_game

if TYPE_CHECKING:
    from cardwright.hooks.manager import Games
    from cardwright.hooks.registry import Registry
    from cardwright.loading.diagnostics import Source
    from cardwright.loading.packs import Pack

SUFFIXES: Final = frozenset({".yaml", ".yml"})
_SECTIONS: Final = frozenset({"zones", "modes", "turn", "actions", "windows", "types", "rules", "procedures", "wins"})


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of a check."""

    files: tuple[Path, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class _Given:
    path: Path
    kind: str
    game: str
    data: bytes


def yaml_files(paths: Iterable[Path]) -> Iterator[Path]:
    """The YAML files among `paths` and in the folders among them, in order of name."""
    for path in paths:
        if path.is_dir():
            yield from sorted(each for each in path.rglob("*") if each.suffix in SUFFIXES and each.is_file())
        else:
            yield path


def check_files(files: Iterable[Path], games: Games) -> Checked:
    """Every problem of the files, each taken as part of its game."""
    problems: list[Problem] = []
    given: dict[str, list[_Given]] = {}
    listed = tuple(dict.fromkeys(files))
    for path in listed:
        try:
            found = _look_at(path, games)
        except DefinitionError as error:
            problems += error.problems
        else:
            given.setdefault(found.game, []).append(found)
    for game, members in sorted(given.items()):
        problems += _check_game(game, members, games)
    return Checked(listed, tuple(dict.fromkeys(problems)))


def _look_at(path: Path, games: Games) -> _Given:
    """What kind of file this is and whose; raises `DefinitionError` if that cannot be told."""
    data, source = _read(path)
    kind = _kind(path, source.data)
    named = source.data.get("game") if isinstance(source.data, Mapping) else None
    game = named if named is not None else _game_around(path)
    try:
        return _Given(path, kind, find_game(str(game), games.entries), data)
    except UnknownName as error:
        if game is None:
            message, mark = "nothing says which game this file is for", source.mark(())
        elif kind == "rulebook":
            return _Given(path, kind, str(game), data)
        else:
            message, mark = str(error), source.mark(("game",))
        problem = Problem(message, str(path), mark.line, mark.column, "game", "a file begins with `game:` and an id")
        raise DefinitionError([problem]) from error


def _read(path: Path) -> tuple[bytes, Source]:
    from cardwright.loading.diagnostics import Report
    from cardwright.loading.source import read

    try:
        data = path.read_bytes()
    except OSError as error:
        raise DefinitionError([Problem(f"this file cannot be read: {error.strerror}", str(path))]) from error
    report = Report()
    source = read(data, path.name, str(path), report)
    report.finish()
    if source is None:
        raise DefinitionError([Problem("this is no YAML document", str(path), 1, 1)])
    return data, source


def _kind(path: Path, data: Any) -> str:
    if isinstance(data, list) or path.stem == "ledger":
        return "ledger"
    if path.stem == "words":
        return "words"
    keys = data if isinstance(data, Mapping) else {}
    if isinstance(keys.get("cards"), list) or "set" in keys:
        return "cards"
    if "main" in keys or "cards" in keys or path.parent.name == "decks":
        return "deck"
    return "rulebook" if _SECTIONS & set(keys) or path.parent.name == "rulebook" else "cards"


def _game_around(path: Path) -> str | None:
    """The game that another file of the folder, or of the rulebook beside a ledger, is for."""
    for folder in (path.parent, path.parent / "rulebook"):
        for other in sorted(folder.glob("*.y*ml")) if other_than_decks(folder) else ():
            try:
                _, source = _read(other)
            except DefinitionError:
                continue
            if isinstance(source.data, Mapping) and isinstance(source.data.get("game"), str):
                return str(source.data["game"])
    return None


def other_than_decks(folder: Path) -> bool:
    """Whether files of the folder may speak for each other; each deck speaks for itself."""
    return folder.is_dir() and folder.name != "decks"


def _check_game(game: str, members: list[_Given], games: Games) -> list[Problem]:
    """The problems of the given files, or, if only others have some, of those."""
    from cardwright.loading.assemble import assemble

    shown = {str(member.path) for member in members}
    try:
        assemble(_packs(game, members, games), _registry(game, games))
    except DefinitionError as error:
        own = [problem for problem in error.problems if problem.file in shown]
        return own or error.problems
    return []


def _packs(game: str, members: list[_Given], games: Games) -> list[Pack]:
    """The files of the game as installed, those given in place of their namesakes."""
    from cardwright.loading.packs import Pack, find_packs

    given = [Pack(each.kind, each.path.name, str(each.path), each.data) for each in _with_rulebooks(members)]
    rulebook = any(pack.kind == "rulebook" for pack in given)
    names = {(pack.kind, pack.name) for pack in given}
    installed = find_packs(games.entries[game]) if game in games.entries else []
    kept = [
        pack
        for pack in installed
        if (pack.kind, pack.name.rpartition("/")[2]) not in names and not (rulebook and pack.kind == "rulebook")
    ]
    return kept + [replace(pack, name=f"{game}/{pack.name}") for pack in given]


def _with_rulebooks(members: list[_Given]) -> Iterator[_Given]:
    """The given files; a file of a rulebook brings the rest of its folder, since it means nothing alone."""
    seen = {member.path.resolve() for member in members}
    yield from members
    for folder in dict.fromkeys(member.path.parent for member in members if member.kind == "rulebook"):
        for path in sorted(folder.glob("*.y*ml")):
            if path.resolve() not in seen:
                yield _Given(path, "rulebook", "", path.read_bytes())


def _registry(game: str, games: Games) -> Registry:
    from cardwright.ops import BUILT_IN

    return games.registry(game, BUILT_IN) if game in games.entries else build_registry([BUILT_IN])

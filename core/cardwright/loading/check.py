"""Checking files an author names: card sets, decks, rulebooks, ledgers, scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from cardwright.errors import DefinitionError, Problem
from cardwright.hooks.hookspecs import GameEntry
from cardwright.hooks.registry import Registry
from cardwright.loading.assemble import assemble
from cardwright.loading.definitions import Definitions
from cardwright.loading.diagnostics import Report, Source, allowed, nearest
from cardwright.loading.packs import Pack, find_packs, yaml_files
from cardwright.loading.scenarios import read_scenarios
from cardwright.loading.schema.rulebook import SECTIONS
from cardwright.loading.source import read
from cardwright.rulebook.rulebook import Rulebook

_KINDS: Final = "a card set has 'cards' (a list), a deck 'cards' (numbers and counts) or 'main', scenarios 'scenarios'"

_NAMES: Final = {"cards": "card set", "deck": "deck", "rulebook": "rulebook file", "ledger": "ledger"}
_FOLDERS: Final = {"cards": "{}/", "deck": "{}/decks/", "rulebook": "rulebook/", "ledger": ""}


@dataclass(slots=True)
class Checker:
    """Checks files against the games they are for, each game compiled once with all files given for it."""

    entries: Mapping[str, GameEntry]
    registries: Mapping[str, Registry]
    """The words of each game."""
    problems: list[Problem] = field(default_factory=list)
    given: dict[str, list[Pack]] = field(default_factory=dict)
    """Files by game."""
    scenarios: list[tuple[Path, bytes]] = field(default_factory=list)
    definitions: dict[str, Definitions | None] = field(default_factory=dict)

    def add(self, path: Path) -> None:
        """Take a file to be checked."""
        try:
            data = path.read_bytes()
        except OSError as error:
            self.problems.append(Problem(f"cannot be read: {error.strerror}", str(path)))
            return
        self._take(path, data)

    def _take(self, path: Path, data: bytes) -> None:
        report = Report()
        source = read(data, path.name, str(path), report)
        kind = _kind(source) if source else ""
        if source is None or not kind:
            if source is not None:
                report.add(source, (), "this is no file of cardwright", _KINDS)
            self.problems += report.ordered()
        elif kind == "scenarios":
            self.scenarios.append((path, data))
        else:
            self._for_game(path, data, source, kind)

    def _for_game(self, path: Path, data: bytes, source: Source, kind: str) -> None:
        game = source.data.get("game") if isinstance(source.data, dict) else None
        if game is None and kind in ("rulebook", "ledger"):
            game = self._owner(path)
        if game not in self.entries:
            report = Report()
            found = "names no game" if game is None else f"is for the unknown game '{game}'"
            report.add(source, ("game",), f"this {_NAMES[kind]} {found}", nearest(str(game), self.entries))
            self.problems += report.ordered()
            return
        self.given.setdefault(str(game), []).append(
            Pack(kind, f"{_FOLDERS[kind].format(game)}{path.name}", str(path), data)
        )

    def _owner(self, path: Path) -> str | None:
        """The game in whose plugin the file lies."""
        for game, entry in self.entries.items():
            packs = (Path(pack.file).resolve() for pack in find_packs(entry) if pack.kind in ("rulebook", "ledger"))
            if path.resolve() in packs:
                return game
        return None

    def finish(self) -> list[Problem]:
        """Every problem of the files given, and of no others, file by file."""
        for game, packs in self.given.items():
            self.problems += self._game(game, packs)
        for path, data in self.scenarios:
            report = Report()
            read_scenarios(data, path.name, str(path), self._rulebook, report)
            self.problems += report.ordered()
        return self.problems

    def _game(self, game: str, packs: Sequence[Pack]) -> list[Problem]:
        """What is wrong with these files as part of the game."""
        mine = {pack.file for pack in packs}
        try:
            self.definitions[game] = assemble(_merged(find_packs(self.entries[game]), packs), self.registries[game])
        except DefinitionError as error:
            self.definitions[game] = None
            own = [problem for problem in error.problems if problem.file in mine]
            return own or error.problems
        return []

    def _rulebook(self, game: str) -> tuple[Rulebook, frozenset[str]]:
        """The rulebook and ledger a scenario is about; `KeyError` where there is none."""
        if game not in self.entries:
            raise KeyError(f"unknown game '{game}'; {allowed(self.entries)}")
        if game not in self.definitions:
            self.problems += self._game(game, [])
        found = self.definitions[game]
        if found is None:
            raise KeyError(f"the game '{game}' does not load")
        return found.rulebook, frozenset(found.ledger)


def check_files(
    paths: Iterable[Path], entries: Mapping[str, GameEntry], registries: Mapping[str, Registry]
) -> list[Problem]:
    """The problems of those files and folders; card sets and decks are checked together with what is installed."""
    checker = Checker(entries, registries)
    for path in yaml_files(paths):
        checker.add(path)
    return checker.finish()


def _kind(source: Source) -> str:
    """What a file is, by its keys."""
    data = source.data
    if isinstance(data, list):
        return "ledger"
    if not isinstance(data, dict):
        return ""
    if "scenarios" in data:
        return "scenarios"
    if isinstance(data.get("cards"), dict) or "main" in data:
        return "deck"
    if "cards" in data:
        return "cards"
    return "rulebook" if any(section in data for section in SECTIONS if section not in ("game", "words")) else ""


def _merged(installed: Sequence[Pack], given: Sequence[Pack]) -> list[Pack]:
    """The installed files, with those given in place of what they are copies of."""
    places = {Path(pack.file).resolve() for pack in given}
    names = {(pack.kind, pack.name) for pack in given}
    kept = [p for p in installed if Path(p.file).resolve() not in places and (p.kind, p.name) not in names]
    return [*kept, *given]

"""Checking files an author names: card sets, decks, lists of limited cards, rulebooks, ledgers, scenarios."""

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

_KINDS: Final = (
    "a card set has 'cards' (a list), a deck 'cards' (numbers and counts) or 'main', a list of limited cards 'list', "
    "scenarios 'scenarios'"
)

_NAMES: Final = {
    "cards": "card set", "deck": "deck", "list": "list of limited cards", "rulebook": "rulebook file",
    "ledger": "ledger", "words": "list of words",
}  # fmt: skip
_FOLDERS: Final = {
    "cards": "{}/", "deck": "{}/decks/", "list": "{}/lists/", "rulebook": "rulebook/", "ledger": "", "words": "",
}  # fmt: skip


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
    installed: dict[str, list[Pack]] = field(init=False)
    """The files each game reads by itself."""
    places: dict[Path, tuple[str, str]] = field(init=False)
    """Where they lie: game and kind."""

    def __post_init__(self) -> None:
        """Find what is installed."""
        self.installed = {game: find_packs(entry) for game, entry in self.entries.items()}
        packs = ((game, pack) for game, found in self.installed.items() for pack in found)
        self.places = {Path(pack.file).resolve(): (game, pack.kind) for game, pack in packs}

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
        if source is None:
            self.problems += report.ordered()
            return
        game, kind = self.places.get(path.resolve()) or (_game_named(source), _kind(source))
        if kind == "scenarios":
            self.scenarios.append((path, data))
        elif kind and game in self.entries:
            name = f"{_FOLDERS[kind].format(game)}{path.name}"
            self.given.setdefault(game, []).append(Pack(kind, name, str(path), data))
        else:
            self._refuse(source, kind, game, report)
            self.problems += report.ordered()

    def _refuse(self, source: Source, kind: str, game: str, report: Report) -> None:
        """Say why a file is for no game here."""
        if not kind:
            report.add(source, (), "this is no file of cardwright", _KINDS)
            return
        found = f"is for the unknown game '{game}'" if game else "names no game"
        report.add(source, ("game",), f"this {_NAMES[kind]} {found}", nearest(game, self.entries))

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
            self.definitions[game] = assemble(_merged(self.installed[game], packs), self.registries[game])
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


def _game_named(source: Source) -> str:
    """The game a file says it is for; empty if it says none."""
    game = source.data.get("game") if isinstance(source.data, dict) else None
    return game if isinstance(game, str) else ""


def _kind(source: Source) -> str:
    """What a file is, by its name or its keys."""
    data = source.data
    if source.name == "words.yaml":
        return "words"
    if isinstance(data, list):
        return "ledger"
    if not isinstance(data, dict):
        return ""
    if "scenarios" in data:
        return "scenarios"
    if "list" in data:
        return "list"
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

"""`Record`, `MatchRecord`: a game, and a match, as their inputs, from which they can be played again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

from msgspec import Struct

from cardwright.errors import DamagedFile
from cardwright.ids import NOBODY
from cardwright.session.files import kind_of, seal, unseal, write_file
from cardwright.state.game_state import Result

T = TypeVar("T")
VERSION: Final = 1
EVERY: Final = 16
"""How many answers lie between two digests."""
_KIND: Final = "cardwright-record"
_MATCH: Final = "cardwright-match-record"


class DeckList(Struct, frozen=True, omit_defaults=True):
    """A deck as it is played: per part, how many of each card number."""

    name: str
    parts: dict[str, dict[str, int]]
    counts_as: dict[str, str] = {}
    """Card number to the one of its words that counts beside a partner's deck."""


class Record(Struct, frozen=True, omit_defaults=True):
    """Everything that decided one game."""

    engine: str
    """Version of cardwright that played it."""
    rulebook: str
    """Hash of its rulebook."""
    game: str
    mode: str
    seed: int
    decks: tuple[DeckList, ...]
    readings: dict[str, str] = {}
    decider: int = NOBODY
    """The seat that decides who begins, instead of whom the set-up asks."""
    shown_forced: bool = False
    """Whether questions with one answer were put too; their answers are left out in any case."""
    answers: tuple[int, ...] = ()
    """Option numbers."""
    counts: tuple[int, ...] = ()
    """How many options each answer was one of."""
    digests: tuple[str, ...] = ()
    """Of the state after every sixteenth answer."""
    end: str = ""
    """Digest of the state after the last answer; empty if the game broke there."""
    note: str = ""
    """What broke the game, if something did."""


class PlayedGame(Struct, frozen=True, omit_defaults=True):
    """One game of a match, and what followed it."""

    record: Record
    result: Result | None = None
    """How it ended, once it has."""
    exchanges: tuple[int, ...] = ()
    """Option numbers of the answers between this game and the next."""


class MatchRecord(Struct, frozen=True, omit_defaults=True):
    """Everything that decided one match."""

    engine: str
    rulebook: str
    game: str
    mode: str
    seed: int
    decks: tuple[DeckList, ...]
    """As they were before the match."""
    best_of: int
    readings: dict[str, str] = {}
    shown_forced: bool = False
    games: tuple[PlayedGame, ...] = ()
    """The last of them may still go on."""


def dump_record(record: Record | MatchRecord) -> bytes:
    """The record as JSON bytes with a checksum."""
    return seal(_MATCH if isinstance(record, MatchRecord) else _KIND, VERSION, record)


def load_record(data: bytes) -> Record:
    """The record in `data`; raises `DamagedFile` if it is none."""
    return unseal(_KIND, VERSION, data, Record)


def load_match_record(data: bytes) -> MatchRecord:
    """The record of a match in `data`; raises `DamagedFile` if it is none."""
    return unseal(_MATCH, VERSION, data, MatchRecord)


def write_record(path: Path, record: Record | MatchRecord) -> None:
    """Write the record to a file."""
    write_file(path, dump_record(record))


def read_record(path: Path) -> Record:
    """The record in a file; raises `DamagedFile` with its name if it is none."""
    return _named(path, load_record)


def read_any_record(path: Path) -> Record | MatchRecord:
    """The record of a game, or of a match, in a file; raises `DamagedFile` with its name if it is neither."""
    return _named(path, lambda data: load_match_record(data) if kind_of(data) == _MATCH else load_record(data))


def _named(path: Path, load: Callable[[bytes], T]) -> T:
    try:
        return load(path.read_bytes())
    except DamagedFile as error:
        raise DamagedFile(f"{path}: {error}") from error

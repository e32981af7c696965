"""`Record`: a game as its inputs, from which it can be played again."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from msgspec import Struct

from cardwright.errors import DamagedFile
from cardwright.session.files import seal, unseal, write_file

VERSION: Final = 1
EVERY: Final = 16
"""How many answers lie between two digests."""
_KIND: Final = "cardwright-record"


class DeckList(Struct, frozen=True, omit_defaults=True):
    """A deck as it is played: per part, how many of each card number."""

    name: str
    parts: dict[str, dict[str, int]]


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


def dump_record(record: Record) -> bytes:
    """The record as JSON bytes with a checksum."""
    return seal(_KIND, VERSION, record)


def load_record(data: bytes) -> Record:
    """The record in `data`; raises `DamagedFile` if it is none."""
    return unseal(_KIND, VERSION, data, Record)


def write_record(path: Path, record: Record) -> None:
    """Write the record to a file."""
    write_file(path, dump_record(record))


def read_record(path: Path) -> Record:
    """The record in a file; raises `DamagedFile` with its name if it is none."""
    try:
        return load_record(path.read_bytes())
    except DamagedFile as error:
        raise DamagedFile(f"{path}: {error}") from error

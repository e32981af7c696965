"""`Scenario` and its parts: rulings as frozen data, every name in them looked up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from cardwright.loading.diagnostics import Path, Source

ZONE_KEYS: Final = frozenset({"order", "set", "include", "exclude", "count"})
"""What may be expected of a zone as a whole; a mapping with none of these is about the one card in it."""


@dataclass(frozen=True, slots=True)
class CardGiven:
    """A card of the board."""

    number: str
    where: Path
    alias: str = ""
    exhausted: bool = False
    face: str = ""
    pieces: Mapping[str, int] = field(default_factory=dict)
    values: Mapping[str, int] = field(default_factory=dict)
    """Number fields it must show."""
    owner: str = ""
    """Empty: the seat under which it stands."""
    entered: int = -1
    """A turn; -1 is an earlier one, 0 the current one."""
    come_from: str = ""
    hosted: Mapping[str, ZoneGiven] = field(default_factory=dict)
    attached: tuple[CardGiven, ...] = ()
    role: str = ""
    known_to: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ZoneGiven:
    """A zone of the board."""

    zone: str
    where: Path
    cards: tuple[CardGiven, ...] = ()
    filler: int = 0
    """So many filler cards besides."""
    whole: bool = True
    """Whether nothing else lies in it; a deck is filled up otherwise."""
    pieces: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TurnGiven:
    """When the scenario begins."""

    number: int
    player: str
    phase: str
    """Empty: the first in which something can be played."""
    at: str
    """`start`, a window, or empty for the phase's first window."""


@dataclass(frozen=True, slots=True)
class ModifierGiven:
    """A change in force."""

    card: str
    controller: str
    where: Path
    ability: int = 0
    """Counted from 1; 0 is the first that makes one."""
    of: tuple[str, ...] = ()
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class HappenedGiven:
    """An event of this turn."""

    event: str
    where: Path
    card: str = ""
    seat: str = ""
    by: str = ""
    cause: str = "rule"
    amount: int = 0


@dataclass(frozen=True, slots=True)
class UsedGiven:
    """A limit that is used up."""

    where: Path
    seat: str = ""
    action: str = ""
    card: str = ""
    ability: int = 0


@dataclass(frozen=True, slots=True)
class Given:
    """The board."""

    turn: TurnGiven
    mode: str
    readings: Mapping[str, str]
    seed: int
    seats: Mapping[str, Mapping[str, ZoneGiven]]
    modifiers: tuple[ModifierGiven, ...] = ()
    happened: tuple[HappenedGiven, ...] = ()
    used: tuple[UsedGiven, ...] = ()


@dataclass(frozen=True, slots=True)
class Pick:
    """One pick by its public meaning: a card, seat, zone or word, with an amount or a role, or an amount alone."""

    name: str = ""
    number: int | None = None
    role: str = ""

    def __str__(self) -> str:
        """As it was written."""
        amount = self.role if self.number is None else str(self.number)
        return f"{self.name}: {amount}" if self.name and amount else self.name or amount


@dataclass(frozen=True, slots=True)
class Answers:
    """The picks for questions of one kind."""

    about: str
    picks: tuple[Pick, ...]


@dataclass(frozen=True, slots=True)
class Act:
    """What a seat does: an act, or answers alone."""

    seat: str
    where: Path
    verb: str = ""
    card: str = ""
    ability: int | str = 0
    way: str = ""
    answers: tuple[Answers, ...] = ()

    def __str__(self) -> str:
        """As it was written, on one line."""
        parts = [f"{self.verb}: {self.card}" if self.card else self.verb] if self.verb else []
        parts += [f"ability: {self.ability}"] if self.ability else []
        parts += [f"way: {self.way}"] if self.way else []
        parts += [f"{each.about}: [{', '.join(map(str, each.picks))}]" for each in self.answers]
        return f"{self.seat}: {{{', '.join(parts)}}}"


@dataclass(frozen=True, slots=True)
class Passing:
    """Everybody passes until something is over (`resolve`) or begins (`until`)."""

    until: str
    """`chain`, `all`, `end_of_turn` or a phase."""
    where: Path

    def __str__(self) -> str:
        """As it was written."""
        return f"{'resolve' if self.until in {'chain', 'all'} else 'until'}: {self.until}"


@dataclass(frozen=True, slots=True)
class Refused:
    """A probe: the act must be refused."""

    act: Act
    because: tuple[str, ...]
    only: bool
    where: Path

    def __str__(self) -> str:
        """As it was written."""
        because = f" because {' and '.join(self.because)}" if self.because else ""
        return f"refused {self.act}{because}"


@dataclass(frozen=True, slots=True)
class Expectation:
    """One thing that must be so."""

    kind: str
    """`seat`, `card`, or a key of `expect` (`chain`, `events` …)."""
    subject: str
    """The seat or card it is about."""
    wanted: Any
    """Plain data."""
    where: Path


@dataclass(frozen=True, slots=True)
class Expect:
    """What must be so at one moment."""

    expectations: tuple[Expectation, ...]
    where: Path

    def __str__(self) -> str:
        """What it looks at."""
        return "expect " + ", ".join(each.subject or each.kind for each in self.expectations)


Step = Act | Passing | Refused | Expect


@dataclass(frozen=True, slots=True)
class Script:
    """What chance decides."""

    coin: tuple[str, ...] = ()
    die: tuple[int, ...] = ()
    pick: tuple[str, ...] = ()
    keep_order: bool = False


@dataclass(frozen=True, slots=True)
class DeckGiven:
    """A deck whose legality is asked."""

    base: str
    parts: Mapping[str, Mapping[str, int]]
    add: Mapping[str, Mapping[str, int]]
    remove: Mapping[str, Mapping[str, int]]
    lists: Mapping[str, Mapping[str, int]]
    violates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scenario:
    """One ruling."""

    game: str
    id: str
    """With the variant in brackets."""
    title: str
    rules: tuple[str, ...]
    source: Source
    where: Path
    given: Given
    script: Script
    steps: tuple[Step, ...]
    expect: Expect | None
    deck: DeckGiven | None = None

    def place(self, where: Path) -> str:
        """`file:line:column` of something in it."""
        mark = self.source.mark(where)
        return f"{self.source.file}:{mark.line}:{mark.column}"

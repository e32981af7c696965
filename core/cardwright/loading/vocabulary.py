"""`Vocabulary`: every name a game gives its expressions; `Environment`: what names mean at one place of a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

BUILT_IN_WORD_FIELDS: Final = ("name", "number", "type", "keyword", "ability")
"""Word fields of any card, beside those of the game."""
BUILT_IN_FLAGS: Final = ("other", "exhausted", "refreshed", "face_up", "reversed", "new", "being_played", "card")
BUILT_IN_CAUSES: Final = ("effect", "battle", "cost", "rule", "use")
SPANS: Final = ("step", "battle", "phase", "turn", "game")
"""Stretches of play that `times` and limits count over."""
SEATS: Final = ("you", "opponent", "partner", "team", "everyone", "turn_player", "chooser", "chance")
THINGS: Final = ("self", "host", "user", "it", "event", "paid", "chain", "chosen", "anywhere", "leaving", "reading")
MOMENTS: Final = ("phase", "step", "window", "turn_number")
FUNCTIONS: Final = ("count", "any", "sum", "max", "min", "times", "limit")
OF_CARDS: Final = ("owner", "controller", "host", "attached", "level", "heading", "zone", "played_from")
"""What any card has beside fields, flags and types."""
OF_EVENT: Final = (
    "card", "cards", "seat", "amount", "count", "source", "cause", "heading", "phase", "kind", "from", "to",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All names of one game that expressions may use; absent sections are empty."""

    numbers: tuple[str, ...] = ()
    """Number fields."""
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Word fields, with the words allowed (none: any)."""
    numbered: tuple[str, ...] = ()
    """Those whose words are numbers of cards."""
    records: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Record fields, with the keys of their records (none: any key)."""
    conditions: tuple[str, ...] = ()
    filters: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    """Flags of the game; the built-in ones need not be named."""
    types: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Card types, with the types each counts as."""
    zones: tuple[str, ...] = ()
    """Every zone, those of pieces and the hosted ones included."""
    piece_zones: Mapping[str, str] = field(default_factory=dict)
    """Zones that hold pieces, with the kind they hold."""
    hosted_zones: Mapping[str, str] = field(default_factory=dict)
    """Zones that lie on cards, with the zone of the hosts."""
    pieces: tuple[str, ...] = ()
    supplies: tuple[str, ...] = ("supply", "void")
    """What the outside of the game is called as a place."""
    phases: tuple[str, ...] = ()
    windows: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    """Names of stretches of a phase (`step: damage`)."""
    headings: tuple[str, ...] = ()
    causes: tuple[str, ...] = ()
    """Causes of the game; the built-in ones need not be named."""
    scopes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Scope to its fields, held and derived, each with its kind: `cards` or `seats`."""
    keywords: tuple[str, ...] = ()
    card_queries: tuple[str, ...] = ()
    """Queries `value.<name>` of cards that are no field (`strength`); `level` need not be named."""
    seat_queries: tuple[str, ...] = ()
    """Queries `value.<name>` of seats (`draw`, `total`)."""
    events: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    """Events of moves that wait: flags of the card about to leave."""
    readings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def every_cause(self) -> tuple[str, ...]:
        """The causes, the built-in ones included."""
        return (*BUILT_IN_CAUSES, *self.causes)

    @property
    def use_headings(self) -> tuple[str, ...]:
        """What an ability may be used under: the headings, and keywords that serve as one."""
        return (*self.headings, *self.keywords)

    @property
    def every_heading(self) -> tuple[str, ...]:
        """What the heading of an effect may be: those of uses, and for a triggered one its event."""
        return (*self.use_headings, *self.events)


@dataclass(frozen=True, slots=True)
class Slot:
    """A named value of the program an expression stands in."""

    number: int
    kind: str
    """`cards`, `seats`, `number`, `words`, or `place` for a procedure's place parameter."""


@dataclass(frozen=True, slots=True)
class Environment:
    """What the names of one expression mean beside the vocabulary."""

    slots: Mapping[str, Slot] = field(default_factory=dict)
    it: str = ""
    """What `it` is: `cards`, `seats`, or empty for nothing."""
    it_slot: int = -1
    """The slot that holds `it` (of kind `it`), as in checks; -1 is the object asked about."""
    has_self: bool = True
    """Whether `self` names something."""
    subject: str = ""
    """Whom card words outside any filter are about: `self`, `it`, or empty for nobody (they are refused)."""
    in_filter: bool = False
    """Whether the text itself is the inside of a filter, about the tested card."""
    scope: str = ""
    """The scope whose fields stand for themselves first, as in a scope's derived fields."""
    chosen: bool = False
    """Whether `chosen` names something (`such_that`)."""
    params: Mapping[str, Any] = field(default_factory=dict)
    """A keyword's parameters: number, word, list of words or expression text; `None` is not filled in yet."""

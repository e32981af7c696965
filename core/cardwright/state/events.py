"""`Event`: a proposal until it is committed, then the report of what happened."""

from __future__ import annotations

from msgspec import Struct

from cardwright.ids import NO_REF, NOBODY
from cardwright.state.card_state import CardState


class Event(Struct, gc=False):
    """One observable change, or one moment."""

    kind: int
    """Its name's number in the rulebook."""
    change: str = ""
    """What committing does: the name of a registered change; empty for a mere moment."""
    card: CardState | None = None
    """The card as it was (a card that entered: as it is)."""
    seat: int = NOBODY
    amount: int = 0
    cause: str = "rule"
    source: int = NO_REF
    """The card behind it."""
    by: int = NOBODY
    """The side behind it."""
    come_from: int = -1
    """Zone key; of pieces their place (`ids.place_of`)."""
    to: int = -1
    """The same; of a link the uid of the host."""
    position: int = 0
    """0 is the top, -1 the bottom, n the n-th place from the top."""
    piece: int = -1
    word: str = ""
    """A face, a role, a heading, a phase: what the change needs to know."""
    other: int = NO_REF
    """The other party (`against`, the host)."""
    cards: tuple[int, ...] = ()
    """All cards of a trigger for several events."""
    program: int = -1
    """The program of a procedure."""
    args: tuple[object, ...] = ()
    """The values of its parameters, as slots hold them."""
    waits: bool = False
    manner: str = ""
    """The named move, for `may.move`."""
    rule: str = ""
    replaced: tuple[tuple[int, int], ...] = ()
    """Replacements that were already applied: (ability, uid)."""
    cancelled: bool = False
    done: bool = False
    """Whether it was committed as proposed."""
    audience: int = -1
    """Seats that may know which card it was, as bits; -1 is all."""
    number: int = 0
    """Its place in the game's log."""

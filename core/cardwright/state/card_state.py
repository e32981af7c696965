"""`CardState`: the slotted record of one physical card or token."""

from __future__ import annotations

from msgspec import Struct

from cardwright.ids import NO_REF, NOBODY

UP = "up"
DOWN = "down"
USER = "user"
"""The role of a host that only uses the card."""


class CardState(Struct, gc=False):
    """One stay of a card in a zone. A move makes a new record; the old one is its last-known information."""

    uid: int
    number: int
    """The card's number in the rulebook."""
    owner: int
    controller: int
    zone: int
    """Zone number."""
    place: int
    """The seat whose zone it is, or `HOSTED + uid` of its host card."""
    incarnation: int = 0
    lent: str = ""
    """How long another seat than its owner commands it."""
    handle: int = -1
    """The name by which viewers know it; new after each shuffle into a hidden zone."""
    exhausted: bool = False
    face: str = "up"
    known_to: int = 0
    """Seats that know it beyond what its zone shows, as bits."""
    entered: int = 0
    """The turn in which this stay began."""
    came_from: int = -1
    """Zone number it came from; what it was played from while it is being used."""
    host: int = -1
    """The card it is attached to."""
    role: str = ""
    more_hosts: tuple[tuple[int, str], ...] = ()
    """Further hosts, each with the role there."""
    guests: tuple[int, ...] = ()
    """The cards attached to it, the last on top."""
    pieces: tuple[int, ...] = ()
    """Pieces on it by kind number; empty for none at all."""
    waiting: int = -1
    """Number of the event it is about to leave by."""
    waits_to: tuple[int, int] = (-1, 0)
    """Where it will go: zone key, and position."""
    waits_as: tuple[int, str, int, int] = (0, "rule", NO_REF, NOBODY)
    """Log number of the event it waits by, and its cause, source and side."""
    uses: tuple[tuple[int, int, int], ...] = ()
    """Limits used up: (what, span stamp, times)."""
    touched: tuple[str, int, int] = ("rule", NO_REF, NOBODY)
    """Cause, source and side of the latest change that touched it."""
    last: dict[str, int] | None = None
    """Its values as it left; present in last-known information only."""
    last_words: dict[str, tuple[str, ...]] | None = None

    @property
    def links(self) -> tuple[tuple[int, str], ...]:
        """The hosts it is attached to, each with the role there."""
        return ((self.host, self.role), *self.more_hosts) if self.host >= 0 and self.role != USER else ()

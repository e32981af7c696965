"""`Decision`, `Option`: what is asked, of whom, about what, and each legal reply."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

PASS: Final = "pass"
DONE: Final = "done"
YES: Final = "yes"
NO: Final = "no"


class Option(Struct, frozen=True, array_like=True, omit_defaults=True, gc=False):
    """One legal reply, light enough to be made by the thousand and plain enough to lie in the state."""

    verb: str
    """An action of the game, or `pass`, `choose`, `done`, `yes`, `no`, `pay`, `order`, `number`, `word`."""
    card: int = -1
    """The physical card it is about."""
    ability: int = -1
    """The ability's number in the rulebook."""
    number: int = -1
    """An amount, or a seat where a seat is chosen."""
    word: str = ""
    """A way of paying, a side of a coin, a heading."""


class Pending(Struct, gc=False):
    """The open question, as the state holds it."""

    number: int
    """How many questions, forced ones too, came before it in this game."""
    seat: int
    about: str
    """`act` (what to do in a window), `choose`, `may`, `pay`, `order`, `number` or `chance`."""
    options: tuple[Option, ...]
    window: str = ""


class Decision(Struct, frozen=True):
    """A question to a seat that already lists its legal replies."""

    number: int
    seat: int
    about: str
    options: tuple[Option, ...]
    window: str = ""
    program: str = ""
    """Where the asking instruction was written: `HD01-010/1`."""
    position: int = -1
    source: int = -1
    """The physical card behind the question."""


class Act(Struct, frozen=True, omit_defaults=True):
    """One thing a seat wants to do, listed or not."""

    verb: str
    card: int = -1
    ability: int = -1
    number: int = -1
    word: str = ""

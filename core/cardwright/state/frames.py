"""`Frame`, a running program, and what waits to become one: `ChainLink`, `Waiting`, `Delayed`."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

from cardwright.ids import NO_REF, NOBODY
from cardwright.state.events import Event

Into = tuple[int, str, str]
"""Where a result goes: a slot, or a scope and its field."""
NOWHERE: Final[Into] = (-1, "", "")
"""Not said: a frame that is begun takes over the place of the op that begins it."""
TO_BATCH: Final[Into] = (-2, "", "")
"""To the batch that holds a procedure."""
DROPPED: Final[Into] = (-3, "", "")
"""Nowhere, whatever the op in progress wants."""


class ChainLink(Struct, gc=False):
    """An effect, or a card being used, that waits in the chain."""

    controller: int
    source: int
    """The card (being used, or whose effect it is)."""
    ability: int
    """-1 for a card that is used and has no effect of its own."""
    is_card: bool
    slots: tuple[Any, ...] = ()
    event: Event | None = None
    user: int = NO_REF
    cancelled: bool = False
    side: int = NOBODY
    """The seat whose places in play are `you`'s as it is carried out, if that is not its controller."""
    paid: tuple[int, ...] = ()
    """Pieces by kind that its cost was paid with."""
    number: int = 0
    """Distinct within a game, so that a target can name it."""


class Waiting(Struct, gc=False):
    """A triggered ability that waits for the next settle."""

    ability: int
    source: int
    controller: int
    event: Event
    batch: str = "ordinary"
    program: int = -1
    """A delayed trigger's program, with its slots."""
    slots: tuple[Any, ...] = ()
    side: int = NOBODY
    declared: bool = False
    """Whether its seat has said that it will be used, where that is said before."""


class Frame(Struct, gc=False):
    """Everything in progress is one of these."""

    program: int
    position: int = 0
    slots: list[Any] = []
    """Numbers, words, or tuples of references and seats."""
    controller: int = NOBODY
    """`you`."""
    source: int = NO_REF
    """`self`."""
    user: int = NO_REF
    cause: str = "rule"
    side: int = NOBODY
    """The seat whose places in play `you` has here, if that is not the controller."""
    by: int = -2
    """The side behind what it does, where that is not the controller."""
    ability: int = -1
    event: Event | None = None
    """The event that `event` names here."""
    scope: str = ""
    fields: dict[str, Any] = {}
    """What the scope holds; without a scope, or under a name with a space, what the engine notes down as it runs."""
    picking: tuple[int, ...] | None = None
    """The picks made so far by the instruction that is asking."""
    done: bool = True
    """Whether the last op did all it said; `partly` whether it did anything."""
    partly: bool = True
    idle: bool = False
    """Whether the last op was used without a result: it found nothing to act on, or what is immune."""
    into: Into = NOWHERE
    """Where the result goes in the frame below."""
    step: str = ""
    stamp: int = 0
    """Log number at which the frame began; its scope is a span counted from it."""
    step_stamp: int = 0
    """Log number at which its step began."""
    events: list[Event] = []
    """The batch in progress."""
    later: list[Frame] = []
    """What goes step by step and waits until the batch is committed."""
    link: ChainLink | None = None
    """The effect being declared or carried out."""
    waiting: list[Waiting] = []
    """The triggers taken up."""
    memo: Any = None
    """What a planner remembers: plain data."""


class Delayed(Struct, gc=False):
    """A trigger made by an effect; works once."""

    pattern: int
    program: int
    controller: int
    source: int
    slots: tuple[Any, ...] = ()
    until: str = ""
    made: int = 0
    side: int = NOBODY

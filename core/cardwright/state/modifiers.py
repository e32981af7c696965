"""`Modifier`: a lasting change of a query's answer."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Modifier(Struct, gc=False):
    """A modifier in force."""

    definition: int
    """Number of its definition among those of the game's programs."""
    controller: int
    source: int
    scope: tuple[int, ...] | None = None
    """The cards (references) or seats it is about; nothing if it stays open."""
    amount: Any = None
    """A number or words fixed when it was made."""
    until: str = ""
    stamp: int = 0
    """When it was made: log number."""
    ability: int = -1
    """The ability that made it, if one did."""
    overcome: tuple[int, ...] = ()
    """The cards among `scope` that were immune as it was made, which could not prevent it."""

"""Places, linked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from cardwright.engine.source_code import frame_function, kind_of
from cardwright.rulebook.expressions import Expr, Place

if TYPE_CHECKING:
    from cardwright.engine.linking import Linked


class LinkedPlace(NamedTuple):
    """A place with its expressions as functions."""

    zone: int
    """-1 where pieces lie on cards, or outside the game."""
    owner: Callable[..., Any] | None
    """The seats or host cards it belongs to, for a frame and a card."""
    hosted: bool
    position: str
    depth: Callable[..., Any] | None
    slot: int = -1
    """The slot of a procedure's parameter that holds places."""


def link_place(tables: Linked, place: Place) -> LinkedPlace:
    """The place as functions."""
    if place.position == "param" and isinstance(place.of, Expr):
        return LinkedPlace(-1, None, hosted=False, position="", depth=None, slot=int(place.of.args[0]))  # type: ignore[arg-type]
    owner = None if place.of is None else frame_function(tables, place.of, "place")
    hosted = place.of is not None and bool(place.zone) and kind_of(place.of) == "cards"
    depth = None if place.depth is None else frame_function(tables, place.depth, "place")
    return LinkedPlace(tables.zone[place.zone] if place.zone else -1, owner, hosted, place.position, depth)

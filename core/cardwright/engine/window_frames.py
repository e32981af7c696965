"""The frame of a window, and the seats that are asked in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.engine.programs import WINDOW
from cardwright.ids import NOBODY
from cardwright.state.frames import Frame

if TYPE_CHECKING:
    from cardwright.engine.context import Context
    from cardwright.rulebook.play import WindowDef

SEATS, TURN, PASSES, ACTS = 1, 2, 3, 4
"""Slots of a window's frame after its name: seats in order, whose turn it is, passes in succession, acts so far."""


def seats_of(c: Context, definition: WindowDef) -> tuple[int, ...]:
    """The seats that a window asks, in order."""
    if not definition.seats:
        return (c.state.turn_player,)
    turn_player = Frame(-1, controller=c.state.turn_player)
    found = [seat for expr in definition.seats for seat in c.tables.frame_function(expr)(c, turn_player)]
    return tuple(dict.fromkeys(found))


def window_frame(name: str, seats: tuple[int, ...], outer: str, controller: int = NOBODY) -> Frame:
    """The frame of a window in which nobody has been asked; `outer` is the window that it interrupts."""
    return Frame(WINDOW, slots=[name, seats, 0, 0, 0], controller=controller, fields={"outer": outer})

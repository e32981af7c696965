"""Timing windows: alternating or chain, at once or last in, first out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.decisions.decision import PASS, Option
from cardwright.engine import actions, settling
from cardwright.engine.declare import declared
from cardwright.engine.programs import CHAIN
from cardwright.engine.window_frames import ACTS, PASSES, SEATS, TURN, seats_of, window_frame
from cardwright.rulebook.play import WindowDef
from cardwright.state import aspects
from cardwright.state.frames import Frame

if TYPE_CHECKING:
    from cardwright.engine.context import Context

_PASSING = Option(PASS)


def open_window(c: Context, frame: Frame, name: str, seats: tuple[int, ...] | None) -> None:
    """Open a window; one that nobody can use closes without a frame."""
    definition = c.tables.rulebook.windows[name]
    order = seats if seats is not None else seats_of(c, definition)
    outer = c.state.window
    name_window(c, name)
    quiet = not c.state.waiting and not c.state.chain and definition.must is None
    if quiet and not any(actions.options(c, seat, definition) for seat in order if not _barred(c, definition, seat)):
        c.counters["closed windows"] += 1
        name_window(c, outer)
        return
    c.push(window_frame(name, order, outer, frame.controller))


def name_window(c: Context, name: str) -> None:
    """The window that is open now."""
    if c.state.window != name:
        c.state.window = name
        c.edit.touch(aspects.WINDOW)


def _barred(c: Context, definition: WindowDef, seat: int) -> bool:
    if definition.barred is None:
        return False
    return bool(c.tables.frame_function(definition.barred)(c, Frame(-1, controller=seat)))


def run_window(c: Context, frame: Frame) -> None:
    """Settle, then ask the next seat."""
    frame.position = 0
    name_window(c, frame.slots[0])
    definition = c.tables.rulebook.windows[frame.slots[0]]
    if c.state.answer is None and settling.settle(c, window=definition):
        return
    if _finished(frame, definition) and not c.state.chain:
        close(c, frame)
        return
    seat = _next_seat(c, frame, definition)
    if seat is None:
        _all_passed(c, frame, definition)
        return
    listed = actions.options(c, seat, definition) if c.state.answer is None else []
    must = definition.must is not None and c.tables.frame_function(definition.must)(c, Frame(-1, controller=seat))
    if must and not listed and c.state.answer is None:
        _unable(c, frame, definition, seat)
        return
    if not must and not _compelled(c, listed, seat):
        listed = [*listed, _PASSING]
    # a frame of this kind starts again at its only step, so a question that stays open needs no step back
    frame.position = 1
    answer = c.ask(frame, seat, "act", tuple(listed), definition.name)
    frame.position = 0
    if answer is not None:
        _take(c, frame, definition, seat, answer)


def _compelled(c: Context, listed: list[Option], seat: int) -> bool:
    """Whether what is listed is there because it must be done."""
    return c.tables.musts and bool(listed) and actions.demanded(c, seat, listed[0])


def _finished(frame: Frame, definition: WindowDef) -> bool:
    if definition.ends == "first_use":
        return bool(frame.slots[ACTS])
    if definition.ends == "first_pass":
        return bool(frame.slots[PASSES])
    return False


def _next_seat(c: Context, frame: Frame, definition: WindowDef) -> int | None:
    """The seat to ask; nothing if all have passed in succession or are barred."""
    seats = frame.slots[SEATS]
    if frame.slots[PASSES] >= len(seats):
        return None
    for _ in seats:
        seat: int = seats[frame.slots[TURN] % len(seats)]
        if not _barred(c, definition, seat):
            return seat
        frame.slots[TURN] += 1
    return None


def _all_passed(c: Context, frame: Frame, definition: WindowDef) -> None:
    if definition.chain and c.state.chain:
        frame.slots[TURN] = frame.slots[PASSES] = 0
        c.push(Frame(CHAIN))
        return
    close(c, frame)


def close(c: Context, frame: Frame) -> None:
    """The window is over."""
    outer = frame.fields["outer"]
    c.pop(frame)
    name_window(c, outer)


def _unable(c: Context, frame: Frame, definition: WindowDef, seat: int) -> None:
    """Something must be done and cannot."""
    close(c, frame)
    if definition.unable >= 0:
        c.push(c.tables.frame_of(definition.unable, seat))


def _take(c: Context, frame: Frame, definition: WindowDef, seat: int, answer: Option) -> None:
    slots = frame.slots
    if answer.verb == PASS:
        slots[PASSES] += 1
        slots[TURN] += 1
        return
    slots[PASSES] = 0
    slots[ACTS] += 1
    slots[TURN] = 0 if definition.keeps_first else slots[TURN] + 1
    c.push(declared(c, seat, answer, chain=definition.chain))

"""An effect offers acts: one seat may declare one of them now, outside any window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.decisions.decision import PASS, Option
from cardwright.engine.actions import offered, options
from cardwright.engine.declare import declared
from cardwright.ids import ref_uid
from cardwright.state.frames import Frame

if TYPE_CHECKING:
    from cardwright.engine.context import Context


def offer_once(c: Context, frame: Frame) -> None:
    """Ask for one of the acts, or none; slots: the actions, and the cards they are limited to, if they are."""
    names, refs = tuple(frame.slots[0]), frame.slots[1]
    found = offers(c, frame.controller, names, refs) if c.state.answer is None else []
    if not found and c.state.answer is None:
        c.pop(frame, ())
        return
    answer = c.ask(frame, frame.controller, "act", (*found, Option(PASS)))
    if answer is None:
        return
    c.pop(frame, ())
    if answer.verb != PASS:
        made = declared(c, frame.controller, answer, chain=False)
        made.fields["offered"] = names
        c.push(made)


def offers(c: Context, seat: int, names: tuple[str, ...], refs: tuple[int, ...] | None) -> list[Option]:
    """What is open of the acts offered."""
    uids = None if refs is None else {ref_uid(ref) for ref in refs}
    return [each for each in options(c, seat, offered(names)) if uids is None or each.card in uids]


STEPS = (offer_once,)
"""The program of an offer."""

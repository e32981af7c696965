"""Cards about to leave: what becomes of the triggers that hang on a leaving that does not come about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardwright.ids import make_ref
from cardwright.state.frames import DROPPED

if TYPE_CHECKING:
    from cardwright.engine.context import Context
    from cardwright.state.card_state import CardState
    from cardwright.state.frames import Waiting


def drop(c: Context, card: CardState) -> None:
    """Drop the triggers that hang on the leaving of a card that waits, in whatever settle; the one running goes on."""
    if card.waiting < 0:
        return
    state = c.state
    state.waiting = _left(c, state.waiting, card)
    for frame in list(state.frames):
        if frame.waiting:
            frame.waiting = _left(c, frame.waiting, card)


def _left(c: Context, triggers: list[Waiting], card: CardState) -> list[Waiting]:
    left = []
    for each in triggers:
        kept = _without(each, card)
        if kept is not None:
            left.append(kept)
        elif each.declared:
            _undo(c, each)
    return left


def _without(trigger: Waiting, card: CardState) -> Waiting | None:
    """The trigger without the card, or nothing if it hangs on that card alone."""
    event, ref = trigger.event, make_ref(card.uid, card.incarnation)
    if event.number < card.waits_as[0]:
        return trigger
    if event.cards:
        rest = tuple(each for each in event.cards if each != ref)
        if len(rest) == len(event.cards):
            return trigger
        if not rest:
            return None
        event = replace(event)
        event.cards = rest
        return replace(trigger, event=event)
    own = event.card is not None and make_ref(event.card.uid, event.card.incarnation) == ref
    return None if own or event.other == ref else trigger


def _undo(c: Context, trigger: Waiting) -> None:
    """What a batch does if a trigger that was declared is dropped."""
    program = c.tables.rulebook.triggers.dropped.get(trigger.batch, -1)
    if program < 0:
        return
    c.push(c.tables.frame_of(program, trigger.controller, source=trigger.source, into=DROPPED))

"""Proposal -> replacement and prevention -> commit -> event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardwright.decisions.decision import NO, YES, Option
from cardwright.engine import checks, triggers
from cardwright.engine.changes import CHANGES
from cardwright.engine.immunity import immune
from cardwright.engine.lending import borne
from cardwright.engine.patterns import outward_listeners
from cardwright.engine.programs import BATCH, REPLACE
from cardwright.engine.verdicts import forbidden
from cardwright.ids import zone_key
from cardwright.state import aspects
from cardwright.state.events import Event
from cardwright.state.frames import TO_BATCH, Frame

if TYPE_CHECKING:
    from cardwright.engine.context import Context


def stopped(c: Context, event: Event) -> bool:
    """Whether something forbids the change of its card, or the card is immune to its source."""
    return _barred(c, event) or _unaffected(c, event)


def _unaffected(c: Context, event: Event) -> bool:
    """Whether the card is immune to the effect that would change it."""
    card = event.card
    if card is None or event.cause != "effect" or (not event.change and event.program < 0):
        return False
    return immune(c, card, event.by, event.source)


def _barred(c: Context, event: Event) -> bool:
    """Whether something forbids the change."""
    card = event.card
    if event.program >= 0:
        it = event.seat if card is None else card
        query = f"may.{event.manner}"
        if forbidden(c, query, it, event.by, c.known_card(event.source), "", event.cause) is not None:
            return True
    if card is None or not event.manner or (not event.change and event.program < 0):
        return False
    return forbidden(c, "may.move", card, event.by, None, event.manner, event.cause) is not None


def commit(c: Context, frame: Frame, events: list[Event], *, granted: bool = False) -> tuple[int, ...] | None:
    """Commit proposals as one batch.

    `granted`: whether anything forbids it was asked before, when a card began to leave.

    Gives references to their cards, or nothing if the batch goes on in a frame, which then puts them into the place
    named by the frame that proposed them.
    """
    allowed = events if granted else [event for event in events if not stopped(c, event)]
    frame.done = len(allowed) == len(events)
    frame.partly = bool(allowed)
    frame.idle = not allowed and not any(_barred(c, event) for event in events)
    if not allowed:
        return ()
    c.counters["commits"] += 1
    replacing = c.tables.replacers
    if all(event.program < 0 and event.kind not in replacing for event in allowed):
        apply(c, allowed)
        if c.tables.emptied:
            checks.refill(c, allowed)
        checks.run(c)
        return committed(c, allowed)
    holds = not any(event.manner in c.tables.stretches for event in allowed if event.program >= 0)
    c.state.held += holds
    made = Frame(BATCH, controller=frame.controller, source=frame.source, events=allowed, memo=0)
    made.fields["holds"] = int(holds)
    c.push(made)
    return None


def committed(c: Context, events: list[Event]) -> tuple[int, ...]:
    """References to the cards of committed events, on the stay they are on now."""
    cards = c.cards
    return c.refs([cards[event.card.uid] for event in events if event.card is not None and not event.cancelled])


def apply(c: Context, events: list[Event]) -> None:
    """Commit a batch: all changes, then all reports, matched against the listeners as they stood before."""
    heard = c.tables.heard
    if len(events) == 1 and not events[0].change and events[0].kind not in heard:
        events[0].done = True
        report(c, events[0], {})
        return
    kinds = {event.kind for event in events if event.kind in heard}
    if any(event.change in {"move", "create"} for event in events):
        kinds |= c.tables.comings_and_goings
    before = {kind: outward_listeners(c, heard[kind], c.tables.listener_cell + kind) for kind in kinds}
    c.also = []
    for event in events:
        CHANGES[event.change](c, event)
        event.done = True
    for event in (*events, *c.also):
        report(c, event, before)
    c.also = []


def report(c: Context, event: Event, before: dict[int, Any]) -> None:
    """An event happened: log it, and match triggers."""
    state = c.state
    event.number = state.logged
    state.logged += 1
    state.events.append(event)
    if event.kind in c.tables.tracked:
        state.history.setdefault(c.tables.events[event.kind], []).append(event)
        c.edit.touch(aspects.HISTORY)
    if event.kind in c.tables.heard:
        triggers.notice(c, event, before.get(event.kind, ()))
    if state.delayed:
        triggers.notice_delayed(c, event)
    if state.modifiers and c.tables.endings:
        triggers.end_modifiers(c, event)


# -- the frame of a batch that is replaced, or that holds procedures


def batch_replace(c: Context, frame: Frame) -> None:
    """Offer each proposal to the replacements that fit it, each once."""
    replacing = c.tables.replacers
    while frame.memo < len(frame.events):
        event = frame.events[frame.memo]
        if event.card is not None and event.change in {"move", "wait"}:
            event.come_from = zone_key(event.card.zone, event.card.place)
        listeners = replacing.get(event.kind)
        if listeners is not None and not event.cancelled:
            found = _next_replacement(c, event, listeners)
            if found is not None:
                ability, card = found
                event.replaced = (*event.replaced, (ability, card.uid))
                frame.position -= 1
                c.push(
                    Frame(
                        REPLACE,
                        controller=triggers.using_seat(c, card, event),
                        source=c.ref(card),
                        cause="effect",
                        ability=ability,
                        event=event,
                    )
                )
                return
        frame.memo += 1
    frame.memo = 0


def _next_replacement(c: Context, event: Event, listeners: Any) -> tuple[int, Any] | None:
    heard = list(outward_listeners(c, listeners, c.tables.replacer_cell + event.kind))
    if event.card is not None:
        heard += [(ability, linked, event.card) for ability, linked in borne(c, listeners.own, event.card)]
    for ability, linked, card in heard:
        if (ability, card.uid) in event.replaced or not triggers.works(c, ability, card):
            continue
        if not triggers.hears(c, linked, card, event):
            continue
        if linked.fits(c, card.controller, card, event) and triggers.may_use(c, ability, card):
            return ability, card
    return None


def replace_ask(c: Context, frame: Frame) -> None:
    """Its seat decides whether, if it may."""
    definition = c.tables.abilities[frame.ability]
    if definition.may is not None:
        answer = c.ask(frame, frame.controller, "may", (Option(YES, ability=frame.ability), Option(NO)))
        if answer is None:
            return
        if answer.verb == NO:
            frame.position += 1
            return
    triggers.count_limit(c, frame.ability, frame.source, frame.controller)
    seat, ability = frame.controller, frame.ability
    c.push(c.tables.frame_of(definition.program, seat, source=frame.source, cause="effect", ability=ability))


def replace_done(c: Context, frame: Frame) -> None:
    """What the replacement made of the proposal goes back into the batch."""
    c.pop(frame)
    batch = c.state.frames[-1]
    assert frame.event is not None  # noqa: S101 - a replacement has the proposal it replaces
    batch.events[batch.memo] = frame.event


def batch_apply(c: Context, frame: Frame) -> None:
    """Commit what is left: plain changes together, then the procedures one by one."""
    left = [event for event in frame.events if not event.cancelled]
    plain = [event for event in left if event.program < 0 and not event.done]
    if plain:
        apply(c, plain)
        if c.tables.emptied:
            checks.refill(c, plain)
    for place, event in enumerate(frame.events):
        if event.program >= 0 and not event.cancelled and not event.done:
            frame.position -= 1
            frame.memo = place
            event.done = True
            c.push(procedure_frame(c, frame, event))
            return
    frame.memo = None


def procedure_frame(c: Context, frame: Frame, event: Event) -> Frame:
    """The frame that runs a procedure."""
    procedure = c.tables.rulebook.procedures[event.manner]
    made = c.tables.frame_of(
        event.program,
        frame.controller,
        event.args,
        source=event.source if event.source >= 0 else frame.source,
        cause=procedure.cause or event.cause,
        scope=procedure.scope,
        stamp=c.state.logged,
        into=TO_BATCH,
        by=event.by,
    )
    if procedure.scope:
        holds = c.tables.rulebook.scopes[procedure.scope].holds
        for name, value in zip(procedure.params, event.args, strict=False):
            if name in holds:
                made.fields[name] = value
        c.edit.touch(aspects.SCOPE)
    return made


def batch_done(c: Context, frame: Frame) -> None:
    """Report the procedures, let checks run again, and give the result to the frame that proposed."""
    state = c.state
    state.held -= frame.fields["holds"]
    state.frames.pop()
    below = state.frames[-1]
    done = [event for event in frame.events if not event.cancelled]
    for event in done:
        if event.program >= 0 and event.kind >= 0:
            kind = event.kind
            listeners = c.tables.heard.get(kind)
            cell = c.tables.listener_cell + kind
            report(c, event, {kind: outward_listeners(c, listeners, cell)})
    below.done = below.done and len(done) == len(frame.events)
    below.partly = bool(done)
    c.store(below, frame.into, frame.slots[0] if frame.slots else _result(c, done))
    checks.run(c)


def _result(c: Context, done: list[Event]) -> tuple[int, ...] | int:
    """What a batch gives: the number of pieces it moved, or references to its cards."""
    if done and all(event.change == "pieces" for event in done):
        return sum(event.amount for event in done)
    return committed(c, done)

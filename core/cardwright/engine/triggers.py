"""Matches events to triggered abilities and notes those that wait for the next settle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from cardwright.engine.lending import borne
from cardwright.engine.programs import OWN
from cardwright.engine.queries import bears
from cardwright.engine.verdicts import forbidden
from cardwright.ids import make_ref, ref_uid
from cardwright.state.card_state import CardState
from cardwright.state.events import Event
from cardwright.state.frames import Delayed, Waiting

if TYPE_CHECKING:
    from cardwright.engine.context import Context
    from cardwright.engine.patterns import LinkedPattern
    from cardwright.rulebook.modifier import Limit
    from cardwright.state.modifiers import Modifier


def works(c: Context, ability: int, card: CardState) -> bool:
    """Whether an ability of a card works where the card is (or was) and as it lies."""
    definition = c.tables.abilities[ability]
    if card.zone >= len(c.tables.zones):
        return False
    zone = c.tables.zones[card.zone]
    if zone.name not in definition.zones:
        return False
    return card.face == "up" or not c.tables.blanked(card.zone, card.face, "ability")


def using_seat(c: Context, card: CardState, event: Event) -> int:
    """The seat that uses what an event sets off: of a card that serves a team the one whom the event befell."""
    mine = card.number in c.tables.serving and event.kind not in c.tables.team_events
    return event.seat if mine and event.seat in c.team[card.controller] else card.controller


def may_use(c: Context, ability: int, card: CardState, heading: str = "") -> bool:
    """Whether its condition holds, its limit is not used up, and nothing forbids using it."""
    definition = c.tables.abilities[ability]
    condition = c.tables.ability_condition(ability)
    if condition is not None and not condition(c, card.controller, card, card):
        return False
    if definition.limit is not None and used_up(c, definition.limit, ability, card, card.controller):
        return False
    if not bears(c, card, definition):
        return False
    return forbidden(c, "may.use", card, card.controller, None, heading or definition.heading) is None


def notice(c: Context, event: Event, outward: Iterable[tuple[int, Any, CardState]]) -> None:
    """Note the abilities that an event triggers."""
    listeners = c.tables.heard[event.kind]
    if event.card is not None:
        mine = listeners.own
        for ability, linked in borne(c, mine, event.card) if event.card.guests else mine.get(event.card.number, ()):
            _trigger(c, ability, linked, event.card, event)
    for ability, linked, card in outward:
        _trigger(c, ability, linked, card, event)


def _trigger(c: Context, ability: int, linked: Any, card: CardState, event: Event) -> None:
    if not works(c, ability, card) or not hears(c, linked, card, event):
        return
    heading = c.tables.heading(ability, event)
    if not linked.fits(c, card.controller, card, event) or not may_use(c, ability, card, heading):
        return
    you = using_seat(c, card, event)
    ref = make_ref(card.uid, card.incarnation)
    definition = c.tables.abilities[ability]
    if definition.batch in c.tables.rulebook.triggers.declared and _in_use(c, definition.batch, ref):
        return
    if linked.pattern.together:
        for waiting in c.state.waiting:
            known = waiting.ability == ability and waiting.source == ref and waiting.controller == you
            if known and waiting.event.kind == event.kind:
                waiting.event.cards = (*waiting.event.cards, *_event_ref(event))
                return
        event = replace(event)
        event.cards = _event_ref(event)
    c.state.waiting.append(Waiting(ability, ref, you, event, definition.batch or "ordinary"))


def hears(c: Context, linked: LinkedPattern, card: CardState, event: Event) -> bool:
    """Whether a card that is about to leave still has the ability: all of them, or what is about that leaving alone."""
    now = c.cards[card.uid]
    if now.incarnation != card.incarnation or now.waiting < 0 or now.waiting in c.tables.keeps_ability:
        return True
    return linked.own and event.kind == now.waiting


def _in_use(c: Context, batch: str, ref: int) -> bool:
    """Whether a declared trigger of the card is still to be carried out, or is."""
    last = OWN + c.tables.rulebook.triggers.last.get(batch, -1 - OWN)
    return any(
        (frame.program == last and frame.source == ref)
        or any(each.declared and each.source == ref for each in frame.waiting)
        for frame in c.state.frames
    )


def _event_ref(event: Event) -> tuple[int, ...]:
    return (make_ref(event.card.uid, event.card.incarnation),) if event.card is not None else ()


def notice_delayed(c: Context, event: Event) -> None:
    """Note the delayed triggers that an event sets off; each works once."""
    left: list[Delayed] = []
    for delayed in c.state.delayed:
        linked = c.tables.delayed(delayed.pattern)
        me = c.known_card(delayed.source)
        if event.kind in linked.kinds_of_event and linked.fits(c, delayed.controller, me, event):
            made = Waiting(-1, delayed.source, delayed.controller, event, "ordinary", delayed.program, delayed.slots)
            made.side = delayed.side
            c.state.waiting.append(made)
        else:
            left.append(delayed)
    c.state.delayed = left


def end_modifiers(c: Context, event: Event) -> None:
    """End the lasting changes that an event of their kind ends."""
    if event.kind not in c.tables.ending_kinds:
        return
    kept = tuple(each for each in c.state.modifiers if not _ends(c, each, event))
    if len(kept) != len(c.state.modifiers):
        c.edit.keep_modifiers(kept)


def _ends(c: Context, modifier: Modifier, event: Event) -> bool:
    linked = c.tables.endings.get(modifier.definition)
    if linked is None or event.number < modifier.stamp:
        return False
    return event.kind in linked.kinds_of_event and linked.fits(
        c, modifier.controller, c.known_card(modifier.source), event
    )


# -- limits


def used_up(c: Context, limit: Limit, what: int, card: CardState | None, seat: int) -> bool:
    """Whether a limit allows no further use."""
    count = limit.count
    constant = count.args[0] if count.op == "number" else None
    most = constant if isinstance(constant, int) else c.tables.limit_count(limit)(c, seat, card, card)
    stamp = c.since(limit.span)
    if limit.each == "copy" and card is not None:
        return next((use[2] for use in card.uses if use[0] == what and use[1] == stamp), 0) >= most
    return c.state.limits.get(limit_key(c, limit, what, card, seat), 0) >= most


def limit_key(c: Context, limit: Limit, what: int, card: CardState | None, seat: int) -> str:
    """Under what a limit that is not a copy's is counted."""
    stamp = c.since(limit.span)
    if limit.each == "name" and card is not None:
        return f"{limit.span} {stamp} name {c.tables.names[card.number][0]} {seat} {what}"
    if limit.each == "host" and card is not None:
        return f"{limit.span} {stamp} host {card.host} {what}"
    return f"{limit.span} {stamp} seat {seat} {what}"


def uses_key(c: Context, heading: str, seat: int) -> str:
    """Under what a seat's uses under a heading are counted in a turn."""
    return f"turn {c.state.turn} heading {heading} {seat}"


def count_limit(c: Context, ability: int, source: int, seat: int) -> None:
    """Count one use of a limited ability."""
    if ability >= 0:
        count_use(c, c.tables.abilities[ability].limit, ability, source, seat)


def count_use(c: Context, limit: Limit | None, what: int, source: int, seat: int) -> None:
    """Count one use against a limit, if there is one."""
    if limit is None:
        return
    card = c.known_card(source)
    if limit.each == "copy" and card is not None:
        if c.cards[ref_uid(source)].incarnation == card.incarnation:
            c.edit.count_use(card.uid, what, c.since(limit.span))
    else:
        c.edit.limit(limit_key(c, limit, what, card, seat), seat)

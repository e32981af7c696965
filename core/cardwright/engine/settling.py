"""Settling: what waits is taken up. Triggers are put on a chain or carried out, then cards about to leave do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardwright.decisions.decision import NO, YES, Option
from cardwright.engine import triggers
from cardwright.engine.declare import triggered
from cardwright.engine.piece_moves import event_of_pieces
from cardwright.engine.programs import CHAIN, SETTLE
from cardwright.engine.proposals import commit
from cardwright.engine.window_frames import seats_of, window_frame
from cardwright.ids import place_of
from cardwright.rulebook.play import WindowDef
from cardwright.state.events import Event
from cardwright.state.frames import Frame, Waiting

if TYPE_CHECKING:
    from cardwright.engine.context import Context
    from cardwright.state.card_state import CardState


def settle(c: Context, window: WindowDef | None = None) -> bool:
    """Take up what began to wait, if something did and this is a moment for it; whether anything was begun."""
    state = c.state
    leavers = _leavers(c) if c.tables.waits else []
    if (not state.waiting and not leavers) or state.held:
        return False
    rules = c.tables.rulebook.triggers
    if rules.window and (window is None or not window.chain):
        if any(frame.program == CHAIN for frame in state.frames):
            return False
        seats = seats_of(c, c.tables.rulebook.windows[rules.window])
        c.push(window_frame(rules.window, seats, state.window))
        return True
    taken, state.waiting = state.waiting, []
    c.push(Frame(SETTLE, slots=leavers, waiting=taken))
    return True


def _leavers(c: Context) -> list[int]:
    """The cards that began to wait since the last settle."""
    leaving = c.state.leaving
    if not leaving:
        return []
    known = {ref for frame in c.state.frames if frame.program == SETTLE for ref in frame.slots}
    return [ref for ref in c.refs(c.cards[uid] for uid in leaving) if ref not in known]


# -- the frame of a settle


def take_up(c: Context, frame: Frame) -> None:
    """The next trigger, in the order that the seat that orders chooses; then what waited to leave leaves."""
    rules = c.tables.rulebook.triggers
    if rules.declared and _declare(c, frame):
        return
    if _nested(c):
        frame.position -= 1
        return
    if not frame.waiting:
        _leave(c, frame)
        return
    chosen = _next(c, frame)
    if chosen is None:
        return
    frame.waiting = [each for each in frame.waiting if each is not chosen]
    frame.position -= 1
    if not _still_wanted(c, chosen):
        return
    if chosen.declared:
        _push_own(c, chosen, rules.last)
    c.push(triggered(c, chosen, chain=rules.ask == "when_put_on_chain"))


def _nested(c: Context) -> bool:
    """Whether what a trigger brought about is settled first, and there was something."""
    rules = c.tables.rulebook.triggers
    return rules.ask != "when_put_on_chain" and rules.nested == "first" and settle(c)


def _next(c: Context, frame: Frame) -> Waiting | None:
    """The trigger to carry out next; nothing while its place in the order is asked."""
    batch = next((name for name in c.tables.rulebook.triggers.batches if _of(frame.waiting, name)), None)
    held = frame.waiting if batch is None else _of(frame.waiting, batch)
    if batch in c.tables.rulebook.triggers.declared:
        return held[0]
    seat, mine = _orderer(c, held)
    frame.fields["several"] = frame.fields.get("several", False) or len(mine) > 1
    if not frame.fields["several"]:
        return mine[0]
    options = tuple(_option(c, each, number) for number, each in enumerate(mine))
    answer = c.ask(frame, seat, "order", options)
    return None if answer is None else mine[options.index(answer)]


def _of(waiting: list[Waiting], batch: str) -> list[Waiting]:
    return [each for each in waiting if each.batch == batch]


def _option(c: Context, waiting: Waiting, number: int) -> Option:
    card = c.known_card(waiting.source)
    return Option("order", -1 if card is None else card.uid, waiting.ability, number)


def _orderer(c: Context, held: list[Waiting]) -> tuple[int, list[Waiting]]:
    """Who orders next, and among what, by the rulebook's word for the phase."""
    rules = c.tables.rulebook.triggers
    how = rules.orders.get(c.state.phase) or rules.orders.get("else", "turn_player")
    if how == "turn_player":
        return c.state.turn_player, held
    for seat in c.everyone():
        mine = [each for each in held if each.controller == seat]
        if mine:
            return seat, mine
    return c.state.turn_player, held


def _still_wanted(c: Context, waiting: Waiting) -> bool:
    """Whether the trigger may still be used: its limit is not used up."""
    if waiting.ability < 0:
        return True
    definition = c.tables.abilities[waiting.ability]
    card = c.known_card(waiting.source)
    if definition.limit is None or card is None:
        return True
    return not triggers.used_up(c, definition.limit, waiting.ability, card, waiting.controller)


# -- batches that are declared before anything is carried out


def _declare(c: Context, frame: Frame) -> bool:
    """Ask for the next trigger of a declared batch whether it is used; whether there was one to ask for.

    What declaring brings about joins the triggers of this settle.
    """
    frame.waiting = [*frame.waiting, *c.state.waiting] if frame.fields.get("declaring") else frame.waiting
    c.state.waiting = [] if frame.fields.get("declaring") else c.state.waiting
    batches = c.tables.rulebook.triggers.declared
    open_ones = [each for each in frame.waiting if each.batch in batches and not each.declared]
    if not open_ones:
        frame.fields["declaring"] = False
        return False
    frame.fields["declaring"] = True
    asked = next(each for seat in c.everyone() for each in open_ones if each.controller == seat)
    options = (Option(YES, ability=asked.ability), Option(NO))
    wanted = options[0]
    if c.tables.abilities[asked.ability].may is not None:
        seats = c.tables.ability_may(asked.ability)(c, _asking(asked))
        answer = c.ask(frame, c.first(seats), "may", options)
        if answer is None:
            return True
        wanted = answer
    frame.position -= 1
    rest = [each for each in frame.waiting if each is not asked]
    frame.waiting = rest
    if wanted.verb == YES:
        asked.declared = True
        frame.waiting = [*rest, asked]
        _push_own(c, asked, c.tables.rulebook.triggers.first)
    return True


def _asking(waiting: Waiting) -> Frame:
    return Frame(-1, controller=waiting.controller, source=waiting.source, ability=waiting.ability, event=waiting.event)


def _push_own(c: Context, waiting: Waiting, programs: dict[str, int]) -> None:
    """Run what the batch of a trigger does before it, after it, or when it is dropped."""
    program = programs.get(waiting.batch, -1)
    if program < 0:
        return
    c.push(c.tables.frame_of(program, waiting.controller, source=waiting.source))


# -- leaving


def _leave(c: Context, frame: Frame) -> None:
    """What still waits leaves in one batch, its pieces with it."""
    leavers = [card for card in c.live(frame.slots) if card.waiting >= 0]
    c.step = None
    if not frame.fields.get("asked") and _ask_guests(c, frame, leavers):
        return
    c.state.held -= frame.fields.pop("asked", 0)
    frame.slots = []
    events = [event for card in leavers for event in (*_pieces_of(c, card), _leaving(c, card))]
    if events:
        commit(c, frame, events, granted=True)


def _ask_guests(c: Context, frame: Frame, leavers: list[CardState]) -> bool:
    """What the guests of those do that are left behind; whether any has something to do.

    The pieces of their hosts have gone where they go. Nothing is checked before the hosts have left, too.
    """
    links = [(guest, c.tables.link_of(guest.role)) for guest in _left_behind(c, leavers)]
    asked = [(guest, link.left_behind) for guest, link in links if link is not None and link.left_behind >= 0]
    if not asked:
        return False
    frame.fields["asked"] = 1
    frame.position -= 1
    c.state.held += 1
    for guest, program in reversed(asked):
        slots = (c.refs((guest,)), c.refs((c.cards[guest.host],)))
        c.push(c.tables.frame_of(program, guest.owner, slots, cause="rule"))
    commit(c, frame, [event for card in leavers for event in _pieces_of(c, card)], granted=True)
    return True


def _left_behind(c: Context, leavers: list[CardState]) -> list[CardState]:
    """The guests all of whose hosts leave, each seat's in turn."""
    gone = {card.uid for card in leavers}
    guests = dict.fromkeys(uid for card in leavers for uid in card.guests)
    found = [c.cards[uid] for uid in guests if all(host in gone for host, _ in c.cards[uid].links)]
    return [guest for seat in c.everyone() for guest in found if guest.owner == seat]


def _leaving(c: Context, card: CardState) -> Event:
    to, position = card.waits_to
    _, cause, source, by = card.waits_as
    made = Event(c.tables.event["moved"], "move", card, card.owner, 0, cause, source, by, to=to, position=position)
    made.waits = True
    return made


def _pieces_of(c: Context, card: CardState) -> list[Event]:
    """The proposals that the pieces on a leaving card go where the rulebook says."""
    found = []
    _, cause, source, by = card.waits_as
    for kind, count in enumerate(card.pieces):
        place = c.tables.pieces[kind].host_leaves
        if count and place is not None and place.zone:
            key, _ = c.place_for(place, card)
            event = event_of_pieces(c, Frame(-1), kind, count, card.uid, place_of(key))
            event.cause, event.source, event.by = cause, source, by
            found.append(event)
    return found


def settled(c: Context, frame: Frame) -> None:
    """The settle is over, unless the leaving brought something about."""
    if _nested(c):
        frame.position -= 1
        return
    c.pop(frame)


STEPS: Final = (take_up, settled)
"""The program of a settle."""

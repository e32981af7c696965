"""The engine's own programs for ops that ask or go step by step: drawing, ordering, chance, taking pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.decisions.decision import Option
from cardwright.engine.piece_moves import pieces_at, propose_count
from cardwright.engine.programs import OWN
from cardwright.engine.proposals import commit
from cardwright.ids import CHANCE, zone_key
from cardwright.state.frames import Frame

if TYPE_CHECKING:
    from cardwright.engine.context import Context


def draw_next(c: Context, frame: Frame) -> None:
    """Draw one card, run what an empty deck demands, and go on."""
    seat, count, drawn, tried = frame.slots
    if count <= 0 or c.state.result is not None:
        c.pop(frame, tuple(drawn))
        return
    pile, to = (c.tables.zone[name] for name in c.tables.rulebook.draw)
    held = c.state.zones.get(c.keys[pile][seat], ())
    frame.position = 0
    if not held:
        empty = c.tables.zones[pile].empty
        if empty < 0 or tried:
            c.pop(frame, tuple(drawn))
            return
        slots = [None] * len(c.tables.rulebook.programs[empty].slots)
        frame.slots = [seat, count, drawn, 1]
        c.push(Frame(OWN + empty, slots=slots, controller=seat, into=(-3, "", "")))
        return
    card = c.cards[held[0]]
    frame.slots = [seat, count - 1, (*drawn, *c.refs((card,))), 0]
    c.step = None
    c.into = (-3, "", "")
    commit(c, frame, [c.event(frame, "drawn", "move", card, seat=seat, to=zone_key(to, c.homes[to][seat]))])
    c.into = (-1, "", "")


def order_next(c: Context, frame: Frame) -> None:
    """Ask for the next card of the order (the first comes first)."""
    refs, done = frame.slots
    left = [card for card in c.live(refs) if c.refs((card,))[0] not in done]
    if left:
        answer = c.ask(frame, frame.controller, "order", tuple(Option("order", card.uid) for card in left))
        if answer is None:
            return
        frame.slots[1] = (*done, *c.refs((c.cards[answer.card],)))
        frame.position = 0
        return
    c.pop(frame, tuple(done))
    cards = c.live(done)
    if cards:
        key = zone_key(cards[0].zone, cards[0].place)
        event = c.event(frame, "ordered", "reorder", to=key, seat=frame.controller)
        event.cards = tuple(card.uid for card in cards)
        commit(c, c.state.frames[-1], [event])


def ask_chance(c: Context, frame: Frame) -> None:
    """Let chance pick a side, and report it."""
    sides = tuple(each if isinstance(each, Option) else Option(*each) for each in frame.memo)
    answer = c.ask(frame, CHANCE, "chance", sides)
    if answer is None:
        return
    c.pop(frame, answer.number if answer.number >= 0 else (answer.word,))
    c.step = None
    word, amount = answer.word, max(answer.number, 0)
    commit(c, c.state.frames[-1], [c.event(frame, frame.slots[0], "", seat=frame.controller, amount=amount, word=word)])


def take_any(c: Context, frame: Frame) -> None:
    """Ask how many pieces to take from one place."""
    kinds, source, target = frame.slots
    held = pieces_at(c, source)
    most = sum(held[kind] for kind in kinds)
    options = tuple(Option("number", source, number=number) for number in range(most + 1))
    answer = c.ask(frame, frame.controller, "number", options)
    if answer is None:
        return
    c.pop(frame, answer.number)
    c.step, c.batch = None, []
    propose_count(c, frame, tuple(kinds), answer.number, source, target)
    if c.batch:
        commit(c, c.state.frames[-1], c.batch)

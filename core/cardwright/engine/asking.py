"""The engine's own programs for ops that ask or go step by step: drawing, ordering, chance, taking pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.decisions.decision import Option
from cardwright.engine.piece_moves import event_of_pieces, picker, takeable
from cardwright.engine.proposals import commit
from cardwright.ids import CHANCE, zone_key
from cardwright.state.frames import DROPPED, NOWHERE

if TYPE_CHECKING:
    from cardwright.engine.context import Context
    from cardwright.state.frames import Frame


def draw_next(c: Context, frame: Frame) -> None:
    """Draw one card, run what an empty deck demands, and go on."""
    seat, count, drawn, tried = frame.slots
    if count <= 0 or c.state.result is not None:
        _end_draw(c, frame)
        return
    pile, to = (c.tables.zone[name] for name in c.tables.rulebook.draw)
    held = c.state.zones.get(c.keys[pile][seat], ())
    frame.position = 0
    if not held:
        empty = c.tables.zones[pile].empty
        if empty < 0 or tried:
            _end_draw(c, frame)
            return
        frame.slots = [seat, count, drawn, 1]
        c.push(c.tables.frame_of(empty, seat, into=DROPPED))
        return
    card = c.cards[held[0]]
    frame.slots = [seat, count - 1, (*drawn, c.ref(card)), 0]
    c.step = None
    c.into = DROPPED
    commit(c, frame, [c.event(frame, "drawn", "move", card, seat=seat, to=zone_key(to, c.homes[to][seat]))])
    c.into = NOWHERE


def _end_draw(c: Context, frame: Frame) -> None:
    """The drawn cards are the result; what is left undrawn was not done."""
    _, left, drawn, _ = frame.slots
    c.pop(frame, tuple(drawn))
    below = c.state.frames[-1]
    below.done, below.partly, below.idle = left <= 0, bool(drawn), not drawn


def order_next(c: Context, frame: Frame) -> None:
    """Ask for the next card of the order (the first comes first)."""
    refs, done = frame.slots
    left = [card for card in c.live(refs) if c.ref(card) not in done]
    if left:
        answer = c.ask(frame, frame.controller, "order", tuple(Option("order", card.uid) for card in left))
        if answer is None:
            return
        frame.slots[1] = (*done, c.ref(c.cards[answer.card]))
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


def take_pieces(c: Context, frame: Frame) -> None:
    """Ask place by place how many pieces to take and of which kinds, and move them all at once.

    Slots: the kinds, pairs of source and target, how many of each pair (`any`: as many as the seat likes), what was
    decided so far as (source, target, kind, number), and the number asked for from the place in question.
    """
    kinds, pairs, count, taken, wanted = frame.slots
    frame.position = 0
    if not pairs:
        c.pop(frame, sum(each[3] for each in taken))
        c.step, c.batch = None, []
        events = [event_of_pieces(c, frame, kind, number, source, to) for source, to, kind, number in taken if number]
        below = c.state.frames[-1]
        if events:
            commit(c, below, events)
        moved = sum(each[3] for each in taken)
        below.done = below.done and moved >= (1 if isinstance(count, str) else count)
        below.partly, below.idle = below.partly and moved > 0, False
        return
    source, target = pairs[0]
    mine = [each for each in taken if tuple(each[:2]) == (source, target)]
    held = takeable(c, tuple(kinds), source, target)
    if wanted < 0:
        wanted = count
        if count == "any":
            options = tuple(Option("number", source, number=number) for number in range(sum(held.values()) + 1))
            answer = _ask_again(c, frame, frame.controller, options)
            if answer is None:
                return
            wanted = answer.number
        frame.slots[4] = wanted = min(wanted, sum(held.values()))
    left = wanted - sum(each[3] for each in mine)
    open_kinds = [kind for kind in reversed(held) if all(kind != each[2] for each in mine)]
    if left <= 0 or not open_kinds:
        frame.slots[1], frame.slots[4] = tuple(pairs[1:]), -1
        return
    kind = open_kinds[0]
    number = _number_of(c, frame, source, left, {each: held[each] for each in open_kinds})
    if number is not None:
        frame.slots[3] = (*taken, (source, target, kind, number))


def _number_of(c: Context, frame: Frame, source: int, left: int, held: dict[int, int]) -> int | None:
    """How many pieces of the first of some kinds are among those to take: asked of who picks the kinds."""
    kind, *others = held
    least, most = max(0, left - sum(held[each] for each in others)), min(left, held[kind])
    seat = picker(c, tuple(held), source)
    if least == most or seat < 0:
        return least
    word = c.tables.pieces[kind].name
    options = tuple(Option("number", source, number=number, word=word) for number in range(least, most + 1))
    answer = _ask_again(c, frame, seat, options)
    return None if answer is None else answer.number


def _ask_again(c: Context, frame: Frame, seat: int, options: tuple[Option, ...]) -> Option | None:
    """Ask in a frame whose only step is run until it is done."""
    frame.position = 1
    answer = c.ask(frame, seat, "number", options)
    frame.position = 0
    return answer

"""Picking: a choice asked pick by pick, so that no set of options explodes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from cardwright.decisions.decision import DONE, Option
from cardwright.engine.reading import CHOOSING
from cardwright.engine.source_code import frame_function, kind_of
from cardwright.engine.verdicts import forbidden
from cardwright.ids import OUTSIDE
from cardwright.rulebook.expressions import Choice, Expr
from cardwright.rulebook.program import Instruction, Program
from cardwright.state.card_state import CardState
from cardwright.state.frames import Frame

if TYPE_CHECKING:
    from cardwright.engine.context import Context
    from cardwright.engine.linking import Linked

_PICKS: Final = "picks so far"
_DONE_SEATS: Final = "seats done"
"""What a frame keeps while several seats choose; no field of a scope has a space in its name."""


class LinkedChoice:
    """A choice with its expressions as functions."""

    def __init__(self, tables: Linked, choice: Choice, name: str) -> None:
        """`name` is shown in tracebacks."""

        def linked(expr: Any) -> Callable[..., Any] | None:
            return None if expr is None else frame_function(tables, expr, name)

        self.choice = choice
        self.seats = kind_of(choice.source) == "seats"
        self.source = frame_function(tables, choice.source, name)
        self.least = linked(choice.least)
        self.most = linked(choice.most)
        self.who = linked(choice.who)
        self.such_that = linked(choice.such_that)
        self.fits: Callable[[Context, Frame, CardState], bool] | None = None
        """What the op that the choice is for asks of a card."""
        self.placed = False
        """Whether that was found out."""

    def candidates(self, c: Context, frame: Frame) -> list[Any]:
        """The cards (or seats) that may be picked."""
        found = list(self.source(c, frame))
        if self.seats:
            return found
        if self.fits is not None:
            found = [card for card in found if self.fits(c, frame, card)]
        if self.choice.asks:
            found = [card for card in found if self._passes(c, frame, card)]
        if frame.cause == "effect" and c.tables.may_be_target.changed:
            me = c.known_card(frame.source)
            found = [card for card in found if forbidden(c, "may.be_target", card, frame.controller, me) is None]
        return found

    def _passes(self, c: Context, frame: Frame, card: CardState) -> bool:
        actor = c.acting()
        return actor is None or forbidden(c, self.choice.asks, actor, frame.controller, card) is None

    def bounds(self, c: Context, frame: Frame, there: int) -> tuple[int, int]:
        """The least and the most picks, as far as possible."""
        most = there if self.most is None else min(there, max(0, self.most(c, frame) or 0))
        least = 0 if self.choice.up_to or self.least is None else min(most, max(0, self.least(c, frame) or 0))
        return least, most

    def enough(self, c: Context, frame: Frame) -> bool:
        """Whether all the picks it wants can be had (for costs and targets)."""
        wanted = self.wanted(c, frame)
        return wanted <= 0 or len(self.candidates(c, frame)) >= wanted

    def wanted(self, c: Context, frame: Frame) -> int:
        """How many picks each seat that chooses should make, whether or not so many are there."""
        return 0 if self.choice.up_to or self.least is None else self.least(c, frame) or 0

    def fulfilled(self, c: Context, frame: Frame, picks: int) -> bool:
        """Whether so many picks of all the seats that choose are all that was wanted, and some."""
        seats = 1 if self.who is None else len(self.who(c, frame))
        return picks > 0 and picks >= seats * self.wanted(c, frame)


def choice_at(tables: Linked, program: Program, place: int) -> LinkedChoice:
    """The choice of an instruction, with what the op right behind it asks of its cards."""
    step = program.code[place]
    linked = tables.choice(step)
    if not linked.placed:
        linked.placed = True
        _place(tables, linked, step, program.behind(place))
    return linked


def _place(tables: Linked, linked: LinkedChoice, step: Instruction, taker: Instruction | None) -> None:
    """Find out what the op behind a choice asks of its cards."""
    picked = Expr("slot", (step.slot,))
    if taker is not None and picked in (taker.args.get("what"), getattr(taker.args.get("from"), "of", None)):
        op = tables.registry.ops.get(taker.word)
        if op is not None and op.fits is not None:
            linked.fits = partial(_fits, op.fits, taker.args)
        elif taker.cause and taker.word in tables.rulebook.moves:
            linked.fits = partial(movable, taker.word, taker.cause)


def movable(manner: str, cause: str, c: Context, frame: Frame, card: CardState) -> bool:
    """Whether nothing forbids moving the card so."""
    return forbidden(c, "may.move", card, frame.controller, None, manner, cause) is None


def _fits(fits: Callable[..., bool], keys: dict[str, Any], c: Context, frame: Frame, card: CardState) -> bool:
    return fits(c, frame, card, keys)


def pick(c: Context, frame: Frame, linked: LinkedChoice) -> tuple[int, ...] | None:
    """The picks (references, or seats) of each seat that chooses in turn; nothing while a question is open."""
    if linked.who is None:
        return _pick(c, frame, linked, frame.controller)
    before: tuple[int, ...] = tuple(frame.fields.get(_PICKS, ()))
    seats = tuple(linked.who(c, frame))
    for place in range(frame.fields.get(_DONE_SEATS, 0), len(seats)):
        frame.fields[CHOOSING] = seats[place]
        picks = _pick(c, frame, linked, seats[place])
        if picks is None:
            return None
        before = (*before, *picks)
        frame.fields[_PICKS], frame.fields[_DONE_SEATS] = before, place + 1
    for name in (_PICKS, _DONE_SEATS, CHOOSING):
        frame.fields.pop(name, None)
    return before


def _pick(c: Context, frame: Frame, linked: LinkedChoice, seat: int) -> tuple[int, ...] | None:
    """The picks of one seat."""
    answer = c.state.answer
    if answer is None and frame.picking is None:
        frame.picking = ()
    picks: tuple[int, ...] = frame.picking or ()
    found = linked.candidates(c, frame)
    if answer is not None:
        c.state.answer = None
        if answer.verb == DONE:
            return _finish(frame, picks)
        picks = (*picks, _picked(c, linked, answer))
        frame.picking = picks
    least, most = linked.bounds(c, frame, len(found))
    while len(picks) < most:
        left = _left(c, frame, linked, found, picks)
        if least == most and len(found) == most and linked.such_that is None and not c.show_forced:
            return _finish(frame, tuple(found) if linked.seats else c.refs(found))
        if least == most and len(found) == most and linked.such_that is None:
            left = left[:1]  # all of them must be taken: the order is no choice
        options = [_option(c, linked, each) for each in left]
        if len(picks) >= least or not options:
            options.append(Option(DONE))
        if options == [Option(DONE)]:
            break
        answer = c.ask(frame, seat, "choose", tuple(options))
        if answer is None:
            return None
        if answer.verb == DONE:
            break
        picks = (*picks, _picked(c, linked, answer))
        frame.picking = picks
    return _finish(frame, picks)


def _finish(frame: Frame, picks: tuple[int, ...]) -> tuple[int, ...]:
    frame.picking = None
    return picks


def _picked(c: Context, linked: LinkedChoice, answer: Option) -> int:
    if linked.seats:
        return answer.number
    return answer.card if answer.card < 0 else c.ref(c.cards[answer.card])


def _option(c: Context, linked: LinkedChoice, each: Any) -> Option:
    if linked.seats:
        return Option("choose", number=each)
    if each.uid < OUTSIDE:  # a zone of pieces
        return Option("choose", each.uid, number=each.place, word=c.tables.zones[each.zone].name)
    return Option("choose", each.uid)


def _left(c: Context, frame: Frame, linked: LinkedChoice, found: list[Any], picks: tuple[int, ...]) -> list[Any]:
    """The candidates that can still be picked so that the whole fits."""
    if linked.seats:
        return [seat for seat in found if seat not in picks]
    left = [card for card in found if c.ref(card) not in picks]
    if linked.such_that is None:
        return left
    chosen = c.live(picks)
    return [card for card in left if linked.such_that(c, frame, None, [*chosen, card])]

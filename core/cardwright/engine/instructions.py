"""Instructions, linked: each becomes `step(context, frame)`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from cardwright.decisions.decision import NO, YES, Option
from cardwright.engine import checks, costs, settling, triggers, turns, windows
from cardwright.engine.op_steps import arguments, commit_gathered, evaluate, function_of, gather, held, op
from cardwright.engine.opponents import asking_first
from cardwright.engine.picking import choice_at, pick
from cardwright.engine.programs import PLANNER
from cardwright.engine.proposals import commit
from cardwright.engine.source_code import kind_of
from cardwright.rulebook.expressions import Expr
from cardwright.rulebook.modifier import Limit
from cardwright.rulebook.program import Instruction, Program
from cardwright.state.frames import Frame

if TYPE_CHECKING:
    from cardwright.engine.context import Context
    from cardwright.engine.linking import Linked
    from cardwright.engine.tables import Step


def link_program(tables: Linked, program: Program) -> tuple[Step, ...]:
    """The steps of a program."""
    return tuple(asking_first(step, _LINKERS[step.op](tables, program, step)) for step in program.code)


def _not_done(frame: Frame) -> None:
    """What was declined, or could not be offered, was not used at all."""
    frame.done = frame.partly = frame.idle = False


def _choose(tables: Linked, program: Program, step: Instruction) -> Step:
    assert step.choice is not None  # noqa: S101 - the loader writes it
    place = next(n for n, each in enumerate(program.code) if each is step)
    linked = choice_at(tables, program, place)
    into = (step.slot, step.scope, step.field)
    if any(each.op == "first_seat" for each in program.code[place + 1 : place + 2]):
        linked.who = turns.decider_or(linked.who)

    def run(c: Context, frame: Frame) -> None:
        answered = c.state.answer is not None
        picks = pick(c, frame, linked)
        if picks is not None:
            frame.done, frame.partly = linked.fulfilled(c, frame, len(picks)), bool(picks)
            frame.idle = not picks and not answered
            c.store(frame, into, picks)

    return run


def _first_seat(tables: Linked, program: Program, step: Instruction) -> Step:  # noqa: ARG001 - the slot is enough
    def run(c: Context, frame: Frame) -> None:
        seats = frame.slots[step.slot]
        if seats:
            c.edit.clock(c.state.turn, seats[0])

    return run


def _may(tables: Linked, program: Program, step: Instruction) -> Step:
    who = function_of(tables, program, step.who or Expr("you"))
    options = (Option(YES), Option(NO))
    first = program.place_of(step) + 1
    alone = costs.is_one_act(program.code[first : step.goto])

    def ask(c: Context, frame: Frame) -> Option | None:
        if alone and not costs.startable(c, frame, program, first):
            return options[1]
        seats = who(c, frame)
        return c.ask(frame, seats[0], "may", options) if seats else options[1]

    def run(c: Context, frame: Frame) -> None:
        answer = ask(c, frame)
        if answer is not None and answer.verb == NO:
            _not_done(frame)
            frame.position = step.goto

    return run


def _let(tables: Linked, program: Program, step: Instruction) -> Step:
    assert step.value is not None  # noqa: S101 - the loader writes it
    function = function_of(tables, program, step.value)
    kind = kind_of(step.value)
    into = (step.slot, step.scope, step.field)

    def run(c: Context, frame: Frame) -> None:
        c.store(frame, into, held(c, kind, function(c, frame)))

    return run


def _unless(tables: Linked, program: Program, step: Instruction) -> Step:
    assert step.value is not None  # noqa: S101 - the loader writes it
    function = function_of(tables, program, step.value)

    def run(c: Context, frame: Frame) -> None:
        if not function(c, frame):
            frame.position = step.goto

    return run


def _jump(tables: Linked, program: Program, step: Instruction) -> Step:  # noqa: ARG001 - it only jumps
    def run(c: Context, frame: Frame) -> None:  # noqa: ARG001 - it only jumps
        frame.position = step.goto

    return run


def _each(tables: Linked, program: Program, step: Instruction) -> Step:
    assert step.value is not None  # noqa: S101 - the loader writes it
    function = function_of(tables, program, step.value)
    kind = kind_of(step.value)
    carried = f"carried out {step.loop}"

    def run(c: Context, frame: Frame) -> None:
        elements = tuple(held(c, kind, function(c, frame)))
        frame.fields[carried] = ()
        if not elements:
            frame.memo = frame.fields.pop(carried)
            frame.position = step.goto
            return
        frame.slots[step.loop] = elements[1:]
        frame.slots[step.slot] = elements[:1]
        frame.partly = True

    return run


def _next(tables: Linked, program: Program, step: Instruction) -> Step:  # noqa: ARG001 - the slots are enough
    carried = f"carried out {step.loop}"

    def run(c: Context, frame: Frame) -> None:  # noqa: ARG001 - the slots are enough
        left = frame.slots[step.loop]
        if frame.partly:
            frame.fields[carried] = (*frame.fields[carried], *frame.slots[step.slot])
        if not left:
            frame.memo = frame.fields.pop(carried)
            return
        frame.slots[step.loop] = tuple(left[1:])
        frame.slots[step.slot] = tuple(left[:1])
        frame.position, frame.partly = step.goto, True

    return run


def _limit(tables: Linked, program: Program, step: Instruction) -> Step:  # noqa: ARG001 - all of its kind take the same
    assert step.value is not None  # noqa: S101 - the loader writes it
    limit = Limit(step.word, step.value, str(step.args.get("each", "copy")))
    what = -1 - abs(hash_of(program.name, step.line))

    def run(c: Context, frame: Frame) -> None:
        card = c.known_card(frame.source)
        if triggers.used_up(c, limit, what, card, frame.controller):
            frame.position = step.goto
        else:
            triggers.count_use(c, limit, what, frame.source, frame.controller)

    return run


def hash_of(name: str, line: int) -> int:
    """A number for a place in a program, the same on any machine."""
    return sum(ord(letter) * (place + 1) for place, letter in enumerate(name)) * 10_000 + line


def _possible(tables: Linked, program: Program, step: Instruction) -> Step:  # noqa: ARG001 - the parts are enough
    def run(c: Context, frame: Frame) -> None:
        if not all(costs.feasible(c, frame, part) for part in step.parts):
            _not_done(frame)
            frame.position = step.goto

    return run


def _unless_done(tables: Linked, program: Program, step: Instruction) -> Step:  # noqa: ARG001 - the frame knows
    def run(c: Context, frame: Frame) -> None:  # noqa: ARG001 - the frame knows
        if not (frame.partly or frame.idle if step.partly else frame.done and frame.partly):
            frame.position = step.goto

    return run


def _settle(tables: Linked, program: Program, step: Instruction) -> Step:  # noqa: ARG001 - it has no arguments
    def run(c: Context, frame: Frame) -> None:  # noqa: ARG001 - the state knows what waits
        settling.settle(c)

    return run


def _window(tables: Linked, program: Program, step: Instruction) -> Step:
    who = None if step.who is None else function_of(tables, program, step.who)

    def run(c: Context, frame: Frame) -> None:
        windows.open_window(c, frame, step.word, None if who is None else tuple(who(c, frame)))

    return run


def _emit(tables: Linked, program: Program, step: Instruction) -> Step:
    values = arguments(tables, program, step)

    def run(c: Context, frame: Frame) -> None:
        c.step = step
        args = evaluate(c, frame, values)
        against = args.get("against") or ()
        other = c.refs(against[:1])[0] if against else -1
        cards = args.get("what", (None,))
        events = [
            c.event(frame, step.word, "", card, seat=args.get("seat", card.controller if card else -1), other=other)
            for card in cards
        ]
        if events:
            commit(c, frame, events)
        if step.word == "turn_ended":
            turns.expire(c, "end_of_turn")

    return run


def _step(tables: Linked, program: Program, step: Instruction) -> Step:  # noqa: ARG001 - its word is enough
    def run(c: Context, frame: Frame) -> None:
        frame.step = step.word
        frame.step_stamp = c.state.logged
        turns.name_step(c)
        if not step.word:
            checks.run(c, "each_action")

    return run


def _phase(tables: Linked, program: Program, step: Instruction) -> Step:
    skip = None if step.value is None else function_of(tables, program, step.value)

    def run(c: Context, frame: Frame) -> None:
        turns.begin_phase(c, frame, step, skip)

    return run


def _phase_end(tables: Linked, program: Program, step: Instruction) -> Step:  # noqa: ARG001 - its word is enough
    def run(c: Context, frame: Frame) -> None:
        turns.end_phase(c, frame, step.word)

    return run


def _plan(tables: Linked, program: Program, step: Instruction) -> Step:
    values = arguments(tables, program, step)

    def run(c: Context, frame: Frame) -> None:
        args = evaluate(c, frame, values)
        about = c.present(args.get("card", ()))
        c.push(
            Frame(
                PLANNER,
                slots=[step.word, {"seat": frame.controller, "card": about[0].uid if about else -1}, "commit"],
                controller=frame.controller,
                source=frame.source,
                cause=frame.cause,
                into=(step.slot, step.scope, step.field),
            )
        )

    return run


def _end(tables: Linked, program: Program, step: Instruction) -> Step:  # noqa: ARG001 - it only ends
    def run(c: Context, frame: Frame) -> None:
        c.pop(frame, frame.memo)
        if frame.scope:
            turns.expire(c, f"end_of_{frame.scope}", frame.stamp)

    return run


_LINKERS: Final[dict[str, Callable[[Linked, Program, Instruction], Step]]] = {
    "op": op,
    "gather": gather,
    "commit": commit_gathered,
    "choose": _choose,
    "first_seat": _first_seat,
    "may": _may,
    "let": _let,
    "unless": _unless,
    "jump": _jump,
    "each": _each,
    "next": _next,
    "limit": _limit,
    "possible": _possible,
    "unless_done": _unless_done,
    "settle": _settle,
    "window": _window,
    "emit": _emit,
    "step": _step,
    "phase": _phase,
    "phase_end": _phase_end,
    "plan": _plan,
    "end": _end,
}

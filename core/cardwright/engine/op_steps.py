"""Ops, linked: their arguments, what they propose, and whether all of it was done."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardwright.engine.proposals import commit
from cardwright.engine.source_code import frame_function, kind_of
from cardwright.rulebook.expressions import Expr, Place
from cardwright.rulebook.program import Instruction, Program
from cardwright.state.frames import NOWHERE, Frame

if TYPE_CHECKING:
    from cardwright.engine.context import Context
    from cardwright.engine.linking import Linked
    from cardwright.engine.tables import Step

Values = tuple[tuple[str, Any], ...]


def function_of(tables: Linked, program: Program, expr: Expr) -> Callable[..., Any]:
    """An expression of a program as a function of the context and the frame."""
    return frame_function(tables, expr, program.name)


def held(c: Context, kind: str, value: Any) -> Any:
    """A value as slots hold it."""
    return c.refs(value) if kind == "cards" else value


def arguments(tables: Linked, program: Program, step: Instruction) -> Values:
    """The arguments of an instruction: functions, and constants."""
    return tuple((key, _argument(tables, program, value)) for key, value in step.args.items())


def _argument(tables: Linked, program: Program, value: Any) -> Any:
    """A function for what is evaluated each time, a constant for the rest."""
    if isinstance(value, Expr):
        if value.op == "words":
            return value.args
        function = function_of(tables, program, value)
        if kind_of(value) == "seats":
            return lambda c, frame: c.first(function(c, frame))
        return function
    if isinstance(value, Place):
        return tables.place(value)
    return value


def evaluate(c: Context, frame: Frame, values: Values) -> dict[str, Any]:
    """The arguments of an op now."""
    return {key: value(c, frame) if callable(value) else value for key, value in values}


def op(tables: Linked, program: Program, step: Instruction) -> Step:
    """An op carried out by itself: proposed, and committed."""
    propose = tables.proposer(step.word)
    values = arguments(tables, program, step)
    into = (step.slot, step.scope, step.field)
    chosen = _is_chosen(program, step)
    counts = _counts(tables, program, step)

    def run(c: Context, frame: Frame) -> None:
        c.step = step
        c.batch = []
        c.into = into
        depth = len(c.state.frames)
        args = evaluate(c, frame, values)
        whole = (frame.done or not chosen) and all(len(args[key]) >= (count(c, frame) or 0) for key, count in counts)
        result = propose(c, frame, args)
        if c.batch:
            refs = commit(c, frame, c.batch)
            frame.done = frame.done and whole and not _short(args, result)
            if refs is not None:
                c.store(frame, into, refs if result is None else result)
        elif len(c.state.frames) == depth:
            _note_unproposed(frame, result, chosen=chosen)
            c.store(frame, into, () if result is None else result)
        c.into = NOWHERE

    return run


def _note_unproposed(frame: Frame, result: Any, *, chosen: bool) -> None:
    """An op that proposed nothing was done if it has a result; else it was used idly, unless its choice was not."""
    frame.done = frame.partly = result is not None and result != 0
    frame.idle = not frame.partly and (frame.idle or not chosen)


def _short(args: dict[str, Any], result: Any) -> bool:
    """Whether a number came out, and fewer than were named."""
    count = args.get("count")
    return isinstance(result, int) and isinstance(count, int) and result < count


def _counts(tables: Linked, program: Program, step: Instruction) -> list[tuple[str, Callable[..., Any]]]:
    """How many cards the arguments name that take so many from the top or the bottom of a zone."""
    ends = [(key, arg) for key, arg in step.args.items() if isinstance(arg, Expr) and arg.op in {"top", "bottom"}]
    return [(key, function_of(tables, program, arg.args[1])) for key, arg in ends]  # type: ignore[arg-type]


def _is_chosen(program: Program, step: Instruction) -> bool:
    """Whether the instruction before it chooses what it is about, so that it is idle only if that was."""
    place = program.place_of(step)
    return place > 0 and program.code[place - 1].op == "choose"


def gather(tables: Linked, program: Program, step: Instruction) -> Step:
    """An op that is committed together with those after it."""
    propose = tables.proposer(step.word)
    values = arguments(tables, program, step)
    into = (step.slot, step.scope, step.field)

    def run(c: Context, frame: Frame) -> None:
        c.step, c.batch, c.into = step, frame.events, into
        frames = c.state.frames
        depth = len(frames)
        propose(c, frame, evaluate(c, frame, values))
        frame.later += frames[depth:]
        del frames[depth:]
        c.batch, c.into = [], NOWHERE

    return run


def commit_gathered(tables: Linked, program: Program, step: Instruction) -> Step:  # noqa: ARG001 - it has no arguments
    """What the ops before proposed, in one batch."""

    def run(c: Context, frame: Frame) -> None:
        c.step = step
        events, frame.events = frame.events, []
        if events:
            frame.position -= bool(frame.later)
            commit(c, frame, events)
            return
        later, frame.later = frame.later, []
        for each in reversed(later):
            c.push(each)

    return run

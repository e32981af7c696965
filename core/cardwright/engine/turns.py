"""Phase and step driver: the game's own frame, and what begins and ends with turns and phases."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from cardwright.decisions.decision import NO, YES, Option
from cardwright.engine import checks, settling
from cardwright.engine.programs import DECIDER
from cardwright.engine.proposals import apply, commit
from cardwright.engine.verdicts import forbidden
from cardwright.rulebook.program import Instruction
from cardwright.state import aspects
from cardwright.state.events import Event
from cardwright.state.frames import Frame

if TYPE_CHECKING:
    from cardwright.engine.context import Context


def name_step(c: Context) -> None:
    """The nearest step that is running."""
    found = next((frame.step for frame in reversed(c.state.frames) if frame.step), "")
    if c.state.step != found:
        c.state.step = found
        c.edit.touch(aspects.STEP)


def moment(c: Context, frame: Frame, name: str, word: str = "") -> None:
    """Report a moment of the turn player's."""
    kind = c.tables.event[name]
    event = Event(kind, seat=c.state.turn_player, by=c.state.turn_player, word=word)
    if kind in c.tables.replacers:
        commit(c, frame, [event])
    else:
        apply(c, [event])


# -- phases


def begin_phase(c: Context, frame: Frame, step: Instruction, skip: Callable[..., Any] | None) -> None:
    """Begin a phase, unless it is skipped by rule, effect or choice."""
    state = c.state
    if state.answer is None and _skipped(c, frame, step, skip):
        frame.position = step.goto
        return
    if step.fixed:
        answer = c.ask(frame, frame.controller, "phase", (Option(YES, word=step.word), Option(NO, word=step.word)))
        if answer is None:
            return
        if answer.verb == NO:
            frame.position = step.goto
            return
    c.edit.phase(step.word)
    moment(c, frame, "phase_started", step.word)


def _skipped(c: Context, frame: Frame, step: Instruction, skip: Callable[..., Any] | None) -> bool:
    if step.word in c.state.skips or (skip is not None and skip(c, frame)):
        return True
    question = c.tables.queries.ask("may.hold_phase")
    return (
        question.changed
        and forbidden(c, "may.hold_phase", frame.controller, frame.controller, None, step.word) is not None
    )


def end_phase(c: Context, frame: Frame, name: str) -> None:
    """End a phase: what was watched throughout is tested, what lasts so long ends."""
    moment(c, frame, "phase_ended", name)
    checks.run(c, name)
    expire(c, "end_of_phase")


def expire(c: Context, until: str, since: int = 0) -> None:
    """Lasting changes of that duration end."""
    state = c.state
    kept = tuple(each for each in state.modifiers if each.until != until or each.stamp < since)
    if len(kept) != len(state.modifiers):
        c.edit.keep_modifiers(kept)
        checks.run(c)
    state.delayed = [each for each in state.delayed if each.until != until or each.made < since]
    if until == "end_of_turn":
        back = [card for card in c.cards if card.lent == until]
        for card in back:
            c.edit.control(card.uid, card.owner, "")


# -- the game's own frame: setup, then turn after turn


def set_up(c: Context, frame: Frame) -> None:  # noqa: ARG001 - all of its kind take the same
    """Run the setup."""
    setup = c.tables.rulebook.setup
    if setup >= 0:
        c.push(c.tables.frame_of(setup, 0))


def decider_or(who: Callable[..., Any] | None) -> Callable[..., Any]:
    """Whom the set-up asks who begins: the seat that this game was told of, else the one that the rulebook names."""

    def seats(c: Context, frame: Frame) -> tuple[int, ...]:
        decider = c.state.frames[0].fields.get(DECIDER)
        if decider is not None:
            return (decider,)
        return tuple(who(c, frame)) if who is not None else (frame.controller,)

    return seats


def begin_turn(c: Context, frame: Frame) -> None:
    """The next seat's turn begins."""
    state = c.state
    player = max(state.turn_player, 0) if state.turn == 0 else (state.turn_player + 1) % len(state.teams)
    c.edit.clock(state.turn + 1, player)
    state.skips = ()
    c.edit.mark_all()
    moment(c, frame, "turn_started")


def settle_start(c: Context, frame: Frame) -> None:  # noqa: ARG001 - the state knows what waits
    """What the turn's beginning triggered is settled before its first phase."""
    settling.settle(c)


def run_turn(c: Context, frame: Frame) -> None:  # noqa: ARG001 - the rulebook has the program
    """Run the phases."""
    c.push(c.tables.frame_of(c.tables.rulebook.turn, c.state.turn_player))


def end_turn(c: Context, frame: Frame) -> None:
    """The turn is over: what lasts so long ends, what was remembered of it is dropped."""
    state = c.state
    if c.tables.engine_ends_turn:
        moment(c, frame, "turn_ended")
    expire(c, "end_of_turn")
    c.edit.forget()
    kept = c.tables.tracked_for_the_game
    state.history = {name: past for name, past in state.history.items() if name in kept}
    c.edit.forget_limits(keep="game")
    frame.position = BEGIN


BEGIN: Final = 1
RUNNING: Final = 4
"""Position of the game's frame while a turn runs."""
GAME_STEPS: Final = (set_up, begin_turn, settle_start, run_turn, end_turn)
"""The program of a game."""

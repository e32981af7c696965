"""Steps that mean one opponent, where a seat may have several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.decisions.decision import Option

if TYPE_CHECKING:
    from cardwright.engine.context import Context
    from cardwright.engine.tables import Step
    from cardwright.rulebook.program import Instruction
    from cardwright.state.frames import Frame


def asking_first(step: Instruction, run: Step) -> Step:
    """The step, which asks which opponent it means before anything else, if it means one."""
    if step.opponent < 0:
        return run

    def named(c: Context, frame: Frame) -> None:
        if frame.slots[step.opponent] is None:
            foes = c.foes[frame.controller]
            answer = c.ask(frame, frame.controller, "choose", tuple(Option("choose", number=foe) for foe in foes))
            if answer is None:
                return
            frame.slots[step.opponent] = (answer.number,)
        run(c, frame)

    return named

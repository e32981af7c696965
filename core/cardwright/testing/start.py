"""Where in the turn a scenario begins: the phase, and the instruction of the turn's program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardwright.errors import DefinitionError, Problem

if TYPE_CHECKING:
    from cardwright.loading.diagnostics import Path
    from cardwright.loading.scenario_records import Scenario
    from cardwright.rulebook.program import Instruction
    from cardwright.rulebook.rulebook import Rulebook

_FLOW: Final = frozenset({"let", "unless", "jump", "each", "next", "limit", "step"})
"""Instructions that change nothing on the table."""


def impossible(scenario: Scenario, where: Path, message: str, hint: str = "") -> DefinitionError:
    """The refusal of a board that the rules cannot reach."""
    mark = scenario.source.mark(where)
    return DefinitionError([Problem(message, scenario.source.file, mark.line, mark.column, scenario.id, hint)])


def start_position(scenario: Scenario, rulebook: Rulebook) -> tuple[str, int]:
    """The phase, and the position in the turn's program at which the scenario begins.

    The phase is empty where the scenario begins with the phase itself: then entering it is still to be done.
    """
    turn = scenario.given.turn
    phase = turn.phase or _first_phase(rulebook)
    code = rulebook.programs[rulebook.turn].code
    begin = next(number for number, step in enumerate(code) if step.op == "phase" and step.word == phase)
    end = next(number for number in range(begin, len(code)) if code[number].op == "phase_end")
    windows = [number for number in range(begin, end) if code[number].op == "window"]
    if turn.at and turn.at != "start":
        windows = [number for number in windows if code[number].word == turn.at]
        if not windows:
            where = (*scenario.where, "given", "turn", "at")
            raise impossible(scenario, where, f"the phase '{phase}' has no window '{turn.at}'")
    if turn.at == "start" or not windows:
        return "", begin
    return phase, _after_changes(code, begin, windows[0])


def _after_changes(code: tuple[Instruction, ...], begin: int, window: int) -> int:
    """Just behind the last instruction before the window that changes something; what only steers is run."""
    changing = [number for number in range(begin + 1, window) if code[number].op not in _FLOW]
    return changing[-1] + 1 if changing else begin + 1


def _first_phase(rulebook: Rulebook) -> str:
    """The first phase in which something can be played, else the first with a window."""
    plays = {name for name, action in rulebook.actions.items() if action.plays}
    opened: dict[str, set[str]] = {}
    phase = ""
    for step in rulebook.programs[rulebook.turn].code:
        if step.op == "phase":
            phase = step.word
        elif step.op == "window":
            opened.setdefault(phase, set()).update(rulebook.windows[step.word].admit)
    return next((name for name, admitted in opened.items() if admitted & plays), next(iter(opened), phase))

"""`Program`: a flat tuple of instructions with labels, and its text listing.

The instructions, each with what it reads:

=============  ====================================================================================================
`op`           does the word `word` with `args`; what it proposes is committed at once. `goto` >= 0 with `so`
`gather`       as `op`, but keeps what it proposes for the next `commit` (the form `also`)
`commit`       commits what was gathered as one batch
`choose`       asks for `choice`; the picks go to the result place. `fixed`: a target (re-checked by the chain)
`first_seat`   the seat in `slot` has the first turn, and is the turn player from here on
`may`          asks the seats `who` whether; goes to `goto` if not
`let`          evaluates `value` into the result place
`unless`       goes to `goto` unless `value`
`jump`         goes to `goto`
`each`         begins a loop: `value` (cards, seats or words) into slot `loop`, the first element into the result place;
               goes to `goto` when there is none. `each` and `next` keep what is left in `loop`
`next`         the following element into the result place and back to `goto`, or on
`limit`        goes to `goto` if this form's `limit` is used up, else counts one use
`possible`     goes to `goto` unless everything in the programs `parts` could be done now (the form `by`)
`unless_done`  goes to `goto` unless the last `op` did all it said (the forms `after`, `so`); `partly` for `after`
`settle`       takes up waiting triggers
`window`       opens window `word` for the seats `who`
`emit`         reports event `word` with `args`
`step`         names the stretch that begins here `word` (empty: ends it)
`phase`        begins phase `word` of the turn; goes to `goto` if it is skipped. `phase_end` ends it
`plan`         runs planner `word` with `args`
`end`          the frame is done
=============  ====================================================================================================
"""

from __future__ import annotations

from msgspec import Struct

from cardwright.rulebook.expressions import Choice, Expr, Place
from cardwright.rulebook.modifier import ModifierDef, Pattern

Argument = Expr | Choice | Place | ModifierDef | Pattern | int | str | bool
"""What a key of an op may hold once compiled; a nested list of steps is the number of its program."""


class Instruction(Struct, frozen=True, omit_defaults=True):
    """One instruction of a program; which fields count depends on `op` (see above)."""

    op: str
    word: str = ""
    args: dict[str, Argument] = {}
    value: Expr | None = None
    choice: Choice | None = None
    who: Expr | None = None
    goto: int = -1
    slot: int = -1
    """The slot that gets the result."""
    scope: str = ""
    """The scope whose field `field` gets the result instead."""
    field: str = ""
    loop: int = -1
    opponent: int = -1
    """The slot of the one opponent that it means: asked of `you` where there are several and none was named yet."""
    parts: tuple[int, ...] = ()
    cause: str = ""
    """A cause written at the step, before that of the frame."""
    source: Expr | None = None
    """A source written at the step, about `it`, the card it happens to."""
    rule: str = ""
    fixed: bool = False
    partly: bool = False
    line: int = 0


class Program(Struct, frozen=True, omit_defaults=True):
    """What a frame runs."""

    name: str
    """Where it was written: `HD01-010/1`, `action attack`, `turn`."""
    code: tuple[Instruction, ...] = ()
    slots: tuple[str, ...] = ()
    """Names of the slots; a frame of this program has so many values. Parameters come first."""
    file: str = ""
    line: int = 0

    def place_of(self, step: Instruction) -> int:
        """Where an instruction of it stands."""
        return next(place for place, each in enumerate(self.code) if each is step)

    def behind(self, place: int) -> Instruction | None:
        """The first instruction behind a place that is no choice: what takes the picks of the choices there."""
        return next((each for each in self.code[place + 1 :] if each.op != "choose"), None)


def listing(program: Program, position: int = -1) -> str:
    """The program as text, one instruction a line, the one at `position` marked."""
    lines = [f"program {program.name}    slots: {' '.join(program.slots)}    {program.file}:{program.line}"]
    for number, step in enumerate(program.code):
        mark = ">" if number == position else " "
        target = f" -> {program.slots[step.slot]}" if 0 <= step.slot < len(program.slots) else ""
        away = f" else {step.goto}" if step.goto >= 0 else ""
        lines.append(f"{mark}{number:4} {step.op:9} {step.word}{target}{away}".rstrip())
    return "\n".join(lines)

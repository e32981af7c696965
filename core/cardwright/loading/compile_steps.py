"""Steps to instructions: `Coder` writes one program, forms as jumps, choices lifted out of the ops they belong to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from msgspec.structs import replace as changed

from cardwright.loading.compile_builder import Builder, Spot
from cardwright.loading.compile_modifiers import limit
from cardwright.loading.compile_opponent import OPPONENT_SLOT, Opponents
from cardwright.loading.compile_ops import Lifted, op_instruction
from cardwright.loading.expressions import kind_of
from cardwright.loading.vocabulary import Slot
from cardwright.rulebook.expressions import YOU, Expr, constant
from cardwright.rulebook.program import Argument, Instruction, Program

_SCOPED: Final = "."
_FIRST_PLAYER: Final = "first_player"
"""What a rulebook calls the seat that has the first turn."""


@dataclass(slots=True)
class Coder:
    """One program being written."""

    builder: Builder
    names: dict[str, Slot] = field(default_factory=dict)
    """What names mean: the latest slot of each name."""
    slots: list[str] = field(default_factory=list)
    code: list[Instruction] = field(default_factory=list)
    parts: list[tuple[int, Coder, Spot, str]] = field(default_factory=list)
    """Programs with the same slots, written when the slots are complete."""
    gathering: bool = False

    def emit(self, instruction: Instruction) -> int:
        """Add an instruction; its position."""
        self.code.append(instruction)
        return len(self.code) - 1

    def land(self, position: int) -> None:
        """Make the instruction at `position` go to what comes next."""
        self.code[position] = changed(self.code[position], goto=len(self.code))

    def declare(self, name: str, kind: str) -> int:
        """The slot of that name and kind, new if there is none."""
        known = self.names.get(name)
        if known is None or known.kind != kind:
            self.names[name] = known = Slot(len(self.slots), kind)
            self.slots.append(name)
        return known.number

    def fresh(self, kind: str) -> int:
        """A slot without a name of the author's."""
        return self.declare(f"_{len(self.slots) + 1}", kind)

    def opponent(self) -> int:
        """The slot of the opponent that steps of this program mean."""
        return self.declare(OPPONENT_SLOT, "seats")

    def part(self, spot: Spot) -> int:
        """The number of a program of these steps with the slots of this one."""
        index = self.builder.reserve()
        coder = Coder(self.builder, self.names, self.slots, parts=self.parts)
        self.parts.append((index, coder, spot, f"part {spot.line}"))
        coder.steps(spot)
        return index

    def finish(self, index: int, name: str, spot: Spot) -> None:
        """Write the program and its parts."""
        opponents = Opponents(self.builder)
        for _, coder, _, _ in (written := [(index, self, spot, name), *self.parts]):
            coder.code = [opponents.named(step, self.opponent) for step in coder.code]
        for number, coder, part, title in written:
            coder.emit(Instruction("end"))
            shown = name if number == index else f"{name} {title}"
            self.builder.programs[number] = Program(
                shown, tuple(coder.code), tuple(self.slots), spot.source.name, part.line
            )

    def steps(self, spot: Spot) -> None:
        """The steps of a list, `also` ones joined to the step before them."""
        here = replace(spot, env=replace(spot.env, slots=self.names))
        items = list(here.each()) if isinstance(here.data, list) else []
        while items:
            item, *items = items
            joined = []
            while items and _form(items[0]) == "also":
                joined.append(items.pop(0))
            if joined:
                self.together(item, joined)
            else:
                self.step(item)

    def together(self, first: Spot, others: list[Spot]) -> None:
        """`also`: all choices first, then everything gathered, then one commit."""
        flat = [first, *(item for also in others for item in (also / "also").each())]
        waiting: list[Callable[[], None]] = []
        outer, self.gathering = self.gathering, True
        for item in flat:
            if self.broken(item):
                continue
            if _form(item) == "op":
                lifted = Lifted(self, item)
                waiting.append(lambda item=item, lifted=lifted: self.op(item, lifted))  # type: ignore[misc]
            else:
                waiting.append(lambda item=item: self.step(item))  # type: ignore[misc]
        for write in waiting:
            write()
        self.gathering = outer
        if not outer:
            self.emit(Instruction("commit", line=first.line))

    def broken(self, spot: Spot) -> bool:
        """Whether a step's own words are at fault already; a named result still gets its slot."""
        if not isinstance(spot.data, dict) or (_form(spot) == "op" and self.builder.flawed(spot)):
            name = spot.data.get("as") if isinstance(spot.data, dict) else None
            if isinstance(name, str) and _SCOPED not in name:
                self.declare(name, "cards")
            return True
        return False

    def step(self, spot: Spot) -> None:
        """One step."""
        form = _form(spot)
        if self.broken(spot):
            return
        if form == "op":
            self.op(spot, Lifted(self, spot))
            return
        writer = _FORMS.get(form)
        if writer is None:
            self.builder.fault(spot, "'also' needs a step before it", key=True)
            return
        guard = self.guard(spot)
        writer(self, spot)
        if guard >= 0:
            self.land(guard)

    def guard(self, spot: Spot) -> int:
        """The instruction that counts uses of a limited form; -1 if it is not limited."""
        found = limit(self.builder, spot.get("limit"))
        if found is None:
            return -1
        args: dict[str, Argument] = {"each": found.each}
        return self.emit(
            Instruction("limit", word=found.span, value=found.count, args=args, rule=found.rule, line=spot.line)
        )

    def op(self, spot: Spot, lifted: Lifted) -> None:
        """The instruction of an op."""
        guard = self.guard(spot)
        instruction = op_instruction(self, spot, lifted)
        if instruction is not None:
            self.emit(instruction)
            if instruction.slot >= 0 and self.slots[instruction.slot] == _FIRST_PLAYER and not spot.on_card:
                self.emit(Instruction("first_seat", slot=instruction.slot, line=spot.line))
        if guard >= 0:
            self.land(guard)

    def result(self, spot: Spot, kind: str) -> dict[str, Any]:
        """Where the result of a step goes: nowhere, a slot, or a field of a scope."""
        named = spot.get("as")
        if named is None:
            return {}
        if _SCOPED not in named.data:
            return {"slot": self.declare(named.data, kind)}
        scope, _, name = named.data.partition(_SCOPED)
        fields = self.builder.vocabulary.scopes
        if spot.on_card:
            self.builder.fault(named, "only a rulebook sets fields of a scope")
        elif scope not in fields:
            self.builder.word(replace(named, data=scope), fields, "scope")
        else:
            self.builder.word(replace(named, data=name), fields[scope], f"field of '{scope}'")
        return {"scope": scope, "field": name}

    def origin(self, spot: Spot) -> dict[str, Any]:
        """What any instruction of an op carries: cause, source, rule, line."""
        builder = self.builder
        return {
            "cause": builder.word(spot.get("cause"), builder.vocabulary.every_cause, "cause"),
            "source": builder.maybe(spot.within(it="cards", it_slot=-1).get("source"), "cards"),
            "rule": builder.rule(spot),
            "line": spot.line,
        }

    def if_form(self, spot: Spot) -> None:
        """`if … do … else`."""
        skip = self.emit(Instruction("unless", value=self.builder.expr(spot / "if", "truth"), line=spot.line))
        self.steps(spot / "do")
        other = spot.get("else")
        if other is None:
            self.land(skip)
            return
        over = self.emit(Instruction("jump"))
        self.land(skip)
        self.steps(other)
        self.land(over)

    def after_form(self, spot: Spot) -> None:
        """`after`: settle, then only if the step before was used, though it may have found nothing to act on."""
        self.emit(Instruction("settle", line=spot.line))
        skip = self.emit(Instruction("unless_done", partly=True, line=spot.line))
        self.steps(spot / "after")
        self.land(skip)

    def so_form(self, spot: Spot) -> None:
        """`so`: only if the step before was done completely."""
        skip = self.emit(Instruction("unless_done", line=spot.line))
        self.steps(spot / "so")
        self.land(skip)

    def by_form(self, spot: Spot) -> None:
        """`by … do`: offered if both are possible."""
        parts = (self.part(spot / "by"), self.part(spot / "do"))
        skips = [
            self.emit(Instruction("possible", parts=parts, line=spot.line)),
            self.emit(Instruction("may", who=YOU, line=spot.line)),
        ]
        self.steps(spot / "by")
        skips.append(self.emit(Instruction("unless_done", line=spot.line)))
        self.steps(spot / "do")
        for skip in skips:
            self.land(skip)

    def may_form(self, spot: Spot) -> None:
        """`may … do`: asks whether."""
        who = YOU if spot.data["may"] is True else self.builder.expr(spot / "may", "seats")
        skip = self.emit(Instruction("may", who=who, rule=self.builder.rule(spot), line=spot.line))
        self.steps(spot / "do")
        self.land(skip)

    def for_each_form(self, spot: Spot) -> None:
        """`for_each … as … do`."""
        elements = self.builder.expr(spot / "for_each")
        kind = kind_of(elements)
        if kind not in ("cards", "seats", "words"):
            if not self.builder.flawed(spot / "for_each"):
                self.builder.fault(spot / "for_each", "for_each goes through cards, players or words")
            kind = "cards"
        loop = self.fresh(kind)
        slot = self.declare(str(spot.data["as"]), kind)
        start = self.emit(Instruction("each", value=elements, loop=loop, slot=slot, line=spot.line))
        self.steps(spot / "do")
        self.emit(Instruction("next", loop=loop, slot=slot, goto=start + 1))
        self.land(start)

    def repeat_form(self, spot: Spot) -> None:
        """`repeat … do`: so many times, or at least once until a condition holds."""
        how = spot / "repeat"
        if ("times" in how.data) == ("until" in how.data):
            self.builder.fault(how, "repeat has either 'times' or 'until'")
        elif "times" in how.data:
            self.times(spot, how)
        else:
            start = len(self.code)
            self.steps(spot / "do")
            until = replace(how / "until", env=replace(how.env, slots=self.names))
            self.emit(Instruction("unless", value=self.builder.expr(until, "truth"), goto=start, line=spot.line))

    def times(self, spot: Spot, how: Spot) -> None:
        """A loop with a counter."""
        counter = self.fresh("number")
        left = Expr("slot_number", (counter,))
        self.emit(Instruction("let", value=self.builder.expr(how / "times", "number"), slot=counter, line=spot.line))
        test = self.emit(Instruction("unless", value=Expr("gt", (left, constant(0))), line=spot.line))
        self.steps(spot / "do")
        self.emit(Instruction("let", value=Expr("sub", (left, constant(1))), slot=counter))
        self.emit(Instruction("jump", goto=test))
        self.land(test)

    def step_form(self, spot: Spot) -> None:
        """`step … do`: names a stretch."""
        self.emit(Instruction("step", word=str(spot.data["step"]), rule=self.builder.rule(spot), line=spot.line))
        self.steps(spot / "do")
        self.emit(Instruction("step"))


_FORMS: Final[Mapping[str, Callable[[Coder, Spot], None]]] = {
    "if": Coder.if_form,
    "after": Coder.after_form,
    "so": Coder.so_form,
    "by": Coder.by_form,
    "may": Coder.may_form,
    "for_each": Coder.for_each_form,
    "repeat": Coder.repeat_form,
    "step": Coder.step_form,
}


def _form(spot: Spot) -> str:
    data = spot.data
    return next((form for form in ("op", "also", *_FORMS) if form in data), "") if isinstance(data, dict) else ""


def write_program(builder: Builder, name: str, spot: Spot | None, slots: Mapping[str, str] | None = None) -> int:
    """The number of the program of these steps; `slots` are its first ones with their kinds. Absent steps are -1."""
    if spot is None:
        return -1
    index = builder.reserve()
    coder = Coder(builder)
    for slot, kind in (slots or {}).items():
        coder.declare(slot, kind)
    coder.steps(spot)
    coder.finish(index, name, spot)
    return index

"""Steps that mean one opponent: where a game has modes with several, the step asks its controller which."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from typing import Final

from msgspec.structs import asdict, replace

from cardwright.loading.compile_builder import Builder
from cardwright.loading.rewriting import about
from cardwright.rulebook.expressions import Expr, Place
from cardwright.rulebook.modifier import ModifierDef, Pattern
from cardwright.rulebook.program import Instruction

OPPONENT_SLOT: Final = "_opponent"
"""The slot that holds the opponent of a program's steps."""
_OPPONENT: Final = Expr("opponent")
_LATER: Final = (ModifierDef, Pattern)
_ZONES: Final = {"zone": 0, "pile": 0, "pool": 1}
"""Sets and numbers of one zone, with the place of its name."""


class Opponents:
    """Which steps mean one opponent: where a seat does something, or what is each seat's own alone is spoken of."""

    def __init__(self, builder: Builder) -> None:
        """Read which zones the opponents share, or fight on."""
        self._builder = builder
        crowded = [spot.data for _, spot in builder.entries("modes") if _is_crowded(spot.data["teams"])]
        shared: list[set[str]] = [set(mode.get("team_owns") or ()) for mode in crowded]
        fields = {name for name, zone in builder.entries("zones") if zone.data.get("in_play")}
        self._some = bool(crowded)
        self._common = fields | (reduce(lambda one, two: one & two, shared) if shared else set())

    def named(self, step: Instruction, slot: Callable[[], int]) -> Instruction:
        """The step with its one opponent in a slot; unchanged if it means none, or all of them."""
        if not self._some or step.op == "window" or not self._is_lone(step):
            return step
        number = slot()
        return replace(_in_place(step, Expr("one_opponent", (number,))), opponent=number)

    def _is_lone(self, step: Instruction) -> bool:
        if _OPPONENT in (step.who, step.choice.who if step.choice else None):
            return True
        keys = self._builder.ops.get(step.word, {})
        seats = [value for key, value in step.args.items() if key not in keys or keys[key].kind != "team"]
        return _OPPONENT in seats or any(zone not in self._common for zone in _zones(step))


def _is_crowded(teams: Sequence[Sequence[str]]) -> bool:
    """Whether somebody has several opponents."""
    seats = sum(map(len, teams))
    return any(seats - len(team) > 1 for team in teams)


def _parts(step: Instruction) -> Iterator[Expr | Place]:
    """The expressions and places that the step itself evaluates."""
    choice = () if step.choice is None else asdict(step.choice).values()
    for value in (step.value, *step.args.values(), *choice):
        if isinstance(value, (Expr, Place)):
            yield value


def _zones(step: Instruction) -> Iterator[str]:
    """The opponent's zones that the step speaks of."""
    for part in _parts(step):
        if isinstance(part, Expr):
            yield from _zones_in(part)
        elif part.of is not None:
            yield from (part.zone,) if part.of == _OPPONENT else _zones_in(part.of)


def _zones_in(expr: Expr) -> Iterator[str]:
    if expr.op in _ZONES and _OPPONENT in expr.args:
        yield str(expr.args[_ZONES[expr.op]])
    for arg in expr.args:
        if isinstance(arg, Expr):
            yield from _zones_in(arg)


def _in_place(step: Instruction, seat: Expr) -> Instruction:
    """The same step about another seat; lasting changes and what waits for later stay as they are."""
    args = {key: each if isinstance(each, _LATER) else about(each, _OPPONENT, seat) for key, each in step.args.items()}
    who, value, choice = (about(each, _OPPONENT, seat) for each in (step.who, step.value, step.choice))
    return replace(step, who=who, value=value, choice=choice, args=args)

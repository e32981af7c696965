"""Parts of a rulebook looked through or linked as a whole: every expression in it, a currency's functions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from cardwright.engine.patterns import LinkedPattern
from cardwright.engine.reads import MOMENT, reads, walk
from cardwright.engine.source_code import frame_function
from cardwright.rulebook.expressions import YOU, Expr
from cardwright.rulebook.modifier import ModifierDef, Pattern
from cardwright.state import aspects

if TYPE_CHECKING:
    from cardwright.engine.linking import Linked
    from cardwright.rulebook.rulebook import Rulebook


class CurrencyFunctions:
    """What a currency is paid from, and the most of it."""

    def __init__(self, tables: Linked, name: str) -> None:
        """Link the currency `name`."""
        definition = tables.rulebook.currencies[name]
        self.definition = definition
        self.source = None if definition.source is None else frame_function(tables, definition.source, name)
        self.at_most = None if definition.at_most is None else frame_function(tables, definition.at_most, name)


def endings(tables: Linked) -> dict[int, LinkedPattern]:
    """By number of a remaining change that an event ends: the pattern of that event."""
    written = ((number, each.definition.until_event) for number, each in enumerate(tables.makeable))
    return {number: LinkedPattern(tables, pattern, "until") for number, pattern in written if pattern is not None}


def delayed_patterns(rulebook: Rulebook) -> list[Pattern]:
    """What the delayed triggers of all programs listen to."""
    steps = (step for program in rulebook.programs for step in program.code if step.word == "delay")
    return [arg for step in steps for arg in step.args.values() if isinstance(arg, Pattern)]


def tracked(tables: Linked) -> tuple[frozenset[int], frozenset[str]]:
    """The events that some `times` asks about, and those it asks about over the whole game."""
    asked = [part for part in _all_parts(tables.rulebook) if part.op in {"times", "times_seat"}]
    names = {str(part.args[0]) for part in asked}
    whole = {str(part.args[0]) for part in asked if part.args[2] == "game"}
    return frozenset(tables.event[name] for name in names), frozenset(whole)


def minds_side(tables: Linked, ability: int) -> bool:
    """Whether an ability that is carried out with this one hangs on whose places in play `you` has."""
    played = tables.abilities[ability]
    mine = (each for _, each in tables.abilities_of(tables.card[played.card]) if each.opener == played.opener)
    return any(_speaks_of_side(tables, each.program) for each in mine if each.heading == played.heading)


def _speaks_of_side(tables: Linked, program: int) -> bool:
    """Whether steps name a place of `you` in play, or go on when it is over and name `you`."""
    code = tables.rulebook.programs[program].code if program >= 0 else ()
    remaining = tuple(each for step in code for each in step.args.values() if isinstance(each, ModifierDef))
    delayed = (step.args["do"] for step in code if step.word == "delay")
    return (
        any(_is_place_in_play(tables, part) for part in _all_parts(code))
        or YOU in _all_parts(remaining)
        or any(_speaks_of_side(tables, int(each)) for each in delayed)  # type: ignore[arg-type]
    )


def _is_place_in_play(tables: Linked, part: Expr) -> bool:
    """Whether it is a zone of `you` in play."""
    return part.op == "zone" and part.args[1] == YOU and tables.in_play[tables.zone[str(part.args[0])]]


def _all_parts(value: Any) -> Iterator[Expr]:
    """All parts of the expressions in a definition."""
    found: list[Expr] = []
    expressions_in(value, found)
    return (part for expr in found for part in walk(expr))


_LEAVES: Final = frozenset({str, int, bool, type(None)})
"""What holds no expression; most of a rulebook."""


def expressions_in(value: Any, found: list[Expr]) -> None:
    """Every expression anywhere in a definition."""
    if isinstance(value, Expr):
        found.append(value)
        return
    for part in _parts(value):
        if type(part) not in _LEAVES:
            expressions_in(part, found)


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, tuple):
        return value
    if isinstance(value, dict):
        return value.values()
    return [getattr(value, name) for name in getattr(value, "__struct_fields__", ())]


def watched(tables: Linked) -> tuple[int, ...]:
    """By aspect, the checks and wins that read it, as bits."""
    bits = [0] * aspects.ASPECTS
    parts = [check.of for check in tables.rulebook.checks] + [win.condition for win in tables.rulebook.wins]
    for place, expr in enumerate(parts):
        found, asked = reads(tables, expr)
        for aspect in found.union(*(tables.queries.ask(name).reads for name in asked)) - {MOMENT}:
            bits[aspect] |= 1 << place
    return tuple(bits)

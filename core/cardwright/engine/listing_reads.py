"""What a list of acts reads, so that it can be remembered until that changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from cardwright.engine.reads import MOMENT, reads
from cardwright.rulebook.expressions import Choice, Expr
from cardwright.rulebook.modifier import Limit
from cardwright.rulebook.program import Program
from cardwright.state import aspects

if TYPE_CHECKING:
    from cardwright.engine.actions import LinkedAction
    from cardwright.engine.linking import Linked

_ALWAYS: Final = frozenset({aspects.CONTROL, aspects.FACE, aspects.WAITING, aspects.USES, aspects.CLOCK, aspects.LINKS})
_TOLD: Final = frozenset({"exhaust", "refresh", "move_pieces"})
"""Ops of which it is known what their possibility reads."""
_TURNING: Final = ("may.exhaust", "may.refresh")


def listing_reads(tables: Linked, action: LinkedAction) -> frozenset[int] | None:
    """The aspects that the lists of an action read; nothing if a hook does not tell what it reads."""
    if action.definition.possible:
        return None  # what the effects of any card begin with is not told
    found, queries = set(_ALWAYS), {action.definition.asks, "may.be_target", "may.enter"}
    queries |= {"may.pay_alternative", "value.uses"}
    if not _pays_openly(tables, action, found, queries):
        return None
    for expr in _expressions(tables, action):
        more, asked = reads(tables, expr)
        found |= more
        queries |= asked
    for program in _cost_programs(tables, action):
        if not _op_reads(tables, program, found, queries):
            return None
    for name in queries:
        if name in tables.queries.by_name:
            found |= tables.queries.by_name[name].reads
    found |= {tables.zone[kind.enters] for kind in tables.rulebook.types.values() if kind.enters}
    return frozenset(found - {MOMENT, aspects.WINDOW})


def _pays_openly(tables: Linked, action: LinkedAction, found: set[int], queries: set[str]) -> bool:
    """Whether the action's currency tells what it reads."""
    name = action.definition.currency
    return not name or _currency_reads(tables, name, found, queries)


def _currency_reads(tables: Linked, name: str, found: set[int], queries: set[str]) -> bool:
    currency = tables.rulebook.currencies[name]
    queries.add(f"value.{currency.field}")
    if currency.hook:
        word = tables.registry.currencies[currency.hook]
        found.update(aspect for each in word.reads for aspect in tables.aspects_of(each))
        return bool(word.reads) and word.quote is None
    for expr in (currency.source, currency.at_most):
        if expr is not None:
            more, asked = reads(tables, expr)
            found |= more
            queries |= asked
    return True


def _abilities(tables: Linked, action: LinkedAction) -> Iterator[int]:
    d = action.definition
    opener = "use" if d.uses else "play" if d.plays else ""
    return (number for number, each in enumerate(tables.abilities) if each.opener == opener)


def _expressions(tables: Linked, action: LinkedAction) -> Iterator[Expr]:
    d = action.definition
    yield from _there(d.cards, d.needs, d.user)
    yield from _limit(d.limit)
    for number in _abilities(tables, action):
        ability = tables.abilities[number]
        yield from _there(ability.condition)
        yield from _limit(ability.limit)
        for target in ability.targets:
            yield from _choice(target.choice)
    if d.plays:
        for card in tables.cards:
            yield from _there(card.needs, *card.filters.values(), *card.conditions.values())
        for kind in tables.rulebook.types.values():
            yield from _there(kind.stays)
    for program in _cost_programs(tables, action):
        for step in program.code:
            yield from _there(*(arg for arg in step.args.values() if isinstance(arg, Expr)))
            if step.choice is not None:
                yield from _choice(step.choice)


def _there(*exprs: Expr | None) -> Iterator[Expr]:
    return (expr for expr in exprs if expr is not None)


def _limit(limit: Limit | None) -> Iterator[Expr]:
    return _there(limit.count) if limit is not None else _there()


def _choice(choice: Choice) -> Iterator[Expr]:
    return _there(choice.source, choice.least, choice.most, choice.such_that)


def _cost_programs(tables: Linked, action: LinkedAction) -> Iterator[Program]:
    numbers = [action.definition.cost, *(tables.abilities[each].cost for each in _abilities(tables, action))]
    if action.definition.plays:
        numbers += [each for card in tables.cards for each in (card.additional_cost, card.alternative_cost)]
    return (tables.rulebook.programs[number] for number in numbers if number >= 0)


def _op_reads(tables: Linked, program: Program, found: set[int], queries: set[str]) -> bool:
    """What the possibility of a cost's ops reads; false if that of a plugin's op cannot be told."""
    for step in program.code:
        if step.word == "pay" and not _currency_reads(tables, str(step.args["what"]), found, queries):
            return False
        op = tables.registry.ops.get(step.word)
        if op is not None and op.possible is not None:
            if step.word not in _TOLD:
                return False
            found |= {aspects.EXHAUSTED, aspects.AWAY, aspects.PIECES, aspects.POOLS}
            queries.update(_TURNING)
    return True

"""Modifiers, linked, and the parts of a question that make one kind of change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from cardwright.engine.lending import Bearer
from cardwright.engine.reads import tested_parts, walk
from cardwright.engine.source_code import first_function, general_function, kind_of, member_function, query_function
from cardwright.rulebook.cards import AbilityDef
from cardwright.rulebook.expressions import Expr
from cardwright.rulebook.modifier import ModifierDef

if TYPE_CHECKING:
    from cardwright.engine.linking import Linked
    from cardwright.engine.questions import Question

Function = Callable[..., Any]
_SEATS: Final = "seats"


class LinkedModifier:
    """A modifier's definition with its expressions as functions."""

    __slots__ = (
        "ability",
        "amount",
        "bare",
        "change",
        "conditions",
        "definition",
        "final",
        "made",
        "of",
        "of_seats",
        "other",
        "own",
        "tables",
        "with_what",
        "zones",
    )

    def __init__(
        self, tables: Linked, definition: ModifierDef, ability: AbilityDef | None = None, *, made: bool = False
    ) -> None:
        """`ability`: the static ability that holds it, if one does; `made`: whether effects make it."""
        self.tables = tables
        self.made = made
        self.definition = definition
        self.ability = ability
        self.change = definition.change
        self.final = definition.final
        self.own = ability is not None and definition.of is not None and definition.of.op == "self"
        self.zones = frozenset(tables.zone[zone] for zone in ability.zones) if ability is not None else frozenset()
        about_seats = definition.of is not None and kind_of(definition.of) == _SEATS
        self.of = None if definition.of is None or self.own or about_seats else self._member(definition.of)
        self.of_seats = self._value(definition.of) if about_seats else None
        self.other = self._other()
        self.with_what = None if definition.with_cards is None else self._member(definition.with_cards)
        """The cards a demand on a seat is met with; nothing if with any."""
        self.amount = self._value(definition.amount)
        d = definition
        self.bare = not (d.window or d.cause or d.word or d.phase) and self.other is None
        """Whether nothing narrows the question but conditions."""
        written = (ability.condition if ability is not None else None, definition.condition)
        self.conditions = tuple(self._value(expr) for expr in written if expr is not None)

    def _member(self, expr: Expr) -> Function:
        return member_function(self.tables, expr, f"line {self.definition.line}")

    def _value(self, expr: Expr | None) -> Function | None:
        return None if expr is None else query_function(self.tables, expr, f"line {self.definition.line}")

    def _other(self) -> Function | None:
        """The test of the other party: a card's membership, or a seat's."""
        d = self.definition
        cards = d.source or d.target or d.against
        if cards is not None:
            return self._member(cards)
        if d.seat is None:
            return None
        seats = query_function(self.tables, d.seat)
        return lambda c, you, me, it: it in seats(c, you, me, None)

    def expressions(self) -> Iterator[Expr]:
        """All expressions that are evaluated when it is asked about; of one that effects make, some were before."""
        d = self.definition
        held = self.ability.condition if self.ability is not None else None
        of = None if self.made and d.frozen else d.of
        fixed = self.made and d.amount is not None and not self.tables.about_it(d.amount)
        for party in (of, d.source, d.target, d.against, d.with_cards):
            if party is not None:
                yield from tested_parts(party)
        yield from (
            part for part in (None if fixed else d.amount, d.seat, d.condition, d.level, held) if part is not None
        )

    def holds(self, c: Any, you: int, me: Any, it: Any, other: Any = None, word: str = "", cause: str = "") -> bool:
        """Whether it applies to `it` (whom it is about is tested by the caller if `own` or open no more)."""
        if not self.bare and not self._narrow(c, you, me, other, word, cause):
            return False
        for condition in self.conditions:  # noqa: SIM110 - a generator would cost more than most conditions
            if not condition(c, you, me, it):  # type: ignore[misc]
                return False
        return True

    def _narrow(self, c: Any, you: int, me: Any, other: Any, word: str, cause: str) -> bool:
        """Whether window, cause, word, phase and the other party are those asked about."""
        d = self.definition
        if d.window and c.state.window != d.window:
            return False
        if d.cause and d.cause != cause:
            return False
        if d.word and word != d.word:
            return False
        if d.phase and (word or c.state.phase) not in d.phase:
            return False
        return self.other is None or (other is not None and bool(self.other(c, you, me, other)))


class RulesByCard:
    """Rules that change the answer to a query, and which of them may be about a card."""

    def __init__(self, tables: Linked, rules: list[LinkedModifier]) -> None:
        """`rules` may still grow until a card is asked about."""
        self.rules = rules
        self.direct: dict[int, bool] = {}
        """Whether rules or the card's own text may change the answer, by a card's number."""
        self._tables = tables
        self._rules_for: dict[int, tuple[LinkedModifier, ...]] = {}

    def rules_for(self, number: int) -> tuple[LinkedModifier, ...]:
        """The rules that may be about a card of that number."""
        found = self._rules_for.get(number)
        if found is None:
            found = tuple(rule for rule in self.rules if could_be(self._tables, rule.definition.of, number))
            self._rules_for[number] = found
        return found


class Part(RulesByCard):
    """The modifiers of one query that make one kind of change."""

    def __init__(self, tables: Linked, question: Question, change: str) -> None:
        """Sort them out of those of `question`."""
        super().__init__(tables, [each for each in question.rules if each.change == change])
        self.name, self.number, self.key = question.name, question.number, change
        self.of_team = question.of_team
        self.outward_zones = question.outward_zones
        self.own = _only(question.own, change)
        self.outward = _only(question.outward, change)
        self.makeable = [each for each in question.makeable if each.change == change]
        self.there = bool(self.rules or self.own or self.outward or self.makeable)
        self.general = [each for each in self.rules if _is_general(each.definition)]
        """Rules about no card in particular: one answer for all that a seat might do."""
        general = [each.definition for each in self.general]
        self.general_now = general_function(tables, question.name, general) if general else None
        """`general_now(c, you)`: which of them hold for a seat, as bits."""
        self._special = [each for each in self.rules if not _is_general(each.definition)]
        self._general_of: dict[int, tuple[LinkedModifier, ...]] = {0: ()}
        self._first_for: dict[int, tuple[Function, tuple[LinkedModifier, ...]]] = {}
        self._made: dict[tuple[int, ...], Function] = {}

    def general_of(self, bits: int) -> tuple[LinkedModifier, ...]:
        """The general prohibitions of those bits."""
        found = self._general_of.get(bits)
        if found is None:
            found = tuple(rule for place, rule in enumerate(self.general) if bits >> place & 1)
            self._general_of[bits] = found
        return found

    def first_for(self, number: int) -> tuple[Function, tuple[LinkedModifier, ...]]:
        """One function for the rules that are not general, and those rules.

        `first(c, you, it, other, word, cause, start)` is the place of the first from `start` on that applies, or -1.
        """
        found = self._first_for.get(number)
        if found is None:
            rules = tuple(rule for rule in self._special if could_be(self._tables, rule.definition.of, number))
            key = tuple(id(rule) for rule in rules)
            if key not in self._made:
                self._made[key] = first_function(self._tables, self.name, [rule.definition for rule in rules])
            found = self._first_for[number] = (self._made[key], rules)
        return found


def _is_general(d: ModifierDef) -> bool:
    """Whether a prohibition is about no card, no other party and no way of acting."""
    if d.of or d.source or d.target or d.against or d.with_cards or d.seat or d.cause or d.word:
        return False
    if d.condition is None:
        return bool(d.reason)
    return bool(d.reason) and not any(part.op in {"it", "tested", "self", "user"} for part in walk(d.condition))


def _only(held: dict[Bearer, list[LinkedModifier]], change: str) -> dict[Bearer, list[LinkedModifier]]:
    found = {number: [each for each in modifiers if each.change == change] for number, modifiers in held.items()}
    return {number: modifiers for number, modifiers in found.items() if modifiers}


def could_be(tables: Linked, of: Expr | None, number: int) -> bool:
    """Whether the card's definition leaves it open that it is among `of`."""
    if of is not None and of.op == "plus":
        return any(could_be(tables, part, number) for part in of.args)  # type: ignore[arg-type]
    if of is None or of.op != "filter":
        return True
    return _could_pass(tables, of.args[1], number)  # type: ignore[arg-type]


def _could_pass(tables: Linked, test: Expr, number: int) -> bool:
    if test.op == "and":
        return all(_could_pass(tables, part, number) for part in test.args)  # type: ignore[arg-type]
    if test.op == "or":
        return any(_could_pass(tables, part, number) for part in test.args)  # type: ignore[arg-type]
    if test.op == "is_type" and test.args[1] == Expr("tested", (0,)):
        return not tables.counts[number].isdisjoint(test.args[0].args)  # type: ignore[union-attr]
    return True

"""The game's questions, linked: for each query who changes its answer, and what the answer reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from cardwright.engine.reads import MOMENT, reads, tested_parts, walk
from cardwright.engine.source_code import first_function, kind_of, member_function, query_function
from cardwright.rulebook.cards import AbilityDef
from cardwright.rulebook.expressions import Expr
from cardwright.rulebook.modifier import ModifierDef
from cardwright.state import aspects

if TYPE_CHECKING:
    from cardwright.engine.tables import Tables

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
        "of",
        "of_seats",
        "other",
        "own",
        "tables",
        "zones",
    )

    def __init__(self, tables: Tables, definition: ModifierDef, ability: AbilityDef | None = None) -> None:
        """`ability`: the static ability that holds it, if one does."""
        self.tables = tables
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
        self.amount = self._value(definition.amount)
        d = definition
        self.bare = not (d.window or d.cause or d.manner or d.heading or d.phase) and self.other is None
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
        cards = d.source or d.target or d.against or d.with_cards
        if cards is not None:
            return self._member(cards)
        if d.seat is None:
            return None
        seats = query_function(self.tables, d.seat)
        return lambda c, you, me, it: it in seats(c, you, me, None)

    def expressions(self) -> Iterator[Expr]:
        """All expressions in it."""
        d = self.definition
        held = self.ability.condition if self.ability is not None else None
        for party in (d.of, d.source, d.target, d.against, d.with_cards):
            if party is not None:
                yield from tested_parts(party)
        yield from (part for part in (d.amount, d.seat, d.condition, d.level, held) if part is not None)

    def holds(self, c: Any, you: int, me: Any, it: Any, other: Any = None, word: str = "", cause: str = "") -> bool:
        """Whether it applies to `it` (whom it is about is tested by the caller if `own` or open no more)."""
        if not self.bare and not self._narrow(c, you, me, other, word, cause):
            return False
        for condition in self.conditions:
            if not condition(c, you, me, it):  # type: ignore[misc]
                return False
        return True

    def _narrow(self, c: Any, you: int, me: Any, other: Any, word: str, cause: str) -> bool:
        """Whether window, cause, manner, phase and the other party are those asked about."""
        d = self.definition
        if d.window and c.state.window != d.window:
            return False
        if d.cause and d.cause != cause:
            return False
        if (d.manner or d.heading) and word != (d.manner or d.heading):
            return False
        if d.phase and (word or c.state.phase) not in d.phase:
            return False
        return self.other is None or (other is not None and bool(self.other(c, you, me, other)))


class Part:
    """The modifiers of one query that make one kind of change."""

    def __init__(self, tables: Tables, question: Question, change: str) -> None:
        """Sort them out of those of `question`."""
        self.name, self.number, self.key = question.name, question.number, change
        self.outward_zones = question.outward_zones
        self.rules = [each for each in question.rules if each.change == change]
        self.own = _only(question.own, change)
        self.outward = _only(question.outward, change)
        self.lasting = [each for each in question.lasting if each.change == change]
        self.there = bool(self.rules or self.own or self.outward or self.lasting)
        self.general = [each for each in self.rules if _is_general(each.definition)]
        """Rules about no card in particular: one answer for all that a seat might do."""
        self._special = [each for each in self.rules if not _is_general(each.definition)]
        self._tables = tables
        self._rules_for: dict[int, tuple[LinkedModifier, ...]] = {}
        self._first_for: dict[int, tuple[Function, tuple[LinkedModifier, ...]]] = {}
        self._made: dict[tuple[int, ...], Function] = {}

    def rules_for(self, number: int) -> tuple[LinkedModifier, ...]:
        """The rules that may be about a card of that number."""
        found = self._rules_for.get(number)
        if found is None:
            found = tuple(rule for rule in self.rules if _could_be(self._tables, rule.definition.of, number))
            self._rules_for[number] = found
        return found

    def first_for(self, number: int) -> tuple[Function, tuple[LinkedModifier, ...]]:
        """One function for those that are not general: `first(c, you, it, other, word, cause, start)` is the place of the first of them
        from `start` on that applies, or -1."""
        found = self._first_for.get(number)
        if found is None:
            rules = tuple(rule for rule in self._special if _could_be(self._tables, rule.definition.of, number))
            key = tuple(id(rule) for rule in rules)
            if key not in self._made:
                self._made[key] = first_function(self._tables, self.name, [rule.definition for rule in rules])
            found = self._first_for[number] = (self._made[key], rules)
        return found


def _is_general(d: ModifierDef) -> bool:
    """Whether a prohibition is about no card, no other party and no way of acting."""
    if d.of or d.source or d.target or d.against or d.with_cards or d.seat or d.cause or d.manner or d.heading:
        return False
    if d.condition is None:
        return bool(d.reason)
    return bool(d.reason) and not any(part.op in {"it", "tested", "self", "user"} for part in walk(d.condition))


def _only(held: dict[int, list[LinkedModifier]], change: str) -> dict[int, list[LinkedModifier]]:
    found = {number: [each for each in modifiers if each.change == change] for number, modifiers in held.items()}
    return {number: modifiers for number, modifiers in found.items() if modifiers}


class Question:
    """One query, linked."""

    key = ""
    """The kind of change; here all kinds."""

    def __init__(self, tables: Tables, name: str, number: int) -> None:
        """Nothing changes its answer yet."""
        self.name = name
        self.number = number
        self.parts: dict[str, Part] = {}
        self.field = name.partition(".")[2]
        self.definition = tables.rulebook.queries.get(name)
        self.printed = tuple(card.numbers.get(self.field, 0) for card in tables.cards)
        self.words = tuple(card.words.get(self.field, ()) for card in tables.cards)
        self.base: Function | None = None
        self.hook: Function | None = None
        self.rules: list[LinkedModifier] = []
        self.own: dict[int, list[LinkedModifier]] = {}
        self.outward: dict[int, list[LinkedModifier]] = {}
        self.outward_zones: tuple[int, ...] = ()
        self.lasting: list[LinkedModifier] = []
        self.reads: frozenset[int] = frozenset()
        self.special_reads: frozenset[int] = frozenset()
        """The same without general prohibitions."""
        self.remembered = True
        """Whether an answer may be kept: it reads nothing of the moment."""
        self.changed = False
        """Whether any modifier of this game touches it."""
        self._rules_for: dict[int, tuple[LinkedModifier, ...]] = {}
        self._tables = tables

    def frankly_allows(self, number: int, zone: int, reason: str) -> bool:
        """Whether the card's own text lifts a reason there without a condition."""
        return any(
            each.change == "allow" and each.bare and not each.conditions and zone in each.zones
            and reason in each.definition.allow
            for each in self.own.get(number, ())
        )

    def rules_for(self, number: int) -> tuple[LinkedModifier, ...]:
        """The rules that may be about a card of that number."""
        found = self._rules_for.get(number)
        if found is None:
            found = tuple(rule for rule in self.rules if _could_be(self._tables, rule.definition.of, number))
            self._rules_for[number] = found
        return found


def _could_be(tables: Tables, of: Expr | None, number: int) -> bool:
    """Whether the card's definition leaves it open that it is among `of`."""
    if of is None or of.op != "filter":
        return True
    return _could_pass(tables, of.args[1], number)  # type: ignore[arg-type]


def _could_pass(tables: Tables, test: Expr, number: int) -> bool:
    if test.op == "and":
        return all(_could_pass(tables, part, number) for part in test.args)  # type: ignore[arg-type]
    if test.op == "or":
        return any(_could_pass(tables, part, number) for part in test.args)  # type: ignore[arg-type]
    if test.op == "is_type" and test.args[1] == Expr("tested", (0,)):
        return not tables.counts[number].isdisjoint(test.args[0].args)  # type: ignore[union-attr]
    return True


class Questions:
    """All queries of a game by name and number."""

    def __init__(self, tables: Tables) -> None:
        """Number every query that a modifier, field or rule names."""
        self.tables = tables
        self.by_name: dict[str, Question] = {}
        self.all: list[Question] = []

    def number(self, name: str) -> int:
        """The number of a query; one that nothing was known of before gets one."""
        return self.ask(name).number

    def ask(self, name: str) -> Question:
        """The query of that name."""
        found = self.by_name.get(name)
        if found is None:
            found = Question(self.tables, name, len(self.all))
            self.by_name[name] = found
            self.all.append(found)
        return found

    def collect(self) -> None:
        """Find who changes which answer, and what the answers read."""
        book = self.tables.rulebook
        self._name_all()
        for rule in book.rules:
            self._add_rule(rule)
        for number in range(len(book.cards)):
            for _, ability in self.tables.abilities_of(number):
                self._add_ability(number, ability)
        for program in book.programs:
            for step in program.code:
                for arg in step.args.values():
                    if isinstance(arg, ModifierDef):
                        self._add_lasting(arg)
        for question in self.all:
            self._finish(question)
        self._close()

    def _name_all(self) -> None:
        book = self.tables.rulebook
        for field in book.fields:
            self.ask(f"{'value' if field.kind == 'number' else 'set'}.{field.name}")
        for name in (*book.queries, *(f"as_if.{flag}" for flag in book.flags)):
            self.ask(name)
        for name in ("level", "limit", "draw"):
            self.ask(f"value.{name}")
        for name in ("name", "keyword", "number", "type", "ability", "payment", "heading"):
            self.ask(f"set.{name}")
        for name in ("play", "use", "be_target", "affect", "exhaust", "refresh", "move", "enter", "attach"):
            self.ask(f"may.{name}")
        for name in (*book.actions, *book.procedures, "attack_target", "pay_alternative", "hold_phase"):
            self.ask(f"may.{name}")
            self.ask(f"must.{name}")

    def _add_rule(self, rule: ModifierDef) -> None:
        linked = LinkedModifier(self.tables, rule)
        for name in rule.query:
            self.ask(name).rules.append(linked)

    def _add_ability(self, number: int, ability: AbilityDef) -> None:
        for modifier in ability.modifiers:
            linked = LinkedModifier(self.tables, modifier, ability)
            for name in modifier.query:
                question = self.ask(name)
                (question.own if linked.own else question.outward).setdefault(number, []).append(linked)

    def _add_lasting(self, modifier: ModifierDef) -> None:
        linked = LinkedModifier(self.tables, modifier)
        self.tables.lasting_number[id(modifier)] = len(self.tables.lasting)
        self.tables.lasting.append(linked)
        for name in modifier.query:
            self.ask(name).lasting.append(linked)

    def _finish(self, question: Question) -> None:
        definition = question.definition
        if definition is not None and definition.base is not None:
            question.base = query_function(self.tables, definition.base, question.name)
        if definition is not None and definition.hook:
            question.hook = self.tables.registry.queries[definition.hook].answer
        zones = {zone for modifiers in question.outward.values() for each in modifiers for zone in each.zones}
        question.outward_zones = tuple(sorted(zones))
        question.changed = bool(question.rules or question.own or question.outward or question.lasting)
        question.parts = {change: Part(self.tables, question, change) for change in ("forbid", "allow", "require")}

    # -- what the answers read

    def _close(self) -> None:
        """Answers read what the answers they are made from read."""
        direct: list[tuple[set[int], set[str]]] = [self._direct(question) for question in self.all]
        changed = True
        while changed:
            changed = False
            for found, asked in direct:
                before = len(found)
                for name in asked:
                    found |= direct[self.number(name)][0]
                changed = changed or len(found) != before
        for question, (found, _) in zip(self.all, direct, strict=True):
            # verdicts are remembered by card, stay and window, so another window is another question
            question.reads = frozenset(found - {MOMENT})
            question.remembered = MOMENT not in found
            question.special_reads = frozenset(self._special(question, direct))

    def _special(self, question: Question, direct: list[tuple[set[int], set[str]]]) -> set[int]:
        """What is read of a card in particular; another window is another question."""
        general = question.parts["forbid"].general
        found: set[int] = set(question.outward_zones) | ({aspects.MODIFIERS} if question.lasting else set())
        if question.own or question.outward:
            found |= {aspects.CONTROL} | direct[self.number("may.use")][0]
        for modifiers in self._holders(question):
            for modifier in modifiers:
                if modifier in general:
                    continue
                if modifier.definition.phase:
                    found.add(aspects.PHASE)
                for expr in modifier.expressions():
                    more, asked = reads(self.tables, expr)
                    found |= more
                    for name in asked:
                        found |= direct[self.number(name)][0] if name in self.by_name else set()
        return found - {MOMENT, aspects.WINDOW}

    def _direct(self, question: Question) -> tuple[set[int], set[str]]:
        found: set[int] = set()
        asked: set[str] = set()
        for expr in self._expressions(question):
            more, queries = reads(self.tables, expr)
            found |= more
            asked |= {name for name in queries if name in self.by_name}
        found.update(question.outward_zones)
        if question.lasting:
            found.add(aspects.MODIFIERS)
        definitions = [each.definition for modifiers in self._holders(question) for each in modifiers]
        if any(each.window for each in definitions):
            found.add(aspects.WINDOW)
        if any(each.phase for each in definitions):
            found.add(aspects.PHASE)
        if question.own or question.outward:
            found.add(aspects.CONTROL)
            asked.add("may.use")
        found.update(self._hook_reads(question))
        return found, asked - {question.name}

    def _hook_reads(self, question: Question) -> set[int]:
        if question.definition is None or not question.definition.hook:
            return set()
        word = self.tables.registry.queries[question.definition.hook]
        named = {"exhausted": aspects.EXHAUSTED, "away": aspects.AWAY, "turn": aspects.CLOCK, "links": aspects.LINKS}
        found = {named[name] for name in word.reads if name in named}
        found |= {self.tables.zone[name] for name in word.reads if name in self.tables.zone}
        if any(name in self.tables.piece for name in word.reads):
            found |= {aspects.PIECES, aspects.POOLS}
        for name in word.reads:
            if "." in name:
                found |= self.ask(name).reads
        return found

    def _holders(self, question: Question) -> Iterator[list[LinkedModifier]]:
        yield from question.own.values()
        yield from question.outward.values()
        yield question.rules
        yield question.lasting

    def _expressions(self, question: Question) -> Iterator[Expr]:
        if question.definition is not None and question.definition.base is not None:
            yield question.definition.base
        flag = self.tables.rulebook.flags.get(question.field) if question.name.startswith("as_if.") else None
        if flag is not None:
            yield flag
        for modifiers in self._holders(question):
            for modifier in modifiers:
                yield from modifier.expressions()

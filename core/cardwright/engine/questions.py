"""The game's questions, linked: for each query who changes its answer, and what the answer reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from cardwright.engine.lending import Bearer, bearer
from cardwright.engine.modifiers import LinkedModifier, Part, RulesByCard
from cardwright.engine.reads import MOMENT, reads
from cardwright.engine.source_code import query_function
from cardwright.rulebook.cards import AbilityDef
from cardwright.rulebook.expressions import Expr
from cardwright.rulebook.modifier import ModifierDef
from cardwright.state import aspects

if TYPE_CHECKING:
    from cardwright.engine.linking import Linked

Function = Callable[..., Any]
_SILENT: Final = -2
"""Stands, as `MOMENT` does, for what no edit tells of: here what a hook reads that does not say it."""
_BEYOND: Final = {"may.affect", "may.use", "may.bear", "may.play", "may.be_target"}
"""Queries about using, choosing and immunity itself, of which no card is immune."""
_ANYTHING: Final = range(aspects.ASPECTS)


class Question(RulesByCard):
    """One query, linked."""

    key = ""
    """The kind of change; here all kinds."""

    def __init__(self, tables: Linked, name: str, number: int) -> None:
        """Nothing changes its answer yet."""
        super().__init__(tables, [])
        self.name = name
        self.number = number
        self.parts: dict[str, Part] = {}
        self.field = name.partition(".")[2]
        self.definition = tables.rulebook.queries.get(name)
        self.of_team = self.definition is not None and self.definition.of == "team"
        """Whether what changes the answer for a seat changes it for its whole team."""
        cards = tables.cards if name.startswith("value.") else ()
        self.printed = tuple(card.numbers.get(self.field, 0) for card in cards)
        self.base: Function | None = None
        self.hook: Function | None = None
        self.own: dict[Bearer, list[LinkedModifier]] = {}
        self.outward: dict[Bearer, list[LinkedModifier]] = {}
        self.outward_zones: tuple[int, ...] = ()
        self.makeable: list[LinkedModifier] = []
        self.reads: frozenset[int] = frozenset()
        self.remembered = True
        """Whether an answer may be kept: it reads nothing of the moment."""
        self.changed = False
        """Whether any modifier of this game touches it."""
        self.against = False
        """Whether one of them names the card that it is asked against (an attacker)."""

    @property
    def reaches(self) -> bool:
        """Whether other cards may change its answer about a card, so that this card may be immune to that."""
        return bool(self.outward or self.makeable) and self.name not in _BEYOND

    def frankly_allows(self, number: int, zone: int, reason: str) -> bool:
        """Whether the card's own text lifts a reason there without a condition."""
        held = self.own.get(number)
        return held is not None and any(
            each.change == "allow"
            and each.bare
            and not each.conditions
            and zone in each.zones
            and reason in each.definition.allow
            for each in held
        )


class Questions:
    """All queries of a game by name and number."""

    def __init__(self, tables: Linked) -> None:
        """Number every query that a modifier, field or rule names."""
        self.tables = tables
        self.by_name: dict[str, Question] = {}
        self.all: list[Question] = []
        self._values: dict[str, Question] = {}

    def number(self, name: str) -> int:
        """The number of a query; one that nothing was known of before gets one."""
        return self.ask(name).number

    def value(self, field: str) -> Question:
        """The query `value.<field>`."""
        found = self._values.get(field)
        if found is None:
            found = self._values[field] = self.ask(f"value.{field}")
        return found

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
        self._name_absent()
        for rule in book.rules:
            self._add_rule(rule)
        for number in sorted(self.tables.present):
            for _, ability in self.tables.abilities_of(number):
                self._add_ability(number, ability)
        for program in book.programs:
            for step in program.code:
                for arg in step.args.values():
                    if isinstance(arg, ModifierDef):
                        self._add_makeable(arg, may_run=self.tables.may_run(program))
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
        for name in ("play", "use", "bear", "be_target", "affect", "exhaust", "refresh", "move", "enter", "attach"):
            self.ask(f"may.{name}")
        for name in (*book.actions, *book.procedures, "attack_target", "pay_alternative", "hold_phase"):
            self.ask(f"may.{name}")
            self.ask(f"must.{name}")

    def _add_rule(self, rule: ModifierDef) -> None:
        linked = LinkedModifier(self.tables, rule)
        for name in rule.query:
            self.ask(name).rules.append(linked)

    def _name_absent(self) -> None:
        """The queries that only hooks and cards that are not there speak of, so that numbers are always the same."""
        registry = self.tables.registry
        read = [word.reads for word in registry.queries.values()]
        read += [word.reads for word in registry.currencies.values()]
        read += [word.reads for word in registry.ops.values()]
        for name in (name for names in read for name in names if "." in name):
            self.ask(name)
        for ability in self.tables.abilities:
            for modifier in ability.modifiers:
                for name in modifier.query:
                    self.ask(name)

    def _add_ability(self, number: int, ability: AbilityDef) -> None:
        for modifier in ability.modifiers:
            linked = LinkedModifier(self.tables, modifier, ability)
            for name in modifier.query:
                question = self.ask(name)
                table = question.own if linked.own else question.outward
                table.setdefault(bearer(ability, number), []).append(linked)

    def _add_makeable(self, modifier: ModifierDef, *, may_run: bool) -> None:
        linked = LinkedModifier(self.tables, modifier, made=True)
        self.tables.makeable_number[id(modifier)] = len(self.tables.makeable)
        self.tables.makeable.append(linked)
        for name in modifier.query:
            question = self.ask(name)
            if may_run:
                question.makeable.append(linked)

    def _finish(self, question: Question) -> None:
        definition = question.definition
        if definition is not None and definition.base is not None:
            question.base = query_function(self.tables, definition.base, question.name)
        if definition is not None and definition.hook:
            question.hook = self.tables.registry.queries[definition.hook].answer
        zones = {zone for modifiers in question.outward.values() for each in modifiers for zone in each.zones}
        question.outward_zones = tuple(sorted(zones))
        question.changed = bool(question.rules or question.own or question.outward or question.makeable)
        held = [each.definition for modifiers in self._holders(question) for each in modifiers]
        question.against = any(each.against is not None for each in held)
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
                found.update(*(direct[self.number(name)][0] for name in asked))
                changed = changed or len(found) != before
        for question, (found, _) in zip(self.all, direct, strict=True):
            question.reads = frozenset(_ANYTHING if _SILENT in found else found - {MOMENT})
            question.remembered = not found & {MOMENT, _SILENT}

    def _direct(self, question: Question) -> tuple[set[int], set[str]]:
        found: set[int] = set()
        asked: set[str] = set()
        for expr in self._expressions(question):
            more, queries = reads(self.tables, expr)
            found |= more
            asked |= {name for name in queries if name in self.by_name}
        found.update(question.outward_zones)
        if question.makeable:
            found.add(aspects.MODIFIERS)
        definitions = [each.definition for modifiers in self._holders(question) for each in modifiers]
        if any(each.window for each in definitions):
            found.add(aspects.WINDOW)
        if question.against:
            found.add(aspects.SCOPE)
        if any(each.phase for each in definitions):
            found.add(aspects.PHASE)
        if question.own or question.outward:
            found.add(aspects.CONTROL)
            asked.update(("may.use", "may.bear"))
        if any(isinstance(each, tuple) for each in (*question.own, *question.outward)):
            found.add(aspects.LINKS)
        if question.reaches and self.ask("may.affect").changed:
            asked.add("may.affect")
        told, answers = self._hook_reads(question)
        return found | told, (asked | answers) - {question.name}

    def _hook_reads(self, question: Question) -> tuple[set[int], set[str]]:
        """What its hook says that it reads; one that says nothing is asked anew each time."""
        if question.definition is None or not question.definition.hook:
            return set(), set()
        named = self.tables.registry.queries[question.definition.hook].reads
        queries = {name for name in named if "." in name}
        found = {aspect for name in named if name not in queries for aspect in self.tables.aspects_of(name)}
        return found if named else {_SILENT}, queries

    def _holders(self, question: Question) -> Iterator[list[LinkedModifier]]:
        yield from question.own.values()
        yield from question.outward.values()
        yield question.rules
        yield question.makeable

    def _expressions(self, question: Question) -> Iterator[Expr]:
        if question.definition is not None and question.definition.base is not None:
            yield question.definition.base
        flag = self.tables.rulebook.flags.get(question.field) if question.name.startswith("as_if.") else None
        if flag is not None:
            yield flag
        for modifiers in self._holders(question):
            for modifier in modifiers:
                yield from modifier.expressions()

"""Joins a rulebook (data) and a registry (functions), each part when it is first needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from cardwright.decisions.verdict import Reason
from cardwright.engine import (
    asking,
    chains,
    checks,
    costs,
    declare,
    immunity,
    offering,
    programs,
    proposals,
    settling,
    turns,
    windows,
)
from cardwright.engine.act_reads import currency_reads
from cardwright.engine.actions import LinkedAction
from cardwright.engine.instructions import link_program
from cardwright.engine.lending import words_of_abilities
from cardwright.engine.patterns import LinkedPattern, Listeners, collect
from cardwright.engine.picking import LinkedChoice
from cardwright.engine.places import LinkedPlace, link_place
from cardwright.engine.proposing import move_proposer, procedure_proposer
from cardwright.engine.questions import Question, Questions
from cardwright.engine.reach import Reach, pay_plainly
from cardwright.engine.reads import walk
from cardwright.engine.source_code import frame_function, query_function, truth_function
from cardwright.engine.surveys import CurrencyFunctions, delayed_patterns, endings, minds_side, tracked, watched
from cardwright.engine.tables import Step, Tables
from cardwright.hooks.registry import Registry
from cardwright.rulebook.expressions import Expr, Place
from cardwright.rulebook.modifier import Limit, ModifierDef, Pattern
from cardwright.rulebook.play import WindowDef
from cardwright.rulebook.program import Instruction
from cardwright.rulebook.rulebook import Rulebook
from cardwright.rulebook.table import LinkDef, MoveDef
from cardwright.state import aspects
from cardwright.state.frames import Frame

Function = Callable[..., Any]

_OWN: Final[tuple[tuple[Step, ...], ...]] = (
    turns.GAME_STEPS,
    (windows.run_window,),
    declare.STEPS,
    chains.CARRY_STEPS,
    (proposals.batch_replace, proposals.batch_apply, proposals.batch_done),
    (proposals.replace_ask, proposals.replace_done, proposals.replace_done),
    settling.STEPS,
    (chains.run_chain,),
    (costs.run_planner, costs.planner_done),
    (asking.order_next,),
    (asking.ask_chance,),
    offering.STEPS,
    (checks.release,),
    (asking.draw_next,),
    (asking.take_pieces,),
)
"""The engine's own programs, in the order of their numbers."""

_KEPT: Final = 32
"""Tables of so many sets of cards are kept."""


class Linked(Tables):
    """The tables of a game with everything that runs."""

    def __init__(self, rulebook: Rulebook, registry: Registry, numbers: frozenset[int] | None = None) -> None:
        """Link what every game needs; cards and programs follow when they are met.

        With `numbers`, what other cards do is left out: nothing then hangs on what only they look at.
        """
        super().__init__(rulebook, registry, numbers)
        self._narrowed: dict[frozenset[int], Linked] = {}
        self._made: dict[Any, Any] = {}
        self._kept: list[Any] = []
        self._frame_functions: dict[int, Function] = {}
        self._derived: dict[tuple[str, str], Function | None] = {}
        self._reasons: dict[str, Reason] = {}
        self._actions_in: dict[tuple[str, ...], tuple[LinkedAction, ...]] = {}
        self._lying: dict[tuple[str, int, int, str], tuple[tuple[str, ...], Question | None]] = {}
        self.delayed_patterns = delayed_patterns(rulebook)
        self.queries = Questions(self)
        self.queries.collect()
        self.may_use = self.queries.ask("may.use")
        self.may_bear = self.queries.ask("may.bear")
        self.may_affect = self.queries.ask("may.affect")
        self.may_be_target = self.queries.ask("may.be_target")
        self.shields = immunity.shields if self.may_affect.changed else None
        """Asked whether a card is immune to a lasting change; nothing where no card is immune to anything."""
        self.shielded = frozenset(each.number for each in self.queries.all if each.reaches)
        self.heard: dict[int, Listeners] = collect(self, "when")
        self.replacers: dict[int, Listeners] = collect(self, "replace")
        self.tracked, self.tracked_for_the_game = tracked(self)
        self.comings_and_goings = {self.event.get(name, -1) for name in ("entered", "left")} & self.heard.keys()
        self.steps = [*_OWN, *(None for _ in rulebook.programs)]
        self.endings = endings(self)
        self.ending_kinds = frozenset(kind for each in self.endings.values() for kind in each.kinds_of_event)
        patterns = [each.pattern for each in rulebook.abilities if each.pattern is not None]
        used = self.event.get("effect_used", -1)
        self.effects_listened_to = used in self.tracked or any("effect_used" in each.events for each in patterns)
        self.actions = [LinkedAction(self, each, number) for number, each in enumerate(rulebook.actions.values())]
        self.musts = any(each.must.changed for each in self.actions)
        self._actions = {each.name: each for each in self.actions}
        self.checks = [
            (1 << n, each.program, query_function(self, each.of, "check"), each.at)
            for n, each in enumerate(rulebook.checks)
        ]
        first = len(self.checks)
        self.wins = [
            (1 << (first + n), (each, query_function(self, each.condition, "win")), each.at)
            for n, each in enumerate(rulebook.wins)
        ]
        self._lay_cells()

    def of(self, numbers: Iterable[int]) -> Linked:
        """The tables of a game in which there are only cards of these numbers, and tokens."""
        key = frozenset(numbers) | self.tokens
        if key not in self._narrowed:
            if len(self._narrowed) >= _KEPT:
                self._narrowed.clear()
            self._narrowed[key] = Linked(self.rulebook, self.registry, key)
        return self._narrowed[key]

    # -- remembered answers

    def _lay_cells(self) -> None:
        asked, events = len(self.queries.all), len(self.events)
        self.outward_cell, self.listener_cell = asked, 2 * asked
        self.replacer_cell = 2 * asked + events
        self.cells = 2 * asked + 2 * events
        dependents: list[list[int]] = [[] for _ in range(aspects.ASPECTS)]
        for question in self.queries.all:
            for aspect in question.reads:
                dependents[aspect].append(question.number)
            for zone in question.outward_zones:
                dependents[zone].append(asked + question.number)
            if question.outward:
                dependents[aspects.CONTROL].append(asked + question.number)
        for cell, table in ((self.listener_cell, self.heard), (self.replacer_cell, self.replacers)):
            for kind, listeners in table.items():
                for aspect in (*listeners.works_in, aspects.CONTROL):
                    dependents[aspect].append(cell + kind)
        self.dependents = tuple(tuple(cells) for cells in dependents)
        self.watched = watched(self)

    # -- linked when needed

    def _once_of(self, kind: str, part: object, make: Callable[[], Any]) -> Any:
        """The same for a part of a definition, which is kept, so that no other part can take its identity."""
        key = kind, id(part)
        if key not in self._made:
            self._kept.append(part)
        return self._once(key, make)

    def _once(self, key: Any, make: Callable[[], Any]) -> Any:
        try:
            return self._made[key]
        except KeyError:
            made = self._made[key] = make()
            return made

    def program(self, number: int) -> tuple[Step, ...]:
        """The steps of a program."""
        steps = self.steps[number]
        if steps is None:
            steps = self.steps[number] = link_program(self, self.rulebook.programs[number - programs.OWN])
        return steps

    def program_name(self, number: int) -> str:
        """What a program is called in dumps and explanations."""
        own = number < programs.OWN
        return programs.NAMES[number] if own else self.rulebook.programs[number - programs.OWN].name

    def frame_function(self, expr: Expr) -> Function:
        """The expression as a function of a frame."""
        found = self._frame_functions.get(id(expr))
        if found is None:
            self._kept.append(expr)
            found = self._frame_functions[id(expr)] = frame_function(self, expr, "frame")
        return found

    def place(self, place: Place) -> LinkedPlace:
        """The place as functions."""
        return self._once_of("place", place, lambda: link_place(self, place))  # type: ignore[no-any-return]

    def choice(self, step: Instruction) -> LinkedChoice:
        """The choice of an instruction."""
        assert step.choice is not None  # noqa: S101 - only `choose` is asked about
        choice = step.choice
        return self._once_of("choice", choice, lambda: LinkedChoice(self, choice, "choice"))  # type: ignore[no-any-return]

    def targets(self, ability: int) -> list[LinkedChoice]:
        """The choices of an ability's targets."""
        targets = self.abilities[ability].targets
        return self._once(  # type: ignore[no-any-return]
            ("targets", ability), lambda: [LinkedChoice(self, each.choice, each.name) for each in targets]
        )

    def _query(self, kind: str, key: Any, expr: Expr | None) -> Function | None:
        if expr is None:
            return None
        return self._once((kind, key), lambda: query_function(self, expr, f"{kind} {key}"))  # type: ignore[no-any-return]

    def conditions(self, name: str, number: int) -> Function | None:
        """A condition field of a card."""
        return self._query("condition", (name, number), self.cards[number].conditions.get(name))

    def filters(self, name: str, number: int) -> Function | None:
        """A filter field of a card, a truth about another card."""
        expr = self.cards[number].filters.get(name)
        if expr is None:
            return None
        return self._once(("filter", name, number), lambda: truth_function(self, expr, f"{name} of {number}"))  # type: ignore[no-any-return]

    def flags(self, name: str) -> Function | None:
        """A flag of the game."""
        return self._query("flag", name, self.rulebook.flags.get(name))

    def card_needs(self, number: int) -> Function | None:
        """What a card needs to be played."""
        return self._query("needs", number, self.cards[number].needs)

    def stays(self, number: int) -> Function | None:
        """When a used card of that type stays in play."""
        return self._query("stays", self.cards[number].type, self.types[number].stays)

    def ability_condition(self, ability: int) -> Function | None:
        """When an ability is live."""
        return self._query("ability", ability, self.abilities[ability].condition)

    def limit_count(self, limit: Limit) -> Function:
        """How often a limit allows."""
        return self._once_of("limit", limit, lambda: query_function(self, limit.count, "limit"))  # type: ignore[no-any-return]

    def currency_reads(self, name: str) -> int:
        """The aspects, as bits, that a currency's hook reads; `UNTOLD` if it does not tell."""
        return self._once(("currency reads", name), lambda: currency_reads(self, name))  # type: ignore[no-any-return]

    def minds_side(self, ability: int) -> bool:
        """Whether playing a card by an ability hangs on whose places in play `you` has."""
        return ability >= 0 and self._once(("minds side", ability), lambda: minds_side(self, ability))

    def ability_may(self, ability: int) -> Function:
        """The seats that decide whether an ability is used."""
        expr = self.abilities[ability].may
        assert expr is not None  # noqa: S101 - only optional abilities are asked about
        return self.frame_function(expr)

    def derived(self, scope: str, field: str) -> Function | None:
        """A derived field of a scope."""
        try:
            return self._derived[scope, field]
        except KeyError:
            expr = self.rulebook.scopes[scope].derived.get(field)
            found = self._derived[scope, field] = None if expr is None else self.frame_function(expr)
            return found

    def printed_words(self, name: str, number: int) -> tuple[str, ...]:
        """The words of a card's field as printed."""
        return self._once(("words", name, number), lambda: self._printed(name, number))  # type: ignore[no-any-return]

    def _printed(self, name: str, number: int) -> tuple[str, ...]:
        card = self.cards[number]
        if name == "name":
            return self.names[number]
        if name in {"number", "type"}:
            return (card.number if name == "number" else card.type,)
        if name in {"ability", "heading"}:
            return words_of_abilities(name, (self.abilities[each] for each in card.abilities))
        return card.words.get(name, ())

    def words_as_lying(self, name: str, number: int, zone: int, face: str) -> tuple[tuple[str, ...], Question | None]:
        """The words of a card's field where and as it lies, and the query if anything could change them."""
        try:
            return self._lying[name, number, zone, face]
        except KeyError:
            question = self.queries.by_name.get(f"set.{name}")
            lost = self.blanked(zone, face, name)
            words = () if lost else self.printed_words(name, number)
            found = words, question if question is not None and question.changed and not lost else None
            self._lying[name, number, zone, face] = found
            return found

    def blanked(self, zone: int, face: str, field: str) -> bool:
        """Whether a card that lies so in that zone has lost that field."""
        if zone >= len(self.zones):
            return False
        blanks = self.zones[zone].blanks
        return bool(blanks) and (field in blanks.get("always", ()) or field in blanks.get(face, ()))

    def remembered(self, type_name: str) -> tuple[tuple[tuple[str, int], ...], tuple[str, ...]]:
        """The numbers (with their queries) and words that are remembered of a card of that type as it leaves play."""

        def make() -> Any:
            definition = self.rulebook.types[type_name]
            fields = {*definition.fields, *definition.optional}
            numbers = [each.name for each in self.rulebook.fields if each.kind == "number" and each.name in fields]
            numbers += [name.partition(".")[2] for name, each in self.rulebook.queries.items() if each.of == "card"]
            numbers = [name for name in dict.fromkeys(numbers) if f"value.{name}" in self.queries.by_name]
            words = [each.name for each in self.rulebook.fields if each.kind == "words" and each.name in fields]
            return tuple((name, self.queries.number(f"value.{name}")) for name in numbers), (*words, "name", "keyword")

        return self._once(("remembered", type_name), make)  # type: ignore[no-any-return]

    def heading(self, ability: int, event: Any) -> str:
        """The heading an ability is used under; a trigger's is the name of its event."""
        definition = self.abilities[ability]
        return definition.heading or (self.events[event.kind] if event is not None else "")

    def modified_by(self, program: int) -> frozenset[str]:
        """The queries that the effects of a program modify."""
        code = self.rulebook.programs[program].code
        args = (arg for step in code for arg in step.args.values() if isinstance(arg, ModifierDef))
        return frozenset(name for arg in args for name in arg.query)

    def about_it(self, expr: Expr) -> bool:
        """Whether an amount depends on the card asked about."""
        return any(part.op in {"it", "it_seats", "tested"} for part in walk(expr))

    def delayed(self, number: int) -> LinkedPattern:
        """A delayed trigger's pattern."""
        pattern = self.delayed_patterns[number]
        return self._once(("delayed", number), lambda: LinkedPattern(self, pattern, "delay"))  # type: ignore[no-any-return]

    def delayed_number(self, pattern: Pattern) -> int:
        """The number of a delayed trigger's pattern."""
        return next(number for number, each in enumerate(self.delayed_patterns) if each is pattern)

    def action(self, name: str) -> LinkedAction:
        """The action of that name."""
        return self._actions[name]

    def actions_in(self, window: WindowDef) -> tuple[LinkedAction, ...]:
        """The actions that may be declared in a window, by itself or because a card may lift that it is not."""
        found = self._actions_in.get(window.admit)
        if found is None:
            found = tuple(
                each
                for each in self.actions
                if (each.name in window.admit or each.anywhere) and each.is_for_any(self.present)
            )
            self._actions_in[window.admit] = found
        return found

    def currency(self, name: str) -> CurrencyFunctions:
        """What a currency is paid from."""
        return self._once(("currency", name), lambda: CurrencyFunctions(self, name))  # type: ignore[no-any-return]

    def reason(self, code: str, otherwise: str = "") -> Reason:
        """A reason with the rule that the game gives for it, or else that one."""
        found = self._reasons.get(code)
        if found is None:
            found = self._reasons[code] = Reason(code, self.rulebook.reasons.get(code, ""))
        return found if found.rule or not otherwise else Reason(code, otherwise)

    def reach(self, c: Any, frame: Frame | None = None) -> Reach:
        """What hooks of a plugin see of a game; a planner's proposals are those of its frame."""
        if frame is None:
            c.reach = c.reach or Reach(c)
        return c.reach if frame is None else Reach(c, frame)

    plain_payment = staticmethod(pay_plainly)

    def link_of(self, role: str) -> LinkDef | None:
        """The link that has a role."""
        links = self.rulebook.links.values()
        return next((link for link in links if role == link.name or role in link.roles), None)

    def move_into(self, zone: int) -> MoveDef | None:
        """The named move that ends in a zone."""
        name = self.zones[zone].name
        return next((move for move in self.rulebook.moves.values() if move.to.zone == name), None)

    def proposer(self, word: str) -> Function:
        """What an op, a move or a procedure proposes."""
        op = self.registry.ops.get(word)
        if op is not None:
            return op.propose
        move = self.rulebook.moves.get(word)
        if move is not None:
            return move_proposer(self, move)
        return procedure_proposer(self, self.rulebook.procedures[word])


def link(rulebook: Rulebook, registry: Registry) -> Linked:
    """The tables of a game; whoever asks keeps them."""
    return Linked(rulebook, registry)

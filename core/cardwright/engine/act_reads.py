"""What the openness of an act reads, so that it can be remembered until that changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardwright.engine.lending import Bearer
from cardwright.engine.reads import MOMENT, own_reads, reads
from cardwright.rulebook.expressions import Choice, Expr
from cardwright.rulebook.modifier import Limit
from cardwright.state import aspects

if TYPE_CHECKING:
    from cardwright.engine.actions import LinkedAction
    from cardwright.engine.linking import Linked
    from cardwright.engine.modifiers import LinkedModifier
    from cardwright.engine.questions import Question
    from cardwright.rulebook.play import ActionDef
    from cardwright.rulebook.program import Instruction

UNTOLD: Final = 1 << (2 * aspects.MINE)
"""Stands, among the bits of aspects, for what a hook reads that does not tell it."""
_WINDOW: Final = aspects.bits({aspects.WINDOW})
"""Lists are kept by the window they were made for."""
_LYING: Final = (aspects.CONTROL, aspects.FACE, aspects.WAITING, aspects.LINKS)
"""How a card lies; rarely changed, and read in many places."""
_SPANS: Final = {
    "turn": (aspects.CLOCK,),
    "phase": (aspects.PHASE,),
    "step": (aspects.SCOPE, aspects.STEP),
    "game": (),
}
_FIRST: Final = {"choose", "possible", "op", "gather"}
"""First steps of a program of which it is asked whether they could be done."""


class _Untold(Exception):
    """A hook does not tell what it reads."""


class _Reader:
    """Collects what is read, aspect by aspect and query by query."""

    def __init__(self, tables: Linked) -> None:
        self.tables = tables
        self.found: set[int] = set(_LYING)

    def query(self, *names: str) -> None:
        for name in names:
            question = self.tables.queries.by_name.get(name)
            if question is not None:
                self.found |= question.reads

    def expressions(self, *given: Expr | None) -> None:
        for expr in given:
            if expr is not None:
                found, asked = own_reads(self.tables, expr)
                self.found |= found
                self.query(*asked)

    def of_others(self, modifier: LinkedModifier) -> None:
        """A modifier whose `you` need not be the seat that is asked about: any seat's zones may be meant."""
        for expr in modifier.expressions():
            found, asked = reads(self.tables, expr)
            self.found |= found
            self.query(*asked)

    def limit(self, limit: Limit | None) -> None:
        if limit is not None:
            shared = limit.each == "host"  # the other side may have used it up
            self.found.update(_SPANS.get(limit.span, (aspects.SCOPE,)), (aspects.USES + aspects.MINE * (not shared),))
            self.expressions(limit.count)

    def choice(self, choice: Choice) -> None:
        self.expressions(choice.source, choice.least, choice.most, choice.such_that, choice.who)
        self.query("may.be_target")
        if choice.asks:
            self.found.add(aspects.SCOPE)
            self.query(choice.asks)

    def currency(self, name: str) -> None:
        """What a seat could pay, and what a card costs."""
        currency = self.tables.rulebook.currencies[name]
        self.query(f"value.{currency.field}")
        self.expressions(currency.source, currency.at_most)
        self.found.update((aspects.PIECES, aspects.POOLS) if currency.pieces else ())
        if currency.hook:
            self.told(self.tables.registry.currencies[currency.hook].reads, mine=True)

    def told(self, names: tuple[str, ...], *, mine: bool = False) -> None:
        """What a hook says that it reads; `mine`: in zones of the team of the seat that pays."""
        if not names:
            raise _Untold
        self.query(*(name for name in names if "." in name))
        lying = [each for name in names if "." not in name for each in self.tables.aspects_of(name)]
        self.found.update(aspects.MINE + each if mine and each in aspects.SEATED else each for each in lying)

    # -- programs of which it is asked whether they could be done

    def steps(self, number: int, *, first: bool = False) -> None:
        """A program's steps, or only its first, if that is asked about."""
        program = self.tables.rulebook.programs[number]
        for place, step in enumerate(program.code[:1] if first else program.code):
            if not first or step.op in _FIRST:
                self.step(step, program.behind(place))

    def step(self, step: Instruction, then: Instruction | None) -> None:
        self.expressions(*(arg for arg in step.args.values() if isinstance(arg, Expr)))
        if step.choice is not None:
            self.choice(step.choice)
            self.taken_by(then)
        for part in step.parts:
            self.steps(part)
        if step.word == "pay":
            self.currency(str(step.args["what"]))
        op = self.tables.registry.ops.get(step.word)
        if op is not None and op.possible is not None:
            self.told(op.reads)

    def taken_by(self, then: Instruction | None) -> None:
        """What the op that takes the picks of a choice asks of them."""
        if then is None:
            return
        if then.word in self.tables.rulebook.moves:
            self.query("may.move")
        op = self.tables.registry.ops.get(then.word)
        if op is not None and op.fits is not None:
            self.told(op.reads)

    # -- an act

    def about(self, question: Question, number: int) -> None:
        """What stands against an act with a card of that number, general prohibitions aside."""
        general = question.parts["forbid"].general
        mine = [each for each in question.rules_for(number) if each not in general]
        bearers = [each for each in question.own if each == number or isinstance(each, tuple)]
        others = [each for bearer in bearers for each in question.own[bearer]]
        others += [*question.makeable, *(each for held in question.outward.values() for each in held)]
        for modifier in mine:
            self.expressions(*modifier.expressions())
        for modifier in others:
            self.of_others(modifier)
        if any(each.definition.phase for each in (*mine, *others)):
            self.found.add(aspects.PHASE)
        self.found.update((aspects.MODIFIERS,) if question.makeable else ())
        self.found.update((aspects.SCOPE,) if question.against else ())
        for holder in (*((number,) if bearers else ()), *question.outward):
            self.usable(holder)

    def usable(self, holder: Bearer) -> None:
        """Whether the abilities work of a card of that number, or of any card that such a guest may have as host."""
        for question in (self.tables.may_use, self.tables.may_bear):
            rules = question.rules_for(holder) if isinstance(holder, int) else question.rules
            for modifier in (*rules, *question.makeable):
                self.of_others(modifier)
            self.found.update((aspects.MODIFIERS,) if question.makeable else ())

    def action(self, definition: ActionDef) -> None:
        """What hangs on the action whatever the card."""
        self.expressions(definition.needs, definition.user)
        self.limit(definition.limit)
        if definition.currency:
            self.currency(definition.currency)
        if definition.cost >= 0:
            self.steps(definition.cost)

    def act(self, action: LinkedAction, number: int, ability: int) -> None:
        """What hangs on the card and the ability it is used by."""
        definition = action.definition
        if number < 0:
            self.query(definition.asks)
        else:
            self.about(action.question, number)  # which statics of others are there is asked each time
        if ability >= 0:
            self.using(action, ability)
        elif definition.possible and definition.program >= 0:
            self.steps(definition.program, first=True)
        if definition.plays and number >= 0:
            self.playing(number)

    def using(self, action: LinkedAction, ability: int) -> None:
        """What hangs on the ability that is used."""
        definition = self.tables.abilities[ability]
        if definition.heading:
            self.query("value.uses", "may.bear")
            self.found.update((aspects.MINE + aspects.USES, aspects.CLOCK))
        self.expressions(definition.condition)
        self.limit(definition.limit)
        for target in definition.targets:
            self.choice(target.choice)
        if definition.cost >= 0:
            self.steps(definition.cost)
        if action.definition.possible and definition.program >= 0:
            self.steps(definition.program, first=True)

    def playing(self, number: int) -> None:
        """What hangs on the card that is played."""
        card, kind = self.tables.cards[number], self.tables.types[number]
        self.expressions(card.needs, kind.stays)
        for name in ("may.enter", "may.pay_alternative"):
            question = self.tables.queries.ask(name)
            self.found.update(question.outward_zones)
            self.about(question, number)
        if kind.enters:
            self.found.add(self.tables.zone[kind.enters])
        for program in (card.additional_cost, card.alternative_cost):
            if program >= 0:
                self.steps(program)

    def result(self) -> int:
        return aspects.bits(self.found - {MOMENT})


def list_reads(tables: Linked, action: LinkedAction) -> int:
    """The aspects, as bits, that hang on which cards an action may be declared with."""
    reader = _Reader(tables)
    reader.expressions(action.definition.cards)
    return reader.result() & ~_WINDOW


def act_reads(tables: Linked, action: LinkedAction, number: int, ability: int) -> int:
    """The aspects, as bits, that the openness of an act reads in a window that is open; `UNTOLD` if that is not told.

    `number` is that of the card and `ability` that of its ability; -1 for none.
    """
    reader = _Reader(tables)
    try:
        reader.action(action.definition)
        reader.act(action, number, ability)
    except _Untold:
        return UNTOLD
    return reader.result() & ~_WINDOW


def currency_reads(tables: Linked, name: str) -> int:
    """The aspects, as bits, that payments in a currency read, and the prices; `UNTOLD` if that cannot be told."""
    reader = _Reader(tables)
    try:
        reader.currency(name)
    except _Untold:
        return UNTOLD
    field = tables.queries.ask(f"value.{tables.rulebook.currencies[name].field}")
    return reader.result() if field.remembered else UNTOLD

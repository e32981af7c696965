"""Lists the actions open to a seat, action by action, each list remembered until what it reads changes."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cardwright.decisions.decision import Option
from cardwright.engine.act_reads import UNTOLD, act_reads, list_reads
from cardwright.engine.lending import Bearer, lent
from cardwright.engine.memo import MISSING, reading
from cardwright.engine.modifiers import could_be
from cardwright.engine.objections import ALTERNATIVE, Asked, objection
from cardwright.engine.queries import outward
from cardwright.engine.source_code import query_function
from cardwright.engine.verdicts import blocked, demands
from cardwright.rulebook.play import ActionDef, WindowDef
from cardwright.state.card_state import CardState

if TYPE_CHECKING:
    from cardwright.engine.context import Context
    from cardwright.engine.linking import Linked
    from cardwright.engine.modifiers import LinkedModifier
    from cardwright.engine.objections import Duty


_USUAL: Final = ("",)
_BOTH: Final = ("", ALTERNATIVE)


class Barred(NamedTuple):
    """The general prohibitions that hold for an action."""

    rules: tuple[LinkedModifier, ...]
    able: frozenset[int] | None
    """The numbers of cards whose own text may lift them all; nothing if they may be lifted for any card."""
    others: bool = False
    """Whether something else may lift one of them."""


_NOTHING: Final = Barred((), None)


class LinkedAction:
    """An action with its expressions as functions."""

    def __init__(self, tables: Linked, definition: ActionDef, number: int) -> None:
        """`number` tells its limit from others'."""
        name = f"action {definition.name}"
        self._tables = tables
        self.definition = definition
        self.name = definition.name
        self.number = -1 - number
        self.cards = None if definition.cards is None else query_function(tables, definition.cards, name)
        self.needs = None if definition.needs is None else query_function(tables, definition.needs, name)
        self.users = None if definition.user is None else query_function(tables, definition.user, name)
        self.question = tables.queries.ask(definition.asks)
        self.must = tables.queries.ask(f"must.{definition.name}")
        q = self.question
        self.lifting = {number: _lifted(own) for number, own in q.own.items() if isinstance(number, int)}
        """What a card's own text may lift, by its number."""
        self.others_lift = _lifted([*q.rules, *q.makeable, *(each for held in q.outward.values() for each in held)])
        self._barred: dict[tuple[int, bool], Barred] = {}
        lifted = (self.others_lift, *self.lifting.values())
        self.anywhere = any("wrong_window" in each for each in lifted)
        """Whether a window that does not admit it may be no hindrance."""
        self.reads = list_reads(tables, self)
        """The aspects, as bits, that which cards it may be declared with reads."""
        self._act_reads: dict[tuple[int, int], int] = {}
        self.ways: dict[tuple[Bearer, tuple[str, ...] | None], list[int | None]] = {}
        """The ways to declare it with a card of a number, or with what guests lend, by the headings of the window."""
        self.duties: dict[tuple[int, int | None, str, str], tuple[str, bool, tuple[Duty, ...], tuple[Duty, ...]]] = {}
        """What to ask about an act."""

    def is_for_any(self, numbers: frozenset[int]) -> bool:
        """Whether it needs no card, or one that a card of these numbers may be."""
        cards = self.definition.cards
        return cards is None or any(could_be(self._tables, cards, number) for number in numbers)

    def act_reads(self, c: Context, number: int, ability: int) -> int:
        """The aspects, as bits, that the openness of an act reads; `UNTOLD` among them if a hook does not tell."""
        key = number, ability
        found = self._act_reads.get(key)
        if found is None:
            found = self._act_reads[key] = act_reads(c.tables, self, number, ability)
        return found

    def barred(self, bits: int, *, late: bool) -> Barred:
        """What the general prohibitions of those bits, and a window that does not admit it, leave open."""
        found = self._barred.get((bits, late))
        if found is None:
            rules = self.question.parts["forbid"].general_of(bits)
            reasons = {rule.definition.reason for rule in rules} | ({"wrong_window"} if late else set())
            able = frozenset(number for number, lifted in self.lifting.items() if reasons <= lifted)
            found = self._barred[bits, late] = Barred(rules, able, not self.others_lift.isdisjoint(reasons))
        return found

    def others_lift_now(self, c: Context) -> bool:
        """Whether something beside a card's own text may lift a prohibition for it now."""
        q = self.question
        there = [*q.rules, *(each for each, _ in outward(c, q))]
        return bool(_lifted(there)) or bool(q.makeable and c.state.modifiers)


def _lifted(modifiers: list[LinkedModifier]) -> frozenset[str]:
    return frozenset(reason for each in modifiers for reason in each.definition.allow)


@cache
def offered(names: tuple[str, ...]) -> WindowDef:
    """The moment in which an effect offers these actions."""
    return WindowDef(f"offer {' '.join(names)}", admit=names)


def options(c: Context, seat: int, window: WindowDef) -> list[Option]:
    """What a seat may declare in a window, costs quoted and targets at hand; passing aside."""
    c.counters["listings"] += 1
    found: list[Option] = []
    for action in c.tables.actions_in(window):
        found += _list(c, seat, action, window)
    return _musts(c, seat, found) if c.tables.musts else found


def _list(c: Context, seat: int, action: LinkedAction, window: WindowDef) -> list[Option]:
    """The acts of one action that nothing stands against; remembered until what that reads changes."""
    bits, barred = 0, None
    if action.cards is not None:
        bits, late = blocked(c, action.question, seat), action.name not in window.admit
        if bits or late:
            barred = action.barred(bits, late=late)
            if barred.others and action.others_lift_now(c):
                barred = barred._replace(able=None)
            elif not barred.able:
                return []
    any_card = barred is None or barred.able is None
    around = tuple([source.uid for _, source in outward(c, action.question)])
    key = (action.number, seat, window.name, bits, any_card, around)
    found: Any = c.memo.recall(key)
    if found is MISSING or window.name != c.state.window:
        found, read = _find(c, seat, action, window, barred or _NOTHING)
        if not read & UNTOLD and window.name == c.state.window:
            c.memo.keep(key, reading(read, c.team[seat]), found)
    return found  # type: ignore[no-any-return]


def _find(c: Context, seat: int, action: LinkedAction, window: WindowDef, barred: Barred) -> tuple[list[Option], int]:
    """The open acts, and the aspects, as bits, that were read to find them."""
    c.counters["lists made"] += 1
    if action.cards is None:
        is_open = objection(c, Asked(action, seat, None, None, window)) is None
        return [Option(action.name)] if is_open else [], action.act_reads(c, -1, -1)
    alternatives = c.tables.alternatives if action.definition.currency else frozenset()
    found: list[Option] = []
    read = action.reads
    for card in action.cards(c, seat, None, None):
        if barred.able is not None and card.number not in barred.able and not card.guests:
            continue
        for ability in uses_of(c, action, card, window):
            number = -1 if ability is None else ability
            read |= action.act_reads(c, card.number, number)
            found += [
                Option(action.name, card.uid, number, word=way)
                for way in (_BOTH if card.number in alternatives else _USUAL)
                if objection(c, Asked(action, seat, card, ability, window, way), barred.rules) is None
            ]
    return found, read


def uses_of(c: Context, action: LinkedAction, card: CardState, window: WindowDef | None) -> list[int | None]:
    """The ways to declare an action with a card: by each activated ability, or each heading it is played under."""
    headings = None if window is None else window.headings
    ways = action.ways.get((card.number, headings)) or _ways(c, action, card.number, headings)
    if card.guests and action.definition.uses:
        return [*ways, *(way for bearer in lent(c, card) for way in _ways(c, action, bearer, headings))]
    return ways


def _ways(c: Context, action: LinkedAction, bearer: Bearer, headings: tuple[str, ...] | None) -> list[int | None]:
    key = (bearer, headings)
    ways = action.ways.get(key)
    if ways is None:
        ways = action.ways[key] = _find_ways(c, action, bearer, headings)
    return ways


def _find_ways(c: Context, action: LinkedAction, bearer: Bearer, admitted: tuple[str, ...] | None) -> list[int | None]:
    role, number = ("", bearer) if isinstance(bearer, int) else bearer
    mine = [(ability, each) for ability, each in c.tables.abilities_of(number) if each.role == role]
    if action.definition.uses:
        return [ability for ability, each in mine if each.opener == "use"]
    if not action.definition.plays:
        return [None]
    plays = [(ability, each) for ability, each in mine if each.opener == "play"]
    headings = {each.heading: ability for ability, each in reversed(plays)}
    usable = [ability for heading, ability in headings.items() if admitted is None or heading in admitted]
    if usable:
        return sorted(usable)  # type: ignore[return-value]
    if plays and not c.tables.types[number].enters:
        return sorted(headings.values())  # type: ignore[return-value]
    return [None]


def _musts(c: Context, seat: int, found: list[Option]) -> list[Option]:
    """Where an act must be done, only such acts are left."""
    musts = [option for option in found if demanded(c, seat, option)]
    return musts or found


def demanded(c: Context, seat: int, option: Option) -> bool:
    """Whether something demands that act."""
    must = c.tables.action(option.verb).must
    return must.changed and option.card >= 0 and demands(c, must, c.cards[option.card], seat)

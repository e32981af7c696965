"""Lists the actions open to a seat, action by action, each list remembered until what it reads changes."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from cardwright.decisions.decision import Option
from cardwright.engine import triggers
from cardwright.engine.objections import ALTERNATIVE, objection
from cardwright.engine.queries import blocked, demands, outward
from cardwright.engine.source_code import query_function
from cardwright.rulebook.play import ActionDef, WindowDef
from cardwright.state.card_state import CardState

if TYPE_CHECKING:
    from cardwright.engine.context import Context
    from cardwright.engine.linking import Linked
    from cardwright.engine.modifiers import LinkedModifier
    from cardwright.engine.objections import Duty


_USUAL: Final = ("",)
_BOTH: Final = ("", ALTERNATIVE)


class LinkedAction:
    """An action with its expressions as functions."""

    def __init__(self, tables: Linked, definition: ActionDef, number: int) -> None:
        """`number` tells its limit from others'."""
        name = f"action {definition.name}"
        self.definition = definition
        self.name = definition.name
        self.number = -1 - number
        self.cards = None if definition.cards is None else query_function(tables, definition.cards, name)
        self.needs = None if definition.needs is None else query_function(tables, definition.needs, name)
        self.users = None if definition.user is None else query_function(tables, definition.user, name)
        self.question = tables.queries.ask(definition.asks)
        self.must = tables.queries.ask(f"must.{definition.name}")
        q = self.question
        self.lifting = {number: _lifted(own) for number, own in q.own.items()}
        """What a card's own text may lift, by its number."""
        self.others_lift = _lifted([*q.rules, *q.makeable, *(each for held in q.outward.values() for each in held)])
        self.lifters: dict[tuple[str, ...], frozenset[int]] = {}
        """The numbers of cards whose own text may lift all of some reasons."""
        self.anywhere = self.ever_lifted
        self.cell = -1
        """Where its lists are remembered; -1 if what they read cannot be told."""
        self.ways: dict[tuple[int, tuple[str, ...] | None], list[int | None]] = {}
        """The ways to declare it with a card of a number, by the headings of the window."""
        self.duties: dict[tuple[int, int | None, str, str], tuple[str, bool, tuple[Duty, ...]]] = {}
        """What to ask about an act."""

    def able(self, c: Context, reasons: tuple[str, ...]) -> frozenset[int] | None:
        """The numbers of cards that some reasons may leave open; nothing if any card may be."""
        if self.others_lift.intersection(reasons) and self._others_lift_now(c):
            return None
        found = self.lifters.get(reasons)
        if found is None:
            wanted = frozenset(reasons)
            found = frozenset(number for number, lifted in self.lifting.items() if wanted <= lifted)
            self.lifters[reasons] = found
        return found

    def _others_lift_now(self, c: Context) -> bool:
        q = self.question
        there = [*q.rules, *(each for each, _ in outward(c, q))]
        return bool(_lifted(there)) or bool(q.makeable and c.state.modifiers)

    @property
    def ever_lifted(self) -> bool:
        """Whether `wrong_window` is ever lifted for it."""
        return "wrong_window" in self.others_lift or any("wrong_window" in each for each in self.lifting.values())


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
    for action in c.tables.actions:
        if action.name in window.admit or action.anywhere:
            found += _listed(c, seat, action, window)
    return _musts(c, seat, found) if c.tables.musts else found


def _listed(c: Context, seat: int, action: LinkedAction, window: WindowDef) -> list[Option]:
    if action.cell < 0:
        return _list(c, seat, action, window)
    key = (seat, window.name)
    found: list[Option] | None = c.cells[action.cell].get(key)
    if found is None:
        found = _list(c, seat, action, window)
        c.cells[action.cell][key] = found
    return found


def _list(c: Context, seat: int, action: LinkedAction, window: WindowDef) -> list[Option]:
    """The acts of one action that nothing stands against."""
    c.counters["lists made"] += 1
    if action.cards is None:
        return [Option(action.name)] if objection(c, action, seat, None, None, window) is None else []
    barred = blocked(c, action.question, seat)
    reasons = [rule.definition.reason for rule in barred]
    if action.name not in window.admit:
        reasons.append("wrong_window")
    able = action.able(c, tuple(reasons)) if reasons else None
    if able is not None and not able:
        return []
    limit = action.definition.limit
    if limit is not None and limit.each == "seat" and triggers.used_up(c, limit, action.number, None, seat):
        return []
    alternatives = c.tables.alternatives if action.definition.currency else frozenset()
    return [
        Option(action.name, card.uid, -1 if ability is None else ability, word=way)
        for card in action.cards(c, seat, None, None)
        if able is None or card.number in able
        for ability in uses_of(c, action, card, window)
        for way in (_BOTH if card.number in alternatives else _USUAL)
        if objection(c, action, seat, card, ability, window, barred, way) is None
    ]


def uses_of(c: Context, action: LinkedAction, card: CardState, window: WindowDef | None) -> list[int | None]:
    """The ways to declare an action with a card: by each activated ability, or each heading it is played under."""
    key = (card.number, None if window is None else window.headings)
    ways = action.ways.get(key)
    if ways is None:
        ways = action.ways[key] = _uses_of(c, action, card, window)
    return ways


def _uses_of(c: Context, action: LinkedAction, card: CardState, window: WindowDef | None) -> list[int | None]:
    if action.definition.uses:
        return [number for number, each in c.tables.abilities_of(card.number) if each.opener == "use"]
    if not action.definition.plays:
        return [None]
    plays = [(number, each) for number, each in c.tables.abilities_of(card.number) if each.opener == "play"]
    headings = {each.heading: number for number, each in reversed(plays)}
    admitted = [number for heading, number in headings.items() if window is None or heading in window.headings]
    if admitted:
        return sorted(admitted)  # type: ignore[return-value]
    if plays and not c.tables.types[card.number].enters:
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

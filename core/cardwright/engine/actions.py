"""Lists the actions open to a seat. Listing and explaining are one path: the objections to an act, in order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cardwright.decisions.decision import Option
from cardwright.decisions.verdict import Reason
from cardwright.engine import costs, triggers
from cardwright.engine.picking import LinkedChoice
from cardwright.engine.queries import allowed, applying, forbidden, outward, required
from cardwright.engine.source_code import query_function
from cardwright.rulebook.cards import AbilityDef
from cardwright.rulebook.play import ActionDef, WindowDef
from cardwright.state.card_state import CardState
from cardwright.state.frames import Frame

if TYPE_CHECKING:
    from cardwright.engine.context import Context
    from cardwright.engine.tables import Tables


class LinkedAction:
    """An action with its expressions as functions."""

    def __init__(self, tables: Tables, definition: ActionDef, number: int) -> None:
        """`number` tells its limit from others'."""
        name = f"action {definition.name}"
        self.definition = definition
        self.name = definition.name
        self.number = -1 - number
        self.cards = None if definition.cards is None else query_function(tables, definition.cards, name)
        self.needs = None if definition.needs is None else query_function(tables, definition.needs, name)
        self.users = None if definition.user is None else query_function(tables, definition.user, name)
        self.question = tables.queries.ask(definition.asks)
        self.lifters = self._lifters(tables)
        """Numbers of cards whose own text may lift `wrong_window`."""

    def _lifters(self, tables: Tables) -> frozenset[int]:
        return frozenset(
            number
            for number, modifiers in self.question.own.items()
            if any("wrong_window" in each.definition.allow for each in modifiers)
        )

    def liftable(self, c: Context) -> bool:
        """Whether something other than a card's own text may lift `wrong_window`."""
        question = self.question
        if any("wrong_window" in rule.definition.allow for rule in question.rules):
            return True
        if any("wrong_window" in each.definition.allow for each, _ in outward(c, question)):
            return True
        return bool(question.lasting and c.state.modifiers)


def options(c: Context, seat: int, window: WindowDef) -> list[Option]:
    """What a seat may declare in a window, costs quoted and targets at hand; passing aside."""
    c.memo = {}
    c.counters["listings"] += 1
    found: list[Option] = []
    for action in c.tables.actions:
        admitted = action.name in window.admit
        if admitted or action.question.own or action.question.rules:
            _list(c, seat, action, window, found, admitted=admitted)
    return _musts(c, seat, found)


def _list(
    c: Context, seat: int, action: LinkedAction, window: WindowDef, found: list[Option], *, admitted: bool
) -> None:
    if not admitted and not action.lifters and not action.liftable(c):
        return
    if action.cards is None:
        if admitted and next(objections(c, seat, action, None, None, window), None) is None:
            found.append(Option(action.name))
        return
    anyone = admitted or action.liftable(c)
    for card in action.cards(c, seat, None, None):
        if not anyone and card.number not in action.lifters:
            continue
        for ability in uses_of(c, action, card, window):
            if next(objections(c, seat, action, card, ability, window), None) is None:
                found.append(Option(action.name, card.uid, -1 if ability is None else ability))


def uses_of(c: Context, action: LinkedAction, card: CardState, window: WindowDef | None) -> list[int | None]:
    """The ways to declare an action with a card: one for each activated ability, or for each heading it is played under."""
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
    tables = c.tables
    musts = [
        option
        for option in found
        if option.card >= 0
        and tables.queries.ask(f"must.{option.verb}").changed
        and required(c, f"must.{option.verb}", c.cards[option.card], seat)
    ]
    return musts or found


def objections(
    c: Context, seat: int, action: LinkedAction, card: CardState | None, ability: int | None, window: WindowDef
) -> Iterator[Reason]:
    """Everything that stands against an act, the cheapest to find first; nothing if it is open."""
    d = action.definition
    heading = c.tables.abilities[ability].heading if ability is not None else ""
    if d.user is None or card is None:
        yield from _about(c, seat, action, card, heading, window)
        yield from _use(c, seat, action, card, ability, window)
        return
    users = action.users(c, seat, card, card)  # type: ignore[misc]
    if not users:
        yield c.tables.reason("no_user")
    best: list[Reason] = []
    for number, user in enumerate(users):
        c.user = user
        try:
            found = [*_about(c, seat, action, card, heading, window), *_use(c, seat, action, card, ability, window)]
        finally:
            c.user = None
        if not found:
            return
        if number == 0 or len(found) < len(best):
            best = found
    yield from best


def _about(
    c: Context, seat: int, action: LinkedAction, card: CardState | None, heading: str, window: WindowDef
) -> Iterator[Reason]:
    """Window, prohibitions, limit and conditions."""
    d = action.definition
    it: Any = card if card is not None else seat
    reason = c.tables.reason
    late = d.name not in window.admit or (heading and heading not in window.headings)
    if late and not allowed(c, action.question, "wrong_window", it, seat, None, heading):
        yield reason("wrong_window")
    if d.limit is not None and triggers.used_up(c, d.limit, action.number, card, seat):
        yield Reason("used_up", d.limit.rule or reason("used_up").rule)
    if action.needs is not None and not action.needs(c, seat, card, card):
        yield Reason("needs", d.needs_rule or reason("needs").rule)
    if action.question.changed:
        found: list[Reason] = []
        forbidden(c, d.asks, it, seat, None, heading, collect=found)
        yield from found


def _use(
    c: Context, seat: int, action: LinkedAction, card: CardState | None, ability: int | None, window: WindowDef
) -> Iterator[Reason]:
    """The ability itself, entering, cost and targets."""
    d = action.definition
    definition = c.tables.abilities[ability] if ability is not None else None
    if card is not None and definition is not None and d.uses:
        yield from _ability(c, seat, card, ability, definition)  # type: ignore[arg-type]
    if card is not None and d.plays:
        yield from _played(c, seat, action, card)
    if window.changing and (definition is not None or d.plays):
        yield from _changing(c, card, definition, window)
    yield from _cost(c, seat, action, card, definition)
    if card is not None and definition is not None:
        yield from _targets(c, seat, card, ability, definition)  # type: ignore[arg-type]


def _ability(c: Context, seat: int, card: CardState, number: int, definition: AbilityDef) -> Iterator[Reason]:
    reason = c.tables.reason
    if not triggers.works(c, number, card):
        yield reason("wrong_zone")
    condition = c.tables.ability_condition(number)
    if condition is not None and not condition(c, seat, card, card):
        yield reason("needs")
    if definition.limit is not None and triggers.used_up(c, definition.limit, number, card, seat):
        yield reason("used_up")


def _played(c: Context, seat: int, action: LinkedAction, card: CardState) -> Iterator[Reason]:
    printed = c.tables.cards[card.number]
    if printed.needs is not None and not c.tables.card_needs(card.number)(c, seat, card, card):
        yield c.tables.reason("needs")
    kind = c.tables.types[card.number]
    if kind.enters and kind.play == action.name and enters(c, card):
        found: list[Reason] = []
        forbidden(c, "may.enter", card, seat, seat, collect=found)
        yield from found
        zone = c.tables.zones[c.tables.zone[kind.enters]]
        full = zone.holds and len(c.state.zones.get(c.keys[c.tables.zone[kind.enters]][seat], ())) >= zone.holds
        if full and "full" not in c.lifted and not allowed(c, action.question, "full", card, seat):
            yield c.tables.reason("full")


def enters(c: Context, card: CardState) -> bool:
    """Whether the card stays in play once used."""
    stays = c.tables.stays(card.number)
    return stays is None or bool(stays(c, card.controller, card, card))


def _changing(
    c: Context, card: CardState | None, definition: AbilityDef | None, window: WindowDef
) -> Iterator[Reason]:
    """In such a window only effects that modify certain values may be used."""
    values = {f"value.{name}" for name in window.changing}
    program = definition.program if definition is not None else -1
    if program < 0 or not c.tables.modified_by(program) & values:
        yield Reason("wrong_window", window.rule)


def _cost(
    c: Context, seat: int, action: LinkedAction, card: CardState | None, definition: AbilityDef | None
) -> Iterator[Reason]:
    d = action.definition
    frame = Frame(-1, controller=seat, source=-1 if card is None else c.refs((card,))[0], user=_user(c), cause="cost")
    reason = c.tables.reason
    if d.currency and card is not None and not _normal(c, seat, card, d) and _alternative(c, seat, card, frame):
        yield reason("cannot_pay")
    if d.cost >= 0 and not costs.feasible(c, _slotted(c, frame, d.cost), d.cost):
        yield reason("cannot_pay")
    extra = c.tables.cards[card.number].additional_cost if card is not None and d.plays else -1
    for program in (definition.cost if definition is not None else -1, extra):
        if program >= 0 and not costs.feasible(c, _slotted(c, frame, program), program):
            yield reason("cannot_pay")


def _slotted(c: Context, frame: Frame, program: int) -> Frame:
    frame.slots = [None] * len(c.tables.rulebook.programs[program].slots)
    return frame


def _user(c: Context) -> int:
    return -1 if c.user is None else c.refs((c.user,))[0]


def _normal(c: Context, seat: int, card: CardState, d: ActionDef) -> bool:
    amount = costs.quote(c, seat, card, d.currency)
    return costs.payable(c, seat, card, d.currency, amount)


def _alternative(c: Context, seat: int, card: CardState, frame: Frame) -> Reason | None:
    """What stands against paying the alternative cost."""
    program = c.tables.cards[card.number].alternative_cost
    if program < 0:
        return c.tables.reason("cannot_pay")  # type: ignore[no-any-return]
    against = forbidden(c, "may.pay_alternative", card, seat)
    if against is not None:
        return against
    if not costs.feasible(c, _slotted(c, frame, program), program):
        return c.tables.reason("cannot_pay")  # type: ignore[no-any-return]
    return None


def ways_to_pay(c: Context, seat: int, card: CardState, d: ActionDef) -> list[str]:
    """`cost`, `alternative`, or both: how a card may be paid for."""
    frame = Frame(-1, controller=seat, source=c.refs((card,))[0], user=_user(c), cause="cost")
    ways = ["cost"] if _normal(c, seat, card, d) else []
    if c.tables.cards[card.number].alternative_cost >= 0 and _alternative(c, seat, card, frame) is None:
        ways.append("alternative")
    return ways


def target_frame(c: Context, seat: int, card: CardState, ability: int, definition: AbilityDef) -> Frame:
    """A frame in which an ability's targets can be asked about."""
    slots = [None] * len(c.tables.rulebook.programs[definition.program].slots) if definition.program >= 0 else []
    return Frame(-1, slots=list(slots), controller=seat, source=c.refs((card,))[0], cause="effect", ability=ability)


def _targets(c: Context, seat: int, card: CardState, ability: int, definition: AbilityDef) -> Iterator[Reason]:
    if definition.targets:
        frame = target_frame(c, seat, card, ability, definition)
        choices: list[LinkedChoice] = c.tables.targets(ability)
        if not all(choice.enough(c, frame) for choice in choices):
            yield c.tables.reason("no_target")


__all__ = ["LinkedAction", "applying", "objections", "options"]

"""What stands against an act. Listing takes the first objection, explaining takes all: one path for both.

The duties of an act are the questions to put for it. Which there are hangs only on the action, the card's number, the
way of using it and the window, so they are found once; vanilla cards have few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from cardwright.decisions.verdict import Reason
from cardwright.engine import costs, triggers
from cardwright.engine.queries import allowed, applying, forbidden, opposite
from cardwright.rulebook.play import ActionDef, WindowDef
from cardwright.state.card_state import CardState

if TYPE_CHECKING:
    from cardwright.engine.actions import LinkedAction
    from cardwright.engine.context import Context
    from cardwright.engine.modifiers import LinkedModifier

ALTERNATIVE: Final = "alternative"
"""The way of paying in an option that pays the alternative cost; the usual way has no word."""
Duty = Callable[["Context", "LinkedAction", int, Any, int | None, WindowDef], Reason | None]


def duties(
    c: Context, action: LinkedAction, card: CardState | None, ability: int | None, window: WindowDef, way: str = ""
) -> tuple[str, bool, tuple[Duty, ...], tuple[Duty, ...]]:
    """The heading of an act, whether the window does not admit it, all further questions, and the quick among them."""
    key = (-1 if card is None else card.number, ability, window.name, way)
    found = action.duties.get(key)
    if found is None:
        heading = "" if ability is None else c.tables.abilities[ability].heading
        late = action.name not in window.admit or (heading != "" and heading not in window.headings)
        asked = tuple(_duties(c, action, card, ability, window, way))
        found = action.duties[key] = heading, late, asked, tuple(each for each in asked if each in _QUICK)
    return found


def _duties(
    c: Context, action: LinkedAction, card: CardState | None, ability: int | None, window: WindowDef, way: str
) -> Iterator[Duty]:
    d = action.definition
    definition = None if ability is None else c.tables.abilities[ability]
    if d.limit is not None:
        yield _limit
    if definition is not None and definition.heading and c.tables.queries.ask("value.uses").changed:
        yield _uses
    if action.needs is not None:
        yield _needs
    if definition is not None and d.uses:
        yield _works
        if definition.condition is not None:
            yield _condition
        if definition.limit is not None:
            yield _ability_limit
    if card is not None and d.plays:
        yield from _to_play(c, action, card)
    if window.changing and (definition is not None or d.plays):
        yield _changing
    yield from _to_pay(c, d, card, ability, way)
    if definition is not None and definition.targets:
        yield _targets
    if d.possible:
        yield _possible


def _to_play(c: Context, action: LinkedAction, card: CardState) -> Iterator[Duty]:
    kind = c.tables.types[card.number]
    if c.tables.cards[card.number].needs is not None:
        yield _card_needs
    if kind.enters and kind.play == action.name:
        if c.tables.queries.ask("may.enter").changed:
            yield _may_enter
        if c.tables.zones[c.tables.zone[kind.enters]].holds:
            yield _room


def _to_pay(c: Context, d: ActionDef, card: CardState | None, ability: int | None, way: str) -> Iterator[Duty]:
    if way == ALTERNATIVE:
        yield _may_pay_otherwise
        yield _alternative_steps
    elif d.currency and card is not None:
        yield _cost
    if d.cost >= 0:
        yield _action_steps
    if card is not None and d.plays and c.tables.cards[card.number].additional_cost >= 0:
        yield _additional_steps
    if ability is not None and c.tables.abilities[ability].cost >= 0:
        yield _ability_steps


# -- putting them


def objection(
    c: Context,
    action: LinkedAction,
    seat: int,
    card: CardState | None,
    ability: int | None,
    window: WindowDef,
    barred: Sequence[LinkedModifier] = (),
    way: str = "",
) -> Reason | None:
    """Something against an act, or nothing if it is open; `barred` are the general prohibitions that hold (`blocked`).

    Asked without a card, it finds the general prohibitions itself.
    """
    if action.users is None or card is None:
        return _first(c, action, seat, card, ability, window, barred, way)
    found = c.tables.reason("no_user")
    for user in action.users(c, seat, card, card):
        c.user = user
        against = _first(c, action, seat, card, ability, window, barred, way)
        c.user = None
        if against is None:
            return None
        found = against
    return found


def _first(
    c: Context,
    action: LinkedAction,
    seat: int,
    card: CardState | None,
    ability: int | None,
    window: WindowDef,
    barred: Sequence[LinkedModifier],
    way: str,
) -> Reason | None:
    heading, late, further, quick = duties(c, action, card, ability, window, way)
    for duty in quick:  # most acts that are not open fail for these
        found = duty(c, action, seat, card, ability, window)
        if found is not None:
            return found
    it: Any = seat if card is None else card
    other = seat if card is None else opposite(c, action.question)
    if late and _barred_by_window(c, action, it, seat, heading):
        return c.tables.reason("wrong_window")
    for rule in barred:
        d = rule.definition
        if not allowed(c, action.question, d.reason, it, seat, other, heading):
            return Reason(d.reason, d.rule)
    found = forbidden(c, action.definition.asks, it, seat, other, heading, special=card is not None)
    if found is not None:
        return found
    for duty in further:
        if duty not in quick:
            found = duty(c, action, seat, card, ability, window)
            if found is not None:
                return found
    return None


def objections(
    c: Context,
    action: LinkedAction,
    seat: int,
    card: CardState | None,
    ability: int | None,
    window: WindowDef,
    way: str = "",
) -> list[Reason]:
    """Everything against an act; where somebody must use the card, everything against the best user."""
    if action.users is None or card is None:
        return _all(c, action, seat, card, ability, window, way)
    best: list[Reason] | None = None
    for user in action.users(c, seat, card, card):
        found = against_user(c, action, seat, card, ability, window, user, way)
        if not found:
            return []
        if best is None or len(found) < len(best):
            best = found
    if best is not None:
        return best
    heading, late, _, _ = duties(c, action, card, ability, window, way)
    barred = late and _barred_by_window(c, action, card, seat, heading)
    return [*([c.tables.reason("wrong_window")] if barred else []), c.tables.reason("no_user")]


def _barred_by_window(c: Context, action: LinkedAction, it: Any, seat: int, heading: str) -> bool:
    """Whether nothing lifts that the window does not admit an act."""
    return not allowed(c, action.question, "wrong_window", it, seat, None, heading)


def against_user(
    c: Context,
    action: LinkedAction,
    seat: int,
    card: CardState,
    ability: int | None,
    window: WindowDef,
    user: CardState,
    way: str = "",
) -> list[Reason]:
    """Everything against an act with that user."""
    c.user = user
    try:
        return _all(c, action, seat, card, ability, window, way)
    finally:
        c.user = None


def _all(
    c: Context,
    action: LinkedAction,
    seat: int,
    card: CardState | None,
    ability: int | None,
    window: WindowDef,
    way: str,
) -> list[Reason]:
    found: list[Reason] = []
    heading, late, further, _ = duties(c, action, card, ability, window, way)
    it: Any = seat if card is None else card
    if late and _barred_by_window(c, action, it, seat, heading):
        found.append(c.tables.reason("wrong_window"))
    forbidden(c, action.definition.asks, it, seat, opposite(c, action.question), heading, collect=found)
    put = (duty(c, action, seat, card, ability, window) for duty in further)
    return [*found, *(reason for reason in put if reason is not None)]


# -- the duties


def _limit(c: Context, action: LinkedAction, seat: int, card: Any, *_: Any) -> Reason | None:
    limit = action.definition.limit
    assert limit is not None  # noqa: S101 - a duty of limited actions
    if not triggers.used_up(c, limit, action.number, card, seat):
        return None
    return Reason("used_up", limit.rule or c.tables.reason("used_up").rule)


def _uses(c: Context, action: LinkedAction, seat: int, card: Any, ability: Any, *_: Any) -> Reason | None:  # noqa: ARG001 - all duties are asked alike
    """Whether the seat has used up what it may use under a heading in a turn."""
    heading = c.tables.abilities[ability].heading
    question = c.tables.queries.ask("value.uses")
    caps = [
        fixed if fixed is not None else linked.amount(c, you, me, (seat,)) if linked.amount is not None else 0
        for linked, fixed, me, you in applying(c, question, seat, seat, None, heading)
        if linked.change == "at_most"
    ]
    used = c.state.limits.get(triggers.uses_key(c, heading, seat), 0)
    return c.tables.reason("used_up") if caps and used >= min(caps) else None


def _needs(c: Context, action: LinkedAction, seat: int, card: Any, *_: Any) -> Reason | None:
    if action.needs is None or action.needs(c, seat, card, card):
        return None
    return Reason("needs", action.definition.needs_rule or c.tables.reason("needs").rule)


def _works(c: Context, action: LinkedAction, seat: int, card: Any, ability: Any, *_: Any) -> Reason | None:  # noqa: ARG001 - all duties are asked alike
    return None if triggers.works(c, ability, card) else c.tables.reason("wrong_zone")


def _condition(c: Context, action: LinkedAction, seat: int, card: Any, ability: Any, *_: Any) -> Reason | None:  # noqa: ARG001 - all duties are asked alike
    condition = c.tables.ability_condition(ability)
    return None if condition is None or condition(c, seat, card, card) else c.tables.reason("needs")


def _ability_limit(c: Context, action: LinkedAction, seat: int, card: Any, ability: Any, *_: Any) -> Reason | None:  # noqa: ARG001 - all duties are asked alike
    limit = c.tables.abilities[ability].limit
    return c.tables.reason("used_up") if triggers.used_up(c, limit, ability, card, seat) else None


def _card_needs(c: Context, action: LinkedAction, seat: int, card: Any, *_: Any) -> Reason | None:  # noqa: ARG001 - all duties are asked alike
    needs = c.tables.card_needs(card.number)
    return None if needs is None or needs(c, seat, card, card) else c.tables.reason("needs")


def _may_enter(c: Context, action: LinkedAction, seat: int, card: Any, *_: Any) -> Reason | None:  # noqa: ARG001 - all duties are asked alike
    return forbidden(c, "may.enter", card, seat, seat) if enters(c, card) else None


def _room(c: Context, action: LinkedAction, seat: int, card: Any, *_: Any) -> Reason | None:
    zone = c.tables.zone[c.tables.types[card.number].enters]
    full = len(c.state.zones.get(c.keys[zone][seat], ())) >= c.tables.zones[zone].holds
    if not full or "full" in c.lifted or _room_is_made(c, action, seat, card) or not enters(c, card):
        return None
    return c.tables.reason("full")


def _room_is_made(c: Context, action: LinkedAction, seat: int, card: Any) -> bool:
    """Whether a full zone is no hindrance, to the act or to coming into play."""
    enter = c.tables.queries.ask("may.enter")
    return allowed(c, action.question, "full", card, seat) or allowed(c, enter, "full", card, seat, seat)


def enters(c: Context, card: CardState) -> bool:
    """Whether the card stays in play once used."""
    stays = c.tables.stays(card.number)
    return stays is None or bool(stays(c, card.controller, card, card))


def _changing(c: Context, action: LinkedAction, seat: int, card: Any, ability: Any, window: WindowDef) -> Reason | None:  # noqa: ARG001 - all duties are asked alike
    """In such a window only effects that modify certain values may be used."""
    values = {f"value.{name}" for name in window.changing}
    program = -1 if ability is None else c.tables.abilities[ability].program
    return None if program >= 0 and c.tables.modified_by(program) & values else Reason("wrong_window", window.rule)


def _cost(c: Context, action: LinkedAction, seat: int, card: Any, *_: Any) -> Reason | None:
    currency = action.definition.currency
    payable = costs.payable(c, seat, card, currency, costs.quote(c, seat, card, currency))
    return None if payable else c.tables.reason("cannot_pay")


def _may_pay_otherwise(c: Context, action: LinkedAction, seat: int, card: Any, *_: Any) -> Reason | None:  # noqa: ARG001 - all duties are asked alike
    if c.tables.cards[card.number].alternative_cost < 0:
        return c.tables.reason("cannot_pay")
    return forbidden(c, "may.pay_alternative", card, seat)


def _alternative_steps(c: Context, action: LinkedAction, seat: int, card: Any, *_: Any) -> Reason | None:  # noqa: ARG001 - all duties are asked alike
    program = c.tables.cards[card.number].alternative_cost
    return None if program < 0 else _steps(c, seat, card, program)


def _action_steps(c: Context, action: LinkedAction, seat: int, card: Any, *_: Any) -> Reason | None:
    return _steps(c, seat, card, action.definition.cost)


def _additional_steps(c: Context, action: LinkedAction, seat: int, card: Any, *_: Any) -> Reason | None:  # noqa: ARG001 - all duties are asked alike
    return _steps(c, seat, card, c.tables.cards[card.number].additional_cost)


def _ability_steps(c: Context, action: LinkedAction, seat: int, card: Any, ability: Any, *_: Any) -> Reason | None:  # noqa: ARG001 - all duties are asked alike
    return _steps(c, seat, card, c.tables.abilities[ability].cost)


def _steps(c: Context, seat: int, card: CardState | None, program: int) -> Reason | None:
    """Whether steps that are a cost could be done."""
    frame = c.tables.frame_of(program, seat, source=_ref(c, card), user=_ref(c, c.user), cause="cost")
    return None if costs.feasible(c, frame, program) else c.tables.reason("cannot_pay")


def _ref(c: Context, card: CardState | None) -> int:
    return -1 if card is None else c.ref(card)


def _targets(c: Context, action: LinkedAction, seat: int, card: Any, ability: Any, *_: Any) -> Reason | None:  # noqa: ARG001 - all duties are asked alike
    program = c.tables.abilities[ability].program
    frame = c.tables.frame_of(program, seat, source=_ref(c, card), cause="effect", ability=ability)
    enough = all(choice.enough(c, frame) for choice in c.tables.targets(ability))
    return None if enough else c.tables.reason("no_target")


def _possible(c: Context, action: LinkedAction, seat: int, card: Any, ability: Any, *_: Any) -> Reason | None:
    """Whether what the act does could begin."""
    program = action.definition.program if ability is None else c.tables.abilities[ability].program
    if program < 0:
        return None
    frame = c.tables.frame_of(program, seat, source=_ref(c, card), user=_ref(c, c.user), cause="effect")
    return None if costs.startable(c, frame, program) else c.tables.reason("no_target")


_BY_EFFECT: Final = WindowDef("")
"""No window: an effect plays the card."""
_QUICK: Final = frozenset({_limit, _ability_limit, _cost})
_PAYING: Final = frozenset({_action_steps, _additional_steps})


def _nothing(c: Context, action: LinkedAction, seat: int, card: Any, *_: Any) -> Reason | None:
    """A play without its cost still needs what the card itself takes, as its currency sees it."""
    return None if costs.payable(c, seat, card, action.definition.currency, 0) else c.tables.reason("cannot_pay")


def against_playing(
    c: Context, seat: int, card: CardState, ability: int | None, lifted: tuple[str, ...], *, free: bool
) -> Reason | None:
    """The first thing against an effect that plays a card: its type's action, apart from window, place and limit."""
    kind = c.tables.types[card.number]
    if not kind.play:
        return c.tables.reason("wrong_zone")
    action = c.tables.action(kind.play)
    outer, c.lifted = c.lifted, lifted
    try:
        heading, _, further, _ = duties(c, action, card, ability, _BY_EFFECT)
        found = forbidden(c, action.definition.asks, card, seat, None, heading)
        left = (each for each in further if each is not _limit and not (free and each in _PAYING))
        asked = (_nothing if free and each is _cost else each for each in left)
        put = (duty(c, action, seat, card, ability, _BY_EFFECT) for duty in asked)
        return found or next((reason for reason in put if reason is not None), None)
    finally:
        c.lifted = outer

"""What stands against an act. Listing takes the first objection, explaining takes all: one path for both.

The duties of an act are the questions to put for it. Which there are hangs only on the action, the card's number, the
way of using it and the window, so they are found once; vanilla cards have few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from msgspec import Struct

from cardwright.decisions.verdict import Reason
from cardwright.engine import costs, triggers
from cardwright.engine.lending import as_borne
from cardwright.engine.queries import applying
from cardwright.engine.verdicts import allowed, forbidden, opposite
from cardwright.rulebook.play import ActionDef, WindowDef
from cardwright.state.card_state import CardState

if TYPE_CHECKING:
    from cardwright.engine.actions import LinkedAction
    from cardwright.engine.context import Context
    from cardwright.engine.modifiers import LinkedModifier

ALTERNATIVE: Final = "alternative"
"""The way of paying in an option that pays the alternative cost; the usual way has no word."""


class Asked(Struct, frozen=True, gc=False):
    """The act that is asked about."""

    action: LinkedAction
    seat: int
    card: Any
    """The card it is done with, or nothing."""
    ability: Any
    """The number of the ability it is done by, or nothing."""
    window: WindowDef
    way: str = ""


T = TypeVar("T")
Duty = Callable[["Context", Asked], Reason | None]


def duties(c: Context, asked: Asked) -> tuple[str, bool, tuple[Duty, ...], tuple[Duty, ...]]:
    """The heading of an act, whether the window does not admit it, all further questions, and the quick among them."""
    action, card, ability, window = asked.action, asked.card, asked.ability, asked.window
    key = (-1 if card is None else card.number, ability, window.name, asked.way)
    found = action.duties.get(key)
    if found is None:
        heading = "" if ability is None else c.tables.abilities[ability].heading
        late = action.name not in window.admit or (heading != "" and heading not in window.headings)
        further = tuple(_duties(c, asked))
        found = action.duties[key] = heading, late, further, tuple(each for each in further if each in _QUICK)
    return found


def _duties(c: Context, asked: Asked) -> Iterator[Duty]:
    action, card, ability = asked.action, asked.card, asked.ability
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
        if c.tables.may_bear.rules:
            yield against_bearing
        if definition.condition is not None:
            yield _condition
        if definition.limit is not None:
            yield _ability_limit
    if card is not None and d.plays:
        yield from _to_play(c, action, card)
    if asked.window.changing and (definition is not None or d.plays):
        yield _changing
    yield from _to_pay(c, asked, d)
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


def _to_pay(c: Context, asked: Asked, d: ActionDef) -> Iterator[Duty]:
    card, ability = asked.card, asked.ability
    if asked.way == ALTERNATIVE:
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


def objection(c: Context, asked: Asked, barred: Sequence[LinkedModifier] = ()) -> Reason | None:
    """Something against an act, or nothing; `barred` are the general prohibitions, found here if it has no card."""
    if asked.action.users is None or asked.card is None:
        return _first(c, asked, barred)  # most acts, without a detour
    return _with_any_user(c, asked, lambda: _first(c, asked, barred))


def _with_any_user(c: Context, asked: Asked, find: Callable[[], Reason | None]) -> Reason | None:
    """What is found against an act with the last of those who could use the card, or nothing if one of them may."""
    users = asked.action.users
    if users is None or asked.card is None:
        return _with_user(c, None, find)
    found = None
    for user in users(c, asked.seat, asked.card, asked.card):
        found = _with_user(c, user, find)
        if found is None:
            return None
    return found or _by_action(c, asked, "no_user")


def _by_action(c: Context, asked: Asked, code: str) -> Reason:
    """A reason with the rule that the game gives for it, or else that of the action."""
    return c.tables.reason(code, asked.action.definition.rule)


def _with_user(c: Context, user: CardState | None, find: Callable[[], T]) -> T:
    outer, c.user = c.user, user
    try:
        return find()
    finally:
        c.user = outer


def _first(c: Context, asked: Asked, barred: Sequence[LinkedModifier]) -> Reason | None:
    heading, late, further, quick = duties(c, asked)
    for duty in quick:  # most acts that are not open fail for these
        found = duty(c, asked)
        if found is not None:
            return found
    question, seat, card = asked.action.question, asked.seat, asked.card
    it: Any = seat if card is None else card
    other = seat if card is None else opposite(c, question)
    if late and _barred_by_window(c, asked, heading):
        return c.tables.reason("wrong_window")
    for rule in barred:
        d = rule.definition
        if not allowed(c, question, d.reason, it, seat, other, heading):
            return Reason(d.reason, d.rule)
    found = forbidden(c, asked.action.definition.asks, it, seat, other, heading, special=card is not None)
    if found is not None:
        return found
    for duty in further:
        if duty not in quick:
            found = duty(c, asked)
            if found is not None:
                return found
    return None


def objections(c: Context, asked: Asked) -> list[Reason]:
    """Everything against an act; where somebody must use the card, everything against the best user."""
    users, card = asked.action.users, asked.card
    if users is None or card is None:
        return _all(c, asked)
    found = [against_user(c, asked, user) for user in users(c, asked.seat, card, card)]
    if found:
        return min(found, key=len)
    heading, late, _, _ = duties(c, asked)
    barred = late and _barred_by_window(c, asked, heading)
    return [*([c.tables.reason("wrong_window")] if barred else []), _by_action(c, asked, "no_user")]


def _barred_by_window(c: Context, asked: Asked, heading: str) -> bool:
    """Whether nothing lifts that the window does not admit an act."""
    it: Any = asked.seat if asked.card is None else asked.card
    return not allowed(c, asked.action.question, "wrong_window", it, asked.seat, None, heading)


def against_user(c: Context, asked: Asked, user: CardState) -> list[Reason]:
    """Everything against an act with that user."""
    return _with_user(c, user, lambda: _all(c, asked))


def _all(c: Context, asked: Asked) -> list[Reason]:
    found: list[Reason] = []
    heading, late, further, _ = duties(c, asked)
    it: Any = asked.seat if asked.card is None else asked.card
    if late and _barred_by_window(c, asked, heading):
        found.append(c.tables.reason("wrong_window"))
    other = opposite(c, asked.action.question)
    forbidden(c, asked.action.definition.asks, it, asked.seat, other, heading, collect=found)
    put = (duty(c, asked) for duty in further)
    return [*found, *(reason for reason in put if reason is not None)]


# -- the duties


def _cited(c: Context, code: str, rule: str) -> Reason:
    """A reason with a rule of its own, or else the one that the game gives for it."""
    return Reason(code, rule) if rule else c.tables.reason(code)


def _limit(c: Context, asked: Asked) -> Reason | None:
    limit = asked.action.definition.limit
    assert limit is not None  # noqa: S101 - a duty of limited actions
    used_up = triggers.used_up(c, limit, asked.action.number, asked.card, asked.seat)
    return _cited(c, "used_up", limit.rule) if used_up else None


def _uses(c: Context, asked: Asked) -> Reason | None:
    """Whether the seat has used up what it may use under a heading in a turn."""
    heading = c.tables.abilities[asked.ability].heading
    question = c.tables.queries.ask("value.uses")
    used = c.state.limits.get(triggers.uses_key(c, heading, asked.seat), 0)
    for linked, fixed, me, you in applying(c, question, asked.seat, asked.seat, None, heading):
        most = fixed if fixed is not None else linked.amount(c, you, me, (asked.seat,)) if linked.amount else 0
        if linked.change == "at_most" and used >= most:
            return _cited(c, "used_up", linked.definition.rule)
    return None


def _needs(c: Context, asked: Asked) -> Reason | None:
    if asked.action.needs is None or asked.action.needs(c, asked.seat, asked.card, asked.card):
        return None
    return _cited(c, "needs", asked.action.definition.needs_rule)


def _works(c: Context, asked: Asked) -> Reason | None:
    return None if triggers.works(c, asked.ability, asked.card) else _by_action(c, asked, "wrong_zone")


def against_bearing(c: Context, asked: Asked) -> Reason | None:
    """What takes the ability from the card that has it printed or is lent it, or nothing."""
    role = as_borne(c.tables.abilities[asked.ability])
    return forbidden(c, "may.bear", asked.card, asked.seat, None, role)


def _condition(c: Context, asked: Asked) -> Reason | None:
    condition = c.tables.ability_condition(asked.ability)
    return None if condition is None or condition(c, asked.seat, asked.card, asked.card) else c.tables.reason("needs")


def _ability_limit(c: Context, asked: Asked) -> Reason | None:
    limit = c.tables.abilities[asked.ability].limit
    return c.tables.reason("used_up") if triggers.used_up(c, limit, asked.ability, asked.card, asked.seat) else None


def _card_needs(c: Context, asked: Asked) -> Reason | None:
    needs = c.tables.card_needs(asked.card.number)
    return None if needs is None or needs(c, asked.seat, asked.card, asked.card) else c.tables.reason("needs")


def _may_enter(c: Context, asked: Asked) -> Reason | None:
    return forbidden(c, "may.enter", asked.card, asked.seat, asked.seat) if enters(c, asked.card) else None


def _room(c: Context, asked: Asked) -> Reason | None:
    zone = c.tables.zone[c.tables.types[asked.card.number].enters]
    full = len(c.state.zones.get(c.keys[zone][asked.seat], ())) >= c.tables.zones[zone].holds
    if not full or "full" in c.lifted or _room_is_made(c, asked) or not enters(c, asked.card):
        return None
    return c.tables.reason("full")


def _room_is_made(c: Context, asked: Asked) -> bool:
    """Whether a full zone is no hindrance, to the act or to coming into play."""
    enter, seat, card = c.tables.queries.ask("may.enter"), asked.seat, asked.card
    return allowed(c, asked.action.question, "full", card, seat) or allowed(c, enter, "full", card, seat, seat)


def enters(c: Context, card: CardState) -> bool:
    """Whether the card stays in play once used."""
    stays = c.tables.stays(card.number)
    return stays is None or bool(stays(c, card.controller, card, card))


def _changing(c: Context, asked: Asked) -> Reason | None:
    """In such a window only effects that modify certain values may be used."""
    values = {f"value.{name}" for name in asked.window.changing}
    program = -1 if asked.ability is None else c.tables.abilities[asked.ability].program
    fits = program >= 0 and c.tables.modified_by(program) & values
    return None if fits else Reason("wrong_window", asked.window.rule)


def _cost(c: Context, asked: Asked) -> Reason | None:
    currency = asked.action.definition.currency
    payable = costs.payable(c, asked.seat, asked.card, currency, costs.quote(c, asked.seat, asked.card, currency))
    return None if payable else c.tables.reason("cannot_pay")


def _may_pay_otherwise(c: Context, asked: Asked) -> Reason | None:
    if c.tables.cards[asked.card.number].alternative_cost < 0:
        return c.tables.reason("cannot_pay")
    return forbidden(c, "may.pay_alternative", asked.card, asked.seat)


def _alternative_steps(c: Context, asked: Asked) -> Reason | None:
    program = c.tables.cards[asked.card.number].alternative_cost
    return None if program < 0 else _steps(c, asked, program)


def _action_steps(c: Context, asked: Asked) -> Reason | None:
    return _steps(c, asked, asked.action.definition.cost)


def _additional_steps(c: Context, asked: Asked) -> Reason | None:
    return _steps(c, asked, c.tables.cards[asked.card.number].additional_cost)


def _ability_steps(c: Context, asked: Asked) -> Reason | None:
    return _steps(c, asked, c.tables.abilities[asked.ability].cost)


def _steps(c: Context, asked: Asked, program: int) -> Reason | None:
    """Whether steps that are a cost could be done."""
    frame = c.tables.frame_of(program, asked.seat, source=_ref(c, asked.card), user=_ref(c, c.user), cause="cost")
    return None if costs.feasible(c, frame, program) else c.tables.reason("cannot_pay")


def _ref(c: Context, card: CardState | None) -> int:
    return -1 if card is None else c.ref(card)


def _targets(c: Context, asked: Asked) -> Reason | None:
    program = c.tables.abilities[asked.ability].program
    frame = c.tables.frame_of(program, asked.seat, source=_ref(c, asked.card), cause="effect", ability=asked.ability)
    enough = all(choice.enough(c, frame) for choice in c.tables.targets(asked.ability))
    return None if enough else c.tables.reason("no_target")


def _possible(c: Context, asked: Asked) -> Reason | None:
    """Whether what the act does could begin."""
    program = asked.action.definition.program if asked.ability is None else c.tables.abilities[asked.ability].program
    if program < 0:
        return None
    frame = c.tables.frame_of(program, asked.seat, source=_ref(c, asked.card), user=_ref(c, c.user), cause="effect")
    return None if costs.startable(c, frame, c.tables.rulebook.programs[program]) else c.tables.reason("no_target")


_NO_WINDOW: Final = WindowDef("")
"""Where an effect plays the card."""
_QUICK: Final = frozenset({_limit, _ability_limit, _cost})
_PAYING: Final = frozenset({_action_steps, _additional_steps})


def _nothing(c: Context, asked: Asked) -> Reason | None:
    """A play without its cost still needs what the card itself takes, as its currency sees it."""
    payable = costs.payable(c, asked.seat, asked.card, asked.action.definition.currency, 0)
    return None if payable else c.tables.reason("cannot_pay")


def asked_by_effect(c: Context, name: str, seat: int, card: CardState, ability: int) -> Asked:
    """The act of playing a card by an effect, with that action."""
    return Asked(c.tables.action(name), seat, card, None if ability < 0 else ability, _NO_WINDOW)


def against_playing(c: Context, asked: Asked, lifted: tuple[str, ...], *, free: bool) -> Reason | None:
    """The first thing against an effect that plays a card, with any user: all but window, place and limit."""
    return _with_any_user(c, asked, lambda: _by_effect(c, asked, lifted, free=free))


def against_playing_with(
    c: Context, asked: Asked, user: CardState, lifted: tuple[str, ...], *, free: bool
) -> Reason | None:
    """The first thing against an effect that plays a card with that user."""
    return _with_user(c, user, lambda: _by_effect(c, asked, lifted, free=free))


def _by_effect(c: Context, asked: Asked, lifted: tuple[str, ...], *, free: bool) -> Reason | None:
    outer, c.lifted = c.lifted, lifted
    try:
        heading, _, further, _ = duties(c, asked)
        found = forbidden(c, asked.action.definition.asks, asked.card, asked.seat, None, heading)
        left = (each for each in further if each is not _limit and not (free and each in _PAYING))
        put = (_nothing if free and each is _cost else each for each in left)
        answers = (duty(c, asked) for duty in put)
        return found or next((reason for reason in answers if reason is not None), None)
    finally:
        c.lifted = outer

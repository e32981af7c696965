"""Putting cores on a card that comes to stand on the field, asked source by source (BS-SUMMON-03 to -05).

A brave that is summoned may be combined at once instead (BS-SUMMON-06), and one that is separated stands alone from
now on (BS-BRAVE-04, BS-BRAVE-16).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from cardwright.decisions.decision import DONE, Option
from cardwright.hooks.words import Ask, Plan, PlannerWord
from cardwright_battle_spirits.braves import Joint, joints
from cardwright_battle_spirits.holdings import Holding, holding, holdings, remembered, taken, taking, total
from cardwright_battle_spirits.payment import cores_needed, moves
from cardwright_battle_spirits.table import Table


def place_cores(context: Table, arguments: Mapping[str, Any], memo: object, answer: Option | None) -> Ask | Plan:
    """What a brave is combined with, if with anything; else the cores it gets together with the payment."""
    seat, card = arguments["seat"], arguments["card"]
    paid = remembered(arguments.get("paid"))
    ways = _joints_left(context, seat, card, paid) if memo is None else []
    if not ways:
        return _give(context, seat, card, paid, memo, answer)
    if answer is None:
        return Ask(seat, _hosts_or_alone(context, seat, card, paid, ways), None, "choose")
    if answer.verb == DONE:
        return _give(context, seat, card, paid, (), None)
    joint = next(each for each in ways if (each.host, each.role) == (answer.card, answer.word))
    return Plan((context.attach_event(*joint),))


def _joints_left(context: Table, seat: int, card: int, paid: Sequence[Holding]) -> list[Joint]:
    """The ways to combine it with what the payment does not deplete."""
    return [each for each in joints(context, seat, card) if _stands(context, each.host, paid)]


def _stands(context: Table, card: int, paid: Sequence[Holding]) -> bool:
    return holding(context, context.card_place(card)).without(paid).total >= cores_needed(context, card)


def _hosts_or_alone(
    context: Table, seat: int, card: int, paid: Sequence[Holding], ways: Sequence[Joint]
) -> tuple[Option, ...]:
    """The hosts, and standing alone if the cores for that are there."""
    alone = total(_left(context, seat, card, paid)) >= cores_needed(context, card)
    options = [Option("choose", each.host, word=each.role) for each in ways]
    return (*options, Option(DONE)) if alone else tuple(options)


def separate(context: Table, arguments: Mapping[str, Any], memo: object, answer: Option | None) -> Ask | Plan:
    """Of two hosts one is asked, with which the brave is combined no more; off its only one it stands alone."""
    seat, card = arguments["seat"], arguments["card"]
    links = context.links_of(card)
    if len(links) == 1:
        return stand_alone(context, arguments, memo, answer)
    if answer is None:
        return Ask(seat, tuple(Option("choose", host, word=role) for host, role in links), about="choose")
    return Plan((context.detach_event(card, answer.card),))


def stand_alone(context: Table, arguments: Mapping[str, Any], memo: object, answer: Option | None) -> Ask | Plan:
    """The cores for a brave are asked, and it is taken off its hosts as they are put on it."""
    seat, card = arguments["seat"], arguments["card"]
    made = _give(context, seat, card, (), memo, answer)
    return made if isinstance(made, Ask) else Plan((context.detach_event(card), *made.events))


def _give(
    context: Table, seat: int, card: int, paid: Sequence[Holding], memo: object, answer: Option | None
) -> Ask | Plan:
    """The next source is asked how many cores it gives to the card."""
    sources = _left(context, seat, card, paid)
    given = remembered(memo)
    finished = answer is not None and answer.verb == DONE
    if answer is not None and not finished:
        given = (*given, taken(sources[len(given)], answer))
    rest = sources[len(given) :]
    need = cores_needed(context, card) - total(given)
    if finished or not rest:
        return Plan(tuple(moves(context, given, context.card_place(card))))
    return Ask(seat, tuple(_options(context, rest, need)), tuple(map(tuple, given)))


def _left(context: Table, seat: int, card: int, paid: Sequence[Holding]) -> list[Holding]:
    """What the payment leaves where it leaves something."""
    places = holdings(context, context.payment_places(seat, card))
    return [left for place in places if (left := place.without(paid)).total]


def _options(context: Table, rest: Sequence[Holding], need: int) -> list[Option]:
    """How many cores the first of the sources may give; the number that is needed is offered first."""
    source, *later = rest
    if need <= 0:
        numbers = [*range(1, source.total + 1), *([0] if later else [])]
        return [Option(DONE), *taking(context, source, numbers, "pay")]
    wanted = min(need, source.total)
    least = max(0, need - total(later))
    others = [number for number in range(source.total, least - 1, -1) if number != wanted]
    return taking(context, source, [wanted, *others], "pay")


PLANNERS: Final = (
    PlannerWord("place_cores", place_cores),
    PlannerWord("separate", separate),
    PlannerWord("stand_alone", stand_alone),
)
"""Cores on a card that was summoned or separated."""

"""Putting cores on a card as it is summoned, asked source by source (BS-SUMMON-03, BS-SUMMON-04, BS-SUMMON-05)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from cardwright.decisions.decision import DONE, Option
from cardwright.hooks.words import Ask, Plan, PlannerWord
from cardwright_battle_spirits.holdings import Holding, holdings, remembered, taken, taking, total
from cardwright_battle_spirits.payment import cores_needed, moves
from cardwright_battle_spirits.table import Table


def place_cores(context: Table, arguments: Mapping[str, Any], memo: object, answer: Option | None) -> Ask | Plan:
    """The next source is asked how many cores it gives to the card, or they are put there together with the payment."""
    seat, card = arguments["seat"], arguments["card"]
    paid = remembered(arguments.get("paid"))
    sources = _left(holdings(context, context.payment_places(seat, card)), paid)
    given = remembered(memo)
    finished = answer is not None and answer.verb == DONE
    if answer is not None and not finished:
        given = (*given, taken(sources[len(given)], answer))
    rest = sources[len(given) :]
    need = cores_needed(context, card) - total(given)
    if finished or not rest:
        return Plan(tuple(moves(context, given, context.card_place(card))))
    return Ask(seat, tuple(_options(context, rest, need)), tuple(map(tuple, given)))


def _left(places: Sequence[Holding], paid: Sequence[Holding]) -> list[Holding]:
    """What the payment leaves where it leaves something."""
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


PLACE: Final = PlannerWord("place_cores", place_cores)
"""Cores on a summoned card."""

"""Paying with cores: reduction by symbols, and from where the cores come, asked source by source.

Cores in the reserve and on the payer's cards pay alike (BS-COST-06). A card that pays its last cores is depleted by the
check that follows, after the symbols were counted (BS-COST-09, BS-COST-10).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cardwright.decisions.decision import Option
from cardwright.hooks.words import Ask, CurrencyWord, Plan
from cardwright_battle_spirits.holdings import Holding, holdings, remembered, taken, taking, total
from cardwright_battle_spirits.level import level_costs
from cardwright_battle_spirits.table import CORE, SOUL_CORE, Table

_KEPT_BY_CORES: Final = ("spirit", "ultimate", "brave", "double_brave")


def quote(context: Table, seat: int, card: int, amount: int) -> int:
    """The cost less the reduction symbols that symbols on the seat's own field satisfy, colour by colour."""
    if not context.may("reduce", card):
        return amount
    have = [word for each in context.cards_in("field", seat) for word in context.words("symbols", each)]
    allowed = context.words("reduction", card)
    reduced = sum(min(allowed.count(colour), have.count(colour)) for colour in dict.fromkeys(allowed))
    return max(0, amount - reduced)


def cores_needed(context: Table, card: int) -> int:
    """The cores a played card needs on itself to stay on the field (BS-SUMMON-03; a nexus needs none, BS-COST-08)."""
    if context.type_of(card) not in _KEPT_BY_CORES:
        return 0
    return min((cost for _, cost in level_costs(context, card)), default=0)


def most_cores(context: Table, seat: int, card: int) -> int:
    """What the seat can pay for a card at most; below 0 if even a free one could not be kept (BS-SUMMON-10, -11)."""
    return total(holdings(context, context.payment_places(seat, card))) - cores_needed(context, card)


def plan_payment(context: Table, arguments: Mapping[str, Any], memo: object, answer: Option | None) -> Ask | Plan:
    """The next source is asked how many cores it gives, or all of them go to the trash."""
    seat, card = arguments["seat"], arguments["card"]
    sources = [each for each in holdings(context, context.payment_places(seat, card)) if each.total]
    given = remembered(memo)
    if answer is not None:
        given = (*given, taken(sources[len(given)], answer))
    due = arguments["amount"] - total(given)
    if due <= 0:
        return _paid(context, seat, card, given)
    source, *later = sources[len(given) :]
    least, most = max(0, due - total(later)), min(due, source.total)
    options = taking(context, source, range(most, least - 1, -1), "pay")
    return Ask(seat, tuple(options), tuple(map(tuple, given)))


def _paid(context: Table, seat: int, card: int, given: tuple[Holding, ...]) -> Plan:
    goal = context.payment_goal(seat, card)
    return Plan(tuple(moves(context, given, goal)), tuple(map(tuple, given)))


def moves(context: Table, given: tuple[Holding, ...], target: int) -> list[Any]:
    """The proposals that these cores go to a place."""
    plain = [context.pieces_event(CORE, part.plain, part.place, target) for part in given if part.plain]
    return plain + [context.pieces_event(SOUL_CORE, part.soul, part.place, target) for part in given if part.soul]


_READS: Final = (
    CORE,
    "field",
    "value.level",
    "value.level_cost",
    "set.payment",
    "set.reduction",
    "set.symbols",
    "may.reduce",
)
CORES: Final = CurrencyWord("pay_cores", most_cores, plan_payment, quote, _READS, by_card=True)
"""Cores, the currency of every card."""

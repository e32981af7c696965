"""Paying with cores: reduction by symbols, and from where the cores come, asked source by source.

Cores in the reserve and on the payer's cards pay alike (BS-COST-06). A card that pays its last cores is depleted by the
check that follows, after the symbols were counted (BS-COST-09, BS-COST-10).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from cardwright.decisions.decision import Option
from cardwright.hooks.words import Ask, CurrencyWord, Plan, QueryWord
from cardwright_battle_spirits.braves import joints
from cardwright_battle_spirits.holdings import Holding, holdings, remembered, taken, taking, total
from cardwright_battle_spirits.level import level_costs
from cardwright_battle_spirits.table import BRAVE, CORE, DOUBLE_BRAVE, SOUL_CORE, Table

_KEPT_BY_CORES: Final = ("spirit", "ultimate", BRAVE, DOUBLE_BRAVE)


def quote(context: Table, seat: int, card: int, amount: int) -> int:
    """The cost less the reduction symbols that symbols on the seat's own field satisfy, colour by colour."""
    if not context.may("reduce", card):
        return amount
    have = [word for each in context.cards_in("field", seat) for word in context.words("symbols", each)]
    allowed = context.words("reduction", card)
    reduced = sum(min(allowed.count(colour), have.count(colour)) for colour in dict.fromkeys(allowed))
    return max(0, amount - reduced)


def cores_needed(context: Table, card: int) -> int:
    """The cores a card needs on itself to stay on the field (BS-SUMMON-03; a nexus needs none, BS-COST-08).

    A card in the hand, or a combined brave, needs what it will need when it stands there (BS-BRAVE-04, BS-BRAVE-16).
    """
    if context.type_of(card) not in _KEPT_BY_CORES:
        return 0
    alone = not context.guests_of(card)
    return min((cost for _, cost in level_costs(context, card, alone=alone)), default=0)


def most_cores(context: Table, seat: int, card: int) -> int:
    """What the seat can pay for a card at most; below 0 if even a free one could not be kept (BS-SUMMON-10, -11)."""
    sources = holdings(context, context.payment_places(seat, card))
    kept = [cores_needed(context, card)]
    kept += [_kept_on(context, host, sources) for host in _hosts(context, seat, card)]
    return total(sources) - min(kept)


def _hosts(context: Table, seat: int, card: int) -> list[int]:
    """The cards that a brave can be combined with as it is summoned (BS-SUMMON-06)."""
    return list(dict.fromkeys(joint.host for joint in joints(context, seat, card)))


def _kept_on(context: Table, host: int, sources: Sequence[Holding]) -> int:
    """The cores a payment must leave on a host; none if it takes no cores from there anyway."""
    pays = any(source.place == context.card_place(host) for source in sources)
    return cores_needed(context, host) if pays else 0


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
    hosts = _hosts(context, seat, card)
    if hosts and total(sources) - arguments["amount"] < cores_needed(context, card):  # it must be combined at once
        options = [
            each for each in options if _leaves_a_host(context, hosts, sources, (*given, taken(source, each)), due)
        ]
    return Ask(seat, tuple(options), tuple(map(tuple, given)))


def _leaves_a_host(
    context: Table, hosts: Sequence[int], sources: Sequence[Holding], given: Sequence[Holding], due: int
) -> bool:
    """Whether the rest can be paid so that a host keeps the cores it needs; the last given are part of what is due."""
    later = total(sources[len(given) :]) - due + given[-1].total
    for host in hosts:
        place, need = context.card_place(host), _kept_on(context, host, sources)
        asked = next((each for each in given if each.place == place), None)
        left = sum(source.total for source in sources if source.place == place) - (asked.total if asked else 0)
        if (left if asked else later) >= need:
            return True
    return False


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
    "links",
    "may.attach",
)
UPKEEP: Final = QueryWord("cores_needed", cores_needed, (CORE, "links", "value.level_cost"))
"""The cores a card needs to stay on the field."""
CORES: Final = CurrencyWord("pay_cores", most_cores, plan_payment, quote, _READS, by_card=True)
"""Cores, the currency of every card."""

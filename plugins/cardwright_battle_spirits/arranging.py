"""Moving cores freely in the own main step: where all of them shall lie, asked place by place (BS-CORE-03, BS-CORE-05).

The whole arrangement is one batch, so an exchange of cores depletes nobody (BS-SOULCORE-03).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from cardwright.decisions.decision import Option
from cardwright.hooks.words import Ask, Plan, PlannerWord
from cardwright_battle_spirits.holdings import Holding, holding, holdings, remembered, taken, taking
from cardwright_battle_spirits.table import CORE, RESERVE, SOUL_CORE, Table


def arrange_cores(context: Table, arguments: Mapping[str, Any], memo: object, answer: Option | None) -> Ask | Plan:
    """The next card is asked how many cores shall lie on it, or all cores are moved; the reserve gets what is left."""
    seat = arguments["seat"]
    reserve = holding(context, context.pool_place(RESERVE, seat))
    cards = holdings(context, [context.card_place(card) for card in _own_cards(context, seat)])
    set_down = remembered(memo)
    if answer is not None:
        set_down = (*set_down, taken(cards[len(set_down)], answer))
    left = _left([reserve, *cards], set_down)
    if len(set_down) == len(cards):
        after = (Holding(reserve.place, left.plain, left.soul), *set_down)
        return Plan(tuple(_changes(context, (reserve, *cards), after)))
    changed = set_down != cards[: len(set_down)]
    options = _options(context, left, cards[len(set_down) :], changed=changed)
    return Ask(seat, tuple(options), tuple(map(tuple, set_down)), "number")


def _own_cards(context: Table, seat: int) -> list[int]:
    return [card for each in context.team_seats(seat) for card in context.cards_in("field", each)]


def _left(places: Sequence[Holding], set_down: Sequence[Holding]) -> Holding:
    """The cores not set down yet."""
    plain = sum(part.plain for part in places) - sum(part.plain for part in set_down)
    soul = sum(part.soul for part in places) - sum(part.soul for part in set_down)
    return Holding(-1, plain, soul)


def _options(context: Table, left: Holding, cards: Sequence[Holding], *, changed: bool) -> list[Option]:
    """How many cores may lie on the first of the cards, as many as now first; never an arrangement without a change."""
    here = cards[0]
    every = taking(context, Holding(here.place, left.plain, left.soul), range(left.total + 1), "number")
    as_now = next((option for option in every if taken(here, option) == here), None)
    others = [option for option in every if option is not as_now]
    last = len(cards) == 1 or left.total == here.total
    if as_now is None or (last and not changed):
        return others
    return [as_now, *others]


def _changes(context: Table, before: Sequence[Holding], after: Sequence[Holding]) -> list[Any]:
    """The proposals that make one arrangement of the other."""
    pairs = list(zip(before, after, strict=True))
    plain = _shifts(context, CORE, [(old.place, new.plain - old.plain) for old, new in pairs])
    return plain + _shifts(context, SOUL_CORE, [(old.place, new.soul - old.soul) for old, new in pairs])


def _shifts(context: Table, kind: str, gains: Sequence[tuple[int, int]]) -> list[Any]:
    """The proposals that take pieces of a kind from the places that lose some to those that gain some."""
    givers = [place for place, gain in gains for _ in range(-gain)]
    takers = [place for place, gain in gains for _ in range(gain)]
    pairs = list(zip(givers, takers, strict=True))
    return [context.pieces_event(kind, pairs.count(pair), *pair) for pair in dict.fromkeys(pairs)]


ARRANGE: Final = PlannerWord("arrange_cores", arrange_cores)
"""Free movement of cores."""

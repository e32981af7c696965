"""The level of a card by the cores on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardwright.hooks.words import QueryWord
from cardwright_battle_spirits.table import CORE, SOUL_CORE, Table


def level_by_cores(context: Table, card: int) -> int:
    """The highest level whose cores lie on the card; 0 if not even its lowest can be held (BS-CORE-04, BS-CORE-06)."""
    place = context.card_place(card)
    cores = context.pieces_at(place, CORE) + context.pieces_at(place, SOUL_CORE)
    reached = 0
    for level, cost in level_costs(context, card):
        if cost <= cores and level > reached:
            reached = level
    return reached


def level_costs(context: Table, card: int, *, alone: bool = False) -> Sequence[tuple[int, int]]:
    """Each level of a card with the cores it demands now, raised costs included (BS-CORE-11, BS-WAIT-15).

    `alone` they are those it would have on the field by itself.
    """
    printed = [(record["level"], record["cores"]) for record in context.records(card, "levels")]
    if context.is_as_printed("level_cost", card):
        return printed
    return [
        (level, context.value("level_cost", card, base=cores, alone=alone, level=level)) for level, cores in printed
    ]


LEVEL: Final = QueryWord("level_by_cores", level_by_cores, (CORE, "links", "value.level_cost"))
"""The base of `value.level`."""

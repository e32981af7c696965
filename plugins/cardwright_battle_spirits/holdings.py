"""Cores at a place, ordinary ones and soul cores, and how to ask for some of them source by source."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cardwright.decisions.decision import Option
from cardwright_battle_spirits.table import CORE, RESERVE, SOUL_CORE, SOUL_CORES, Table

_SOUL: Final = (SOUL_CORE, SOUL_CORES)
"""What an option calls one of its cores, or two, being soul cores."""


class Holding(NamedTuple):
    """Cores at one place."""

    place: int
    plain: int
    soul: int

    @property
    def total(self) -> int:
        """All cores, of whichever kind."""
        return self.plain + self.soul

    def without(self, taken: Sequence[Holding]) -> Holding:
        """What is left here of `taken`."""
        gone = [each for each in taken if each.place == self.place]
        plain, soul = sum(each.plain for each in gone), sum(each.soul for each in gone)
        return Holding(self.place, self.plain - plain, self.soul - soul)

    def splits(self, count: int) -> list[tuple[int, int]]:
        """Each way to take so many cores from here as ordinary and soul cores, ordinary ones first."""
        least = max(0, count - self.plain)
        return [(count - soul, soul) for soul in range(least, min(self.soul, count) + 1)]


def holding(context: Table, place: int) -> Holding:
    """The cores that lie at a place."""
    return Holding(place, context.pieces_at(place, CORE), context.pieces_at(place, SOUL_CORE))


def holdings(context: Table, places: Sequence[int]) -> tuple[Holding, ...]:
    """The cores at each of the places."""
    return tuple(holding(context, place) for place in places)


def total(parts: Sequence[Holding]) -> int:
    """All cores of several places."""
    return sum(part.total for part in parts)


def remembered(memo: object) -> tuple[Holding, ...]:
    """Holdings as a planner's memory, which is plain data, keeps them."""
    return tuple(Holding(*part) for part in memo) if isinstance(memo, (tuple, list)) else ()


def taking(context: Table, source: Holding, counts: Sequence[int], verb: str) -> list[Option]:
    """The options to take one of these numbers of cores from a source, with and without soul cores."""
    card = context.place_card(source.place)
    names = (RESERVE if card < 0 else CORE, *_SOUL)
    return [Option(verb, card, number=count, word=names[soul]) for count in counts for _, soul in source.splits(count)]


def taken(source: Holding, answer: Option) -> Holding:
    """What an answered option takes from its source."""
    soul = _SOUL.index(answer.word) + 1 if answer.word in _SOUL else 0
    return Holding(source.place, answer.number - soul, soul)

"""`Answers`: numbers and words of a running game, through its queries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cardwright.engine.lookup import Lookup
from cardwright.engine.queries import compute_seat_value, compute_value, compute_words, flag_holds
from cardwright.state.card_state import CardState

Cards = Sequence[CardState]


class Answers(Lookup):
    """Numbers and words."""

    def value(self, query: int, card: CardState) -> int:
        """The answer of a number query about a card."""
        if card.last is None:
            found = self.cells[query].get(card.incarnation << 20 | card.uid)
            return found if found is not None else compute_value(self, query, card)
        return card.last.get(self.tables.queries.all[query].field, 0)

    def value_or_none(self, query: int, card: CardState | None) -> int | None:
        """The same of a card that may be missing."""
        return None if card is None else self.value(query, card)

    def seat_value(self, query: int, seat: int) -> int:
        """The answer of a number query about a seat."""
        found = self.cells[query].get(-seat - 2)
        return found if found is not None else compute_seat_value(self, query, seat)

    def number(self, name: str, card: CardState) -> int:
        """The number `value.<name>` of a card."""
        return self.value(self.tables.queries.value(name).number, card)

    def numbers_sum(self, query: int, cards: Cards) -> int:
        """The sum of a number over cards."""
        return sum(self.value(query, card) for card in cards)

    def numbers_max(self, query: int, cards: Cards) -> int | None:
        """The greatest number over cards."""
        return max((self.value(query, card) for card in cards), default=None)

    def numbers_min(self, query: int, cards: Cards) -> int | None:
        """The least number over cards."""
        return min((self.value(query, card) for card in cards), default=None)

    def divide(self, left: int, right: int) -> int:
        """Left over right, rounded down; 0 if right is 0."""
        return left // right if right else 0

    def pieces_on(self, kinds: Sequence[int], cards: Cards) -> int:
        """How many pieces of those kinds lie on the cards (and, of piles, in them)."""
        total = 0
        for card in cards:
            pieces = card.pieces if card.uid >= 0 else self.state.pools.get(-card.uid - 2, ())
            if pieces:
                total += sum(pieces[kind] for kind in kinds)
        return total

    def pieces_in(self, kinds: Sequence[int], zone: int, seats: Iterable[int]) -> int:
        """How many pieces of those kinds lie in the zone of those seats, a shared zone counted once."""
        total = 0
        for key in dict.fromkeys(self.keys[zone][seat] for seat in seats):
            pieces = self.state.pools.get(key)
            if pieces:
                total += sum(pieces[kind] for kind in kinds)
        return total

    def raised_limit(self, card: CardState | None) -> int:
        """What a `limit(…)` of that source is raised by."""
        return 0 if card is None else self.number("limit", card)

    def card_records(self, name: str, card: CardState | None) -> Sequence[dict[str, int | str]]:
        """The printed records of a card."""
        return () if card is None else self.tables.cards[card.number].records.get(name, ())

    def record_number(self, records: Sequence[dict[str, Any]], key: str) -> int | None:
        """That key of the first record."""
        return records[0].get(key) if records else None

    def compare_eq(self, left: int | None, right: int | None) -> bool:
        """Equal, and both there."""
        return left is not None and left == right

    def compare_ne(self, left: int | None, right: int | None) -> bool:
        """Not equal."""
        return not self.compare_eq(left, right)

    def compare_lt(self, left: int | None, right: int | None) -> bool:
        """Less, and both there."""
        return left is not None and right is not None and left < right

    def compare_le(self, left: int | None, right: int | None) -> bool:
        """At most, and both there."""
        return left is not None and right is not None and left <= right

    def compare_gt(self, left: int | None, right: int | None) -> bool:
        """Greater, and both there."""
        return left is not None and right is not None and left > right

    def compare_ge(self, left: int | None, right: int | None) -> bool:
        """At least, and both there."""
        return left is not None and right is not None and left >= right

    # -- words

    words = compute_words

    def words_of(self, name: str, cards: Cards) -> tuple[str, ...]:
        """The words of a field of several cards, one after the other."""
        return tuple(word for card in cards for word in compute_words(self, name, card))

    def count_words(self, words: Sequence[str], wanted: Sequence[str]) -> int:
        """How many of the first are one of the second."""
        return sum(word in wanted for word in words)

    def overlap(self, left: Sequence[str], right: Sequence[str]) -> bool:
        """Whether one of these is one of those."""
        return any(word in right for word in left)

    def contains(self, left: Sequence[str], parts: Sequence[str]) -> bool:
        """Whether one of these contains one of those."""
        return any(part in word for word in left for part in parts)

    def zones_of(self, cards: Cards) -> tuple[str, ...]:
        """The names of the zones the cards are in."""
        return tuple(self.tables.zones[card.zone].name for card in cards)

    def played_from(self, cards: Cards) -> tuple[str, ...]:
        """The names of the zones the cards came from."""
        return tuple(self.tables.zones[card.came_from].name for card in cards if card.came_from >= 0)

    def reading(self, name: str) -> tuple[str, ...]:
        """The chosen reading of a doubtful rule."""
        return (self.state.readings.get(name) or self.tables.rulebook.readings[name][0],)

    def flag(self, name: str, card: CardState) -> bool:
        """A flag of the game, about a card."""
        return flag_holds(self, name, card)

    def condition(self, name: str, card: CardState) -> bool:
        """A condition field of the card; one that has none fulfils it."""
        function = self.tables.conditions(name, card.number)
        return function is None or bool(function(self, card.controller, card, card))

    def fits(self, name: str, card: CardState | None, other: CardState | None) -> bool:
        """A filter field of the card, tested on the other; a card that has none lets everything pass."""
        if card is None:
            return False
        function = self.tables.filters(name, card.number)
        return function is None or (other is not None and bool(function(self, card.controller, card, other)))

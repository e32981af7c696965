"""Paying energy: which cards of the energy zone are rested, asked card by card.

A payment reaches the cost, rests no card that is not needed for that, and loses what is left over (HD-COST-02,
HD-COST-10).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from cardwright.decisions.decision import Option
from cardwright.hooks.words import Ask, CurrencyWord, Plan


class Purse(Protocol):
    """What paying needs of the engine's context."""

    def cards_in(self, zone: str, seat: int) -> Sequence[int]:
        """The cards in a zone of a seat, in order."""

    def is_exhausted(self, card: int) -> bool:
        """Whether the card is rested."""

    def card_number(self, card: int) -> int:
        """Which card it is: its place among the game's cards."""

    def value(self, name: str, card: int) -> int:
        """A number of the card as it is now."""

    def to_exhaust(self, card: int) -> Any:
        """The proposal that the card be rested."""


def most_energy(context: Purse, seat: int, card: int) -> int:  # noqa: ARG001 - energy pays for any card (HD-ELEMENT-06)
    """What the upright energy of the seat yields together."""
    return sum(_upright(context, seat).values())


def plan_energy(
    context: Purse, arguments: Mapping[str, Any], memo: tuple[int, ...] | None, answer: Option | None
) -> Ask | Plan:
    """The next card to rest is asked for, or all of them are rested."""
    amount, seat = arguments["amount"], arguments["seat"]
    picks = () if memo is None or answer is None else (*memo, answer.card)
    yields = _upright(context, seat)
    if sum(yields[card] for card in picks) >= amount:
        return Plan(tuple(context.to_exhaust(card) for card in picks))
    left = _unlike(context, {card: gain for card, gain in yields.items() if card not in picks})
    useful = [card for card in left if _completes(yields, (*picks, card), amount)]
    return Ask(seat, tuple(Option("pay", card) for card in useful), picks)


def _upright(context: Purse, seat: int) -> dict[int, int]:
    """What each upright card of the energy zone yields."""
    cards = context.cards_in("energy", seat)
    return {card: context.value("yields", card) for card in cards if not context.is_exhausted(card)}


def _unlike(context: Purse, yields: Mapping[int, int]) -> list[int]:
    """Of identical cards that yield the same the first."""
    kinds: dict[tuple[int, int], int] = {}
    for card, gain in yields.items():
        kinds.setdefault((context.card_number(card), gain), card)
    return list(kinds.values())


def _completes(yields: Mapping[int, int], picks: tuple[int, ...], amount: int) -> bool:
    """Whether some of the other cards, or none, make these a payment in which every card is needed.

    If another card is needless in such a payment, the cards without it are one too.
    """
    need = amount - sum(yields[card] for card in picks)
    least = min(yields[card] for card in picks)
    return any(need <= total < need + least for total in _totals(yields, picks))


def _totals(yields: Mapping[int, int], but: tuple[int, ...]) -> set[int]:
    """Every total that some of the cards make, or none of them."""
    totals = {0}
    for card, gain in yields.items():
        if card not in but:
            totals |= {total + gain for total in totals}
    return totals


ENERGY: Final = CurrencyWord("pay_energy", most_energy, plan_energy, reads=("energy", "away", "value.yields"))
"""Energy, the currency that cards in the energy zone yield."""

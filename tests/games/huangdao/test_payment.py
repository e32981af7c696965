"""Energy payments: every set of cards that can be rested, compared with all sets there are."""

from __future__ import annotations

from itertools import combinations, product

from cardwright.decisions.decision import Option
from cardwright.hooks.words import Ask, Plan
from cardwright_huangdao.payment import ENERGY

SEAT = 0
CARD = 99


class Table:
    """An energy zone: what each card yields, which are rested, and which cards are alike."""

    def __init__(self, yields: list[int], rested: tuple[int, ...] = (), numbers: list[int] | None = None) -> None:
        self.yields = yields
        self.rested = rested
        self.numbers = numbers or list(range(len(yields)))

    def cards_in(self, zone: str, seat: int) -> list[int]:
        assert (zone, seat) == ("energy", SEAT)
        return list(range(len(self.yields)))

    def is_exhausted(self, card: int) -> bool:
        return card in self.rested

    def card_number(self, card: int) -> int:
        return self.numbers[card]

    def value(self, name: str, card: int) -> int:
        assert name == "yields"
        return self.yields[card]

    def to_exhaust(self, card: int) -> int:
        return card


def ways(table: Table, amount: int) -> set[frozenset[int]]:
    """Every payment that some answers lead to."""
    found: set[frozenset[int]] = set()
    open_asks = [ENERGY.plan(table, {"seat": SEAT, "amount": amount}, None, None)]
    while open_asks:
        step = open_asks.pop()
        if isinstance(step, Plan):
            found.add(frozenset(step.events))
            continue
        assert isinstance(step, Ask)
        assert step.options
        arguments = {"seat": SEAT, "amount": amount}
        open_asks += [ENERGY.plan(table, arguments, step.memo, option) for option in step.options]
    return found


def needful(yields: list[int], amount: int) -> set[frozenset[int]]:
    """Every set that reaches the amount and would not without any one of its cards (HD-COST-02, HD-COST-10)."""
    sets = (frozenset(each) for size in range(len(yields) + 1) for each in combinations(range(len(yields)), size))
    return {each for each in sets if all(reaches(yields, each - {card}, amount) is False for card in each)
            and reaches(yields, each, amount)}  # fmt: skip


def reaches(yields: list[int], cards: frozenset[int], amount: int) -> bool:
    return sum(yields[card] for card in cards) >= amount


def test_answers_lead_to_exactly_the_payments_without_a_needless_card() -> None:
    for size in range(1, 5):
        for yields in product((1, 2, 3), repeat=size):
            for amount in range(sum(yields) + 1):
                assert ways(Table(list(yields)), amount) == needful(list(yields), amount), (yields, amount)


def test_a_cost_of_zero_rests_nothing() -> None:
    assert ways(Table([1, 2]), 0) == {frozenset()}


def test_rested_energy_pays_nothing() -> None:
    table = Table([1, 2, 1], rested=(1,))
    assert ENERGY.most(table, SEAT, CARD) == 2
    assert ways(table, 2) == {frozenset({0, 2})}


def test_of_identical_cards_one_is_offered() -> None:
    step = ENERGY.plan(Table([1, 1, 1], numbers=[4, 4, 5]), {"seat": SEAT, "amount": 1}, None, None)
    assert isinstance(step, Ask)
    assert step.options == (Option("pay", 0), Option("pay", 2))


def test_cards_of_one_number_that_yield_unlike_amounts_are_both_offered() -> None:
    step = ENERGY.plan(Table([1, 2, 1], numbers=[4, 4, 4]), {"seat": SEAT, "amount": 1}, None, None)
    assert isinstance(step, Ask)
    assert step.options == (Option("pay", 0), Option("pay", 1))

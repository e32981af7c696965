"""How cores pay, are placed and are moved, asked source by source, on a table of plain numbers."""

# ruff: noqa: ARG002 - a stand-in for the context has its signatures
from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from cardwright.decisions.decision import DONE, Option
from cardwright.hooks.words import Ask, Plan
from cardwright_battle_spirits.arranging import arrange_cores
from cardwright_battle_spirits.level import level_by_cores
from cardwright_battle_spirits.payment import most_cores, plan_payment, quote
from cardwright_battle_spirits.placing import place_cores

RESERVE, TRASH = 1000, 1001
HAND = 9
"""The card being played."""
RRG = ("red", "red", "green")
Move = tuple[str, int, int, int]


@dataclass
class FakeTable:
    """A reserve, some cards with cores, and a card in hand."""

    reserve: dict[str, int]
    cards: dict[int, dict[str, int]] = field(default_factory=dict)
    levels: dict[int, list[dict[str, int]]] = field(default_factory=dict)
    symbols: dict[int, list[str]] = field(default_factory=dict)
    reduction: Sequence[str] = ()
    kind: str = "spirit"
    reduces: bool = True
    raised: int = 0
    hosts: Sequence[int] = ()
    """Cards with which the one being played can be combined, if it is a brave."""
    swift: bool = False
    """Whether the reserve alone pays."""

    def payment_places(self, seat: int, card: int) -> Sequence[int]:
        return [RESERVE] if self.swift else [RESERVE, *self.cards]

    def pool_place(self, zone: str, seat: int) -> int:
        return {"reserve": RESERVE}[zone]

    def payment_goal(self, seat: int, card: int) -> int:
        return TRASH

    def card_place(self, card: int) -> int:
        return card

    def place_card(self, place: int) -> int:
        return -1 if place >= RESERVE else place

    def pieces_at(self, place: int, kind: str) -> int:
        held = self.reserve if place == RESERVE else self.cards.get(place, {})
        return held.get(kind, 0)

    def pieces_event(self, kind: str, count: int, source: int, target: int) -> Move:
        return (kind, count, source, target)

    def team_seats(self, seat: int) -> Sequence[int]:
        return [seat]

    def cards_in(self, zone: str, seat: int) -> Sequence[int]:
        return list(self.cards)

    def value(
        self, name: str, card: int, *, base: int | None = None, alone: bool = False, level: int | None = None
    ) -> int:
        assert name == "level_cost"
        assert level is not None
        return (base or 0) + self.raised

    def is_as_printed(self, name: str, card: int) -> bool:
        return not self.raised

    def words(self, name: str, card: int) -> Sequence[str]:
        return self.reduction if name == "reduction" else self.symbols.get(card, [])

    def controller_of(self, card: int) -> int:
        return 0

    def may_attach(self, card: int, host: int, role: str, *, by_itself: bool = False) -> bool:
        return host in self.hosts

    def links_of(self, card: int) -> Sequence[tuple[int, str]]:
        return []

    def guests_of(self, card: int) -> Sequence[int]:
        return []

    def attach_event(self, card: int, host: int, role: str) -> Move:
        raise NotImplementedError

    def detach_event(self, card: int, host: int = -1) -> Move:
        raise NotImplementedError

    def records(self, card: int, name: str) -> Sequence[Mapping[str, Any]]:
        return self.levels.get(card, [{"level": 1, "cores": 1}])

    def type_of(self, card: int) -> str:
        return self.kind

    def may(self, query: str, card: int) -> bool:
        return self.reduces


def answered(plan: Callable[..., Ask | Plan], table: FakeTable, picks: Sequence[Option], **given: Any) -> Ask | Plan:
    """What the planner gives after these answers, its memory going through JSON in between."""
    step = plan(table, {"seat": 0, "card": HAND, **given}, None, None)
    for pick in picks:
        assert isinstance(step, Ask)
        assert pick in step.options, step.options
        memo = msgspec.json.decode(msgspec.json.encode(step.memo))
        step = plan(table, {"seat": 0, "card": HAND, **given}, memo, pick)
    return step


def pay(count: int, card: int = -1, word: str = "") -> Option:
    return Option("pay", card, number=count, word=word or ("core" if card >= 0 else "reserve"))


def numbers(step: Ask | Plan) -> list[int]:
    assert isinstance(step, Ask)
    return [option.number for option in step.options if option.verb != DONE]


def test_each_symbol_satisfies_one_reduction_symbol_of_its_colour() -> None:
    table = FakeTable({}, {1: {}, 2: {}}, symbols={1: ["red", "red", "red"], 2: ["blue"]}, reduction=RRG)
    assert quote(table, 0, HAND, 6) == 4


def test_a_cost_never_falls_below_0_and_may_be_barred_from_reduction() -> None:
    table = FakeTable({}, {1: {}}, symbols={1: ["red", "red"]}, reduction=["red", "red"])
    assert quote(table, 0, HAND, 1) == 0
    table.reduces = False
    assert quote(table, 0, HAND, 1) == 1


def test_what_can_be_paid_leaves_the_cores_the_card_needs_itself() -> None:
    table = FakeTable({"core": 2, "soul_core": 1}, {1: {"core": 1}}, levels={HAND: [{"level": 1, "cores": 2}]})
    assert most_cores(table, 0, HAND) == 2
    table.kind = "nexus"
    assert most_cores(table, 0, HAND) == 4


def test_even_a_free_card_needs_its_cores() -> None:
    assert most_cores(FakeTable({}), 0, HAND) == -1


def test_each_source_gives_what_the_others_cannot() -> None:
    table = FakeTable({"core": 3}, {1: {"core": 1}, 2: {"core": 2}})
    assert numbers(answered(plan_payment, table, [], amount=4)) == [3, 2, 1]
    assert numbers(answered(plan_payment, table, [pay(1)], amount=4)) == [1]


def test_a_payment_goes_to_the_trash_from_every_source() -> None:
    table = FakeTable({"core": 1}, {1: {"core": 1}})
    step = answered(plan_payment, table, [pay(1), pay(1, 1)], amount=2)
    assert step == Plan((("core", 1, RESERVE, TRASH), ("core", 1, 1, TRASH)), ((RESERVE, 1, 0), (1, 1, 0)))


def test_the_soul_core_pays_only_if_it_is_chosen_or_needed() -> None:
    table = FakeTable({"core": 2, "soul_core": 1})
    step = answered(plan_payment, table, [], amount=2)
    assert isinstance(step, Ask)
    assert step.options == (pay(2), pay(2, word="soul_core"))
    step = answered(plan_payment, table, [], amount=3)
    assert isinstance(step, Ask)
    assert step.options == (pay(3, word="soul_core"),)


def test_nothing_to_pay_asks_nothing() -> None:
    assert answered(plan_payment, FakeTable({"core": 2}), [], amount=0) == Plan((), ())


def test_a_summoned_card_gets_its_cores_from_what_the_payment_leaves() -> None:
    table = FakeTable({"core": 3}, {1: {"core": 1}}, levels={HAND: [{"level": 1, "cores": 2}]})
    paid = [[RESERVE, 2, 0]]
    assert numbers(answered(place_cores, table, [], paid=paid)) == [1]
    step = answered(place_cores, table, [pay(1), pay(1, 1)], paid=paid)
    assert step == Plan((("core", 1, RESERVE, HAND), ("core", 1, 1, HAND)))


def test_the_needed_number_is_offered_first_and_more_may_follow() -> None:
    table = FakeTable({"core": 3}, {1: {"core": 1}})
    assert numbers(answered(place_cores, table, [])) == [1, 3, 2, 0]
    assert numbers(answered(place_cores, table, [pay(0)])) == [1]
    step = answered(place_cores, table, [pay(3)])
    assert isinstance(step, Ask)
    assert step.options == (Option(DONE), pay(1, 1))
    assert answered(place_cores, table, [pay(3), Option(DONE)]) == Plan((("core", 3, RESERVE, HAND),))


def test_a_card_whose_lowest_level_is_free_may_get_none() -> None:
    table = FakeTable({"core": 1}, levels={HAND: [{"level": 1, "cores": 0}]})
    assert answered(place_cores, table, [Option(DONE)]) == Plan(())


def brave(reserve: int, cards: dict[int, int], hosts: Sequence[int], cores: int = 1) -> FakeTable:
    """A brave in hand that needs so many cores to stand alone."""
    held = {card: {"core": count} for card, count in cards.items()}
    levels = {HAND: [{"level": 1, "cores": cores}]}
    return FakeTable({"core": reserve}, held, levels, kind="brave", hosts=hosts)


def test_a_brave_paid_from_the_reserve_alone_needs_nothing_of_a_host_that_does_not_pay() -> None:
    table = brave(3, {1: 1}, (1,))
    table.swift = True
    assert most_cores(table, 0, HAND) == 3
    assert numbers(answered(plan_payment, table, [], amount=3)) == [3]
    table.hosts = ()
    assert most_cores(table, 0, HAND) == 2


def test_two_soul_cores_are_taken_one_by_one_or_both() -> None:
    table = FakeTable({"core": 1, "soul_core": 2})
    step = answered(plan_payment, table, [], amount=2)
    assert isinstance(step, Ask)
    assert step.options == (pay(2, word="soul_core"), pay(2, word="soul_cores"))
    both = answered(plan_payment, table, [pay(2, word="soul_cores")], amount=2)
    assert both == Plan((("soul_core", 2, RESERVE, TRASH),), ((RESERVE, 0, 2),))


@pytest.mark.parametrize(
    ("hosts", "most", "offered"), [((), 0, [1, 0]), ((1,), 1, [0]), ((2,), 1, [1]), ((1, 2), 1, [1, 0])]
)
def test_a_brave_that_cannot_stand_alone_leaves_a_host_its_cores(
    hosts: Sequence[int], most: int, offered: list[int]
) -> None:
    table = brave(0, {1: 1, 2: 1}, hosts, cores=2)
    assert most_cores(table, 0, HAND) == most
    assert numbers(answered(plan_payment, table, [], amount=1)) == offered


def test_what_a_host_has_over_may_pay() -> None:
    assert numbers(answered(plan_payment, brave(0, {1: 2, 2: 1}, (1,), cores=3), [], amount=1)) == [1, 0]
    assert numbers(answered(plan_payment, brave(0, {1: 2, 2: 1}, (1,), cores=3), [], amount=2)) == [1]


@pytest.mark.parametrize(("reserve", "offered"), [(2, [1]), (3, [1, 0]), (4, [1, 2, 0])])
def test_cores_that_paid_are_not_put_on_a_brave_that_stands_alone(reserve: int, offered: list[int]) -> None:
    table = brave(reserve, {1: 1}, (1,))
    step = answered(place_cores, table, [Option(DONE)], paid=[[RESERVE, 2, 0]])
    assert numbers(step) == offered


def lay(count: int, card: int, word: str = "core") -> Option:
    return Option("number", card, number=count, word=word)


def test_an_exchange_of_soul_core_and_core_is_one_movement() -> None:
    table = FakeTable({}, {1: {"soul_core": 1}, 2: {"core": 1}})
    step = answered(arrange_cores, table, [lay(1, 1), lay(1, 2, "soul_core")])
    assert isinstance(step, Plan)
    assert Counter(step.events) == Counter([("core", 1, 2, 1), ("soul_core", 1, 1, 2)])


def test_the_reserve_gets_what_no_card_gets() -> None:
    table = FakeTable({"core": 1}, {1: {"core": 2}, 2: {}})
    step = answered(arrange_cores, table, [lay(0, 1), lay(2, 2)])
    assert isinstance(step, Plan)
    assert Counter(step.events) == Counter([("core", 2, 1, 2)])


@pytest.mark.parametrize(
    ("reserve", "cards"),
    [(0, (3, 0)), (0, (0, 2)), (2, (0,)), (1, (1, 1)), (0, (1,))],
)
def test_no_arrangement_leaves_everything_as_it_is(reserve: int, cards: tuple[int, ...]) -> None:
    table = FakeTable({"core": reserve}, {number: {"core": cores} for number, cores in enumerate(cards)})
    ends = _every_end(table, [])
    assert ends
    assert all(end.events for end in ends)
    assert len({tuple(sorted(end.events)) for end in ends}) == len(ends)


def _every_end(table: FakeTable, picks: list[Option]) -> list[Plan]:
    step = answered(arrange_cores, table, picks)
    if isinstance(step, Plan):
        return [step]
    assert step.options
    return [end for option in step.options for end in _every_end(table, [*picks, option])]


def test_the_level_is_the_highest_whose_cores_lie_there() -> None:
    levels = [{"level": 1, "cores": 1}, {"level": 2, "cores": 3}, {"level": 3, "cores": 5}]
    table = FakeTable({}, {1: {"core": 0}}, levels={1: levels})
    reached = []
    for cores in range(7):
        table.cards[1] = {"core": max(0, cores - 1), "soul_core": min(1, cores)}
        reached.append(level_by_cores(table, 1))
    assert reached == [0, 1, 1, 2, 2, 3, 3]
    assert all(one <= two for one, two in pairwise(reached))


def test_a_raised_level_cost_lowers_the_level() -> None:
    table = FakeTable({}, {1: {"core": 1}}, raised=1)
    assert level_by_cores(table, 1) == 0


def test_a_nexus_without_cores_is_at_its_first_level() -> None:
    levels = [{"level": 1, "cores": 0}, {"level": 2, "cores": 3}]
    assert level_by_cores(FakeTable({}, {1: {}}, levels={1: levels}), 1) == 1

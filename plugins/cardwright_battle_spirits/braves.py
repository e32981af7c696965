"""Combining braves with spirits and ultimates, and exchanging them (BS-BRAVE-01 to -12, BS-DBRAVE-01 to -12).

Whether a brave may be attached to a host in a role is the engine's question `may.attach`; here is which attachments
there are to choose from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from cardwright.decisions.decision import Option
from cardwright.hooks.words import Ask, Plan, PlannerWord, QueryWord
from cardwright_battle_spirits.table import BRAVE, DOUBLE_BRAVE, Table

_ROLES: Final = {BRAVE: ("combined",), DOUBLE_BRAVE: ("right", "left")}
"""The sides a brave has for hosts."""


class Joint(NamedTuple):
    """A brave on a host in a role."""

    card: int
    host: int
    role: str


def joints(context: Table, seat: int, card: int) -> list[Joint]:
    """The ways to combine a brave, alone or with a side still free, with a host of the seat (BS-CARD-15)."""
    taken = [role for _, role in context.links_of(card)]
    free = [role for role in _ROLES.get(context.type_of(card), ()) if role not in taken]
    every = [Joint(card, host, role) for role in free for host in context.cards_in("field", seat)]
    return [each for each in every if context.may_attach(*each)]


def exchanges(context: Table, seat: int, card: int) -> list[tuple[Joint, ...]]:
    """The ways to move a combined brave to another host; a brave there goes to the host it leaves (BS-BRAVE-06).

    Each host counts by itself, without its present brave (BS-BRAVE-08, BS-DBRAVE-12).
    """
    links = context.links_of(card)
    found = [
        _exchange(context, Joint(card, host, role), other)
        for place, (host, role) in enumerate(links)
        for other in context.cards_in("field", seat)
        if all(other != each for each, _ in links[: place + 1])  # its two hosts change sides but once
    ]
    return [each for each in found if all(context.may_attach(*joint, by_itself=True) for joint in each)]


def _exchange(context: Table, joint: Joint, host: int) -> tuple[Joint, ...]:
    there = [
        Joint(guest, joint.host, role)
        for guest in context.guests_of(host)
        for other, role in context.links_of(guest)
        if other == host
    ]
    return joint._replace(host=host), *there


def combine(context: Table, arguments: Mapping[str, Any], memo: object, answer: Option | None) -> Ask | Plan:  # noqa: ARG001 - one question, no memory
    """The host is asked, then the brave is combined with it."""
    seat, card = arguments["seat"], arguments["card"]
    return _chosen(context, seat, [(joint,) for joint in joints(context, seat, card)], answer)


def exchange(context: Table, arguments: Mapping[str, Any], memo: object, answer: Option | None) -> Ask | Plan:  # noqa: ARG001 - one question, no memory
    """The other host is asked, then all goes at once, so that no brave is alone (BS-BRAVE-07)."""
    seat, card = arguments["seat"], arguments["card"]
    return _chosen(context, seat, exchanges(context, seat, card), answer)


def _chosen(context: Table, seat: int, ways: list[tuple[Joint, ...]], answer: Option | None) -> Ask | Plan:
    options = tuple(Option("choose", way[0].host, word=way[0].role) for way in ways)
    if answer is None:
        return Ask(seat, options, about="choose")
    way = ways[options.index(answer)]
    return Plan(tuple(context.attach_event(*joint) for joint in way))


def _count(ways: Callable[[Table, int, int], list[Any]]) -> Callable[[Table, int], int]:
    return lambda context, card: len(ways(context, context.controller_of(card), card))


_READS: Final = ("field", "links", "may.attach")
QUERIES: Final = (
    QueryWord("joints", _count(joints), _READS),
    QueryWord("exchanges", _count(exchanges), _READS),
)
"""How many ways there are to combine a brave, and to exchange it."""
PLANNERS: Final = (PlannerWord("combine", combine), PlannerWord("exchange", exchange))
"""Combining and exchanging."""

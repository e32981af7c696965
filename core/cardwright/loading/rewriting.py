"""The same definition about another seat."""

from __future__ import annotations

from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import fields, replace

from cardwright.loading.compile_builder import LONE, joined
from cardwright.rulebook.cards import AbilityDef
from cardwright.rulebook.expressions import YOU, Expr

T = TypeVar("T")
_TEAM: Final = Expr("team")


def about(value: T, seat: Expr, other: Expr) -> T:
    """A part of a definition with `other` wherever it spoke of `seat`."""
    if value == seat:
        return other  # type: ignore[return-value]
    if isinstance(value, Struct):
        held = {each.name: getattr(value, each.name) for each in fields(value)}
        made = {name: about(each, seat, other) for name, each in held.items()}
        changed = {name: each for name, each in made.items() if each is not held[name]}
        return replace(value, **changed) if changed else value
    if isinstance(value, tuple):
        parts = tuple(about(each, seat, other) for each in value)
        return value if all(one is two for one, two in zip(parts, value, strict=True)) else parts  # type: ignore[return-value]
    return value


def lent_in(ability: AbilityDef, role: str) -> AbilityDef:
    """The ability as one that the card lends its host in a role."""
    return replace(ability, role=role)


def alone(ability: AbilityDef) -> AbilityDef:
    """The ability as one that works only while the card is attached to nothing."""
    return replace(ability, condition=joined(LONE, ability.condition))


def for_team(ability: AbilityDef) -> AbilityDef:
    """An ability that serves its controller's team: in what sets it off and what it changes, `you` are all of them."""
    return replace(
        ability,
        condition=about(ability.condition, YOU, _TEAM),
        pattern=about(ability.pattern, YOU, _TEAM),
        modifiers=about(ability.modifiers, YOU, _TEAM),
    )

"""Immunity: what an effect does not do to a card, unless its ability says that this cannot be prevented."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.engine.queries import applying, forbidden

if TYPE_CHECKING:
    from cardwright.engine.context import Context
    from cardwright.rulebook.cards import AbilityDef
    from cardwright.state.card_state import CardState


def immune(c: Context, card: CardState, by: int, source: int) -> bool:
    """Whether an effect of the card `source`, commanded by the seat `by`, does nothing to the card."""
    if not c.tables.may_affect.changed:
        return False
    behind = c.known_card(source)
    if behind is None:
        return False
    ability = _ability_in_progress(c, source)
    if ability is None or not ability.unpreventable:
        return forbidden(c, "may.affect", card, by, behind) is not None
    part = c.tables.may_affect.parts["forbid"]
    found = applying(c, part, card, by, behind)
    return any(not _overcome(c, ability, by, seat, linked.ability) for linked, _, _, seat in found)


def _ability_in_progress(c: Context, source: int) -> AbilityDef | None:
    """The ability of the card that is being carried out."""
    for frame in reversed(c.state.frames):
        if frame.ability >= 0 and frame.source == source:
            return c.tables.abilities[frame.ability]
    return None


def _overcome(c: Context, ability: AbilityDef, by: int, seat: int, holder: AbilityDef | None) -> bool:
    """Whether an immunity that the seat gives does not count against the ability."""
    if ability.unpreventable == "opponent" and seat not in c.foes[by]:
        return False
    keyword = holder.keyword if holder is not None else ""
    if ability.overcome_only:
        return keyword in ability.overcome_only
    return keyword not in ability.overcome_except

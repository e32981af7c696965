"""Immunity: what an effect does not do to a card, unless its ability says that this cannot be prevented."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.engine.queries import applying
from cardwright.engine.verdicts import forbidden
from cardwright.state.card_state import CardState

if TYPE_CHECKING:
    from cardwright.engine.answers import Answers
    from cardwright.engine.context import Context
    from cardwright.rulebook.cards import AbilityDef


def immune(c: Context, card: CardState, by: int, source: int) -> bool:
    """Whether an effect of the card `source`, commanded by the seat `by`, does nothing to the card."""
    if not c.tables.may_affect.changed:
        return False
    behind = c.known_card(source)
    return behind is not None and _withstands(c, card, by, behind, _ability_in_progress(c, source))


def overcome(c: Context, cards: list[CardState], by: int, source: int) -> list[CardState]:
    """Those of the cards whose immunities to an effect of the card `source` do not count, because it says so."""
    behind = c.known_card(source)
    if not c.tables.may_affect.changed or behind is None:
        return []
    return [card for card in cards if _withstands(c, card, by, behind, None)]


def shields(c: Answers, query: int, it: object, by: int, behind: CardState | None, ability: AbilityDef | None) -> bool:
    """Whether a card is immune to a lasting change of a query by another card.

    An immunity that hangs on what is changed, as that of white cards, is asked about the card without the change.
    """
    if behind is None or query not in c.tables.shielded or not isinstance(it, CardState) or it.uid == behind.uid:
        return False
    change = (query, it.uid, behind.uid)
    if change in c.doubted:
        return True
    before, c.doubted = c.doubted, (*c.doubted, change)
    found = _withstands(c, it, by, behind, ability)
    c.doubted = before
    return found


def _withstands(c: Answers, card: CardState, by: int, behind: CardState, ability: AbilityDef | None) -> bool:
    """Whether an immunity of the card counts against an ability of the card behind it."""
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


def _overcome(c: Answers, ability: AbilityDef, by: int, seat: int, holder: AbilityDef | None) -> bool:
    """Whether an immunity that the seat gives does not count against the ability.

    If neither can be prevented by the other, that cancels out, and the immunity counts.
    """
    if not _defies(c, ability, by, seat) or (holder is not None and _defies(c, holder, seat, by)):
        return False
    keyword = holder.keyword if holder is not None else ""
    if ability.overcome_only:
        return keyword in ability.overcome_only
    return keyword not in ability.overcome_except


def _defies(c: Answers, ability: AbilityDef, by: int, seat: int) -> bool:
    """Whether an ability of the seat `by` says that effects of the other seat cannot prevent it."""
    return ability.unpreventable == "everyone" or (ability.unpreventable == "opponent" and seat in c.foes[by])

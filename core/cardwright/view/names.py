"""Names for what a state holds by number: seats, zones, abilities, cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.ids import HOSTED, key_place, key_zone, make_ref, ref_incarnation, ref_uid
from cardwright.view.sights import CardName

if TYPE_CHECKING:
    from cardwright.rulebook.cards import CardDef
    from cardwright.rulebook.rulebook import Rulebook
    from cardwright.state.card_state import CardState
    from cardwright.state.game_state import GameState


def card_title(definition: CardDef, language: str) -> str:
    """The card's name in `language`, else in any it has."""
    return definition.name.get(language) or next(iter(definition.name.values()), definition.number)


def card_name(rulebook: Rulebook, card: CardState, language: str) -> CardName:
    """The card as a log names it for somebody who knows it."""
    definition = rulebook.cards[card.number]
    return CardName(card.handle, definition.number, card_title(definition, language))


def zone_name(state: GameState, rulebook: Rulebook, key: int) -> str:
    """A zone with its seat: `A.hand`; with its host's seat where it lies on a card; empty for the outside.

    One that a team shares has all its seats: `A1+A2.life`.
    """
    if key < 0 or key_zone(key) >= len(rulebook.zones):
        return ""
    place = key_place(key)
    seat = state.cards[place - HOSTED].controller if place >= HOSTED else place
    name = rulebook.zones[key_zone(key)].name
    mode = rulebook.modes[state.mode]
    mates = [other for other, team in enumerate(state.teams) if seat >= 0 and team == state.teams[seat]]
    seats = mates if name in mode.team_owns else [seat]
    return f"{'+'.join(mode.seats[each] for each in seats)}.{name}" if seat >= 0 else name


def stay(state: GameState, ref: int) -> CardState | None:
    """The record of the stay a reference names, or the last known of it."""
    if ref < 0:
        return None
    card = state.cards[ref_uid(ref)]
    if card.incarnation == ref_incarnation(ref):
        return card
    return state.memory.get(make_ref(ref_uid(ref), ref_incarnation(ref) + 1))

"""Pieces from place to place: a place is a card (its uid), a pool (below -1), or outside the game (-1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardwright.engine.places import LinkedPlace
from cardwright.ids import OUTSIDE, key_of, key_place, key_zone, place_of
from cardwright.state.card_state import CardState
from cardwright.state.events import Event
from cardwright.state.frames import Frame

if TYPE_CHECKING:
    from cardwright.engine.context import Context


def places(c: Context, frame: Frame, given: Any, card: CardState | None = None) -> list[int]:
    """The places of pieces that an argument names."""
    if not isinstance(given, LinkedPlace):
        return [each.uid for each in given]
    if given.slot >= 0:
        return list(frame.slots[given.slot])
    if given.zone >= 0:
        seats = given.owner(c, frame, card) if given.owner is not None else (frame.controller,)
        return list(dict.fromkeys(place_of(c.keys[given.zone][seat]) for seat in seats))
    return [OUTSIDE] if given.owner is None else [each.uid for each in given.owner(c, frame, card)]


def pieces_at(c: Context, place: int) -> tuple[int, ...]:
    """The pieces at a place by kind."""
    held = c.cards[place].pieces if place >= 0 else c.state.pools.get(-2 - place, ())
    return held or (0,) * len(c.tables.pieces)


def event_of_pieces(c: Context, frame: Frame, kind: int, count: int, come_from: int, to: int) -> Event:
    """The proposal that pieces move; its card is the one they leave, or else the one they come to."""
    place = come_from if come_from >= 0 else to
    card = c.cards[place] if place >= 0 else None
    seat = card.controller if card is not None else (key_place(key_of(place)) if place < OUTSIDE else -1)
    return c.event(
        frame, "pieces_moved", "pieces", card, seat=seat, amount=count, come_from=come_from, to=to, piece=kind
    )


def takeable(c: Context, kinds: tuple[int, ...], source: int, target: int) -> dict[int, int]:
    """How many pieces of each of the kinds may go from one place to another, plain kinds first."""
    held = pieces_at(c, source)
    return {kind: held[kind] for kind in kinds if held[kind] and not _kept_from(c, kind, target)}


def _kept_from(c: Context, kind: int, target: int) -> bool:
    """Whether pieces of that kind never go to that place."""
    definition = c.tables.pieces[kind]
    if target == OUTSIDE:
        return definition.supply in definition.never_to
    return target < OUTSIDE and c.tables.zones[key_zone(key_of(target))].name in definition.never_to


def picker(c: Context, kinds: tuple[int, ...], source: int) -> int:
    """The seat that picks which kinds of pieces leave a place; -1 if the plain ones simply go first."""
    if not any(c.tables.pieces[kind].picked_by for kind in kinds):
        return -1
    return c.cards[source].controller if source >= 0 else key_place(key_of(source))


def propose_count(c: Context, frame: Frame, kinds: tuple[int, ...], count: int | str, source: int, target: int) -> int:
    """Propose taking so many, plain kinds first; how many there were."""
    if source == OUTSIDE:
        if isinstance(count, int) and count > 0:
            c.propose(event_of_pieces(c, frame, kinds[0], count, source, target))
            return count
        return 0
    held = takeable(c, kinds, source, target)
    left = sum(held.values()) if count == "all" else max(0, int(count))
    moved = 0
    for kind, there in held.items():
        taken = min(left - moved, there)
        if taken > 0:
            c.propose(event_of_pieces(c, frame, kind, taken, source, target))
            moved += taken
    return moved

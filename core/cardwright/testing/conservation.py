"""Whether a state is whole: every card in one place, no piece from nowhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from cardwright.ids import HOSTED, OUTSIDE, key_place, key_zone

if TYPE_CHECKING:
    from cardwright.engine.linking import Linked
    from cardwright.state.card_state import CardState
    from cardwright.state.events import Event
    from cardwright.state.game_state import GameState


def misplaced(state: GameState, tables: Linked) -> list[str]:
    """Cards that are in no zone, in several, or elsewhere than their record says."""
    found = Counter(uid for uids in state.zones.values() for uid in uids)
    found.update({uid for card in state.cards for uid in card.guests})  # on hosts, and so in no zone's list
    faults = [f"card {uid} lies in {count} places" for uid, count in found.items() if count > 1]
    for key, uids in state.zones.items():
        for uid in uids:
            card = state.cards[uid]
            if (card.zone, card.place) != (key_zone(key), key_place(key)):
                faults.append(f"card {uid} lies in {tables.zones[key_zone(key)].name}, its record says otherwise")
    for card in state.cards:
        faults += [f"card {uid} is on card {card.uid}, its record says otherwise" for uid in _strangers(state, card)]
        token = tables.types[card.number].token
        if card.uid not in found and not token:
            faults.append(f"card {card.uid} ({tables.cards[card.number].number}) lies nowhere")
    return faults + _overfull(state, tables)


def _strangers(state: GameState, host: CardState) -> list[int]:
    """The guests of a card whose own records name another host, or another place than the host's."""
    return [
        uid
        for uid in host.guests
        if host.uid not in dict(state.cards[uid].links)
        or (state.cards[uid].zone, state.cards[uid].place) != (host.zone, host.place)
    ]


def _overfull(state: GameState, tables: Linked) -> list[str]:
    """Zones with more cards than they hold."""
    return [
        f"{tables.zones[key_zone(key)].name} of {_place(key)} holds {len(uids)} cards"
        for key, uids in state.zones.items()
        if 0 < tables.zones[key_zone(key)].holds < len(uids)
    ]


def _place(key: int) -> str:
    place = key_place(key)
    return f"card {place - HOSTED}" if place >= HOSTED else f"seat {place}"


def pieces(state: GameState, tables: Linked) -> tuple[int, ...]:
    """How many pieces of each kind are on the table."""
    counts = [0] * len(tables.pieces)
    for held in (*state.pools.values(), *(card.pieces for card in state.cards)):
        for kind, count in enumerate(held):
            counts[kind] += count
    return tuple(counts)


def moved(events: Iterable[Event], tables: Linked) -> tuple[int, ...]:
    """How many pieces of each kind came into the game, by what the events say."""
    counts = [0] * len(tables.pieces)
    for event in events:
        if event.change == "pieces":
            counts[event.piece] += event.amount * ((event.come_from == OUTSIDE) - (event.to == OUTSIDE))
        elif event.change == "move" and event.card is not None:
            for kind, count in enumerate(event.card.pieces):
                counts[kind] -= count * _goes_with_its_host(kind, tables)
    return tuple(counts)


def _goes_with_its_host(kind: int, tables: Linked) -> bool:
    """Whether a piece leaves the game with the card it lies on."""
    place = tables.pieces[kind].host_leaves
    return place is None or not place.zone


def debts(state: GameState) -> list[str]:
    """Places with less than no pieces."""
    on_cards = [f"card {card.uid} has {card.pieces} pieces" for card in state.cards if min(card.pieces, default=0) < 0]
    return on_cards + [f"zone {key} has {held} pieces" for key, held in state.pools.items() if min(held, default=0) < 0]

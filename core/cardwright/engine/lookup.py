"""`Lookup`: cards by reference, by zone, and as sets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from cardwright.ids import BY_ITSELF, HOSTED, UID_BITS, UID_MASK, ZONE_BITS, ZONE_MASK, zone_key
from cardwright.state.card_state import CardState
from cardwright.state.edit import EMPTY

if TYPE_CHECKING:
    from cardwright.engine.linking import Linked
    from cardwright.state.game_state import GameState

Cards = Sequence[CardState]


class Pile(CardState):
    """A zone of pieces as one thing to pick; its uid is below -1."""


class Lookup:
    """Read access to one running game."""

    state: GameState
    tables: Linked
    cards: list[CardState]
    cells: list[dict[Any, Any]]

    def __init__(self, tables: Linked, state: GameState) -> None:
        """`state` may be running already."""
        self.tables = tables
        self.state = state
        self.cards = state.cards
        seats = range(len(state.teams))
        mode = tables.rulebook.modes[state.mode]
        self.homes = [[state.homes[s] if z.name in mode.team_owns else s for s in seats] for z in tables.zones]
        self.keys = [[zone_key(z, home) for home in homes] for z, homes in enumerate(self.homes)]
        self.foes = [tuple(o for o in seats if state.teams[o] != state.teams[s]) for s in seats]
        self.partners = [tuple(o for o in seats if o != s and state.teams[o] == state.teams[s]) for s in seats]
        self.team = [(s, *self.partners[s]) for s in seats]
        """By seat, the seats of its team, itself first."""
        self.sides = [(team, tuple(s for s in seats if state.teams[s] == team)) for team in dict.fromkeys(state.teams)]
        """Each team with its seats."""
        self.counted = {(seat, number): (word,) for seat, number, word in state.counted}
        """By owner and number of a card, the one word that counts of the field that keeps partners' decks apart."""
        self.doubted: tuple[tuple[int, int, int], ...] = ()
        """Changes of which it is being asked whether they count: query, changed card, card behind it."""
        self.lifted: tuple[str, ...] = ()
        """Reasons that do not count for the play being asked about."""
        self.user: CardState | None = None
        """The card that would use the one being asked about."""

    def cell(self, number: int) -> dict[Any, Any]:
        """A cell to write an answer to."""
        found = self.cells[number]
        if found is EMPTY:
            found = self.cells[number] = {}
        return found

    # -- references

    def ref(self, card: CardState) -> int:
        """The reference to a card, as slots hold it; a pile is its own."""
        return card.incarnation << UID_BITS | card.uid if card.uid >= 0 else card.uid

    def refs(self, cards: Iterable[CardState]) -> tuple[int, ...]:
        """References to cards."""
        return tuple([card.incarnation << UID_BITS | card.uid if card.uid >= 0 else card.uid for card in cards])

    def live(self, refs: Iterable[int]) -> list[CardState]:
        """The cards that are still on that stay."""
        cards = self.cards
        return [
            self.pile(ref) if ref < 0 else cards[ref & UID_MASK]
            for ref in refs or ()
            if ref < -1 or (ref >= 0 and cards[ref & UID_MASK].incarnation == ref >> UID_BITS)
        ]

    def known_card(self, ref: int) -> CardState | None:
        """The card on that stay, or as it last was; nothing if it was not remembered."""
        if ref < 0:
            return None
        card = self.cards[ref & UID_MASK]
        if card.incarnation == ref >> UID_BITS:
            return card
        left = self.state.memory.get(ref + (1 << UID_BITS))
        return left if left is not None else card if card.incarnation == (ref >> UID_BITS) + 1 else None

    def known_cards(self, refs: Iterable[int]) -> list[CardState]:
        """The cards on those stays, as they are or as they last were before the move that made the reference."""
        memory = self.state.memory
        found = (memory[ref] if ref in memory else self.known_card(ref) for ref in refs or ())
        return [card for card in found if card is not None]

    def still(self, card: CardState | None) -> Cards:
        """The card by itself, if it is still on that stay."""
        if card is None or self.cards[card.uid].incarnation != card.incarnation:
            return ()
        return (self.cards[card.uid],)

    def present(self, cards: Iterable[CardState]) -> list[CardState]:
        """The cards that are still on that stay, as they are now."""
        mine = self.cards
        return [mine[card.uid] for card in cards if card.uid >= 0 and mine[card.uid].incarnation == card.incarnation]

    def first(self, seats: Sequence[int]) -> int:
        """The first of some seats, or -1."""
        return seats[0] if seats else -1

    def first_card(self, cards: Cards) -> CardState | None:
        """The first of some cards."""
        return cards[0] if cards else None

    # -- zones

    def zone_cards_plain(self, key: int) -> list[CardState]:
        """The cards in one zone of a game without waiting states."""
        cards = self.cards
        return [cards[uid] for uid in self.state.zones.get(key, ())]

    def zone_cards(self, key: int) -> list[CardState]:
        """The cards in one zone, those aside that wait without keeping their place."""
        keeps = self.tables.keeps_place
        cards = self.cards
        return [
            card for uid in self.state.zones.get(key, ()) if (card := cards[uid]).waiting < 0 or card.waiting in keeps
        ]

    def zones_cards_plain(self, zone: int, seats: Iterable[int]) -> list[CardState]:
        """The same of several seats."""
        keys = self.keys[zone]
        return [card for key in dict.fromkeys([keys[seat] for seat in seats]) for card in self.zone_cards_plain(key)]

    def zones_cards(self, zone: int, seats: Iterable[int]) -> list[CardState]:
        """The same of several seats, where cards may wait."""
        keys = self.keys[zone]
        return [card for key in dict.fromkeys([keys[seat] for seat in seats]) for card in self.zone_cards(key)]

    def hosted_cards(self, zone: int, hosts: Cards) -> list[CardState]:
        """The cards in that zone of those hosts."""
        return [card for host in hosts for card in self.zone_cards(zone_key(zone, HOSTED + host.uid))]

    def attached(self, hosts: Cards) -> list[CardState]:
        """The cards attached to those, of each the top one first; what is attached to several, once."""
        return [self.cards[uid] for uid in dict.fromkeys(uid for host in hosts for uid in reversed(host.guests))]

    def by_itself(self, card: CardState) -> CardState:
        """The card as it would be without what is attached to it."""
        return replace(card, guests=(), incarnation=card.incarnation | BY_ITSELF)

    def alone(self, card: CardState) -> CardState:
        """The card as it would be if it stood in play by itself, attached to nothing."""
        zone, place, enters = card.zone, card.place, self.tables.types[card.number].enters
        if enters and not self.tables.in_play[zone]:
            zone = self.tables.zone[enters]
            place = self.homes[zone][card.controller]
        return replace(self.by_itself(card), zone=zone, place=place, host=-1, role="", more_hosts=())

    def hosts(self, cards: Cards) -> list[CardState]:
        """What those are attached to or lie under."""
        found = []
        for card in cards:
            if card.host >= 0:
                found += [self.cards[host] for host in (card.host, *(host for host, _ in card.more_hosts))]
            elif card.place >= HOSTED:
                found.append(self.cards[card.place - HOSTED])
        return found

    def tops(self, zone: int, seats: Iterable[int], count: int) -> list[CardState]:
        """The first cards of that zone of each seat."""
        return [card for seat in seats for card in self.zone_cards(self.keys[zone][seat])[: max(0, count)]]

    def last_of(self, cards: Cards, count: int) -> list[CardState]:
        """The last so many."""
        return list(cards[max(0, len(cards) - max(0, count)) :])

    def anywhere(self) -> list[CardState]:
        """All cards."""
        return self.cards

    def leaving(self) -> list[CardState]:
        """The cards that are about to leave, in the order of their numbers."""
        return [self.cards[uid] for uid in self.state.leaving]

    def pile(self, number: int) -> CardState:
        """The pile that a negative reference names."""
        key = -2 - number
        place = key >> ZONE_BITS
        return Pile(number, 0, place, place, key & ZONE_MASK, place)

    def piles(self, zone: int, seats: Iterable[int]) -> list[CardState]:
        """Zones of pieces as things to pick."""
        return [self.pile(-2 - key) for key in dict.fromkeys(self.keys[zone][seat] for seat in seats)]

    def placed(self, card: CardState, zone: int, seats: Iterable[int]) -> bool:
        """Whether the card's place is that zone of one of the seats."""
        homes = self.homes[zone]
        return any(card.place == homes[seat] for seat in seats)

    def lies_on(self, uid: int, hosts: Cards) -> bool:
        """Whether the card of that uid is among the hosts."""
        return any(host.uid == uid for host in hosts)

    def lies_among(self, card: CardState, hosts: Cards) -> bool:
        """Whether the card is attached to one of the hosts."""
        return any(card.uid in host.guests for host in hosts)

    # -- sets

    def union(self, left: Cards, right: Cards) -> list[CardState]:
        """The cards of both, once each."""
        known = {card.uid for card in left}
        return [*left, *(card for card in right if card.uid not in known)]

    def without(self, left: Cards, right: Cards) -> list[CardState]:
        """The cards of the first that are not in the second."""
        gone = {card.uid for card in right}
        return [card for card in left if card.uid not in gone]

    def among(self, card: CardState, cards: Cards) -> bool:
        """Whether the card is one of these."""
        return any(card.uid == other.uid for other in cards)

    def within(self, cards: Cards, among: Cards) -> bool:
        """Whether there are cards, and all of them are among the others."""
        known = {card.uid for card in among}
        return bool(cards) and all(card.uid in known for card in cards)

    def same(self, left: Cards, right: Cards) -> bool:
        """Whether both are the same one card."""
        return len(left) == 1 == len(right) and left[0].uid == right[0].uid

    def same_seats(self, left: Sequence[int], right: Sequence[int]) -> bool:
        """Whether there are seats, and all of them are among the others."""
        return bool(left) and all(seat in right for seat in left)

    def everyone(self) -> tuple[int, ...]:
        """All seats, the turn player's first."""
        seats = len(self.state.teams)
        start = max(self.state.turn_player, 0)
        return tuple((start + step) % seats for step in range(seats))

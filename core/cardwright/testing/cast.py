"""`Cast`: which physical card, seat or link a word of a scenario means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cardwright.ids import HOSTED, key_of, key_place, key_zone, ref_uid, zone_key
from cardwright.loading.scenario_names import place_of

if TYPE_CHECKING:
    from cardwright.engine.linking import Linked
    from cardwright.state.card_state import CardState
    from cardwright.state.game_state import GameState


@dataclass(frozen=True, slots=True)
class Cast:
    """The names of one scenario on one board."""

    tables: Linked
    seats: tuple[str, ...]
    aliases: Mapping[str, int] = field(default_factory=dict)
    """Alias to physical card."""

    def seat(self, word: str) -> int:
        """The seat of that name; -1 if there is none."""
        return self.seats.index(word) if word in self.seats else -1

    def seat_name(self, seat: int) -> str:
        """The name of a seat, `chance` or `nobody`."""
        if 0 <= seat < len(self.seats):
            return self.seats[seat]
        return "chance" if seat < -1 else "nobody"

    def cards(self, word: str, state: GameState) -> tuple[int, ...]:
        """The physical cards that `word` may mean now."""
        if word in self.aliases:
            return (self.aliases[word],)
        if word.startswith("chain."):
            return self._of_link(word, state)
        place = place_of(word)
        if place is not None and place[0] in self.seats:
            return self._at(place, state)
        return tuple(card.uid for card in state.cards if self._is_called(card, word))

    def _is_called(self, card: CardState, word: str) -> bool:
        definition = self.tables.cards[card.number]
        return word == definition.number or word in definition.name.values()

    def _of_link(self, word: str, state: GameState) -> tuple[int, ...]:
        place = int(word.removeprefix("chain.")) - 1
        return (int(ref_uid(state.chain[place].source)),) if 0 <= place < len(state.chain) else ()

    def _at(self, place: tuple[str, str, str], state: GameState) -> tuple[int, ...]:
        seat, zone, which = place
        uids = self.zone(zone, self.seats.index(seat), state)
        if not which:
            return uids
        number = {"top": 0, "bottom": len(uids) - 1}.get(which)
        number = int(which) - 1 if number is None else number
        return uids[number : number + 1] if number >= 0 else ()

    def zone(self, zone: str, place: int, state: GameState) -> tuple[int, ...]:
        """The cards in a zone of a seat, or of a host card (`HOSTED + uid`)."""
        home = place if place >= HOSTED else self.home(zone, place, state)
        return state.zones.get(zone_key(self.tables.zone[zone], home), ())

    def is_pool(self, word: str, number: int, state: GameState) -> bool:
        """Whether `word` (`A.reserve`) means the zone of pieces that is the place of that number."""
        place = place_of(word)
        if place is None or place[0] not in self.seats or place[1] not in self.tables.zone:
            return False
        home = self.home(place[1], self.seats.index(place[0]), state)
        return key_of(number) == zone_key(self.tables.zone[place[1]], home)

    def home(self, zone: str, seat: int, state: GameState) -> int:
        """The seat under which that zone of `seat` is kept."""
        shared = zone in self.tables.rulebook.modes[state.mode].team_owns
        return state.homes[seat] if shared else seat

    def title(self, uid: int, state: GameState) -> str:
        """A card as messages name it: its alias, number and name."""
        definition = self.tables.cards[state.cards[uid].number]
        name = self.tables.names[state.cards[uid].number][0]
        alias = next((alias for alias, each in self.aliases.items() if each == uid), "")
        return f"{alias} = {definition.number} {name}" if alias else f"{definition.number} {name}"

    def where(self, card: CardState, state: GameState) -> str:
        """The zone a card is in, with its seat: `A.hand`; for a zone on a card, with that card's."""
        place = card.place
        seat = state.cards[place - HOSTED].controller if place >= HOSTED else place
        return f"{self.seat_name(seat)}.{self.tables.zones[card.zone].name}"

    def keys(self, state: GameState) -> Iterator[tuple[int, str]]:
        """Every zone with something in it, with its name."""
        for key in sorted({*state.zones, *state.pools}):
            place = key_place(key)
            if place < HOSTED:
                yield key, f"{self.seat_name(place)}.{self.tables.zones[key_zone(key)].name}"

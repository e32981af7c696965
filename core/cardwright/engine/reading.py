"""`Reading`: what may be read of a running game; the functions linked from expressions are written in its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from cardwright.engine.queries import compute_seat_value, compute_value, compute_words, flag_holds
from cardwright.ids import HOSTED, NO_REF, make_ref, zone_key
from cardwright.state.card_state import CardState
from cardwright.state.edit import USER

if TYPE_CHECKING:
    from cardwright.engine.tables import Tables
    from cardwright.state.events import Event
    from cardwright.state.frames import Frame
    from cardwright.state.game_state import GameState

_UID: Final = (1 << 20) - 1
Cards = Sequence[CardState]


class Pile(CardState):
    """A zone of pieces as one thing to pick; its uid is below -1."""


class Reading:
    """Read access to one running game."""

    state: GameState
    tables: Tables
    cards: list[CardState]
    cells: list[dict[Any, Any]]

    def __init__(self, tables: Tables, state: GameState) -> None:
        """`state` may be running already."""
        self.tables = tables
        self.state = state
        self.cards = state.cards
        seats = range(len(state.teams))
        mode = tables.rulebook.modes[state.mode]
        self.homes = [[state.homes[s] if z.name in mode.team_owns else s for s in seats] for z in tables.zones]
        self.keys = [[zone_key(z, home) for home in homes] for z, homes in enumerate(self.homes)]
        self.foes = [tuple(o for o in seats if state.teams[o] != state.teams[s]) for s in seats]
        self.team = [tuple(o for o in seats if state.teams[o] == state.teams[s]) for s in seats]
        self.partners = [tuple(o for o in self.team[s] if o != s) for s in seats]
        self.lifted: tuple[str, ...] = ()
        """Reasons that do not count for the play being asked about."""
        self.user: CardState | None = None
        """The card that would use the one being asked about."""

    # -- references

    def refs(self, cards: Iterable[CardState]) -> tuple[int, ...]:
        """References to cards, as slots hold them."""
        return tuple(card.uid if card.uid < 0 else make_ref(card.uid, card.incarnation) for card in cards)

    def live(self, refs: Iterable[int]) -> list[CardState]:
        """The cards that are still on that stay."""
        cards = self.cards
        return [
            self.pile(ref) if ref < 0 else cards[ref & _UID]
            for ref in refs or ()
            if ref < -1 or (ref >= 0 and cards[ref & _UID].incarnation == ref >> 20)
        ]

    def known_card(self, ref: int) -> CardState | None:
        """The card on that stay, or as it last was; nothing if it was not remembered."""
        if ref < 0:
            return None
        card = self.cards[ref & _UID]
        if card.incarnation == ref >> 20:
            return card
        left = self.state.memory.get(ref + (1 << 20))
        return left if left is not None else card if card.incarnation == (ref >> 20) + 1 else None

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
            card
            for uid in self.state.zones.get(key, ())
            if (card := cards[uid]).waiting < 0 or card.waiting in keeps
        ]

    def zones_cards_plain(self, zone: int, seats: Iterable[int]) -> list[CardState]:
        """The same of several seats."""
        keys = self.keys[zone]
        return [card for key in dict.fromkeys(keys[seat] for seat in seats) for card in self.zone_cards_plain(key)]

    def zones_cards(self, zone: int, seats: Iterable[int]) -> list[CardState]:
        """The same of several seats, where cards may wait."""
        keys = self.keys[zone]
        return [card for key in dict.fromkeys(keys[seat] for seat in seats) for card in self.zone_cards(key)]

    def hosted_cards(self, zone: int, hosts: Cards) -> list[CardState]:
        """The cards in that zone of those hosts."""
        return [card for host in hosts for card in self.zone_cards(zone_key(zone, HOSTED + host.uid))]

    def attached(self, hosts: Cards) -> list[CardState]:
        """The cards attached to those."""
        return [self.cards[guest] for host in hosts for guest in self.cards[host.uid].guests]

    def hosts(self, cards: Cards) -> list[CardState]:
        """What those are attached to or lie under."""
        found = []
        for card in cards:
            if card.host >= 0:
                found.append(self.cards[card.host])
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

    def pile(self, number: int) -> CardState:
        """The pile that a negative reference names."""
        key = -number - 2
        place = key >> 6
        return Pile(number, 0, place, place, key & 63, place)

    def piles(self, zone: int, seats: Iterable[int]) -> list[CardState]:
        """Zones of pieces as things to pick."""
        return [self.pile(-key - 2) for key in dict.fromkeys(self.keys[zone][seat] for seat in seats)]

    def placed(self, card: CardState, zone: int, seats: Iterable[int]) -> bool:
        """Whether the card's place is that zone of one of the seats."""
        homes = self.homes[zone]
        return any(card.place == homes[seat] for seat in seats)

    def lies_on(self, uid: int, hosts: Cards) -> bool:
        """Whether the card of that uid is among the hosts."""
        return any(host.uid == uid for host in hosts)

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

    # -- numbers

    def value(self, query: int, card: CardState) -> int:
        """The answer of a number query about a card."""
        if card.last is None:
            found = self.cells[query].get(card.incarnation << 20 | card.uid)
            return found if found is not None else compute_value(self, query, card)
        return card.last.get(self.tables.queries.all[query].field, 0)

    def value_or_none(self, query: int, card: CardState | None) -> int | None:
        """The same of a card that may be missing."""
        return None if card is None else self.value(query, card)

    def seat_value(self, query: int, seat: int) -> int:
        """The answer of a number query about a seat."""
        found = self.cells[query].get(-seat - 2)
        return found if found is not None else compute_seat_value(self, query, seat)

    def number(self, name: str, card: CardState) -> int:
        """The number `value.<name>` of a card."""
        return self.value(self.tables.queries.number(f"value.{name}"), card)

    def printed(self, name: str, card: CardState | None) -> int | None:
        """The printed number of a card."""
        return None if card is None else self.tables.cards[card.number].numbers.get(name)

    def numbers_sum(self, query: int, cards: Cards) -> int:
        """The sum of a number over cards."""
        return sum(self.value(query, card) for card in cards)

    def numbers_max(self, query: int, cards: Cards) -> int | None:
        """The greatest number over cards."""
        return max((self.value(query, card) for card in cards), default=None)

    def numbers_min(self, query: int, cards: Cards) -> int | None:
        """The least number over cards."""
        return min((self.value(query, card) for card in cards), default=None)

    def divide(self, left: int, right: int) -> int:
        """Left over right, rounded down; 0 if right is 0."""
        return left // right if right else 0

    def pieces_on(self, kinds: Sequence[int], cards: Cards) -> int:
        """How many pieces of those kinds lie on the cards (and, of piles, in them)."""
        total = 0
        for card in cards:
            pieces = card.pieces if card.uid >= 0 else self.state.pools.get(-card.uid - 2, ())
            if pieces:
                total += sum(pieces[kind] for kind in kinds)
        return total

    def pieces_in(self, kinds: Sequence[int], zone: int, seats: Iterable[int]) -> int:
        """How many pieces of those kinds lie in the zone of those seats, a shared zone counted once."""
        total = 0
        for key in dict.fromkeys(self.keys[zone][seat] for seat in seats):
            pieces = self.state.pools.get(key)
            if pieces:
                total += sum(pieces[kind] for kind in kinds)
        return total

    def paid(self, frame: Frame | None, kinds: Sequence[int]) -> int:
        """How many pieces of those kinds the use was paid with."""
        for each in self._inward(frame):
            if each.paid:
                return sum(each.paid[kind] for kind in kinds)
        return 0

    def raised_limit(self, card: CardState | None) -> int:
        """What a `limit(…)` of that source is raised by."""
        return 0 if card is None else self.number("limit", card)

    def card_records(self, name: str, card: CardState | None) -> Sequence[dict[str, int | str]]:
        """The printed records of a card."""
        return () if card is None else self.tables.cards[card.number].records.get(name, ())

    def record_number(self, records: Sequence[dict[str, Any]], key: str) -> int | None:
        """That key of the first record."""
        return records[0].get(key) if records else None

    def compare_eq(self, left: int | None, right: int | None) -> bool:
        """Equal, and both there."""
        return left is not None and left == right

    def compare_ne(self, left: int | None, right: int | None) -> bool:
        """Not equal."""
        return not self.compare_eq(left, right)

    def compare_lt(self, left: int | None, right: int | None) -> bool:
        """Less, and both there."""
        return left is not None and right is not None and left < right

    def compare_le(self, left: int | None, right: int | None) -> bool:
        """At most, and both there."""
        return left is not None and right is not None and left <= right

    def compare_gt(self, left: int | None, right: int | None) -> bool:
        """Greater, and both there."""
        return left is not None and right is not None and left > right

    def compare_ge(self, left: int | None, right: int | None) -> bool:
        """At least, and both there."""
        return left is not None and right is not None and left >= right

    # -- words

    def words(self, name: str, card: CardState) -> tuple[str, ...]:
        """The words of a card's field."""
        return compute_words(self, name, card)

    def words_of(self, name: str, cards: Cards) -> tuple[str, ...]:
        """The words of a field of several cards, one after the other."""
        return tuple(word for card in cards for word in compute_words(self, name, card))

    def count_words(self, words: Sequence[str], wanted: Sequence[str]) -> int:
        """How many of the first are one of the second."""
        return sum(word in wanted for word in words)

    def overlap(self, left: Sequence[str], right: Sequence[str]) -> bool:
        """Whether one of these is one of those."""
        return any(word in right for word in left)

    def contains(self, left: Sequence[str], parts: Sequence[str]) -> bool:
        """Whether one of these contains one of those."""
        return any(part in word for word in left for part in parts)

    def zones_of(self, cards: Cards) -> tuple[str, ...]:
        """The names of the zones the cards are in."""
        return tuple(self.tables.zones[card.zone].name for card in cards)

    def played_from(self, cards: Cards) -> tuple[str, ...]:
        """The names of the zones the cards came from."""
        return tuple(self.tables.zones[card.came_from].name for card in cards if card.came_from >= 0)

    def reading(self, name: str) -> tuple[str, ...]:
        """The chosen reading of a doubtful rule."""
        return (self.state.readings.get(name) or self.tables.rulebook.readings[name][0],)

    def flag(self, name: str, card: CardState) -> bool:
        """A flag of the game, about a card."""
        return flag_holds(self, name, card)

    def condition(self, name: str, card: CardState) -> bool:
        """A condition field of the card; one that has none fulfils it."""
        function = self.tables.conditions(name, card.number)
        return function is None or bool(function(self, card.controller, card, card))

    def fits(self, name: str, card: CardState | None, other: CardState | None) -> bool:
        """A filter field of the card, tested on the other; a card that has none lets everything pass."""
        if card is None:
            return False
        function = self.tables.filters(name, card.number)
        return function is None or (other is not None and bool(function(self, card.controller, card, other)))

    # -- moments

    def _inward(self, frame: Frame | None) -> Iterable[Frame]:
        if frame is not None:
            yield frame
        yield from reversed(self.state.frames)

    def event_of(self, frame: Frame | None) -> Event | None:
        """The event of the nearest frame that has one."""
        return next((each.event for each in self._inward(frame) if each.event is not None), None)

    def event_number(self, frame: Frame | None, name: str) -> int:
        """`amount` or `count` of the event."""
        event = self.event_of(frame)
        if event is None:
            return 0
        return len(event.cards) if name == "count" and event.cards and not event.amount else event.amount

    def event_word(self, frame: Frame | None, name: str) -> tuple[str, ...]:
        """A word of the event."""
        event = self.event_of(frame)
        if event is None:
            return ()
        if name in {"from", "to"}:
            key = event.come_from if name == "from" else event.to
            return (self.tables.zones[key & 63].name,) if key >= 0 else ()
        if name == "cause":
            return (event.cause,)
        if name == "kind":
            return (self.tables.pieces[event.piece].name,) if event.piece >= 0 else ()
        return (event.word,)

    def event_card(self, frame: Frame | None) -> Cards:
        """The event's card as it was."""
        event = self.event_of(frame)
        return (event.card,) if event is not None and event.card is not None else ()

    def event_cards(self, frame: Frame | None) -> Cards:
        """All cards of a trigger for several events."""
        event = self.event_of(frame)
        if event is None:
            return ()
        return self.known_cards(event.cards) if event.cards else self.event_card(frame)

    def event_source(self, frame: Frame | None) -> Cards:
        """The card behind the event."""
        event = self.event_of(frame)
        card = self.known_card(event.source) if event is not None else None
        return (card,) if card is not None else ()

    def event_seats(self, frame: Frame | None) -> tuple[int, ...]:
        """The seat the event happened to."""
        event = self.event_of(frame)
        return (event.seat,) if event is not None and event.seat >= 0 else ()

    def seat_slot(self, frame: Frame, slot: int) -> tuple[int, ...]:
        """The seats in a slot."""
        held = frame.slots[slot]
        return (held,) if isinstance(held, int) else tuple(held or ())

    def word_slot(self, frame: Frame, slot: int) -> tuple[str, ...]:
        """The words in a slot."""
        held = frame.slots[slot]
        return (held,) if isinstance(held, str) else tuple(held or ())

    def chooser(self, frame: Frame | None) -> tuple[int, ...]:
        """The seat that is choosing."""
        return (frame.controller,) if frame is not None else ()

    def users(self, frame: Frame | None, card: CardState | None) -> Cards:
        """The card that uses `card`: of the frame, of the question, remembered by the card, or itself."""
        if frame is not None and frame.user != NO_REF:
            known = self.known_card(frame.user)
            return (known,) if known is not None else ()
        if self.user is not None:
            return (self.user,)
        if card is not None and card.role == USER:
            return (self.cards[card.host],)
        return (card,) if card is not None else ()

    def scope_frame(self, scope: str) -> Frame | None:
        """The nearest frame with that scope."""
        for frame in reversed(self.state.frames):
            if frame.scope == scope:
                return frame
        return None

    def scope_cards(self, scope: str, field: str) -> Cards:
        """The cards a scope remembers by that name and that are still there."""
        frame = self.scope_frame(scope)
        if frame is None:
            return ()
        derived: Callable[..., Any] | None = self.tables.derived(scope, field)
        return derived(self, frame) if derived is not None else self.live(frame.fields.get(field, ()))

    def known_scope(self, scope: str, field: str) -> Cards:
        """The same, also as they last were."""
        frame = self.scope_frame(scope)
        if frame is None:
            return ()
        derived: Callable[..., Any] | None = self.tables.derived(scope, field)
        return derived(self, frame) if derived is not None else self.known_cards(frame.fields.get(field, ()))

    def scope_seats(self, scope: str, field: str) -> tuple[int, ...]:
        """The seats a scope derives by that name."""
        frame = self.scope_frame(scope)
        if frame is None:
            return ()
        derived: Callable[..., Any] | None = self.tables.derived(scope, field)
        return derived(self, frame) if derived is not None else tuple(frame.fields.get(field, ()))

    def times(self, name: str, span: str, test: Callable[[CardState], bool] | None) -> int:
        """How often an event happened in a span, to cards that pass the test as they were."""
        past = self.state.history.get(name)
        if not past:
            return 0
        since = self._since(span)
        return sum(
            event.number >= since and (test is None or (event.card is not None and test(event.card))) for event in past
        )

    def times_seat(self, name: str, span: str, seats: Sequence[int]) -> int:
        """How often an event happened in a span to those seats."""
        since = self._since(span)
        return sum(event.number >= since and event.seat in seats for event in self.state.history.get(name, ()))

    def _since(self, span: str) -> int:
        state = self.state
        if span == "game":
            return 0
        if span == "turn":
            return state.turn_stamp
        if span == "phase":
            return state.phase_stamp
        for frame in reversed(state.frames):
            if span == "step" and frame.step:
                return frame.step_stamp
            if frame.scope == span:
                return frame.stamp
        return 1 << 62

    def pending_cards(self) -> Cards:
        """The cards that wait in the chain; an effect there has no card of its own."""
        return [card for link in self.state.chain if link.is_card and not link.cancelled for card in self.live((link.source,))]

    def is_pending_card(self, card: CardState) -> bool:
        """Whether the card waits in the chain."""
        return any(pending.uid == card.uid for pending in self.pending_cards())

    def being_played(self, card: CardState) -> bool:
        """Whether the card is being used."""
        ref = make_ref(card.uid, card.incarnation)
        frames = (frame.link for frame in self.state.frames if frame.link is not None)
        return any(link.is_card and link.source == ref for link in (*self.state.chain, *frames))

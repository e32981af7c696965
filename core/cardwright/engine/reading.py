"""`Reading`: what may be read of a running game; the functions linked from expressions are written in its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from cardwright.engine.answers import Answers
from cardwright.ids import NO_REF, NOBODY, OUTSIDE, ZONE_MASK, make_ref
from cardwright.state.card_state import USER, CardState

if TYPE_CHECKING:
    from cardwright.state.events import Event
    from cardwright.state.frames import Frame

Cards = Sequence[CardState]
CHOOSING: Final = "choosing seat"
"""The field of a frame that holds the seat that is choosing, where that is said."""


class Reading(Answers):
    """Read access to one running game."""

    def _inward(self, frame: Frame | None) -> Iterable[Frame]:
        if frame is not None:
            yield frame
        yield from reversed(self.state.frames)

    def paid(self, frame: Frame | None, kinds: Sequence[int]) -> int:
        """How many pieces of those kinds the use was paid with."""
        link = next((each.link for each in self._inward(frame) if each.link is not None), None)
        return sum(link.paid[kind] for kind in kinds) if link is not None and link.paid else 0

    def event_of(self, frame: Frame | None) -> Event | None:
        """The event of the nearest frame that has one."""
        return next((each.event for each in self._inward(frame) if each.event is not None), None)

    def event_number(self, frame: Frame | None, name: str) -> int:
        """`amount` or `count` of the event."""
        event = self.event_of(frame)
        if event is None:
            return 0
        return len(event.cards) if name == "count" and event.cards and not event.amount else event.amount

    def zone_in(self, event: Event, place: int) -> int:
        """The number of the zone that an event says it comes from or goes to; -1 for none."""
        if event.change == "pieces":
            return self.cards[place].zone if place >= 0 else (-2 - place) & ZONE_MASK if place < OUTSIDE else -1
        return place & ZONE_MASK if place >= 0 else -1

    def event_word(self, frame: Frame | None, name: str) -> tuple[str, ...]:
        """A word of the event."""
        event = self.event_of(frame)
        if event is None:
            return ()
        if name in {"from", "to"}:
            zone = self.zone_in(event, event.come_from if name == "from" else event.to)
            return (self.tables.zones[zone].name,) if zone >= 0 else ()
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

    def one_opponent(self, frame: Frame, slot: int, you: int) -> tuple[int, ...]:
        """The opponent in a slot; all of them as long as none is named."""
        return tuple(frame.slots[slot] or ()) or self.foes[you]

    def side(self, frame: Frame) -> int:
        """The seat whose places in play `you` has in a frame."""
        return frame.controller if frame.side == NOBODY else frame.side

    def word_slot(self, frame: Frame, slot: int) -> tuple[str, ...]:
        """The words in a slot."""
        held = frame.slots[slot]
        return (held,) if isinstance(held, str) else tuple(held or ())

    def chooser(self, frame: Frame | None) -> tuple[int, ...]:
        """The seat that is choosing."""
        return (frame.fields.get(CHOOSING, frame.controller),) if frame is not None else ()

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

    def acting(self) -> CardState | None:
        """The card that acts in the nearest scope: what its first field holds (an attacker)."""
        frame = next((each for each in reversed(self.state.frames) if each.scope), None)
        if frame is None:
            return None
        first = self.tables.rulebook.scopes[frame.scope].holds[0]
        return next(iter(self.live(frame.fields.get(first, ()))), None)

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
        since = self.since(span)
        return sum(
            event.number >= since and (test is None or (event.card is not None and test(event.card))) for event in past
        )

    def befell(self, event: Event, seats: Sequence[int]) -> bool:
        """Whether the event happened to one of those seats, or to the team of one."""
        if event.kind in self.tables.team_events and event.seat >= 0:
            return any(seat in seats for seat in self.team[event.seat])
        return event.seat in seats

    def times_seat(self, name: str, span: str, seats: Sequence[int]) -> int:
        """How often an event happened in a span to those seats."""
        since = self.since(span)
        return sum(event.number >= since and self.befell(event, seats) for event in self.state.history.get(name, ()))

    def since(self, span: str) -> int:
        """The log number at which a span that runs began; a late one if none does."""
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
        return [
            card
            for link in self.state.chain
            if link.is_card and not link.cancelled
            for card in self.live((link.source,))
        ]

    def is_pending_card(self, card: CardState) -> bool:
        """Whether the card waits in the chain."""
        return any(pending.uid == card.uid for pending in self.pending_cards())

    def being_played(self, card: CardState) -> bool:
        """Whether the card is being used."""
        ref = make_ref(card.uid, card.incarnation)
        frames = (frame.link for frame in self.state.frames if frame.link is not None)
        return any(link.is_card and link.source == ref for link in (*self.state.chain, *frames))

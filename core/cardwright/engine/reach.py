"""`Reach`: what a plugin's planners and value functions see of a running game, by names and uids alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cardwright.decisions.decision import Option
from cardwright.engine.piece_moves import event_of_pieces, places
from cardwright.engine.queries import applying, total, untouched
from cardwright.engine.verdicts import forbidden
from cardwright.hooks.words import Ask, Plan
from cardwright.ids import OUTSIDE, key_of, key_zone
from cardwright.state.events import Event
from cardwright.state.frames import Frame

if TYPE_CHECKING:
    from cardwright.engine.context import Context
    from cardwright.engine.modifiers import LinkedModifier


class Reach:
    """Read access by name, and the making of proposals."""

    def __init__(self, context: Context, frame: Frame | None = None) -> None:
        """See the game of `context`; a planner's proposals are those of `frame`."""
        self._c = context
        self.frame = frame

    # -- reading

    def cards_in(self, zone: str, seat: int) -> Sequence[int]:
        """The cards in a zone of a seat, in order."""
        c = self._c
        return [card.uid for card in c.zone_cards(c.keys[c.tables.zone[zone]][seat])]

    def is_exhausted(self, card: int) -> bool:
        """Whether the card is turned sideways."""
        return self._c.cards[card].exhausted

    def card_number(self, card: int) -> int:
        """Which card it is: its place among the game's cards."""
        return self._c.cards[card].number

    def type_of(self, card: int) -> str:
        """The card's printed type."""
        return self._c.tables.cards[self._c.cards[card].number].type

    def controller_of(self, card: int) -> int:
        """The seat that commands the card."""
        return self._c.cards[card].controller

    def value(self, name: str, card: int, base: int | None = None, *, alone: bool = False, **asked: int) -> int:
        """A number of the card as it is now, or would be `alone` in play; with `base`, what modifiers make of that."""
        c = self._c
        record = c.alone(c.cards[card]) if alone else c.cards[card]
        if base is None:
            return c.number(name, record)
        question = c.tables.queries.value(name)
        found = applying(c, question, record, record.controller)
        return total(c, base, (each for each in found if self._is_of_level(each[0], asked)), record)

    def is_as_printed(self, name: str, card: int) -> bool:
        """Whether nothing at all changes that value of the card, whatever its base and wherever it lies."""
        c = self._c
        return untouched(c, c.tables.queries.value(name), c.cards[card])

    def _is_of_level(self, linked: LinkedModifier, asked: dict[str, int]) -> bool:
        """Whether a modifier is about the level that is asked about, or about any."""
        level = linked.definition.level
        return level is None or asked.get("level") == self._c.tables.frame_function(level)(self._c, Frame(-1))

    def words(self, field: str, card: int) -> tuple[str, ...]:
        """The words of the card's field."""
        return self._c.words(field, self._c.cards[card])

    def records(self, card: int, field: str) -> Sequence[dict[str, int | str]]:
        """The printed records of the card."""
        return self._c.card_records(field, self._c.cards[card])

    def may(self, query: str, card: int) -> bool:
        """Whether nothing forbids it of the card."""
        record = self._c.cards[card]
        return forbidden(self._c, f"may.{query}", record, record.controller) is None

    def may_attach(self, card: int, host: int, role: str, *, by_itself: bool = False) -> bool:
        """Whether nothing forbids that a card is attached in a role; to its host as it is `by_itself`, if so asked."""
        c = self._c
        record, below = c.cards[card], c.by_itself(c.cards[host]) if by_itself else c.cards[host]
        return forbidden(c, "may.attach", record, record.controller, below, role) is None

    def links_of(self, card: int) -> tuple[tuple[int, str], ...]:
        """What the card is attached to, each host with the role there."""
        return self._c.cards[card].links

    def guests_of(self, card: int) -> tuple[int, ...]:
        """The cards attached to the card."""
        return self._c.cards[card].guests

    def team_seats(self, seat: int) -> tuple[int, ...]:
        """The seats of a seat's team."""
        return self._c.team[seat]

    # -- pieces: a place is a card (its uid) or a pool (below -1)

    def pool_place(self, zone: str, seat: int) -> int:
        """The place of pieces that a zone of a seat is."""
        return -2 - self._c.keys[self._c.tables.zone[zone]][seat]

    def card_place(self, card: int) -> int:
        """The place of pieces that a card is."""
        return card

    def place_card(self, place: int) -> int:
        """The card that a place is, or -1."""
        return max(place, -1)

    def pieces_at(self, place: int, kind: str) -> int:
        """The pieces of exactly that kind at a place."""
        c = self._c
        held = c.cards[place].pieces if place >= 0 else c.state.pools.get(key_of(place))
        return held[c.tables.piece[kind]] if held else 0

    def payment_places(self, seat: int, card: int) -> tuple[int, ...]:
        """The places that paying for a card may take pieces from."""
        c = self._c
        record = c.cards[card]
        currency = c.tables.rulebook.actions[c.tables.types[record.number].play].currency
        source = c.tables.currency(currency).source
        found = source(c, Frame(-1, controller=seat, source=c.ref(record))) if source is not None else ()
        question = c.tables.queries.ask("set.payment")
        for linked, _, _, you in () if untouched(c, question, record) else applying(c, question, record, seat):
            amount = linked.definition.amount
            if amount is not None:
                found = c.tables.frame_function(amount)(c, Frame(-1, controller=you))
        return tuple([each.uid for each in found])

    def payment_goal(self, seat: int, card: int) -> int:
        """The place that the pieces paid for a card go to."""
        c = self._c
        record = c.cards[card]
        currency = c.tables.rulebook.actions[c.tables.types[record.number].play].currency
        to = c.tables.rulebook.currencies[currency].to
        return OUTSIDE if to is None else places(c, Frame(-1, controller=seat), c.tables.place(to), record)[0]

    # -- proposing

    def to_exhaust(self, card: int) -> Event:
        """The proposal that the card be turned sideways."""
        record = self._c.cards[card]
        return self._c.event(self._frame(), "exhausted", "turn", record, seat=record.controller, word="exhausted")

    def attach_event(self, card: int, host: int, role: str) -> Event:
        """The proposal that a card is attached to a host in a role, off the one it has in that role."""
        record = self._c.cards[card]
        return self._c.event(self._frame(), "attached", "attach", record, seat=record.owner, to=host, word=role)

    def detach_event(self, card: int, host: int = -1) -> Event:
        """The proposal that a card is taken off a host, or off all of them."""
        record = self._c.cards[card]
        return self._c.event(self._frame(), "detached", "detach", record, seat=record.controller, to=host)

    def pieces_event(self, kind: str, count: int, come_from: int, to: int) -> Event:
        """The proposal that pieces move."""
        return event_of_pieces(self._c, self._frame(), self._c.tables.piece[kind], count, come_from, to)

    def _frame(self) -> Frame:
        assert self.frame is not None  # noqa: S101 - only planners propose, and they have one
        self._c.step = None
        return self.frame


def pay_plainly(c: Context, name: str, arguments: dict[str, Any], memo: Any, answer: Option | None) -> Ask | Plan:
    """Pay a currency without a planner of its own: pieces to a place, or cards picked one by one."""
    currency = c.tables.rulebook.currencies[name]
    amount, seat = arguments["amount"], arguments["seat"]
    payer = Frame(-1, controller=seat, source=_ref(c, arguments["card"]), user=arguments.get("user", -1), cause="cost")
    c.step = None
    if currency.pieces:
        return Plan((_piece_event(c, payer, currency, amount),))
    picks = [*(memo or ()), *((answer.card,) if answer is not None else ())]
    source = c.tables.currency(name).source
    found = [card for card in (source(c, payer) if source is not None else ()) if card.uid not in picks]
    if len(picks) < amount and len(found) > amount - len(picks):
        return Ask(seat, tuple(Option("pay", card.uid) for card in found), tuple(picks))
    picks += [card.uid for card in found[: amount - len(picks)]]
    return Plan(tuple(_card_event(c, payer, currency, uid) for uid in picks))


def _ref(c: Context, uid: int) -> int:
    return c.ref(c.cards[uid]) if uid >= 0 else -1


def _piece_event(c: Context, payer: Frame, currency: Any, amount: int) -> Event:
    kind = c.tables.piece[currency.pieces]
    come_from = OUTSIDE if currency.come_from is None else places(c, payer, c.tables.place(currency.come_from))[0]
    to = OUTSIDE if currency.to is None else places(c, payer, c.tables.place(currency.to))[0]
    return event_of_pieces(c, payer, kind, amount, come_from, to)


def _card_event(c: Context, payer: Frame, currency: Any, uid: int) -> Event:
    card = c.cards[uid]
    key, position = c.place_for(currency.to, card, payer)
    move = c.tables.move_into(key_zone(key))
    name = move.event if move is not None else "moved"
    return c.event(payer, name, "move", card, seat=card.owner, to=key, position=position)

"""The source of words, seats and sets of cards, and of membership in a set."""

from __future__ import annotations

from collections.abc import Callable

from cardwright.engine.code_base import CodeBase
from cardwright.ids import HOSTED
from cardwright.rulebook.expressions import Expr


class SetCode(CodeBase):
    """Writes words, seats, cards and membership."""

    def amount(self, expr: Expr) -> str:
        """The source of a number that counts as 0 where it is missing."""
        raise NotImplementedError

    # -- words

    def words(self, expr: Expr) -> str:
        """The source of a tuple of words."""
        method: Callable[..., str] = getattr(self, f"_words_{expr.op}")
        return method(*expr.args)

    def _words_words(self, *words: str) -> str:
        return repr(tuple(words))

    def _words_word_field(self, name: str, cards: Expr) -> str:
        if self.certain(cards):
            return f"c.words({name!r}, {self.one(cards)})"
        return f"c.words_of({name!r}, {self.known(cards)})"

    def _words_heading_of(self, cards: Expr) -> str:
        return f"c.words_of('heading', {self.known(cards)})"

    def _words_zone_of(self, cards: Expr) -> str:
        return f"c.zones_of({self.known(cards)})"

    def _words_played_from(self, cards: Expr) -> str:
        return f"c.played_from({self.known(cards)})"

    def _words_slot_words(self, slot: int) -> str:
        return f"c.word_slot(fr, {slot})"

    def _words_phase(self) -> str:
        return "(c.state.phase,)"

    def _words_step(self) -> str:
        return "(c.state.step,)"

    def _words_window(self) -> str:
        return "(c.state.window,)"

    def _words_event_word(self, name: str) -> str:
        return f"c.event_word(fr, {name!r})"

    def _words_reading(self, name: str) -> str:
        return f"c.reading({name!r})"

    # -- seats

    def seats(self, expr: Expr) -> str:
        """The source of a tuple of seats."""
        op = expr.op
        if op in {"owner", "controller"}:
            card: Expr = expr.args[0]  # type: ignore[assignment]
            if self.certain(card):
                return f"({self.one(card)}.{op},)"
            return f"tuple(q.{op} for q in {self.known(card)})"
        if op == "slot_seats":
            return f"c.seat_slot(fr, {expr.args[0]})"
        if op == "one_opponent":
            return f"c.one_opponent(fr, {expr.args[0]}, you)"
        if op == "scope_seat":
            return f"c.scope_seats({expr.args[0]!r}, {expr.args[1]!r})"
        return {
            "you": "(you,)",
            "side": "(c.side(fr),)",
            "opponent": "c.foes[you]",
            "partner": "c.partners[you]",
            "team": "c.team[you]",
            "everyone": "c.everyone()",
            "turn_player": "(c.state.turn_player,)",
            "chooser": "c.chooser(fr)",
            "chance": "(-2,)",
            "it_seats": "it",
            "event_seat": "c.event_seats(fr)",
        }[op]

    # -- cards

    def many(self, expr: Expr) -> str:
        """The source of a list of records."""
        method: Callable[..., str] = getattr(self, f"_cards_{expr.op}")
        return method(*expr.args)

    def _cards_none(self) -> str:
        return "()"

    def _cards_self(self) -> str:
        return "c.still(me)" if self.frame else "(me,)"

    def _cards_it(self) -> str:
        return "(it,)"

    def _cards_tested(self, out: int) -> str:
        return f"(r{self.depth - out},)"

    def _cards_host(self, cards: Expr) -> str:
        return f"c.hosts({self.known(cards)})"

    def _cards_user(self) -> str:
        return "c.users(fr, me)"

    def _cards_event_card(self) -> str:
        return "c.event_card(fr)"

    def _cards_event_cards(self) -> str:
        return "c.event_cards(fr)"

    def _cards_event_source(self) -> str:
        return "c.event_source(fr)"

    def _cards_slot(self, slot: int) -> str:
        return f"c.live(fr.slots[{slot}])"

    def _cards_scope(self, scope: str, field: str) -> str:
        return f"c.scope_cards({scope!r}, {field!r})"

    def _cards_zone(self, zone: str, seats: Expr) -> str:
        number, seats = self.tables.zone[zone], self.whose(zone, seats)
        plain = "" if self._joined() else "_plain"
        if self.lone(seats):
            return f"c.zone_cards{plain}(c.keys[{number}][{self.seat(seats)}])"
        return f"c.zones_cards{plain}({number}, {self.seats(seats)})"

    def _cards_hosted(self, zone: str, hosts: Expr) -> str:
        return f"c.hosted_cards({self.tables.zone[zone]}, {self.known(hosts)})"

    def _cards_attached(self, cards: Expr) -> str:
        return f"c.attached({self.known(cards)})"

    def _cards_pile(self, zone: str, seats: Expr) -> str:
        return f"c.piles({self.tables.zone[zone]}, {self.seats(seats)})"

    def _cards_anywhere(self) -> str:
        return "c.anywhere()"

    def _cards_leaving(self) -> str:
        return "c.leaving()"

    def _cards_chain(self) -> str:
        return "c.pending_cards()"

    def _cards_chosen(self) -> str:
        return "chosen"

    def _cards_top(self, cards: Expr, count: Expr) -> str:
        if cards.op == "zone" and not self.lone(cards.args[1]):  # type: ignore[arg-type]
            number = self.tables.zone[str(cards.args[0])]
            return f"c.tops({number}, {self.seats(cards.args[1])}, {self.amount(count)})"  # type: ignore[arg-type]
        return f"{self.many(cards)}[:max(0, {self.amount(count)})]"

    def _cards_bottom(self, cards: Expr, count: Expr) -> str:
        return f"c.last_of({self.many(cards)}, {self.amount(count)})"

    def _cards_filter(self, cards: Expr, test: Expr) -> str:
        inner = self._deeper()
        condition = self.truth(test)
        self.depth -= 1
        return f"[{inner} for {inner} in {self.many(cards)} if {condition}]"

    def _cards_plus(self, left: Expr, right: Expr) -> str:
        return f"c.union({self.many(left)}, {self.many(right)})"

    def _cards_minus(self, left: Expr, right: Expr) -> str:
        return f"c.without({self.many(left)}, {self.many(right)})"

    def records(self, expr: Expr) -> str:
        """The source of a list of a card's records."""
        if expr.op == "records":
            return f"c.card_records({expr.args[0]!r}, {self.one(expr.args[1])})"  # type: ignore[arg-type]
        base, test = expr.args
        return f"[x for x in {self.records(base)} if {self.truth(test)}]"  # type: ignore[arg-type]

    # -- membership

    def member(self, expr: Expr, record: str) -> str:
        """The source of the truth that `record` is among the cards of `expr`, without listing them."""
        method = getattr(self, f"_member_{expr.op}", None)
        if method is None:
            return f"c.among({record}, {self.many(expr)})"
        text: str = method(record, *expr.args)
        return text

    def _member_anywhere(self, record: str) -> str:  # noqa: ARG002 - every card is there
        return "True"

    def _member_leaving(self, record: str) -> str:
        return f"({record}.waiting >= 0)"

    def _member_none(self, record: str) -> str:  # noqa: ARG002 - no card is there
        return "False"

    def _member_self(self, record: str) -> str:
        return f"(me is not None and {record}.uid == me.uid)" if self.frame else f"({record}.uid == me.uid)"

    def _member_zone(self, record: str, zone: str, seats: Expr) -> str:
        number, seats = self.tables.zone[zone], self.whose(zone, seats)
        there = f"{record}.zone == {number}"
        if self.tables.rulebook.links and self.tables.in_play[number]:
            there += f" and not {record}.links"  # what is attached is no card of its own there
        if seats.op == "everyone":
            return f"({there})"
        if self.lone(seats):
            return f"({there} and {record}.place == c.homes[{number}][{self.seat(seats)}])"
        return f"({there} and c.placed({record}, {number}, {self.seats(seats)}))"

    def _member_hosted(self, record: str, zone: str, hosts: Expr) -> str:
        number = self.tables.zone[zone]
        return f"({record}.zone == {number} and c.lies_on({record}.place - {HOSTED}, {self.known(hosts)}))"

    def _member_attached(self, record: str, hosts: Expr) -> str:
        return f"({record}.host >= 0 and c.lies_among({record}, {self.known(hosts)}))"

    def _member_filter(self, record: str, cards: Expr, test: Expr) -> str:
        base = self.member(cards, record)
        inner = self._deeper()
        condition = self.truth(test)
        self.depth -= 1
        if inner != record:
            condition = f"(lambda {inner}: {condition})({record})"
        return condition if base == "True" else f"({base} and {condition})"

    def _member_plus(self, record: str, left: Expr, right: Expr) -> str:
        return f"({self.member(left, record)} or {self.member(right, record)})"

    def _member_minus(self, record: str, left: Expr, right: Expr) -> str:
        return f"({self.member(left, record)} and not {self.member(right, record)})"

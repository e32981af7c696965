"""From typed expression trees to the source of Python functions.

Only trees are read here, never text of a YAML file: names and words of a game come in as constants, so nothing an
author writes is run. A function is made in one of two shapes: about a frame, `f(c, fr, it=None, chosen=())`, or about
a question, `f(c, you, me, it, fr=None)`. In both, `c` is the context, `you` a seat, `me` the record of `self`, `it`
the record (or the seats) asked about.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from cardwright.ids import HOSTED
from cardwright.rulebook.expressions import OPS, Expr

if TYPE_CHECKING:
    from cardwright.engine.tables import Tables
    from cardwright.rulebook.modifier import ModifierDef

_COMPARE: Final = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_SUM: Final = {"add": "+", "sub": "-", "mul": "*", "div": "//"}
_NUMBERS_OF: Final = {"sum", "max", "min"}


def kind_of(expr: Expr) -> str:
    """The kind of value an expression has."""
    return OPS[expr.op][1]


class Coder:
    """Writes the source of one function; `constants` are the objects it names."""

    def __init__(self, tables: Tables, *, frame: bool) -> None:
        """`frame`: whether the function is about a frame."""
        self.tables = tables
        self.frame = frame
        self.constants: dict[str, Any] = {}
        self.depth = 0

    # -- names of things

    def constant(self, value: Any) -> str:
        """The name under which the function finds `value`."""
        for name, known in self.constants.items():
            if known is value:
                return name
        name = f"k{len(self.constants)}"
        self.constants[name] = value
        return name

    def query(self, name: str) -> str:
        """The number of a query."""
        return str(self.tables.queries.number(name))

    def write(self, expr: Expr) -> str:
        """The source of an expression of any kind."""
        kind = kind_of(expr)
        if kind == "cards":
            return self.many(expr)
        if kind == "records":
            return self.records(expr)
        return {"number": self.number, "truth": self.truth, "words": self.words, "seats": self.seats}[kind](expr)

    # -- numbers

    def absent(self, expr: Expr) -> bool:
        """Whether the number may be missing (of a card that is not there)."""
        if expr.op in {"value", "printed", "level"}:
            return not self.certain(expr.args[-1])  # type: ignore[arg-type]
        return expr.op in {"record_number", "record_max", "max", "min", "key"}

    def amount(self, expr: Expr) -> str:
        """The source of a number that counts as 0 where it is missing."""
        text = self.number(expr)
        return f"({text} or 0)" if self.absent(expr) else text

    def number(self, expr: Expr) -> str:
        """The source of a number, which may be None where `absent`."""
        op, args = expr.op, expr.args
        if op in _SUM:
            left, right = self.amount(args[0]), self.amount(args[1])  # type: ignore[arg-type]
            return f"({left} {_SUM[op]} {right})" if op != "div" else f"c.divide({left}, {right})"
        if op in _NUMBERS_OF:
            return self._over(op, str(args[0]), args[1])  # type: ignore[arg-type]
        method: Callable[..., str] = getattr(self, f"_number_{op}")
        return method(*args)

    def _number_number(self, value: int) -> str:
        return str(value)

    def _number_neg(self, value: Expr) -> str:
        return f"(-{self.amount(value)})"

    def _number_greatest(self, left: Expr, right: Expr) -> str:
        return f"max({self.amount(left)}, {self.amount(right)})"

    def _number_least(self, left: Expr, right: Expr) -> str:
        return f"min({self.amount(left)}, {self.amount(right)})"

    def _number_count(self, what: Expr) -> str:
        if what.op == "chain":
            return "len(c.state.chain)"
        if what.op == "zone" and self.lone(what.args[1]):  # type: ignore[arg-type]
            return f"len(c.state.zones.get({self.key(what)}, ()))" if not self._joined() else f"len({self.many(what)})"
        return f"len({self.write(what)})"

    def _number_count_words(self, words: Expr) -> str:
        return f"len({self.words(words)})"

    def _number_count_word(self, words: Expr, wanted: Expr) -> str:
        return f"c.count_words({self.words(words)}, {self.words(wanted)})"

    def _number_value(self, name: str, card: Expr) -> str:
        query = self.query(f"value.{name}")
        if self.certain(card):
            return f"c.value({query}, {self.one(card)})"
        return f"c.value_or_none({query}, {self.one(card)})"

    def _number_level(self, card: Expr) -> str:
        return self._number_value("level", card)

    def _number_printed(self, name: str, card: Expr) -> str:
        return f"c.printed({name!r}, {self.one(card)})"

    def _number_seat_value(self, name: str, seats: Expr) -> str:
        return f"c.seat_value({self.query(f'value.{name}')}, {self.seat(seats)})"

    def _over(self, op: str, name: str, cards: Expr) -> str:
        return f"c.numbers_{op}({self.query(f'value.{name}')}, {self.known(cards)})"

    def _number_pieces(self, kind: str, cards: Expr) -> str:
        return f"c.pieces_on({self.tables.kinds_of[kind]}, {self.known(cards)})"

    def _number_pool(self, kind: str, zone: str, seats: Expr) -> str:
        return f"c.pieces_in({self.tables.kinds_of[kind]}, {self.tables.zone[zone]}, {self.seats(seats)})"

    def _number_slot_number(self, slot: int) -> str:
        return f"(fr.slots[{slot}] or 0)"

    def _number_event_number(self, name: str) -> str:
        return f"c.event_number(fr, {name!r})"

    def _number_turn_number(self) -> str:
        return "c.state.turn"

    def _number_times(self, event: str, cards: Expr, span: str) -> str:
        if cards.op == "none":
            return f"c.times({event!r}, {span!r}, None)"
        inner = f"r{self.depth + 1}"
        return f"c.times({event!r}, {span!r}, lambda {inner}: {self.member(cards, inner)})"

    def _number_times_seat(self, event: str, seats: Expr, span: str) -> str:
        return f"c.times_seat({event!r}, {span!r}, {self.seats(seats)})"

    def _number_limit(self, value: Expr) -> str:
        return f"({self.amount(value)} + c.raised_limit(me))"

    def _number_paid(self, kind: str) -> str:
        return f"c.paid(fr, {self.tables.kinds_of[kind]})"

    def _number_record_number(self, records: Expr, key: str) -> str:
        return f"c.record_number({self.records(records)}, {key!r})"

    def _number_record_max(self, records: Expr, key: str) -> str:
        return f"max((int(x[{key!r}]) for x in {self.records(records)} if {key!r} in x), default=None)"

    def _number_key(self, key: str) -> str:
        return f"x.get({key!r})"

    # -- truths

    def truth(self, expr: Expr) -> str:
        """The source of a truth."""
        op, args = expr.op, expr.args
        if op in _COMPARE:
            return self._compare(op, args[0], args[1])  # type: ignore[arg-type]
        method: Callable[..., str] = getattr(self, f"_truth_{op}", self._truth_of_card)
        return method(*args) if method != self._truth_of_card else self._truth_of_card(op, args[0])  # type: ignore[arg-type]

    def _compare(self, op: str, left: Expr, right: Expr) -> str:
        first, second = self.number(left), self.number(right)
        if not self.absent(left) and not self.absent(right):
            return f"({first} {_COMPARE[op]} {second})"
        return f"c.compare_{op}({first}, {second})"

    def _truth_true(self) -> str:
        return "True"

    def _truth_and(self, left: Expr, right: Expr) -> str:
        return f"({self.truth(left)} and {self.truth(right)})"

    def _truth_or(self, left: Expr, right: Expr) -> str:
        return f"({self.truth(left)} or {self.truth(right)})"

    def _truth_not(self, value: Expr) -> str:
        return f"(not {self.truth(value)})"

    def _truth_any(self, what: Expr) -> str:
        if what.op == "chain":
            return "bool(c.state.chain)"
        if what.op == "filter" and kind_of(what.args[0]) == "cards":  # type: ignore[arg-type]
            base, test = what.args
            inner = self._deeper()
            source = f"any({self.truth(test)} for {inner} in {{}})"  # type: ignore[arg-type]
            self.depth -= 1
            return source.format(self.many(base))  # type: ignore[arg-type]
        return f"bool({self.write(what)})"

    def _truth_one_of(self, value: Expr, *others: Expr) -> str:
        return f"({self.number(value)} in ({', '.join(self.number(other) for other in others)},))"

    def _truth_overlap(self, left: Expr, right: Expr) -> str:
        if right.op == "words" and left.op in {"phase", "step", "window"}:
            return f"(c.state.{left.op} in {right.args!r})"
        if right.op == "words" and len(right.args) == 1:
            return f"({right.args[0]!r} in {self.words(left)})"
        return f"c.overlap({self.words(left)}, {self.words(right)})"

    def _truth_contains(self, left: Expr, right: Expr) -> str:
        return f"c.contains({self.words(left)}, {self.words(right)})"

    def _truth_within(self, cards: Expr, among: Expr) -> str:
        if self.certain(cards):
            return self.member(among, self.one(cards))
        return f"c.within({self.many(cards)}, {self.many(among)})"

    def _truth_same(self, left: Expr, right: Expr) -> str:
        return f"c.same({self.many(left)}, {self.many(right)})"

    def _truth_same_seat(self, left: Expr, right: Expr) -> str:
        if self.lone(right) and left.op in {"owner", "controller"} and self.certain(left.args[0]):  # type: ignore[arg-type]
            return f"({self.one(left.args[0])}.{left.op} == {self.seat(right)})"  # type: ignore[arg-type]
        if self.lone(left) and self.lone(right):
            return f"({self.seat(left)} == {self.seat(right)})"
        return f"c.same_seats({self.seats(left)}, {self.seats(right)})"

    def _truth_is_type(self, words: Expr, card: Expr) -> str:
        wanted = words.args
        numbers = frozenset(n for n, counts in enumerate(self.tables.counts) if not counts.isdisjoint(wanted))
        return self._of_card(card, f"{{r}}.number in {self.constant(numbers)}")

    def _truth_flag(self, name: str, card: Expr) -> str:
        return self._of_card(card, f"c.flag({name!r}, {{r}})")

    def _truth_waiting(self, event: str, card: Expr) -> str:
        return self._of_card(card, f"{{r}}.waiting == {self.tables.event.get(event, -2)}")

    def _truth_other(self, card: Expr) -> str:
        return self._of_card(card, "{r}.uid != me.uid" if not self.frame else "(me is None or {r}.uid != me.uid)")

    def _truth_condition(self, name: str, card: Expr) -> str:
        return self._of_card(card, f"c.condition({name!r}, {{r}})")

    def _truth_fits(self, name: str, card: Expr, other: Expr) -> str:
        return f"c.fits({name!r}, {self.one(card)}, {self.one(other)})"

    def _truth_of_card(self, op: str, card: Expr) -> str:
        source = {
            "exhausted": "{r}.exhausted",
            "refreshed": "not {r}.exhausted",
            "face_up": "{r}.face == 'up'",
            "reversed": "{r}.face == 'reversed'",
            "new": "{r}.entered == c.state.turn",
            "being_played": "c.being_played({r})",
            "is_card": "c.is_pending_card({r})",
        }[op]
        return self._of_card(card, source)

    def _of_card(self, card: Expr, source: str) -> str:
        if self.certain(card):
            return f"({source.format(r=self.one(card))})"
        return f"any({source.format(r='q')} for q in {self.known(card)})"

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

    def lone(self, expr: Expr) -> bool:
        """Whether it is exactly one seat."""
        return expr.op in {"you", "turn_player"}

    def seat(self, expr: Expr) -> str:
        """The source of one seat (the first), or -1."""
        if expr.op == "you":
            return "you"
        if expr.op == "turn_player":
            return "c.state.turn_player"
        return f"c.first({self.seats(expr)})"

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
        if op == "scope_seat":
            return f"c.scope_seats({expr.args[0]!r}, {expr.args[1]!r})"
        return {
            "you": "(you,)",
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

    def certain(self, expr: Expr) -> bool:
        """Whether it is exactly one card that is there."""
        return expr.op in {"tested", "it"} or (expr.op == "self" and not self.frame)

    def one(self, expr: Expr) -> str:
        """The source of one record, or of None where not `certain`."""
        op = expr.op
        if op == "tested":
            return f"r{self.depth - int(expr.args[0])}"  # type: ignore[arg-type]
        if op in {"self", "it"}:
            return "me" if op == "self" else "it"
        return f"c.first_card({self.known(expr)})"

    def known(self, expr: Expr) -> str:
        """The source of cards of which last-known information counts."""
        if expr.op == "slot":
            return f"c.known_cards(fr.slots[{expr.args[0]}])"
        if expr.op == "scope":
            return f"c.known_scope({expr.args[0]!r}, {expr.args[1]!r})"
        return self.many(expr)

    def _deeper(self) -> str:
        self.depth += 1
        return f"r{self.depth}"

    def key(self, zone: Expr) -> str:
        """The source of the key of a zone of one seat."""
        number = self.tables.zone[str(zone.args[0])]
        return f"c.keys[{number}][{self.seat(zone.args[1])}]"  # type: ignore[arg-type]

    def _joined(self) -> bool:
        return bool(self.tables.rulebook.links) or any(move.waits for move in self.tables.rulebook.moves.values())

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
        number = self.tables.zone[zone]
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

    def _cards_if_cards(self, test: Expr, yes: Expr, no: Expr) -> str:
        return f"({self.many(yes)} if {self.truth(test)} else {self.many(no)})"

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

    def _member_none(self, record: str) -> str:  # noqa: ARG002 - no card is there
        return "False"

    def _member_self(self, record: str) -> str:
        return f"(me is not None and {record}.uid == me.uid)" if self.frame else f"({record}.uid == me.uid)"

    def _member_zone(self, record: str, zone: str, seats: Expr) -> str:
        number = self.tables.zone[zone]
        if seats.op == "everyone":
            return f"({record}.zone == {number})"
        if self.lone(seats):
            return f"({record}.zone == {number} and {record}.place == c.homes[{number}][{self.seat(seats)}])"
        return f"({record}.zone == {number} and c.placed({record}, {number}, {self.seats(seats)}))"

    def _member_hosted(self, record: str, zone: str, hosts: Expr) -> str:
        number = self.tables.zone[zone]
        return f"({record}.zone == {number} and c.lies_on({record}.place - {HOSTED}, {self.known(hosts)}))"

    def _member_attached(self, record: str, hosts: Expr) -> str:
        return f"({record}.host >= 0 and c.lies_on({record}.host, {self.known(hosts)}))"

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


_FRAME_HEAD: Final = "def f(c, fr, it=None, chosen=()):\n    you = fr.controller\n"
_ME: Final = "    me = c.known_card(fr.source)\n"
_QUERY_HEAD: Final = "def f(c, you, me, it, fr=None):\n"
_TESTED: Final = "    r1 = it\n"


def make(coder: Coder, result: str, name: str, more: str = "", own_head: str = "") -> Callable[..., Any]:
    """The function that returns `result`, with tracebacks that show its source."""
    head = own_head or (_FRAME_HEAD + (_ME if "me" in result else "") if coder.frame else _QUERY_HEAD)
    source = f"{head}{more}    return {result}\n"
    file = f"<cardwright {name}>"
    code = compile(source, file, "exec")
    scope = dict(coder.constants)
    exec(code, scope)  # noqa: S102 - the source comes from a typed tree alone, see the module's docstring
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    function: Callable[..., Any] = scope["f"]
    return function


def frame_function(tables: Tables, expr: Expr, name: str = "") -> Callable[..., Any]:
    """`f(c, fr, it=None, chosen=())`, the value of the expression for a frame."""
    coder = Coder(tables, frame=True)
    return make(coder, coder.write(expr), name)


def query_function(tables: Tables, expr: Expr, name: str = "") -> Callable[..., Any]:
    """`f(c, you, me, it, fr=None)`, the value of the expression for a question."""
    coder = Coder(tables, frame=False)
    return make(coder, coder.write(expr), name)


def member_function(tables: Tables, expr: Expr, name: str = "", *, frame: bool = False) -> Callable[..., Any]:
    """The truth that the card `it` is among the cards of the expression."""
    coder = Coder(tables, frame=frame)
    return make(coder, coder.member(expr, "r1"), name, _TESTED)


_FIRST_HEAD: Final = "def f(c, you, it, other, word, cause, start):\n    me = fr = None\n    r1 = it\n"


def first_function(tables: Tables, name: str, rules: list[ModifierDef]) -> Callable[..., Any]:
    """The place, from `start` on, of the first of some rules that applies to the card `it`; -1 if none does."""
    coder = Coder(tables, frame=False)
    lines = [
        f"    if start <= {place} and {_applies(coder, rule)}:\n        return {place}\n"
        for place, rule in enumerate(rules)
    ]
    return make(coder, "-1", f"rules of {name}", "".join(lines), _FIRST_HEAD)


def _applies(coder: Coder, rule: ModifierDef) -> str:
    """The source of the truth that a rule applies."""
    parts = [f"c.state.window == {rule.window!r}"] if rule.window else []
    if rule.cause:
        parts.append(f"cause == {rule.cause!r}")
    if rule.manner or rule.heading:
        parts.append(f"word == {(rule.manner or rule.heading)!r}")
    if rule.phase:
        parts.append(f"(word or c.state.phase) in {rule.phase!r}")
    if rule.of is not None:
        parts.append(coder.member(rule.of, "r1"))
    party = rule.source or rule.target or rule.against or rule.with_cards
    if party is not None:
        test = coder.member(party, "r1")
        parts.append(f"other is not None and (lambda r1: {test})(other)")
    if rule.seat is not None:
        parts.append(f"other in {coder.seats(rule.seat)}")
    if rule.condition is not None:
        parts.append(coder.truth(rule.condition))
    return " and ".join(parts) or "True"


def test_function(tables: Tables, test: Expr, name: str = "") -> Callable[..., Any]:
    """A truth about the tested card (`it`), for a question."""
    coder = Coder(tables, frame=False)
    coder.depth = 1
    return make(coder, coder.truth(test), name, _TESTED)

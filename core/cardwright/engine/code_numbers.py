"""The source of numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cardwright.engine.code_base import CodeBase
from cardwright.rulebook.expressions import Expr

_SUM: Final = {"add": "+", "sub": "-", "mul": "*", "div": "//"}
_NUMBERS_OF: Final = {"sum", "max", "min"}


class NumberCode(CodeBase):
    """Writes numbers."""

    def absent(self, expr: Expr) -> bool:
        """Whether the number may be missing (of a card that is not there)."""
        if expr.op in {"value", "level"}:
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

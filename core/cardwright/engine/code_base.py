"""What every part of the source writer stands on: the constants of a function, and single cards and seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardwright.rulebook.expressions import OPS, Expr

if TYPE_CHECKING:
    from cardwright.engine.linking import Linked


def kind_of(expr: Expr) -> str:
    """The kind of value an expression has."""
    return OPS[expr.op][1]


class CodeBase:
    """The source of one function being written; `constants` are the objects it names."""

    def __init__(self, tables: Linked, *, frame: bool) -> None:
        """`frame`: whether the function is about a frame."""
        self.tables = tables
        self.frame = frame
        self.constants: dict[str, Any] = {}
        self.depth = 0

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

    # -- what the parts give each other

    def number(self, expr: Expr) -> str:
        """The source of a number, which may be None where `absent`."""
        raise NotImplementedError

    def truth(self, expr: Expr) -> str:
        """The source of a truth."""
        raise NotImplementedError

    def words(self, expr: Expr) -> str:
        """The source of a tuple of words."""
        raise NotImplementedError

    def seats(self, expr: Expr) -> str:
        """The source of a tuple of seats."""
        raise NotImplementedError

    def many(self, expr: Expr) -> str:
        """The source of a list of records of cards."""
        raise NotImplementedError

    def records(self, expr: Expr) -> str:
        """The source of a list of a card's printed records."""
        raise NotImplementedError

    def member(self, expr: Expr, record: str) -> str:
        """The source of the truth that `record` is among the cards of `expr`, without listing them."""
        raise NotImplementedError

    # -- one seat, one card

    def lone(self, expr: Expr) -> bool:
        """Whether it is exactly one seat."""
        return expr.op in {"you", "side", "turn_player"}

    def seat(self, expr: Expr) -> str:
        """The source of one seat (the first), or -1."""
        if expr.op == "you":
            return "you"
        if expr.op == "side":
            return "c.side(fr)"
        if expr.op == "turn_player":
            return "c.state.turn_player"
        return f"c.first({self.seats(expr)})"

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
        return f"c.keys[{number}][{self.seat(self.whose(*zone.args))}]"  # type: ignore[arg-type]

    def whose(self, zone: str, seats: Expr) -> Expr:
        """The seats of a zone; where things may be used for others, `you` of a zone in play is that side."""
        sided = self.frame and self.tables.sided and seats.op == "you" and self.tables.in_play[self.tables.zone[zone]]
        return Expr("side") if sided else seats

    def _joined(self) -> bool:
        return bool(self.tables.rulebook.links) or any(move.waits for move in self.tables.rulebook.moves.values())

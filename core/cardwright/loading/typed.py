"""Kinds of value while an expression is typed, and the messages when two do not fit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Protocol

from cardwright.loading.syntax import ExpressionError, Node, Word
from cardwright.loading.vocabulary import Vocabulary
from cardwright.rulebook.expressions import OPS, Expr

KINDS: Final = {
    "number": "a number",
    "truth": "a condition",
    "words": "words",
    "cards": "cards",
    "seats": "a player",
    "records": "a record",
    "pool": "a number of pieces",
    "places": "places of pieces",
    "place": "a place",
    "pieces": "cards or places of pieces",
    "test": "a filter",
    "param": "a parameter",
}
"""Every kind with its name in messages; `pool`, `places` and `param` exist only while an expression is typed."""
_HINTS: Final = {
    ("cards", "truth"): "`any(...)` asks whether there are any",
    ("seats", "truth"): "compare it, as in `turn_player = you`",
    ("records", "truth"): "`any(...)` asks whether there are any",
    ("number", "truth"): "compare it, as in `cost <= 3`",
    ("pool", "truth"): "compare it, as in `you.life <= 3`",
    ("words", "truth"): "compare them, as in `colour = red`",
    ("cards", "number"): "`count(...)` counts them, `.cost` is their number",
    ("seats", "cards"): "name a zone behind it, as in `you.hand`",
    ("words", "number"): "`count(...)` counts them",
    ("truth", "cards"): "a filter stands in `[ ]`",
    ("number", "seats"): "a player is `you`, `opponent`, or `.controller` of a card",
    ("cards", "seats"): "`.controller` or `.owner` is the player of a card",
}


@dataclass(frozen=True, slots=True)
class Typed:
    """A tree with the kind of its value."""

    expr: Expr
    kind: str
    column: int
    allowed: tuple[str, ...] = ()
    """Of words: the only ones there are; empty is any."""
    record: str = ""
    """Of records: their field."""


class Types(Protocol):
    """What functions and signs ask of the typer about their parts."""

    @property
    def vocabulary(self) -> Vocabulary:
        """The names of the game."""

    def wanted(self, node: Node, want: str) -> Typed:
        """The tree of `node` as a value of the kind `want`."""

    def words(self, node: Node, allowed: tuple[str, ...] = ()) -> Typed:
        """The tree of `node` where words are meant."""

    def typed(self, node: Node, want: str = "") -> Typed:
        """The tree of `node`."""

    def find(self, node: Word) -> Typed | None:
        """What a bare word means, if anything."""

    def slot(self, node: Word) -> Typed | None:
        """A named value of the program."""


def kind_of(expr: Expr) -> str:
    """The kind of value of a finished tree."""
    return OPS[expr.op][1]


def coerced(typed: Typed, want: str) -> Typed:
    """The tree as a value of the kind `want` (empty: any); raises `ExpressionError` if it is of another."""
    kind = typed.kind
    if kind in (want, "param") or (not want and kind not in ("pool", "places")):
        return typed
    if kind == "pool" and want in ("", "number"):
        return replace(typed, kind="number")
    if want in ("", "pieces"):
        return piled(typed) if kind in ("cards", "pool", "places") else _refuse(typed, want)
    return _refuse(typed, want)


def piled(typed: Typed) -> Typed:
    """Cards or places of pieces as a set to pick places from."""
    if typed.kind != "pool":
        return replace(typed, kind="cards")
    _, zone, seats = typed.expr.args
    return replace(typed, expr=Expr("pile", (zone, seats)), kind="cards")


def _refuse(typed: Typed, want: str) -> Typed:
    raise ExpressionError(
        f"{KINDS[want]} must stand here, this is {KINDS[typed.kind]}", typed.column, _HINTS.get((typed.kind, want), "")
    )

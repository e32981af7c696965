"""The functions of expressions: `count`, `any`, `sum`, `max`, `min`, `times`, `limit`."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cardwright.loading.syntax import Call, ExpressionError, Node, Word, nearest
from cardwright.loading.typed import KINDS, Typed, Types, coerced
from cardwright.loading.vocabulary import FUNCTIONS, SPANS
from cardwright.rulebook.expressions import Expr

_OPTIONAL_CARDS: Final = 3


def called(typer: Types, node: Call) -> Typed:
    """The value of a function."""
    if node.name == "count":
        return _count(typer, node)
    if node.name == "any":
        return _any(typer, node)
    if node.name in ("sum", "max", "min"):
        return _over(typer, node)
    if node.name == "times":
        return _times(typer, node)
    if node.name == "limit":
        amount = typer.wanted(_arguments(node, 1)[0], "number")
        return Typed(Expr("limit", (amount.expr,)), "number", node.column)
    raise ExpressionError(f"`{node.name}` is no function", node.column, nearest(node.name, FUNCTIONS))


def _arguments(node: Call, least: int, most: int = 0) -> tuple[Node, ...]:
    most = most or least
    if not least <= len(node.args) <= most:
        bounds = str(least) if least == most else f"{least} to {most}"
        raise ExpressionError(f"`{node.name}` takes {bounds} arguments, not {len(node.args)}", node.column)
    return node.args


def _count(typer: Types, node: Call) -> Typed:
    what, *word = _arguments(node, 1, 2)
    typed = typer.typed(what)
    if word:
        words = coerced(typed, "words")
        among = typer.words(word[0], words.allowed)
        return Typed(Expr("count_word", (words.expr, among.expr)), "number", node.column)
    if typed.kind == "words":
        return Typed(Expr("count_words", (typed.expr,)), "number", node.column)
    if typed.kind in ("pool", "places"):
        raise ExpressionError("pieces are a number already", node.column, "leave `count` away")
    _among(typed, ("cards", "seats", "records"), "counted")
    return Typed(Expr("count", (typed.expr,)), "number", node.column)


def _any(typer: Types, node: Call) -> Typed:
    typed = typer.typed(_arguments(node, 1)[0])
    _among(typed, ("cards", "seats", "records", "words"), "asked for")
    return Typed(Expr("any", (typed.expr,)), "truth", node.column)


def _among(typed: Typed, kinds: tuple[str, ...], done: str) -> None:
    if typed.kind not in kinds:
        raise ExpressionError(f"{KINDS[typed.kind]} cannot be {done}", typed.column)


def _over(typer: Types, node: Call) -> Typed:
    parts = [typer.wanted(part, "number") for part in _arguments(node, 1, 1 if node.name == "sum" else 2)]
    if len(parts) > 1:
        op = "greatest" if node.name == "max" else "least"
        return Typed(Expr(op, (parts[0].expr, parts[1].expr)), "number", node.column)
    return replace(parts[0], expr=_over_one(node, parts[0]), column=node.column)


def _over_one(node: Call, part: Typed) -> Expr:
    expr = part.expr
    if expr.op == "value":
        return Expr(node.name, expr.args)
    if expr.op == "level":
        return Expr(node.name, ("level", *expr.args))
    if expr.op == "record_number" and node.name == "max":
        return Expr("record_max", expr.args)
    raise ExpressionError(
        f"`{node.name}` needs a number of several cards", part.column, f"as in `{node.name}(field.cost)`"
    )


def _times(typer: Types, node: Call) -> Typed:
    args = _arguments(node, 2, _OPTIONAL_CARDS)
    event = _word(args[0], typer.vocabulary.events, "event")
    span = _word(args[-1], SPANS, "span")
    if len(args) < _OPTIONAL_CARDS:
        return Typed(Expr("times", (event, Expr("none"), span)), "number", node.column)
    middle = typer.typed(args[1])
    _among(middle, ("cards", "seats"), "part of an event")
    op = "times" if middle.kind == "cards" else "times_seat"
    return Typed(Expr(op, (event, middle.expr, span)), "number", node.column)


def _word(node: Node, known: tuple[str, ...], what: str) -> str:
    if not isinstance(node, Word):
        raise ExpressionError(
            f"the name of an {what} must stand here" if what == "event" else "a span must stand here", node.column
        )
    if node.name not in known:
        hint = nearest(node.name, known) or ("" if what == "event" else f"one of {', '.join(SPANS)}")
        raise ExpressionError(f"`{node.name}` is no {what}", node.column, hint)
    return node.name

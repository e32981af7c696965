"""Signs between two values, and words that stand for themselves."""

from __future__ import annotations

from typing import Final

from cardwright.loading.syntax import Binary, ExpressionError, Group, Node, Param, Quoted, Word, nearest
from cardwright.loading.typed import KINDS, Typed, Types, coerced, piled
from cardwright.loading.vocabulary import SEATS, THINGS
from cardwright.rulebook.expressions import Expr

_NUMBERS: Final = ("number", "pool", "param")
_PLACES: Final = ("cards", "pool", "places")
_ARITHMETIC: Final = {"+": "add", "-": "sub", "*": "mul", "/": "div"}
_SETS: Final = {"+": "plus", "-": "minus"}
_ORDERS: Final = {"=": "eq", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_SHADOWED: Final = ("truth", "cards")
"""What a bare word means otherwise (a type, a flag, a zone) where it stands for itself beside words."""
_SHOWN: Final = 8
"""How many allowed words a hint lists."""


def combined(typer: Types, node: Binary, want: str) -> Typed:
    """The value of two parts and their sign."""
    if node.op in ("and", "or"):
        parts = (typer.wanted(node.left, "truth").expr, typer.wanted(node.right, "truth").expr)
        return Typed(Expr(node.op, parts), "truth", node.column)
    if node.op in _ARITHMETIC:
        return _calculated(typer, node, want)
    if node.op == "!=":
        equal = _compared(typer, node, "=")
        return Typed(Expr("not", (equal.expr,)), "truth", node.column)
    return _compared(typer, node, node.op)


def _calculated(typer: Types, node: Binary, want: str) -> Typed:
    left, right = typer.typed(node.left, want), typer.typed(node.right, want)
    kinds = (left.kind, right.kind)
    pick = want == "pieces" or "cards" in kinds or "places" in kinds
    if node.op in _SETS and pick and all(kind in _PLACES for kind in kinds):
        kind = "cards" if kinds == ("cards", "cards") else "places"
        return Typed(Expr(_SETS[node.op], (piled(left).expr, piled(right).expr)), kind, node.column)
    if all(kind in _NUMBERS for kind in kinds):
        return Typed(Expr(_ARITHMETIC[node.op], (left.expr, right.expr)), "number", node.column)
    raise _mixed(node, left, right)


def _mixed(node: Binary, left: Typed, right: Typed) -> ExpressionError:
    message = f"`{node.op}` cannot join {KINDS[left.kind]} and {KINDS[right.kind]}"
    return ExpressionError(message, node.column)


def _compared(typer: Types, node: Binary, op: str) -> Typed:
    left = _meant(typer, node.left)
    if left and left.kind == "words":
        return _words_compared(op, left, typer.words(node.right, left.allowed), node)
    if left and isinstance(node.right, (Group, Quoted)):
        return _listed(typer, node, op, left)
    right = _meant(typer, node.right)
    if right and right.kind == "words" and (left is None or left.kind in _SHADOWED):
        return _words_compared(op, typer.words(node.left, right.allowed), right, node)
    left = left or typer.typed(node.left)
    return _kinds_compared(node, op, left, right or typer.typed(node.right))


def _meant(typer: Types, node: Node) -> Typed | None:
    """The value of a part that is no mere word."""
    if isinstance(node, (Quoted, Group)):
        return None
    return typer.find(node) if isinstance(node, Word) else typer.typed(node)


def _words_compared(op: str, left: Typed, right: Typed, node: Binary) -> Typed:
    if op in ("=", "in"):
        return Typed(Expr("overlap", (left.expr, right.expr)), "truth", node.column)
    if op == "~":
        return Typed(Expr("contains", (left.expr, right.expr)), "truth", node.column)
    raise ExpressionError(f"`{node.op}` compares numbers, not words", node.column)


def _listed(typer: Types, node: Binary, op: str, left: Typed) -> Typed:
    if left.kind not in _NUMBERS or not isinstance(node.right, Group):
        raise ExpressionError(f"{KINDS[left.kind]} cannot be compared with words", node.column)
    if op != "in":
        raise ExpressionError("a list stands only behind `in`", node.right.column)
    numbers = tuple(typer.wanted(item, "number").expr for item in node.right.items)
    return Typed(Expr("one_of", (left.expr, *numbers)), "truth", node.column)


def _kinds_compared(node: Binary, op: str, left: Typed, right: Typed) -> Typed:
    kinds = (left.kind, right.kind)
    name = ""
    if all(kind in _NUMBERS for kind in kinds):
        name = "one_of" if op == "in" else _ORDERS.get(op, "")
    elif kinds == ("cards", "cards"):
        name = {"=": "same", "in": "within"}.get(op, "")
    elif kinds == ("seats", "seats"):
        name = "same_seat" if op in ("=", "in") else ""
    if name:
        return Typed(Expr(name, (left.expr, right.expr)), "truth", node.column)
    if left.kind == right.kind:
        raise ExpressionError(f"`{node.op}` does not compare {KINDS[left.kind]}", node.column)
    raise ExpressionError(f"`{node.op}` cannot compare {KINDS[left.kind]} with {KINDS[right.kind]}", node.column)


def literal(typer: Types, node: Node, allowed: tuple[str, ...]) -> Typed | None:
    """The words that a bare word, quotation or list stands for; None if it is a value to be typed."""
    if isinstance(node, Word):
        return _value_in_place_of(typer, node, allowed) or _standing((node,), allowed)
    if isinstance(node, Quoted):
        return _standing((node,), allowed)
    if isinstance(node, Group):
        return _standing(node.items, allowed)
    return coerced(typer.typed(node), "words") if isinstance(node, Param) else None


def _value_in_place_of(typer: Types, node: Word, allowed: tuple[str, ...]) -> Typed | None:
    """The words a bare word names instead of standing for itself; a word for other things is refused."""
    if node.name in (*SEATS, *THINGS) and node.name not in allowed:
        return coerced(typer.typed(node), "words")
    slot = typer.slot(node)
    if slot and (slot.kind == "words" or (allowed and node.name not in allowed)):
        return coerced(slot, "words")
    return None


def _standing(nodes: tuple[Node, ...], allowed: tuple[str, ...]) -> Typed:
    words = tuple(_one(node, allowed) for node in nodes)
    return Typed(Expr("words", words), "words", nodes[0].column, allowed)


def _one(node: Node, allowed: tuple[str, ...]) -> str:
    if not isinstance(node, (Word, Quoted)):
        raise ExpressionError("a list of words holds words alone", node.column)
    word = node.name if isinstance(node, Word) else node.text
    if allowed and word not in allowed:
        shown = ", ".join(allowed[:_SHOWN]) + (" …" if len(allowed) > _SHOWN else "")
        raise ExpressionError(f"`{word}` cannot stand here", node.column, nearest(word, allowed) or f"one of {shown}")
    return word

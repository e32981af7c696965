"""Expressions of YAML values as typed trees: `parse`, and `parse_place` for places."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cardwright.loading.grammar import read
from cardwright.loading.meaning import Typer
from cardwright.loading.syntax import Bracket, Dot, ExpressionError, Node, Word
from cardwright.loading.typed import KINDS, Typed, coerced, kind_of
from cardwright.loading.vocabulary import Environment, Vocabulary
from cardwright.rulebook.expressions import TRUE, YOU, Expr, Place, constant

__all__ = ["WANTS", "ExpressionError", "kind_of", "parse", "parse_place"]

WANTS: Final = ("number", "truth", "words", "cards", "seats", "pieces", "test")
"""Kinds of value that may be asked for.

`pieces` are cards or zones of pieces, to take pieces from; `test` is a bare filter as a truth about the tested card.
"""


def parse(value: object, vocabulary: Vocabulary, environment: Environment, want: str | None = None) -> Expr:
    """The tree of a YAML value: an expression's text, a number, a truth, or a list of words.

    `want` is the kind of value it must have, one of `WANTS`; None is any. Raises `ExpressionError`.
    """
    if isinstance(value, str):
        return _parsed(read(value, environment.params), _typer(vocabulary, environment), want or "")
    return coerced(_plain(value), want or "").expr


def parse_place(value: object, vocabulary: Vocabulary, environment: Environment, *, pieces: bool) -> Place:
    """The place a YAML value names, for cards or with `pieces` for pieces, which also lie on cards.

    `owner` and `controller` alone are those of the card that is moved. Raises `ExpressionError`.
    """
    if not isinstance(value, str):
        raise ExpressionError(f"{KINDS[_plain(value).kind]} is no place")
    node = read(value, environment.params)
    return _place(node, replace(_typer(vocabulary, environment), of_moved=True), pieces=pieces)


def _typer(vocabulary: Vocabulary, environment: Environment) -> Typer:
    return Typer(vocabulary, environment, ("",) if environment.in_filter else ())


def _plain(value: object) -> Typed:
    if isinstance(value, bool):
        return Typed(TRUE if value else Expr("not", (TRUE,)), "truth", 1)
    if isinstance(value, int):
        return Typed(constant(value), "number", 1)
    if isinstance(value, (list, tuple)) and value and all(isinstance(word, str) for word in value):
        return Typed(Expr("words", tuple(str(word) for word in value)), "words", 1)
    raise ExpressionError("an expression is text, a whole number, true or false, or a list of words")


def _parsed(node: Node, typer: Typer, want: str) -> Expr:
    if want == "test":
        return _test(node, typer).expr
    typed = coerced(typer.typed(node, want), want) if want != "words" else typer.wanted(node, want)
    return typed.expr


def _test(node: Node, typer: Typer) -> Typed:
    if isinstance(node, Bracket) and node.base is None:
        return typer.inside().all_of(node.tests)
    if not typer.environment.in_filter:
        raise ExpressionError("a filter must stand here", node.column, "write it in `[ ]`, as in `[spirit, cost <= 3]`")
    return typer.wanted(node, "truth")


def _place(node: Node, typer: Typer, *, pieces: bool) -> Place:
    if isinstance(node, Word):
        found = _outside(node, typer)
        if found:
            return found
    if not pieces and isinstance(node, Dot) and node.name in ("top", "bottom"):
        zone = _zone(node.base, typer)
        if zone is None:
            raise ExpressionError("only a zone has a top and a bottom", node.column, "as in `owner.deck.bottom`")
        if node.name == "bottom" and node.args is not None:
            raise ExpressionError("a place at the bottom takes no number", node.column, "as in `owner.deck.bottom`")
        depth = None if node.args is None else typer.how_many(node).expr
        return Place(zone.zone, zone.of, node.name, depth)
    found = _zone(node, typer)
    if found and (not pieces or found.zone in typer.vocabulary.piece_zones):
        return found
    return _on_cards(node, typer, pieces=pieces)


def _outside(node: Word, typer: Typer) -> Place | None:
    """A word that is a place by itself: a parameter, or the outside of the game."""
    slot = typer.environment.slots.get(node.name)
    if slot and slot.kind == "place":
        return Place(of=Expr("slot", (slot.number,)), position="param")
    return Place() if not slot and node.name in typer.vocabulary.supplies else None


def _zone(node: Node, typer: Typer) -> Place | None:
    """The zone a path ends in, if it ends in one."""
    hosted = typer.vocabulary.hosted_zones
    if isinstance(node, Word) and node.name in typer.vocabulary.zones and node.name not in typer.environment.slots:
        of = Expr("zone", (hosted[node.name], YOU)) if node.name in hosted else YOU
        return Place(node.name, of)
    if not isinstance(node, Dot) or node.name not in typer.vocabulary.zones or node.args is not None:
        return None
    if typer.special(node):
        return None
    base = typer.base(node.base)
    if base.kind == "seats":
        return Place(node.name, Expr("zone", (hosted[node.name], base.expr)) if node.name in hosted else base.expr)
    return Place(node.name, base.expr) if base.kind == "cards" and node.name in hosted else None


def _on_cards(node: Node, typer: Typer, *, pieces: bool) -> Place:
    typed = typer.typed(node)
    if not pieces:
        raise ExpressionError(
            f"a place must stand here, this is {KINDS[typed.kind]}", node.column, "as in `owner.hand`"
        )
    return Place(of=coerced(typed, "cards").expr)

"""Which cards of a deck the deck rule `each` refuses, and whether it holds one that `some` demands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cardwright.engine.setup import new_game
from cardwright.engine.source_code import query_function

if TYPE_CHECKING:
    from cardwright.engine.context import Context
    from cardwright.engine.linking import Linked
    from cardwright.rulebook.expressions import Expr


def misfits(tables: Linked, parts: Mapping[str, Mapping[str, int]]) -> dict[str, list[str]]:
    """By part the numbers of cards for which `each` does not hold, with the parts that start elsewhere in place.

    The part without a name stands for the whole deck: it is there if `some` holds for no card.
    """
    rules = tables.rulebook.deck
    if rules.each is None and rules.some is None:
        return {}
    laid = {part: cards for part, cards in parts.items() if part in rules.starts}
    tested = sorted({number for part, cards in parts.items() if part not in rules.starts for number in cards})
    mode = next(iter(tables.rulebook.modes))
    seats = len(new_game(tables, [], 0, mode, {}).state.teams)
    engine = new_game(tables, [{**laid, "main": dict.fromkeys(tested, 1)}] + [{}] * (seats - 1), 0, mode, {})
    bad = set(tested) - _fitting(tables, engine.context, rules.each, tested) if rules.each is not None else set()
    found = {part: sorted(bad.intersection(cards)) for part, cards in parts.items() if part not in rules.starts}
    whole = rules.some is None or bool(_fitting(tables, engine.context, rules.some, tested))
    return {part: numbers for part, numbers in found.items() if numbers} | ({} if whole else {"": []})


def _fitting(tables: Linked, c: Context, test: Expr, numbers: list[str]) -> set[str]:
    function = query_function(tables, test, "deck")
    by_number = {tables.cards[card.number].number: card for card in c.cards}
    return {number for number in numbers if function(c, 0, None, by_number[number])}

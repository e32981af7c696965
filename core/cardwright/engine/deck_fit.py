"""Which cards of a deck the deck rule `each` admits, and whether it holds one that `some` demands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cardwright.engine.setup import new_game
from cardwright.engine.source_code import query_function

if TYPE_CHECKING:
    from cardwright.engine.context import Context
    from cardwright.engine.linking import Linked
    from cardwright.rulebook.expressions import Expr


def fitting(
    tables: Linked, laid: Mapping[str, Mapping[str, int]], numbers: Sequence[str]
) -> tuple[frozenset[str], bool]:
    """Those of the cards for which `each` holds, with the parts `laid` where they start; and whether `some` holds."""
    rules = tables.rulebook.deck
    mode, definition = next(iter(tables.rulebook.modes.items()))
    decks = [{**laid, "main": dict.fromkeys(numbers, 1)}] + [{}] * (len(definition.seats) - 1)
    c = new_game(tables, decks, 0, mode, {}).context
    whole = rules.some is None or bool(_holding(tables, c, rules.some, numbers))
    return frozenset(numbers if rules.each is None else _holding(tables, c, rules.each, numbers)), whole


def _holding(tables: Linked, c: Context, test: Expr, numbers: Sequence[str]) -> set[str]:
    function = query_function(tables, test, "deck")
    by_number = {tables.cards[card.number].number: card for card in c.cards}
    return {number for number in numbers if function(c, 0, None, by_number[number])}

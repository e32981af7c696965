"""Which cards of a deck the deck rule `each` refuses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cardwright.engine.context import Context
from cardwright.engine.setup import new_game
from cardwright.engine.source_code import query_function

if TYPE_CHECKING:
    from cardwright.engine.linking import Linked


def misfits(tables: Linked, parts: Mapping[str, Mapping[str, int]]) -> dict[str, list[str]]:
    """By part the numbers of cards for which `each` does not hold, the cards of parts that start elsewhere being in place."""
    rules = tables.rulebook.deck
    if rules.each is None:
        return {}
    mode = next(iter(tables.rulebook.modes))
    seats = len(new_game(tables, [], 0, mode, {}).state.teams)
    laid = {part: cards for part, cards in parts.items() if part in rules.starts}
    tested = sorted({number for part, cards in parts.items() if part not in rules.starts for number in cards})
    engine = new_game(tables, [{**laid, "main": dict.fromkeys(tested, 1)}] + [{}] * (seats - 1), 0, mode, {})
    function = query_function(tables, rules.each, "deck")
    c: Context = engine.context
    by_number = {tables.cards[card.number].number: card for card in c.cards}
    bad = {number for number in tested if not function(c, 0, None, by_number[number])}
    found = {part: sorted(bad.intersection(cards)) for part, cards in parts.items() if part not in rules.starts}
    return {part: numbers for part, numbers in found.items() if numbers}

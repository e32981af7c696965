"""The models of ledgers, word lists, decks and lists of limited cards."""

from __future__ import annotations

from typing import Any, Final

from cardwright.loading.schema.kinds import (
    ANYTHING,
    NAME,
    TEXT,
    WHOLE,
    WORD,
    Closed,
    by_form,
    dict_of,
    list_of,
    mapping,
    tagged,
)

LEDGER: Final = list_of(
    mapping("LedgerRule", {"id": WORD, "source": WORD, "rule": WORD}, {"note": WORD, "untestable": WORD})
)
"""A list of rules."""
WORDS_FILE: Final = dict_of(TEXT)
"""Game terms by the text shown for them."""
LIMITED: Final = mapping("Limited", {"game": WORD, "list": WORD, "cards": dict_of(WHOLE)}, {"note": WORD})
"""A list of limited cards."""


def deck_file(parts: tuple[str, ...]) -> type[Closed]:
    """The model of a deck whose parts are `parts`."""
    cards: Any = tagged(by_form, {"<text>": WORD, "<mapping>": dict_of(ANYTHING)}, "a card number, or {number: count}")
    return mapping("Deck", {"game": WORD, "name": NAME}, {
        **dict.fromkeys(("cards", *parts), cards), "counts_as": dict_of(WORD), "partner": WORD, "note": WORD,
    })  # fmt: skip

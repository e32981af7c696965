"""The models of ledgers, word lists and decks."""

from __future__ import annotations

from typing import Any, Final

from cardwright.loading.schema.kinds import ANYTHING, NAME, TEXT, WORD, Closed, by_form, mapping, tagged

LEDGER: Final = list[
    mapping("LedgerRule", {"id": WORD, "source": WORD, "rule": WORD}, {"note": WORD, "untestable": WORD})
]  # type: ignore[misc]
"""A list of rules."""
WORDS_FILE: Final = dict[str, TEXT]  # type: ignore[valid-type]
"""Game terms by the text shown for them."""
DECK_KEYS: Final = ("game", "name", "cards")
"""Keys of a deck that are no part of it; `cards` is its main part by another name."""


def deck_file(parts: tuple[str, ...]) -> type[Closed]:
    """The model of a deck whose parts are `parts`."""
    cards: Any = tagged(
        by_form, {"<text>": WORD, "<mapping>": dict[str, ANYTHING]}, "a card number, or {number: count}"
    )
    return mapping("Deck", {"game": WORD, "name": NAME}, {**dict.fromkeys(("cards", *parts), cards), "note": WORD})

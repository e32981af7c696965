"""Words and widths for text: terms as people read them, card names by language, signs a terminal can bear."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len, set_cell_size

from cardwright.decisions.decision import DONE, NO, PASS, YES

if TYPE_CHECKING:
    from cardwright.view.sights import CardName

BACK: Final = "a hidden card"
_PLAIN: Final = {
    PASS: "pass",
    DONE: "done",
    YES: "yes",
    NO: "no",
    "turn_started": "has the turn",
    "effect_used": "takes effect:",
    "modified": "from now on:",
}
"""The framework's own terms that read otherwise than they are written."""
_HARMFUL: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
_JOINERS: Final = "\u200c\u200d"
"""Format signs that scripts and emoji need."""


def fit(text: str, width: int) -> str:
    """The text cut or filled to exactly `width` columns."""
    return set_cell_size(text, width) if cell_len(text) > width else text + " " * (width - cell_len(text))


def printable(text: str) -> str:
    """The text without what could move a terminal's cursor or fake another line: controls and direction marks."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(sign for sign in text if unicodedata.category(sign) not in _HARMFUL or sign in _JOINERS)


class Words:
    """Display words for the terms and cards of a game."""

    def __init__(
        self,
        terms: Mapping[str, Mapping[str, str]],
        language: str = "en",
        names: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        """Show terms in `language` where the game gives it, and cards by `names` (card number to language to name)."""
        self._terms = terms
        self._language = language
        self._names = names or {}

    def __call__(self, term: str) -> str:
        """The term as people read it."""
        return self._given(term) or _PLAIN.get(term) or term.replace("_", " ")

    def within(self, place: str, term: str) -> str:
        """The term as people read it there: a game may give `phase.core` and `pay.core` words of their own."""
        return self._given(f"{place}.{term}") or self(term)

    def asked(self, planner: str, about: str) -> str:
        """What a planner asks about, as `pay_cores.pay`; empty if the game has no words for it."""
        return self._given(f"{planner}.{about}")

    def _given(self, term: str) -> str:
        return self._terms.get(term, {}).get(self._language, "")

    def title(self, number: str, name: str) -> str:
        """A card's name in the language asked for, else as the view has it; a back for an unknown one."""
        if not number:
            return BACK
        return printable(self._names.get(number, {}).get(self._language) or name)

    def card(self, card: CardName) -> str:
        """A card in running text."""
        return f"{self.title(card.number, card.name)} ({printable(card.number)})" if card.number else BACK


PLAIN: Final = Words({})
"""Terms as they are written."""

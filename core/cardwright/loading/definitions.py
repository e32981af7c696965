"""`Definitions`: all that the YAML files of a game say, compiled."""

from __future__ import annotations

from msgspec import Struct

from cardwright.loading.decks import Deck
from cardwright.loading.ledger import LedgerRule
from cardwright.rulebook.rulebook import Rulebook


class Definitions(Struct, frozen=True):
    """One game as plain data."""

    rulebook: Rulebook
    ledger: dict[str, LedgerRule]
    """Rules by id."""
    decks: dict[str, Deck]
    """Decks by id."""
    lists: dict[str, dict[str, int]]
    """Lists of limited cards, by name of the list: card number to the most copies."""

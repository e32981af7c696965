"""Scenarios about decks: which rules of deck building a deck breaks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cardwright.session.decks import deck_list, deck_violations
from cardwright.session.record import DeckList

if TYPE_CHECKING:
    from cardwright.loading.scenario_records import DeckGiven
    from cardwright.session.catalog import LoadedGame

_Parts = dict[str, dict[str, int]]


def deck_difference(deck: DeckGiven, loaded: LoadedGame) -> str:
    """What is otherwise than expected; empty if exactly the expected rules are broken."""
    found = deck_violations(loaded, DeckList(deck.base, deck_parts(deck, loaded)), deck.lists)
    broken = {each.rule for each in found}
    if broken == set(deck.violates):
        return ""
    listed = "\n".join(f"  {each}" for each in found) or "  nothing"
    return f"the deck breaks [{', '.join(sorted(broken))}], expected [{', '.join(deck.violates)}]:\n{listed}"


def deck_parts(deck: DeckGiven, loaded: LoadedGame) -> _Parts:
    """The deck that the scenario describes."""
    base = deck_list(loaded, deck.base).parts if deck.base else {}
    parts: _Parts = {part: dict(cards) for part, cards in base.items()}
    for part, cards in deck.parts.items():
        parts[part] = dict(cards)
    _change(parts, deck.add, 1)
    _change(parts, deck.remove, -1)
    return parts


def _change(parts: _Parts, change: Mapping[str, Mapping[str, int]], sign: int) -> None:
    for part, cards in change.items():
        into = parts.setdefault(part, {})
        for number, count in cards.items():
            into[number] = into.get(number, 0) + sign * count
            if into[number] <= 0:
                del into[number]

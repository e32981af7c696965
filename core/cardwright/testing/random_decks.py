"""Random legal decks of all cards of a game, so that random games meet more than its own decks hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final

from cardwright.engine.deck_fit import fitting
from cardwright.rng import below, shuffled
from cardwright.session.decks import deck_violations
from cardwright.session.legality import counted_as, limits_of
from cardwright.session.record import DeckList

if TYPE_CHECKING:
    from cardwright.rulebook.cards import CardDef
    from cardwright.rulebook.table import DeckRules
    from cardwright.session.catalog import LoadedGame

TRIES: Final = 200
"""So many decks are put together until one is legal (has a card that it must have)."""
Parts = dict[str, dict[str, int]]


def decks_for(loaded: LoadedGame, seed: int) -> list[DeckList]:
    """Two random legal decks."""
    return [random_deck(loaded, 2 * seed + seat) for seat in range(2)]


def random_deck(loaded: LoadedGame, seed: int) -> DeckList:
    """A legal deck of the least size, with as many different cards as chance gives it."""
    for attempt in range(TRIES):
        deck = DeckList(f"random {seed}", _parts(loaded, seed * TRIES + attempt))
        if not deck_violations(loaded, deck):
            return deck
    raise AssertionError(f"no legal deck of {loaded.id} in {TRIES} tries")


def _parts(loaded: LoadedGame, key: int) -> Parts:
    rules = loaded.rulebook.deck
    laid: Parts = {}
    for part in rules.starts:
        key, order = shuffled(key, [card.number for card in _admitted(loaded, part)])
        laid[part] = dict.fromkeys(order[: _size(rules, part)], 1)
    key, order = shuffled(key, _fitting(loaded, laid))
    taken = _copies(loaded, key, order)
    for part in rules.parts:
        if part not in rules.starts:
            laid[part] = _counted(taken, _size(rules, part))
    return {part: cards for part, cards in laid.items() if cards}


def _size(rules: DeckRules, part: str) -> int:
    bounds = rules.parts[part]
    return bounds.get("exactly", bounds.get("at_least", bounds.get("at_most", 0)))


def _admitted(loaded: LoadedGame, part: str) -> Iterator[CardDef]:
    """The cards whose type may be in a part, but for those that are banned."""
    book, limits = loaded.rulebook, limits_of(loaded.rulebook, loaded.lists)
    for card in book.cards:
        allowed = book.deck.types.get(part, ())
        banned = limits.get(counted_as(book, card)) == 0
        if not banned and not book.types[card.type].token and (not allowed or card.type in allowed):
            yield card


def _fitting(loaded: LoadedGame, laid: Parts) -> list[str]:
    numbers = [card.number for card in _admitted(loaded, "main")]
    fit, _ = fitting(loaded.tables, laid, numbers)
    return [number for number in numbers if number in fit]


def _copies(loaded: LoadedGame, key: int, order: Iterable[str]) -> Iterator[str]:
    """As many cards as there may be, one to as many copies of each as are allowed, in an order of their own."""
    book, limits = loaded.rulebook, limits_of(loaded.rulebook, loaded.lists)
    names = {card.number: counted_as(book, card) for card in book.cards}
    counts: Counter[str] = Counter()
    before = -1
    while counts.total() > before:  # until no card has copies left
        before = counts.total()
        for number in order:
            key, wanted = below(key, 3)
            name = names[number]
            most = limits.get(name, book.deck.copies or counts[name] + wanted + 1)
            copies = min(wanted + 1, most - counts[name])
            counts[name] += copies
            yield from [number] * copies


def _counted(taken: Iterator[str], size: int) -> dict[str, int]:
    """The next so many, each card with its copies."""
    return dict(Counter(islice(taken, size)))

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


def decks_for(loaded: LoadedGame, seed: int, mode: str = "") -> list[DeckList]:
    """Random legal decks, one for each seat of the mode (the first, if none is named)."""
    book = loaded.rulebook
    teams = book.modes[mode or next(iter(book.modes))].team_by_seat
    words = _shares(loaded, seed, teams)
    return [random_deck(loaded, len(teams) * seed + seat, words[seat]) for seat in range(len(teams))]


def random_deck(loaded: LoadedGame, seed: int, words: frozenset[str] | None = None) -> DeckList:
    """A legal deck of the least size, with as many different cards as chance gives it.

    With `words` it holds only cards that have one of these in the field that keeps partners' decks apart.
    """
    for attempt in range(TRIES):
        parts = _parts(loaded, seed * TRIES + attempt, words)
        deck = DeckList(f"random {seed}", parts, {} if words is None else _counted_as(loaded, parts, words))
        if not deck_violations(loaded, deck):
            return deck
    raise AssertionError(f"no legal deck of {loaded.id} in {TRIES} tries")


def _shares(loaded: LoadedGame, seed: int, teams: tuple[int, ...]) -> list[frozenset[str] | None]:
    """By seat, its share of the words that keep partners' decks apart; nothing where no partner needs to be minded."""
    field = next((each for each in loaded.rulebook.fields if each.name == loaded.rulebook.deck.apart), None)
    if field is None or len(set(teams)) == len(teams):
        return [None] * len(teams)
    _, words = shuffled(seed, field.allowed)
    mates = [[seat for seat, other in enumerate(teams) if other == team] for team in teams]
    return [frozenset(words[own.index(seat) :: len(own)]) for seat, own in enumerate(mates)]


def _words(loaded: LoadedGame, number: str) -> tuple[str, ...]:
    card = loaded.rulebook.cards[loaded.tables.card[number]]
    return card.words.get(loaded.rulebook.deck.apart, ())


def _counted_as(loaded: LoadedGame, parts: Parts, words: frozenset[str]) -> dict[str, str]:
    """Cards that have words beside those, each with the one it is counted as."""
    numbers = sorted({number for cards in parts.values() for number in cards})
    own = {number: _words(loaded, number) for number in numbers}
    return {number: next(filter(words.__contains__, own[number])) for number in numbers if set(own[number]) - words}


def _parts(loaded: LoadedGame, key: int, words: frozenset[str] | None) -> Parts:
    rules = loaded.rulebook.deck
    laid: Parts = {}
    for part in rules.starts:
        key, order = shuffled(key, [card.number for card in _admitted(loaded, part)])
        laid[part] = dict.fromkeys(order[: _size(rules, part)], 1)
    fit = _fitting(loaded, laid)
    key, order = shuffled(key, [each for each in fit if words is None or words & {*_words(loaded, each)}])
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

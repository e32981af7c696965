"""Which decks a game is played with: the game's own by name, a file's, or any given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardwright.engine.deck_fit import fitting
from cardwright.errors import CardwrightError
from cardwright.session.catalog import UnknownName, nearest
from cardwright.session.legality import Lists, Parts, Violation, beside_partner, miscounted, violations
from cardwright.session.partners import all_seated, partners
from cardwright.session.record import DeckList

if TYPE_CHECKING:
    from cardwright.rulebook.table import Mode
    from cardwright.session.catalog import LoadedGame


class IllegalDeck(CardwrightError):
    """A deck that may not be played; the message names every rule it breaks."""

    def __init__(self, name: str, found: Sequence[Violation]) -> None:
        """Keep the violations."""
        super().__init__("\n".join([f"deck {name!r} is not legal:", *(f"  {each}" for each in found)]))
        self.violations = tuple(found)


def choose_decks(loaded: LoadedGame, decks: Sequence[Any] | None, mode: str) -> tuple[DeckList, ...]:
    """One deck for each seat of the mode, in turn order, each of them legal.

    Raises:
        UnknownName: there is no such mode or deck.
        IllegalDeck: a deck breaks a rule.
    """
    played = find_mode(loaded, mode)
    seats = len(played.seats)
    chosen = list(decks) if decks else []
    if not loaded.decks and len(chosen) < seats:
        raise UnknownName(f"{loaded.id} has no decks of its own; give one for each of the {seats} seats")
    if len(chosen) > seats:
        raise UnknownName(f"{len(chosen)} decks for {seats} seats")
    lists = tuple(deck_list(loaded, deck) for deck in all_seated(loaded, chosen, played))
    for deck in lists:
        _require_legal(loaded, deck)
    for seat, partner in partners(played):
        require_apart(loaded, lists[seat], lists[partner])
    return lists


def _require_legal(loaded: LoadedGame, deck: DeckList) -> None:
    found = [each for each in judged(loaded, deck) if each.card or not _stays_outside(loaded, each.part)]
    if found:
        raise IllegalDeck(deck.name, found)


def require_apart(loaded: LoadedGame, deck: DeckList, partner: DeckList) -> None:
    """Refuse a deck that may not be played beside a partner's."""
    found = apart_violations(loaded, deck, partner)
    if found:
        raise IllegalDeck(deck.name, found)


def _stays_outside(loaded: LoadedGame, part: str) -> bool:
    """Whether the part is no part of a game; if it has not its size, it cannot be used, and the rest is played."""
    rules = loaded.rulebook.deck
    return part not in rules.starts and bool(rules.parts.get(part, {}).get("optional"))


def judged(loaded: LoadedGame, deck: DeckList) -> Sequence[Violation]:
    """Every rule of deck building that the deck breaks; asked once for each deck."""
    contents = tuple((part, *sorted(cards.items())) for part, cards in sorted(deck.parts.items()))
    contents = (*contents, *sorted(deck.counts_as.items()))
    if contents not in loaded.judged:
        loaded.judged[contents] = deck_violations(loaded, deck)
    return loaded.judged[contents]


def find_mode(loaded: LoadedGame, mode: str) -> Mode:
    """The mode of that name."""
    if mode not in loaded.rulebook.modes:
        raise UnknownName(f"{loaded.id} has no mode {mode!r}{nearest(mode, loaded.rulebook.modes)}")
    return loaded.rulebook.modes[mode]


def deck_list(loaded: LoadedGame, deck: Any) -> DeckList:
    """The deck as it is played."""
    if isinstance(deck, DeckList):
        return deck
    if isinstance(deck, str):
        if deck not in loaded.decks:
            raise UnknownName(f"{loaded.id} has no deck {deck!r}{nearest(deck, loaded.decks)}")
        deck = loaded.decks[deck]
    if isinstance(deck, Mapping):
        return DeckList("given", {part: dict(cards) for part, cards in deck.items()})
    return DeckList(deck.id, {part: dict(cards) for part, cards in deck.parts.items()}, dict(deck.counts_as))


def deck_violations(loaded: LoadedGame, deck: DeckList, lists: Lists | None = None) -> list[Violation]:
    """Every rule of deck building that the deck breaks, by these lists of limited cards instead of the game's own."""
    limits = loaded.lists if lists is None else lists
    found = violations(loaded.rulebook, deck.parts, lambda parts: _misfits(loaded, parts), limits)
    return [*found, *miscounted(loaded.rulebook, deck.counts_as)]


def apart_violations(loaded: LoadedGame, deck: DeckList, partner: DeckList) -> list[Violation]:
    """Every rule that the deck breaks beside a partner's."""
    return list(beside_partner(loaded.rulebook, (deck.parts, deck.counts_as), (partner.parts, partner.counts_as)))


def _misfits(loaded: LoadedGame, parts: Parts) -> dict[str, list[str]]:
    """By part the cards that the rulebook's `each` refuses; a part without a name if `some` holds for no card.

    A card is judged beside the parts that start elsewhere, whichever other part it is in: decks of like cards ask once.
    """
    starts = loaded.rulebook.deck.starts
    laid = {part: parts[part] for part in sorted(parts) if part in starts}
    loose = {part: cards for part, cards in parts.items() if part not in starts}
    numbers = tuple(sorted({number for cards in loose.values() for number in cards}))
    beside = tuple((part, *sorted(cards.items())) for part, cards in laid.items())
    if (beside, numbers) not in loaded.fitting:
        loaded.fitting[beside, numbers] = fitting(loaded.tables, laid, numbers)
    good, whole = loaded.fitting[beside, numbers]
    bad = {part: sorted(cards.keys() - good) for part, cards in loose.items()}
    return {part: found for part, found in bad.items() if found} | ({} if whole else {"": []})

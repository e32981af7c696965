"""`Deck`: how many of which cards, part by part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from cardwright.loading.diagnostics import nearest

if TYPE_CHECKING:
    from cardwright.loading.diagnostics import Report, Source
    from cardwright.rulebook.rulebook import Rulebook

_MOST = 999


class Deck(Struct, frozen=True, omit_defaults=True):
    """One deck list."""

    id: str
    """The name of its file without `.yaml`."""
    name: dict[str, str]
    game: str
    parts: dict[str, dict[str, int]]
    """Part (`main`, `side` …) to card number to count."""
    file: str = ""
    counts_as: dict[str, str] = {}
    """Card number to the one of its words that counts beside a partner's deck."""
    partner: str = ""
    """The deck that is meant to be its partner's."""


def deck_of(source: Source, rulebook: Rulebook, report: Report) -> Deck | None:
    """The deck in a file, every card of which must exist; whether it is legal is asked elsewhere."""
    from cardwright.loading.schema.files import deck_file  # pydantic, needed only where the cache misses
    from cardwright.loading.shape import check_shape

    parts = tuple(dict.fromkeys(["main", "side", *rulebook.deck.parts]))
    check_shape(deck_file(parts), source, (), source.data, report)
    if not isinstance(source.data, dict):
        return None
    if "cards" in source.data and "main" in source.data:
        report.add(source, ("main",), "'cards' and 'main' are the same part", "keep one", key=True)
    check_game(source, "deck", rulebook.game, report)
    known = {card.number for card in rulebook.cards}
    listed = {part: _part(source, part, known, report) for part in ("cards", *parts) if source.data.get(part)}
    if "cards" in listed:
        listed = {"main": listed.pop("cards"), **listed}
    counted = _counted(source, known, report)
    name = source.data.get("name")
    title = source.name.rpartition("/")[2].removesuffix(".yaml")
    return Deck(title, name if isinstance(name, dict) else {}, rulebook.game, listed, source.name,
                counted, str(source.data.get("partner") or ""))  # fmt: skip


def _counted(source: Source, known: set[str], report: Report) -> dict[str, str]:
    """What the deck says its cards are counted as."""
    counted = source.data.get("counts_as")
    for number in counted if isinstance(counted, dict) else ():
        check_card(source, ("counts_as", number), number, known, report, key=True)
    return dict(counted) if isinstance(counted, dict) else {}


def _part(source: Source, part: str, known: set[str], report: Report) -> dict[str, int]:
    cards = source.data[part]
    if isinstance(cards, str):
        check_card(source, (part,), cards, known, report)
        return {cards: 1}
    counts: dict[str, int] = {}
    for number, count in cards.items() if isinstance(cards, dict) else ():
        check_card(source, (part, number), number, known, report, key=True)
        if isinstance(count, int) and not isinstance(count, bool) and 0 < count <= _MOST:
            counts[number] = count
        else:
            report.add(source, (part, number), f"a count from 1 to {_MOST} is wanted, not {count!r}")
    return counts


def check_game(source: Source, what: str, game: str, report: Report) -> None:
    """Report a deck or list that is for another game."""
    found = source.data.get("game")
    if found != game and not report.flawed(source, ("game",)):
        report.add(source, ("game",), f"this {what} is for '{found}'", f"the game here is '{game}'")


def check_card(
    source: Source, path: tuple[str, ...], number: str, known: set[str], report: Report, *, key: bool = False
) -> None:
    """Report a card number that is none."""
    if number not in known:
        report.add(source, path, f"there is no card '{number}'", nearest(number, known), key=key)

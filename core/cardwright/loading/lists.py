"""Lists of limited cards: how many copies of which cards a deck may hold at most."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cardwright.loading.decks import check_card, check_game
from cardwright.loading.diagnostics import Report, Source, allowed, nearest
from cardwright.loading.schema.files import LIMITED
from cardwright.loading.shape import check_shape
from cardwright.rulebook.rulebook import Rulebook


def lists_of(sources: Iterable[Source], rulebook: Rulebook, report: Report) -> dict[str, dict[str, int]]:
    """By name of the list the most copies of each card number; files that name one list are put together."""
    reader = _Reader(rulebook, report)
    for source in sources:
        reader.read(source)
    return reader.lists


class _Reader:
    def __init__(self, rulebook: Rulebook, report: Report) -> None:
        self._rulebook = rulebook
        self._report = report
        self._cards = {card.number for card in rulebook.cards}
        self._places: dict[tuple[str, str], str] = {}
        """Where a list limits a card."""
        self.lists: dict[str, dict[str, int]] = {}

    def read(self, source: Source) -> None:
        """Take what one file limits."""
        check_shape(LIMITED, source, (), source.data, self._report)
        if not isinstance(source.data, dict):
            return
        check_game(source, "list", self._rulebook.game, self._report)
        name, cards = source.data.get("list"), source.data.get("cards")
        if isinstance(name, str):
            self._check_name(source, name)
            for number, most in cards.items() if isinstance(cards, dict) else ():
                self._limit(source, name, number, most)

    def _check_name(self, source: Source, name: str) -> None:
        names = sorted(self._rulebook.deck.lists)
        if not names:
            self._report.add(source, ("list",), "this game has no lists of limited cards")
        elif name not in names and not self._report.flawed(source, ("list",)):
            hint = dict.fromkeys((nearest(name, names), allowed(names)))
            self._report.add(source, ("list",), f"unknown list '{name}'", " ".join(hint))

    def _limit(self, source: Source, name: str, number: str, most: Any) -> None:
        path = ("cards", number)
        check_card(source, path, number, self._cards, self._report, key=True)
        if (name, number) in self._places:
            hint = f"by {self._places[name, number]}; keep one"
            self._report.add(source, path, f"the list '{name}' limits '{number}' already", hint, key=True)
        self._places.setdefault((name, number), f"{source.name}:{source.mark(path, key=True).line}")
        self.lists.setdefault(name, {})[number] = most

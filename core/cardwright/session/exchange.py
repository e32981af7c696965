"""`Exchange`: one seat's swaps between its main and its side deck, one card for one, as single decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from cardwright.decisions.decision import DONE, Act, Option
from cardwright.decisions.verdict import Reason
from cardwright.session.decks import judged

if TYPE_CHECKING:
    from cardwright.session.catalog import LoadedGame
    from cardwright.session.record import DeckList

TAKE_OUT: Final = "take_out"
PUT_IN: Final = "put_in"
MAIN: Final = "main"
SIDE: Final = "side"
BETWEEN_GAMES: Final = "between_games"
"""When a rulebook allows it."""
_TIMES: Final = 2
"""So many swaps for each card of the side deck: every one may be regretted once."""


class Exchange:
    """A seat's deck between two games; its cards have handles, which nobody else is told."""

    def __init__(self, loaded: LoadedGame, deck: DeckList, seat: int) -> None:
        """`deck` is what the seat played the last game with."""
        self.seat = seat
        self._loaded = loaded
        self._deck = deck
        self._rules = loaded.rulebook.match.rules
        self.parts: dict[str, dict[int, str]] = {part: {} for part in sorted(deck.parts)}
        for handle, (part, number) in enumerate(_cards(deck)):
            self.parts[part][handle] = number
        self._leaving = -1
        """The card to be taken out, while the one to be put in is not chosen."""
        self._left = _TIMES * len(self.parts.get(SIDE, ()))
        self.asked = 0
        """How many questions came before the open one."""
        self.over = bool(self._unusable())
        self.options = () if self.over else self._offer()
        """Those of the open question."""

    @property
    def deck(self) -> DeckList:
        """The deck as it is now."""
        return replace(self._deck, parts=_counts(self.parts))

    @property
    def about(self) -> str:
        """What is asked."""
        return TAKE_OUT if self._leaving < 0 else PUT_IN

    @property
    def rule(self) -> str:
        """The rule that asks."""
        return self._rules.get("side_deck" if self._leaving < 0 else "sizes", "")

    def _offer(self) -> tuple[Option, ...]:
        """Each card once: what may be taken out, and that nothing more is; or what may be put in, itself too."""
        if self._leaving < 0:
            return (Option(DONE), *(Option(TAKE_OUT, card) for card in _first_of_each(self.parts[MAIN].items())))
        leaving = self._leaving, self.parts[MAIN][self._leaving]
        there = _first_of_each([leaving, *self.parts[SIDE].items()])
        return tuple(Option(PUT_IN, card) for card in there if not self._illegal(card))

    def offered(self, option: Option) -> Option:
        """The option that stands for this one: of like cards the first is offered, and any will do."""
        numbers = {card: number for pile in self.parts.values() for card, number in pile.items()}
        wanted = option.verb, numbers.get(option.card)
        return next((each for each in self.options if (each.verb, numbers.get(each.card)) == wanted), option)

    def take(self, option: Option) -> None:
        """Do what was chosen among the options."""
        self.asked += 1
        if option.verb == TAKE_OUT:
            self._leaving = option.card
        elif option.verb == PUT_IN:
            self.parts = self._swapped(option.card)
            self._leaving = -1
            self._left -= 1
        self.over = option.verb == DONE or not self._left
        self.options = () if self.over else self._offer()

    def reasons(self, act: Act) -> list[Reason]:
        """Everything against an act; none if it is among the options."""
        if self.over:
            return self._unusable() or [Reason("exchange_over", self._rules.get("side_deck", ""))]
        if act.verb not in {TAKE_OUT, PUT_IN, DONE}:
            return [Reason("not_an_option")]
        if (act.verb == PUT_IN) == (self._leaving < 0):
            return [Reason("one_for_one", self._rules.get("sizes", ""))]
        if act.verb == DONE:
            return []
        part = next((part for part, pile in self.parts.items() if act.card in pile), "")
        if not part:
            return [Reason("not_an_option")]
        if part != (MAIN if act.verb == TAKE_OUT else SIDE) and act.card != self._leaving:
            return [Reason("wrong_part", self._rules.get("legal", ""))]
        return self._illegal(act.card) if act.verb == PUT_IN else []

    def _unusable(self) -> list[Reason]:
        """Why this deck has no side deck to be used."""
        rules = self._loaded.rulebook
        sizes = [each for each in judged(self._loaded, self.deck) if each.part == SIDE and not each.card]
        if rules.match.side_deck != BETWEEN_GAMES:
            return [Reason("no_exchange", self._rules.get("side_deck", ""))]
        if sizes or not self.parts.get(SIDE):
            return [Reason("no_side_deck", rules.deck.rules.get(SIDE, ""), text="; ".join(map(str, sizes)))]
        return []

    def _illegal(self, card: int) -> list[Reason]:
        """What would be wrong with the deck if the card were put in; the one taken out may always come back."""
        if card == self._leaving:
            return []
        found = judged(self._loaded, replace(self._deck, parts=_counts(self._swapped(card))))
        broken = [Reason("illegal_deck", each.rule, text=each.message) for each in found]
        return [Reason("illegal_deck", self._rules.get("legal", "")), *broken] if broken else []

    def _swapped(self, card: int) -> dict[str, dict[int, str]]:
        """The parts with the card in the place of the one that leaves."""
        if card == self._leaving:
            return self.parts
        main, side = dict(self.parts[MAIN]), dict(self.parts[SIDE])
        main[card], side[self._leaving] = side.pop(card), main.pop(self._leaving)
        return self.parts | {MAIN: dict(sorted(main.items())), SIDE: dict(sorted(side.items()))}


def _cards(deck: DeckList) -> list[tuple[str, str]]:
    """Part and number of each card, in an order that depends on nothing else."""
    return [(part, number) for part, counts in sorted(deck.parts.items()) for number in sorted(_each(counts))]


def _each(counts: dict[str, int]) -> Iterable[str]:
    return Counter(counts).elements()


def _counts(parts: dict[str, dict[int, str]]) -> dict[str, dict[str, int]]:
    return {part: dict(sorted(Counter(pile.values()).items())) for part, pile in parts.items()}


def _first_of_each(cards: Iterable[tuple[int, str]]) -> list[int]:
    """One handle for each number, in order of the numbers."""
    first: dict[str, int] = {}
    for handle, number in cards:
        first.setdefault(number, handle)
    return [handle for _, handle in sorted(first.items())]

"""What a seat sees between two games of a match: its own deck, and of the others' only how large they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from cardwright.view.names import card_title
from cardwright.view.sights import CardName, CardSight, PendingSight, SeatSight, View, ZoneSight

if TYPE_CHECKING:
    from cardwright.decisions.decision import Pending
    from cardwright.rulebook.rulebook import Rulebook

BETWEEN: Final = "between_games"
"""The phase of such a view."""
Piles = Mapping[str, Mapping[int, str]]
"""The parts of a seat's deck: by handle, the number of each card."""


def between_games(
    rulebook: Rulebook,
    mode: str,
    decks: Sequence[Piles],
    pending: Pending,
    viewer: int | None,
    language: str,
    rule: str,
) -> View:
    """The view of a seat, or with `None` of a spectator.

    Args:
        rulebook: The game.
        mode: Its mode.
        decks: The deck of each seat.
        pending: The open question.
        viewer: A seat.
        language: Of card names; the game's own without it.
        rule: The rule that asks.
    """
    return _Between(rulebook, mode, decks, viewer, language or rulebook.language).view(pending, rule)


class _Between:
    def __init__(
        self, rulebook: Rulebook, mode: str, decks: Sequence[Piles], viewer: int | None, language: str
    ) -> None:
        self._rulebook = rulebook
        self._mode = rulebook.modes[mode]
        self._decks = decks
        self._viewer = -1 if viewer is None else viewer
        self._language = language
        self._cards = {card.number: card for card in rulebook.cards}

    def view(self, pending: Pending, rule: str) -> View:
        seats = tuple(self._seat(seat, name) for seat, name in enumerate(self._mode.seats))
        return View(self._rulebook.game, self._viewer, 0, -1, BETWEEN, seats=seats, pending=self._asked(pending, rule))

    def _seat(self, seat: int, name: str) -> SeatSight:
        team = next(number for number, team in enumerate(self._mode.teams) if name in team)
        return SeatSight(name, team, tuple(self._part(seat, part) for part in self._decks[seat]))

    def _part(self, seat: int, part: str) -> ZoneSight:
        pile = self._decks[seat][part]
        own = seat == self._viewer
        cards = tuple(self._card(seat, handle, number) for handle, number in pile.items()) if own else ()
        return ZoneSight(part, seat, len(pile), cards, open=False)

    def _card(self, seat: int, handle: int, number: str) -> CardSight:
        card = self._cards[number]
        name = card_title(card, self._language)
        values, words = dict(card.numbers), dict(card.words)
        return CardSight(handle, number, name, card.type, owner=seat, controller=seat, values=values, words=words)

    def _asked(self, pending: Pending, rule: str) -> PendingSight:
        if pending.seat != self._viewer:
            return PendingSight(pending.seat)
        numbers = {handle: number for pile in self._decks[pending.seat].values() for handle, number in pile.items()}
        handles = [option.card for option in pending.options if option.card >= 0]
        named = {
            handle: CardName(handle, numbers[handle], card_title(self._cards[numbers[handle]], self._language))
            for handle in handles
        }
        return PendingSight(pending.seat, pending.about, "", pending.number, pending.options, named, rule=rule)

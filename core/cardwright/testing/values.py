"""What the engine answers about cards and seats of a game: its values, words and flags as they are now."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardwright.session.game import Game
    from cardwright.state.card_state import CardState


def number_of(game: Game, card: CardState, name: str) -> int:
    """A number field, or a query of a card, as it is now."""
    return game.engine.value_of(card, name.removeprefix("value."))


def words_of(game: Game, card: CardState, name: str) -> tuple[str, ...]:
    """A word field as it is now."""
    return game.engine.words_of(card, name)


def flag(game: Game, card: CardState, name: str) -> bool:
    """Whether a flag of the rulebook holds for a card."""
    return game.engine.flag_of(card, name)


def seat_number(game: Game, seat: int, name: str) -> int:
    """A query of a seat as it is now."""
    return game.engine.seat_value_of(seat, name.removeprefix("value."))

"""What the engine answers about cards and seats of a game: its values, words and flags as they are now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.engine.queries import applying

if TYPE_CHECKING:
    from cardwright.engine.context import Context
    from cardwright.session.game import Game
    from cardwright.state.card_state import CardState


def number_in(context: Context, card: CardState, name: str) -> int:
    """A number field, or a query of a card, as it is now."""
    return context.number(name.removeprefix("value."), card)


def number_of(game: Game, card: CardState, name: str) -> int:
    """The same in a game."""
    return number_in(game.engine.context, card, name)


def words_of(game: Game, card: CardState, name: str) -> tuple[str, ...]:
    """A word field as it is now."""
    return game.engine.context.words(name, card)


def flag(game: Game, card: CardState, name: str) -> bool:
    """Whether a flag of the rulebook holds for a card."""
    return bool(game.engine.context.flag(name, card))


def reasons_for(game: Game, card: CardState, name: str) -> set[str]:
    """What makes a number what it is, beside the card itself: rule ids, and numbers of the cards behind changes."""
    context = game.engine.context
    question = context.tables.queries.ask(f"value.{name.removeprefix('value.')}")
    found: set[str] = set()
    for linked, fixed, source, seat in applying(context, question, card, card.controller):
        amount = fixed if fixed is not None or linked.amount is None else linked.amount(context, seat, source, card)
        if amount or linked.change != "add":
            found |= {linked.definition.rule, "" if source is None else context.tables.cards[source.number].number}
    return found - {""}


def seat_number(game: Game, seat: int, name: str) -> int:
    """A query of a seat as it is now."""
    context = game.engine.context
    query = context.tables.queries.number(f"value.{name.removeprefix('value.')}")
    return context.seat_value(query, seat)

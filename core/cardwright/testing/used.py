"""Limits that a scenario says are used up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.engine import triggers
from cardwright.ids import NO_REF, make_ref
from cardwright.testing.start import impossible

if TYPE_CHECKING:
    from cardwright.engine.context import Context
    from cardwright.loading.scenario_records import UsedGiven
    from cardwright.rulebook.modifier import Limit
    from cardwright.testing.board import Board


def use_up(board: Board, context: Context) -> None:
    """Count every use that `given` says was made."""
    for used in board.given.used:
        limit, what, card, seat = _limit(used, board, context)
        if limit is None:
            raise impossible(board.scenario, used.where, "nothing limits that")
        source = NO_REF if card < 0 else make_ref(card, context.cards[card].incarnation)
        triggers.count_use(context, limit, what, source, seat)


def _limit(used: UsedGiven, board: Board, context: Context) -> tuple[Limit | None, int, int, int]:
    """The limit, its number, the card and the seat it is counted for."""
    card = board.one(used.card, context.state, used.where) if used.card else -1
    seat = board.seats.index(used.seat) if used.seat else context.cards[card].controller
    if used.action:
        linked = context.tables.action(used.action)
        return linked.definition.limit, linked.number, card, seat
    abilities = context.tables.cards[context.cards[card].number].abilities
    chosen = abilities[used.ability - 1 : used.ability] if used.ability else abilities
    limited = [each for each in chosen if context.tables.abilities[each].limit is not None]
    if not limited:
        return None, 0, card, seat
    return context.tables.abilities[limited[0]].limit, limited[0], card, seat

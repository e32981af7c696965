"""What a game answers to questions about a moment: every number, and the acts open in the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.engine import actions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardwright.engine.context import Context
    from cardwright.state.card_state import CardState


def answers(c: Context) -> list[object]:
    """All numbers of cards in play and of seats, and what each seat may do in the open window."""
    pending = c.state.pending
    window = c.tables.rulebook.windows.get(pending.window) if pending is not None else None
    seats = range(len(c.state.teams))
    listed = [] if window is None else [tuple(actions.options(c, seat, window)) for seat in seats]
    return [*_numbers(c), *listed]


def _numbers(c: Context) -> Iterator[int]:
    fields = {field.name for field in c.tables.rulebook.fields if field.kind == "number"}
    for question in c.tables.queries.all:
        kind, _, field = question.name.partition(".")
        definition = question.definition
        if kind == "value" and definition is not None and definition.of != "card":
            yield from (c.seat_value(question.number, seat) for seat in range(len(c.state.teams)))
        elif kind == "value" and (field in fields or definition is not None):
            yield from (c.value(question.number, card) for card in _in_play(c))


def _in_play(c: Context) -> Iterator[CardState]:
    known = len(c.tables.zones)
    return (card for card in c.cards if card.zone < known and c.tables.in_play[card.zone])

"""Changing what a viewer cannot see: the same game with hidden cards swapped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from cardwright.ids import HOSTED
from cardwright.session.game import Game
from cardwright.state.edit import GONE
from cardwright.state.game_state import GameState

if TYPE_CHECKING:
    from cardwright.state.card_state import CardState


def hidden_cards(game: Game, viewer: int | None) -> list[int]:
    """Cards whose front a viewer has no way of knowing, by the rulebook's zones and what was shown."""
    state = game.state
    pending = state.pending
    asked = {option.card for option in pending.options} if pending is not None and pending.seat == viewer else set()
    return [card.uid for card in state.cards if card.uid not in asked and not _may_know(game, card, viewer)]


def _may_know(game: Game, card: CardState, viewer: int | None) -> bool:
    if viewer is not None and card.known_to >> viewer & 1:
        return True
    if card.zone == GONE:
        return True
    see = game.loaded.rulebook.zones[card.zone].see
    if see != "all" and card.face == "up":
        return True  # where backs lie, a front shows because a move said so
    if see == "nobody":
        return False
    mine = viewer is not None and _sees_places_of(game, viewer, _side(game, card), see)
    if see != "all" and not mine:
        return False
    return card.face != "down" or mine


def _sees_places_of(game: Game, viewer: int, seat: int, see: str) -> bool:
    """Whether the viewer sees the cards in zones of that kind of the seat."""
    teams = game.state.teams
    return seat == viewer or (see == "team" and teams[seat] == teams[viewer])


def _side(game: Game, card: CardState) -> int:
    """The seat in whose place it lies."""
    return game.state.cards[card.place - HOSTED].controller if card.place >= HOSTED else card.place


def swaps(game: Game, viewer: int | None) -> Iterator[tuple[int, int]]:
    """Pairs of hidden cards of one owner and different fronts, first and last of each seat."""
    state = game.state
    hidden = hidden_cards(game, viewer)
    for seat in range(len(state.teams)):
        own = [uid for uid in hidden if state.cards[uid].owner == seat]
        for other in own[:0:-1]:
            if state.cards[own[0]].number != state.cards[other].number:
                yield own[0], other
                break


def with_swapped(game: Game, one: int, other: int) -> Game:
    """A copy of the game in which two cards have changed fronts."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(game.state))
    first, second = data["cards"][one], data["cards"][other]
    first["number"], second["number"] = second["number"], first["number"]
    changed = msgspec.json.decode(msgspec.json.encode(data), type=GameState)
    return Game(game.loaded, type(game.engine)(game.engine.tables, changed), game.record(), log=False)

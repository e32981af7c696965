"""What tests of matches do: let a game be over, exchange cards by their numbers, go on to the next game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardwright.decisions.decision import DONE, Option
from cardwright.engine.machine import Engine
from cardwright.session.exchange import MAIN, PUT_IN, SIDE, TAKE_OUT
from cardwright.session.game import Game
from cardwright.state.game_state import Result

if TYPE_CHECKING:
    from cardwright.session.match import Match


def end_game(match: Match, *winners: int) -> None:
    """Let the game in progress be over: won by these seats, or drawn."""
    losers = tuple(seat for seat in range(len(match.decks)) if winners and seat not in winners)
    over = replace(match.state, pending=None, result=Result(winners, losers, "ended by a test"))
    match.adopt(Game(match.loaded, Engine(match.game.engine.tables, over), match.game.record()))


def handle_of(match: Match, number: str, part: str = MAIN) -> int:
    """The handle of a card with that number in a part of the deck that is being changed."""
    assert match.exchange is not None
    return next(handle for handle, name in match.exchange.parts[part].items() if name == number)


def swap(match: Match, out: str, into: str) -> None:
    """Take the one card out and put the other in."""
    match.answer(Option(TAKE_OUT, handle_of(match, out)))
    match.answer(Option(PUT_IN, handle_of(match, into, SIDE)))


def finish_exchanges(match: Match) -> None:
    """Go on to the next game."""
    while match.exchange is not None:
        match.answer(Option(DONE))

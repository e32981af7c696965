"""Random games, decision by decision, the same for the same seed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from cardwright.rng import below
from cardwright.session.game import Game

if TYPE_CHECKING:
    from cardwright.session.catalog import LoadedGame

LONGEST: Final = 20_000
"""More answers than any game may need."""


class EndlessGame(AssertionError):
    """A random game that asks on and on."""


def walk(loaded: LoadedGame, seed: int, mode: str = "duel", *, log: bool = False) -> Iterator[tuple[Game, int]]:
    """A random game at each of its decisions, with the answer that will be given next."""
    game = Game.new(loaded, None, seed, mode, log=log)
    key = seed ^ 0x5EED
    for _ in range(LONGEST):
        decision = game.decision
        if decision is None:
            return
        key, place = below(key, len(decision.options))
        yield game, place
        game.answer(place)
    raise EndlessGame(f"{loaded.id}, seed {seed}: no end after {LONGEST} answers")


def play_out(loaded: LoadedGame, seed: int, mode: str = "duel") -> Game:
    """A random game at its end."""
    games = {game for game, _ in walk(loaded, seed, mode)}
    assert games, "the game asks nothing at all"
    return games.pop()


def trace(game_id: str, seed: int, every: int = 10) -> str:
    """Digests along a random game, to be compared between processes."""
    from cardwright.session.catalog import load_game

    loaded = load_game(game_id)
    digests = [game.digest() for number, (game, _) in enumerate(walk(loaded, seed)) if number % every == 0]
    return " ".join([*digests, play_out(loaded, seed).digest()])

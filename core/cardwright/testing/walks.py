"""Random games, decision by decision, the same for the same seed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardwright.rng import below
from cardwright.session.game import Game
from cardwright.testing.random_decks import decks_for

if TYPE_CHECKING:
    from cardwright.session.catalog import LoadedGame


def walk(loaded: LoadedGame, seed: int, mode: str = "") -> Iterator[tuple[Game, int]]:
    """A random game at each of its decisions, with the answer that will be given next.

    The mode is the first, if none is named. Odd seeds play the game's own decks, even ones random legal decks of all
    its cards.
    """
    mode = mode or next(iter(loaded.rulebook.modes))
    game = Game.new(loaded, None if seed % 2 else decks_for(loaded, seed, mode), seed, mode, log=False)
    key = seed ^ 0x5EED
    while (decision := game.decision) is not None:
        key, place = below(key, len(decision.options))
        yield game, place
        game.answer(place)


def play_out(loaded: LoadedGame, seed: int, mode: str = "") -> Game:
    """A random game at its end."""
    *_, (game, _) = walk(loaded, seed, mode)
    return game


def trace(game_id: str, seed: int, mode: str = "", every: int = 10) -> str:
    """Digests along a random game, to be compared between processes."""
    from cardwright.session.catalog import load_game

    loaded = load_game(game_id)
    digests = [game.digest() for number, (game, _) in enumerate(walk(loaded, seed, mode)) if number % every == 0]
    return " ".join([*digests, play_out(loaded, seed, mode).digest()])

"""A deck read from a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.errors import DefinitionError, Problem
from cardwright.session.catalog import LoadedGame, UnknownName, load_game

if TYPE_CHECKING:
    from cardwright.loading.decks import Deck


def read_deck(path: Path) -> tuple[LoadedGame, Deck]:
    """The deck in a file, and the game it is for; raises `DefinitionError` with every problem of the file."""
    from cardwright.loading.decks import deck_of
    from cardwright.loading.diagnostics import Report
    from cardwright.loading.source import read

    report = Report()
    source = read(path.read_bytes(), path.name, str(path), report)
    report.finish()
    game = source.data.get("game") if source is not None and isinstance(source.data, dict) else None
    if source is None or not isinstance(game, str):
        raise DefinitionError([Problem("a deck begins with `game:` and a game's id", str(path), 1, 1)])
    try:
        loaded = load_game(game)
    except UnknownName as error:
        mark = source.mark(("game",))
        raise DefinitionError([Problem(str(error), str(path), mark.line, mark.column, "game")]) from error
    deck = deck_of(source, loaded.rulebook, report)
    report.finish()
    if deck is None:
        raise DefinitionError([Problem("this is no deck", str(path), 1, 1)])
    return loaded, deck

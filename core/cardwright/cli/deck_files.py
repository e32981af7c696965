"""Decks named on the command line: the game's own by name, others by file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardwright.cli.output import stop
from cardwright.loading.packs import YAML_SUFFIXES
from cardwright.session.deck_files import read_deck

if TYPE_CHECKING:
    from cardwright.session.catalog import LoadedGame


def find_decks(loaded: LoadedGame, names: Sequence[str]) -> list[Any]:
    """A deck for each name."""
    return [_from_file(loaded, Path(name)) if Path(name).suffix in YAML_SUFFIXES else name for name in names]


def _from_file(loaded: LoadedGame, path: Path) -> Any:
    found, deck = read_deck(path)
    if found.id != loaded.id:
        stop(f"{path} is a deck of {found.id}, not of {loaded.id}")
    return deck

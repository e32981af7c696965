"""`Seating`: who plays with which deck, as asked for on the command line."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.cli.output import stop
from cardwright.loading.packs import YAML_SUFFIXES
from cardwright.session.catalog import nearest
from cardwright.session.deck_files import read_deck

if TYPE_CHECKING:
    from cardwright.loading.decks import Deck
    from cardwright.session.catalog import LoadedGame


@dataclass(frozen=True, slots=True)
class Seating:
    """Decks and players in the order of the seats; those of further seats are for the command to choose."""

    decks: list[str]
    """The game's own by name, others by file."""
    players: list[str]
    mode: str

    def find_decks(self, loaded: LoadedGame) -> list[str | Deck]:
        """A deck for each one named."""
        files = {name: Path(name) for name in self.decks if Path(name).suffix in YAML_SUFFIXES}
        return [_from_file(loaded, files[name]) if name in files else name for name in self.decks]

    def find_players(self, seats: int, known: Collection[str], usual: str) -> list[str]:
        """A player for each seat, `usual` where none is named."""
        for player in self.players:
            if player not in known:
                stop(f"there is no player {player!r}{nearest(player, known)}")
        if len(self.players) > seats:
            stop(f"{len(self.players)} players for {seats} seats")
        return self.players + [usual] * (seats - len(self.players))


def _from_file(loaded: LoadedGame, path: Path) -> Deck:
    found, deck = read_deck(path)
    if found.id != loaded.id:
        stop(f"{path} is a deck of {found.id}, not of {loaded.id}")
    return deck

"""Which games there are, and one game loaded: rulebook, tables, ledger and decks, once a process."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cardwright.errors import CardwrightError

if TYPE_CHECKING:
    from cardwright.engine.linking import Linked
    from cardwright.hooks.manager import Games
    from cardwright.rulebook.cards import CardDef
    from cardwright.rulebook.rulebook import Rulebook


class UnknownName(CardwrightError):
    """A game, deck, card, rule or mode that does not exist; the message names the nearest."""


@dataclass(frozen=True)
class LoadedGame:
    """One game, ready to be played."""

    id: str
    title: Mapping[str, str]
    rulebook: Rulebook
    tables: Linked
    ledger: Mapping[str, Any]
    """Rule id to its rule."""
    decks: Mapping[str, Any]
    """Decks by name."""
    plugin: str = ""

    @cached_property
    def hash(self) -> str:
        """The rulebook's hash, which records and saves are tied to."""
        from cardwright.rulebook.rulebook import digest

        return digest(self.rulebook)


def find_game(name: str, known: Iterable[str] | None = None) -> str:
    """The game id that `name` means: hyphens for underscores and any unambiguous beginning will do."""
    ids = sorted(load_games().entries if known is None else known)
    wanted = name.strip().lower().replace("-", "_").replace(" ", "_")
    if wanted in ids:
        return wanted
    found = [game for game in ids if wanted and game.startswith(wanted)]
    if len(found) == 1:
        return found[0]
    if found:
        raise UnknownName(f"game {name!r} may be {' or '.join(found)}")
    raise UnknownName(f"there is no game {name!r}{nearest(wanted, ids)}")


def nearest(word: str, known: Iterable[str]) -> str:
    """What to add to a message about an unknown word."""
    words = sorted(set(known))
    close = difflib.get_close_matches(word, words, 1, 0.5)
    if close:
        return f"; did you mean {close[0]!r}?"
    return f"; there are {', '.join(words)}" if words and len(words) <= _LISTED else ""


def load_game(game: str, *, cache: bool = True, games: Games | None = None) -> LoadedGame:
    """The game `game`, loaded once a process.

    Args:
        game: An id, as `find_game` takes it.
        cache: Whether the compiled game may come from, and go to, the user's cache folder.
        games: Where to look, if not among the installed games.
    """
    if games is not None:
        return _load(games, find_game(game, games.entries), cache=cache)
    found = _loaded.get(game)
    if found is None:
        installed = load_games()
        found = _load(installed, find_game(game, installed.entries), cache=cache)
        found = _loaded.setdefault(found.id, found)
    return found


def load_games() -> Games:
    """The installed games."""
    from cardwright.hooks.manager import load_games as look

    return look()


def find_card(rulebook: Rulebook, text: str) -> list[CardDef]:
    """The cards with that number, else with that name, else with names that contain it."""
    low = text.casefold()
    exact = [card for card in rulebook.cards if card.number.casefold() == low]
    named = exact or [card for card in rulebook.cards if low in (name.casefold() for name in card.name.values())]
    return named or [card for card in rulebook.cards if any(low in name.casefold() for name in card.name.values())]


_LISTED = 12
_loaded: dict[str, LoadedGame] = {}
"""Games never change once loaded, so one copy serves the process."""


def _load(games: Games, game: str, *, cache: bool) -> LoadedGame:
    from cardwright.engine.linking import link
    from cardwright.loading.load import load_definitions
    from cardwright.ops import BUILT_IN

    entry = games.entries[game]
    registry = games.registry(game, BUILT_IN)
    made = load_definitions(entry, registry, cache=cache)
    tables = link(made.rulebook, registry)
    return LoadedGame(game, dict(entry.title), made.rulebook, tables, made.ledger, made.decks, entry.plugin)

"""Which games there are, and one game loaded: rulebook, tables, ledger, decks and lists, once a process."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from cardwright.errors import CardwrightError

if TYPE_CHECKING:
    from cardwright.engine.linking import Linked
    from cardwright.hooks.manager import Games
    from cardwright.loading.decks import Deck
    from cardwright.loading.ledger import LedgerRule
    from cardwright.rulebook.cards import CardDef
    from cardwright.rulebook.rulebook import Rulebook
    from cardwright.session.legality import Lists, Violation


_LISTED: Final = 12
"""So many names are listed for an unknown one, at most."""


class UnknownName(CardwrightError):
    """A game, deck, card, rule or mode that does not exist; the message names the nearest."""


class LoadedGame(Struct, frozen=True, dict=True):
    """One game, ready to be played."""

    id: str
    rulebook: Rulebook
    tables: Linked
    ledger: Mapping[str, LedgerRule]
    """Rules by id."""
    decks: Mapping[str, Deck]
    """Decks by name."""
    lists: Lists
    """Lists of limited cards that every deck obeys."""

    @cached_property
    def hash(self) -> str:
        """The rulebook's hash, which records and saves are tied to."""
        from cardwright.rulebook.rulebook import digest

        return digest(self.rulebook)

    @cached_property
    def judged(self) -> dict[tuple[Any, ...], Sequence[Violation]]:
        """The rules that decks break, by their contents, so that a thousand games ask once."""
        return {}

    @cached_property
    def fitting(self) -> dict[tuple[Any, ...], tuple[frozenset[str], bool]]:
        """Of cards beside others, those that fit, and whether one that must be there is."""
        return {}


def find_game(name: str, known: Iterable[str]) -> str:
    """The one of the `known` ids that `name` means: hyphens for underscores and any unambiguous beginning will do."""
    ids = sorted(known)
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


def load_game(game: str) -> LoadedGame:
    """The installed game `game` (an id, as `find_game` takes it), loaded once a process: games never change."""
    return _loaded(game)


@cache
def _loaded(name: str) -> LoadedGame:
    """The game by any of its names; each leads to the one kept under the id."""
    games = load_games()
    game = find_game(name, games.entries)
    return build_game(games, game) if game == name else _loaded(game)


def build_game(games: Games, game: str, *, cache: bool = True) -> LoadedGame:
    """The game of that id among `games`, made anew.

    Args:
        games: Where to look.
        game: Its id.
        cache: Whether the compiled game may come from, and go to, the user's cache folder.
    """
    from cardwright.engine.linking import link
    from cardwright.loading.load import load_definitions
    from cardwright.ops import BUILT_IN

    registry = games.registry(game, BUILT_IN)
    made = load_definitions(games.entries[game], registry, cache=cache)
    return LoadedGame(game, made.rulebook, link(made.rulebook, registry), made.ledger, made.decks, made.lists)


def load_games() -> Games:
    """The installed games."""
    from cardwright.hooks.manager import load_games as look

    return look()


def find_card(rulebook: Rulebook, text: str) -> list[CardDef]:
    """The cards with that number, else with that name, else with names that contain it."""
    low = text.strip().casefold()
    if not low:
        return []
    exact = [card for card in rulebook.cards if card.number.casefold() == low]
    named = exact or [card for card in rulebook.cards if low in (name.casefold() for name in card.name.values())]
    return named or [card for card in rulebook.cards if any(low in name.casefold() for name in card.name.values())]

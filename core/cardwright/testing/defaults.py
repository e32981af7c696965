"""`Defaults`: what lies on a board where a scenario says nothing, the same every time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, cycle, islice, repeat
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardwright.decisions.decision import DONE, NO, PASS
from cardwright.ids import HOSTED, key_place, key_zone
from cardwright.session.game import Game

if TYPE_CHECKING:
    from cardwright.rulebook.rulebook import Rulebook
    from cardwright.session.catalog import LoadedGame
    from cardwright.state.game_state import GameState


@dataclass(frozen=True, slots=True)
class Defaults:
    """Filler cards and default zones of one mode of a game."""

    filler: tuple[tuple[int, ...], ...]
    """By seat, card numbers of the rulebook: the deck's cards in their order."""
    zones: Mapping[int, tuple[int, ...]]
    """Zone key to the card numbers in it after the set-up, where they count by default."""
    pools: Mapping[int, tuple[int, ...]]
    """Zone key to pieces after the set-up."""

    def cards(self, seat: int, count: int) -> Iterator[int]:
        """So many filler cards of a seat."""
        return islice(cycle(self.filler[seat]), count)


def defaults(loaded: LoadedGame, mode: str) -> Defaults:
    """The defaults of a mode: what the set-up leaves, everybody answering as simply as possible.

    Lists of limited cards do not count: they say what may be played today, and a scenario holds for good.
    """
    game = Game.new(replace(loaded, lists={}), None, 0, mode, log=False)
    while (decision := game.decision) is not None and not game.state.phase:
        verbs = [option.verb for option in decision.options]
        game.answer(next((verbs.index(verb) for verb in (NO, DONE, PASS) if verb in verbs), 0))
    state = game.state
    return Defaults(
        tuple(_filler(loaded, deck.parts) for deck in game.record().decks),
        {
            key: tuple(_in_order(state, uids, loaded, key))
            for key, uids in state.zones.items()
            if key_place(key) < HOSTED and _by_default(loaded.rulebook, key)
        },
        dict(state.pools),
    )


def _filler(loaded: LoadedGame, parts: Mapping[str, Mapping[str, int]]) -> tuple[int, ...]:
    """The main cards of the deck that a seat would play."""
    starts = loaded.rulebook.deck.starts
    main = next(
        cards for part, cards in parts.items() if part not in starts and part != loaded.rulebook.match.side_deck
    )
    numbers = loaded.tables.card
    return tuple(chain.from_iterable(repeat(numbers[card], count) for card, count in main.items()))


def _by_default(rulebook: Rulebook, key: int) -> bool:
    """Whether a zone is filled although nobody mentions it: nobody sees it, or a part of the deck starts there."""
    zone = rulebook.zones[key_zone(key)]
    return zone.see == "nobody" or zone.name in rulebook.deck.starts.values()


def _in_order(state: GameState, uids: Iterable[int], loaded: LoadedGame, key: int) -> Iterator[int]:
    """The card numbers, for a hidden zone in the order of filler cards so that no seed matters."""
    numbers = [state.cards[uid].number for uid in uids]
    hidden = loaded.rulebook.zones[key_zone(key)].see == "nobody"
    return iter(sorted(numbers, key=lambda number: loaded.tables.cards[number].number) if hidden else numbers)

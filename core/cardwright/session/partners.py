"""Seats of one team, and which decks they play where not all are named."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardwright.rulebook.table import Mode
    from cardwright.session.catalog import LoadedGame


def partners(mode: Mode) -> Iterator[tuple[int, int]]:
    """Each two seats of one team."""
    teams = mode.team_by_seat
    return ((one, two) for one, two in combinations(range(len(teams)), 2) if teams[one] == teams[two])


def all_seated(loaded: LoadedGame, chosen: Sequence[Any], mode: Mode) -> list[Any]:
    """A deck for each seat: those chosen, then the partners they name, then the game's own in order."""
    seated = list(chosen)
    for seat in range(len(chosen), len(mode.seats)):
        seated.append(_of_partner(loaded, seated, mode, seat) or _own(loaded, mode, seat))
    return seated


def _of_partner(loaded: LoadedGame, seated: Sequence[Any], mode: Mode, seat: int) -> str:
    """The deck that goes with that of the seat's first partner, if it names one or is named by one."""
    teams = mode.team_by_seat
    first = next((deck for other, deck in enumerate(seated) if teams[other] == teams[seat]), None)
    deck = loaded.decks.get(first) if isinstance(first, str) else first
    if first is None or deck is None or isinstance(deck, Mapping):
        return ""
    naming = (name for name, each in loaded.decks.items() if each.partner and each.partner == first)
    return getattr(deck, "partner", "") or next(naming, "")


def _own(loaded: LoadedGame, mode: Mode, seat: int) -> str:
    """A deck of the game's own; of a team with partners one that names its partner's."""
    leads = [name for name, deck in loaded.decks.items() if deck.partner]
    if leads and any(partners(mode)):
        return leads[mode.team_by_seat[seat] % len(leads)]
    own = list(loaded.decks)
    return own[seat % len(own)]

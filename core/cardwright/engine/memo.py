"""`Memo`: answers remembered with the versions of what they read."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import itemgetter
from typing import Any, Final

from cardwright.state.aspects import MINE, at

Reads = Callable[[list[int]], Any]
"""Takes the versions of some aspects out of those of all."""
MISSING: Final = object()
"""What is recalled where nothing is remembered."""
MOST: Final = 2_000
"""More answers than this are forgotten together, so that a long game does not hoard them."""


@cache
def reading(read: int, team: tuple[int, ...]) -> Reads:
    """The versions of some aspects (given as bits), for comparing; `team` are the seats whose zones are `MINE`."""
    plain = [aspect for aspect in range(MINE) if read >> aspect & 1]
    mine = [at(aspect, seat) for aspect in range(MINE) if read >> MINE + aspect & 1 for seat in team]
    return itemgetter(*plain, *mine) if read else _nothing


def _nothing(versions: list[int]) -> None:  # noqa: ARG001 - nothing is read
    return None


class Memo:
    """Answers of one running game, by any key; one that read what has changed since is no answer."""

    __slots__ = ("entries", "versions")

    def __init__(self, versions: list[int]) -> None:
        """`versions` are counted up by the edit layer, aspect by aspect."""
        self.versions = versions
        self.entries: dict[Any, tuple[Any, Reads, Any]] = {}

    def recall(self, key: Any) -> Any:
        """The answer, or `MISSING`."""
        entry = self.entries.get(key)
        if entry is None:
            return MISSING
        value, reads, seen = entry
        return value if reads(self.versions) == seen else MISSING

    def keep(self, key: Any, reads: Reads, value: Any) -> None:
        """Remember an answer that was just found."""
        if len(self.entries) >= MOST:
            self.entries.clear()
        self.entries[key] = value, reads, reads(self.versions)

    def fork(self, versions: list[int]) -> Memo:
        """The same answers for a game that goes on by itself."""
        copy = Memo(versions)
        copy.entries = self.entries.copy()
        return copy

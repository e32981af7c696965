"""Which aspects of a state there are: what a question may read and an edit may change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

# Aspects 0 to 63 are the contents of zones, by zone number; the others follow.
EXHAUSTED: Final = 64
FACE: Final = 65
LINKS: Final = 66
CLOCK: Final = 67
"""Turn and turn player."""
PHASE: Final = 68
STEP: Final = 69
WINDOW: Final = 70
CHAIN: Final = 71
MODIFIERS: Final = 72
SCOPE: Final = 73
HISTORY: Final = 74
PIECES: Final = 75
"""Pieces on cards."""
POOLS: Final = 76
"""Pieces in zones."""
WAITING: Final = 77
CONTROL: Final = 78
AWAY: Final = 79
"""Which cards outside play lie sideways (`EXHAUSTED` is about cards in play)."""
USES: Final = 80
"""Limits used up."""
SEATED: Final = frozenset({*range(64), EXHAUSTED, PIECES, POOLS, AWAY, USES})
"""Those of which an edit can say whose they are."""
ASPECTS: Final = 81
"""How many aspects there are."""
MINE: Final = 128
"""Added to an aspect of zones, or of how cards or pieces lie in them: as far as the zones of the asking seat's team go.

An edit tells of these by the seat whose zone it is, of all other aspects for all seats alike.
"""


def at(aspect: int, seat: int) -> int:
    """The place, among the versions of all aspects, of an aspect as far as the zones of a seat go."""
    return ASPECTS * (1 + seat) + aspect


def bits(found: Iterable[int]) -> int:
    """A set of aspects as bits."""
    return sum(1 << aspect for aspect in frozenset(found))

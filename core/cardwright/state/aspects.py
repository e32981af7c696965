"""Which aspects of a state there are: what a question may read and an edit may change."""

from __future__ import annotations

from typing import Final

ZONE: Final = 0
"""Aspects 0 to 63 are the contents of zones, by zone number; the others follow."""
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
ASPECTS: Final = 81
"""How many aspects there are."""

"""Numbers of the engine's own programs; the rulebook's follow."""

from typing import Final

GAME: Final = 0
WINDOW: Final = 1
DECLARE: Final = 2
CARRY: Final = 3
BATCH: Final = 4
REPLACE: Final = 5
SETTLE: Final = 6
CHAIN: Final = 7
PLANNER: Final = 8
ORDER: Final = 9
CHANCE: Final = 10
OFFER: Final = 11
RELEASE: Final = 12
DRAW: Final = 13
TAKE_PIECES: Final = 14
OWN: Final = 15
"""How many there are."""
DECIDER: Final = "decider"
"""What the game's frame keeps of who decides which seat begins, if the set-up shall not ask whom it names."""

NAMES: Final = (
    "game",
    "window",
    "declare",
    "carry out",
    "batch",
    "replace",
    "settle",
    "chain",
    "planner",
    "order",
    "chance",
    "offer",
    "release",
    "draw",
    "pieces",
)

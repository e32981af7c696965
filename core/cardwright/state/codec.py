"""State to and from plain JSON data."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from cardwright.errors import DamagedFile
from cardwright.state.game_state import GameState


def encode(state: GameState) -> bytes:
    """The state as JSON, the same for the same state whatever the order in which zones were first used."""
    copy = replace(state)
    copy.zones = dict(sorted(state.zones.items()))
    copy.pools = dict(sorted(state.pools.items()))
    copy.memory = dict(sorted(state.memory.items()))
    copy.limits = dict(sorted(state.limits.items()))
    copy.history = dict(sorted(state.history.items()))
    return msgspec.json.encode(copy)


def decode(data: bytes) -> GameState:
    """The state that `encode` was given.

    Raises:
        DamagedFile: the data is anything else.
    """
    try:
        return msgspec.json.decode(data, type=GameState)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise DamagedFile(f"not a saved state: {error}") from error

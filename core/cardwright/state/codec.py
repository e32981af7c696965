"""State to and from plain JSON data, with a format version and a checksum."""

from __future__ import annotations

import hashlib
from typing import Final

import msgspec
from msgspec.structs import replace

from cardwright.errors import DamagedFile
from cardwright.state.game_state import GameState

VERSION: Final = 1


class _Envelope(msgspec.Struct):
    format: str
    version: int
    checksum: str
    state: msgspec.Raw


def encode(state: GameState) -> bytes:
    """The state as bare JSON, the same for the same state whatever the order in which zones were first used."""
    copy = replace(state)
    copy.zones = dict(sorted(state.zones.items()))
    copy.pools = dict(sorted(state.pools.items()))
    copy.memory = dict(sorted(state.memory.items()))
    copy.limits = dict(sorted(state.limits.items()))
    copy.history = dict(sorted(state.history.items()))
    return msgspec.json.encode(copy)


def dump(state: GameState) -> bytes:
    """The state as JSON bytes."""
    body = encode(state)
    checksum = hashlib.sha256(body).hexdigest()
    return msgspec.json.encode(_Envelope("cardwright-state", VERSION, checksum, msgspec.Raw(body)))


def load(data: bytes) -> GameState:
    """The state in `data`.

    Raises:
        DamagedFile: it is not what `dump` wrote, or of another version.
    """
    try:
        envelope = msgspec.json.decode(data, type=_Envelope)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise DamagedFile(f"not a saved state: {error}") from error
    if envelope.format != "cardwright-state" or envelope.version != VERSION:
        raise DamagedFile(f"a saved state of version {envelope.version}; this engine reads version {VERSION}")
    body = bytes(envelope.state)
    if hashlib.sha256(body).hexdigest() != envelope.checksum:
        raise DamagedFile("the saved state was changed after it was written")
    try:
        return msgspec.json.decode(body, type=GameState)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise DamagedFile(f"not a saved state: {error}") from error

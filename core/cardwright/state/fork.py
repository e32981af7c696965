"""Cheap forks, and the digest of a state."""

from __future__ import annotations

import hashlib

from msgspec.structs import replace

from cardwright.state.codec import encode
from cardwright.state.frames import Frame, Waiting
from cardwright.state.game_state import GameState


def _copy_frame(frame: Frame) -> Frame:
    copy: Frame = replace(frame)
    copy.slots = frame.slots.copy()
    copy.fields = frame.fields.copy()
    copy.events = [replace(event) for event in frame.events]
    copy.waiting = [_copy_waiting(waiting) for waiting in frame.waiting]
    if frame.later:
        copy.later = [_copy_frame(each) for each in frame.later]
    if frame.event is not None:
        copy.event = replace(frame.event)
    if frame.link is not None:
        copy.link = replace(frame.link)
    return copy


def _copy_waiting(waiting: Waiting) -> Waiting:
    copy: Waiting = replace(waiting)
    copy.event = replace(waiting.event)
    return copy


def fork(state: GameState) -> GameState:
    """A state that shares the records of cards with `state`; both must copy a record before writing to it.

    Frames are copied, since a running game writes to them at every instruction; events in progress are copied where
    they are changed.
    """
    copy: GameState = replace(state)
    copy.cards = state.cards.copy()
    copy.zones = state.zones.copy()
    copy.pools = state.pools.copy()
    copy.frames = [_copy_frame(frame) for frame in state.frames]
    copy.chain = [replace(link) for link in state.chain]
    copy.waiting = [_copy_waiting(waiting) for waiting in state.waiting]
    copy.delayed = state.delayed.copy()
    copy.history = {name: past.copy() for name, past in state.history.items()}
    copy.memory = state.memory.copy()
    copy.limits = state.limits.copy()
    copy.events = state.events.copy()
    return copy


def digest(state: GameState) -> str:
    """A hash of everything in the state, the same on any machine."""
    return hashlib.sha256(encode(state)).hexdigest()[:16]

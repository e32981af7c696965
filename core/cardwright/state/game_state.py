"""`GameState`: everything of one game, as plain data."""

from __future__ import annotations

from msgspec import Struct

from cardwright.decisions.decision import Option, Pending
from cardwright.ids import NOBODY
from cardwright.state.card_state import CardState
from cardwright.state.events import Event
from cardwright.state.frames import ChainLink, Delayed, Frame, Waiting
from cardwright.state.modifiers import Modifier


class Result(Struct, frozen=True, gc=False):
    """How a game ended."""

    winners: tuple[int, ...]
    """Seats; empty for a draw."""
    losers: tuple[int, ...]
    reason: str
    rule: str = ""


class GameState(Struct, gc=False):
    """One game at one moment."""

    rng: int
    mode: str
    teams: tuple[int, ...]
    """Team number by seat."""
    homes: tuple[int, ...]
    """By seat, the seat under which shared zones of its team are kept."""
    cards: list[CardState] = []
    zones: dict[int, tuple[int, ...]] = {}
    """Zone key to uids, the top first; a missing key is an empty zone."""
    pools: dict[int, tuple[int, ...]] = {}
    """Zone key to pieces by kind number."""
    frames: list[Frame] = []
    chain: list[ChainLink] = []
    waiting: list[Waiting] = []
    leaving: tuple[int, ...] = ()
    """The uids of cards that are about to leave, in ascending order."""
    delayed: list[Delayed] = []
    modifiers: tuple[Modifier, ...] = ()
    pending: Pending | None = None
    answer: Option | None = None
    """The reply that the asking instruction has not read yet."""
    turn: int = 0
    turn_player: int = NOBODY
    phase: str = ""
    step: str = ""
    window: str = ""
    skips: tuple[str, ...] = ()
    """Phases still to come that are skipped this turn."""
    held: int = 0
    """Depth of batches in progress: checks and triggers wait while it is not 0."""
    marks: int = 0
    """Checks that may have come true, as bits."""
    history: dict[str, list[Event]] = {}
    """Past events of this turn that some `times` asks about, by name."""
    memory: dict[int, CardState] = {}
    """Last-known information by the reference that followed it, of cards that left play this turn."""
    limits: dict[str, int] = {}
    """Uses counted by seat, name or game."""
    readings: dict[str, str] = {}
    counted: tuple[tuple[int, int, str], ...] = ()
    """Seat, number of a card of its deck, and the one of its words that counts in this game."""
    asks: int = 0
    """Questions put so far, forced ones too."""
    handles: int = 0
    turn_stamp: int = 0
    """Log number at which the turn began, and its phase."""
    phase_stamp: int = 0
    logged: int = 0
    """Events so far."""
    events: list[Event] = []
    """Those since the last answer."""
    result: Result | None = None

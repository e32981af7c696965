"""`Context`: one running game as instructions, ops and hooks see it: read, propose, ask, run."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from cardwright import rng
from cardwright.decisions.decision import Option, Pending
from cardwright.engine.memo import Memo
from cardwright.engine.reading import Reading
from cardwright.errors import EngineBug
from cardwright.ids import CHANCE, HOSTED, NO_REF, zone_key
from cardwright.rulebook.expressions import Place
from cardwright.rulebook.program import Instruction
from cardwright.state import aspects, fork
from cardwright.state.card_state import CardState
from cardwright.state.edit import EMPTY, Edit
from cardwright.state.events import Event
from cardwright.state.frames import DROPPED, NOWHERE, TO_BATCH, Frame, Into

if TYPE_CHECKING:
    from cardwright.engine.linking import Linked
    from cardwright.state.game_state import GameState

DEEPEST: Final = 400
"""More frames than this are a loop without end."""
_NO_PLACE: Final = (NOWHERE, DROPPED)
_ENDS: Final = {"top": 0, "bottom": -1}


class Context(Reading):
    """Everything a running game offers to what runs in it."""

    def __init__(self, tables: Linked, state: GameState) -> None:
        """`state` may be running already."""
        super().__init__(tables, state)
        self.cells: list[dict[Any, Any]] = [EMPTY] * tables.cells
        self.edit = Edit(state, self.cells, tables.dependents, tables.watched, len(tables.pieces), tables.in_play)
        self.memo = Memo(self.edit.versions)
        self.counters: Counter[str] = Counter()
        self.reach: Any = None
        """What value functions of a plugin see of this game, once one was asked."""
        self.show_forced = False
        self.ask_chance = False
        self.keep_order = False
        """Whether shuffling leaves the order as it is, as a scenario may say."""
        self.batch: list[Event] = []
        """What the op in progress proposes."""
        self.also: list[Event] = []
        """What committing a batch brought about besides."""
        self.step: Instruction | None = None
        """The instruction in progress."""
        self.into: Into = NOWHERE

    def fork(self) -> Context:
        """A context for a copy of the state, on its own from here; what was answered is shared until it changes."""
        copy: Context = object.__new__(Context)
        copy.__dict__.update(self.__dict__)
        copy._adopt(fork.fork(self.state))
        copy.cells = self.cells.copy()
        copy.edit = Edit(
            copy.state, copy.cells, self.edit.dependents, self.edit.watched, self.edit.kinds, self.edit.in_play
        )
        copy.edit.versions = self.edit.versions.copy()
        copy.memo = self.memo.fork(copy.edit.versions)
        copy.reach = None
        copy.edit.owned = set()
        self.edit.owned = set()
        copy.counters = Counter()
        return copy

    def _adopt(self, state: GameState) -> None:
        self.state = state
        self.cards = state.cards

    # -- running

    def push(self, frame: Frame) -> None:
        """Run a frame before the one below goes on."""
        frames = self.state.frames
        if len(frames) > DEEPEST:
            raise EngineBug(f"more than {DEEPEST} frames: something starts itself without end")
        if frame.into == NOWHERE:
            frame.into = self.into
        frames.append(frame)
        self._tell_of_play(frame)

    def pop(self, frame: Frame, result: Any = None) -> None:
        """The frame is done; its result goes to the frame below."""
        frames = self.state.frames
        if frames[-1] is not frame:
            raise EngineBug("a frame ended that was not on top")
        frames.pop()
        self._tell_of_play(frame)
        if frame.scope:
            self.edit.touch(aspects.SCOPE)
        if frames and frame.into not in _NO_PLACE:
            self.store(frames[-1], frame.into, result)

    def _tell_of_play(self, frame: Frame) -> None:
        """A card begins or ceases to be played."""
        if frame.link is not None and frame.link.is_card:
            self.edit.touch(aspects.CHAIN)

    def store(self, frame: Frame, into: Into, result: Any) -> None:
        """Put a result into a slot, or a field of the nearest scope of that name."""
        slot, scope, field = into
        if slot >= 0:
            frame.slots[slot] = result
        elif into == TO_BATCH:
            frame.slots = [result]
        if scope:
            holder = self.scope_frame(scope)
            if holder is not None:
                holder.fields[field] = result
                self.edit.touch(aspects.SCOPE)
        frame.memo = result

    def ask(self, frame: Frame, seat: int, about: str, options: tuple[Option, ...], window: str = "") -> Option | None:
        """The answer; or nothing while the question is open, and the instruction will run again with it."""
        state = self.state
        answer = state.answer
        if answer is not None:
            state.answer = None
            return answer
        if seat == CHANCE and not self.ask_chance:
            state.rng, place = rng.below(state.rng, len(options))
            return options[place]
        number = state.asks
        state.asks = number + 1
        if len(options) == 1 and not self.show_forced:
            return options[0]
        if not options:
            raise EngineBug(f"a question ({about}) without a legal answer")
        state.pending = Pending(number, seat, about, options, window)
        frame.position -= 1
        return None

    # -- proposing

    def propose(self, event: Event) -> Event:
        """Add a proposal to the batch of the op in progress."""
        self.batch.append(event)
        return event

    def event(self, frame: Frame, name: str, change: str, card: CardState | None = None, **more: Any) -> Event:
        """A proposal with the cause, the source and the side of what is going on."""
        step = self.step
        cause = (step.cause if step is not None else "") or frame.cause
        source, by = frame.source, frame.controller if frame.by == -2 else frame.by  # noqa: PLR2004 - unset
        if step is not None and step.source is not None:
            found = self.tables.frame_function(step.source)(self, frame, card)
            source = self.refs(found[:1])[0] if found else NO_REF
            by = found[0].controller if found else by
        elif cause == "check":
            cause, source, by = card.touched if card is not None else ("rule", NO_REF, -1)
        elif cause == "rule":
            source, by = NO_REF, self.state.turn_player
        elif cause == "battle" and frame.scope:
            source = NO_REF
        if by < 0:
            by = self.state.turn_player
        return Event(
            self.tables.event.get(name, -1),
            change,
            None if card is None else replace(card),  # as it was: the record itself goes on changing
            cause=cause,
            source=source,
            by=by,
            rule=step.rule if step is not None else "",
            **more,
        )

    def place_for(self, place: Place, card: CardState | None, frame: Frame | None = None) -> tuple[int, int]:
        """The zone key and position a place means for a card."""
        linked = self.tables.place(place)
        return self.place_key(linked, card, frame)

    def place_key(self, linked: Any, card: CardState | None, frame: Frame | None) -> tuple[int, int]:
        """The same for a `LinkedPlace`."""
        zone, owner, hosted, position, depth, _ = linked
        holder = frame if frame is not None else Frame(-1, controller=card.controller if card is not None else -1)
        found: Any = owner(self, holder, card) if owner is not None else (holder.controller,)
        if not found:
            return -1, 0
        key = zone_key(zone, HOSTED + found[0].uid) if hosted else self.keys[zone][found[0]]
        if depth is not None:
            return key, depth(self, holder, card) - 1
        return key, _ENDS.get(position, 0)

"""`Engine`: the loop that runs the top frame until a question is open or the game is over."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from cardwright.engine.context import Context
from cardwright.engine.programs import OWN
from cardwright.errors import CardwrightError, EngineBug
from cardwright.rulebook.program import listing
from cardwright.state.card_state import CardState

if TYPE_CHECKING:
    from cardwright.engine.linking import Linked
    from cardwright.state.game_state import GameState

LONGEST: Final = 200_000
"""More instructions than this between two questions are a loop without end."""


class Engine:
    """One running game."""

    __slots__ = ("context", "state", "tables")

    def __init__(self, tables: Linked, state: GameState) -> None:
        """`state` may come from a file, in the middle of anything."""
        self.tables = tables
        self.state = state
        self.context = Context(tables, state)

    @property
    def counters(self) -> Counter[str]:
        """Exact counts of work: instructions, listings, commits, checks, closed windows."""
        return self.context.counters

    def fork(self) -> Engine:
        """A game that goes on from here on its own."""
        copy: Engine = object.__new__(Engine)
        copy.tables = self.tables
        copy.context = self.context.fork()
        copy.state = copy.context.state
        return copy

    def advance(self, show_forced: bool = False) -> None:  # noqa: FBT001, FBT002 - the one switch of running
        """Run until a question is open or the game is over; forced questions are answered unless they are shown.

        Raises:
            EngineBug: the rules run in a circle, or a definition did what no state allows.
        """
        self.context.show_forced = show_forced
        try:
            self.context.counters["instructions"] += self._run()
        except CardwrightError as error:
            if isinstance(error, EngineBug) and not error.dump:
                raise EngineBug(str(error), self.dump()) from error
            raise
        except Exception as error:
            raise EngineBug(f"{type(error).__name__}: {error}", self.dump()) from error

    def _run(self) -> int:
        """The loop: the top frame's next instruction, again and again; how many there were."""
        context, state, linked, program = self.context, self.state, self.tables.steps, self.tables.program
        frames, steps = state.frames, 0
        while state.pending is None and state.result is None:
            frame = frames[-1]
            code = linked[frame.program] or program(frame.program)
            position = frame.position
            frame.position = position + 1
            code[position](context, frame)
            steps += 1
            if steps > LONGEST:
                raise EngineBug(f"{LONGEST} instructions without a question: the rules run in a circle")
        return steps

    def resume(self, number: int) -> None:
        """Answer the open question with that option; `advance` goes on."""
        state = self.state
        pending = state.pending
        if pending is None:
            raise EngineBug("nothing is asked")
        state.answer = pending.options[number]
        state.pending = None
        state.events = []

    def value_of(self, card: CardState, name: str) -> int:
        """A number of a card as it is now."""
        return self.context.number(name, card)

    def seat_value_of(self, seat: int, query: str) -> int:
        """The answer to a query about a seat as it is now."""
        return self.context.seat_value(self.tables.queries.number(query), seat)

    def dump(self) -> str:
        """The frames as listings with their positions, and the last events, for the makers of the engine."""
        parts = [f"turn {self.state.turn}, phase {self.state.phase!r}, window {self.state.window!r}"]
        for frame in self.state.frames[-6:]:
            name = self.tables.program_name(frame.program)
            parts.append(f"frame {name} at {frame.position - 1}, slots {frame.slots!r:.300}")
            if frame.program >= OWN:
                parts.append(listing(self.tables.rulebook.programs[frame.program - OWN], frame.position - 1))
        parts += [f"event {self.tables.events[each.kind]}" for each in self.state.events[-5:]]
        return "\n".join(parts)

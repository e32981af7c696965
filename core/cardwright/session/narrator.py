"""`Narrator`: the log of a game, told to each viewer at the moment when things happen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.view.redact import Told

if TYPE_CHECKING:
    from cardwright.decisions.decision import Option, Pending
    from cardwright.rulebook.rulebook import Rulebook
    from cardwright.state.card_state import CardState
    from cardwright.state.events import Event
    from cardwright.state.game_state import GameState
    from cardwright.view.sights import Happening


class Narrator:
    """Keeps one log for each seat, and one for spectators."""

    def __init__(self, rulebook: Rulebook, seats: int, clock: tuple[int, str]) -> None:
        """`clock` is the turn and phase it begins in."""
        self._rulebook = rulebook
        self._clock = clock
        self._acted: dict[int | None, CardState] = {}
        """The card that the last act told to a viewer was about, as it was then."""
        self._lines: dict[int | None, list[Happening]] = {viewer: [] for viewer in (None, *range(seats))}

    def lines(self, viewer: int | None) -> tuple[Happening, ...]:
        """Everything told to a viewer so far."""
        return tuple(self._lines[viewer])

    def act(self, state: GameState, pending: Pending, option: Option) -> None:
        """Tell what a seat answers, before it is carried out."""
        for viewer, told in self._audience(state):
            happening = told.act(pending, option)
            if happening is not None:
                self._lines[viewer].append(happening)
                if option.card >= 0:
                    self._acted[viewer] = state.cards[option.card]

    def events(self, state: GameState, events: list[Event]) -> None:
        """Tell what has happened since the last time."""
        for viewer, told in self._audience(state):
            lines = self._lines[viewer]
            happened = [told.event(event) for event in events]
            if lines and lines[-1].act and lines[-1].hidden:
                lines[-1] = told.revealed(lines[-1], self._acted[viewer], zip(events, happened, strict=True))
            lines += happened
        self._clock = (state.turn, state.phase)

    def fork(self) -> Narrator:
        """A narrator that goes on from here on its own."""
        copy = Narrator(self._rulebook, 0, self._clock)
        copy._lines = {viewer: list(lines) for viewer, lines in self._lines.items()}
        copy._acted = dict(self._acted)
        return copy

    def _audience(self, state: GameState) -> list[tuple[int | None, Told]]:
        return [(viewer, Told(state, self._rulebook, viewer, clock=self._clock)) for viewer in self._lines]

"""Which cards a viewer may know: the one answer that the board, the log and the options share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.ids import HOSTED
from cardwright.state.card_state import DOWN, UP

if TYPE_CHECKING:
    from cardwright.rulebook.rulebook import Rulebook
    from cardwright.state.card_state import CardState
    from cardwright.state.game_state import GameState


class Allowance:
    """What one viewer (nobody in particular: a spectator) may see of a state."""

    def __init__(self, state: GameState, rulebook: Rulebook, viewer: int | None) -> None:
        """Look through the eyes of seat `viewer`."""
        self.viewer = -1 if viewer is None else viewer
        self._bit = 0 if viewer is None else 1 << viewer
        self._everybody = (1 << len(state.teams)) - 1
        mine = -1 if viewer is None else state.teams[viewer]
        self._team = tuple(seat for seat, team in enumerate(state.teams) if team == mine)
        self._home = -1 if viewer is None else state.homes[viewer]
        self._zones = rulebook.zones
        self._shared = frozenset(rulebook.modes[state.mode].team_owns)

    def knows(self, card: CardState) -> bool:
        """Whether the viewer knows which card this is; a token that is gone was open to all."""
        if card.known_to & self._bit:
            return True
        see = self._zones[card.zone].see if card.zone < len(self._zones) else "all"
        if see == "all":
            return card.face != DOWN
        if see == "nobody":
            return card.face == UP and card.known_to == self._everybody  # put there openly, so spectators saw it too
        mine = self._is_of_team(card) if see == "team" else self._owns_place(card)
        return mine or (bool(self._zones[card.zone].on) and card.face == UP)

    def tells_apart(self, card: CardState) -> bool:
        """Whether the viewer sees the card lie there as this one: known, or a back at a place of its own."""
        zone = self._zones[card.zone]
        return self.knows(card) or zone.see == "all" or bool(zone.in_play or zone.on)

    def may_know(self, audience: int) -> bool:
        """Whether the viewer is among the seats of an event's `audience`."""
        return audience in {-1, self._everybody} or bool(audience & self._bit)

    def _owns_place(self, card: CardState) -> bool:
        if card.place >= HOSTED:
            return card.owner == self.viewer
        return card.place == self.viewer or (card.place == self._home and self._zones[card.zone].name in self._shared)

    def _is_of_team(self, card: CardState) -> bool:
        return (card.owner if card.place >= HOSTED else card.place) in self._team

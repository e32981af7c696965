"""`Dealer`: what chance decides in a scenario, by its script, and else by the seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.loading.scenario_records import Pick
from cardwright.rng import below
from cardwright.testing.failure import ScenarioFailure
from cardwright.testing.matching import pick_options

if TYPE_CHECKING:
    from cardwright.decisions.decision import Pending
    from cardwright.loading.scenario_records import Script
    from cardwright.state.game_state import GameState
    from cardwright.testing.cast import Cast


class Dealer:
    """Answers for chance."""

    def __init__(self, script: Script, seed: int) -> None:
        """Follow the script; what it does not say comes from the seed."""
        self._coins = [Pick(word) for word in script.coin]
        self._dice = [Pick(number=number) for number in script.die]
        self._picks = [Pick(word) for word in script.pick]
        self._key = seed

    def fork(self) -> Dealer:
        """A dealer that goes on from here on its own."""
        copy: Dealer = object.__new__(Dealer)
        copy._coins, copy._dice, copy._picks = self._coins.copy(), self._dice.copy(), self._picks.copy()
        copy._key = self._key
        return copy

    @property
    def left(self) -> tuple[Pick, ...]:
        """What the script says and nobody asked for."""
        return (*self._coins, *self._dice, *self._picks)

    def deal(self, pending: Pending, cast: Cast, state: GameState) -> int:
        """The place of the option that chance takes."""
        first = pending.options[0]
        picks = pending.about == "choose"
        script = self._picks if picks else self._coins if first.word else self._dice
        if not script:
            self._key, place = below(self._key, len(pending.options))
            return place
        pick = script.pop(0)
        found = pick_options(pick, pending, cast, state)
        if not found:
            raise ScenarioFailure(f"`random` says {pick}, which chance cannot decide here")
        return found[0]

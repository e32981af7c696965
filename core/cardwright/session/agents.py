"""Agents: whoever answers for a seat, knowing only a view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final, Protocol

from cardwright.decisions.decision import DONE, NO, PASS, YES
from cardwright.rng import below
from cardwright.session.exchange import TAKE_OUT
from cardwright.view.redact import decision_of
from cardwright.view.sights import cards_of

if TYPE_CHECKING:
    from cardwright.decisions.decision import Decision, Option
    from cardwright.session.game import Game
    from cardwright.session.match import Match
    from cardwright.view.sights import CardSight, View


class Agent(Protocol):
    """Whoever answers for a seat."""

    def choose(self, view: View, decision: Decision) -> Option:
        """One of the decision's options; their cards are handles, as in the view."""
        ...


class RandomAgent:
    """Picks each option with the same chance, from a generator of its own."""

    def __init__(self, seed: int = 0) -> None:
        """Two agents of one seed answer alike."""
        self._key = seed

    def choose(self, view: View, decision: Decision) -> Option:  # noqa: ARG002 - the protocol
        """Any option."""
        self._key, pick = below(self._key, len(decision.options))
        return decision.options[pick]


class GreedyAgent:
    """Acts whenever it can, with its dearest card, against the other side's strongest; it never thinks ahead."""

    def __init__(self, seed: int = 0) -> None:
        """The seed decides between options that look equal."""
        self._key = seed
        self._turn = -1
        self._done: Counter[Option] = Counter()

    def choose(self, view: View, decision: Decision) -> Option:
        """The option of the highest worth."""
        if view.turn != self._turn:
            self._turn = view.turn
            self._done.clear()
        cards = {card.handle: card for card in cards_of(view)}
        worths = [self._worth(option, cards.get(option.card), decision) for option in decision.options]
        best = max(worths)
        equal = [option for option, worth in zip(decision.options, worths, strict=True) if worth == best]
        self._key, pick = below(self._key, len(equal))
        self._done[equal[pick]] += 1
        return equal[pick]

    def _worth(self, option: Option, card: CardSight | None, decision: Decision) -> int:
        fixed = _FIXED.get(option.verb)
        if fixed is not None:
            return fixed
        if decision.about == "act" and option.card < 0:
            return _ARRANGING
        strength = 0 if card is None else sum(card.values.values())
        foreign = 0 if card is None or card.controller == decision.seat else _FOREIGN
        return _ACT + strength + foreign - self._done[option] * _TIRED


_ACT: Final = 10
_ARRANGING: Final = -1
"""An act with no card moves about what is there: worth less than passing to one who does not think ahead."""
_FOREIGN: Final = 1_000_000
_TIRED: Final = 1_000_000_000
"""What was done already this turn is worth less than ending, so that acts without end end."""
_FIXED: Final = {YES: _ACT, NO: 0, DONE: 0, PASS: 0, TAKE_OUT: _ARRANGING}


class ScriptedAgent:
    """Answers from a list, by option number; then as another agent, or not at all."""

    def __init__(self, numbers: Iterable[int], then: Agent | None = None) -> None:
        """Answer `numbers` in order, `then` taking over."""
        self._numbers = iter(numbers)
        self._then = then

    def choose(self, view: View, decision: Decision) -> Option:
        """The next of the list; raises `IndexError` where there is no such option or no answer left."""
        number = next(self._numbers, None)
        if number is not None:
            return decision.options[number]
        if self._then is None:
            raise IndexError("the script has no answer left")
        return self._then.choose(view, decision)


AGENTS: Final[dict[str, Callable[[int], Agent]]] = {"random": RandomAgent, "greedy": GreedyAgent}
"""Computer players by name; each is made from a seed."""


def ask(game: Game | Match, agent: Agent, seat: int) -> int:
    """The agent's answer to the open decision of its seat, as an option number of the game, or match."""
    view = game.view(seat)
    if view.pending is None:
        raise IndexError("nothing is asked")
    decision = decision_of(view.pending)
    return decision.options.index(agent.choose(view, decision))

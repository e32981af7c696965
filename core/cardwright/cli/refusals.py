"""Why a card on the board cannot be used now, for whom it belongs to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from cardwright.decisions.decision import Act

if TYPE_CHECKING:
    from cardwright.decisions.verdict import Reason
    from cardwright.session.game import Game
    from cardwright.session.match import Match
    from cardwright.view.words import Words

_NOT_THERE: Final = frozenset({"wrong_zone", "not_an_option"})
"""Reasons that mean the action is not for this card at all."""


def refusals(game: Game | Match, seat: int, handle: int, words: Words) -> Iterator[str]:
    """One line for each action that the card under that handle is there for: what stands against it now."""
    uid = next((card.uid for card in game.state.cards if card.handle == handle), -1)
    verbs = [verb for verb, action in game.loaded.rulebook.actions.items() if action.cards is not None or action.plays]
    for verb in verbs:
        found = game.why_not(Act(verb, uid), seat)
        if not any(reason.code in _NOT_THERE for reason in found):
            yield f"{words(verb)}: {'; '.join(_told(each, words) for each in found) or 'open now'}"


def _told(reason: Reason, words: Words) -> str:
    rule = f" [{reason.rule}]" if reason.rule else ""
    return f"{words.within('refused', reason.code)}{rule}"

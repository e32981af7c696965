"""The score of a match, as it is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardwright.session.match import Match


def score_line(match: Match) -> str:
    """How many games each seat has won; and who the match, once it is over."""
    names = match.loaded.rulebook.modes[match.state.mode].seats
    wins = [f"{name} {won}" for name, won in zip(names, match.wins, strict=True)]
    drawn = [f"drawn {match.draws}"] if match.draws else []
    score = f"Match, best of {match.best_of}: {' · '.join(wins + drawn)}"
    if not match.over:
        return score
    winners = " and ".join(names[seat] for seat in match.winners)
    verdict = f"{winners} {'wins' if len(match.winners) == 1 else 'win'} the match" if winners else "the match is drawn"
    return f"{score} · {verdict}."

"""Checks an answer against its decision and nothing else."""

from __future__ import annotations

from cardwright.decisions.decision import Option, Pending
from cardwright.errors import IllegalAnswer


def option_number(pending: Pending | None, answer: object, seat: int | None = None, number: int | None = None) -> int:
    """The place of `answer` (an `Option`, or its place) among the options.

    Raises:
        IllegalAnswer: it is not one of them, nothing is asked (`over`), or it comes from another seat (`wrong_seat`) or
            for another decision (`stale`).
    """
    if pending is None:
        raise IllegalAnswer("nothing is asked: the game is over", "over")
    if seat is not None and seat != pending.seat:
        raise IllegalAnswer(f"seat {seat} is not asked", "wrong_seat")
    if number is not None and number != pending.number:
        raise IllegalAnswer(f"decision {number} is not open, {pending.number} is", "stale")
    if isinstance(answer, Option):
        if answer in pending.options:
            return pending.options.index(answer)
    elif isinstance(answer, int) and not isinstance(answer, bool) and 0 <= answer < len(pending.options):
        return answer
    raise IllegalAnswer(f"{answer!r:.200} is none of the {len(pending.options)} options", "not_an_option")

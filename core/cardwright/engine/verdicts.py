"""Verdicts: what forbids an act or a change, what lifts that, and what demands it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cardwright.decisions.verdict import Reason
from cardwright.engine.lending import borne
from cardwright.engine.queries import Applied, alive, applying, applying_of_cards, outward
from cardwright.state.card_state import CardState

if TYPE_CHECKING:
    from cardwright.engine.answers import Answers
    from cardwright.engine.questions import Question
    from cardwright.engine.reading import Reading


def blocked(c: Answers, question: Question, you: int) -> int:
    """Which general prohibitions hold for a seat now, whatever the card, as bits."""
    general_now = question.parts["forbid"].general_now
    return 0 if general_now is None else int(general_now(c, you))


def opposite(c: Reading, question: Question) -> CardState | None:
    """The card that an act is asked against: the one that acts in the running scope, where something names it."""
    return c.acting() if question.against else None


def forbidden(
    c: Answers,
    query: str,
    it: Any,
    you: int,
    other: Any = None,
    word: str = "",
    cause: str = "",
    *,
    collect: list[Reason] | None = None,
    special: bool = False,
) -> Reason | None:
    """The first reason why not, or nothing; all of them into `collect` if it is given.

    `special`: general prohibitions were asked about already. `it` is the card (or seat) asked about, `you` who would
    act, `other` the other party, `word` the heading, manner or role.
    """
    question: Question | None = c.tables.queries.by_name.get(query)
    if question is None or not question.changed or not question.parts["forbid"].there:
        return None
    part = question.parts["forbid"]
    if not isinstance(it, CardState):
        return _judge(c, question, applying(c, part, it, you, other, word, cause), it, you, other, word, cause, collect)
    reason = None
    if part.rules:
        reason = _by_rule(c, question, it, you, other, word, cause, collect, special=special)
        if reason is not None and collect is None:
            return reason
    own = borne(c, part.own, it) if it.guests else part.own.get(it.number)
    if own or outward(c, part) or (part.makeable and c.state.modifiers):
        found = applying_of_cards(c, part, it, other, word, cause)
        judged = _judge(c, question, found, it, you, other, word, cause, collect)
        return reason or judged
    return reason


def _by_rule(
    c: Answers,
    question: Question,
    card: CardState,
    you: int,
    other: Any,
    word: str,
    cause: str,
    collect: list[Reason] | None,
    *,
    special: bool,
) -> Reason | None:
    """What rules say against it: the general ones, and all the others in one function."""
    found: Reason | None = None
    for rule in () if special else question.parts["forbid"].general_of(blocked(c, question, you)):
        d = rule.definition
        if not allowed(c, question, d.reason, card, you, other, word, cause):
            reason = Reason(d.reason, d.rule)
            if collect is None:
                return reason
            collect.append(reason)
            found = found or reason
    first, rules = question.parts["forbid"].first_for(card.number)
    place = first(c, you, card, other, word, cause, 0)
    while place >= 0:
        d = rules[place].definition
        if not (d.reason and allowed(c, question, d.reason, card, you, other, word, cause)):
            reason = _reason_of(c, d.reason, d.rule)
            if collect is None:
                return reason
            collect.append(reason)
            found = found or reason
        place = first(c, you, card, other, word, cause, place + 1)
    return found


def _reason_of(c: Answers, reason: str, rule: str, card: int = -1) -> Reason:
    """The reason a prohibition names, or the general one with the rule that the rulebook gives for it."""
    return Reason(reason or "forbidden", rule or ("" if reason else c.tables.reason("forbidden").rule), card)


def _judge(
    c: Answers,
    question: Question,
    applied: Iterator[Applied],
    it: Any,
    you: int,
    other: Any,
    word: str,
    cause: str,
    collect: list[Reason] | None,
) -> Reason | None:
    """The first prohibition that is not lifted; all into `collect` if it is given."""
    found: Reason | None = None
    for linked, _, me, _ in applied:
        d = linked.definition
        if d.reason and allowed(c, question, d.reason, it, you, other, word, cause):
            continue
        reason = _reason_of(c, d.reason, d.rule, -1 if me is None else me.uid)
        if collect is None:
            return reason
        collect.append(reason)
        found = found or reason
    return found


def allowed(
    c: Answers, question: Question, reason: str, it: Any, you: int, other: Any = None, word: str = "", cause: str = ""
) -> bool:
    """Whether something lifts that reason."""
    if reason in c.lifted:
        return True
    if isinstance(it, CardState) and question.frankly_allows(it.number, it.zone, reason) and alive(c, it):
        return True
    part = question.parts["allow"]
    return part.there and any(
        reason in linked.definition.allow for linked, *_ in applying(c, part, it, you, other, word, cause)
    )


def demands(c: Reading, question: Question, card: CardState, seat: int) -> bool:
    """Whether something demands the act of the card itself, or of the seat with such a card.

    The other party of a demand on a seat is the card that acts in the running scope (an attacker).
    """
    part = question.parts["require"]
    if not part.there:
        return False
    if any(True for _ in applying(c, part, card, seat)):
        return True
    return any(
        linked.with_what is None or linked.with_what(c, you, me, card)
        for linked, _, me, you in applying(c, part, seat, seat, c.acting())
        if linked.of_seats is not None
    )

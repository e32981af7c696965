"""`OpWord` and its fellows: what a plugin registers, name and keys with its functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct


class Key(Struct, frozen=True):
    """One key of an op."""

    kind: str
    """`cards` (a set or choice), `link` (cards or chain links), `seat`, `number`, `place`, `word`, `card_number`,
    `pieces_from` (a place, or cards, to take pieces from), `pieces_to`, `modifier` (all keys of a modifier beside the
    op), `pattern`, `steps`, `value` (any expression), `flag`."""
    required: bool = False
    words: tuple[str, ...] = ()
    """The words allowed, where they are known before a game is read."""


class OpWord(Struct, frozen=True):
    """An op: the word, its keys, and what it proposes."""

    name: str
    propose: Callable[[Any, Any, dict[str, Any]], Any]
    """`propose(context, frame, arguments)`: proposes events to the batch in progress and gives the op's result."""
    keys: dict[str, Key] = {}
    event: str = ""
    """The event it reports, if one."""
    possible: Callable[[Any, Any, dict[str, Any]], bool] | None = None
    """Whether it could do something now; absent is yes."""
    rulebook_only: bool = False
    fits: Callable[[Any, Any, Any, dict[str, Any]], bool] | None = None
    """`fits(context, frame, card, keys)`: a choice written in its `what` offers only such cards."""
    reads: tuple[str, ...] = ()
    """What `possible` and `fits` read beside the keys: zones, kinds of pieces (`pieces`: any), `exhausted`, `away`,
    queries (`may.exhaust`). If it is not told, acts that hang on it are looked at anew each time."""


class QueryWord(Struct, frozen=True):
    """A value function of a game: `answer(context, card)` gives the base value of the query `name`."""

    name: str
    answer: Callable[[Any, Any], int]
    reads: tuple[str, ...] = ()
    """What it reads beside the card's definition: zones, kinds of pieces, `exhausted`, `turn`, `links` …"""


class PlannerWord(Struct, frozen=True):
    """A planner of a game.

    `plan(context, arguments, memo, answer)` gives an `Ask` or a `Plan`. `memo` is what its last `Ask` remembered
    (nothing at first), `answer` the option chosen.
    """

    name: str
    plan: Callable[..., Any]


class CurrencyWord(Struct, frozen=True):
    """How a currency is paid.

    `most(context, seat, card)` is what the seat could pay for that card at most; `plan` a planner as above, whose
    arguments are `seat`, `card` and `amount`; `quote(context, seat, card, amount)` the amount after reductions.
    """

    name: str
    most: Callable[..., int]
    plan: Callable[..., Any]
    quote: Callable[..., int] | None = None
    reads: tuple[str, ...] = ()
    """What `most` and `quote` read beside the card's definition and the currency's `from`: zones, kinds of pieces,
    `exhausted`, `away` (turned cards out of play), and queries (`value.level`). If it is told, what they answer is
    remembered until one of these changes."""
    by_card: bool = False
    """Whether `most` hangs on the card that is paid for."""


class Ask(Struct, frozen=True):
    """A planner's question."""

    seat: int
    options: tuple[Any, ...]
    """`Option`s."""
    memo: Any = None
    """Plain data, given back with the answer."""
    about: str = "pay"


class Plan(Struct, frozen=True):
    """A planner's end: the changes, committed as one batch, and its result."""

    events: tuple[Any, ...] = ()
    result: Any = None

"""The log as text: who did what, to what, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from cardwright.view.words import PLAIN, Words

if TYPE_CHECKING:
    from cardwright.view.sights import CardName, Happening

_QUIET: Final = frozenset({"phase_started", "phase_ended", "turn_ending", "turn_ended", "entered", "left"})
"""Events that another line tells already, or the phase before each line."""
_COUNTED: Final = frozenset({"pay", "number"})
"""Questions to which 0 is an answer."""


def log_lines(happenings: Iterable[Happening], seats: Sequence[str], words: Words = PLAIN) -> list[str]:
    """A stretch of the log, what other lines tell already left out, like lines in a row told once."""
    told = (log_line(each, seats, words) for each in happenings if each.act or _tells(each))
    runs = ((line, sum(1 for _ in run)) for line, run in groupby(told))
    return [f"{line} (×{count})" if count > 1 else line for line, count in runs]


def _tells(happening: Happening) -> bool:
    """Whether an event says something to a reader: not twice, and of somebody or something."""
    if happening.what == "revealed" and (happening.hidden or happening.cause == "use"):
        return False  # somebody else was shown it, or the act that declares it names it
    befalls = happening.card.number or happening.hidden or happening.seat >= 0
    return happening.what not in _QUIET and bool(befalls or happening.amount or happening.word)


def log_line(happening: Happening, seats: Sequence[str], words: Words = PLAIN) -> str:
    """One line of the log."""
    place = f"[{happening.turn} {words.within('phase', happening.phase)}]" if happening.phase else f"[{happening.turn}]"
    return " ".join((place, *(_did if happening.act else _happened)(happening, seats, words)))


def _did(happening: Happening, seats: Sequence[str], words: Words) -> Iterator[str]:
    yield f"{_seat(happening.seat, seats)}:"
    yield words(happening.what)
    card = happening.card.number or happening.hidden
    if card:
        yield words.card(happening.card)
    if happening.what == "choose" and happening.about == "choose" and not card and happening.seat >= 0:
        yield seats[happening.amount]
    elif happening.amount or (happening.about in _COUNTED and happening.word):
        yield str(happening.amount)
    if happening.word:
        yield words.within(happening.what, happening.word)


def _happened(happening: Happening, seats: Sequence[str], words: Words) -> Iterator[str]:
    yield "  "
    if happening.piece:
        yield from _moved(happening, seats, words)
        yield from _why(happening, seats, words)
        return
    about_card = bool(happening.card.number or happening.hidden)
    if about_card:
        yield words.card(happening.card)
    elif happening.seat >= 0:
        yield seats[happening.seat]
    if happening.what == "modified" and happening.amount:
        yield f"{words(happening.word)} {happening.amount:+}"
    else:
        yield from _what(happening, words)
    if happening.other.number:
        yield f"against {words.card(happening.other)}"
    if happening.come_from:
        yield f"from {_place(happening.come_from, seats, words)}"
    if happening.to:
        place = _holder(happening.to, happening.taker, seats, words)
        yield f"to {place}" if about_card else place
    yield from _why(happening, seats, words)


def _what(happening: Happening, words: Words) -> Iterator[str]:
    yield words(happening.what)
    if happening.amount:
        yield str(happening.amount)
    if happening.word not in {"", "up", happening.what}:
        yield words(happening.word)


def _moved(happening: Happening, seats: Sequence[str], words: Words) -> Iterator[str]:
    """Pieces that move: how many, from where and to where; nowhere is the supply."""
    yield f"{happening.amount} {words(happening.piece)}"
    if happening.come_from:
        yield f"from {_holder(happening.come_from, happening.giver, seats, words)}"
    if happening.to:
        yield f"to {_holder(happening.to, happening.taker, seats, words)}"


def _holder(place: str, card: CardName, seats: Sequence[str], words: Words) -> str:
    """A zone of pieces, or a card that holds some; its number on the board tells copies apart."""
    return f"{words.title(card.number, card.name)} #{card.handle}" if card.number else _place(place, seats, words)


def _place(place: str, seats: Sequence[str], words: Words) -> str:
    """A zone with its seat, or a card that holds pieces."""
    owner, _, zone = place.partition(".")
    owners = owner.split("+")
    return f"{' and '.join(owners)}'s {words(zone)}" if zone and set(owners) <= set(seats) else place


def _why(happening: Happening, seats: Sequence[str], words: Words) -> Iterator[str]:
    """The cause, and the card or the other side behind it; what the rules do has nobody behind it."""
    reasons = [] if happening.cause in {"", "rule"} else [happening.cause.replace("_", " ")]
    if happening.source.number:
        if happening.source.handle != happening.card.handle:
            reasons.append(f"by {words.card(happening.source)}")
    elif happening.by >= 0 and happening.by != happening.seat and happening.cause not in {"", "rule", "cost"}:
        reasons.append(f"by {seats[happening.by]}")
    if happening.replaced:
        reasons.append("altered")
    if reasons:
        yield f"({', '.join(reasons)})"


def _seat(seat: int, seats: Sequence[str]) -> str:
    return seats[seat] if seat >= 0 else "chance"

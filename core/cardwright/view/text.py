"""A view as plain text: the board, an option, a line of the log; columns are aligned by display width."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len, set_cell_size

from cardwright.decisions.decision import DONE, NO, PASS, YES

if TYPE_CHECKING:
    from cardwright.decisions.decision import Option
    from cardwright.view.sights import CardName, CardSight, Happening, SeatSight, View, ZoneSight

_ZONE_WIDTH: Final = 14
_NAME_WIDTH: Final = 34
_LISTED: Final = 6
_PLAIN: Final = {PASS: "pass", DONE: "done", YES: "yes", NO: "no"}
_HARMFUL: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
_JOINERS: Final = "\u200c\u200d"
"""Format signs that scripts and emoji need."""
_BACK: Final = "a hidden card"


def fit(text: str, width: int) -> str:
    """The text cut or filled to exactly `width` columns."""
    return set_cell_size(text, width) if cell_len(text) > width else text + " " * (width - cell_len(text))


def printable(text: str) -> str:
    """The text without what could move a terminal's cursor or fake another line: controls and direction marks."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(sign for sign in text if unicodedata.category(sign) not in _HARMFUL or sign in _JOINERS)


class Words:
    """Display words for the terms of a game."""

    def __init__(self, terms: Mapping[str, Mapping[str, str]], language: str = "en") -> None:
        """Show terms in `language` where the game gives it, else as they are written."""
        self._terms = terms
        self._language = language

    def __call__(self, term: str) -> str:
        """The term as people read it."""
        return self._terms.get(term, {}).get(self._language) or term.replace("_", " ")


PLAIN: Final = Words({})
"""Terms as they are written."""


def board(view: View, words: Words = PLAIN) -> str:
    """The whole table, the viewer's own side last."""
    own = max(view.viewer, 0)
    order = [seat for seat in range(len(view.seats)) if seat != own] + [own]
    lines = [_heading(view, words)]
    for seat in order:
        lines += _side(view, seat, words)
        if seat != own and view.chain:
            lines += _chain(view)
    return "\n".join(lines)


def card_label(name: CardName) -> str:
    """A card in running text."""
    return printable(f"{name.name} ({name.number})") if name.number else _BACK


def option_label(view: View, option: Option, words: Words = PLAIN) -> str:
    """One option of the viewer's own decision."""
    parts = [_PLAIN.get(option.verb, words(option.verb))]
    if option.card >= 0:
        parts.append(_option_card(view, option.card))
    if option.number >= 0:
        parts.append(f"{option.number}")
    if option.word:
        parts.append(words(option.word))
    return " ".join(parts)


def question(view: View, words: Words = PLAIN) -> str:
    """What the open decision asks, and because of which card."""
    pending = view.pending
    if pending is None:
        return ""
    about = words(pending.about) if pending.about else "thinks"
    who = view.seats[pending.seat].name if pending.seat >= 0 else "chance"
    where = f" in {words(pending.window)}" if pending.window else ""
    source = f", for {card_label(pending.source)}" if pending.source.number else ""
    return f"{who}: {about}{where}{source}"


def log_line(happening: Happening, seats: Sequence[str], words: Words = PLAIN) -> str:
    """Who did what, to what, and why."""
    place = f"[{happening.turn} {words(happening.phase)}]" if happening.phase else f"[{happening.turn}]"
    return " ".join((place, *(_did if happening.act else _happened)(happening, seats, words)))


def result_line(view: View) -> str:
    """Who won, and why."""
    result = view.result
    if result is None:
        return "The game is not over."
    names = " and ".join(view.seats[seat].name for seat in result.winners)
    ended = f"{names} wins" if len(result.winners) == 1 else f"{names} win" if names else "A draw"
    reason = f": {result.reason.replace('_', ' ')}" if result.reason else ""
    return f"{ended}{reason}{f' [{result.rule}]' if result.rule else ''}."


def _did(happening: Happening, seats: Sequence[str], words: Words) -> Iterator[str]:
    yield f"{seats[happening.seat] if happening.seat >= 0 else 'chance'}:"
    yield words(happening.what)
    if happening.card.number or happening.hidden:
        yield card_label(happening.card)
    if happening.amount:
        yield str(happening.amount)
    if happening.word:
        yield words(happening.word)


def _happened(happening: Happening, seats: Sequence[str], words: Words) -> Iterator[str]:
    yield "  "
    if happening.card.number or happening.hidden:
        yield card_label(happening.card)
    elif happening.seat >= 0:
        yield seats[happening.seat]
    yield words(happening.what)
    if happening.amount:
        yield f"{happening.amount}{f' {words(happening.piece)}' if happening.piece else ''}"
    if happening.word:
        yield words(happening.word)
    if happening.other.number:
        yield f"with {card_label(happening.other)}"
    if happening.come_from:
        yield f"from {happening.come_from}"
    if happening.to:
        yield f"to {happening.to}"
    yield from _why(happening, seats, words)


def _why(happening: Happening, seats: Sequence[str], words: Words) -> Iterator[str]:
    reasons = [] if happening.cause in {"", "rule"} else [words(happening.cause)]
    if happening.source.number:
        reasons.append(f"by {card_label(happening.source)}")
    elif happening.by >= 0 and happening.by != happening.seat:
        reasons.append(f"by {seats[happening.by]}")
    if happening.replaced:
        reasons.append("altered")
    if reasons:
        yield f"({', '.join(reasons)})"


def _option_card(view: View, handle: int) -> str:
    name = view.pending.cards.get(handle) if view.pending else None
    if name is None or not name.number:
        return f"{_BACK} #{handle}"
    return f"{card_label(name)} #{handle}"


def _heading(view: View, words: Words) -> str:
    player = view.seats[view.turn_player].name if view.turn_player >= 0 else "nobody"
    parts = [f"Turn {view.turn} of {player}", *(words(part) for part in (view.phase, view.step, view.window) if part)]
    return " · ".join(parts)


def _chain(view: View) -> list[str]:
    links = (
        f"{link.number} {view.seats[link.controller].name}: {card_label(link.card)}"
        f"{' (cancelled)' if link.cancelled else ''}"
        for link in view.chain
    )
    return [f"── chain: {' · '.join(links)}"]


def _side(view: View, seat: int, words: Words) -> list[str]:
    side = view.seats[seat]
    mark = " (you)" if seat == view.viewer else ""
    lines = [f"── {side.name}{mark} {'─' * 8} {_counts(side, words)}"]
    for zone in side.zones:
        if zone.cards:
            lines += _zone(view, zone, words)
    return lines


def _counts(side: SeatSight, words: Words) -> str:
    """Zones with nothing to read in them: their numbers only."""
    return " · ".join(
        f"{words(zone.name)} {_amount(zone, words)}"
        for zone in side.zones
        if not zone.cards and (zone.count or zone.pieces or not zone.in_play)
    )


def _amount(zone: ZoneSight, words: Words) -> str:
    return _pieces(zone.pieces, words) if zone.pieces else str(zone.count)


def _pieces(pieces: Mapping[str, int], words: Words) -> str:
    return ", ".join(f"{count} {words(kind)}" for kind, count in pieces.items())


def _zone(view: View, zone: ZoneSight, words: Words) -> list[str]:
    """A zone's cards: one a line where they matter one by one, else a list of names, the top first."""
    title = f"  {fit(words(zone.name), _ZONE_WIDTH)} "
    if not zone.in_play and zone.seat != view.viewer and all(card.known for card in zone.cards):
        return [title + _listing(zone)]
    if not zone.in_play and zone.count > _LISTED * 2:
        return [title + _listing(zone)]
    rows = [row for card in zone.cards for row in _card(card, words)]
    return [(title if number == 0 else " " * (_ZONE_WIDTH + 3)) + row for number, row in enumerate(rows)]


def _listing(zone: ZoneSight) -> str:
    shown = [_title(card) + (" (exhausted)" if card.exhausted else "") for card in zone.cards[:_LISTED]]
    more = zone.count - len(shown)
    return f"{zone.count}: {', '.join(shown)}{f' … and {more} more' if more > 0 else ''}"


def _card(card: CardSight, words: Words) -> list[str]:
    indent = "  + " if card.host >= 0 else ""
    name = fit(f"{indent}{f'{card.number} ' if card.known else ''}{_title(card)}", _NAME_WIDTH)
    notes = [
        *(_value(card, field, words) for field in card.values),
        _pieces(card.pieces, words),
        card.face if card.face != "up" else "",
        "exhausted" if card.exhausted else "",
        words(card.role),
        "leaving" if card.waiting else "",
    ]
    rows = [f"{name} {' · '.join(note for note in notes if note)} #{card.handle}"]
    for zone in card.hosted:
        held = ", ".join(_title(below) for below in zone.cards) or _amount(zone, words)
        rows.append(f"    {words(zone.name)}: {held}")
    return rows


def _title(card: CardSight) -> str:
    return printable(card.name) or _BACK


def _value(card: CardSight, field: str, words: Words) -> str:
    printed = f" ({card.printed[field]})" if field in card.printed else ""
    return f"{words(field)} {card.values[field]}{printed}"

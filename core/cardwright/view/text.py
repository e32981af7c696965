"""A view as plain text: the board, the options; columns are aligned by display width."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len

from cardwright.decisions.decision import NO, YES
from cardwright.view.between import BETWEEN
from cardwright.view.words import BACK, PLAIN, Words, fit

if TYPE_CHECKING:
    from cardwright.decisions.decision import Option
    from cardwright.view.sights import CardSight, PendingSight, View, ZoneSight

_ZONE_WIDTHS: Final = (10, 24)
_NAME_WIDTH: Final = 34
_LISTED: Final = 6
_ASKED: Final = {
    "act": "your move",
    "choose": "choose",
    "may": "yes or no?",
    "pay": "pay with what?",
    "order": "which one first?",
    "number": "how many?",
    "take_out": "take a card out of the deck?",
    "put_in": "which card takes its place?",
}
"""What a question is about, as it is put."""
_ASKED_FOR: Final = frozenset({"pay", "number", "order"})
"""Verbs that the question says already."""


def board(view: View, words: Words = PLAIN) -> str:
    """The whole table, the viewer's own side last."""
    if view.phase == BETWEEN:
        return "\n".join(_decks(view, words))
    own = max(view.viewer, 0)
    teams = [side.team for side in view.seats]
    order = sorted(range(len(teams)), key=lambda seat: (teams[seat] == teams[own], teams[seat], seat == own))
    lines = [_heading(view, words)]
    for place, seat in enumerate(order):
        first = place == 0 or teams[seat] != teams[order[place - 1]]
        lines += _shared(view, seat, words) if first else []
        lines += _side(view, seat, words)
        if view.chain and teams[seat] != teams[own] and teams[order[place + 1]] == teams[own]:
            lines += _chain(view, words)
    return "\n".join(lines)


def _shared(view: View, seat: int, words: Words) -> list[str]:
    """What the team of a seat owns together."""
    mates = [side for side in view.seats if side.team == view.seats[seat].team]
    zones = [zone for side in mates for zone in side.zones if zone.shared]
    names = " and ".join(side.name for side in mates)
    return [f"══ {names} {'═' * 8} {_numbers(zones, words)}"] if zones else []


def option_label(view: View, option: Option, words: Words = PLAIN) -> str:
    """One option of the viewer's own decision."""
    parts = [] if option.verb in _ASKED_FOR else [words(option.verb)]
    if option.card >= 0:
        parts.append(_option_card(view, option.card, words))
    if option.number >= 0 and option.verb != "order":  # there it only tells one from another
        seat = option.verb == "choose" and option.card < 0
        parts.append(view.seats[option.number].name if seat else f"{option.number}")
    if option.word and option.verb not in {YES, NO}:
        parts.append(words.within(option.verb, option.word))
    return " ".join(parts) or words(option.verb)


def question(view: View, words: Words = PLAIN) -> str:
    """What the open decision asks, and because of which card or rule."""
    pending = view.pending
    if pending is None:
        return ""
    who = view.seats[pending.seat].name if pending.seat >= 0 else "chance"
    if not pending.about:
        return f"{who} thinks"
    where = f", {words(pending.window)}" if pending.window else ""
    source = f" · for {words.card(pending.source)}" if pending.source.number else ""
    rule = f" [{pending.rule}]" if pending.rule else ""
    return f"{who}{where}: {_asked(pending, words)}{source}{rule}"


def _asked(pending: PendingSight, words: Words) -> str:
    """What a question is about: in the game's words for its planner, else in the framework's."""
    if pending.about == "phase":
        return f"hold the {words.within('phase', pending.options[0].word)}?"
    asked = words.asked(pending.planner, pending.about) or _ASKED.get(pending.about) or words(pending.about)
    return f"{asked} ({pending.amount} in all)" if pending.amount >= 0 else asked


def result_line(view: View) -> str:
    """Who won, and why."""
    result = view.result
    if result is None:
        return "The game is not over."
    names = " and ".join(view.seats[seat].name for seat in result.winners)
    ended = f"{names} wins" if len(result.winners) == 1 else f"{names} win" if names else "A draw"
    reason = f": {result.reason.replace('_', ' ')}" if result.reason else ""
    return f"{ended}{reason}{f' [{result.rule}]' if result.rule else ''}."


def _option_card(view: View, handle: int, words: Words) -> str:
    name = view.pending.cards.get(handle) if view.pending else None
    return f"{BACK if name is None else words.card(name)} #{handle}"


def _heading(view: View, words: Words) -> str:
    turn = f"Turn {view.turn} of {view.seats[view.turn_player].name}" if view.turn else "Before the first turn"
    phase = [words.within("phase", view.phase)] if view.phase else []
    parts = [turn, *phase, *(words(part) for part in (view.step, view.window) if part and part != view.phase)]
    return " · ".join(dict.fromkeys(parts))


def _chain(view: View, words: Words) -> list[str]:
    links = (
        f"{link.number} {view.seats[link.controller].name}: {words.card(link.card)}"
        f"{' (cancelled)' if link.cancelled else ''}"
        for link in view.chain
    )
    return [f"── chain: {' · '.join(links)}"]


def _decks(view: View, words: Words) -> list[str]:
    """The decks between two games: the viewer's own card by card."""
    lines = [words(view.phase).capitalize()]
    for seat, side in enumerate(view.seats):
        mark = " (you)" if seat == view.viewer else ""
        sizes = " · ".join(f"{words(zone.name)} {zone.count}" for zone in side.zones)
        lines.append(f"── {side.name}{mark} {'─' * 8} {sizes}")
        for zone in side.zones:
            lines += _pile(view, zone, words)
    return lines


def _pile(view: View, zone: ZoneSight, words: Words) -> list[str]:
    """The cards of a part of a deck, copies together."""
    copies = Counter(card.number for card in zone.cards)
    first = {card.number: card for card in reversed(zone.cards)}
    title = f"  {fit(words(zone.name), _zone_width(view, words))} "
    return [
        f"{title if number == zone.cards[0].number else ' ' * len(title)}{copies[number]} × {_in_deck(card, words)}"
        for number, card in sorted(first.items())
    ]


def _in_deck(card: CardSight, words: Words) -> str:
    name = fit(f"{card.number} {words.title(card.number, card.name)}", _NAME_WIDTH)
    return f"{name} {' · '.join(_value(card, field, words) for field in card.values)}".rstrip()


def _side(view: View, seat: int, words: Words) -> list[str]:
    side = view.seats[seat]
    mate = view.viewer >= 0 and side.team == view.seats[view.viewer].team
    mark = " (you)" if seat == view.viewer else " (partner)" if mate else ""
    own = [zone for zone in side.zones if not zone.shared]
    numbers = [_numbers(own, words), *(f"{words(name)} {value}" for name, value in side.values.items())]
    lines = [f"── {side.name}{mark} {'─' * 8} {' · '.join(each for each in numbers if each)}"]
    for zone in side.zones:
        if zone.cards:
            lines += _zone(view, zone, words)
    return lines


def _zone_width(view: View, words: Words) -> int:
    """The columns that the names of all zones with cards in them need."""
    shown = [words(zone.name) for side in view.seats for zone in side.zones if zone.cards]
    least, most = _ZONE_WIDTHS
    return min(max([least, *map(cell_len, shown)]), most)


def _numbers(zones: Iterable[ZoneSight], words: Words) -> str:
    """Zones with nothing to read in them: their numbers only."""
    return " · ".join(
        f"{words(zone.name)} {_amount(zone, words)}"
        for zone in zones
        if not zone.cards and (zone.count or zone.pieces or not zone.open)
    )


def _amount(zone: ZoneSight, words: Words) -> str:
    return _pieces(zone.pieces, words) if zone.pieces else str(zone.count)


def _pieces(pieces: Mapping[str, int], words: Words) -> str:
    return ", ".join(f"{count} {words(kind)}" for kind, count in pieces.items())


def _zone(view: View, zone: ZoneSight, words: Words) -> list[str]:
    """A zone's cards: one a line where they matter one by one, else a list of names, the top first."""
    width = _zone_width(view, words)
    title = f"  {fit(words(zone.name), width)} "
    if not zone.in_play and zone.seat != view.viewer and all(card.known for card in zone.cards):
        return [title + _listing(zone, words)]
    if not zone.in_play and zone.count > _LISTED * 2:
        return [title + _listing(zone, words)]
    rows = [row for card in zone.cards for row in _card(card, zone, words)]
    return [(title if number == 0 else " " * (width + 3)) + row for number, row in enumerate(rows)]


def _listing(zone: ZoneSight, words: Words) -> str:
    shown = [_listed(card, words) for card in zone.cards[:_LISTED]]
    more = zone.count - len(shown)
    return f"{zone.count}: {', '.join(shown)}{f' … and {more} more' if more > 0 else ''}"


def _listed(card: CardSight, words: Words) -> str:
    notes = [words("exhausted")] * card.exhausted + [words(card.face)] * (card.face != "up")
    return words.title(card.number, card.name) + (f" ({', '.join(notes)})" if notes else "")


def _card(card: CardSight, zone: ZoneSight, words: Words) -> list[str]:
    indent = "  + " if card.host >= 0 else ""
    name = fit(f"{indent}{f'{card.number} ' if card.known else ''}{words.title(card.number, card.name)}", _NAME_WIDTH)
    notes = [
        *(_value(card, field, words) for field in card.values),
        words(card.type) if card.known and not zone.in_play else "",
        _pieces(card.pieces, words),
        words(card.face) if card.face != "up" and zone.open else "",
        words("exhausted") if card.exhausted else "",
        words(card.role),
        *map(words, card.parts),
        "leaving" if card.waiting else "",
    ]
    rows = [f"{name} {' · '.join(note for note in notes if note)} #{card.handle}"]
    for guest in card.attached:
        rows += _card(guest, zone, words)
    for lying in card.hosted:
        held = ", ".join(words.title(below.number, below.name) for below in lying.cards) or _amount(lying, words)
        rows.append(f"    {words(lying.name)}: {held}")
    return rows


def _value(card: CardSight, field: str, words: Words) -> str:
    printed = f" ({card.printed[field]})" if field in card.printed else ""
    return f"{words(field)} {card.values[field]}{printed}"

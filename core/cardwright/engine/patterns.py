"""Event patterns, linked, and which abilities listen to which events."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from cardwright.engine.lending import Bearer, bearer, borne
from cardwright.engine.source_code import member_function, query_function
from cardwright.ids import ZONE_MASK
from cardwright.rulebook.modifier import Pattern
from cardwright.state.card_state import CardState
from cardwright.state.events import Event
from cardwright.state.frames import Frame

if TYPE_CHECKING:
    from cardwright.engine.linking import Linked
    from cardwright.engine.reading import Reading


class LinkedPattern:
    """A pattern with its expressions as functions."""

    def __init__(self, tables: Linked, pattern: Pattern, name: str) -> None:
        """`name` is shown in tracebacks."""
        self.pattern = pattern
        self.kinds_of_event = frozenset(tables.event[each] for each in pattern.events)
        self.own = pattern.what is not None and pattern.what.op == "self"
        self.what = None if pattern.what is None or self.own else member_function(tables, pattern.what, name)
        self.seat = None if pattern.seat is None else query_function(tables, pattern.seat, name)
        self.by = None if pattern.by is None else query_function(tables, pattern.by, name)
        self.source = None if pattern.source is None else member_function(tables, pattern.source, name)
        self.against = None if pattern.against is None else member_function(tables, pattern.against, name)
        self.come_from = frozenset(tables.zone[zone] for zone in pattern.come_from)
        self.go_to = frozenset(tables.zone[zone] for zone in pattern.go_to)
        self.kinds = frozenset(tables.kinds_of[pattern.kind]) if pattern.kind else frozenset()
        self.condition = None if pattern.condition is None else query_function(tables, pattern.condition, name)

    def fits(self, c: Reading, you: int, me: CardState | None, event: Event) -> bool:
        """Whether an event is one of those, for a listener of seat `you`."""
        return self._plain(c, event) and self._parties(c, you, me, event) and self._whole(c, you, me, event)

    def _plain(self, c: Reading, event: Event) -> bool:
        p = self.pattern
        if p.cause and event.cause not in p.cause:
            return False
        if self.come_from and c.zone_in(event, event.come_from) not in self.come_from:
            return False
        if self.go_to and c.zone_in(event, event.to) not in self.go_to:
            return False
        if self.kinds and event.piece not in self.kinds:
            return False
        return event.word == (p.phase or event.word) == (p.heading or event.word)

    def _parties(self, c: Reading, you: int, me: CardState | None, event: Event) -> bool:
        if self.own and (event.card is None or me is None or event.card.uid != me.uid):
            return False
        if self.what is not None and (event.card is None or not self.what(c, you, me, event.card)):
            return False
        if self.seat is not None and not c.befell(event, self.seat(c, you, me, None)):
            return False
        return self.by is None or event.by in self.by(c, you, me, None)

    def _whole(self, c: Reading, you: int, me: CardState | None, event: Event) -> bool:
        if self.source is not None and not _one(self.source, c, you, me, event.source):
            return False
        if self.against is not None and not _one(self.against, c, you, me, event.other):
            return False
        return self.condition is None or bool(self.condition(c, you, me, None, Frame(-1, event=event)))


def _one(test: Any, c: Reading, you: int, me: CardState | None, ref: int) -> bool:
    card = c.known_card(ref)
    return card is not None and bool(test(c, you, me, card))


class Listeners:
    """The abilities of one opener (`when` or `replace`) that listen to one kind of event."""

    def __init__(self) -> None:
        """Nobody listens yet."""
        self.own: dict[Bearer, list[tuple[int, LinkedPattern]]] = {}
        """Abilities about the card itself."""
        self.outward: dict[Bearer, list[tuple[int, LinkedPattern]]] = {}
        self.works_in: tuple[int, ...] = ()
        """Zones in which outward ones work."""


def collect(tables: Linked, opener: str) -> dict[int, Listeners]:
    """The listeners by the event's number."""
    found: dict[int, Listeners] = {}
    for number in sorted(tables.present):
        for ability, definition in tables.abilities_of(number):
            if definition.opener != opener or definition.pattern is None:
                continue
            linked = LinkedPattern(tables, definition.pattern, f"{definition.card}/{ability}")
            tables.patterns[ability] = linked
            for name in definition.pattern.events:
                listeners = found.setdefault(tables.event[name], Listeners())
                table = listeners.own if linked.own else listeners.outward
                table.setdefault(bearer(definition, number), []).append((ability, linked))
                if not linked.own:
                    zones = {*listeners.works_in, *(tables.zone[zone] for zone in definition.zones)}
                    listeners.works_in = tuple(sorted(zones))
    return found


Heard = tuple[int, LinkedPattern, CardState]
"""An ability that listens, its pattern, and its card."""


def outward_listeners(c: Reading, listeners: Listeners | None, cell: int) -> Iterable[Heard]:
    """The abilities in force that listen to what happens to others."""
    if listeners is None or not listeners.outward:
        return ()
    found: tuple[tuple[int, LinkedPattern, int], ...] | None = c.cells[cell].get(0)
    if found is None:
        found = c.cell(cell)[0] = tuple(_find(c, listeners))
    cards = c.cards  # the records now: a fork copies a record before writing to it
    return [(ability, linked, cards[uid]) for ability, linked, uid in found]


def _find(c: Reading, listeners: Listeners) -> Iterable[tuple[int, LinkedPattern, int]]:
    zones = c.tables.zones
    for zone in listeners.works_in:
        hosted = zones[zone].on
        keys = [key for key in c.state.zones if key & ZONE_MASK == zone] if hosted else dict.fromkeys(c.keys[zone])
        for key in keys:
            for uid in c.state.zones.get(key, ()):
                for ability, linked in borne(c, listeners.outward, c.cards[uid]):
                    if zones[zone].name in c.tables.abilities[ability].zones:
                        yield ability, linked, uid

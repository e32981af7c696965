"""`Names`: what the words of a scenario may be in one game, and the refusal of those that are none."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from cardwright.decisions.decision import DONE, NO, PASS, YES
from cardwright.loading.diagnostics import Path, Report, Source, nearest

if TYPE_CHECKING:
    from cardwright.rulebook.rulebook import Rulebook

REPLIES: Final = (PASS, DONE, YES, NO)
"""Verbs that are no action of a game."""
_PLACE: Final = re.compile(r"^(?P<seat>\w+)\.(?P<zone>\w+)(\.(?P<which>top|bottom|\d+))?$")
_LINK: Final = re.compile(r"^chain\.\d+$")


@dataclass(frozen=True, slots=True)
class Names:
    """The words of one game and mode, and the aliases of one scenario."""

    rulebook: Rulebook
    ledger: Collection[str]
    """The ids of the game's rules."""
    source: Source
    report: Report
    mode: str
    aliases: set[str] = field(default_factory=set)

    def of_mode(self, mode: str) -> Names:
        """The same for another mode."""
        return Names(self.rulebook, self.ledger, self.source, self.report, mode, self.aliases)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats."""
        return self.rulebook.modes[self.mode].seats

    def fault(self, where: Path, message: str, hint: str = "", *, key: bool = False) -> None:
        """Report a fault, unless the same place has one already."""
        if where not in self.report.bad.get(self.source.file, ()):
            self.report.add(self.source, where, message, hint, key=key)

    def known(self, kind: str, word: str, allowed: Iterable[str], where: Path, *, key: bool = False) -> bool:
        """Whether `word` is one of `allowed`; reports it if not."""
        words = tuple(allowed)
        if word in words:
            return True
        self.fault(where, f"unknown {kind} '{word}'", nearest(word, words) or f"the game has no {kind}", key=key)
        return False

    def seat(self, word: str, where: Path, *, key: bool = False) -> bool:
        """Whether it is a seat."""
        return self.known("seat", word, self.seats, where, key=key)

    def zone(self, word: str, where: Path, *, key: bool = False) -> bool:
        """Whether it is a zone of a seat."""
        return self.known("zone", word, (zone.name for zone in self.rulebook.zones if not zone.on), where, key=key)

    def card_number(self, word: str, where: Path) -> bool:
        """Whether it is the number of a card."""
        return self.known("card number", word, (card.number for card in self.rulebook.cards), where)

    def pieces(self, kinds: Mapping[str, int], where: Path) -> bool:
        """Whether all are kinds of pieces."""
        allowed = tuple(piece.name for piece in self.rulebook.pieces)
        unknown = [kind for kind in kinds if not self.known("kind of piece", kind, allowed, (*where, kind), key=True)]
        return not unknown

    def event(self, word: str, where: Path) -> bool:
        """Whether it is a kind of event."""
        return self.known("event", word, self.rulebook.events, where)

    def rule(self, word: str, where: Path) -> bool:
        """Whether it is an id of the ledger."""
        return self.known("rule", word, self.ledger, where)

    def because(self, word: str, where: Path) -> bool:
        """Whether it is an id of the ledger, or a reason of the rulebook."""
        return word in self.rulebook.reasons or self.rule(word, where)

    def verb(self, word: str, where: Path) -> bool:
        """Whether it is a reply, an action, or the beginning of one before a `_`."""
        actions = self.rulebook.actions
        if word in REPLIES or any(name.startswith(f"{word}_") for name in actions):
            return True
        return self.known("action", word, (*actions, *REPLIES), where, key=True)

    def window(self, word: str, where: Path) -> bool:
        """Whether it is a window."""
        return self.known("window", word, self.rulebook.windows, where)

    def phase(self, word: str, where: Path) -> bool:
        """Whether it is a phase."""
        return self.known("phase", word, self.rulebook.phases, where)

    def card(self, word: str, where: Path, *, key: bool = False) -> bool:
        """Whether it names a card: alias, number, name, place, or a link of the chain."""
        if word in self.aliases or _LINK.match(word):
            return True
        place = _PLACE.match(word)
        if place and place["seat"] in self.seats:
            return self.zone(place["zone"], where, key=key)
        if any(word == card.number or word in card.name.values() for card in self.rulebook.cards):
            return True
        known = (*self.aliases, *(card.number for card in self.rulebook.cards))
        self.fault(where, f"'{word}' names no card", nearest(word, known), key=key)
        return False

    def pick(self, word: str, where: Path) -> bool:
        """Whether it can be picked: a card, a seat, a zone, or a word of the rulebook."""
        rulebook = self.rulebook
        words = {
            *self.seats,
            *(zone.name for zone in rulebook.zones),
            *(piece.name for piece in rulebook.pieces),
            *rulebook.headings,
            *rulebook.currencies,
            *(each for field_ in rulebook.fields for each in field_.allowed),
        }
        return word in words or self.card(word, where)


def place_of(word: str) -> tuple[str, str, str] | None:
    """Seat, zone and which card (`top`, `bottom`, a number, or empty) of a place like `A.deck.top`."""
    found = _PLACE.match(word)
    return (found["seat"], found["zone"], found["which"] or "") if found else None

"""What paying, placing and counting cores need of the engine's context."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

CORE: Final = "core"
SOUL_CORE: Final = "soul_core"
"""The two kinds of core; the second is a core, too (BS-SOULCORE-02)."""
SOUL_CORES: Final = "soul_cores"
"""Both soul cores of a team, each player's one (BS-TAG-04)."""
BRAVE: Final = "brave"
DOUBLE_BRAVE: Final = "double_brave"
"""The types of cards that are attached to others."""
RESERVE: Final = "reserve"
"""The zone of a player's unused cores."""


class Table(Protocol):
    """The part of the context used here. A place of pieces, a card or a pool, is a number that only it understands."""

    def payment_places(self, seat: int, card: int) -> Sequence[int]:
        """Where the seat may take cores from to pay for a card: its pool first, then cards in their order."""

    def pool_place(self, zone: str, seat: int) -> int:
        """The place of a zone of pieces of a seat."""

    def payment_goal(self, seat: int, card: int) -> int:
        """The place that the pieces paid for a card go to."""

    def card_place(self, card: int) -> int:
        """The place of the pieces on a card."""

    def place_card(self, place: int) -> int:
        """The card at a place; -1 for a pool."""

    def pieces_at(self, place: int, kind: str) -> int:
        """How many pieces of exactly that kind lie there."""

    def pieces_event(self, kind: str, count: int, source: int, target: int) -> Any:
        """The proposal that so many pieces go from one place to another."""

    def team_seats(self, seat: int) -> Sequence[int]:
        """The seats of a seat's team, its own first."""

    def cards_in(self, zone: str, seat: int) -> Sequence[int]:
        """The cards in a zone of a seat as a set expression finds them, in order."""

    def value(
        self, name: str, card: int, *, base: int | None = None, alone: bool = False, level: int | None = None
    ) -> int:
        """The answer to `value.<name>` of a card; about one of its levels, with a base of the asker's own.

        `alone` is about the card as it would be if it stood in play attached to nothing.
        """

    def is_as_printed(self, name: str, card: int) -> bool:
        """Whether nothing at all changes the value of a card, whatever its base."""

    def words(self, name: str, card: int) -> Sequence[str]:
        """The words of a field of a card as they are now."""

    def records(self, card: int, name: str) -> Sequence[Mapping[str, Any]]:
        """The records of a record field of a card."""

    def type_of(self, card: int) -> str:
        """The printed type of a card."""

    def controller_of(self, card: int) -> int:
        """The seat that commands the card."""

    def may_attach(self, card: int, host: int, role: str, *, by_itself: bool = False) -> bool:
        """Whether nothing forbids that a card is attached in a role; to its host as it is `by_itself`, if so asked."""

    def links_of(self, card: int) -> Sequence[tuple[int, str]]:
        """What the card is attached to, each host with the role there."""

    def guests_of(self, card: int) -> Sequence[int]:
        """The cards attached to the card."""

    def attach_event(self, card: int, host: int, role: str) -> Any:
        """The proposal that a card is attached to a host in a role, off the one it has in that role."""

    def detach_event(self, card: int, host: int = -1) -> Any:
        """The proposal that a card is taken off a host, or off all of them."""

    def may(self, query: str, card: int) -> bool:
        """Whether nothing forbids what `may.<query>` asks of a card."""

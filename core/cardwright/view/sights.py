"""What a view is made of: only handles, names and numbers, so that nothing else can leak."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from cardwright.decisions.decision import Option


class CardName(Struct, frozen=True, omit_defaults=True):
    """A card as a log or an option names it; all empty for one the viewer may not know."""

    handle: int = -1
    """The name by which viewers follow this card until it is shuffled away."""
    number: str = ""
    """As printed."""
    name: str = ""


class CardSight(Struct, frozen=True, omit_defaults=True):
    """One card as the viewer sees it; of a hidden card there is only what its back shows."""

    handle: int
    number: str = ""
    name: str = ""
    type: str = ""
    face: str = "up"
    owner: int = -1
    controller: int = -1
    exhausted: bool = False
    values: dict[str, int] = {}
    """Number fields as they are now."""
    printed: dict[str, int] = {}
    """Those that are printed otherwise."""
    words: dict[str, tuple[str, ...]] = {}
    """Word fields as printed."""
    pieces: dict[str, int] = {}
    host: int = -1
    """Handle of the card it is attached to."""
    role: str = ""
    attached: tuple[CardSight, ...] = ()
    """The cards attached to it, each with its role there."""
    parts: tuple[str, ...] = ()
    """What it is in the battle, or whatever else is being carried out and remembers cards by name: `attacker`."""
    hosted: tuple[ZoneSight, ...] = ()
    """Zones on the card."""
    waiting: bool = False
    """Whether it is about to leave."""

    @property
    def known(self) -> bool:
        """Whether the viewer knows which card it is."""
        return self.number != ""


class ZoneSight(Struct, frozen=True, omit_defaults=True):
    """One zone of one seat, or of one card."""

    name: str
    seat: int = -1
    """Whose; the first seat of a team that shares it; -1 on a card."""
    count: int = 0
    cards: tuple[CardSight, ...] = ()
    """Those the viewer can tell apart, the top first."""
    pieces: dict[str, int] = {}
    in_play: bool = False
    open: bool = True
    """Whether everybody sees what lies in it."""
    shared: bool = False
    """Whether the seat's whole team owns it."""


class SeatSight(Struct, frozen=True, omit_defaults=True):
    """A player's place."""

    name: str
    team: int
    zones: tuple[ZoneSight, ...] = ()
    values: dict[str, int] = {}
    """Numbers of the seat that the game shows, those that are not 0."""


class LinkSight(Struct, frozen=True, omit_defaults=True):
    """An effect, or a card being used, that waits in the chain."""

    number: int
    controller: int
    card: CardName
    ability: int = -1
    is_card: bool = False
    cancelled: bool = False


class PendingSight(Struct, frozen=True, omit_defaults=True):
    """The open question: all of it for the seat that is asked, for others only that it is thinking."""

    seat: int
    about: str = ""
    """Empty where what it is about is nobody else's business."""
    window: str = ""
    number: int = -1
    options: tuple[Option, ...] = ()
    """Their `card` is a handle."""
    cards: dict[int, CardName] = {}
    """By handle, the cards the options are about."""
    source: CardName = CardName()
    """The card behind the question, and the number of its ability."""
    ability: int = -1
    planner: str = ""
    """The planner that asks, by its name, if one does."""
    amount: int = -1
    """What is to be paid in all, where a payment is asked."""
    program: str = ""
    """Where the asking instruction was written."""
    rule: str = ""
    """The rule that asks, if the instruction names one."""


class ResultSight(Struct, frozen=True, omit_defaults=True):
    """How the game ended."""

    winners: tuple[int, ...]
    losers: tuple[int, ...]
    reason: str = ""
    rule: str = ""


class View(Struct, frozen=True, omit_defaults=True):
    """A game as one viewer sees it."""

    game: str
    viewer: int
    """A seat, or -1 for a spectator."""
    turn: int
    turn_player: int
    phase: str = ""
    step: str = ""
    window: str = ""
    seats: tuple[SeatSight, ...] = ()
    chain: tuple[LinkSight, ...] = ()
    pending: PendingSight | None = None
    result: ResultSight | None = None


class Happening(Struct, frozen=True, omit_defaults=True):
    """One line of the log: an act of a seat, or an event, as one viewer may know it."""

    what: str
    """The event's kind, or the verb of an act."""
    act: bool = False
    """Whether a seat chose it."""
    turn: int = 0
    phase: str = ""
    seat: int = -1
    """Whom it happened to, or who acted."""
    by: int = -1
    """The side behind it."""
    card: CardName = CardName()
    other: CardName = CardName()
    source: CardName = CardName()
    cause: str = ""
    amount: int = 0
    piece: str = ""
    word: str = ""
    come_from: str = ""
    """A zone, with its seat or, if they share it, its team: `A.hand`, `A1+A2.life`."""
    to: str = ""
    giver: CardName = CardName()
    """The card `come_from` names, if it is one."""
    taker: CardName = CardName()
    """The card `to` names."""
    about: str = ""
    """What an act answered."""
    replaced: bool = False
    """Whether something changed it on the way."""
    hidden: bool = False
    """Whether it is about a card this viewer may not know."""


def cards_of(view: View) -> Iterator[CardSight]:
    """Every card of the view, those on other cards too."""
    for seat in view.seats:
        yield from _cards_in(seat.zones)


def _cards_in(zones: tuple[ZoneSight, ...]) -> Iterator[CardSight]:
    for zone in zones:
        for card in zone.cards:
            yield card
            yield from card.attached
            yield from _cards_in(card.hosted)

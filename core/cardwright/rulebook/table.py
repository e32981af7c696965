"""What a game's table is made of: modes, zones, pieces, fields, types, moves, links, currencies."""

from __future__ import annotations

from msgspec import Struct

from cardwright.rulebook.expressions import Expr, Place


class Mode(Struct, frozen=True, omit_defaults=True):
    """Seats and teams of one way to play."""

    teams: tuple[tuple[str, ...], ...]
    order: tuple[str, ...] = ()
    """Seats in turn order; absent is team by team in turn."""
    team_owns: tuple[str, ...] = ()
    """Zones that a team shares."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in turn order."""
        if self.order:
            return self.order
        deepest = max(map(len, self.teams), default=0)
        return tuple(team[place] for place in range(deepest) for team in self.teams if place < len(team))

    @property
    def team_by_seat(self) -> tuple[int, ...]:
        """The number of each seat's team."""
        team_of = {name: number for number, team in enumerate(self.teams) for name in team}
        return tuple(team_of[name] for name in self.seats)


class ZoneDef(Struct, frozen=True, omit_defaults=True):
    """A place for cards, or with `pieces` for pieces."""

    name: str
    see: str = "all"
    """`all`, `team` (of its owner), `owner` or `nobody`: who sees the cards in it."""
    ordered: bool = False
    in_play: bool = False
    on: str = ""
    """The zone whose cards host it."""
    host_leaves: Place | None = None
    """Where its cards go when the host leaves; absent is where the host goes."""
    holds: int = 0
    """The most cards; 0 is no bound."""
    blanks: dict[str, tuple[str, ...]] = {}
    """What cards lose there, by face: `always`, `down`, `reversed`."""
    empty: int = -1
    """Program run when a card is needed and none is there."""
    emptied: int = -1
    """Program run as the last card has left."""
    pieces: str = ""
    """The kind of piece it holds; such a zone holds no cards."""
    rule: str = ""


class PieceDef(Struct, frozen=True, omit_defaults=True):
    """A kind of piece."""

    name: str
    kind_of: str = ""
    supply: str = "supply"
    """What the outside of the game is called."""
    picked_by: str = ""
    never_to: tuple[str, ...] = ()
    host_leaves: Place | None = None
    """Where those on a card go when it leaves; absent is the supply."""
    rule: str = ""


class FieldDef(Struct, frozen=True, omit_defaults=True):
    """A word cards may use."""

    name: str
    kind: str
    """`number`, `words`, `record`, `condition` or `filter`."""
    allowed: tuple[str, ...] = ()
    """The words allowed; empty is any."""


class TypeDef(Struct, frozen=True, omit_defaults=True):
    """A card type."""

    name: str
    fields: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    requires: dict[str, tuple[str, ...]] = {}
    """By a field, or a word in one, the fields that a card with it must have too."""
    plays: tuple[str, ...] = ()
    """The actions that play it: the first as a rule, into `enters`; an effect plays it by the first that is open."""
    enters: str = ""
    stays: Expr | None = None
    """Enters only if; else it is spent."""
    spent: str = ""
    """Zone of its owner it goes to when used up or failed."""
    zones: tuple[str, ...] = ()
    """Where its abilities work."""
    counts_as: tuple[str, ...] = ()
    """Types it is too while it is in play and attached to nothing."""
    serves: str = ""
    """`team`: in what sets its abilities off and what they change, `you` are all seats of its controller's team."""
    token: bool = False
    """Whether it exists in play only and leaves the game otherwise."""

    @property
    def play(self) -> str:
        """The action that plays it as a rule."""
        return self.plays[0] if self.plays else ""


class QueryDef(Struct, frozen=True, omit_defaults=True):
    """A question of the game's own."""

    name: str
    of: str
    """`card`, `seat`, or `team`: a seat, and what changes the answer for a seat of its team changes it."""
    base: Expr | None = None
    """About `it`."""
    hook: str = ""
    rule: str = ""
    shown: bool = False
    """Whether the board shows it beside the seat as long as it is not 0."""


class MoveDef(Struct, frozen=True, omit_defaults=True):
    """A named move."""

    name: str
    event: str
    to: Place
    come_from: tuple[str, ...] = ()
    """Zones it applies to; empty is all."""
    waits: bool = False
    waits_if: Expr | None = None
    """About `it`."""
    waits_from: tuple[str, ...] = ()
    keeps: tuple[str, ...] = ()
    """`place`, `symbols`, `ability`, `pieces`, `goal`: what still counts while it waits."""
    rule: str = ""


class ScopeDef(Struct, frozen=True, omit_defaults=True):
    """What a running procedure remembers by name."""

    name: str
    holds: tuple[str, ...] = ()
    derived: dict[str, Expr] = {}
    """`you` is the procedure's controller."""


class LinkDef(Struct, frozen=True, omit_defaults=True):
    """A way of being attached."""

    name: str
    roles: tuple[str, ...] = ()
    turned_together: tuple[str, ...] = ()
    """Roles in which guest and host lie the same way: turned sideways if one of them was."""
    host_leaves: Place | None = None
    """Where the guest goes when its host leaves; absent is where the host goes."""
    lends: tuple[str, ...] = ()
    """Types of guests whose abilities, if they have no role, are abilities of the host while they are attached so."""
    left_behind: int = -1
    """Program run for a guest (its first slot) before its last host, which waited to leave, leaves (its second)."""


class CurrencyDef(Struct, frozen=True, omit_defaults=True):
    """What can be paid."""

    name: str
    field: str = "cost"
    """The number field of a card that it pays."""
    pieces: str = ""
    """The kind of piece moved."""
    come_from: Place | None = None
    source: Expr | None = None
    """Cards it is paid with or from."""
    to: Place | None = None
    at_most: Expr | None = None
    hook: str = ""
    rule: str = ""


class ProcedureDef(Struct, frozen=True, omit_defaults=True):
    """A named program with parameters."""

    name: str
    params: tuple[str, ...] = ()
    """They are the first slots of the program."""
    kinds: dict[str, str] = {}
    """Kind of each parameter: `cards`, `seats`, `number` or `place`."""
    defaults: dict[str, Expr | Place] = {}
    event: str = ""
    scope: str = ""
    of_team: bool = False
    """Whether its `seat` stands for its team: what happens to one happens to all of it."""
    cause: str = ""
    program: int = -1
    rule: str = ""


class DeckRules(Struct, frozen=True, omit_defaults=True):
    """What a legal deck is."""

    parts: dict[str, dict[str, int]] = {}
    """Part (`main`, `side`) to `at_least`, `at_most`, `exactly`."""
    copies_by: str = "name"
    copies: int = 0
    """The most of one; 0 is no bound."""
    over: tuple[str, ...] = ()
    """Parts counted together."""
    starts: dict[str, str] = {}
    """Part to the zone it starts in, for parts that do not start in the deck (`seal: seal`)."""
    each: Expr | None = None
    """A truth about `it`, each card, with the cards of parts that start elsewhere in place."""
    some: Expr | None = None
    """A truth about `it` that holds for at least one card."""
    types: dict[str, tuple[str, ...]] = {}
    """Part to the card types allowed in it."""
    apart: str = ""
    """The word field of which the decks of partners have no word in common."""
    lists: tuple[str, ...] = ()
    """Names of lists of limited cards given from outside."""
    rules: dict[str, str] = {}
    """Ledger ids: per part, and `copies`, `each`, `some`, `lists`, `apart`, `counts_as`."""

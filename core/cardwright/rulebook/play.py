"""How a game is played: actions, windows, the turn, triggers, checks and wins."""

from __future__ import annotations

from msgspec import Struct

from cardwright.rulebook.expressions import Expr, Place
from cardwright.rulebook.modifier import Limit


class ActionDef(Struct, frozen=True, omit_defaults=True):
    """What a seat may declare."""

    name: str
    cards: Expr | None = None
    """The cards it may be declared with, for the acting seat `you`; absent is an action without a card."""
    needs: Expr | None = None
    """A condition, `self` being the card."""
    needs_rule: str = ""
    asks: str = ""
    """Its query."""
    plays: bool = False
    """Whether it plays a card (the `play` of a type); the card's own use is then carried out."""
    uses: bool = False
    """Whether it uses an activated ability of the card."""
    user: Expr | None = None
    sides: Expr | None = None
    """The seats one of which is chosen as it is declared: its places in play are then those of `you`."""
    currency: str = ""
    cost: int = -1
    """Program of cost steps."""
    possible: bool = False
    limit: Limit | None = None
    to: Place | None = None
    """Where a declared card is put once paid."""
    face: str = ""
    program: int = -1
    """Carried out at once."""
    hook: str = ""
    rule: str = ""
    line: int = 0

    @property
    def shows(self) -> bool:
        """Whether declaring it shows the card: it is played, face up."""
        return self.plays and self.face in {"", "up"}


class WindowDef(Struct, frozen=True, omit_defaults=True):
    """A moment in which seats may act."""

    name: str
    seats: tuple[Expr, ...] = ()
    """In order; absent is the turn player alone."""
    keeps_first: bool = False
    """Whether priority returns to the first seat after each act."""
    admit: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()
    chain: bool = False
    """Whether acts become links of a chain, carried out last in, first out; else each at once."""
    ends: str = "first_pass"
    """`all_pass`, `first_pass` or `first_use`."""
    barred: Expr | None = None
    """A seat for which it holds is passed over."""
    must: Expr | None = None
    """No passing while it holds and an act is open."""
    unable: int = -1
    """Program run when a `must` finds no act."""
    changing: tuple[str, ...] = ()
    """Only effects that modify one of these values may be used."""
    rule: str = ""


class TriggerRules(Struct, frozen=True, omit_defaults=True):
    """Who orders simultaneous triggers, and when they are taken up."""

    orders: dict[str, str] = {}
    """Phase, or `else`, to `turn_player`, `each` (each seat its own, the turn player's first) or `controller`."""
    nested: str = "first"
    """`first` (those caused meanwhile go first) or `new_chain`."""
    ask: str = "when_carried_out"
    """When a `may` is decided: so, or `when_put_on_chain`."""
    batches: tuple[str, ...] = ("ordinary",)
    declared: tuple[str, ...] = ()
    """Batches that are declared at once and carried out in that order."""
    first: dict[str, int] = {}
    """Batch to the program run at declaration."""
    last: dict[str, int] = {}
    """Batch to the program run afterwards."""
    dropped: dict[str, int] = {}
    """Batch to the program run if one that was declared is dropped."""
    window: str = ""
    """Opened by a `settle` outside a window, if something waits."""
    rule: str = ""


class CheckDef(Struct, frozen=True, omit_defaults=True):
    """What the game enforces by itself."""

    of: Expr
    """The cards it befalls."""
    program: int
    """About slot 0, those cards."""
    at: str = "each_change"
    """`each_change`, `each_action` or a phase."""
    rule: str = ""


class WinDef(Struct, frozen=True, omit_defaults=True):
    """A way for a team (`it`) to win or lose."""

    loses: bool
    condition: Expr
    at: str = "each_change"
    reason: str = ""
    rule: str = ""


class MatchRules(Struct, frozen=True, omit_defaults=True):
    """What lies around a game."""

    best_of: int = 1
    first: tuple[str, ...] = ("chance",)
    side_deck: str = ""
    rules: dict[str, str] = {}

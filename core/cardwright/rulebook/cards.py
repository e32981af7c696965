"""Card and ability definitions."""

from __future__ import annotations

from msgspec import Struct

from cardwright.rulebook.expressions import Choice, Expr
from cardwright.rulebook.modifier import Limit, ModifierDef, Pattern


class Target(Struct, frozen=True, omit_defaults=True):
    """A named choice made at declaration and tested again when carried out."""

    name: str
    slot: int
    """The slot of the ability's program that holds the picks."""
    choice: Choice


class AbilityDef(Struct, frozen=True, omit_defaults=True):
    """One ability of a card: an opener and what goes with it. Keywords are expanded; their name stays as `keyword`."""

    opener: str
    """`static`, `when`, `use`, `play`, `replace` or `keyword` (a keyword read by rules alone)."""
    card: str = ""
    """Number of the card it is printed on."""
    keyword: str = ""
    zones: tuple[str, ...] = ()
    """Zones it works in."""
    role: str = ""
    """The role in which the card lends it to its host; empty is an ability of the card itself."""
    condition: Expr | None = None
    """Liveness: `if` and `levels` together, `self` being the card."""
    may: Expr | None = None
    """The seats that decide whether; absent is mandatory."""
    limit: Limit | None = None
    cost: int = -1
    """Program of the cost steps."""
    targets: tuple[Target, ...] = ()
    unpreventable: str = ""
    """`opponent` or `everyone`: whose immunities do not count."""
    overcome_only: tuple[str, ...] = ()
    """Keywords: of that side's immunities only theirs do not count."""
    overcome_except: tuple[str, ...] = ()
    """Keywords whose immunities count all the same."""
    batch: str = ""
    modifiers: tuple[ModifierDef, ...] = ()
    pattern: Pattern | None = None
    heading: str = ""
    """For `use` and `play`."""
    program: int = -1
    """What it does; its first slots are the targets."""
    text: dict[str, str] = {}
    line: int = 0

    @property
    def headings(self) -> tuple[str, ...]:
        """What it is headed by: its heading, or the events that happen to the card itself and trigger it."""
        if self.heading:
            return (self.heading,)
        return self.pattern.events if self.pattern is not None and self.pattern.what == Expr("self") else ()


class CardDef(Struct, frozen=True, omit_defaults=True):
    """One card as printed."""

    number: str
    name: dict[str, str]
    type: str
    numbers: dict[str, int] = {}
    """Number fields."""
    words: dict[str, tuple[str, ...]] = {}
    """Word fields; `keyword` among them, made from the abilities."""
    records: dict[str, tuple[dict[str, int | str], ...]] = {}
    conditions: dict[str, Expr] = {}
    filters: dict[str, Expr] = {}
    """Filter fields: a truth about the tested card."""
    written: dict[str, str] = {}
    """Its conditions and filters as the card's author wrote them, `needs` among them, for readers."""
    abilities: tuple[int, ...] = ()
    needs: Expr | None = None
    additional_cost: int = -1
    alternative_cost: int = -1
    """Programs of cost steps."""
    also_named: tuple[str, ...] = ()
    set: str = ""
    file: str = ""
    line: int = 0

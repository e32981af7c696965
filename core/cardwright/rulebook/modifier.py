"""Modifiers, event patterns, limits and durations as they are written in a rulebook or on a card."""

from __future__ import annotations

from msgspec import Struct

from cardwright.rulebook.expressions import Expr


class Pattern(Struct, frozen=True, tag="pattern", tag_field="is", omit_defaults=True):
    """Which events (or proposals) something listens to."""

    events: tuple[str, ...]
    what: Expr | None = None
    """Cards, tested on the event's card as it was."""
    seat: Expr | None = None
    by: Expr | None = None
    cause: tuple[str, ...] = ()
    source: Expr | None = None
    against: Expr | None = None
    come_from: tuple[str, ...] = ()
    """Zones."""
    go_to: tuple[str, ...] = ()
    kind: str = ""
    """A kind of piece."""
    phase: str = ""
    heading: str = ""
    condition: Expr | None = None
    together: bool = False


class ModifierDef(Struct, frozen=True, tag="modifier", tag_field="is", omit_defaults=True):
    """One change of a query's answer."""

    query: tuple[str, ...]
    change: str
    """`add`, `set`, `at_most`, `forbid`, `require` or `allow`."""
    of: Expr | None = None
    """Cards or seats it is about; absent is everything."""
    frozen: bool = True
    """In `modify`: whether `of` names the objects found when it is made (a path), or stays open (a bare filter)."""
    amount: Expr | None = None
    """A number, or words."""
    allow: tuple[str, ...] = ()
    """Reasons that do not count."""
    source: Expr | None = None
    target: Expr | None = None
    against: Expr | None = None
    with_cards: Expr | None = None
    seat: Expr | None = None
    window: str = ""
    phase: tuple[str, ...] = ()
    heading: str = ""
    manner: str = ""
    cause: str = ""
    role: str = ""
    """Asked about being attached in that role."""
    level: Expr | None = None
    condition: Expr | None = None
    """`while`."""
    final: bool = False
    reason: str = ""
    rule: str = ""
    until: str = ""
    """`end_of_battle`, `end_of_phase`, `end_of_turn`, `end_of_game`, `leaves`, or empty with `until_event`."""
    until_event: Pattern | None = None
    line: int = 0

    @property
    def word(self) -> str:
        """The heading, the manner or the role that must be asked about; empty for any."""
        return self.heading or self.manner or self.role


class Limit(Struct, frozen=True, omit_defaults=True):
    """How often something may be used."""

    span: str
    """`game`, `turn`, `phase`, `battle` or `step`."""
    count: Expr
    each: str = "copy"
    """`copy`, `name`, `seat` or `host`."""
    rule: str = ""

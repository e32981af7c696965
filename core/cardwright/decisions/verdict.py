"""`Reason`: why something may not be done, or must be."""

from __future__ import annotations

from msgspec import Struct


class Reason(Struct, frozen=True, omit_defaults=True):
    """What stands in the way of an act."""

    code: str
    """A reason of the rulebook (`exhausted`) or a built-in one (`wrong_window`, `cannot_pay` …)."""
    rule: str = ""
    """The ledger id, where a rule forbids it."""
    card: int = -1
    """The physical card whose text forbids it."""
    text: str = ""

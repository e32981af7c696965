"""`LedgerRule`: one rule of a game's rulebook in own words, which definitions cite and tests cover."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from cardwright.loading.diagnostics import Report, Source


class LedgerRule(Struct, frozen=True, omit_defaults=True):
    """One rule."""

    id: str
    source: str
    """The section of the printed rules."""
    rule: str
    note: str = ""
    """How a silence or a contradiction of the printed rules is read."""
    untestable: str = ""
    """Why no test can cover it, if none can."""


def ledger_of(source: Source, report: Report) -> dict[str, LedgerRule]:
    """The rules of a ledger file by id."""
    from cardwright.loading.schema.files import LEDGER  # pydantic, needed only where the cache misses
    from cardwright.loading.shape import check_shape

    check_shape(LEDGER, source, (), source.data, report)
    rules: dict[str, LedgerRule] = {}
    for number, each in enumerate(source.data if isinstance(source.data, list) else ()):
        if report.flawed(source, (number,)):
            continue
        if each["id"] in rules:
            report.add(source, (number, "id"), f"rule '{each['id']}' is here twice", "an id is used once")
        rules[each["id"]] = LedgerRule(**each)
    return rules

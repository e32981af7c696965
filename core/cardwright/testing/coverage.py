"""`Coverage`: which rules of a game's ledger have a passing scenario, or a passing test marked with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardwright.session.catalog import LoadedGame
    from cardwright.testing.proofs import Proof
    from cardwright.testing.scenario import Outcome


@dataclass(frozen=True, slots=True)
class Coverage:
    """The ids of one ledger by what proves them."""

    game: str
    covered: Mapping[str, tuple[str, ...]]
    """Rule id to the passing scenarios, and marked tests, that name it."""
    untestable: Mapping[str, str]
    """Rule id to the reason why nothing can prove it."""
    uncovered: tuple[str, ...]
    failed: tuple[str, ...] = ()
    """Scenarios and tests that did not pass; they cover nothing."""

    @property
    def total(self) -> int:
        """How many rules the ledger has."""
        return len(self.covered) + len(self.untestable) + len(self.uncovered)

    def counts(self) -> dict[str, Any]:
        """The report as plain data, with stable keys."""
        return {
            "game": self.game,
            "total": self.total,
            "covered": len(self.covered),
            "untestable": len(self.untestable),
            "uncovered": list(self.uncovered),
            "scenarios": {rule: list(names) for rule, names in self.covered.items()},
            "failed": list(self.failed),
        }


def coverage(loaded: LoadedGame, outcomes: Iterable[Outcome], proofs: Iterable[Proof] = ()) -> Coverage:
    """What the outcomes of scenarios, and of marked tests, cover, in the ledger's order."""
    results = [
        *((each.scenario.id, each.scenario.rules, each.passed) for each in outcomes if each.scenario.game == loaded.id),
        *((each.id, each.rules, each.passed) for each in proofs),
    ]
    proved: dict[str, list[str]] = {}
    for name, rules, passed in results:
        for rule in rules if passed else ():
            proved.setdefault(rule, []).append(name)
    reasons = {rule: entry.untestable for rule, entry in loaded.ledger.items() if rule not in proved}
    return Coverage(
        loaded.id,
        {rule: tuple(proved[rule]) for rule in loaded.ledger if rule in proved},
        {rule: reason for rule, reason in reasons.items() if reason},
        tuple(rule for rule, reason in reasons.items() if not reason),
        tuple(name for name, _, passed in results if not passed),
    )

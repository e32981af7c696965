"""`Coverage`: which rules of a game's ledger have a passing scenario."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardwright.session.catalog import LoadedGame
    from cardwright.testing.scenario import Outcome


@dataclass(frozen=True, slots=True)
class Coverage:
    """The ids of one ledger by what proves them."""

    game: str
    covered: Mapping[str, tuple[str, ...]]
    """Rule id to the passing scenarios that name it."""
    untestable: Mapping[str, str]
    """Rule id to the reason why no scenario can prove it."""
    uncovered: tuple[str, ...]
    failed: tuple[str, ...] = ()
    """Scenarios that did not pass; they cover nothing."""

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


def coverage(loaded: LoadedGame, outcomes: Iterable[Outcome]) -> Coverage:
    """What the outcomes cover, in the ledger's order."""
    results = [outcome for outcome in outcomes if outcome.scenario.game == loaded.id]
    proofs: dict[str, list[str]] = {}
    for outcome in results:
        for rule in outcome.scenario.rules if outcome.passed else ():
            proofs.setdefault(rule, []).append(outcome.scenario.id)
    reasons = {rule: entry.untestable for rule, entry in loaded.ledger.items() if rule not in proofs}
    return Coverage(
        loaded.id,
        {rule: tuple(proofs[rule]) for rule in loaded.ledger if rule in proofs},
        {rule: reason for rule, reason in reasons.items() if reason},
        tuple(rule for rule, reason in reasons.items() if not reason),
        tuple(outcome.scenario.id for outcome in results if not outcome.passed),
    )

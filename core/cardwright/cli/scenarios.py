"""`cardwright test` and `cardwright coverage`: scenarios run, and what they prove."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.cli.output import FAILED, complain, say, stop
from cardwright.session.catalog import load_game
from cardwright.testing.coverage import coverage
from cardwright.testing.files import read_files, scenario_files, scenarios_of
from cardwright.testing.proofs import proof_files, run_proofs
from cardwright.testing.scenario import Runner, run_all

if TYPE_CHECKING:
    from cardwright.testing.proofs import Proof
    from cardwright.testing.scenario import Outcome


def run_paths(paths: list[Path], *, verbose: bool) -> None:
    """Run every scenario of the files and folders; status 1 if one fails."""
    scenarios = read_files(scenario_files(paths))
    if not scenarios:
        stop("there are no scenarios")
    runners: dict[str, Runner] = {}
    failed = 0
    for scenario in scenarios:
        if scenario.game not in runners:
            runners[scenario.game] = Runner(load_game(scenario.game))
        outcome = runners[scenario.game].run(scenario)
        failed += not outcome.passed
        _show(outcome, verbose=verbose)
    say(f"{len(scenarios) - failed} passed, {failed} failed")
    if failed:
        stop("", FAILED)


def show_coverage(game: str, paths: list[Path], *, as_json: bool) -> None:
    """Which rules of the ledger something in `paths`, or else the current folder, proves: a scenario, a marked test."""
    loaded = load_game(game)
    looked = paths or [Path()]
    scenarios = scenarios_of(loaded.id, [path for path in looked if path.suffix != ".py"])
    tests = list(proof_files(loaded.ledger, looked))
    if not scenarios and not tests:
        stop(f"there are no scenarios of {loaded.id} {'there' if paths else 'in or below this folder'}")
    found = coverage(loaded, run_all(loaded, scenarios), _run(tests))
    if as_json:
        say(json.dumps(found.counts(), ensure_ascii=False))
        return
    say(f"{found.game}: {found.total} rules")
    say(f"  covered     {len(found.covered):4}")
    say(f"  untestable  {len(found.untestable):4}")
    say(f"  uncovered   {len(found.uncovered):4}")
    for rule in found.uncovered:
        say(f"    {rule}  {loaded.ledger[rule].rule}")
    for name in found.failed:
        say(f"  failed, so it covers nothing: {name}")


def _run(tests: list[Path]) -> list[Proof]:
    """What came of marked tests, if whoever installed cardwright wanted to test."""
    if tests and find_spec("pytest") is None:
        complain(
            f"cardwright: pytest is not installed, so these marked tests do not count: {', '.join(map(str, tests))}"
        )
        return []
    return run_proofs(tests)


def _show(outcome: Outcome, *, verbose: bool) -> None:
    if verbose or not outcome.passed:
        say(f"{'passed' if outcome.passed else 'FAILED'}  {outcome.scenario.id}: {outcome.scenario.title}")
    if verbose:
        for line in outcome.done:
            say(f"    {line}")
    if not outcome.passed:
        say(outcome.failure)

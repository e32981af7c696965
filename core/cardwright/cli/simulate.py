"""`cardwright simulate`: many games, or matches, counted."""

from __future__ import annotations

import json
import math
import sys
import time  # noqa: TID251 - the command measures speed; no game sees its clock
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cardwright.cli.output import FAILED, INTERRUPTED, console, say, stop
from cardwright.session.agents import AGENTS
from cardwright.session.catalog import load_game
from cardwright.session.decks import choose_decks, find_mode
from cardwright.session.match import games_of
from cardwright.session.record import write_record
from cardwright.session.simulate import RANDOM, Plan, simulate, summary

if TYPE_CHECKING:
    from cardwright.cli.seating import Seating
    from cardwright.session.simulate import Played, Summary

_Z: Final = 1.959963984540054
"""The normal quantile of a 95 % interval."""


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a share, after Wilson."""
    if not games:
        return 0.0, 1.0
    share = wins / games
    spread = _Z * _Z / games
    middle = share + spread / 2
    half = _Z * math.sqrt(share * (1 - share) / games + spread / (4 * games))
    return max((middle - half) / (1 + spread), 0.0), min((middle + half) / (1 + spread), 1.0)


def simulate_games(
    name: str,
    seating: Seating,
    number: int,
    jobs: int,
    seed: int,
    faults: Path | None,
    best_of: int | None,
    *,
    as_json: bool,
) -> None:
    """Play, and print what came of it; matches of `best_of` games, 0 for the rulebook's number, if it is given."""
    loaded = load_game(name)
    names = find_mode(loaded, seating.mode).seats
    players = seating.find_players(len(names), AGENTS, RANDOM)
    decks = choose_decks(loaded, seating.find_decks(loaded), seating.mode)
    games = 0 if best_of is None else games_of(loaded, best_of)
    plan = Plan(loaded.id, decks, tuple(players), seed, seating.mode, games)
    played, seconds, interrupted = _played(plan, number, jobs, quiet=as_json)
    counted = summary(played, len(names))
    single = summary([game for match in played for game in match.games], len(names)) if games else counted
    records = [_keep(game, loaded.id, faults) for game in played if game.fault]
    if as_json:
        say(json.dumps(_report(plan, names, counted, single, seconds, records), ensure_ascii=False))
    else:
        _print_table(plan, names, counted, single, seconds)
    what = "matches" if games else "games"
    if interrupted:
        stop(f"interrupted after {counted.games} of {number} {what}", INTERRUPTED)
    if counted.faults:
        stop("\n".join([f"some {what} broke:", *records]), FAILED)


def _played(plan: Plan, number: int, jobs: int, *, quiet: bool) -> tuple[list[Played], float, bool]:
    """The games that are over, how many seconds they took, and whether they were interrupted."""
    began = time.perf_counter()
    played: list[Played] = []
    interrupted = False
    try:
        with _progress(number, played, quiet=quiet) as told:
            simulate(plan, number, jobs, told)
    except KeyboardInterrupt:
        interrupted = True
    return played, time.perf_counter() - began, interrupted


@contextmanager
def _progress(number: int, played: list[Played], *, quiet: bool) -> Iterator[Callable[[Sequence[Played]], None]]:
    """Collects the games that are over; shows a bar on the error stream, if somebody looks at it."""
    if quiet or not sys.stderr.isatty():
        yield played.extend
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("played", total=number)

        def advance(games: Sequence[Played]) -> None:
            played.extend(games)
            bar.advance(task, len(games))

        yield advance


def _report(
    plan: Plan, names: Sequence[str], counted: Summary, single: Summary, seconds: float, records: list[str]
) -> dict[str, object]:
    """The keys of the JSON; of matches, `single` counts their games."""
    matches = {
        "matches": counted.games,
        "best_of": plan.best_of,
        "match_wins": dict(zip(names, counted.wins, strict=True)),
        "match_draws": counted.draws,
    }
    return {
        "game": plan.game,
        "mode": plan.mode,
        "seed": plan.seed,
        "decks": [deck.name for deck in plan.decks],
        **(matches if plan.best_of else {}),
        "games": single.games,
        "faults": counted.faults,
        "wins": dict(zip(names, single.wins, strict=True)),
        "draws": single.draws,
        "turns": single.turns,
        "decisions": counted.decisions,
        "asks": counted.asks,
        "seconds": round(seconds, 3),
        "decisions_per_second": round(counted.decisions / seconds),
        "asks_per_second": round(counted.asks / seconds),
        "fault_records": records,
    }


def _print_table(plan: Plan, names: Sequence[str], counted: Summary, single: Summary, seconds: float) -> None:
    from rich.table import Table

    whole = counted.games - counted.faults
    what = f"matches, best of {plan.best_of}" if plan.best_of else "games"
    table = Table(title=f"{plan.game}: {counted.games} {what}, seed {plan.seed}")
    for heading in ("seat", "player", "deck"):
        table.add_column(heading)
    for heading in ("wins", "share", "95 % interval", *(["games won"] if plan.best_of else [])):
        table.add_column(heading, justify="right")
    for seat, name in enumerate(names):
        wins = counted.wins[seat]
        low, high = wilson(wins, whole)
        share = f"{wins / whole:.1%}" if whole else "-"
        row = [name, plan.players[seat], plan.decks[seat].name, str(wins), share, f"{low:.1%} to {high:.1%}"]
        table.add_row(*row, *([str(single.wins[seat])] if plan.best_of else []))
    output = console()
    output.print(table)
    output.print(_averages(plan, counted, single), soft_wrap=True)
    output.print(
        f"{counted.decisions} decisions, {counted.asks} asks in {seconds:.2f} s: "
        f"{counted.decisions / seconds:.0f} decisions/s, {counted.asks / seconds:.0f} asks/s",
        soft_wrap=True,
    )


def _averages(plan: Plan, counted: Summary, single: Summary) -> str:
    """Draws, faults, and how long it all was."""
    turns = single.turns / max(single.games - single.faults, 1)
    decisions = counted.decisions / max(counted.games, 1)
    if not plan.best_of:
        return (
            f"draws {counted.draws} · faults {counted.faults} · turns {turns:.1f} a game · "
            f"decisions {decisions:.1f} a game"
        )
    return (
        f"drawn matches {counted.draws} · faults {counted.faults} · "
        f"games {single.games / max(counted.games, 1):.1f} a match, {single.draws} drawn · "
        f"turns {turns:.1f} a game · decisions {decisions:.1f} a match"
    )


def _keep(game: Played, name: str, folder: Path | None) -> str:
    """Where the record of a broken game is, and what broke it."""
    if game.record is None:
        return f"game {game.index}: {game.fault}"
    if folder is None:
        from platformdirs import user_state_path

        folder = user_state_path("cardwright") / "faults"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}-{game.seed}.json"
    write_record(path, game.record)
    return f"game {game.index}: {game.fault.splitlines()[0]} (record: {path})"

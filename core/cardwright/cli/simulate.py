"""`cardwright simulate`: many games, counted."""

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
from cardwright.session.record import write_record
from cardwright.session.simulate import RANDOM, Plan, simulate, summary
from cardwright.view.names import seat_names

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
    name: str, seating: Seating, number: int, jobs: int, seed: int, faults: Path | None, *, as_json: bool
) -> None:
    """Play, and print what came of it."""
    loaded = load_game(name)
    names = seat_names(find_mode(loaded, seating.mode))
    players = seating.find_players(len(names), AGENTS, RANDOM)
    decks = choose_decks(loaded, seating.find_decks(loaded), seating.mode)
    plan = Plan(loaded.id, decks, tuple(players), seed, seating.mode)
    played, seconds, interrupted = _played(plan, number, jobs, quiet=as_json)
    counted = summary(played, len(names))
    records = [_keep(game, loaded.id, faults) for game in played if game.fault]
    if as_json:
        say(json.dumps(_report(plan, names, counted, seconds, records), ensure_ascii=False))
    else:
        _print_table(plan, names, counted, seconds)
    if interrupted:
        stop(f"interrupted after {counted.games} of {number} games", INTERRUPTED)
    if counted.faults:
        stop("\n".join(["some games broke:", *records]), FAILED)


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
        task = bar.add_task("games", total=number)

        def advance(games: Sequence[Played]) -> None:
            played.extend(games)
            bar.advance(task, len(games))

        yield advance


def _report(
    plan: Plan, names: Sequence[str], counted: Summary, seconds: float, records: list[str]
) -> dict[str, object]:
    return {
        "game": plan.game,
        "mode": plan.mode,
        "seed": plan.seed,
        "decks": [deck.name for deck in plan.decks],
        "games": counted.games,
        "faults": counted.faults,
        "wins": dict(zip(names, counted.wins, strict=True)),
        "draws": counted.draws,
        "turns": counted.turns,
        "decisions": counted.decisions,
        "asks": counted.asks,
        "seconds": round(seconds, 3),
        "decisions_per_second": round(counted.decisions / seconds),
        "asks_per_second": round(counted.asks / seconds),
        "fault_records": records,
    }


def _print_table(plan: Plan, names: Sequence[str], counted: Summary, seconds: float) -> None:
    from rich.table import Table

    whole = counted.games - counted.faults
    table = Table(title=f"{plan.game}: {counted.games} games, seed {plan.seed}")
    for heading in ("seat", "player", "deck"):
        table.add_column(heading)
    for heading in ("wins", "share", "95 % interval"):
        table.add_column(heading, justify="right")
    for seat, name in enumerate(names):
        wins = counted.wins[seat]
        low, high = wilson(wins, whole)
        share = f"{wins / whole:.1%}" if whole else "-"
        table.add_row(name, plan.players[seat], plan.decks[seat].name, str(wins), share, f"{low:.1%} to {high:.1%}")
    output = console()
    output.print(table)
    each = max(whole, 1)
    output.print(
        f"draws {counted.draws} · faults {counted.faults} · turns {counted.turns / each:.1f} a game · "
        f"decisions {counted.decisions / max(counted.games, 1):.1f} a game",
        soft_wrap=True,
    )
    output.print(
        f"{counted.decisions} decisions, {counted.asks} asks in {seconds:.2f} s: "
        f"{counted.decisions / seconds:.0f} decisions/s, {counted.asks / seconds:.0f} asks/s",
        soft_wrap=True,
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

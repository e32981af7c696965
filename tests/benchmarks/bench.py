"""Speed of every game beside two peers, all in one run: `make bench`, or `python tests/benchmarks/bench.py --json FILE`.

The peers are dgisim 0.5 (uniformly random play) and RLCard's uno (random legal actions, seeded once). They are measured in
rounds with the games, so that a machine whose speed drifts shifts all of them alike, and what counts is the ratios.
Without the peers installed (`pip install -e .[bench]`) their columns stay empty.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import subprocess
import sys
import time  # noqa: TID251 - measuring time is what this is for
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from cardwright.engine.actions import options
from cardwright.engine.machine import Engine
from cardwright.hooks.manager import load_games
from cardwright.loading.load import load_definitions
from cardwright.ops import BUILT_IN
from cardwright.rng import below
from cardwright.session.catalog import LoadedGame, load_game
from cardwright.session.game import Game
from cardwright.state import codec

ROUNDS: Final = 5
GAMES: Final = 6
"""Games of each kind in one round."""
DGISIM_TARGET: Final = 40.0
UNO_TARGET: Final = 2.0
FORK_TARGET: Final = 60.0
"""Microseconds for a fork and one decision; or one and a half times a decision, whichever is more."""
COUNTED: Final = ("instructions", "listings", "lists made", "commits", "checks", "closed windows")


def engines(loaded: LoadedGame, seeds: range) -> Iterator[Engine]:
    """New games at their first decision."""
    for seed in seeds:
        yield Game.new(loaded, seed=seed, log=False, digests=False).engine


def play_out(engine: Engine, key: int) -> tuple[int, int]:
    """Play uniformly at random to the end; the generator's key, and how many decisions there were."""
    decisions = 0
    while engine.state.result is None:
        pending = engine.state.pending
        assert pending is not None
        key, place = below(key, len(pending.options))
        engine.resume(place)
        engine.advance()
        decisions += 1
    return key, decisions


def random_play(loaded: LoadedGame, first: int) -> tuple[float, float]:
    """Decisions a second and asks a second."""
    ready = list(engines(loaded, range(first, first + GAMES)))
    decisions, key = 0, first
    start = time.perf_counter()
    for engine in ready:
        key, more = play_out(engine, key)
        decisions += more
    seconds = time.perf_counter() - start
    return decisions / seconds, sum(engine.state.asks for engine in ready) / seconds


def dgisim_play() -> float:
    """Steps a second of random play in dgisim."""
    import random  # noqa: TID251 - dgisim draws from it

    from dgisim import GameState, GameStateMachine
    from dgisim.agents import RandomAgent

    random.seed(1)
    machine = GameStateMachine(GameState.from_default(), RandomAgent(), RandomAgent())
    steps, start = 0, time.perf_counter()
    while not machine.game_end():
        machine.player_step()
        steps += 1
    return steps / (time.perf_counter() - start)


def uno_play() -> Callable[[], float]:
    """A function that gives steps a second of RLCard's uno; the environment is seeded once."""
    import numpy
    import rlcard

    environment = rlcard.make("uno", config={"seed": 1})
    dice = numpy.random.RandomState(3)

    def run() -> float:
        steps, start = 0, time.perf_counter()
        for _ in range(10):
            state, _ = environment.reset()
            while not environment.is_over():
                state, _ = environment.step(dice.choice(list(state["legal_actions"].keys())))
                steps += 1
        return steps / (time.perf_counter() - start)

    return run


def peers() -> dict[str, Callable[[], float]]:
    """The peers that are installed."""
    found: dict[str, Callable[[], float]] = {}
    try:
        import dgisim  # noqa: F401 - only whether it is there

        found["dgisim"] = dgisim_play
        found["uno"] = uno_play()
    except ImportError as error:
        print(f"a peer is not installed: {error}", file=sys.stderr)
    return found


def microseconds(work: Callable[[], Any], times: int = 200) -> float:
    """The median time of some work."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken) * 1e6


def halfway(loaded: LoadedGame) -> Engine:
    """A game after twenty random decisions or more, at a question of what to do."""
    key = 5
    for engine in engines(loaded, range(1000)):
        for number in range(200):
            pending = engine.state.pending
            if pending is None:
                break
            if number >= 20 and pending.about == "act" and len(pending.options) > 2:  # noqa: PLR2004 - a real choice
                return engine
            key, place = below(key, len(pending.options))
            engine.resume(place)
            engine.advance()
    raise ValueError("no game came so far")


def parts(loaded: LoadedGame) -> dict[str, float]:
    """Microseconds of single things, in the middle of a game."""
    engine = halfway(loaded)
    pending = engine.state.pending
    assert pending is not None
    window = loaded.rulebook.windows[pending.window]

    def list_options() -> None:
        for cell in engine.context.cells:
            cell.clear()
        options(engine.context, pending.seat, window)

    def decide() -> None:
        ahead = engine.fork()
        ahead.resume(0)
        ahead.advance()

    data = codec.dump(engine.state)
    return {
        "list from nothing": microseconds(list_options),
        "fork": microseconds(engine.fork),
        "fork and decide": microseconds(decide),
        "save": microseconds(lambda: codec.dump(engine.state)),
        "load": microseconds(lambda: Engine(loaded.tables, codec.load(data))),
    }


def counters(loaded: LoadedGame) -> dict[str, float]:
    """Exact counts of work for each decision: the same on any machine."""
    total: dict[str, float] = dict.fromkeys(COUNTED, 0.0)
    decisions, key = 0, 1
    for engine in engines(loaded, range(10)):
        key, more = play_out(engine, key)
        decisions += more
        for name in COUNTED:
            total[name] += engine.counters[name]
    return {name: round(count / decisions, 3) for name, count in total.items()}


def loading(game: str) -> dict[str, float]:
    """Milliseconds to load a game from its YAML files, and from the cache."""
    games = load_games()
    entry, registry = games.entries[game], games.registry(game, BUILT_IN)
    load_definitions(entry, registry)
    return {
        "load cold": microseconds(lambda: load_definitions(entry, registry, cache=False), 1) / 1000,
        "load from cache": microseconds(lambda: load_definitions(entry, registry), 5) / 1000,
    }


def process_seconds(*command: str) -> float:
    """The median time of a whole process."""
    taken = []
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-m", "cardwright", *command], check=True, capture_output=True)  # noqa: S603
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def measure() -> dict[str, Any]:
    """Everything, as plain data."""
    games = {game: load_game(game) for game in sorted(load_games().entries)}
    others = peers()
    rounds: list[dict[str, Any]] = []
    for number in range(ROUNDS):
        row: dict[str, Any] = {name: run() for name, run in others.items()}
        for game, loaded in games.items():
            row[game] = random_play(loaded, 1000 * number)
        rounds.append(row)
    report: dict[str, Any] = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "cardwright games, seconds": process_seconds("games"),
        "peers": {name: statistics.median(row[name] for row in rounds) for name in others},
        "games": {},
    }
    for game, loaded in games.items():
        report["games"][game] = _game(game, loaded, rounds, others)
    return report


def _game(game: str, loaded: LoadedGame, rounds: list[dict[str, Any]], others: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "decisions a second": statistics.median(row[game][0] for row in rounds),
        "asks a second": statistics.median(row[game][1] for row in rounds),
        **parts(loaded),
        **loading(game),
        "counters": counters(loaded),
    }
    if "dgisim" in others:
        found["x dgisim"] = statistics.median(row[game][0] / row["dgisim"] for row in rounds)
    if "uno" in others:
        found["x uno"] = statistics.median(row[game][1] / row["uno"] for row in rounds)
    return found


def verdicts(found: dict[str, Any]) -> dict[str, bool]:
    """Which targets a game reaches."""
    decision = 1e6 / found["decisions a second"]
    reached = {
        f"fork and decide <= {FORK_TARGET:.0f} µs or 1.5 decisions": found["fork and decide"]
        <= max(FORK_TARGET, 1.5 * decision),
        "from cache <= 100 ms": found["load from cache"] <= 100,  # noqa: PLR2004 - the target
    }
    if "x dgisim" in found:
        reached[f">= {DGISIM_TARGET:.0f} x dgisim"] = found["x dgisim"] >= DGISIM_TARGET
    if "x uno" in found:
        reached[f">= {UNO_TARGET:.0f} x uno"] = found["x uno"] >= UNO_TARGET
    return reached


def show(report: dict[str, Any]) -> None:
    """The report as a table."""
    games = report["games"]
    table = Table("", *games)
    for name in next(iter(games.values())):
        if name != "counters":
            table.add_row(name, *(f"{found[name]:,.1f}" for found in games.values()))
    for name in COUNTED:
        table.add_row(f"{name} a decision", *(f"{found['counters'][name]:.2f}" for found in games.values()))
    for name in verdicts(next(iter(games.values()))):
        table.add_row(name, *("yes" if verdicts(found)[name] else "no" for found in games.values()))
    console = Console()
    console.print(table)
    console.print(f"peers: {report['peers']}; cardwright games: {report['cardwright games, seconds']:.2f} s")


def main() -> None:
    """Measure, show, and with `--json` write it down."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--json", type=Path, help="write the report there, too")
    chosen = arguments.parse_args()
    report = measure()
    show(report)
    if chosen.json:
        chosen.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

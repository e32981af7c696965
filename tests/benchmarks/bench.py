"""`make bench`: the speed of every installed game beside two peers, in one run, in interleaved rounds.

What is measured, and how: docs/explanation/performance.md
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as version_of
from pathlib import Path
from statistics import median
from time import perf_counter, process_time  # noqa: TID251 - measuring is what this file is for
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from cardwright.engine import actions
from cardwright.rng import below
from cardwright.session.catalog import LoadedGame, load_game, load_games
from cardwright.session.game import Game
from cardwright.state.edit import EMPTY
from cardwright.testing.counters import per_decision
from cardwright.testing.walks import walk

COUNTERS: Final = Path(__file__).with_name("counters.json")
DGISIM_TIMES, UNO_TIMES = 40.0, 2.0
MOST_FORK_US, MOST_FORK_TIMES = 60.0, 1.5
MOST_GAMES_S, MOST_CACHED_MS = 0.4, 100.0
EVERY: Final = 9
"""Of a game's decisions, one in so many is measured for lists, forks alone and saves."""
_LOAD: Final = """
import sys, time
start = time.process_time()  # before the first import: they are part of the first load
from cardwright.session.catalog import build_game, load_games
for again in (False, True):  # the second load finds every module imported
    games = load_games() if again else None
    start = time.process_time() if again else start
    build_game(games or load_games(), sys.argv[1], cache=sys.argv[2] == "cached")
    print((time.process_time() - start) * 1000)
"""
Figures = dict[str, float]
Rounds = dict[str, list[Figures]]


class RandomPlay:
    """Uniformly random whole games of one game on the bare engine, round after round."""

    def __init__(self, loaded: LoadedGame) -> None:
        self._loaded = loaded
        self._seed = 0
        self._key = 1

    def round(self, seconds: float) -> Figures:
        """Decisions (two or more options) and asks a second."""
        decisions = asks = 0
        used = 0.0
        while used < seconds:
            self._seed += 1
            start = process_time()
            made, asked = self._play()
            used += process_time() - start
            decisions += made
            asks += asked
        return {"decisions/s": decisions / used, "asks/s": asks / used}

    def _play(self) -> tuple[int, int]:
        engine = Game.new(self._loaded, None, self._seed, log=False, digests=False).engine
        state, key, decisions = engine.state, self._key, 0
        while (pending := state.pending) is not None:
            key, place = below(key, len(pending.options))
            engine.resume(place)
            engine.advance()
            decisions += 1
        self._key = key
        return decisions, state.asks


class Clock:
    """The time one kind of call takes."""

    def __init__(self) -> None:
        self.used, self.calls = 0.0, 0

    def __call__(self, work: Callable[[], Any]) -> Any:
        """What `work` gives."""
        start = process_time()
        found = work()
        self.used += process_time() - start
        self.calls += 1
        return found

    @property
    def mean(self) -> float:
        """Microseconds a call."""
        return self.used / self.calls * 1e6 if self.calls else 0.0


def places(loaded: LoadedGame, seed: int) -> Figures:
    """Microseconds of single acts of `Game`, at places throughout one random game."""
    clocks = {name: Clock() for name in ("decide us", "fork us", "fork+decide us", "save us", "load us", "list us")}
    game, key, number = Game.new(loaded, None, seed, log=False, digests=False), seed, 0
    while (pending := game.state.pending) is not None:
        key, place = below(key, len(pending.options))
        key, other = below(key, len(pending.options))
        if number % EVERY == 0:
            clocks["fork us"](game.fork)
            _list(game, loaded, clocks["list us"])
            saved = clocks["save us"](game.save)
            clocks["load us"](partial(Game.load, saved, loaded))
        clocks["fork+decide us"](partial(_fork_and_decide, game, other))
        clocks["decide us"](partial(game.answer, place))
        number += 1
    return {name: clock.mean for name, clock in clocks.items()}


def _fork_and_decide(game: Game, place: int) -> None:
    """Fork, decide once in the fork, and go on to its next question."""
    game.fork().answer(place)


def _list(game: Game, loaded: LoadedGame, clock: Clock) -> None:
    """List the acts of the open window with nothing remembered."""
    pending = game.state.pending
    window = loaded.rulebook.windows.get(pending.window) if pending is not None else None
    if pending is None or window is None:
        return
    context = game.engine.fork().context
    context.cells[:] = [EMPTY] * len(context.cells)
    context.memo.entries.clear()
    clock(partial(actions.options, context, pending.seat, window))


def listing_in_play(loaded: LoadedGame, seed: int) -> Figures:
    """Microseconds a listing takes as the engine calls it, most of it remembered from the last."""
    clock, listing = Clock(), actions.options
    actions.options = lambda *given: clock(partial(listing, *given))
    try:
        for _ in walk(loaded, seed):
            pass
    finally:
        actions.options = listing
    return {"list in play us": clock.mean}


class Dgisim:
    """dgisim: random agents, the default decks."""

    def __init__(self) -> None:
        import random  # noqa: TID251 - dgisim draws from it

        import dgisim
        from dgisim import agents

        random.seed(1)
        self._dgisim: Any = dgisim
        self._agent: Any = agents.RandomAgent

    def round(self, seconds: float) -> Figures:
        """Steps of players a second."""
        steps, used = 0, 0.0
        while used < seconds:
            machine = self._dgisim.GameStateMachine(self._dgisim.GameState.from_default(), self._agent(), self._agent())
            start = process_time()
            while not machine.game_end():
                machine.player_step()
                steps += 1
            used += process_time() - start
        return {"steps/s": steps / used}


class Uno:
    """RLCard's uno: uniformly random legal actions, seeded once."""

    def __init__(self) -> None:
        import rlcard

        self._env = rlcard.make("uno", config={"seed": 1})
        self._key = 1

    def round(self, seconds: float) -> Figures:
        """Steps a second."""
        env, steps, key = self._env, 0, self._key
        start = process_time()
        while process_time() - start < seconds:
            seen, _ = env.reset()
            while not env.is_over():
                legal = list(seen["legal_actions"])
                key, place = below(key, len(legal))
                seen, _ = env.step(legal[place])
                steps += 1
        self._key = key
        return {"steps/s": steps / (process_time() - start)}


def peers(console: Console) -> Iterator[tuple[str, Any]]:
    """The peers that are installed; the others are named."""
    for name, package, make in (("dgisim", "dgisim", Dgisim), ("uno", "rlcard", Uno)):
        try:
            yield name, make()
        except ImportError as error:
            console.print(f"Without {package} ({error}): no ratio to {name}. The extra `bench` installs it.")


def started(command: list[str], bytecode: str, **more: str) -> tuple[float, str]:
    """Wall seconds of a process that keeps its bytecode in that folder, and what it printed."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    kept |= {"PYTHONPYCACHEPREFIX": bytecode, **more}
    start = perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True, env=kept)
    return perf_counter() - start, done.stdout


def command(bytecode: str) -> Figures:
    """Seconds of the whole process `cardwright games`."""
    return {"cardwright games s": started([sys.executable, "-m", "cardwright", "games"], bytecode)[0]}


def loading(game: str, bytecode: str) -> Figures:
    """Milliseconds of processor time to load a game in a process of its own: at first, imports and all, and again."""
    found: Figures = {}
    with tempfile.TemporaryDirectory() as folder:  # where XDG rules, nobody else writes to this cache
        for how in ("cold", "cached", "cached"):  # the first from an empty cache fills it
            _, printed = started([sys.executable, "-c", _LOAD, game, how], bytecode, XDG_CACHE_HOME=folder)
            first, again = printed.split()
            found |= {f"load {how} ms": float(first), f"load {how} again ms": float(again)}
    return found


def measure(games: dict[str, LoadedGame], rounds: int, seconds: float, console: Console) -> Rounds:
    """Every round measures each subject once, one after the other, so that a slow minute of the machine hits all."""
    with tempfile.TemporaryDirectory() as bytecode:
        command(bytecode)  # as after an installation: modules are compiled before their import is timed
        for game in games:
            loading(game, bytecode)
        subjects: dict[str, Callable[[int], Figures]] = {"command": lambda _: command(bytecode)}
        subjects |= {game: _of_game(loaded, seconds, bytecode) for game, loaded in games.items()}
        subjects |= {name: partial(_of_peer, peer, seconds) for name, peer in peers(console)}
        found: Rounds = {name: [] for name in subjects}
        gc.collect()
        for number in range(1, rounds + 1):
            console.print(f"round {number} of {rounds} ...", highlight=False)
            for name, subject in subjects.items():
                found[name].append(subject(number))
    for game in games:
        _ratio(found, game, "decisions/s", "dgisim")
        _ratio(found, game, "asks/s", "uno")
    return found


def _of_peer(peer: Any, seconds: float, _: int) -> Figures:
    found: Figures = peer.round(seconds)
    return found


def _of_game(loaded: LoadedGame, seconds: float, bytecode: str) -> Callable[[int], Figures]:
    """A round of everything that is measured of one game."""
    play = RandomPlay(loaded)

    def measured(number: int) -> Figures:
        figures = play.round(seconds) | places(loaded, number) | listing_in_play(loaded, number)
        figures["fork+decide times"] = figures["fork+decide us"] / figures["decide us"]
        return figures | loading(loaded.id, bytecode)

    return measured


def _ratio(found: Rounds, game: str, what: str, peer: str) -> None:
    """A game's figure as a multiple of the peer's in the same round."""
    for own, other in zip(found[game], found.get(peer, []), strict=False):
        own[f"x {peer}"] = own[what] / other["steps/s"]


def medians(found: Rounds) -> dict[str, Figures]:
    """The median over the rounds of every figure."""
    return {
        name: {what: median(each[what] for each in figures) for what in figures[0]} for name, figures in found.items()
    }


def verdicts(middle: dict[str, Figures], games: list[str]) -> list[tuple[str, str, str, bool]]:
    """Every target that could be measured: of what, the target, the figure, whether it is reached."""
    found = []
    for game in games:
        own = middle[game]
        if "x dgisim" in own:
            found.append(_at_least(f"{game}: decisions/s", own["x dgisim"], DGISIM_TIMES, "dgisim"))
        if "x uno" in own:
            found.append(_at_least(f"{game}: asks/s", own["x uno"], UNO_TIMES, "uno"))
        us, times = own["fork+decide us"], own["fork+decide times"]
        reached = us <= MOST_FORK_US or times <= MOST_FORK_TIMES
        target = f"<= {MOST_FORK_US:.0f} us or {MOST_FORK_TIMES} x a decision"
        found.append((f"{game}: fork+decide", target, f"{us:.0f} us, {times:.2f} x", reached))
        ms = own["load cached ms"]
        found.append((f"{game}: from cache", f"<= {MOST_CACHED_MS:.0f} ms", f"{ms:.0f} ms", ms <= MOST_CACHED_MS))
    wall = middle["command"]["cardwright games s"]
    found.append(("cardwright games", f"<= {MOST_GAMES_S} s", f"{wall:.2f} s", wall <= MOST_GAMES_S))
    return found


def _at_least(what: str, times: float, wanted: float, peer: str) -> tuple[str, str, str, bool]:
    return what, f">= {wanted:g} x {peer}", f"{times:.2f} x", times >= wanted


def machine() -> dict[str, str]:
    """What the figures were measured on."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    found = {"processor": (models or [platform.processor()])[0], "cores": str(os.cpu_count() or 0)}
    found |= {"system": platform.system(), "python": platform.python_version()}
    return found | {name: _version(name) for name in ("cardwright", "msgspec", "dgisim", "rlcard", "numpy")}


def _version(package: str) -> str:
    try:
        return version_of(package)
    except PackageNotFoundError:
        return "not installed"


def show(console: Console, middle: dict[str, Figures], counters: dict[str, Figures]) -> None:
    """The medians, then the counters."""
    console.print(", ".join(f"{name} {value}" for name, value in machine().items()), highlight=False)
    for title, columns in (("Medians", {n: middle[n] for n in middle if n != "command"}), ("A decision", counters)):
        table = Table("", *columns, title=title, title_justify="left")
        for column in table.columns[1:]:
            column.justify = "right"
        rows = dict.fromkeys(what for figures in columns.values() for what in figures)
        for what in rows:
            table.add_row(what, *(_figure(figures.get(what)) for figures in columns.values()))
        console.print(table)


def _figure(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


def judge(console: Console, found: list[tuple[str, str, str, bool]]) -> None:
    """The targets and whether they are reached."""
    table = Table("", "target", "median", "", title="Targets", title_justify="left")
    for what, target, figure, reached in found:
        table.add_row(what, target, figure, "pass" if reached else "FAIL")
    console.print(table)


def options() -> argparse.Namespace:
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(description="The speed of every installed game, beside dgisim and RLCard's uno.")
    parser.add_argument("--rounds", type=int, default=7, help="interleaved rounds (7)")
    parser.add_argument("--seconds", type=float, default=1.0, help="play of each subject in a round (1)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures, round by round, to FILE")
    parser.add_argument("--keep-counters", action="store_true", help="count only, and rewrite counters.json")
    return parser.parse_args()


def main() -> None:
    """Measure, print, and write what was asked for; a target that is missed is shown, and no error."""
    asked, console = options(), Console()
    games = {game: load_game(game) for game in sorted(load_games().entries)}
    counters = {game: per_decision(loaded) for game, loaded in games.items()}
    if asked.keep_counters:
        COUNTERS.write_text(json.dumps(counters, indent=2) + "\n", encoding="utf-8")
        console.print(f"kept in {COUNTERS.name}")
        return
    found = measure(games, asked.rounds, asked.seconds, console)
    middle = medians(found)
    targets = verdicts(middle, list(games))
    show(console, middle, counters)
    judge(console, targets)
    if asked.json is not None:
        names = ("what", "target", "median", "reached")
        whole = {"machine": machine(), "medians": middle, "rounds": found, "counters": counters}
        whole["targets"] = [dict(zip(names, each, strict=True)) for each in targets]
        asked.json.write_text(json.dumps(whole, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

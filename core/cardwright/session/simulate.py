"""Many games between computer players; the same results for the same seed, whatever the number of processes."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct

from cardwright.rng import below, derived, draw
from cardwright.session.agents import AGENTS, ask
from cardwright.session.catalog import UnknownName, load_game, nearest
from cardwright.session.game import Game
from cardwright.session.match import Match
from cardwright.session.record import DeckList, Record
from cardwright.session.version import version

if TYPE_CHECKING:
    from cardwright.session.catalog import LoadedGame

CHUNK: Final = 4
"""Games that one process plays before it reports."""
RANDOM: Final = "random"


class Plan(Struct, frozen=True):
    """What is to be played."""

    game: str
    decks: tuple[DeckList, ...]
    """One for each seat."""
    players: tuple[str, ...] = ()
    """A computer player for each seat; random ones where there is none."""
    seed: int = 0
    mode: str = "duel"
    best_of: int = 0
    """Matches of so many games are played instead of single games."""


class Played(Struct, frozen=True, omit_defaults=True):
    """One game of a simulation, or one match."""

    index: int
    seed: int
    turns: int
    decisions: int
    """Questions with two or more answers."""
    asks: int
    """All questions."""
    winners: tuple[int, ...] = ()
    reason: str = ""
    fault: str = ""
    """What broke, if something did."""
    record: Record | None = None
    """The game, if it broke; of a match the game that did."""
    games: tuple[Played, ...] = ()
    """Those of a match."""


class Summary(Struct, frozen=True):
    """What came of all games, or of all matches."""

    games: int
    wins: tuple[int, ...]
    """By seat; a draw is nobody's."""
    draws: int
    faults: int
    turns: int
    decisions: int
    asks: int


def simulate(
    plan: Plan,
    number: int,
    jobs: int = 1,
    progress: Callable[[Sequence[Played]], None] | None = None,
) -> list[Played]:
    """Play `number` games (or matches) in `jobs` processes, in order of their index.

    Args:
        plan: What is to be played.
        number: How many games.
        jobs: Processes; 1 plays in this one.
        progress: Told the games of each chunk when it is over.
    """
    _check_players(plan.players)
    chunks = [range(start, min(start + CHUNK, number)) for start in range(0, number, CHUNK)]
    played: list[Played] = []
    for chunk in _results(plan, chunks, jobs):
        played += chunk
        if progress is not None:
            progress(chunk)
    return played


def summary(played: Sequence[Played], seats: int) -> Summary:
    """Counts over games; those that broke count as faults only."""
    whole = [game for game in played if not game.fault]
    return Summary(
        games=len(played),
        wins=tuple(sum(seat in game.winners for game in whole) for seat in range(seats)),
        draws=sum(not game.winners for game in whole),
        faults=len(played) - len(whole),
        turns=sum(game.turns for game in whole),
        decisions=sum(game.decisions for game in played),
        asks=sum(game.asks for game in played),
    )


def game_seed(seed: int, index: int) -> int:
    """The seed of game number `index` of a simulation."""
    return derived(seed, index)


def play_one(loaded: LoadedGame, plan: Plan, index: int) -> Played:
    """Play one game, or one match, to its end; whatever breaks it is part of the result."""
    run = (_MatchRun if plan.best_of else _Run)(loaded, plan, game_seed(plan.seed, index))
    try:
        run.play()
    except Exception as error:  # noqa: BLE001 - a broken game is what a simulation is there to find
        return run.played(index, f"{type(error).__name__}: {error}")
    return run.played(index)


class _Run:
    """One game in play: random seats pick from the options at once, the others look at a view."""

    def __init__(self, loaded: LoadedGame, plan: Plan, seed: int) -> None:
        self._seed = seed
        self._loaded = loaded
        self._plan = plan
        self._key = draw(seed ^ _PLAYERS)[0]
        self._agents = {
            seat: AGENTS[name](draw(seed ^ (_PLAYERS + seat + 1))[1])
            for seat, name in enumerate(plan.players)
            if name != RANDOM
        }
        self._game: Game | None = None
        self._decisions = 0

    def play(self) -> None:
        plan = self._plan
        self._game = Game.new(self._loaded, plan.decks, self._seed, plan.mode, log=False, digests=False)
        self._answer_all(self._game)

    def _answer_all(self, table: Game | Match) -> None:
        while (pending := table.pending) is not None:
            self._decisions += 1
            agent = self._agents.get(pending.seat)
            if agent is None:
                self._key, pick = below(self._key, len(pending.options))
            else:
                pick = ask(table, agent, pending.seat)
            table.answer(pick)

    def played(self, index: int, fault: str = "") -> Played:
        if self._game is None:
            return Played(index, self._seed, 0, 0, 0, fault=fault, record=self._unborn(fault, self._seed))
        return _of_game(self._game, index, self._seed, self._decisions, fault)

    def _unborn(self, fault: str, seed: int) -> Record:
        """The record of a game that broke in its set-up."""
        plan = self._plan
        return Record(version(), self._loaded.hash, plan.game, plan.mode, seed, plan.decks, note=fault)


class _MatchRun(_Run):
    """One match in play."""

    _match: Match | None = None

    def play(self) -> None:
        plan = self._plan
        self._match = Match.new(
            self._loaded, plan.decks, self._seed, plan.mode, best_of=plan.best_of, log=False, digests=False
        )
        self._answer_all(self._match)

    def played(self, index: int, fault: str = "") -> Played:
        match = self._match
        if match is None:
            return Played(index, self._seed, 0, 0, 0, fault=fault, record=self._unborn(fault, derived(self._seed, 0)))
        games = tuple(
            _of_game(game, number, game.seed, game.answered, fault if game.result is None else "")
            for number, game in enumerate(match.games)
        )
        between = self._decisions - sum(game.decisions for game in games)
        return Played(
            index,
            self._seed,
            sum(game.turns for game in games),
            self._decisions,
            sum(game.asks for game in games) + between,
            match.winners,
            fault=fault,
            record=games[-1].record,
            games=games,
        )


def _of_game(game: Game, index: int, seed: int, decisions: int, fault: str = "") -> Played:
    state, result = game.state, game.result
    return Played(
        index,
        seed,
        state.turn,
        decisions,
        state.asks,
        result.winners if result is not None else (),
        result.reason if result is not None else "",
        fault,
        game.record(fault) if fault else None,
    )


_PLAYERS: Final = 0x5EA7_0000_0000
"""Keeps the players' generators apart from the game's."""


def _check_players(players: Sequence[str]) -> None:
    for name in players:
        if name not in AGENTS:
            raise UnknownName(f"there is no computer player {name!r}{nearest(name, AGENTS)}")


def _results(plan: Plan, chunks: list[range], jobs: int) -> Iterator[list[Played]]:
    loaded = load_game(plan.game)
    if jobs == 1 or len(chunks) == 1:
        for chunk in chunks:
            yield [play_one(loaded, plan, index) for index in chunk]
        return
    context = multiprocessing.get_context()
    pool = ProcessPoolExecutor(min(jobs, len(chunks)), context, _start_worker)
    try:
        for answer in pool.map(_play_chunk, [msgspec.json.encode(plan)] * len(chunks), chunks):
            yield msgspec.json.decode(answer, type=list[Played])
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _start_worker() -> None:
    """Get a worker ready; an interrupt is the parent's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_chunk(plan: bytes, indexes: range) -> bytes:
    decoded = msgspec.json.decode(plan, type=Plan)
    loaded = load_game(decoded.game)
    return msgspec.json.encode([play_one(loaded, decoded, index) for index in indexes])

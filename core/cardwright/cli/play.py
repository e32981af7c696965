"""`cardwright play`: a game at this terminal, or between computer players."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cardwright.cli.cards import display_words
from cardwright.cli.lookup import usable_games
from cardwright.cli.output import BROKEN, INTERRUPTED, command, complain, console, stop
from cardwright.cli.prompt import HUMAN, Leave, Prompt
from cardwright.errors import DamagedFile, EngineBug
from cardwright.session.agents import AGENTS, ask
from cardwright.session.catalog import load_game, nearest
from cardwright.session.game import Game
from cardwright.session.record import write_record
from cardwright.view.names import seat_names
from cardwright.view.story import log_lines
from cardwright.view.text import board, result_line

if TYPE_CHECKING:
    from rich.console import Console

    from cardwright.cli.seating import Seating
    from cardwright.session.agents import Agent
    from cardwright.session.catalog import LoadedGame
    from cardwright.view.sights import View

DEFAULT_COMPUTER: Final = "greedy"


def play_game(
    name: str, seating: Seating, seed: int | None, language: str, record: Path | None, resume: Path | None
) -> None:
    """Play until the game is over or the person leaves."""
    if resume is not None:
        game = _resumed(resume, load_game(name) if name else None)
    elif not name:
        stop(f"name a game{nearest('', usable_games().entries)}")
    else:
        loaded = load_game(name)
        game = Game.new(loaded, seating.find_decks(loaded), _any_seed() if seed is None else seed, seating.mode)
    if not seating.players and sys.stdin.isatty() and sys.stdout.isatty():
        seating = replace(seating, players=[HUMAN])
    players = seating.find_players(len(game.state.teams), (HUMAN, *AGENTS), DEFAULT_COMPUTER)
    _Table(game, players, language, console()).run(record)


def _resumed(path: Path, loaded: LoadedGame | None) -> Game:
    try:
        return Game.load(path.read_bytes(), loaded)
    except DamagedFile as error:
        raise DamagedFile(f"{path}: {error}") from error


def _any_seed() -> int:
    import secrets  # noqa: TID251 - a person who names no seed wants any game

    return secrets.randbelow(1_000_000_000)


class _Table:
    """A game with its players and what has been printed of it."""

    def __init__(self, game: Game, players: list[str], language: str, output: Console) -> None:
        self._game = game
        self._players = players
        self._language = language
        self._seed = game.record().seed
        self._output = output
        self._words = display_words(game.loaded.rulebook, language)
        self._names = seat_names(game.loaded.rulebook.modes[game.state.mode])
        self._agents: dict[int, Agent] = {
            seat: AGENTS[name](self._seed + seat + 1) for seat, name in enumerate(players) if name != HUMAN
        }
        self._told: dict[int | None, int] = {}

    def run(self, record: Path | None) -> None:
        """Play, and keep what is to be kept however it ends."""
        self._introduce()
        try:
            self._loop()
        except EngineBug as bug:
            path = record or Path(f"{self._game.loaded.id}-{self._seed}.fault.json")
            write_record(path, self._game.record(str(bug).splitlines()[0]))
            stop(f"the engine broke: {bug}\nthe game so far is in {path}", BROKEN)
        except Leave as leave:
            self._keep(record)
            if leave.saved_to is not None:
                language = f" --language {self._language}" if self._language else ""
                said = f"saved; go on with: {command()} play --resume {leave.saved_to}{language}"
                self._output.print(said, soft_wrap=True)
            return
        except (EOFError, KeyboardInterrupt) as end:
            if self._output.is_terminal:
                self._output.print()
            self._keep(record)
            why = "input ended" if isinstance(end, EOFError) else "interrupted"
            stop(f"{why} at turn {self._game.state.turn}", INTERRUPTED)
        self._keep(record)
        self._tell(self._viewer())
        self._output.print(board(self._view(self._viewer()), self._words), soft_wrap=True)
        self._output.print(result_line(self._view(self._viewer())), style="bold")

    def _loop(self) -> None:
        game = self._game
        prompt = Prompt(
            game, self._words, self._language, Path(f"{game.loaded.id}-{self._seed}.save.json"), self._output
        )
        while (pending := game.state.pending) is not None:
            agent = self._agents.get(pending.seat)
            if agent is not None:
                game.answer(ask(game, agent, pending.seat))
                if HUMAN not in self._players:
                    self._tell(None)
                continue
            self._tell(pending.seat)
            game.answer(prompt.ask(pending.seat))

    def _introduce(self) -> None:
        decks = self._game.record().decks
        pairs = zip(self._names, self._players, decks, strict=False)
        seats = " · ".join(f"{name}: {player}, deck {deck.name}" for name, player, deck in pairs)
        self._output.print(f"{self._game.loaded.id}, seed {self._seed} · {seats}", style="bold", soft_wrap=True)
        if HUMAN in self._players:
            self._output.print("Type a number to choose, ? for help.")

    def _viewer(self) -> int | None:
        """Whose eyes to print the end with: the only person's, else everybody's."""
        people = [seat for seat, player in enumerate(self._players) if player == HUMAN]
        return people[0] if len(people) == 1 else None

    def _view(self, viewer: int | None) -> View:
        return self._game.view(viewer, self._language)

    def _tell(self, viewer: int | None) -> None:
        lines = self._game.log(viewer)
        for line in log_lines(lines[self._told.get(viewer, 0) :], self._names, self._words):
            self._output.print(line, soft_wrap=True)
        self._told[viewer] = len(lines)

    def _keep(self, record: Path | None) -> None:
        if record is not None:
            write_record(record, self._game.record())
            complain(f"the record is in {record}")

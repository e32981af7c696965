"""`cardwright play`: a game, or a match, at this terminal, or between computer players."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cardwright.cli.cards import display_words
from cardwright.cli.lookup import usable_games
from cardwright.cli.output import BROKEN, INTERRUPTED, command, complain, console, stop
from cardwright.cli.prompt import HUMAN, Leave, Prompt
from cardwright.cli.score import score_line
from cardwright.errors import DamagedFile, EngineBug
from cardwright.session.agents import AGENTS, ask
from cardwright.session.catalog import load_game, nearest
from cardwright.session.files import kind_of
from cardwright.session.game import Game
from cardwright.session.match import SAVE as MATCH_SAVE
from cardwright.session.match import Match
from cardwright.session.record import write_record
from cardwright.view.story import log_lines
from cardwright.view.text import board, result_line

if TYPE_CHECKING:
    from rich.console import Console

    from cardwright.cli.seating import Seating
    from cardwright.session.agents import Agent
    from cardwright.session.catalog import LoadedGame

DEFAULT_COMPUTER: Final = "greedy"


def play_game(
    name: str,
    seating: Seating,
    seed: int | None,
    language: str,
    record: Path | None,
    resume: Path | None,
    best_of: int | None,
) -> None:
    """Play until the game is over or the person leaves; or a match of `best_of` games, 0 for the rulebook's number."""
    if resume is not None:
        game = _resumed(resume, load_game(name) if name else None)
    elif not name:
        stop(f"name a game{nearest('', usable_games().entries)}")
    else:
        game = _new(load_game(name), seating, _any_seed() if seed is None else seed, best_of)
    if not seating.players and sys.stdin.isatty() and sys.stdout.isatty():
        seating = replace(seating, players=[HUMAN])
    players = seating.find_players(len(game.state.teams), (HUMAN, *AGENTS), DEFAULT_COMPUTER)
    _Table(game, players, language, console()).run(record)


def _new(loaded: LoadedGame, seating: Seating, seed: int, best_of: int | None) -> Game | Match:
    if best_of is None:
        return Game.new(loaded, seating.find_decks(loaded), seed, seating.mode)
    return Match.new(loaded, seating.find_decks(loaded), seed, seating.mode, best_of=best_of)


def _resumed(path: Path, loaded: LoadedGame | None) -> Game | Match:
    data = path.read_bytes()
    try:
        return Match.load(data, loaded) if kind_of(data) == MATCH_SAVE else Game.load(data, loaded)
    except DamagedFile as error:
        raise DamagedFile(f"{path}: {error}") from error


def _any_seed() -> int:
    import secrets  # noqa: TID251 - a person who names no seed wants any game

    return secrets.randbelow(1_000_000_000)


class _Table:
    """A game, or a match, with its players and what has been printed of it."""

    def __init__(self, game: Game | Match, players: list[str], language: str, output: Console) -> None:
        self._game = game
        self._match = game if isinstance(game, Match) else None
        self._games = [game] if isinstance(game, Game) else game.games
        self._over = 0
        """How many of them are over and told to the end."""
        self._players = players
        self._language = language
        self._output = output
        self._words = display_words(game.loaded.rulebook, language)
        self._names = game.loaded.rulebook.modes[game.state.mode].seats
        self._agents: dict[int, Agent] = {
            seat: AGENTS[name](game.seed + seat + 1) for seat, name in enumerate(players) if name != HUMAN
        }
        self._told: dict[int | None, int] = {}

    def run(self, record: Path | None) -> None:
        """Play, and keep what is to be kept however it ends."""
        self._introduce()
        try:
            self._loop()
        except EngineBug as bug:
            path = record or Path(f"{self._name()}.fault.json")
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
        self._tell_ends()

    def _name(self) -> str:
        """What files about it are called."""
        return f"{self._game.loaded.id}-{'match-' if self._match else ''}{self._game.seed}"

    def _loop(self) -> None:
        game = self._game
        prompt = Prompt(game, self._words, self._language, Path(f"{self._name()}.save.json"), self._output)
        while (pending := game.pending) is not None:
            self._tell_ends()
            agent = self._agents.get(pending.seat)
            if agent is not None:
                game.answer(ask(game, agent, pending.seat))
                if HUMAN not in self._players:
                    self._tell(None)
                continue
            self._tell(pending.seat)
            game.answer(prompt.ask(pending.seat))

    def _tell_ends(self) -> None:
        """How each game ended that is over by now, and the score of the match."""
        for game in self._games[self._over :]:
            if game.result is None:
                return
            viewer = self._viewer()
            self._tell(viewer)
            view = game.view(viewer, self._language)
            self._output.print(board(view, self._words), soft_wrap=True)
            self._output.print(result_line(view), style="bold")
            self._over += 1
            self._told.clear()
            if self._match is not None:
                self._output.print(score_line(self._match), style="bold")

    def _introduce(self) -> None:
        decks = self._game.record().decks
        pairs = zip(self._names, self._players, decks, strict=False)
        seats = " · ".join(f"{name}: {player}, deck {deck.name}" for name, player, deck in pairs)
        match = f", best of {self._match.best_of}" if self._match else ""
        self._output.print(
            f"{self._game.loaded.id}, seed {self._game.seed}{match} · {seats}", style="bold", soft_wrap=True
        )
        if HUMAN in self._players:
            self._output.print("Type a number to choose, ? for help.")

    def _viewer(self) -> int | None:
        """Whose eyes to print the end with: the only person's, else everybody's."""
        people = [seat for seat, player in enumerate(self._players) if player == HUMAN]
        return people[0] if len(people) == 1 else None

    def _tell(self, viewer: int | None) -> None:
        """What happened in the game that is not told to the end."""
        for game in self._games[self._over :][:1]:
            lines = game.log(viewer)
            for line in log_lines(lines[self._told.get(viewer, 0) :], self._names, self._words):
                self._output.print(line, soft_wrap=True)
            self._told[viewer] = len(lines)

    def _keep(self, record: Path | None) -> None:
        if record is not None:
            write_record(record, self._game.record())
            complain(f"the record is in {record}")

"""Plays the record of a game, or of a match, again and finds the first step where it differs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardwright.errors import CardwrightError, IllegalAnswer
from cardwright.session.catalog import LoadedGame, load_game
from cardwright.session.game import Game, check_rules
from cardwright.session.match import Match
from cardwright.session.record import EVERY

if TYPE_CHECKING:
    from cardwright.session.record import MatchRecord, PlayedGame, Record


class Divergence(CardwrightError):
    """A record that does not come out as it did when it was made."""

    def __init__(self, message: str, first: int, last: int) -> None:
        """The first difference lies at an answer from `first` to `last`, counted from 1."""
        super().__init__(message)
        self.first = first
        self.last = last


@dataclass(frozen=True, slots=True)
class Replayed:
    """A record that came out as it should."""

    game: Game
    answers: int
    compared: int
    """How many digests were compared."""


def replay(record: Record, loaded: LoadedGame | None = None) -> Replayed:
    """Play the record again.

    Args:
        record: What to play.
        loaded: The game, if it is not the installed one.

    Raises:
        DamagedFile: it was made with other rules or cards.
        Divergence: it comes out differently, from a certain answer on.
    """
    loaded = loaded or load_game(record.game)
    check_rules(record, loaded)
    game = Game.new(
        loaded,
        record.decks,
        record.seed,
        record.mode,
        record.readings,
        decider=record.decider,
        show_forced=record.shown_forced,
        log=False,
    )
    compared = 0
    for step, answer in enumerate(record.answers, 1):
        _take(game, answer, step, record.counts[step - 1] if step <= len(record.counts) else 0)
        if step % EVERY == 0 and step // EVERY <= len(record.digests):
            compared += 1
            _compare(game.digest(), record.digests[step // EVERY - 1], step, EVERY)
    while game.digest() != record.end and _forced(game):
        game.answer(0)
    if record.end:
        compared += 1
        _compare(game.digest(), record.end, len(record.answers), len(record.answers) % EVERY or EVERY)
    return Replayed(game, len(record.answers), compared)


@dataclass(frozen=True, slots=True)
class ReplayedMatch:
    """The record of a match that came out as it should."""

    match: Match
    answers: int
    compared: int

    @property
    def game(self) -> Game:
        """The last game."""
        return self.match.game


def replay_match(record: MatchRecord, loaded: LoadedGame | None = None) -> ReplayedMatch:
    """Play the record of a match again.

    Raises:
        DamagedFile: it was made with other rules or cards.
        Divergence: a game of it comes out differently.
    """
    loaded = loaded or load_game(record.game)
    check_rules(record, loaded)
    match = Match(loaded, replace(record, games=()), log=False)
    answers = compared = 0
    for number, played in enumerate(record.games, 1):
        try:
            done = _play_again(match, number, played)
        except (Divergence, IllegalAnswer) as error:
            first, last = (error.first, error.last) if isinstance(error, Divergence) else (0, 0)
            raise Divergence(f"game {number}: {error}", first, last) from error
        answers += done.answers + len(played.exchanges)
        compared += done.compared
    return ReplayedMatch(match, answers, compared)


def _play_again(match: Match, number: int, played: PlayedGame) -> Replayed:
    """Play the next game of a match, and what was exchanged after it."""
    if match.number != number:
        raise Divergence("the match is over before it, or cards are exchanged", 0, 0)
    if _beginning(match.game.record()) != _beginning(played.record):
        raise Divergence("it begins otherwise", 0, 0)
    done = replay(played.record, match.loaded)
    if done.game.result != played.result:
        raise Divergence(
            f"its result is {done.game.result}, the record says {played.result}", done.answers, done.answers
        )
    match.adopt(done.game)
    match.exchange_again(played.exchanges)
    return done


def _beginning(record: Record) -> tuple[object, ...]:
    return record.seed, record.mode, record.decks, record.decider, record.readings, record.shown_forced


def _take(game: Game, answer: int, step: int, count: int) -> None:
    """Give answer number `step`; questions with one answer are not in a record, even where they were put."""
    while _forced(game):
        game.answer(0)
    decision = game.decision
    if decision is None:
        raise Divergence(f"the game is over before answer {step}", step, step)
    if count and len(decision.options) != count:
        message = f"at answer {step} there are {len(decision.options)} options, the record says {count}"
        raise Divergence(message, step, step)
    try:
        game.answer(answer)
    except IllegalAnswer as error:
        raise Divergence(f"answer {step} (option {answer}) is refused: {error}", step, step) from error


def _forced(game: Game) -> bool:
    decision = game.decision
    return decision is not None and len(decision.options) == 1


def _compare(found: str, recorded: str, step: int, span: int) -> None:
    if found != recorded:
        first = max(step - span + 1, 1) if step else 0
        where = f"from answer {first} to {step}" if first != step else f"at answer {step}"
        raise Divergence(f"the game differs {where}: the state is {found}, the record says {recorded}", first, step)

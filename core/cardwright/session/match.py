"""`Match`: games of the same pairing, one after the other, until a seat has won the most of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from cardwright.decisions.decision import Act, Decision, Option, Pending
from cardwright.decisions.validate import option_number
from cardwright.decisions.verdict import Reason
from cardwright.errors import CardwrightError, DamagedFile, IllegalAnswer
from cardwright.ids import NOBODY
from cardwright.rng import derived
from cardwright.session.catalog import LoadedGame, load_game
from cardwright.session.decks import choose_decks
from cardwright.session.exchange import PUT_IN, TAKE_OUT, Exchange
from cardwright.session.files import seal, unseal
from cardwright.session.game import Game, check_rules
from cardwright.session.record import MatchRecord, PlayedGame
from cardwright.session.version import version
from cardwright.view.between import between_games

if TYPE_CHECKING:
    from cardwright.state.game_state import GameState, Result
    from cardwright.view.sights import Happening, View

SAVE: Final = "cardwright-match-save"
_SAVE_VERSION: Final = 1


class NoMatch(CardwrightError):
    """A match of a game whose rulebook has none, and no number of games was agreed on."""


class _Saved(Struct):
    record: MatchRecord
    game: msgspec.Raw


class Match:
    """One match: the game in progress, the score, and between two games what each seat exchanges."""

    def __init__(
        self,
        loaded: LoadedGame,
        head: MatchRecord,
        game: Game | None = None,
        *,
        log: bool = True,
        digests: bool = True,
    ) -> None:
        """Prefer `Match.new`. `head` is the record so far; `game` its last game, if that has begun."""
        self.loaded = loaded
        self._head = head
        self._kept = {"log": log, "digests": digests}
        """What its games keep besides."""
        self._played = list(head.games[:-1])
        """The games that are over, and what was exchanged after them."""
        self.decks = head.games[-1].record.decks if head.games else head.decks
        """As they are now: those of the last game and what was exchanged since."""
        self._exchanges: list[Exchange] = []
        """Of the seats that have not finished theirs."""
        self._answers: list[int] = []
        """Those since the last game."""
        self.games = [game or self._begin()]
        """Those played here, in the order of play; the last may still go on."""
        self._go_on()

    @classmethod
    def new(
        cls,
        game: str | LoadedGame,
        decks: Sequence[Any] | None = None,
        seed: int = 0,
        mode: str = "duel",
        readings: Mapping[str, str] | None = None,
        *,
        best_of: int = 0,
        show_forced: bool = False,
        log: bool = True,
        digests: bool = True,
    ) -> Match:
        """A match at the first decision of its first game.

        Args:
            game: Its id, or what `load_game` gave.
            decks: One for each seat, as they are before the match.
            seed: Decides the seeds of all games.
            mode: A mode of the rulebook.
            readings: Chosen readings of doubtful rules.
            best_of: A number of games agreed on instead of the rulebook's.
            show_forced: Whether questions with one legal answer are put too, within the games.
            log: Whether `log` will be asked for.
            digests: Whether the records of the games get digests.

        Raises:
            NoMatch: neither the rulebook nor `best_of` says how many games there are.
        """
        loaded = load_game(game) if isinstance(game, str) else game
        head = MatchRecord(
            engine=version(),
            rulebook=loaded.hash,
            game=loaded.id,
            mode=mode,
            seed=seed,
            decks=choose_decks(loaded, decks, mode),
            best_of=games_of(loaded, best_of),
            readings=dict(readings or {}),
            shown_forced=show_forced,
        )
        return cls(loaded, head, log=log, digests=digests)

    @property
    def game(self) -> Game:
        """The game that goes on, or that was over last."""
        return self.games[-1]

    @property
    def state(self) -> GameState:
        """The whole state of that game, for tests; players get a `view`."""
        return self.game.state

    @property
    def seed(self) -> int:
        """What decides the seeds of all games."""
        return self._head.seed

    @property
    def best_of(self) -> int:
        """How many games it has at most, drawn ones aside."""
        return self._head.best_of

    # -- the score

    @property
    def results(self) -> tuple[Result, ...]:
        """How the games ended that are over."""
        over = (*(each.result for each in self._played), self.game.result)
        return tuple(each for each in over if each is not None)

    @property
    def wins(self) -> tuple[int, ...]:
        """Games won, by seat; all seats of a winning team count, and a drawn game is nobody's."""
        return tuple(sum(seat in each.winners for each in self.results) for seat in range(len(self.decks)))

    @property
    def draws(self) -> int:
        """Games that nobody won."""
        return sum(not each.winners for each in self.results)

    @property
    def over(self) -> bool:
        """Whether a seat has won most of the games, or as many were won, or drawn, as the match has at most."""
        won = len(self.results) - self.draws
        return max(self.wins) > self.best_of // 2 or max(won, self.draws) >= self.best_of

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won the match; nobody while it goes on, or if it ends level."""
        wins, teams = self.wins, self.game.state.teams
        first = tuple(seat for seat, won in enumerate(wins) if won == max(wins))
        return first if self.over and len({teams[seat] for seat in first}) == 1 else ()

    @property
    def number(self) -> int:
        """Which game this is, from 1; between two games the one that is over."""
        return len(self._played) + 1

    # -- the question

    @property
    def exchange(self) -> Exchange | None:
        """The exchange that is going on, between two games."""
        return self._exchanges[0] if self._exchanges else None

    @property
    def pending(self) -> Pending | None:
        """The open question, as the state of a game holds it; nothing once the match is over."""
        exchange = self.exchange
        if exchange is None:
            return self.game.pending
        return Pending(exchange.asked, exchange.seat, exchange.about, exchange.options)

    @property
    def decision(self) -> Decision | None:
        """The open decision: the game's, or between two games an exchange's."""
        pending = self.pending
        if self.exchange is None or pending is None:
            return self.game.decision
        return Decision(pending.number, pending.seat, pending.about, pending.options)

    def answer(self, option: Option | int, *, seat: int | None = None, number: int | None = None) -> None:
        """Answer the open decision and go on to the next, as `Game.answer` does.

        Raises:
            IllegalAnswer: the answer is refused; nothing has changed.
            EngineBug: the game broke, or has no end.
        """
        exchange = self.exchange
        if isinstance(option, Option) and (exchange is not None or option.verb in {TAKE_OUT, PUT_IN}):
            self._refuse(self.why_not(option, seat))
        if exchange is None:
            self.game.answer(option, seat=seat, number=number)
        else:
            pending = self.pending
            wanted = exchange.offered(option) if isinstance(option, Option) else option
            place = option_number(pending, wanted, seat, number)
            assert pending is not None  # noqa: S101 - option_number refuses otherwise
            self._answers.append(place)
            exchange.take(pending.options[place])
        self._go_on()

    def why_not(self, act: Act | Option, seat: int | None = None) -> list[Reason]:
        """Every reason against an act of a seat (the one that is asked) now; none if it is open."""
        exchange = self.exchange
        if exchange is None:
            if act.verb not in {TAKE_OUT, PUT_IN}:
                return self.game.why_not(act, seat)
            return [Reason("match_over" if self.over else "game_on", self._rule("side_deck"))]
        if seat not in {None, exchange.seat}:
            return [Reason("wrong_seat")]
        return exchange.reasons(Act(act.verb, act.card))

    # -- what is seen and kept

    def view(self, viewer: int | None, language: str = "") -> View:
        """The game as seat `viewer` sees it; between two games its own deck, and how large the others' are."""
        exchange, pending = self.exchange, self.pending
        if exchange is None or pending is None:
            return self.game.view(viewer, language)
        piles = [Exchange(self.loaded, deck, seat).parts for seat, deck in enumerate(self.decks)]
        piles[exchange.seat] = exchange.parts
        rulebook, mode = self.loaded.rulebook, self._head.mode
        return between_games(rulebook, mode, piles, pending, viewer, language=language, rule=exchange.rule)

    def log(self, viewer: int | None) -> tuple[Happening, ...]:
        """What was told to a viewer of the last game."""
        return self.game.log(viewer)

    def record(self, note: str = "") -> MatchRecord:
        """The match so far as its inputs; `note` says what broke its last game, if something did."""
        last = PlayedGame(self.game.record(note), self.game.result, tuple(self._answers))
        return replace(self._head, games=(*self._played, last))

    def save(self) -> bytes:
        """The match at this decision, to go on with later."""
        return seal(SAVE, _SAVE_VERSION, _Saved(self.record(), msgspec.Raw(self.game.save())))

    @classmethod
    def load(cls, data: bytes, loaded: LoadedGame | None = None) -> Match:
        """The match that was saved.

        Raises:
            DamagedFile: the data is no save of a match, or one of other rules than today's.
        """
        saved = unseal(SAVE, _SAVE_VERSION, data, _Saved)
        loaded = loaded or load_game(saved.record.game)
        check_rules(saved.record, loaded)
        if not saved.record.games:
            raise DamagedFile("this match has no game")
        match = cls(loaded, saved.record, Game.load(bytes(saved.game), loaded))
        try:
            match.exchange_again(saved.record.games[-1].exchanges)
        except IllegalAnswer as error:
            raise DamagedFile(f"what this match exchanges is not open to it: {error}") from error
        return match

    def exchange_again(self, answers: Sequence[int]) -> None:
        """Answer the questions between two games as they were answered before."""
        for place in answers:
            if self.exchange is None:
                raise IllegalAnswer("nothing is exchanged now", "game_on", self._rule("side_deck"))
            self.answer(place)

    def adopt(self, game: Game) -> None:
        """Go on with a game that was played elsewhere from the beginning that the last one has."""
        self.games[-1] = game
        self._go_on()

    # -- from game to game

    def _go_on(self) -> None:
        """From a game that is over to the exchanges after it, and from those to the next game."""
        while self.game.result is not None and not self.over and self._exchanged():
            self._played.append(self.record().games[-1])
            self._answers = []
            self.games.append(self._begin())

    def _exchanged(self) -> bool:
        """Whether every seat has finished its exchange after this game."""
        if not self._exchanges:
            self._exchanges = [Exchange(self.loaded, deck, seat) for seat, deck in enumerate(self.decks)]
        while self._exchanges and self._exchanges[0].over:
            done = self._exchanges.pop(0)
            self.decks = tuple(done.deck if seat == done.seat else deck for seat, deck in enumerate(self.decks))
        return not self._exchanges

    def _begin(self) -> Game:
        """The next game, at its first decision."""
        head = self._head
        return Game.new(
            self.loaded,
            self.decks,
            derived(head.seed, len(self._played)),
            head.mode,
            head.readings,
            decider=self._decider(),
            show_forced=head.shown_forced,
            **self._kept,
        )

    def _decider(self) -> int:
        """The seat that decides who begins the next game; nobody where chance does."""
        ways = self.loaded.rulebook.match.first
        way = ways[min(len(self._played), len(ways) - 1)]
        result = self._played[-1].result if self._played else None
        if result is None or way == "chance":
            return NOBODY
        return min(result.losers if way == "loser" else result.winners, default=NOBODY)

    def _rule(self, name: str) -> str:
        return self.loaded.rulebook.match.rules.get(name, "")

    def _refuse(self, reasons: Sequence[Reason]) -> None:
        if reasons:
            first = reasons[0]
            text = "; ".join(each.text for each in reasons if each.text)
            raise IllegalAnswer(f"{first.code}{f': {text}' if text else ''}", first.code, first.rule)


def games_of(loaded: LoadedGame, best_of: int = 0) -> int:
    """How many games a match has at most, drawn ones aside: as agreed on, else as the rulebook says."""
    games = best_of or loaded.rulebook.match.best_of
    if games < 1 or (games == 1 and not best_of):
        raise NoMatch(
            f"the rules of {loaded.id} know no match of several games; say how many, as in best of 3 (--best-of 3)"
        )
    return games

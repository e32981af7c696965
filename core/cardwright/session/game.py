"""`Game`: one running game, as a program uses it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct

from cardwright.decisions.decision import Act, Decision, Option, Pending
from cardwright.decisions.validate import option_number
from cardwright.decisions.verdict import Reason
from cardwright.engine.programs import OWN
from cardwright.errors import DamagedFile, EngineBug, IllegalAnswer
from cardwright.ids import NOBODY, ref_uid
from cardwright.session.catalog import LoadedGame, load_game
from cardwright.session.decks import choose_decks
from cardwright.session.files import seal, unseal
from cardwright.session.narrator import Narrator
from cardwright.session.record import EVERY, MatchRecord, Record
from cardwright.session.version import version
from cardwright.state import codec
from cardwright.state.fork import digest
from cardwright.view.allow import Allowance
from cardwright.view.project import project
from cardwright.view.sights import Happening, View

if TYPE_CHECKING:
    from cardwright.engine.machine import Engine
    from cardwright.state.events import Event
    from cardwright.state.game_state import GameState, Result

_SAVE: Final = "cardwright-save"
_SAVE_VERSION: Final = 2
_OF_ANY_CARD: Final = frozenset({"over", "wrong_seat", "wrong_zone", "not_an_option"})
"""Reasons in which the front of a card has no part."""
LONGEST: Final = 20_000
"""More answers than this are a game without end."""


class _Saved(Struct):
    record: Record
    state: msgspec.Raw


class Game:
    """One game: its open decision, its answers so far, and what each seat may see of it."""

    def __init__(
        self, loaded: LoadedGame, engine: Engine, head: Record, *, log: bool = True, digests: bool = True
    ) -> None:
        """Prefer `Game.new`. `head` is the record so far; without `log` nothing is kept for `log()`."""
        self.loaded = loaded
        self.engine = engine
        self._head = head
        self._answers: list[int] = list(head.answers)
        self._counts: list[int] = list(head.counts)
        self._digests: list[str] = list(head.digests)
        self._every = EVERY if digests else 0
        self._events: list[Event] = []
        self._narrator = (
            Narrator(loaded.rulebook, len(engine.state.teams), (engine.state.turn, engine.state.phase)) if log else None
        )

    @classmethod
    def new(
        cls,
        game: str | LoadedGame,
        decks: Sequence[Any] | None = None,
        seed: int = 0,
        mode: str = "duel",
        readings: Mapping[str, str] | None = None,
        *,
        decider: int = NOBODY,
        show_forced: bool = False,
        log: bool = True,
        digests: bool = True,
    ) -> Game:
        """A game at its first decision.

        Args:
            game: Its id, or what `load_game` gave.
            decks: One for each seat: names of the game's decks, or decks; else the game's own in order.
            seed: Decides every shuffle, draw and toss.
            mode: A mode of the rulebook.
            readings: Chosen readings of doubtful rules; the rulebook's first for the others.
            decider: The seat that decides who begins, instead of whom the set-up asks: in a match, say, the loser.
            show_forced: Whether questions with one legal answer are put too.
            log: Whether `log` will be asked for; a game that nobody reads is faster without.
            digests: Whether the record gets a digest of the state after every sixteenth answer.
        """
        from cardwright.engine.setup import new_game

        loaded = load_game(game) if isinstance(game, str) else game
        played = choose_decks(loaded, decks, mode)
        parts, counted = [deck.parts for deck in played], [deck.counts_as for deck in played]
        numbers = {loaded.tables.card[card] for each in parts for cards in each.values() for card in cards}
        engine = new_game(loaded.tables.of(numbers), parts, seed, mode, dict(readings or {}), decider, counted)
        head = Record(
            engine=version(),
            rulebook=loaded.hash,
            game=loaded.id,
            mode=mode,
            seed=seed,
            decks=played,
            readings=dict(readings or {}),
            decider=decider,
            shown_forced=show_forced,
        )
        made = cls(loaded, engine, head, log=log, digests=digests)
        made._advance()
        return made

    @property
    def state(self) -> GameState:
        """The whole state, for tests; players get a `view`."""
        return self.engine.state

    @property
    def result(self) -> Result | None:
        """How the game ended, once it has."""
        return self.engine.state.result

    @property
    def events(self) -> tuple[Event, ...]:
        """All events since this game was made or loaded, if it keeps a log."""
        return tuple(self._events)

    @property
    def seed(self) -> int:
        """What decides its shuffles, draws and tosses."""
        return self._head.seed

    @property
    def answered(self) -> int:
        """How many questions with two answers or more were answered."""
        return len(self._answers)

    @property
    def pending(self) -> Pending | None:
        """The open question, as the state holds it."""
        return self.engine.state.pending

    @property
    def decision(self) -> Decision | None:
        """The open decision; nothing once the game is over."""
        state = self.engine.state
        pending = state.pending
        if pending is None:
            return None
        frame = state.frames[-1] if state.frames else None
        return Decision(
            pending.number,
            pending.seat,
            pending.about,
            pending.options,
            pending.window,
            self._program(),
            frame.position if frame is not None else -1,
            ref_uid(frame.source) if frame is not None and frame.source >= 0 else -1,
        )

    def answer(self, option: Option | int, *, seat: int | None = None, number: int | None = None) -> None:
        """Answer the open decision and go on to the next.

        Args:
            option: One of the decision's options, or its place among them.
            seat: Who answers, if that is to be checked.
            number: The decision it answers, if that is to be checked.

        Raises:
            IllegalAnswer: the answer is refused; nothing has changed.
            EngineBug: the game broke, or has no end.
        """
        state = self.engine.state
        pending = state.pending
        try:
            place = option_number(pending, option, seat, number)
        except IllegalAnswer as refusal:
            raise self._with_rule(refusal, option) from None
        assert pending is not None  # noqa: S101 - option_number refuses otherwise
        if self._narrator is not None:
            self._narrator.act(state, pending, pending.options[place])
        recorded = len(pending.options) > 1
        if recorded:
            if len(self._answers) >= LONGEST:
                raise EngineBug(f"{LONGEST} answers and no end: this game goes in a circle", self.engine.dump())
            self._answers.append(place)
            self._counts.append(len(pending.options))
        self.engine.resume(place)
        self._advance()
        if recorded and self._every and len(self._answers) % self._every == 0:
            self._digests.append(self.digest())

    def view(self, viewer: int | None, language: str = "") -> View:
        """The game as seat `viewer` sees it; with `None`, as a spectator sees it."""
        return project(
            self.engine.state,
            self.loaded.rulebook,
            viewer,
            self.engine.value_of,
            self.engine.seat_value_of,
            language=language,
            program=self._program(),
            rule=self._rule(),
        )

    def log(self, viewer: int | None) -> tuple[Happening, ...]:
        """What was told to a viewer since this game was made or loaded."""
        if self._narrator is None:
            raise ValueError("this game was made without a log")
        return self._narrator.lines(viewer)

    def why_not(self, act: Act | Option, seat: int | None = None) -> list[Reason]:
        """Every reason against an act of a seat (the one that is asked) now; none if it is open.

        About a card the seat may not know only what would be said about any other is said.

        Raises:
            IllegalAnswer: there is no such seat, or the act is none.
        """
        from cardwright.engine.explain import reasons

        pending = self.engine.state.pending
        who = seat if seat is not None else pending.seat if pending is not None else 0
        if who not in range(len(self.state.teams)):
            raise IllegalAnswer(f"there is no seat {who!r:.20}", "wrong_seat")
        wanted = _act_of(act)
        found = reasons(self.engine, who, wanted)
        if found and self._hidden(wanted.card, who):
            return [each for each in found if each.code in _OF_ANY_CARD] or [Reason("not_an_option")]
        return found

    def fork(self) -> Game:
        """A game that goes on from here on its own."""
        copy: Game = object.__new__(Game)
        copy.loaded = self.loaded
        copy.engine = self.engine.fork()
        copy._head = self._head
        copy._answers = self._answers.copy()
        copy._counts = self._counts.copy()
        copy._digests = self._digests.copy()
        copy._every = self._every
        copy._events = self._events.copy()
        copy._narrator = None if self._narrator is None else self._narrator.fork()
        return copy

    def digest(self) -> str:
        """A hash of the whole state, the same on any machine."""
        return digest(self.engine.state)

    def record(self, note: str = "") -> Record:
        """The game so far as its inputs; `note` says what broke it, if something did."""
        return msgspec.structs.replace(
            self._head,
            answers=tuple(self._answers),
            counts=tuple(self._counts),
            digests=tuple(self._digests),
            end="" if note else self.digest(),
            note=note,
        )

    def save(self) -> bytes:
        """The game at this decision, to go on with later."""
        return seal(_SAVE, _SAVE_VERSION, _Saved(self.record(), msgspec.Raw(codec.encode(self.engine.state))))

    @classmethod
    def load(cls, data: bytes, loaded: LoadedGame | None = None) -> Game:
        """The game that was saved.

        Raises:
            DamagedFile: the data is no save, or one of other rules than today's.
        """
        from cardwright.engine.machine import Engine

        saved = unseal(_SAVE, _SAVE_VERSION, data, _Saved)
        loaded = loaded or load_game(saved.record.game)
        check_rules(saved.record, loaded)
        state = codec.decode(bytes(saved.state))
        tables = loaded.tables.of(card.number for card in state.cards)
        return cls(loaded, Engine(tables, state), saved.record)

    def _program(self) -> str:
        """Where the asking instruction was written."""
        frames = self.engine.state.frames
        return self.loaded.tables.program_name(frames[-1].program) if frames else ""

    def _rule(self) -> str:
        """The rule behind the choice, or the `may`, that asks."""
        frames = self.engine.state.frames
        if not frames or frames[-1].program < OWN:
            return ""
        code = self.loaded.rulebook.programs[frames[-1].program - OWN].code
        if frames[-1].position >= len(code):
            return ""
        step = code[frames[-1].position]
        if step.choice is not None:
            begins = any(each.op == "first_seat" for each in code[frames[-1].position + 1 :][:1])
            if begins and self._head.decider != NOBODY:
                return self.loaded.rulebook.match.rules.get("first", "")
            return step.choice.rule or step.rule
        return step.rule if step.op == "may" else ""

    def _advance(self) -> None:
        engine = self.engine
        engine.advance(self._head.shown_forced)
        if self._narrator is not None:
            self._events += engine.state.events
            self._narrator.events(engine.state, engine.state.events)

    def _hidden(self, card: int, seat: int) -> bool:
        """Whether there is such a card, and the seat may not know which it is."""
        state = self.engine.state
        allow = Allowance(state, self.loaded.rulebook, seat)
        return 0 <= card < len(state.cards) and not allow.knows(state.cards[card])

    def _with_rule(self, refusal: IllegalAnswer, option: object) -> IllegalAnswer:
        """The refusal, with the rule that forbids what was wanted."""
        pending = self.engine.state.pending
        if refusal.reason != "not_an_option" or not isinstance(option, Option) or pending is None:
            return refusal
        if pending.about != "act":
            return refusal
        found = self.why_not(option)
        if not found:
            return refusal
        text = "; ".join(f"{each.code}{f' [{each.rule}]' if each.rule else ''}" for each in found[1:])
        also = f" (also {text})" if text else ""
        return IllegalAnswer(f"{option.verb} is not open: {found[0].code}{also}", found[0].code, found[0].rule)


def _act_of(act: Act | Option) -> Act:
    """The act, once its parts are what they must be."""
    try:
        return msgspec.convert(msgspec.structs.asdict(act), Act)
    except msgspec.ValidationError as error:
        raise IllegalAnswer(f"{act!r:.200} is no act: {error}", "not_an_option") from None


def check_rules(record: Record | MatchRecord, loaded: LoadedGame) -> None:
    """Raise `DamagedFile` if the record was made with other rules or cards than those at hand."""
    if record.game != loaded.id:
        raise DamagedFile(f"this is a game of {record.game}, not of {loaded.id}")
    if record.rulebook != loaded.hash:
        raise DamagedFile(
            f"this was made with rules and cards {record.rulebook} (cardwright {record.engine}); "
            f"here are {loaded.hash} (cardwright {version()})"
        )

"""`Runner`: runs scenarios of one game: build the board, play the steps, look at what must be so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cardwright.errors import CardwrightError, DefinitionError
from cardwright.loading.scenario_records import Act, Expect, Passing, Refused, Scenario
from cardwright.session.game import Game
from cardwright.session.record import Record
from cardwright.session.version import version
from cardwright.testing.board import Board
from cardwright.testing.chance import Dealer
from cardwright.testing.deck_check import deck_difference
from cardwright.testing.defaults import Defaults, defaults
from cardwright.testing.expectations import difference
from cardwright.testing.failure import ScenarioFailure, board_text, running_text
from cardwright.testing.probe import probe
from cardwright.testing.run import Run
from cardwright.testing.start import impossible
from cardwright.testing.used import use_up
from cardwright.testing.values import number_in

if TYPE_CHECKING:
    from cardwright.engine.machine import Engine
    from cardwright.loading.scenario_records import CardGiven, Step
    from cardwright.session.catalog import LoadedGame

_ADVICE: Final = "answer it by a step, or expect the `decision` (what it is about, or options in it)"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a scenario came out."""

    scenario: Scenario
    failure: str = ""
    """Empty if it passed."""
    done: tuple[str, ...] = ()
    """What was answered; what no step gave is marked."""

    @property
    def passed(self) -> bool:
        """Whether everything was as written."""
        return not self.failure


class Runner:
    """Runs the scenarios of one game."""

    def __init__(self, loaded: LoadedGame) -> None:
        """Nothing is built yet."""
        self.loaded = loaded
        self._defaults: dict[str, Defaults] = {}

    def run(self, scenario: Scenario) -> Outcome:
        """Run one scenario; faults of the engine come out as failures too, with the board."""
        if scenario.deck is not None:
            return Outcome(scenario, _deck_failure(scenario, self.loaded))
        try:
            run = self._begin(scenario)
        except DefinitionError as error:
            return Outcome(scenario, str(error))
        except (ScenarioFailure, CardwrightError) as error:
            return Outcome(scenario, f"{scenario.place(scenario.where)}: {error}")
        try:
            self._play(scenario, run)
        except ScenarioFailure as failure:
            return Outcome(scenario, self._explain(str(failure), failure.where, run), tuple(run.done))
        except CardwrightError as error:
            return Outcome(scenario, self._explain(f"{type(error).__name__}: {error}", (), run), tuple(run.done))
        return Outcome(scenario, "", tuple(run.done))

    def _begin(self, scenario: Scenario) -> Run:
        from cardwright.engine import checks

        mode = scenario.given.mode
        if mode not in self._defaults:
            self._defaults[mode] = defaults(self.loaded, mode)
        board = Board(scenario, self.loaded, self._defaults[mode])
        more: dict[int, dict[int, int]] = {}
        for uid, card in board.valued:
            more[uid] = self._pieces_for(board, uid, card, more)
        engine = self._engine(board, more)
        checks.run(engine.context)
        head = Record(version(), self.loaded.hash, self.loaded.id, mode, scenario.given.seed, (), shown_forced=True)
        game = Game(self.loaded, engine, head)
        game._advance()
        return Run(scenario, game, board.cast, Dealer(scenario.script, scenario.given.seed))

    def _engine(self, board: Board, more: Mapping[int, Mapping[int, int]]) -> Engine:
        from cardwright.engine.machine import Engine

        engine = Engine(self.loaded.tables, board.state(more))
        engine.context.ask_chance = True
        engine.context.keep_order = board.scenario.script.keep_order
        use_up(board, engine.context)
        return engine

    def _pieces_for(
        self, board: Board, uid: int, card: CardGiven, more: Mapping[int, Mapping[int, int]]
    ) -> dict[int, int]:
        """The pieces of one kind that give a card the values it must show; none if it shows them already."""
        missing = self._missing(board, uid, card, more)
        if not missing:
            return {}
        name, wanted, found = missing
        fitting = [
            {kind: abs(wanted - found)}
            for kind in range(len(self.loaded.tables.pieces))
            if not self._missing(board, uid, card, {**more, uid: {kind: abs(wanted - found)}})
        ]
        if len(fitting) != 1:
            kinds = "several kinds of pieces give" if fitting else "no kind of piece gives"
            message = f"'{name}' of {card.number} is {found}; {kinds} it {wanted}"
            raise impossible(board.scenario, (*card.where, name), message, "give the pieces")
        return fitting[0]

    def _missing(
        self, board: Board, uid: int, card: CardGiven, more: Mapping[int, Mapping[int, int]]
    ) -> tuple[str, int, int] | None:
        """The first value that is not as given: its name, what is wanted, what is found."""
        engine = self._engine(board, more)
        for name, wanted in card.values.items():
            found = number_in(engine.context, engine.state.cards[uid], name)
            if found != wanted:
                return name, wanted, found
        return None

    def _play(self, scenario: Scenario, run: Run) -> None:
        for step, after in zip(scenario.steps, (*scenario.steps[1:], scenario.expect), strict=False):
            _take(step, after, run)
        if any(isinstance(step, (Act, Passing)) for step in scenario.steps):
            run.passing(Passing("all", scenario.where))
        if scenario.expect is not None:
            _look(scenario.expect, run)
        _end(scenario, run)
        if run.dealer.left:
            unused = ", ".join(map(str, run.dealer.left))
            raise run.fail(f"`random` says {unused}, which nobody asked for", (*scenario.where, "random"))

    def _explain(self, message: str, where: tuple[str | int, ...], run: Run) -> str:
        scenario = run.scenario
        rules = [f"  {rule}: {self._rule(rule)}" for rule in scenario.rules]
        parts = [
            f"{scenario.place(where or scenario.where)}: {message}",
            "steps done:\n" + ("\n".join(f"  {line}" for line in run.done) or "  none"),
            board_text(run.cast, run.state),
            running_text(self.loaded.rulebook, run.state),
            "rules:\n" + "\n".join(rules),
        ]
        return "\n\n".join(part for part in parts if part)

    def _rule(self, rule: str) -> str:
        entry = self.loaded.ledger.get(rule)
        return entry.rule if entry is not None else ""


def _take(step: Step, after: Step | None, run: Run) -> None:
    """Take one step; `after` is what follows it."""
    if isinstance(step, Act):
        run.act(step)
    elif isinstance(step, Passing):
        _pass(step, after, run)
    elif isinstance(step, Refused):
        probe(step, run)
    else:
        _look(step, run)


def _pass(step: Passing, after: Step | None, run: Run) -> None:
    """Everybody passes; a question that stops them is for the next step, the end of the game for an expectation."""
    if run.passing(step):
        return
    if run.pending is None:
        if not isinstance(after, Expect):
            raise run.fail(f"`{step}` is not reached; expect the `result` next", step.where)
    elif not isinstance(after, Act) and not _tells_decision(after, run):
        raise run.fail(f"`{step}` is not reached; {_ADVICE} next", step.where)


def _end(scenario: Scenario, run: Run) -> None:
    """What an effect asks is open at the end only if that is expected: what the effect goes on to do is not seen."""
    pending = run.pending
    last = scenario.expect or scenario.steps[-1]
    if pending is not None and pending.about not in {"act", "phase"} and not _tells_decision(last, run):
        raise run.fail(f"the scenario ends with an open question; {_ADVICE} at the end", last.where)


def _tells_decision(step: Step | None, run: Run) -> bool:
    """Whether a step says what is asked now, and rightly."""
    told = [each for each in step.expectations if each.kind == "decision"] if isinstance(step, Expect) else []
    return any({"about", "include"} & set(each.wanted) and not difference(each, run) for each in told)


def _look(expect: Expect, run: Run) -> None:
    """Compare, and fail at the first difference; questions with one legal answer need no step, and are answered."""
    first = _difference(expect, run)
    ahead = run.fork() if first is not None else run
    while ahead is not run and ahead.fill_forced():
        if _difference(expect, ahead) is None:
            run.become(ahead)
            return
    if first is not None:
        raise run.fail(*first)


def _difference(expect: Expect, run: Run) -> tuple[str, tuple[str | int, ...]] | None:
    """The first thing that is not as expected, and where that stands."""
    return next(((found, tuple(each.where)) for each in expect.expectations if (found := difference(each, run))), None)


def _deck_failure(scenario: Scenario, loaded: LoadedGame) -> str:
    assert scenario.deck is not None
    try:
        found, key = deck_difference(scenario.deck, loaded), "expect"
    except CardwrightError as error:
        found, key = str(error), "deck"
    return f"{scenario.place((*scenario.where, key))}: {found}" if found else ""


def run_all(loaded: LoadedGame, scenarios: Iterable[Scenario]) -> tuple[Outcome, ...]:
    """The outcomes of scenarios of one game, in order."""
    runner = Runner(loaded)
    return tuple(runner.run(scenario) for scenario in scenarios)

"""`Run`: one scenario being played: answers by meaning, and what is filled in without a step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import TYPE_CHECKING, Final

from cardwright.decisions.decision import DONE, NO, PASS, YES
from cardwright.engine.programs import OWN
from cardwright.ids import CHANCE
from cardwright.testing.failure import ScenarioFailure, open_question
from cardwright.testing.matching import act_options, option_words, pick_options, reply_option

if TYPE_CHECKING:
    from cardwright.decisions.decision import Pending
    from cardwright.loading.scenario_records import Act, Answers, Passing, Pick, Scenario
    from cardwright.session.game import Game
    from cardwright.state.game_state import GameState
    from cardwright.testing.cast import Cast
    from cardwright.testing.chance import Dealer

_PATIENCE: Final = 2_000
"""More answers than any scenario needs; a game that asks on for ever is stopped here."""


class Run:
    """A scenario's game, the decision that is open, and the log of what was answered."""

    def __init__(self, scenario: Scenario, game: Game, cast: Cast, dealer: Dealer) -> None:
        """Begin at the first decision."""
        self.scenario = scenario
        self.game = game
        self.cast = cast
        self.dealer = dealer
        self.done: list[str] = []
        """What was answered, steps and what was filled in."""
        self.left = _PATIENCE
        self.settle_chance()

    @property
    def state(self) -> GameState:
        """The state now."""
        return self.game.state

    @property
    def pending(self) -> Pending | None:
        """The question that is open."""
        return self.game.state.pending

    def fail(self, message: str, where: Sequence[str | int] = ()) -> ScenarioFailure:
        """A failure that also says what is asked now."""
        asked = open_question(self.pending, self.cast, self.state)
        return ScenarioFailure(f"{message}\n{asked}", tuple(where))

    def answer(self, place: int, note: str) -> None:
        """Give one answer and go on to the next question of a seat."""
        pending = self.pending
        assert pending is not None
        self.left -= 1
        if self.left < 0:
            raise self.fail("the scenario does not end")
        option = option_words(pending.options[place], self.cast, self.state)
        self.done.append(f"{note}{self.cast.seat_name(pending.seat)}: {option}")
        self.game.answer(place)
        self.settle_chance()

    def settle_chance(self) -> None:
        """Answer what chance is asked, by the script."""
        while (pending := self.pending) is not None and pending.seat == CHANCE:
            place = self.dealer.deal(pending, self.cast, self.state)
            self.done.append(f"  chance: {option_words(pending.options[place], self.cast, self.state)}")
            self.game.answer(place)

    def fork(self) -> Run:
        """A copy that goes on from here on its own."""
        forked = copy(self)
        forked.game = self.game.fork()
        forked.dealer = self.dealer.fork()
        forked.done = self.done.copy()
        return forked

    def become(self, other: Run) -> None:
        """Go on from where a copy has come to."""
        self.__dict__.update(other.__dict__)

    def fill_forced(self) -> bool:
        """Answer a question with one legal answer; whether there was one."""
        pending = self.pending
        if pending is None or len(pending.options) != 1:
            return False
        self.fill(0)
        return True

    def fill(self, place: int) -> None:
        """An answer no step gives."""
        self.answer(place, "  (filled in) ")

    def act(self, act: Act) -> None:
        """One step of a seat."""
        self.declare(act)
        left = list(act.answers)
        while left:
            answers = self._next(act, left)
            left.remove(answers)
            self._reply(act, answers)
        self._pay(act)

    def declare(self, act: Act) -> None:
        """The beginning of a step, before any answer."""
        self._reach(act)
        if act.verb:
            places = act_options(act, self._asked(act), self.cast, self.state)
            self.answer(self._only(places, str(act), act), "")

    def _next(self, act: Act, left: list[Answers]) -> Answers:
        """The answers for the question that is open, in whichever order they are written; else the first ones."""
        pending = self.pending
        if pending is None or pending.seat != self.cast.seat(act.seat):
            return left[0]
        return next((each for each in left if self._meets(each, pending)), left[0])

    def _pay(self, act: Act) -> None:
        """Fill in the payment of an act, unless the step said how it is paid."""
        if any(each.about == "pay" for each in act.answers):
            return
        while (pending := self.pending) is not None:
            forced = len(pending.options) == 1
            costs = forced and bool(self.state.frames) and self.state.frames[-1].cause == "cost"
            user = forced and pending.options[0].verb == "user"
            if pending.about != "pay" and not costs and not user:
                return
            self.fill(0)

    def _only(self, places: list[int], what: str, act: Act) -> int:
        """The one option that was found."""
        if not places:
            raise self.fail(f"`{what}` is not open", act.where)
        if len(places) > 1:
            pending = self._asked(act)
            options = "".join(f"\n  - {option_words(pending.options[each], self.cast, self.state)}" for each in places)
            raise self.fail(f"`{what}` may mean several options:{options}", act.where)
        return places[0]

    def _asked(self, act: Act) -> Pending:
        pending = self.pending
        if pending is None or self.cast.seat(act.seat) != pending.seat:
            raise self.fail(f"`{act}`: {act.seat} is not asked", act.where)
        return pending

    def _reply(self, act: Act, answers: Answers) -> None:
        """The picks of one kind of question, one after the other, then `done` if it is offered."""
        self._until_asked(act, answers)
        for pick in answers.picks:
            self._pick(act, pick, answers)
        self._close(act, answers)

    def _until_asked(self, act: Act, answers: Answers) -> None:
        """Fill in what needs no step, before the question that is meant."""
        pays = any(each.about == "pay" for each in act.answers)
        while (pending := self.pending) is not None:
            if pending.seat == self.cast.seat(act.seat) and self._meets(answers, pending):
                return
            place = -1 if pays and pending.about == "pay" and len(pending.options) > 1 else self.filling(pending)
            if place < 0 or (pending.options[place].verb == PASS and self.idle()):
                return
            self.fill(place)

    def _meets(self, answers: Answers, pending: Pending) -> bool:
        """Whether a question is the one these answers are for."""
        of_kind = _is_about(pending, answers.about)
        if not of_kind or not answers.picks or answers.about == "order":
            return of_kind
        return bool(pick_options(answers.picks[0], pending, self.cast, self.state))

    def _pick(self, act: Act, pick: Pick, answers: Answers) -> None:
        pending = self._asked(act)
        places = pick_options(pick, pending, self.cast, self.state)
        self.answer(self._only(places, f"{act.seat}: {{{answers.about}: {pick}}}", act), "")

    def _close(self, act: Act, answers: Answers) -> None:
        """End a question that would go on after the last pick."""
        pending = self.pending
        frames = self.state.frames
        going_on = bool(frames and frames[-1].picking) if answers.picks else True
        if pending is None or answers.about not in _SEVERAL or not going_on:
            return
        place = reply_option(DONE, pending)
        if place >= 0 and pending.seat == self.cast.seat(act.seat):
            self.answer(place, "")
        elif not answers.picks:
            raise self.fail(f"`{act}`: picking nothing is not open", act.where)

    def _reach(self, act: Act) -> None:
        """Fill in until the seat is asked what the step answers."""
        seat = self.cast.seat(act.seat)
        while (pending := self.pending) is not None:
            if pending.seat == seat and self._answers(act, pending):
                return
            if not self._fill_before(act, pending, seat):
                return

    def _answers(self, act: Act, pending: Pending) -> bool:
        if act.verb:
            return bool(act_options(act, pending, self.cast, self.state))
        return self._meets(act.answers[0], pending)

    def _fill_before(self, act: Act, pending: Pending, seat: int) -> bool:
        """Fill in one answer before the step; whether there was one to fill in."""
        place = self.filling(pending)
        if place < 0:
            return False
        is_pass = pending.options[place].verb == PASS and len(pending.options) > 1
        if is_pass and pending.seat == seat and (self._is_action(act) or self.idle()):
            return False
        self.fill(place)
        return True

    def _is_action(self, act: Act) -> bool:
        """Whether the step is something to do in a window; then the seat's own passes are not filled in."""
        return bool(act.verb) and act.verb not in {"yes", "no", DONE}

    def filling(self, pending: Pending) -> int:
        """The answer to a question that needs no step; -1 if it needs one."""
        if len(pending.options) == 1 or pending.about == "pay":
            return 0
        return reply_option(PASS, pending) if pending.about == "act" else -1

    def idle(self) -> bool:
        """Whether nothing is in progress: no chain, no battle, no effect, only a window of a phase."""
        state = self.state
        pending = state.pending
        turn = OWN + self.game.loaded.rulebook.turn
        if state.result is not None:
            return True
        if pending is None or pending.about != "act" or state.chain:
            return False
        below = [frame.program for frame in state.frames[-2:]]
        return turn in below

    def passing(self, step: Passing) -> bool:
        """Everybody passes until something is over or begins; whether it came to that."""
        over = self._over(step.until)
        while not over() and (pending := self.pending) is not None:
            place = self._phase_answer(pending, step.until) if pending.about == "phase" else self.filling(pending)
            if place < 0:
                break
            self.fill(place)
        return over()

    def _phase_answer(self, pending: Pending, until: str) -> int:
        """Whether a phase that is optional is held: only if it is the one waited for."""
        wanted = YES if pending.options[0].word == until else NO
        return reply_option(wanted, pending)

    def _over(self, until: str) -> Callable[[], bool]:
        state = self.state
        if until == "chain":
            return lambda: not self.state.chain and (self.pending is None or self.pending.about in {"act", "phase"})
        if until == "all":
            return self.idle
        turn = state.turn
        if until == "end_of_turn":
            return lambda: self.state.turn != turn
        begun = (turn, state.phase)
        return lambda: self.state.phase == until and (self.state.turn, self.state.phase) != begun


_SEVERAL: Final = frozenset({"choose", "pay", "order"})
_ABOUT: Final = {
    "choose": ("choose", "may", "phase"),
    "pay": ("pay",),
    "order": ("order",),
    "number": ("number",),
    "word": ("word",),
    "may": ("may", "phase"),
}


def _is_about(pending: Pending, about: str) -> bool:
    return pending.about in _ABOUT.get(about, (about,))

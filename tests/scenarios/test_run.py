"""Steps find their options by meaning, and what no step mentions is filled in, on a game that only asks."""

from types import SimpleNamespace
from typing import Any

import pytest

from cardwright.decisions.decision import Act as Wanted
from cardwright.decisions.decision import Option, Pending
from cardwright.decisions.verdict import Reason
from cardwright.engine.linking import Linked
from cardwright.engine.programs import OWN
from cardwright.errors import IllegalAnswer
from cardwright.hooks.registry import Registry
from cardwright.ids import CHANCE, zone_key
from cardwright.loading.scenario_records import Act, Answers, Passing, Pick, Refused, Script
from cardwright.rulebook.cards import CardDef
from cardwright.rulebook.play import ActionDef
from cardwright.rulebook.rulebook import Rulebook
from cardwright.rulebook.table import Mode, TypeDef, ZoneDef
from cardwright.state.card_state import CardState
from cardwright.state.frames import Frame
from cardwright.state.game_state import GameState
from cardwright.testing.cast import Cast
from cardwright.testing.chance import Dealer
from cardwright.testing.failure import ScenarioFailure
from cardwright.testing.probe import probe
from cardwright.testing.run import Run

TURN, BATTLE = 0, 1
RULEBOOK = Rulebook(
    game="tiny",
    language="en",
    modes={"duel": Mode(teams=(("A",), ("B",)))},
    zones=(ZoneDef("hand", see="owner"), ZoneDef("field", in_play=True)),
    types={"unit": TypeDef("unit")},
    actions={name: ActionDef(name) for name in ("attack", "use_card", "use_effect")},
    turn=TURN,
    cards=(CardDef("T-001", {"en": "Knight"}, "unit"), CardDef("T-002", {"en": "Squire"}, "unit")),
)
KNIGHT, SQUIRE, TWIN, FOE = range(4)
PASS, DONE = Option("pass"), Option("done")


class AskingGame:
    """Asks a list of questions, whatever is answered."""

    def __init__(self, *questions: tuple[int, str, tuple[Option, ...]], busy: tuple[int, ...] = ()) -> None:
        self.questions = questions
        self.busy = busy
        """Questions that are asked in the middle of something."""
        self.answers: list[Option] = []
        self.loaded = SimpleNamespace(rulebook=RULEBOOK)
        self.events: tuple[Any, ...] = ()
        self.at = 0

    @property
    def state(self) -> GameState:
        pending = None
        if self.at < len(self.questions):
            seat, about, options = self.questions[self.at]
            pending = Pending(self.at, seat, about, options, "main")
        place = {KNIGHT: (1, 0), SQUIRE: (0, 0), TWIN: (0, 0), FOE: (1, 1)}
        numbers = {KNIGHT: 0, SQUIRE: 1, TWIN: 1, FOE: 0}
        cards = [CardState(uid, numbers[uid], place[uid][1], place[uid][1], *place[uid]) for uid in range(4)]
        zones: dict[int, tuple[int, ...]] = {
            zone_key(1, 0): (KNIGHT,),
            zone_key(0, 0): (SQUIRE, TWIN),
            zone_key(1, 1): (FOE,),
        }
        turn = Frame(OWN + TURN)
        frames = [turn, Frame(BATTLE), Frame(BATTLE)] if self.at in self.busy else [turn, Frame(BATTLE)]
        return GameState(0, "duel", (0, 1), (0, 1), cards, zones, frames=frames, pending=pending)

    def answer(self, option: Option | int, *, seat: int | None = None) -> None:
        asked, _, options = self.questions[self.at]
        if isinstance(option, Option) and (option not in options or seat != asked):
            raise IllegalAnswer("no", "exhausted", "T-2")
        self.answers.append(options[option] if isinstance(option, int) else option)
        self.at += 1

    def digest(self) -> str:
        return str(self.at)

    def why_not(self, act: Wanted, _: int) -> list[Reason]:
        return [Reason("exhausted", "T-2"), Reason("wrong_window")] if act.card == KNIGHT else []


def play(game: AskingGame, *steps: Act | Passing | Refused, script: Script | None = None) -> Run:
    cast = Cast(Linked(RULEBOOK, Registry()), ("A", "B"), {"knight": KNIGHT, "foe": FOE})
    run = Run(SimpleNamespace(), game, cast, Dealer(script or Script(), 0))  # type: ignore[arg-type]
    for step in steps:
        if isinstance(step, Act):
            run.act(step)
        elif isinstance(step, Passing):
            run.passing(step)
        else:
            probe(step, run)
    return run


def act(seat: str, verb: str = "", card: str = "", **answers: list[str]) -> Act:
    given = tuple(Answers(about, tuple(map(Pick, picks))) for about, picks in answers.items())
    return Act(seat, (), verb, card, answers=given)


def attack(card: int) -> Option:
    return Option("attack", card)


def test_an_act_by_alias() -> None:
    game = AskingGame((0, "act", (PASS, attack(KNIGHT), Option("use_card", SQUIRE))))
    play(game, act("A", "attack", "knight"))
    assert game.answers == [attack(KNIGHT)]


def test_the_beginning_of_an_action_and_two_cards_nobody_can_tell_apart() -> None:
    game = AskingGame((0, "act", (PASS, Option("use_card", SQUIRE), Option("use_card", TWIN))))
    play(game, act("A", "use", "T-002"))
    assert game.answers == [Option("use_card", SQUIRE)]


def test_an_act_that_may_mean_two_options_fails_and_lists_them() -> None:
    game = AskingGame((0, "act", (PASS, Option("use_card", KNIGHT), Option("use_effect", KNIGHT))))
    with pytest.raises(ScenarioFailure, match=r"several options(.|\n)*use_card(.|\n)*use_effect"):
        play(game, act("A", "use", "knight"))


def test_an_act_that_is_not_open_fails_and_lists_what_is() -> None:
    game = AskingGame((0, "act", (PASS, Option("use_card", SQUIRE))), (0, "act", (PASS, attack(KNIGHT))))
    with pytest.raises(ScenarioFailure, match=r"is not open(.|\n)*use_card"):
        play(game, act("A", "attack", "knight"))
    assert game.answers == []


def test_another_seats_pass_is_filled_in() -> None:
    game = AskingGame((0, "act", (PASS, attack(KNIGHT))), (1, "act", (PASS, attack(FOE))))
    run = play(game, act("B", "attack", "foe"))
    assert game.answers == [PASS, attack(FOE)]
    assert [line.startswith("  (filled in)") for line in run.done] == [True, False]


def test_no_choice_is_filled_in() -> None:
    game = AskingGame((0, "choose", (Option("choose", SQUIRE), Option("choose", KNIGHT))), (1, "act", (PASS,)))
    with pytest.raises(ScenarioFailure, match=r"B is not asked(.|\n)*A is asked: choose"):
        play(game, act("B", "pass"))


def test_own_passes_are_filled_in_before_an_answer_where_something_is_in_progress() -> None:
    choice = (Option("choose", KNIGHT), Option("choose", FOE))
    questions = ((0, "act", (PASS, attack(KNIGHT))), (1, "act", (PASS, attack(FOE))), (0, "choose", choice))
    game = AskingGame(*questions, busy=(0, 1))
    play(game, act("A", choose=["foe"]))
    assert game.answers == [PASS, PASS, Option("choose", FOE)]
    idle = AskingGame(*questions)
    with pytest.raises(ScenarioFailure):
        play(idle, act("A", choose=["foe"]))
    assert idle.answers == []


def test_answers_are_given_when_they_are_asked_for_in_whichever_order_they_are_written() -> None:
    game = AskingGame(
        (0, "act", (PASS, Option("use_card", SQUIRE))),
        (0, "pay", (Option("pay", TWIN), Option("pay", KNIGHT))),
        (0, "choose", (Option("choose", KNIGHT), Option("choose", FOE))),
        (1, "act", (PASS,)),
    )
    play(game, act("A", "use", "T-002", choose=["foe"], pay=["knight"]))
    assert game.answers[1:3] == [Option("pay", KNIGHT), Option("choose", FOE)]


def test_answers_of_the_same_step_and_a_payment_nobody_mentions() -> None:
    game = AskingGame(
        (0, "act", (PASS, Option("use_card", SQUIRE))),
        (0, "choose", (Option("choose", KNIGHT), Option("choose", FOE))),
        (0, "pay", (Option("pay", TWIN), Option("pay", KNIGHT))),
        (0, "pay", (Option("pay", TWIN), Option("pay", KNIGHT))),
        (1, "act", (PASS,)),
    )
    play(game, act("A", "use", "T-002", choose=["foe"]), act("B", "pass"))
    assert game.answers[1:] == [Option("choose", FOE), Option("pay", TWIN), Option("pay", TWIN), PASS]
    game = AskingGame(*game.questions)
    play(game, act("A", "use", "T-002", choose=["foe"], pay=["knight", "T-002"]))
    assert game.answers[2:] == [Option("pay", KNIGHT), Option("pay", TWIN)]


def test_a_choice_does_not_pay() -> None:
    game = AskingGame((0, "pay", (Option("pay", KNIGHT),)), (0, "choose", (Option("choose", KNIGHT), DONE)))
    play(game, act("A", choose=["knight"]))
    assert game.answers == [Option("pay", KNIGHT), Option("choose", KNIGHT)]


def test_amounts_and_words() -> None:
    game = AskingGame((0, "pay", (Option("pay", KNIGHT, number=1), Option("pay", KNIGHT, number=2))))
    play(game, Act("A", (), answers=(Answers("pay", (Pick("knight", 2),)),)))
    assert game.answers == [Option("pay", KNIGHT, number=2)]
    game = AskingGame((0, "number", tuple(Option("number", number=n) for n in range(3))))
    play(game, Act("A", (), answers=(Answers("number", (Pick(number=2),)),)))
    assert game.answers == [Option("number", number=2)]
    game = AskingGame((0, "choose", (Option("choose", number=0), Option("choose", number=1))))
    play(game, act("A", choose=["B"]))
    assert game.answers == [Option("choose", number=1)]


def test_choosing_nothing_is_done() -> None:
    game = AskingGame((0, "choose", (Option("choose", KNIGHT), DONE)))
    play(game, act("A", choose=[]))
    assert game.answers == [DONE]


def test_everybody_passes_until_nothing_is_in_progress() -> None:
    passes = tuple((seat, "act", (PASS, attack(KNIGHT))) for seat in (0, 1, 0))
    game = AskingGame(*passes, busy=(0, 1))
    play(game, Passing("all", ()))
    assert game.answers == [PASS, PASS]


def test_passing_stops_at_a_question() -> None:
    choice = (0, "choose", (Option("choose", KNIGHT), Option("choose", FOE)))
    game = AskingGame((1, "act", (PASS, attack(FOE))), choice, busy=(0, 1))
    play(game, Passing("all", ()))
    assert game.answers == [PASS]


def test_chance_follows_the_script() -> None:
    coin = (CHANCE, "chance", (Option("chance", word="heads"), Option("chance", word="tails")))
    die = (CHANCE, "chance", tuple(Option("chance", number=n) for n in range(1, 7)))
    game = AskingGame(coin, die, coin, (0, "act", (PASS,)))
    run = play(game, script=Script(coin=("tails", "heads"), die=(4,)))
    assert game.answers == [coin[2][1], die[2][3], coin[2][0]]
    assert run.dealer.left == ()
    with pytest.raises(ScenarioFailure, match="chance cannot decide"):
        play(AskingGame(coin), script=Script(coin=("edge",)))


def refused(card: str, *because: str, only: bool = False, seat: str = "A") -> Refused:
    return Refused(act(seat, "attack", card), because, only, ())


def test_a_probe() -> None:
    closed = (0, "act", (PASS, Option("use_card", SQUIRE)))
    for step in (refused("knight", "T-2"), refused("knight", "exhausted", "wrong_window"), refused("knight", seat="B")):
        game = AskingGame(closed)
        play(game, step)
        assert game.at == 0
    play(AskingGame(closed), refused("knight", "T-2", "wrong_window", only=True))


@pytest.mark.parametrize(
    ("step", "message"),
    [
        (refused("knight", "T-1"), "refused because of exhausted .T-2., wrong_window, expected T-1"),
        (refused("knight", "T-2", only=True), "expected only T-2"),
        (refused("foe"), "nothing speaks against it"),
    ],
)
def test_a_probe_that_does_not_come_out(step: Refused, message: str) -> None:
    with pytest.raises(ScenarioFailure, match=message):
        play(AskingGame((0, "act", (PASS, Option("use_card", SQUIRE)))), step)


def test_a_probe_of_what_is_open() -> None:
    with pytest.raises(ScenarioFailure, match="is open, but must be refused"):
        play(AskingGame((0, "act", (PASS, attack(KNIGHT)))), refused("knight"))

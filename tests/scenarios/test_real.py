"""Scenarios on a real game: what comes out as written passes, and each thing written otherwise fails."""

from pathlib import Path
from textwrap import indent

import pytest

from cardwright.errors import DefinitionError
from cardwright.session.catalog import LoadedGame, load_game
from cardwright.testing.coverage import coverage
from cardwright.testing.files import read_files, scenario_files, scenarios_of
from cardwright.testing.scenario import Outcome, Runner

HEAD = "game: huangdao\nscenarios:\n"


@pytest.fixture(scope="module")
def runner() -> Runner:
    return Runner(load_game("huangdao"))


@pytest.fixture
def loaded(runner: Runner) -> LoadedGame:
    return runner.loaded


def run(runner: Runner, tmp_path: Path, body: str) -> Outcome:
    path = tmp_path / "one.yaml"
    path.write_text(f"{HEAD}- id: x\n  title: X\n  rules: [HD-SEAL-01]\n{indent(body, '  ')}", "utf-8")
    (scenario,) = read_files([path])
    return runner.run(scenario)


ATTACK = """\
given:
  turn: {number: 3, player: A, phase: battle}
  A: {seal: HD01-001, battlefield: [{card: HD01-005, as: guard}], hand: [{card: HD01-044, as: cup}]}
  B: {seal: {card: HD01-002, curse: 12}, battlefield: [{card: HD01-030, as: sprite, exhausted: true}], hand: 2}
play:
- A: {attack: guard}
- A: {target: B.seal}
expect:
"""
SO = (
    "B: {seal: {curse: 11, loss: 9}}",
    "B: {seal: {curse: {is: 11, because: HD-SEAL-17}}}",
    "guard: {zone: A.battlefield, exhausted: true, attack: 1, owner: A, controller: A, element: metal}",
    "guard: {keyword: {include: [energy]}, zone: battlefield, number: HD01-005, host: none, attached: []}",
    "guard: {attached: {count: 0, exclude: [cup]}}",
    "A: {battlefield: [guard], hand: [cup], graveyard: [], energy: 0}",
    "A: {hand: {count: 1, include: [cup], exclude: [guard]}, battlefield: {set: [{card: guard, exhausted: true}]}}",
    "A: {sees: [guard, sprite, cup], does_not_see: [B.hand.1]}",
    "B: {hand: 2, does_not_see: [cup]}",
    "events: [attacked, {event: targeted, card: B.seal}, {event: damaged, card: B.seal, amount: 1, cause: battle}]",
    "no_events: [destroyed, drawn]",
    "count_events: {attacked: 1, destroyed: 0}",
    "turn: {number: 3, player: A, phase: battle, window: attacks}",
    "decision: {seat: A, about: act, window: attacks, include: [pass], exclude: [{attack: guard}]}",
    "result: none",
    "chain: 0",
    "B.seal: {curse: 11}",
)
OTHERWISE = (
    ("B: {seal: {curse: 12}}", "curse is 11, expected 12"),
    ("B: {seal: {loss: 8}}", "loss is 9, expected 8"),
    ("B: {seal: {curse: {is: 11, because: [HD01-046]}}}", "expected also HD01-046"),
    ("guard: {zone: B.battlefield}", "zone is A.battlefield, expected B.battlefield"),
    ("guard: {exhausted: false}", "exhausted is true, expected false"),
    ("sprite: {exhausted: false}", "exhausted is true, expected false"),
    ("guard: {controller: B}", "controller is A, expected B"),
    ("guard: {element: fire}", r"element is \[metal\], expected \[fire\]"),
    ("guard: {keyword: {exclude: [energy]}}", "keyword is"),
    ("guard: {attached: {include: [cup]}}", "attached lacks cup"),
    ("A: {hand: 2}", "number of cards in A.hand is 1, expected 2"),
    ("A: {hand: []}", "A.hand is"),
    ("A: {battlefield: [guard, sprite]}", "A.battlefield is"),
    ("A: {battlefield: {include: [sprite]}}", "A.battlefield lacks sprite"),
    ("A: {battlefield: {exclude: [guard]}}", "A.battlefield holds guard"),
    ("A: {battlefield: {set: [{card: guard, exhausted: false}]}}", "A.battlefield is"),
    ("A: {does_not_see: [cup]}", "A sees cup"),
    ("B: {sees: [cup]}", "B does not see cup"),
    ("events: [targeted, attacked]", "attacked did not happen after targeted"),
    ("events: [{event: damaged, amount: 2}]", "damaged .amount 2. did not happen"),
    ("events: [{event: damaged, card: A.seal}]", "did not happen"),
    ("events: [{event: damaged, by: B}]", "did not happen"),
    ("no_events: [attacked]", "attacked happened"),
    ("count_events: {attacked: 2}", "number of attacked is 1, expected 2"),
    ("turn: {number: 4}", "turn's number is 3, expected 4"),
    ("decision: {seat: B}", "decision's seat is A, expected B"),
    ("decision: {window: chain_point}", "decision's window is attacks"),
    ("decision: {include: [{attack: guard}]}", "the decision lacks"),
    ("decision: {exclude: [pass]}", "the decision offers"),
    ("decision: none", "expected no decision"),
    ("result: A", "the result is none, expected A"),
    ("result: draw", "the result is none, expected draw"),
    ("chain: 1", "links in the chain is 0, expected 1"),
)


def test_checks_run_before_the_first_question(runner: Runner, tmp_path: Path) -> None:
    outcome = run(runner, tmp_path, "given: {A: {seal: {card: HD01-001, curse: 0}}}\nexpect: {result: {winner: B}}\n")
    assert outcome.passed, outcome.failure


@pytest.mark.parametrize("expected", SO)
def test_what_is_so(expected: str, runner: Runner, tmp_path: Path) -> None:
    outcome = run(runner, tmp_path, f"{ATTACK}  {expected}\n")
    assert outcome.passed, outcome.failure


@pytest.mark.parametrize(("expected", "message"), OTHERWISE)
def test_what_is_otherwise(expected: str, message: str, runner: Runner, tmp_path: Path) -> None:
    outcome = run(runner, tmp_path, f"{ATTACK}  {expected}\n")
    with pytest.raises(AssertionError, match=message):
        assert outcome.passed, outcome.failure


def test_a_failure_shows_place_steps_board_and_rule(runner: Runner, tmp_path: Path) -> None:
    failure = run(runner, tmp_path, f"{ATTACK}  result: A\n").failure
    first = failure.splitlines()[0]
    assert "one.yaml:14:13: the result is none, expected A" in first
    for part in (
        "A is asked: act in attacks",
        "A: attack · guard = HD01-005 天武铜卫",
        "A: choose · HD01-002 焚天玺",
        "B.seal: 1: HD01-002 焚天玺 (9 loss)",
        "HD-SEAL-01: The curse-point value",
    ):
        assert part in failure, part


def test_a_failure_in_the_middle_shows_what_was_running(runner: Runner, tmp_path: Path) -> None:
    early = ATTACK.replace("- A: {target: B.seal}\n", "- expect: {guard: {attack: 9}}\n- A: {target: B.seal}\n")
    failure = run(runner, tmp_path, f"{early}  result: none\n").failure
    assert "program procedure battle" in failure


def test_a_card_is_attached_in_a_role_once(tmp_path: Path) -> None:
    runner = Runner(load_game("battle_spirits"))
    board = """
- id: x
  title: X
  rules: [BS-DBRAVE-01]
  given:
    A: {field: [{card: BS01-013, core: 1, attached: [{card: BSI-RYU, as: twin, role: left}]},
                {card: BS01-013, core: 1, attached: [{card: twin, role: ROLE}]}]}
  play: []
  expect: {result: none}
"""
    for role, message in (("right", ""), ("left", "'twin' is attached in that role already")):
        path = tmp_path / f"{role}.yaml"
        path.write_text(f"game: battle_spirits\nscenarios:{board.replace('ROLE', role)}", encoding="utf-8")
        (scenario,) = read_files([path])
        outcome = runner.run(scenario)
        assert outcome.passed == (not message)
        assert message in outcome.failure


def test_result_with_reason_and_rule(runner: Runner, tmp_path: Path) -> None:
    lost = ATTACK.replace("curse: 12", "curse: 1")
    assert run(runner, tmp_path, f"{lost}  result: {{winner: A, rule: HD-WIN-01}}\n").passed
    assert not run(runner, tmp_path, f"{lost}  result: {{winner: A, rule: HD-WIN-02}}\n").passed
    assert not run(runner, tmp_path, f"{lost}  result: B\n").passed


SEARCH = """\
given:
  turn: {number: 3, player: A, phase: spell_1}
  A: {energy: [HD01-005, HD01-005, HD01-005], hand: [{card: HD01-010, as: caller}],
      deck: {exactly: [HD01-005, {card: HD01-008, as: maiden}, HD01-030, HD01-031, HD01-036]}}
random: {shuffle: keep}
play:
- A: {use: caller}
- A: "yes"
- resolve: chain
- A: {choose: maiden}
expect: {A: {deck: [HD01-005, HD01-030, HD01-031, HD01-036]}}
"""


def test_a_shuffle_that_keeps_the_order(runner: Runner, tmp_path: Path) -> None:
    assert run(runner, tmp_path, SEARCH).passed
    seeds = [SEARCH.replace("random: {shuffle: keep}\n", "").replace("given:", f"given:\n  seed: {n}") for n in (1, 2)]
    assert not all(run(runner, tmp_path, body).passed for body in seeds)


STOPPED = SEARCH.partition("- A: {choose: maiden}")[0]
ASKED = "decision: {seat: A, about: choose}"


@pytest.mark.parametrize(
    ("rest", "message"),
    [
        (
            "expect: {result: none}",
            "14:5: `resolve: chain` is not reached; answer it by a step, or expect the `decision`",
        ),
        ("- until: end_of_turn\nexpect: {result: none}", "`resolve: chain` is not reached"),
        ("- expect: {chain: 1}\nexpect: {result: none}", "`resolve: chain` is not reached"),
        ("- expect: {decision: {exclude: [pass]}}\nexpect: {result: none}", "`resolve: chain` is not reached"),
        (f"- expect: {{{ASKED}}}\nexpect: {{A: {{hand: 0}}}}", "the scenario ends with an open question; answer it"),
        (f"- expect: {{{ASKED}}}\n- A: {{choose: maiden}}\nexpect: {{A: {{hand: [maiden]}}}}", ""),
        (f"- expect: {{{ASKED}}}", ""),
        ("expect: {decision: {include: [{choose: maiden}]}}", ""),
    ],
)
def test_a_question_that_stops_the_passing(rest: str, message: str, runner: Runner, tmp_path: Path) -> None:
    outcome = run(runner, tmp_path, f"{STOPPED}{rest}\n")
    assert outcome.passed == (not message), outcome.failure
    assert message in outcome.failure
    assert not message or "A is asked: choose; open are\n  - choose · maiden" in outcome.failure


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ("- until: end_of_turn", ""),
        ("- until: end_of_turn\n- expect: {result: A}", ""),
        ("- until: end_of_turn\n- A: pass", "`until: end_of_turn` is not reached; expect the `result` next"),
        ("- resolve: all\n- until: spell_2\n- resolve: all", "`until: spell_2` is not reached"),
    ],
)
def test_a_game_that_is_over_before(steps: str, message: str, runner: Runner, tmp_path: Path) -> None:
    lost = ATTACK.replace("curse: 12", "curse: 1").replace("expect:", f"{steps}\nexpect:")
    outcome = run(runner, tmp_path, f"{lost}  result: A\n")
    assert outcome.passed == (not message), outcome.failure
    assert message in outcome.failure


def test_a_script_nobody_asks_for_fails(runner: Runner, tmp_path: Path) -> None:
    outcome = run(runner, tmp_path, SEARCH.replace("{shuffle: keep}", "{shuffle: keep, coin: [heads]}"))
    assert "`random` says heads, which nobody asked for" in outcome.failure


def test_known_to(runner: Runner, tmp_path: Path) -> None:
    body = """\
given: {A: {hand: [{card: HD01-044, as: shown, known_to: [B]}, {card: HD01-046, as: held}]}}
expect: {B: {sees: [shown], does_not_see: [held]}}
"""
    outcome = run(runner, tmp_path, body)
    assert outcome.passed, outcome.failure


def test_used_limits(runner: Runner, tmp_path: Path) -> None:
    body = """\
given:
  turn: {number: 3, player: A, phase: spell_1}
  A: {hand: [{card: HD01-005, as: coin}]}
  used: [{seat: A, action: place_energy}]
play: [{refused: {A: {place_energy: coin}, because: used_up}}]
"""
    outcome = run(runner, tmp_path, body)
    assert outcome.passed, outcome.failure
    unused = run(runner, tmp_path, body.replace("  used: [{seat: A, action: place_energy}]\n", ""))
    assert "is open, but must be refused" in unused.failure


def test_happened_is_looked_back_on(runner: Runner, tmp_path: Path) -> None:
    body = """\
given:
  turn: {number: 3, player: A, phase: battle}
  A: {battlefield: [{card: HD01-005, as: guard}]}
  happened: [{event: entered, card: guard}, {event: attacked, card: guard, by: A, amount: 2}]
expect: {decision: {include: [{attack: guard}]}}
"""
    path = tmp_path / "one.yaml"
    path.write_text(f"{HEAD}- id: x\n  title: X\n  rules: [HD-SEAL-01]\n{indent(body, '  ')}", "utf-8")
    (scenario,) = read_files([path])
    state = runner._begin(scenario).state
    assert {name: [event.amount for event in past] for name, past in state.history.items()} == {
        "entered": [0],
        "attacked": [2],
    }
    assert state.history["attacked"][0].card is state.cards[state.history["entered"][0].card.uid]  # type: ignore[union-attr]
    assert state.turn_stamp <= state.history["entered"][0].number < state.logged


def test_defaults_are_as_after_the_setup(runner: Runner, tmp_path: Path) -> None:
    outcome = run(runner, tmp_path, "given: {A: {deck: [HD01-044]}}\nexpect: {A: {deck: 43, hand: 0, seal: 1}}\n")
    assert outcome.passed, outcome.failure
    top = run(
        runner, tmp_path, "given: {A: {deck: [HD01-044]}}\nexpect: {A.deck.top: {number: HD01-044}, B: {deck: 43}}\n"
    )
    assert top.passed, top.failure


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("{A: {seal: [HD01-001, HD01-002]}}", "one.yaml:6:21: 'seal' holds 1, not 2"),
        (
            "{B: {seal: {card: HD01-002, curse: 25}}}",
            "one.yaml:6:45: 'curse' of HD01-002 is 20; no kind of piece gives it 25",
        ),
        ("{turn: {phase: end, at: attacks}}", "the phase 'end' has no window 'attacks'"),
        ("{A: {battlefield: [{card: HD01-005, level_cards: 1}]}}", "no 'level_cards' lies on a card in 'battlefield'"),
        ("{modifiers: [{card: HD01-005, controller: A}]}", "'HD01-005' makes no lasting change"),
        ("{used: [{seat: A, action: attack}]}", "nothing limits that"),
        ("{A: {hand: [HD01-005, HD01-005]}, happened: [{event: entered, card: HD01-005}]}", "give one card an alias"),
    ],
)
def test_impossible_boards(given: str, message: str, runner: Runner, tmp_path: Path) -> None:
    outcome = run(runner, tmp_path, f"given: {given}\nexpect: {{result: none}}\n")
    assert message in outcome.failure


def test_a_deck_that_breaks_other_rules(runner: Runner, tmp_path: Path) -> None:
    body = "deck: {base: ice_wall, add: {main: {HD01-005: 1}}}\nexpect: {violates: [HD-DECK-02]}\n"
    failure = run(runner, tmp_path, body).failure
    assert "the deck breaks [HD-DECK-03], expected [HD-DECK-02]" in failure


def test_coverage_counts_what_passes(loaded: LoadedGame, runner: Runner, tmp_path: Path) -> None:
    good = run(runner, tmp_path, f"{ATTACK}  result: none\n")
    bad = run(runner, tmp_path, f"{ATTACK}  result: A\n")
    report = coverage(loaded, [good])
    assert report.covered == {"HD-SEAL-01": ("x",)}
    assert report.total == len(loaded.ledger)
    assert report.total == len(report.covered) + len(report.untestable) + len(report.uncovered)
    counts = report.counts()
    assert (counts["total"], counts["covered"]) == (len(loaded.ledger), 1)
    assert "HD-SEAL-01" in coverage(loaded, [bad]).uncovered
    assert coverage(loaded, [bad]).failed == ("x",)


def test_the_scenarios_of_a_game_in_a_folder(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "one.yaml").write_text(
        f"{HEAD}- id: x\n  title: X\n  rules: [HD-SEAL-01]\n{indent(ATTACK, '  ')}    result: none\n", "utf-8"
    )
    (tmp_path / "other.yaml").write_text("name: nothing of ours\n", "utf-8")
    (tmp_path / "two.yaml").write_text("game: not_here\nscenarios: nonsense\n", "utf-8")
    assert [path.name for path in scenario_files([tmp_path])] == ["one.yaml", "two.yaml"]
    assert [scenario.id for scenario in scenarios_of("huangdao", [tmp_path])] == ["x"]


def test_an_unknown_game_has_a_place(tmp_path: Path) -> None:
    path = tmp_path / "one.yaml"
    path.write_text("game: huangda0\nscenarios: [{id: x}]\n", "utf-8")
    with pytest.raises(DefinitionError, match=r"one\.yaml:1:7: there is no game 'huangda0'; did you mean 'huangdao'"):
        read_files([path])

"""The notation of scenarios: what is read, and what is refused where."""

from textwrap import dedent

import pytest

from cardwright.loading.diagnostics import Report
from cardwright.loading.scenario_records import Act, Answers, Expect, Passing, Pick, Refused, Scenario
from cardwright.loading.scenarios import read_scenarios
from cardwright.rulebook.cards import CardDef
from cardwright.rulebook.play import ActionDef, WindowDef
from cardwright.rulebook.rulebook import Rulebook
from cardwright.rulebook.table import FieldDef, Mode, PieceDef, ZoneDef

RULEBOOK = Rulebook(
    game="tiny",
    language="en",
    modes={"duel": Mode(teams=(("A",), ("B",)))},
    zones=(
        ZoneDef("deck", see="nobody", ordered=True),
        ZoneDef("hand", see="owner"),
        ZoneDef("field", in_play=True),
        ZoneDef("level_cards", on="field"),
        ZoneDef("life", pieces="heart"),
    ),
    pieces=(PieceDef("heart"), PieceDef("wound")),
    fields=(FieldDef("power", "number"), FieldDef("colour", "words")),
    actions={name: ActionDef(name) for name in ("attack", "use_card", "use_effect")},
    windows={"main": WindowDef("main")},
    phases=("draw", "main"),
    events=("attacked", "damaged"),
    reasons={"exhausted": "T-2"},
    cards=(CardDef("T-001", {"en": "Knight"}, "unit"), CardDef("T-002", {"en": "Squire"}, "unit")),
)
LEDGER = frozenset({"T-1", "T-2"})


def read(body: str) -> tuple[tuple[Scenario, ...], list[str]]:
    report = Report()
    text = "game: tiny\nscenarios:\n" + dedent(body).strip("\n") + "\n"
    found = read_scenarios(text.encode(), "tiny.yaml", "tiny.yaml", lambda _: (RULEBOOK, LEDGER), report)
    return found, [str(problem) for problem in report.ordered()]


def one(body: str) -> Scenario:
    found, problems = read("- {id: x, title: X, rules: [T-1],\n" + dedent(body).strip("\n") + "}")
    assert problems == []
    return found[0]


def test_a_board() -> None:
    scenario = one(
        """
        given: {turn: {number: 5, player: B, phase: main, at: main},
          A: {field: [{card: T-001, as: knight, exhausted: true, wound: 2, power: 3, level_cards: 2, owner: B,
                       entered: this_turn, from: hand, attached: [T-002], known_to: [B]}],
              hand: [T-001, T-002], deck: {exactly: [T-001]}, life: 4},
          B: {hand: 3, life: {heart: 1, wound: 1}, field: T-002}},
        expect: {result: none}
        """
    )
    given = scenario.given
    assert (given.turn.number, given.turn.player, given.turn.phase, given.turn.at) == (5, "B", "main", "main")
    knight = given.seats["A"]["field"].cards[0]
    assert (knight.alias, knight.exhausted, knight.owner, knight.entered) == ("knight", True, "B", 0)
    assert (knight.come_from, knight.known_to) == ("hand", ("B",))
    assert knight.pieces == {"wound": 2}
    assert knight.values == {"power": 3}
    assert knight.hosted["level_cards"].filler == 2
    assert [guest.number for guest in knight.attached] == ["T-002"]
    assert [card.number for card in given.seats["A"]["hand"].cards] == ["T-001", "T-002"]
    assert given.seats["A"]["deck"].whole
    assert given.seats["A"]["life"].pieces == {"heart": 4}
    assert given.seats["B"]["hand"].filler == 3
    assert given.seats["B"]["life"].pieces == {"heart": 1, "wound": 1}
    assert [card.number for card in given.seats["B"]["field"].cards] == ["T-002"]


def test_steps() -> None:
    scenario = one(
        """
        given: {A: {field: [{card: T-001, as: knight}]}},
        play: [
          {A: pass}, {A: {attack: knight, on: [B, T-002]}},
          {A: {use: T-002, ability: 2, way: other}}, {A: {choose: []}},
          {B: {pay: {knight: 2}}}, {B: {number: 3}}, {resolve: chain}, {until: end_of_turn},
          {refused: {B: {attack: knight}, because: T-2}},
          {refused: {B: {attack: knight}, because_only: [exhausted]}},
          {expect: {chain: 1}}]
        """
    )
    kinds = [type(step) for step in scenario.steps]
    assert kinds == [Act, Act, Act, Act, Act, Act, Passing, Passing, Refused, Refused, Expect]
    acts = [step for step in scenario.steps if isinstance(step, Act)]
    assert (acts[0].verb, acts[0].card) == ("pass", "")
    assert acts[1].answers == (Answers("choose", (Pick("B"), Pick("T-002"))),)
    assert (acts[2].verb, acts[2].ability, acts[2].way) == ("use", 2, "other")
    assert acts[3].answers == (Answers("choose", ()),)
    assert acts[4].answers == (Answers("pay", (Pick("knight", 2),)),)
    assert acts[5].answers == (Answers("number", (Pick(number=3),)),)
    probes = [step for step in scenario.steps if isinstance(step, Refused)]
    assert [(probe.because, probe.only) for probe in probes] == [(("T-2",), False), (("exhausted",), True)]


def test_variants_fill_in_values() -> None:
    found, problems = read(
        """
        - id: x
          title: X
          rules: [T-1]
          given: {A: {life: $life}}
          expect: {result: $result}
          variants: {one: {life: 1, result: none}, none left: {life: 0, result: B}}
        """
    )
    assert problems == []
    assert [scenario.id for scenario in found] == ["x[one]", "x[none left]"]
    assert [scenario.given.seats["A"]["life"].pieces["heart"] for scenario in found] == [1, 0]
    assert [scenario.expect.expectations[0].wanted for scenario in found if scenario.expect] == ["none", "B"]


def test_a_deck() -> None:
    scenario = one("deck: {base: red, main: {T-001: 5}, add: {main: [T-002]}}, expect: {violates: [T-2]}")
    assert scenario.deck is not None
    assert scenario.deck.parts == {"main": {"T-001": 5}}
    assert scenario.deck.add == {"main": {"T-002": 1}}
    assert scenario.deck.violates == ("T-2",)


HEAD = "- {id: x, title: X, rules: [T-1], "
"""Its length is 35: what follows begins in column 36 of line 3."""


@pytest.mark.parametrize(
    ("body", "place", "message"),
    [
        ("gven: {}, expect: {chain: 1}}", "3:35", "unknown key 'gven' (did you mean 'given'?)"),
        ("given: {turn: {phase: mian}}, expect: {chain: 1}}", "3:57", "unknown phase 'mian' (did you mean 'main'?)"),
        ("given: {C: {}}, expect: {chain: 1}}", "3:43", "unknown seat 'C'"),
        ("given: {A: {filed: []}}, expect: {chain: 1}}", "3:47", "unknown zone 'filed' (did you mean 'field'?)"),
        ("given: {A: {hand: [T-003]}}, expect: {chain: 1}}", "3:54", "unknown card number 'T-003'"),
        ("given: {A: {hand: [{card: T-001, exausted: true}]}}, expect: {chain: 1}}", "3:68", "unknown key 'exausted'"),
        ("given: {A: {life: [T-001]}}, expect: {chain: 1}}", "3:53", "the zone 'life' holds pieces, not cards"),
        ("given: {A: {hand: {heart: 1}}}, expect: {chain: 1}}", "3:53", "the zone 'hand' holds cards, not pieces"),
        (
            "given: {A: {field: [{card: T-001, attached: [{card: T-002, role: blade}]}]}}, expect: {chain: 1}}",
            "3:100",
            "unknown role 'blade'",
        ),
        (
            "given: {A: {field: [{card: T-001, as: x, attached: [{card: x}]}]}}, expect: {chain: 1}}",
            "3:94",
            "'x' is attached to itself",
        ),
        ("play: [{A: {atack: T-001}}], expect: {chain: 1}}", "3:47", "unknown action 'atack'"),
        ("play: [{A: {attack: knight}}], expect: {chain: 1}}", "3:55", "'knight' names no card"),
        ("play: [{A: pass, B: pass}], expect: {chain: 1}}", "3:42", "a step has one key, this one has A, B"),
        ("play: [{refused: {A: pass, because: T-9}}]}", "3:71", "unknown rule 'T-9'"),
        ("play: [{until: nighttime}], expect: {chain: 1}}", "3:50", "unknown phase 'nighttime'"),
        ("expect: {T-001: {powr: 3}}}", "3:52", "unknown key 'powr' (did you mean 'power'?)"),
        ("expect: {events: [atacked]}}", "3:53", "unknown event 'atacked' (did you mean 'attacked'?)"),
        ("expect: {result: C}}", "3:52", "unknown result 'C'"),
        ("given: {}}", "3:3", "the scenario checks nothing"),
        ("expect: {chain: $n}, variants: {a: {m: 1}}}", "3:51", "the variant has no 'n'"),
        ("expect: {chain: 1}, variants: {a: {m: 1}}}", "3:70", "'$m' stands nowhere in the scenario"),
        ("deck: {main: {T-001: 5}}, expect: {chain: 1}}", "3:3", "a scenario with 'deck' expects 'violates'"),
        ("expect: {chain: yes}}", "3:51", "input should be a valid"),
        ("play: [{refused: null}], expect: {chain: 1}}", "3:52", "'refused' is empty"),
        ("deck: {main: [[]]}, expect: {violates: []}}", "3:48", "input should be a valid"),
        (
            "given: {A: {field: [{card: T-001, level_cards: T-009}]}}, expect: {chain: 1}}",
            "3:82",
            "unknown card number 'T-009'",
        ),
    ],
)
def test_faults_have_a_place(body: str, place: str, message: str) -> None:
    _, problems = read(HEAD + body)
    assert any(problem.startswith(f"tiny.yaml:{place}: {message}") for problem in problems), problems


def test_all_faults_of_a_file_in_one_run() -> None:
    _, problems = read(
        """
        - id: Bad Id
          title: X
          rules: [T-7]
          given: {turn: {phase: mian}, A: {hand: [T-003, {card: T-001, as: x}, {card: T-002, as: x}]}}
          play: [{A: {attack: y}}]
          expect: {foo: {power: 1}}
        - {title: Y, rules: []}
        """
    )
    words = ["'Bad Id' is no id", "unknown rule 'T-7'", "unknown phase", "unknown card number", "two cards are called"]
    words += ["'y' names no card", "'foo' names no card", "the key 'id' is missing"]
    for word in words:
        assert any(word in problem for problem in problems), (word, problems)
    assert len(problems) == len(set(problems))


def test_two_scenarios_of_one_id() -> None:
    twin = "- {id: x, title: X, rules: [T-1], expect: {chain: 1}}\n"
    _, problems = read(twin + twin)
    assert any("the id 'x' stands here and in line 3" in problem for problem in problems)

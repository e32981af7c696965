"""What YAML becomes: definitions, programs and the checks that need the whole game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cardwright.errors import DefinitionError, Problem
from cardwright.hooks.registry import Registry
from cardwright.loading.assemble import assemble
from cardwright.loading.definitions import Definitions
from cardwright.loading.packs import Pack
from cardwright.rulebook.expressions import SELF, YOU, Expr, Place, constant
from cardwright.rulebook.program import Program
from cardwright.rulebook.rulebook import Rulebook, dump, load

Load = Callable[..., Definitions]
Faults = Callable[..., list[Problem]]


def card_with(steps: str) -> str:
    """A card set of one spell that does `steps`."""
    head = "game: toy\ncards:\n- {number: X-1, name: {zh: 某}, type: spell, cost: 1"
    return f"{head}, abilities: [{{play: spell, do: {steps}}}]}}\n"


def program_of(rulebook: Rulebook, name: str) -> Program:
    return next(program for program in rulebook.programs if program.name == name)


def shape(program: Program) -> list[tuple[Any, ...]]:
    """Op and word of each instruction, and where it goes if it goes anywhere."""
    return [(i.op, i.word, i.goto) if i.goto >= 0 else (i.op, i.word) if i.word else (i.op,) for i in program.code]


def steps_of(load_toy: Load, steps: str) -> list[tuple[Any, ...]]:
    return shape(program_of(load_toy(("cards", "x.yaml", card_with(steps))).rulebook, "X-1/0"))


def test_a_rulebook_survives_its_json(load_toy: Load) -> None:
    rulebook = load_toy().rulebook
    assert load(dump(rulebook)) == rulebook
    assert dump(load_toy().rulebook) == dump(rulebook)


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ("[{op: draw}]", [("op", "draw"), ("end",)]),
        (
            '[{if: "turn_player = you", do: [{op: draw}], else: [{op: lose}]}]',
            [("unless", "", 3), ("op", "draw"), ("jump", "", 4), ("op", "lose"), ("end",)],
        ),
        (
            "[{op: draw}, {after: [{op: draw}]}]",
            [("op", "draw"), ("settle",), ("unless_done", "", 4), ("op", "draw"), ("end",)],
        ),
        ("[{op: draw}, {so: [{op: draw}]}]", [("op", "draw"), ("unless_done", "", 3), ("op", "draw"), ("end",)]),
        (
            "[{by: [{op: draw}], do: [{op: lose}]}]",
            [("possible", "", 5), ("may", "", 5), ("op", "draw"), ("unless_done", "", 5), ("op", "lose"), ("end",)],
        ),
        ("[{may: opponent, do: [{op: draw}]}]", [("may", "", 2), ("op", "draw"), ("end",)]),
        (
            "[{for_each: [red, blue], as: c, do: [{op: draw}]}]",
            [("each", "", 3), ("op", "draw"), ("next", "", 1), ("end",)],
        ),
        (
            "[{repeat: {times: 2}, do: [{op: draw}]}]",
            [("let",), ("unless", "", 5), ("op", "draw"), ("let",), ("jump", "", 1), ("end",)],
        ),
        ('[{repeat: {until: "any(you.hand)"}, do: [{op: draw}]}]', [("op", "draw"), ("unless", "", 0), ("end",)]),
        (
            "[{op: destroy, what: {choose: 1, from: field}}, {also: [{op: discard, what: {choose: 1, from: hand}}]}]",
            [("choose",), ("choose",), ("gather", "destroy"), ("gather", "discard"), ("commit",), ("end",)],
        ),
        (
            '[{op: draw}, {also: [{if: "any(you.hand)", do: [{op: lose}]}]}]',
            [("gather", "draw"), ("unless", "", 3), ("gather", "lose"), ("commit",), ("end",)],
        ),
        ("[{limit: {turn: 1}, op: draw}]", [("limit", "turn", 2), ("op", "draw"), ("end",)]),
        (
            "[{op: destroy, what: [{choose: 1, from: field}, {choose: 2, from: field}]}]",
            [("choose",), ("choose",), ("op", "destroy"), ("end",)],
        ),
    ],
)
def test_forms_become_jumps(steps: str, expected: list[tuple[Any, ...]], load_toy: Load) -> None:
    assert steps_of(load_toy, steps) == expected


def test_parts_of_by_have_the_slots_of_their_program(load_toy: Load) -> None:
    steps = (
        "[{by: [{op: discard, what: {choose: 1, from: you.hand}, as: given}], do: [{op: draw, count: count(given)}]}]"
    )
    rulebook = load_toy(("cards", "x.yaml", card_with(steps))).rulebook
    program = program_of(rulebook, "X-1/0")
    parts = [rulebook.programs[number] for number in program.code[0].parts]
    assert [part.slots for part in parts] == [program.slots, program.slots]
    assert [part.code[-1].op for part in parts] == ["end", "end"]


def test_an_ability_keeps_targets_first_and_joins_levels_with_its_condition(load_toy: Load) -> None:
    rulebook = load_toy().rulebook
    card = next(card for card in rulebook.cards if card.number == "TOY-002")
    ability = rulebook.abilities[card.abilities[0]]
    turn = Expr("same_seat", (Expr("turn_player"), YOU))
    assert ability.condition == Expr("and", (Expr("ge", (Expr("level", (SELF,)), constant(2))), turn))
    assert (ability.may, ability.zones, ability.limit and ability.limit.span) == (YOU, ("field",), "turn")
    assert [(target.name, target.slot) for target in ability.targets] == [("prey", 0)]
    assert rulebook.programs[ability.program].slots[0] == "prey"


def test_a_target_may_be_a_player(load_toy: Load) -> None:
    text = card_with("[{op: draw, seat: who}]").replace("do:", "targets: {who: {choose: 1, from: everyone}}, do:")
    program = program_of(load_toy(("cards", "x.yaml", text)).rulebook, "X-1/0")
    assert (program.slots, program.code[0].args["seat"]) == (("who",), Expr("slot_seats", (0,)))


def test_keywords_give_fields_words_and_filled_in_abilities(load_toy: Load) -> None:
    rulebook = load_toy().rulebook
    one, two = rulebook.cards[:2]
    assert (one.numbers["yields"], one.words["keyword"]) == (2, ("swift", "energy"))
    swift, energy = (rulebook.abilities[number] for number in one.abilities)
    assert (swift.opener, swift.keyword, swift.zones) == ("static", "swift", ("hand",))
    assert (energy.opener, energy.keyword) == ("keyword", "energy")
    burst, armor = (rulebook.abilities[number] for number in two.abilities[1:])
    assert burst.pattern is not None
    assert (burst.keyword, burst.pattern.events) == ("burst", ("destroyed",))
    assert "red" in str(armor.modifiers[0].source)


def test_a_fault_in_what_a_card_gives_a_keyword_is_shown_in_the_card(faults: Faults) -> None:
    text = (
        "game: toy\ncards:\n- number: X-1\n  name: {zh: 某}\n  type: spirit\n  cost: 1\n  colour: red\n  abilities:\n"
        "  - keyword: burst\n    when: {event: destroyd, what: self}\n    do: [{op: draw, cuont: 2}]\n"
    )
    found = [(each.line, each.column, each.message) for each in faults("cards", text)]
    assert found == [(9, 5, "keyword 'burst' cannot be filled in so"), (11, 21, "unknown key 'cuont'")]
    again = faults("cards", text.replace("cuont", "count"))
    assert [(each.line, each.column, each.hint) for each in again] == [(10, 19, "did you mean 'destroyed'?")]


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ("[{op: emit, event: attacked}]", "for rulebooks only"),
        ("[{op: settle}]", "for rulebooks only"),
        ("[{op: draw, as: battle.attacker}]", "only a rulebook"),
        ("[{also: [{op: draw}]}]", "'also' needs a step before it"),
        ("[{op: modify, query: value.power, of: self, add: 1}]", "'modify' needs 'until'"),
        ("[{op: modify, query: value.power, of: self, until: end_of_turn}]", "a modifier needs one of"),
        ("[{op: modify, query: value.power, of: self, add: 1, set: 2, until: end_of_turn}]", "one change"),
        ("[{op: modify, query: may.attack, of: self, add: 1, until: end_of_turn}]", "answered by forbid"),
        ("[{op: modify, query: value.powr, of: self, add: 1, until: end_of_turn}]", "did you mean 'value.power'?"),
        ("[{op: modify, query: value.power, of: self, add: 1, until: end_of_trun}]", "did you mean 'end_of_turn'?"),
        ("[{op: draw, rule: T-99}]", "not in the ledger"),
        ("[{op: move, what: self, to: you.attic}]", "attic"),
        ("[{op: move_pieces, kind: cores, count: 1, from: void, to: you.reserve}]", "did you mean 'core'?"),
        ("[{op: draw, count: count(gone)}]", "gone"),
        ("[{limit: {week: 1}, op: draw}]", "unknown key 'week'"),
        ("[{repeat: {}, do: [{op: draw}]}]", "either 'times' or 'until'"),
        ("[{for_each: 'count(field)', as: x, do: [{op: draw}]}]", "cards, players or words"),
    ],
)
def test_what_a_card_may_not_say(steps: str, message: str, faults: Faults) -> None:
    found = faults("cards", card_with(steps))
    assert [each.line for each in found] == [3], found
    assert message in str(found[0])


def test_an_expression_fault_points_into_the_value(faults: Faults) -> None:
    text = card_with('[{op: draw, count: "count(field[spirit, pwer <= 3])"}]')
    (found,) = faults("cards", text)
    assert (found.line, found.column) == (3, text.splitlines()[2].index("pwer") + 1)
    assert found.path == "cards[0].abilities[0].do[0].count"


def test_a_rulebooks_table_is_as_written(load_toy: Load) -> None:
    rulebook = load_toy().rulebook
    zones = {zone.name: zone for zone in rulebook.zones}
    assert zones["pressure"].host_leaves == Place("trash", Expr("owner", (Expr("it"),)))
    assert rulebook.moves["discard"].event == "discarded"
    assert rulebook.moves["destroy"].waits
    assert rulebook.procedures["hurt"].kinds == {"what": "cards", "amount": "number"}
    assert rulebook.actions["use_card"].plays
    assert (rulebook.actions["use_card"].asks, rulebook.actions["use_effect"].asks) == ("may.play", "may.use")
    assert (rulebook.actions["attack"].asks, rulebook.actions["use_effect"].uses) == ("may.attack", True)
    assert rulebook.phases == ("draw", "main")
    assert shape(rulebook.programs[rulebook.turn]) == [
        ("phase", "draw", 3),
        ("op", "draw"),
        ("phase_end", "draw"),
        ("phase", "main", 6),
        ("window", "main"),
        ("phase_end", "main"),
        ("end",),
    ]
    assert (rulebook.reasons["exhausted"], rulebook.reasons["wrong_window"]) == ("T-01", "T-02")
    assert rulebook.types["token"].token
    assert {"attacked", "destroyed", "discarded", "hurt", "entered"} <= set(rulebook.events)


def test_a_check_calls_its_victims_it(load_toy: Load) -> None:
    rulebook = load_toy().rulebook
    program = rulebook.programs[rulebook.checks[0].program]
    assert (program.slots, program.code[0].args["what"]) == (("it",), Expr("slot", (0,)))


@pytest.mark.parametrize(
    ("name", "old", "new", "line", "message"),
    [
        ("table.yaml", "language: zh", "langauge: zh", 3, "did you mean 'language'?"),
        ("table.yaml", "in_play: true", "in_paly: true", 8, "did you mean 'in_play'?"),
        ("table.yaml", "play: use_card, enters", "play: use_crad, enters", 22, "did you mean 'use_card'?"),
        ("table.yaml", "to: owner.trash}", "to: owner.tarsh}", 30, "tarsh"),
        ("table.yaml", "rises_to: cards", "rises_to: crads", 15, "did you mean 'cards'?"),
        ("table.yaml", "base: 1", "base: you.nothing", 26, "nothing"),
        ("table.yaml", "of: card, base", "of: card, shown: true, base", 27, "about seats"),
        ("play.yaml", "admit: [use_card", "admit: [use_crad", 14, "did you mean 'use_card'?"),
        ("play.yaml", "op: emit, event: attacked, what: self", "op: draw, seat: self", 11, "a player must stand here"),
        ("play.yaml", "rule: T-02}]", "rule: T-20}]", 21, "not in the ledger"),
        ("table.yaml", "language: zh", "turn: []\nlanguage: zh", 3, "stands in play.yaml already"),
        ("play.yaml", "  hurt:", "  draw:", 7, "'draw' is an op already"),
        ("play.yaml", "allow: [wrong_window]", "allow: [wrong_widow]", 3, "did you mean 'wrong_window'?"),
    ],
)
def test_a_rulebooks_faults_are_found_where_they_are(
    name: str, old: str, new: str, line: int, message: str, toy_packs: list[Pack], registry: Registry
) -> None:
    packs = [pack for pack in toy_packs if pack.kind != "cards"]
    changed = [Pack(p.kind, p.name, p.file, _swap(p.data, old, new)) if p.name == name else p for p in packs]
    with pytest.raises(DefinitionError) as caught:
        assemble(changed, registry)
    found = [each for each in caught.value.problems if message in str(each)]
    assert [(each.file, each.line) for each in found] == [(name, line)], caught.value


def _swap(data: bytes, old: str, new: str) -> bytes:
    assert old.encode() in data
    return data.replace(old.encode(), new.encode(), 1)


def test_faults_of_all_files_come_in_one_run(load_toy: Load) -> None:
    bad = "game: toy\ncards:\n- {number: X-1, name: {zh: 某}, type: spell, cost: x}\n"
    other = bad.replace("X-1", "X-2")
    deck = "game: toy\nname: {en: D}\nmain: {X-1: 1, X-9: 1}\n"
    with pytest.raises(DefinitionError) as caught:
        load_toy(("cards", "a.yaml", bad), ("cards", "b.yaml", other), ("deck", "d.yaml", deck))
    assert [each.file for each in caught.value.problems] == ["a.yaml", "b.yaml", "d.yaml"]


def test_a_deck_names_its_parts(load_toy: Load) -> None:
    text = "game: toy\nname: {en: Both}\ncards: {TOY-001: 4, TOY-003: 2}\nseal: TOY-002\n"
    (deck,) = load_toy(("deck", "both.yaml", text)).decks.values()
    assert (deck.id, deck.parts) == ("both", {"main": {"TOY-001": 4, "TOY-003": 2}, "seal": {"TOY-002": 1}})


def test_the_ledger_is_read_with_reasons_for_untestable_rules(load_toy: Load) -> None:
    ledger = load_toy().ledger
    assert [(rule.id, rule.untestable) for rule in ledger.values()] == [("T-01", ""), ("T-02", "nothing happens")]


def test_faults_of_meaning_are_told_beside_those_of_form(load_toy: Load, toy_packs: list[Pack]) -> None:
    play = next(pack for pack in toy_packs if pack.name == "play.yaml")
    text = play.data.decode().replace("seat: p, count: 3", "seat: p, cuont: 3").replace("rule: T-02}]", "rule: T-99}]")
    with pytest.raises(DefinitionError) as caught:
        load_toy(("rulebook", "play.yaml", text))
    assert [each.message for each in caught.value.problems] == [
        "rule 'T-99' is not in the ledger",
        "unknown key 'cuont'",
    ]


def test_where_a_name_cannot_be_read_nothing_is_said_about_its_uses(load_toy: Load, toy_packs: list[Pack]) -> None:
    table = next(pack for pack in toy_packs if pack.name == "table.yaml")
    text = table.data.decode().replace("event: destroyed", "evnet: destroyed")
    with pytest.raises(DefinitionError) as caught:
        load_toy(("rulebook", "table.yaml", text))
    assert [each.message for each in caught.value.problems] == ["unknown key 'evnet'"]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("abilities: [{keyword: swift}]", "abilities: [{keyword: {}}]"),
        ("abilities: [{keyword: swift}]", "abilities: [{text: {en: Nothing opens it.}}]"),
        ("type: spell", "type: {}"),
        ("cost: 1", "cost: [[]]"),
    ],
)
def test_a_card_of_any_form_is_a_problem_and_no_crash(right: str, wrong: str, load_toy: Load) -> None:
    text = "game: toy\ncards:\n- {number: X-1, name: {zh: 某}, type: spell, cost: 1, abilities: [{keyword: swift}]}\n"
    load_toy(("cards", "x.yaml", text))
    with pytest.raises(DefinitionError):
        load_toy(("cards", "x.yaml", text.replace(right, wrong)))


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("headings: [activated, spell]\ntypes", "headings: [[]]\ntypes"),
        ("supply: void", "supply: []"),
        ("params: [what,", "params: [[],"),
    ],
)
def test_a_rulebook_of_any_form_is_a_problem_and_no_crash(
    right: str, wrong: str, load_toy: Load, toy_packs: list[Pack]
) -> None:
    (pack,) = (pack for pack in toy_packs if right in pack.data.decode())
    with pytest.raises(DefinitionError):
        load_toy((pack.kind, pack.name, pack.data.decode().replace(right, wrong)))

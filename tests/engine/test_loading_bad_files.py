"""Files with a twist: each is accepted, or refused at the right line and column with a word on what is right."""

import time  # noqa: TID251 - a bomb must be refused quickly
from collections.abc import Callable
from pathlib import Path

import pytest

from cardwright.errors import Problem

BAD = Path(__file__).parent / "data" / "bad"
EXPECTED: dict[str, list[tuple[int, int, str]]] = {
    "y01_duplicate_key": [(10, 5, "'cost' stands here and in line 7")],
    "y02_duplicate_card_id": [(5, 14, "by the card at y02_duplicate_card_id.yaml:3")],
    "y03_tab_indent": [(8, 1, "use spaces")],
    "y08_fullwidth_digits": [(3, 59, "write 3"), (4, 59, "whole number"), (5, 58, "whole number"), (6, 58, "digits")],
    "y11_bool_like_words": [(5, 23, "'zh' has no value"), (6, 28, "null"), (7, 71, "unknown colour 'off'")],
    "y13_alias_bomb": [(1, 1, "too large")],
    "y16_merge_keys": [],
    "y17_unknown_field": [
        (8, 5, "did you mean 'levels'?"),
        (9, 5, "did you mean 'abilities'?"),
        (15, 5, "unknown key 'count'"),
        (16, 42, "did you mean 'what'?"),
        (16, 71, "did you mean 'count'?"),
        (16, 83, "did you mean 'limit'?"),
    ],
    "y18_wrong_types": [
        (3, 58, "not true"),
        (4, 58, "without quotes"),
        (5, 59, "not 2.0"),
        (6, 59, "not 2.5"),
        (7, 58, "not a list"),
        (8, 72, "a list is wanted"),
        (9, 29, "not 42"),
        (10, 5, "not a list"),
    ],
    "y19_out_of_range": [
        (3, 58, "not -1"),
        (4, 101, "from 0"),
        (5, 95, "level 1 does not come after level 2"),
        (5, 107, "level 1 does not come after level 1"),
        (6, 71, "999999"),
        (6, 116, "whole number"),
        (7, 58, "not inf"),
        (8, 58, "not nan"),
    ],
    "y20_missing_reference": [
        (3, 110, "no card 'T20-TOKEN-9'"),
        (4, 101, "unknown event 'whenever_it_rains'"),
        (4, 159, ".attic"),
        (5, 96, "did you mean 'swift'?"),
        (5, 111, "did you mean 'spell'?"),
        (6, 5, "a card with 'rises_to' must have it"),
        (6, 94, "no card 'T20-009'"),
    ],
    "y20_missing_deck_card": [(3, 21, "no card 'TOY-404'")],
    "y21_include_cycle_a": [(2, 1, "unknown key 'include'")],
    "y22_path_traversal": [(2, 1, "unknown key 'include'"), (4, 14, "card number"), (4, 68, "unknown key 'image'")],
    "y23_loop_two_mandatory": [],
    "y26_up_to_and_exactly": [(5, 120, "choosing 0"), (6, 120, "not -1"), (7, 122, "`to`")],
    "y30_python_tags": [(3, 5, "pathlib.Path.touch' is not allowed"), (4, 5, "'!Card' is not allowed")],
    "y31_colon_in_text": [(7, 33, "quotes")],
    "y32_hostile_text": [(3, 34, "U+001B"), (4, 29, "one line"), (5, 34, "U+202E"), (6, 34, "U+200B")],
    "y34_rare_kanji": [],
    "y35_five_mistakes": [
        (3, 5, "'number' is missing"),
        (4, 58, "not 'two'"),
        (5, 61, "unknown key 'colour_of_the_sea'"),
        (6, 70, "allowed: blue, red"),
        (7, 128, "no card 'T35-999'"),
    ],
    "y36_deck_edges": [
        (3, 1, "same part"),
        (3, 17, "not 0"),
        (3, 29, "not -3"),
        (3, 41, "not 1.5"),
        (4, 18, "not '3x'"),
    ],
    "y36_deck_twice": [(6, 3, "'TOY-001' stands here and in line 4")],
    "y40_quoted_keys_levels": [(9, 7, "key 1 is not a word"), (11, 7, "key 02 is not a word")],
    "y42_hash_cuts_text": [(7, 11, "taken as a comment")],
    "y43_star_name": [(3, 34, "quotes if it begins with '*'")],
    "y44_open_bracket_name": [(4, 11, "quotes if it begins with '['")],
    "y45_undefined_alias": [(4, 10, "did you mean 'base'?")],
}


@pytest.mark.parametrize("name", sorted(path.stem for path in BAD.glob("*.yaml")))
def test_every_fault_is_named_once_with_its_place(name: str, faults: Callable[..., list[Problem]]) -> None:
    kind = "deck" if "deck" in name else "cards"
    started = time.perf_counter()
    found = faults(kind, (BAD / f"{name}.yaml").read_bytes(), f"{name}.yaml")
    assert time.perf_counter() - started < 3
    expected = EXPECTED[name]
    assert [(each.line, each.column) for each in found] == [(line, column) for line, column, _ in expected]
    for problem, (_, _, words) in zip(found, expected, strict=True):
        assert words in str(problem)
        assert str(problem).startswith(f"{name}.yaml:{problem.line}:{problem.column}: ")


def test_merged_keys_are_overridden_and_the_first_of_two_mappings_wins(load_toy: Callable[..., object]) -> None:
    made = load_toy(("cards", "y16.yaml", (BAD / "y16_merge_keys.yaml").read_bytes()))
    cards = {card.number: card.numbers for card in made.rulebook.cards}  # type: ignore[attr-defined]
    assert [cards[f"T16-00{n}"] for n in (1, 2, 3)] == [
        {"cost": 1, "power": 2000},
        {"cost": 5, "power": 2000},
        {"cost": 1, "power": 2000},
    ]


@pytest.mark.parametrize(
    ("data", "line", "column", "message"),
    [
        (b"game: toy\ncards: \xff\n", 2, 8, "not UTF-8"),
        ("game: toy\n".encode("utf-16"), 1, 1, "not UTF-8"),
        (b"", 1, 1, "empty"),
        (b"# nothing but a comment\n", 1, 1, "empty"),
        (b"%YAML 1.1\n---\ngame: toy\n", 1, 1, "YAML 1.2"),
        (b"game: toy\n---\ngame: toy\n", 2, 1, "document"),
        (b"game: toy\ncards: &a [*a]\n", 1, 1, "alias"),
        (b"game: toy\ncards: " + b"[" * 5000, 1, 1, "deep"),
        (b"game: toy\nset: a\x00b\n", 2, 7, "U+0000"),
        (b"just words\n", 1, 1, "a mapping is wanted"),
        (b'game: "\\U00110000"\n', 1, 1, "stands for no character"),
        (b'game: toy\ncards: []\nset: "\\uD800"\n', 3, 6, "U+D800"),
        (b"game: toy\ncards: []\nset: !!float x\n", 3, 6, "not nan"),
    ],
)
def test_what_is_no_card_set_at_all_is_refused(
    data: bytes, line: int, column: int, message: str, faults: Callable[..., list[Problem]]
) -> None:
    found = faults("cards", data)
    assert [(each.line, each.column) for each in found] == [(line, column)]
    assert message in str(found[0])


def test_a_byte_order_mark_is_tolerated(faults: Callable[..., list[Problem]]) -> None:
    assert faults("cards", b"\xef\xbb\xbfgame: toy\ncards: []\n") == []

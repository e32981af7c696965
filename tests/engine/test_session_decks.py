"""Deck building: every broken rule is told, with its ledger id."""

from __future__ import annotations

from collections.abc import Mapping

from cardwright.rulebook.cards import CardDef
from cardwright.rulebook.expressions import Expr
from cardwright.rulebook.rulebook import Rulebook
from cardwright.rulebook.table import DeckRules, Mode, TypeDef
from cardwright.session.legality import Parts, Violation, violations


def card(number: str, name: str, kind: str = "spirit") -> CardDef:
    return CardDef(number, {"zh": name}, kind)


RULEBOOK = Rulebook(
    game="made",
    language="zh",
    modes={"duel": Mode((("A",), ("B",)))},
    zones=(),
    types={"spirit": TypeDef("spirit"), "seal": TypeDef("seal"), "shade": TypeDef("shade", token=True)},
    deck=DeckRules(
        parts={"main": {"at_least": 6, "at_most": 8}, "side": {"at_most": 2}, "seal": {"exactly": 1}},
        copies=4,
        over=("main", "side"),
        types={"main": ("spirit",), "seal": ("seal",)},
        each=Expr("true"),
        rules={"main": "R-1", "seal": "R-2", "copies": "R-3", "lists": "R-4", "types": "R-5", "each": "R-6"},
    ),
    cards=(card("1", "甲"), card("1b", "甲"), card("2", "乙"), card("S", "印", "seal"), card("T", "影", "shade")),
)
LEGAL: Parts = {"main": {"1": 3, "1b": 1, "2": 4}, "seal": {"S": 1}}


def rules(parts: Parts, lists: Mapping[str, Mapping[str, int]] | None = None) -> list[tuple[str, str]]:
    return [(each.rule, each.part) for each in violations(RULEBOOK, parts, None, lists)]


def test_a_legal_deck_breaks_nothing() -> None:
    assert rules(LEGAL) == []


def test_a_part_has_its_bounds() -> None:
    assert rules({"main": {"1": 2, "2": 4}, "seal": {"S": 1}}) == []
    assert rules({"main": {"1": 1, "2": 4}, "seal": {"S": 1}}) == [("R-1", "main")]
    assert rules({"main": {"1": 4, "2": 4}, "side": {"2": 0}, "seal": {"S": 2}}) == [("", "side"), ("R-2", "seal")]
    assert ("R-2", "seal") in rules({"main": {"1": 4, "2": 4}})


def test_printings_and_parts_count_together() -> None:
    assert rules({"main": {"1": 3, "1b": 1, "2": 4}, "side": {"1b": 1}, "seal": {"S": 1}}) == [("R-3", "")]


def test_a_listed_card_has_its_own_bound() -> None:
    assert rules(LEGAL, {"banned": {"甲": 3}}) == [("R-4", "")]
    assert rules(LEGAL, {"banned": {"甲": 4}}) == []
    assert rules(LEGAL, {"banned": {"1": 0}}) == [("R-4", "")]


def test_a_card_of_another_type_and_a_token_have_no_place() -> None:
    assert rules({"main": {"1": 4, "2": 3, "S": 1}, "seal": {"S": 1}}) == [("R-5", "main")]
    assert rules({"main": {"1": 4, "2": 3, "T": 1}, "seal": {"S": 1}}) == [("R-1", "main")]


def test_unknown_cards_and_parts_are_told_with_all_else() -> None:
    found = violations(RULEBOOK, {"main": {"9": 6}, "extra": {"1": 5}})
    assert [each.message.split(":")[0] for each in found][:2] == [
        "main",
        "there is no part 'extra' in a deck; parts are main, side, seal",
    ]
    assert "R-2" in {each.rule for each in found}


def test_cards_that_do_not_fit_the_deck_are_named() -> None:
    found = violations(RULEBOOK, LEGAL, lambda _parts: {"main": ["2"]})
    assert found == [Violation("main: 乙 does not fit this deck", "R-6", "main", "2")]
    assert str(found[0]) == "main: 乙 does not fit this deck [R-6]"

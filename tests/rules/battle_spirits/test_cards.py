"""What must be printed on a card: a card file without it, or with what does not belong there, is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

import pytest

from cardwright.loading.check import check_files
from cardwright.ops import BUILT_IN
from cardwright.session.catalog import load_game, load_games

COLOURS: Final = ("red", "purple", "green", "white", "yellow", "blue")
COMMON: Final[dict[str, Any]] = {"name": {"en": "Test"}, "colour": "red", "cost": 2, "reduction": ["red"]}
FIGHTER: Final[dict[str, Any]] = {
    **COMMON,
    "family": "x",
    "symbols": ["red"],
    "levels": [{"level": 1, "cores": 1, "bp": 1000}],
}
PRINTED: Final[dict[str, dict[str, Any]]] = {
    "spirit": FIGHTER,
    "brave": FIGHTER,
    "nexus": {**COMMON, "symbols": ["red"], "levels": [{"level": 1, "cores": 0}]},
    "magic": COMMON,
}
"""A card of each type, with all that must be printed on it."""
EVERY: Final = PRINTED["brave"]


@pytest.fixture(scope="module")
def refused(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bool]:
    """Whether each of our cards is refused, by the name of the change to a card that is complete."""
    cards = dict(_cards())
    file = tmp_path_factory.mktemp("cards") / "cards.yaml"
    lines = [json.dumps({"number": f"T-{at}", **card}) for at, card in enumerate(cards.values())]
    file.write_text("game: battle_spirits\nset: T\ncards:\n- " + "\n- ".join(lines) + "\n", "utf-8")
    games = load_games()
    registry = games.registry("battle_spirits", BUILT_IN)
    problems = check_files([file], {"battle_spirits": games.entries["battle_spirits"]}, {"battle_spirits": registry})
    bad = {problem.line for problem in problems}
    return {name: line in bad for line, name in enumerate(cards, start=4)}


def _cards() -> Iterator[tuple[str, dict[str, Any]]]:
    for kind, printed in PRINTED.items():
        yield kind, {"type": kind, **printed}
        for missing in printed:
            yield (
                f"{kind} without {missing}",
                {"type": kind, **{key: printed[key] for key in printed if key != missing}},
            )
        for more in EVERY.keys() - printed.keys():
            yield f"{kind} with {more}", {"type": kind, **printed, more: EVERY[more]}
    for field in ("colour", "symbols", "reduction"):
        for word in (*COLOURS, "ultimate", "black"):
            yield f"{field} {word}", {"type": "spirit", **FIGHTER, field: [word]}


@pytest.mark.rules("BS-CARD-02", "BS-CARD-13", "BS-CARD-18", "BS-CARD-22")
@pytest.mark.parametrize("kind", PRINTED)
def test_each_type_is_read_with_all_its_fields_and_with_none_missing(kind: str, refused: dict[str, bool]) -> None:
    assert not refused[kind]
    for missing in PRINTED[kind]:
        assert refused[f"{kind} without {missing}"], missing


@pytest.mark.rules("BS-CARD-02", "BS-CARD-13", "BS-CARD-18", "BS-CARD-22")
@pytest.mark.parametrize("kind", PRINTED)
def test_no_type_has_fields_of_another(kind: str, refused: dict[str, bool]) -> None:
    for more in EVERY.keys() - PRINTED[kind].keys():
        assert refused[f"{kind} with {more}"], more


@pytest.mark.rules("BS-CARD-09")
def test_six_colours_and_no_other(refused: dict[str, bool]) -> None:
    for field in ("colour", "symbols", "reduction"):
        assert not any(refused[f"{field} {colour}"] for colour in COLOURS)
        assert refused[f"{field} black"]
    assert refused["colour ultimate"]


@pytest.mark.rules("BS-CARD-02", "BS-CARD-18")
def test_every_level_of_a_fighter_has_bp_and_none_of_a_nexus() -> None:
    for card in load_game("battle_spirits").rulebook.cards:
        for level in card.records.get("levels", ()):
            assert ("bp" in level) == (card.type != "nexus"), card.number

"""A refusal in a scenario says why: for any other reason it may come at a moment when everything is refused."""

import re
from typing import Any

import pytest

REASON = re.compile(r"\bbecause(?:_only)?: ")


def _mapping(text: str) -> str:
    """The mapping in braces that a text begins with; nothing if it begins otherwise."""
    depth = 0
    for place, letter in enumerate(text):
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if depth == 0:
            return text[: place + 1] if place else ""
    return ""


def _silent(text: str) -> list[str]:
    """The refusals of a file without a reason, or not written in braces in one line, each with its line."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        steps = [_mapping(rest) for rest in re.split(r"(?:- |\{)refused: *", line)[1:]]
        found += [f"{number}: {step or 'write it in braces'}" for step in steps if not REASON.search(step)]
    return found


@pytest.mark.parametrize("game", ["huangdao", "battle_spirits", "bleach_scb"])
def test_every_refusal_has_its_reason(house: Any, game: str) -> None:
    texts = [(path, path.read_text("utf-8")) for path in sorted((house.root / "tests/rules" / game).rglob("*.yaml"))]
    assert any("refused: {" in text for _, text in texts), f"no scenario of {game} refuses anything"
    silent = [f"{path.relative_to(house.root)}:{each}" for path, text in texts for each in _silent(text)]
    assert not silent, "refused without `because`:\n" + "\n".join(silent)


def test_a_refusal_is_recognised() -> None:
    named, bare = "- refused: {A: {use: x}, because: needs}", "play: [{refused: {A: {use: x, choose: [{y: left}]}}}]"
    assert _silent(f"{named}\n{bare}\n- refused:\n    A: pass") == [
        "2: {A: {use: x, choose: [{y: left}]}}",
        "3: write it in braces",
    ]

"""Every card of the game is in the scenarios about cards: as printed, and beyond that."""

from __future__ import annotations

import re
from pathlib import Path

from cardwright.session.catalog import load_game

SCENARIOS = Path(__file__).parents[2] / "rules" / "huangdao" / "cards"
TEXT = "".join(path.read_text(encoding="utf-8") for path in sorted(SCENARIOS.glob("*.yaml")))
PRINTED = re.compile(r"^- id: \S+-as-printed\n(?:.+\n)+", re.MULTILINE)
NUMBERS = [card.number for card in load_game("huangdao").rulebook.cards]


def missing(text: str) -> list[str]:
    """The cards that no line of the text is about."""
    return [number for number in NUMBERS if not re.search(rf"card: {number}\b", text)]


def test_each_card_is_compared_with_what_is_printed_on_it() -> None:
    assert not missing("".join(PRINTED.findall(TEXT)))


def test_each_card_is_put_to_use() -> None:
    assert not missing(PRINTED.sub("", TEXT))

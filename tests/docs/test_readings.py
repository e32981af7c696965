"""The pages of the games state each reading that a ledger has chosen, in its words.

`CARDWRIGHT_KEEP_GOLDEN=1 python -m pytest tests/docs/test_readings.py` writes them anew, below their first heading.
"""

import os
from itertools import groupby
from pathlib import Path

import pytest

from cardwright.loading.ledger import LedgerRule
from cardwright.session.catalog import load_game

PAGES = Path(__file__).parents[2] / "docs" / "reference" / "games"


@pytest.mark.parametrize(
    ("game", "name"), [("battle_spirits", "battle-spirits"), ("bleach_scb", "bleach"), ("huangdao", "huangdao")]
)
def test_the_page_of_a_game_states_the_readings_of_its_ledger(game: str, name: str) -> None:
    page = PAGES / f"{name}.md"
    head, _, stated = page.read_text(encoding="utf-8").partition("\n## ")
    wanted = _readings([rule for rule in load_game(game).ledger.values() if rule.note or rule.untestable])
    if os.environ.get("CARDWRIGHT_KEEP_GOLDEN"):
        page.write_text(f"{head}\n{wanted}", encoding="utf-8")
    else:
        assert f"## {stated}" == wanted


def _readings(rules: list[LedgerRule]) -> str:
    areas = groupby(rules, lambda rule: rule.id.split("-")[1])
    return "\n".join(f"## {area}\n\n" + "\n".join(map(_reading, held)) for area, held in areas)


def _reading(rule: LedgerRule) -> str:
    tested = f"\n\nNot tested: {rule.untestable}" if rule.untestable else ""
    note = f"\n\n> {' '.join(rule.note.split())}" if rule.note else ""
    return f"**{rule.id}** {' '.join(rule.rule.split())}{note}{tested}\n"

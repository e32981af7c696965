"""What a card of the game must have beside what it has."""

from pathlib import Path

from cardwright.loading.check import check_files
from cardwright.ops import BUILT_IN
from cardwright.session.catalog import load_games

SOUL = "type: main_soul, dispatch: 1, trait: 死神, attack_bp: 300, standby_bp: 200, reverse_bp: 100"
PIECE = "type: form_piece, form: bankai, reverse_bp: 100"
MISSING = {
    SOUL: [],
    f"{SOUL}, kind: [companion, laid]": ["user"],
    f"{SOUL}, kind: clash_soul, user: '[main_soul]'": ["consumes"],
    f"{SOUL}, joint_bankai: XS-704, form_value: 3, form_attack_bp: 900": ["form_standby_bp"],
    PIECE: [],
    f"{PIECE}, attack_bp: 700, standby_bp: 300, user: '[main_soul]'": ["pieces"],
    f"{PIECE}, pieces: XS-701": ["attack_bp"],
    f"{PIECE}, attack_bp: 700, pieces: XS-701": ["standby_bp", "user"],
}


def test_what_a_card_needs_beside_what_it_has(tmp_path: Path) -> None:
    cards = [f"- {{number: MY-{at}, name: {{ja: 某}}, {card}}}\n" for at, card in enumerate(MISSING)]
    path = tmp_path / "mine.yaml"
    path.write_text(f"game: bleach_scb\nset: MY\ncards:\n{''.join(cards)}", "utf-8")
    games = load_games()
    registry = games.registry("bleach_scb", BUILT_IN)
    problems = check_files([path], {"bleach_scb": games.entries["bleach_scb"]}, {"bleach_scb": registry})
    found = [(each.line, each.message) for each in problems]
    assert found == [
        (line, f"the key '{name}' is missing") for line, names in enumerate(MISSING.values(), 4) for name in names
    ]

"""The three games as they are sketched for rulebook authors load whole, keywords and worked cards included."""

from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from cardwright.hooks.registry import Registry
from cardwright.loading.assemble import assemble
from cardwright.loading.packs import Pack
from cardwright.loading.schema.abilities import AbilityModels
from cardwright.loading.schema.export import cards_schema, rulebook_schema
from cardwright.loading.schema.steps import OWN_OPS

SKETCHES = Path(__file__).parent / "data" / "sketches"


@pytest.mark.parametrize(("game", "cards"), [("battle_spirits", 9), ("bleach_scb", 11), ("huangdao", 8)])
def test_a_sketched_game_loads(game: str, cards: int, registry: Registry) -> None:
    packs = [
        Pack("cards" if path.stem == "cards" else "rulebook", path.name, path.name, path.read_bytes())
        for path in sorted((SKETCHES / game).glob("*.yaml"))
    ]
    rulebook = assemble(packs, registry).rulebook
    assert (rulebook.game, len(rulebook.cards)) == (game, cards)
    assert all(program.code and program.code[-1].op == "end" for program in rulebook.programs)
    assert all(i.goto < len(program.code) for program in rulebook.programs for i in program.code)


def test_the_exported_schemas_are_schemas_and_know_a_wrong_card(registry: Registry) -> None:
    models = AbilityModels({**{name: word.keys for name, word in registry.ops.items()}, **OWN_OPS}, {"swift": {}})
    schema = cards_schema(models, {"spell": {"fields": ["cost"]}}, {"cost": "number"})
    Draft202012Validator.check_schema(schema)
    Draft202012Validator.check_schema(rulebook_schema(models))
    card = {"number": "X-1", "name": {"en": "x"}, "type": "spell", "cost": 1, "abilities": [{"keyword": "swift"}]}
    validator = Draft202012Validator(schema)
    assert validator.is_valid({"game": "toy", "cards": [card]})
    assert not validator.is_valid({"game": "toy", "cards": [{**card, "cost": -1}]})
    assert not validator.is_valid({"game": "toy", "cards": [{**card, "colour": "red"}]})

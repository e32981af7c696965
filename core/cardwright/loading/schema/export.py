"""JSON Schemas of the YAML files of a game, for editors."""

from __future__ import annotations

from typing import Any, Final

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from cardwright.loading.schema.abilities import AbilityModels
from cardwright.loading.schema.cards import card_file
from cardwright.loading.schema.rulebook import rulebook_file

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def cards_schema(models: AbilityModels, types: dict[str, Any], fields: dict[str, str]) -> dict[str, Any]:
    """The JSON Schema of a card-set file."""
    return _schema(card_file(types, fields, models.ability, models.parts.steps), "cardwright card set")


def rulebook_schema(models: AbilityModels) -> dict[str, Any]:
    """The JSON Schema of a rulebook's file."""
    return _schema(rulebook_file(models.parts), "cardwright rulebook")


def _schema(kind: Any, title: str) -> dict[str, Any]:
    made = TypeAdapter(kind).json_schema(by_alias=True, schema_generator=GenerateJsonSchema)
    return {"$schema": _DIALECT, **made, "title": title}

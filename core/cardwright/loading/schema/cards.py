"""The model of a card-set file: one card model per type of the game, made from its declared fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from cardwright.loading.schema.kinds import (
    ANYTHING,
    CARD_NUMBER,
    EXPRESSION,
    FLAG,
    LIST,
    NAME,
    WHOLE,
    WORD,
    WORDS,
    by_form,
    list_of,
    mapping,
    tagged,
)

_FIELD_KINDS: Final = {
    "number": WHOLE, "words": WORDS, "record": ANYTHING, "condition": EXPRESSION, "filter": EXPRESSION,
}  # fmt: skip


def card_file(types: Mapping[str, Mapping[str, Any]], fields: Mapping[str, str], ability: Any, steps: Any) -> Any:
    """The model of a card-set file; `fields` gives each field's kind."""
    kinds = {f"<type {name}>": _card(name, each, fields, ability, steps) for name, each in types.items()}
    card = tagged(_tag_of_card, kinds, "a card with a type of this game")
    return mapping("CardFile", {"game": WORD, "cards": list_of(card)}, {"set": WORD, "title": NAME})


def _card(name: str, declared: Mapping[str, Any], fields: Mapping[str, str], ability: Any, steps: Any) -> Any:
    kind_of = {field: _FIELD_KINDS[kind] for field, kind in fields.items()}
    required = {field: kind_of[field] for field in declared.get("fields", ()) if field in kind_of}
    optional = {field: kind_of[field] for field in declared.get("optional", ()) if field in kind_of}
    own = {
        "abilities": list_of(ability), "needs": EXPRESSION, "additional_cost": steps, "alternative_cost": steps,
        "also_named": LIST, "token": FLAG, "note": WORD,
    }  # fmt: skip
    return mapping(
        f"Card_{name}", {"number": CARD_NUMBER, "name": NAME, "type": Literal[name], **required}, {**optional, **own}
    )


def _tag_of_card(value: Any) -> str:
    return f"<type {value.get('type')}>" if isinstance(value, dict) else by_form(value)

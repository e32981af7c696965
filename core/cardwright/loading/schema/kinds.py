"""The kinds of value that YAML keys hold, as annotations pydantic can check and export as JSON Schema."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Discriminator, Field, PlainValidator, Tag, WithJsonSchema, create_model
from pydantic_core import PydanticCustomError

from cardwright.loading.vocabulary import SPANS

_MOST: Final = 999_999
"""No printed number is greater."""
_TEXT: Final = {"type": "string", "minLength": 1}


class Closed(BaseModel):
    """A mapping in which every key is known."""

    model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=False, protected_namespaces=())


def mapping(name: str, required: Mapping[str, Any], optional: Mapping[str, Any] | None = None) -> type[Closed]:
    """The model of a mapping with these keys; Python's own words are no obstacle, as fields have other names."""
    fields: dict[str, Any] = {}
    for key, kind in required.items():
        fields[f"key_{len(fields)}"] = (kind, Field(alias=key))
    for key, kind in (optional or {}).items():
        fields[f"key_{len(fields)}"] = (kind, Field(default=None, alias=key))
    return create_model(name, __base__=Closed, **fields)


def list_of(kind: Any) -> Any:
    """The kind of a list of `kind`; made here because models are made at run time, where no type checker follows."""
    return list[kind]


def dict_of(kind: Any) -> Any:
    """The kind of a mapping from words to `kind`."""
    return dict[str, kind]


def _kind(wanted: str, test: Callable[[Any], bool], schema: Mapping[str, Any]) -> Any:
    def check(value: Any) -> Any:
        if not test(value):
            raise PydanticCustomError("wanted", "{wanted} is wanted", {"wanted": wanted})
        return value

    return Annotated[Any, PlainValidator(check), WithJsonSchema(dict(schema))]


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_words(value: Any) -> bool:
    return _is_text(value) or (isinstance(value, list) and all(map(_is_text, value)))


def _is_texts(value: Any) -> bool:
    return isinstance(value, dict) and bool(value) and all(map(_is_text, value.values()))


def _is_names(value: Any) -> bool:
    return _is_texts(value) and not any("\n" in name for name in value.values())


def _is_count(value: Any) -> bool:
    return _is_text(value) or (_is_whole(value) and value >= 0)


_LANGUAGES: Final = {"type": "object", "minProperties": 1, "additionalProperties": _TEXT}
_WORDS: Final = {"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]}

WORD: Final = _kind("a word", _is_text, _TEXT)
WORDS: Final = _kind("a word or a list of words", _is_words, _WORDS)
CARD_NUMBER: Final = _kind(
    "a card number (letters, digits, '-', '_' and '.')",
    lambda v: isinstance(v, str) and re.fullmatch(r"\w[\w.-]*", v) is not None,
    {"type": "string", "pattern": r"^\w[\w.-]*$"},
)
LIST: Final = _kind(
    "a list of words", lambda v: isinstance(v, list) and _is_words(v), {"type": "array", "items": _TEXT}
)
WHOLE: Final = _kind(f"a whole number from 0 to {_MOST}", lambda v: _is_whole(v) and 0 <= v <= _MOST,
                     {"type": "integer", "minimum": 0, "maximum": _MOST})  # fmt: skip
COUNT: Final = _kind("a whole number from 0, 'up to 2', 'any', or an expression", _is_count,
                     {"anyOf": [{"type": "integer", "minimum": 0}, _TEXT]})  # fmt: skip
NUMBER: Final = _kind(
    "a whole number or an expression", lambda v: _is_text(v) or _is_whole(v), {"type": ["integer", "string"]}
)
TRUTH: Final = _kind(
    "true, false or a condition", lambda v: _is_text(v) or isinstance(v, bool), {"type": ["boolean", "string"]}
)
FLAG: Final = _kind("true or false", lambda v: isinstance(v, bool), {"type": "boolean"})
EXPRESSION: Final = _kind("an expression (in quotes)", _is_text, _TEXT)
VALUE: Final = _kind(
    "a number, a word, a list of words or an expression",
    lambda v: _is_words(v) or isinstance(v, int),
    {"type": ["integer", "boolean", "string", "array"]},
)
NAME: Final = _kind("a name by language in one line, as {ja: …, en: …}", _is_names, _LANGUAGES)
TEXT: Final = _kind("a text by language, as {en: …}", _is_texts, _LANGUAGES)
RULE: Final = _kind("a ledger id", _is_text, _TEXT)
ANYTHING: Final = Any


def tagged(choose: Callable[[Any], str], kinds: Mapping[str, Any], wanted: str) -> Any:
    """The union of `kinds`, one of which `choose` names by the look of the data, so that errors name one alone."""
    union: Any = None
    for tag, kind in kinds.items():
        part = Annotated[kind, Tag(tag)]  # type: ignore[valid-type]
        union = part if union is None else union | part
    return Annotated[
        union, Discriminator(choose, custom_error_type="untagged", custom_error_message=f"{wanted} is wanted")
    ]


def by_form(value: Any) -> str:
    """The tag for text, list or mapping."""
    return "<list>" if isinstance(value, list) else "<mapping>" if isinstance(value, dict) else "<text>"


CHOICE: Final = mapping(
    "Choice",
    {"choose": COUNT, "from": EXPRESSION},
    {"who": WORD, "such_that": EXPRESSION, "asks": WORD, "rule": RULE},
)
_ONE: Final = tagged(by_form, {"<text>": EXPRESSION, "<mapping>": CHOICE}, "a set expression or a choice")
CARDS: Final = tagged(
    by_form,
    {"<text>": EXPRESSION, "<mapping>": CHOICE, "<list>": list_of(_ONE)},
    "a set expression, a choice {choose: …, from: …} or a list of them",
)
SEATS: Final = tagged(by_form, {"<text>": EXPRESSION, "<mapping>": CHOICE}, "a player or a choice of players")

PATTERN: Final = mapping(
    "Pattern",
    {"event": WORDS},
    {
        "what": EXPRESSION, "seat": EXPRESSION, "by": EXPRESSION, "cause": WORDS, "source": EXPRESSION, "from": WORDS,
        "to": WORDS, "kind": WORD, "phase": WORD, "heading": WORD, "against": EXPRESSION, "if": TRUTH, "together": FLAG,
    },
)  # fmt: skip
UNTIL: Final = tagged(by_form, {"<text>": WORD, "<mapping>": PATTERN}, "a duration or an event pattern")
LIMIT: Final = mapping("Limit", {}, {
    **dict.fromkeys(SPANS, NUMBER), "each": WORD, "rule": RULE,
})  # fmt: skip
MODIFIER_KEYS: Final = {
    "of": SEATS, "source": EXPRESSION, "target": EXPRESSION, "against": EXPRESSION, "with": EXPRESSION,
    "seat": EXPRESSION, "window": WORD, "phase": WORDS, "heading": WORD, "manner": WORD, "cause": WORD, "role": WORD,
    "level": NUMBER,
    "add": VALUE, "set": VALUE, "at_most": NUMBER, "forbid": FLAG, "require": FLAG, "allow": LIST, "while": TRUTH,
    "final": FLAG, "reason": WORD, "rule": RULE, "until": UNTIL,
}  # fmt: skip
"""Keys of a modifier beside its `query`."""

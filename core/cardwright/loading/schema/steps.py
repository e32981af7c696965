"""The model of a step: one per op of the game, made from the keys of its `OpWord`, and one per sentence form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cardwright.hooks.words import Key
from cardwright.loading.schema.kinds import (
    ANYTHING,
    CARDS,
    EXPRESSION,
    FLAG,
    LIMIT,
    MODIFIER_KEYS,
    NUMBER,
    PATTERN,
    RULE,
    SEATS,
    TRUTH,
    UNTIL,
    VALUE,
    WORD,
    WORDS,
    Closed,
    by_form,
    list_of,
    mapping,
    tagged,
)

OWN_OPS: Final[Mapping[str, Mapping[str, Key]]] = {
    "choose": {"what": Key("cards", required=True)},
    "let": {"be": Key("value", required=True)},
    "settle": {},
    "window": {"name": Key("word", required=True), "seats": Key("seat_list")},
    "emit": {"event": Key("word", required=True), "what": Key("cards"), "seat": Key("seat"), "against": Key("cards")},
    "plan": {"hook": Key("word", required=True), "card": Key("cards")},
    "modify": {"modifier": Key("modifier", required=True)},
    "delay": {"when": Key("pattern", required=True), "do": Key("steps", required=True), "until": Key("word")},
}
"""Ops with instructions of their own, so that the loader must know them itself."""
RULEBOOK_ONLY: Final = frozenset({"settle", "window", "emit", "plan"})
FORMS: Final = ("if", "also", "after", "so", "by", "may", "for_each", "repeat", "step")
"""Sentence forms, each told by its key; `by` comes before `may` as nothing has both."""
COMMON: Final = {"as": WORD, "cause": WORD, "source": EXPRESSION, "rule": RULE, "limit": LIMIT}
"""Keys any op takes."""
_KINDS: Final = {
    "cards": CARDS, "link": CARDS, "seat": SEATS, "team": SEATS, "seat_list": WORDS, "number": NUMBER, "place": WORD,
    "word": WORDS, "card_number": WORD, "pieces_from": SEATS, "pieces_to": SEATS, "pattern": PATTERN, "value": VALUE,
    "flag": FLAG, "argument": ANYTHING,
}  # fmt: skip


class StepModels:
    """The models of steps, modifiers and abilities' parts for the ops of one game."""

    def __init__(self, ops: Mapping[str, Mapping[str, Key]]) -> None:
        """Make the models."""
        self.modifier = mapping("Modifier", {"query": WORDS}, MODIFIER_KEYS)
        kinds: dict[str, Any] = {f"<op {word}>": self._op(word, keys) for word, keys in ops.items()}
        kinds |= {f"<form {form}>": model for form, model in _forms().items()}
        self.step = tagged(tag_of_step, kinds, "a step {op: …} or a sentence form")
        for model in kinds.values():
            model.model_rebuild(_types_namespace={"Step": self.step})
        self.steps = list_of(self.step)

    def _op(self, word: str, keys: Mapping[str, Key]) -> type[Closed]:
        required: dict[str, Any] = {"op": WORD}
        optional: dict[str, Any] = dict(COMMON)
        for name, key in keys.items():
            if key.kind == "modifier":
                required |= {"query": WORDS}
                optional |= MODIFIER_KEYS
            else:
                (required if key.required else optional)[name] = (
                    "list[Step]" if key.kind == "steps" else _KINDS[key.kind]
                )
                optional = {k: v for k, v in optional.items() if k not in required}
        if word in ("delay", "change_control"):
            optional["until"] = UNTIL
        return mapping(f"Op_{word}", required, optional)


def _forms() -> dict[str, type[Closed]]:
    steps, rest = "list[Step]", {"limit": LIMIT, "rule": RULE}
    repeat = mapping("Repeat", {}, {"times": NUMBER, "until": TRUTH})
    return {
        "if": mapping("If", {"if": TRUTH, "do": steps}, {"else": steps, **rest}),
        "also": mapping("Also", {"also": steps}, rest),
        "after": mapping("After", {"after": steps}, rest),
        "so": mapping("So", {"so": steps}, rest),
        "by": mapping("By", {"by": steps, "do": steps}, rest),
        "may": mapping("May", {"may": TRUTH, "do": steps}, rest),
        "for_each": mapping("ForEach", {"for_each": WORDS, "as": WORD, "do": steps}, rest),
        "repeat": mapping("RepeatStep", {"repeat": repeat, "do": steps}, rest),
        "step": mapping("StepStep", {"step": WORD, "do": steps}, rest),
    }


def tag_of_step(value: Any) -> str:
    """The tag of the model a step is checked by; `<op …>` of an unknown op matches none."""
    if not isinstance(value, dict):
        return by_form(value)
    if "op" in value:
        return f"<op {value['op']}>"
    return next((f"<form {form}>" for form in FORMS if form in value), "<none>")

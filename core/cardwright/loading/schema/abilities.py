"""The model of an ability: one per opener, and one per keyword of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cardwright.hooks.words import Key
from cardwright.loading.schema.kinds import (
    ANYTHING,
    CHOICE,
    LIMIT,
    PATTERN,
    RULE,
    TEXT,
    TRUTH,
    WORD,
    WORDS,
    by_form,
    dict_of,
    list_of,
    mapping,
    tagged,
)
from cardwright.loading.schema.steps import StepModels

OPENERS: Final = ("static", "when", "use", "play", "replace", "keyword")
_BESIDE: Final = {"levels": ANYTHING, "in": WORDS, "role": WORD, "if": TRUTH, "text": TEXT, "rule": RULE}
"""Keys any ability may have; `levels` is read by the compiler."""


class AbilityModels:
    """The models of abilities and steps for the ops and keywords of one game."""

    def __init__(self, ops: Mapping[str, Mapping[str, Key]], keywords: Mapping[str, Mapping[str, bool]]) -> None:
        """Make them; `keywords` has each keyword's parameters and whether they must be given."""
        self.parts = StepModels(ops)
        steps = self.parts.steps
        done = {"may": TRUTH, "limit": LIMIT, "targets": dict_of(CHOICE), "unpreventable": ANYTHING}
        done |= {"do": steps, **_BESIDE}
        paid = {"cost": steps, **done}
        kinds: dict[str, Any] = {
            "<static>": mapping(
                "Static", {"static": list_of(self.parts.modifier)}, {**_BESIDE, "unpreventable": ANYTHING}
            ),
            "<when>": mapping("When", {"when": PATTERN}, {**done, "batch": WORD}),
            "<use>": mapping("Use", {"use": WORD}, paid),
            "<play>": mapping("Play", {"play": WORD}, paid),
            "<replace>": mapping("Replace", {"replace": PATTERN}, done),
        }
        for keyword, params in keywords.items():
            given = {name: ANYTHING for name, needed in params.items() if needed}
            free = {name: ANYTHING for name, needed in params.items() if not needed}
            beside = {key: kind for key, kind in _BESIDE.items() if key not in params}
            kinds[f"<keyword {keyword}>"] = mapping(
                f"Keyword_{keyword}", {"keyword": WORD, **given}, {**free, **beside}
            )
        self.ability = tagged(
            tag_of_ability, kinds, "an ability with one opener (static, when, use, play, replace, keyword)"
        )


def tag_of_ability(value: Any) -> str:
    """The tag of the model an ability is checked by. A keyword's parameters may be named like openers."""
    if not isinstance(value, dict):
        return by_form(value)
    if "keyword" in value:
        return f"<keyword {value['keyword']}>"
    return next((f"<{opener}>" for opener in OPENERS if opener in value), "<none>")

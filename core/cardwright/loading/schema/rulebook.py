"""The model of a rulebook's files: every section, each of which may stand in any file, once."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from cardwright.loading.schema.kinds import (
    ANYTHING,
    CARDS,
    EXPRESSION,
    FLAG,
    LIMIT,
    LIST,
    NUMBER,
    RULE,
    TEXT,
    TRUTH,
    WHOLE,
    WORD,
    WORDS,
    Closed,
    by_form,
    dict_of,
    list_of,
    mapping,
    tagged,
)
from cardwright.loading.schema.steps import StepModels

SECTIONS: Final = (
    "game", "language", "modes", "zones", "scopes", "pieces", "fields", "flags", "causes", "headings", "types",
    "queries", "rules", "moves", "procedures", "links", "currencies", "actions", "windows", "turn", "triggers",
    "checks", "wins", "setup", "deck", "draw", "match", "readings", "keywords", "reasons", "events", "words",
)  # fmt: skip
NEEDED: Final = ("game", "language", "modes", "zones", "types", "turn")
"""Sections no game can do without."""


@lru_cache(maxsize=4)
def rulebook_file(models: StepModels) -> type[Closed]:
    """The model of one file of a rulebook."""
    steps = models.steps
    words = {
        "game": WORD, "language": WORD, "causes": LIST, "headings": LIST, "readings": dict_of(LIST),
        "reasons": dict_of(RULE), "events": LIST, "words": dict_of(TEXT),
    }  # fmt: skip
    table = _places(steps) | _cards() | _changes(steps)
    return mapping("RulebookFile", {}, words | table | _play(models) | _moments(steps) | _around(steps))


def _one_or(text: Any, other: Any, form: str, wanted: str) -> Any:
    return tagged(by_form, {"<text>": text, f"<{form}>": other}, wanted)


def _places(steps: Any) -> dict[str, Any]:
    mode = mapping("Mode", {"teams": list_of(LIST)}, {"order": LIST, "team_owns": LIST, "rule": RULE})
    blanks = tagged(by_form, {"<list>": LIST, "<mapping>": dict_of(LIST)}, "a list of words, or one per face")
    zone = mapping("Zone", {}, {
        "see": WORD, "ordered": FLAG, "in_play": FLAG, "on": WORD, "host_leaves": WORD, "holds": WHOLE,
        "blanks": blanks, "empty": steps, "emptied": steps, "pieces": WORD, "rule": RULE,
    })  # fmt: skip
    piece = mapping("Piece", {}, {
        "is": WORD, "supply": WORD, "picked_by": WORD, "never_to": WORDS, "host_leaves": WORD, "rule": RULE,
    })  # fmt: skip
    return {"modes": dict_of(mode), "zones": dict_of(zone), "pieces": dict_of(piece)}


def _cards() -> dict[str, Any]:
    words = tagged(by_form, {"<text>": WORD, "<list>": LIST}, "a list of words, cards, or any")
    fields = mapping("Fields", {}, {
        "numbers": LIST, "words": dict_of(words), "records": LIST, "conditions": LIST, "filters": LIST,
    })  # fmt: skip
    kind = mapping("Type", {}, {
        "fields": LIST, "optional": LIST, "requires": dict_of(WORDS), "play": WORDS, "enters": WORD,
        "stays": EXPRESSION, "spent": WORD, "in": WORDS, "counts_as": WORDS, "serves": WORD, "token": FLAG,
        "rule": RULE,
    })  # fmt: skip
    query = mapping("Query", {"of": WORD}, {"base": NUMBER, "hook": WORD, "shown": FLAG, "rule": RULE})
    return {"fields": fields, "flags": dict_of(EXPRESSION), "types": dict_of(kind), "queries": dict_of(query)}


def _changes(steps: Any) -> dict[str, Any]:
    waits = tagged(_by_truth, {"<flag>": FLAG, "<mapping>": mapping("Waits", {}, {
        "if": TRUTH, "from": LIST, "keeps": LIST, "rule": RULE,
    })}, "true or {if: …, from: …, keeps: …}")  # fmt: skip
    move = mapping("Move", {"to": WORD}, {"from": WORDS, "event": WORD, "waits": waits, "rule": RULE})
    param = _one_or(WORD, dict_of(ANYTHING), "mapping", "a name or {name: default}")
    procedure = mapping("Procedure", {"do": steps}, {
        "params": list_of(param), "kinds": dict_of(WORD), "event": WORD, "scope": WORD, "cause": WORD, "rule": RULE,
    })  # fmt: skip
    scope = mapping("Scope", {}, {"holds": LIST, "is": dict_of(EXPRESSION), "rule": RULE})
    link = mapping("Link", {}, {
        "roles": LIST, "turned_together": LIST, "host_leaves": WORD, "lends": WORDS, "left_behind": steps, "rule": RULE,
    })  # fmt: skip
    currency = mapping("Currency", {}, {
        "field": WORD, "pieces": WORD, "from": EXPRESSION, "to": WORD, "at_most": NUMBER, "hook": WORD,
        "rule": RULE,
    })  # fmt: skip
    return {
        "moves": dict_of(move), "procedures": dict_of(procedure), "scopes": dict_of(scope), "links": dict_of(link),
        "currencies": dict_of(currency),
    }  # fmt: skip


def _by_truth(value: Any) -> str:
    return "<flag>" if isinstance(value, bool) else by_form(value)


def _play(models: StepModels) -> dict[str, Any]:
    steps = models.steps
    # Abilities hold `$parameters` where other kinds are wanted; they are checked when a card fills them in.
    keyword = mapping("KeywordDef", {}, {
        "abilities": list_of(dict_of(ANYTHING)),
        "params": list_of(_one_or(WORD, dict_of(ANYTHING), "mapping", "a name or {name: default}")),
        "fields": dict_of(ANYTHING), "text": TEXT, "rule": RULE,
    })  # fmt: skip
    cost = tagged(by_form, {"<text>": WORD, "<list>": steps}, "a currency or a list of steps")
    action = mapping("Action", {}, {
        "card": EXPRESSION, "needs": TRUTH, "needs_rule": RULE, "asks": WORD, "user": EXPRESSION, "for": EXPRESSION,
        "cost": cost, "possible": FLAG, "limit": LIMIT, "to": WORD, "face": WORD, "do": steps, "hook": WORD,
        "plays": FLAG, "rule": RULE,
    })  # fmt: skip
    window = mapping("Window", {}, {
        "seats": LIST, "keeps": WORD, "admit": LIST, "headings": LIST, "resolve": WORD, "ends": WORD, "barred": TRUTH,
        "must": TRUTH, "unable": steps, "changing": LIST, "rule": RULE,
    })  # fmt: skip
    return {
        "keywords": dict_of(keyword), "rules": list_of(models.modifier), "actions": dict_of(action),
        "windows": dict_of(window),
    }  # fmt: skip


def _moments(steps: Any) -> dict[str, Any]:
    phase = mapping(
        "Phase", {"phase": WORD}, {"skip": TRUTH, "optional": FLAG, "do": steps, "window": WORD, "rule": RULE}
    )
    more = {"order": WORD, "first": steps, "last": steps, "dropped": steps}
    batch = _one_or(WORD, mapping("Batch", {"name": WORD}, more), "mapping",
                    "a batch or {name: …}")  # fmt: skip
    triggers = mapping("Triggers", {}, {
        "orders": _one_or(WORD, dict_of(WORD), "mapping", "a word, or one per phase"), "nested": WORD, "ask": WORD,
        "batches": list_of(batch), "window": WORD, "rule": RULE,
    })  # fmt: skip
    check = mapping("Check", {"of": CARDS, "do": steps}, {"at": WORD, "rule": RULE})
    win = mapping("Win", {}, {"loses": TRUTH, "wins": TRUTH, "at": WORD, "reason": WORD, "rule": RULE})
    return {"turn": list_of(phase), "triggers": triggers, "checks": list_of(check), "wins": list_of(win)}


def _around(steps: Any) -> dict[str, Any]:
    part = mapping("DeckPart", {}, {
        "at_least": WHOLE, "at_most": WHOLE, "exactly": WHOLE, "optional": FLAG, "starts": WORD,
        "types": WORDS, "rule": RULE,
    })  # fmt: skip
    copies = mapping("Copies", {"at_most": WHOLE}, {"by": WORD, "over": LIST, "rule": RULE})
    each = _one_or(TRUTH, mapping("Each", {"if": TRUTH}, {"rule": RULE}), "mapping", "a condition or {if: …, rule: …}")
    lists = tagged(by_form, {"<list>": LIST, "<mapping>": mapping("Lists", {"names": LIST}, {"rule": RULE})},
                   "a list of words or {names: …, rule: …}")  # fmt: skip
    apart = mapping("Apart", {"field": WORD}, {"counts_as": RULE, "rule": RULE})
    match = mapping(
        "Match", {}, {"best_of": WHOLE, "first": WORDS, "side_deck": WORD, "rules": dict_of(RULE), "rule": RULE}
    )
    return {
        "draw": mapping("Draw", {"from": WORD, "to": WORD}, {"rule": RULE}),
        "setup": steps, "match": match,
        "deck": mapping("Deck", {}, {
            "main": part, "side": part, "parts": dict_of(part), "copies": copies, "each": each, "some": each,
            "lists": lists, "apart": apart,
        }),
    }  # fmt: skip

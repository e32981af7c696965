"""Every name of a game, gathered from its sections before anything is compiled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from cardwright.hooks.registry import Registry
from cardwright.hooks.words import Key
from cardwright.loading.compile_builder import NOTHING, Spot
from cardwright.loading.diagnostics import Report
from cardwright.loading.expressions import ExpressionError, kind_of, parse
from cardwright.loading.schema.steps import OWN_OPS
from cardwright.loading.vocabulary import Vocabulary

Sections = Mapping[str, Spot]

EVENTS: Final = (
    "turn_started", "turn_ending", "turn_ended", "phase_started", "phase_ended", "effect_used", "entered",
    "left", "pieces_moved",
)  # fmt: skip
"""Events the engine reports by itself, beside those of ops."""
_CARD_QUERIES: Final = (
    "may.play", "may.use", "may.bear", "may.attack", "must.attack", "may.attack_target", "may.block", "may.be_target",
    "may.affect", "may.exhaust", "may.refresh", "may.move", "may.stay", "may.enter", "may.attach", "may.reduce",
    "may.pay_alternative", "value.level_cost", "value.strength", "value.limit", "value.level", "set.payment",
    "set.name",
)  # fmt: skip
OF_SEATS: Final = ("seat", "team")
"""What a query may be of that is asked about a seat."""
_SEAT_QUERIES: Final = (
    "must.block", "may.hold_phase", "may.lose_life", "value.draw", "value.attacks", "value.uses", "value.life_loss",
    "value.total",
)  # fmt: skip
_FIELD_LISTS: Final = {"numbers": "number", "records": "record", "conditions": "condition", "filters": "filter"}
_NUMBER_PARAMS: Final = ("count", "amount")


def entries_of(sections: Sections, name: str) -> dict[str, Any]:
    """The definitions of a section by name; what is no mapping counts as empty, its form is reported elsewhere."""
    data = sections[name].data if name in sections else None
    return (
        {key: value if isinstance(value, dict) else {} for key, value in data.items()} if isinstance(data, dict) else {}
    )


def mapping_of(sections: Sections, name: str) -> dict[str, Any]:
    """A section's mapping as it is."""
    data = sections[name].data if name in sections else None
    return data if isinstance(data, dict) else {}


def list_of(sections: Sections, name: str) -> list[Any]:
    """A section's list."""
    data = sections[name].data if name in sections else None
    return data if isinstance(data, list) else []


def field_kinds(sections: Sections) -> dict[str, str]:
    """Each declared field with its kind."""
    fields = mapping_of(sections, "fields")
    kinds = {name: kind for key, kind in _FIELD_LISTS.items() for name in _worded(fields.get(key))}
    return kinds | dict.fromkeys(_mapping(fields.get("words")), "words")


def params_of(procedure: Mapping[str, Any]) -> dict[str, Any]:
    """A procedure's parameters with their defaults; `...` where one must be given."""
    params: dict[str, Any] = {}
    for param in _listed(procedure.get("params")):
        params |= param if isinstance(param, dict) else {str(param): ...}
    return params


def param_kinds(procedure: Mapping[str, Any]) -> dict[str, str]:
    """Each parameter's kind: as declared, or guessed from its name."""
    declared = _mapping(procedure.get("kinds"))
    kinds = {name: str(declared.get(name) or _guess(name)) for name in params_of(procedure)}
    return {name: "seats" if kind == "team" else kind for name, kind in kinds.items()}


def is_of_team(procedure: Mapping[str, Any], name: str) -> bool:
    """Whether a parameter is a seat that stands for its whole team."""
    return _mapping(procedure.get("kinds")).get(name) == "team"


def _guess(name: str) -> str:
    if name == "seat":
        return "seats"
    if name in _NUMBER_PARAMS:
        return "number"
    return "place" if name == "to" else "cards"


def op_keys(sections: Sections, registry: Registry) -> dict[str, Mapping[str, Key]]:
    """The keys of every word for `op`."""
    ops: dict[str, Mapping[str, Key]] = {name: word.keys for name, word in registry.ops.items()} | dict(OWN_OPS)
    for name in entries_of(sections, "moves"):
        ops.setdefault(name, {"what": Key("cards", required=True), "to": Key("place"), "face": Key("word")})
    for name, procedure in entries_of(sections, "procedures").items():
        ops.setdefault(name, _procedure_keys(procedure))
    return ops


def _procedure_keys(procedure: Mapping[str, Any]) -> Mapping[str, Key]:
    kinds, keys = {"seats": "seat", "cards": "cards", "number": "number", "place": "place"}, {}
    for name, default in params_of(procedure).items():
        kind = param_kinds(procedure)[name]
        free = name in ("seat", "count") or default is not ...
        kind = "team" if is_of_team(procedure, name) else kinds.get(kind, "value")
        keys[name] = Key(kind, required=not free)
    return keys


def check_op_names(sections: Sections, registry: Registry, report: Report) -> None:
    """Moves and procedures must not share a name with an op or with each other."""
    owners = dict.fromkeys([*registry.ops, *OWN_OPS], "an op")
    for section in ("moves", "procedures"):
        for name in entries_of(sections, section):
            if name in owners:
                spot = sections[section] / name
                report.add(
                    spot.source, spot.path, f"'{name}' is {owners[name]} already", "choose another name", key=True
                )
            owners[name] = f"one of the {section}"


def participle(word: str) -> str:
    """The past participle of a regular verb: the event of a word that names none."""
    if word.endswith("e"):
        return word + "d"
    return word[:-1] + "ied" if word.endswith("y") and word[-2:-1] not in "aeiou" else word + "ed"


def events_of(sections: Sections, registry: Registry) -> tuple[str, ...]:
    """Every kind of event of the game, in a fixed order."""
    names: dict[str, None] = dict.fromkeys(EVENTS)
    names |= dict.fromkeys(word.event for word in registry.ops.values() if word.event)
    for section in ("moves", "procedures"):
        names |= {
            str(each.get("event") or participle(name)): None for name, each in entries_of(sections, section).items()
        }
    names |= {
        str(step["event"]): None
        for spot in sections.values()
        for step in dicts(spot.data)
        if step.get("op") == "emit" and "event" in step
    }
    return (*names, *(name for name in _worded(list_of(sections, "events")) if name not in names))


def dicts(data: Any) -> Iterator[dict[str, Any]]:
    """Every mapping in `data`, from the outside in."""
    if isinstance(data, dict):
        yield data
    for child in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from dicts(child)


def vocabulary(sections: Sections, registry: Registry) -> Vocabulary:
    """What expressions of this game may say."""
    kinds, zones = field_kinds(sections), entries_of(sections, "zones")
    queries = {k: v for k, v in entries_of(sections, "queries").items() if k.startswith("value.")}
    moves, pieces = entries_of(sections, "moves"), entries_of(sections, "pieces")
    words = _mapping(mapping_of(sections, "fields").get("words"))
    named = Vocabulary(
        numbers=_of_kind(kinds, "number"),
        words={name: _worded(allowed) if isinstance(allowed, list) else () for name, allowed in words.items()},
        numbered=tuple(name for name, allowed in words.items() if allowed == "cards"),
        records=dict.fromkeys(_of_kind(kinds, "record"), ()),
        conditions=_of_kind(kinds, "condition"),
        filters=_of_kind(kinds, "filter"),
        flags=tuple(mapping_of(sections, "flags")),
        types={k: _worded(v.get("counts_as")) for k, v in entries_of(sections, "types").items()},
        zones=tuple(zones),
        piece_zones={k: str(v["pieces"]) for k, v in zones.items() if v.get("pieces")},
        hosted_zones={k: str(v["on"]) for k, v in zones.items() if v.get("on")},
        pieces=tuple(pieces),
        supplies=tuple(dict.fromkeys(("supply", "void", *_supplies(pieces)))),
        phases=tuple(
            str(each["phase"]) for each in list_of(sections, "turn") if isinstance(each, dict) and "phase" in each
        ),
        windows=tuple(mapping_of(sections, "windows")),
        steps=tuple(
            dict.fromkeys(str(s["step"]) for spot in sections.values() for s in dicts(spot.data) if "step" in s)
        ),
        headings=_worded(list_of(sections, "headings")),
        causes=_worded(list_of(sections, "causes")),
        keywords=tuple(mapping_of(sections, "keywords")),
        card_queries=tuple(k.partition(".")[2] for k, v in queries.items() if v.get("of") == "card"),
        seat_queries=tuple(k.partition(".")[2] for k, v in queries.items() if v.get("of") in OF_SEATS),
        events=events_of(sections, registry),
        waiting=tuple(str(v.get("event") or participle(k)) for k, v in moves.items() if v.get("waits")),
        readings={k: _worded(v) for k, v in mapping_of(sections, "readings").items()},
    )
    return _with_scopes(named, sections)


def _supplies(pieces: Mapping[str, Any]) -> list[str]:
    return [str(each["supply"]) for each in pieces.values() if each.get("supply")]


def _of_kind(kinds: Mapping[str, str], kind: str) -> tuple[str, ...]:
    return tuple(name for name, each in kinds.items() if each == kind)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value] if isinstance(value, str) else []


def _worded(value: Any) -> tuple[str, ...]:
    """The words of a list, or one word; anything else is reported elsewhere."""
    return tuple(each for each in _listed(value) if isinstance(each, str))


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _with_scopes(named: Vocabulary, sections: Sections) -> Vocabulary:
    """Scopes with the kinds of their fields; a derived field may use those before it."""
    scopes = entries_of(sections, "scopes")
    named = replace(named, scopes={k: dict.fromkeys(_worded(v.get("holds")), "cards") for k, v in scopes.items()})
    for scope, declared in scopes.items():
        for name, text in _mapping(declared.get("is")).items():
            try:
                kind = kind_of(parse(text, named, replace(NOTHING, scope=scope)))
            except ExpressionError:
                kind = "cards"  # reported when the scope is compiled
            named = replace(named, scopes={**named.scopes, scope: {**named.scopes[scope], name: kind}})
    return named


def queries_of(sections: Sections, named: Vocabulary) -> dict[str, str]:
    """Every query with what it is about."""
    about = dict.fromkeys(_CARD_QUERIES, "cards") | dict.fromkeys(_SEAT_QUERIES, "seats")
    for name, action in entries_of(sections, "actions").items():
        kind = "cards" if action.get("card") else "seats"
        for force in ("may", "must"):
            about.setdefault(f"{force}.{name}", kind)
    about |= dict.fromkeys((f"value.{name}" for name in named.numbers), "cards")
    about |= dict.fromkeys((f"set.{name}" for name in named.words), "cards")
    about |= dict.fromkeys((f"as_if.{name}" for name in named.flags), "cards")
    own = {
        name: "seats" if query.get("of") in OF_SEATS else "cards"
        for name, query in entries_of(sections, "queries").items()
    }
    return about | own

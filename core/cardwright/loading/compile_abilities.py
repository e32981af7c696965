"""Abilities: openers, liveness, targets and programs; keywords filled in and expanded."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Final

from cardwright.loading.compile_builder import LONE, Builder, Spot, joined, slots_of
from cardwright.loading.compile_modifiers import limit, modifier, pattern, roles
from cardwright.loading.compile_names import params_of
from cardwright.loading.compile_ops import choice
from cardwright.loading.compile_play import batch_names
from cardwright.loading.compile_steps import write_program
from cardwright.loading.diagnostics import Path, Source
from cardwright.loading.schema.abilities import OPENERS
from cardwright.loading.shape import check_shape
from cardwright.rulebook.cards import AbilityDef, Target
from cardwright.rulebook.expressions import SELF, YOU, Expr, constant

_LEVEL: Final = Expr("level", (SELF,))
_ALONE: Final = "alone"
"""The role of a card that is attached to nothing."""
_BESIDE: Final = ("levels", "in", "role", "if", "text", "rule")
"""Keys beside a keyword that hold for each of its abilities."""


def ability(builder: Builder, spot: Spot, number: str, zones: tuple[str, ...]) -> list[int]:
    """The numbers of the abilities at `spot`, several if it is a keyword's; `zones` are where they work by default."""
    if not isinstance(spot.data, dict) or any(key in spot.data and builder.flawed(spot / key) for key in OPENERS):
        return []
    if "keyword" in spot.data:
        return _keyword(builder, spot, number, zones)
    return [_add(builder, _one(builder, spot, number, zones))]


def _add(builder: Builder, made: AbilityDef) -> int:
    builder.abilities.append(made)
    return len(builder.abilities) - 1


def _one(builder: Builder, spot: Spot, number: str, zones: tuple[str, ...], keyword: str = "") -> AbilityDef:
    opener = next(each for each in OPENERS if each in spot.data)
    here = spot / opener
    targets, kinds, inside = _targets(builder, spot)
    title = f"{number}/{spot.path[-1]}" if spot.path and isinstance(spot.path[-1], int) else number
    role = builder.word(spot.get("role"), (_ALONE, *roles(builder)), "role")
    builder.rule(spot)
    return AbilityDef(
        opener=opener,
        card=number,
        keyword=keyword,
        zones=builder.words(spot.get("in"), builder.vocabulary.zones, "zone") or zones,
        role="" if role == _ALONE else role,
        condition=joined(
            LONE if role == _ALONE else None,
            _levels(builder, spot.get("levels")),
            builder.truth(spot.get("if")),
        ),
        may=_may(builder, spot.get("may"), opener),
        limit=limit(builder, spot.get("limit")),
        cost=write_program(builder, f"{title} cost", inside.get("cost"), kinds),
        targets=targets,
        unpreventable=_unpreventable(builder, spot.get("unpreventable")),
        overcome_only=_keywords_named(builder, spot, "only"),
        overcome_except=_keywords_named(builder, spot, "except"),
        batch=builder.word(spot.get("batch"), batch_names(builder), "batch"),
        modifiers=tuple(modifier(builder, each) for each in here.each()) if opener == "static" else (),
        pattern=pattern(builder, here) if opener in ("when", "replace") else None,
        heading=builder.word(here, builder.vocabulary.use_headings, "heading") if opener in ("use", "play") else "",
        program=write_program(builder, title, inside.get("do"), kinds),
        text=spot.data.get("text") or {},
        line=spot.line,
    )  # fmt: skip


def _targets(builder: Builder, spot: Spot) -> tuple[tuple[Target, ...], dict[str, str], Spot]:
    """The targets, each choice knowing those before it; their kinds; the ability with their names as slots."""
    made: list[Target] = []
    kinds: dict[str, str] = {}
    given = spot.get("targets")
    for name in given.data if given else ():
        here = (given / name).within(slots=slots_of(kinds))
        picked, kinds[name] = choice(builder, here)
        made.append(Target(name, len(made), picked))
    return tuple(made), kinds, spot.within(slots=slots_of(kinds))


def _levels(builder: Builder, spot: Spot | None) -> Expr | None:
    """`2+`, a level or a list of levels."""
    if spot is None:
        return None
    data = spot.data
    match = re.fullmatch(r"([0-9]+)\+", str(data)) if isinstance(data, str) else None
    if match:
        return Expr("ge", (_LEVEL, constant(int(match[1]))))
    levels = data if isinstance(data, list) else [data]
    if not levels or any(not isinstance(each, int) or isinstance(each, bool) for each in levels):
        builder.fault(spot, "levels are a list, as [2, 3], or '2+'")
        return None
    if len(levels) == 1:
        return Expr("eq", (_LEVEL, constant(levels[0])))
    return Expr("one_of", (_LEVEL, *map(constant, levels)))


def _may(builder: Builder, spot: Spot | None, opener: str) -> Expr | None:
    if spot is None or spot.data is False:
        return None
    if opener not in ("when", "replace"):
        builder.fault(spot, f"'may' says nothing beside '{opener}'", "as a step: {may: true, do: […]}", key=True)
    return YOU if spot.data is True else builder.expr(spot, "seats")


def _unpreventable(builder: Builder, spot: Spot | None) -> str:
    if spot is None:
        return ""
    if isinstance(spot.data, dict):
        unknown = [key for key in spot.data if key not in ("by", "only", "except")]
        for key in unknown:
            builder.fault(spot / key, f"unknown key '{key}'", "allowed: by, only, except", key=True)
        spot = spot.get("by") or spot
    return builder.word(spot, ("opponent", "everyone"), "side")


def _keywords_named(builder: Builder, spot: Spot, key: str) -> tuple[str, ...]:
    """The keywords under `only` or `except` of what cannot be prevented."""
    written = spot.get("unpreventable")
    if written is None or not isinstance(written.data, dict):
        return ()
    return builder.words(written.get(key), builder.vocabulary.keywords, "keyword")


def _keyword(builder: Builder, spot: Spot, number: str, zones: tuple[str, ...]) -> list[int]:
    """The abilities behind a keyword, its parameters filled in."""
    name = str(spot.data["keyword"])
    keywords = builder.section("keywords")
    if keywords is None or name not in keywords.data or builder.flawed(spot):
        return []
    written = (keywords / name).get("abilities")
    if written is None or not written.data:
        only = AbilityDef("keyword", number, name, zones, text=spot.data.get("text") or {}, line=spot.line)
        return [_add(builder, only)]
    defaults = {key: value for key, value in params_of(keywords.data[name]).items() if value is not ...}
    given = {key: spot.data[key] for key in spot.data if key not in ("keyword", *_BESIDE)}
    params = defaults | given | {key: spot.data[key] for key in _param_names(builder, name) if key in spot.data}
    numbers = []
    for place in range(len(written.data)):
        expanded = _expand(builder, spot, written / place, name, params)
        if expanded is not None:
            numbers.append(_add(builder, _one(builder, expanded, number, zones, keyword=name)))
    return numbers


def _param_names(builder: Builder, name: str) -> list[str]:
    keywords = builder.section("keywords")
    return list(params_of(keywords.data[name])) if keywords else []


def _expand(builder: Builder, spot: Spot, written: Spot, name: str, params: dict[str, Any]) -> Spot | None:
    """One ability of a keyword as if the card had it written out; what the card gave keeps its place in the card."""
    source = Source(spot.source.name, spot.source.file, None, dict(spot.source.values), dict(spot.source.keys))
    data = _filled(written.data, params, spot, source, spot.path)
    for key in _BESIDE:
        if key in spot.data and key not in _param_names(builder, name):
            data[key] = _both(data.get("if"), spot.data["if"]) if key == "if" else spot.data[key]
    before = len(builder.report.problems)
    check_shape(builder.models.ability, source, spot.path, data, builder.report)
    if len(builder.report.problems) > before:
        builder.fault(spot, f"keyword '{name}' cannot be filled in so", f"see {written.source.name}:{written.line}")
        return None
    env = replace(spot.env, params=params)
    return Spot(source, spot.path, data, env, spot.on_card)


def _both(one: str | None, other: str) -> str:
    return f"({one}) and ({other})" if one else other


def _filled(data: Any, params: dict[str, Any], spot: Spot, source: Source, path: Path) -> Any:
    """`data` with whole values `$name` replaced; parameters inside expressions are left to the expression's reader."""
    if isinstance(data, str) and data.startswith("$") and data[1:] in params:
        _remember(spot, source, (*spot.path, data[1:]), path)
        return params[data[1:]]
    if isinstance(data, dict):
        return {key: _filled(value, params, spot, source, (*path, key)) for key, value in data.items()}
    if isinstance(data, list):
        return [_filled(value, params, spot, source, (*path, number)) for number, value in enumerate(data)]
    return data


def _remember(spot: Spot, source: Source, given: Path, path: Path) -> None:
    """Give what the card wrote at `given` its true place although it now stands at `path`."""
    for path_of, marks in ((spot.source.values, source.values), (spot.source.keys, source.keys)):
        for place, mark in path_of.items():
            if place[: len(given)] == given:
                marks[(*path, *place[len(given) :])] = mark


def check_keywords(builder: Builder) -> None:
    """Compile the abilities of keywords without parameters once, so that faults show where they are written."""
    for name, spot in builder.entries("keywords"):
        builder.rule(spot)
        abilities = spot.get("abilities")
        if abilities is None or _param_names(builder, name):
            continue
        kept = (list(builder.programs), list(builder.abilities))
        for each in abilities.each():
            here = each.within(has_self=True, subject="self")
            check_shape(builder.models.ability, each.source, each.path, each.data, builder.report)
            if not builder.flawed(each):
                ability(builder, here, f"keyword {name}", ())
        builder.programs[:], builder.abilities[:] = kept

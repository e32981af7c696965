"""`compile_rulebook`: the YAML files of a game to one `Rulebook`, or all their problems."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Final

from cardwright.errors import Problem
from cardwright.hooks.registry import Registry
from cardwright.hooks.words import Key
from cardwright.loading import compile_decks, compile_play, compile_table
from cardwright.loading.compile_abilities import check_keywords
from cardwright.loading.compile_builder import Builder, Spot
from cardwright.loading.compile_cards import CardCompiler
from cardwright.loading.compile_modifiers import modifier
from cardwright.loading.compile_names import (
    check_op_names,
    dicts,
    entries_of,
    field_kinds,
    mapping_of,
    op_keys,
    params_of,
    queries_of,
    vocabulary,
)
from cardwright.loading.compile_steps import write_program
from cardwright.loading.diagnostics import Report, Source
from cardwright.loading.schema.abilities import AbilityModels
from cardwright.loading.schema.cards import card_file
from cardwright.loading.schema.rulebook import NEEDED, rulebook_file
from cardwright.loading.shape import check_shape
from cardwright.rulebook.expressions import Expr
from cardwright.rulebook.rulebook import KeywordDef, Rulebook

REASONS: Final = (
    "wrong_window", "wrong_zone", "wrong_seat", "needs", "cannot_pay", "no_target", "no_user", "used_up", "full",
    "must", "forbidden", "not_an_option", "over",
)  # fmt: skip
"""Reasons every game has; which rule they come from is the game's to say."""
_SPREAD: Final = ("rules", "checks", "wins")
"""Sections that are lists whose order says nothing, so that they may stand in several files."""
_NAMING: Final = (
    "zones", "pieces", "fields", "types", "queries", "scopes", "moves", "procedures", "keywords", "headings", "causes",
    "turn", "events", "readings",
)  # fmt: skip
"""Sections that say by which names the others may call things."""
_DEEP: Final = 3
"""So deep lie the keys of their entries, as `moves.destroy.event`."""


def compile_rulebook(
    rulebook: Sequence[Source], card_sets: Sequence[Source], registry: Registry, ledger: frozenset[str], report: Report
) -> Rulebook:
    """The game of these files; problems go to `report`, and are raised where those of the rulebook would make more."""
    before = len(report.problems)
    sections = _sections(rulebook, report)
    builder = _builder(sections, registry, ledger, report)
    check_op_names(sections, registry, report)
    check_rulebook_shape(rulebook, builder)
    sound = len(report.problems) == before
    if not sound and not _names_known(rulebook, report):
        report.finish()  # where names are missing, whatever uses them would be reported too
    compiled = _compiled(builder, sound=sound)
    if not sound:
        report.finish()  # without a sound table nothing said about cards would be true
    cards = CardCompiler(builder, compiled["types"], field_kinds(sections), compiled["links"])
    check_card_shape(card_sets, builder)
    for source in card_sets:
        cards.file(Spot(source, (), source.data, on_card=True))
    cards.check_wanted()
    return Rulebook(
        **compiled,
        programs=tuple(builder.programs),
        abilities=tuple(builder.abilities),
        cards=tuple(cards.cards),
    )


def plain(source: Source) -> Any:
    """The data of a file without top-level `x-…` keys, which only hold anchors."""
    if not isinstance(source.data, dict):
        return source.data
    return {key: value for key, value in source.data.items() if not key.startswith("x-")}


def _sections(sources: Iterable[Source], report: Report) -> dict[str, Spot]:
    """Every section with its place. Lists of rules may be spread over files; the later ones are `rules#2` and up."""
    sections: dict[str, Spot] = {}
    for source in sources:
        data = plain(source)
        for name, value in data.items() if isinstance(data, dict) else ():
            key = name
            if name in sections and name in _SPREAD:
                key = f"{name}#{len(sections)}"
            elif name in sections:
                other = sections[name].source.file
                report.add(source, (name,), f"the section '{name}' stands in {other} already", "keep one", key=True)
            sections.setdefault(key, Spot(source, (name,), value))
    return {name: spot for name, spot in sections.items() if spot.data is not None}


def _builder(sections: Mapping[str, Spot], registry: Registry, ledger: frozenset[str], report: Report) -> Builder:
    named, ops = vocabulary(sections, registry), op_keys(sections, registry)
    params = {name: params_of(each) for name, each in entries_of(sections, "keywords").items()}
    models = _models(
        tuple((word, tuple(keys.items())) for word, keys in ops.items()),
        tuple((name, tuple((key, default is ...) for key, default in each.items())) for name, each in params.items()),
    )
    return Builder(report, registry, named, ops, models, sections, ledger, queries_of(sections, named))


@lru_cache(maxsize=4)
def _models(
    ops: tuple[tuple[str, tuple[tuple[str, Key], ...]], ...],
    keywords: tuple[tuple[str, tuple[tuple[str, bool], ...]], ...],
) -> AbilityModels:
    """The models for these words, made once: making them takes longer than all else."""
    return AbilityModels({word: dict(keys) for word, keys in ops}, {name: dict(params) for name, params in keywords})


def check_rulebook_shape(sources: Iterable[Source], builder: Builder) -> None:
    """Report what has a wrong form in the rulebook's files."""
    kind = rulebook_file(builder.models.parts)
    for source in sources:
        check_shape(kind, source, (), plain(source), builder.report)
    files = [source.file for source in sources]
    for name in NEEDED:
        if name not in builder.sections and files:
            builder.report.problems.append(Problem(f"the section '{name}' is missing", files[0], 1, 1, name))


def check_card_shape(sources: Iterable[Source], builder: Builder) -> None:
    """Report what has a wrong form in card-set files."""
    types = entries_of(builder.sections, "types")
    steps = builder.models.parts.steps
    kind = card_file(types, field_kinds(builder.sections), builder.models.ability, steps)
    for source in sources:
        check_shape(kind, source, (), plain(source), builder.report)
        game = builder.sections["game"].data
        data = source.data if isinstance(source.data, dict) else {}
        if "game" in data and data["game"] != game:
            builder.report.add(
                source, ("game",), f"this card set is for '{data['game']}'", f"the game here is '{game}'"
            )


def _names_known(sources: Iterable[Source], report: Report) -> bool:
    """Whether every section that gives names to the others has its form: the section, its entries and their keys."""
    bad = (path for source in sources for path in report.bad.get(source.file, ()))
    return not any(len(path) <= 1 or (path[0] in _NAMING and len(path) <= _DEEP) for path in bad)


def _compiled(builder: Builder, *, sound: bool) -> dict[str, Any]:
    """Everything but cards, programs and abilities, as the fields of a `Rulebook`."""
    for prepare in (_add_reasons, check_keywords):
        builder.attempt(partial(prepare, builder), sound=sound)
    return {name: builder.attempt(partial(make, builder), sound=sound) for name, make in _PARTS.items()}


def _draw(builder: Builder) -> tuple[str, str]:
    """Where cards are drawn from, and where they come to."""
    spot = builder.section("draw")
    if spot is None:
        return "", ""
    zones = builder.vocabulary.zones
    return builder.word(spot.get("from"), zones, "zone"), builder.word(spot.get("to"), zones, "zone")


def _keyword(spot: Spot) -> KeywordDef:
    rule = str(spot.data.get("rule") or "")
    return KeywordDef(str(spot.path[-1]), tuple(params_of(spot.data)), spot.data.get("text") or {}, rule)


def _add_reasons(builder: Builder) -> None:
    """Every reason with its ledger id: the engine's, those of rules, and those keywords and cards bring."""
    reasons = dict.fromkeys(REASONS, "")
    for spot in builder.items("rules"):
        if "reason" in spot.data and not reasons.get(str(spot.data["reason"])):
            reasons[str(spot.data["reason"])] = str(spot.data.get("rule") or "")
    for found in dicts(mapping_of(builder.sections, "keywords")):
        if "query" in found and "reason" in found:
            reasons.setdefault(str(found["reason"]), str(found.get("rule") or ""))
    builder.reasons |= reasons | {name: builder.cited(spot) for name, spot in builder.entries("reasons")}


def _flags(builder: Builder) -> dict[str, Expr]:
    return {name: builder.expr(spot.within(it="cards"), "truth") for name, spot in builder.entries("flags")}


_PARTS: Final[Mapping[str, Callable[[Builder], Any]]] = {
    "reasons": lambda builder: builder.reasons,
    "types": compile_table.types,
    "game": lambda builder: builder.sections["game"].data,
    "language": lambda builder: builder.sections["language"].data,
    "modes": compile_table.modes,
    "zones": compile_table.zones,
    "pieces": compile_table.pieces,
    "fields": compile_table.fields,
    "flags": _flags,
    "causes": lambda builder: builder.vocabulary.causes,
    "headings": lambda builder: builder.vocabulary.headings,
    "queries": compile_table.queries,
    "rules": lambda builder: tuple(modifier(builder, spot) for spot in builder.items("rules")),
    "moves": compile_table.moves,
    "procedures": compile_table.procedures,
    "scopes": compile_table.scopes,
    "links": compile_table.links,
    "currencies": compile_table.currencies,
    "keywords": lambda builder: {name: _keyword(spot) for name, spot in builder.entries("keywords")},
    "actions": lambda builder: compile_play.actions(builder, compile_table.types(builder)),
    "windows": compile_play.windows,
    "phases": lambda builder: builder.vocabulary.phases,
    "turn": compile_play.turn,
    "setup": lambda builder: write_program(builder, "setup", builder.section("setup")),
    "triggers": compile_play.triggers,
    "checks": compile_play.checks,
    "wins": compile_play.wins,
    "deck": compile_decks.deck,
    "match": compile_decks.match,
    "readings": lambda builder: dict(builder.vocabulary.readings),
    "draw": _draw,
    "events": lambda builder: builder.vocabulary.events,
    "words": lambda builder: mapping_of(builder.sections, "words"),
}
"""The fields of a `Rulebook`, in the order they are compiled."""

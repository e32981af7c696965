"""Scenario files read into `Scenario` records: shape first, then every name in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from cardwright.loading.diagnostics import Path, Report, Source, allowed, nearest
from cardwright.loading.scenario_board import given_of
from cardwright.loading.scenario_expect import expect_of
from cardwright.loading.scenario_names import Names
from cardwright.loading.scenario_parts import deck_of, script_of, step_of
from cardwright.loading.scenario_records import Scenario
from cardwright.loading.scenario_shape import shaped
from cardwright.loading.schema.scenario import FileShape, ScenarioShape
from cardwright.loading.source import read
from cardwright.rulebook.rulebook import Rulebook

_INSTEAD: Final[Mapping[str, Any]] = {"id": "unnamed", "title": "-", "rules": ["-"]}
"""Stands for what every scenario must have, where it is faulty."""
GameOf = Callable[[str], tuple[Rulebook, frozenset[str]]]
"""The rulebook of a game and the ids of its ledger; raises `KeyError` for an unknown game."""


def read_scenarios(data: bytes, name: str, file: str, games: GameOf, report: Report) -> tuple[Scenario, ...]:
    """The scenarios in `data`, one for each variant; faults go to `report`.

    Args:
        data: The bytes of the file.
        name: A short name, the same on every machine.
        file: As problems show it.
        games: Gives the game that the file names.
        report: Collects the faults.
    """
    source = read(data, name, file, report)
    if source is None:
        return ()
    game = _game(source, games, report)
    if game is None:
        return ()
    rulebook, ledger = game
    names = Names(rulebook, ledger, source, report, next(iter(rulebook.modes)))
    found: list[Scenario] = []
    for number, written in enumerate(source.data["scenarios"]):
        found.extend(_variants(written, ("scenarios", number), names))
    _refuse_twins(found, source, report)
    return tuple(found)


def json_schema() -> dict[str, Any]:
    """The JSON Schema of the notation."""
    schema = FileShape.model_json_schema(by_alias=True, ref_template="#/$defs/{model}")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": "cardwright scenarios"}


def _game(source: Source, games: GameOf, report: Report) -> tuple[Rulebook, frozenset[str]] | None:
    """The game of the file, if its outermost shape is right."""
    data = source.data
    if not isinstance(data, dict):
        report.add(source, (), "a scenario file is a mapping", allowed(("game", "scenarios")))
        return None
    for key in data:
        if key not in {"game", "scenarios"}:
            report.add(source, (key,), f"unknown key '{key}'", nearest(key, ("game", "scenarios")), key=True)
    for key, kind in (("game", str), ("scenarios", list)):
        if not isinstance(data.get(key), kind) or not data[key]:
            report.add(source, (key,), f"the key '{key}' is missing or empty")
            return None
    try:
        return games(data["game"])
    except KeyError as error:
        report.add(source, ("game",), str(error.args[0]))
        return None


def _variants(written: Any, path: Path, names: Names) -> Iterator[Scenario]:
    """The scenario, or one for each row of its table."""
    table = written.get("variants") if isinstance(written, dict) else None
    if not table or not isinstance(table, dict):
        yield from _one(written, path, names, "")
        return
    body = {key: value for key, value in written.items() if key != "variants"}
    for name, row in table.items():
        if not isinstance(row, dict):
            names.fault((*path, "variants", name), "a variant is a mapping of names to values")
            continue
        used: set[str] = set()
        filled = _filled(body, path, row, names, used)
        for unused in set(row) - used:
            names.fault((*path, "variants", name, unused), f"'${unused}' stands nowhere in the scenario", key=True)
        yield from _one(filled, path, names, name)


def _filled(value: Any, path: Path, row: dict[str, Any], names: Names, used: set[str]) -> Any:
    """`value` with every `$name` in place of which the row has a value."""
    if isinstance(value, dict):
        return {key: _filled(each, (*path, key), row, names, used) for key, each in value.items()}
    if isinstance(value, list):
        return [_filled(each, (*path, number), row, names, used) for number, each in enumerate(value)]
    if isinstance(value, str) and value.startswith("$"):
        if value[1:] not in row:
            names.fault(path, f"the variant has no '{value[1:]}'", nearest(value[1:], row))
            return value
        used.add(value[1:])
        return row[value[1:]]
    return value


def _one(written: Any, path: Path, names: Names, variant: str) -> Iterator[Scenario]:
    shape = shaped(ScenarioShape, names.source, path, written, names.report, _INSTEAD)
    if shape is None:
        return
    names = replace(names, aliases=set())
    for number, rule in enumerate(() if shape.rules == _INSTEAD["rules"] else shape.rules):
        names.rule(rule, (*path, "rules", number))
    _refuse_mixture(shape, path, names)
    mode = shape.given.mode
    if mode is not None and names.known("mode", mode, names.rulebook.modes, (*path, "given", "mode")):
        names = names.of_mode(mode)
    given = given_of(shape.given, (*path, "given"), names)
    steps = (step_of(step, (*path, "play", number), names) for number, step in enumerate(shape.play))
    expect = None if shape.expect is None else expect_of(shape.expect, (*path, "expect"), names)
    yield Scenario(
        names.rulebook.game,
        f"{shape.id}[{variant}]" if variant else shape.id,
        shape.title,
        tuple(shape.rules),
        names.source,
        path,
        given,
        script_of(shape.random, (*path, "random"), names),
        tuple(step for step in steps if step is not None),
        expect,
        None if shape.deck is None else deck_of(shape, (*path, "deck"), names),
    )


def _refuse_mixture(shape: ScenarioShape, path: Path, names: Names) -> None:
    """A scenario is about a deck or about a board, and checks something."""
    if shape.deck is not None:
        for key in ("given", "play", "random"):
            if key in shape.model_fields_set:
                names.fault((*path, key), f"a scenario with 'deck' has no '{key}'", key=True)
        if shape.expect is None or shape.expect.violates is None:
            names.fault(path, "a scenario with 'deck' expects 'violates'")
        return
    if shape.expect is None and not any(step.refused or step.expect for step in shape.play):
        names.fault(path, "the scenario checks nothing", "add 'expect' or 'refused'")


def _refuse_twins(found: list[Scenario], source: Source, report: Report) -> None:
    seen: dict[str, Path] = {}
    for scenario in found:
        where = (*scenario.where, "id")
        if scenario.id in seen and not report.flawed(source, where):
            report.add(
                source, where, f"the id '{scenario.id}' stands here and in line {source.line(seen[scenario.id])}"
            )
        seen.setdefault(scenario.id, where)

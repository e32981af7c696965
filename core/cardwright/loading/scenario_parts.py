"""Steps, script and deck of a scenario from shape to record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cardwright.loading.diagnostics import Path, nearest
from cardwright.loading.scenario_expect import expect_of
from cardwright.loading.scenario_names import REPLIES, Names
from cardwright.loading.scenario_records import (
    Act,
    Answers,
    DeckGiven,
    Passing,
    Pick,
    Refused,
    Script,
    Step,
)
from cardwright.loading.schema.scenario import ActShape, RandomShape, RefusedShape, ScenarioShape, StepShape


def step_of(shape: StepShape, path: Path, names: Names) -> Step | None:
    """One step, or nothing if it is faulty."""
    keys = list(shape.model_fields_set)
    if not keys and names.report.flawed(names.source, path):
        return None
    if len(keys) != 1:
        names.fault(path, f"a step has one key, this one has {', '.join(sorted(keys)) or 'none'}")
        return None
    if shape.resolve is not None:
        return Passing(shape.resolve, path)
    if shape.until is not None:
        where = (*path, "until")
        known = shape.until == "end_of_turn" or names.phase(shape.until, where)
        return Passing(shape.until, path) if known else None
    if shape.expect is not None:
        return expect_of(shape.expect, (*path, "expect"), names)
    if shape.refused is not None:
        return _refused(shape.refused, (*path, "refused"), names)
    extra = shape.model_extra or {}
    if keys[0] not in extra:
        names.fault((*path, keys[0]), f"'{keys[0]}' is empty")
        return None
    return _act(keys[0], extra[keys[0]], (*path, keys[0]), names)


def _refused(shape: RefusedShape, path: Path, names: Names) -> Refused | None:
    extra: Mapping[str, ActShape] = shape.model_extra or {}
    if len(extra) != 1:
        names.fault(path, "'refused' names one seat with its act", f"allowed: {', '.join(names.seats)}")
        return None
    ((seat, act),) = extra.items()
    for key, words in (("because", shape.because), ("because_only", shape.because_only)):
        for number, word in enumerate(words):
            names.because(word, (*path, key, number))
    record = _act(seat, act, (*path, seat), names)
    because = tuple(shape.because_only or shape.because)
    return None if record is None else Refused(record, because, bool(shape.because_only), path)


def _act(seat: str, shape: ActShape, path: Path, names: Names) -> Act | None:
    """What a seat does."""
    if not names.seat(seat, path, key=True):
        return None
    extra: Mapping[str, str] = shape.model_extra or {}
    if len(extra) > 1:
        names.fault(path, f"one act at a time, not {' and '.join(extra)}")
        return None
    verb, card = next(iter(extra.items()), ("", ""))
    card = "" if card == "-" else card
    right = not verb or names.verb(verb, (*path, verb))
    right = (not card or names.card(card, (*path, verb))) and right
    answers = _answers(shape, path, names)
    if not verb and not answers:
        names.fault(path, "the step says nothing to do", f"allowed: {nearest('', REPLIES)}")
        return None
    return Act(seat, path, verb, card, shape.ability or 0, shape.way, answers) if right else None


def _answers(shape: ActShape, path: Path, names: Names) -> tuple[Answers, ...]:
    """The answers by kind; which comes when, the questions decide."""
    kinds = {"on": "choose", "target": "choose", "choose": "choose", "pay": "pay", "order": "order"}
    found = []
    for key in (each for each in type(shape).model_fields if each in shape.model_fields_set):
        value = getattr(shape, key)
        if key in kinds:
            found.append(Answers(kinds[key], _picks(value, (*path, key), names)))
        elif key in {"number", "word", "may"}:
            pick = Pick(number=value) if key == "number" else Pick(value)
            found.append(Answers(key, (pick,)))
    return tuple(found)


def _picks(values: Sequence[Any], path: Path, names: Names) -> tuple[Pick, ...]:
    picks = []
    for place, value in enumerate(values):
        if isinstance(value, int):
            picks.append(Pick(number=value))
            continue
        pairs: Iterable[tuple[str, int | str | None]] = value.items() if isinstance(value, dict) else ((value, None),)
        for name, more in pairs:
            names.pick(name, (*path, place))
            picks.append(Pick(name, role=more) if isinstance(more, str) else Pick(name, more))
    return tuple(picks)


def script_of(shape: RandomShape, path: Path, names: Names) -> Script:
    """What chance decides."""
    for number, word in enumerate(shape.pick):
        names.pick(word, (*path, "pick", number))
    return Script(tuple(shape.coin), tuple(shape.die), tuple(shape.pick), shape.shuffle == "keep")


def deck_of(shape: ScenarioShape, path: Path, names: Names) -> DeckGiven | None:
    """The deck of a deck scenario."""
    deck = shape.deck
    if deck is None:
        return None
    own: Mapping[str, Mapping[str, int]] = deck.model_extra or {}
    known = {"main", *names.rulebook.deck.parts, *names.rulebook.deck.starts}
    for place, parts in (((), own), (("add",), deck.add), (("remove",), deck.remove)):
        for part, cards in parts.items():
            names.known("part of a deck", part, known, (*path, *place, part), key=True)
            for number in cards:
                names.card_number(number, (*path, *place, part, number))
    violates = () if shape.expect is None else shape.expect.violates or ()
    for at, rule in enumerate(violates):
        names.rule(rule, (*path[:-1], "expect", "violates", at))
    return DeckGiven(deck.base or "", own, deck.add, deck.remove, deck.lists, tuple(violates))

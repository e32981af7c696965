"""The expectations of a scenario from shape to record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from cardwright.loading.diagnostics import Path, nearest
from cardwright.loading.scenario_names import REPLIES, Names
from cardwright.loading.scenario_records import ZONE_KEYS, Expect, Expectation
from cardwright.loading.schema.scenario import ActShape, ExpectShape

_OF_CARD: Final = ("zone", "exhausted", "face", "owner", "controller", "attached", "host", "pieces", "level", "number")
_VIEWS: Final = ("sees", "does_not_see")


def expect_of(shape: ExpectShape, path: Path, names: Names) -> Expect:
    """What must be so; faulty parts are reported and left out."""
    found: list[Expectation] = []
    for subject, wanted in (shape.model_extra or {}).items():
        where = (*path, subject)
        if subject in names.seats:
            _check_seat(wanted, where, names)
            found.append(Expectation("seat", subject, wanted, where))
        elif names.card(subject, where, key=True):
            _check_card(wanted, where, names)
            found.append(Expectation("card", subject, wanted, where))
    for key in sorted((shape.model_fields_set & set(type(shape).model_fields)) - {"violates"}):
        value = getattr(shape, key)
        _CHECKS[key](value, (*path, key), names)
        found.append(Expectation(key, "", _plain(value), (*path, key)))
    found.sort(key=lambda each: (names.source.mark(each.where).line, names.source.mark(each.where).column))
    if not found and shape.violates is None:
        names.fault(path, "'expect' says nothing")
    return Expect(tuple(found), path)


def _plain(value: Any) -> Any:
    """A shape as plain data, without what was not written."""
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return value.model_dump(exclude_unset=True) if hasattr(value, "model_dump") else value


def _check_seat(wanted: Mapping[str, Any], path: Path, names: Names) -> None:
    zones = {zone.name: zone for zone in names.rulebook.zones if not zone.on}
    queries = [name for name, query in names.rulebook.queries.items() if query.of != "card"]
    seat_values = [*queries, *(name.removeprefix("value.") for name in queries)]
    for key, value in wanted.items():
        where = (*path, key)
        if key in zones:
            _check_pool(value, where, names) if zones[key].pieces else _check_zone(value, where, names)
        elif key in _VIEWS:
            _check_cards(value, where, names)
        elif key not in seat_values:
            names.fault(where, f"unknown key '{key}'", nearest(key, (*zones, *seat_values, *_VIEWS)), key=True)


def _check_pool(value: Any, path: Path, names: Names) -> None:
    if isinstance(value, dict):
        names.pieces(value, path)
    elif not isinstance(value, int):
        names.fault(path, "a zone of pieces is a number, or numbers by kind")


def _check_zone(value: Any, path: Path, names: Names) -> None:
    if isinstance(value, dict):
        if not ZONE_KEYS & set(value):
            _check_card(value, path, names)
            return
        for key, part in value.items():
            if names.known("key", key, ZONE_KEYS, (*path, key), key=True) and key != "count":
                _check_cards(part, (*path, key), names)
    elif isinstance(value, (list, str)):
        _check_cards(value, path, names)
    elif not isinstance(value, int) or isinstance(value, bool):
        names.fault(path, "a zone is a list of cards, a number, or {order, set, include, exclude, count}")


def _check_cards(value: Any, path: Path, names: Names) -> None:
    for number, each in enumerate(value if isinstance(value, list) else [value]):
        where = (*path, number) if isinstance(value, list) else path
        if isinstance(each, dict):
            if "card" not in each:
                names.fault(where, "the key 'card' is missing")
                continue
            names.card(str(each["card"]), (*where, "card"))
            _check_card({key: part for key, part in each.items() if key != "card"}, where, names)
        elif isinstance(each, str):
            names.card(each, where)
        else:
            names.fault(where, f"{each!r} names no card")


def _check_card(wanted: Mapping[str, Any], path: Path, names: Names) -> None:
    rulebook = names.rulebook
    hosted = {zone.name for zone in rulebook.zones if zone.on}
    known = {
        *_OF_CARD,
        *hosted,
        *(piece.name for piece in rulebook.pieces),
        *(each.name for each in rulebook.fields if each.kind in {"number", "words"}),
        "keyword",
        *(name for name, query in rulebook.queries.items() if query.of == "card"),
        *(name.removeprefix("value.") for name, query in rulebook.queries.items() if query.of == "card"),
        *rulebook.flags,
    }
    for key, value in wanted.items():
        where = (*path, key)
        if not names.known("key", key, known, where, key=True):
            continue
        if key == "zone":
            _check_where(value, where, names)
        elif key in {"owner", "controller"}:
            names.seat(str(value), where)
        elif key in hosted or key == "attached":
            _check_zone(value, where, names)
        elif key == "pieces":
            _check_pool(value, where, names)
        elif any(each.name == key and each.kind == "number" for each in rulebook.fields):
            _check_number(value, where, names)


def _check_number(value: Any, path: Path, names: Names) -> None:
    """A number, or `{is, because}`."""
    if isinstance(value, int) and not isinstance(value, bool):
        return
    if not isinstance(value, dict) or not isinstance(value.get("is"), int) or set(value) - {"is", "because"}:
        names.fault(path, "a value is a number, or {is: number, because: [rules and cards]}")
        return
    because = value.get("because", [])
    for number, word in enumerate(because if isinstance(because, list) else [because]):
        if word not in names.ledger:
            names.card(str(word), (*path, "because", number))


def _check_where(value: Any, path: Path, names: Names) -> None:
    """A zone with its seat, or without."""
    seat, _, zone = str(value).rpartition(".")
    if seat:
        names.seat(seat, path)
    names.known("zone", zone, (each.name for each in names.rulebook.zones), path)


def _check_chain(value: Any, path: Path, names: Names) -> None:
    if isinstance(value, list):
        _check_cards(value, path, names)


def _check_events(value: Any, path: Path, names: Names) -> None:
    for number, each in enumerate(value):
        where = (*path, number)
        names.event(each.event, where)
        for card in (each.card, each.source):
            if card is not None:
                names.card(card, where)
        for seat in (each.seat, each.by):
            if seat is not None:
                names.seat(seat, where)


def _check_event_words(value: Any, path: Path, names: Names) -> None:
    for number, each in enumerate(value):
        names.event(each, (*path, each) if isinstance(value, dict) else (*path, number))


def _check_turn(value: Any, path: Path, names: Names) -> None:
    if value.player is not None:
        names.seat(value.player, (*path, "player"))
    if value.phase is not None:
        names.phase(value.phase, (*path, "phase"))
    if value.window:
        names.window(value.window, (*path, "window"))


def _check_result(value: Any, path: Path, names: Names) -> None:
    winner = value if isinstance(value, str) else value.winner
    names.known("result", winner, ("none", "draw", *names.seats), path)
    if not isinstance(value, str) and value.rule is not None:
        names.rule(value.rule, (*path, "rule"))


def _check_decision(value: Any, path: Path, names: Names) -> None:
    if isinstance(value, str):
        return
    if value.seat is not None:
        names.seat(value.seat, (*path, "seat"))
    if value.window is not None:
        names.window(value.window, (*path, "window"))
    for key, acts in (("include", value.include), ("exclude", value.exclude)):
        for number, act in enumerate(acts):
            _check_option(act, (*path, key, number), names)


def _check_option(act: ActShape, path: Path, names: Names) -> None:
    """An act or pick that is (not) to be among the options."""
    for card in (*(act.on or ()), *(act.target or ()), *(act.choose or ())):
        if isinstance(card, str):
            names.pick(card, path)
    extra = act.model_extra or {}
    if len(extra) + (act.on is not None) + (act.target is not None) + (act.choose is not None) != 1:
        names.fault(path, "an option is one act, or the picks of one question")
    for verb, card in extra.items():
        if card != "-":
            names.verb(verb, (*path, verb))
            names.card(card, (*path, verb))
        elif verb not in (*REPLIES, *names.rulebook.actions):
            names.pick(verb, path)


_CHECKS: Final[Mapping[str, Callable[[Any, Path, Names], None]]] = {
    "chain": _check_chain,
    "events": _check_events,
    "no_events": _check_event_words,
    "count_events": _check_event_words,
    "turn": _check_turn,
    "result": _check_result,
    "decision": _check_decision,
}

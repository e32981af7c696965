"""From a pydantic error to the place in the YAML and words for its author."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError

from cardwright.loading.diagnostics import Path, Report, Source, nearest

_Model = TypeVar("_Model", bound=BaseModel)
_SHOWN: Final = 40
_ROUNDS: Final = 4
"""So often what is left over is looked at again."""


def shaped(
    model: type[_Model], source: Source, path: Path, data: Any, report: Report, instead: Mapping[str, Any]
) -> _Model | None:
    """`data`, which stands at `path`, as `model`; its faults go to `report`.

    What is faulty is left out of the result, or replaced as `instead` says, so that the names in the rest can still be
    looked up.
    """
    data = copy.deepcopy(data)
    for _ in range(_ROUNDS):
        try:
            return model.model_validate(data)
        except ValidationError as error:
            for place, message, hint, is_key in _faults(error, data, model):
                report.add(source, (*path, *place), message, hint, key=is_key)
                _leave_out(data, place)
                if isinstance(data, dict) and place and place[0] in instead and place[0] not in data:
                    data[place[0]] = instead[str(place[0])]
    return None


def _leave_out(data: Any, place: Path) -> None:
    """Take out what stands at `place`, if anything does."""
    for step in place[:-1]:
        if isinstance(data, (dict, list)):
            data = data[step]  # type: ignore[index]
    if place and isinstance(data, dict):
        data.pop(place[-1], None)
    elif place and isinstance(data, list) and int(place[-1]) < len(data):
        data[int(place[-1])] = copy.deepcopy(data[0]) if place[-1] else {}


def _faults(error: ValidationError, data: Any, model: type[BaseModel]) -> list[tuple[Path, str, str, bool]]:
    """One fault for each place; where a union failed, the one that looked deepest into the data."""
    found: dict[Path, tuple[int, Path, str, str, bool]] = {}
    for each in error.errors(include_url=False):
        place = _real(each["loc"], data)
        message, hint, is_key = _words(each, model)
        root = place[:-1] if is_key else place
        depth = len(each["loc"])
        if root not in found or is_key:
            found[place] = (depth, place, message, hint, is_key)
    deepest = [fault for place, fault in found.items() if not _is_inside(place, found)]
    return [(place, message, hint, is_key) for _, place, message, hint, is_key in deepest]


def _is_inside(place: Path, found: dict[Path, Any]) -> bool:
    """Whether a deeper fault explains this one."""
    return any(len(other) > len(place) and other[: len(place)] == place for other in found)


def _real(loc: tuple[str | int, ...], data: Any) -> Path:
    """Where in the data `loc` is, without the branches of unions and the forms of zones."""
    place: list[str | int] = []
    for number, step in enumerate(loc):
        if (isinstance(data, dict) and step in data) or (isinstance(data, list) and isinstance(step, int)):
            place.append(step)
            data = data[step] if isinstance(data, dict) or int(step) < len(data) else None  # type: ignore[index]
        elif number == len(loc) - 1 and isinstance(data, dict) and isinstance(step, str) and step.islower():
            place.append(step)
    return tuple(place)


def _words(fault: Any, model: type[BaseModel]) -> tuple[str, str, bool]:
    kind = fault["type"]
    if kind == "extra_forbidden":
        return f"unknown key '{fault['loc'][-1]}'", nearest(str(fault["loc"][-1]), _keys(model)), True
    if kind == "missing":
        return f"the key '{fault['loc'][-1]}' is missing", "", True
    if kind == "string_pattern_mismatch":
        return f"'{fault['input']}' is no id", "small letters, digits and hyphens", False
    message = fault["msg"]
    return message[0].lower() + message[1:], f"found {_short(fault['input'])}", False


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _keys(model: type[BaseModel]) -> list[str]:
    """Every key the notation knows in shapes with fixed keys."""
    known: set[str] = set()
    waiting: list[Any] = [model]
    seen: set[type[BaseModel]] = set()
    while waiting:
        each = waiting.pop()
        if isinstance(each, type) and issubclass(each, BaseModel):
            if each in seen:
                continue
            seen.add(each)
            for name, info in each.model_fields.items():
                known.add(info.alias or name)
                waiting.append(info.annotation)
        else:
            waiting.extend(getattr(each, "__args__", ()))
    return sorted(known)

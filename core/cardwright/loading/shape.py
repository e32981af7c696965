"""Checking the form of data against a model, and pydantic's errors in words an author understands."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from cardwright.loading.diagnostics import Path, Report, Source, allowed, nearest, touches
from cardwright.loading.schema.walk import keys_of, resolve, tags_of

_WANTED: Final = {
    "list_type": "a list is wanted",
    "dict_type": "a mapping is wanted",
    "model_type": "a mapping is wanted",
    "string_type": "a word is wanted",
}


def check_shape(kind: Any, source: Source, path: Path, data: Any, report: Report) -> None:
    """Report everything in `data`, which stands at `path`, that is not of `kind`."""
    try:
        _adapter(kind).validate_python(data, strict=True)
    except ValidationError as error:
        before = set(report.bad.get(source.file, ()))
        for each in error.errors(include_url=False):
            _report(each, kind, source, path, data, report, before)


@lru_cache(maxsize=16)
def _adapter(kind: Any) -> TypeAdapter[Any]:
    """The adapter of `kind`, kept for a while: making one costs more than using it."""
    return TypeAdapter(kind)


def _report(
    error: Any,
    kind: Any,
    source: Source,
    path: Path,
    data: Any,
    report: Report,
    before: set[Path],
) -> None:
    inside, here = resolve(kind, error["loc"])
    place = (*path, *inside)
    if error["type"] not in ("missing", "extra_forbidden") and touches(place, before):
        return  # reading the file has said so, and what is left of the value says nothing
    match error["type"]:
        case "missing":
            report.add(source, place[:-1], f"the key '{place[-1]}' is missing")
        case "extra_forbidden":
            known = [each for each in keys_of(here) if each not in _at(data, inside[:-1])]
            report.add(source, place, f"unknown key '{place[-1]}'", nearest(str(place[-1]), known), key=True)
        case "untagged":
            _untagged(error, here, source, place, report)
        case "wanted":
            _wanted(error["ctx"]["wanted"] + " is wanted", error["input"], source, place, report)
        case other:
            _wanted(_WANTED.get(other, error["msg"]), error["input"], source, place, report)


def _untagged(error: Any, union: Any, source: Source, place: Path, report: Report) -> None:
    """A value that is none of the kinds possible here; where a word of it decides, that word."""
    value = error["input"]
    tags = [tag.strip("<>").partition(" ") for tag in tags_of(union)]
    for head, key in (("op", "op"), ("keyword", "keyword"), ("type", "type")):
        words = [word for name, _, word in tags if name == head and word]
        if words and isinstance(value, dict) and key in value:
            report.add(source, (*place, key), f"unknown {head} '{value[key]}'", nearest(str(value[key]), words))
            return
        if words and isinstance(value, dict) and head == "type":
            report.add(source, place, "the key 'type' is missing", allowed(words))
            return
    forms = [word for name, _, word in tags if name == "form"]
    hint = nearest(str(next(iter(value), "")), ["op", *forms]) if forms and isinstance(value, dict) else ""
    _wanted(error["msg"], value, source, place, report, hint)


def _wanted(message: str, value: Any, source: Source, place: Path, report: Report, hint: str = "") -> None:
    if isinstance(value, str) and unicodedata.normalize("NFKC", value).lstrip("+-").isdigit() and not value.isascii():
        hint = f"full-width or other digits; write {unicodedata.normalize('NFKC', value)}"
    elif isinstance(value, dict) and None in value.values():
        hint = f"'{next(k for k, v in value.items() if v is None)}' has no value; a text with a comma needs quotes"
    elif isinstance(value, str) and value.lstrip("+-").isdigit():
        hint = hint or f"write {value} without quotes"
    elif isinstance(value, (bool, int, float)) and "word" in message:
        hint = hint or "put it in quotes if it is a word"
    report.add(source, place, f"{message}, not {_shown(value)}", hint)


def _shown(value: Any) -> str:
    if value is None:
        return "nothing (null)"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    text = str(value)
    return repr(text if len(text) <= 40 else text[:40] + "…") if isinstance(value, str) else text  # noqa: PLR2004 - room in a line


def _at(data: Any, path: Path) -> Any:
    for step in path:
        data = data[step]
    return data

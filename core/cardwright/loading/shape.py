"""Checking the form of data against a model, and pydantic's errors in words an author understands."""

from __future__ import annotations

import types
import typing
import unicodedata
from typing import Annotated, Any, Final

from pydantic import BaseModel, Tag, TypeAdapter, ValidationError

from cardwright.loading.diagnostics import Path, Report, Source, allowed, nearest, touches

_UNIONS: Final = (types.UnionType, typing.Union)
_WANTED: Final = {
    "list_type": "a list is wanted",
    "dict_type": "a mapping is wanted",
    "model_type": "a mapping is wanted",
    "string_type": "a word is wanted",
}


def check_shape(kind: Any, source: Source, path: Path, data: Any, report: Report) -> None:
    """Report everything in `data`, which stands at `path`, that is not of `kind`."""
    adapter = _adapter(kind)
    try:
        adapter.validate_python(data, strict=True)
    except ValidationError as error:
        before = set(report.bad.get(source.file, ()))
        for each in error.errors(include_url=False):
            _report(each, kind, source, path, data, report, before)


_KEPT: Final = 16
_ADAPTERS: dict[int, tuple[Any, TypeAdapter[Any]]] = {}


def _adapter(kind: Any) -> TypeAdapter[Any]:
    """The adapter of `kind`, made once: making one costs more than using it."""
    found = _ADAPTERS.get(id(kind))
    if found is None:
        if len(_ADAPTERS) >= _KEPT:
            _ADAPTERS.clear()  # what is kept pins its models
        found = _ADAPTERS[id(kind)] = (kind, TypeAdapter(kind))
    return found[1]


def _report(
    error: Any,
    kind: Any,
    source: Source,
    path: Path,
    data: Any,
    report: Report,
    before: set[Path],
) -> None:
    inside, here = _resolve(kind, error["loc"])
    place = (*path, *inside)
    if error["type"] not in ("missing", "extra_forbidden") and touches(place, before):
        return  # reading the file has said so, and what is left of the value says nothing
    match error["type"]:
        case "missing":
            report.add(source, place[:-1], f"the key '{place[-1]}' is missing")
        case "extra_forbidden":
            known = [each for each in _keys(here) if each not in _at(data, inside[:-1])]
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
    tags = [tag.strip("<>").partition(" ") for tag in _tags(union)]
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


def _resolve(kind: Any, loc: tuple[str | int, ...]) -> tuple[Path, Any]:
    """The path in the data that pydantic's `loc` means, which also names union tags; and the kind found there."""
    path: Path = ()
    parent = kind
    for step in loc:
        tags = _tags(kind)
        if isinstance(step, str) and step in tags:
            kind = tags[step]
            continue
        path = (*path, step)
        parent, kind = kind, _inside(_bare(kind), step)
    return path, (parent if kind is None else kind)


def _inside(kind: Any, step: str | int) -> Any:
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return next((f.annotation for f in kind.model_fields.values() if f.alias == step), None)
    arguments = typing.get_args(kind)
    return arguments[-1] if typing.get_origin(kind) in (list, dict) and arguments else None


def _bare(kind: Any) -> Any:
    return typing.get_args(kind)[0] if typing.get_origin(kind) is Annotated else kind


def _tags(kind: Any) -> dict[str, Any]:
    """The members of a tagged union by tag; a union of one is that one alone."""
    bare = _bare(kind)
    members = typing.get_args(bare) if typing.get_origin(bare) in _UNIONS else (kind,)
    return {
        mark.tag: _bare(member)
        for member in members
        if typing.get_origin(member) is Annotated
        for mark in typing.get_args(member)[1:]
        if isinstance(mark, Tag)
    }


def _keys(kind: Any) -> list[str]:
    kind = _bare(kind)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return [str(field.alias) for field in kind.model_fields.values()]
    return []

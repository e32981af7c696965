"""Walking a model: which kind of value stands where."""

from __future__ import annotations

import types
import typing
from typing import Annotated, Any, Final

from pydantic import BaseModel, Tag

from cardwright.loading.diagnostics import Path

_UNIONS: Final = (types.UnionType, typing.Union)


def resolve(kind: Any, loc: tuple[str | int, ...]) -> tuple[Path, Any]:
    """The path in the data that pydantic's `loc` means, which also names union tags; and the kind found there."""
    path: Path = ()
    parent = kind
    for step in loc:
        tags = tags_of(kind)
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


def tags_of(kind: Any) -> dict[str, Any]:
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


def keys_of(kind: Any) -> list[str]:
    """The keys of a mapping of that kind."""
    kind = _bare(kind)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return [str(field.alias) for field in kind.model_fields.values()]
    return []

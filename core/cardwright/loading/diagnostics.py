"""From an error to `file:line:column`, the path in the document, and what is allowed."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any, Final

from msgspec import Struct

from cardwright.errors import DefinitionError, Problem

Path = tuple[str | int, ...]
"""Where something stands in a document: keys and list places from the root."""

_LISTED: Final = 12
"""So many allowed words are named in a hint; a longer list helps nobody."""


class Mark(Struct, frozen=True):
    """The line and column, both from 1, where a key or value begins."""

    line: int
    column: int
    inner: int = 0
    """Characters before the text of a value: 1 where it is quoted."""


class Source(Struct, frozen=True):
    """One YAML file as plain data, with the place of everything in it."""

    name: str
    """Short and the same on every machine, as `huangdao/hd01.yaml`."""
    file: str
    """As problems show it."""
    data: Any
    values: dict[Path, Mark] = {}
    keys: dict[Path, Mark] = {}

    def mark(self, path: Path, *, key: bool = False) -> Mark:
        """Where `path` begins, or the nearest thing around it."""
        places = (self.keys, self.values) if key else (self.values, self.keys)
        for length in range(len(path), -1, -1):
            for table in places:
                if path[:length] in table:
                    return table[path[:length]]
        return Mark(1, 1)

    def line(self, path: Path) -> int:
        """The line where `path` begins."""
        return self.mark(path).line


def show_path(path: Path) -> str:
    """`cards[3].abilities[0].do`."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def touches(path: Path, others: Iterable[Path]) -> bool:
    """Whether one of `others` is `path`, around it or inside it."""
    return any(path[: len(each)] == each or each[: len(path)] == path for each in others)


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint: the known word most like `word`, or all of them if they are few."""
    words = sorted(set(known))
    close = difflib.get_close_matches(word, words, 1, 0.6)
    if close:
        return f"did you mean '{close[0]}'?"
    return allowed(words)


def allowed(words: Iterable[str]) -> str:
    """A hint that lists what is allowed, cut where it gets long."""
    listed = list(words)
    more = f", and {len(listed) - _LISTED} more" if len(listed) > _LISTED else ""
    return f"allowed: {', '.join(listed[:_LISTED])}{more}" if listed else ""


class Report(Struct):
    """The problems of a run; everything is looked at before they are raised together."""

    problems: list[Problem] = []
    bad: dict[str, set[Path]] = {}
    """By file: what has a problem already, so that nothing is reported twice."""

    def add(
        self, source: Source, path: Path, message: str, hint: str = "", *, key: bool = False, inside: int = 0
    ) -> None:
        """Report `message` about what stands at `path`; `inside` is a column within its text, counted from 1."""
        mark = source.mark(path, key=key)
        column = mark.column + mark.inner + inside - 1 if inside else mark.column
        problem = Problem(message, source.file, mark.line, column, show_path(path), hint)
        if problem not in self.problems:
            self.problems.append(problem)
        self.bad.setdefault(source.file, set()).add(path)

    def flawed(self, source: Source, path: Path) -> bool:
        """Whether `path`, something around it or something inside it has a problem."""
        return touches(path, self.bad.get(source.file, ()))

    def ordered(self) -> list[Problem]:
        """The problems file by file, each from top to bottom; files in the order they were met."""
        files = {problem.file: number for number, problem in reversed(list(enumerate(self.problems)))}
        return sorted(self.problems, key=lambda each: (files[each.file], each.line, each.column))

    def finish(self) -> None:
        """Raise a `DefinitionError` if there is any problem."""
        if self.problems:
            raise DefinitionError(self.ordered())

"""Syntax trees of expressions, each node with its column, and the error that points at one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from cardwright.errors import CardwrightError


class ExpressionError(CardwrightError):
    """A fault of one expression."""

    def __init__(self, message: str, column: int = 1, hint: str = "") -> None:
        """Keep the column, counted from 1 in the text of the expression, and the hint."""
        super().__init__(message)
        self.message = message
        self.column = column
        self.hint = hint


def nearest(name: str, known: Iterable[str]) -> str:
    """The hint that names the known word most like `name`, or nothing."""
    close = get_close_matches(name, sorted(set(known)), 1, 0.6)
    return f"did you mean `{close[0]}`?" if close else ""


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number."""

    column: int
    value: int


@dataclass(frozen=True, slots=True)
class Word:
    """A name."""

    column: int
    name: str


@dataclass(frozen=True, slots=True)
class Quoted:
    """Words in single quotes, taken as they are."""

    column: int
    text: str


@dataclass(frozen=True, slots=True)
class Param:
    """A keyword's parameter that is not filled in yet."""

    column: int
    name: str


@dataclass(frozen=True, slots=True)
class Call:
    """A function with its arguments."""

    column: int
    name: str
    args: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Dot:
    """What lies one step further on a path; `args` is None without parentheses."""

    column: int
    base: Node
    name: str
    args: tuple[Node, ...] | None = None


@dataclass(frozen=True, slots=True)
class Bracket:
    """A filter behind a path, or with no base a bare one."""

    column: int
    base: Node | None
    tests: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """A list in parentheses."""

    column: int
    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Unary:
    """`not` or `-` before a part."""

    column: int
    op: str
    part: Node


@dataclass(frozen=True, slots=True)
class Binary:
    """Two parts with a sign or word between them; the column is the sign's."""

    column: int
    op: str
    left: Node
    right: Node


Node = Number | Word | Quoted | Param | Call | Dot | Bracket | Group | Unary | Binary

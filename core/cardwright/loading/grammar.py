"""The grammar of expressions: text to syntax tree, by precedence climbing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from cardwright.loading.syntax import (
    Binary,
    Bracket,
    Call,
    Dot,
    ExpressionError,
    Group,
    Node,
    Number,
    Param,
    Quoted,
    Unary,
    Word,
    nearest,
)
from cardwright.loading.tokens import Token, tokenise

MOST_NESTED: Final = 20
"""How deep parentheses, brackets and prefixes may nest."""
_LEVELS: Final = {
    "or": 1, "and": 2, "=": 4, "!=": 4, "<": 4, "<=": 4, ">": 4, ">=": 4, "~": 4, "in": 4,
    "+": 5, "-": 5, "*": 6, "/": 6,
}  # fmt: skip
_NOT: Final = 3
_COMPARED: Final = 4
_NEGATED: Final = 7
_RESERVED: Final = ("and", "or", "not", "in")


def read(text: str, params: Mapping[str, Any] | None = None, at: int = 0) -> Node:
    """The syntax tree of `text`, parameters filled in; `at` is a column that all nodes get instead of their own."""
    parser = _Parser(tokenise(text, at), params or {})
    if parser.here.kind == "end":
        raise ExpressionError("the expression is empty", parser.here.column)
    tree = parser.expression(0)
    if parser.here.kind != "end":
        raise parser.stray()
    return tree


@dataclass(slots=True)
class _Parser:
    tokens: list[Token]
    params: Mapping[str, Any]
    place: int = 0
    depth: int = 0
    open: list[Token] = field(default_factory=list)

    @property
    def here(self) -> Token:
        return self.tokens[self.place]

    def take(self) -> Token:
        token = self.here
        self.place += token.kind != "end"
        return token

    def sees(self, *texts: str) -> bool:
        return self.here.kind in ("sign", "word") and self.here.text in texts

    def stray(self) -> ExpressionError:
        here = self.here
        if here.kind == "end":
            hint = f"`{self.open[-1].text}` in column {self.open[-1].column} is not closed" if self.open else ""
            return ExpressionError("the expression ends too early", here.column, hint)
        hint = "a name of several words stands in single quotes" if here.kind == "word" else ""
        return ExpressionError(f"`{here.text}` does not fit here", here.column, hint)

    def expression(self, level: int) -> Node:
        """An expression whose signs bind tighter than `level`."""
        self.depth += 1
        if self.depth > MOST_NESTED:
            raise ExpressionError(f"more than {MOST_NESTED} parts stand inside each other", self.here.column)
        left = self.prefixed(level)
        while self.here.kind in ("sign", "word") and _LEVELS.get(self.here.text, 0) > level:
            sign = self.take()
            binds = _LEVELS[sign.text]
            left = Binary(sign.column, sign.text, left, self.expression(binds))
            if binds == _COMPARED and _LEVELS.get(self.here.text) == _COMPARED and self.here.kind != "quoted":
                raise ExpressionError("comparisons do not chain", self.here.column, "join two of them with `and`")
        self.depth -= 1
        return left

    def prefixed(self, level: int) -> Node:
        if self.sees("not") and level < _COMPARED:
            sign = self.take()
            return Unary(sign.column, "not", self.expression(_NOT))
        if self.sees("-"):
            sign = self.take()
            return Unary(sign.column, "-", self.expression(_NEGATED))
        return self.path()

    def path(self) -> Node:
        node = self.head()
        while self.sees(".", "["):
            node = self.dot(node) if self.sees(".") else self.bracket(node)
        return node

    def dot(self, base: Node) -> Node:
        self.take()
        word = self.take()
        if word.kind != "word":
            raise ExpressionError("a word must follow the dot", word.column)
        return Dot(word.column, base, word.text, self.arguments() if self.sees("(") else None)

    def bracket(self, base: Node | None) -> Node:
        column = self.here.column
        return Bracket(column, base, self.listed("]"))

    def arguments(self) -> tuple[Node, ...]:
        return self.listed(")")

    def listed(self, closing: str) -> tuple[Node, ...]:
        """Expressions parted by commas, from the opening sign here to the closing one."""
        opening = self.take()
        self.open.append(opening)
        if self.sees(closing):
            raise ExpressionError(f"nothing stands between `{opening.text}` and `{closing}`", opening.column)
        items = [self.expression(0)]
        while self.sees(","):
            self.take()
            items.append(self.expression(0))
        if not self.sees(closing):
            raise self.stray()
        self.take()
        self.open.pop()
        return tuple(items)

    def head(self) -> Node:
        token = self.here
        if self.sees("["):
            return self.bracket(None)
        if self.sees("("):
            items = self.listed(")")
            return items[0] if len(items) == 1 else Group(token.column, items)
        if self.sees("$"):
            return self.param()
        if token.kind in ("end", "sign") or self.sees(*_RESERVED):
            raise self.stray()
        self.take()
        if token.kind == "number":
            return Number(token.column, int(token.text))
        if token.kind == "quoted":
            return Quoted(token.column, token.text)
        return Call(token.column, token.text, self.arguments()) if self.sees("(") else Word(token.column, token.text)

    def param(self) -> Node:
        sign = self.take()
        word = self.take()
        if word.kind != "word":
            raise ExpressionError("the name of a parameter must follow `$`", word.column)
        if word.text not in self.params:
            raise ExpressionError(f"`${word.text}` is no parameter here", sign.column, nearest(word.text, self.params))
        return _filled(word.text, self.params[word.text], sign.column)


def _filled(name: str, value: object, column: int) -> Node:
    if value is None:
        return Param(column, name)
    if isinstance(value, int) and not isinstance(value, bool):
        number = Number(column, abs(value))
        return number if value >= 0 else Unary(column, "-", number)
    if isinstance(value, (list, tuple)) and value:
        return Group(column, tuple(_item(name, item, column) for item in value))
    if isinstance(value, str):
        return read(value, at=column)
    raise ExpressionError(f"the value of `${name}` cannot stand in an expression", column)


def _item(name: str, value: object, column: int) -> Node:
    return Quoted(column, value) if isinstance(value, str) else _filled(name, value, column)

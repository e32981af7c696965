"""From typed expression trees to the source of Python functions.

Only trees are read here, never text of a YAML file: names and words of a game come in as constants, so nothing an
author writes is run. A function is made in one of two shapes: about a frame, `f(c, fr, it=None, chosen=())`, or about
a question, `f(c, you, me, it, fr=None)`. In both, `c` is the context, `you` a seat, `me` the record of `self`, `it`
the record (or the seats) asked about.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable
from functools import cache
from types import CodeType
from typing import TYPE_CHECKING, Any, Final

from cardwright.engine.code_base import kind_of
from cardwright.engine.code_numbers import NumberCode
from cardwright.engine.code_sets import SetCode
from cardwright.engine.code_truths import TruthCode
from cardwright.rulebook.expressions import Expr

if TYPE_CHECKING:
    from cardwright.engine.linking import Linked
    from cardwright.rulebook.modifier import ModifierDef

__all__ = ["Coder", "frame_function", "kind_of", "member_function", "query_function", "truth_function"]


class Coder(NumberCode, TruthCode, SetCode):
    """Writes the source of one function."""


_FRAME_HEAD: Final = "def f(c, fr, it=None, chosen=()):\n    you = fr.controller\n"
_ME: Final = "    me = c.known_card(fr.source)\n"
_QUERY_HEAD: Final = "def f(c, you, me, it, fr=None):\n"
_TESTED: Final = "    r1 = it\n"


@cache
def _compiled(source: str, file: str) -> CodeType:
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    return compile(source, file, "exec")


def make(coder: Coder, result: str, name: str, more: str = "", own_head: str = "") -> Callable[..., Any]:
    """The function that returns `result`, with tracebacks that show its source."""
    head = own_head or (_FRAME_HEAD + (_ME if "me" in result else "") if coder.frame else _QUERY_HEAD)
    source = f"{head}{more}    return {result}\n"
    scope = dict(coder.constants)
    exec(_compiled(source, f"<cardwright {name}>"), scope)  # noqa: S102 - from a typed tree alone, see above
    function: Callable[..., Any] = scope["f"]
    return function


def frame_function(tables: Linked, expr: Expr, name: str = "") -> Callable[..., Any]:
    """`f(c, fr, it=None, chosen=())`, the value of the expression for a frame."""
    coder = Coder(tables, frame=True)
    return make(coder, coder.write(expr), name)


def query_function(tables: Linked, expr: Expr, name: str = "") -> Callable[..., Any]:
    """`f(c, you, me, it, fr=None)`, the value of the expression for a question."""
    coder = Coder(tables, frame=False)
    return make(coder, coder.write(expr), name)


def member_function(tables: Linked, expr: Expr, name: str = "", *, frame: bool = False) -> Callable[..., Any]:
    """The truth that the card `it` is among the cards of the expression."""
    coder = Coder(tables, frame=frame)
    return make(coder, coder.member(expr, "r1"), name, _TESTED)


_FIRST_HEAD: Final = "def f(c, you, it, other, word, cause, start):\n    me = fr = None\n    r1 = it\n"


def first_function(tables: Linked, name: str, rules: list[ModifierDef]) -> Callable[..., Any]:
    """The place, from `start` on, of the first of some rules that applies to the card `it`; -1 if none does."""
    coder = Coder(tables, frame=False)
    lines = [
        f"    if start <= {place} and {_applies(coder, rule)}:\n        return {place}\n"
        for place, rule in enumerate(rules)
    ]
    return make(coder, "-1", f"rules of {name}", "".join(lines), _FIRST_HEAD)


_ALL_HEAD: Final = "def f(c, you):\n    me = it = fr = None\n    found = 0\n"


def general_function(tables: Linked, name: str, rules: list[ModifierDef]) -> Callable[..., Any]:
    """`f(c, you)`: which of some rules about no card in particular apply, as bits in their order."""
    coder = Coder(tables, frame=False)
    lines = [f"    if {_applies(coder, rule)}:\n        found |= {1 << place}\n" for place, rule in enumerate(rules)]
    return make(coder, "found", f"general rules of {name}", "".join(lines), _ALL_HEAD)


def _applies(coder: Coder, rule: ModifierDef) -> str:
    """The source of the truth that a rule applies."""
    parts = [f"c.state.window == {rule.window!r}"] if rule.window else []
    if rule.cause:
        parts.append(f"cause == {rule.cause!r}")
    if rule.word:
        parts.append(f"word == {rule.word!r}")
    if rule.phase:
        parts.append(f"(word or c.state.phase) in {rule.phase!r}")
    if rule.of is not None:
        parts.append(coder.member(rule.of, "r1"))
    party = rule.source or rule.target or rule.against
    if party is not None:
        test = coder.member(party, "r1")
        parts.append(f"other is not None and (lambda r1: {test})(other)")
    if rule.seat is not None:
        parts.append(f"other in {coder.seats(rule.seat)}")
    if rule.condition is not None:
        parts.append(coder.truth(rule.condition))
    return " and ".join(parts) or "True"


def truth_function(tables: Linked, test: Expr, name: str = "") -> Callable[..., Any]:
    """A truth about the tested card (`it`), for a question."""
    coder = Coder(tables, frame=False)
    coder.depth = 1
    return make(coder, coder.truth(test), name, _TESTED)

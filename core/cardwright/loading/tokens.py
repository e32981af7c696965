"""Cutting the text of an expression into tokens."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Final

from cardwright.loading.syntax import ExpressionError

MOST_TOKENS: Final = 250
"""Longer expressions are refused: nobody could read them, and trees stay shallow."""
MOST_DIGITS: Final = 9
_SIGNS: Final = ("!=", "<=", ">=", "=", "<", ">", "~", "+", "-", "*", "/", "(", ")", "[", "]", ",", ".", "$")
_FOREIGN: Final = {"==": "=", "=>": ">=", "=<": "<=", "<>": "!=", "&&": "and", "||": "or", "&": "and", "|": "or",
                   "!": "not", "≠": "!=", "≤": "<=", "≥": ">=", '"': "'", "“": "'", "”": "'", "「": "'", "」": "'",
                   "‘": "'", "’": "'", "×": "*", "÷": "/", "−": "-", "。": "."}  # fmt: skip
"""Signs of other notations, with the one to write here."""


@dataclass(frozen=True, slots=True)
class Token:
    """A number, word, quoted words or sign; the last of a text is the kind `end`."""

    kind: str
    text: str
    column: int


def tokenise(text: str, at: int) -> list[Token]:
    """The tokens of `text`, with an `end` token; `at` is a column that all of them get instead of their own."""
    tokens: list[Token] = []
    place = 0
    while place < len(text):
        if text[place].isspace():
            place += 1
            continue
        kind, end = _span(text, place, at or place + 1)
        tokens.append(Token(kind, text[place:end].strip("'") if kind == "quoted" else text[place:end], at or place + 1))
        if len(tokens) > MOST_TOKENS:
            raise ExpressionError(f"the expression is longer than {MOST_TOKENS} words and signs", at or place + 1)
        place = end
    tokens.append(Token("end", "", at or len(text) + 1))
    return tokens


def _span(text: str, place: int, column: int) -> tuple[str, int]:
    if _in_word(text[place]):
        return _word(text, place, column)
    if text[place] == "'":
        return "quoted", _after_quote(text, place, column)
    if text[place : place + 2] in _FOREIGN:
        raise _foreign(text[place : place + 2], column)
    for sign in _SIGNS:
        if text.startswith(sign, place):
            return "sign", place + len(sign)
    raise _foreign(text[place], column)


def _foreign(sign: str, column: int) -> ExpressionError:
    plain = _FOREIGN.get(sign) or unicodedata.normalize("NFKC", sign)
    hint = (
        f"write `{plain}`"
        if plain != sign and plain.isprintable()
        else "a name with other signs stands in single quotes"
    )
    shown = sign if sign.isprintable() else f"U+{ord(sign[0]):04X}"
    return ExpressionError(f"`{shown}` is no sign of expressions", column, hint)


def _in_word(sign: str) -> bool:
    return sign == "_" or unicodedata.category(sign)[0] in "LMN"


def _word(text: str, place: int, column: int) -> tuple[str, int]:
    end = place
    while end < len(text) and _in_word(text[end]):
        end += 1
    word = text[place:end]
    if not all(map(str.isdigit, word)):
        return "word", end
    if not word.isascii():
        plain = unicodedata.normalize("NFKC", word)
        raise ExpressionError(f"`{word}` is not written in the digits 0 to 9", column, f"write `{plain}`")
    if len(word) > MOST_DIGITS:
        raise ExpressionError(f"a number of {len(word)} digits is too large", column, f"at most {MOST_DIGITS} digits")
    return "number", end


def _after_quote(text: str, place: int, column: int) -> int:
    end = text.find("'", place + 1)
    if end < 0:
        raise ExpressionError("the quotation has no end", column, "a name in quotes ends with a second `'`")
    if end == place + 1:
        raise ExpressionError("nothing stands between the quotes", column)
    return end + 1

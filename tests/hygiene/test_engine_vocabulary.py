"""The framework names no game, and no zone, phase, window, keyword, card type, piece, move or procedure of one.

Those words are collected from the rulebooks of the games; then every identifier (split at `_`) and every string that is
a word or a path of words is looked at in `core/cardwright`. Prose (comments, docstrings, messages) may give examples.
`ENGLISH` lists words which some game uses too but which are the framework's own.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

ENGLISH: dict[str, str] = {
    "attack": "the built-in queries about fighting",
    "attacks": "the built-in query how many times a seat may attack",
    "battle": "a span that durations and limits are counted in, and the scope of fighting",
    "block": "the built-in queries about fighting",
    "counter": "a number that counts; Python's `Counter`",
    "deck": "what a player brings to a game",
    "draw": "the built-in op; a random number",
    "end": "the last place of a span of text; the built-in op",
    "field": "a named value of a card or record",
    "life": "what a seat may lose, in the built-in queries",
    "loss": "how much of something is lost, in the built-in query about life",
    "main": "the part of a deck that is played; the function that a command begins with",
    "outside": "what is no part of the game: a place in the expression language",
    "refresh": "the built-in op, and the built-in query whether it may be",
    "remove": "to take from a list, a step of preparing a scenario's board",
    "reserve": "to set a number aside before what gets it is known",
    "result": "how a game ended; what an operation gives",
    "seal": "to close a written file with its checksum",
    "start": "the first place of a span of text or of a program; to begin",
    "token": "a card that exists in play only; a unit of the expression language",
}
"""Word to what it means in the framework."""
SECTIONS = ("zones", "windows", "keywords", "types", "pieces", "moves", "procedures")
METHODS = {method for kind in (str, list, dict, set, re.Match) for method in dir(kind)}
"""Attributes that Python's own types have: `text.join`, `cards.remove`."""
PATH = re.compile(r"[a-z_]+(\.[a-z_]+)*")


def _words_of(rulebook: Path) -> Iterator[str]:
    for path in sorted(rulebook.glob("*.yaml")):
        document: dict[str, Any] = YAML(typ="safe", pure=True).load(path) or {}
        for section in SECTIONS:
            yield from document.get(section, {})
        for phase in document.get("turn", []):
            yield phase["phase"]


def game_words(house: Any) -> dict[str, str]:
    """Each word to a game it belongs to."""
    words: dict[str, str] = {}
    for plugin in house.plugins:
        game = plugin.name.removeprefix("cardwright_")
        words |= dict.fromkeys(_words_of(plugin / "rulebook"), game)
        words[game] = game
    return words


def _docstrings(tree: ast.Module) -> set[int]:
    """The string nodes that are statements: docstrings, also those below a field."""
    statements = [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)]
    return {id(value) for value in statements if isinstance(value, ast.Constant)}


def _spoken(node: ast.AST) -> Iterator[str]:
    """The identifiers in a node, and its text if it is a path of words."""
    for field in ("id", "attr", "arg", "name"):
        value = getattr(node, field, None)
        if isinstance(value, str) and not (field == "attr" and value in METHODS):
            yield value.lower()
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and PATH.fullmatch(node.value):
        yield from node.value.split(".")


def named(tree: ast.Module, words: dict[str, str]) -> Iterator[tuple[int, str]]:
    """Line and word of each place where a word of a game stands."""
    prose = _docstrings(tree)
    for node in ast.walk(tree):
        if id(node) in prose:
            continue
        for spoken in _spoken(node):
            for word in {spoken, *spoken.split("_")} & words.keys():
                yield getattr(node, "lineno", 0), word


def test_the_framework_names_nothing_of_a_game(house: Any) -> None:
    words = {word: game for word, game in game_words(house).items() if word not in ENGLISH}
    assert words
    found: dict[str, list[str]] = {}
    for source in house.under("core/"):
        for line, word in sorted(set(named(source.tree, words))):
            found.setdefault(word, []).append(f"{source.name}:{line}")
    told = [f"`{word}` of {words[word]}: {', '.join(places[:3])}" for word, places in sorted(found.items())]
    assert not told, f"{len(told)} words of games in the framework:\n" + "\n".join(told)


def test_every_english_word_is_spoken(house: Any) -> None:
    """A word that the framework no longer uses is dropped from the list."""
    spoken = {word for source in house.under("core/") for _, word in named(source.tree, ENGLISH)}
    assert spoken == ENGLISH.keys()


@pytest.mark.parametrize(
    "code",
    ["seal = 1", "def pay_seal(): ...", "x = 'seal'", "x = f('you.seal')", "f(seal=1)", "import seal", "x.seal_zone"],
)
def test_a_word_is_found(code: str) -> None:
    assert [word for _, word in named(ast.parse(code), {"seal": "a game"})] == ["seal"]


@pytest.mark.parametrize("code", ["'A seal.'", "# seal", "x = 'the seal is gone'", "sealed = 1", "'''seal'''"])
def test_prose_is_free(code: str) -> None:
    assert not list(named(ast.parse(code), {"seal": "a game"}))

"""Functions over 50 lines and files over 400 are listed here with a reason; any other is too long."""

import ast
from typing import Any

import pytest

MOST_FUNCTION_LINES = 50
MOST_FILE_LINES = 400
LONG: dict[str, str] = {}
"""`file` or `file:function` to why it is better in one piece."""


def long_functions(tree: ast.Module) -> dict[str, int]:
    """The functions that are too long, by name, with their lines."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    lines = {node.name: (node.end_lineno or node.lineno) - node.lineno + 1 for node in functions}
    return {name: count for name, count in lines.items() if count > MOST_FUNCTION_LINES}


def _too_long(house: Any) -> dict[str, int]:
    found: dict[str, int] = {}
    for source in house.sources:
        lines = source.text.count("\n")
        if lines > MOST_FILE_LINES:
            found[source.name] = lines
        found |= {f"{source.name}:{name}": count for name, count in long_functions(source.tree).items()}
    return found


def test_long_functions_and_files_are_justified(house: Any) -> None:
    unjustified = {place: lines for place, lines in _too_long(house).items() if place not in LONG}
    assert not unjustified


def test_no_justification_is_left_over(house: Any) -> None:
    assert not LONG.keys() - _too_long(house).keys()


@pytest.mark.parametrize(("body", "found"), [(49, {}), (50, {"f": 51})])
def test_the_measure(body: int, found: dict[str, int]) -> None:
    assert long_functions(ast.parse("def f():\n" + "    x = 1\n" * body)) == found

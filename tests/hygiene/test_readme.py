"""The library example of the README runs as printed, and is as short as it claims."""

import re
from typing import Any

import pytest


def test_the_example_plays_a_game(house: Any, capsys: pytest.CaptureFixture[str]) -> None:
    readme = (house.root / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    assert len(example.splitlines()) <= 10
    exec(compile(example, "README.md", "exec"), {})  # noqa: S102 - it is our own text
    assert "Result(" in capsys.readouterr().out

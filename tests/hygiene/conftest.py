"""What the hygiene tests read: the repository as text and as syntax trees."""

import ast
import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

FOLDERS = ("core", "plugins", "cardsets", "tests")


@dataclass(frozen=True)
class Source:
    """One Python file."""

    path: Path
    name: str
    """Its path in the repository, with `/`."""

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, self.name)


@dataclass(frozen=True)
class House:
    """The repository."""

    root: Path

    @cached_property
    def sources(self) -> tuple[Source, ...]:
        """Every Python file, in the order of names."""
        found = sorted(path for folder in FOLDERS for path in (self.root / folder).rglob("*.py"))
        return tuple(Source(path, path.relative_to(self.root).as_posix()) for path in found)

    @cached_property
    def project(self) -> dict[str, Any]:
        """`pyproject.toml`."""
        return tomllib.loads((self.root / "pyproject.toml").read_text(encoding="utf-8"))

    @cached_property
    def plugins(self) -> tuple[Path, ...]:
        """The folder of each game."""
        return tuple(sorted(path for path in (self.root / "plugins").iterdir() if (path / "plugin.py").exists()))

    def under(self, *prefixes: str) -> tuple[Source, ...]:
        """The Python files below some folders."""
        return tuple(source for source in self.sources if source.name.startswith(prefixes))


@pytest.fixture(scope="session")
def house() -> House:
    return House(Path(__file__).parents[2])

"""The tutorial's text equals its files, and its commands print what it says."""

import contextlib
import importlib.util
import os
import re
import subprocess
import sys
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cardwright.cli.main import app

ROOT = Path(__file__).parents[2]
PLUGIN = ROOT / "docs" / "tutorial" / "duelists"
TEXT = (PLUGIN.parent / "new-game.md").read_text(encoding="utf-8")
FILE = re.compile(r"^(From )?`([^`]+)`:\n\n```\w+\n(.*?)```", re.DOTALL | re.MULTILINE)
SESSION = re.compile(r"```console\n(.*?)```", re.DOTALL)
COMMAND = re.compile(r"^\$ ", re.MULTILINE)
MISTAKES = {"strength: 3": "strenght: 3", "you.field[fighter, other]": "you.feild[fighter, other]"}
UNSHOWN = {"duelists/__init__.py", "duelists/cards/duelists/decks/guard.yaml"}
"""Files that the text describes and does not show."""


def _conformance() -> Any:
    path = PLUGIN / "tests" / "test_duelists.py"
    spec = importlib.util.spec_from_file_location("test_duelists", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.TestDuelists


@pytest.fixture(scope="module", autouse=True)
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The plugin as `pip install --editable` leaves it, without a network, for this module alone."""
    site = tmp_path_factory.mktemp("site")
    build = f"from hatchling.build import build_editable; build_editable({str(site)!r})"
    subprocess.run([sys.executable, "-c", build], cwd=PLUGIN, check=True)
    zipfile.ZipFile(next(site.glob("*.whl"))).extractall(site)
    added = [str(site), *(path.read_text(encoding="utf-8").strip() for path in site.glob("*.pth"))]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [*sys.path, *added])
        patch.setenv("PYTHONPATH", os.pathsep.join([*added, os.environ.get("PYTHONPATH", "")]))
        yield


class TestTheSuiteOfAllGames(_conformance()):  # type: ignore[misc]
    """The tutorial's own test, run as the tutorial has it."""


def test_the_text_shows_the_files() -> None:
    shown: dict[str, list[str]] = defaultdict(list)
    for part, name, block in FILE.findall(TEXT):
        text = (PLUGIN / name).read_text(encoding="utf-8")
        assert block in text if part else block == text, f"the text shows another {name}"
        shown[name].append(block)
    cards = "duelists/cards/duelists/first.yaml"
    lines = (PLUGIN / cards).read_text(encoding="utf-8").splitlines()
    hidden = set(lines) - {line for block in shown[cards] for line in block.splitlines()}
    assert [line for line in lines if line in hidden] == [line for line in lines if "Knight" in line]
    files = {path.relative_to(PLUGIN).as_posix() for path in PLUGIN.rglob("*.*") if path.suffix != ".pyc"}
    assert {name for name in files if not name.endswith("py.typed")} == shown.keys() | UNSHOWN


def test_the_commands_print_what_the_text_says(tmp_path: Path) -> None:
    first = (PLUGIN / "duelists/cards/duelists/first.yaml").read_text(encoding="utf-8")
    _write(tmp_path / "first.yaml", first, MISTAKES)
    _run(TEXT, tmp_path)


def test_the_commands_about_a_card_print_what_the_text_says(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "tutorial" / "a-card.md").read_text(encoding="utf-8")
    files = {name: block for _, name, block in FILE.findall(text)}
    for name, block in files.items():
        _write(tmp_path / name, block, {})
    _write(tmp_path / "bad.yaml", files["mine.yaml"], {"fire": "fyre", "destroyed,": "destroed,"})
    _write(tmp_path / "wrong.yaml", files["my_rulings.yaml"], {"B.graveyard": "B.battlefield"})
    _run(text, tmp_path)


def _write(path: Path, text: str, changes: dict[str, str]) -> None:
    for right, mistake in changes.items():
        assert right in text
        text = text.replace(right, mistake)
    path.write_text(text, encoding="utf-8")


def _run(text: str, folder: Path) -> None:
    """Run the commands of a page: those about files made for it in their folder, all others in the repository."""
    sessions = [each for block in SESSION.findall(text) for each in COMMAND.split(block)[1:]]
    assert sessions
    for session in sessions:
        command, *printed = session.splitlines()
        with contextlib.chdir(folder if (folder / command.split()[-1]).is_file() else ROOT):
            done = CliRunner().invoke(app, command.split()[1:])
        assert _told(printed, done.output.rstrip().splitlines()), f"{command} prints\n{done.output}"


def _told(wanted: list[str], lines: list[str]) -> bool:
    """Whether the lines are as wanted, where `…` stands for any lines."""
    pattern = "".join(r"(?:.*\n)*?" if line == "…" else re.escape(line) + r"\n" for line in wanted)
    return re.fullmatch(pattern, "".join(f"{line.rstrip()}\n" for line in lines)) is not None

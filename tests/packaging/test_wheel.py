"""The wheel holds what it must, and runs from anywhere."""

import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = """
import sys
from importlib.metadata import distribution, entry_points
from pathlib import Path
home = Path(sys.argv[1])
assert distribution("cardwright").locate_file("") == home, distribution("cardwright").locate_file("")
for entry in distribution("cardwright").entry_points:
    if entry.group in ("cardwright.games", "console_scripts"):
        entry.load()
        assert Path(sys.modules[entry.module].__file__).is_relative_to(home), entry
sys.argv = ["cardwright", "games"]
entry_points(group="console_scripts")["cardwright"].load()()
"""


def _packages() -> dict[str, Path]:
    """Name to folder of each package that pyproject.toml puts into the wheel."""
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    folders = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    return {Path(folder).name: ROOT / folder for folder in folders}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """Built from the repository, without network: the builder is installed with the tests' other tools."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return zipfile.ZipFile(next(folder.glob("*.whl")))


def test_it_holds_the_packages_and_nothing_beside_them(wheel: zipfile.ZipFile) -> None:
    tops = {name.split("/")[0] for name in wheel.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == set(_packages())


def test_each_package_says_that_it_is_typed(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    assert not {f"{package}/py.typed" for package in _packages()} - names


def test_every_data_file_is_in_it(wheel: zipfile.ZipFile) -> None:
    data = {
        f"{name}/{path.relative_to(folder).as_posix()}"
        for name, folder in _packages().items()
        for path in folder.rglob("*.yaml")
    }
    assert data
    assert not data - set(wheel.namelist())


def test_it_runs_from_anywhere(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    """Unpacked before the repository's own packages on the path, the games are found and listed from it."""
    home = tmp_path / "site"
    wheel.extractall(home)
    away = tmp_path / "away"
    away.mkdir()
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", SCRIPT, str(home)],
        cwd=away,
        env=os.environ | {"PYTHONPATH": str(home), "XDG_CACHE_HOME": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    for package in _packages():
        game = package.removeprefix("cardwright_")
        assert game in {"cardwright", "cardsets"} or game in ran.stdout

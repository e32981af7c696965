"""The cache is used only for exactly what it was made from, and never trusted."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from cardwright.hooks.hookspecs import GameEntry
from cardwright.hooks.registry import Offer, Registry, build_registry
from cardwright.hooks.words import OpWord
from cardwright.loading import cache
from cardwright.loading import load as loading
from cardwright.loading.definitions import Definitions
from cardwright.loading.load import load_definitions
from cardwright.loading.packs import Pack

TOY = Path(__file__).parent / "data" / "toy"


@pytest.fixture
def entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GameEntry:
    """The game `toy` in a package and folder of its own, and a cache of its own."""
    package = tmp_path / "on_path" / "toy_plugin"
    shutil.copytree(TOY / "rulebook", package / "rulebook")
    shutil.copy(TOY / "ledger.yaml", package / "ledger.yaml")
    (package / "__init__.py").write_text("", encoding="utf-8")
    shutil.copytree(TOY / "cards", tmp_path / "sets" / "toy")
    (tmp_path / "sets" / "toy" / "decks").mkdir()
    shutil.copy(TOY / "deck.yaml", tmp_path / "sets" / "toy" / "decks" / "both.yaml")
    monkeypatch.syspath_prepend(str(package.parent))
    monkeypatch.setattr(cache, "cache_file", lambda game: tmp_path / "cache" / f"{game}.json")
    monkeypatch.delitem(sys.modules, "toy_plugin", raising=False)
    return GameEntry("toy", {"en": "Toy"}, package / "rulebook", "toy_plugin", roots=(tmp_path / "sets",))


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """One entry for each time the game is compiled."""
    times: list[str] = []
    compile_ = loading._compile

    def counted(packs: list[Pack], registry: Registry) -> Definitions:
        times.append("x")
        return compile_(packs, registry)

    monkeypatch.setattr(loading, "_compile", counted)
    return times


def test_what_was_compiled_once_comes_from_the_cache(entry: GameEntry, registry: Registry, compiled: list[str]) -> None:
    first = load_definitions(entry, registry)
    assert load_definitions(entry, registry) == first
    assert compiled == ["x"]
    assert (list(first.decks), len(first.ledger)) == (["both"], 2)
    load_definitions(entry, registry, cache=False)
    assert compiled == ["x", "x"]


def test_what_comes_from_the_cache_keeps_its_order(entry: GameEntry, registry: Registry) -> None:
    """Acts are listed in the order of the rulebook, so equal contents in another order play another game."""
    first, again = (msgspec.json.encode(load_definitions(entry, registry)) for _ in range(2))
    assert again == first


@pytest.mark.parametrize("change", ["card", "ledger", "new file", "op"])
def test_any_change_of_what_it_is_made_from_makes_it_stale(
    change: str, entry: GameEntry, registry: Registry, compiled: list[str], tmp_path: Path
) -> None:
    load_definitions(entry, registry)
    cards = tmp_path / "sets" / "toy"
    if change == "card":
        path = cards / "toy.yaml"
        path.write_text(path.read_text(encoding="utf-8").replace("cost: 2", "cost: 3"), encoding="utf-8")
    elif change == "ledger":
        path = tmp_path / "on_path" / "toy_plugin" / "ledger.yaml"
        path.write_text(path.read_text(encoding="utf-8").replace("A rule", "Some rule"), encoding="utf-8")
    elif change == "new file":
        (cards / "more.yaml").write_text("game: toy\ncards: []\n", encoding="utf-8")
    else:
        more = OpWord("dance", lambda *_: None)
        registry = build_registry([Offer("a", ops=tuple(registry.ops.values())), Offer("b", ops=(more,))])
    load_definitions(entry, registry)
    assert compiled == ["x", "x"]


@pytest.mark.parametrize("damage", ["cut", "flipped", "emptied", "other", "folder"])
def test_a_damaged_cache_is_made_anew(
    damage: str, entry: GameEntry, registry: Registry, compiled: list[str], tmp_path: Path
) -> None:
    first = load_definitions(entry, registry)
    path = tmp_path / "cache" / "toy.json"
    data = path.read_bytes()
    if damage == "folder":
        path.unlink()
        path.mkdir()
    else:
        flipped = data.replace(b'"cost":1', b'"cost":9', 1)
        assert flipped != data
        path.write_bytes({"cut": data[:-9], "flipped": flipped, "emptied": b"", "other": b"{}\n{}"}[damage])
    assert load_definitions(entry, registry) == first
    assert compiled == ["x", "x"]
    assert not list(path.parent.glob("*.part"))


def test_where_nothing_can_be_written_the_game_still_loads(
    entry: GameEntry, registry: Registry, compiled: list[str], tmp_path: Path
) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be", encoding="utf-8")
    load_definitions(entry, registry)
    load_definitions(entry, registry)
    assert compiled == ["x", "x"]


def test_loading_imports_neither_pydantic_nor_ruamel() -> None:
    code = (
        "import sys, cardwright.cli.play, cardwright.cli.simulate, cardwright.loading.load;"
        "from cardwright.hooks.manager import load_games; load_games();"
        "print([name for name in ('pydantic', 'ruamel.yaml') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

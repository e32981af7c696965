"""A broken plugin is named with its reason, and every other game works as before."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cardwright.hooks import manager
from cardwright.hooks.hookspecs import GameEntry, hookimpl
from cardwright.hooks.manager import load_games
from cardwright.hooks.registry import Offer, PluginError
from cardwright.hooks.words import OpWord, PlannerWord
from cardwright.loading.packs import find_packs


def plugin(**functions: Callable[..., Any]) -> SimpleNamespace:
    """A plugin with these hook functions."""
    return SimpleNamespace(**{name: hookimpl(function) for name, function in functions.items()})


def game(name: str) -> SimpleNamespace:
    return plugin(cardwright_game=lambda: GameEntry(name, {"en": name}, Path(), name))


def _old_style(registry: object, game_id: str) -> object:
    return registry, game_id


def _raise() -> GameEntry:
    raise KeyError("this comes from the plugin")


@pytest.fixture(autouse=True)
def _nothing_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manager, "entry_points", lambda **_: ())


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (plugin(cardwright_game=_old_style), "wants (registry, game_id)"),
        (plugin(cardwright_gmae=lambda: None), "unknown hook 'cardwright_gmae'; did you mean 'cardwright_game'?"),
        (plugin(cardwright_game=_raise), "failed in cardwright_game: KeyError"),
        (plugin(cardwright_game=lambda: {"id": "toy"}), "gives dict, not a GameEntry"),
        (plugin(cardwright_game=lambda: sys.exit(3)), "failed in cardwright_game: SystemExit"),
        (plugin(cardwright_game=lambda: GameEntry(["a"], {"en": "A"}, Path(), "x")), "game id ['a']"),  # type: ignore[arg-type]
        (plugin(cardwright_game=lambda: GameEntry("A b", {"en": "A"}, Path(), "x")), "game id 'A b'"),
        (plugin(cardwright_game=lambda: GameEntry("a", {}, Path(), "x")), "no title"),
        (plugin(cardwright_cardset_roots=lambda: 5), "cardwright_cardset_roots gives int, not a list"),
        (plugin(cardwright_cardset_roots=lambda: ["folder"]), "gives 'folder', which is no folder object"),
        (SimpleNamespace(), "no hook functions"),
    ],
)
def test_a_broken_plugin_is_named_and_the_others_work(broken: object, reason: str) -> None:
    games = load_games({"before": game("a"), "broken": broken, "behind": game("z")})
    assert sorted(games.entries) == ["a", "z"]
    (fault,) = games.faults
    assert fault.plugin == "broken"
    assert reason in str(fault)


@pytest.mark.parametrize("order", [("one", "two"), ("two", "one")])
def test_a_game_claimed_twice_is_nobodys_whatever_the_order(order: tuple[str, str]) -> None:
    games = load_games({**{name: game("toy") for name in order}, "other": game("a")})
    assert list(games.entries) == ["a"]
    assert sorted(fault.plugin for fault in games.faults) == ["one", "two"]
    assert all("'one'" in fault.reason and "'two'" in fault.reason for fault in games.faults)


def test_entry_points_that_lead_nowhere_are_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    group = manager.GROUP
    points = (
        EntryPoint("stale", "stale_game.plugin:plugin", group),
        EntryPoint("also-bad", "json:no_such_attribute", group),
        EntryPoint("not even", "a valid line here ::", group),
        EntryPoint("stale", "stale_game.plugin:plugin", group),
    )
    monkeypatch.setattr(manager, "entry_points", lambda **_: points)
    games = load_games({"toy": game("toy")})
    assert list(games.entries) == ["toy"]
    assert sorted(fault.plugin for fault in games.faults) == ["also-bad", "not even", "stale"]
    assert "stale_game" in str(next(fault for fault in games.faults if fault.plugin == "stale"))


def test_each_call_has_a_manager_of_its_own() -> None:
    assert list(load_games({"toy": game("toy")}).entries) == ["toy"]
    assert list(load_games().entries) == []


def test_a_games_words_are_its_own_and_those_of_plugins_without_a_game() -> None:
    def with_planner(name: str, entry: str = "") -> SimpleNamespace:
        made = plugin(cardwright_planners=lambda: [PlannerWord(name, lambda *_: None)])
        return SimpleNamespace(**vars(made), **(vars(game(entry)) if entry else {}))

    games = load_games({"a": with_planner("mine", "a"), "b": with_planner("theirs", "b"), "c": with_planner("extra")})
    assert sorted(games.registry("a").planners) == ["extra", "mine"]


def test_a_word_given_twice_names_both_plugins() -> None:
    draw = OpWord("draw", lambda *_: None)
    games = load_games({"toy": SimpleNamespace(**vars(game("toy")), **vars(plugin(cardwright_ops=lambda: [draw])))})
    with pytest.raises(PluginError, match=r"op 'draw' is given by plugin 'built in' and by 'toy'"):
        games.registry("toy", Offer("built in", ops=(draw,)))


def test_a_plugin_that_fails_while_giving_words_is_named() -> None:
    failing = SimpleNamespace(**vars(game("toy")), **vars(plugin(cardwright_ops=_raise)))
    games = load_games({"toy": failing})
    with pytest.raises(PluginError, match=r"plugin 'toy' failed in cardwright_ops: KeyError"):
        games.registry("toy")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (_raise, "failed in cardwright_ops: KeyError"),
        (lambda: 5, "cardwright_ops gives int, not a list"),
        (lambda: ["x"], "gives 'x' where a OpWord is wanted"),
        (lambda: [OpWord("draw", lambda *_: None)], "op 'draw' is given by plugin 'built in' and by 'extra'"),
    ],
)
def test_an_extension_whose_words_cannot_be_used_is_left_out(words: Callable[..., Any], reason: str) -> None:
    games = load_games({"toy": game("toy"), "extra": plugin(cardwright_ops=words)})
    draw = OpWord("draw", lambda *_: None)
    assert games.registry("toy", Offer("built in", ops=(draw,))).ops == {"draw": draw}
    (fault,) = games.faults
    assert fault.plugin == "extra"
    assert reason in fault.reason


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (GameEntry("a", {"en": "A"}, Path(), "no_such_package"), "No module named 'no_such_package'"),
        (GameEntry("a", {"en": "A"}, "rulebook", "cardwright"), "has no attribute 'is_dir'"),  # type: ignore[arg-type]
        (GameEntry("a", {"en": "A"}, Path("no/such/folder"), "cardwright"), "has no rulebook in no"),
    ],
)
def test_an_entry_that_leads_to_no_files_names_its_plugin(entry: GameEntry, reason: str) -> None:
    games = load_games({"broken": plugin(cardwright_game=lambda: entry)})
    with pytest.raises(PluginError, match=r"^plugin 'broken': ") as caught:
        find_packs(games.entries["a"])
    assert reason in str(caught.value)

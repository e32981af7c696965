"""Checking files by path: what they are is told by their keys, and only their own faults are shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.errors import Problem
from cardwright.hooks.hookspecs import GameEntry
from cardwright.hooks.registry import Registry
from cardwright.loading.check import check_files

TOY = Path(__file__).parent / "data" / "toy"
CARD = "game: toy\ncards:\n- {number: X-1, name: {zh: 某}, type: spell, cost: 1}\n"


@pytest.fixture
def entry(tmp_path: Path) -> GameEntry:
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy" / "toy.yaml").write_bytes((TOY / "cards" / "toy.yaml").read_bytes())
    return GameEntry("toy", {"en": "Toy"}, TOY / "rulebook", "cardwright", roots=(tmp_path,))


def check(entry: GameEntry, registry: Registry, *paths: Path) -> list[Problem]:
    return check_files(paths, {"toy": entry}, {"toy": registry})


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (CARD, []),
        (CARD.replace("cost: 1", "cost: x"), [(3, "whole number")]),
        (CARD.replace("game: toy", "game: tyo"), [(1, "did you mean 'toy'?")]),
        (CARD.replace("game: toy\n", ""), [(1, "names no game")]),
        ("game: toy\nname: {en: D}\nmain: {TOY-001: 4}\n", []),
        ("game: toy\nname: {en: D}\nmain: {TOY-009: 4}\n", [(3, "no card 'TOY-009'")]),
        ("game: [toy]\ncards: []\n", [(1, "names no game")]),
        ("game: tyo\ncards: []\ncards: []\n", [(1, "did you mean 'toy'?"), (3, "stands here and in line 2")]),
        ("a: b\n", [(1, "no file of cardwright")]),
        ("", [(1, "empty")]),
    ],
)
def test_a_file_is_checked_as_what_it_is(
    text: str, found: list[tuple[int, str]], entry: GameEntry, registry: Registry, tmp_path: Path
) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    problems = check(entry, registry, path)
    assert [each.line for each in problems] == [line for line, _ in found]
    for problem, (_, words) in zip(problems, found, strict=True):
        assert words in str(problem)
        assert problem.file == str(path)


def test_files_given_together_may_refer_to_each_other(entry: GameEntry, registry: Registry, tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "cards.yaml").write_text(CARD, encoding="utf-8")
    (tmp_path / "more" / "deck.yaml").write_text("game: toy\nname: {en: D}\nmain: {X-1: 2}\n", encoding="utf-8")
    assert check(entry, registry, tmp_path / "more") == []
    alone = check(entry, registry, tmp_path / "more" / "deck.yaml")
    assert [each.message for each in alone] == ["there is no card 'X-1'"]


def test_an_installed_file_is_not_checked_against_itself(entry: GameEntry, registry: Registry, tmp_path: Path) -> None:
    assert check(entry, registry, tmp_path / "toy" / "toy.yaml", *sorted((TOY / "rulebook").glob("*.yaml"))) == []


def test_a_list_of_words_is_known_by_its_name(
    registry: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "toy_game").mkdir()
    (tmp_path / "toy_game" / "__init__.py").touch()
    words = tmp_path / "toy_game" / "words.yaml"
    words.write_text("deck: {en: deck}\ncards: {en: cards}\nhand: [hand]\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    entry = GameEntry("toy", {"en": "Toy"}, TOY / "rulebook", "toy_game")
    (found,) = check(entry, registry, words)
    assert (found.line, found.path) == (3, "hand")


def test_a_file_that_cannot_be_read_is_a_problem(entry: GameEntry, registry: Registry, tmp_path: Path) -> None:
    (found,) = check(entry, registry, tmp_path / "absent.yaml")
    assert str(found) == f"{tmp_path / 'absent.yaml'}: cannot be read: No such file or directory"

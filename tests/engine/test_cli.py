"""The command line: what people type, what they read, and how it ends."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cardwright.cli import simulate as simulate_command
from cardwright.cli.main import app
from cardwright.cli.refusals import refusals
from cardwright.cli.simulate import wilson
from cardwright.errors import EngineBug
from cardwright.session.game import Game
from cardwright.session.record import read_record
from cardwright.session.simulate import Plan, Played, simulate
from cardwright.view.sights import cards_of
from cardwright.view.words import Words

COMMAND = [sys.executable, "-m", "cardwright"]


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, list(words), input=typed)


def test_games_are_listed_with_their_titles() -> None:
    done = run("games")
    assert done.exit_code == 0
    assert "huangdao" in done.stdout
    assert "皇道" in done.stdout


def test_games_are_listed_without_loading_one() -> None:
    code = "import sys; from cardwright.cli.main import app; app(['games'], standalone_mode=False); print(*sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    loaded = shown.splitlines()[-1].split()
    assert not {"ruamel.yaml", "cardwright.engine.machine", "cardwright.loading.load", "rich.console"} & set(loaded)


def test_a_rule_is_printed_and_an_unknown_one_has_a_neighbour() -> None:
    shown = run("rule", "hd-chain-10")
    assert shown.exit_code == 0
    assert shown.stdout.startswith("HD-CHAIN-10 (huangdao)")
    missing = run("rule", f"HD-CHAIN-{999}")
    assert missing.exit_code == 2
    assert "did you mean 'HD-CHAIN-" in missing.stderr


def test_a_card_is_printed_by_number_and_by_name() -> None:
    by_number = run("card", "HD01-035")
    assert by_number.exit_code == 0
    assert "guardian" in by_number.stdout
    assert run("card", "冰晶护卫").stdout == by_number.stdout
    assert run("card", "no such card").exit_code == 2
    assert run("card", " ").exit_code == 2


def test_a_card_says_who_may_use_it_and_each_ability_once() -> None:
    printed = run("card", "XB-109").stdout
    assert "user: [main_soul]" in printed
    assert "needs: opponent.total >= 500" in printed
    assert [line for line in run("card", "S-002").stdout.splitlines() if "[use: story]" in line] == [
        "  1. [use: story] Effect: once in each turn you may discard one of its pressure to draw a card."
    ]


def test_a_reason_may_have_words_of_its_own() -> None:
    game = Game.new("bleach_scb", seed=1)
    while game.state.turn == 0:
        game.answer(0)
    words = Words({"wrong_window": {"en": "closed"}, "refused.wrong_window": {"en": "not now"}})
    hand = (card for card in cards_of(game.view(0)) if card.type == "battle_card")
    told = [line for card in hand for line in refusals(game, 0, card.handle, words)]
    assert told
    assert all("not now" in line and "closed" not in line for line in told)


def test_a_deck_is_judged_with_the_rules_it_breaks(tmp_path: Path) -> None:
    assert run("deck", "ice_wall").exit_code == 0
    path = tmp_path / "poor.yaml"
    path.write_text("game: huangdao\nname: {en: Poor}\nseal: HD01-001\nmain: {HD01-023: 40}\n", encoding="utf-8")
    judged = run("deck", str(path))
    assert judged.exit_code == 1
    assert "HD-DECK-02" in judged.stdout
    assert "HD-DECK-03" in judged.stdout
    refused = run("play", "huangdao", "--deck", str(path))
    assert refused.exit_code == 2
    assert "HD-DECK-02" in refused.stderr
    assert run("deck", "no_such_deck").exit_code == 2


@pytest.mark.parametrize(
    "words",
    [
        ["play", "nonsense"],
        ["play", "huangdao", "--deck", "nonsense"],
        ["play", "huangdao", "--seat", "nonsense"],
        ["play", "huangdao", "--seat", "random", "--seat", "random", "--seat", "random"],
        ["play", "huangdao", "--mode", "nonsense"],
        ["play", "huangdao", "--resume", "no/such/file"],
        ["simulate", "huangdao", "-n", "0"],
        ["simulate", "huangdao", "--seat", "human"],
        ["replay", "no/such/file"],
        ["check", "no/such/file.yaml"],
        ["deck", "no/such/file.yaml"],
        ["test", "no/such/file.yaml"],
        ["nonsense"],
    ],
)
def test_a_users_error_is_one_message_and_status_2(words: list[str]) -> None:
    done = run(*words)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr
    assert "Traceback" not in done.stderr


def test_a_damaged_record_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    assert run("play", "huangdao", "--seed", "3", "--record", str(path)).exit_code == 0
    path.write_bytes(path.read_bytes().replace(b'"seed":3', b'"seed":4'))
    done = run("replay", str(path))
    assert done.exit_code == 2
    assert "game.json" in done.stderr


def test_check_takes_a_game_by_its_name() -> None:
    done = run("check", "huang")
    assert done.exit_code == 0
    assert "no problem" in done.stdout
    assert run("check", "no_such_game").stderr.startswith("no_such_game: cannot be read")


def test_check_gives_every_problem_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "poor.yaml"
    path.write_text("game: huangdao\nname: {en: Poor}\nseal: HD01-900\nmain: {HD01-901: 4}\n", encoding="utf-8")
    done = run("check", str(path))
    assert done.exit_code == 2
    assert f"{path}:3:7: " in done.stderr
    assert f"{path}:4:8: " in done.stderr
    found = json.loads(run("check", str(path), "--json").stdout)
    assert found["files"] == 1
    assert [problem["line"] for problem in found["problems"]] == [3, 4]
    path.write_text("game: huangdao\nname: {en: Good}\nseal: HD01-001\nmain: {HD01-023: 4}\n", encoding="utf-8")
    assert run("check", str(path)).exit_code == 0


def test_coverage_is_of_the_scenarios_in_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = "{id: x, title: X, rules: [HD-SEAL-01], expect: {result: none}}"
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "one.yaml").write_text(f"game: huangdao\nscenarios: [{scenario}]\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    found = json.loads(run("coverage", "huangdao", "--json").stdout)
    assert found["scenarios"] == {"HD-SEAL-01": ["x"]}
    assert json.loads(run("coverage", "huangdao", "deep/one.yaml", "--json").stdout) == found
    none = run("coverage", "bleach", "deep")
    assert (none.exit_code, none.stderr) == (2, "cardwright: there are no scenarios of bleach_scb there\n")


def test_without_a_terminal_two_computers_play_a_whole_game(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    done = run("play", "huang", "--seed", "3", "--record", str(path))
    assert done.exit_code == 0
    assert "A: greedy" in done.stdout.splitlines()[0]
    assert "HD-WIN" in done.stdout.splitlines()[-1]
    assert "[2 draw phase]    a hidden card drawn from B's deck to B's hand" in done.stdout
    again = run("replay", str(path))
    assert again.exit_code == 0
    assert "no difference" in again.stdout
    assert done.stdout.splitlines()[-1] in again.stdout


def test_the_same_seed_prints_the_same_game() -> None:
    words = ("play", "huangdao", "--seed", "5", "--seat", "random", "--seat", "random")
    assert run(*words).stdout == run(*words).stdout


def test_names_are_shown_in_the_language_asked_for() -> None:
    shown = run("play", "huangdao", "--seed", "3", "--language", "en").stdout
    assert "Lava Hound (HD01-023)" in shown
    assert "熔岩斗犬" not in shown


def test_a_person_is_asked_helped_and_corrected() -> None:
    done = run(
        "play", "huangdao", "--seed", "3", "--seat", "human", typed="?\n0\n99\nnonsense\nc HD01-023\nb\no\nl\nq\n"
    )
    assert done.exit_code == 0
    assert "NUMBER     choose that option" in done.stdout
    assert done.stdout.count("there are options 1 to 2") == 2
    assert "'nonsense' is no option; ? for help" in done.stdout
    assert "Lava Hound" in done.stdout
    assert done.stdout.count("── A (you)") == 2


def test_options_that_read_alike_are_told_apart_and_cards_are_read_by_their_number_on_the_board() -> None:
    typed = "1\n1\n1\nc #84\nq\n"
    done = run("play", "battle", "--seed", "13", "--seat", "human", "--language", "en", typed=typed)
    for handle in (81, 83):
        assert f"use Double Draw (BS01-117) #{handle}: main - Main: draw two cards." in done.stdout
    assert "Homura Cheetah (en)" in done.stdout


def test_rules_are_found_by_the_beginning_of_their_ids_and_by_words() -> None:
    begun = run("rule", "bs-simul").stdout.splitlines()
    assert begun
    assert all(line.startswith("BS-SIMUL-") for line in begun)
    worded = run("rule", "soul core trash").stdout
    assert "BS-REFRESH-02  " in worded
    assert "BS-FLASH-" not in worded


def test_a_person_learns_why_a_card_cannot_be_used() -> None:
    typed = "1\nw #81\nw #80\nw #120\nw 80\nr bs-cost-11\nr BS-COST\nq\n"
    decks = ("--deck", "dragon_fire", "--deck", "night_and_ice")
    done = run("play", "battle", "--seed", "3", *decks, "--seat", "human", "--language", "en", typed=typed)
    assert "summon: the cores do not suffice [BS-COST-11]" in done.stdout
    assert "summon: open now\nset as a burst: its condition is not met [BS-BURST-02]" in done.stdout
    assert done.stdout.count("there is no such card on the board; as w #25") == 2  # one lies hidden in a hand
    assert "BS-COST-11 (battle_spirits)\n  " in done.stdout
    assert "there is no such rule; as r BS-" in done.stdout


def test_questions_about_cores_say_what_they_are_for_and_the_log_speaks_one_language() -> None:
    decks = ("--deck", "dragon_fire", "--deck", "night_and_ice")
    typed = "1\n1\n2\n2\n1\nq\n"
    done = run("play", "battle", "--seed", "3", *decks, "--seat", "human", "--language", "en", typed=typed)
    assert (
        "how many of these cores are put on it? · for Beat Beetle (BS01-050)\n   1  1 from the reserve" in done.stdout
    )
    assert "how many of these cores pay the cost? (4 in all) · for Homura Cheetah (BS31-006)" in done.stdout
    assert "1 soul core from A's reserve to Beat Beetle #84 (use)" in done.stdout
    assert "ビートビートル" not in done.stdout


def test_a_saved_game_knows_its_game_and_no_game_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "mine.save.json"
    saved = run("play", "huangdao", "--seed", "3", "--seat", "human", "--language", "en", typed=f"s {path}\n")
    assert f"saved; go on with: cardwright play --resume {path} --language en" in saved.stdout
    again = run("play", "--resume", str(path), "--seat", "human", typed="q\n")
    assert again.stdout.startswith("huangdao, seed 3")
    none = run("play")
    assert (none.exit_code, none.stderr) == (
        2,
        "cardwright: name a game; there are battle_spirits, bleach_scb, huangdao\n",
    )


def test_a_game_that_cannot_be_saved_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "mine.save.json"
    done = run("play", "huangdao", "--seed", "3", "--seat", "human", typed=f"s {path}\n?\nq\n")
    assert done.exit_code == 0
    assert f"not saved: {path}: No such file or directory" in done.stdout
    assert "save and quit" in done.stdout


def test_a_person_never_reads_what_the_other_holds() -> None:
    done = run("play", "huangdao", "--seed", "3", "--seat", "human", typed="2\n" + "1\n" * 12)
    theirs = [line for line in done.stdout.splitlines() if "drawn from B's deck" in line]
    assert theirs
    assert all("a hidden card" in line for line in theirs)


def test_a_game_is_saved_and_gone_on_with(tmp_path: Path) -> None:
    save, before, whole = tmp_path / "game.save", tmp_path / "before.json", tmp_path / "whole.json"
    words = ("play", "huangdao", "--seat", "human", "--seat", "random")
    first = run(*words, "--seed", "3", "--record", str(before), typed=f"2\n1\n1\ns {save}\n")
    assert first.exit_code == 0
    assert f"--resume {save}" in first.stdout
    resumed = run(*words, "--resume", str(save), "--record", str(whole), typed="1\n1\n")
    assert resumed.exit_code == 130
    answers = read_record(before).answers
    assert read_record(whole).answers[: len(answers)] == answers
    assert run("replay", str(whole)).exit_code == 0
    save.write_bytes(save.read_bytes()[:-30])
    broken = run("play", "huangdao", "--resume", str(save))
    assert broken.exit_code == 2
    assert "game.save" in broken.stderr


def test_the_end_of_input_ends_the_game_and_keeps_the_record(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    done = run("play", "huangdao", "--seed", "3", "--seat", "human", "--record", str(path), typed="2\n1\n")
    assert done.exit_code == 130
    assert "input ended at turn" in done.stderr
    assert len(read_record(path).answers) >= 2


def test_an_engine_that_breaks_leaves_a_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    advance, left = Game._advance, iter([True] * 10)

    def breaking(game: Game) -> None:
        if not next(left, False):
            raise EngineBug("planted")
        advance(game)

    monkeypatch.setattr(Game, "_advance", breaking)
    monkeypatch.chdir(tmp_path)
    done = run("play", "huangdao", "--seed", "3")
    assert done.exit_code == 70
    assert "huangdao-3.fault.json" in done.stderr
    assert read_record(tmp_path / "huangdao-3.fault.json").note == "planted"


def test_a_simulation_is_told_as_a_table_and_as_json() -> None:
    table = run("simulate", "huangdao", "-n", "3", "--seed", "2")
    assert table.exit_code == 0
    assert "95 % interval" in table.stdout
    found = json.loads(run("simulate", "huangdao", "-n", "3", "--seed", "2", "--json").stdout)
    wanted = {"games", "faults", "wins", "decisions", "asks", "decisions_per_second", "asks_per_second"}
    assert wanted <= set(found)
    assert (found["games"], found["faults"]) == (3, 0)
    assert sum(found["wins"].values()) + found["draws"] == 3


def test_every_key_of_json_is_documented(tmp_path: Path) -> None:
    manual = (Path(__file__).parents[2] / "docs" / "reference" / "commands.md").read_text(encoding="utf-8")
    path = tmp_path / "poor.yaml"
    path.write_text("game: huangdao\nname: {en: Poor}\nseal: HD01-900\nmain: {HD01-023: 4}\n", encoding="utf-8")
    checked = json.loads(run("check", str(path), "--json").stdout)
    simulated = json.loads(run("simulate", "huangdao", "-n", "1", "--best-of", "1", "--json").stdout)
    keys = {*simulated, *checked, *checked["problems"][0]}
    assert not {key for key in keys if f"`{key}`" not in manual}


def test_a_simulation_with_a_fault_says_where_its_record_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaking(_game: Game, _answer: int) -> None:
        raise EngineBug("planted")

    monkeypatch.setattr(Game, "answer", breaking)
    done = run("simulate", "huangdao", "-n", "1", "--faults", str(tmp_path), "--json")
    assert done.exit_code == 1
    assert json.loads(done.stdout)["faults"] == 1
    records = list(tmp_path.iterdir())
    assert len(records) == 1
    assert str(records[0]) in done.stderr
    assert read_record(records[0]).note == "EngineBug: planted"


def test_an_interrupted_simulation_counts_what_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(plan: Plan, _number: int, _jobs: int, told: Callable[[list[Played]], None]) -> None:
        told(simulate(plan, 2))
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate_command, "simulate", interrupted)
    done = run("simulate", "huangdao", "--json")
    assert done.exit_code == 130
    assert json.loads(done.stdout)["games"] == 2
    assert done.stderr == "cardwright: interrupted after 2 of 100 games\n"


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 0, 0.0, 1.0), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (50, 100, 0.4038, 0.5962), (1, 3, 0.0615, 0.7923)],
)
def test_the_wilson_interval(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=0.0001)

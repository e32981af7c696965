"""Matches on the command line: what is printed, asked, kept and counted."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner, Result

from cardwright.cli.main import app
from cardwright.session.match import Match
from cardwright.session.record import MatchRecord, read_any_record
from cardwright.testing.matches import end_game


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, list(words), input=typed)


def test_matches_are_told_as_a_table_and_as_json() -> None:
    table = run("simulate", "huangdao", "--match", "-n", "2", "--seed", "2")
    assert table.exit_code == 0
    assert "2 matches, best of 3" in table.stdout
    assert "games won" in table.stdout
    found = json.loads(run("simulate", "huangdao", "--best-of", "1", "-n", "2", "--seed", "2", "--json").stdout)
    assert (found["matches"], found["best_of"], found["games"]) == (2, 1, 2)
    assert found["match_wins"] == found["wins"]
    assert sum(found["match_wins"].values()) + found["match_draws"] == 2


def test_a_match_is_played_with_its_score_recorded_and_replayed(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    words = ("play", "huangdao", "--match", "--seed", "3", "--seat", "greedy", "--record", str(path))
    done = run(*words)
    assert done.exit_code == 0
    assert done.stdout.startswith("huangdao, seed 3, best of 3 · ")
    scores = [line for line in done.stdout.splitlines() if line.startswith("Match, best of 3: ")]
    assert len(scores) in {2, 3}
    assert scores[-1].endswith("the match.")
    assert not any(line.endswith("the match.") for line in scores[:-1])
    replayed = run("replay", str(path))
    assert replayed.exit_code == 0
    assert scores[-1] in replayed.stdout
    assert run(*words).stdout == done.stdout


def test_cards_are_exchanged_at_the_prompt_and_the_match_is_saved(tmp_path: Path) -> None:
    match = Match.new("huangdao", seed=3)
    end_game(match, 1)
    save, record = tmp_path / "match.save", tmp_path / "match.json"
    save.write_bytes(match.save())
    words = ("play", "--resume", str(save), "--seat", "human", "--seat", "human", "--language", "en")
    done = run(*words, typed=f"2\n3\ns {save}\n")
    assert done.exit_code == 0
    assert "Match, best of 3: A 0 · B 1" in done.stdout
    assert "A: take a card out of the deck? [HD-SIDE-02]" in done.stdout
    assert "   2  take out Gale Fledgling (HD01-013)" in done.stdout
    assert "   3  put in Furnace Keep (HD01-041)" in done.stdout
    resumed = run(*words, "--record", str(record), typed="1\n1\n1\n1\n2\n")
    assert resumed.exit_code == 130
    assert "A: choose [HD-MATCH-03]" in resumed.stdout
    kept = read_any_record(record)
    assert isinstance(kept, MatchRecord)
    assert kept.games[0].exchanges == (1, 2, 0, 0)
    assert kept.games[1].record.decks[0].parts["main"]["HD01-041"] == 1


def test_a_game_without_matches_says_how_to_play_one() -> None:
    for words in (("play", "bleach", "--match"), ("simulate", "bleach", "--match")):
        refused = run(*words)
        assert refused.exit_code == 2
        assert refused.stdout == ""
        assert "best of 3" in refused.stderr
    assert run("simulate", "bleach", "--best-of", "3", "-n", "1").exit_code == 0

"""Whole games, as a spectator reads them, kept beside this test: whatever drifts shows as a difference.

Two games each: one of two greedy players, one in which a random player goes where no sensible one would. If a
change is meant, `CARDWRIGHT_KEEP_GOLDEN=1 python -m pytest tests/golden` writes the games anew; read what changed.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cardwright.cli.main import app

HERE = Path(__file__).parent
PLAYED = {"sensible": ("greedy", "greedy", "3"), "wild": ("random", "greedy", "5")}


@pytest.mark.parametrize("how", PLAYED)
@pytest.mark.parametrize("game", ["battle_spirits", "bleach_scb", "huangdao"])
def test_a_game_goes_as_it_went_before(game: str, how: str) -> None:
    first, second, seed = PLAYED[how]
    done = CliRunner().invoke(app, ["play", game, "--seat", first, "--seat", second, "--seed", seed])
    assert done.exit_code == 0, done.output
    kept = HERE / f"{game}_{how}.txt"
    if os.environ.get("CARDWRIGHT_KEEP_GOLDEN"):
        kept.write_text(done.stdout, encoding="utf-8")
    assert done.stdout == kept.read_text(encoding="utf-8")

"""The hooks of BLEACH Soul Card Battle; all else of the game is YAML."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable

from cardwright.hooks.hookspecs import GameEntry, hookimpl

_PACKAGE = "cardwright_bleach_scb"


@hookimpl
def cardwright_game() -> GameEntry:
    """Announce the game."""
    return GameEntry(
        id="bleach_scb",
        title={"en": "BLEACH Soul Card Battle", "ja": "BLEACH ソウルカードバトル", "zh": "死神对战卡"},
        rulebook=files(_PACKAGE) / "rulebook",
        package=_PACKAGE,
    )


@hookimpl
def cardwright_cardset_roots() -> Sequence[Traversable]:
    """Give the folder of the card sets that cardwright ships."""
    return (files("cardwright_cardsets"),)

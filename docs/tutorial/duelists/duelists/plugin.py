"""What Duelists gives cardwright: its game, its cards, and one number that YAML cannot count."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from cardwright.hooks.hookspecs import GameEntry, hookimpl
from cardwright.hooks.words import QueryWord


@hookimpl
def cardwright_game() -> GameEntry:
    """The game's entry in the list of games."""
    return GameEntry(
        id="duelists", title={"en": "Duelists"}, rulebook=files("duelists") / "rulebook", package="duelists"
    )


@hookimpl
def cardwright_cardset_roots() -> Sequence[Traversable]:
    """The folder in which `duelists/*.yaml` are card sets and `duelists/decks/*.yaml` decks."""
    return (files("duelists") / "cards",)


@hookimpl
def cardwright_queries() -> Sequence[QueryWord]:
    """The function behind `value.variety`."""
    return (QueryWord("variety", variety, reads=("field", "value.cost")),)


def variety(context: Any, card: int) -> int:
    """How many different costs the fighters of the card's controller have."""
    fighters = context.cards_in("field", context.controller_of(card))
    return len({context.value("cost", fighter) for fighter in fighters})

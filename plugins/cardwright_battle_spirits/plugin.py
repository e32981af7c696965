"""What Battle Spirits gives cardwright: its game, how cores are paid, placed and counted, its card sets.

Its words are imported as they are asked for: whoever lists games, or plays another, does not wait for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable

from cardwright.hooks.hookspecs import GameEntry, hookimpl
from cardwright.hooks.words import CurrencyWord, PlannerWord, QueryWord

_PACKAGE = "cardwright_battle_spirits"


@hookimpl
def cardwright_game() -> GameEntry:
    """The game's entry in the list of games."""
    return GameEntry(
        id="battle_spirits",
        title={"ja": "バトルスピリッツ", "ko": "배틀 스피릿츠", "en": "Battle Spirits"},
        rulebook=files(_PACKAGE) / "rulebook",
        package=_PACKAGE,
    )


@hookimpl
def cardwright_currencies() -> Sequence[CurrencyWord]:
    """Cores of the reserve and of the field."""
    from cardwright_battle_spirits.payment import CORES

    return (CORES,)


@hookimpl
def cardwright_queries() -> Sequence[QueryWord]:
    """Levels by cores, the cores a card needs, and the ways of combining it."""
    from cardwright_battle_spirits import braves
    from cardwright_battle_spirits.level import LEVEL
    from cardwright_battle_spirits.payment import UPKEEP

    return (LEVEL, UPKEEP, *braves.QUERIES)


@hookimpl
def cardwright_planners() -> Sequence[PlannerWord]:
    """Cores put on cards and moved freely; braves combined, exchanged and separated."""
    from cardwright_battle_spirits import braves, placing
    from cardwright_battle_spirits.arranging import ARRANGE

    return (ARRANGE, *placing.PLANNERS, *braves.PLANNERS)


@hookimpl
def cardwright_cardset_roots() -> Sequence[Traversable]:
    """The card sets that come with cardwright."""
    return (files("cardwright_cardsets"),)

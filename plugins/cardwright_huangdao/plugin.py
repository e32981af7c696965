"""What Huangdao gives cardwright: its game, its way of paying energy, its card sets."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable

from cardwright.hooks.hookspecs import GameEntry, hookimpl
from cardwright.hooks.words import CurrencyWord

_PACKAGE = "cardwright_huangdao"


@hookimpl
def cardwright_game() -> GameEntry:
    """The game's entry in the list of games."""
    return GameEntry(
        id="huangdao",
        title={"zh": "皇道", "en": "Huangdao"},
        rulebook=files(_PACKAGE) / "rulebook",
        package=_PACKAGE,
    )


@hookimpl
def cardwright_currencies() -> Sequence[CurrencyWord]:
    """The energy of the cards in the energy zone."""
    from cardwright_huangdao.payment import ENERGY  # whoever plays another game does not wait for it

    return (ENERGY,)


@hookimpl
def cardwright_cardset_roots() -> Sequence[Traversable]:
    """The card sets that come with cardwright."""
    return (files("cardwright_cardsets"),)

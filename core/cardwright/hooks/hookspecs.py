"""The plugin contract: what a package may give cardwright, as documented hook functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources.abc import Traversable
from typing import Final

import pluggy
from msgspec import Struct

from cardwright.hooks.words import CurrencyWord, OpWord, PlannerWord, QueryWord

PROJECT: Final = "cardwright"
_hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)
"""The mark a plugin sets on its hook functions."""


class GameEntry(Struct, frozen=True):
    """A game as its plugin announces it."""

    id: str
    title: Mapping[str, str]
    """Its title by language."""
    rulebook: Traversable
    """The folder of its rulebook's YAML files (`importlib.resources.files(package) / "rulebook"`)."""
    package: str
    """The package that holds `ledger.yaml` and `words.yaml`."""
    plugin: str = ""
    """The plugin's name; filled in by cardwright."""
    roots: tuple[Traversable, ...] = ()
    """Folders that hold `<game id>/*.yaml` card sets; filled in by cardwright."""


class HookSpecs:
    """Every hook; a plugin implements those it needs, as functions of a module or methods of an object."""

    @_hookspec
    def cardwright_game(self) -> GameEntry:  # type: ignore[empty-body]
        """Announce one game. It is called whenever games are listed, so it must be quick."""

    @_hookspec
    def cardwright_ops(self) -> Sequence[OpWord]:  # type: ignore[empty-body]
        """Give further ops."""

    @_hookspec
    def cardwright_queries(self) -> Sequence[QueryWord]:  # type: ignore[empty-body]
        """Give value functions named by `hook` in the section `queries`."""

    @_hookspec
    def cardwright_planners(self) -> Sequence[PlannerWord]:  # type: ignore[empty-body]
        """Give planners named by `hook` in actions, links and the op `plan`."""

    @_hookspec
    def cardwright_currencies(self) -> Sequence[CurrencyWord]:  # type: ignore[empty-body]
        """Give ways to pay named by `hook` in the section `currencies`."""

    @_hookspec
    def cardwright_cardset_roots(self) -> Sequence[Traversable]:  # type: ignore[empty-body]
        """Give folders that hold `<game id>/*.yaml` card sets, and `decks/*.yaml` and `lists/*.yaml` beside these."""

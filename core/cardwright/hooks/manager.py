"""`load_games`: a fresh plugin manager and every game it knows, broken plugins named and left out."""

from __future__ import annotations

import difflib
import inspect
import re
from collections.abc import Iterable, Mapping
from importlib.metadata import EntryPoint, entry_points
from importlib.resources.abc import Traversable
from typing import Any, Final

import pluggy
from msgspec import Struct, field
from msgspec.structs import replace

from cardwright.hooks.hookspecs import PROJECT, GameEntry, HookSpecs
from cardwright.hooks.registry import Offer, PluginError, Registry, build_registry

GROUP: Final = "cardwright.games"
"""The entry point group of plugins: games, card sets and words alike."""
_GAME_ID: Final = re.compile("[a-z][a-z0-9_]*")
_WORDS: Final = ("ops", "queries", "planners", "currencies")


class PluginFault(Struct, frozen=True):
    """A plugin that could not be used, and why."""

    plugin: str
    reason: str
    distribution: str = ""

    def __str__(self) -> str:
        """One line that names the culprit."""
        origin = f" (of {self.distribution})" if self.distribution else ""
        return f"plugin {self.plugin!r}{origin}: {self.reason}"


def _new_manager() -> pluggy.PluginManager:
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(HookSpecs)
    return manager


class Games(Struct):
    """The games at hand and the faults met while looking for them."""

    entries: dict[str, GameEntry] = {}
    faults: list[PluginFault] = []
    _plugins: pluggy.PluginManager = field(default_factory=_new_manager)
    _origins: dict[str, str] = {}

    def registry(self, game: str, built_in: Offer | None = None) -> Registry:
        """The words of one game: the built-in ones, its plugin's, and those of plugins that are no game.

        A plugin that is no game and whose words cannot be used becomes a fault and is left out.

        Raises:
            PluginError: the game's own plugin gives words that cannot be used.
        """
        own = self.entries[game].plugin
        offers = [*([built_in] if built_in else ()), self._offer(own)]
        found = build_registry(offers)
        for name in self._extensions():
            try:
                more = [*offers, self._offer(name)]
                found = build_registry(more)
            except PluginError as error:
                self._refuse(name, str(error))
                continue
            offers = more
        return found

    def _extensions(self) -> list[str]:
        """The plugins that are no game and that nothing was found wrong with yet."""
        others = {entry.plugin for entry in self.entries.values()} | {fault.plugin for fault in self.faults}
        return [name for name, _ in self._plugins.list_name_plugin() if name not in others]

    def _offer(self, name: str) -> Offer:
        return Offer(name, **{kind: self._listed(name, f"cardwright_{kind}") for kind in _WORDS})

    def _listed(self, plugin: str, hook: str) -> tuple[Any, ...]:
        """What a hook gives that gives several."""
        given = self._call(plugin, hook)
        if given is not None and not isinstance(given, (list, tuple)):
            raise PluginError(f"plugin {plugin!r}: {hook} gives {type(given).__name__}, not a list")
        return tuple(given or ())

    def _call(self, plugin: str, hook: str) -> Any:
        """What this plugin's own hook function gives; called alone, so that a failure has a name."""
        for implementation in getattr(self._plugins.hook, hook).get_hookimpls():
            if implementation.plugin_name == plugin:
                try:
                    return implementation.function()
                except (Exception, SystemExit) as error:
                    raise PluginError(f"plugin {plugin!r} failed in {hook}: {_reason(error)}") from error
        return None

    def _refuse(self, plugin: str, reason: str) -> None:
        told = reason.removeprefix(f"plugin {plugin!r}").lstrip(": ")
        self.faults.append(PluginFault(plugin, told, self._origins.get(plugin, "")))


def load_games(extra: Mapping[str, object] | None = None) -> Games:
    """Every installed game, and of `extra`: further plugins by name, such as a test's."""
    games = Games()
    points = _entry_points(games)
    for name, plugin in points.items():
        _admit(games, name, plugin)
    for name, plugin in (extra or {}).items():
        _admit(games, name, plugin)
    _collect(games)
    return games


def _entry_points(games: Games) -> dict[str, object]:
    """Plugins by entry point name; what cannot be imported becomes a fault."""
    found: dict[str, EntryPoint] = {}
    plugins: dict[str, object] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda each: (each.name, each.value)):
        if point.name in found:
            if found[point.name].value != point.value:
                games._refuse(
                    point.name, f"the name is taken by {found[point.name].value!r}; {point.value!r} is left out"
                )
            continue
        found[point.name] = point
        games._origins[point.name] = point.dist.name if point.dist else ""
        try:
            plugins[point.name] = point.load()
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a foreign module does, the others go on
            games._refuse(point.name, f"{point.value!r} cannot be loaded: {_reason(error)}")
    return plugins


def _admit(games: Games, name: str, plugin: object) -> None:
    """Register a plugin whose hooks are all known and callable."""
    faults = [*_unknown_hooks(plugin), *_wrong_arguments(plugin)]
    if not faults:
        try:
            games._plugins.register(plugin, name)
        except (ValueError, pluggy.PluginValidationError) as error:
            faults.append(_reason(error))
    for fault in faults:
        games._refuse(name, fault)


def _marked(plugin: object) -> Iterable[tuple[str, Any]]:
    for name in dir(plugin):
        function = getattr(plugin, name, None)
        if callable(function) and isinstance(getattr(function, f"{PROJECT}_impl", None), dict):
            yield name, function


def _unknown_hooks(plugin: object) -> list[str]:
    known = [name for name in dir(HookSpecs) if name.startswith(f"{PROJECT}_")]
    faults = []
    for name, _ in _marked(plugin):
        if name not in known:
            near = difflib.get_close_matches(name, known, 1, 0.5)
            faults.append(f"unknown hook {name!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
    if not faults and not any(_marked(plugin)):
        faults.append("it has no hook functions marked with cardwright.hooks.hookspecs.hookimpl")
    return faults


def _wrong_arguments(plugin: object) -> list[str]:
    """Hooks take no arguments; a required one would fail only when called."""
    faults = []
    for name, function in _marked(plugin):
        needed = [p.name for p in inspect.signature(function).parameters.values() if p.default is p.empty]
        if needed and hasattr(HookSpecs, name):
            faults.append(f"hook {name!r} takes no arguments, but its function wants ({', '.join(needed)})")
    return faults


def _collect(games: Games) -> None:
    """Ask each plugin for its game and card-set roots."""
    claims: dict[str, list[GameEntry]] = {}
    roots: list[Traversable] = []
    for name, _ in games._plugins.list_name_plugin():
        try:
            entry = _entry(name, games._call(name, "cardwright_game"))
            more = _folders(name, games._listed(name, "cardwright_cardset_roots"))
        except PluginError as error:
            games._refuse(name, str(error))
            continue
        roots += [root for root in more if root not in roots]
        if entry is not None:
            claims.setdefault(entry.id, []).append(replace(entry, plugin=name))
    _settle_claims(games, claims, tuple(roots))


def _entry(plugin: str, given: Any) -> GameEntry | None:
    """The game that a plugin announces, if it does; raises `PluginError` if it is none."""
    if given is None:
        return None
    if not isinstance(given, GameEntry):
        raise PluginError(f"plugin {plugin!r}: cardwright_game gives {type(given).__name__}, not a GameEntry")
    name: Any = given.id
    title: Any = given.title
    if not isinstance(name, str) or not _GAME_ID.fullmatch(name):
        raise PluginError(f"plugin {plugin!r}: game id {name!r} is no word of small letters, digits and underscores")
    if not isinstance(title, Mapping) or not title:
        raise PluginError(f"plugin {plugin!r}: game {name!r} has no title by language")
    return given


def _folders(plugin: str, given: tuple[Any, ...]) -> list[Traversable]:
    """The card-set roots that a plugin gives; raises `PluginError` if one is no folder to look into."""
    for root in given:
        if not isinstance(root, Traversable):
            raise PluginError(f"plugin {plugin!r}: cardwright_cardset_roots gives {root!r}, which is no folder object")
    return list(given)


def _settle_claims(games: Games, claims: dict[str, list[GameEntry]], roots: tuple[Traversable, ...]) -> None:
    """Give each id its game; where two plugins claim one, neither has it, whatever their order."""
    for game, entries in sorted(claims.items()):
        if len(entries) == 1:
            games.entries[game] = replace(entries[0], roots=roots)
            continue
        names = " and ".join(repr(entry.plugin) for entry in entries)
        for entry in entries:
            games._refuse(entry.plugin, f"game id {game!r} is claimed by plugins {names}; remove one")


def _reason(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"

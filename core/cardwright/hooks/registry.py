"""`Registry`: the frozen tables of what plugins give one game beside YAML."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TypeVar

from msgspec import Struct, field

from cardwright.errors import CardwrightError
from cardwright.hooks.words import CurrencyWord, OpWord, PlannerWord, QueryWord

_Word = TypeVar("_Word", OpWord, QueryWord, PlannerWord, CurrencyWord)


class PluginError(CardwrightError):
    """A plugin that gives what it must not, or fails while giving it; the message names it."""


class Offer(Struct, frozen=True):
    """The words one plugin gives."""

    plugin: str
    ops: tuple[OpWord, ...] = ()
    queries: tuple[QueryWord, ...] = ()
    planners: tuple[PlannerWord, ...] = ()
    currencies: tuple[CurrencyWord, ...] = ()


def _empty() -> Mapping[str, object]:
    return MappingProxyType({})


class Registry(Struct, frozen=True):
    """Every op, value function, planner and currency of one game by name."""

    ops: Mapping[str, OpWord] = field(default_factory=_empty)  # type: ignore[arg-type]
    queries: Mapping[str, QueryWord] = field(default_factory=_empty)  # type: ignore[arg-type]
    planners: Mapping[str, PlannerWord] = field(default_factory=_empty)  # type: ignore[arg-type]
    currencies: Mapping[str, CurrencyWord] = field(default_factory=_empty)  # type: ignore[arg-type]


def build_registry(offers: Iterable[Offer]) -> Registry:
    """The words of `offers` together; raises `PluginError` if two give the same word, naming both."""
    given = tuple(offers)
    return Registry(
        ops=_table("op", OpWord, [(o.plugin, word) for o in given for word in o.ops]),
        queries=_table("query", QueryWord, [(o.plugin, word) for o in given for word in o.queries]),
        planners=_table("planner", PlannerWord, [(o.plugin, word) for o in given for word in o.planners]),
        currencies=_table("currency", CurrencyWord, [(o.plugin, word) for o in given for word in o.currencies]),
    )


def _table(kind: str, record: type[_Word], words: list[tuple[str, _Word]]) -> Mapping[str, _Word]:
    owners: dict[str, str] = {}
    table: dict[str, _Word] = {}
    for plugin, word in words:
        if not isinstance(word, record):
            raise PluginError(f"plugin {plugin!r} gives {word!r} where a {record.__name__} is wanted")
        if word.name in table:
            raise PluginError(f"{kind} {word.name!r} is given by plugin {owners[word.name]!r} and by {plugin!r}")
        owners[word.name] = plugin
        table[word.name] = word
    return MappingProxyType(table)

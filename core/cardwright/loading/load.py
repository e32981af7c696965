"""`load_definitions`: a game from the cache or from its YAML files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from cardwright.loading.cache import cache_key, fetch, keep
from cardwright.loading.packs import Pack, find_packs

if TYPE_CHECKING:
    from cardwright.hooks.hookspecs import GameEntry
    from cardwright.hooks.registry import Registry
    from cardwright.loading.definitions import Definitions


def load_definitions(entry: GameEntry, registry: Registry, *, cache: bool = True) -> Definitions:
    """All definitions of a game; raises `DefinitionError` with every problem of its files."""
    packs = find_packs(entry)
    if not cache:
        return _compile(packs, registry)
    key = cache_key(packs, registry)
    found = fetch(entry.id, key)
    if found is None:
        found = _compile(packs, registry)
        keep(entry.id, key, found)
    return found


def _compile(packs: list[Pack], registry: Registry) -> Definitions:
    # pydantic and ruamel.yaml take longer to import than the cache takes to read: only who compiles pays for them.
    from cardwright.loading.assemble import assemble
    from cardwright.loading.definitions import Definitions

    # Read back as from the cache: parts that the compiler shared are apart in both, so the engine numbers them alike.
    return msgspec.json.decode(msgspec.json.encode(assemble(packs, registry)), type=Definitions)

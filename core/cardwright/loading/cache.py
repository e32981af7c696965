"""The compiled definitions on disk: kept only as long as every byte they were made from is the same."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Iterable
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from cardwright.errors import DamagedFile
from cardwright.loading.definitions import Definitions

if TYPE_CHECKING:
    from cardwright.hooks.registry import Registry
    from cardwright.loading.packs import Pack

_COMPILER: Final = ("cardwright.loading", "cardwright.rulebook")
"""Packages whose code decides what the definitions look like."""


def cache_key(packs: Iterable[Pack], registry: Registry) -> str:
    """A hash over all sources, the words of plugins and the compiler itself."""
    digest = hashlib.sha256(_compiler().encode())
    for word in registry.ops.values():
        digest.update(repr((word.name, word.keys, word.event, word.rulebook_only)).encode())
    digest.update(repr((*registry.queries, "|", *registry.planners, "|", *registry.currencies)).encode())
    for pack in packs:
        for part in (pack.kind.encode(), pack.name.encode(), pack.data):
            digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


def _compiler() -> str:
    """A hash of the compiler's own code, so that no version number can be forgotten."""
    digest = hashlib.sha256()
    for package in _COMPILER:
        for path in _code(files(package)):
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def _code(folder: Traversable) -> list[Traversable]:
    found = []
    for path in sorted(folder.iterdir(), key=lambda each: each.name):
        if path.is_dir() and path.name != "__pycache__":
            found += _code(path)
        elif path.name.endswith(".py"):
            found.append(path)
    return found


def cache_file(game: str) -> Path:
    """Where a game's definitions are kept."""
    from platformdirs import user_cache_dir

    return Path(user_cache_dir("cardwright")) / f"{game}.json"


def fetch(game: str, key: str) -> Definitions | None:
    """The definitions kept under `key`; nothing if there are none, they are older, or damaged."""
    try:
        return _open(cache_file(game).read_bytes(), key)
    except (OSError, DamagedFile):
        return None


def _open(data: bytes, key: str) -> Definitions:
    head, _, body = data.partition(b"\n")
    if head != _head(key, body):
        raise DamagedFile("the cache is of other sources, or damaged")
    try:
        return msgspec.json.decode(body, type=Definitions)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise DamagedFile(str(error)) from error


def _head(key: str, body: bytes) -> bytes:
    return f"cardwright {key} {hashlib.sha256(body).hexdigest()}".encode()


def keep(game: str, key: str, definitions: Definitions) -> None:
    """Keep the definitions; where nothing can be written, they are compiled again next time."""
    body = msgspec.json.encode(definitions)  # the order of entries counts: acts are listed by it
    path = cache_file(game)
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, _head(key, body) + b"\n" + body)


def _replace(path: Path, data: bytes) -> None:
    """Write beside and rename, so that nobody ever reads half a file."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.stem, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise

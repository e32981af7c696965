"""Finding the YAML files of a game: in its plugin, and in the folders of card sets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from cardwright.hooks.registry import PluginError

if TYPE_CHECKING:
    from cardwright.hooks.hookspecs import GameEntry

YAML_SUFFIXES: Final = (".yaml", ".yml")


class Pack(Struct, frozen=True):
    """One file as found."""

    kind: str
    """`rulebook`, `ledger`, `words`, `cards`, `deck` or `list`."""
    name: str
    """Short and the same on every machine, as `huangdao/hd01.yaml`."""
    file: str
    """As problems show it."""
    data: bytes


def find_packs(entry: GameEntry) -> list[Pack]:
    """Every file of the game, in an order that does not depend on the machine.

    Raises:
        PluginError: the entry leads to no rulebook, or to none that can be read.
    """
    try:
        packs = _packs(entry)
    except (ImportError, OSError, AttributeError, TypeError, ValueError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise PluginError(
            f"plugin {entry.plugin!r}: the files of game {entry.id!r} cannot be read: {reason}"
        ) from error
    if not any(pack.kind == "rulebook" for pack in packs):
        raise PluginError(f"plugin {entry.plugin!r}: game {entry.id!r} has no rulebook in {entry.rulebook}")
    return packs


def _packs(entry: GameEntry) -> list[Pack]:
    packs = [_pack("rulebook", "rulebook/", path) for path in _yaml_in(entry.rulebook)]
    package = files(entry.package)
    for kind in ("ledger", "words"):
        path = package / f"{kind}.yaml"
        if path.is_file():
            packs.append(_pack(kind, "", path))
    for kind, folder in (("cards", f"{entry.id}/"), ("deck", f"{entry.id}/decks/"), ("list", f"{entry.id}/lists/")):
        for root in entry.roots:
            place = root
            for step in folder.split("/")[:-1]:
                place = place / step
            packs += [_pack(kind, folder, path) for path in _yaml_in(place)]
    return packs


def _yaml_in(folder: Traversable) -> Iterator[Traversable]:
    if folder.is_dir():
        yield from sorted((p for p in folder.iterdir() if p.name.endswith(YAML_SUFFIXES)), key=lambda path: path.name)


def _pack(kind: str, folder: str, path: Traversable) -> Pack:
    return Pack(kind, folder + path.name, str(path), path.read_bytes())


def yaml_files(paths: Iterable[Path]) -> Iterator[Path]:
    """The files among `paths`, and the YAML files in the folders among them, in order of name."""
    for path in paths:
        if path.is_dir():
            yield from sorted(each for each in path.rglob("*") if each.suffix in YAML_SUFFIXES and not each.is_dir())
        else:
            yield path

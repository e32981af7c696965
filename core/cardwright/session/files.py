"""Files written so that a crash loses nothing that was there before, and read whole or not at all."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from pathlib import Path
from typing import TypeVar

import msgspec

from cardwright.errors import DamagedFile

T = TypeVar("T")


class _Envelope(msgspec.Struct):
    format: str
    version: int
    checksum: str
    body: msgspec.Raw


def seal(kind: str, version: int, content: object) -> bytes:
    """The content as JSON bytes under a format name, a version and a checksum."""
    body = msgspec.json.encode(content, order="deterministic")
    return msgspec.json.encode(_Envelope(kind, version, _checksum(body), msgspec.Raw(body)))


def unseal(kind: str, version: int, data: bytes, expected: type[T]) -> T:
    """What `seal` was given.

    Raises:
        DamagedFile: the data is anything else.
    """
    try:
        envelope = msgspec.json.decode(data, type=_Envelope)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise DamagedFile(f"this is no {kind}: {error}") from error
    if envelope.format != kind:
        raise DamagedFile(f"this is a {envelope.format!r:.60}, not a {kind}")
    if envelope.version != version:
        raise DamagedFile(f"this {kind} has version {envelope.version}; version {version} can be read")
    body = bytes(envelope.body)
    if _checksum(body) != envelope.checksum:
        raise DamagedFile(f"this {kind} was changed after it was written")
    try:
        return msgspec.json.decode(body, type=expected)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise DamagedFile(f"this {kind} does not hold what it should: {error}") from error


def kind_of(data: bytes) -> str:
    """The format name that `seal` was given; empty for data of another origin."""
    try:
        return msgspec.json.decode(data, type=_Envelope).format
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return ""


def write_file(path: Path, data: bytes) -> None:
    """Put `data` at `path`; until it is wholly on the disk the old file stays."""
    try:
        _write_beside(path, data)
    except OSError as error:
        error.filename = str(path)  # and not the one beside it
        raise
    _sync_folder(path.parent)


def _write_beside(path: Path, data: bytes) -> None:
    """Write a file of another name in the same folder, and give it the name last of all."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise


def _sync_folder(folder: Path) -> None:
    """Make the new name last; systems that cannot open a folder need no such help."""
    with contextlib.suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def _checksum(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()

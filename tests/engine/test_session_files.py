"""Records and saves are written whole, read whole, or refused by name."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import msgspec
import pytest

from cardwright.errors import DamagedFile
from cardwright.session.files import seal, unseal, write_file
from cardwright.session.record import DeckList, Record, dump_record, load_record, read_record, write_record

RECORD = Record(
    engine="1",
    rulebook="abc",
    game="made",
    mode="duel",
    seed=7,
    decks=(DeckList("one", {"main": {"X-1": 4}}),),
    answers=(0, 3, 1),
    counts=(2, 4, 2),
    end="ff",
)


def test_a_record_comes_back_as_it_was(tmp_path: Path) -> None:
    write_record(tmp_path / "game.json", RECORD)
    assert read_record(tmp_path / "game.json") == RECORD


def test_every_change_of_one_byte_is_noticed() -> None:
    data = dump_record(RECORD)
    for place in range(len(data)):
        changed = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
        try:
            found = load_record(changed)
        except DamagedFile:
            continue
        assert found == RECORD, f"byte {place} changed unnoticed"


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b"\xff\xfe", b"null", b"[" * 100_000, b'{"format": 3}'])
def test_what_is_no_record_is_refused(data: bytes) -> None:
    with pytest.raises(DamagedFile):
        load_record(data)


def test_a_cut_record_is_refused_with_its_name(tmp_path: Path) -> None:
    path = tmp_path / "cut.json"
    path.write_bytes(dump_record(RECORD)[:-20])
    with pytest.raises(DamagedFile, match=r"cut\.json"):
        read_record(path)


def test_another_kind_and_another_version_are_named() -> None:
    with pytest.raises(DamagedFile, match="cardwright-other"):
        load_record(seal("cardwright-other", 1, RECORD))
    with pytest.raises(DamagedFile, match="version 99"):
        load_record(seal("cardwright-record", 99, RECORD))


def test_a_sound_envelope_with_other_contents_is_refused() -> None:
    with pytest.raises(DamagedFile, match="does not hold"):
        unseal("kind", 1, seal("kind", 1, {"a": 1}), Record)


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    write_file(path, b"old")

    def fail(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "disk full", "game.json.part")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match=r"disk full: .*game.json.$"):
        write_file(path, b"new")
    assert path.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == ["game.json"]


def test_a_record_does_not_hang_on_the_order_of_its_keys() -> None:
    other = msgspec.structs.replace(RECORD, decks=(DeckList("one", {"side": {}, "main": {"X-1": 4}}),))
    same = msgspec.structs.replace(RECORD, decks=(DeckList("one", {"main": {"X-1": 4}, "side": {}}),))
    assert dump_record(other) == dump_record(same)

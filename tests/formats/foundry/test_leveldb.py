"""LevelDB folders, which Foundry uses since version 11."""

import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.errors import FormatError
from sightline.formats.foundry import leveldb
from tests.formats.foundry.leveldb_writer import (
    batch,
    records,
    snapped,
    string,
    table,
    varint,
    write_folder,
)

ALL = (b"",)


@given(st.binary(max_size=3000), st.integers(1, 40))
def test_what_snappy_packed_is_unpacked(data, times) -> None:
    whole = data * times
    assert leveldb.unsnap(snapped(whole), 10**6) == whole


def test_copies_that_run_into_themselves() -> None:
    # "ab", then 60 bytes copied from two bytes back; then the same with a four-byte offset.
    assert leveldb.unsnap(b"\x3e\x04ab\xee\x02\x00", 100) == b"ab" * 31
    assert leveldb.unsnap(b"\x06\x04ab\x0f\x02\x00\x00\x00", 100) == b"ab" * 3
    # A literal whose length takes a separate byte.
    assert leveldb.unsnap(b"\x50\xf0\x4f" + b"x" * 80, 100) == b"x" * 80


@pytest.mark.parametrize(
    "packed",
    [
        b"\x05\x04ab",  # declares more than it has
        b"\x01\x04ab",  # declares less than it has
        b"\x04\x04ab\x01\x03",  # copies from before the beginning
        b"\x06\x04ab\x01\x00",  # copies from offset zero
        b"\x03\x08ab",  # ends inside a literal
        b"\xff" * 11,
    ],
)
def test_broken_packed_blocks(packed) -> None:
    with pytest.raises(FormatError):
        leveldb.unsnap(packed, 1000)


def test_a_bomb_is_refused_before_it_unpacks() -> None:
    with pytest.raises(FormatError, match="unpacks to more than"):
        leveldb.unsnap(varint(1 << 40) + b"\x04ab", 1 << 28)


def test_the_newest_value_counts(tmp_path) -> None:
    old = {b"a": (1, b"old"), b"b": (2, b"old"), b"c": (3, b"old"), b"d": (4, b"old")}
    new = {b"b": (7, b"new"), b"c": (8, None)}
    log = records([batch(20, [(b"d", b"newest"), (b"e", b"five"), (b"a", None)])])
    # The values of a table that the manifest lists as deleted must not reappear.
    gone = {b"z": (50, b"ghost")}
    folder = write_folder(
        tmp_path / "pack",
        {3: table(new), 5: table(old), 6: table(gone)},
        {8: log, 2: records([batch(90, [(b"y", b"ghost")])])},
        first_log=8,
        gone=(6,),
    )
    before = {each.name: each.read_bytes() for each in folder.iterdir()}
    assert leveldb.documents(folder, ALL) == {b"b": b"new", b"d": b"newest", b"e": b"five"}
    assert {each.name: each.read_bytes() for each in folder.iterdir()} == before


def test_only_what_is_asked_for_is_read(tmp_path) -> None:
    keys = {f"!{kind}!{i}".encode(): (i + 1, b"x") for kind in "abc" for i in range(9)}
    folder = write_folder(tmp_path, {4: table(keys)})
    assert list(leveldb.documents(folder, (b"!b!",))) == [f"!b!{i}".encode() for i in range(9)]
    assert list(leveldb.documents(folder, (b"!a!", b"!c!8"))) == [
        *(f"!a!{i}".encode() for i in range(9)),
        b"!c!8",
    ]


def test_long_records_go_over_several_blocks(tmp_path) -> None:
    value = bytes(range(256)) * 700
    log = records([batch(1, [(b"a", value)]), batch(2, [(b"b", b"short")])])
    assert leveldb.documents(write_folder(tmp_path, {}, {1: log}), ALL) == {
        b"a": value,
        b"b": b"short",
    }


def test_a_record_that_was_never_finished_is_left_out(tmp_path) -> None:
    whole, torn = records([batch(1, [(b"a", b"one")])]), records([batch(2, [(b"b", b"two")])])
    folder = write_folder(tmp_path, {}, {1: whole + torn[:-2]})
    assert leveldb.documents(folder, ALL) == {b"a": b"one"}


@given(st.integers(0, 2**32))
def test_a_broken_folder_is_our_error(tmp_path_factory, seed) -> None:
    chance = random.Random(seed)
    changes = {f"key {i}".encode(): (i + 1, b"value " * i) for i in range(12)}
    log = records([batch(20, [(b"d", b"newest"), (b"e", None)])])
    folder = write_folder(tmp_path_factory.mktemp("db"), {5: table(changes)}, {8: log})
    file = chance.choice(sorted(folder.iterdir()))
    data = bytearray(file.read_bytes())
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(data))
        data[at : at + chance.randint(0, 3)] = chance.randbytes(chance.randint(0, 3))
    file.write_bytes(data[: chance.randint(1, len(data))] if chance.random() < 0.3 else data)
    with suppress(FormatError):
        leveldb.documents(folder, ALL)


def test_what_is_missing_is_named(tmp_path) -> None:
    folder = write_folder(tmp_path, {5: table({b"a": (1, b"x")})})
    (folder / "000005.ldb").unlink()
    with pytest.raises(FormatError, match=r"000005\.ldb: this file is missing"):
        leveldb.documents(folder, ALL)
    # Tables of the first versions have a different footer.
    (folder / "000005.sst").write_bytes(table({b"a": (1, b"x")}))
    assert leveldb.documents(folder, ALL) == {b"a": b"x"}


@pytest.mark.parametrize("current", [b"", b"../../etc/passwd\n", b"MANIFEST-../7", b"\xff\xfe"])
def test_the_manifest_lies_in_the_folder(tmp_path, current) -> None:
    folder = write_folder(tmp_path, {})
    (folder / "CURRENT").write_bytes(current)
    with pytest.raises(FormatError, match="CURRENT: expected the name of a manifest"):
        leveldb.documents(folder, ALL)


def test_other_ways_to_pack_are_told(tmp_path) -> None:
    content = {b"a": (1, b"x")}
    data = bytearray(table(content))
    data[data.index(b"\1" + bytes(4))] = 2  # the type byte after the first block
    folder = write_folder(tmp_path, {5: bytes(data)})
    with pytest.raises(FormatError, match=r"blocks packed by an unsupported method \(2\)"):
        leveldb.documents(folder, ALL)


def test_a_manifest_with_an_unknown_tag(tmp_path) -> None:
    folder = write_folder(tmp_path, {})
    (folder / "MANIFEST-000007").write_bytes(records([b"\x42" + string(b"?")]))
    with pytest.raises(FormatError, match="MANIFEST-000007: expected a tag of a manifest, got 66"):
        leveldb.documents(folder, ALL)


def test_large_folders_are_refused(tmp_path, monkeypatch) -> None:
    folder = write_folder(tmp_path, {5: table({b"a": (1, b"x")}), 6: table({b"b": (1, b"y")})})
    size = (folder / "000005.ldb").stat().st_size
    assert (folder / "MANIFEST-000007").stat().st_size < 2 * size
    monkeypatch.setattr(leveldb, "MAX_FILE_BYTES", 2 * size - 1)
    with pytest.raises(FormatError, match=r"000006\.ldb: the folder's files have more than"):
        leveldb.documents(folder, ALL)

"""Read-only access to a LevelDB folder, Foundry's storage since version 11.

    documents(folder, (b"!scenes!",))   -> {key: value}, the newest values with these prefixes

A LevelDB library would open the folder for writing and leave a lock, a log and a manifest there. A
user's world must stay unchanged, so this module parses the files itself. The manifest lists the
current files. Tables are blocks of sorted keys, compressed with Snappy. Logs are batches of
changes. For every key, the change with the highest number applies.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sightline.errors import FormatError
from sightline.formats.contract import MAX_FILE_BYTES, MAX_UNPACKED_BYTES

_LOG_BLOCK = 32768
_TABLE_MAGIC = 0xDB4775248B80FB57
_FOOTER = 48
_FULL, _LAST = 1, 4
_DELETION, _VALUE = 0, 1

Changes = dict[bytes, tuple[int, bytes | None]]
"""The latest change of each key: its number and value. The value None means deleted."""


def is_folder(folder: Path) -> bool:
    """Return whether a folder looks like a LevelDB database."""
    return (folder / "CURRENT").is_file()


def documents(folder: Path, prefixes: tuple[bytes, ...]) -> dict[bytes, bytes]:
    """Return the values of all keys with one of these prefixes, sorted by key.

    A missing or broken file raises a `FormatError` that names it.
    """
    manifest = _small(folder, "CURRENT").decode("ascii", "replace").strip()
    if not manifest.startswith("MANIFEST-") or "/" in manifest or "\\" in manifest:
        raise FormatError("expected the name of a manifest", "CURRENT")
    with _blamed(manifest):
        tables, first_log = _live_files(_read(folder / manifest, manifest))
    changes: Changes = {}
    reading = _Reading(prefixes, changes)
    for number in sorted(tables):
        path = _table_path(folder, number)
        with _blamed(path.name):
            reading.table(_read(path, path.name, reading))
    logs = sorted(path for path in folder.glob("*.log") if path.stem.isdecimal())
    for path in logs:
        if int(path.stem) >= first_log:
            with _blamed(path.name):
                reading.log(_read(path, path.name, reading))
    return {key: value for key, (_, value) in sorted(changes.items()) if value is not None}


def _small(folder: Path, name: str) -> bytes:
    with (folder / name).open("rb") as stream:
        return stream.read(1000)


def _read(path: Path, name: str, reading: _Reading | None = None) -> bytes:
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_FILE_BYTES + 1)
    except FileNotFoundError:
        raise FormatError("this file is missing: copy the whole folder", name) from None
    total = len(data) + (reading.size if reading is not None else 0)
    if total > MAX_FILE_BYTES:
        raise FormatError(f"the folder's files have more than {MAX_FILE_BYTES:,} bytes", name)
    if reading is not None:
        reading.size = total
    return data


def _table_path(folder: Path, number: int) -> Path:
    path = folder / f"{number:06d}.ldb"
    old = path.with_suffix(".sst")  # the suffix of tables in the first versions
    return old if old.is_file() and not path.is_file() else path


@contextmanager
def _blamed(name: str) -> Iterator[None]:
    try:
        yield
    except FormatError as error:
        raise error if error.place else FormatError(str(error), name) from None
    except (IndexError, struct.error):
        raise FormatError("broken, or not a file of a LevelDB", name) from None


class _Reading:
    """Gathers the newest changes from tables and logs."""

    def __init__(self, prefixes: tuple[bytes, ...], changes: Changes) -> None:
        self._prefixes = prefixes
        self._changes = changes
        self._unpacked = 0
        self.size = 0

    def table(self, data: bytes) -> None:
        """Read the changes in a table file: blocks, with an index at its end."""
        if len(data) < _FOOTER or struct.unpack("<Q", data[-8:])[0] != _TABLE_MAGIC:
            raise FormatError("expected a table of a LevelDB, got something else")
        at = len(data) - _FOOTER
        for _ in range(2):  # the position of the metaindex block, which is not needed
            _, at = _varint(data, at)
        start, at = _varint(data, at)
        length, _ = _varint(data, at)
        before = b""
        for last_key, handle in _entries(self._block(data, start, length)):
            last = last_key[:-8]
            if any(before <= prefix + b"\xff" and last >= prefix for prefix in self._prefixes):
                start, at = _varint(handle, 0)
                length, _ = _varint(handle, at)
                for key, value in _entries(self._block(data, start, length)):
                    (mark,) = struct.unpack("<Q", key[-8:])
                    self._note(key[:-8], mark >> 8, value if mark & 0xFF == _VALUE else None)
            before = last

    def log(self, data: bytes) -> None:
        """Read the changes in a log file: batches of changes, each with the number of its first
        change.
        """
        for batch in _records(data):
            number, count = struct.unpack("<QI", batch[:12])
            at = 12
            for step in range(count):
                kind = batch[at]
                key, at = _string(batch, at + 1)
                value = None
                if kind == _VALUE:
                    value, at = _string(batch, at)
                elif kind != _DELETION:
                    raise FormatError(f"expected a change of kind 0 or 1, got {kind}")
                self._note(key, number + step, value)

    def _note(self, key: bytes, number: int, value: bytes | None) -> None:
        if key.startswith(self._prefixes):
            there = self._changes.get(key)
            if there is None or there[0] <= number:
                self._changes[key] = (number, value)

    def _block(self, data: bytes, start: int, length: int) -> bytes:
        kind = data[start + length]
        block = data[start : start + length]
        if kind == 1:
            block = unsnap(block, MAX_UNPACKED_BYTES - self._unpacked)
        elif kind:
            raise FormatError(
                f"blocks packed by an unsupported method ({kind}): export the scene as JSON"
            )
        self._unpacked += len(block)
        return block


def _live_files(data: bytes) -> tuple[set[int], int]:
    """Return the numbers of the current tables, and that of the first current log."""
    tables: set[int] = set()
    first_log = 0
    for edit in _records(data):
        at = 0
        while at < len(edit):
            tag, at = _varint(edit, at)
            if tag == 1:  # the name of the key order
                _, at = _string(edit, at)
            elif tag == 2:
                first_log, at = _varint(edit, at)
            elif tag in (3, 4, 9):  # counters, and the log number of the first versions
                _, at = _varint(edit, at)
            elif tag == 5:
                _, at = _varint(edit, at)
                _, at = _string(edit, at)
            elif tag == 6:
                _, at = _varint(edit, at)
                number, at = _varint(edit, at)
                tables.discard(number)
            elif tag == 7:
                _, at = _varint(edit, at)
                number, at = _varint(edit, at)
                _, at = _varint(edit, at)
                _, at = _string(edit, at)
                _, at = _string(edit, at)
                tables.add(number)
            else:
                raise FormatError(f"expected a tag of a manifest, got {tag}")
    return tables, first_log


def _records(data: bytes) -> Iterator[bytes]:
    """Yield the records of a log. An incomplete record at the end was never committed."""
    parts: list[bytes] = []
    at = 0
    while at + 7 <= len(data):
        room = _LOG_BLOCK - at % _LOG_BLOCK
        if room < 7:
            at += room
            continue
        length, kind = struct.unpack("<HB", data[at + 4 : at + 7])
        if not length and not kind:  # unused space
            at += room
            continue
        if at + 7 + length > len(data):
            return
        part = data[at + 7 : at + 7 + length]
        at += 7 + length
        if not 1 <= kind <= _LAST:
            raise FormatError(f"expected a record of kind 1 to 4, got {kind}")
        parts = [part] if kind <= 2 else [*parts, part]
        if kind in (_FULL, _LAST):
            yield b"".join(parts)
            parts = []


def _entries(block: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the keys and values of a block. Each stored key is a difference from the previous
    one.
    """
    (restarts,) = struct.unpack("<I", block[-4:])
    end = len(block) - 4 - 4 * restarts
    at, key = 0, b""
    while at < end:
        shared, at = _varint(block, at)
        rest, at = _varint(block, at)
        size, at = _varint(block, at)
        if at + rest + size > end or shared > len(key):
            raise FormatError("a block breaks off")
        key = key[:shared] + block[at : at + rest]
        if len(key) < 8:
            raise FormatError("a key without a number")
        at += rest
        yield key, block[at : at + size]
        at += size


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Return a number, stored with seven bits per byte, and the position after it."""
    value = shift = 0
    while shift < 64:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
    raise FormatError("a number of more than ten bytes")


def _string(data: bytes, at: int) -> tuple[bytes, int]:
    size, at = _varint(data, at)
    if at + size > len(data):
        raise FormatError("a string breaks off")
    return data[at : at + size], at + size


def unsnap(data: bytes, limit: int) -> bytes:
    """Unpack Snappy data: literal pieces, and copies of earlier output."""
    length, at = _varint(data, 0)
    if length > limit:
        raise FormatError(f"unpacks to more than {MAX_UNPACKED_BYTES:,} bytes")
    out = bytearray()
    end = len(data)
    while at < end:
        tag = data[at]
        at += 1
        kind = tag & 3
        if kind == 0:
            size = tag >> 2
            if size >= 60:
                extra = size - 59
                size = int.from_bytes(data[at : at + extra], "little")
                at += extra
            size += 1
            out += data[at : at + size]
            at += size
            if at > end:
                raise FormatError("a packed block breaks off")
        else:
            if kind == 1:
                size = ((tag >> 2) & 7) + 4
                back = (tag >> 5) << 8 | data[at]
                at += 1
            else:
                size = (tag >> 2) + 1
                back = data[at] | data[at + 1] << 8
                at += 2
                if kind == 3:
                    back |= data[at] << 16 | data[at + 1] << 24
                    at += 2
            begin = len(out) - back
            if begin < 0 or back == 0:
                raise FormatError("a packed block copies from before its beginning")
            piece = out[begin : begin + size]
            if back < size:  # the copy overlaps its own output
                piece = (piece * (size // back + 1))[:size]
            out += piece
            if len(out) > length:
                break
    if len(out) != length:
        raise FormatError(f"a packed block declares {length:,} bytes and holds {len(out):,}")
    return bytes(out)

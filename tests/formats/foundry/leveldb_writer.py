"""Write LevelDB folders for tests (tables, logs and manifests), following the
format description.
"""

import struct
from collections.abc import Mapping
from pathlib import Path

MAGIC = 0xDB4775248B80FB57


def varint(value: int) -> bytes:
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def string(value: bytes) -> bytes:
    return varint(len(value)) + value


def snapped(data: bytes) -> bytes:
    """Compress in Snappy's format, with a copy wherever four bytes repeat."""
    out = bytearray(varint(len(data)))
    seen: dict[bytes, int] = {}
    at = start = 0

    def literal(piece: bytes) -> None:
        for begin in range(0, len(piece), 60):
            part = piece[begin : begin + 60]
            out.extend(bytes([(len(part) - 1) << 2]) + part)

    while at < len(data):
        four = data[at : at + 4]
        before = seen.get(four)
        seen[four] = at
        if len(four) < 4 or before is None or at - before > 65535:
            at += 1
            continue
        literal(data[start:at])
        size = 4
        while size < 64 and at + size < len(data) and data[at + size] == data[before + size]:
            size += 1
        if size <= 11 and at - before < 2048:
            out.extend(bytes([1 | (size - 4) << 2 | (at - before) >> 8 << 5, (at - before) & 0xFF]))
        else:
            out.extend(bytes([2 | (size - 1) << 2]) + struct.pack("<H", at - before))
        at += size
        start = at
    literal(data[start:])
    return bytes(out)


def block(entries: list[tuple[bytes, bytes]]) -> bytes:
    """Encode keys and values, each key without the prefix that it shares with the previous one."""
    out, last = bytearray(), b""
    for key, value in entries:
        shared = 0
        while shared < min(len(key), len(last)) and key[shared] == last[shared]:
            shared += 1
        out += (
            varint(shared) + varint(len(key) - shared) + varint(len(value)) + key[shared:] + value
        )
        last = key
    return bytes(out) + struct.pack("<II", 0, 1)


def internal(key: bytes, number: int, *, deleted: bool = False) -> bytes:
    return key + struct.pack("<Q", number << 8 | (not deleted))


def table(changes: Mapping[bytes, tuple[int, bytes | None]], a_block: int = 3) -> bytes:
    """Build a table file: an index, and blocks with `a_block` keys each."""
    out, index = bytearray(), []

    def add(content: bytes, *, packed: bool) -> bytes:
        content = snapped(content) if packed else content
        handle = varint(len(out)) + varint(len(content))
        out.extend(content + bytes([packed]) + bytes(4))
        return handle

    entries = [
        (internal(key, number, deleted=value is None), value or b"")
        for key, (number, value) in sorted(changes.items())
    ]
    for begin in range(0, len(entries), a_block):
        part = entries[begin : begin + a_block]
        index.append((part[-1][0], add(block(part), packed=begin % 2 == 0)))
    meta = add(block([]), packed=False)
    handles = meta + add(block(index), packed=True)
    return bytes(out) + handles.ljust(40, b"\0") + struct.pack("<Q", MAGIC)


def records(payloads: list[bytes]) -> bytes:
    """Encode log records, split at block boundaries of 32768 bytes."""
    out = bytearray()
    for payload in payloads:
        first, rest = True, payload
        while first or rest:
            room = 32768 - len(out) % 32768
            if room < 7:
                out += bytes(room)
                continue
            part, rest = rest[: room - 7], rest[room - 7 :]
            kind = (1 if not rest else 2) if first else (4 if not rest else 3)
            out += bytes(4) + struct.pack("<HB", len(part), kind) + part
            first = False
    return bytes(out)


def batch(number: int, changes: list[tuple[bytes, bytes | None]]) -> bytes:
    out = bytearray(struct.pack("<QI", number, len(changes)))
    for key, value in changes:
        out += b"\0" + string(key) if value is None else b"\1" + string(key) + string(value)
    return bytes(out)


def new_file(number: int) -> bytes:
    return b"\7" + varint(0) + varint(number) + varint(1) + string(b"a" * 8) + string(b"z" * 8)


def gone_file(number: int) -> bytes:
    return b"\6" + varint(0) + varint(number)


def write_folder(
    folder: Path,
    tables: dict[int, bytes],
    logs: dict[int, bytes] | None = None,
    *,
    first_log: int = 0,
    gone: tuple[int, ...] = (),
) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    edits = [
        b"\1" + string(b"leveldb.BytewiseComparator") + b"\2" + varint(0) + b"\3" + varint(9),
        b"".join(map(new_file, tables)) + b"\5" + varint(1) + string(b"key"),
        b"".join(map(gone_file, gone)) + b"\2" + varint(first_log) + b"\4" + varint(99),
    ]
    (folder / "CURRENT").write_bytes(b"MANIFEST-000007\n")
    (folder / "MANIFEST-000007").write_bytes(records(edits))
    for number, data in tables.items():
        (folder / f"{number:06d}.ldb").write_bytes(data)
    for number, data in (logs or {}).items():
        (folder / f"{number:06d}.log").write_bytes(data)
    return folder

"""Read one file from an untrusted zip archive: bombs are limited, and errors name the place.

    if looks_like_zip(data):
        names = zip_names(data)
        xml = unzip(data, "content.xml")

Only the central directory at the end is used, after it has been checked against the archive. The
unpacked size is limited while unpacking, whatever the header says.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass

from sightline.errors import FormatError
from sightline.formats.contract import MAX_FILE_BYTES
from sightline.formats.safe.safe_json import show
from sightline.texts import as_text, say

MAX_MEMBERS = 20_000
"""The maximum number of files in one archive."""
MAX_LIST_BYTES = 4 * 1024 * 1024
"""The largest central directory, in bytes."""

_END = struct.Struct("<4s4H2LH")
_ENTRY = struct.Struct("<4s6H3L5H2L")
_LOCAL = struct.Struct("<4s5H3L2H")
_STORED, _DEFLATED = 0, 8
_ENCRYPTED, _UTF8 = 0x1, 0x800


@dataclass(frozen=True)
class _Member:
    name: str
    flags: int
    method: int
    checksum: int
    packed: int
    unpacked: int
    offset: int


def looks_like_zip(data: bytes) -> bool:
    """Return whether the data begins like a zip archive. This is cheap, for `recognizes`."""
    return data[:4] == b"PK\x03\x04"


def zip_names(data: bytes) -> list[str]:
    """Return the names of all files in the archive, in its order."""
    return [member.name for member in _members(data)]


def unzip(data: bytes, name: str, limit: int = MAX_FILE_BYTES) -> bytes:
    """Return the bytes of a file in the archive. A missing or broken file raises a FormatError."""
    member = next((each for each in _members(data) if each.name == name), None)
    if member is None:
        raise FormatError(
            say("expected a file {got} in the archive, which is missing", got=show(name))
        )
    if member.flags & _ENCRYPTED:
        raise FormatError(say("is encrypted: unpack the archive with its password first"), name)
    if member.unpacked > limit:
        raise FormatError(
            say(
                "unpacks to {unpacked:,} bytes; at most {most:,} are read",
                unpacked=member.unpacked,
                most=limit,
            ),
            name,
        )
    packed = _packed(data, member)
    if member.method == _STORED:
        plain = packed
    elif member.method == _DEFLATED:
        plain = _inflate(packed, name, limit)
    else:
        raise FormatError(
            say(
                "is packed by method {method}; plain and deflated files are read",
                method=member.method,
            ),
            name,
        )
    if len(plain) != member.unpacked or zlib.crc32(plain) != member.checksum:
        raise FormatError(say("is damaged: it is not what the archive's list says"), name)
    return plain


def _inflate(packed: bytes, name: str, limit: int) -> bytes:
    stream = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        plain = stream.decompress(packed, limit + 1)
    except zlib.error as error:
        raise FormatError(say("is damaged: {error}", error=as_text(error)), name) from None
    if len(plain) > limit:
        raise FormatError(say("unpacks to more than {most:,} bytes", most=limit), name)
    if not stream.eof:
        raise FormatError(say("is damaged: it breaks off"), name)
    return plain


def _packed(data: bytes, member: _Member) -> bytes:
    header = data[member.offset : member.offset + _LOCAL.size]
    if len(header) < _LOCAL.size or header[:4] != b"PK\x03\x04":
        raise FormatError(say("is damaged: it is not where the archive's list says"), member.name)
    fields = _LOCAL.unpack(header)
    start = member.offset + _LOCAL.size + fields[9] + fields[10]
    packed = data[start : start + member.packed]
    if len(packed) < member.packed:
        raise FormatError(say("is damaged: it breaks off"), member.name)
    return packed


def _members(data: bytes) -> list[_Member]:
    """Check and return the entries of the central directory."""
    at = data.rfind(b"PK\x05\x06", max(0, len(data) - _END.size - 0xFFFF))
    if at < 0 or len(data) < at + _END.size:
        raise FormatError(say("a zip archive that breaks off: the list of its files is missing"))
    _, disk, first_disk, here, count, length, offset, _ = _END.unpack_from(data, at)
    if 0xFFFF in (disk, count) or 0xFFFFFFFF in (length, offset):
        raise FormatError(say("a zip64 archive; unpack it, and load the map inside"))
    if disk or first_disk or here != count:
        raise FormatError(say("a part of a zip archive; put the parts together first"))
    if count > MAX_MEMBERS or length > MAX_LIST_BYTES:
        raise FormatError(say("an archive of more than {most:,} files", most=MAX_MEMBERS))
    if offset + length > at:
        raise FormatError(
            say("a damaged zip archive: the list of its files is not where it should be")
        )
    members = []
    where = offset
    for _ in range(count):
        if where + _ENTRY.size > offset + length:
            raise FormatError(say("a damaged zip archive: the list of its files breaks off"))
        entry = _ENTRY.unpack_from(data, where)
        if entry[0] != b"PK\x01\x02":
            raise FormatError(say("a damaged zip archive: the list of its files makes no sense"))
        flags, method, checksum, packed, unpacked = entry[3], entry[4], *entry[7:10]
        name_length, extra_length, comment_length = entry[10:13]
        where += _ENTRY.size
        name = data[where : where + name_length]
        members.append(
            _Member(
                name.decode("utf-8" if flags & _UTF8 else "cp437", "replace"),
                flags,
                method,
                checksum,
                packed,
                unpacked,
                entry[16],
            )
        )
        where += name_length + extra_length + comment_length
    return members

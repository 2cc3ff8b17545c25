"""Parse the header of a picture without decoding it.

Only PNG, JPEG and WebP are accepted. The size is checked before decoding, because half a megabyte
of PNG can expand to gigabytes.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass

from sightline.errors import FormatError
from sightline.texts import say

MAX_PICTURE_BYTES = 48 * 1024 * 1024
"""The largest encoded picture: that of a map file of 64 MiB, which contains it as base64."""
MAX_PICTURE_PIXELS = 8192 * 8192
"""The most pixels. Decoding larger pictures needs more memory than the process gets."""
MAX_PICTURE_SIDE = 16_384
"""The longest side in pixels that browsers and graphics cards can show."""

PNG, JPEG, WEBP = "image/png", "image/jpeg", "image/webp"
MEDIA_TYPES = (PNG, JPEG, WEBP)

_PNG_START = b"\x89PNG\r\n\x1a\n"
_JPEG_START = b"\xff\xd8\xff"
# The markers of JPEG frames. All of them have a size, with any coding.
_JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_JPEG_BARE = frozenset((0x01, *range(0xD0, 0xD9)))
"""JPEG markers that are not followed by a length."""


@dataclass(frozen=True)
class PictureHeader:
    """The kind of a picture, and the size that it claims."""

    media_type: str
    pixels: tuple[int, int]


def looks_like_picture(data: bytes) -> bool:
    """Return whether these bytes start like a PNG, a JPEG or a WebP."""
    return _media_type(data) is not None


def read_header(data: bytes) -> PictureHeader:
    """Return the kind and size of a picture within our limits, or raise a `FormatError`."""
    if len(data) > MAX_PICTURE_BYTES:
        raise FormatError(
            say(
                "the picture has {n:,} bytes; at most {most:,} are allowed",
                n=len(data),
                most=MAX_PICTURE_BYTES,
            )
        )
    media_type = _media_type(data)
    if media_type is None:
        raise FormatError(
            say("expected a PNG, JPEG or WebP picture, got bytes that begin otherwise")
        )
    try:
        pixels = _SIZES[media_type](data)
    except (struct.error, IndexError, ValueError):
        pixels = None
    if pixels is None:
        raise FormatError(
            say("the picture begins like {name}, but has no size in it", name=_name(media_type))
        )
    width, height = pixels
    if not (0 < width <= MAX_PICTURE_SIDE and 0 < height <= MAX_PICTURE_SIDE):
        raise FormatError(
            say(
                "the picture is {width:,} x {height:,} pixels; expected sides from 1 to {most:,}",
                width=width,
                height=height,
                most=MAX_PICTURE_SIDE,
            )
        )
    if width * height > MAX_PICTURE_PIXELS:
        raise FormatError(
            say(
                "the picture is {width:,} x {height:,} pixels, {all:,} in all; at most"
                " {most:,} are allowed: make it smaller",
                width=width,
                height=height,
                all=width * height,
                most=MAX_PICTURE_PIXELS,
            )
        )
    return PictureHeader(media_type, (width, height))


def _name(media_type: str) -> str:
    return {PNG: "a PNG", JPEG: "a JPEG", WEBP: "a WebP"}[media_type]


def _media_type(data: bytes) -> str | None:
    if data.startswith(_PNG_START):
        return PNG
    if data.startswith(_JPEG_START):
        return JPEG
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return WEBP
    return None


def _png_size(data: bytes) -> tuple[int, int] | None:
    if data[12:16] != b"IHDR":
        return None
    width, height = struct.unpack_from(">II", data, 16)
    return width, height


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            return None
        marker = data[at + 1]
        if marker == 0xFF:  # fill bytes may precede a marker
            at += 1
            continue
        if marker in _JPEG_BARE:
            at += 2
            continue
        if marker in _JPEG_FRAMES:
            height, width = struct.unpack_from(">HH", data, at + 5)
            return width, height
        if marker in (0xD9, 0xDA):  # the end of the file or the pixels came before a frame
            return None
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None


def _webp_size(data: bytes) -> tuple[int, int] | None:
    if len(data) < 30:
        return None
    kind = data[12:16]
    if kind == b"VP8X":
        return (
            1 + int.from_bytes(data[24:27], "little"),
            1 + int.from_bytes(data[27:30], "little"),
        )
    if kind == b"VP8L" and data[20] == 0x2F:
        bits = struct.unpack_from("<I", data, 21)[0]
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind == b"VP8 " and data[23:26] == b"\x9d\x01\x2a":
        width, height = struct.unpack_from("<HH", data, 26)
        return width & 0x3FFF, height & 0x3FFF
    return None


_SIZES = {PNG: _png_size, JPEG: _jpeg_size, WEBP: _webp_size}


def smallest_png(width: int, height: int) -> bytes:
    """Return a black PNG of that size, for examples and tests. It needs no dependencies."""
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    rows = zlib.compress(bytes((1 + (width + 7) // 8) * height), 9)
    chunks = ((b"IHDR", head), (b"IDAT", rows), (b"IEND", b""))
    return _PNG_START + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )

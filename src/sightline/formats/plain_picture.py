"""A plain picture of a board, for files that must have one: dark rock, light floor, gray lines.

It needs no library: a PNG of a few grays, in which all pixel rows of a tile are the same.
"""

from __future__ import annotations

import struct
import zlib

from sightline.model import planes
from sightline.model.square import SquareBoard

MOST_PIXELS = 4_000_000
"""The maximum number of pixels of the picture. Larger boards get smaller tiles."""
TILE_PIXELS = (70, 50, 35, 20, 10, 5, 2, 1)
"""The widths of a tile to try: the first that keeps the picture small enough is used."""

_FLOOR, _ROCK, _LINE = 0xF5, 0x50, 0xC8
_LINED_FROM = 5
"""The smallest tile width at which lines are drawn between tiles."""


def tile_pixels(board: SquareBoard) -> int:
    """Return the width of a tile in the plain picture, in pixels."""
    tiles = board.rows * board.cols
    return next((size for size in TILE_PIXELS if tiles * size * size <= MOST_PIXELS), 1)


def plain_png(board: SquareBoard) -> bytes:
    """Return the plain picture as the bytes of a PNG.

    >>> from sightline import SquareBoard
    >>> plain_png(SquareBoard.from_text("S.#"))[:4]
    b'\\x89PNG'
    """
    size = tile_pixels(board)
    grays = bytes.maketrans(b"\0\1", bytes((_FLOOR, _ROCK)))
    line = bytes((_LINE,)) if size >= _LINED_FROM else b""
    packer = zlib.compressobj(9)
    packed = b""
    for i in range(board.rows):
        row = planes.solid_row(board, i).translate(grays)
        inner = b"".join(line + bytes((gray,)) * (size - len(line)) for gray in row)
        outer = line * len(inner) or inner
        # Each row of pixels begins with the number of its filter. 0 means none.
        packed += packer.compress(b"\0" + outer + (b"\0" + inner) * (size - 1))
    packed += packer.flush()
    head = struct.pack(">IIBBBBB", board.cols * size, board.rows * size, 8, 0, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", packed), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )

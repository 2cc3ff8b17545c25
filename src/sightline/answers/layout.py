"""The tiles of a board without their content, small enough to pickle with a field.

A field is pickled without its board. Instead it includes a key of plain values, from which an empty
board with the same tiles can be created.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sightline.model.board import Board
from sightline.model.cell import Hex, hex_disc
from sightline.model.hexagon import HexBoard
from sightline.model.parts.ground import OUTSIDE
from sightline.model.planes import extent, ground_row
from sightline.model.square import SquareBoard

LayoutKey = tuple[Any, ...]
_OUTSIDE_TO_DIGIT = bytes(ord("0" if byte & OUTSIDE else "1") for byte in range(256))


def layout_key(board: Board) -> LayoutKey:
    """Return a key for the tiles of a board."""
    if not isinstance(board, HexBoard):
        return board.shape
    how = (board.outside, board.orientation)
    rows, cols, row0, col0 = extent(board)
    radius = rows // 2
    is_full = len(board.cells) == 1 + 3 * radius * (radius + 1)
    if is_full and list(board.cells) == hex_disc((0, 0), radius):
        return (*how, radius)
    digits = b"".join(ground_row(board, row).translate(_OUTSIDE_TO_DIGIT) for row in range(rows))
    held = int(digits, 2).to_bytes((rows * cols + 7) // 8, "big")
    return (*how, rows, cols, row0, col0, held)


@lru_cache(maxsize=64)
def layout_of(key: LayoutKey) -> Board:
    """Return an empty board with these tiles. Boards are shared by key, so do not change it."""
    if len(key) == 2:
        return SquareBoard(*key)
    outside, orientation, *rest = key
    if len(rest) == 1:
        return HexBoard(rest[0], outside=outside, orientation=orientation)
    rows, cols, row0, col0, held = rest
    digits = f"{int.from_bytes(held, 'big'):0{rows * cols}b}"
    cells = [
        Hex(col0 + i % cols, row0 + i // cols) for i, digit in enumerate(digits) if digit == "1"
    ]
    return HexBoard(cells=cells, outside=outside, orientation=orientation)

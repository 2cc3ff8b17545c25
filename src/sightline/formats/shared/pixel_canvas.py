"""The position of a board's tiles on a canvas of whole pixels.

On squares, the tile size is chosen so that the ends of all walls are whole pixels. On hexes this is
impossible, because their dimensions contain √3. Ends are rounded there, and a reader that snaps
walls to the grid restores them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sightline.formats.counts import count, squares
from sightline.formats.foundry.canvas import SQRT3
from sightline.formats.shared.board_lines import BoardLines
from sightline.model.board import Board
from sightline.model.cell import Point
from sightline.model.figure import Figure
from sightline.model.hexagon import HexBoard
from sightline.model.numbers import UNIT
from sightline.model.square import SquareBoard
from sightline.pictures import MapPicture

MOST_PIXELS = 16_384
"""The largest width or height of a canvas that is enlarged to keep walls exact."""
SIZES = (100, 120, 128, 140, 150, 160, 200, 250, 256, 300, 400, 500, 512, 600, 1000, 1024)
"""Possible widths of a tile in pixels, the most usual first. All are even, so that middles
are pixels.
"""


@dataclass
class PixelCanvas:
    """A canvas in pixels, and the mapping from board coordinates to it."""

    size: int
    """The width of a tile in pixels; for a hex, between two parallel sides."""
    width: int = 0
    height: int = 0
    grid_type: int = 1
    """Foundry's number: 1 squares, 2 and 3 hexes in rows, 4 and 5 in columns."""
    words: str = ""
    """A description for reports."""
    has_picture: bool = False
    """Whether the map's picture covers the canvas."""
    rounded: int = 0
    """The number of points that were rounded to a pixel."""
    _shift: Point = field(default=(0, 0))
    """The offset that moves the first hexes to the top left."""

    def pixel(self, point: Point) -> tuple[int, int]:
        """Return the pixel of a point in 1/384,000ths of a tile."""
        exactly = self._spot(point)
        x, y = (math.floor(value + Fraction(1, 2)) for value in exactly)
        self.rounded += any(value.denominator != 1 for value in exactly)
        return x, y

    def token_box(self, figure: Figure[Any]) -> tuple[int, int, int, int]:
        """Return a figure's left and top in pixels, and its width and height in tiles."""
        if self.grid_type == 1:
            row, col = figure.at
            return col * self.size, row * self.size, figure.size[1], figure.size[0]
        across = 2 * figure.size[0] - 1
        q, r = figure.at
        x, y = self._spot((q * UNIT, r * UNIT))
        long = 2 / SQRT3
        wide, high = (long, Fraction(1)) if self.grid_type >= 4 else (Fraction(1), long)
        half = Fraction(across * self.size, 2)
        return round(x - half * wide), round(y - half * high), across, across

    def _spot(self, point: Point) -> tuple[Fraction, Fraction]:
        first, second = (Fraction(value, UNIT) for value in point)
        if self.grid_type == 1:
            return first * self.size, second * self.size
        # Foundry's layout, as in `foundry.canvas`: along the rows, and across them.
        flat = self.grid_type >= 4
        q, r = first + self._shift[0], second + self._shift[1]
        row, at = (q, r) if flat else (r, q)
        even = self.grid_type in (3, 5)
        along = (at + row / 2 + (Fraction(1, 2) if even else 0)) * self.size
        across = (row + Fraction(2, 3)) * self.size * SQRT3 / 2
        return (across, along) if flat else (along, across)


def pixel_canvas(board: Board, lines: BoardLines, picture: MapPicture | None) -> PixelCanvas:
    """Return the canvas for a board. It has the size of the picture if that covers the board."""
    if isinstance(board, HexBoard):
        return _of_hexes(board, lines)
    assert isinstance(board, SquareBoard)
    size = _size(board, lines)
    has_picture = picture is not None and covers(board, picture)
    width, height = Fraction(board.cols), Fraction(board.rows)
    if picture is not None and has_picture:
        width, height = picture.width, picture.height
    return PixelCanvas(
        size,
        round(width * size),
        round(height * size),
        words=f"{squares(board.cols, board.rows)} of {size} pixels",
        has_picture=has_picture,
    )


def covers(board: SquareBoard, picture: MapPicture) -> bool:
    """Return whether a picture covers part of both the board's first and last tile."""
    return (
        picture.left == picture.top == 0
        and math.ceil(picture.width) == board.cols
        and math.ceil(picture.height) == board.rows
    )


def _size(board: SquareBoard, lines: BoardLines) -> int:
    """Return the first size at which every wall's end is a pixel, or the first size if none
    works.
    """
    ends = {value % UNIT for stroke in lines.strokes for point in stroke for value in point}
    ends |= {value % UNIT for start, end, _ in lines.pieces for value in (*start, *end)}
    for size in SIZES:
        if size * max(board.rows, board.cols) > MOST_PIXELS:
            break
        if all(value * size % UNIT == 0 for value in ends):
            return size
    return SIZES[0]


def _of_hexes(board: HexBoard, lines: BoardLines) -> PixelCanvas:
    """Return the canvas of a hex board, with whole hexes at its top and left.

    Measured in half hexes along its row, the center of the hex with index `at` in row `row` lies at
    2 at + row. The leftmost is shifted to 1; this decides whether even or odd rows start there.
    """
    flat = board.orientation == "flat"
    places = [tuple(tile) if flat else (tile[1], tile[0]) for tile in board.tiles()]
    margin = int(_touches_rim(board, lines))
    top = min(row for row, _ in places) - margin
    left = min(2 * at + row - top for row, at in places) - 2 * margin
    even = left % 2 == 0
    move = (1 - even - left) // 2
    right = max(2 * at + row - top for row, at in places) - left + 2 * margin
    down = max(row for row, _ in places) - top + margin
    size = SIZES[0]
    along = math.ceil(Fraction(right + 2, 2) * size)
    across = math.ceil((down + Fraction(4, 3)) * size * SQRT3 / 2)
    columns, rows = "columns" if flat else "rows", "even" if even else "odd"
    return PixelCanvas(
        size,
        across if flat else along,
        along if flat else across,
        grid_type=(4 if flat else 2) + even,
        words=f"{count(len(places), 'hex')} of {size} pixels, in {columns}, {rows}",
        _shift=(-top, move) if flat else (move, -top),
    )


def _touches_rim(board: HexBoard, lines: BoardLines) -> bool:
    """Return whether a wall lies on the border of the board.

    The canvas then needs hexes beyond it, because otherwise no edge could carry the wall.
    """
    corners = {point for stroke in lines.strokes for point in stroke}
    corners |= {point for start, end, _ in lines.pieces for point in (start, end)}
    return any(tile not in board for point in corners for tile in board.grid.tiles_at(point))

"""Which part of a board a terminal shows. No code looks at tiles outside this part.

Columns and rows are counted in tiles; those of hexes may be halves. A board of millions of tiles is
drawn as fast as a small one.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor
from typing import NamedTuple

from sightline.answers.field import Field
from sightline.model.board import Board
from sightline.model.place import Place
from sightline.model.planes import extent
from sightline.render.console.grid import SIZES
from sightline.render.layout import AnyTiles
from sightline.render.reading import shape_of

MARGIN = 2
"""How many tiles around both ends are shown if the whole board does not fit."""
BOXED_TILE = 4
"""The number of columns that a tile with walls around it takes."""
MEASURED_HEXES = 20_000
"""For boards with more hexes, the extent is taken from the bounding rectangle."""


class TileBox(NamedTuple):
    """A range of columns and rows, with both ends included."""

    left: float
    right: float
    top: float
    bottom: float

    @property
    def across(self) -> float:
        return self.right - self.left + 1

    def grown(self, margin: float) -> TileBox:
        left, right, top, bottom = self
        return TileBox(left - margin, right + margin, top - margin, bottom + margin)

    def within(self, other: TileBox) -> TileBox:
        """Return the part of the box that is inside another."""
        return TileBox(
            max(self.left, other.left),
            min(self.right, other.right),
            max(self.top, other.top),
            min(self.bottom, other.bottom),
        )

    def filled(self, across: float, down: float, board: TileBox, near: TileBox) -> TileBox:
        """Return the box enlarged to that width, and limited to that height, within the board.

        If it is too large, the result is around `near`.
        """
        left, right = _span((self.left, self.right), across, (board.left, board.right), near[:2])
        top, bottom = self.top, self.bottom
        if bottom - top + 1 > down:
            top, bottom = _span((top, bottom), down, (board.top, board.bottom), near[2:])
        return TileBox(left, right, top, bottom)


def _span(
    wanted: tuple[float, float],
    room: float,
    board: tuple[float, float],
    near: tuple[float, ...],
) -> tuple[float, float]:
    """Return a range around the wanted one, as long as the room allows."""
    low, high = wanted if wanted[1] - wanted[0] < room else (near[0], near[-1])
    start = floor((low + high - room + 1) / 2)
    start = int(max(board[0], min(start, board[1] - room + 1)))
    return start, start + room - 1


def column_and_row(shape: str, tile: tuple[int, int]) -> tuple[float, float]:
    """Return the column and row of a tile."""
    first, second = tile
    if shape == "square":
        return second, first
    return (first + second / 2, second) if shape == "pointy" else (first, second + first / 2)


def box_of(shape: str, tiles: AnyTiles) -> TileBox:
    """Return the smallest box around some tiles."""
    if shape == "square" and isinstance(tiles, Field) and tiles:
        return _box_of_squares(tiles)
    places = [column_and_row(shape, tile) for tile in tiles]
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return TileBox(min(xs), max(xs), min(ys), max(ys))


def _box_of_squares(seen: Field) -> TileBox:
    """Return the smallest box around a field of squares, without iterating over its tiles."""
    rows, cols = seen.shape
    cells = bytes(seen.cells())
    lines = [cells[row * cols : (row + 1) * cols] for row in range(rows)]
    lit = [row for row, line in enumerate(lines) if 1 in line]
    left = min(lines[row].find(1) for row in lit)
    right = max(lines[row].rfind(1) for row in lit)
    return TileBox(left, right, lit[0], lit[-1])


def board_box(board: Board) -> TileBox:
    """Return the columns and rows of a whole board."""
    rows, cols, row0, col0 = extent(board)
    shape = shape_of(board)
    if shape == "square":
        return TileBox(0, cols - 1, 0, rows - 1)
    if len(board.tiles()) <= MEASURED_HEXES:
        return box_of(shape, board.tiles())
    corners = [(q, r) for q in (col0, col0 + cols - 1) for r in (row0, row0 + rows - 1)]
    return box_of(shape, corners)


def tiles_in(board: Board, box: TileBox) -> list[tuple[int, int]]:
    """Return the tiles in a box, in reading order."""
    box = box.within(board_box(board))
    shape = shape_of(board)
    tiles: list[tuple[int, int]] = []
    for row in range(floor(box.top), ceil(box.bottom) + 1):
        for col in range(floor(box.left), ceil(box.right) + 1):
            if shape == "square":
                tile = (row, col)
            elif shape == "pointy":
                tile = (ceil(col - row / 2), row)
            else:
                tile = (col, ceil(row - col / 2))
            x, y = column_and_row(shape, tile)
            if box.left <= x <= box.right and box.top <= y <= box.bottom and tile in board:
                tiles.append(board.position(tile))
    return tiles


def window_of(
    board: Board,
    ends: Sequence[Place],
    visible: AnyTiles | None,
    width: int,
    height: int,
    *,
    is_sight: bool,
    has_walls: bool,
) -> list[tuple[int, int]]:
    """Return the tiles to show: all of them if they fit, else those around both ends of a line, or
    the visible ones.

    If walls matter to the answer, a part of the board with walls is preferred to all of it without.
    """
    shape, everything = shape_of(board), board_box(board)
    tiny, down = SIZES[shape]["tiny"]
    fits = everything.across * tiny <= width
    if fits and not (ends and has_walls and is_sight):
        return tiles_in(board, everything)
    if not ends:
        # As much as fits, starting at its first tile.
        right, bottom = everything.left + width // tiny, everything.top + height // down
        return tiles_in(board, everything._replace(right=right, bottom=bottom))
    near = box_of(shape, [tile for end in ends for tile in end.tiles])
    if is_sight:
        spare = (width - 1) // BOXED_TILE - near.across
        if fits and (everything.across * BOXED_TILE < width or spare < 2 * MARGIN):
            return tiles_in(board, everything)
        return tiles_in(board, near.grown(max(MARGIN, int(spare // 2)) if has_walls else MARGIN))
    seen = (box_of(shape, visible) if visible else near).grown(1).within(everything)
    steps = [each for size, each in SIZES[shape].items() if has_walls or size != "boxed"]
    across, down = next((each for each in steps if seen.across * each[0] < width), steps[-1])
    room = min((width - 1) // across, floor(everything.across))
    return tiles_in(board, seen.filled(room, max(1, height // down), everything, near))

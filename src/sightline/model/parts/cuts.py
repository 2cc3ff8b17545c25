"""Cut a rectangle out of a board, with everything in it, as a separate board.

Rows and columns are those of planes: `row` and `col` on squares, `r` and `q` on hexes. The cut of a
square board starts at (0, 0); on hexes tiles keep their coordinates. Lights are left out, because
sight does not depend on them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy

from sightline.model.board import Board
from sightline.model.hexagon import HexBoard
from sightline.model.numbers import UNIT
from sightline.model.parts.arrays import Bools, Bytes
from sightline.model.parts.ground import OUTSIDE, SOLID
from sightline.model.square import SquareBoard


class MapPart(NamedTuple):
    """A rectangle: a range of rows and a range of columns."""

    rows: range
    cols: range

    def grown(self, by: int, around: MapPart) -> MapPart:
        """Return the rectangle with `by` more rows and columns on each side, limited
        to `around`.
        """
        return MapPart(
            _within(self.rows.start - by, self.rows.stop + by, around.rows),
            _within(self.cols.start - by, self.cols.stop + by, around.cols),
        )

    def with_figures(self, board: Board) -> MapPart:
        """Return the rectangle, enlarged to contain every figure that it touches.

        A viewer sees past its own figure, so all tiles of the figure matter.
        """
        rows, cols = [self.rows.start, self.rows.stop - 1], [self.cols.start, self.cols.stop - 1]
        for figure in board.figures():
            if len(figure.tiles) == 1:
                continue
            places = [row_and_col(board, tile) for tile in figure.tiles]
            if any(row in self.rows and col in self.cols for row, col in places):
                rows += [row for row, _ in places]
                cols += [col for _, col in places]
        return MapPart(range(min(rows), max(rows) + 1), range(min(cols), max(cols) + 1))


def _within(start: int, stop: int, around: range) -> range:
    return range(max(start, around.start), min(stop, around.stop))


def row_and_col(board: Board, tile: tuple[int, int]) -> tuple[int, int]:
    """Return the row and column of a tile in planes."""
    first, second = tile
    return (second, first) if isinstance(board, HexBoard) else (first, second)


def whole_extent(board: Board) -> MapPart:
    """Return the bounding rectangle of the board."""
    return MapPart(
        range(board._row0, board._row0 + board._rows), range(board._col0, board._col0 + board._cols)
    )


def tiles_in(board: Board, part: MapPart) -> Bools:
    """Return a mask of the rectangle: where the board has tiles."""
    inside: Bools = (_part(board, board._tiles, part) & OUTSIDE) == 0
    return inside


def cut_out(board: Board, part: MapPart) -> Board | None:
    """Return the content of the rectangle as a new board, or None if the rectangle has no tile.

    Figures that are only partly inside are left out, and so are edges that lead out of the
    rectangle. Free walls that may reach into it are copied whole.
    """
    if isinstance(board, SquareBoard):
        own: Board = SquareBoard(len(part.rows), len(part.cols))
        down, right = part.rows.start, part.cols.start
    else:
        assert isinstance(board, HexBoard)
        places = numpy.argwhere(tiles_in(board, part))
        if not len(places):
            return None
        row0, col0 = part.rows.start, part.cols.start
        cells = [(col + col0, row + row0) for row, col in places.tolist()]
        own = HexBoard(cells=cells, outside=board.outside, orientation=board.orientation)
        part, down, right = whole_extent(own), 0, 0
    _copy_planes(board, own, part)
    shift = (down, right)
    for figure in board.figures():
        if all(_moved(tile, shift) in own for tile in figure.tiles):
            own.place(
                figure.name,
                _moved(figure.at, shift),
                size=figure.size,
                blocks_sight=figure.blocks_sight,
                kind=figure.kind,
                side=figure.side,
                facing=figure.facing,
                elevation=figure.elevation,
                height=figure.height,
            )
    for tile, kind in board.terrains().items() if board.has_terrain else ():
        there = _moved(tile, shift)
        if there in own:
            own.set_terrain(there, kind)
    if isinstance(board, HexBoard) and isinstance(own, HexBoard):
        for at, cover in board.covers.items():
            if at in own:
                own.set_cover(at, cover)
        for at, height in board.elevations.items():
            if at in own:
                own.set_elevation(at, height)
    _copy_walls(board, own, part, shift)
    return own


def _moved(tile: tuple[int, int], shift: tuple[int, int]) -> tuple[int, int]:
    """Return the position of a tile on the cut board. Hexes keep theirs."""
    return (tile[0] - shift[0], tile[1] - shift[1])


def _part(board: Board, plane: bytearray, part: MapPart) -> Bytes:
    """Return a rectangle of a plane as an array. Writing to it changes the plane."""
    rows = numpy.frombuffer(plane, dtype=numpy.uint8).reshape(board._rows + 2, board._stride)
    top, left = part.rows.start - board._row0 + 1, part.cols.start - board._col0 + 1
    found: Bytes = rows[top : top + len(part.rows), left : left + len(part.cols)]
    return found


def _copy_planes(board: Board, own: Board, part: MapPart) -> None:
    """Copy rock, and the edges between two tiles that are both on the cut board."""
    everywhere = whole_extent(own)
    ground = _part(own, own._tiles, everywhere)
    ground |= _part(board, board._tiles, part) & SOLID
    # A hex that is not on both boards is not rock.
    ground[(ground & OUTSIDE) != 0] = OUTSIDE
    if not board.has_edges:
        return
    outside = (numpy.frombuffer(own._tiles, dtype=numpy.uint8) & OUTSIDE) != 0
    origin = own._index(own.grid.tile(0, 0))
    count = 0
    for direction, (first, second) in enumerate(own.grid.forward):
        plane = numpy.frombuffer(own._edges[direction], dtype=numpy.uint8)
        _part(own, own._edges[direction], everywhere)[...] = _part(
            board, board._edges[direction], part
        )
        over = own._index((first, second)) - origin
        plane[outside | numpy.roll(outside, -over)] = 0
        count += int(numpy.count_nonzero(plane))
    own._edge_count = count
    for (direction, index), stops in board._stops.items():
        row, col = divmod(index, board._stride)
        row, col = row - 1 + board._row0 - part.rows.start, col - 1 + board._col0 - part.cols.start
        if 0 <= row < own._rows and 0 <= col < own._cols:
            there = (row + 1) * own._stride + col + 1
            if own._edges[direction][there]:
                own._stops[direction, there] = stops


def _copy_walls(board: Board, own: Board, part: MapPart, shift: tuple[int, int]) -> None:
    """Copy the free walls nearby. A hex extends less than a tile beyond its row and column."""
    low_x, high_x = (part.cols.start - 1) * UNIT, (part.cols.stop + 1) * UNIT
    low_y, high_y = (part.rows.start - 1) * UNIT, (part.rows.stop + 1) * UNIT
    down, right = shift[0] * UNIT, shift[1] * UNIT
    for ((x0, y0), (x1, y1)), threshold in board.wall_items():
        if (
            min(x0, x1) <= high_x
            and max(x0, x1) >= low_x
            and min(y0, y1) <= high_y
            and max(y0, y1) >= low_y
        ):
            own.put_wall((x0 - right, y0 - down), (x1 - right, y1 - down), threshold)

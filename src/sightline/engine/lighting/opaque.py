"""The light on opaque tiles: a viewer sees only the light on the side that faces the viewer.

Rock, and furniture that blocks sight, takes its brightness from its neighbors. For a viewer, an
opaque tile is as bright as the brightest neighbor that is not opaque and that the viewer sees. So a
lamp behind a wall never lights the near side of the wall.

Sets of tiles are integers here: bit `i` is the tile of rank `i` in the order of `board.tiles()`, as
in `Field.bits()`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from sightline.answers.field import Field
from sightline.model.board import Board
from sightline.model.cell import SQUARE, Tile
from sightline.model.figure import Figure
from sightline.model.hexagon import HexBoard, SameHexes
from sightline.model.parts.ground import OUTSIDE, SOLID
from sightline.model.parts.heights import BODY
from sightline.model.place import feet_on
from sightline.model.planes import tile_plane

_SOLID_ONLY = bytes(flags & SOLID for flags in range(256))
_OFF_BOARD = bytes(flags for flags in range(256) if flags & OUTSIDE)
_STEPS = (-1, 1)


def is_opaque(board: Board, tile: Tile, feet: Fraction | None = None) -> bool:
    """Return whether the tile is rock or filled by furniture that blocks sight.

    `feet` is the height of the feet of a body there; None means the ground. Figures do not count.
    """
    if board.flags(tile) & SOLID:
        return True
    return any(_fills(board, board.figure(name), tile, feet) for name in board.names_at(tile))


def opaque_tiles(board: Board, storey: Fraction | None = None) -> int:
    """Return the set of opaque tiles of a storey; None means the ground."""
    cells = bytearray(bytes(tile_plane(board)).translate(_SOLID_ONLY, _OFF_BOARD))
    for figure in board.figures():
        if figure.blocks_sight and figure.is_furniture:
            for tile in figure.tiles:
                feet = None if storey is None else feet_on(board, tile, storey)
                cells[board.rank(tile)] |= _fills(board, figure, tile, feet)
    return int.from_bytes(Field(board, cells).bits(), "little")


def lit_for(board: Board, opaque: int, lit: int, seen: int) -> int:
    """Return the lit tiles for a viewer who sees the tiles `seen`.

    `lit` must be correct for tiles that are not opaque. The caller checks first whether the ambient
    light is that bright, because then every tile is lit.
    """
    floor = seen & ~opaque
    if not opaque:
        return lit
    if board.grid is not SQUARE:  # hexes that share a corner also share an edge
        return lit & ~opaque | _beside_hexes(board, floor & lit) & opaque
    grid = _square_lines(*board.shape)
    light = floor & lit
    shown = grid.beside(light) | grid.diagonal_to(light) & ~grid.beside(floor)
    return lit & ~opaque | shown & opaque


def floor_beside(board: Board, tile: Tile, storey: Fraction | None = None) -> Iterator[list[Tile]]:
    """Yield two lists of tiles of a storey that are not opaque: first those with a common edge with
    the tile, then those with only a common corner.
    """

    def is_floor(each: Tile) -> bool:
        feet = None if storey is None else feet_on(board, each, storey)
        return not is_opaque(board, each, feet)

    sides = board.grid.neighbors(tile)
    yield [each for each in sides if each in board and is_floor(each)]
    if board.grid is SQUARE:
        corners = (board.grid.tile(tile[0] + i, tile[1] + j) for i in _STEPS for j in _STEPS)
        yield [each for each in corners if each in board and is_floor(each)]


def _fills(board: Board, figure: Figure[Any], tile: Tile, feet: Fraction | None) -> bool:
    if not (figure.blocks_sight and figure.is_furniture):
        return False
    if not board.floors() and figure.elevation is None:
        return True
    low, high = board.body(figure)
    stands = board.ground_at(tile) if feet is None else feet
    return low < stands + BODY and high > stands


# --- neighbors as shifted sets --------------------------------------------------------------------


class _SquareLines(NamedTuple):
    """The sets of a square board: its rows, one after the other."""

    cols: int
    first: int
    """The set of all tiles in the first column."""
    last: int

    def beside(self, tiles: int) -> int:
        """Return the tiles that share an edge with one of these, possibly with
        bits beyond the board.
        """
        return self._in_row(tiles) | tiles << self.cols | tiles >> self.cols

    def diagonal_to(self, tiles: int) -> int:
        """Return the tiles that share only a corner with one of these."""
        in_row = self._in_row(tiles)
        return in_row << self.cols | in_row >> self.cols

    def _in_row(self, tiles: int) -> int:
        return (tiles & ~self.last) << 1 | (tiles & ~self.first) >> 1


@lru_cache(maxsize=16)
def _square_lines(rows: int, cols: int) -> _SquareLines:
    first = int(("0" * (cols - 1) + "1") * rows, 2)
    return _SquareLines(cols, first, first << (cols - 1))


def _beside_hexes(board: Board, hexes: int) -> int:
    """Return the hexes that share an edge with one of these."""
    assert isinstance(board, HexBoard)
    if not hexes:
        return 0
    stretches, ranks, places, steps = _hex_stretches(SameHexes(board))
    # Rows of hexes differ in length. In a rectangle with a border, one shift moves all rows.
    # Most lights reach only a few rows, so the integers are cut to those.
    first = bisect_right(ranks, (hexes & -hexes).bit_length() - 1) - 1
    last = bisect_right(ranks, hexes.bit_length() - 1)
    low, border = places[first], max(steps)
    some, laid = hexes >> ranks[first], 0
    for rank, place, full in stretches[first:last]:
        laid |= (some >> (rank - ranks[first]) & full) << (place - low + border)
    near = 0
    for step in steps:
        near |= laid << step | laid >> step
    start = low - border  # relative to `near`, which may overlap the stretch before
    first = max(0, bisect_right(places, start) - 1)
    last = bisect_right(places, start + near.bit_length() - 1)
    found = 0
    for rank, place, full in stretches[first:last]:
        here = near >> (place - start) if place >= start else near << (start - place)
        found |= (here & full) << (rank - ranks[first])
    return found << ranks[first]


@lru_cache(maxsize=16)
def _hex_stretches(
    hexes: SameHexes,
) -> tuple[list[tuple[int, int, int]], list[int], list[int], list[int]]:
    """Return data about each stretch of hexes in a row, and the steps between neighbors in the
    rectangle.

    For each stretch: the rank of its first hex, its place in the rectangle, and a mask of its
    length. The ranks and the places follow again as separate lists.
    """
    cells = hexes.cells
    low_q, low_r = min(cell.q for cell in cells), min(cell.r for cell in cells)
    stride = max(cell.q for cell in cells) - low_q + 2
    starts = [0, *(i for i, (a, b) in enumerate(pairwise(cells), 1) if (a.q + 1, a.r) != b)]
    stretches = [
        (
            start,
            (cells[start].r - low_r + 1) * stride + cells[start].q - low_q + 1,
            (1 << (end - start)) - 1,
        )
        for start, end in pairwise((*starts, len(cells)))
    ]
    ranks, places = [rank for rank, _, _ in stretches], [place for _, place, _ in stretches]
    return stretches, ranks, places, [abs(r * stride + q) for q, r in HexBoard.grid.forward]

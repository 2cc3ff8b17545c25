"""A board's tiles and edges as rows of bytes, for files, and as whole planes, for comparison.

Rows are those of the bounding rectangle: row `i`, column `j` is the square `(row0 + i, col0 + j)`,
or the hex `(col0 + j, row0 + i)`. In a plane the rows follow each other. Each has a border of one
tile, and a row of border comes before the first and after the last.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sightline.errors import InvalidValueError, OffBoardError
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.figure import Figure
from sightline.model.numbers import Span
from sightline.model.parts.ground import OUTSIDE, SOLID
from sightline.model.threshold import CODES, FIRST_SEEN_THROUGH, FIRST_WITH_PROPERTY, Threshold

_SOLID_ONLY = bytes(byte & SOLID for byte in range(256))
_NOT_SOLID = bytes(byte & ~SOLID for byte in range(256))
_GROUND_ONLY = bytes(byte & (SOLID | OUTSIDE) for byte in range(256))
_HAS_PROPERTY = bytes(code >= FIRST_WITH_PROPERTY for code in range(256))
_IS_OUTSIDE = bytes(byte & OUTSIDE for byte in range(256))


def extent(board: Board) -> tuple[int, int, int, int]:
    """Return (rows, cols, row0, col0) of the bounding rectangle."""
    return board._rows, board._cols, board._row0, board._col0


def ground_row(board: Board, row: int) -> bytes:
    """Return a byte per column: OUTSIDE if the board has no tile there, SOLID if
    it is rock, else 0.
    """
    return bytes(_tiles(board, row)).translate(_GROUND_ONLY)


def solid_row(board: Board, row: int) -> bytes:
    """Return a byte per column: 1 if the tile is solid, else 0."""
    return bytes(_tiles(board, row)).translate(_SOLID_ONLY)


def set_solid_row(board: Board, row: int, solid: bytes) -> None:
    """Make the tiles of a row solid (1) or not (0)."""
    start, stop = _span(board, row)
    _check_values(board, solid, 1)
    _check_on_board(board, row, solid, start)
    board._before_change()
    old = board._tiles[start:stop]
    cleared = old.translate(_NOT_SOLID)
    board._tiles[start:stop] = _merged(cleared, solid)
    board.planes_replaced()


def edge_row(board: Board, direction: int, row: int) -> bytes:
    """Return a byte per column: the code of the edge along `grid.forward[direction]`.

    Codes are indexes of `threshold.CODES`.
    """
    start, stop = _span(board, row)
    return bytes(board._edges[direction][start:stop])


def set_edge_row(board: Board, direction: int, row: int, codes: bytes) -> None:
    """Set the codes of the edges of a row along `grid.forward[direction]`."""
    start, stop = _span(board, row)
    _check_values(board, codes, len(CODES) - 1)
    _check_on_board(board, row, codes, start)
    first, second = board.grid.forward[direction]
    origin = board.grid.tile(0, 0)
    over = board._index((first, second)) - board._index(origin)
    _check_on_board(board, row, codes, start + over)
    board._before_change()
    before = board.extra_codes()
    plane = board._edges[direction]
    board._edge_count += plane[start:stop].count(0) - codes.count(0)
    plane[start:stop] = codes
    board.drop_extras(before)
    if max(codes) >= FIRST_SEEN_THROUGH:
        board._stop_all_but_sight(direction, start)
    board.planes_replaced()


def property_edge_slots(board: Board) -> Iterator[tuple[int, int]]:
    """Yield the direction and index of each edge that `property_edges` returns."""
    for direction, plane in enumerate(board._edges if board.has_edges else ()):
        is_marked = plane.translate(_HAS_PROPERTY)
        at = is_marked.find(1)
        while at >= 0:
            yield direction, at
            at = is_marked.find(1, at + 1)


def property_edges(board: Board) -> Iterator[tuple[Tile, Tile, Threshold]]:
    """Yield the edges with a barrier that is limited or one-way or does not stop sight, in the form
    of `board.edges()`.
    """
    for slot in property_edge_slots(board):
        yield edge_at(board, *slot)


def edge_spans(board: Board) -> Mapping[tuple[int, int], Span]:
    """Return the bottom and top of edges that have one, by direction and index.

    Do not change it.
    """
    return board._spans


def partial_edges(board: Board) -> Iterator[tuple[Tile, Tile, Threshold]]:
    """Yield the edges with a barrier that does not stop everything, in the form of
    `board.edges()`.
    """
    for slot in board._stops:
        yield edge_at(board, *slot)


def edge_at(board: Board, direction: int, at: int) -> tuple[Tile, Tile, Threshold]:
    """Return the edge at index `at` of a direction's plane in the form of `board.edges()`. It must
    have a barrier.
    """
    tile, (da, db) = board._tile_at(at), board.grid.forward[direction]
    threshold = CODES[board._edges[direction][at]]
    assert threshold is not None
    there = board.grid.tile(tile[0] + da, tile[1] + db)
    return tile, there, board._with_extras(threshold, direction, at)


# --- whole planes ---------------------------------------------------------------------------------


def tile_plane(board: Board) -> memoryview:
    """Return a live, read-only view of the flags of every tile (see `Board.flags`)."""
    return memoryview(board._tiles).toreadonly()


def edge_plane(board: Board, direction: int) -> memoryview:
    """Return a view of the codes of all edges along `grid.forward[direction]`, one per tile.

    Codes are indexes of `threshold.CODES`.
    """
    return memoryview(board._edges[direction]).toreadonly()


def planes_to_copy(board: Board) -> tuple[bytearray, list[bytearray]]:
    """Return the planes of tiles and edges themselves. Callers must copy them at once."""
    return board._tiles, board._edges


def stride(board: Board) -> int:
    """Return the distance in a plane between a tile and the one below it."""
    return board._stride


def plane_index(board: Board, row: int, col: int) -> int:
    """Return the plane index of a row and column in the board's coordinates."""
    return (row - board._row0 + 1) * board._stride + col - board._col0 + 1


def tile_index(board: Board, tile: tuple[int, int]) -> int:
    """Return the plane index of a tile on the board or just beyond its border."""
    return board._index(tile)


def row_and_col(board: Board, index: int) -> tuple[int, int]:
    """Return the row and column of a plane index."""
    row, col = divmod(index, board._stride)
    return row - 1 + board._row0, col - 1 + board._col0


def figures_to_read(
    board: Board,
) -> tuple[dict[str, Figure], dict[tuple[int, int], tuple[str, ...]]]:
    """Return the board's own dicts: figures by name, and names by tile. Do not change them."""
    return board._figures, board._standing


def tile_at(board: Board, index: int) -> Tile:
    """Return the tile of a plane index."""
    return board._tile_at(index)


def set_solid_at(board: Board, index: int, solid: bool) -> None:
    """Make the tile of a plane index rock, or clear it."""
    board._set_ground(index, SOLID if solid else 0)


# --- checks ---------------------------------------------------------------------------------------


def _span(board: Board, row: int) -> tuple[int, int]:
    if not 0 <= row < board._rows:
        raise OffBoardError(f"row: expected 0 to {board._rows - 1}, got {row}")
    start = (row + 1) * board._stride + 1
    return start, start + board._cols


def _tiles(board: Board, row: int) -> bytearray:
    start, stop = _span(board, row)
    return board._tiles[start:stop]


def _check_values(board: Board, values: bytes, highest: int) -> None:
    if len(values) != board._cols or max(values) > highest:
        raise InvalidValueError(
            f"row: expected {board._cols} values from 0 to {highest}, got {len(values)}"
            f" up to {max(values, default=0)}"
        )


def _check_on_board(board: Board, row: int, values: bytes, start: int) -> None:
    """Raise if a value other than 0 has no tile on the board; `start` is the index of the first."""
    there = board._tiles[start : start + board._cols].translate(_IS_OUTSIDE)
    if not any(there):
        return
    for column, value in enumerate(values):
        if value and there[column]:
            raise OffBoardError(f"row {row}, column {column}: the board has no tile there")


def _merged(flags: bytearray, more: bytes) -> bytes:
    """Return the bitwise OR of both."""
    both = int.from_bytes(flags, "big") | int.from_bytes(more, "big")
    return both.to_bytes(len(flags), "big")

"""A board's rock and thin walls as arrays of bools, read and set all at once.

One entry a tile in the shape that `board.shape` says: rows by columns on squares; on hexes, which
have no rectangle, one after the other in the order of `board.tiles()`. Boards offer this as
methods; it is a module of its own because it needs numpy, which most programs never load.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy

from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.model.board import OUTSIDE, SOLID, Board
from sightline.model.threshold import BLOCKING_CODES, CODE_OF, CODES, Wall

if TYPE_CHECKING:
    from sightline.model.square import SquareBoard

Bools = numpy.ndarray[Any, numpy.dtype[numpy.bool_]]
Bytes = numpy.ndarray[Any, numpy.dtype[numpy.uint8]]

_BLOCKS = numpy.array([code in BLOCKING_CODES for code in range(len(CODES))])
_WALL = CODE_OF[Wall()]


class EdgeArrays(NamedTuple):
    """Which edges between neighbours block sight."""

    east: Bools
    """rows x (cols - 1): the edge between `(row, col)` and its right neighbour."""
    south: Bools
    """(rows - 1) x cols: the edge between `(row, col)` and its lower neighbour."""


def as_bools(given: Any, what: str) -> Bools:
    """An array of bools, or an error that says what came."""
    try:
        array = numpy.asarray(given)
    except ValueError:
        raise InvalidValueError(f"{what}: expected rows of one length, got ragged ones") from None
    if array.dtype != bool:
        raise InvalidTypeError(
            f"{what}: expected bools, got {array.dtype}; compare first, as in grid == 1 or"
            " costs > 0"
        )
    return array


def check_shape(array: Bools, shape: tuple[int, ...], what: str) -> None:
    if array.shape != shape:
        expected, came = (" x ".join(map(str, each)) or "no" for each in (shape, array.shape))
        raise InvalidValueError(f"{what}: expected an array of {expected}, got {came}")


def solid_array(board: Board) -> Bools:
    """Which tiles are solid."""
    plane, inner = _tiles(board)
    solid: Bools = (plane[inner] & SOLID).astype(bool)
    return solid


def set_solid_array(board: Board, solid: Any) -> None:
    """Make every tile solid or not; nothing else changes."""
    mask = as_bools(solid, "solid")
    check_shape(mask, board.shape, "solid")
    board._end_past()
    plane, inner = _tiles(board)
    plane[inner] = (plane[inner] & (0xFF - SOLID)) | mask
    board.mirror = None  # whoever mirrors the planes has to look at them afresh
    board.changed = None


def _tiles(board: Board) -> tuple[Bytes, Any]:
    """The plane of the tiles' bytes, to read and to write, and what of it is the board's own."""
    plane = numpy.frombuffer(board._tiles, dtype=numpy.uint8)
    if len(board.shape) == 2:
        return plane.reshape(board._rows + 2, board._stride), numpy.s_[1:-1, 1:-1]
    return plane, (plane & OUTSIDE) == 0  # a plane has its hexes in the order of tiles()


def edge_arrays(board: SquareBoard) -> EdgeArrays:
    """Which edges block sight, to the right and below."""
    east, south = _edges(board)
    return EdgeArrays(_BLOCKS[east], _BLOCKS[south])


def set_edge_arrays(board: SquareBoard, east: Any, south: Any) -> None:
    """Make every edge block sight or not; one that does as is asked keeps what it carries."""
    planes = _edges(board)
    asked = []
    for plane, given, what in zip(planes, (east, south), ("east", "south"), strict=True):
        if given is not None:
            mask = as_bools(given, what)
            check_shape(mask, plane.shape, what)
            asked.append((plane, mask))
    board._end_past()
    for plane, mask in asked:  # now that nothing is wrong with either
        plane[...] = numpy.where(_BLOCKS[plane] == mask, plane, mask * numpy.uint8(_WALL))
    board._edge_count = sum(int(numpy.count_nonzero(plane)) for plane in planes)
    board.mirror = None
    board.changed = None


def _edges(board: SquareBoard) -> list[Bytes]:
    """The codes of the edges between two tiles, to read and to write: to the right, below."""
    found = []
    for plane, (down, right) in zip(board._edges, board.grid.forward, strict=True):
        rows = numpy.frombuffer(plane, dtype=numpy.uint8).reshape(board._rows + 2, board._stride)
        found.append(rows[1 : -1 - down, 1 : -1 - right])
    return found

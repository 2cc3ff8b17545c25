"""A board's rock and edges as numpy arrays of bools, to read or set all at once.

Arrays of tiles have the shape `board.shape`: rows by columns on squares; on hexes one entry per
tile in the order of `board.tiles()`. Boards offer these functions as methods. They are in a
separate module because most programs never need to load numpy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy

from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.model.board import Board
from sightline.model.parts.ground import OUTSIDE, SOLID
from sightline.model.threshold import BLOCKING_CODES, CODE_OF, CODES, Wall

if TYPE_CHECKING:
    from sightline.model.square import SquareBoard

Bools = numpy.ndarray[Any, numpy.dtype[numpy.bool_]]
Bytes = numpy.ndarray[Any, numpy.dtype[numpy.uint8]]

_BLOCKS = numpy.array([code in BLOCKING_CODES for code in range(len(CODES))])
_WALL = CODE_OF[Wall()]


class EdgeArrays(NamedTuple):
    """The edges between neighboring squares that block sight."""

    east: Bools
    """Shape rows x (cols - 1): the edge between `(row, col)` and its right neighbor."""
    south: Bools
    """Shape (rows - 1) x cols: the edge between `(row, col)` and its lower neighbor."""


def as_bools(given: Any, what: str) -> Bools:
    """Return `given` as an array of bools, or raise an error that names `what`."""
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
    """Return an array that is True for solid tiles."""
    plane, inner = _tiles(board)
    solid: Bools = (plane[inner] & SOLID).astype(bool)
    return solid


def set_solid_array(board: Board, solid: Any) -> None:
    """Make tiles solid where the array is True and clear the others."""
    mask = as_bools(solid, "solid")
    check_shape(mask, board.shape, "solid")
    board._before_change()
    plane, inner = _tiles(board)
    plane[inner] = (plane[inner] & (0xFF - SOLID)) | mask
    board.planes_replaced()


def _tiles(board: Board) -> tuple[Bytes, Any]:
    """Return the bytes of all tiles as an array, and a mask of tiles that are on the board.

    Writing to the array changes the board.
    """
    plane = numpy.frombuffer(board._tiles, dtype=numpy.uint8)
    if len(board.shape) == 2:
        return plane.reshape(board._rows + 2, board._stride), numpy.s_[1:-1, 1:-1]
    return plane, (plane & OUTSIDE) == 0  # a plane stores its hexes in the order of tiles()


def edge_arrays(board: SquareBoard) -> EdgeArrays:
    """Return two arrays of bools that are True for edges that block sight: edges
    to the right, edges below.
    """
    east, south = _edges(board)
    return EdgeArrays(_BLOCKS[east], _BLOCKS[south])


def set_edge_arrays(board: SquareBoard, east: Any, south: Any) -> None:
    """Set which edges block sight. An edge that already matches keeps its barrier."""
    planes = _edges(board)
    asked = []
    for plane, given, what in zip(planes, (east, south), ("east", "south"), strict=True):
        if given is not None:
            mask = as_bools(given, what)
            check_shape(mask, plane.shape, what)
            asked.append((plane, mask))
    board._before_change()
    before = board.extra_codes()
    for plane, mask in asked:  # change the board only after both arrays are checked
        plane[...] = numpy.where(_BLOCKS[plane] == mask, plane, mask * numpy.uint8(_WALL))
    board._edge_count = sum(int(numpy.count_nonzero(plane)) for plane in planes)
    board.drop_extras(before)
    board.planes_replaced()


def _edges(board: SquareBoard) -> list[Bytes]:
    """Return the codes of edges as two arrays: edges to the right, edges below.

    Writing to them changes the board.
    """
    found = []
    for plane, (down, right) in zip(board._edges, board.grid.forward, strict=True):
        rows = numpy.frombuffer(plane, dtype=numpy.uint8).reshape(board._rows + 2, board._stride)
        found.append(rows[1 : -1 - down, 1 : -1 - right])
    return found

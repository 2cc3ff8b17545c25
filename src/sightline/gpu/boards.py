"""Boards in a GPU's memory: the planes that kernels read, and functions that change them there."""

from __future__ import annotations

import struct
from typing import Any

from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.gpu.arrays import as_device_array
from sightline.gpu.compiling import blocks_for, cupy, question

TILE, EAST, SOUTH, WEST, NORTH = 1, 2, 4, 8, 16
"""The bits of a cell (kernels/square/square_cells.h)."""
PAD = 64
ROCK, STANDING = 1, 2
"""Why a square blocks: rock, a figure on it, or both."""
NO_THIN_WALLS, THIN_WALLS = 0, 1
WORDS_WITH_THIN_WALLS = 4
"""The words of a patch: tiles, walls to the east, walls to the south, and one unused, so that two
can be read at a time.
"""


class DeviceBoard:
    """A board in a GPU's memory, for `sees_many`, `field_many`, `heat_map` and `all_pairs`.

    `sightline.on_device(board)` creates it. It is independent: changes of the original board do not
    affect it. Its own changes use arrays that are already on the device.
    """

    device = "cuda"

    def __init__(self, shape: tuple[int, ...], origin: tuple[int, int], hexes: bool) -> None:
        """Create an empty board.

        `origin` is the first row and the first column, which on hexes may be any numbers.
        """
        self.shape = shape
        self.origin = origin
        self.hexes = hexes
        self.thin = NO_THIN_WALLS
        self.plan: Any = None
        """The struct that kernels receive, with the addresses of the planes."""
        self.cells: Any = None
        self.blockers: Any = None
        self.ranks: Any = None
        """For hexes: the index of each hex in the board's order."""
        self._memory: Any = None
        self._heights: Any = None
        self._patches: Any = None

    @property
    def rows(self) -> int:
        """The number of rows of the planes, without their border."""
        return int(self.cells.shape[0]) - 2

    @property
    def cols(self) -> int:
        return int(self.cells.shape[1]) - 2

    @property
    def tiles(self) -> int:
        """The number of tiles of the board."""
        count = 1
        for side in self.shape:
            count *= side
        return count

    def __repr__(self) -> str:
        return f"<DeviceBoard of {self.tiles} {'hexes' if self.hexes else 'squares'}>"

    # --- creation from a board's planes

    @classmethod
    def of_squares(
        cls, rows: int, cols: int, cells: bytes, blockers: bytes, thin: bool
    ) -> DeviceBoard:
        """Return a board of squares.

        `cells` are in the form of kernels, and `blockers` have one byte per cell, both with a
        border of one cell. `thin` says whether there are walls on edges.
        """
        made = cls((rows, cols), (0, 0), hexes=False)
        plane, stride = (rows + 2) * (cols + 2), cols + 2
        row_words, col_words = (cols + 2 * PAD + 127) // 64, (rows + 2 * PAD + 127) // 64
        by_row, by_col = (rows + 2) * row_words * 8, (cols + 2) * col_words * 8
        start = -(-plane // 16) * 16
        size = -(-(start + 3 * by_row + 3 * by_col) // 16) * 16
        # kernels may read one word beyond the end
        made._memory = cupy().zeros(size + 16, dtype="uint8")
        made._fill(cells, blockers, (rows + 2, cols + 2))
        base = made._memory.data.ptr
        of_rows = [base + start + k * by_row for k in range(3)]
        of_cols = [base + start + 3 * by_row + k * by_col for k in range(3)]
        planes = [each for both in zip(of_rows, of_cols, strict=True) for each in both]
        made._head = ("<iiixxxxQqq6Qq", rows, cols, stride, base, row_words, col_words, *planes)
        made.thin = THIN_WALLS if thin else NO_THIN_WALLS
        made._renew()
        return made

    @classmethod
    def of_hexes(
        cls,
        extent: tuple[int, int, int, int],
        count: int,
        cells: bytes,
        holds: bytes,
        heights: bytes | None,
    ) -> DeviceBoard:
        """Return a board of hexes.

        `extent` is the number of rows and columns and the first of each. `holds` has a code for
        each hex, 0 off the board.
        """
        rows, cols, row0, col0 = extent
        made = cls((count,), (row0, col0), hexes=True)
        plane = (rows + 2) * (cols + 2)
        size = -(-2 * plane // 16) * 16
        made._memory = cupy().zeros(size, dtype="uint8")
        made._fill(cells, holds, (rows + 2, cols + 2))
        made.blockers = None
        base = made._memory.data.ptr
        made.holds()[:] = cupy().frombuffer(holds, dtype="uint8")
        made.ranks = (cupy().cumsum(made.holds() != 0) - 1).astype("int32")
        high = 0
        if heights is not None:
            made._heights = cupy().frombuffer(heights, dtype="int64")
            high = made._heights.data.ptr
        made._head = ("<5ixxxx3Q", rows, cols, cols + 2, row0, col0, base, base + plane, high)
        made._renew()
        return made

    _head: tuple[Any, ...] = ()

    def _fill(self, cells: bytes, blockers: bytes, shape: tuple[int, int]) -> None:
        cp = cupy()
        self.cells = self._memory[: shape[0] * shape[1]].reshape(shape)
        self.cells[...] = cp.frombuffer(cells, dtype="uint8").reshape(shape)
        self.blockers = cp.frombuffer(blockers, dtype="uint8").reshape(shape).copy()

    def _renew(self) -> None:
        """Update the struct and drop everything derived from the cells."""
        self._patches = None
        kind, *values = self._head
        packed = struct.pack(kind, *values, *([] if self.hexes else [self.thin]))
        self.plan = cupy().frombuffer(packed, dtype="uint8")
        if self.hexes:
            return
        lines = question("LINES", 0).get_function("lines_of_bits")
        for by_column in (0, 1):
            words = (self.cols + 2) * 80 if by_column else (self.rows + 2) * 80
            lines((blocks_for(words, 128),), (128,), (self.plan, _i32(by_column)))

    def holds(self) -> Any:
        """Return the code of each hex of the planes, 0 off the board."""
        plane = self.cells.size
        return self._memory[plane : 2 * plane]

    def patches(self) -> Any:
        """Return bits for every tile: which tiles block in the 8 by 8 square that starts at it, and
        which of them have thin walls if the board has any.

        The bits are computed on first use.
        """
        if self._patches is None:
            words = WORDS_WITH_THIN_WALLS if self.thin else 1
            made = cupy().empty((self.rows + 16, self.cols + 16, words), dtype="uint64")
            kernel = question("LINES", 0).get_function("patches_of_tiles")
            kernel((blocks_for(made.size // words, 128),), (128,), (self.plan, _i32(words), made))
            self._patches = made
        return self._patches

    # --- changes on the device

    def change(self, at: Any, cells: Any, blockers: Any, thin: bool) -> None:
        """Set the values at these plane indexes. For hexes, `blockers` are their codes."""
        cp = cupy()
        where = cp.asarray(at)
        self.cells.ravel()[where] = cp.asarray(cells)
        if self.hexes:
            self.holds()[where] = cp.asarray(blockers)
            return
        self.blockers.ravel()[where] = cp.asarray(blockers)
        self.thin = THIN_WALLS if thin else NO_THIN_WALLS
        self._renew()

    def set_solid_array(self, solid: Any) -> None:
        """Make tiles rock where the array of bools is true, and clear the others. Squares only.

        Figures on a tile stay and block.
        """
        self._set_blockers(ROCK, self._mask(solid, "solid"))

    def set_standing_array(self, standing: Any) -> None:
        """Set the blocking figures of all tiles at once, as an array of bools.

        Squares only.
        """
        self._set_blockers(STANDING, self._mask(standing, "standing"))

    def _set_blockers(self, which: int, mask: Any) -> None:
        inside = self._inside()
        self.blockers[inside] = self.blockers[inside] & (255 - which) | mask * which
        self.cells[inside] = self.cells[inside] & (255 - TILE) | (self.blockers[inside] != 0)
        self._renew()

    def set_edge_arrays(self, east: Any, south: Any) -> None:
        """Set the walls on edges. Squares only.

        `east` has the edges to the right of each tile except the last of a row, and `south` those
        below each tile except in the last row.
        """
        rows, cols = self.shape[0], self.shape[-1]
        to_east = self._mask(east, "east", (rows, cols - 1))
        to_south = self._mask(south, "south", (rows - 1, cols))
        cells = self.cells
        cells &= 255 - (EAST | SOUTH | WEST | NORTH)
        cells[1:-1, 1:cols] |= to_east * EAST
        cells[1:-1, 2 : cols + 1] |= to_east * WEST
        cells[1:rows, 1:-1] |= to_south * SOUTH
        cells[2 : rows + 1, 1:-1] |= to_south * NORTH
        # assume that there are walls: checking would copy data from the device
        self.thin = THIN_WALLS
        self._renew()

    def _inside(self) -> tuple[slice, slice]:
        if self.hexes:
            raise InvalidTypeError(
                "DeviceBoard: expected squares for arrays of tiles; change the HexBoard instead,"
                ' and ask about that with device="cuda"'
            )
        return slice(1, -1), slice(1, -1)

    def _mask(self, values: Any, what: str, shape: tuple[int, int] | None = None) -> Any:
        self._inside()
        mask = as_device_array(values)
        wanted = tuple(self.shape) if shape is None else shape
        if mask.dtype != bool:
            raise InvalidTypeError(f"{what}: expected an array of bools, got {mask.dtype}")
        if mask.shape != wanted:
            raise InvalidValueError(f"{what}: expected the shape {wanted}, got {mask.shape}")
        return mask.astype("uint8")


def _i32(value: int) -> Any:
    import numpy

    return numpy.int32(value)

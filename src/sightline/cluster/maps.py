"""Maps split into pieces, each with the margin that its answers need.

A piece contains its own part of the map, so no worker ever receives the whole map. `BoardMap`
splits a board; `RockMap` splits an array of rock, which may be far larger and stay on disk.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy

from sightline.errors import InvalidTypeError, InvalidValueError, LimitError
from sightline.extras import extra
from sightline.model.board import Board
from sightline.model.numbers import short_repr
from sightline.model.parts.cuts import MapPart, cut_out, tiles_in, whole_extent
from sightline.model.parts.ground import MAX_SIDE
from sightline.model.square import SquareBoard

NEAR_LINES = 2
"""The margin beyond the radius, in tiles: a line between two tiles touches neighboring tiles, and
walls may be on their far side.
"""
ROWS_AT_ONCE = 256
"""How many rows of an array are read at a time."""
ROCK_FILES = (".npy", ".zarr", ".txt")


class PackedRock(NamedTuple):
    """The rock of a part of a map, packed for transfer with one bit per tile."""

    bits: bytes
    shape: tuple[int, int]

    def board(self) -> SquareBoard:
        """Return a board with this rock."""
        count = self.shape[0] * self.shape[1]
        flat = numpy.unpackbits(numpy.frombuffer(self.bits, numpy.uint8), count=count)
        return SquareBoard.from_array(flat.reshape(self.shape).astype(bool))


class CutGround(NamedTuple):
    """A part of a map, and its position on the map."""

    cut: Board | PackedRock
    row: int
    col: int
    """The map column of the part's column 0, as `row` for rows. Hexes keep their coordinates, so
    both are 0 there.
    """

    def board(self) -> Board:
        """Return the board that answers questions about the part."""
        return self.cut.board() if isinstance(self.cut, PackedRock) else self.cut


class BoardMap:
    """A map in the form of a board, which can be split into parts."""

    def __init__(self, board: Board) -> None:
        if board.height_level == 2:
            raise InvalidValueError(
                "map: the cluster does not take boards with heights; ask `heat_map` here instead"
            )
        self.board = board
        self.grid = board.grid.name
        self.extent = whole_extent(board)

    def digest(self) -> str:
        """Return a hash of everything on the board."""
        return self.board.fingerprint()

    def has_tiles(self, part: MapPart) -> bool:
        """Return whether the part has any tiles. On hexes it may have none."""
        return bool(tiles_in(self.board, part).any())

    def ground(self, part: MapPart, reach: int | None) -> CutGround:
        """Return the part with everything that its answers depend on.

        A `reach` of None means the whole map.
        """
        wide = _wide(part, reach, self.extent).with_figures(self.board)
        cut = cut_out(self.board, wide)
        assert cut is not None, "a piece without tiles is not asked about"
        if self.grid == "hex":
            return CutGround(cut, 0, 0)
        return CutGround(cut, wide.rows.start, wide.cols.start)


class RockMap:
    """A square map of rock and free tiles, in any array-like of bools."""

    grid = "square"

    def __init__(self, rock: Any) -> None:
        shape: tuple[int, ...] = tuple(getattr(rock, "shape", ()))
        kind = getattr(rock, "dtype", None)
        if len(shape) != 2 or 0 in shape:
            raise InvalidValueError(
                f"rock: expected an array of rows by columns, got the shape {shape}"
            )
        if kind not in (numpy.bool_, numpy.uint8):
            raise InvalidTypeError(
                f"rock: expected bools, or uint8 of 0 and 1, got {kind}; compare first, as in"
                " grid == 1 or costs > 0"
            )
        self._rock = rock
        self.extent = MapPart(range(shape[0]), range(shape[1]))

    def digest(self) -> str:
        """Return a hash of the map that does not depend on the file format."""
        found = hashlib.sha256(f"rock {self._rock.shape[0]} x {self._rock.shape[1]}".encode())
        for rows in self._strips():
            if rows.dtype != bool and rows.max() > 1:
                raise InvalidValueError(
                    f"rock: expected 0 and 1 in an array of uint8, got {rows.max()}; compare"
                    " first, as in grid == 1 or costs > 0"
                )
            found.update(numpy.packbits(rows).tobytes())
        return found.hexdigest()

    def _strips(self) -> Iterator[numpy.ndarray[Any, Any]]:
        for row in range(0, self._rock.shape[0], ROWS_AT_ONCE):
            yield numpy.asarray(self._rock[row : row + ROWS_AT_ONCE])

    def has_tiles(self, part: MapPart) -> bool:
        """Return True: a rectangle of squares always has tiles."""
        return True

    def ground(self, part: MapPart, reach: int | None) -> CutGround:
        """Return the part with everything that its answers depend on."""
        wide = _wide(part, reach, self.extent)
        if max(len(wide.rows), len(wide.cols)) > MAX_SIDE:
            raise LimitError(
                f"radius: a piece with {reach} tiles around it spans {len(wide.rows)} x"
                f" {len(wide.cols)}, and a board at most {MAX_SIDE} each way; take a smaller"
                " radius, or smaller pieces"
                if reach is not None
                else f"radius: expected one for a map of more than {MAX_SIDE} tiles each way"
            )
        rows, cols = wide
        some = numpy.asarray(self._rock[rows.start : rows.stop, cols.start : cols.stop])
        bits = numpy.packbits(some.astype(bool)).tobytes()
        return CutGround(PackedRock(bits, (len(rows), len(cols))), rows.start, cols.start)


AnyMap: TypeAlias = BoardMap | RockMap


def _wide(part: MapPart, reach: int | None, extent: MapPart) -> MapPart:
    return extent if reach is None else part.grown(reach + NEAR_LINES, extent)


def as_map(given: Any) -> AnyMap:
    """Return a board, an array of rock, or a file with one as a map that can be split."""
    if isinstance(given, (BoardMap, RockMap)):
        return given
    if isinstance(given, Board):
        return BoardMap(given)
    if isinstance(given, (str, Path)):
        return RockMap(read_rock(given))
    if hasattr(given, "shape") and hasattr(given, "dtype"):
        return RockMap(given)
    raise InvalidTypeError(
        "map: expected a board, an array of bools (True is rock) or the path of a .npy, .zarr or"
        f" .txt with rock in it, got {short_repr(given)}"
    )


# --- files ----------------------------------------------------------------------------------------


def is_rock_file(path: str | Path) -> bool:
    """Return whether the file name is that of an array. (A `.txt` is usually a drawn map.)"""
    return Path(path).suffix.lower() in (".npy", ".zarr")


def read_rock(path: str | Path) -> Any:
    """Open the rock in a file as an array that can be sliced; `.npy` and `.zarr` stay on disk.

    A `.txt` has one line per row: `#` is rock, anything else a free tile.
    """
    file = Path(path)
    if not file.exists():
        raise InvalidValueError(f"rock: there is no {file}")
    try:
        match file.suffix.lower():
            case ".npy":
                return numpy.load(file, mmap_mode="r", allow_pickle=False)
            case ".zarr":
                with extra("cluster", "rock in Zarr needs"):
                    import zarr
                return zarr.open_array(file, mode="r")
            case ".txt":
                return _drawn_rock(file)
    except (ValueError, OSError, KeyError) as error:
        if isinstance(error, InvalidValueError):
            raise
        raise InvalidValueError(f"rock: cannot read {file}: {error}") from None
    raise InvalidValueError(
        f"rock: expected a file of {', '.join(ROCK_FILES)}, got {file.name}; a map is given as the"
        " board that sightline.load makes of it"
    )


def _drawn_rock(file: Path) -> Any:
    lines = file.read_bytes().splitlines()
    while lines and not lines[-1]:
        lines.pop()
    if not lines:
        raise InvalidValueError(f"rock: {file} is empty; expected a line a row, # for rock")
    for number, line in enumerate(lines, 1):
        if len(line) != len(lines[0]):
            raise InvalidValueError(
                f"rock: {file}, line {number}: expected {len(lines[0])} tiles as in line 1, got"
                f" {len(line)}"
            )
    flat = numpy.frombuffer(b"".join(lines), numpy.uint8)
    return (flat == ord("#")).reshape(len(lines), len(lines[0]))

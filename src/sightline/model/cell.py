"""Squares and hexes as values: arithmetic, neighbors, distance, symmetries, corners, names.

A tile is a pair: `Square(row, col)` with row 0 at the top, or `Hex(q, r)` in axial coordinates. A
point of the plane is a pair of ints in 1/384,000ths of a tile (`UNIT`): `(x, y)` on squares, the
axial `(q, r)` on hexes. Axial coordinates are skewed, but straight lines stay straight and left
stays left, which is enough for sight.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Generic, NamedTuple, SupportsIndex, TypeAlias

from sightline.errors import InvalidValueError
from sightline.model.numbers import UNIT, short_repr

Point = tuple[int, int]
TILE_NAME = r"([A-Za-z]{1,4})(0{0,5}[1-9][0-9]{0,5})"
"""A pattern for the names that `square_name` returns: column letters, then the row
counted from 1.
"""


class Square(NamedTuple):
    """A square tile: a pair `(row, col)`, with row 0 at the top, that prints as its name.

    >>> from sightline import Square
    >>> tile = Square(3, 2)
    >>> str(tile), tile == (3, 2), tile.row
    ('C4', True, 3)
    """

    row: int
    col: int

    def __str__(self) -> str:
        return square_name(self)


class Hex(NamedTuple):
    """A hex tile: a pair `(q, r)` of axial coordinates.

    >>> from sightline import Hex
    >>> tile = Hex(2, -1)
    >>> str(tile), tile == (2, -1), tile.q
    ('(2, -1)', True, 2)
    """

    q: int
    r: int

    def __str__(self) -> str:
        return f"({self.q}, {self.r})"


Tile = Square | Hex
AnyPosition: TypeAlias = str | Iterable[SupportsIndex]
"""A tile as callers give it: `(row, col)` or `(q, r)`, or a name such as C4 or (2, -1)."""

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    # Squares or hexes. A bare `Board` or `Field` is one of either.
    TileT_co = TypeVar("TileT_co", bound=Tile, covariant=True, default=Tile)
else:
    from typing import TypeVar

    TileT_co = TypeVar("TileT_co", bound=Tile, covariant=True)


def hex_distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Return the number of steps from one hex to another."""
    dq, dr = b[0] - a[0], b[1] - a[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def hex_disc(middle: tuple[int, int], radius: int) -> list[Hex]:
    """Return every hex within `radius` steps, in reading order."""
    q0, r0 = middle
    return [
        Hex(q0 + dq, r0 + dr)
        for dr in range(-radius, radius + 1)
        for dq in range(max(-radius, -radius - dr), min(radius, radius - dr) + 1)
    ]


def square_name(tile: tuple[int, int]) -> str:
    """Return the name of a square: `(0, 0)` is A1 and `(3, 2)` is C4 (column letters,
    row number).
    """
    row, col = tile
    if col < 0:
        return f"({row}, {col})"
    letters = ""
    col += 1
    while col:
        col, digit = divmod(col - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return f"{letters}{row + 1}"


def tile_name(grid: str, tile: Iterable[int]) -> str:
    """Return the name of a tile: C4 if `grid` is "square", (2, -1) if it is "hex"."""
    first, second = tile
    return square_name((first, second)) if grid == "square" else f"({first}, {second})"


def parse_square(name: str) -> Square:
    """Return the tile with that name, the inverse of `square_name`."""
    match = re.fullmatch(TILE_NAME, name, re.ASCII)
    if match is None:
        raise InvalidValueError(
            f"tile name: expected letters and a number such as C4, got {short_repr(name)}"
        )
    col = 0
    for letter in match[1].upper():
        col = col * 26 + ord(letter) - ord("A") + 1
    return Square(int(match[2]) - 1, col - 1)


class Grid(Generic[TileT_co]):
    """The common interface of squares and hexes: their neighbors, corners and symmetries.

    Rules and geometry use a grid only through this interface, so one implementation serves both.
    """

    name: str
    directions: tuple[tuple[int, int], ...]
    """Steps to the tiles that share an edge."""
    forward: tuple[tuple[int, int], ...]
    """Half of `directions`. Each edge is stored once, at the tile from which it
    lies in one of them.
    """
    touching: tuple[tuple[int, int], ...]
    """Steps to the tiles that share an edge or a corner."""
    symmetries: tuple[Callable[[tuple[int, int]], tuple[int, int]], ...]
    """Symmetries of the grid about the origin tile."""

    def tile(self, first: int, second: int) -> TileT_co:
        raise NotImplementedError

    def center(self, tile: tuple[int, int]) -> Point:
        raise NotImplementedError

    def corners(self, tile: tuple[int, int]) -> tuple[Point, ...]:
        """Return the corners in order around the tile."""
        raise NotImplementedError

    def corner_name(self, tile: tuple[int, int], corner: Point, orientation: str = "pointy") -> str:
        raise NotImplementedError

    def middle(self, tiles: Iterable[tuple[int, int]]) -> Point:
        """Return the center of a whole footprint."""
        raise NotImplementedError

    def shift(self, tile: tuple[int, int], dx: int, dy: int) -> TileT_co:
        """Return the tile at an offset of `dx`, `dy` units of the plane (whole tiles only)."""
        raise NotImplementedError

    def length_squared(self, a: Point, b: Point) -> int:
        """Return the squared length times a constant, for comparing the lengths of lines."""
        raise NotImplementedError

    def neighbors(self, tile: tuple[int, int]) -> list[TileT_co]:
        return [self.tile(tile[0] + da, tile[1] + db) for da, db in self.directions]

    def are_neighbors(self, a: tuple[int, int], b: tuple[int, int]) -> bool:
        return (b[0] - a[0], b[1] - a[1]) in self.directions

    def edge_ends(self, a: tuple[int, int], b: tuple[int, int]) -> tuple[Point, Point]:
        """Return the two corners that neighboring tiles share."""
        theirs = set(self.corners(b))
        first, second = (corner for corner in self.corners(a) if corner in theirs)
        return first, second

    def tiles_at(self, point: Point) -> list[TileT_co]:
        """Return all tiles that contain the point, including tiles that are not on a board."""
        raise NotImplementedError


class _SquareGrid(Grid[Square]):
    name = "square"
    directions = ((-1, 0), (0, 1), (1, 0), (0, -1))
    forward = ((0, 1), (1, 0))
    touching = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
    symmetries = (
        lambda t: (t[0], t[1]),
        lambda t: (t[1], -t[0]),
        lambda t: (-t[0], -t[1]),
        lambda t: (-t[1], t[0]),
        lambda t: (t[0], -t[1]),
        lambda t: (-t[0], t[1]),
        lambda t: (t[1], t[0]),
        lambda t: (-t[1], -t[0]),
    )

    def tile(self, first: int, second: int) -> Square:
        return Square(first, second)

    def center(self, tile: tuple[int, int]) -> Point:
        row, col = tile
        return (2 * col + 1) * (UNIT // 2), (2 * row + 1) * (UNIT // 2)

    def corners(self, tile: tuple[int, int]) -> tuple[Point, ...]:
        y, x = tile[0] * UNIT, tile[1] * UNIT
        return (x, y), (x + UNIT, y), (x + UNIT, y + UNIT), (x, y + UNIT)

    def corner_name(self, tile: tuple[int, int], corner: Point, orientation: str = "pointy") -> str:
        names = ("north-west", "north-east", "south-east", "south-west")
        return names[self.corners(tile).index(corner)]

    def middle(self, tiles: Iterable[tuple[int, int]]) -> Point:
        rows, cols = zip(*tiles, strict=True)
        return (
            (min(cols) + max(cols) + 1) * (UNIT // 2),
            (min(rows) + max(rows) + 1) * (UNIT // 2),
        )

    def shift(self, tile: tuple[int, int], dx: int, dy: int) -> Square:
        return Square(tile[0] + dy, tile[1] + dx)

    def length_squared(self, a: Point, b: Point) -> int:
        return (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2

    def tiles_at(self, point: Point) -> list[Square]:
        cols, rows = (
            (value // UNIT,) if value % UNIT else (value // UNIT - 1, value // UNIT)
            for value in point
        )
        return [Square(row, col) for row in rows for col in cols]


def _turn_hex(tile: tuple[int, int], times: int, flip: bool) -> tuple[int, int]:
    q, r = reversed(tile) if flip else tile
    for _ in range(times):
        q, r = -r, q + r
    return q, r


class _HexGrid(Grid[Hex]):
    name = "hex"
    directions = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
    forward = ((1, 0), (0, 1), (-1, 1))
    # Three hexes meet at every corner, so hexes that share a corner share an edge.
    touching = directions
    symmetries = tuple(
        partial(_turn_hex, times=times, flip=flip) for flip in (False, True) for times in range(6)
    )
    # A third of the sum of two neighboring directions leads to the corner between them.
    _CORNERS = ((2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2), (1, 1))
    _CORNER_NAMES: ClassVar = {
        "pointy": ("north-east", "north", "north-west", "south-west", "south", "south-east"),
        "flat": ("east", "north-east", "north-west", "west", "south-west", "south-east"),
    }

    def tile(self, first: int, second: int) -> Hex:
        return Hex(first, second)

    def center(self, tile: tuple[int, int]) -> Point:
        return tile[0] * UNIT, tile[1] * UNIT

    def corners(self, tile: tuple[int, int]) -> tuple[Point, ...]:
        q, r = tile[0] * UNIT, tile[1] * UNIT
        third = UNIT // 3
        return tuple((q + dq * third, r + dr * third) for dq, dr in self._CORNERS)

    def corner_name(self, tile: tuple[int, int], corner: Point, orientation: str = "pointy") -> str:
        return self._CORNER_NAMES[orientation][self.corners(tile).index(corner)]

    def middle(self, tiles: Iterable[tuple[int, int]]) -> Point:
        qs, rs = zip(*tiles, strict=True)
        return (min(qs) + max(qs)) * (UNIT // 2), (min(rs) + max(rs)) * (UNIT // 2)

    def shift(self, tile: tuple[int, int], dx: int, dy: int) -> Hex:
        return Hex(tile[0] + dx, tile[1] + dy)

    def length_squared(self, a: Point, b: Point) -> int:
        dq, dr = b[0] - a[0], b[1] - a[1]
        return dq * dq + dq * dr + dr * dr

    def tiles_at(self, point: Point) -> list[Hex]:
        q, r = point
        near = [Hex(q // UNIT + dq, r // UNIT + dr) for dq in (-1, 0, 1, 2) for dr in (-1, 0, 1, 2)]
        return [tile for tile in near if self._contains(tile, point)]

    @staticmethod
    def _contains(tile: Hex, point: Point) -> bool:
        dq, dr = point[0] - tile.q * UNIT, point[1] - tile.r * UNIT
        return max(abs(2 * dq + dr), abs(dq + 2 * dr), abs(dq - dr)) <= UNIT


SQUARE: Grid[Square] = _SquareGrid()
HEX: Grid[Hex] = _HexGrid()

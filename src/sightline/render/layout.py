"""Positions in a picture: convert tile units to pixels, on squares and both kinds of hexes."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sightline.geometry.outline import Polyline, region_outline
from sightline.model.board import Board
from sightline.model.cell import Grid, Point
from sightline.model.numbers import UNIT
from sightline.render.reading import shape_of
from sightline.render.shapes import XY

SPAN = 1000.0
"""The largest size of a board in pixels, as long as its tiles stay visible."""
LARGEST_TILE, SMALLEST_TILE = 56.0, 2.0
MARGIN = 14.0
NARROWEST = 400.0
"""The smallest width in pixels, which the caption needs even below a small board."""
ROOT3 = math.sqrt(3)

AnyTiles = Collection[tuple[int, int]]
DrawnPoint = tuple[Fraction, Fraction] | tuple[float, float]


@dataclass(frozen=True, slots=True)
class Layout:
    """The scale and position of a board in the picture."""

    grid: Grid
    shape: str
    """The shape of the tiles: square, pointy or flat."""
    tile: float
    """The side of a square, or the width of a hex between two parallel sides, in pixels."""
    origin: XY
    """The position of the point (0, 0) of the board."""
    left: float
    top: float
    width: float
    height: float
    paper: float
    """The width of the whole picture in pixels."""

    def point(self, where: DrawnPoint) -> XY:
        """Return the position of a point in tiles: (x, y) on squares, axial (q, r) on hexes."""
        a, b = float(where[0]), float(where[1])
        if self.shape == "pointy":
            a, b = a + b / 2, b * ROOT3 / 2
        elif self.shape == "flat":
            a, b = a * ROOT3 / 2, b + a / 2
        return self.origin[0] + a * self.tile, self.origin[1] + b * self.tile

    def corner(self, where: Point) -> XY:
        """Return the position of a point in the grid's integer units."""
        return self.point((where[0] / UNIT, where[1] / UNIT))

    def center(self, tile: tuple[int, int]) -> XY:
        return self.corner(self.grid.center(tile))

    def corners(self, tile: tuple[int, int]) -> tuple[XY, ...]:
        return tuple(self.corner(corner) for corner in self.grid.corners(tile))

    def middle(self, tiles: Iterable[tuple[int, int]]) -> XY:
        return self.corner(self.grid.middle(tiles))

    def edge(self, a: tuple[int, int], b: tuple[int, int]) -> tuple[XY, XY]:
        """Return the two ends of the edge that two neighbors share."""
        first, second = self.grid.edge_ends(a, b)
        return self.corner(first), self.corner(second)

    def around(self, tiles: Collection[tuple[int, int]]) -> tuple[tuple[XY, ...], ...]:
        """Return the outline of a set of tiles."""
        return self.lines(region_outline(self.grid, tiles))

    def lines(self, lines: Iterable[Polyline]) -> tuple[tuple[XY, ...], ...]:
        return tuple(tuple(self.corner(point) for point in line) for line in lines)

    @property
    def inner(self) -> float:
        """The radius of the largest circle inside a tile."""
        return self.tile / 2


def layout(board: Board, *, full_size: bool = False) -> Layout:
    """Return the layout of a board; at full size, the picture may be cropped later."""
    shape = shape_of(board)
    low_x, low_y, high_x, high_y = _bounds(board, shape)
    across, down = high_x - low_x, high_y - low_y
    fitting = max(SMALLEST_TILE, math.floor(SPAN / max(across, down)))
    tile = LARGEST_TILE if full_size else min(LARGEST_TILE, fitting)
    # The names of squares are along two sides of the board, those of hexes inside them.
    gutter = label_gutter(tile, max(across, down)) if shape == "square" else 0.0
    paper = max(NARROWEST, across * tile + gutter + 2 * MARGIN)
    left = gutter + (paper - gutter - across * tile) / 2
    top = MARGIN + gutter * 0.8
    return Layout(
        board.grid,
        shape,
        tile,
        (left - low_x * tile, top - low_y * tile),
        left,
        top,
        across * tile,
        down * tile,
        paper,
    )


def label_size(tile: float) -> float:
    """Return the font size of the names along the sides of a square board."""
    return min(13.0, max(9.0, tile * 0.3))


def label_gutter(tile: float, count: float) -> float:
    return label_size(tile) * (0.65 * len(str(int(count))) + 0.8)


def _bounds(board: Board, shape: str) -> tuple[float, float, float, float]:
    """Return the smallest upright rectangle around all tiles, in tiles."""
    if shape == "square":
        rows: Any = getattr(board, "rows", 1)
        return 0.0, 0.0, float(getattr(board, "cols", 1)), float(rows)
    plain = Layout(board.grid, shape, 1.0, (0.0, 0.0), 0, 0, 0, 0, 0)
    xs: list[float] = []
    ys: list[float] = []
    for tile in board.tiles():
        x, y = plain.center(tile)
        xs.append(x)
        ys.append(y)
    # From the middle of a hex, its sides are 1/2 away and its corners 1/sqrt(3).
    half, long = 0.5, 1 / ROOT3
    dx, dy = (half, long) if shape == "pointy" else (long, half)
    return min(xs) - dx, min(ys) - dy, max(xs) + dx, max(ys) + dy

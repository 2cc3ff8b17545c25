"""Everything that a straight line meets, in order: tiles, edges, free walls.

Two lines with the same shape meet the same tiles relative to their starts. So a walk is computed
once for each shape (`Walk`, relative to the start) and cached.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import NamedTuple

from sightline.geometry.contact import LEFT, RIGHT
from sightline.model.cell import HEX, SQUARE, Grid, Point
from sightline.model.numbers import UNIT


class Line(NamedTuple):
    """The points `start + t * step` for t from 0 to `reach`, which is 1 or 0.

    A `reach` of 0 is a single point that still has a direction, to tell left from right.
    """

    start: Point
    step: Point
    reach: int = 1

    @classmethod
    def between(cls, start: Point, end: Point) -> Line:
        return cls(start, (end[0] - start[0], end[1] - start[1]))

    @property
    def end(self) -> Point:
        return (
            self.start[0] + self.reach * self.step[0],
            self.start[1] + self.reach * self.step[1],
        )


class Met(NamedTuple):
    """A stretch [lo, hi] of a line inside a shape, and the sides of the line to which the shape
    extends.

    `along` is true if the line runs along a wall, which then has no side.
    """

    lo: Fraction
    hi: Fraction
    sides: int
    along: bool


class TileMet(NamedTuple):
    dx: int
    dy: int
    lo: int
    hi: int
    sides: int


class EdgeMet(NamedTuple):
    dx: int
    dy: int
    direction: int
    lo: int
    hi: int
    sides: int
    along: bool


class Walk(NamedTuple):
    """All grid tiles and edges that a line touches; positions run from 0 to `span`."""

    span: int
    tiles: tuple[TileMet, ...]
    edges: tuple[EdgeMet, ...]


def side_of(line: Line, point: Point) -> int:
    """Return the side of the line on which a point is: LEFT, RIGHT or 0 (on it),
    looking along the line.
    """
    return _side(_turn(line, point))


def _turn(line: Line, point: Point) -> int:
    """Return the signed distance of the point to the right of the line, times the line's length."""
    (x, y), (dx, dy) = line.start, line.step
    return dx * (point[1] - y) - dy * (point[0] - x)


def _side(turn: int) -> int:
    # y grows downward, so a negative turn is to the left.
    return LEFT if turn < 0 else RIGHT if turn > 0 else 0


def sides_of(line: Line, points: Sequence[Point]) -> int:
    """Return the sides of the line on which one of the points lies.

    Points on the line do not count.
    """
    sides = 0
    for point in points:
        sides |= side_of(line, point)
    return sides


def meet_tile(line: Line, corners: Sequence[Point]) -> Met | None:
    """Return the stretch of the line in a convex tile, given its corners in order, or None."""
    lo, hi = Fraction(0), Fraction(line.reach)
    (x, y), (dx, dy) = line.start, line.step
    before = corners[-1]
    for corner in corners:
        ex, ey = corner[0] - before[0], corner[1] - before[1]
        # Inside, this is <= 0 or >= 0, depending on the order of the corners.
        here = ex * (y - before[1]) - ey * (x - before[0])
        drift = ex * dy - ey * dx
        if _runs_left(corners):
            here, drift = -here, -drift
        before = corner
        if drift == 0:
            if here < 0:
                return None
        elif drift > 0:
            lo = max(lo, Fraction(-here, drift))
        else:
            hi = min(hi, Fraction(here, -drift))
    return Met(lo, hi, sides_of(line, corners), False) if lo <= hi else None


def _runs_left(corners: Sequence[Point]) -> bool:
    (ax, ay), (bx, by), (cx, cy) = corners[:3]
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) < 0


def meet_segment(line: Line, first: Point, second: Point) -> Met | None:
    """Return the stretch of the line on a straight wall, or None."""
    one, other = side_of(line, first), side_of(line, second)
    if one and one == other:
        return None
    (x, y), (dx, dy) = line.start, line.step
    if one == other == 0:
        size = dx * dx + dy * dy
        ends = sorted(Fraction((p[0] - x) * dx + (p[1] - y) * dy, size) for p in (first, second))
        lo, hi = max(Fraction(0), ends[0]), min(Fraction(line.reach), ends[1])
        return Met(lo, hi, 0, lo < hi) if lo <= hi else None
    wx, wy = second[0] - first[0], second[1] - first[1]
    at = Fraction((first[0] - x) * wy - (first[1] - y) * wx, dx * wy - dy * wx)
    return Met(at, at, one | other, False) if 0 <= at <= line.reach else None


def walk(grid: Grid, line: Line) -> tuple[Walk, int, int]:
    """Return the walk of a line, and by how many tiles to shift it in x and y."""
    (x, y), step = line.start, line.step
    shift_x, shift_y = x // UNIT, y // UNIT
    at_home = ((x - shift_x * UNIT, y - shift_y * UNIT), step, line.reach)
    return _walk(grid.name, *at_home), shift_x, shift_y


@lru_cache(maxsize=1 << 13)
def _walk(grid_name: str, start: Point, step: Point, reach: int) -> Walk:
    grid = SQUARE if grid_name == "square" else HEX
    ruler = _Ruler(grid, Line(start, step, reach))
    tiles: dict[tuple[int, int], tuple[int, int, int]] = {}
    # The tiles that a line touches are connected, so a search from its start finds all.
    fresh: list[tuple[int, int]] = list(grid.tiles_at(start))
    seen = set(fresh)
    onward = _onward(grid, step)
    while fresh:
        tile = fresh.pop()
        met = ruler.meet_tile(*ruler.away(tile))
        if met is None:
            continue
        tiles[tile] = met
        for da, db in onward:
            neighbor = (tile[0] + da, tile[1] + db)
            if neighbor not in seen:
                seen.add(neighbor)
                fresh.append(neighbor)
    edges: dict[tuple[tuple[int, int], int], tuple[int, int, int, bool]] = {}
    asked = set()
    for tile in tiles:
        for direction, (da, db) in enumerate(grid.forward):
            for owner in (tile, (tile[0] - da, tile[1] - db)):
                if (owner, direction) in asked:
                    continue
                asked.add((owner, direction))
                found = ruler.meet_edge(direction, *ruler.away(owner))
                if found is not None:
                    edges[owner, direction] = found
    # Use the coarsest marks that contain all these positions.
    mark = gcd(ruler.marks, *(at for met in (*tiles.values(), *edges.values()) for at in met[:2]))
    return Walk(
        ruler.marks // mark * reach,
        tuple(
            sorted(
                (
                    TileMet(*ruler.away(tile), lo // mark, hi // mark, sides)
                    for tile, (lo, hi, sides) in tiles.items()
                ),
                key=lambda m: (m.lo, m.hi),
            )
        ),
        tuple(
            sorted(
                (
                    EdgeMet(*ruler.away(tile), direction, lo // mark, hi // mark, sides, along)
                    for (tile, direction), (lo, hi, sides, along) in edges.items()
                ),
                key=lambda m: (m.lo, m.hi),
            )
        ),
    )


def _onward(grid: Grid, step: Point) -> Sequence[tuple[int, int]]:
    """Return the steps to neighbors into which a line may continue.

    On squares, none of them leads backwards: a line enters each tile from one before it.
    """
    if grid is HEX:
        return grid.touching
    dx, dy = step
    return [
        (down, right)
        for down, right in grid.touching
        if (not down or down * dy > 0) and (not right or right * dx > 0)
    ]


class _Ruler:
    """A line with marks so fine that it meets every border of the grid at one of them.

    Borders run in two or three directions, and the line covers the same distance between any two
    parallel ones. So `marks` on the line include every position where it meets a border, and
    integers are enough where `meet_tile` and `meet_segment` need fractions. All tiles have the same
    shape, so the result for one is cached and shifted for the others.
    """

    def __init__(self, grid: Grid, line: Line) -> None:
        (x, y), (dx, dy) = line.start, line.step
        self._grid, self._line = grid, line
        corners = grid.corners((0, 0))
        turns = [_turn(line, corner) for corner in corners]
        self._lowest, self._highest = min(turns), max(turns)
        borders = []
        for before, corner in zip((corners[-1], *corners[:-1]), corners, strict=True):
            ex, ey = _shortened(corner[0] - before[0], corner[1] - before[1])
            if _runs_left(corners):
                ex, ey = -ex, -ey
            here, drift = ex * (y - before[1]) - ey * (x - before[0]), ex * dy - ey * dx
            borders.append((here, ey * UNIT, -ex * UNIT, drift))
        self.marks = lcm(*(drift for *_, drift in borders if drift))
        self._borders = [
            (here, per_x, per_y, self.marks // drift if drift else 0)
            for here, per_x, per_y, drift in borders
        ]
        self._edges = []
        for step in grid.forward:
            first, second = grid.edge_ends((0, 0), step)
            self._edges.append((first, _turn(line, first), second, _turn(line, second)))

    def away(self, tile: tuple[int, int]) -> tuple[int, int]:
        """Return the offset of a tile from the origin tile in whole units of the plane."""
        return (tile[1], tile[0]) if self._grid is SQUARE else tile

    def meet_tile(self, right: int, down: int) -> tuple[int, int, int] | None:
        """Return the marks between which the line is in the tile, and on which
        sides of it the tile is.
        """
        turned = self._turned(right, down)
        low, high = self._lowest + turned, self._highest + turned
        if low > 0 or high < 0:
            return None
        lo, hi = 0, self._line.reach * self.marks
        for at_home, per_x, per_y, pace in self._borders:
            here = at_home + right * per_x + down * per_y
            if pace > 0:
                lo = max(lo, -here * pace)
            elif pace < 0:
                hi = min(hi, -here * pace)
            elif here < 0:
                return None
            if lo > hi:
                return None
        return lo, hi, (LEFT if low < 0 else 0) | (RIGHT if high > 0 else 0)

    def meet_edge(self, direction: int, right: int, down: int) -> tuple[int, int, int, bool] | None:
        """Return the marks between which the line is on an edge of the tile, on which sides of the
        line the edge is, and whether the line runs along it.
        """
        line, turned = self._line, self._turned(right, down)
        (px, py), one, (qx, qy), other = self._edges[direction]
        one, other = one + turned, other + turned
        if (one < 0 and other < 0) or (one > 0 and other > 0):
            return None
        first = (px + right * UNIT, py + down * UNIT)
        second = (qx + right * UNIT, qy + down * UNIT)
        end = line.reach * self.marks
        if one == other == 0:
            ends = sorted((self._mark(first), self._mark(second)))
            lo, hi = max(0, ends[0]), min(end, ends[1])
            return (lo, hi, 0, lo < hi) if lo <= hi else None
        (x, y), (dx, dy) = line.start, line.step
        wx, wy = second[0] - first[0], second[1] - first[1]
        across = (first[0] - x) * wy - (first[1] - y) * wx
        at = across * self.marks // (dx * wy - dy * wx)
        return (at, at, _side(one) | _side(other), False) if 0 <= at <= end else None

    def _turned(self, right: int, down: int) -> int:
        dx, dy = self._line.step
        return (dx * down - dy * right) * UNIT

    def _mark(self, point: Point) -> int:
        """Return the mark of a point on the line."""
        (x, y), (dx, dy) = self._line.start, self._line.step
        return (point[0] - x) * self.marks // dx if dx else (point[1] - y) * self.marks // dy


def _shortened(x: int, y: int) -> Point:
    """Return the shortest step with whole coordinates in the same direction."""
    common = gcd(x, y)
    return x // common, y // common

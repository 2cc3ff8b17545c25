"""What a straight line meets, in order: tiles, edges, free walls.

A line between the same kinds of points is the same walk wherever it starts, so a walk is computed
once for its shape (`Walk`, relative to the start) and kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple

from sightline.geometry.contact import LEFT, RIGHT
from sightline.model.cell import HEX, SQUARE, Grid, Point
from sightline.model.numbers import UNIT


class Line(NamedTuple):
    """The points `start + t * step` for t from 0 to `reach`, which is 1, or 0 for a line of no
    length that still has a direction to tell left from right by."""

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
    """A stretch [lo, hi] of a line inside something, the sides it reaches, and whether the line
    runs along inside it (which only a wall can say: it then has no side of its own)."""

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
    """LEFT, RIGHT or 0 (on it), for one who looks along the line."""
    (x, y), (dx, dy) = line.start, line.step
    turn = dx * (point[1] - y) - dy * (point[0] - x)
    # y grows downwards, so a negative turn is to the left.
    return LEFT if turn < 0 else RIGHT if turn > 0 else 0


def sides_of(line: Line, points: Sequence[Point]) -> int:
    """Every strict side of the line on which one of the points lies."""
    sides = 0
    for point in points:
        sides |= side_of(line, point)
    return sides


def meet_tile(line: Line, corners: Sequence[Point]) -> Met | None:
    """Where the line lies in a convex tile, given its corners in order."""
    lo, hi = Fraction(0), Fraction(line.reach)
    (x, y), (dx, dy) = line.start, line.step
    before = corners[-1]
    for corner in corners:
        ex, ey = corner[0] - before[0], corner[1] - before[1]
        # Inside is where this is <= 0 or >= 0, by the sense in which the corners run round.
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
    """Where the line meets a straight wall."""
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
    """The walk of a line, and the whole tiles by which to shift it to where the line is."""
    (x, y), step = line.start, line.step
    shift_x, shift_y = x // UNIT, y // UNIT
    at_home = ((x - shift_x * UNIT, y - shift_y * UNIT), step, line.reach)
    return _walk(grid.name, *at_home), shift_x, shift_y


@lru_cache(maxsize=1 << 13)
def _walk(grid_name: str, start: Point, step: Point, reach: int) -> Walk:
    grid = SQUARE if grid_name == "square" else HEX
    line = Line(start, step, reach)
    origin = grid.tile(0, 0)
    tiles: dict[tuple[int, int], Met] = {}
    # The tiles that a line touches hang together, so spreading from those at its start finds all.
    fresh: list[tuple[int, int]] = list(grid.tiles_at(start))
    seen = set(fresh)
    while fresh:
        tile = fresh.pop()
        met = meet_tile(line, grid.corners(tile))
        if met is None:
            continue
        tiles[tile] = met
        for da, db in grid.touching:
            neighbour = (tile[0] + da, tile[1] + db)
            if neighbour not in seen:
                seen.add(neighbour)
                fresh.append(neighbour)
    edges: dict[tuple[tuple[int, int], int], Met] = {}
    for tile in tiles:
        for direction, (da, db) in enumerate(grid.forward):
            for owner in (tile, (tile[0] - da, tile[1] - db)):
                ends = grid.edge_ends(owner, (owner[0] + da, owner[1] + db))
                met = meet_segment(line, *ends)
                if met is not None:
                    edges[owner, direction] = met
    span = lcm(*(met.lo.denominator for met in tiles.values()),
               *(met.hi.denominator for met in tiles.values()),
               *(met.lo.denominator for met in edges.values()))  # fmt: skip

    def away(tile: tuple[int, int]) -> tuple[int, int]:
        """Whole units of the plane from the origin tile, so that any grid can shift by them."""
        a, b = tile[0] - origin[0], tile[1] - origin[1]
        return (b, a) if grid is SQUARE else (a, b)

    return Walk(
        span * reach,
        tuple(
            sorted(
                (
                    TileMet(*away(tile), int(m.lo * span), int(m.hi * span), m.sides)
                    for tile, m in tiles.items()
                ),
                key=lambda m: (m.lo, m.hi),
            )
        ),
        tuple(
            sorted(
                (
                    EdgeMet(*away(t), d, int(m.lo * span), int(m.hi * span), m.sides, m.along)
                    for (t, d), m in edges.items()
                ),
                key=lambda m: (m.lo, m.hi),
            )
        ),
    )

"""The tiles of an area, ignoring walls: circles, cones and lines, in integers.

The map's metric defines the reach. A cone also requires tiles to be between its two sides, and a
line to be in a strip one tile wide. A tile counts by its center, or by any part of it. A tile that
the area only touches, along a side or at a corner, is outside.

`sightline.areas` has the same shapes for programs, with three differences. Here a direction may
lead to a tile outside the board, because players must not learn where the map ends. The 5-10-5
metric is supported. And any part of a tile may count. Where both give an answer, they agree
(`tests/table/vision/test_areas.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from sightline.model.board import Board
from sightline.model.cell import SQUARE, Point, Tile, hex_distance
from sightline.model.numbers import UNIT
from sightline.table.protocol.measures import AreaShape, MetricWord
from sightline.table.vision.areas.distances import is_within, is_within_of_corner

Corners: TypeAlias = Sequence[tuple[int | Fraction, int | Fraction]]

CORNERS = ("north-west", "north-east", "south-east", "south-west")
"""The corners of a square. A circle can be centered on a corner of the grid."""
ANGLES = {"square": (90, 53), "hex": (60, 120)}
"""The angles of cones in degrees, the default first.

A cone of 53 degrees is as wide as it is long, at every distance. The sides run in rational
directions, so touching is decided exactly.
"""


@dataclass(frozen=True)
class Origin:
    """The origin of an area: the tiles of a figure, one tile, or a corner of one."""

    tiles: Sequence[Tile]
    point: Point
    """A point in units of the plane: the center of a figure, or the corner."""
    corner: bool = False


def origin_of(board: Board, tiles: Sequence[Tile], corner: str) -> Origin:
    """Return an origin. `tiles` are those of the figure, or one tile; `corner` is a corner's
    name, or "".
    """
    grid = board.grid
    if corner:
        return Origin(tiles, grid.corners(tiles[0])[CORNERS.index(corner)], corner=True)
    return Origin(tiles, grid.middle(tiles))


def tiles_in(board: Board, shape: AreaShape, origin: Origin, metric: MetricWord) -> Iterator[Tile]:
    """Yield the tiles of the board that the area covers, ignoring walls.

    The origin's own tiles belong to a circle, but not to a cone or a line.
    """
    within = _reach_test(board, shape, origin, metric)
    if shape.kind == "circle":
        return (tile for tile in _near(board, origin, shape.reach) if within(tile))
    inside = _cone_test(board, shape, origin) if shape.kind == "cone" else None
    strip = _strip_test(board, shape, origin) if shape.kind == "line" else None
    own = set(origin.tiles)
    by_part = shape.count == "any" and metric == "straight" and inside is not None
    if by_part:
        assert inside is not None
        return (
            tile
            for tile in _near(board, origin, shape.reach)
            if tile not in own and _reaches(board, origin, inside(tile), shape.reach)
        )
    return (
        tile
        for tile in _near(board, origin, shape.reach)
        if tile not in own
        and within(tile)
        and (inside is None or inside(tile))
        and (strip is None or strip(tile))
    )


def _near(board: Board, origin: Origin, reach: int) -> Iterator[Tile]:
    """Yield a superset of the tiles within reach. (No metric has a step shorter than 1.)"""
    rows, cols = zip(*origin.tiles, strict=True)
    room = reach + 2
    first = range(min(rows) - room, max(rows) + room + 1)
    second = range(min(cols) - room, max(cols) + room + 1)
    if len(first) * len(second) < len(board.tiles()):
        return (board.grid.tile(row, col) for row in first for col in second if (row, col) in board)
    return (tile for tile in board.tiles() if tile[0] in first and tile[1] in second)


# --- reach ----------------------------------------------------------------------------------------


def _reach_test(
    board: Board, shape: AreaShape, origin: Origin, metric: MetricWord
) -> Callable[[Tile], bool]:
    grid, reach = board.grid, shape.reach
    any_part = shape.count == "any" and metric == "straight" and shape.kind == "circle"

    def by_part(tile: Tile) -> bool:
        return _reaches(board, origin, grid.corners(tile), reach)

    def from_corner(tile: Tile) -> bool:
        down, across = (_from_corner(origin.point[1 - axis], tile[axis]) for axis in (0, 1))
        return is_within_of_corner(metric, down, across, reach)

    def from_tiles(tile: Tile) -> bool:
        return any(is_within(metric, grid.name, own, tile, reach) for own in origin.tiles)

    if any_part:
        return by_part
    return from_corner if origin.corner else from_tiles


def _from_corner(line: int, place: int) -> int:
    """Return the number of a row counted from a grid line, up or down, starting with 1."""
    away = place - line // UNIT
    return away + 1 if away >= 0 else -away


def _reaches(board: Board, origin: Origin, part: Corners | bool, reach: int) -> bool:
    """Return whether any part of a convex polygon is closer than the reach. Touching does not
    count.
    """
    if isinstance(part, bool) or not part:
        return False
    square = board.grid is SQUARE
    starts = [origin.point] if origin.corner else [board.grid.center(own) for own in origin.tiles]
    bound = (reach * UNIT) ** 2
    return any(_nearest(start, part, square) < bound for start in starts)


def _nearest(start: Point, part: Corners, square: bool) -> Fraction:
    """Return the squared distance from a point to a convex polygon."""
    away = [(Fraction(x - start[0]), Fraction(y - start[1])) for x, y in part]
    sides = list(zip(away, [*away[1:], away[0]], strict=True))
    turns = [_cross(a, b) for a, b in sides]
    if all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns):
        return Fraction(0)
    return min(_to_side(a, b, square) for a, b in sides)


def _to_side(a: tuple[Fraction, Fraction], b: tuple[Fraction, Fraction], square: bool) -> Fraction:
    """Return the squared distance from (0, 0) to the side from `a` to `b`."""
    along = b[0] - a[0], b[1] - a[1]
    length = Fraction(_dot(along, along, square))
    share = -_dot(a, along, square) / length if length else Fraction(0)
    share = min(max(share, Fraction(0)), Fraction(1))
    near = a[0] + share * along[0], a[1] + share * along[1]
    return Fraction(_dot(near, near, square))


# --- direction ------------------------------------------------------------------------------------


def _axis(board: Board, shape: AreaShape, origin: Origin) -> Point:
    assert shape.toward is not None
    x, y = board.grid.center(shape.toward)
    return x - origin.point[0], y - origin.point[1]


def _cone_test(board: Board, shape: AreaShape, origin: Origin) -> Callable[[Tile], Corners | bool]:
    """Return a test for whether a tile is within the angle.

    If any part of a tile counts, the test returns the part inside, as a polygon.
    """
    ax, ay = _axis(board, shape, origin)
    if board.grid is SQUARE:
        wide = 1 if shape.angle == 90 else 2
        left, right = (wide * ax - ay, wide * ay + ax), (wide * ax + ay, wide * ay - ax)
    else:
        left, right = (-ay, ax + ay), (ax + ay, -ax)  # 60 degrees to each side
        if shape.angle == 60:
            left, right = (ax + left[0], ay + left[1]), (ax + right[0], ay + right[1])

    def by_center(tile: Tile) -> bool:
        away = _away(origin, board.grid.center(tile))
        return _cross(right, away) >= 0 and _cross(away, left) >= 0

    def part(tile: Tile) -> Corners:
        corners: Corners = [_away(origin, corner) for corner in board.grid.corners(tile)]
        for side, sign in ((right, 1), (left, -1)):
            offs = [sign * _cross(side, corner) for corner in corners]
            if max(offs, default=0) <= 0:
                return ()
            if min(offs) < 0:
                corners = _clipped(corners, offs)
        x, y = origin.point
        return [(corner[0] + x, corner[1] + y) for corner in corners]

    if shape.count == "center":
        return by_center
    return part


def _strip_test(board: Board, shape: AreaShape, origin: Origin) -> Callable[[Tile], bool]:
    """Return a test for a strip that extends half a tile to each side of the axis, starting at
    the origin.
    """
    axis, square = _axis(board, shape, origin), board.grid is SQUARE
    # |cross| is the distance from the axis times its length. On hexes it includes a factor of
    # sqrt(3/4).
    bound = Fraction(_dot(axis, axis, square) * UNIT * UNIT, 4)
    if not square:
        bound *= Fraction(4, 3)

    def by_center(tile: Tile) -> bool:
        away = _away(origin, board.grid.center(tile))
        return _dot(axis, away, square) > 0 and _cross(axis, away) ** 2 <= bound

    def by_part(tile: Tile) -> bool:
        corners: Corners = [_away(origin, corner) for corner in board.grid.corners(tile)]
        ahead = [_dot(axis, corner, square) for corner in corners]
        if max(ahead) <= 0:
            return False
        if min(ahead) < 0:
            corners = _clipped(corners, ahead)
        off = [_cross(axis, corner) for corner in corners]
        return min(off) < 0 < max(off) or min(each * each for each in off) < bound

    return by_center if shape.count == "center" else by_part


def _clipped(corners: Corners, offs: Sequence[int | Fraction]) -> Corners:
    """Return the part of a convex polygon where the linear function `offs` is not negative."""
    kept: list[tuple[int | Fraction, int | Fraction]] = []
    following = [*range(1, len(corners)), 0]
    for here, there in enumerate(following):
        (x, y), (x2, y2), off, off2 = corners[here], corners[there], offs[here], offs[there]
        if off >= 0:
            kept.append((x, y))
        if off * off2 < 0:
            share = Fraction(off) / (off - off2)
            kept.append((x + share * (x2 - x), y + share * (y2 - y)))
    return kept


# --- plane geometry -------------------------------------------------------------------------------


def _away(origin: Origin, point: Point) -> Point:
    return point[0] - origin.point[0], point[1] - origin.point[1]


def _cross(a: Sequence[int | Fraction], b: Sequence[int | Fraction]) -> int | Fraction:
    return a[0] * b[1] - a[1] * b[0]


def _dot(a: Sequence[int | Fraction], b: Sequence[int | Fraction], square: bool) -> int | Fraction:
    """Return the dot product. Hex axes are at 60 degrees."""
    both = a[0] * b[0] + a[1] * b[1]
    return both if square else both + Fraction(a[0] * b[1] + a[1] * b[0], 2)


def tiles_between(board: Board, points: Sequence[tuple[int, int]]) -> Iterable[tuple[int, int]]:
    """Return the tiles under a ruler, from waypoint to waypoint, including both ends."""
    for a, b in pairwise(points):
        if board.grid is SQUARE:
            steps = max(abs(b[0] - a[0]), abs(b[1] - a[1]))
        else:
            steps = hex_distance(a, b)
        yield from (_between(board, a, b, step, steps) for step in range(steps))
    yield points[-1]


def _between(
    board: Board, a: tuple[int, int], b: tuple[int, int], step: int, steps: int
) -> tuple[int, int]:
    """Return the tile that contains the straight line after `step` of its `steps` steps."""
    (ax, ay), (bx, by) = board.grid.center(a), board.grid.center(b)
    x, y = ax + Fraction((bx - ax) * step, steps), ay + Fraction((by - ay) * step, steps)
    if board.grid is SQUARE:
        return int(y // UNIT), int(x // UNIT)
    q, r = x / UNIT, y / UNIT
    near = [round(q), round(r), round(-q - r)]
    off = [abs(near[0] - q), abs(near[1] - r), abs(near[2] + q + r)]
    if sum(near):  # the coordinate that was rounded most is computed from the others
        worst = off.index(max(off))
        near[worst] -= sum(near)
    return near[0], near[1]

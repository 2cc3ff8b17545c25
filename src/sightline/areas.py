"""Areas on a board for spells and explosions: circle, cone, line and burst.

    from sightline import areas
    areas.cone(board, "dragon", toward="Mira", length=6, sight=RULES["center"])

Each function returns a `Field`, a set of tiles of the board. `sight` is an optional rule, or the
name of one: then only tiles count that an effect from the origin reaches by that rule
(`field(by="effect")`). They are those of the origin's own floor, or of `floor`. Without `sight`,
walls do not matter. A tile belongs to an area if its center does. Only whole numbers decide, on
squares and on hexes, so an area turns and mirrors with its board.

Origins are positions or names of figures and raise the errors of `field`: `OffBoardError`,
`UnknownNameError`. A length or radius is a number from 0 up; others raise `InvalidValueError`.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from sightline.answers.field import Field
from sightline.deprecated import keyword_only
from sightline.engine import Radius, Where, check_question, field
from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.geometry.hexline import leaning
from sightline.model.board import Board
from sightline.model.cell import SQUARE, Hex, Point, Square, Tile, TileT_co, hex_distance
from sightline.model.numbers import UNIT, short_repr, whole
from sightline.model.place import center, place
from sightline.model.reach import METRICS, MetricName, limit_of, within
from sightline.model.square import SquareBoard
from sightline.rules.registry import RuleOrName

__all__ = ["burst", "circle", "cone", "line"]

CornerName: TypeAlias = Literal[
    "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"
]
"""The names of corners by compass direction. The shape of the tiles decides which of them exist."""
Angle: TypeAlias = Literal[45, 60, 90, 120, 180, "as-wide-as-long"]
ANGLES = (45, 60, 90, 120, 180, "as-wide-as-long")
MAX_LENGTH = 10_000


@keyword_only("metric")
def circle(
    board: Board[TileT_co],
    at: Where,
    radius: Radius,
    *,
    metric: MetricName = "euclid",
    sight: RuleOrName | None = None,
    floor: str | None = None,
) -> Field[TileT_co]:
    """Return every tile whose center is within the radius of the origin's center, including the
    origin.

    Squares use the metric, one of those of `field`; hexes use the hex distance. For a figure of
    several tiles, the distance counts from its nearest tile. With `sight` the result is
    `field(board, at, sight, radius, metric, by="effect")`.

    >>> from sightline import CornerRule, SquareBoard, areas
    >>> board = SquareBoard(5, 5)
    >>> board.set_solid((2, 3))
    >>> len(areas.circle(board, (2, 2), 2)), len(areas.circle(board, (2, 2), 2, metric="chebyshev"))
    (13, 25)
    >>> len(areas.circle(board, (2, 2), 2, sight=CornerRule()))
    12
    """
    _check(board, sight, floor)
    origin = place(board, at, "at")
    _required(radius, metric, "radius")
    if sight is not None:
        return field(board, at, sight, radius=radius, metric=metric, by="effect", floor=floor)
    return _of(board, within(board, origin, radius, metric))


@keyword_only("metric")
def cone(
    board: Board[TileT_co],
    at: Where,
    toward: Where,
    length: Radius,
    *,
    metric: MetricName = "euclid",
    angle: Angle | None = None,
    sight: RuleOrName | None = None,
    floor: str | None = None,
) -> Field[TileT_co]:
    """Return every tile within the length whose center is in the angle toward a place.

    The axis runs from the center of `at` through the center of `toward`. A tile belongs to the cone
    if the line from the origin's center to its center is at most half the angle off the axis, and
    the tile is within the length as in a `circle`. The origin's tiles do not belong to it.

    `angle` is 45, 60, 90, 120 or 180 degrees, or "as-wide-as-long" (about 53), which is as wide as
    the distance everywhere. The default is 90 on squares and 60 on hexes.

    `toward` on the origin, or another angle, raises `InvalidValueError`.

    >>> from sightline import SquareBoard, areas
    >>> board = SquareBoard(5, 5)
    >>> [tuple(tile) for tile in areas.cone(board, (2, 0), toward=(2, 4), length=2)]
    [(1, 1), (2, 1), (2, 2), (3, 1)]
    >>> narrow = areas.cone(board, (2, 0), (2, 1), 2, metric="chebyshev", angle="as-wide-as-long")
    >>> [tuple(tile) for tile in narrow]
    [(1, 2), (2, 1), (2, 2), (3, 2)]
    """
    _check(board, sight, floor)
    origin = place(board, at, "at")
    _required(length, metric, "length")
    start = center(board, origin)
    axis = _step(start, center(board, place(board, toward, "toward")))
    if axis == (0, 0):
        raise InvalidValueError(
            f"toward: expected a place other than the origin, {tuple(origin.middle)}, to say where"
            " the cone opens"
        )
    if angle is None:
        angle = 90 if board.grid is SQUARE else 60
    if isinstance(angle, bool) or angle not in ANGLES:
        raise InvalidValueError(
            f"angle: expected one of {', '.join(map(repr, ANGLES))}, got {short_repr(angle)}"
        )
    tiles = (
        tile
        for tile in within(board, origin, length, metric)
        if tile not in origin.tiles
        and _in_angle(board, axis, _step(start, board.grid.center(tile)), angle)
    )
    return _seen(board, at, _of(board, tiles), sight, length, metric, floor)


def line(
    board: Board[TileT_co],
    at: Where,
    toward: Where,
    length: int,
    *,
    sight: RuleOrName | None = None,
    floor: str | None = None,
) -> Field[TileT_co]:
    """Return the tiles of a straight line of `length` steps from a tile toward another.

    The line continues beyond `toward`, which only gives the direction, and ends at the edge of the
    board. Each step adds the tile that contains the line between the centers there, as in
    `squares.line` and `hexes.line`. If the line runs exactly between two tiles, both belong to it.
    The origin does not.

    An origin of several tiles, or `toward` on the origin, raises `InvalidValueError`; a length that
    is not a whole number raises `InvalidTypeError`.

    >>> from sightline import SquareBoard, areas
    >>> board = SquareBoard(3, 5)
    >>> [tuple(tile) for tile in areas.line(board, (0, 0), toward=(1, 2), length=3)]
    [(0, 1), (1, 1), (1, 2), (1, 3), (2, 3)]
    """
    _check(board, sight, floor)
    origin, goal = place(board, at, "at"), place(board, toward, "toward")
    steps = whole(length, "length")
    if not 0 <= steps <= MAX_LENGTH:
        raise InvalidValueError(f"length: expected 0 to {MAX_LENGTH} steps, got {steps}")
    if len(origin.tiles) > 1:
        raise InvalidValueError(
            f"at: a line starts from one tile, and {origin.name!r} covers {len(origin.tiles)};"
            f" give one of them, such as {tuple(origin.tiles[0])}"
        )
    away = (goal.middle[0] - origin.middle[0], goal.middle[1] - origin.middle[1])
    if away == (0, 0):
        raise InvalidValueError(
            f"toward: expected a place other than the origin, {tuple(origin.middle)}, to say where"
            " the line goes"
        )
    trail = _square_line if isinstance(board, SquareBoard) else _hex_line
    tiles = [tile for tile in trail(origin.middle, away, steps) if tile in board]
    return _seen(board, at, _of(board, tiles), sight, steps, "chebyshev", floor)


@keyword_only("metric")
def burst(
    board: Board[TileT_co],
    at: Where,
    corner: CornerName,
    radius: Radius,
    *,
    metric: MetricName = "euclid",
    sight: RuleOrName | None = None,
    floor: str | None = None,
) -> Field[TileT_co]:
    """Return every tile around a corner of the grid, which is the named corner of `at`.

    The corners of squares are "north-west", "north-east", "south-east" and "south-west". A tile
    belongs to the burst if its center is within the radius of the corner: a radius of 1 covers the
    four tiles that meet there. The corners of hexes are named as the board is drawn ("north" is at
    the top of a pointy hex). The three hexes that meet at a corner have distance 1, and each step
    adds 1.

    With `sight` only tiles that `at` sees count, so a burst at a wall stays on the side of `at`.

    Another corner raises `InvalidValueError`.

    >>> from sightline import SquareBoard, areas
    >>> board = SquareBoard(4, 4)
    >>> [tuple(tile) for tile in areas.burst(board, (1, 1), "south-east", 1)]
    [(1, 1), (1, 2), (2, 1), (2, 2)]
    >>> len(areas.burst(board, (1, 1), "south-east", 2))
    12
    """
    _check(board, sight, floor)
    origin = place(board, at, "at")
    if len(origin.tiles) > 1:
        raise InvalidValueError(
            f"at: a burst starts from a corner of one tile, and {origin.name!r} covers"
            f" {len(origin.tiles)}; give one of them, such as {tuple(origin.tiles[0])}"
        )
    limit = _required(radius, metric, "radius")
    point = _corner(board, origin.middle, corner)
    area = _of(board, _around_corner(board, point, limit, metric))
    # In every metric, the corner of a tile is less than 2 from its center.
    return _seen(board, at, area, sight, limit + 2, metric, floor)


# --- arguments ------------------------------------------------------------------------------------


def _check(board: Any, sight: Any, floor: Any) -> None:
    if not isinstance(board, Board):
        raise InvalidTypeError(
            f"board: expected a SquareBoard or a HexBoard, got {short_repr(board)}"
        )
    if sight is not None:
        check_question(board, sight)
    elif floor is not None:
        raise InvalidValueError("floor: expected a rule of sight too, which looks at it; got none")


def _required(radius: Any, metric: Any, what: str) -> Fraction:
    limit = limit_of(radius, metric)
    if limit is None:
        raise InvalidValueError(f"{what}: expected a number of tiles, got None")
    return limit


def _corner(board: Board, tile: Tile, name: Any) -> Point:
    orientation = getattr(board, "orientation", "pointy")
    named = {
        board.grid.corner_name(tile, point, orientation): point
        for point in board.grid.corners(tile)
    }
    try:
        return named[name]
    except (KeyError, TypeError):
        raise InvalidValueError(
            f"corner: expected one of {', '.join(named)}, got {short_repr(name)}"
        ) from None


# --- shapes ---------------------------------------------------------------------------------------


def _step(start: Point, end: Point) -> Point:
    return end[0] - start[0], end[1] - start[1]


def _in_angle(board: Board, axis: Point, away: Point, angle: Angle) -> bool:
    """Return whether a direction is at most half the angle off the axis.

    The comparison is aside / along² against tan², with `along` for the scalar product and `aside`
    for the square of the cross product. tan² is 1/3 for half of 60 degrees, 1 for 90, 3 for 120,
    1/4 for "as-wide-as-long", and (√2 - 1)² for 45, where squaring removes the root.
    """
    (ax, ay), (bx, by) = axis, away
    cross = ax * by - ay * bx
    if board.grid is SQUARE:
        along, aside = ax * bx + ay * by, cross * cross
    else:  # both doubled, because the axes of hexes are 60 degrees apart
        along, aside = 2 * (ax * bx + ay * by) + ax * by + ay * bx, 3 * cross * cross
    if angle == 180:
        return along >= 0
    square = along * along
    return along > 0 and (
        (angle == 90 and aside <= square)
        or (angle == 60 and 3 * aside <= square)
        or (angle == 120 and aside <= 3 * square)
        or (angle == "as-wide-as-long" and 4 * aside <= square)
        or (angle == 45 and aside <= square and 4 * aside * square <= (square - aside) ** 2)
    )


def _square_line(at: Tile, away: tuple[int, int], steps: int) -> Iterable[Square]:
    most = max(abs(away[0]), abs(away[1]))
    for i in range(1, steps + 1):
        # Rounded with halves up and with halves down.
        rows, cols = (
            {(2 * part * i + most) // (2 * most), -((most - 2 * part * i) // (2 * most))}
            for part in away
        )
        for row in rows:
            for col in cols:
                yield Square(at[0] + row, at[1] + col)


def _hex_line(at: Tile, away: tuple[int, int], steps: int) -> Iterable[Hex]:
    # A longer line through the same points.
    times = -(-steps // hex_distance((0, 0), away)) or 1
    end = at[0] + times * away[0], at[1] + times * away[1]
    for side in (-1, 1):
        yield from leaning(at, end, side)[1 : steps + 1]


def _around_corner(
    board: Board, point: Point, limit: Fraction, metric: MetricName
) -> Iterable[Tile]:
    if board.grid is not SQUARE:
        meeting = board.grid.tiles_at(point)
        return (
            tile
            for tile in board.tiles()
            if min(hex_distance(tile, each) for each in meeting) + 1 <= limit
        )
    bound = (limit * UNIT) ** 2 if metric == "euclid" else limit * UNIT
    return (
        tile
        for tile in board.tiles()
        if _length(_step(point, board.grid.center(tile)), metric) <= bound
    )


def _length(away: Point, metric: MetricName) -> int:
    """Return the length of a step in a metric, in units of the plane; squared for euclid."""
    long, short = max(map(abs, away)), min(map(abs, away))
    lengths = (long * long + short * short, long, long + short, 2 * long + short)
    return lengths[METRICS.index(metric)]


# --- fields ---------------------------------------------------------------------------------------


def _of(board: Board[TileT_co], tiles: Iterable[Tile]) -> Field[TileT_co]:
    cells = bytearray(len(board.tiles()))
    for tile in tiles:
        cells[board.rank(tile)] = 1
    return Field(board, cells)


def _seen(
    board: Board[TileT_co],
    at: Where,
    area: Field[TileT_co],
    sight: RuleOrName | None,
    length: Radius,
    metric: MetricName,
    floor: str | None,
) -> Field[TileT_co]:
    """Return the tiles of the area that the origin sees by the rule; all of them without a rule."""
    if sight is None:
        return area
    seen = field(board, at, sight, radius=length, metric=metric, by="effect", floor=floor)
    return area & seen

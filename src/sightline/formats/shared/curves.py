"""Curves as short straight walls, with a proven error of less than a fiftieth of a tile.

    ellipse(center, radii)                    a closed ring; a circle if the radii are the same
    arc(center, radii, start, sweep)          a part of one, in degrees, clockwise as maps are drawn
    bezier(points)                            a curve with two to four control points

Corners are exact: those of rings and arcs lie on the curve itself, because a circle has rational
points at any density. Their number is determined by exact comparison, so that no piece is farther
from the curve than `error`, in the unit of the coordinates. For files in pixels, pass
`error=MAX_ERROR * pixels`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from sightline.errors import FormatError
from sightline.formats.shared.walls import Spot
from sightline.texts import say

MAX_ERROR = Fraction(1, 50)
"""The greatest distance, in tiles, between a straight piece and its curve."""
CURVES_BECAME = say("drawn as short straight walls, nowhere off by more than a fiftieth of a tile")
"""The sentence in a report after `3 curves` or the like."""
MAX_PIECES = 10_000
"""The maximum number of pieces of one curve."""

_TURNS: tuple[tuple[int, int, int, int], ...] = (
    (1, 0, 0, 1),
    (0, -1, 1, 0),
    (-1, 0, 0, -1),
    (0, 1, -1, 0),
)
_OnCircle = tuple[int, int, int]
"""A rational point on the unit circle: its x and y numerators and their common denominator."""
_FINEST = 1 << 30
"""The resolution of the corners' positions along the curve; they always lie exactly on it."""


def ellipse(center: Spot, radii: Spot, error: Fraction = MAX_ERROR) -> list[Spot]:
    """Return a closed ring around an ellipse: its last corner equals its first.

    The four points furthest right, down, left and up are among its corners.

    >>> from fractions import Fraction
    >>> ring = ellipse((Fraction(0), Fraction(0)), (Fraction(1, 2), Fraction(1, 2)))
    >>> len(ring) - 1, all(x * x + y * y == Fraction(1, 4) for x, y in ring)
    (8, True)
    """
    return arc(center, radii, 0, 360, error)


def arc(
    center: Spot, radii: Spot, start: float, sweep: float, error: Fraction = MAX_ERROR
) -> list[Spot]:
    """Return a chain along a part of an ellipse, from the angle `start` over `sweep` degrees.

    Angles are clockwise, with y down, from the point furthest right. On an ellipse they are the
    angles of the circle before it is stretched. More than a full turn counts as a full turn.
    """
    if not (math.isfinite(start) and math.isfinite(sweep)):
        raise FormatError(
            say("expected angles in degrees, got {start} and {sweep}", start=start, sweep=sweep)
        )
    sweep = max(-360.0, min(360.0, sweep))
    largest = max(abs(radii[0]), abs(radii[1]))
    pieces = max(1, pieces_of_arc(radii, sweep, error))
    while True:
        points = [_on_unit_circle(angle) for angle in _angles(start, sweep, pieces)]
        if _are_close(points, largest, error):
            break
        pieces += 1 + pieces // 100
    (x, y), (across, down) = center, radii
    return [
        (x + across * Fraction(cos, whole), y + down * Fraction(sin, whole))
        for cos, sin, whole in points
    ]


def pieces_of_arc(radii: Spot, sweep: float = 360, error: Fraction = MAX_ERROR) -> int:
    """Return roughly the number of pieces of an arc, without creating them. Too many raise a
    FormatError.
    """
    largest = max(abs(radii[0]), abs(radii[1]))
    degrees = min(360.0, abs(sweep))
    if largest <= error:
        return math.ceil(degrees / 120)  # a single point, but a valid shape
    half_angle = math.acos(1 - float(error / largest))
    if math.radians(degrees) > 2 * half_angle * MAX_PIECES:
        raise FormatError(say("a curve of more than {most:,} pieces", most=MAX_PIECES))
    return math.ceil(math.radians(degrees) / (2 * half_angle) - 1e-9)


def bezier(points: Sequence[Spot], error: Fraction = MAX_ERROR) -> list[Spot]:
    """Return a chain along a Bézier curve with 2, 3 or 4 control points, including its first and
    last.

    >>> from fractions import Fraction
    >>> spot = lambda x, y: (Fraction(x), Fraction(y))
    >>> chain = bezier([spot(0, 0), spot(1, 0), spot(1, 1)])
    >>> len(chain) - 1, chain[-1] == spot(1, 1)
    (4, True)
    """
    degree = len(points) - 1
    if not 1 <= degree <= 3:
        raise FormatError(say("expected 2 to 4 control points, got {n}", n=len(points)))
    # A chord over the n-th part of the curve is off by at most bend * d * (d - 1) / (8 * n * n),
    # where d is the degree and bend the largest second difference of the control points.
    bend_squared = max(
        (
            (a[0] - 2 * b[0] + c[0]) ** 2 + (a[1] - 2 * b[1] + c[1]) ** 2
            for a, b, c in zip(points, points[1:], points[2:], strict=False)
        ),
        default=Fraction(0),
    )
    fourth_power = bend_squared * (degree * (degree - 1)) ** 2 / (64 * error * error)
    pieces = max(1, math.isqrt(math.isqrt(math.ceil(fourth_power))))
    while pieces**4 < fourth_power:
        pieces += 1
    if pieces > MAX_PIECES:
        raise FormatError(say("a curve of more than {most:,} pieces", most=MAX_PIECES))
    return [_on_bezier(points, Fraction(step, pieces)) for step in range(pieces + 1)]


def _on_bezier(points: Sequence[Spot], at: Fraction) -> Spot:
    while len(points) > 1:
        points = [
            (a[0] + (b[0] - a[0]) * at, a[1] + (b[1] - a[1]) * at) for a, b in pairwise(points)
        ]
    return points[0]


# --- circles


def _angles(start: float, sweep: float, pieces: int) -> Iterator[float]:
    """Yield the angles of the corners, evenly spread. A full ring has equally many in each
    quarter.
    """
    if abs(sweep) == 360:
        pieces = -(-pieces // 4) * 4
    for step in range(pieces + 1):
        yield start + sweep * step / pieces


def _on_unit_circle(degrees: float) -> _OnCircle:
    """Return a rational point of the unit circle at about that angle; at quarter turns it is
    exact.
    """
    quarter, rest = divmod(degrees, 90)
    # tan(a/2) = t gives cos(a) = (1 - t²)/(1 + t²) and sin(a) = 2t/(1 + t²), for any rational t.
    t = round(math.tan(math.radians(rest) / 2) * _FINEST)
    cos, sin = _FINEST**2 - t * t, 2 * t * _FINEST
    a, b, c, d = _TURNS[int(quarter) % 4]
    return a * cos + b * sin, c * cos + d * sin, _FINEST**2 + t * t


def _are_close(points: list[_OnCircle], radius: Fraction, error: Fraction) -> bool:
    """Return whether the chords between neighboring points, scaled by `radius`, are within the
    error.

    The middle of a chord of length c lies sqrt(1 - c²/4) from the center. Stretching the circle
    into an ellipse stretches the distance by at most its larger radius. The computation uses only
    whole numbers, because reducing fractions thousands of times is slow.
    """
    if radius <= error:
        return True
    nearest = (1 - error / radius) ** 2
    for (x0, y0, whole0), (x1, y1, whole1) in pairwise(points):
        both = 4 * (whole0 * whole1) ** 2
        chord = (x0 * whole1 - x1 * whole0) ** 2 + (y0 * whole1 - y1 * whole0) ** 2
        if (both - chord) * nearest.denominator < both * nearest.numerator:
            return False
    return True

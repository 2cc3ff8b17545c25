"""Curves as short straight walls that err by less than a fiftieth of a tile, exactly.

    ellipse(center, radii)                    a closed ring; a circle if the radii are the same
    arc(center, radii, start, sweep)          a part of one, in degrees, clockwise as maps are drawn
    bezier(points)                            a curve with two to four control points

Corners are exact: those of rings and arcs lie on the curve itself, since a circle has rational
points as close together as one likes. How many there are is decided by exact comparison, so
that no piece is further from the curve than `error`, in the unit of the coordinates. Readers whose
files are in pixels say `error=MAX_ERROR * pixels`.
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
"""How far, in tiles, a straight piece may be from the curve that it stands for."""
CURVES_BECAME = say("drawn as short straight walls, nowhere off by more than a fiftieth of a tile")
"""What a report says after `3 curves` or the like."""
MAX_PIECES = 10_000
"""The most pieces of one curve."""

_TURNS: tuple[tuple[int, int, int, int], ...] = (
    (1, 0, 0, 1),
    (0, -1, 1, 0),
    (-1, 0, 0, -1),
    (0, 1, -1, 0),
)
_OnCircle = tuple[int, int, int]
"""A point of the unit circle: its coordinates, and what to divide them by."""
_FINEST = 1 << 30
"""How finely corners are placed along the curve; on it they are in any case."""


def ellipse(center: Spot, radii: Spot, error: Fraction = MAX_ERROR) -> list[Spot]:
    """A closed ring around an ellipse: with the first corner repeated at the end.

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
    """A chain along a part of an ellipse, from the angle `start` on, over `sweep` degrees.

    Angles grow clockwise, y being down, from the point furthest right; on an ellipse they are those
    of the circle that it is a stretched picture of. More than a full turn is a full turn.
    """
    if not (math.isfinite(start) and math.isfinite(sweep)):
        raise FormatError(f"expected angles in degrees, got {start} and {sweep}")
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
    """About how many pieces an arc will have, found without making them; a FormatError if they
    are too many."""
    largest = max(abs(radii[0]), abs(radii[1]))
    degrees = min(360.0, abs(sweep))
    if largest <= error:
        return math.ceil(degrees / 120)  # a dot, but one with a shape
    half_angle = math.acos(1 - float(error / largest))
    if math.radians(degrees) > 2 * half_angle * MAX_PIECES:
        raise FormatError(f"a curve of more than {MAX_PIECES:,} pieces")
    return math.ceil(math.radians(degrees) / (2 * half_angle) - 1e-9)


def bezier(points: Sequence[Spot], error: Fraction = MAX_ERROR) -> list[Spot]:
    """A chain along a Bézier curve of 2, 3 or 4 control points; it keeps the first and the last.

    >>> from fractions import Fraction
    >>> spot = lambda x, y: (Fraction(x), Fraction(y))
    >>> chain = bezier([spot(0, 0), spot(1, 0), spot(1, 1)])
    >>> len(chain) - 1, chain[-1] == spot(1, 1)
    (4, True)
    """
    degree = len(points) - 1
    if not 1 <= degree <= 3:
        raise FormatError(f"expected 2 to 4 control points, got {len(points)}")
    # A chord over the n-th part of the curve is off by at most bend * d * (d - 1) / (8 * n * n),
    # where bend is the largest second difference of its control points.
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
        raise FormatError(f"a curve of more than {MAX_PIECES:,} pieces")
    return [_on_bezier(points, Fraction(step, pieces)) for step in range(pieces + 1)]


def _on_bezier(points: Sequence[Spot], at: Fraction) -> Spot:
    while len(points) > 1:
        points = [
            (a[0] + (b[0] - a[0]) * at, a[1] + (b[1] - a[1]) * at) for a, b in pairwise(points)
        ]
    return points[0]


# --- circles


def _angles(start: float, sweep: float, pieces: int) -> Iterator[float]:
    """The angles of the corners, evenly spread; a whole ring has as many in each quarter."""
    if abs(sweep) == 360:
        pieces = -(-pieces // 4) * 4
    for step in range(pieces + 1):
        yield start + sweep * step / pieces


def _on_unit_circle(degrees: float) -> _OnCircle:
    """A rational point of the unit circle at about that angle, at quarter turns exactly."""
    quarter, rest = divmod(degrees, 90)
    # tan(a/2) = t gives cos(a) = (1 - t²)/(1 + t²) and sin(a) = 2t/(1 + t²), for any rational t.
    t = round(math.tan(math.radians(rest) / 2) * _FINEST)
    cos, sin = _FINEST**2 - t * t, 2 * t * _FINEST
    a, b, c, d = _TURNS[int(quarter) % 4]
    return a * cos + b * sin, c * cos + d * sin, _FINEST**2 + t * t


def _are_close(points: list[_OnCircle], radius: Fraction, error: Fraction) -> bool:
    """Are the chords between neighboring points of the unit circle, made larger, within the error?

    The middle of a chord of length c lies sqrt(1 - c²/4) from the center. Stretching the circle
    into an ellipse stretches the distance by at most its larger radius. Whole numbers throughout:
    fractions would be brought to lowest terms thousands of times.
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

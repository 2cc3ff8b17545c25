"""Exact lines and discs of squares, without a board.

    from sightline import squares
    squares.line((0, 0), (2, 5))

Positions are pairs (row, col) of whole numbers, on any board or none.
"""

from __future__ import annotations

from math import floor, isqrt

from sightline.deprecated import keyword_only
from sightline.errors import InvalidValueError, LimitError
from sightline.model.cell import Square
from sightline.model.numbers import pair
from sightline.model.reach import METRICS, MetricName, limit_of

__all__ = ["disc", "line"]

MAX_DISTANCE = 10_000
"""The longest line, in steps."""
MAX_DISC_RADIUS = 1000


def line(a: tuple[int, int], b: tuple[int, int]) -> tuple[Square, ...]:
    """Return the tiles of the straight line from `a` to `b`, both included, one for each step.

    The number of steps is the distance in rows or in columns, whichever is larger. Each step is
    straight or diagonal. The line between the two centers crosses the middle of each column (of
    each row, if it is steep) at a point, and the tile that contains that point belongs to the line.
    If the point is exactly between two tiles, the lower or right tile is taken:

        a . .        a # .
        . # b   not  . . b

    So a line is the same in both directions: `line(b, a)` is `line(a, b)` reversed. Its mirror
    image may differ; `areas.line` has no such difference, because it includes both tiles.

    Values that are not positions raise `InvalidTypeError`, more than 10,000 steps `LimitError`.

    >>> from sightline import squares
    >>> [tuple(tile) for tile in squares.line((0, 0), (1, 2))]
    [(0, 0), (1, 1), (1, 2)]
    >>> squares.line((1, 2), (0, 0)) == squares.line((0, 0), (1, 2))[::-1]
    True
    """
    (r0, c0), (r1, c1) = pair(a, "a"), pair(b, "b")
    down, right = r1 - r0, c1 - c0
    steps = max(abs(down), abs(right))
    if steps > MAX_DISTANCE:
        raise LimitError(
            f"line: expected at most {MAX_DISTANCE} steps, got {steps} from {(r0, c0)}"
            f" to {(r1, c1)}"
        )
    if steps == 0:
        return (Square(r0, c0),)
    # floor(x / steps + 1/2)
    return tuple(
        Square(
            r0 + (2 * down * i + steps) // (2 * steps), c0 + (2 * right * i + steps) // (2 * steps)
        )
        for i in range(steps + 1)
    )


@keyword_only("metric")
def disc(a: tuple[int, int], radius: float, *, metric: MetricName = "euclid") -> list[Square]:
    """Return every tile whose center is within the radius of the center of `a`, in reading order.

    The metrics are those of `field`: "euclid" (`dx² + dy² ≤ radius²`), "chebyshev", "manhattan" or
    "steps" (2 for a straight step, 3 for a diagonal one). The radius is a number up to 1,000 and is
    compared exactly.

    A negative radius or an unknown metric raises `InvalidValueError`, a larger radius `LimitError`.

    >>> from sightline import squares
    >>> [tuple(tile) for tile in squares.disc((0, 0), 1)]
    [(-1, 0), (0, -1), (0, 0), (0, 1), (1, 0)]
    >>> [len(squares.disc((5, 5), 2, metric=each)) for each in ("euclid", "chebyshev")]
    [13, 25]
    """
    row, col = pair(a, "a")
    limit = limit_of(radius, metric)
    if limit is None:
        raise InvalidValueError("radius: expected a number, got None")
    if limit > MAX_DISC_RADIUS:
        raise LimitError(f"radius: expected 0 to {MAX_DISC_RADIUS}, got {radius}")
    reach = floor(limit)
    found = []
    for down in range(-reach, reach + 1):
        width = _width(abs(down), floor(limit * limit) if metric == "euclid" else reach, metric)
        found += [Square(row + down, col + right) for right in range(-width, width + 1)]
    return found


def _width(down: int, bound: int, metric: str) -> int:
    """Return the largest column offset of a tile in that row; `bound` is squared for euclid."""
    assert metric in METRICS
    if metric == "euclid":
        return isqrt(bound - down * down)
    if metric == "chebyshev":
        return bound
    if metric == "manhattan":
        return bound - down
    # 2 * max + min <= bound; a negative width is an empty row.
    wide = (bound - down) // 2
    return wide if wide >= down else min(down, bound - 2 * down)

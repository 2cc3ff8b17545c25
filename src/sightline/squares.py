"""Squares without a board: lines and discs of plain tiles, exact.

    from sightline import squares
    squares.line((0, 0), (2, 5))

Positions are pairs (row, col) of any whole numbers, on no board in particular.
"""

from __future__ import annotations

from math import floor, isqrt

from sightline.errors import InvalidValueError, LimitError
from sightline.model.cell import Square
from sightline.model.numbers import pair
from sightline.model.reach import METRICS, MetricName, limit_of

__all__ = ["disc", "line"]

MAX_DISTANCE = 10_000
"""The longest line, in steps."""
MAX_DISC_RADIUS = 1000


def line(a: tuple[int, int], b: tuple[int, int]) -> tuple[Square, ...]:
    """The tiles of the straight line from `a` to `b`, both included: one for each step.

    It makes as many steps as the tiles are apart in rows or in columns, whichever is more, straight
    on or diagonally. Think of the line between the two centres: where it crosses the middle of a
    column (of a row, if it is steep), the tile it is in there belongs to the line. A step to a
    tile two columns to the right and one row down crosses just between two tiles; then it is the
    lower of the two, or the right one:

        a . .        a # .
        . # b   not  . . b

    So every line is the same both ways: `line(b, a)` is `line(a, b)` reversed. (To be the same in a
    mirror as well, it would need both of these tiles: `areas.line` takes both.)

    What are no positions is an `InvalidTypeError`, more than 10,000 steps a `LimitError`.

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


def disc(a: tuple[int, int], radius: float, metric: MetricName = "euclid") -> list[Square]:
    """Every tile whose centre is within the radius of that of `a`, in reading order.

    The metrics are those of `field`: "euclid" (`dx² + dy² ≤ radius²`), "chebyshev", "manhattan" or
    "steps" (2 for a step straight on, 3 for a diagonal one). The radius is any number up to 1,000,
    and compared exactly.

    A negative radius or an unknown metric is an `InvalidValueError`, a larger radius a
    `LimitError`.

    >>> from sightline import squares
    >>> [tuple(tile) for tile in squares.disc((0, 0), 1)]
    [(-1, 0), (0, -1), (0, 0), (0, 1), (1, 0)]
    >>> [len(squares.disc((5, 5), 2, metric)) for metric in ("euclid", "chebyshev", "manhattan")]
    [13, 25, 13]
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
    """How far to the side a tile can be that lies so far down; `bound`: squared for euclid."""
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

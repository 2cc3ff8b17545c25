"""Gloomhaven's sight, worked out slowly from the book's words, without the engine.

Everything is in axial coordinates: they are skew, but lines stay lines and touches stay touches.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

Hex = tuple[int, int]
Spot = tuple[Fraction, Fraction]
_THIRDS = ((2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2))


def corners(place: Hex) -> list[Spot]:
    """Around the hex, in order."""
    return [(place[0] + Fraction(x, 3), place[1] + Fraction(y, 3)) for x, y in _THIRDS]


def gloomhaven(
    a: Hex, b: Hex, solid: Iterable[Hex], walls: Iterable[tuple[Hex, Hex]]
) -> tuple[Spot, Spot] | None:
    """A line from a corner of one to a corner of the other that touches no wall at all."""
    shapes = [corners(each) for each in solid]
    shapes += [[spot for spot in corners(one) if spot in corners(two)] for one, two in walls]
    if a == b:
        return corners(a)[0], corners(a)[0]
    for start in corners(a):
        for end in corners(b):
            if not any(meets(start, end, shape) for shape in shapes):
                return start, end
    return None


def meets(start: Spot, end: Spot, shape: list[Spot]) -> bool:
    """Does the line touch the convex shape anywhere, ends and rims included?

    If not, something parts them: the line itself, or a side of the shape, or, for things that lie
    on one line, a way along it.
    """
    outline = list(zip(shape, [*shape[1:], shape[0]], strict=True))
    sides = [(start, end), *outline]
    ways = [(q[1] - p[1], p[0] - q[0]) for p, q in sides]
    ways += [(q[0] - p[0], q[1] - p[1]) for p, q in sides]
    for way in ways:
        mine = [way[0] * p[0] + way[1] * p[1] for p in (start, end)]
        theirs = [way[0] * p[0] + way[1] * p[1] for p in shape]
        if max(mine) < min(theirs) or max(theirs) < min(mine):
            return False
    return True

"""Independent implementation of sight in Gloomhaven and Frosthaven, from the text of the rules.

All coordinates are axial: they are skewed, but preserve lines and touches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import combinations, product

Hex = tuple[int, int]
Spot = tuple[Fraction, Fraction]
_THIRDS = ((2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2))


def corners(place: Hex) -> list[Spot]:
    """Return the corners in order around the hex."""
    return [(place[0] + Fraction(x, 3), place[1] + Fraction(y, 3)) for x, y in _THIRDS]


def gloomhaven(
    a: Hex, b: Hex, solid: Iterable[Hex], walls: Iterable[tuple[Hex, Hex]]
) -> tuple[Spot, Spot] | None:
    """Return a line from a corner of one hex to a corner of the other that touches no wall."""
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
    """Return whether the line touches the convex shape, ends and borders included.

    If it does not, something separates them: the line itself, a side of the shape or, if everything
    is on one line, a direction along it.
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


FINE = 3 * 10**6
"""Subunits in one unit.

A shift by one subunit never moves a grid point to the other side of a line: corners are at thirds,
so a point that is off a line through two of them is further away, on any board used in a test.
"""
Fine = tuple[int, int]
"""A point in subunits."""


def frosthaven(
    a: Hex, b: Hex, solid: Iterable[Hex], walls: Iterable[tuple[Hex, Hex]]
) -> tuple[Spot, Spot] | None:
    """Return a line from any part of one to any part of the other that touches no wall.

    If there is such a line, it can be moved until it runs one subunit beside two corners. So the
    function tries all lines through two corners, shifted by a subunit to either side at either end.
    """
    if a == b:
        return corners(a)[0], corners(a)[0]
    here, there = _fine(corners(a)), _fine(corners(b))
    shapes = [_fine(corners(each)) for each in solid]
    shapes += [_fine(spot for spot in corners(one) if spot in corners(two)) for one, two in walls]
    shapes = [shape for shape in shapes if _between(here, there, shape)]
    spots = sorted({*here, *there, *(spot for shape in shapes for spot in shape)})
    for one, other in combinations(spots, 2):
        if _side(one, other, here) or _side(one, other, there):
            continue  # a shift by one subunit does not bring the line there
        for start, end in _moved(one, other):
            if _side(start, end, here) or _side(start, end, there):
                continue
            out, into = _joining(_parts(start, end, here), _parts(start, end, there))
            met = (shape for shape in shapes if _side(start, end, shape) == 0)
            if all(_misses(_parts(start, end, shape), out, into) for shape in met):
                return _spot(one), _spot(other)
    return None


def _fine(spots: Iterable[Spot]) -> list[Fine]:
    return [(int(x * FINE), int(y * FINE)) for x, y in spots]


def _spot(fine: Fine) -> Spot:
    return Fraction(fine[0], FINE), Fraction(fine[1], FINE)


def _moved(one: Fine, other: Fine) -> Iterator[tuple[Fine, Fine]]:
    """Yield the line through the two points, with each point shifted across it by one subunit."""
    x, y = (0, 1) if one[1] == other[1] else (1, 0)
    for first, second in product((-1, 1), repeat=2):
        yield (
            (one[0] + first * x, one[1] + first * y),
            (other[0] + second * x, other[1] + second * y),
        )


def _turns(start: Fine, end: Fine, shape: list[Fine]) -> list[int]:
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    return [dx * (py - y) - dy * (px - x) for px, py in shape]


def _side(start: Fine, end: Fine, shape: list[Fine]) -> int:
    """Return on which side of the infinite line the shape is, or 0 if the line meets it."""
    turns = _turns(start, end, shape)
    return -1 if max(turns) < 0 else 1 if min(turns) > 0 else 0


def _parts(start: Fine, end: Fine, shape: list[Fine]) -> list[Fraction]:
    """Return where the infinite line crosses the border of a shape: 0 at its
    start, 1 at its end.
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    turns, found = _turns(start, end, shape), []
    for i, (x, y) in enumerate(shape):
        (bx, by), mine, old = shape[i - 1], turns[i], turns[i - 1]
        if mine != old and min(mine, old) <= 0 <= max(mine, old):
            away = (old - mine) * (bx - start[0]) + old * (x - bx)
            down = (old - mine) * (by - start[1]) + old * (y - by)
            found.append(
                Fraction(away, (old - mine) * dx) if dx else Fraction(down, (old - mine) * dy)
            )
    assert found, "a line a hair beside the corners runs along no wall"
    return sorted(found)


def _joining(here: list[Fraction], there: list[Fraction]) -> tuple[Fraction, Fraction]:
    """Return where the line leaves one shape and where it enters the other."""
    return (here[-1], there[0]) if here < there else (here[0], there[-1])


def _misses(shape: list[Fraction], out: Fraction, into: Fraction) -> bool:
    return shape[-1] < min(out, into) or shape[0] > max(out, into)


def _between(here: list[Fine], there: list[Fine], shape: list[Fine]) -> bool:
    """Return whether the shape can block: not if it is completely beyond both
    in a grid direction.
    """
    for p, q in ((1, 0), (0, 1), (1, 1), (1, -1), (2, 1), (1, 2)):
        mine = [p * x + q * y for x, y in (*here, *there)]
        theirs = [p * x + q * y for x, y in shape]
        if max(theirs) < min(mine) or min(theirs) > max(mine):
            return False
    return True


HEXES: dict[str, Callable[..., tuple[Spot, Spot] | None]] = {
    "gloomhaven": gloomhaven,
    "frosthaven": frosthaven,
    "jaws-of-the-lion": frosthaven,
}

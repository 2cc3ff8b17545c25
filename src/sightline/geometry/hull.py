"""Convex hulls, and whether two convex shapes have a point in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sightline.model.cell import Point


def convex_hull(points: Iterable[Point]) -> list[Point]:
    """Return the corners of the smallest convex shape that contains all points, in order.

    >>> convex_hull([(0, 0), (2, 0), (1, 1), (2, 2), (0, 2)])
    [(0, 0), (2, 0), (2, 2), (0, 2)]
    """
    ordered = sorted(set(points))
    halves: list[list[Point]] = []
    for run in (ordered, ordered[::-1]):
        half: list[Point] = []
        for x, y in run:
            while len(half) > 1:
                (ax, ay), (bx, by) = half[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                half.pop()
            half.append((x, y))
        halves.append(half[:-1])
    return [*halves[0], *halves[1]]


def are_apart(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Return whether two convex shapes, each given by its corners in order, have no point in
    common.

    If so, all of one shape is beyond some side of the other. A wall is a shape of two corners; at
    most one of the shapes may be a wall.

    >>> are_apart([(0, 0), (1, 0), (0, 1)], [(1, 1), (2, 1), (1, 2)])
    True
    >>> are_apart([(0, 0), (1, 0), (0, 1)], [(0, 1), (2, 1)])
    False
    """
    for shape, against in ((one, other), (other, one)):
        for i, (x, y) in enumerate(shape):
            bx, by = shape[i - 1]
            mine, theirs = (
                [(x - bx) * (py - by) - (y - by) * (px - bx) for px, py in points]
                for points in (shape, against)
            )
            if (min(mine) >= 0 > max(theirs)) or (max(mine) <= 0 < min(theirs)):
                return True
    return False

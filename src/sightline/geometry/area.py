"""Is there a free line from a point, or any point of a tile, to some point of another tile?

Whatever touches a line stops it, so the free lines are an open set: where there is one, there is
one that goes through no corner of anything. Such lines fall into families between the lines through
corners, and one line of each family answers for all of it.

From a point, the families lie between neighbouring directions to corners. From a tile, each family
is bounded by a line through two corners: next to that line lies one of its members, so every line
through two corners is shifted and turned by a hair to every side of the corners on it. The hair is
a fraction so small that no other corner changes sides: everything stays exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cmp_to_key
from itertools import combinations, pairwise
from math import gcd
from typing import NamedTuple

Step = tuple[int, int]
Spot = tuple[int | Fraction, int | Fraction]
Shape = Sequence[tuple[int, int]]
"""The corners of something convex, in order: a tile, or the two ends of a wall."""


class FreeLine(NamedTuple):
    """A line that nothing touches: where it leaves the one, and where it enters the other."""

    start: Spot
    end: Spot


def free_line_from_point(
    point: tuple[int, int], target: Shape, blockers: Sequence[Shape]
) -> FreeLine | None:
    """A line from the point into the target that no blocker touches, but perhaps at the point
    itself; None if there is none."""
    x, y = point
    corners = [(px - x, py - y) for shape in (target, *blockers) for px, py in shape]
    for ahead in _between_directions(corners, [(px - x, py - y) for px, py in target]):
        reached = _stretch(point, ahead, target)
        if reached is None or reached[1] <= 0:
            continue
        entry = max(reached[0], Fraction(0))
        if not any(_in_the_way(point, ahead, entry, shape) for shape in blockers):
            middle = (entry + reached[1]) / 2
            return FreeLine(point, (x + middle * ahead[0], y + middle * ahead[1]))
    return None


def _between_directions(corners: Sequence[Step], cone: Sequence[Step]) -> Iterator[Step]:
    """One direction between each two neighbours among the directions to corners that lie in the
    cone of directions to the target, which is narrower than a half turn."""
    cone = [each for each in cone if each != (0, 0)]  # at one of its corners one looks into it
    first = next(a for a in cone if all(_turn(a, b) >= 0 for b in cone))
    last = next(a for a in cone if all(_turn(a, b) <= 0 for b in cone))
    inside = {
        (each[0] // gcd(*each), each[1] // gcd(*each))
        for each in (*corners, first, last)
        if each != (0, 0) and _turn(first, each) >= 0 and _turn(each, last) >= 0
    }
    ordered: list[Step] = sorted(inside, key=cmp_to_key(_by_turn))
    for one, other in pairwise(ordered):
        yield one[0] + other[0], one[1] + other[1]


def _by_turn(a: Step, b: Step) -> int:
    return _turn(b, a)


def free_line_between(source: Shape, target: Shape, blockers: Sequence[Shape]) -> FreeLine | None:
    """A line from some point of the source to some point of the target that no blocker touches;
    None if there is none. The two have no inner point in common."""
    corners = sorted({corner for shape in (source, target, *blockers) for corner in shape})
    tried: set[tuple[Step, int]] = set()
    for one, other in combinations(corners, 2):
        ahead = (other[0] - one[0], other[1] - one[1])
        ahead = (ahead[0] // gcd(*ahead), ahead[1] // gcd(*ahead))
        offset = _turn(ahead, one)
        if (ahead, offset) in tried:  # a third corner is on it
            continue
        tried.add((ahead, offset))
        for line in _next_to(one, ahead, offset, corners):
            found = _free(*line, source, target, blockers)
            if found is not None:
                return found
    return None


def _next_to(
    point: Step, ahead: Step, offset: int, corners: Sequence[Step]
) -> Iterator[tuple[Spot, Spot]]:
    """The lines by a hair to either side of each corner on the line, with no corner on them: a
    point of each, and its direction."""
    size = ahead[0] * ahead[0] + ahead[1] * ahead[1]

    def along(corner: Step) -> Fraction:
        return Fraction((corner[0] - point[0]) * ahead[0] + (corner[1] - point[1]) * ahead[1], size)

    off = [(along(each), away) for each in corners if (away := _turn(ahead, each) - offset)]
    on = sorted(along(each) for each in corners if _turn(ahead, each) == offset)
    # Where the line may cross the old one: before all corners on it, or between two of them.
    pivots = [on[0] - 1, *((a + b) / 2 for a, b in pairwise(on))]
    across = (-ahead[1], ahead[0])
    for pivot in pivots:
        # At position t the new line lies hair * (t - pivot) to one side, where others lie `away`.
        hair = min(
            (Fraction(abs(away), 2) / (abs(at - pivot) * size) for at, away in off if at != pivot),
            default=Fraction(1),
        )
        x, y = point[0] + pivot * ahead[0], point[1] + pivot * ahead[1]
        for turn in (hair, -hair):
            yield (x, y), (ahead[0] + turn * across[0], ahead[1] + turn * across[1])


def _free(
    start: Spot, ahead: Spot, source: Shape, target: Shape, blockers: Sequence[Shape]
) -> FreeLine | None:
    """The part of the line between the two, if it meets both and nothing touches it there."""
    leaving, entering = _stretch(start, ahead, source), _stretch(start, ahead, target)
    if (
        leaving is None
        or entering is None
        or leaving[0] == leaving[1]
        or entering[0] == entering[1]
    ):
        return None
    forward = leaving[0] < entering[0]
    first, last = (leaving[1], entering[0]) if forward else (entering[1], leaving[0])
    for shape in blockers:
        met = _stretch(start, ahead, shape)
        if met is not None and met[1] >= first and met[0] <= last:
            return None
    spots = [
        (start[0] + at * ahead[0], start[1] + at * ahead[1])
        for at in ((leaving[0] + leaving[1]) / 2, (entering[0] + entering[1]) / 2)
    ]
    return FreeLine(spots[0], spots[1])


def _stretch(
    start: Spot, ahead: tuple[int | Fraction, int | Fraction], shape: Shape
) -> tuple[Fraction, Fraction] | None:
    """Between which multiples of `ahead` the endless line lies in the closed shape."""
    (x, y), (dx, dy) = start, ahead
    if len(shape) == 2:
        return _stretch_of_wall(start, ahead, shape)
    lo: Fraction | None = None
    hi: Fraction | None = None
    sense = _sense(shape)
    before = shape[-1]
    for corner in shape:
        ex, ey = corner[0] - before[0], corner[1] - before[1]
        here = sense * (ex * (y - before[1]) - ey * (x - before[0]))
        drift = sense * (ex * dy - ey * dx)
        before = corner
        if drift == 0:
            if here < 0:
                return None
        elif drift > 0:
            at = Fraction(-here) / drift
            lo = at if lo is None else max(lo, at)
        else:
            at = Fraction(here) / -drift
            hi = at if hi is None else min(hi, at)
    if lo is None or hi is None or lo > hi:
        return None
    return lo, hi


def _stretch_of_wall(
    start: Spot, ahead: tuple[int | Fraction, int | Fraction], wall: Shape
) -> tuple[Fraction, Fraction] | None:
    (x, y), (dx, dy) = start, ahead
    (ax, ay), (bx, by) = wall
    one, other = dx * (ay - y) - dy * (ax - x), dx * (by - y) - dy * (bx - x)
    if (one > 0 and other > 0) or (one < 0 and other < 0):
        return None
    if one == other == 0:
        size = dx * dx + dy * dy
        ends = sorted(Fraction((px - x) * dx + (py - y) * dy) / size for px, py in wall)
        return ends[0], ends[1]
    share = Fraction(one) / (one - other)
    px, py = ax + share * (bx - ax), ay + share * (by - ay)
    at = Fraction((px - x) * dx + (py - y) * dy) / (dx * dx + dy * dy)
    return at, at


def _in_the_way(
    point: tuple[int, int], ahead: tuple[int, int], until: Fraction, shape: Shape
) -> bool:
    """Does the line touch the shape after the point and up to there?"""
    met = _stretch(point, ahead, shape)
    return met is not None and met[1] > 0 and met[0] <= until


def _sense(shape: Shape) -> int:
    (ax, ay), (bx, by), (cx, cy) = shape[:3]
    return 1 if (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0 else -1


def _turn(a: Step, b: Step) -> int:
    return a[0] * b[1] - a[1] * b[0]

"""The small disc around a point of a line: which of its sectors are free, and hang together.

For the checker, which walks along a line from disc to disc. It has its own geometry, so that it
shares no mistake with the rules (`geometry.sectors` is theirs).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cmp_to_key
from math import lcm
from typing import NamedTuple

from sightline.model.cell import Point

Vector = tuple[Fraction | int, Fraction | int]


def cross(v: Vector, w: Vector) -> Fraction | int:
    return v[0] * w[1] - v[1] * w[0]


def _angle_order(v: Vector, w: Vector) -> int:
    halves = [0 if y > 0 or (y == 0 and x > 0) else 1 for x, y in (v, w)]
    if halves[0] != halves[1]:
        return halves[0] - halves[1]
    turn = cross(v, w)
    return (turn < 0) - (turn > 0)


class Cone(NamedTuple):
    """The directions, closed, in which a convex shape goes on from a point of it."""

    begin: Vector
    end: Vector
    """To the right of `begin`, by half a turn at most; the same for a wall, which is one ray."""
    everywhere: bool = False

    def holds(self, v: Vector) -> bool:
        if self.everywhere:
            return True
        if self.begin == self.end:
            return cross(self.begin, v) == 0 and _dot(self.begin, v) > 0
        if cross(self.begin, self.end) == 0:  # half of the plane
            return cross(self.begin, v) >= 0
        return cross(self.begin, v) >= 0 and cross(v, self.end) >= 0


def _dot(v: Vector, w: Vector) -> Fraction | int:
    return v[0] * w[0] + v[1] * w[1]


def cones_at(points: Sequence[Point], at: Vector) -> Iterator[Cone]:
    """How a shape that contains a point goes on from there: in whole numbers, since directions have
    no length, and fractions would take most of the time of a check."""
    scale = lcm(at[0].denominator, at[1].denominator)
    here_x, here_y = (each.numerator * (scale // each.denominator) for each in at)
    away = [(x * scale - here_x, y * scale - here_y) for x, y in points]
    if len(points) == 2:
        yield from (Cone(v, v) for v in away if v != (0, 0))
        return
    (ax, ay), (bx, by), (cx, cy) = away[:3]
    if cross((bx - ax, by - ay), (cx - ax, cy - ay)) < 0:
        away.reverse()  # now they run round to the right
    for i, v in enumerate(away):
        following, before = away[(i + 1) % len(away)], away[i - 1]
        if v == (0, 0):
            yield Cone(following, before)
            return
        if cross(v, following) == 0 and following != (0, 0):  # inside this side
            yield Cone(following, v)
            return
    yield Cone((1, 0), (1, 0), everywhere=True)


class Disc:
    """The arcs around a point, and which of them hang together."""

    def __init__(
        self, cones: Sequence[Cone], areas: Sequence[Cone], marks: Iterable[Vector]
    ) -> None:
        every = [v for cone in cones if not cone.everywhere for v in (cone.begin, cone.end)]
        every += [*marks]
        ordered = sorted(every, key=cmp_to_key(_angle_order))
        self.spokes = [
            v for i, v in enumerate(ordered) if i == 0 or _angle_order(ordered[i - 1], v) != 0
        ]
        count = len(self.spokes)
        self.middles = [
            self._between(self.spokes[i], self.spokes[(i + 1) % count]) for i in range(count)
        ]
        self.is_free = [not any(a.holds(v) for a in areas) for v in self.middles]
        self.parts = list(range(count))
        for i in range(count):
            is_open = not any(cone.holds(self.spokes[i]) for cone in cones)
            if is_open and self.is_free[i - 1] and self.is_free[i]:
                old, new = self.parts[i - 1], self.parts[i]
                self.parts = [new if part == old else part for part in self.parts]

    @staticmethod
    def _between(v: Vector, w: Vector) -> Vector:
        """A direction between two, going round to the right by half a turn at most."""
        return (-v[1], v[0]) if cross(v, w) == 0 else (v[0] + w[0], v[1] + w[1])

    def beside(self, direction: Vector) -> tuple[int, int]:
        """The arcs to the left and to the right of one of the spokes."""
        at = next(i for i, v in enumerate(self.spokes) if _angle_order(v, direction) == 0)
        return (at - 1) % len(self.spokes), at

    def inside(self, cone: Cone) -> set[int]:
        """The parts in which some of a cone is free."""
        return {
            part
            for part, free, middle in zip(self.parts, self.is_free, self.middles, strict=True)
            if free and cone.holds(middle)
        }

    def everything(self) -> set[int]:
        """All that is free."""
        return {part for part, free in zip(self.parts, self.is_free, strict=True) if free}

    def within(self, cone: Cone | None) -> set[int]:
        """The parts that belong to whoever stands there: in the cone, or, without one, anywhere."""
        return self.everything() if cone is None else self.inside(cone)

    def arrived(self, back: Vector, lanes: Collection[str]) -> set[int]:
        """The parts that one comes into on these lanes of a line; `back` is where it comes from."""
        right, left = self.beside(back)
        return {
            self.parts[arc]
            for name, arc in (("left", left), ("right", right))
            if name in lanes and self.is_free[arc]
        }

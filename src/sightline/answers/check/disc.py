"""The small disc around a point of a line: which sectors are free and connected.

The checker walks along a line from disc to disc. Its geometry is independent of `geometry.sectors`,
which the rules use, so that both cannot share a mistake.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cmp_to_key, reduce
from math import lcm
from operator import or_
from typing import NamedTuple

from sightline.geometry.contact import BOTH, LEFT, RIGHT
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
    """The closed set of directions in which a convex shape extends from one of its points."""

    begin: Vector
    end: Vector
    """Clockwise from `begin`, by at most half a turn; equal to it for a wall,
    which is a single ray.
    """
    everywhere: bool = False
    stops: int = BOTH
    """The sense of rotation in which its rays stop a walk around the point; a
    one-way wall stops one.
    """

    def holds(self, v: Vector) -> bool:
        if self.everywhere:
            return True
        if self.begin == self.end:
            return cross(self.begin, v) == 0 and _dot(self.begin, v) > 0
        if cross(self.begin, self.end) == 0:  # a half plane
            return cross(self.begin, v) >= 0
        return cross(self.begin, v) >= 0 and cross(v, self.end) >= 0


def _dot(v: Vector, w: Vector) -> Fraction | int:
    return v[0] * w[0] + v[1] * w[1]


def cones_at(points: Sequence[Point], at: Vector, stopped: Vector | None = None) -> Iterator[Cone]:
    """Yield the cones of a shape around a point that it contains, in integers.

    Cones need only directions, and fractions would take most of the time of a check. `stopped` is a
    direction in which a one-way wall stops lines.
    """
    scale = lcm(at[0].denominator, at[1].denominator)
    here_x, here_y = (each.numerator * (scale // each.denominator) for each in at)
    away = [(x * scale - here_x, y * scale - here_y) for x, y in points]
    if len(points) == 2:
        for v in away:
            if v != (0, 0):
                to_right = stopped is not None and cross(v, stopped) > 0
                yield Cone(v, v, False, BOTH if stopped is None else RIGHT if to_right else LEFT)
        return
    (ax, ay), (bx, by), (cx, cy) = away[:3]
    if cross((bx - ax, by - ay), (cx - ax, cy - ay)) < 0:
        away.reverse()  # now in clockwise order
    for i, v in enumerate(away):
        following, before = away[(i + 1) % len(away)], away[i - 1]
        if v == (0, 0):
            yield Cone(following, before)
            return
        if cross(v, following) == 0 and following != (0, 0):  # the point is inside this side
            yield Cone(following, v)
            return
    yield Cone((1, 0), (1, 0), everywhere=True)


class Disc:
    """The arcs around a point, and which of them are connected.

    The number of an arc is that of the spoke before it, clockwise.
    """

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
        self.stops = [
            reduce(or_, (cone.stops for cone in cones if cone.holds(spoke)), 0)
            for spoke in self.spokes
        ]

    @staticmethod
    def _between(v: Vector, w: Vector) -> Vector:
        """Return a direction between two others; `w` is clockwise from `v` by at most
        half a turn.
        """
        return (-v[1], v[0]) if cross(v, w) == 0 else (v[0] + w[0], v[1] + w[1])

    def beside(self, direction: Vector) -> tuple[int, int]:
        """Return the arcs to the left and right of a spoke."""
        at = next(i for i, v in enumerate(self.spokes) if _angle_order(v, direction) == 0)
        return (at - 1) % len(self.spokes), at

    def everything(self) -> set[int]:
        """Return all free arcs."""
        return {arc for arc, is_free in enumerate(self.is_free) if is_free}

    def within(self, cone: Cone | None) -> set[int]:
        """Return the free arcs in the cone of a figure's tile; all free arcs without a cone."""
        free = self.everything()
        return free if cone is None else {arc for arc in free if cone.holds(self.middles[arc])}

    def arrived(self, back: Vector, lanes: Collection[str]) -> set[int]:
        """Return the arcs that these lanes of a line enter; `back` points to its start."""
        right, left = self.beside(back)
        return {
            arc
            for name, arc in (("left", left), ("right", right))
            if name in lanes and self.is_free[arc]
        }

    def reached(self, arcs: set[int]) -> set[int]:
        """Return all arcs that are connected with these."""
        count, reached = len(self.spokes), set(arcs)
        for _ in range(count):
            for arc in [*reached]:
                after, before = (arc + 1) % count, (arc - 1) % count
                if self.is_free[after] and not self.stops[after] & RIGHT:
                    reached.add(after)
                if self.is_free[before] and not self.stops[arc] & LEFT:
                    reached.add(before)
        return reached

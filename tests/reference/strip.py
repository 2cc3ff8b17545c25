"""The strip around a line, cut by blockers: which of its free pieces are connected?

All coordinates are relative to the line: `u` along it, `v` across it, P at (0, 0) and Q at
(length, 0). The transformation is linear and keeps what is inside what, so hexes may use skewed
coordinates. Every vertex has integer coordinates in this frame, so two things that do not meet have
a minimum distance, and the unit (`frame`) is so small that

- a boundary that meets the line moves along it by at most a quarter of `near` while it moves one
  unit across it;
- two positions on the line where something begins or ends are equal or at least `4 * near` apart;
- no two boundaries meet within two units of the line, except on it.

So the strip of all points with |v| < 2 and -near < u < length + near is divided like every thinner
strip, and boundaries cross it in the same order at v = 1, 0 and -1. On these three levels each
blocker covers an interval, and the uncovered intervals are the pieces. "Thin enough" is therefore a
number. The unit of u is smaller still, so that every boundary crosses the three levels at integers:
nothing is rounded.

A one-way wall cuts like any other wall. Then, wherever only one-way walls separate two pieces, they
are connected in the direction that all of those walls allow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import lcm
from typing import NamedTuple

Whole = tuple[int, int]
Shape = tuple[Whole, ...]  # a convex polygon's corners in cyclic order, or the two ends of a wall
Span = tuple[int, int]

LEVELS = (0, 1, -1)


class Frame(NamedTuple):
    """The transformation from points of the plane to (u, v); see the module docstring."""

    start: Whole
    along: Whole
    u_unit: int
    v_unit: int
    near: int
    length: int

    def of(self, p: Whole) -> Whole:
        x, y = p[0] - self.start[0], p[1] - self.start[1]
        a, b = self.along
        return (a * x + b * y) * self.u_unit, (a * y - b * x) * self.v_unit


def frame(start: Whole, stop: Whole, extent: int, directions: Iterable[Whole]) -> Frame:
    """Return the frame of a line among shapes.

    `extent`: the maximum distance between two of their points in x or in y. `directions`: the
    directions of their sides.
    """
    a, b = stop[0] - start[0], stop[1] - start[1]
    length = a * a + b * b
    if not length:  # a zero-length line: its strip is a small box, and any direction will do
        a, b = 1, 0
    # In units of 1, no |u| or |v| exceeds `most`. A boundary that is not along the line rises by at
    # least 1 over a run of at most `2 most`. It meets the line at a fraction with at most that
    # denominator; two boundaries meet at a fraction with a denominator of at most `8 most^2`.
    most = 2 * max(abs(a), abs(b)) * extent
    v_unit = 128 * most**3
    # A boundary that rises by `rise` meets the three levels at fractions with that denominator.
    finer = lcm(*(rise for x, y in directions if (rise := a * y - b * x)))
    u_unit = v_unit * finer
    return Frame(start, (a, b), u_unit, v_unit, 8 * most * finer, length * u_unit)


def slice_at(shape: Shape, v: int) -> Span | None:
    """Return the interval of u that a shape in the frame covers at this v."""
    found: list[int] = []
    ua, va = shape[-1]
    for ub, vb in shape:
        if vb == v:
            found.append(ub)
        elif va < v < vb or vb < v < va:
            u, rest = divmod(ua * (vb - v) - ub * (va - v), vb - va)
            assert not rest, "the frame does not know the direction of this side"
            found.append(u)
        ua, va = ub, vb
    return (min(found), max(found)) if found else None


class Cut(NamedTuple):
    """A blocker that cuts the strip, in the frame."""

    shape: Shape
    across: tuple[Whole, Whole] | None = None
    """For a one-way wall: a point on the side that walks are stopped from, and one on the other."""

    def lets_over(self, step: Whole) -> bool:
        """Return whether a walk may cross it in this direction. The direction must not be parallel
        to it.
        """
        if self.across is None:
            return False
        (ax, ay), (bx, by) = self.shape
        (px, py), (qx, qy) = self.across

        def gained(x: int, y: int) -> int:
            """Return how far such a step moves to one side of the wall, in an arbitrary unit."""
            return (bx - ax) * y - (by - ay) * x

        return (gained(*step) > 0) is not (gained(qx - px, qy - py) > 0)


class Piece(NamedTuple):
    """A free piece of the strip: on the line (level 0), or along one side of it."""

    level: int
    low: int
    high: int
    foot: Span  # its limit as v goes to 0; empty or a point for a closed wedge


class Strip:
    """The pieces of the strip that the blockers leave free, and their connections."""

    def __init__(self, frame: Frame, cuts: Sequence[Cut], only: Span | None = None) -> None:
        """Cut the strip. `only` limits it to the piece around that stretch of the line."""
        self.near = frame.near
        self.first, self.last = only or (0, frame.length)
        shapes = [cut.shape for cut in cuts]
        self.pieces = [piece for level in LEVELS for piece in self._free(shapes, level)]
        self._ways: list[set[int]] = [set() for _ in self.pieces]
        # A free point of the line is connected to the free pieces above and below it.
        for i, piece in enumerate(self.pieces):
            if piece.level == 0:
                for k, other in enumerate(self.pieces):
                    if other.level and _overlap((piece.low, piece.high), other.foot):
                        self.join([i, k])
        if any(cut.across is not None for cut in cuts):
            self._cross_beside(cuts)
            self._cross_along(cuts)

    def _cross_beside(self, cuts: Sequence[Cut]) -> None:
        """Connect consecutive pieces on one side of the line across one-way walls."""
        for (i, one), (k, other) in pairwise(enumerate(self.pieces)):
            if not one.level or one.level != other.level or one.high != other.low:
                continue
            spans = [(cut, slice_at(cut.shape, one.level)) for cut in cuts]
            walls = [cut for cut, span in spans if span and span[0] <= one.high <= span[1]]
            self._cross(walls, i, k, (1, 0))

    def _cross_along(self, cuts: Sequence[Cut]) -> None:
        """Connect the two sides of the line across one-way walls on it."""
        spans = [(cut, span) for cut in cuts if (span := slice_at(cut.shape, 0)) is not None]
        for part in pairwise(sorted({u for _, span in spans for u in span})):
            walls = [cut for cut, span in spans if _overlap(span, part)]
            near = [i for i, piece in enumerate(self.pieces) if _overlap(piece.foot, part)]
            for i in near:
                for k in near:
                    if walls and (self.pieces[i].level, self.pieces[k].level) == (-1, 1):
                        self._cross(walls, i, k, (0, 1))

    def _cross(self, walls: Sequence[Cut], i: int, k: int, step: Whole) -> None:
        """Connect two pieces that only these walls separate. `step` leads to the second piece."""
        if all(wall.lets_over(step) for wall in walls):
            self._ways[i].add(k)
        if all(wall.lets_over((-step[0], -step[1])) for wall in walls):
            self._ways[k].add(i)

    def _free(self, shapes: Sequence[Shape], level: int) -> Iterator[Piece]:
        """Yield the uncovered pieces at a level. Blockers are closed: two that
        touch leave no gap.
        """
        covered = []
        for shape in shapes:
            here = slice_at(shape, level)
            if here is not None and here[0] < self.last + self.near:
                foot = slice_at(shape, 0)
                assert foot is not None, "only blockers that touch the line belong here"
                covered.append((*here, *foot))
        begin = self.first - self.near
        end: Span = (begin, begin)  # how far everything is covered: here, and at the foot
        for low, high, foot_low, foot_high in sorted(covered):
            if end[0] < low:
                yield Piece(level, end[0], low, (end[1], foot_low))
            end = max(end, (high, foot_high))
        last = self.last + self.near
        if end[0] < last:
            yield Piece(level, end[0], last, (end[1], last))

    def around(self, u: int) -> list[int]:
        """Return the pieces near the point of the line at u."""
        return self._meeting(dict.fromkeys(LEVELS, (u - self.near, u + self.near)))

    def before(self) -> list[int]:
        """Return the pieces at the start of the line, before any new blocker meets it."""
        begin = self.first - self.near
        return self._meeting(dict.fromkeys(LEVELS, (begin, begin + self.near // 2)))

    def after(self) -> list[int]:
        """Return the pieces at the end of the line."""
        end = self.last + self.near
        return self._meeting(dict.fromkeys(LEVELS, (end - self.near // 2, end)))

    def around_within(self, u: int, shape: Shape) -> list[int]:
        """Return the pieces near the point that are inside a shape around it."""
        spans = {}
        for level in LEVELS:
            inside = slice_at(shape, level)
            if inside is not None:
                spans[level] = (max(inside[0], u - self.near), min(inside[1], u + self.near))
        return self._meeting(spans)

    def _meeting(self, spans: dict[int, Span]) -> list[int]:
        """Return the pieces that meet these intervals, given by level."""
        return [
            i
            for i, p in enumerate(self.pieces)
            if p.level in spans and _overlap((p.low, p.high), spans[p.level])
        ]

    def join(self, pieces: Sequence[int]) -> None:
        """Connect these pieces."""
        for i in pieces:
            self._ways[i].update(pieces)

    def add_gap(self) -> int:
        """Add a piece without connections or a position, and return its number."""
        self._ways.append(set())
        return len(self._ways) - 1

    def leads(self, some: Iterable[int], others: Iterable[int]) -> bool:
        """Return whether a way leads from a piece in `some` to a piece in `others`."""
        reached = set(some)
        fresh = list(reached)
        while fresh:
            new = self._ways[fresh.pop()] - reached
            reached |= new
            fresh += new
        return not reached.isdisjoint(others)


def _overlap(a: Span, b: Span) -> bool:
    """Return whether the two intervals share more than a point."""
    return a[0] < b[1] and b[0] < a[1] and a[0] < a[1] and b[0] < b[1]

"""Find a free line from a point to some point of a tile, on a board with heights.

Touching blocks here, so the free lines form an open set. Between two neighboring directions to
corners a line crosses the same blockers, and passes each of them above or below. For each choice of
above and below, the line must clear a number of points, whose position along the line changes with
its direction. It clears them all exactly where certain products of two linear functions of the
direction are positive. Their roots decide whether such a direction exists, exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise, product
from math import isqrt
from typing import NamedTuple

from sightline.geometry.area import (
    Barrier,
    Convex,
    Endless,
    FreeLine,
    are_along_one_line,
    blocks_towards,
    border_marks,
    directions_to,
)
from sightline.geometry.slopes import Heights
from sightline.model.cell import Point
from sightline.model.numbers import Body, Span

Linear = tuple[Fraction, Fraction]
"""A linear function of the direction: its value at 0, and its increase from 0 to 1."""
Quadratic = tuple[Fraction, Fraction, Fraction]
"""The coefficients (a, b, c) of a + b x + c x^2."""


class HighBarrier(NamedTuple):
    """A blocker that extends from a bottom to a top."""

    barrier: Barrier
    span: Span


class HighLine(NamedTuple):
    """A free line, and its heights at both ends."""

    line: FreeLine
    heights: Heights


class Mark(NamedTuple):
    """A place that the lines pass, at `far / by` of their length."""

    far: Fraction
    by: Linear

    def at(self, x: Fraction) -> Fraction:
        return self.far / _value(self.by, x)


class HeightLimit(NamedTuple):
    """The condition that the line is above (or below) a height at a mark."""

    mark: Mark
    height: Fraction
    above: bool


class Found(NamedTuple):
    """A line: its direction as a fraction between the first and the last, its
    height at the point, and its slope.
    """

    x: Fraction
    height: Fraction
    rise: Fraction

    def clears(self, bound: HeightLimit) -> bool:
        gap = self.height + self.rise * bound.mark.at(self.x) - bound.height
        return gap > 0 if bound.above else gap < 0


class Crossed(NamedTuple):
    """A blocker that the lines cross, and where they enter and leave it."""

    into: Mark
    out: Mark
    span: Span
    barrier: Barrier


def high_line_from_point(
    point: Point,
    target: Convex,
    blockers: Sequence[HighBarrier],
    bodies: tuple[Body, Body],
    levels: Callable[[Point], Iterator[Body]],
    backwards: bool = False,
) -> HighLine | None:
    """Return a line from the point into the target that touches no blocker, or None.

    `bodies` are the heights at the point and in the target. `levels` yields the ranges of heights
    at which a line can leave the point in a direction. With `backwards` the line runs from the
    target to the point.
    """
    plan = [each.barrier for each in blockers]
    corners = [corner for each in plan for corner in each.corners]
    marks = [*corners, *target, *border_marks(point, target, plan)]
    ways = directions_to(point, target, marks)
    for first, last in pairwise(ways):
        fan = _Fan(point, target, blockers, bodies[1], (first, last), backwards)
        if fan.is_shut:
            continue
        for feet, head in levels(fan.middle):
            found = fan.line_from((max(feet, bodies[0][0]), min(head, bodies[0][1])))
            if found is not None:
                return found
    return None


class _Fan:
    """The lines from a point between two neighboring directions."""

    def __init__(
        self,
        point: Point,
        target: Convex,
        blockers: Sequence[HighBarrier],
        body: Body,
        ways: tuple[Point, Point],
        backwards: bool,
    ) -> None:
        self._point, self._target, self._body = point, target, body
        self._ways = ways
        self.middle = (ways[0][0] + ways[1][0], ways[0][1] + ways[1][1])
        line = Endless(*point, 1, self.middle)
        self._here = Mark(Fraction(0), (Fraction(1), Fraction(0)))
        self._entry, self._exit = self._passed(target)
        self._crossed: list[Crossed] = []
        self.is_shut = False
        last = self._far(self._exit)
        for each, span in blockers:
            turns = line.turns(each.corners)
            if not min(turns) < 0 < max(turns) or not blocks_towards(each, turns, backwards):
                continue
            into, out = self._passed(each.corners)
            if self._far(out) > 0 and self._far(into) < last:
                self._crossed.append(Crossed(into, out, span, each))
                ends_nowhere = span == (None, None) and not each.limited
                self.is_shut |= ends_nowhere and self._far(into) <= self._far(self._entry)
        self._join_floors()

    def _far(self, mark: Mark) -> Fraction:
        return mark.at(Fraction(1, 2))

    def _passed(self, shape: Convex) -> tuple[Mark, Mark]:
        """Return the marks at which the lines enter a shape and leave it.

        If they start in it, they enter at the point.
        """
        found = []
        for i, (bx, by) in enumerate(shape):
            ax, ay = shape[i - 1]
            edge, away = (bx - ax, by - ay), (ax - self._point[0], ay - self._point[1])
            first, last = (_cross(way, edge) for way in self._ways)
            sides = sorted(
                _cross(self.middle, (x - self._point[0], y - self._point[1]))
                for x, y in ((ax, ay), (bx, by))
            )
            begins_at = len(shape) > 2 and self._point in ((ax, ay), (bx, by))
            if sides[0] < 0 < sides[1] or begins_at:
                sign = 1 if first + last > 0 else -1
                by_way = (Fraction(sign * first), Fraction(sign * (last - first)))
                mark = Mark(Fraction(sign * _cross(away, edge)), by_way)
                if mark.far >= 0:
                    found.append(mark)
        found.sort(key=self._far)
        if not found:
            return self._here, self._here  # the shape is behind the point
        if len(shape) > 2 and len(found) < 2:
            found.insert(0, self._here)
        return found[0], found[-1]

    def _join_floors(self) -> None:
        """Merge floors of one height that follow each other, because they are passed together."""
        joined: list[Crossed] = []
        for each in sorted(self._crossed, key=lambda each: self._far(each.into)):
            is_floor = each.span[0] is not None and each.span[0] == each.span[1]
            if is_floor and not each.barrier.is_wall:
                for i, other in enumerate(joined):
                    follows = self._far(other.out) == self._far(each.into)
                    if follows and other.span == each.span and not other.barrier.is_wall:
                        joined[i] = other._replace(out=each.out)
                        break
                else:
                    joined.append(each)
            else:
                joined.append(each)
        self._crossed = joined

    # --- the choices

    def line_from(self, body: Body) -> HighLine | None:
        if body[0] >= body[1]:
            return None
        for turned in (False, True):
            found = self._line_from(body, turned)
            if found is not None:
                return found
        return None

    def _line_from(self, body: Body, turned: bool) -> HighLine | None:
        """Return a free line from this body, or None.

        With `turned` everything is upside down, for lines that enter the target's body from below.
        """
        feet, head = _turned(self._body) if turned else self._body
        crossed = [
            each._replace(span=_turned(each.span)) if turned else each for each in self._crossed
        ]
        low, high = _turned(body) if turned else body
        start = [HeightLimit(self._here, low, True), HeightLimit(self._here, high, False)]
        # It enters the target's body from the side, or from above down to the head inside the
        # target.
        arrives = [HeightLimit(self._entry, feet, True), HeightLimit(self._entry, head, False)]
        comes_down = [HeightLimit(self._entry, head, True), HeightLimit(self._exit, head, False)]
        for ends, down in ((arrives, False), (comes_down, True)):
            if turned and not down:
                continue
            options = [list(self._options(each, head, down)) for each in crossed]
            bounds = [*start, *ends]
            found = _choose(bounds, _found(bounds), crossed, options, [], self._far)
            if found is not None:
                return self._as_line(found, head if down else None, crossed, turned)
        return None

    def _options(
        self, each: Crossed, head: Fraction, down: bool
    ) -> Iterator[list[HeightLimit] | None]:
        """Yield the ways past a blocker as lists of conditions; None means through
        it, if it is limited.
        """
        entry = self._far(self._entry)
        is_in_target, goes_on = self._far(each.into) > entry, self._far(each.out) > entry
        bottom, top = each.span
        if is_in_target and not down:
            yield []
            return
        if is_in_target:
            # the line has entered the target's body before
            yield [HeightLimit(each.into, head, False)]
        if top is not None:
            if not down:
                marks = [each.into, self._entry if goes_on else each.out]
                yield [HeightLimit(mark, top, True) for mark in marks]
            elif not goes_on:
                yield [HeightLimit(mark, top, True) for mark in (each.into, each.out)]
            else:
                yield [] if top < head else [HeightLimit(each.out, top, True)]
        if bottom is not None:
            last = self._entry if goes_on and not down else each.out
            marks = [each.into] if goes_on and down else [each.into, last]
            yield [HeightLimit(mark, bottom, False) for mark in marks]
        if each.barrier.limited:
            yield None

    # --- the line

    def _as_line(
        self, found: Found, head: Fraction | None, crossed: Sequence[Crossed], turned: bool
    ) -> HighLine:
        x = found.x
        (ax, ay), (bx, by) = self._ways
        ahead = ax + x * (bx - ax), ay + x * (by - ay)
        first = self._entry.at(x)
        if head is not None:
            first = (head - found.height) / found.rise
        feet, top = _turned(self._body) if turned else self._body
        ends = [self._exit.at(x), *(each.into.at(x) for each in crossed)]
        if found.rise:
            ends += [(bound - found.height) / found.rise for bound in (feet, top)]
        last = (first + min(at for at in ends if at > first)) / 2
        end = (self._point[0] + last * ahead[0], self._point[1] + last * ahead[1])
        heights = (found.height, found.height + found.rise * last)
        if turned:
            heights = (-heights[0], -heights[1])
        start = Fraction(self._point[0]), Fraction(self._point[1])
        return HighLine(FreeLine(start, end), heights)


def _choose(
    bounds: list[HeightLimit],
    found: Found | None,
    crossed: Sequence[Crossed],
    options: Sequence[list[list[HeightLimit] | None]],
    through: list[Crossed],
    far: Callable[[Mark], Fraction],
) -> Found | None:
    """Return a line that meets all conditions and gets past every other blocker in
    one of its ways, or None.
    """
    if found is None or not crossed:
        return found
    each = crossed[0]
    for way in options[0]:
        passed, kept = through, bounds
        if way is None:
            passed = [*through, each]
            if not all(_is_one_place(each, other, far) for other in through):
                continue
        else:
            kept = [*bounds, *way]
        here = found
        if way and not all(map(found.clears, way)):
            again = _found(kept)
            if again is None:
                continue
            here = again
        line = _choose(kept, here, crossed[1:], options[1:], passed, far)
        if line is not None:
            return line
    return None


def _is_one_place(one: Crossed, other: Crossed, far: Callable[[Mark], Fraction]) -> bool:
    at_once = far(one.into) == far(other.into)
    return at_once and are_along_one_line(one.barrier, other.barrier)


# --- is there a line? -----------------------------------------------------------------------------


def _found(bounds: Sequence[HeightLimit]) -> Found | None:
    """Return a line that meets all conditions, in any direction between the first
    and the last, or None.
    """
    start = [each for each in bounds if each.mark.far == 0]
    lowest = max(each.height for each in start if each.above)
    highest = min(each.height for each in start if not each.above)
    if lowest >= highest:
        return None
    rest = [each for each in bounds if each.mark.far != 0]
    # A slope exists if each lower limit is below each upper one: height * p < q.
    below: list[tuple[Linear, Linear]] = []
    for low, high in product(rest, rest):
        if low.above and not high.above:
            under, over = _by_part(low), _by_part(high)
            p = _minus(over, under)
            q = _minus(_times(high.height, over), _times(low.height, under))
            below.append((p, q))
    zero = Fraction(0)
    below.append(((Fraction(1), zero), (highest, zero)))
    below.append(((Fraction(-1), zero), (-lowest, zero)))
    cuts = {Fraction(0), Fraction(1)}
    cuts.update(-p[0] / p[1] for p, _ in below if p[1] and 0 < -p[0] / p[1] < 1)
    for first, last in pairwise(sorted(cuts)):
        middle = (first + last) / 2
        conditions: list[Quadratic] = []
        less: list[tuple[Linear, Linear]] = []
        more: list[tuple[Linear, Linear]] = []
        for p, q in below:
            sign = _value(p, middle)
            if sign == 0:
                conditions.append((q[0], q[1], Fraction(0)))
            else:
                (less if sign > 0 else more).append((p, q))
        for (p, q), (r, s) in product(less, more):  # s / r < q / p
            conditions.append(_difference(_product(s, p), _product(q, r)))
        x = _where_positive(conditions, first, last)
        if x is not None:
            return _at(x, below, rest)
    return None


def _at(x: Fraction, below: Sequence[tuple[Linear, Linear]], rest: Sequence[HeightLimit]) -> Found:
    """Return a line in a direction that has one."""
    values = [(_value(p, x), _value(q, x)) for p, q in below]
    lowest = max(q / p for p, q in values if p < 0)
    height = (lowest + min(q / p for p, q in values if p > 0)) / 2
    rises = [((each.height - height) / each.mark.at(x), each.above) for each in rest]
    least = max((rise for rise, above in rises if above), default=None)
    most = min((rise for rise, above in rises if not above), default=None)
    if least is None or most is None:
        edge = Fraction(0) if least is most else most if least is None else least
        assert edge is not None
        return Found(x, height, edge + (1 if most is None else -1))
    return Found(x, height, (least + most) / 2)


def _by_part(bound: HeightLimit) -> Linear:
    mark = bound.mark
    return mark.by[0] / mark.far, mark.by[1] / mark.far


def _where_positive(
    conditions: Sequence[Quadratic], first: Fraction, last: Fraction
) -> Fraction | None:
    """Return a number between `first` and `last` at which all quadratics are positive, or None."""
    middle = (first + last) / 2
    if all(_value_of(each, middle) > 0 for each in conditions):
        return middle
    for root in (_Root(first, 0, Fraction(0)), *(r for each in conditions for r in _roots(each))):
        if root.sign((-first, Fraction(1), Fraction(0))) < 0:
            continue
        if root.sign((-last, Fraction(1), Fraction(0))) >= 0:
            continue
        if all(root.sign_after(each) > 0 for each in conditions):
            return root.just_after([*conditions, (last, Fraction(-1), Fraction(0))])
    return None


class _Root(NamedTuple):
    """A root of a quadratic, stored as base + sign * sqrt(square)."""

    base: Fraction
    sign_of_root: int
    square: Fraction

    def sign(self, of: Quadratic) -> int:
        """Return the sign of a quadratic at this number."""
        a, b, c = of
        base, by = self.base, self.sign_of_root
        plain = a + b * base + c * (base * base + self.square * abs(by))
        rooted = by * (b + 2 * c * base)
        if rooted == 0 or self.square == 0:
            return _sign(plain)
        if plain == 0 or _sign(plain) == _sign(rooted):
            return _sign(rooted)
        return _sign(plain) * _sign(plain * plain - rooted * rooted * self.square)

    def sign_after(self, of: Quadratic) -> int:
        """Return the sign of a quadratic just above this number."""
        a, b, c = of
        derived = (b, 2 * c, Fraction(0))
        return self.sign((a, b, c)) or self.sign(derived) or _sign(c)

    def just_after(self, conditions: Sequence[Quadratic]) -> Fraction:
        """Return a number so little above this one that all quadratics keep their sign
        in between.
        """
        scale = 16
        while True:
            whole = self.square * scale * scale
            below = Fraction(isqrt(whole.numerator // whole.denominator), scale)
            root = below if self.sign_of_root < 0 else below + Fraction(1, scale)
            x = self.base + self.sign_of_root * root
            if self.sign_of_root == 0:
                x = self.base + Fraction(1, scale)
            after = self.sign((-x, Fraction(1), Fraction(0))) < 0
            if after and all(_value_of(each, x) > 0 for each in conditions):
                return x
            scale *= 16


def _roots(of: Quadratic) -> Iterator[_Root]:
    a, b, c = of
    if c == 0:
        if b:
            yield _Root(-a / b, 0, Fraction(0))
        return
    base, square = -b / (2 * c), b * b / (4 * c * c) - a / c
    if square == 0:
        yield _Root(base, 0, Fraction(0))
    elif square > 0:
        yield _Root(base, -1, square)
        yield _Root(base, 1, square)


# --- numbers --------------------------------------------------------------------------------------


def _turned(span: tuple[Fraction | None, Fraction | None]) -> tuple[Fraction, Fraction]:
    bottom, top = span
    return (None if top is None else -top), (None if bottom is None else -bottom)  # type: ignore[return-value]


def _cross(a: Point, b: Point) -> int:
    return a[0] * b[1] - a[1] * b[0]


def _value(of: Linear, x: Fraction) -> Fraction:
    return of[0] + of[1] * x


def _value_of(of: Quadratic, x: Fraction) -> Fraction:
    return of[0] + (of[1] + of[2] * x) * x


def _minus(one: Linear, other: Linear) -> Linear:
    return one[0] - other[0], one[1] - other[1]


def _times(by: Fraction, of: Linear) -> Linear:
    return by * of[0], by * of[1]


def _product(one: Linear, other: Linear) -> Quadratic:
    return one[0] * other[0], one[0] * other[1] + one[1] * other[0], one[1] * other[1]


def _difference(one: Quadratic, other: Quadratic) -> Quadratic:
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)

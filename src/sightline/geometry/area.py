"""Find a free line from a point, or any point of a tile, to some point of another tile.

If touching blocks, the free lines form an open set: if a free line exists, then one exists that
passes through no corner. These lines form families, bounded by lines through corners, and testing
one line of each family is enough.

From a point, each family lies between two neighboring directions to corners. From a tile, each
family is bounded by a line through two corners, and has a member next to that line. So every line
through two corners is shifted and rotated slightly, to every side of the corners on it. The amount
is a fraction so small that no other corner changes sides, so everything stays exact.

The part of a wall inside one of the two tiles does not block, because the line may use any point of
the tile. So where a free wall crosses the border of a tile, lines through that point also bound
families.

If touches pass, lines through corners count too. Among the lines through one corner, testing one
line of each family is again enough.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cmp_to_key
from itertools import combinations, pairwise
from math import gcd, lcm
from typing import NamedTuple

from sightline.geometry.contact import LEFT, RIGHT
from sightline.model.cell import Point

ExactSpot = tuple[Fraction, Fraction]
ExactStretch = tuple[Fraction, Fraction]
Convex = Sequence[Point]
"""The corners of a convex shape in order. For a wall they are its two ends."""


class Barrier(NamedTuple):
    """A blocker: a tile, or a wall by its two ends."""

    corners: Convex
    what: object = None
    one_way: int = 0
    """For a wall: 1 if it stops only lines from its left to its right, -1 if only
    those from right to left.
    """
    limited: bool = False
    """Whether it is a limited wall, which stops a line only as the second one on it."""

    @property
    def is_wall(self) -> bool:
        return len(self.corners) == 2


class Endless(NamedTuple):
    """The infinite line through the point (x / scale, y / scale) in a direction."""

    x: int
    y: int
    scale: int
    ahead: Point

    def turns(self, shape: Convex) -> list[int]:
        """Return the signed distance of each corner from the line, times a
        constant: positive to the right.
        """
        x, y, scale, (dx, dy) = self
        return [dx * (py * scale - y) - dy * (px * scale - x) for px, py in shape]

    def steps(self, shape: Convex) -> list[int]:
        """Return the position of each corner along the line, times a constant, in whole numbers."""
        x, y, scale, (dx, dy) = self
        return [dx * (px * scale - x) + dy * (py * scale - y) for px, py in shape]

    def stretch(self, shape: Convex, turns: Sequence[int]) -> ExactStretch:
        """Return the stretch of the line inside a shape, as two multiples of the
        line's direction.
        """
        along = self.steps(shape)
        met = [Fraction(at) for at, turn in zip(along, turns, strict=True) if turn == 0]
        for i, turn in enumerate(turns):
            before = turns[i - 1]
            if (turn < 0 < before) or (before < 0 < turn):
                met.append(Fraction(before * along[i] - turn * along[i - 1], before - turn))
        dx, dy = self.ahead
        size = self.scale * (dx * dx + dy * dy)
        return min(met) / size, max(met) / size

    def spot(self, at: Fraction) -> ExactSpot:
        """Return the point at this multiple of the direction."""
        x, y, scale, (dx, dy) = self
        return Fraction(x, scale) + at * dx, Fraction(y, scale) + at * dy


class FreeLine(NamedTuple):
    """A line from a point of the source to a point of the target."""

    start: ExactSpot
    end: ExactSpot


class Crossing(NamedTuple):
    """A barrier that a line meets from position `lo` to `hi`. The line goes from 0 to 1."""

    barrier: Barrier
    lo: Fraction
    hi: Fraction
    sides: int
    passes: int = 0
    """The side of the line to which a one-way wall along it lets a walk cross; 0 for other
    barriers. Such a wall does not count as a touch.
    """


# --- from a point ---------------------------------------------------------------------------------


def free_line_from_point(
    point: Point,
    target: Convex,
    blockers: Sequence[Barrier],
    leaves: Callable[[Point], bool] | None = None,
    backwards: bool = False,
) -> FreeLine | None:
    """Return a line from the point into the target that touches no blocker, or None.

    The line may touch blockers at the point itself. `leaves` tells whether a line can leave the
    point in a direction. With `backwards` the line runs from the target to the point, which matters
    for one-way walls.
    """
    ahead_of = _in_cone(point, target, blockers)
    corners = [corner for each in ahead_of for corner in each.corners]
    last: list[Barrier] = []
    for ahead in directions_between(
        point, target, [*corners, *border_marks(point, target, ahead_of)]
    ):
        line = Endless(*point, 1, ahead)
        if _is_free_from(line, target, ahead_of, backwards, last) and (
            leaves is None or leaves(ahead)
        ):
            return line_into(line, target, ahead_of)
    return None


def _in_cone(point: Point, target: Convex, blockers: Iterable[Barrier]) -> list[Barrier]:
    """Return the blockers that extend into the cone of lines from a point to the target."""
    x, y = point
    (ax, ay), (bx, by) = _bounds_of_cone(point, target)
    found = []
    for each in blockers:
        away = [(px - x, py - y) for px, py in each.corners]
        if (
            max(ax * py - ay * px for px, py in away) >= 0
            and max(px * by - py * bx for px, py in away) >= 0
        ):
            found.append(each)
    return found


def _bounds_of_cone(point: Point, target: Convex) -> tuple[Point, Point]:
    """Return the directions from the point to the first and the last corner of the
    target, clockwise.
    """
    x, y = point
    # A line through one of the target's corners enters it directly.
    cone = [(px - x, py - y) for px, py in target if (px, py) != point]
    first = next(a for a in cone if all(_turn(a, b) >= 0 for b in cone))
    last = next(a for a in cone if all(_turn(a, b) <= 0 for b in cone))
    return first, last


def border_marks(point: Point, target: Convex, blockers: Iterable[Barrier]) -> list[Point]:
    """Return the points where walls cross the target's border, each moved along its direction from
    `point` to whole coordinates.
    """
    x, y = point
    return [
        (x + px - x * scale, y + py - y * scale)
        for px, py, scale in _crossed_borders((target,), blockers)
    ]


def directions_between(point: Point, target: Convex, corners: Iterable[Point]) -> Iterator[Point]:
    """Yield a direction between each two neighboring directions from a point to
    corners, within the target.
    """
    for one, other in pairwise(directions_to(point, target, corners)):
        yield one[0] + other[0], one[1] + other[1]


def directions_to(point: Point, target: Convex, corners: Iterable[Point]) -> list[Point]:
    """Return the directions to corners within the target, in order.

    The first and last are those that bound the target.
    """
    x, y = point
    first, last = _bounds_of_cone(point, target)
    inside = {shortest(first), shortest(last)}
    for px, py in corners:
        each = (px - x, py - y)
        if _turn(first, each) > 0 and _turn(each, last) > 0:
            inside.add(shortest(each))
    return sorted(inside, key=cmp_to_key(_by_turn))


def line_into(line: Endless, target: Convex, blockers: Sequence[Barrier]) -> FreeLine:
    """Return the line from its point into the target.

    It ends in the middle of its stretch in the target, but in front of any wall there.
    """
    lo, hi = line.stretch(target, line.turns(target))
    entry = max(lo, Fraction(0))
    return FreeLine(line.spot(Fraction(0)), line.spot(_inside(line, blockers, entry, hi)))


def _is_free_from(
    line: Endless,
    target: Convex,
    blockers: Sequence[Barrier],
    backwards: bool,
    last: list[Barrier],
) -> bool:
    """Return whether no blocker stops the line before the target.

    `last` stores the blocker that stopped a line, because it often stops the next one too.
    """
    ends = line.steps(target)
    near, far = min(ends), max(ends)
    entry: Fraction | None = None
    counted = []
    for each in (*last, *blockers):
        turns = line.turns(each.corners)
        if not _meets(turns) or not blocks_towards(each, turns, backwards):
            continue
        steps = line.steps(each.corners)
        if max(steps) <= 0 or min(steps) > far:
            continue
        # Fractions take most of the time. A blocker that is wholly on the way needs none.
        if each.limited or not (min(steps) > 0 and max(steps) <= near):
            if entry is None:
                entry = max(line.stretch(target, line.turns(target))[0], Fraction(0))
            lo, hi = line.stretch(each.corners, turns)
            if hi <= 0 or lo > entry:
                continue
            if each.limited:
                counted.append((each, lo))
                continue
        last[:] = [each]
        return False
    return not _stop(counted)


# --- from a tile ----------------------------------------------------------------------------------


class AreaStrip(NamedTuple):
    """The blockers between two tiles, scaled so that all coordinates are whole."""

    source: Convex
    target: Convex
    blockers: Sequence[Barrier]
    corners: Collection[Point]
    """The corners through which a line that bounds free lines may pass."""
    scale: int

    @property
    def marks(self) -> list[Point]:
        return sorted({*self.source, *self.target, *self.corners})

    def back(self, line: FreeLine) -> FreeLine:
        """Return a line in the original scale."""
        return FreeLine(*((x / self.scale, y / self.scale) for x, y in line))


def strip_between(
    source: Convex, target: Convex, blockers: Sequence[Barrier], corners: Collection[Point]
) -> AreaStrip:
    """Return the strip between two tiles.

    Points where walls cross their borders count as corners.
    """
    crossed = _crossed_borders((source, target), blockers)
    scale = lcm(*(each for _, _, each in crossed))
    if scale == 1:
        whole = {(x, y) for x, y, _ in crossed}
        return AreaStrip(source, target, blockers, {*corners, *whole}, 1)

    def enlarged(points: Iterable[Point]) -> list[Point]:
        return [(x * scale, y * scale) for x, y in points]

    return AreaStrip(
        enlarged(source),
        enlarged(target),
        [each._replace(corners=enlarged(each.corners)) for each in blockers],
        {*enlarged(corners), *((x * scale // by, y * scale // by) for x, y, by in crossed)},
        scale,
    )


def _crossed_borders(
    tiles: Iterable[Convex], blockers: Iterable[Barrier]
) -> list[tuple[int, int, int]]:
    """Return the points where walls cross the borders of tiles, as (x, y, scale) for (x / scale, y
    / scale).

    Points at corners and wall ends are left out, because the caller knows them.
    """
    found = []
    for each in blockers:
        if not each.is_wall:
            continue
        (px, py), (qx, qy) = each.corners
        wall = Endless(px, py, 1, (qx - px, qy - py))
        for tile in tiles:
            turns = wall.turns(tile)
            if not _meets(turns):
                continue
            for i, (ax, ay) in enumerate(tile):
                bx, by = tile[i - 1]
                first, last = Endless(ax, ay, 1, (bx - ax, by - ay)).turns(each.corners)
                if turns[i] * turns[i - 1] < 0 and first * last < 0:
                    scale = first - last
                    x, y = px * scale + (qx - px) * first, py * scale + (qy - py) * first
                    common = gcd(x, y, scale) * (1 if scale > 0 else -1)
                    found.append((x // common, y // common, scale // common))
    return found


def free_line_between(around: AreaStrip) -> FreeLine | None:
    """Return a line from some point of the source to some point of the target that touches no
    blocker, or None.

    The two tiles must not overlap.
    """
    source, target, blockers, _, _ = around
    marks = around.marks
    for point, ahead in critical_lines(source, target, marks):
        for line in _next_to(point, ahead, marks):
            found = _free(line, source, target, blockers)
            if found is not None:
                return around.back(found)
    return None


def critical_lines(
    source: Convex, target: Convex, marks: Sequence[Point]
) -> Iterator[tuple[Point, Point]]:
    """Yield each line through two of the marks that meets source and target, as a
    point and a direction.
    """
    tried: set[tuple[Point, int]] = set()
    for one, other in combinations(marks, 2):
        ahead = shortest((other[0] - one[0], other[1] - one[1]))
        line = Endless(*one, 1, ahead)
        if _meets(line.turns(source)) and _meets(line.turns(target)):
            name = (ahead, _turn(ahead, one))
            if name not in tried:  # otherwise a third mark on the line produced it before
                tried.add(name)
                yield one, ahead


def lines_through_one(
    source: Convex, target: Convex, marks: Sequence[Point]
) -> Iterator[tuple[Point, Point]]:
    """Yield lines through one mark each: one between each two neighboring
    directions to other marks.
    """
    for mark in marks:
        others = {shortest(_upper((x - mark[0], y - mark[1]))) for x, y in marks if (x, y) != mark}
        ordered = sorted(others, key=cmp_to_key(_by_turn))
        for one, other in pairwise([*ordered, *((-x, -y) for x, y in ordered[:1])]):
            ahead = (one[0] + other[0], one[1] + other[1])
            if ahead == (0, 0):
                ahead = (-one[1], one[0])
            line = Endless(*mark, 1, ahead)
            if _meets(line.turns(source)) and _meets(line.turns(target)):
                yield mark, ahead


def line_between(
    line: Endless, source: Convex, target: Convex, blockers: Sequence[Barrier]
) -> FreeLine | None:
    """Return the part of the line from inside the source to inside the target;
    None if it misses one of them.
    """
    here, there = line.turns(source), line.turns(target)
    if not (min(here) < 0 < max(here) and min(there) < 0 < max(there)):
        return None
    return _part(line, line.stretch(source, here), line.stretch(target, there), blockers)


def _part(
    line: Endless, source: ExactStretch, target: ExactStretch, blockers: Sequence[Barrier]
) -> FreeLine:
    """Return the part from the middle of the line's stretch in the source to that in the target,
    without walls inside the tiles.
    """
    if source[0] < target[0]:
        out, into = source[::-1], target
    else:
        out, into = source, target[::-1]
    return FreeLine(*(line.spot(_inside(line, blockers, *each)) for each in (out, into)))


def _inside(
    line: Endless, blockers: Sequence[Barrier], border: Fraction, far: Fraction
) -> Fraction:
    """Return a position on the line inside a tile, between its border and its far side, in front of
    all walls there.
    """
    forth = border < far
    for each in blockers:
        turns = line.turns(each.corners)
        if each.is_wall and _meets(turns):
            at = line.stretch(each.corners, turns)[0 if forth else 1]
            if border < at < far or far < at < border:
                far = at
    return (border + far) / 2


def _next_to(point: Point, ahead: Point, marks: Sequence[Point]) -> Iterator[Endless]:
    """Yield lines slightly to either side of each mark on the line, with no mark on them."""
    (x, y), (dx, dy) = point, ahead
    size = dx * dx + dy * dy
    on, off = [], []
    for px, py in marks:
        twice = 2 * (dx * (px - x) + dy * (py - y))
        away = abs(dx * (py - y) - dy * (px - x))
        if away:
            off.append((twice, away))
        else:
            on.append(twice)
    on.sort()
    scale = 2 * size
    # The new line crosses the old one before all marks on it, or between two of them.
    for pivot in (on[0] - scale, *((a + b) // 2 for a, b in pairwise(on))):
        # At the distance `twice` the new line is a share of that to one side; other marks are
        # `away`.
        share, whole = 1, 1
        for twice, away in off:
            apart = abs(twice - pivot)
            if away * whole < share * apart:
                share, whole = away, apart
        start = (x * scale + pivot * dx, y * scale + pivot * dy)
        for turn in (share, -share):
            yield Endless(*start, scale, (dx * whole - turn * dy, dy * whole + turn * dx))


def _is_surely_stopped(
    line: Endless, source: Convex, target: Convex, blockers: Sequence[Barrier]
) -> bool:
    """Return whether a blocker stops the line that lies wholly between the two tiles.

    Most lines are stopped like this, and whole numbers tell so. Fractions take longer.
    """
    out, into = line.steps(source), line.steps(target)
    forward = max(out) <= min(into)
    if not forward and max(into) > min(out):
        return False  # the two are beside each other
    near, far = (max(out), min(into)) if forward else (max(into), min(out))
    for each, _ in _met(line, blockers, not forward):
        steps = line.steps(each.corners)
        if not each.limited and near <= min(steps) and max(steps) <= far:
            return True
    return False


def _free(
    line: Endless, source: Convex, target: Convex, blockers: Sequence[Barrier]
) -> FreeLine | None:
    """Return the part of the line between the two tiles if it meets both and
    touches nothing, else None.
    """
    here, there = line.turns(source), line.turns(target)
    if not (_meets(here) and _meets(there)) or _is_surely_stopped(line, source, target, blockers):
        return None
    leaving, entering = line.stretch(source, here), line.stretch(target, there)
    if leaving[0] == leaving[1] or entering[0] == entering[1]:
        return None
    forward = leaving[0] < entering[0]
    first, last = (leaving[1], entering[0]) if forward else (entering[1], leaving[0])
    counted = []
    for each, turns in _met(line, blockers, not forward):
        lo, hi = line.stretch(each.corners, turns)
        if hi >= first and lo <= last:
            counted.append((each, lo))
    if _stop(counted):
        return None
    return _part(line, leaving, entering, blockers)


# --- contacts -------------------------------------------------------------------------------------


def crossings(found: FreeLine, line: Endless, blockers: Sequence[Barrier]) -> list[Crossing]:
    """Return everything that this part of the line touches."""
    (sx, sy), (ex, ey) = found
    dx, dy = line.ahead
    forward = (ex - sx) * dx + (ey - sy) * dy > 0
    size = dx * dx + dy * dy

    def position(spot: ExactSpot) -> Fraction:
        x, y = spot[0] - Fraction(line.x, line.scale), spot[1] - Fraction(line.y, line.scale)
        return (x * dx + y * dy) / size

    start, end = position(found.start), position(found.end)
    crossed = []
    for each in blockers:
        turns = line.turns(each.corners)
        to_right = _to_right(turns, not forward) if each.one_way else 0
        if not _meets(turns) or (to_right and to_right != each.one_way):
            continue
        lo, hi = sorted((at - start) / (end - start) for at in line.stretch(each.corners, turns))
        if hi >= 0 and lo <= 1:
            left, right = (min(turns) < 0, max(turns) > 0)[:: 1 if forward else -1]
            sides = (LEFT if left else 0) | (RIGHT if right else 0)
            passes = 0
            if each.one_way and not to_right:
                (ax, ay), (bx, by) = each.corners
                along = ((bx - ax) * dx + (by - ay) * dy) * each.one_way > 0
                passes = LEFT if along is forward else RIGHT
            lo, hi = max(lo, Fraction(0)), min(hi, Fraction(1))
            crossed.append(Crossing(each, lo, hi, sides, passes))
    return crossed


def _met(
    line: Endless, blockers: Sequence[Barrier], backwards: bool
) -> list[tuple[Barrier, list[int]]]:
    """Return the barriers that the infinite line touches and that block in its direction."""
    found = []
    for each in blockers:
        turns = line.turns(each.corners)
        if _meets(turns) and blocks_towards(each, turns, backwards):
            found.append((each, turns))
    return found


def blocks_towards(each: Barrier, turns: Sequence[int], backwards: bool) -> bool:
    """Return whether a barrier blocks a line, given the `turns` of its corners."""
    return not each.one_way or _to_right(turns, backwards) == each.one_way


def _to_right(turns: Sequence[int], backwards: bool) -> int:
    """Return 1 if a line crosses a wall to the wall's right, -1 if to its left,
    and 0 if it runs along it.
    """
    # The wall's left is the side to which its own direction turns away from the line's.
    to_right = (turns[0] > turns[1]) - (turns[0] < turns[1])
    return -to_right if backwards else to_right


def _stop(counted: Sequence[tuple[Barrier, Fraction]]) -> bool:
    """Return whether these barriers stop a family of lines.

    One unlimited barrier is enough, or two limited ones that are not parts of one wall. (A single
    line of the family may cross both at one point.)
    """
    return any(not each.limited for each, _ in counted) or any(
        at != other_at or not are_along_one_line(each, other)
        for (each, at), (other, other_at) in combinations(counted, 2)
    )


def are_along_one_line(one: Barrier, other: Barrier) -> bool:
    """Return whether two walls are on one straight line."""
    (ax, ay), (bx, by) = one.corners
    return Endless(ax, ay, 1, (bx - ax, by - ay)).turns(other.corners) == [0, 0]


def cross_each_other(one: Barrier, other: Barrier) -> bool:
    """Return whether two walls cross each other between their ends."""
    for wall, ends in ((one, other), (other, one)):
        (ax, ay), (bx, by) = wall.corners
        first, last = Endless(ax, ay, 1, (bx - ax, by - ay)).turns(ends.corners)
        if first * last >= 0:
            return False
    return True


def _meets(turns: Sequence[int]) -> bool:
    return min(turns) <= 0 <= max(turns)


def shortest(step: Point) -> Point:
    """Return the shortest step with whole coordinates in the same direction."""
    common = gcd(*step)
    return step[0] // common, step[1] // common


def _upper(step: Point) -> Point:
    """Return one of the two directions of a line, chosen so that both give the same: the one that
    points down, or right.
    """
    return step if step[1] > 0 or (step[1] == 0 and step[0] > 0) else (-step[0], -step[1])


def _by_turn(a: Point, b: Point) -> int:
    return _turn(b, a)


def _turn(a: Point, b: Point) -> int:
    return a[0] * b[1] - a[1] * b[0]

"""Lines from or to any part of a tile, for the checker: find one that is free.

A line that an answer shows is judged directly. To verify that no free line exists, a slow but
simple search is used. Free lines form families, and each family is bounded by a line through two
corners of blockers. So every line through two corners is tried, rotated slightly to each side about
every place on it. If touches pass, lines through corners count too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property, cmp_to_key
from itertools import combinations, pairwise, product
from math import lcm
from typing import Any, NamedTuple

from sightline.answers.check.bundles import blocked_by
from sightline.answers.check.heights import Heights, options
from sightline.answers.check.kinds import PackGround
from sightline.answers.check.line import line_key, tried_problems
from sightline.answers.check.shapes import BlockingShape
from sightline.answers.check.strip import AT_CENTERS, LineStrip, StripEnds, StripJudgment
from sightline.answers.sight import Sight, TablePoint, Tried
from sightline.geometry.area import Barrier
from sightline.geometry.contact import BOTH, Contact
from sightline.geometry.high_area import HighBarrier, high_line_from_point
from sightline.geometry.hull import are_apart, convex_hull
from sightline.geometry.walk import Line, meet_segment, meet_tile
from sightline.model.cell import Point, Tile
from sightline.model.degree import NONE
from sightline.model.numbers import UNIT
from sightline.model.threshold import ENDLESS

RationalPoint = tuple[Fraction | int, Fraction | int]


class PartPair(NamedTuple):
    """A tile of each place, and where lines between the two may start and end: at
    a given corner, or anywhere.
    """

    source: Tile
    target: Tile
    start: Point | None = None
    end: Point | None = None


class CheckedParts:
    """A question about lines from or to any part of a tile."""

    def __init__(self, ground: PackGround, sight: Sight | None = None) -> None:
        """Prepare the question. `sight` is an answer that may show a line of it."""
        self.ground, self.question, self.pack = ground, ground.question, ground.pack
        self.shapes = ground.shapes(ground.kinds)
        self._shown = sight.lines[0] if sight is not None and len(sight.lines) == 1 else None

    @cached_property
    def degree(self) -> tuple[str, str]:
        """Total cover unless a line is free: if open touches pass, and if they block."""
        low, high = (self._finds_line(asked) for asked in (0, 1))
        total = self.pack.degrees[-1]
        return NONE if low else total, NONE if high else total

    def problems(self, sight: Sight) -> Iterator[str]:
        """Yield the problems of the line that an answer shows for this question."""
        total = self.pack.degrees[-1]
        blocked = (self.degree[0] == total, self.degree[1] == total)
        if sight.blocked != blocked:
            yield f"the blocked lines are {blocked}, not {sight.blocked}"
        if blocked == (True, True):
            yield from self._hidden_problems(sight)
        elif len(sight.lines) != 1:
            yield "one line that gets through shows that it is seen"
        else:
            pair = self._pair_of(sight.lines[0])
            if pair is None:
                yield "the line shown does not join parts of the two"
                return
            if not self._has_its_heights(sight.lines[0]):
                yield "the heights of the line shown are not in the two bodies"
                return
            strip, found = self._judged(pair, *_ends(sight.lines[0]), sight.lines[0].heights)
            yield from tried_problems(sight.lines[0], strip, found)
            if not (self._blocked(strip, found) == sight.lines[0].blocked == blocked):
                yield "the line shown does not get through"

    def _has_its_heights(self, line: Tried) -> bool:
        if not self.ground.is_high:
            return line.heights is None
        return line.heights is not None and all(
            feet < z < head
            for z, (feet, head) in zip(line.heights, self.ground.bodies, strict=True)
        )

    def _hidden_problems(self, sight: Sight) -> Iterator[str]:
        """Yield the problems of the line from middle to middle, which an answer
        may show if no line is free.
        """
        middle = self.ground.board.grid.middle
        start, end = middle(self.ground.source.tiles), middle(self.ground.target.tiles)
        strip = None
        heights = sight.lines[0].heights if sight.lines else None
        if sight.lines and not self._has_its_heights(sight.lines[0]):
            yield "the heights of the line shown are not in the two bodies"
            return
        if not sight.lines and self.ground.is_high:
            return  # the middles may see each other at some heights
        if start != end:
            key = (None, start, None, end)
            strip = LineStrip(self.ground.board, self.shapes, key, AT_CENTERS, heights=heights)
        found = None if strip is None else strip.judge(False)
        if strip is None or found is None or found.contact is Contact.CLEAR:
            if sight.lines or sight.line or sight.blockers:
                yield "the line shown proves nothing"
        elif len(sight.lines) != 1 or line_key(sight.lines[0]) != (None, start, None, end):
            yield "the line from middle to middle must show the blockers, and is missing"
        else:
            yield from tried_problems(sight.lines[0], strip, found)
            if sight.lines[0].blocked != (True, True):
                yield "none of these lines gets through, but the answer says that this one does"

    # --- one line

    def _judged(
        self,
        pair: PartPair,
        start: RationalPoint,
        end: RationalPoint,
        heights: Heights | None = None,
    ) -> tuple[LineStrip, StripJudgment]:
        """Return a line and its judgment.

        Everything from its first corner to its last counts, and with heights also what is in the
        tile at its other end.
        """
        corners = self.ground.board.grid.corners
        ends = StripEnds(
            from_rim=pair.start in corners(pair.source),
            to_rim=pair.end in corners(pair.target),
            tiles=self.question.ends != "open",
            points=False,
        )
        line = Line.between(start, end)  # type: ignore[arg-type]
        leaving, entering = (meet_tile(line, self.ground.outline(tile)) for tile in pair[:2])
        assert leaving is not None
        assert entering is not None
        leaves = Fraction(0) if pair.start is not None else leaving.hi
        enters = Fraction(1) if pair.end is not None else entering.lo
        key = (pair.source, start, pair.target, end)
        if heights is not None:
            leaves, enters = Fraction(0), Fraction(1)
        between = (leaves, enters)
        strip = LineStrip(self.ground.board, self.shapes, key, ends, between, heights)
        return strip, strip.judge(False)

    def _blocked(self, strip: LineStrip, found: StripJudgment) -> tuple[bool, bool]:
        low, high = blocked_by(self.question.touch, found.level)
        if found.level == "pinch" and strip.runs_along:
            along = blocked_by(self.question.touch, "edge")
            return low or along[0], high or along[1]
        return low, high

    def _pair_of(self, line: Tried) -> PartPair | None:
        """Return the tiles and corners that a line joins, or None if the question
        does not allow them.
        """
        start, end = _ends(line)
        for pair in self._pairs():
            if (pair.source, pair.target) != (line.source, line.target):
                continue
            fixed = (pair.start in (None, start), pair.end in (None, end))
            here, there = map(self.ground.outline, pair[:2])
            if all(fixed) and _crosses(start, end, here, there, pair):
                return pair
        return None

    def _pairs(self) -> Iterator[PartPair]:
        """Yield all pairs of tiles or corners that lines may join, except corners that
        are closed.
        """
        question, ground = self.question, self.ground
        grid = ground.board.grid
        ways = {(question.start, question.end)}
        if question.swap:
            ways.add((question.end, question.start))

        def points(which: str, tile: Tile) -> tuple[Point, ...]:
            return grid.corners(tile) if which == "corners" else (grid.center(tile),)

        for source, target in product(ground.source.tiles, ground.target.tiles):
            for start, end in ways:
                if start == end:
                    yield PartPair(source, target)
                elif end == "area":
                    for point in points(start, source):
                        if not self._is_closed(source, target, point):
                            yield PartPair(source, target, start=point)
                else:
                    for point in points(end, target):
                        if not self._is_closed(source, target, point):
                            yield PartPair(source, target, end=point)

    def _is_closed(self, source: Tile, target: Tile, corner: Point) -> bool:
        """Return whether a line cannot start at a corner because something touches it."""
        corners = self.ground.board.grid.corners
        if self.question.ends != "closed" or corner not in (*corners(source), *corners(target)):
            return False
        (ax, ay), (bx, by) = map(self.ground.board.grid.center, (source, target))
        return any(
            not (shape.outside or shape.limited)
            and shape.is_there_for((bx - ax, by - ay))
            and _holds(shape, corner)
            for shape in self.shapes
        )

    # --- every line

    def _finds_line(self, asked: int) -> bool:
        """Return whether some line is not blocked. If `asked` is 1, open touches block."""
        if self._shown is not None:
            pair = self._pair_of(self._shown)
            if pair is not None:
                found = self._judged(pair, *_ends(self._shown), self._shown.heights)
                if not self._blocked(*found)[asked]:
                    return True
        if self.ground.is_high:
            return any(self._gets_through(pair) for pair in self._pairs())
        touch = self.question.touch
        words = (touch.corner, touch.edge, touch.pinch, touch.seam)
        may_touch = any(word == "pass" or (word == "ask" and not asked) for word in words)
        return any(
            not self._blocked(*self._judged(pair, *line))[asked]
            for pair in self._pairs()
            for line in self._lines(pair, may_touch)
        )

    # --- every line with heights

    def _gets_through(self, pair: PartPair) -> bool:
        """Return whether a line from or to that corner is free at some heights.

        The geometry of areas proposes a line, which is then verified like any other. If it finds
        none, a line of every family in plan view is tried.
        """
        if pair.source == pair.target:
            return False
        proposed = self._proposed(pair)
        if proposed is not None:
            return self._is_free(pair, *proposed)
        bodies = self.ground.bodies
        for start, end in self._lines(pair, may_touch=False):
            strip, _ = self._judged(pair, start, end)
            for heights in options(*bodies, strip.bounds()):
                if self._is_free(pair, start, end, heights):
                    return True
        return False

    def _is_free(
        self, pair: PartPair, start: RationalPoint, end: RationalPoint, heights: Heights
    ) -> bool:
        return self._judged(pair, start, end, heights)[1].contact is Contact.CLEAR

    def _proposed(self, pair: PartPair) -> tuple[RationalPoint, RationalPoint, Heights] | None:
        forth = pair.start is not None
        point, there = (pair.start, pair.target) if forth else (pair.end, pair.source)
        assert point is not None
        bodies = self.ground.bodies if forth else self.ground.bodies[::-1]
        near = [shape for shape in self.shapes if not shape.outside]
        around = [shape for shape in self.shapes if _holds(shape, point)]
        bounds = {z for shape in around for z in shape.span if z is not None}
        marks = sorted({*bodies[0], *(z for z in bounds if bodies[0][0] < z < bodies[0][1])})

        def levels(ahead: Point) -> Iterator[tuple[Fraction, Fraction]]:
            for low, high in pairwise(marks):
                if self._leaves(pair, around, ahead, (low + high) / 2):
                    yield low, high

        found = high_line_from_point(
            point,
            self.ground.outline(there),
            [HighBarrier(_as_barrier(shape), shape.span) for shape in near],
            bodies,
            levels,
            not forth,
        )
        if found is None:
            return None
        way = 1 if forth else -1
        start, end = found.line[::way]
        return start, end, found.heights[::way]  # type: ignore[return-value]

    def _leaves(
        self, pair: PartPair, around: Sequence[BlockingShape], ahead: Point, height: Fraction
    ) -> bool:
        """Return whether a line can leave its tile at that height, past everything at
        its corner.
        """
        forth = pair.start is not None
        point = pair.start if forth else pair.end
        assert point is not None
        step = Fraction(1, 8 * max(map(abs, ahead)))
        away = (point[0] + step * ahead[0], point[1] + step * ahead[1])
        own = pair.source if forth else pair.target
        on_rim = point in self.ground.board.grid.corners(own)
        ends = StripEnds(forth and on_rim, not forth and on_rim, points=False)
        key = (own, point, own, away) if forth else (own, away, own, point)
        strip = LineStrip(self.ground.board, around, key, ends, heights=(height, height))
        return strip._walk() is None

    def _lines(
        self, pair: PartPair, may_touch: bool
    ) -> Iterator[tuple[RationalPoint, RationalPoint]]:
        """Yield a line of every family between the two, except lines that are certainly stopped.

        With `may_touch`, also yield lines through corners.
        """
        here, there = map(self.ground.outline, pair[:2])
        hull = convex_hull((*here, *there))
        near = [s for s in self.shapes if not (s.outside or are_apart(s.points, hull))]
        marks = sorted(
            {
                *(*here, *there),
                *(point for shape in near for point in shape.points),
                *(point for tile in (here, there) for point in _border_points(near, tile)),
            }
        )
        certain = [
            s for s in near if s.stops is None and not (s.limited or s.free) and s.span == ENDLESS
        ]
        for point, ahead in _every_line(pair, here, there, marks, may_touch):
            ends = _part(point, ahead, here, there, pair)
            if ends is None:
                continue
            stop = next((s for s in certain if _stops(s, *ends, pair, may_touch)), None)
            if stop is None:
                yield ends
            elif stop is not certain[0]:  # a blocker of one line often stops the next one too
                certain.remove(stop)
                certain.insert(0, stop)


def _as_barrier(shape: BlockingShape) -> Barrier:
    one_way = 0
    if shape.stops is not None:
        (ax, ay), (bx, by) = shape.points
        to_right = (bx - ax) * shape.stops[1] - (by - ay) * shape.stops[0] > 0
        one_way = 1 if to_right else -1
    return Barrier(shape.points, shape.label, one_way, shape.limited)


def _ends(line: Tried) -> tuple[RationalPoint, RationalPoint]:
    (ax, ay), (bx, by) = (_in_units(point) for point in (line.start, line.end))
    return (ax, ay), (bx, by)


def _in_units(point: TablePoint) -> RationalPoint:
    return point[0] * UNIT, point[1] * UNIT


def _border_points(shapes: Sequence[BlockingShape], tile: Sequence[Point]) -> Iterator[Any]:
    """Yield the points where free walls cross the border of a tile.

    Lines may end there as at corners: the part of a wall inside the tile does not block, because a
    line may use any point of the tile.
    """
    for shape in shapes:
        if shape.free and shape.is_wall:
            (x, y), (dx, dy) = wall = Line.between(*shape.points)[:2]
            met = meet_tile(Line(*wall), tile)
            for at in () if met is None else (met.lo, met.hi):
                yield x + at * dx, y + at * dy


def _every_line(
    pair: PartPair, here: Sequence[Point], there: Sequence[Point], marks: list[Any], touch: bool
) -> Iterator[tuple[RationalPoint, RationalPoint]]:
    """Yield a point and a direction for every line to try."""
    fixed = pair.start or pair.end
    if fixed is not None:
        through = [(fixed, mark) for mark in marks if mark != fixed]
    else:
        through = list(combinations(marks, 2))
    tried = set()
    for one, other in through:
        ahead = (other[0] - one[0], other[1] - one[1])
        if not (_is_met(one, ahead, here) and _is_met(one, ahead, there)):
            continue
        on = sorted(mark for mark in marks if _turn(ahead, one, mark) == 0)
        if (on[0], on[-1]) in tried:
            continue
        tried.add((on[0], on[-1]))
        if touch:
            yield one, ahead
        yield from _by_a_hair(ahead, on, marks, fixed)
    if touch and fixed is None:
        for mark in marks:
            yield from _about(mark, marks)


def _by_a_hair(
    ahead: Point, on: Sequence[Point], marks: Sequence[Point], fixed: Point | None
) -> Iterator[tuple[RationalPoint, RationalPoint]]:
    """Yield the line rotated slightly to both sides, about a place before, between and after the
    marks on it.

    The angle is so small that no other mark changes sides.
    """
    dx, dy = ahead
    places: list[RationalPoint] = [fixed] if fixed is not None else []
    if fixed is None:
        places.append((on[0][0] - dx, on[0][1] - dy))
        places += [
            ((a + c) / Fraction(2), (b + d) / Fraction(2)) for (a, b), (c, d) in pairwise(on)
        ]
    for x, y in places:
        # A mark this far along and aside is on the line if the slope is their ratio.
        most = Fraction(1)
        for px, py in marks:
            away = Fraction(dx * (py - y) - dy * (px - x))
            along = Fraction(dx * (px - x) + dy * (py - y))
            if away and along:
                most = min(most, abs(away / along))
        for slope in (most / 2, -most / 2):
            yield (x, y), (dx - slope * dy, dy + slope * dx)


def _about(mark: Point, marks: Sequence[Point]) -> Iterator[tuple[RationalPoint, RationalPoint]]:
    """Yield the lines through a mark: to each other mark, and between each two
    neighbors of those.
    """
    away = {(x - mark[0], y - mark[1]) for x, y in marks if (x, y) != mark}
    upper = [(x, y) if y > 0 or (y == 0 and x > 0) else (-x, -y) for x, y in away]

    def compare(v: Point, w: Point) -> int:
        turn = v[0] * w[1] - v[1] * w[0]
        return (turn < 0) - (turn > 0)

    ordered = sorted(upper, key=cmp_to_key(compare))
    for (ax, ay), (bx, by) in pairwise([*ordered, (-ordered[0][0], -ordered[0][1])]):
        if ax * by != ay * bx:
            yield mark, (ax + bx, ay + by)


def _part(
    point: RationalPoint,
    ahead: RationalPoint,
    here: Sequence[Point],
    there: Sequence[Point],
    pair: PartPair,
) -> tuple[RationalPoint, RationalPoint] | None:
    """Return the part of an infinite line between the two tiles, from the middle of its stretch or
    from its corner.

    None if it misses the interior of one, or goes the wrong way.
    """
    out, into = _stretch(point, ahead, here), _stretch(point, ahead, there)
    if pair.start is not None or pair.end is not None:
        # From a corner, the line must meet only the other tile, in front of it or behind it.
        met = into if pair.start is not None else out
        if met is None or met[0] < 0 < met[1]:
            return None
        corner, other = point, _along(point, ahead, (met[0] + met[1]) / 2)
        return (corner, other) if pair.start is not None else (other, corner)
    if out is None or into is None:
        return None
    middles = ((lo + hi) / 2 for lo, hi in (out, into))
    start, end = (_along(point, ahead, at) for at in middles)
    return start, end


def _along(point: RationalPoint, ahead: RationalPoint, at: Fraction) -> RationalPoint:
    return point[0] + at * ahead[0], point[1] + at * ahead[1]


def _stretch(
    point: RationalPoint, ahead: RationalPoint, shape: Sequence[Point]
) -> tuple[Fraction, Fraction] | None:
    """Return the stretch of an infinite line inside a convex shape; None if it
    only runs along the border.
    """
    turns = [_turn(ahead, point, corner) for corner in shape]
    if min(turns) >= 0 or max(turns) <= 0:
        return None
    size = ahead[0] * ahead[0] + ahead[1] * ahead[1]
    along = [ahead[0] * (x - point[0]) + ahead[1] * (y - point[1]) for x, y in shape]
    met = [at for at, turn in zip(along, turns, strict=True) if turn == 0]
    for i, turn in enumerate(turns):
        before = turns[i - 1]
        if (turn < 0 < before) or (before < 0 < turn):
            share = Fraction(before) / (before - turn)
            met.append(along[i - 1] + share * (along[i] - along[i - 1]))
    return Fraction(min(met)) / size, Fraction(max(met)) / size


def _crosses(
    start: RationalPoint,
    end: RationalPoint,
    here: Sequence[Point],
    there: Sequence[Point],
    pair: PartPair,
) -> bool:
    """Return whether a line starts in one tile, ends in the other, and crosses the interior of
    both.

    At a corner it only has to start or end there.
    """
    line = Line.between(start, end)  # type: ignore[arg-type]
    out, into = meet_tile(line, here), meet_tile(line, there)
    return (
        start != end
        and out is not None
        and into is not None
        and out.lo == 0
        and into.hi == 1
        and (pair.start is not None or (out.lo < out.hi and out.sides == BOTH))
        and (pair.end is not None or (into.lo < into.hi and into.sides == BOTH))
    )


def _stops(
    shape: BlockingShape, start: RationalPoint, end: RationalPoint, pair: PartPair, inside: bool
) -> bool:
    """Return whether a shape on the grid touches a line, except at the line's own corner.

    With `inside`, the line must go through the shape, not just along it or past its ends.
    """
    # Integer arithmetic, because most lines end here.
    scale = lcm(*(Fraction(value).denominator for value in (*start, *end)))
    (ax, ay), (bx, by) = ((int(x * scale), int(y * scale)) for x, y in (start, end))
    points = [(x * scale, y * scale) for x, y in shape.points]
    dx, dy = bx - ax, by - ay
    turns = [dx * (y - ay) - dy * (x - ax) for x, y in points]
    if min(turns) > 0 or max(turns) < 0 or (inside and not min(turns) < 0 < max(turns)):
        return False
    line = Line((ax, ay), (dx, dy))
    met = meet_segment(line, *points) if shape.is_wall else meet_tile(line, points)
    if met is None or (inside and not shape.is_wall and met.lo == met.hi):
        return False
    own = (pair.start is not None and met.hi == 0) or (pair.end is not None and met.lo == 1)
    return not own


def _holds(shape: BlockingShape, point: Point) -> bool:
    line = Line(point, (1, 0), reach=0)
    if shape.is_wall:
        return meet_segment(line, *shape.points) is not None
    return meet_tile(line, shape.points) is not None


def _is_met(point: RationalPoint, ahead: RationalPoint, shape: Sequence[Point]) -> bool:
    turns = [_turn(ahead, point, corner) for corner in shape]
    return min(turns) <= 0 <= max(turns)


def _turn(ahead: RationalPoint, point: RationalPoint, other: RationalPoint) -> Fraction | int:
    return ahead[0] * (other[1] - point[1]) - ahead[1] * (other[0] - point[0])

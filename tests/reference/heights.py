"""Sight with heights, by section 9 of the spec.

For one pair of heights after the other, every blocker is cut down to the part of the way where the
line is within the blocker's height. Then real strips are cut around the rest, as on a flat board.

A figure of several tiles is the sum of its tiles: each of its tiles is judged with each tile of the
other. On a tile that both cover, the bodies share a height, or a floor parts them.

The candidate pairs: between any two heights of the start at which some comparison with a height of
the end changes, one start height is taken. For it, one end height is taken between any two that
matter. Lines on the border between two candidates meet more blockers than the lines beside it, so
they are skipped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import lcm
from typing import Any, NamedTuple

from sightline import At, CenterRule, CornerRule
from sightline.model.board import Board
from sightline.model.square import SquareBoard
from sightline.model.threshold import Threshold, span_of
from sightline.rules.straight import StraightRule
from tests.reference.contact import BLOCKED, CLEAR, NAMES, CenterLine, CornerLine, Line
from tests.reference.ground import Blocker, BlockerKind, Ground, Num, Point, Scene, Special, Tile
from tests.reference.strip import Shape, Whole

Pair = tuple[Fraction, Fraction]
Ends = tuple[Fraction | None, Fraction | None]


class Thing(NamedTuple):
    """A closed shape in the plan, with a bottom and a top."""

    kind: BlockerKind
    shape: Shape
    span: Ends
    special: Special | None = None


End = str | At
"""A figure by name, or a tile at an elevation."""


class HighScene:
    """A board with two ends, and the lines between them."""

    shared_edges_part = True
    """Whether a wall along the whole edge between neighbors parts them, even if one could get
    around it.
    """

    def __init__(self, board: Board, a: End, b: End, points: Iterable[Point] = ()) -> None:
        """Prepare the scene. `points`: further points at which lines start or end."""
        self.board = board
        self.sources, self.targets = self._tiles(a), self._tiles(b)
        self.source, self.target = self.sources[0], self.targets[0]
        """The tiles that lines join."""
        self.bodies: tuple[Pair, Pair] = (self._body(a), self._body(b))
        if isinstance(board, SquareBoard):
            self.scene = Scene("square", board.rows, board.cols)
        else:
            outside: Any = getattr(board, "outside", "open")
            cells = {_tile(tile) for tile in board.tiles()}
            self.scene = Scene("hex", cells=cells, outside=outside)
        ends = [point for wall in board.free_walls() for point in wall.ends]
        self.own = (*self.sources, *self.targets)
        self.plan = Ground(self.scene, self.own, [*ends, *points])
        self.things = list(self._things(a, b))

    def _tiles(self, end: End) -> tuple[Tile, ...]:
        if isinstance(end, At):
            return (_tile(self.board.position(end.tile)),)
        return tuple(map(_tile, self.board.figure(end).tiles))

    def _body(self, end: End) -> Pair:
        if isinstance(end, At):
            assert isinstance(end.elevation, Fraction)  # read by `At`
            return end.elevation, end.elevation + 1
        figure = self.board.figure(end)
        feet = figure.elevation
        if feet is None:
            feet = max(self.board.elevation(tile) or Fraction(0) for tile in figure.tiles)
        return feet, feet + figure.height

    def _things(self, a: End, b: End) -> Iterator[Thing]:
        board, own = self.board, {*self.own}
        beside = {figure.name for tile in own for figure in board.figures_at(tile)}
        for tile in map(_tile, board.tiles()):
            for floor in board.floors():
                if tile in floor.tiles:
                    yield Thing("free", self.plan.corners(tile), (floor.height, floor.height))
            if tile in own:
                continue
            if board.is_solid(tile):
                yield Thing("tile", self.plan.corners(tile), (None, None))
                continue
            yield Thing(
                "tile", self.plan.corners(tile), (None, board.elevation(tile) or Fraction(0))
            )
            for figure in board.figures_at(tile):
                if figure.blocks_sight and figure.name not in beside:
                    yield Thing("tile", self.plan.corners(tile), self._body(figure.name))
        for here, there, wall in board.edges():
            if _is_shut(wall):
                pair = (
                    (_tile(there), _tile(here))
                    if wall.one_way == "back"
                    else (_tile(here), _tile(there))
                )
                special = Special(pair, True, wall.limited, wall.one_way != "")
                edge = self.plan.edge(_tile(here), _tile(there))
                yield Thing("wall", edge, span_of(wall), special)
        for each in board.free_walls():
            wall = each.threshold
            if _is_shut(wall):
                special = Special(each.ends, False, wall.limited, wall.one_way != "")
                first, last = map(self.plan.whole, each.ends)
                yield Thing("free", (first, last), span_of(wall), special)

    def shares_room(self) -> bool:
        """Return whether they share a tile on which a height is common or no floor parts them."""
        (_, low_head), (high_feet, high_head) = sorted(self.bodies)
        shared = {*self.sources} & {*self.targets}
        if shared and high_feet < min(low_head, high_head):
            return True
        between = [floor for floor in self.board.floors() if low_head <= floor.height <= high_feet]
        return any(not any(tile in floor.tiles for floor in between) for tile in shared)

    # --- one line

    def contact(self, start: Whole, stop: Whole, corner: bool, closed_ends: bool = False) -> int:
        """Return the best contact over all heights."""
        met = [
            (thing, part) for thing in self.things if (part := part_of(thing.shape, start, stop))
        ]
        marks = {Fraction(0), Fraction(1)}.union(*(part for _, part in met))
        if start != stop:
            for tile in (self.source, self.target):
                marks.update(part_of(self.plan.corners(tile), start, stop) or ())
        bounds = {
            (mark, bound)
            for thing, (low, high) in met
            for bound in thing.span
            if bound is not None
            for mark in marks
            if low <= mark <= high
        }
        if corner:  # a wall on the edge between neighbors may lie beside the line
            walls = [thing for thing in self.things if thing.kind == "free" and thing.special]
            bounds |= {
                (m, v) for thing in walls for v in thing.span if v is not None for m in marks
            }
        spots = [] if start == stop else [along(t.shape, start, stop) for t in self.things]
        best = BLOCKED
        for heights in pairs_of(*self.bodies, bounds, start == stop):
            best = min(best, self._flat(start, stop, spots, heights, corner, closed_ends))
            if best == CLEAR:
                break
        return best

    def _flat(
        self,
        start: Whole,
        stop: Whole,
        spots: list[list[Fraction]],
        heights: Pair,
        corner: bool,
        closed: bool,
    ) -> int:
        cut: list[tuple[Thing, tuple[Point, ...]]] = []
        if start == stop:
            cut = [(thing, thing.shape) for thing in self.things if inside(thing.span, heights[0])]
        for thing, at in zip(self.things, spots, strict=False):
            part = there(heights, thing.span)
            if part is not None and (points := between(thing.shape, at, part)):
                cut.append((thing, points))
        unit = self.plan.scale
        finer = lcm(*(Fraction(x).denominator for _, points in cut for p in points for x in p))
        ground = Ground(self.scene, self.own, [(Fraction(1, unit * finer), 0)])
        times = ground.scale // unit

        def whole(p: Point) -> Whole:
            return int(p[0] * times), int(p[1] * times)

        for thing, points in cut:
            shape = tuple(dict.fromkeys(map(whole, points)))
            if len(shape) == 1:
                shape = (shape[0], shape[0])
            xs, ys = zip(*shape, strict=True)
            blocker = Blocker(thing.kind, shape, (min(xs), min(ys)), (max(xs), max(ys)))
            if thing.special is not None:
                made = ground._special(thing.special)
                blocker = blocker._replace(limited=made.limited, across=made.across)
            ground.blockers.append(blocker)
            for (ax, ay), (bx, by) in pairwise((*shape, shape[0])):
                if (ax, ay) != (bx, by):
                    ground.directions.add((bx - ax, by - ay))
        corners = [p for blocker in ground.blockers for p in blocker.shape]
        xs, ys = zip(*corners, *map(whole, (start, stop)), strict=True)
        ground.extent = max(max(xs) - min(xs), max(ys) - min(ys), ground.extent)
        first, last = whole(start), whole(stop)
        heading = (first, last)
        if first == last:
            heading = ground.middle([self.source]), ground.middle([self.target])
        line = Line(ground, first, last, heading)
        if not corner:
            return CenterLine(line).contact()
        found = CornerLine(line, self.source, self.target, closed)
        leaves, enters = found.between
        if start != stop and leaves == enters:
            level = heights[0] + Fraction(leaves, line.end) * (heights[1] - heights[0])
            found.walled = self._edge_blocks(level)
        found.walled = found.walled and self.shared_edges_part
        return found.contact()

    def _edge_blocks(self, height: Fraction) -> bool:
        """Return whether the edge between neighbors blocks a line that meets it at one point, by
        what is on it at the height of the line there. Its other points are not beside the line.
        """
        ground = copy(self.plan)
        ground.blockers = []
        for thing in self.things:
            if thing.special is not None and inside(thing.span, height):
                ground.blockers.append(ground._special(thing.special))
        return ground.edge_blocks(self.source, self.target)


def high_contact(board: Board, a: End, b: End, rule: StraightRule) -> str:
    """Return the contact of two ends by the corner rule or the center rule."""
    scene = HighScene(board, a, b)
    if scene.shares_room():
        return NAMES[CLEAR]
    if isinstance(rule, CenterRule) and rule.large == "middle":
        start, stop = map(scene.plan.middle, (scene.sources, scene.targets))
        return NAMES[scene.contact(start, stop, corner=False)]
    best = BLOCKED
    for source, target in product(scene.sources, scene.targets):
        scene.source, scene.target = source, target
        best = min(best, _of_tiles(scene, rule, best))
    return NAMES[best]


def _of_tiles(scene: HighScene, rule: StraightRule, best: int) -> int:
    """Return the best contact of the lines that join two tiles, or `best` if that is better."""
    ends = scene.source, scene.target
    if isinstance(rule, CenterRule):
        start, stop = (scene.plan.middle([tile]) for tile in ends)
        return best if best == CLEAR else scene.contact(start, stop, corner=False)
    assert isinstance(rule, CornerRule)
    if ends[0] == ends[1]:
        return BLOCKED
    for start, stop in product(*map(scene.plan.corners, ends)):
        if best == CLEAR:
            break
        best = min(best, scene.contact(start, stop, corner=True, closed_ends=rule.closed_ends))
    return best


def _is_shut(barrier: Threshold) -> bool:
    return barrier.state != "open" and (barrier.stops is None or "sight" in barrier.stops)


def _tile(at: tuple[int, int]) -> Tile:
    return at[0], at[1]


def inside(span: Ends, height: Fraction) -> bool:
    return (span[0] is None or span[0] <= height) and (span[1] is None or height <= span[1])


def there(heights: Pair, span: Ends) -> tuple[Fraction | None, Fraction | None] | None:
    """Return the part of the way in which the line is in the span (None for an unbounded end)."""
    z0, z1 = heights
    low: Fraction | None = None
    high: Fraction | None = None
    for bound, above in ((span[0], True), (span[1], False)):
        if bound is None:
            continue
        if z0 == z1:
            if (z0 >= bound) is not above and z0 != bound:
                return None
            continue
        at = (bound - z0) / (z1 - z0)
        if (z1 > z0) is above:
            low = at if low is None else max(low, at)
        else:
            high = at if high is None else min(high, at)
    if low is not None and high is not None and low > high:
        return None
    return low, high


def along(shape: Shape, start: Whole, stop: Whole) -> list[Fraction]:
    """Return the position of each corner along a line, as a fraction of its length."""
    dx, dy = stop[0] - start[0], stop[1] - start[1]
    size = dx * dx + dy * dy
    return [Fraction((x - start[0]) * dx + (y - start[1]) * dy, size) for x, y in shape]


def between(
    corners: Shape, spots: list[Fraction], part: tuple[Fraction | None, ...]
) -> tuple[Point, ...]:
    """Cut a convex shape down to one part of a line. `spots` are its corners'
    positions along it.
    """
    shape: list[tuple[Fraction, Num, Num]]
    shape = [(spot, *point) for spot, point in zip(spots, corners, strict=True)]
    for bound, sign in ((part[0], 1), (part[1], -1)):
        if bound is None or all(sign * (corner[0] - bound) >= 0 for corner in shape):
            continue
        kept: list[tuple[Fraction, Num, Num]] = []
        for before, here in zip((shape[-1], *shape[:-1]), shape, strict=True):
            a, b = (sign * (corner[0] - bound) for corner in (before, here))
            if a * b < 0:
                way = a / (a - b)
                x = before[1] + way * (here[1] - before[1])
                y = before[2] + way * (here[2] - before[2])
                kept.append((bound, x, y))
            if b >= 0:
                kept.append(here)
        shape = list(dict.fromkeys(kept))
    return tuple((x, y) for _, x, y in shape)


def part_of(shape: Shape, start: Whole, stop: Whole) -> Pair | None:
    """Return the part of the way in which a line is inside a convex shape."""
    if start == stop:
        return (Fraction(0), Fraction(0)) if _holds(shape, start) else None
    dx, dy = stop[0] - start[0], stop[1] - start[1]
    size = dx * dx + dy * dy
    turns = [dx * (y - start[1]) - dy * (x - start[0]) for x, y in shape]
    if min(turns) > 0 or max(turns) < 0:
        return None
    spots = [(x - start[0]) * dx + (y - start[1]) * dy for x, y in shape]
    found = [Fraction(spot, size) for spot, turn in zip(spots, turns, strict=True) if turn == 0]
    for i in range(len(shape)):
        if turns[i - 1] * turns[i] < 0:
            before, across = (
                spots[i - 1] * turns[i] - spots[i] * turns[i - 1],
                turns[i] - turns[i - 1],
            )
            found.append(Fraction(before, across * size))
    low, high = max(min(found), Fraction(0)), min(max(found), Fraction(1))
    return (low, high) if low <= high else None


def _holds(shape: Shape, at: Whole) -> bool:
    turns = [
        (b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0])
        for a, b in pairwise((*shape, shape[0]))
    ]
    if len(shape) == 2:
        (ax, ay), (bx, by) = shape
        within = min(ax, bx) <= at[0] <= max(ax, bx) and min(ay, by) <= at[1] <= max(ay, by)
        return turns[0] == 0 and within
    return min(turns) >= 0 or max(turns) <= 0


def pairs_of(
    source: Pair, target: Pair, bounds: set[tuple[Fraction, Fraction]], is_point: bool
) -> Iterator[Pair]:
    """Yield heights to try: at least one pair for every outcome of the comparisons."""
    if is_point:
        low, high = max(source[0], target[0]), min(source[1], target[1])
        marks = sorted({low, high, *(v for _, v in bounds if low < v < high)})
        yield from (((a + b) / 2,) * 2 for a, b in pairwise(marks) if low < high)
        return
    starts = {*source}
    for (s, v), (t, w) in combinations(bounds, 2):
        if s != t:
            starts.add((v * t - w * s) / (t - s))
    starts.update((v - s * end) / (1 - s) for s, v in bounds for end in target if s != 1)
    tried = set()
    for a, b in pairwise(sorted(z for z in starts if source[0] <= z <= source[1])):
        start = (a + b) / 2
        ends = {*target, *((v - (1 - s) * start) / s for s, v in bounds if s)}
        for c, d in pairwise(sorted(z for z in ends if target[0] <= z <= target[1])):
            heights = start, (c + d) / 2
            outcome = tuple((1 - s) * heights[0] + s * heights[1] > v for s, v in bounds)
            if outcome not in tried:
                tried.add(outcome)
                yield heights

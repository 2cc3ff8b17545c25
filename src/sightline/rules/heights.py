"""Lines with heights: over low walls, under gates, through arrow slits and stairwells.

A line between two bodies may start and end at any height in them, and the best pair of heights
counts. For a given pair, a blocker matters only where the height of the line is between its bottom
and its top. The rest is judged as on a flat board.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from sightline.geometry.contact import BOTH, Contact, Judgment, Manner, Position, Stretch, Touch
from sightline.geometry.sectors import Direction, Sectors
from sightline.geometry.slopes import Comparison, Heights, SlopeRange, clipped, height_at
from sightline.geometry.walk import Line, meet_segment, walk
from sightline.model.board import Board
from sightline.model.cell import SQUARE, Point, Tile
from sightline.model.numbers import Body, Span
from sightline.model.parts.ground import OUTSIDE, SOLID
from sightline.model.parts.heights import BODY, GROUND
from sightline.model.place import Place
from sightline.model.threshold import ENDLESS, span_of
from sightline.rules.line import (
    CornerLine,
    EdgeThing,
    FloorThing,
    LineQuery,
    LineTouches,
    TilePart,
    WallThing,
    covering,
)

KINDS = ("grid", "free", "passed", "limited", "rim")
"""The lists of `LineTouches` whose touches have heights."""
NO_LINE = Judgment(Contact.BLOCKED, (), Manner.THROUGH)
"""The judgment for two bodies on one point that have no height in common."""


def line_query(board: Board, source: Place, target: Place, one_way_walls: bool = True) -> LineQuery:
    """Return the query for the lines between two places, with heights if the board
    or a place has some.
    """
    is_flat = source.body is None and target.body is None and not board.has_heights
    query = LineQuery if is_flat else HeightQuery
    return query(board, source, target, one_way_walls)


class Spanned(NamedTuple):
    """A blocker that the line meets in plan view, and the range of heights at which it matters."""

    kind: str
    touch: Touch
    span: Span


class Candidates(NamedTuple):
    """Everything that a line meets in plan view, before heights are taken into account."""

    span: int
    things: list[Spanned]
    inside: dict[Tile, Stretch]
    slopes: SlopeRange
    comparisons: list[Comparison]
    """The comparisons whose outcome depends on the heights of the line's ends."""
    tops_only: bool
    bottoms_only: bool


class WithHeights(LineQuery):
    """A mixin that adds heights to the lines of a query."""

    _level: Fraction | None = None
    """The height at which the surroundings of a corner are examined; None for all heights."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._bodies = body_of(self.board, self.source), body_of(self.board, self.target)
        self._candidates: dict[Line, Candidates] = {}
        self._heights: Heights = (GROUND, GROUND)
        self._cut_discs: dict[tuple[Point, bool, int, int], Sectors] = {}
        self._floors: dict[Tile, list[tuple[Fraction, str]]] = {}
        names = [where.name for where in (self.source, self.target) if where.name is not None]
        self._stood_on = {tile for name in names for tile in self.board.figure(name).tiles}
        for floor in self.board.floors() if self.floors_count else ():
            for tile in floor.tiles:
                self._floors.setdefault(tile, []).append((floor.height, floor.name))

    floors_count = True
    """Whether floors block lines."""

    @property
    def same_place(self) -> bool:
        """Whether both places share a tile on which the two bodies have a common
        height or no floor between them.
        """
        shared = set(self.source.tiles) & set(self.target.tiles)
        (_, low_head), (high, high_head) = sorted(self._bodies)
        if shared and high < min(low_head, high_head):
            return True
        return any(
            not any(low_head <= height <= high for height, _ in self._floors.get(tile, ()))
            for tile in shared
        )

    # --- the heights that are tried

    def each_heights(
        self,
        start: Point,
        end: Point,
        line: CornerLine | None = None,
        also: Iterable[Comparison] = (),
        every: bool = False,
    ) -> Iterator[Heights]:
        """Yield one pair of heights for every possible outcome, with the line set to it.

        `also` adds comparisons that matter. `every` includes outcomes in which more things block.
        """
        if start == end:
            options: Iterator[Heights] = self._levels(start, line)
        else:
            options = self._pairs(self._met(Line.between(start, end), line), also, every)
        self._line_ends = start, end
        for heights in options:
            self._heights = heights
            yield heights

    def _pairs(self, met: Candidates, also: Iterable[Comparison], every: bool) -> Iterator[Heights]:
        more = [each for each in also if met.slopes.decides(each)]
        if met.tops_only and not more and not every:
            yield met.slopes.just_under_heads(met.comparisons)
        elif met.bottoms_only and not more and not every:
            yield met.slopes.just_over_feet(met.comparisons)
        else:
            yield from met.slopes.cells([*met.comparisons, *more])

    def _levels(self, point: Point, line: CornerLine | None) -> Iterator[Heights]:
        """Yield heights for a line without length: one between each two
        neighboring bounds within both bodies.
        """
        (feet, head), (low, high) = self._bodies
        lowest, highest = max(feet, low), min(head, high)
        if lowest >= highest:
            return
        bounds = {lowest, highest}
        if line is not None:
            for thing in self._met(self._turn_line(line), line).things:
                bounds.update(each for each in thing.span if each is not None)
            bounds.update(self._shared_bounds(line))
        marks = sorted(each for each in bounds if lowest <= each <= highest)
        for i in range(len(marks) - 1):
            middle = (marks[i] + marks[i + 1]) / 2
            yield middle, middle

    def cleared(self, start: Point, end: Point, heights: Heights) -> tuple[Touch, ...]:
        """Return the walls, figures and ground above the feet that the line passes
        above or below.
        """
        met = super()._meet(Line.between(start, end))
        slopes = SlopeRange(*self._bodies, met.span)
        passed = []
        for touch in (*met.grid, *met.free, *met.limited):
            if touch.passes:
                continue
            for part, span in self._spans_of(touch):
                lo, hi = slopes.part(touch.lo), slopes.part(touch.hi)
                if clipped(heights, span, lo, hi) is None and not self._is_low(part.part):
                    passed.append(part)
        return tuple(passed)

    def _is_low(self, part: object) -> bool:
        if not isinstance(part, TilePart) or part.what != "ground" or part.top is None:
            return False
        return part.top <= min(feet for feet, _ in self._bodies)

    # --- blockers on the line, at any height or at the current ones

    def _meet(self, line: Line) -> LineTouches:
        met = self._candidates.get(line) or self._met(line, None)
        found = LineTouches(met.span, [], [], [], [], [], met.inside)
        heights, span = self._heights, met.span
        for kind, touch, limits in met.things:
            if limits != ENDLESS:
                part = met.slopes.part
                at = clipped(heights, limits, part(touch.lo), part(touch.hi))
                if at is None:
                    continue
                touch = touch._replace(lo=at[0] * span, hi=at[1] * span)
            getattr(found, kind).append(touch)
        return found

    def _met(self, line: Line, between: CornerLine | None) -> Candidates:
        found = self._candidates.get(line)
        if found is None:
            found = self._candidates[line] = self._find(line, between)
        return found

    def _find(self, line: Line, between: CornerLine | None) -> Candidates:
        met = super()._meet(line)
        slopes = SlopeRange(*self._bodies, met.span)
        things = []
        for kind in KINDS:
            for touch in getattr(met, kind):
                for touch_of_part, span in self._spans_of(touch):
                    limits = slopes.met(span, touch.lo, touch.hi)
                    if limits is not None:
                        things.append(Spanned(kind, touch_of_part, limits))
        floors = self._floors_on(line, slopes)
        marks: set[Position] = {0, met.span}
        for touch in (*(thing.touch for thing in things), *floors):
            marks.update((touch.lo, touch.hi))
        for stretch in met.inside.values():
            marks.update(stretch)
        wanted = {
            Comparison(slopes.part(mark), height)
            for _, touch, span in (*things, *floors_as_things(floors))
            for height in span
            if height is not None
            for mark in marks
            if touch.lo <= mark <= touch.hi
        }
        if between is not None and between.start != between.end:
            wanted.update(self._comparisons_at_edge(between, met.inside, slopes))
        comparisons = [each for each in wanted if slopes.decides(each)]
        bounds = [thing.span for thing in things]
        things += floors_as_things(floors)
        return Candidates(
            met.span,
            things,
            met.inside,
            slopes,
            comparisons,
            not floors and all(bottom is None for bottom, _ in bounds),
            not floors and all(top is None for _, top in bounds),
        )

    def _floors_on(self, line: Line, slopes: SlopeRange) -> list[Touch]:
        """Return the floors that a line between the bodies may cross, each for the
        whole stretch in its tile.
        """
        if not self._floors:
            return []
        path, shift_x, shift_y = walk(self.grid, line)
        found = []
        for dx, dy, lo, hi, sides in path.tiles:
            x, y = shift_x + dx, shift_y + dy
            tile = self.grid.tile(*((y, x) if self.grid is SQUARE else (x, y)))
            low, high = slopes.between(lo, hi)
            for height, name in self._floors.get(tile, ()):
                if low < height < high:
                    what = FloorThing(tile, name, height)
                    found.append(Touch(lo, hi, sides, what, is_wall=True))
        return found

    def _spans_of(self, touch: Touch) -> Iterator[tuple[Touch, Span]]:
        """Yield the blockers behind a touch, each with its bottom and top.

        A tile may have several.
        """
        thing = touch.what
        if touch.is_rim:
            yield touch, ENDLESS
        elif isinstance(thing, EdgeThing):
            yield touch, self._edge_span(*thing)
        elif isinstance(thing, WallThing):
            yield touch, span_of(self.board.wall_threshold(thing.start, thing.end))
        else:
            tile: Tile = thing  # type: ignore[assignment]
            for part, span in self._parts_at(tile):
                yield touch._replace(part=part), span

    def _edge_span(self, a: Tile, b: Tile) -> Span:
        step = (b[0] - a[0], b[1] - a[1])
        if step not in self.grid.forward:
            a, step = b, (-step[0], -step[1])
        return self.board.edge_span(self.grid.forward.index(step), a)

    def _parts_at(self, tile: Tile) -> Iterator[tuple[TilePart, Span]]:
        """Yield the blockers on a tile (rock, the ground, figures), each with its
        bottom and top.
        """
        flags = self.board.flags(tile)
        if flags & SOLID:
            yield TilePart("solid"), ENDLESS
        elif flags & OUTSIDE:
            if self._solid_outside:
                yield TilePart("outside"), ENDLESS
        else:
            if tile not in self._stood_on:
                ground = self.board.ground_at(tile)
                yield TilePart("ground", None, ground), (None, ground)
            yield from self._figures_at(tile)

    def _figures_at(self, tile: Tile) -> Iterator[tuple[TilePart, Span]]:
        for name in self.board.names_at(tile):
            figure = self.board.figure(name)
            if figure.blocks_sight and name not in self._transparent:
                body = self.board.body(figure)
                yield TilePart("figure", name, body[1], body[0]), body

    def _blocks(self, tile: tuple[int, int], flags: int) -> bool:
        """Return whether something on the tile blocks at `_level`."""
        level = self._level
        return any(
            level is None or _contains(span, level)
            for _, span in self._parts_at(self.grid.tile(*tile))
        )

    # --- the surroundings of a corner, at one height

    def _sectors(self, point: Point, limited: bool) -> Sectors:
        start, _ = self._line_ends
        level = self._heights[0 if point == start else 1]
        bounds = self._all_bounds
        key = point, limited, bisect_left(bounds, level), bisect_right(bounds, level)
        found = self._cut_discs.get(key)
        if found is None:
            self._level = level
            try:
                found = self._cut_discs[key] = self._cut_disc(point, limited)
            finally:
                self._level = None
        return found

    @cached_property
    def _all_bounds(self) -> list[Fraction]:
        """Every bottom and top on the board, sorted."""
        board = self.board
        spans = [span_of(threshold) for _, threshold in board.wall_items()]
        spans += [span_of(threshold) for *_, threshold in board.edges()]
        spans += [board.body(figure) for figure in board.figures()]
        bounds = {GROUND, *board.elevations.values()}
        return sorted(bounds.union(each for span in spans for each in span if each is not None))

    def _edge_wall(self, a: Tile, b: Tile, limited: bool) -> tuple[bool, Direction | None]:
        blocks, stopping = super()._edge_wall(a, b, limited)
        if blocks and self._level is not None and not _contains(self._edge_span(a, b), self._level):
            return False, None
        return blocks, stopping

    def _directed_walls(
        self, limited: bool, at: Point | None = None
    ) -> Iterator[tuple[Point, Point, Direction | None]]:
        for start, end, stopping in super()._directed_walls(limited, at):
            if self._level is None or _contains(self._wall_span(start, end), self._level):
                yield start, end, stopping

    def _wall_span(self, start: Point, end: Point) -> Span:
        return span_of(self.board.wall_threshold(start, end))

    # --- neighbors

    def _shared_edge(self, source: Tile, target: Tile, common: Stretch) -> tuple[Touch, ...]:
        if not self.grid.are_neighbors(source, target):
            return ()
        start, end = self._line_ends
        step = _step(self.grid.center(source), self.grid.center(target))
        here = [self._height_at(start, end, at) for at in common]
        if self._edge_stops(source, target, step):
            span = self._edge_span(source, target)
            if all(_contains(span, height) for height in here):
                thing = EdgeThing(*sorted((source, target)))
                return (Touch(*common, BOTH, thing, is_wall=True),)
        a, b = self.grid.edge_ends(source, target)
        if common[0] == common[1]:
            walls = [
                (first, second)
                for first, second in self._walls(step)
                if _contains(self._wall_span(first, second), here[0])
            ]
            return tuple(Touch(*common, BOTH, wall, is_wall=True) for wall in covering(walls, a, b))
        # The line runs along the edge, so walls must cover all of it at the line's heights.
        line = Line.between(start, end)
        last = walk(self.grid, line)[0].span
        pieces = []
        for first, second in self._walls(step):
            hit = meet_segment(line, first, second)
            if hit is not None and hit.along:
                at = clipped(self._heights, self._wall_span(first, second), hit.lo, hit.hi)
                if at is not None:
                    pieces.append((at[0] * last, at[1] * last, WallThing(first, second)))
        covered, used = common[0], []
        for low, high, wall in sorted(pieces):
            if low > covered:
                return ()
            if high > covered:
                covered = high
                used.append(wall)
        if covered < common[1]:
            return ()
        return tuple(Touch(*common, BOTH, wall, is_wall=True) for wall in used)

    def _height_at(self, start: Point, end: Point, at: Any) -> Fraction:
        if start == end:
            return self._heights[0]
        span = walk(self.grid, Line.between(start, end))[0].span
        return height_at(self._heights, Fraction(at) / span)

    def _shared_bounds(self, line: CornerLine) -> Iterator[Fraction]:
        """Yield the bottoms and tops of the walls on the edge that two neighbors share."""
        source, target = line.source, line.target
        if not self.grid.are_neighbors(source, target):
            return
        yield from (each for each in self._edge_span(source, target) if each is not None)
        edge = Line.between(*self.grid.edge_ends(source, target))
        for first, second, _ in super()._directed_walls(limited=True):
            hit = meet_segment(edge, first, second)
            if hit is not None and hit.along:
                yield from (each for each in self._wall_span(first, second) if each is not None)

    def _comparisons_at_edge(
        self, line: CornerLine, inside: dict[Tile, Stretch], slopes: SlopeRange
    ) -> Iterator[Comparison]:
        leaves, enters = inside[line.source][1], inside[line.target][0]
        if enters <= leaves:
            for bound in self._shared_bounds(line):
                for at in (enters, leaves):
                    yield Comparison(slopes.part(at), bound)

    def _turn_line(self, line: CornerLine) -> Line:
        return Line(
            line.start, _step(self.grid.center(line.source), self.grid.center(line.target)), reach=0
        )


class HeightQuery(WithHeights):
    """The lines of the geometric rules between two bodies, each at its best heights."""

    best_heights: Heights | None = None
    """The heights of the line that was judged last."""

    def center_line(self, start: Point, end: Point) -> Judgment:
        judge = super().center_line
        return self._over_heights(start, end, lambda: judge(start, end))

    def corner_line(self, line: CornerLine, closed_ends: bool = False) -> Judgment:
        judge = super().corner_line
        if line.source == line.target:
            return NO_LINE  # `same_place` handles this case
        return self._over_heights(line.start, line.end, lambda: judge(line, closed_ends), line)

    def _over_heights(
        self,
        start: Point,
        end: Point,
        judge: Callable[[], Judgment],
        line: CornerLine | None = None,
    ) -> Judgment:
        """Return the best judgment over all heights of the line."""
        self.best_heights = None
        best = None
        for heights in self.each_heights(start, end, line):
            found = judge()
            if best is None or rank_of(found) < rank_of(best):
                best, self.best_heights = found, heights
            if best.contact is Contact.CLEAR:
                break
        if self.best_heights is not None:
            self._heights = self.best_heights
        return NO_LINE if best is None else best


def body_of(board: Board, where: Place) -> Body:
    """Return the heights of feet and head of a place."""
    if where.body is not None:
        return where.body
    feet = board.highest_ground(where.tiles)
    return feet, feet + BODY


def floors_as_things(floors: list[Touch]) -> list[Spanned]:
    """Return floors as blockers whose bottom equals their top."""
    return [
        Spanned("free", floor, (floor.what.height, floor.what.height))  # type: ignore[attr-defined]
        for floor in floors
    ]


def _contains(span: Span, height: Fraction) -> bool:
    bottom, top = span
    return (bottom is None or bottom <= height) and (top is None or height <= top)


def rank_of(judgment: Judgment) -> tuple[int, int]:
    """Return a sort key for judgments: a freer line has a lower key."""
    manner = tuple(Manner).index(judgment.manner) if judgment.manner else 0
    return int(judgment.contact), manner


def _step(a: Point, b: Point) -> Point:
    return b[0] - a[0], b[1] - a[1]

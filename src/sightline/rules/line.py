"""One straight line across a board: what it touches, and therefore its contact.

This module applies geometry to the things on a board. The corner rule and the center rule differ
only in the lines that they try and in what they ignore at the ends.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from sightline.geometry.contact import (
    ANYWHERE,
    BOTH,
    LEFT,
    RIGHT,
    Contact,
    Ends,
    Judgment,
    Manner,
    Stretch,
    Touch,
    cut_down,
    grazed,
    is_pinch,
    judge,
    judge_limited,
    real,
)
from sightline.geometry.sectors import Direction, Sectors, Spoke
from sightline.geometry.walk import Line, Met, meet_segment, side_of, walk
from sightline.model.board import Board
from sightline.model.cell import HEX, SQUARE, Grid, Point, Tile
from sightline.model.numbers import UNIT
from sightline.model.parts.ground import OCCUPIED, OUTSIDE, SOLID
from sightline.model.parts.wall_cells import NO_WALLS, WallCells
from sightline.model.place import Place
from sightline.model.threshold import (
    BLOCKING_CODES,
    CODE_OF,
    CODES,
    FIRST_WITH_PROPERTY,
    Threshold,
)

NOWHERE: Stretch = (1, 0)


class CornerLine(NamedTuple):
    """A line from a corner of a source tile to a corner of a target tile."""

    source: Tile
    start: Point
    target: Tile
    end: Point


TriedLine: TypeAlias = tuple[Tile | None, Point, Tile | None, Point]
"""A line with the tiles at its ends. None instead of a tile means the middle of a
whole footprint.
"""


class EdgeThing(NamedTuple):
    """A blocking edge, by the two tiles that share it."""

    first: Tile
    second: Tile


FEW_WALLS = 16
"""With fewer free walls than this, comparing a line with each of them is faster than an index."""


class WallThing(NamedTuple):
    """A blocking free wall, by its ends."""

    start: Point
    end: Point


class FloorThing(NamedTuple):
    """One tile of a floor, as a blocker."""

    tile: Tile
    name: str
    height: Fraction


class TilePart(NamedTuple):
    """The part of a tile that blocks at some heights: "solid", "ground", "figure" or "outside"."""

    what: str
    name: str | None = None
    top: Fraction | None = None
    bottom: Fraction | None = None


class LineTouches(NamedTuple):
    """Everything that one line touches, before a rule ignores some of it."""

    span: int
    grid: list[Touch]
    """Solid tiles, figures and blocking edges."""
    free: list[Touch]
    passed: list[Touch]
    """One-way walls that this line may cross. They still limit on which side of
    the line a walk can continue.
    """
    limited: list[Touch]
    """Limited walls on edges and off the grid. The other lists have no limited walls."""
    rim: list[Touch]
    inside: dict[Tile, Stretch]
    """The stretches of the line inside tiles of the source and the target."""

    @property
    def everything(self) -> list[Touch]:
        return [*self.grid, *self.free, *self.passed, *self.rim]

    def free_that_count(self) -> list[Touch]:
        """Return the free walls that the line touches anywhere but at its two ends."""
        return [t for t in self.free if t.lasts or t.lo not in (0, self.span)]


class LineQuery:
    """The lines between one source and one target on a board.

    `one_way_walls` is False only for callers that compare the answers with and without them.
    """

    codes: Collection[int] = BLOCKING_CODES
    """The codes of edges and free walls that block."""
    met_one_way = False
    """Whether some line touched a one-way wall, even one that does not stop it."""

    def __init__(
        self, board: Board, source: Place, target: Place, one_way_walls: bool = True
    ) -> None:
        self.board = board
        self.grid: Grid = board.grid
        self.source, self.target = source, target
        self._own = frozenset((*source.tiles, *target.tiles))
        self._transparent = source.transparent | target.transparent
        self._free_walls = NO_WALLS
        """The free walls that block, selected once for all queries of the board."""
        if board.wall_count:
            self._free_walls = WallCells.of(board).blocking(frozenset(self.codes))
        self._one_way_walls = one_way_walls
        self._around: dict[tuple[Point, bool], Sectors] = {}
        self._solid_outside = getattr(board, "outside", "open") == "solid"

    @property
    def same_place(self) -> bool:
        """Whether both places share a tile. Then nothing can be between them."""
        return len(self._own) < len(self.source.tiles) + len(self.target.tiles)

    def center_line(self, start: Point, end: Point) -> Judgment:
        """Judge a line from center to center. Everything that it touches counts."""
        met = self._meet(Line.between(start, end))
        counted = [*met.grid, *met.free_that_count()]
        found = judge(met.everything, counted, met.span, ANYWHERE)
        if met.limited and found.contact is not Contact.BLOCKED:
            stopped = judge_limited(met.everything, met.limited, met.span, ANYWHERE)
            return stopped or found
        return found

    def corner_line(self, line: CornerLine, closed_ends: bool = False) -> Judgment:
        """Judge a line from corner to corner.

        Along its stretches inside the source and the target only free walls count. Touches where it
        leaves the source or enters the target do not count.
        """
        source, start, target, end = line
        if start == end:
            return self._at_a_point(line, closed_ends)
        path = Line.between(start, end)
        met = self._meet(path)
        leaves, enters = met.inside[source][1], met.inside[target][0]
        if enters <= leaves:
            shared = self._shared_edge(source, target, (enters, leaves))
            if shared:
                return Judgment(Contact.BLOCKED, shared, Manner.THROUGH)
        counted = [*cut_down(met.grid, leaves, enters), *met.free_that_count()]
        found = judge(met.everything, counted, met.span, self._ways_out(line, limited=False))
        if met.limited and found.contact is not Contact.BLOCKED:
            ends = self._ways_out(line, limited=True)
            stopped = judge_limited(met.everything, met.limited, met.span, ends)
            if stopped:
                return stopped
        return _with_closed_ends(found, met) if closed_ends else found

    # --- contacts

    def _meet(self, line: Line) -> LineTouches:
        path, shift_x, shift_y = walk(self.grid, line)
        board, tile_at, square = self.board, self.grid.tile, self.grid is SQUARE
        met = LineTouches(path.span, [], [], [], [], [], {})
        # Most tiles on a line are free: create a Square or a Hex only for those that matter.
        for dx, dy, lo, hi, sides in path.tiles:
            x, y = shift_x + dx, shift_y + dy
            at = (y, x) if square else (x, y)
            if at in self._own:
                met.inside[tile_at(*at)] = (lo, hi)
                continue
            flags = board.flags(at)
            if self._blocks(at, flags):
                met.grid.append(Touch(lo, hi, sides, tile_at(*at)))
            elif flags & OUTSIDE and square:
                met.rim.append(Touch(lo, hi, sides, tile_at(*at), is_rim=True))
        if board.has_edges:
            for dx, dy, direction, lo, hi, sides, _ in path.edges:
                x, y = shift_x + dx, shift_y + dy
                at = (y, x) if square else (x, y)
                code = board.edge_code(direction, at)
                if code not in self.codes:
                    continue
                tile = tile_at(*at)
                da, db = self.grid.forward[direction]
                thing = EdgeThing(tile, self.grid.tile(tile[0] + da, tile[1] + db))
                touch = Touch(lo, hi, sides, thing, is_wall=True)
                if code < FIRST_WITH_PROPERTY:
                    met.grid.append(touch)
                else:
                    along = edge_direction(self.grid.name, direction)
                    self._meet_special(met, met.grid, touch, CODES[code], along, line.step)
        for start, end in self._free_near(line.start, line.end):
            hit = meet_segment(line, start, end)
            if hit is not None:
                met.free.append(_touch(hit, path.span, start, end))
        for start, end, threshold in self._free_walls.special:
            hit = meet_segment(line, start, end)
            if hit is not None:
                touch, along = _touch(hit, path.span, start, end), Line.between(start, end).step
                self._meet_special(met, met.free, touch, threshold, along, line.step)
        return met

    def _meet_special(
        self,
        met: LineTouches,
        plain: list[Touch],
        touch: Touch,
        threshold: Threshold | None,
        along: Direction,
        step: Direction,
    ) -> None:
        """Add a wall with a property to the right list of `met`; `plain` is the
        list for unlimited ones.
        """
        assert threshold is not None
        stopping = _stopping(threshold, along)
        if stopping is not None:
            self.met_one_way = True
            to_right = _turn(stopping, step)
            if not self._one_way_walls or (to_right < 0 and touch.lo not in (0, met.span)):
                return
            if to_right <= 0:
                plain = met.passed
                touch = touch._replace(passes=BOTH if to_right else BOTH & ~_stops(stopping, step))
        (met.limited if threshold.limited else plain).append(touch)

    def _blocks(self, tile: tuple[int, int], flags: int) -> bool:
        if flags & SOLID or (flags & OUTSIDE and self._solid_outside):
            return True
        return bool(flags & OCCUPIED) and self._transparent.isdisjoint(self.board.names_at(tile))

    def _edge_wall(self, a: Tile, b: Tile, limited: bool) -> tuple[bool, Direction | None]:
        """Return whether the edge blocks, and for a one-way wall the direction along the edge in
        which it stops a walk from the left. With `limited`, limited walls block too.
        """
        code, direction = self._edge_code(a, b)
        if code not in self.codes or code < FIRST_WITH_PROPERTY:
            return code in self.codes, None
        threshold = CODES[code]
        assert threshold is not None
        along = edge_direction(self.grid.name, direction)
        return self._counts(threshold, limited), _stopping(threshold, along)

    def _edge_stops(self, a: Tile, b: Tile, step: Direction) -> bool:
        """Return whether the edge stops a walk in the direction `step`. Limited walls do not."""
        blocks, stopping = self._edge_wall(a, b, limited=False)
        return blocks and (stopping is None or _turn(stopping, step) > 0)

    def _edge_code(self, a: Tile, b: Tile) -> tuple[int, int]:
        """Return the code of the edge between two neighbors and its direction, an index of
        `grid.forward`.
        """
        if not self.board.has_edges:
            return CODE_OF[None], 0
        step = (b[0] - a[0], b[1] - a[1])
        if step not in self.grid.forward:
            a, step = b, (-step[0], -step[1])
        direction = self.grid.forward.index(step)
        return self.board.edge_code(direction, a), direction

    def _counts(self, threshold: Threshold, limited: bool) -> bool:
        return (limited or not threshold.limited) and (self._one_way_walls or not threshold.one_way)

    def _free_near(self, start: Point, end: Point) -> Collection[tuple[Point, Point]]:
        """Return the plain free walls near the line between two points: all that
        touch it, maybe more.
        """
        plain = self._free_walls.plain
        if len(plain) < FEW_WALLS:
            return plain
        return [each for each in WallCells.of(self.board).near(start, end) if each in plain]

    def _free_within(self, shape: Sequence[Point]) -> Collection[tuple[Point, Point]]:
        """Return the plain free walls near a convex shape: all that touch it, maybe more."""
        plain = self._free_walls.plain
        if len(plain) < FEW_WALLS:
            return plain
        return [each for each in WallCells.of(self.board).within(shape) if each in plain]

    def _directed_walls(
        self, limited: bool, at: Point | None = None
    ) -> Iterator[tuple[Point, Point, Direction | None]]:
        """Yield the free walls, or only those near the point `at`.

        A one-way wall comes with the direction along it in which it stops a walk from the left.
        """
        for start, end in self._free_walls.plain if at is None else self._free_near(at, at):
            yield start, end, None
        for start, end, threshold in self._free_walls.special:
            if self._counts(threshold, limited):
                yield start, end, _stopping(threshold, Line.between(start, end).step)

    def _walls(self, step: Direction) -> list[tuple[Point, Point]]:
        """Return the free walls that stop a walk in that direction, without limited ones."""
        return [
            (start, end)
            for start, end, stopping in self._directed_walls(limited=False)
            if stopping is None or _turn(stopping, step) > 0
        ]

    # --- the ends of a corner line

    def _ways_out(self, line: CornerLine, limited: bool) -> Ends:
        """Return the sides of the line that a walk from the source can reach at its corner, and
        those from which a walk can reach the target.
        """
        source, start, target, end = line
        ahead = (end[0] - start[0], end[1] - start[1])
        back = (-ahead[0], -ahead[1])
        leaving = self._sectors(start, limited).lanes_from(source, ahead)
        return Ends(leaving, mirrored(self._sectors(end, limited).lanes_to(target, back)))

    def _sectors(self, point: Point, limited: bool) -> Sectors:
        """Return the free sectors around a corner of the grid."""
        found = self._around.get((point, limited))
        if found is None:
            found = self._around[point, limited] = self._cut_disc(point, limited)
        return found

    def _cut_disc(self, point: Point, limited: bool) -> Sectors:
        shift_x, shift_y = point[0] // UNIT, point[1] // UNIT
        home = (point[0] - shift_x * UNIT, point[1] - shift_y * UNIT)
        spokes, closed = [], []
        for tile_at_home, before_at_home, direction in _round(self.grid.name, home):
            tile = self.grid.shift(tile_at_home, shift_x, shift_y)
            before = self.grid.shift(before_at_home, shift_x, shift_y)
            blocks, stopping = self._edge_wall(before, tile, limited)
            spokes.append(Spoke(direction, _stops(stopping, direction) if blocks else 0, tile))
            if self._shuts(tile):
                closed.append(tile)
        for first, second, stopping in self._directed_walls(limited, point):
            if meet_segment(Line(point, (1, 0), reach=0), first, second) is not None:
                for end in (first, second):
                    if end != point:
                        away = (end[0] - point[0], end[1] - point[1])
                        spokes.append(Spoke(away, _stops(stopping, away)))
        return Sectors(spokes, closed)

    def _shuts(self, tile: Tile) -> bool:
        """Return whether the tile is closed to walks: a blocker, or outside a square board."""
        if tile in self._own:
            return False
        flags = self.board.flags(tile)
        return self._blocks(tile, flags) or bool(flags & OUTSIDE and self.grid is SQUARE)

    def _at_a_point(self, line: CornerLine, closed_ends: bool) -> Judgment:
        """Judge a line without length: the corner that both ends share.

        Its direction is from center to center, which defines its left and right and matters for
        one-way walls. Limited walls meet it at one place at most, so they never stop it.
        """
        source, point, target, _ = line
        (ax, ay), (bx, by) = self.grid.center(source), self.grid.center(target)
        path = Line(point, (bx - ax, by - ay), reach=0)
        shared = self._shared_edge(source, target, (0, 0))
        if shared:
            return Judgment(Contact.BLOCKED, shared, Manner.THROUGH)
        met = self._meet(path)
        if not self._sectors(point, limited=False).leads(source, target):
            there = real(met.everything)
            manner = Manner.PINCH if is_pinch(there) else Manner.THROUGH
            return Judgment(Contact.BLOCKED, there, manner)
        found = Judgment(Contact.CLEAR)
        return _with_closed_ends(found, met) if closed_ends else found

    # --- neighbors

    def _shared_edge(self, source: Tile, target: Tile, common: Stretch) -> tuple[Touch, ...]:
        """Return the walls that together close the whole edge between two
        neighbors, or () if it is not closed.
        """
        if not self.grid.are_neighbors(source, target):
            return ()
        (ax, ay), (bx, by) = self.grid.center(source), self.grid.center(target)
        step = (bx - ax, by - ay)
        if self._edge_stops(source, target, step):
            return (Touch(*common, BOTH, EdgeThing(*sorted((source, target))), is_wall=True),)
        walls = self._walls(step)
        return tuple(
            Touch(*common, BOTH, wall, is_wall=True)
            for wall in covering(walls, *self.grid.edge_ends(source, target))
        )


@lru_cache(maxsize=8)
def edge_direction(grid_name: str, direction: int) -> Direction:
    """Return the direction along an edge such that its tile is on the left and its neighbor on the
    right. The neighbor is the one along `grid.forward[direction]`.
    """
    grid = SQUARE if grid_name == "square" else HEX
    here, there = grid.tile(0, 0), grid.tile(*grid.forward[direction])
    (ax, ay), (bx, by) = grid.edge_ends(here, there)
    along = Line.between((ax, ay), (bx, by))
    return along.step if side_of(along, grid.center(here)) == LEFT else (ax - bx, ay - by)


def _turn(v: Direction, w: Direction) -> int:
    """Return a number above 0 if `w` points to the right of `v`, and below 0 if to the left."""
    return v[0] * w[1] - v[1] * w[0]  # y grows downwards


def _stopping(threshold: Threshold, along: Direction) -> Direction | None:
    """Return the direction along a one-way wall in which it stops a walk from the
    left; None if both ways.
    """
    if not threshold.one_way:
        return None
    return along if threshold.one_way == "forth" else (-along[0], -along[1])


def _stops(stopping: Direction | None, ahead: Direction) -> int:
    """Return the sides of a direction along a wall from which the wall stops a walk."""
    if stopping is None:
        return BOTH
    return RIGHT if stopping[0] * ahead[0] + stopping[1] * ahead[1] > 0 else LEFT


def mirrored(lanes: int) -> int:
    """Return the sides of a line as seen in the reverse direction, where left and
    right are exchanged.
    """
    return {LEFT: RIGHT, RIGHT: LEFT}.get(lanes, lanes)


def _touch(hit: Met, span: int, start: Point, end: Point) -> Touch:
    """Return the touch of a line that hits a free wall."""
    return Touch(hit.lo * span, hit.hi * span, hit.sides, WallThing(start, end), is_wall=True)


def _with_closed_ends(found: Judgment, met: LineTouches) -> Judgment:
    """Return the judgment, raised to CORNER if the line touches anything, or EDGE
    if it runs along it.
    """
    return max(found, grazed([*met.grid, *met.free]), key=lambda each: each.contact)


def covering(walls: Iterable[tuple[Point, Point]], a: Point, b: Point) -> list[WallThing]:
    """Return free walls that together cover the whole stretch from a to b, or [] if they do not."""
    (ax, ay), (dx, dy) = a, (b[0] - a[0], b[1] - a[1])
    length = dx * dx + dy * dy
    parts = []
    for first, second in walls:
        ends = [(x - ax, y - ay) for x, y in (first, second)]
        if any(dx * y - dy * x for x, y in ends):
            continue
        low, high = sorted(dx * x + dy * y for x, y in ends)
        if low < length and high > 0:
            parts.append((low, high, WallThing(first, second)))
    covered, used = 0, []
    for low, high, wall in sorted(parts):
        if low > covered:
            return []
        if high > covered:
            covered = high
            used.append(wall)
    return used if covered >= length else []


@lru_cache(maxsize=256)
def _round(grid_name: str, point: Point) -> tuple[tuple[Tile, Tile, Direction], ...]:
    """Return the tiles around a corner of the grid, clockwise: each with the tile before it and the
    direction of the edge between the two.
    """
    grid = SQUARE if grid_name == "square" else HEX
    begins, ends = {}, {}
    for tile in grid.tiles_at(point):
        corners = grid.corners(tile)
        at = corners.index(point)
        one, other = (
            (x - point[0], y - point[1])
            for x, y in (corners[at - 1], corners[(at + 1) % len(corners)])
        )
        if one[0] * other[1] - one[1] * other[0] < 0:
            one, other = other, one
        begins[one], ends[other] = tile, tile
    return tuple((tile, ends[direction], direction) for direction, tile in begins.items())

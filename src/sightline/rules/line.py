"""One straight line across a board: what it touches, and so its contact.

This is where geometry meets what stands on a board; the corner rule and the centre rule differ only
in which lines they ask about and in what they leave out at the ends.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from sightline.geometry.contact import (
    ANYWHERE,
    BOTH,
    LEFT,
    RIGHT,
    Contact,
    Ends,
    Judgement,
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
from sightline.model.board import OCCUPIED, OUTSIDE, SOLID, Board
from sightline.model.cell import HEX, SQUARE, Grid, Point, Tile
from sightline.model.numbers import UNIT
from sightline.model.place import Place
from sightline.model.threshold import (
    BLOCKING_CODES,
    CODE_OF,
    CODES,
    FIRST_WITH_PROPERTY,
    Threshold,
    has_property,
)

NOWHERE: Stretch = (1, 0)


class CornerLine(NamedTuple):
    """From a corner of one tile of the source to a corner of one tile of the target."""

    source: Tile
    start: Point
    target: Tile
    end: Point


class EdgeThing(NamedTuple):
    """A blocking edge, by the two tiles that share it."""

    first: Tile
    second: Tile


class WallThing(NamedTuple):
    """A blocking free wall, by its ends."""

    start: Point
    end: Point


class LineTouches(NamedTuple):
    """All that one line touches, with nothing left out yet."""

    span: int
    grid: list[Touch]
    """Solid tiles, figures and blocking edges."""
    free: list[Touch]
    limited: list[Touch]
    """Limited walls on edges and free ones; everything else is met in full."""
    rim: list[Touch]
    inside: dict[Tile, Stretch]
    """Where the line is inside tiles of the source and the target."""

    @property
    def everything(self) -> list[Touch]:
        return [*self.grid, *self.free, *self.rim]

    def free_that_count(self) -> list[Touch]:
        """Free walls count on the whole line; a touch at its two ends alone does not."""
        return [t for t in self.free if t.lasts or t.lo not in (0, self.span)]


class Look:
    """One source and one target on one board, and the lines between them.

    `one_way_walls`: are they there? (Only who asks what they change leaves them out.)
    """

    codes: Collection[int] = BLOCKING_CODES
    """What on an edge blocks, by its code."""
    met_one_way = False
    """Did some line touch a one-way wall, whichever way that stops?"""

    def __init__(
        self, board: Board, source: Place, target: Place, one_way_walls: bool = True
    ) -> None:
        self.board = board
        self.grid: Grid = board.grid
        self.source, self.target = source, target
        self._own = frozenset((*source.tiles, *target.tiles))
        self._transparent = source.transparent | target.transparent
        self._free, self._special = _sorted_out(board, self.codes)
        self._one_way_walls = one_way_walls
        self._around: dict[tuple[Point, bool], Sectors] = {}
        self._solid_outside = getattr(board, "outside", "open") == "solid"

    @property
    def same_place(self) -> bool:
        """Do both cover a common tile? Then there is nothing to look past."""
        return len(self._own) < len(self.source.tiles) + len(self.target.tiles)

    def center_line(self, start: Point, end: Point) -> Judgement:
        """A line from centre to centre; nothing is left out."""
        met = self._meet(Line.between(start, end))
        counted = [*met.grid, *met.free_that_count()]
        found = judge(met.everything, counted, met.span, ANYWHERE)
        if met.limited and found.contact is not Contact.BLOCKED:
            stopped = judge_limited(met.everything, met.limited, met.span, ANYWHERE)
            return stopped or found
        return found

    def corner_line(self, line: CornerLine, closed_ends: bool = False) -> Judgement:
        """A line from corner to corner.

        Its stretches inside the source and the target do not count as touches, for all but free
        walls, nor do touches where it leaves the one and enters the other.
        """
        source, start, target, end = line
        if start == end:
            return self._at_a_point(line, closed_ends)
        path = Line.between(start, end)
        met = self._meet(path)
        leaves, enters = met.inside[source][1], met.inside[target][0]
        if enters <= leaves:
            shared = self._shared_edge(source, target, path.step, (enters, leaves))
            if shared:
                return Judgement(Contact.BLOCKED, shared, Manner.THROUGH)
        counted = [*cut_down(met.grid, leaves, enters), *met.free_that_count()]
        found = judge(met.everything, counted, met.span, self._ways_out(line, limited=False))
        if met.limited and found.contact is not Contact.BLOCKED:
            ends = self._ways_out(line, limited=True)
            stopped = judge_limited(met.everything, met.limited, met.span, ends)
            if stopped:
                return stopped
        return _with_closed_ends(found, met) if closed_ends else found

    # --- what a line touches

    def _meet(self, line: Line) -> LineTouches:
        path, shift_x, shift_y = walk(self.grid, line)
        board, tile_at, square = self.board, self.grid.tile, self.grid is SQUARE
        met = LineTouches(path.span, [], [], [], [], {})
        # Most of what a line passes is free: only what is met becomes a Square or a Hex.
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
                kept = met.grid
                if code >= FIRST_WITH_PROPERTY:
                    threshold = CODES[code]
                    assert threshold is not None
                    self.met_one_way |= threshold.one_way != ""
                    if not self._stands(
                        threshold, edge_direction(self.grid.name, direction), line.step
                    ):
                        continue
                    kept = met.limited if threshold.limited else met.grid
                da, db = self.grid.forward[direction]
                thing = EdgeThing(tile, self.grid.tile(tile[0] + da, tile[1] + db))
                kept.append(Touch(lo, hi, sides, thing, is_wall=True))
        for start, end in self._free:
            hit = meet_segment(line, start, end)
            if hit is not None:
                met.free.append(_touch(hit, path.span, start, end))
        for start, end, threshold in self._special:
            hit = meet_segment(line, start, end)
            if hit is not None:
                self.met_one_way |= threshold.one_way != ""
                if self._stands(threshold, Line.between(start, end).step, line.step):
                    kept = met.limited if threshold.limited else met.free
                    kept.append(_touch(hit, path.span, start, end))
        return met

    def _stands(self, threshold: Threshold, along: Direction, step: Direction) -> bool:
        """Is what blocks along there a blocker of lines that go this way? What is one-way is one of
        those alone that go from its left to its right (or, "back", from its right to its left)."""
        if not threshold.one_way:
            return True
        to_right = along[0] * step[1] - along[1] * step[0]  # as y grows downwards
        return self._one_way_walls and (
            to_right > 0 if threshold.one_way == "forth" else to_right < 0
        )

    def _blocks(self, tile: tuple[int, int], flags: int) -> bool:
        if flags & SOLID or (flags & OUTSIDE and self._solid_outside):
            return True
        return bool(flags & OCCUPIED) and self._transparent.isdisjoint(self.board.names_at(tile))

    def _edge_blocks(self, a: Tile, b: Tile, line: Direction, limited: bool) -> bool:
        """Does the edge block lines of that direction? `limited`: by a limited wall too?"""
        code, direction = self._edge_code(a, b)
        if code not in self.codes or code < FIRST_WITH_PROPERTY:
            return code in self.codes
        threshold = CODES[code]
        assert threshold is not None
        return self._counts(threshold, edge_direction(self.grid.name, direction), line, limited)

    def _edge_code(self, a: Tile, b: Tile) -> tuple[int, int]:
        """What is on the edge between two neighbours, and in which direction they look over it."""
        if not self.board.has_edges:
            return CODE_OF[None], 0
        step = (b[0] - a[0], b[1] - a[1])
        if step not in self.grid.forward:
            a, step = b, (-step[0], -step[1])
        direction = self.grid.forward.index(step)
        return self.board.edge_code(direction, a), direction

    def _counts(
        self, threshold: Threshold, along: Direction, line: Direction, limited: bool
    ) -> bool:
        return (limited or not threshold.limited) and self._stands(threshold, along, line)

    def _walls(self, line: Direction, limited: bool) -> list[tuple[Point, Point]]:
        """The free walls that block lines of that direction, likewise."""
        if not self._special:
            return self._free
        special = (
            (start, end)
            for start, end, threshold in self._special
            if self._counts(threshold, Line.between(start, end).step, line, limited)
        )
        return [*self._free, *special]

    # --- the ends of a corner line

    def _ways_out(self, line: CornerLine, limited: bool) -> Ends:
        """The lanes that the source reaches round its corner, and those that reach the target."""
        source, start, target, end = line
        ahead = (end[0] - start[0], end[1] - start[1])
        back = (-ahead[0], -ahead[1])
        leaving = self._way_out(source, start, ahead, limited)
        around_end = self._sectors(end, ahead, limited)
        right, left = around_end.beside(back)  # who looks back has the other hand there
        to_there = around_end.of_tile(target)
        coming = (LEFT if left in to_there else 0) | (RIGHT if right in to_there else 0)
        return Ends(leaving, coming)

    def _way_out(self, source: Tile, start: Point, ahead: Direction, limited: bool) -> int:
        """The lanes that the source reaches round its corner."""
        around = self._sectors(start, ahead, limited)
        left, right = around.beside(ahead)
        from_here = around.of_tile(source)
        return (LEFT if left in from_here else 0) | (RIGHT if right in from_here else 0)

    def _sectors(self, point: Point, line: Direction, limited: bool) -> Sectors:
        """The free sectors around a corner of the grid, for a line that goes that way."""
        found = self._around.get((point, limited))
        if found is not None:
            return found
        shift_x, shift_y = point[0] // UNIT, point[1] // UNIT
        home = (point[0] - shift_x * UNIT, point[1] - shift_y * UNIT)
        spokes, closed = [], []
        with_property = bool(self._special)
        for tile_at_home, before_at_home, direction in _round(self.grid.name, home):
            tile = self.grid.shift(tile_at_home, shift_x, shift_y)
            before = self.grid.shift(before_at_home, shift_x, shift_y)
            with_property |= self._edge_code(before, tile)[0] >= FIRST_WITH_PROPERTY
            blocks = self._edge_blocks(before, tile, line, limited)
            spokes.append(Spoke(direction, blocks, tile))
            if self._shuts(tile):
                closed.append(tile)
        for first, second in self._walls(line, limited):
            if meet_segment(Line(point, (1, 0), reach=0), first, second) is not None:
                for end in (first, second):
                    if end != point:
                        spokes.append(Spoke((end[0] - point[0], end[1] - point[1]), True))
        found = Sectors(spokes, closed)
        if not with_property:  # else they may be others for a line that goes another way
            self._around[point, limited] = found
        return found

    def _shuts(self, tile: Tile) -> bool:
        """Can nobody walk on that tile: a blocker, or the outside of a square board?"""
        if tile in self._own:
            return False
        flags = self.board.flags(tile)
        return self._blocks(tile, flags) or bool(flags & OUTSIDE and self.grid is SQUARE)

    def _at_a_point(self, line: CornerLine, closed_ends: bool) -> Judgement:
        """A line of no length: the corner that both ends share.

        It goes from centre to centre, for those who want to know on which side of it a blocker is,
        and for one-way walls. Limited walls meet it at one place at most, so they never stop it.
        """
        source, point, target, _ = line
        (ax, ay), (bx, by) = self.grid.center(source), self.grid.center(target)
        path = Line(point, (bx - ax, by - ay), reach=0)
        shared = self._shared_edge(source, target, path.step, (0, 0))
        if shared:
            return Judgement(Contact.BLOCKED, shared, Manner.THROUGH)
        met = self._meet(path)
        around = self._sectors(point, path.step, limited=False)
        if around.of_tile(source).isdisjoint(around.of_tile(target)):
            there = real(met.everything)
            manner = Manner.PINCH if is_pinch(there) else Manner.THROUGH
            return Judgement(Contact.BLOCKED, there, manner)
        found = Judgement(Contact.CLEAR)
        return _with_closed_ends(found, met) if closed_ends else found

    # --- neighbours

    def _shared_edge(
        self, source: Tile, target: Tile, line: Direction, common: Stretch
    ) -> tuple[Touch, ...]:
        """What blocks the edge between two neighbours, all of it; nothing if it is open."""
        if not self.grid.are_neighbours(source, target):
            return ()
        if self._edge_blocks(source, target, line, limited=False):
            return (Touch(*common, BOTH, EdgeThing(*sorted((source, target))), is_wall=True),)
        return tuple(
            Touch(*common, BOTH, wall, is_wall=True)
            for wall in _covering(
                self._walls(line, limited=False), *self.grid.edge_ends(source, target)
            )
        )


def _sorted_out(
    board: Board, codes: Collection[int]
) -> tuple[list[tuple[Point, Point]], list[tuple[Point, Point, Threshold]]]:
    """The free walls that block sight: the plain ones, and those with a property."""
    plain, special = [], []
    for ends, threshold in board.wall_items():
        if CODE_OF[threshold] in codes:
            if has_property(threshold):
                special.append((*ends, threshold))
            else:
                plain.append(ends)
    return plain, special


@lru_cache(maxsize=8)
def edge_direction(grid_name: str, direction: int) -> Direction:
    """The direction of the edge over which tiles look along `grid.forward[direction]`, so that the
    tile is to its left and the neighbour to its right."""
    grid = SQUARE if grid_name == "square" else HEX
    here, there = grid.tile(0, 0), grid.tile(*grid.forward[direction])
    (ax, ay), (bx, by) = grid.edge_ends(here, there)
    along = Line.between((ax, ay), (bx, by))
    return along.step if side_of(along, grid.center(here)) == LEFT else (ax - bx, ay - by)


def _touch(hit: Met, span: int, start: Point, end: Point) -> Touch:
    """A free wall that the line meets there."""
    return Touch(hit.lo * span, hit.hi * span, hit.sides, WallThing(start, end), is_wall=True)


def _with_closed_ends(found: Judgement, met: LineTouches) -> Judgement:
    """A touch anywhere on the whole line makes it at least CORNER, or EDGE where it lasts."""
    return max(found, grazed([*met.grid, *met.free]), key=lambda each: each.contact)


def _covering(walls: Iterable[tuple[Point, Point]], a: Point, b: Point) -> list[WallThing]:
    """The free walls that together cover all of the stretch from a to b; none if they do not."""
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
    """The tiles round a corner of the grid; for each the one before it, going round to the right,
    and the direction of the edge between the two."""
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


def corner_lines(look: Look) -> Iterator[CornerLine]:
    """Every line from a corner of a tile of the source to a corner of a tile of the target."""
    corners = look.grid.corners
    for source in look.source.tiles:
        for target in look.target.tiles:
            for start in corners(source):
                for end in corners(target):
                    yield CornerLine(source, start, target, end)

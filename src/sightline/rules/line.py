"""One straight line across a board: what it touches, and so its contact.

This is where geometry meets what stands on a board; the corner rule and the centre rule differ only
in which lines they ask about and in what they leave out at the ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from sightline.geometry.contact import (
    BOTH,
    Contact,
    Judgement,
    Position,
    Stretch,
    Touch,
    gaps,
    grazed,
    judge,
    merged,
    within,
)
from sightline.geometry.walk import Line, Walk, meet_segment, sides_of, walk
from sightline.model.board import OCCUPIED, OUTSIDE, SOLID, Board
from sightline.model.cell import Grid, Point, Tile
from sightline.model.place import Place, center
from sightline.model.threshold import BLOCKING_CODES

Ends = tuple[Point, Point]


class EdgeThing(NamedTuple):
    """A blocking edge, by the two tiles that share it."""

    first: Tile
    second: Tile


class WallThing(NamedTuple):
    """A blocking free wall, by its ends."""

    start: Point
    end: Point


class Met(NamedTuple):
    """All that one line touches, with nothing left out yet."""

    walk: Walk
    shift: tuple[int, int]
    """The whole tiles by which the walk is shifted to where the line is."""
    grid: list[Touch]
    """Solid tiles, figures and blocking edges."""
    free: list[Touch]
    rim: list[Touch]
    source: list[Stretch]
    """Where the line is inside the source."""
    target: list[Stretch]


class Look:
    """One source and one target on one board, and the lines between them."""

    def __init__(self, board: Board, source: Place, target: Place) -> None:
        self.board = board
        self.grid: Grid = board.grid
        self.source, self.target = source, target
        self._source_tiles = frozenset(source.tiles)
        self._target_tiles = frozenset(target.tiles)
        self._transparent = source.transparent | target.transparent
        self._free = board.blocking_walls()
        self._solid_outside = getattr(board, "outside", "open") == "solid"

    @property
    def same_place(self) -> bool:
        """Do both cover a common tile? Then there is nothing to look past."""
        return not self._source_tiles.isdisjoint(self._target_tiles)

    def center_line(self) -> tuple[Ends, Judgement]:
        """The line from centre to centre; nothing is left out."""
        start, end = center(self.board, self.source), center(self.board, self.target)
        met = self._meet(Line.between(start, end))
        return (start, end), judge([*met.grid, *_quiet_at_ends(met)], met.rim)

    def corner_line(self, start: Point, end: Point, closed_ends: bool = False) -> Judgement:
        """A line from a corner of the source to a corner of the target.

        Its stretches inside the source and the target are left out, for all but free walls; where
        it leaves the one or enters the other a one-sided touch is quiet.
        """
        line = Line.between(start, end) if start != end else self._across(start)
        met = self._meet(line)
        judgements = [self._in_the_open(met)]
        for a in met.source:
            for b in met.target:
                common = (max(a[0], b[0]), min(a[1], b[1]))
                if common[0] <= common[1]:
                    judgements.append(self._where_they_touch(met, line, common))
        if closed_ends:
            judgements.append(grazed([*met.grid, *met.free]))
        return max(judgements, key=lambda judgement: judgement.contact)

    # --- what a line touches

    def _meet(self, line: Line) -> Met:
        path, shift_x, shift_y = walk(self.grid, line)
        board, shift = self.board, self.grid.shift
        met = Met(path, (shift_x, shift_y), [], [], [], [], [])
        for dx, dy, lo, hi, sides in path.tiles:
            tile = shift((0, 0), shift_x + dx, shift_y + dy)
            if tile in self._source_tiles:
                met.source.append((lo, hi))
                continue
            if tile in self._target_tiles:
                met.target.append((lo, hi))
                continue
            flags = board.flags(tile)
            if flags and self._blocks(tile, flags):
                met.grid.append(Touch(lo, hi, sides, tile))
            elif flags & OUTSIDE and self.grid.name == "square":
                met.rim.append(Touch(lo, hi, sides, tile))
        if board.has_edges:
            for dx, dy, direction, lo, hi, sides, along in path.edges:
                tile = shift((0, 0), shift_x + dx, shift_y + dy)
                if board.edge_code(direction, tile) in BLOCKING_CODES:
                    da, db = self.grid.forward[direction]
                    thing = EdgeThing(tile, self.grid.tile(tile[0] + da, tile[1] + db))
                    sides = self._sides_of_wall_inside(line) if along else sides
                    met.grid.append(Touch(lo, hi, sides, thing))
        for start, end in self._free:
            hit = meet_segment(line, start, end)
            if hit is not None:
                sides = self._sides_of_wall_inside(line) if hit.along else hit.sides
                span = path.span
                met.free.append(Touch(hit.lo * span, hit.hi * span, sides, WallThing(start, end)))
        return met._replace(source=merged(met.source), target=merged(met.target))

    def _blocks(self, tile: Tile, flags: int) -> bool:
        if flags & SOLID or (flags & OUTSIDE and self._solid_outside):
            return True
        return bool(flags & OCCUPIED) and self._transparent.isdisjoint(self.board.names_at(tile))

    def _sides_of_wall_inside(self, line: Line) -> int:
        """A wall that the line runs inside counts for the side away from both ends, for both sides
        if they lie on opposite sides, for none if one of them lies on both."""
        source = sides_of(line, [c for t in self.source.tiles for c in self.grid.corners(t)])
        target = sides_of(line, [c for t in self.target.tiles for c in self.grid.corners(t)])
        if BOTH in (source, target):
            return 0
        return BOTH & ~source if source == target else BOTH

    # --- the parts of a corner line

    @staticmethod
    def _in_the_open(met: Met) -> Judgement:
        between = gaps([*met.source, *met.target], met.walk.span)
        grid = within(met.grid, between)
        return judge([*grid, *_quiet_at_ends(met)], within(met.rim, between))

    def _where_they_touch(self, met: Met, line: Line, common: Stretch) -> Judgement:
        """The line leaves the source where it enters the target, or runs along what they share.

        An edge that they share answers for all grid blockers there; where they share only a corner,
        the two sides of it count, seen in the direction from centre to centre. A line of no length
        has no other direction to judge free walls by either.
        """
        shared = list(self._shared_edges(met, common))
        if shared and all(touch.sides for touch in shared):
            return Judgement(Contact.BLOCKED, tuple(shared))
        if shared and line.reach:
            return CLEAR
        judgements = [CLEAR]
        for at in set(common):
            here = self._meet(self._across(_lattice_point(line, at, met.walk.span)))
            if not shared or any(touch.sides for touch in here.free):
                touches = [t._replace(lo=at, hi=at, quiet=True) for t in (*here.grid, *here.free)]
                rim = [t._replace(lo=at, hi=at) for t in here.rim]
                judgements.append(judge(touches, rim))
        return max(judgements, key=lambda judgement: judgement.contact)

    def _shared_edges(self, met: Met, common: Stretch) -> Iterator[Touch]:
        """The edges between source and target on that stretch: two-sided where they block."""
        for dx, dy, direction, lo, hi, _, _ in met.walk.edges:
            if lo <= common[1] and common[0] <= hi:
                one = self.grid.shift((0, 0), met.shift[0] + dx, met.shift[1] + dy)
                da, db = self.grid.forward[direction]
                other = self.grid.tile(one[0] + da, one[1] + db)
                if (one in self._source_tiles and other in self._target_tiles) or (
                    one in self._target_tiles and other in self._source_tiles
                ):
                    blocks = self.board.edge_code(direction, one) in BLOCKING_CODES
                    at = (max(lo, common[0]), min(hi, common[1]))
                    yield Touch(*at, BOTH if blocks else 0, EdgeThing(one, other))

    def _across(self, point: Point) -> Line:
        """No length, but the direction from centre to centre, to tell the two sides apart."""
        a, b = center(self.board, self.source), center(self.board, self.target)
        return Line(point, (b[0] - a[0], b[1] - a[1]), reach=0)


CLEAR = Judgement(Contact.CLEAR, ())


def _quiet_at_ends(met: Met) -> list[Touch]:
    """Free walls count on the whole line; a one-sided touch at its two ends does not."""
    return [
        touch._replace(quiet=True) if touch.lo == touch.hi in (0, met.walk.span) else touch
        for touch in met.free
    ]


def _lattice_point(line: Line, at: Position, span: int) -> Point:
    """The point of a line where two footprints share a corner, which is a corner of the grid."""
    share = Fraction(at) / span if span else Fraction(0)
    x, y = (s + d * share for s, d in zip(line.start, line.step, strict=True))
    return int(x), int(y)

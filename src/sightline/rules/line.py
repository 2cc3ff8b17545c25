"""One straight line across a board: what it touches, and so its contact.

This is where geometry meets what stands on a board; the corner rule and the centre rule differ only
in which lines they ask about and in what they leave out at the ends.
"""

from __future__ import annotations

from typing import NamedTuple

from sightline.errors import SightlineError
from sightline.geometry.contact import (
    BOTH,
    Contact,
    Judgement,
    Position,
    Stretch,
    Touch,
    judge,
    leave_out,
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
        self._free = [ends for ends, carried in board.wall_items() if carried.blocks_sight]
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
        """A line from a corner of the source to a corner of the target."""
        if start == end:
            met, judgement = self._line_of_no_length(start)
        else:
            met = self._meet(Line.between(start, end))
            leaves = max(hi for _, hi in met.source)
            enters = min(lo for lo, _ in met.target)
            if leaves == enters:
                judgement = self._meeting(met, Line.between(start, end), leaves)
            else:
                open_air = leave_out(met.grid, met.source, met.target, met.walk.span)
                judgement = judge([*open_air, *_quiet_at_ends(met)], met.rim)
        if closed_ends:
            literal = judge([t._replace(sides=0) for t in (*met.grid, *met.free)])
            if literal.contact > judgement.contact:
                return literal
        return judgement

    # --- what a line touches

    def _meet(self, line: Line) -> Met:
        path, shift_x, shift_y = walk(self.grid, line)
        board, shift = self.board, self.grid.shift
        met = Met(path, [], [], [], [], [])
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
        return met._replace(source=_merged(met.source), target=_merged(met.target))

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

    # --- where source and target touch

    def _line_of_no_length(self, point: Point) -> tuple[Met, Judgement]:
        here = self.grid.tiles_at(point)
        met = self._meet(self._across(point))
        shared = self._shared_edges(here)
        if shared:
            return met, self._through_shared_edge(shared, 0)
        return met, self._at_shared_corner(met)

    def _meeting(self, met: Met, line: Line, at: Position) -> Judgement:
        """A line that leaves the source where it enters the target."""
        _, shift_x, shift_y = walk(self.grid, line)
        here = [
            self.grid.shift((0, 0), shift_x + m.dx, shift_y + m.dy)
            for m in met.walk.tiles
            if m.lo <= at <= m.hi
        ]
        shared = self._shared_edges(here)
        if shared:
            judgement = self._through_shared_edge(shared, at)
        else:
            span = met.walk.span
            x = line.start[0] + line.step[0] * at / span
            y = line.start[1] + line.step[1] * at / span
            if x != int(x) or y != int(y):
                raise SightlineError("two tiles that share only a point share a corner")
            judgement = self._at_shared_corner(self._meet(self._across((int(x), int(y)))))
        return max(judgement, judge(_quiet_at_ends(met), met.rim), key=lambda j: j.contact)

    def _across(self, point: Point) -> Line:
        """No length, but the direction from centre to centre, to tell the two sides apart."""
        a, b = center(self.board, self.source), center(self.board, self.target)
        return Line(point, (b[0] - a[0], b[1] - a[1]), reach=0)

    def _shared_edges(self, here: list[Tile]) -> list[EdgeThing]:
        return [
            EdgeThing(a, b)
            for a in here
            if a in self._source_tiles
            for b in here
            if b in self._target_tiles and self.grid.are_neighbours(a, b)
        ]

    def _through_shared_edge(self, shared: list[EdgeThing], at: Position) -> Judgement:
        closed = [
            edge
            for edge in shared
            if (carried := self.board.edge(*edge)) is not None and carried.blocks_sight
        ]
        if len(closed) < len(shared):
            return Judgement(Contact.CLEAR, ())
        return Judgement(Contact.BLOCKED, tuple(Touch(at, at, BOTH, edge) for edge in closed))

    @staticmethod
    def _at_shared_corner(met: Met) -> Judgement:
        return judge([t._replace(quiet=True) for t in (*met.grid, *met.free)], met.rim)


def _quiet_at_ends(met: Met) -> list[Touch]:
    """Free walls count on the whole line; a one-sided touch at its two ends does not."""
    return [
        touch._replace(quiet=True) if touch.lo == touch.hi in (0, met.walk.span) else touch
        for touch in met.free
    ]


def _merged(stretches: list[Stretch]) -> list[Stretch]:
    """Neighbouring tiles of one footprint make one stretch."""
    merged: list[Stretch] = []
    for lo, hi in sorted(stretches):
        if merged and lo <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], hi))
        else:
            merged.append((lo, hi))
    return merged

"""Looks for one question of a pack: only what the pack names blocks, each by its kind.

A tile may hold several kinds at once: rock, terrain, furniture, a figure of some side. It blocks a
question if one of them does. What stands on the two places themselves never does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from fractions import Fraction
from functools import cache, cached_property
from itertools import pairwise

from sightline.geometry.contact import (
    LEFT,
    RIGHT,
    Contact,
    Ends,
    Judgment,
    Manner,
    Touch,
    cut_down,
    is_pinch,
    judge,
    judge_limited,
    real,
)
from sightline.geometry.sectors import Direction, Sectors
from sightline.geometry.slopes import Heights
from sightline.geometry.walk import Line, meet_tile
from sightline.model.board import Board
from sightline.model.cell import SQUARE, Point, Tile
from sightline.model.figure import Figure
from sightline.model.numbers import Span
from sightline.model.parts.ground import OUTSIDE, SOLID
from sightline.model.place import Place
from sightline.model.threshold import BLOCKING_CODES, CODES, ENDLESS, Threshold, Wall
from sightline.rules.line import (
    CornerLine,
    EdgeThing,
    LineQuery,
    LineTouches,
    TilePart,
    edge_direction,
)
from sightline.rules.packs.nearness import Nearness
from sightline.rules.packs.zones import Zones

LEVELS = ("clear", "corner", "edge", "pinch", "seam", "through")
"""Contacts of a line, from none to the worst; the last three are a blocked line's manners."""


class KindQuery(LineQuery):
    """One source and one target, where only some kinds block."""

    def __init__(
        self,
        board: Board,
        source: Place,
        target: Place,
        kinds: Collection[str],
        *,
        walled: bool = False,
        big_by: int = 2,
        diamonds: bool = False,
        zones: Zones | None = None,
        nearness: Nearness | None = None,
    ) -> None:
        """`zones`: needed where rooms block; `nearness`: where it matters how near things are."""
        self.kinds = frozenset(kinds)
        self.codes = codes_of_kinds(self.kinds)
        super().__init__(board, source, target)
        self._solid_outside = self._solid_outside or walled
        self._big_by = big_by
        self.diamonds = diamonds
        self._zones = zones
        self._nearness = nearness
        if nearness is not None:
            self._free_walls = self._free_walls.only(nearness.wall)
        self._side = side_of(board, source)
        self._sizes = max(size_class(board, source), size_class(board, target))
        self._names = frozenset(
            name for tile in (*source.tiles, *target.tiles) for name in board.names_at(tile)
        )

    def without(self, kinds: Collection[str]) -> KindQuery:
        """The same look, for which these do not block."""
        left = self.kinds - frozenset(kinds)
        return type(self)(
            self.board,
            self.source,
            self.target,
            left,
            walled=self._solid_outside,
            big_by=self._big_by,
            diamonds=self.diamonds,
            zones=self._zones,
            nearness=self._nearness,
        )

    # --- blockers that count by position

    def _edge_wall(self, a: Tile, b: Tile, limited: bool) -> tuple[bool, Direction | None]:
        blocks, stopping = super()._edge_wall(a, b, limited)
        return blocks and (self._nearness is None or self._nearness.edge(a, b)), stopping

    # --- lines with other ends than those of the corner rule

    def open_line(self, line: CornerLine) -> Judgment:
        """From corner to corner, where no tile at the two ends counts. Walls do: they are so thin
        that a corner of one's tile is on both sides of them, and one stays on one's own. A line
        along the edge of two neighbors does not turn round the end of a wall on it."""
        if line.start == line.end:
            found = self.walls_only.turned_line(line)
            return found if self._meets_wall(found) else Judgment(Contact.CLEAR)
        walls = self.walls_only
        return self._between(line, lambda limited: walls._ways_out(line, limited), turns=False)

    @cached_property
    def walls_only(self) -> KindQuery:
        """The same look, for which only walls and doors block."""
        return self.without(self.kinds - {"wall", "door"})

    @staticmethod
    def _meets_wall(found: Judgment) -> bool:
        return any(touch.is_wall for touch in found.because)

    def turned_line(self, line: CornerLine) -> Judgment:
        """From corner to corner, where one only has to get round the two corners: neighbors with
        a wall between them may do so at its end, unlike in the rules that are not packs."""
        source, start, target, end = line
        if start != end:
            return self._between(line, lambda limited: self._ways_out(line, limited))
        (ax, ay), (bx, by) = self.grid.center(source), self.grid.center(target)
        path = Line(start, (bx - ax, by - ay), reach=0)
        if self._sectors(start, limited=False).leads(source, target):
            return Judgment(Contact.CLEAR)
        there = real(self._meet(path).everything)
        manner = Manner.PINCH if is_pinch(there) else Manner.THROUGH
        return Judgment(Contact.BLOCKED, there, manner)

    def inset_line(self, line: CornerLine) -> Judgment:
        """From a corner to a point inside the target, where there is nothing to get round."""

        def ends(limited: bool) -> Ends:
            ahead = (line.end[0] - line.start[0], line.end[1] - line.start[1])
            return Ends(self._sectors(line.start, limited).lanes_from(line.source, ahead))

        return self._between(line, ends)

    def _between(
        self, line: CornerLine, ends: Callable[[bool], Ends], turns: bool = True
    ) -> Judgment:
        """`ends`: the lanes there, without and with limited walls. `turns`: may a line along the
        edge of two neighbors turn round the end of a wall on it?"""
        met = self._meet(Line.between(line.start, line.end))
        leaves, enters = met.inside[line.source][1], met.inside[line.target][0]
        if not turns and enters <= leaves:
            shared = self._shared_edge(line.source, line.target, (enters, leaves))
            if shared:
                return Judgment(Contact.BLOCKED, shared, Manner.THROUGH)
        counted = [*cut_down(met.grid, leaves, enters), *met.free_that_count()]
        found = judge(met.everything, counted, met.span, ends(False))
        if met.limited and found.contact is not Contact.BLOCKED:
            return judge_limited(met.everything, met.limited, met.span, ends(True)) or found
        return found

    def runs_along(
        self, source: Tile | None, start: Point, target: Tile | None, end: Point
    ) -> bool:
        """Return whether a line runs along some blocker for a length, between the two tiles."""
        if start == end:
            return False
        met = self._meet(Line.between(start, end))
        if source is not None and target is not None:
            leaves, enters = met.inside[source][1], met.inside[target][0]
            met.grid[:] = cut_down(met.grid, leaves, enters)
        return any(touch.lasts for touch in (*met.grid, *met.free_that_count()))

    def runs_between(self, start: Point, end: Point) -> bool:
        """Return whether a line runs for a length between blocking tiles on its left and on its
        right."""
        if start == end:
            return False
        lasting = [
            touch for touch in self._meet(Line.between(start, end)).everything if touch.lasts
        ]
        left, right = (
            [touch for touch in lasting if touch.sides & side and not touch.is_wall]
            for side in (LEFT, RIGHT)
        )
        return any(max(a.lo, b.lo) < min(a.hi, b.hi) for a in left for b in right)

    def _meet(self, line: Line) -> LineTouches:
        met = super()._meet(line)
        if self._nearness is not None:
            for touches in (met.grid, met.limited):
                touches[:] = [t for t in touches if self._touch_counts(t)]
        if not self.diamonds:
            return met
        tiles = [touch for touch in met.grid if not touch.is_wall]
        met.grid[:] = [touch for touch in met.grid if touch.is_wall]
        for touch in tiles:
            tile: Tile = touch.what  # type: ignore[assignment]
            hit = meet_tile(line, self.outline(tile))
            if hit is not None:
                met.grid.append(Touch(hit.lo * met.span, hit.hi * met.span, hit.sides, tile))
        return met

    def _touch_counts(self, touch: Touch) -> bool:
        # Free walls and tiles that do not count were left out from the start.
        if self._nearness is None or not isinstance(touch.what, EdgeThing):
            return True
        return self._nearness.edge(*touch.what)

    # --- heights, for the looks that have them

    @property
    def heights(self) -> Heights | None:
        """Those of the line at its two ends."""
        return None

    def stretch(self, span: Span, lo: Fraction, hi: Fraction) -> tuple[Fraction, Fraction] | None:
        """The part of a stretch where the line is within a span of heights."""
        return lo, hi

    def parts_on(self, tiles: Sequence[Tile]) -> list[tuple[Tile, TilePart | None, Span]]:
        """The blockers on the tiles of a place, with heights; all, if one has none."""
        blocks = any(map(self.blocks_tile, tiles))
        return [(tile, None, ENDLESS) for tile in tiles] if blocks else []

    # --- blockers, for questions about several lines

    def blocks_tile(self, tile: Tile) -> bool:
        """Return whether a line ends at this tile."""
        return tile not in self._own and self._blocks(tile, self.board.flags(tile))

    def outline(self, tile: Tile) -> Sequence[Point]:
        """The corners of what a tile is for lines: all of it, or the diamond in it."""
        corners = self.grid.corners(tile)
        return _diamond(corners) if self.diamonds else corners

    def edge_between(self, a: Tile, b: Tile, ahead: Point | None = None) -> bool:
        """Return whether the edge between two tiles blocks a walk from one to the other, or in
        the direction `ahead`.
        """
        if not self.grid.are_neighbors(a, b):
            return False
        (ax, ay), (bx, by) = self.grid.center(a), self.grid.center(b)
        return self._edge_stops(a, b, ahead or (bx - ax, by - ay))

    def walls_for(self, ahead: Point) -> list[tuple[Point, Point]]:
        """The free walls that block a walk in that direction, without the limited ones."""
        return self._walls(ahead)

    def free_walls(self) -> Iterator[tuple[tuple[Point, Point], Threshold | None]]:
        """Return the free walls that block, with their threshold if it has a property."""
        yield from ((ends, None) for ends in self._free_walls.plain)
        yield from (((start, end), thing) for start, end, thing in self._free_walls.special)

    def edge_direction(self, direction: int) -> Point:
        """The direction of the edges over which tiles look there: the tile is on its left."""
        return edge_direction(self.grid.name, direction)

    def sectors(self, corner: Point) -> Sectors:
        """The free ways around a corner."""
        return self._sectors(corner, limited=False)

    def is_on_wall(self, corner: Point, ahead: Point) -> bool:
        """Return whether a wall touches the corner that stops a walk in that direction."""
        met = self._meet(Line(corner, ahead, reach=0))
        return any(touch.is_wall for touch in (*met.grid, *met.free))

    def wall_between(self, source: Tile, target: Tile) -> bool:
        """Return whether a wall or a door is between two that touch: on their edge, or at their
        corner."""
        if self.grid.are_neighbors(source, target):
            return bool(self._shared_edge(source, target, (0, 0)))
        (corner,) = set(self.grid.corners(source)) & set(self.grid.corners(target))
        line = CornerLine(source, corner, target, corner)
        return self.turned_line(line).contact is Contact.BLOCKED

    def line_past_wall(self, source: Tile, target: Tile) -> tuple[CornerLine, Judgment]:
        """Of two that touch and have a wall between them, the line through a corner of both, and
        how the wall stops it."""
        corners = self.grid.corners(target)
        corner = next(each for each in self.grid.corners(source) if each in corners)
        line = CornerLine(source, corner, target, corner)
        if self.grid.are_neighbors(source, target):
            return line, self.corner_line(line)
        return line, self.turned_line(line)

    def _blocks(self, tile: tuple[int, int], flags: int) -> bool:
        if flags & OUTSIDE:
            blocks = self._solid_outside
        else:
            blocks = not self.kinds.isdisjoint(self.kinds_at(tile))
        return blocks and (self._nearness is None or self._nearness.tile(tile))

    def _shuts(self, tile: Tile) -> bool:
        if tile in self._own:
            return False
        flags = self.board.flags(tile)
        return self._blocks(tile, flags) or bool(flags & OUTSIDE and self.grid is SQUARE)

    def kinds_at(self, tile: tuple[int, int]) -> Iterator[str]:
        """Every kind of thing on a tile, as the viewer sees it."""
        board = self.board
        if board.flags(tile) & SOLID:
            yield "solid"
        terrain = board.terrain(tile) if tile in board else None
        if terrain is not None:
            yield terrain
        if self._zones is not None and self._zones.is_other_room(tile, (self.source, self.target)):
            yield "room"
        for name in board.names_at(tile):
            if name not in self._names:
                yield from self._kinds_of(board.figure(name))

    def blocker_at(self, tile: Tile) -> tuple[str, str | None]:
        """The blocker on a tile: its kind, and its name if it is a figure."""
        board = self.board
        terrain = board.terrain(tile) if tile in board else None
        if "solid" in self.kinds and board.flags(tile) & SOLID:
            return "solid", None
        if terrain in self.kinds:
            return str(terrain), None
        for name in board.names_at(tile):
            there = tile in self._own or name not in self._names
            if there and not self.kinds.isdisjoint(self._kinds_of(board.figure(name))):
                return "figure", name
        return "room" if "room" in self.kinds and tile in board else "outside", None

    def _kinds_of(self, figure: Figure) -> Iterator[str]:
        if figure.is_furniture:
            yield "tall" if figure.blocks_sight else "low"
        elif figure.blocks_sight:
            yield "figure"
            if self._side and figure.side:
                yield "ally" if figure.side == self._side else "enemy"
            if max(figure.size) - self._sizes >= self._big_by:
                yield "big-figure"


def _diamond(corners: Sequence[Point]) -> list[Point]:
    """The middles of the sides, in order."""
    return [((a + c) // 2, (b + d) // 2) for (a, b), (c, d) in pairwise((*corners, corners[0]))]


def codes_of_kinds(kinds: Collection[str]) -> frozenset[int]:
    """The codes of edges and free walls that block, where these kinds do.

    A secret door counts as a wall: a pack that looks through doors would reveal it.
    """
    return _codes("wall" in kinds, "door" in kinds)


@cache
def _codes(walls: bool, doors: bool) -> frozenset[int]:
    secret = {code for code in BLOCKING_CODES if getattr(CODES[code], "state", "") == "secret"}
    return frozenset(
        code
        for code in BLOCKING_CODES
        if (walls if code in secret or isinstance(CODES[code], Wall) else doors)
    )


def side_of(board: Board, place: Place) -> str:
    """The viewer's side, or "" if it has none."""
    figure = _figure_on(board, place)
    return figure.side if figure is not None else ""


def size_class(board: Board, place: Place) -> int:
    """The width of a size class on a grid, in tiles."""
    figure = _figure_on(board, place)
    return max(figure.size) if figure is not None else 1


def facing_of(board: Board, place: Place) -> str:
    """Which way the viewer faces; "" for no way."""
    figure = _figure_on(board, place)
    return figure.facing if figure is not None else ""


def _figure_on(board: Board, place: Place) -> Figure | None:
    """Return the viewer or target: the figure of that name, or one that stands on that tile.

    A figure that does not block sight may be hidden there, and the answer must not reveal it.
    """
    if place.name is not None:
        return board.figure(place.name)
    here = (board.figure(name) for name in board.names_at(place.middle))
    standing = (each for each in here if each.blocks_sight and not each.is_furniture)
    return next(standing, None)


def level_of(judgment: Judgment) -> str:
    """The judgment as one of the levels."""
    if judgment.contact is Contact.BLOCKED:
        return str(judgment.manner or Manner.THROUGH)
    return str(judgment.contact)

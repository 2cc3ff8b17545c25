"""Queries for one question of a pack: only what the pack lists blocks, each thing by its kind.

A tile may hold several kinds at once: rock, terrain, furniture, a figure of some side. It blocks if
one of them does. Things on the two places themselves never block.
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
"""The contacts of a line from best to worst. The last three are the manners of a blocked line."""


class KindQuery(LineQuery):
    """The lines between a source and a target, blocked only by some kinds of things."""

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
        """Create a query for one source and one target.

        - `kinds` are the kinds of things that block.
        - `walled`: the outside of the board blocks.
        - `big_by`: how much larger than source and target a "big-figure" is.
        - `diamonds`: only the diamond between the middles of a tile's edges blocks.
        - `zones` is required if rooms block.
        - `nearness` is required if the distance of blockers matters.
        """
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
        """Return the same query, where these kinds do not block."""
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

    # --- blockers that count only at some positions

    def _edge_wall(self, a: Tile, b: Tile, limited: bool) -> tuple[bool, Direction | None]:
        blocks, stopping = super()._edge_wall(a, b, limited)
        return blocks and (self._nearness is None or self._nearness.edge(a, b)), stopping

    # --- lines that treat their ends differently than the corner rule

    def open_line(self, line: CornerLine) -> Judgment:
        """Judge a line from corner to corner without the tiles at its ends.

        Walls count there: a corner lies on both sides of a wall, but a figure stays on its own
        side. A line along the edge of two neighbors cannot go around the end of a wall on that
        edge.
        """
        if line.start == line.end:
            found = self.walls_only.turned_line(line)
            return found if self._meets_wall(found) else Judgment(Contact.CLEAR)
        walls = self.walls_only
        return self._between(line, lambda limited: walls._ways_out(line, limited), turns=False)

    @cached_property
    def walls_only(self) -> KindQuery:
        """The same query, where only walls and doors block."""
        return self.without(self.kinds - {"wall", "door"})

    @staticmethod
    def _meets_wall(found: Judgment) -> bool:
        return any(touch.is_wall for touch in found.because)

    def turned_line(self, line: CornerLine) -> Judgment:
        """Judge a line from corner to corner that has to get around its two corners.

        Unlike in the corner rule, neighbors with a wall between them may see past its end.
        """
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
        """Judge a line from a corner to a point inside the target.

        Only its start has a corner to get around.
        """

        def ends(limited: bool) -> Ends:
            ahead = (line.end[0] - line.start[0], line.end[1] - line.start[1])
            return Ends(self._sectors(line.start, limited).lanes_from(line.source, ahead))

        return self._between(line, ends)

    def _between(
        self, line: CornerLine, ends: Callable[[bool], Ends], turns: bool = True
    ) -> Judgment:
        """Judge a line from corner to corner.

        `ends(limited)` returns the open sides at the ends, without or with limited walls. `turns`
        tells whether a line along the edge of two neighbors can go around the end of a wall on it.
        """
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
        """Return whether some stretch of the line, between the two tiles, runs along a blocker."""
        if start == end:
            return False
        met = self._meet(Line.between(start, end))
        if source is not None and target is not None:
            leaves, enters = met.inside[source][1], met.inside[target][0]
            met.grid[:] = cut_down(met.grid, leaves, enters)
        return any(touch.lasts for touch in (*met.grid, *met.free_that_count()))

    def runs_between(self, start: Point, end: Point) -> bool:
        """Return whether some stretch of the line has blocking tiles on its left and
        on its right.
        """
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
        # Free walls and tiles that do not count were excluded before.
        if self._nearness is None or not isinstance(touch.what, EdgeThing):
            return True
        return self._nearness.edge(*touch.what)

    # --- heights, for queries that have them

    @property
    def heights(self) -> Heights | None:
        """The heights of the line at its two ends; None without heights."""
        return None

    def stretch(self, span: Span, lo: Fraction, hi: Fraction) -> tuple[Fraction, Fraction] | None:
        """Return the part of the stretch from `lo` to `hi` where the line's height
        is within the span.
        """
        return lo, hi

    def parts_on(self, tiles: Sequence[Tile]) -> list[tuple[Tile, TilePart | None, Span]]:
        """Return the blockers on the tiles of a place, with heights.

        Without heights, all tiles block if one does.
        """
        blocks = any(map(self.blocks_tile, tiles))
        return [(tile, None, ENDLESS) for tile in tiles] if blocks else []

    # --- blockers, for questions about several lines

    def blocks_tile(self, tile: Tile) -> bool:
        """Return whether this tile blocks lines."""
        return tile not in self._own and self._blocks(tile, self.board.flags(tile))

    def outline(self, tile: Tile) -> Sequence[Point]:
        """Return the corners of the part of a tile that blocks: the whole tile, or
        the diamond in it.
        """
        corners = self.grid.corners(tile)
        return _diamond(corners) if self.diamonds else corners

    def edge_between(self, a: Tile, b: Tile, ahead: Point | None = None) -> bool:
        """Return whether the edge between two tiles blocks a walk across it, in the direction
        `ahead` if that is given.
        """
        if not self.grid.are_neighbors(a, b):
            return False
        (ax, ay), (bx, by) = self.grid.center(a), self.grid.center(b)
        return self._edge_stops(a, b, ahead or (bx - ax, by - ay))

    def walls_for(self, ahead: Point) -> list[tuple[Point, Point]]:
        """Return the free walls that stop a walk in that direction, without limited ones."""
        return self._walls(ahead)

    @property
    def has_free_walls(self) -> bool:
        """Whether any free wall blocks."""
        return bool(self._free_walls.plain or self._free_walls.special)

    def free_walls_near(
        self, shape: Sequence[Point]
    ) -> Iterator[tuple[tuple[Point, Point], Threshold | None]]:
        """Yield the free walls that block and may touch a convex shape, with their threshold if
        they have a property.
        """
        yield from ((ends, None) for ends in self._free_within(shape))
        yield from (((start, end), thing) for start, end, thing in self._free_walls.special)

    def edge_direction(self, direction: int) -> Point:
        """Return the direction along an edge in that direction of the grid; its
        tile is on the left.
        """
        return edge_direction(self.grid.name, direction)

    def sectors(self, corner: Point) -> Sectors:
        """Return the free sectors around a corner."""
        return self._sectors(corner, limited=False)

    def is_on_wall(self, corner: Point, ahead: Point) -> bool:
        """Return whether the corner touches a wall that stops a walk in that direction."""
        met = self._meet(Line(corner, ahead, reach=0))
        return any(touch.is_wall for touch in (*met.grid, *met.free))

    def wall_between(self, source: Tile, target: Tile) -> bool:
        """Return whether a wall or door separates two touching tiles, at their
        edge or their corner.
        """
        if self.grid.are_neighbors(source, target):
            return bool(self._shared_edge(source, target, (0, 0)))
        (corner,) = set(self.grid.corners(source)) & set(self.grid.corners(target))
        line = CornerLine(source, corner, target, corner)
        return self.turned_line(line).contact is Contact.BLOCKED

    def line_past_wall(self, source: Tile, target: Tile) -> tuple[CornerLine, Judgment]:
        """Return the line through a corner that two touching tiles share, and its judgment.

        A wall must separate them.
        """
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
        """Yield the kinds of everything on a tile, from the viewer's point of view."""
        board = self.board
        flags = board.flags(tile)
        if flags & SOLID:
            yield "solid"
        terrain = None if flags & OUTSIDE else board.terrain(tile)
        if terrain is not None:
            yield terrain
        if self._zones is not None and self._zones.is_other_room(tile, (self.source, self.target)):
            yield "room"
        for name in board.names_at(tile):
            if name not in self._names:
                yield from self._kinds_of(board.figure(name))

    def blocker_at(self, tile: Tile) -> tuple[str, str | None]:
        """Return the blocker on a tile: its kind, and its name if it is a figure."""
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
    """Return the middles of the sides, in order."""
    return [((a + c) // 2, (b + d) // 2) for (a, b), (c, d) in pairwise((*corners, corners[0]))]


def codes_of_kinds(kinds: Collection[str]) -> frozenset[int]:
    """Return the codes of edges and free walls that block if these kinds do.

    A secret door counts as a wall, because otherwise a pack that sees through doors would reveal
    it.
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
    """Return the side of the figure at a place, or "" if it has none."""
    figure = _figure_on(board, place)
    return figure.side if figure is not None else ""


def size_class(board: Board, place: Place) -> int:
    """Return the larger dimension of the figure at a place, in tiles; 1 without a figure."""
    figure = _figure_on(board, place)
    return max(figure.size) if figure is not None else 1


def facing_of(board: Board, place: Place) -> str:
    """Return the facing of the figure at a place, or "" if it has none."""
    figure = _figure_on(board, place)
    return figure.facing if figure is not None else ""


def _figure_on(board: Board, place: Place) -> Figure | None:
    """Return the figure at a place: the one that it names, or one that stands on its tile.

    A figure that does not block sight may be hidden there, so the answer must not depend on it.
    """
    if place.name is not None:
        return board.figure(place.name)
    here = (board.figure(name) for name in board.names_at(place.middle))
    standing = (each for each in here if each.blocks_sight and not each.is_furniture)
    return next(standing, None)


def level_of(judgment: Judgment) -> str:
    """Return the judgment as one of `LEVELS`."""
    if judgment.contact is Contact.BLOCKED:
        return str(judgment.manner or Manner.THROUGH)
    return str(judgment.contact)

"""Lines from or to any part of a tile, for the questions of packs: does one of them count as free?

The search first looks for a line that touches nothing. If touches may pass, it then tries lines
that touch something, each judged by the worst that it meets.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property
from itertools import chain, combinations
from typing import NamedTuple

from sightline.geometry.area import (
    Barrier,
    Convex,
    Crossing,
    Endless,
    FreeLine,
    border_marks,
    critical_lines,
    cross_each_other,
    crossings,
    directions_to,
    free_line_between,
    free_line_from_point,
    line_between,
    line_into,
    lines_through_one,
    strip_between,
)
from sightline.geometry.contact import (
    ANYWHERE,
    BOTH,
    Contact,
    Ends,
    Judgment,
    Manner,
    Touch,
    judge,
    judge_limited,
    real,
)
from sightline.geometry.high_area import HighBarrier, high_line_from_point
from sightline.geometry.hull import convex_hull
from sightline.geometry.slopes import Heights
from sightline.geometry.walk import Line
from sightline.model.board import Board
from sightline.model.cell import SQUARE, Point, Square, Tile
from sightline.model.numbers import Body
from sightline.model.threshold import CODES, FIRST_WITH_PROPERTY, Threshold
from sightline.rules.line import EdgeThing, WallThing, mirrored
from sightline.rules.packs.heights import HighKindQuery
from sightline.rules.packs.look import KindQuery, level_of

ONE_WAY = {"": 0, "forth": 1, "back": -1}
TOUCHES = ("corner", "edge", "pinch", "seam")


class AreaLine(NamedTuple):
    """A line between two tiles, and what it meets."""

    source: Tile
    target: Tile
    line: FreeLine
    judgment: Judgment
    heights: Heights | None = None


class AreaQuery:
    """Everything that can be between one tile and another, and the lines between the two."""

    def __init__(self, look: KindQuery, source: Tile, target: Tile, ends: str) -> None:
        self.look, self.source, self.target = look, source, target
        self.ends = ends
        grid = look.grid
        self._here, self._there = look.outline(source), look.outline(target)
        self._middle, (bx, by) = grid.center(source), grid.center(target)
        self._ahead = (bx - self._middle[0], by - self._middle[1])
        turns = [self._across(corner) for corner in self._here]
        self._band = min(turns), max(turns)
        self._hull = convex_hull((*grid.corners(source), *grid.corners(target)))
        steps = [self._along(corner) for corner in self._hull]
        self._length = min(steps), max(steps)
        self._high: list[HighBarrier] | None = None

    # --- blockers

    @cached_property
    def barriers(self) -> list[Barrier]:
        """Everything that a line from tile to tile can touch."""
        return [*(self._tile(tile) for tile in self._tiles), *self._edges(), *self._free_walls()]

    @cached_property
    def _tiles(self) -> list[Tile]:
        look = self.look
        return [
            tile
            for tile in self._near(0 if look.grid is SQUARE else 1)
            if look.blocks_tile(tile) and self._is_between(look.outline(tile))
        ]

    def _near(self, margin: int) -> Iterator[Tile]:
        (a, b), (c, d) = self.source, self.target
        for first in range(min(a, c) - margin, max(a, c) + margin + 1):
            for second in range(min(b, d) - margin, max(b, d) + margin + 1):
                yield self.look.grid.tile(first, second)

    def _tile(self, tile: Tile) -> Barrier:
        return Barrier(self.look.outline(tile), tile)

    def _edges(self) -> Iterator[Barrier]:
        look, grid = self.look, self.look.grid
        board: Board = look.board
        if not board.has_edges:
            return
        for tile in self._near(1):
            for direction, (da, db) in enumerate(grid.forward):
                code = board.edge_code(direction, tile)
                if code not in look.codes:
                    continue
                other = grid.tile(tile[0] + da, tile[1] + db)
                first, second = grid.edge_ends(tile, other)
                if not self._is_between((first, second)):
                    continue
                if Line.between(first, second).step != look.edge_direction(direction):
                    first, second = second, first
                threshold = CODES[code] if code >= FIRST_WITH_PROPERTY else None
                yield _wall((first, second), EdgeThing(tile, other), threshold)

    def _free_walls(self) -> Iterator[Barrier]:
        for ends, threshold in self.look.free_walls_near(self._hull):
            if self._is_between(ends):
                yield _wall(ends, WallThing(*ends), threshold)

    def _across(self, point: Point) -> int:
        (ax, ay), (dx, dy) = self._middle, self._ahead
        return dx * (point[1] - ay) - dy * (point[0] - ax)

    def _along(self, point: Point) -> int:
        (ax, ay), (dx, dy) = self._middle, self._ahead
        return dx * (point[0] - ax) + dy * (point[1] - ay)

    def _is_between(self, shape: Convex) -> bool:
        """Return whether a shape reaches into the band that the lines from tile to tile fill,
        between the two.
        """
        turns = [self._across(corner) for corner in shape]
        if min(turns) >= self._band[1] or max(turns) <= self._band[0]:
            return False
        steps = [self._along(corner) for corner in shape]
        return min(steps) <= self._length[1] and max(steps) >= self._length[0]

    @cached_property
    def corners(self) -> set[Point]:
        """The corners that can bound the free lines.

        At a corner where blocking tiles leave less than half a turn no line passes, and along a
        straight row of tiles only the end corners count.
        """
        around: dict[Point, list[Tile]] = {}
        for tile in self._tiles:
            for corner in self.look.outline(tile):
                around.setdefault(corner, []).append(tile)
        can_bound = _one_alone if self.look.diamonds else _can_bound
        kept = {corner for corner, tiles in around.items() if can_bound(tiles)}
        for each in self.barriers:
            if each.is_wall:
                kept.update(c for c in each.corners if c not in around)
        low, high = self._band
        return {corner for corner in kept if low < self._across(corner) < high}

    # --- lines

    def from_area(self, passing: Collection[str]) -> AreaLine | None:
        """Return a line from any part of the source to any part of the target, or None.

        `passing` are the touches that do not stop it.
        """
        around = strip_between(self._here, self._there, self.barriers, self.corners)
        found = free_line_between(around)
        if found is not None:
            return self._clear(found)
        if not passing:
            return None
        ends, marks = (around.source, around.target), around.marks
        for point, ahead in chain(critical_lines(*ends, marks), lines_through_one(*ends, marks)):
            line = Endless(*point, 1, ahead)
            part = line_between(line, *ends, around.blockers)
            if part is not None:
                met = crossings(part, line, around.blockers)
                judgment = self._judged(met, ANYWHERE)
                if self._passes(judgment, met, passing):
                    return AreaLine(self.source, self.target, around.back(part), judgment)
        return None

    def from_corner(
        self, corner: Point, passing: Collection[str], backwards: bool = False
    ) -> AreaLine | None:
        """Return a line from a corner of the source to any part of the target, or None.

        With `backwards`, return one from any part of the source to a corner of the target.
        """
        own, there = (self.target, self._here) if backwards else (self.source, self._there)
        if self.ends == "closed" and self._is_touched(own, corner):
            return None

        def leaves(ahead: Point) -> bool:
            return bool(self._lanes(own, corner, ahead, backwards))

        found = free_line_from_point(corner, there, self.barriers, leaves, backwards)
        if found is not None:
            return self._clear(_turned(found) if backwards else found)
        if passing:
            # On hexes a line along a seam may meet no bounding corner, but two corners of the
            # target.
            marks = [*self.corners, *there, *border_marks(corner, there, self.barriers)]
            for ahead in directions_to(corner, there, marks)[1:-1]:
                line = Endless(*corner, 1, ahead)
                part = line_into(line, there, self.barriers)
                lanes = self._lanes(own, corner, ahead, backwards)
                if backwards:
                    part, ends = _turned(part), Ends(finish=mirrored(lanes))
                else:
                    ends = Ends(lanes)
                met = crossings(part, line, self.barriers)
                judgment = self._judged(met, ends, from_corner=True)
                if self._passes(judgment, met, passing):
                    return AreaLine(self.source, self.target, part, judgment)
        return None

    def _clear(self, found: FreeLine, heights: Heights | None = None) -> AreaLine:
        return AreaLine(self.source, self.target, found, Judgment(Contact.CLEAR), heights)

    def high_from_corner(
        self, look: HighKindQuery, corner: Point, backwards: bool = False
    ) -> AreaLine | None:
        """Return a line between a corner and any part of the other tile with heights, or None.

        Every touch stops a line here. `corner` and `backwards` are those of `from_corner`.
        """
        own, there = (self.target, self._here) if backwards else (self.source, self._there)
        bodies = look.bodies[::-1] if backwards else look.bodies

        def levels(ahead: Point) -> Iterator[Body]:
            for body in look.levels_at(corner, bodies[0]):
                look.look_at(corner, (body[0] + body[1]) / 2)
                if self._lanes(own, corner, ahead, backwards):
                    yield body

        barriers = self._high_barriers(look)
        found = high_line_from_point(corner, there, barriers, bodies, levels, backwards)
        if found is None:
            return None
        line, heights = found
        return self._clear(*((_turned(line), heights[::-1]) if backwards else (line, heights)))

    def _high_barriers(self, look: HighKindQuery) -> list[HighBarrier]:
        if self._high is None:
            thin = [*self._edges(), *self._free_walls()]
            found = [(each, look.span_of(each.what)) for each in thin]
            for tile in self._near(0 if look.grid is SQUARE else 1):
                for span in look.spans_on(tile) if self._is_between(look.outline(tile)) else ():
                    found.append((self._tile(tile), span))
            lowest = min(feet for feet, _ in look.bodies)
            highest = max(head for _, head in look.bodies)
            self._high = [
                HighBarrier(barrier, span)
                for barrier, span in found
                if (span[1] is None or span[1] > lowest) and (span[0] is None or span[0] < highest)
            ]
        return self._high

    def _lanes(self, own: Tile, corner: Point, ahead: Point, backwards: bool) -> int:
        """Return the sides of a line from `corner` on which it can leave the tile `own`.

        With open ends only walls matter: a corner lies on both sides of a wall, but the viewer
        stays on one.
        """
        if corner not in self.look.grid.corners(own):
            return BOTH  # from the middle of a tile every direction is open
        look = self.look.walls_only if self.ends == "open" else self.look
        around = look.sectors(corner)
        return around.lanes_to(own, ahead) if backwards else around.lanes_from(own, ahead)

    def _is_touched(self, own: Tile, corner: Point) -> bool:
        look = self.look
        if corner not in look.grid.corners(own):
            return False
        tiles = look.grid.tiles_at(corner)
        return any(map(look.blocks_tile, tiles)) or look.is_on_wall(corner, self._ahead)

    @staticmethod
    def _passes(judgment: Judgment, met: list[Crossing], passing: Collection[str]) -> bool:
        level = level_of(judgment)
        if level == "pinch" and "edge" not in passing:
            # It gets through there, but may run along an edge elsewhere.
            return level in passing and not any(c.lo < c.hi and not c.passes for c in met)
        return level in ("clear", *passing)

    @staticmethod
    def _judged(met: list[Crossing], ends: Ends, *, from_corner: bool = False) -> Judgment:
        """Return the judgment of a line.

        Touches at the end of a line from a corner do not count.
        """
        whole: list[Touch] = []
        limited: list[Touch] = []
        for each, lo, hi, sides, passes in met:
            touch = Touch(lo, hi, sides, each.what, is_wall=each.is_wall, passes=passes)
            (limited if each.limited else whole).append(touch)
        counted = [touch for touch in whole if not touch.passes]
        if from_corner:
            counted = [touch for touch in counted if touch.lasts or 0 < touch.lo < 1]
        if _stops_at_one_point(met):
            return Judgment(Contact.BLOCKED, real(limited), Manner.THROUGH)
        found = judge(whole, counted, 1, ends)
        return (limited and judge_limited(whole, limited, 1, ends)) or found


def _stops_at_one_point(met: list[Crossing]) -> bool:
    """Return whether the line passes the very point where two limited walls cross.

    The walls stop it there, as they stop the lines beside it.
    """
    limited = [each for each in met if each.barrier.limited and each.sides == BOTH]
    return any(
        one.lo == other.lo and cross_each_other(one.barrier, other.barrier)
        for one, other in combinations(limited, 2)
    )


def _wall(ends: tuple[Point, Point], what: object, threshold: Threshold | None) -> Barrier:
    if threshold is None:
        return Barrier(ends, what)
    return Barrier(ends, what, ONE_WAY[threshold.one_way], threshold.limited)


def _one_alone(tiles: list[Tile]) -> bool:
    """Return whether a diamond has the corner to itself: where two diamonds meet, no
    line passes.
    """
    return len(tiles) == 1


def _can_bound(tiles: list[Tile]) -> bool:
    """Return whether a line can pass a corner that these tiles share without touching more of them
    than the corner.
    """
    if len(tiles) == 2 and isinstance(tiles[0], Square):
        (a, b), (c, d) = tiles
        return abs(a - c) == abs(b - d) == 1
    return len(tiles) == 1


def _turned(line: FreeLine) -> FreeLine:
    return FreeLine(line.end, line.start)

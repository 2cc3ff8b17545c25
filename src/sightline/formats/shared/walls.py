"""Wall segments from files: clipped at the map's border, rounded to our unit, and counted.

A reader creates one `WallPen`, draws every segment with it in the file's own exact coordinates, and
calls `tell` at the end to add the results to the report.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from sightline.errors import FormatError
from sightline.formats.contract import MAX_SEGMENTS, Report
from sightline.formats.counts import count, counts, tell
from sightline.formats.safe.safe_json import blamed
from sightline.model.board import Board
from sightline.model.cell import Point
from sightline.model.hexagon import HexBoard
from sightline.model.numbers import UNIT
from sightline.model.parts.free_walls import in_order
from sightline.model.square import SquareBoard
from sightline.model.threshold import (
    ENDLESS,
    STOPS,
    Door,
    OneWayName,
    StopName,
    Threshold,
    Wall,
    as_stops,
    does_stop,
    span_of,
    turned_round,
    with_span,
    with_stops,
)
from sightline.texts import say

Spot = tuple[Fraction, Fraction]
"""A point in exact coordinates of the file."""
Box = tuple[Fraction, Fraction, Fraction, Fraction]
"""Left, top, right, bottom."""

SNAP_REACH = Fraction(1, 8)
"""The greatest distance, in tiles, between a wall's end and the grid corner that it is
snapped to.
"""


def clip(start: Spot, end: Spot, box: Box) -> tuple[Spot, Spot] | None:
    """Return the part of a segment inside the box (border included), exactly, or None."""
    left, top, right, bottom = box
    (x0, y0), (x1, y1) = start, end
    if (
        left <= min(x0, x1)
        and max(x0, x1) <= right
        and top <= min(y0, y1)
        and max(y0, y1) <= bottom
    ):
        return start, end
    dx, dy = x1 - x0, y1 - y0
    enter, leave = Fraction(0), Fraction(1)
    for speed, room in ((-dx, x0 - left), (dx, right - x0), (-dy, y0 - top), (dy, bottom - y0)):
        # Along the segment the side is crossed where t * speed = room.
        if speed == 0:
            if room < 0:
                return None
        elif speed < 0:
            enter = max(enter, room / speed)
        else:
            leave = min(leave, room / speed)
    if enter > leave:
        return None
    return (x0 + enter * dx, y0 + enter * dy), (x0 + leave * dx, y0 + leave * dy)


def is_inside(spot: Spot, ring: list[Spot]) -> bool:
    """Return whether a point is inside a closed ring, by counting crossings to its right."""
    x, y = spot
    crossings = 0
    for (x0, y0), (x1, y1) in pairwise(ring):
        if (y0 > y) != (y1 > y):
            crossings += x0 + (y - y0) * (x1 - x0) / (y1 - y0) > x
    return crossings % 2 == 1


class WallPen:
    """Draws a file's walls and doors on a board."""

    def __init__(
        self,
        board: Board,
        *,
        box: Box,
        snap: bool = False,
        to_board: Callable[[Spot], Spot] | None = None,
    ) -> None:
        self._board = board
        self._box = box
        self._snap = snap
        self._to_board = to_board
        self._drawn: dict[tuple[Point, Point], Threshold] = {}
        self._snapped: dict[Edge, Threshold] = {}
        self._seen = 0
        self._fate: Counter[str] = Counter()

    def draw(self, start: Spot, end: Spot, threshold: Threshold, place: str) -> None:
        """Draw one segment in the file's coordinates. `place` is its place in the file."""
        self._seen += 1
        if self._seen > MAX_SEGMENTS:
            raise FormatError(say("more than {most:,} wall segments", most=MAX_SEGMENTS), place)
        if start == end:
            self._fate["dots"] += 1
            return
        inside = clip(start, end, self._box)
        if inside is None or inside[0] == inside[1]:
            self._fate["outside"] += 1
            return
        if inside != (start, end):
            self._fate["cut"] += 1
        if self._to_board is not None:
            inside = self._to_board(inside[0]), self._to_board(inside[1])
        ends, was_rounded = _in_units(*inside)
        if ends[0] == ends[1]:
            self._fate["dots"] += 1
            return
        self._fate["rounded"] += was_rounded
        with blamed(place):
            if not (self._snap and self._put_on_edges(*ends, threshold)):
                self._put(ends, threshold)

    def polyline(self, spots: list[Spot], threshold: Threshold, place: str) -> None:
        """Draw a chain of segments."""
        for start, end in pairwise(spots):
            self.draw(start, end, threshold, place)

    def _put(self, ends: tuple[Point, Point], threshold: Threshold) -> None:
        (first, second), threshold = in_order(*ends, threshold)
        there = self._drawn.get((first, second))
        if there is not None and span_of(there) != span_of(threshold):
            merged = _stacked(there, threshold)
            if merged is None:
                self._put_in_halves((first, second), threshold)
                return
            threshold = merged
        elif there is not None:
            self._fate["doubled"] += 1
            threshold = both(there, threshold)
            if threshold == there:
                return
        self._drawn[first, second] = threshold
        self._board.add_wall(_in_tiles(first), _in_tiles(second), threshold)

    def _put_in_halves(self, ends: tuple[Point, Point], threshold: Threshold) -> None:
        """Add a wall above another with the same ends. It is split, because a board has only one
        wall between two points.
        """
        (x0, y0), (x1, y1) = ends
        middle = (x0 + x1) // 2, (y0 + y1) // 2
        if middle in ends:
            self._fate["dots"] += 1
            return
        self._fate["halved"] += 1
        self._put((ends[0], middle), threshold)
        self._put((middle, ends[1]), threshold)

    # --- snapping

    def _put_on_edges(self, start: Point, end: Point, threshold: Threshold) -> bool:
        """Put the segment on grid edges if it runs along them from corner to corner.

        Return whether it did.
        """
        if isinstance(self._board, SquareBoard):
            edges = _square_edges(start, end)
        else:
            edges = _hex_edges(self._board, start, end)
        if edges is None or not all(self._may_hold(*edge, threshold) for edge in edges):
            self._fate["unsnapped"] += 1
            return False
        self._fate["snapped"] += 1
        for one, other in edges:
            if one not in self._board or other not in self._board:
                self._fate["rim"] += 1
                continue
            there = self._board.edge(one, other)
            now = threshold if self._is_right(other, start, end) else turned_round(threshold)
            if there is not None:
                now = both(there, now)
            self._board.set_edge(one, other, now)
            self._snapped[one, other] = now
        return True

    def _may_hold(self, one: tuple[int, int], other: tuple[int, int], threshold: Threshold) -> bool:
        """Return whether the edge between two tiles can hold a wall.

        It cannot on the border of an open hex board, which has no edges, or above another wall.
        """
        if one not in self._board or other not in self._board:
            return not (isinstance(self._board, HexBoard) and self._board.outside == "open")
        there = self._board.edge(one, other)
        return there is None or span_of(there) == span_of(threshold)

    def _is_right(self, tile: tuple[int, int], start: Point, end: Point) -> bool:
        """Return whether the tile lies to the right of the segment on the map as drawn."""
        x, y = self._board.grid.center(tile)
        across = (end[0] - start[0]) * (y - start[1]) - (end[1] - start[1]) * (x - start[0])
        return across > 0

    # --- report

    def tell(self, report: Report) -> None:
        """Add the walls to the report, with changes and losses."""
        fate = self._fate
        report.choices.snap = bool(self._drawn or self._snapped)
        for number, noun, there in (
            (len(self._drawn), "free wall", self._drawn),
            (len(self._snapped), "edge", self._snapped),
        ):
            if number:
                report.read.append(
                    say(
                        "{things}: {things2}",
                        things=count(number, noun),
                        things2=counts(map(str, there.values())),
                    )
                )
        if not (self._drawn or self._snapped):
            report.read.append(say("no walls"))
        tell(
            *(fate, report.changed),
            ("cut", "segment", say(" cut off at the border of the map")),
            ("rounded", "segment", say(" rounded to the nearest 1/{unit:,} of a tile", unit=UNIT)),
            ("snapped", "segment", say(" snapped onto grid edges")),
            ("unsnapped", "segment", say(" not running from corner to corner: kept as free walls")),
            ("halved", "segment", say(" above another with the same ends: kept as two halves")),
            ("doubled", "segment", say(" drawn twice: kept once, as the one that blocks more")),
        )
        tell(
            *(fate, report.lost),
            ("rim", "snapped edge", say(" on the border of the board, where sight ends anyway")),
            ("outside", "segment", say(" outside the map")),
            ("dots", "segment", say(" without length")),
        )


# --- two walls or doors in one place

_STATES = ("open", "closed", "secret", "locked")
"""The states of doors and gates. Of two in the same place, the one with the later state is
kept.
"""


def both(there: Threshold, new: Threshold) -> Threshold:
    """Return one threshold for two in the same place: it blocks whatever either of them blocks.

    A wall takes precedence over a door or gate. Two one-way walls in opposite directions become a
    full wall. A one-way wall and a limited one also become a full wall, since no wall combines the
    two.

    >>> from sightline import Door, Wall
    >>> both(Door("open"), Door("locked")), both(Wall(one_way="back"), Wall(one_way="forth"))
    (Door(state='locked'), Wall())
    """
    return with_stops(_both_for_sight(there, new), _either_stops(there, new))


def _both_for_sight(there: Threshold, new: Threshold) -> Threshold:
    hard, soft = sorted((there, new), key=_hardness, reverse=True)
    if not soft.blocks_sight or _stops(soft) == _stops(hard):
        return hard
    forth, back = map(max, zip(_stops(there), _stops(new), strict=True))
    if (forth, back) == _stops(soft) and isinstance(hard, Wall):
        return soft  # for example a one-way wall on a full door: the door blocks more
    limited = max(forth, back) == _LIMITED
    one_way: OneWayName = "" if forth and back else "forth" if forth else "back"
    return replace(hard, limited=limited, one_way=one_way)


def _either_stops(there: Threshold, new: Threshold) -> tuple[StopName, ...] | None:
    """Return what either threshold stops. An open one stops nothing, unless both are open."""
    shut = [each for each in (there, new) if each.state != "open"] or [there, new]
    return as_stops([what for what in STOPS if any(does_stop(each, what) for each in shut)])


def _stacked(there: Threshold, new: Threshold) -> Threshold | None:
    """Return one wall for two of the same kind that touch or overlap in height, otherwise None."""
    if with_span(there, ENDLESS) != with_span(new, ENDLESS):
        return None
    (low, high), (bottom, top) = span_of(there), span_of(new)
    if None not in (high, bottom) and high < bottom:  # type: ignore[operator]
        return None
    if None not in (low, top) and top < low:  # type: ignore[operator]
        return None
    return with_span(
        there,
        (
            None if low is None or bottom is None else min(low, bottom),
            None if high is None or top is None else max(high, top),
        ),
    )


def _hardness(threshold: Threshold) -> tuple[bool, bool, int, bool]:
    """Return a sort key: blocks sight, is a wall, how hard it is to open, is a door."""
    state = threshold.state
    return (
        threshold.blocks_sight,
        state is None,
        len(_STATES) if state is None else _STATES.index(state),
        isinstance(threshold, Door),
    )


_LIMITED, _FULL = 1, 2


def _stops(threshold: Threshold) -> tuple[int, int]:
    """Return how fully a barrier stops lines forth and back, if it is not open: 0, limited or
    full.
    """
    much = _LIMITED if threshold.limited else _FULL
    return (
        much if threshold.one_way != "back" else 0,
        much if threshold.one_way != "forth" else 0,
    )


def _in_units(start: Spot, end: Spot) -> tuple[tuple[Point, Point], bool]:
    exact = [value * UNIT for value in (*start, *end)]
    x0, y0, x1, y1 = (round(value) for value in exact)
    return ((x0, y0), (x1, y1)), any(value.denominator != 1 for value in exact)


def _in_tiles(point: Point) -> Spot:
    return Fraction(point[0], UNIT), Fraction(point[1], UNIT)


Edge = tuple[tuple[int, int], tuple[int, int]]


def _square_edges(start: Point, end: Point) -> list[Edge] | None:
    """Return the edges, as pairs of tiles, that a segment almost covers from corner to corner,
    or None.
    """
    corners = []
    for point in (start, end):
        col, row = (round(Fraction(value, UNIT)) for value in point)
        reach = SNAP_REACH * UNIT
        if abs(point[0] - col * UNIT) > reach or abs(point[1] - row * UNIT) > reach:
            return None
        corners.append((col, row))
    (x0, y0), (x1, y1) = sorted(corners)
    if x0 == x1 and y0 != y1:
        return [((row, x0 - 1), (row, x0)) for row in range(min(y0, y1), max(y0, y1))]
    if y0 == y1 and x0 != x1:
        return [((y0 - 1, col), (y0, col)) for col in range(x0, x1)]
    return None


def _hex_edges(board: Board, start: Point, end: Point) -> list[Edge] | None:
    """Return the hex edge that a segment almost covers. There is at most one, since no two lie
    in line.
    """
    grid = board.grid
    sides = []
    for point in (start, end):
        corners = [corner for tile in grid.tiles_at(point) for corner in grid.corners(tile)]
        corner = min(corners, key=lambda each: grid.length_squared(each, point))
        if grid.length_squared(corner, point) > (SNAP_REACH * UNIT) ** 2:
            return None
        sides.append(set(grid.tiles_at(corner)))
    shared = sorted(sides[0] & sides[1])
    if len(shared) != 2:
        return None
    return [(shared[0], shared[1])]

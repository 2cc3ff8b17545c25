"""Free walls: straight walls, doors and gates anywhere on a board, off its grid."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, SupportsFloat, SupportsIndex, TypeAlias

from sightline.errors import InvalidTypeError, InvalidValueError, LimitError, UnknownNameError
from sightline.model.cell import Point, TileT_co
from sightline.model.numbers import UNIT, short_repr, to_units
from sightline.model.parts.ground import BoardGround
from sightline.model.threshold import (
    ENDLESS,
    Threshold,
    Wall,
    as_threshold,
    code_of,
    has_property,
    span_of,
    stops_of,
    turned_round,
)
from sightline.texts import say

WALL_MARGIN = 512
"""How far a free wall may reach beyond the largest board, in tiles. With `UNIT` =
384,000 every coordinate then spans less than 5,120 * 384,000 < 2^31, so the
cross product of two differences fits in 64 bits.
"""

WallEnd: TypeAlias = Iterable[SupportsFloat | SupportsIndex]
"""Two numbers of any type: `(x, y)` in tiles on squares, axial `(q, r)` on hexes."""


@dataclass(frozen=True, slots=True)
class FreeWall:
    """A straight wall (or door, or gate) off the grid. Its ends are in 1/384,000ths of a tile."""

    start: Point
    end: Point
    threshold: Threshold

    @property
    def ends(self) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
        """The two ends in tiles, as exact numbers."""
        (x0, y0), (x1, y1) = self.start, self.end
        return (
            (Fraction(x0, UNIT), Fraction(y0, UNIT)),
            (Fraction(x1, UNIT), Fraction(y1, UNIT)),
        )


class WallChange(NamedTuple):
    """A free wall that was added, removed or replaced. Its lower end comes first."""

    ends: tuple[Point, Point]
    before: Threshold | None
    after: Threshold | None


class FreeWalls(BoardGround[TileT_co]):
    """The part of a board that stores its free walls.

    The key of a wall is its two ends, the lower one first, so there is at most one wall between two
    points. One-way walls are stored as seen from the lower end.
    """

    def __init__(self) -> None:
        self._free: dict[tuple[Point, Point], Threshold] = {}
        self._wall_heights = 0
        self._wall_stops = 0

    def _wall_bounds(self) -> tuple[int, int]:
        """Return the lowest and highest coordinate that a wall's end may have, in tiles."""
        raise NotImplementedError

    def add_wall(
        self,
        start: WallEnd,
        end: WallEnd,
        threshold: Threshold | None = None,
    ) -> FreeWall:
        """Add a straight wall, door or gate anywhere on the board, off the grid.

        Ends are in tiles (`x` to the right, `y` down) on squares, axial `(q, r)` on hexes. They are
        rounded to the nearest 1/384,000th of a tile: decimals of up to three places, 1/1024ths and
        thirds are exact. A wall between the same two ends is replaced. Two equal ends, or ends that
        are not numbers, raise an error.

        A one-way wall ("forth") stops lines that cross it from left to right, as seen from `start`
        looking to `end`; "back" is the same with the ends swapped.

        >>> from sightline import SquareBoard, Wall, sees
        >>> board = SquareBoard(3, 3)
        >>> wall = board.add_wall((0.25, 1.5), (2.75, 1.5))
        >>> str(wall.threshold), sees(board, "B1", "B3", "center")
        ('wall', False)
        >>> mirrored = board.add_wall((0.25, 1.5), (2.75, 1.5), Wall(one_way="back"))
        >>> tuple(map(float, mirrored.ends[0])), mirrored.threshold
        ((2.75, 1.5), Wall(one_way='forth'))
        """
        first, second = self._wall_ends(start, end)
        threshold = Wall() if threshold is None else as_threshold(threshold)
        assert threshold is not None
        self.put_wall(first, second, threshold)
        return _as_drawn(*in_order(first, second, threshold))

    def put_wall(self, start: Point, end: Point, threshold: Threshold) -> None:
        """Add a wall with its ends in 1/384,000ths of a tile, without checks."""
        ends, threshold = in_order(start, end, threshold)
        before = self._free.get(ends)
        self._before_change()
        self._free[ends] = threshold
        self._walls_changed(WallChange(ends, before, threshold))

    def put_walls(self, walls: Iterable[tuple[tuple[Point, Point], Threshold]]) -> None:
        """Add many walls without properties, each with its lower end first, without checks."""
        new = dict(walls)
        changed = [WallChange(ends, self._free.get(ends), each) for ends, each in new.items()]
        self._before_change()
        self._free.update(new)
        self._walls_changed(*changed)

    def remove_wall(self, start: WallEnd, end: WallEnd) -> None:
        """Remove the free wall with these two ends, in either order.

        Raises `UnknownNameError` if the board has no such wall.

        >>> from sightline import SquareBoard
        >>> board = SquareBoard(3, 3)
        >>> _ = board.add_wall((0, 1.5), (2.75, 1.5))
        >>> board.remove_wall((2.75, 1.5), (0, 1.5))
        >>> board.free_walls()
        []
        """
        first, second = sorted(self._wall_ends(start, end))
        ends = first, second
        if ends not in self._free:
            raise UnknownNameError(
                say(
                    "no free wall from {start} to {end} on this board",
                    start=short_repr(start),
                    end=short_repr(end),
                )
            )
        self._drop_wall(first, second)

    def _drop_wall(self, start: Point, end: Point) -> None:
        """Remove a wall by its ends in 1/384,000ths of a tile, the lower first, without checks."""
        self._before_change()
        self._walls_changed(WallChange((start, end), self._free.pop((start, end)), None))

    def free_walls(self) -> list[FreeWall]:
        """Return every free wall, in the order in which they were added. Each wall's `ends` are
        exact, in tiles.

        The ends of a one-way wall are ordered so that it is "forth".

        >>> from sightline import SquareBoard
        >>> board = SquareBoard(3, 3)
        >>> _ = board.add_wall((0, 0.5), (1, 0.25))
        >>> [[tuple(map(float, end)) for end in wall.ends] for wall in board.free_walls()]
        [[(0.0, 0.5), (1.0, 0.25)]]
        """
        return [_as_drawn(ends, threshold) for ends, threshold in self._free.items()]

    def wall_items(self) -> Iterable[tuple[tuple[Point, Point], Threshold]]:
        """Return the free walls as stored: (ends with the lower first, barrier)."""
        return self._free.items()

    @property
    def wall_count(self) -> int:
        """The number of free walls."""
        return len(self._free)

    def blocking_walls(self) -> list[tuple[Point, Point]]:
        """Return the ends of the free walls that block sight and are neither limited
        nor one-way.
        """
        return [
            ends
            for ends, threshold in self._free.items()
            if threshold.blocks_sight and not has_property(threshold)
        ]

    def wall_threshold(self, start: Point, end: Point) -> Threshold:
        """Return the barrier of the free wall with these two ends, given in
        1/384,000ths of a tile.
        """
        return self._free[start, end]

    def _walls_changed(self, *changed: WallChange) -> None:
        more = sum(_has_span(each.after) - _has_span(each.before) for each in changed)
        self._wall_heights += more
        self._wall_stops += sum(
            _is_partial(each.after) - _is_partial(each.before) for each in changed
        )
        for each in self.observers:
            each.walls_changed(self, changed)
        if more:
            self._heights_changed()

    def _wall_content(self) -> tuple[Any, ...]:
        """Return the walls as plain values in a canonical order, for comparing boards."""
        return tuple(sorted((ends, code_of(threshold)) for ends, threshold in self._free.items()))

    def _wall_spans(self) -> tuple[Any, ...]:
        """Return the bottoms and tops of walls that have one, in the same canonical order."""
        return tuple(
            sorted(
                (ends, tuple(map(str, span_of(threshold))))
                for ends, threshold in self._free.items()
                if span_of(threshold) != ENDLESS
            )
        )

    def _stops_of_walls(self) -> tuple[Any, ...]:
        """Return the lists of things that partial walls stop, in the same canonical order."""
        return tuple(
            sorted(
                (ends, stops)
                for ends, threshold in self._free.items()
                if (stops := stops_of(threshold)) is not None
            )
        )

    def _wall_ends(self, start: Any, end: Any) -> tuple[Point, Point]:
        low, high = self._wall_bounds()
        ends: list[Point] = []
        for what, point in (("start of wall", start), ("end of wall", end)):
            try:
                x, y = point
            except (TypeError, ValueError):
                raise InvalidTypeError(
                    f"{what}: expected two numbers, got {short_repr(point)}"
                ) from None
            units = (to_units(x, what), to_units(y, what))
            if not all(low * UNIT <= value <= high * UNIT for value in units):
                raise LimitError(
                    say(
                        "{what}: expected coordinates from {low} to {high}, got {got}",
                        what=what,
                        low=low,
                        high=high,
                        got=short_repr(point),
                    )
                )
            ends.append(units)
        if ends[0] == ends[1]:
            raise InvalidValueError(
                say("wall: expected two different ends, got {got} twice", got=short_repr(start))
            )
        return ends[0], ends[1]


def _has_span(threshold: Threshold | None) -> bool:
    return threshold is not None and span_of(threshold) != ENDLESS


def _is_partial(threshold: Threshold | None) -> bool:
    return threshold is not None and threshold.stops is not None


def in_order(
    start: Point, end: Point, threshold: Threshold
) -> tuple[tuple[Point, Point], Threshold]:
    """Return the key and value under which a wall is stored: its ends with the lower first, and its
    barrier as seen from there.
    """
    if start <= end:
        return (start, end), threshold
    return (end, start), turned_round(threshold)


def _as_drawn(ends: tuple[Point, Point], threshold: Threshold) -> FreeWall:
    """Return a stored wall with its ends ordered so that a one-way wall is "forth"."""
    first, second = ends
    if threshold.one_way == "back":
        return FreeWall(second, first, turned_round(threshold))
    return FreeWall(first, second, threshold)

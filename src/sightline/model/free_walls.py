"""Free walls: straight walls, doors and gates anywhere on a board, off its grid."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, SupportsFloat, SupportsIndex, TypeAlias

from sightline.errors import InvalidTypeError, InvalidValueError, LimitError, UnknownNameError
from sightline.model.cell import Point
from sightline.model.numbers import UNIT, shown, to_units
from sightline.model.past import Past, take_back_wall, take_back_wall_removal
from sightline.model.threshold import (
    CODE_OF,
    Threshold,
    Wall,
    as_threshold,
    has_property,
    turned_round,
)
from sightline.model.values import dataclass

WALL_MARGIN = 512
"""How far beyond the most tiles that a board may span a free wall may reach. With `UNIT` = 384,000
every coordinate then spans less than 5,120 * 384,000 < 2^31, so the cross product of two
differences fits in 64 bits."""

WallEnd: TypeAlias = Iterable[SupportsFloat | SupportsIndex]
"""Two numbers of any kind: `(x, y)` in tiles on squares, axial `(q, r)` on hexes."""


@dataclass(frozen=True, slots=True)
class FreeWall:
    """A straight wall (or door, or gate) anywhere. Ends are in 1/384,000ths of a tile."""

    start: Point
    end: Point
    threshold: Threshold

    @property
    def ends(self) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
        """The two ends in tile units, exactly."""
        (x0, y0), (x1, y1) = self.start, self.end
        return (
            (Fraction(x0, UNIT), Fraction(y0, UNIT)),
            (Fraction(x1, UNIT), Fraction(y1, UNIT)),
        )


class FreeWalls:
    """The part of a board that is its free walls.

    They are kept under their two ends in order, the lower first, so that two ends name one wall;
    what is one-way is kept as seen from the lower.
    """

    mirror: Any
    past: Past | None

    def __init__(self) -> None:
        self._free: dict[tuple[Point, Point], Threshold] = {}

    def _record(self, *undo: Any) -> None:
        raise NotImplementedError

    def _wall_bounds(self) -> tuple[int, int]:
        """The lowest and highest coordinate of a wall's end, in tiles."""
        raise NotImplementedError

    def add_wall(
        self,
        start: WallEnd,
        end: WallEnd,
        threshold: Threshold | None = None,
    ) -> FreeWall:
        """Draw a straight wall anywhere, or a door or gate off the grid.

        Ends are in tile units (`x` to the right, `y` down) on squares, axial `(q, r)` on hexes.
        They are held to the nearest 1/384,000th of a tile: decimals of up to three places,
        1/1024ths and thirds exactly. The same two ends again replace what the wall carries.
        Ends that are one point, or no numbers, are refused.

        A one-way wall ("forth") stops lines that cross it from its left to its right, as one goes
        from `start` to `end` on the map as drawn; "back" is the same with the ends swapped.

        >>> from sightline import SquareBoard, Wall, sees
        >>> board = SquareBoard(3, 3)
        >>> wall = board.add_wall((0.25, 1.5), (2.75, 1.5))
        >>> str(wall.threshold), sees(board, "B1", "B3", "quest")
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
        """The same for ends that a board has held already, in 1/384,000ths of a tile: no checks,
        for speed."""
        ends, threshold = in_order(start, end, threshold)
        before = self._free.get(ends)
        if self.past is not None:
            self._record(take_back_wall, ends, before)
        self._free[ends] = threshold
        self._walls_changed(threshold if before is None else before, threshold)

    def put_walls(self, walls: Iterable[tuple[tuple[Point, Point], Threshold]]) -> None:
        """Many at once, each with the lower end first and nothing that is limited or one-way."""
        if self.past is None and self.mirror is None:
            self._free.update(walls)
            return
        for ends, threshold in walls:
            self.put_wall(*ends, threshold)

    def remove_wall(self, start: WallEnd, end: WallEnd) -> None:
        """Take away the free wall with these two ends, in either order.

        If there is none, it is an `UnknownNameError`.

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
                f"no free wall from {shown(start)} to {shown(end)} on this board"
            )
        if self.past is not None:
            at = list(self._free).index(ends)
            self._record(take_back_wall_removal, ends, at, self._free[ends])
        self._walls_changed(self._free.pop(ends))

    def free_walls(self) -> list[FreeWall]:
        """Every free wall, in the order in which they came; `wall.ends` are in tiles, exactly.

        A one-way wall goes from `start` to `end` so that it is "forth".

        >>> from sightline import SquareBoard
        >>> board = SquareBoard(3, 3)
        >>> _ = board.add_wall((0, 0.5), (1, 0.25))
        >>> [[tuple(map(float, end)) for end in wall.ends] for wall in board.free_walls()]
        [[(0.0, 0.5), (1.0, 0.25)]]
        """
        return [_as_drawn(ends, threshold) for ends, threshold in self._free.items()]

    def wall_items(self) -> Iterable[tuple[tuple[Point, Point], Threshold]]:
        """The free walls as they are kept: two ends, the lower first, and what they carry."""
        return self._free.items()

    @property
    def wall_count(self) -> int:
        """How many free walls there are."""
        return len(self._free)

    def blocking_walls(self) -> list[tuple[Point, Point]]:
        """The ends of the free walls that block sight and have no property."""
        return [
            ends
            for ends, threshold in self._free.items()
            if threshold.blocks_sight and not has_property(threshold)
        ]

    def wall_threshold(self, start: Point, end: Point) -> Threshold:
        """What the free wall with these two ends carries (both in 1/384,000ths of a tile)."""
        return self._free[start, end]

    def _walls_changed(self, *changed: Threshold) -> None:
        if any(map(has_property, changed)):
            self.mirror = None  # to be made anew, with them
        elif self.mirror is not None:
            self.mirror.set_walls(self.blocking_walls())

    def _wall_content(self) -> tuple[Any, ...]:
        """The walls in plain values and a canonical order."""
        return tuple(sorted((ends, CODE_OF[threshold]) for ends, threshold in self._free.items()))

    def _wall_ends(self, start: Any, end: Any) -> tuple[Point, Point]:
        low, high = self._wall_bounds()
        ends: list[Point] = []
        for what, point in (("start of wall", start), ("end of wall", end)):
            try:
                x, y = point
            except (TypeError, ValueError):
                raise InvalidTypeError(
                    f"{what}: expected two numbers, got {shown(point)}"
                ) from None
            units = (to_units(x, what), to_units(y, what))
            if not all(low * UNIT <= value <= high * UNIT for value in units):
                raise LimitError(
                    f"{what}: expected coordinates from {low} to {high}, got {shown(point)}"
                )
            ends.append(units)
        if ends[0] == ends[1]:
            raise InvalidValueError(f"wall: expected two different ends, got {shown(start)} twice")
        return ends[0], ends[1]


def in_order(
    start: Point, end: Point, threshold: Threshold
) -> tuple[tuple[Point, Point], Threshold]:
    """The lower end first, and what is one-way as seen from there: one wall, one key."""
    if start <= end:
        return (start, end), threshold
    return (end, start), turned_round(threshold)


def _as_drawn(ends: tuple[Point, Point], threshold: Threshold) -> FreeWall:
    """With the ends in the order in which a one-way wall is "forth"."""
    first, second = ends
    if threshold.one_way == "back":
        return FreeWall(second, first, turned_round(threshold))
    return FreeWall(first, second, threshold)

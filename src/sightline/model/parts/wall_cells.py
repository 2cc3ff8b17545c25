"""An index of free walls by position, so that a line is tested only against walls near it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from sightline.model.cell import Point
from sightline.model.numbers import UNIT
from sightline.model.threshold import Threshold, code_of, has_property

Ends = tuple[Point, Point]


class BlockingWalls(NamedTuple):
    """The free walls that block: the plain ones, and those that are limited or one-way."""

    plain: Collection[Ends]
    """The plain walls in the board's order. Membership tests use a hash."""
    special: Sequence[tuple[Point, Point, Threshold]]

    @classmethod
    def of(cls, walls: Iterable[tuple[Ends, Threshold]], codes: frozenset[int]) -> BlockingWalls:
        plain: dict[Ends, None] = {}
        special = []
        for ends, threshold in walls:
            if code_of(threshold) in codes:
                if has_property(threshold):
                    special.append((*ends, threshold))
                else:
                    plain[ends] = None
        return cls(plain.keys(), special)

    def only(self, counts: Callable[[Point, Point], bool]) -> BlockingWalls:
        """Return the walls for which `counts(start, end)` is true."""
        plain = {ends: None for ends in self.plain if counts(*ends)}
        return BlockingWalls(plain.keys(), [each for each in self.special if counts(*each[:2])])


NO_WALLS = BlockingWalls((), ())


class WallCells:
    """An index of the free walls by the square cells, as large as a tile, that they run through.

    A line and a wall that touch have a point in common, and so a cell. The index observes its
    board, and is dropped when a wall changes.
    """

    def __init__(self, walls: Iterable[tuple[Ends, Threshold]]) -> None:
        self._walls = [*walls]
        self._blocking: dict[frozenset[int], BlockingWalls] = {}

    @staticmethod
    def of(board: Any) -> WallCells:
        """Return the index of a board, created on the first call."""
        found: WallCells | None = board.observer(WallCells)
        if found is None:
            found = WallCells(board.wall_items())
            board.attach(found)
        return found

    @cached_property
    def _cells(self) -> dict[tuple[int, int], list[int]]:
        cells: dict[tuple[int, int], list[int]] = {}
        for index, (ends, _) in enumerate(self._walls):
            for cell in _cells(*ends):
                cells.setdefault(cell, []).append(index)
        return cells

    def near(self, start: Point, end: Point) -> list[Ends]:
        """Return the walls that share a cell with the line between two points, in
        the board's order.
        """
        found: set[int] = set()
        for cell in _cells(start, end):
            found.update(self._cells.get(cell, ()))
        return [self._walls[index][0] for index in sorted(found)]

    def within(self, shape: Sequence[Point]) -> list[Ends]:
        """Return the walls that share a cell with a convex shape, in the board's order."""
        rows: dict[int, tuple[int, int]] = {}
        for i, corner in enumerate(shape):
            for column, row in _cells(shape[i - 1], corner):
                low, high = rows.get(column, (row, row))
                rows[column] = min(low, row), max(high, row)
        found: set[int] = set()
        for column, (low, high) in rows.items():
            for row in range(low, high + 1):
                found.update(self._cells.get((column, row), ()))
        return [self._walls[index][0] for index in sorted(found)]

    def blocking(self, codes: frozenset[int]) -> BlockingWalls:
        """Return the walls whose barriers have one of these codes."""
        found = self._blocking.get(codes)
        if found is None:
            found = self._blocking[codes] = BlockingWalls.of(self._walls, codes)
        return found

    # --- as an observer

    def walls_changed(self, board: Any, changed: Any) -> None:
        board.detach(self)

    def all_changed(self, board: Any) -> None:
        board.detach(self)

    def tile_changed(self, board: Any, index: int) -> None: ...

    def edge_changed(self, board: Any, direction: int, index: int, old: int) -> None: ...

    def elevation_changed(self, board: Any, index: int, old: Any) -> None: ...

    def cover_changed(self, board: Any) -> None: ...


def _cells(start: Point, end: Point) -> Iterator[tuple[int, int]]:
    """Yield every cell that the line between two points crosses, and possibly a
    few cells next to it.
    """
    (x0, y0), (x1, y1) = (start, end) if start <= end else (end, start)
    across, down = x1 - x0, y1 - y0
    for column in range(x0 // UNIT, x1 // UNIT + 1):
        low = high = y0
        if across:
            enters = max(x0, column * UNIT) - x0
            leaves = min(x1, column * UNIT + UNIT) - x0
            ways = (down * enters, down * leaves)
            low = y0 + min(ways) // across
            high = y0 - -max(ways) // across
        elif down:
            high = y1
        for row in range(low // UNIT, high // UNIT + 1):
            yield column, row

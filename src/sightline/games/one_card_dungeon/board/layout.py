"""Floor and walls, and the cost of walking.

An orthogonal step costs 2, a diagonal one 3. A diagonal step may pass the corners of walls, even
between two of them: only the destination of a step matters (see docs/one-card-dungeon.md).
"""

from __future__ import annotations

import heapq
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from sightline.model.cell import Square

ORTHOGONAL, DIAGONAL = 2, 3
STEPS = tuple(
    (dr, dc, DIAGONAL if dr and dc else ORTHOGONAL)
    for dr in (-1, 0, 1)
    for dc in (-1, 0, 1)
    if dr or dc
)
NEAREST = ORTHOGONAL
"""The range to an orthogonal neighbor, which is the smallest possible range."""


def kept_hash(value: Any) -> int:
    """Return the cached hash of a frozen dataclass. It is the `__hash__` of classes that are
    often keys.
    """
    kept: int | None = value.__dict__.get("_hash")
    if kept is None:
        kept = hash(tuple(getattr(value, each.name) for each in fields(value)))
        value.__dict__["_hash"] = kept
    return kept


def without_kept(value: Any) -> dict[str, Any]:
    """Return the state to pickle, without the cached hash: string hashes differ between
    processes.
    """
    return {name: each for name, each in value.__dict__.items() if name[0] != "_"}


@dataclass(frozen=True)
class LevelLayout:
    """A rectangle of floor with walls in it."""

    rows: int
    cols: int
    walls: frozenset[Square]

    __hash__ = kept_hash
    __getstate__ = without_kept

    def is_floor(self, tile: tuple[int, int]) -> bool:
        """Return whether the tile is on the board and not a wall."""
        row, col = tile
        return 0 <= row < self.rows and 0 <= col < self.cols and tile not in self.walls

    def tiles(self) -> Iterator[Square]:
        """Yield every tile in reading order, including walls."""
        return (Square(row, col) for row in range(self.rows) for col in range(self.cols))

    def floor(self) -> Iterator[Square]:
        """Yield every tile without a wall, in reading order."""
        return (tile for tile in self.tiles() if tile not in self.walls)

    def steps_from(self, tile: Square) -> tuple[tuple[Square, int], ...]:
        """Return each neighboring floor tile with the cost of the step."""
        return _steps_from(self, tile)


@lru_cache(maxsize=1 << 14)
def _steps_from(layout: LevelLayout, tile: Square) -> tuple[tuple[Square, int], ...]:
    near = ((Square(tile.row + dr, tile.col + dc), cost) for dr, dc, cost in STEPS)
    return tuple((there, cost) for there, cost in near if layout.is_floor(there))


def step_cost(a: Square, b: Square) -> int | None:
    """Return the cost of one step from `a` to `b`, or None if they are not neighbors."""
    rows, cols = abs(a.row - b.row), abs(a.col - b.col)
    if max(rows, cols) != 1:
        return None
    return DIAGONAL if rows and cols else ORTHOGONAL


class Way(NamedTuple):
    """The cost of reaching a tile, and the previous tile on the path."""

    cost: int
    last: Square | None


def ways_from(layout: LevelLayout, start: Square, barred: Container[Square]) -> dict[Square, Way]:
    """Return the cheapest path to every tile that can be reached without entering a barred one."""
    ways = {start: Way(0, None)}
    waiting = [(0, start)]
    while waiting:
        cost, tile = heapq.heappop(waiting)
        if cost > ways[tile].cost:
            continue
        for there, step in layout.steps_from(tile):
            if there in barred:
                continue
            if there not in ways or cost + step < ways[there].cost:
                ways[there] = Way(cost + step, tile)
                heapq.heappush(waiting, (cost + step, there))
    return ways


@lru_cache(maxsize=1 << 14)
def costs_from(layout: LevelLayout, start: Square, barred: Square | None) -> Mapping[Square, int]:
    """Return the lowest cost to every tile that can be reached from `start` without entering
    `barred`.
    """
    ways = ways_from(layout, start, () if barred is None else (barred,))
    return MappingProxyType({tile: way.cost for tile, way in ways.items()})


def range_between(layout: LevelLayout, a: Square, b: Square) -> int | None:
    """Return the range from `a` to `b`: the lowest cost of walking there, or None if there is no
    path.

    Walls block the path, figures do not.
    """
    return costs_from(layout, a, None).get(b)

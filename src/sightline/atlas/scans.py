"""Row scans: symmetric shadowcasting, and the older scan with diamond walls.

In each of four quarters, the scan goes row by row away from the viewer and maintains a range of
slopes. Walls are diamonds that cut pieces off the range. Slopes are fractions, so nothing is
rounded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil, floor

Tile = tuple[int, int]
Rows = Sequence[Sequence[bool]]
HALF = Fraction(1, 2)
QUARTERS = ((-1, 0, 0, 1), (1, 0, 0, 1), (0, 1, 1, 0), (0, -1, 1, 0))
"""For each quarter, a step outward and a step across, in rows and columns."""


def shadowcast(
    walls: Rows, origin: Tile, radius: int | None = None, *, any_part: bool = False
) -> set[Tile]:
    """Return the visible tiles: floors by their middles, walls by any part.

    With `any_part`, floors are also visible by any part. Then more is visible, but not
    symmetrically.
    """
    seen = {origin}
    far = radius if radius is not None else max(len(walls), len(walls[0]))
    for quarter in QUARTERS:
        seen.update(_quarter(walls, origin, far, quarter, any_part))
    if radius is None:
        return seen
    row, col = origin
    return {(r, c) for r, c in seen if (r - row) ** 2 + (c - col) ** 2 <= radius**2}


def diamond_walls(walls: Rows, origin: Tile, radius: int | None = None) -> set[Tile]:
    """Return the tiles of which any part is lit, among walls that are diamonds."""
    return shadowcast(walls, origin, radius, any_part=True)


def _quarter(
    walls: Rows, origin: Tile, far: int, quarter: tuple[int, int, int, int], any_part: bool
) -> Iterator[Tile]:
    height, width = len(walls), len(walls[0])
    strips = [(1, Fraction(-1), Fraction(1))]
    while strips:
        depth, start, end = strips.pop()
        if depth > far:
            continue
        before: bool | None = None
        # A tile that the range only touches is left out.
        for across in range(floor(depth * start + HALF), ceil(depth * end - HALF) + 1):
            row = origin[0] + depth * quarter[0] + across * quarter[2]
            col = origin[1] + depth * quarter[1] + across * quarter[3]
            on_map = 0 <= row < height and 0 <= col < width
            is_wall = not on_map or walls[row][col]
            if on_map and (is_wall or any_part or depth * start <= across <= depth * end):
                yield row, col
            if before is True and not is_wall:
                start = _near_side(depth, across)
            elif before is False and is_wall:
                strips.append((depth + 1, start, _near_side(depth, across)))
            before = is_wall
        if before is False:
            strips.append((depth + 1, start, end))


def _near_side(depth: int, across: int) -> Fraction:
    """Return the slope to the first tip of the diamond in a tile."""
    return Fraction(2 * across - 1, 2 * depth)

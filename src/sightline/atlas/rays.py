"""Ray casting: a line to every tile, lines to the rim, and a fixed set of rays through diamonds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import gcd
from typing import TypeAlias

from sightline.atlas.scans import Rows, Tile

Tree: TypeAlias = dict[Tile, "Tree"]
"""Rays from (0, 0), merged while they pass the same cells."""


def lines_to_tiles(walls: Rows, origin: Tile) -> set[Tile]:
    """Return each tile whose digital line (Bresenham's) from the viewer meets no wall before it."""
    height, width = len(walls), len(walls[0])
    return {
        (row, col)
        for row in range(height)
        for col in range(width)
        if not any(walls[r][c] for r, c in _between(origin, (row, col)))
    }


def lines_to_rim(walls: Rows, origin: Tile) -> set[Tile]:
    """Return the tiles on digital lines to the rim of the map, up to the first wall on each."""
    height, width = len(walls), len(walls[0])
    rim = {(row, col) for row in range(height) for col in (0, width - 1)}
    rim |= {(row, col) for row in (0, height - 1) for col in range(width)}
    seen = {origin}
    for end in rim - {origin}:
        for row, col in [*_between(origin, end), end]:
            seen.add((row, col))
            if walls[row][col]:
                break
    return seen


def _between(start: Tile, end: Tile) -> Iterator[Tile]:
    """Yield the tiles of a digital line between its ends, one for each step along the longer side.

    Halves are rounded away from the start, so the line in the other direction may differ.
    """
    rows, cols = end[0] - start[0], end[1] - start[1]
    down, right = (-1 if rows < 0 else 1), (-1 if cols < 0 else 1)
    steps = max(abs(rows), abs(cols))
    for step in range(1, steps):
        yield (
            start[0] + down * ((2 * abs(rows) * step + steps) // (2 * steps)),
            start[1] + right * ((2 * abs(cols) * step + steps) // (2 * steps)),
        )


# --- a fixed set of rays

QUADRANTS = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def fixed_rays(walls: Rows, origin: Tile, radius: int) -> set[Tile]:
    """Return the cells that some ray of the set reaches. Cells are diamonds (as in DCSS)."""
    height, width = len(walls), len(walls[0])
    seen = {origin}
    for down, right in QUADRANTS:
        trees = [ray_tree(radius)]
        while trees:
            for (i, j), rest in trees.pop().items():
                row, col = origin[0] + i * down, origin[1] + j * right
                if not (0 <= row < height and 0 <= col < width):
                    continue
                seen.add((row, col))
                if not walls[row][col]:
                    trees.append(rest)
    return seen


@cache
def ray_tree(radius: int) -> Tree:
    """Return the rays into one quadrant: slopes up to twice the radius, starting across the
    viewer's diamond.
    """
    tree: Tree = {}
    for p in range(2 * radius + 1):
        for q in range(2 * radius + 1):
            if gcd(p, q) == 1:
                for cells in _parallel(p, q, radius):
                    at = tree
                    for cell in cells:
                        at = at.setdefault(cell, {})
    return tree


def _parallel(p: int, q: int, radius: int) -> Iterator[list[Tile]]:
    """Yield the cells on each of the parallel rays p·x − q·y = c/4, nearest first.

    A line meets the inside of the diamond around (x, y) if |p·x − q·y − c/4| < max(p, q)/2. With an
    odd c it never passes the point where two diamonds meet. With c = 0 it does if the longer side
    is even.
    """
    wide = 2 * max(p, q)
    offsets = [c for c in range(-wide + 1, wide) if c % 2 or (c == 0 and max(p, q) % 2)]
    near = range(-1, radius + 1)
    for c in offsets:
        cells = [
            (x, y)
            for x in near
            for y in near
            if abs(4 * (p * x - q * y) - c) < wide and q * x + p * y > 0
        ]
        yield sorted(cells, key=lambda cell: q * cell[0] + p * cell[1])

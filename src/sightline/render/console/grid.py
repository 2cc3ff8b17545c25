"""Where tiles stand on a sheet of characters, and in which of three sizes.

boxed   squares 4 by 2 characters, so that the edges between them have room; hexes 4 by 2 too
plain   squares 2 by 1, hexes 4 by 1 (flat ones 4 by 2)
tiny    one character a square, two a hex
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sightline.model.board import Board
from sightline.render.reading import shape_of


@dataclass(frozen=True, slots=True)
class TextGrid:
    """Tile units to columns and rows."""

    shape: str
    """square, pointy or flat"""
    size: str
    """boxed, plain or tiny"""
    across: int
    """Columns from one tile to the next."""
    down: int
    """Rows from one tile to the next."""

    @property
    def boxed(self) -> bool:
        return self.size == "boxed"

    @property
    def room(self) -> int:
        """How many characters a tile may show."""
        return 3 if self.across == 4 else 1

    def point(self, where: tuple[float, float]) -> tuple[float, float]:
        """A point of the table in columns and rows, not rounded."""
        a, b = float(where[0]), float(where[1])
        if self.shape == "pointy":
            return self.across * (a + b / 2), self.down * b
        if self.shape == "flat":
            return self.across * a, self.down * (b + a / 2)
        if self.boxed:
            return self.across * a, self.down * b
        # One character stands for a whole square: what is in it is moved to its middle.
        return self.across * (a - 0.5), self.down * (b - 0.5)

    def center(self, tile: tuple[int, int]) -> tuple[int, int]:
        """The column and row of a tile's middle."""
        first, second = tile
        where = (second + 0.5, first + 0.5) if self.shape == "square" else (first, second)
        x, y = self.point(where)
        return round(x), round(y)


SIZES: dict[str, dict[str, tuple[int, int]]] = {
    "square": {"boxed": (4, 2), "plain": (2, 1), "tiny": (1, 1)},
    "pointy": {"boxed": (4, 2), "plain": (4, 1), "tiny": (2, 1)},
    "flat": {"boxed": (4, 2), "plain": (4, 2), "tiny": (2, 2)},
}


def fitting_grid(
    board: Board, width: int, tiles: Collection[tuple[int, int]], wants_room: bool
) -> TextGrid:
    """The largest size at which these tiles fit; boxed only where edges or lines want it."""
    shape = shape_of(board)
    choices = [
        TextGrid(shape, size, *steps)
        for size, steps in SIZES[shape].items()
        if wants_room or size != "boxed"
    ]
    for grid in choices:
        columns = [grid.center(tile)[0] for tile in tiles]
        if max(columns) - min(columns) + grid.across + 1 <= width:
            return grid
    return choices[-1]

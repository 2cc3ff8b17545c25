"""Where tiles are on a canvas of characters, in one of three sizes.

boxed   squares 4 by 2 characters, with room for the edges between them; hexes 4 by 2 too
plain   squares 2 by 1, hexes 4 by 1 (flat ones 4 by 2)
tiny    squares 1 by 1, hexes 2 by 1
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sightline.model.board import Board
from sightline.render.reading import shape_of


@dataclass(frozen=True, slots=True)
class TextGrid:
    """Converts tile units to columns and rows."""

    shape: str
    """The shape of the tiles: square, pointy or flat."""
    size: str
    """The size of the drawing: boxed, plain or tiny."""
    across: int
    """The number of columns from one tile to the next."""
    down: int
    """The number of rows from one tile to the next."""

    @property
    def boxed(self) -> bool:
        return self.size == "boxed"

    @property
    def room(self) -> int:
        """The number of characters that a tile may show."""
        return 3 if self.across == 4 else 1

    def point(self, where: tuple[float, float]) -> tuple[float, float]:
        """Return a point in tiles as column and row, not rounded."""
        a, b = float(where[0]), float(where[1])
        if self.shape == "pointy":
            return self.across * (a + b / 2), self.down * b
        if self.shape == "flat":
            return self.across * a, self.down * (b + a / 2)
        if self.boxed:
            return self.across * a, self.down * b
        # One character is a whole square, so its content is moved to its middle.
        return self.across * (a - 0.5), self.down * (b - 0.5)

    def center(self, tile: tuple[int, int]) -> tuple[int, int]:
        """Return the column and row of a tile's middle."""
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
    """Return the largest size at which these tiles fit.

    It is boxed only if edges or lines need it.
    """
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

"""Line of sight without a board: One Card Dungeon on a plain grid of cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sightline.engine import sees
from sightline.model.numbers import pair
from sightline.model.square import SquareBoard
from sightline.rules.corner import CornerRule

_ONE_CARD_DUNGEON = CornerRule()


def los(source: tuple[int, int], target: tuple[int, int], grid: Sequence[Sequence[Any]]) -> bool:
    """Return whether `source` sees `target` by the rule of One Card Dungeon.

    `grid` has None for empty cells, '#' for walls, anything else for figures. Positions are (row,
    col). A position off the grid sees nothing and is not visible. Bools and numbers in the grid
    raise `InvalidTypeError`, rows of different lengths `InvalidValueError`.

    >>> from sightline import los
    >>> grid = [[None, "#", None], [None, None, None]]
    >>> los((0, 0), (0, 2), grid), los((1, 0), (1, 2), grid)
    (False, True)
    """
    board = SquareBoard.from_grid(grid)
    start, end = pair(source, "source"), pair(target, "target")
    return start in board and end in board and sees(board, start, end, _ONE_CARD_DUNGEON)

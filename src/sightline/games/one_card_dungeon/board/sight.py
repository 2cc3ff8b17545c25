"""Line of sight on a layout, by the engine's strict corner rule.

Walls and figures block; viewer and target do not. Every line from corner to corner stays inside the
bounding rectangle of the two tiles. So answers are cached by the contents of that rectangle and of
the tiles that touch it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

from sightline.answers.sight import Sight
from sightline.engine import sees, trace
from sightline.games.one_card_dungeon.board.layout import LevelLayout
from sightline.model.cell import Square
from sightline.model.square import SquareBoard
from sightline.rules.corner import CornerRule

RULE = CornerRule(ties="strict")


def has_sight(layout: LevelLayout, a: Square, b: Square, figures: Collection[Square]) -> bool:
    """Return whether `a` and `b` see each other past walls, and past figures on these tiles."""
    if b < a:  # sight is symmetric, so one answer serves both directions
        a, b = b, a
    top, bottom = a.row - 1, b.row + 1  # a pair sorts by its row first
    left, right = min(a.col, b.col) - 1, max(a.col, b.col) + 1
    between = [
        tile
        for tile in figures
        if top <= tile[0] <= bottom and left <= tile[1] <= right and tile not in (a, b)
    ]
    return _sees(layout, a, b, frozenset(between))


@lru_cache(maxsize=1 << 18)
def _sees(layout: LevelLayout, a: Square, b: Square, figures: frozenset[Square]) -> bool:
    table = _table(layout)
    table.arrange(figures)
    return sees(table.board, a, b, RULE)


class _Table:
    """A board for each layout. Figures are moved on it, which is faster than building it again."""

    def __init__(self, layout: LevelLayout) -> None:
        self.board = walls_only(layout)
        self.standing: frozenset[Square] = frozenset()

    def arrange(self, figures: frozenset[Square]) -> None:
        for tile in self.standing - figures:
            self.board.remove(str(tile))
        for tile in figures - self.standing:
            self.board.place(str(tile), tile)
        self.standing = figures


@lru_cache(maxsize=64)
def _table(layout: LevelLayout) -> _Table:
    return _Table(layout)


def walls_only(layout: LevelLayout) -> SquareBoard:
    """Return the board of a layout without figures."""
    board = SquareBoard(layout.rows, layout.cols)
    for wall in layout.walls:
        board.set_solid(wall)
    return board


def proof(
    layout: LevelLayout, a: Square, b: Square, figures: Iterable[tuple[str, Square]]
) -> Sight:
    """Return whether `a` and `b` see each other, with the proof, on a board with named figures."""
    board = walls_only(layout)
    for name, tile in figures:
        board.place(name, tile)
    return trace(board, a, b, RULE)

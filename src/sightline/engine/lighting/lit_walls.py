"""Rock next to visible floor, for games that draw lit walls.

Sight ends at rock. By most rules some rock along a lit wall is not visible, because every line to
it touches its neighbor, so a drawn wall would have gaps.
"""

from __future__ import annotations

from fractions import Fraction

from sightline.answers.field import Field
from sightline.engine import native
from sightline.model.board import Board
from sightline.model.parts.ground import SOLID
from sightline.model.place import Place
from sightline.model.reach import METRICS, kernel_limit, within


def with_lit_walls(
    board: Board, source: Place, seen: Field, limit: Fraction | None, metric: str
) -> Field:
    """Return the visible tiles, and every solid tile in range that touches visible floor."""
    cells = bytearray(seen.cells())
    if native.core is None:
        _light_walls(board, source, cells, limit, metric)
    else:
        reach = -1 if limit is None else kernel_limit(board.grid, limit, metric)
        mirror, by = native.mirror_of(board), METRICS.index(metric)
        for tile in source.tiles:
            native.core.light_walls(board, mirror, tile, reach, by, cells)
    return Field(board, cells)


def _light_walls(
    board: Board, source: Place, cells: bytearray, limit: Fraction | None, metric: str
) -> None:
    for tile in within(board, source, limit, metric):
        if board.flags(tile) & SOLID:
            beside = ((tile[0] + da, tile[1] + db) for da, db in board.grid.touching)
            floor = (at for at in beside if at in board and not board.flags(at) & SOLID)
            if any(cells[board.rank(at)] for at in floor):
                cells[board.rank(tile)] = 1

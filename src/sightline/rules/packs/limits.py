"""Limits that a pack checks before it draws lines: the range, the arc of a facing, and whether a
straight line of tiles joins two tiles.
"""

from __future__ import annotations

from sightline.model.board import Board
from sightline.model.cell import Grid, Tile
from sightline.model.facing import facings
from sightline.model.place import Place
from sightline.model.reach import is_within
from sightline.packs.schema import ARCS, Pack
from sightline.rules.packs.look import facing_of

RANGE, FACING = "range", "facing"


def hidden_by(board: Board, source: Place, target: Place, pack: Pack) -> str:
    """Return the limit that hides the target from the source: "range" or "facing",
    or "" if none does.
    """
    if pack.max_range and not any(
        is_within(board, source, tile, pack.max_range, pack.metric) for tile in target.tiles
    ):
        return RANGE
    if pack.arc and not _is_in_arc(board, source, target, pack.arc):
        return FACING
    return ""


def _is_in_arc(board: Board, source: Place, target: Place, arc: int) -> bool:
    """Return whether the center of some target tile is in the arc that the source faces, or on its
    rim.

    The comparison uses squared cosines with their signs, which are exact.
    """
    facing = facing_of(board, source)
    if not facing:
        return True
    grid = board.grid
    x, y = grid.middle(source.tiles)
    row, col = facings(board)[facing]
    (ax, ay), (bx, by) = grid.center((0, 0)), grid.center((row, col))
    ahead = (bx - ax, by - ay)
    sign, quarters = ARCS[arc]
    for tile in target.tiles:
        a, b = grid.center(tile)
        away = (a - x, b - y)
        product = _dot(grid, ahead, away)
        cosine = 4 * product * abs(product)
        if cosine >= sign * quarters * _dot(grid, ahead, ahead) * _dot(grid, away, away):
            return True
    return False


def _dot(grid: Grid, a: tuple[int, int], b: tuple[int, int]) -> int:
    """Return twice the dot product of two vectors, times the factor of `length_squared`."""
    zero, both = (0, 0), (a[0] + b[0], a[1] + b[1])
    length = grid.length_squared
    return length(zero, both) - length(zero, a) - length(zero, b)


def are_in_line(grid: Grid, a: Tile, b: Tile) -> bool:
    """Return whether two tiles are joined by a straight row of tiles that share edges."""
    down, right = b[0] - a[0], b[1] - a[1]
    return any(down * col == right * row for row, col in grid.directions)

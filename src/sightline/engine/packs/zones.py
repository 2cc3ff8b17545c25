"""The zones of a board for kernels: the definition of rules/packs/zones.py, computed
with planes.
"""

from __future__ import annotations

from typing import Any

from sightline.engine import native
from sightline.model.board import Board
from sightline.model.cell import SQUARE
from sightline.model.parts.ground import OUTSIDE, SOLID
from sightline.model.planes import extent, planes_to_copy, tile_at, tile_index
from sightline.rules.packs.look import LEVELS

ZoneKey = tuple[frozenset[str], frozenset[str], bool]
"""The terrains of open ground, the kinds of barriers that close an opening, and whether joined
zones see each other.
"""
_ROOM, _NONE, _OPEN = 0, 1, 2
_BY_FLAGS = bytes(_NONE if flags & (OUTSIDE | SOLID) else _ROOM for flags in range(256))
_PASSES, _BLOCKS = 0, 3


def new_zones(board: Board, key: ZoneKey, like: Any) -> Any:
    """Return the zones of a board in the form that kernels read.

    `like` is the ground with the walls that close openings.
    """
    open_ground, _, joined = key
    tiles, edges = planes_to_copy(board)
    plane = tiles.translate(_BY_FLAGS)
    for tile, kind in board.terrains().items() if board.has_terrain else ():
        index = tile_index(board, tile)
        if kind in open_ground and plane[index] == _ROOM:
            plane[index] = _OPEN
    is_square = board.grid is SQUARE
    forward = [(a, b) if is_square else (b, a) for a, b in board.grid.forward]
    return native.packs().Zones(
        like,
        plane,
        list(edges) if board.has_edges else [None] * len(forward),
        _every_wall(board),
        forward,
        _opening(),
        joined,
    )


def kind_of_tile(board: Board, key: ZoneKey, index: int) -> int:
    """Return the class that zones give to the tile at that index now: in a room,
    in no zone, or open ground.
    """
    if _BY_FLAGS[planes_to_copy(board)[0][index]]:
        return _NONE
    return _OPEN if board.terrain(tile_at(board, index)) in key[0] else _ROOM


def _every_wall(board: Board) -> Any:
    """Return all free walls, doors and gates as walls, because even an open door
    separates zones.
    """
    walls = [(start, end, 0) for (start, end), _ in board.wall_items()]
    rows, cols, row0, col0 = extent(board)
    return native.packs().Walls(rows + 2, cols + 2, row0 - 1, col0 - 1, walls) if walls else None


def _opening() -> Any:
    """Return the kernel for a line between centers that is stopped only by the borders of zones."""
    stops = [_BLOCKS if level in ("pinch", "seam", "through") else _PASSES for level in LEVELS]
    return native.packs().Lines(0, 0, 0, 0, False, False, False, 0, 0, stops, (), 1, [-1])

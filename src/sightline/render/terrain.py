"""Terrain in pictures: a light pattern, and a short mark for each kind that the legend explains."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain, count

from sightline.model.board import Board
from sightline.render.layout import Layout
from sightline.render.shapes import Path, Shape, Text

MARKED_FROM = 18.0
"""The smallest tile size in pixels with room for a mark."""


def terrain_marks(board: Board) -> dict[str, str]:
    """Return a distinct mark for each kind of terrain on the board, with as few letters as
    possible.

    >>> from sightline import SquareBoard
    >>> board = SquareBoard(1, 4)
    >>> for tile, kind in zip(board.tiles(), ("low", "smoke", "light-smoke", "light-woods")):
    ...     board.set_terrain(tile, kind)
    >>> terrain_marks(board)
    {'light-smoke': 'ls', 'light-woods': 'lw', 'low': 'l', 'smoke': 's'}
    """
    marks: dict[str, str] = {}
    for kind in sorted(set(board.terrains().values())):
        initials = "".join(word[0] for word in kind.split("-"))
        longer = (kind[:length] for length in range(2, len(kind) + 1))
        numbered = (f"{initials}{number}" for number in count(2))
        wanted = chain((initials,), longer, numbered)
        marks[kind] = next(mark for mark in wanted if mark not in marks.values())
    return marks


def terrain_legend(board: Board) -> str:
    """Return the meaning of the marks, for the legend."""
    return "Terrain: " + ", ".join(f"{mark} {kind}" for kind, mark in terrain_marks(board).items())


def terrain_shapes(
    board: Board, lay: Layout, only: Collection[tuple[int, int]] | None
) -> Iterator[Shape]:
    """Yield the terrain of all tiles, or of the tiles in `only`."""
    tiles: dict[str, list[tuple[int, int]]] = {}
    for at, kind in board.terrains().items():
        if only is None or at in only:
            tiles.setdefault(kind, []).append(at)
    marks = terrain_marks(board) if tiles else {}
    size = max(7.0, min(12.0, lay.tile * 0.2))
    across, down = (0.4, 0.42) if lay.shape == "square" else (0.38, 0.08)
    for kind in sorted(tiles):
        around = lay.around(frozenset(tiles[kind]))
        yield Path("terrain", around, closed=True, hint=kind)
        yield Path("terrain-rim", around, closed=True, width=max(0.6, lay.tile * 0.025))
        for tile in tiles[kind] if lay.tile >= MARKED_FROM else ():
            x, y = lay.center(tile)
            corner = (x - lay.tile * across, y + lay.tile * down)
            yield Text("terrain-mark", corner, marks[kind], size, "start")

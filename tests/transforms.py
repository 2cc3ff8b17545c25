"""Rotate, mirror and shift a board with everything on it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from sightline import HexBoard, SquareBoard
from sightline.model.board import Board
from sightline.model.facing import facings
from sightline.model.threshold import turned_round

Turn = Callable[[Any], Any]
HALF = Fraction(1, 2)


def turned(board: Board, turn: Turn) -> tuple[Board, Turn]:
    """Return the board under a symmetry of its grid, and the mapping of its tiles."""
    if isinstance(board, HexBoard):
        return _filled(board, _hex_like(board, turn), turn, turn), turn
    assert isinstance(board, SquareBoard)
    far = turn((board.rows - 1, board.cols - 1))
    low = (min(0, far[0]), min(0, far[1]))  # the new top-left tile must be (0, 0)

    def move(tile: Any) -> Any:
        row, col = turn(tile)
        return row - low[0], col - low[1]

    def move_point(point: Any) -> Any:
        # Points are offset by half a tile from tile centers.
        row, col = move((point[1] - HALF, point[0] - HALF))
        return col + HALF, row + HALF

    size = (abs(far[0]) + 1, abs(far[1]) + 1)
    return _filled(board, SquareBoard(*size), move, move_point), move


def shifted(board: Board, by: tuple[int, int], padding: int = 0) -> tuple[Board, Turn]:
    """Return the board moved by whole tiles, and the mapping of its tiles.

    A square board is moved within a larger one, with at least `padding` tiles around it. Its rim
    would move with the board, but a tile at the rim has no neighbors beyond it, which changes what
    it sees.
    """

    def move(tile: Any) -> Any:
        return tile[0] + by[0], tile[1] + by[1]

    if isinstance(board, HexBoard):
        return _filled(board, _hex_like(board, move), move, move), move
    assert isinstance(board, SquareBoard)
    larger = SquareBoard(board.rows + by[0] + padding, board.cols + by[1] + padding)
    return _filled(board, larger, move, lambda p: (p[0] + by[1], p[1] + by[0])), move


def _moved_facing(board: Board, facing: str, move: Turn) -> str:
    """Return a figure's facing on the moved board."""
    if not facing:
        return ""
    words = facings(board)
    here, there = move((0, 0)), move(words[facing])
    step = (there[0] - here[0], there[1] - here[1])
    return next(word for word, each in words.items() if each == step)


def _hex_like(board: HexBoard, move: Turn) -> HexBoard:
    return HexBoard(cells=[move(tile) for tile in board.tiles()], outside=board.outside)


def _filled(old: Board, new: Board, move: Turn, move_point: Turn) -> Board:
    for tile in old.solid_tiles():
        new.set_solid(move(tile))
    for a, b, threshold in old.edges():
        new.set_edge(move(a), move(b), threshold)
    origin, right, down = map(move_point, ((0, 0), (1, 0), (0, 1)))
    mirrors = (right[0] - origin[0]) * (down[1] - origin[1]) < (right[1] - origin[1]) * (
        down[0] - origin[0]
    )
    for wall in old.free_walls():
        start, end = wall.ends
        # A mirror swaps left and right, so a one-way wall changes direction.
        threshold = turned_round(wall.threshold) if mirrors else wall.threshold
        new.add_wall(move_point(start), move_point(end), threshold)
    for figure in old.figures():
        at, size = move(figure.at), figure.size
        if isinstance(old, SquareBoard):
            tiles = [move(tile) for tile in figure.tiles]
            rows, cols = zip(*tiles, strict=True)
            at = (min(rows), min(cols))
            size = (max(rows) - at[0] + 1, max(cols) - at[1] + 1)
        new.place(
            figure.name,
            at,
            size=size,
            blocks_sight=figure.blocks_sight,
            kind=figure.kind,
            side=figure.side,
            facing=_moved_facing(old, figure.facing, move),
        )
    for tile, kind in old.terrains().items():
        new.set_terrain(move(tile), kind)
    if isinstance(old, HexBoard) and isinstance(new, HexBoard):
        for tile in old.tiles():
            if old.cover(tile):
                new.set_cover(move(tile), old.cover(tile))
            new.set_elevation(move(tile), old.elevation(tile))
    return new

"""Boards with heights for the kernels of packs: unusual walls, and walls along
edges of neighbors.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise
from typing import Any

from sightline import HexBoard, SquareBoard, Wall
from sightline.model.board import Board
from sightline.model.numbers import UNIT


def board_of_odd_walls(grid: str, seed: int) -> tuple[Board[Any], random.Random]:
    """Return a board with free walls of every kind at arbitrary points, hills,
    floors and figures.
    """
    dice = random.Random(f"odd {grid} {seed}")
    board = _empty(dice, grid, SquareBoard(dice.randint(2, 7), dice.randint(4, 8)), 3)
    tiles = [*board.tiles()]
    for _ in range(dice.randint(1, 6)):
        x, y = dice.choice(tiles)[::-1]
        parts = dice.choice((2, 3, 7, 16, 1000))
        start = (x + _some(dice, -1, 2, parts), y + _some(dice, -1, 2, parts))
        end = (start[0] + _some(dice, -3, 3, parts), start[1] + _some(dice, -3, 3, parts))
        if start != end:
            board.add_wall(start, end, some_wall(dice))
    _stand(dice, board)
    return board, dice


def board_of_edges(grid: str, seed: int) -> tuple[Board[Any], random.Random]:
    """Return a few tiles with walls of several heights on their edges, and free
    walls along them.
    """
    dice = random.Random(f"edges {grid} {seed}")
    board = _empty(dice, grid, SquareBoard(dice.randint(1, 3), dice.randint(2, 4)), 1)
    tiles = [*board.tiles()]
    for _ in range(dice.randint(0, 5)):
        tile = dice.choice(tiles)
        ends = board.grid.edge_ends(tile, dice.choice([*board.grid.neighbors(tile)]))
        (ax, ay), (bx, by) = ((Fraction(x, UNIT), Fraction(y, UNIT)) for x, y in ends)
        marks = sorted(dice.sample(range(-1, 6), dice.choice((2, 3))))
        points = [
            (ax + Fraction(at, 4) * (bx - ax), ay + Fraction(at, 4) * (by - ay)) for at in marks
        ]
        for start, end in pairwise(points):
            if dice.random() < 0.5:
                board.add_wall(end, start, some_wall(dice))
            else:
                board.add_wall(start, end, some_wall(dice))
    _stand(dice, board)
    return board, dice


def some_height(dice: random.Random) -> Fraction:
    return Fraction(dice.randint(-2, 9), dice.choice((1, 2, 3)))


def some_wall(dice: random.Random) -> Wall:
    low, high = sorted((some_height(dice), some_height(dice)))
    return Wall(
        limited=dice.random() < 0.2,
        one_way=dice.choice(("", "", "", "forth", "back")),
        bottom=None if dice.random() < 0.6 else low,
        top=None if dice.random() < 0.25 else high,
    )


def _empty(dice: random.Random, grid: str, squares: SquareBoard, radius: int) -> Board[Any]:
    """Return a board with only hills and walls on edges."""
    board: Board[Any] = squares
    if grid == "hex":
        board = HexBoard(radius, outside=dice.choice(("open", "solid")))
    for tile in board.tiles():
        if dice.random() < 0.15:
            board.set_elevation(tile, some_height(dice))
        for other in board.grid.neighbors(tile):
            if other in board and tile < other and dice.random() < 0.2:
                board.set_edge(tile, other, some_wall(dice))
    return board


def _stand(dice: random.Random, board: Board[Any]) -> None:
    tiles = [*board.tiles()]
    if dice.random() < 0.5:
        height = Fraction(dice.randint(2, 6), 2)
        board.add_floor(height, [tile for tile in tiles if dice.random() < 0.8] or tiles)
    for i, tile in enumerate(dice.sample(tiles, min(4, len(tiles)))):
        elevation = None if dice.random() < 0.3 else some_height(dice)
        height = Fraction(dice.randint(1, 8), dice.choice((2, 3, 4)))
        board.place(f"figure {i}", tile, elevation=elevation, height=height)


def _some(dice: random.Random, low: int, high: int, parts: int) -> Fraction:
    return Fraction(dice.randint(low * parts, high * parts), parts)

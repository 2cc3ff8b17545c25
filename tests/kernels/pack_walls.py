"""Add free, limited and one-way walls to boards for packs, on grid points and anywhere else."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from sightline import Door, Wall
from sightline.model.board import Board
from sightline.model.numbers import UNIT
from sightline.model.threshold import Threshold

PROPERTIES: tuple[Threshold, ...] = (
    Wall(limited=True),
    Wall(one_way="forth"),
    Wall(one_way="back"),
    Wall(limited=True, one_way="forth"),
)


def add_walls(dice: random.Random, board: Board[Any], most: int = 6) -> None:
    """Add up to `most` free walls, and some walls with a property on edges."""
    part = UNIT // 2 if board.grid.name == "square" else UNIT // 3
    tiles = list(board.tiles())
    for _ in range(dice.randint(0, most)):
        # From a corner, a quarter of a tile away from one, or any point near one.
        finer = dice.choice((0, 4, 48))
        (ax, ay), (bx, by) = (
            _moved(dice, dice.choice(board.grid.corners(dice.choice(tiles))), finer)
            for _ in range(2)
        )
        if dice.random() < 0.6:
            bx, by = ax + dice.randint(-3, 3) * part, ay + dice.randint(-3, 3) * part
        thing = dice.choice((Wall(), Wall(), Wall(), Door(), *PROPERTIES))
        if (ax, ay) != (bx, by):
            board.add_wall(_exactly(ax, ay), _exactly(bx, by), thing)
    for tile in tiles:
        for there in board.grid.neighbors(tile):
            if there in board and dice.random() < 0.04:
                board.set_edge(tile, there, dice.choice(PROPERTIES))


def _moved(dice: random.Random, point: tuple[int, int], finer: int) -> tuple[int, int]:
    step = UNIT // finer if finer else 0
    return point[0] + dice.randint(-6, 6) * step, point[1] + dice.randint(-6, 6) * step


def _exactly(x: int, y: int) -> tuple[Fraction, Fraction]:
    return Fraction(x, UNIT), Fraction(y, UNIT)

"""The pack `symmetric-shadowcasting` equals the algorithm that it is named after."""

from __future__ import annotations

import random

import pytest

from sightline import SquareBoard, sees
from sightline.atlas.scans import shadowcast
from sightline.rules.pack import PackRule

RULE = PackRule("symmetric-shadowcasting")
SIDE = 15


@pytest.mark.parametrize("seed", range(12))
def test_floors_are_seen_as_the_scan_sees_them(seed: int) -> None:
    dice = random.Random(seed)
    share = dice.choice((0.08, 0.2, 0.35))
    walls = [[dice.random() < share for _ in range(SIDE)] for _ in range(SIDE)]
    origin = dice.randrange(SIDE), dice.randrange(SIDE)
    walls[origin[0]][origin[1]] = False
    board = SquareBoard(SIDE, SIDE)
    for row, line in enumerate(walls):
        for col, is_wall in enumerate(line):
            if is_wall:
                board.set_solid((row, col))
    seen = shadowcast(walls, origin)
    for tile in board.tiles():
        if not walls[tile[0]][tile[1]]:
            assert sees(board, origin, tile, RULE) == (tile in seen), (seed, origin, tile)


def test_a_line_that_grazes_walls_on_both_sides_is_stopped() -> None:
    """It grazes one wall on its right and one on its left, so neither shift of the whole line is
    free.
    """
    board = SquareBoard(6, 9)
    board.set_solid("C1")
    assert sees(board, "A1", "I3", RULE)
    board.set_solid("G3")
    assert not sees(board, "A1", "I3", RULE)
    assert not sees(board, "I3", "A1", RULE)

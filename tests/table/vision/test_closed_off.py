"""Storeys behind a floor without holes are not asked about: nothing of them would be seen."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from sightline import At, SquareBoard, Wall
from sightline.engine.fields import field_at
from sightline.model.board import Board
from sightline.rules.registry import rule_named
from sightline.table.vision.storeys.fields import is_closed_off
from tests.every_rule import THOROUGH


def random_house(rng: Random) -> Board:
    """A board with some floors without holes, and a figure at any height."""
    board = SquareBoard(4, 5)
    tiles = [*board.tiles()]
    heights = [Fraction(1), Fraction(2), Fraction(7, 2), Fraction(5)]
    for height in rng.sample(heights, rng.randint(1, 3)):
        some = tiles if rng.random() < 0.6 else rng.sample(tiles, len(tiles) - 2)
        board.add_floor(height, some, f"floor {height}")
    for tile in rng.sample(tiles, 3):
        rng.choice(
            (
                board.set_solid,
                lambda at: board.set_elevation(at, rng.choice((-1, Fraction(1, 2), 2))),
                lambda at: (
                    board.set_edge(at, board.grid.neighbors(at)[0], Wall(bottom=1, top=2))
                    if board.grid.neighbors(at)[0] in board
                    else None
                ),
            )
        )(tile)
    at, high = rng.choice(tiles), rng.choice((0, 1, Fraction(3, 2), 2, 4, 5, 6))
    high = max(high, board.ground_at(at))
    board.place("viewer", At(at, elevation=high), height=rng.choice((1, Fraction(1, 2), 2)))
    return board


CASES = [
    *(("corner", "strict"), ("corner", "permissive")),
    *(("center", "strict"), ("center", "permissive"), ("dnd5e", "")),
]


@pytest.mark.parametrize(("name", "ties"), CASES)
def test_nothing_is_seen_of_a_storey_that_is_closed_off(name: str, ties: str) -> None:
    rule, closed = rule_named(name).with_ties(ties), 0
    for seed in range(400 if THOROUGH else 12):
        board = random_house(Random(seed))
        for height in (None, *(floor.height for floor in board.floors())):
            if is_closed_off(board, "viewer", height):
                closed += 1
                assert not [*field_at(board, "viewer", rule, height)], (seed, height)
    assert closed > 5

"""No area, reach or threat crosses the border of a closed room."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sightline import CenterRule, CornerRule, areas, reach, threat
from sightline.model.board import Board
from sightline.model.cell import SQUARE
from sightline.rules.rule import Rule
from tests.every_rule import THOROUGH
from tests.laws.rooms import room

SEEDS = range(400 if THOROUGH else 8)
LENIENT: tuple[Rule, ...] = (CornerRule("permissive"), CenterRule("permissive"))
"""These see everything that the other settings see."""


@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_closed_room_is_closed_to_areas_and_to_movement(seed: int, grid: str) -> None:
    # A free wall may cross a tile, and a figure on it looks out on both sides.
    there = room(grid, seed, free=seed % 2 == 0)
    can_stand_across = seed % 2 == 0
    board, rng = there.board, random.Random(seed)
    inside, outside = there.sealed.inside, there.sealed.outside
    for here, beyond in ((inside, set(outside)), (outside, set(inside))):
        at = rng.choice(here)
        toward = rng.choice([tile for tile in board.tiles() if tile != at])
        rule = rng.choice(LENIENT)
        corner: Any = rng.choice(
            ("north-west", "south-east") if board.grid is SQUARE else ("north", "south")
        )
        for area in (
            areas.circle(board, at, 9, sight=rule),
            areas.cone(board, at, toward, 9, angle=180, sight=rule),
            areas.line(board, at, toward, 9, sight=rule),
            areas.burst(board, at, corner, 9, sight=rule),
        ):
            assert beyond.isdisjoint(tuple(tile) for tile in area)
        assert beyond.isdisjoint(tuple(tile) for tile in reach(board, at, 99))
        if not can_stand_across:
            danger = threat(board, at, 4, 9, rule)
            assert beyond.isdisjoint(tuple(tile) for tile in danger)
        if board.grid is SQUARE:
            far = reach(_of_stone(board), at, 99, diagonals="around")
            assert beyond.isdisjoint(tuple(tile) for tile in far)


def _of_stone(board: Board) -> Board:
    """Return the board with figures replaced by rock: figures can be passed, rock cannot."""
    stone = board.copy()
    for figure in board.figures():
        stone.remove(figure.name)
        for tile in figure.tiles:
            stone.set_solid(tile)
    return stone


@pytest.mark.parametrize("seed", SEEDS)
def test_more_steps_and_open_doors_only_add(seed: int) -> None:
    there = room("square" if seed % 2 else "hex", seed)
    board, rng = there.board, random.Random(seed)
    at = rng.choice(list(board.tiles()))
    few, more = reach(board, at, 2), reach(board, at, 4)
    assert dict(few).items() <= dict(more).items()
    opened = reach(board, at, 4, doors=("open", "closed", "locked", "secret"), through=True)
    assert set(more) <= set(opened)
    assert all(opened[tile] <= cost for tile, cost in more.items())
    rule = rng.choice(LENIENT)
    near, far = threat(board, at, 2, 3, rule), threat(board, at, 4, 5, rule)
    assert set(near) <= set(far)
    assert set(areas.circle(board, at, 3, sight=rule)) <= set(near)

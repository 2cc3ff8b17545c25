"""With `light_walls`, a field also contains the rock next to visible floor, and nothing else.

This tests which walls are included. `test_light_on_rock` tests their brightness.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy
import pytest

from sightline import (
    CenterRule,
    CornerRule,
    HexBoard,
    HexRayRule,
    Rulings,
    SquareBoard,
    compiled,
    field,
)
from sightline.model.board import Board
from sightline.rules.rule import Rule
from tests.every_rule import MAKE, fewer, on_every_setting, seeds
from tests.laws.test_fields import METRICS, is_within

SIX = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
EIGHT = tuple((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0))


def lit_walls(board: Board, tiles: Any, seen: set[Any], radius: Any, metric: Any) -> set[Any]:
    """Return the walls that should be included, according to the documentation."""
    steps = SIX if isinstance(board, HexBoard) else EIGHT
    floor = {tile for tile in seen if not board.is_solid(tile)}
    return {
        wall
        for wall in board.solid_tiles()
        if any((wall[0] + a, wall[1] + b) in floor for a, b in steps)
        and is_within(board, tiles, wall, radius, metric)
    }


@on_every_setting
def test_walls_beside_seen_floor_are_lit(rule: Rule, grid: str) -> None:
    for seed in seeds(rule, grid, 3):
        rng = random.Random(seed)
        case = MAKE[grid](seed, most={"square": 7, "hex": 3}[grid])
        board = case.board
        for tile in board.tiles():
            if rng.random() < 0.3:
                board.set_solid(tile)
        for radius in (None, 0, 1, 2, 2.5, Fraction(7, 2)):
            metric = rng.choice(METRICS)
            plain = field(board, case.source, rule, radius=radius, metric=metric)
            lit = field(board, case.source, rule, radius=radius, metric=metric, light_walls=True)
            walls = lit_walls(board, case.places()[0].tiles, set(plain), radius, metric)
            assert set(lit) == set(plain) | walls, (seed, radius, metric)
            assert lit == field(
                board, case.source, rule, radius=radius, metric=metric, light_walls=True
            )


kernels = pytest.mark.skipif(not compiled(), reason="without kernels boards are asked alike")


@kernels
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("rule", [CenterRule(), CornerRule("permissive")])
def test_on_larger_boards(rule: Rule, metric: Any) -> None:
    rng = random.Random(metric)
    for _ in range(fewer(20)):
        rows, cols = rng.choice(((1, 70), (70, 1), (30, 41), (33, 64)))
        board = SquareBoard(rows, cols)
        for tile in board.tiles():
            if rng.random() < 0.2:
                board.set_solid(tile)
        viewer = (rng.randrange(rows), rng.randrange(cols))
        for radius in (None, 3, 9, 21, 25, 1000):
            plain = set(field(board, viewer, rule, radius=radius, metric=metric))
            lit = field(board, viewer, rule, radius=radius, metric=metric, light_walls=True)
            assert set(lit) == plain | lit_walls(board, [viewer], plain, radius, metric)


@kernels
def test_on_larger_boards_of_hexes() -> None:
    rng = random.Random(6)
    whole = HexBoard(12, outside="solid")
    some = HexBoard(cells=[tile for tile in whole.tiles() if rng.random() < 0.9])
    for board in (whole, some):
        for tile in board.tiles():
            if rng.random() < 0.2:
                board.set_solid(tile)
        for radius in (None, 0, 1, 5, 11, 30):
            viewer = rng.choice(board.tiles()[:])
            plain = set(field(board, viewer, HexRayRule(), radius=radius))
            lit = field(board, viewer, HexRayRule(), radius=radius, light_walls=True)
            assert set(lit) == plain | lit_walls(board, [viewer], plain, radius, "euclid")


@kernels
def test_a_field_kept_as_bits_is_lit_too() -> None:
    board = SquareBoard(300, 300)
    solid = numpy.random.default_rng(1).random((300, 300)) < 0.01
    solid[150, 150] = False
    board.set_solid_array(solid)
    plain = field(board, (150, 150), CenterRule())
    lit = field(board, (150, 150), CenterRule(), light_walls=True)
    floor = numpy.pad(numpy.asarray(plain) & ~solid, 1)
    beside = numpy.zeros_like(solid)
    for row, col in EIGHT:
        beside |= floor[1 + row : 301 + row, 1 + col : 301 + col]
    assert numpy.array_equal(numpy.asarray(lit), numpy.asarray(plain) | (beside & solid))
    assert len(lit) == int(numpy.asarray(lit).sum())


def test_the_wall_of_a_room_has_no_gaps() -> None:
    """The purpose of the option: a room is shown with all of its walls, including corners."""
    board = SquareBoard(7, 9)
    for row, col in board.tiles():
        if row in (0, 6) or col in (0, 8):
            board.set_solid((row, col))
    board.set_solid((3, 6))  # nobody sees the tile behind this pillar
    seen = field(board, (3, 1), CenterRule(), light_walls=True)
    corners = {(0, 0), (0, 8), (6, 0), (6, 8)}
    assert corners <= set(seen)
    assert not corners <= set(field(board, (3, 1), CenterRule()))
    assert (3, 7) not in seen
    # The radius also limits walls: the wall one step beyond stays dark.
    near = field(board, (3, 1), CenterRule(), radius=2, light_walls=True)
    assert (3, 0) in near
    assert (0, 1) not in near
    assert (2, 3) not in near


def test_a_ruling_lights_walls_too() -> None:
    board = SquareBoard(3, 5)
    for row in range(3):
        board.set_solid((row, 2))
        board.set_solid((row, 4))
    rulings, rule = Rulings(None), CenterRule()
    rulings.rule(board, (1, 1), (1, 3), rule, visible=True, by="master", why="a window")
    dark = field(board, (1, 1), rule, light_walls=True)
    lit = field(board, (1, 1), rule, light_walls=True, rulings=rulings)
    assert set(lit - dark) == {(1, 3), (0, 4), (1, 4), (2, 4)}
    several = field(board, [(0, 0), (1, 1)], rule, light_walls=True, rulings=rulings)
    assert several == lit | field(board, (0, 0), rule, light_walls=True)

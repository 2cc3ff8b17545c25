"""Cover that counts only near the target or away from the viewer: kernels equal the readable rule.

The boards have walls of every kind.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, Literal

import pytest

from sightline import HexBoard, SquareBoard, Wall, cover_field, degree
from sightline.engine import native
from sightline.model.board import Board
from sightline.model.place import place
from sightline.packs import PACKS
from sightline.packs.schema import Pack, TouchRules
from sightline.rules.pack import PackRule
from tests.every_rule import THOROUGH
from tests.kernels.pack_walls import add_walls

pytestmark = pytest.mark.skipif(native.packs() is None, reason="there are no kernels here")

LANCER = PACKS["lancer"]


Ends = Literal["turn", "closed", "open"]
Rim = Literal["open", "wall"]


def _pack(near: int, beyond: int, ends: Ends, outside: Rim) -> Pack:
    """Return Lancer with hard cover that counts elsewhere, and with other line ends."""
    hard = replace(
        LANCER.cover[0],
        near_target=near,
        beyond_viewer=beyond,
        ends=ends,
        touch=TouchRules(edge="block"),
    )
    return replace(LANCER, cover=(hard, LANCER.cover[1]), outside=outside)


def _board(dice: random.Random, grid: str) -> Board[Any]:
    rim: Literal["open", "solid"] = "solid" if dice.random() < 0.5 else "open"
    board: Board[Any] = SquareBoard(6, 7) if grid == "square" else HexBoard(3, outside=rim)
    tiles: list[Any] = [tuple(tile) for tile in board.tiles()]
    dice.shuffle(tiles)
    for tile in tiles[:4]:
        board.set_solid(tile)
    board.place("chest", tiles[5], kind="chest", size=1)
    board.place("ogre", tiles[6])
    for tile in tiles[7:16]:
        there = dice.choice([each for each in board.grid.neighbors(tile) if each in board])
        board.set_edge(tile, there, Wall())
    add_walls(dice, board, most=8)
    return board


@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize("seed", range(40 if THOROUGH else 3))
def test_what_counts_by_where_it_is(grid: str, seed: int) -> None:
    dice = random.Random(f"near {grid} {seed}")
    board = _board(dice, grid)
    tiles: list[Any] = [tuple(tile) for tile in board.tiles() if not board.is_solid(tile)]
    for near, beyond in ((1, 0), (2, 1), (0, 1), (0, 2), (3, 0)):
        ends: Ends = dice.choice(("turn", "closed", "open"))
        outside: Rim = dice.choice(("open", "wall"))
        rule = PackRule(_pack(near, beyond, ends, outside))
        viewer = dice.choice(tiles)
        field = cover_field(board, viewer, rule)
        for target in dice.sample(tiles, 4):
            where = place(board, viewer, "from"), place(board, target, "to")
            expected = rule.trace(board, *where).degree
            found = degree(board, viewer, target, rule), field[target]
            assert found == (expected, expected), (near, beyond, ends, outside, viewer, target)


def test_cover_near_a_large_target_and_after_a_change() -> None:
    board = SquareBoard(5, 9)
    board.place("mech", (1, 5), size=2)
    board.add_wall((5, 0.5), (5, 3.5))
    rule = PackRule("lancer")
    assert degree(board, (1, 0), "mech", rule).name == "total"
    board.remove_wall((5, 0.5), (5, 3.5))
    assert degree(board, (1, 0), "mech", rule).name == "none"
    board.place("chest", (1, 4), kind="chest", size=(2, 1))
    assert degree(board, (1, 0), "mech", rule).name == "hard"
    board.move("chest", (1, 2))
    assert degree(board, (1, 0), "mech", rule).name == "soft"

"""Many limited walls, like hedges on Foundry maps, with shortcuts in the kernels for most lines.

The walls form closed outlines and single segments, on grid points and off the grid, and some of
them overlap.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from sightline import HexBoard, PackRule, SquareBoard, Wall, verdict
from sightline.errors import SightlineError
from sightline.model.board import Board
from sightline.model.place import place
from sightline.packs import PACKS
from sightline.rules.registry import GEOMETRIC
from sightline.rules.rule import Rule
from tests.every_rule import THOROUGH, settings_of
from tests.kernels.test_pack_area_questions import _made_up

BOARDS = 400 if THOROUGH else 6
KINDS = (Wall(limited=True),) * 6 + (
    Wall(),
    Wall(limited=True, one_way="forth"),
    Wall(limited=True, one_way="back"),
)
Spot = tuple[Fraction, Fraction]


def hedges(dice: random.Random, grid: str) -> Board[Any]:
    """Return a small board with outlines and single walls."""
    board: Board[Any] = SquareBoard(3, 6) if grid == "square" else HexBoard(2)
    tiles = list(board.tiles())
    for tile in tiles:
        if dice.random() < 0.06:
            board.set_solid(tile)
    fine = dice.choice((1, 2, 4, 10))
    unit = 1 if grid == "square" else 3
    for _ in range(dice.randint(1, 5)):
        middle = dice.choice(tiles)
        spots = [_spot(dice, middle, fine, unit, grid) for _ in range(dice.choice((2, 2, 3, 4, 5)))]
        thing = dice.choice(KINDS)
        ends = [*spots[1:], spots[0]] if len(spots) > 2 else spots[1:]
        for one, other in zip(spots, ends, strict=False):
            _add(board, one, other, thing if dice.random() < 0.8 else dice.choice(KINDS))
            if dice.random() < 0.2:  # another wall over part of it
                part = (one[0] + 3 * other[0]) / 4, (one[1] + 3 * other[1]) / 4
                _add(board, one, part, dice.choice(KINDS))
    if dice.random() < 0.3:
        for tile in tiles:
            for there in board.grid.neighbors(tile):
                if there in board and dice.random() < 0.1:
                    board.set_edge(tile, there, dice.choice(KINDS))
    return board


def _spot(dice: random.Random, middle: Any, fine: int, unit: int, grid: str) -> Spot:
    a, b = (Fraction(dice.randint(-2 * fine, 2 * fine), fine * unit) for _ in range(2))
    return middle[0] + Fraction(grid == "square", 2) * dice.choice((0, 1)) + a, middle[1] + b


def _add(board: Board[Any], one: Spot, other: Spot, thing: Wall) -> None:
    try:
        board.add_wall(one, other, thing)
    except SightlineError:  # it has zero length or exists already
        return


def compare(board: Board[Any], rule: Rule, dice: random.Random, pairs: int = 4) -> None:
    tiles = list(board.tiles())
    for source, target in (dice.sample(tiles, 2) for _ in range(pairs)):
        expected = rule.trace(board, place(board, source, "from"), place(board, target, "to"))
        found = verdict(board, source, target, rule)
        assert found is expected.verdict, (board, source, target, rule)


AREAS = [
    name
    for name, pack in PACKS.items()
    if any("area" in (each.start, each.end) for each in (pack.sight, *pack.cover))
]
LINES = ["dnd35", "imperial-assault", "descent2", "pathfinder2e", "gloomhaven", "heroquest"]


@pytest.mark.parametrize("seed", range(BOARDS))
@pytest.mark.parametrize("name", [*AREAS, *LINES])
def test_games(name: str, seed: int) -> None:
    dice = random.Random(f"hedges {name} {seed}")
    compare(hedges(dice, dice.choice(PACKS[name].grids)), PackRule(PACKS[name]), dice)


@pytest.mark.parametrize("seed", range(8 * BOARDS))
def test_made_up_packs(seed: int) -> None:
    dice = random.Random(f"hedges, made up {seed}")
    pack = _made_up(dice, "area", "area", squares=True) if dice.random() < 0.6 else _made_up(dice)
    compare(hedges(dice, "square"), PackRule(pack), dice)


@pytest.mark.parametrize("seed", range(4 * BOARDS))
@pytest.mark.parametrize("grid", ["square", "hex"])
def test_geometric_rules(grid: str, seed: int) -> None:
    dice = random.Random(f"hedges, {grid} {seed}")
    board = hedges(dice, grid)
    for name in ("corner", "center"):
        for rule in settings_of(GEOMETRIC[name]):
            compare(board, rule, dice, 3)

"""Rooms, straight lines, ranges and facings: kernels equal the readable rule,
also after changes.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from sightline import (
    Door,
    HexBoard,
    PackRule,
    SquareBoard,
    Wall,
    cover_field,
    degree,
    field,
    verdict,
)
from sightline.answers.sight import Verdict
from sightline.engine import native
from sightline.errors import SightlineError
from sightline.model.board import Board
from sightline.model.facing import facings
from sightline.model.place import place
from sightline.packs import PACKS
from sightline.packs.schema import Entries, Pack, PackQuestion, TouchRules
from tests.every_rule import THOROUGH

pytestmark = pytest.mark.skipif(native.packs() is None, reason="there are no kernels here")

BOARDS = 300 if THOROUGH else 10
THINGS = (
    Wall(),
    Wall(),
    Door(),
    Door("open"),
    Wall(limited=True),
    Wall(one_way="forth"),
    Wall(one_way="back"),
)


def rooms(dice: random.Random, grid: str) -> Board[Any]:
    board: Board[Any] = SquareBoard(5, 6) if grid == "square" else HexBoard(2)
    tiles = list(board.tiles())
    for tile in tiles:
        if dice.random() < 0.1:
            board.set_solid(tile)
        if dice.random() < 0.25:
            board.set_terrain(tile, dice.choice(("street", "woods")))
        for a, b in board.grid.forward:
            other = board.grid.tile(tile[0] + a, tile[1] + b)
            if other in board and dice.random() < 0.3:
                board.set_edge(tile, other, dice.choice(THINGS))
    for _ in range(dice.randint(0, 2)):
        change_walls(board, dice)
    for name in "AB":
        size: Any = dice.choice((1, 1, 2)) if grid == "hex" else dice.choice(((1, 1), (1, 2)))
        try:
            facing = dice.choice(("", *facings(board)))
            board.place(name, dice.choice(tiles), size=size, facing=facing)
        except SightlineError:  # not enough space there
            continue
    return board


def change_walls(board: Board[Any], dice: random.Random) -> None:
    x, y, dx, dy = (Fraction(dice.randint(-4, 16), 4) for _ in range(4))
    if dx or dy:
        board.add_wall((x, y), (x + dx / 2, y + dy / 2), dice.choice(THINGS))


def change(board: Board[Any], dice: random.Random) -> None:
    tiles = list(board.tiles())
    tile = dice.choice(tiles)
    other = next(each for each in board.grid.neighbors(tile) if each in board)
    what = dice.randint(0, 3)
    if what == 0:
        board.set_solid(tile, not board.is_solid(tile))
    elif what == 1:
        board.set_terrain(tile, dice.choice(("street", "woods", None)))
    elif what == 2:
        board.set_edge(tile, other, dice.choice((None, *THINGS)))
    else:
        change_walls(board, dice)


def made_up(dice: random.Random, grid: str) -> Pack:
    points = dice.choice(
        (("center", "center"), ("corners", "corners"), ("area", "area"), ("corners", "center"))
    )
    kinds = {"solid": "hide", "wall": "hide", "room": "hide"}
    if dice.random() < 0.5:
        kinds["door"] = "hide"
    if dice.random() < 0.3:
        del kinds["room"]
    straight = points == ("center", "center") and dice.random() < 0.5
    sight = PackQuestion(
        *points,  # type: ignore[arg-type]
        take="any" if "area" in points else dice.choice(("any", "all")),
        touch=TouchRules(corner=dice.choice(("pass", "ask", "block")), edge="block"),
        straight=straight,
        blockers=Entries(kinds),
    )
    cover = PackQuestion(
        "center",
        "center",
        blockers=Entries({"woods": "some", "room": "some"}),
        degrees=Entries(dict.fromkeys(("square", "hex"), ((1, "some"),))),
    )
    return Pack(
        *("made-up", "made up", "", ""),
        (grid,),  # type: ignore[arg-type]
        sight,
        (cover,) if dice.random() < 0.5 else (),
        degrees=("none", "some", "total"),
        zones=dice.choice(("", "own", "joined"))
        if "room" not in kinds
        else dice.choice(("own", "joined")),
        open_ground=dice.choice(((), ("street",))),
        max_range=dice.choice((0, 0, 2, 3)),
        arc=dice.choice((0, 0, 120, 180)),
        neighbors=dice.choice(("", "seen unless wall")),
        symmetric=False,
    )


def compare(board: Board[Any], pack: Pack, dice: random.Random) -> None:
    rule = PackRule(pack)
    tiles: list[Any] = [*board.tiles(), *(each.name for each in board.figures())]
    for source in dice.sample(tiles, 2):
        here = place(board, source, "from")
        seen, covers = field(board, source, rule), cover_field(board, source, rule)
        for target in dice.sample(tiles, 6):
            expected = rule.trace(board, here, place(board, target, "to"))
            why = (board, source, target, pack)
            assert verdict(board, source, target, rule) is expected.verdict, why
            assert degree(board, source, target, rule) == expected.degree, why
            if not isinstance(target, str):
                assert seen[target] is (expected.verdict is Verdict.VISIBLE), why
                assert covers[target] == expected.degree, why


@pytest.mark.parametrize("seed", range(BOARDS))
@pytest.mark.parametrize("grid", ["square", "hex"])
def test_made_up_packs(grid: str, seed: int) -> None:
    dice = random.Random(f"rooms {grid} {seed}")
    board, pack = rooms(dice, grid), made_up(dice, grid)
    compare(board, pack, dice)
    for _ in range(2):
        change(board, dice)
        compare(board, pack, dice)


@pytest.mark.parametrize("seed", range(BOARDS))
def test_zombicide(seed: int) -> None:
    dice = random.Random(f"zombicide {seed}")
    board = rooms(dice, "square")
    compare(board, PACKS["zombicide"], dice)
    for _ in range(3):
        change(board, dice)
        compare(board, PACKS["zombicide"], dice)

"""Packs with chains and diamonds give the answers of the readable rule, also after changes."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from sightline import HexBoard, SquareBoard, Wall, compiled, cover_field, degree, field, sees
from sightline.model.board import Board
from sightline.model.place import place
from sightline.packs import PACKS
from sightline.packs.schema import Pack
from sightline.rules.pack import PackRule
from tests.every_rule import THOROUGH
from tests.kernels.test_pack_paths import DEGREES, hexes, question, some

PARTS = 200 if THOROUGH else 2
HEX_PACKS = ("battletech", "memoir44", "tide-of-iron")

pytestmark = pytest.mark.skipif(not compiled(), reason="no kernels here")


def agree(board: Board, rule: PackRule, dice: random.Random) -> None:
    """Compare field, field of cover, degree and `sees` with the rule, from a tile or a figure."""
    names = [figure.name for figure in board.figures()]
    source: Any = dice.choice(names) if names and dice.random() < 0.5 else None
    source = source or dice.choice(list(board.tiles()))
    start = place(board, source, "from")
    seen, covers = field(board, source, rule), cover_field(board, source, rule)
    for tile in some(list(board.tiles())):
        found = rule.trace(board, start, place(board, tile, "to"))
        words = found.degree
        assert covers[tile] == words, (source, tile, str(board))
        assert (tile in seen) == (found.degrees[1] != rule.pack.degrees[-1]), (source, tile)
    for target in [*dice.sample(names, min(4, len(names))), *dice.sample(list(board.tiles()), 4)]:
        found = rule.trace(board, start, place(board, target, "to"))
        assert degree(board, source, target, rule) == found.degree
        assert sees(board, source, target, rule) == found.visible


def change(board: Board, dice: random.Random) -> None:
    """Change something that the planes depend on."""
    tile = dice.choice(list(board.tiles()))
    free = [each for each in board.tiles() if not board.names_at(each)]
    names = [figure.name for figure in board.figures() if len(figure.tiles) == 1]
    what = dice.randrange(6)
    if what == 0:
        board.set_terrain(tile, dice.choice((None, "woods", "heavy-woods", "building")))
    elif what == 1 and isinstance(board, HexBoard):
        board.set_elevation(tile, dice.choice((None, 1, 2, -1, Fraction(1, 2))))
    elif what == 2 and names:
        board.move(dice.choice(names), dice.choice(free))
    elif what == 3 and names:
        board.remove(dice.choice(names))
    elif what == 4:
        near = [each for each in board.grid.neighbors(tile) if each in board]
        if near:
            board.set_edge(tile, dice.choice(near), dice.choice((None, Wall())))
    else:
        board.set_solid(tile, not board.is_solid(tile))


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", HEX_PACKS)
def test_the_packs_of_the_library(name: str, part: int) -> None:
    dice = random.Random(f"{name} {part}")
    board, rule = hexes(dice), PackRule(PACKS[name])
    agree(board, rule, dice)
    for _ in range(4):
        for _ in range(dice.randint(1, 6)):
            change(board, dice)
        agree(board, rule, dice)


@pytest.mark.parametrize("part", range(2 * PARTS))
def test_any_question_that_a_pack_could_ask(part: int) -> None:
    dice = random.Random(f"engine {part}")
    covers = (question(dice, True), question(dice, True))
    neighbors: Any = dice.choice(("", "seen", "seen unless wall"))
    pack = Pack(
        *("own", "Own", "", "", ("hex",)),
        question(dice, False),
        covers,
        degrees=DEGREES,
        neighbors=neighbors,
    )
    board = hexes(dice)
    agree(board, PackRule(pack), dice)
    change(board, dice)
    agree(board, PackRule(pack), dice)


@pytest.mark.parametrize("part", range(PARTS))
def test_large_figures_and_what_no_plane_holds(part: int) -> None:
    dice = random.Random(f"large {part}")
    board = HexBoard(radius=5)
    for tile in board.tiles():
        if dice.random() < 0.1:
            board.set_terrain(tile, dice.choice(("woods", "light-woods")))
    board.place("giant", (2, 0), size=2)
    board.place("orc", (-3, 1))
    for name in HEX_PACKS:
        agree(board, PackRule(PACKS[name]), dice)
    board.set_elevation((1, 1), Fraction(1, 7))  # not a whole number of units
    agree(board, PackRule(PACKS["battletech"]), dice)
    board.set_elevation((1, 1), 2)
    agree(board, PackRule(PACKS["battletech"]), dice)
    board.add_wall((-1.5, -2), (-1.5, 2))
    agree(board, PackRule(PACKS["memoir44"]), dice)


@pytest.mark.parametrize("part", range(PARTS))
def test_points_of_figures_and_hills_alone(part: int) -> None:
    """Only figures and hills have cover points or block; figures may move, have a side, or be
    large.
    """
    dice = random.Random(f"points {part}")
    points = {"enemy": 2, "ally": 1, "big-figure": 1, "tall": 2, "low": 1, "light-woods": 1}
    board = hexes(dice)
    for tile in dice.sample(list(board.tiles()), 8):
        if not board.names_at(tile):
            board.place(
                f"at {tile}", tile, kind=dice.choice(("hero", "enemy", "table", "bookcase"))
            )
    asked = question(dice, False)
    only_points = replace(asked, points=points, degrees={"hex": ((2, "total"),)})
    only_hills = replace(asked, points={}, degrees={}, blockers={}, heights="linear")
    for each in (only_points, only_hills):
        rule = PackRule(Pack("own", "Own", "", "", ("hex",), each))
        agree(board, rule, dice)
        for _ in range(4):
            change(board, dice)
        agree(board, rule, dice)


@pytest.mark.parametrize("part", range(2 * PARTS))
def test_diamonds(part: int) -> None:
    dice = random.Random(f"diamonds {part}")
    board = SquareBoard(dice.randint(2, 9), dice.randint(2, 9))
    rule = PackRule(PACKS["symmetric-shadowcasting"])
    if part % 3 == 0 and min(board.rows, board.cols) > 2:
        board.place("giant", (1, 1), size=2)
    for tile in board.tiles():
        if dice.random() < 0.15:
            board.set_solid(tile)
        elif dice.random() < 0.05 and not board.names_at(tile):
            board.place(str(tile), tile)
    for _ in range(3):
        agree(board, rule, dice)
        for _ in range(4):
            change(board, dice)

"""Chains of hexes and diamonds: the kernels equal the readable rule on random boards."""

from __future__ import annotations

import ctypes
import random
from fractions import Fraction
from typing import Any

import pytest

from sightline import HexBoard, SquareBoard, Wall
from sightline.model.board import Board
from sightline.model.cell import hex_disc
from sightline.model.place import place
from sightline.packs import PACKS
from sightline.packs.schema import Pack, PackQuestion, TouchRules
from sightline.rules.packs.questions import Looks, answered
from tests.every_rule import THOROUGH
from tests.kernels.pack_planes import Planes, chain_field, chain_pair, compiled, diamonds

PARTS = 200 if THOROUGH else 3
WOODS = ("light-woods", "heavy-woods", "woods", "building")
POINTS: dict[str, int] = {"light-woods": 1, "heavy-woods": 2, "solid": 3, "figure": 1}
DEGREES = ("none", "light", "partial", "heavy", "total")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    return compiled(tmp_path_factory.mktemp("paths"))


def hexes(dice: random.Random) -> HexBoard:
    """Return a disc, possibly with gaps, with rock, woods, hills, walls and figures."""
    radius = dice.choice((3, 5, 8))
    cells = hex_disc((dice.randint(-9, 9), dice.randint(-9, 9)), radius)
    if dice.random() < 0.3:
        cells = dice.sample(cells, len(cells) * 2 // 3)
    board = HexBoard(cells=cells, outside=dice.choice(("open", "solid")))
    crowd = dice.choice((0.02, 0.08, 0.2))
    levels: Any = dice.choice(
        ([0], [0, 0, 0, 1, 2], [-1, 0, 1, 2, 3, Fraction(1, 2), Fraction(7, 4)])
    )
    for tile in board.tiles():
        if dice.random() < crowd / 2:
            board.set_solid(tile)
        elif dice.random() < crowd / 2:
            board.place(str(tile), tile)
        if dice.random() < crowd * 2:
            board.set_terrain(tile, dice.choice(WOODS))
        level = dice.choice(levels)
        if level:
            board.set_elevation(tile, level)
        if dice.random() < crowd / 2:
            near = [each for each in board.grid.neighbors(tile) if each in board]
            if near:
                board.set_edge(tile, dice.choice(near), Wall())
    return board


def question(dice: random.Random, cover: bool) -> PackQuestion:
    """Return a random question about chains that a pack can ask."""
    most = ("light", "heavy") if cover else ("hide",)
    steps = ((1, "light"), (2, "partial"), (4, "heavy")) if cover else ((3, "total"),)
    kinds = dice.sample(("solid", "wall", "woods", "building", "figure"), dice.randint(0, 5))
    return PackQuestion(
        "center",
        "center",
        lean=dice.choice(("", "any", "worst")),
        heights=dice.choice(("", "linear", "battletech", "hill-blocks")),
        points=POINTS if dice.random() < 0.6 else {},
        degrees={"hex": steps[: dice.randint(1, 3)]} if dice.random() < 0.9 else {},
        blockers={kind: dice.choice(most) for kind in kinds},
        eyes=dice.choice((1, 1, 2)),
        growth=dice.choice((1, 2, 2)),
    )


def some(things: list[Any]) -> list[Any]:
    """Return about 80 of the things, or all in a thorough run, because the
    readable rule is slow.
    """
    return things if THOROUGH else things[:: 1 + len(things) // 80]


def same(library: ctypes.CDLL, board: Board, pack: Pack, dice: random.Random) -> None:
    """Check that field, pair and rule agree on every question of the pack, from one tile to all
    others.
    """
    start = place(board, dice.choice(list(board.tiles())), "from")
    for asked in (pack.sight, *pack.cover):
        cover = asked is not pack.sight
        planes = Planes(board, start, pack, asked)
        found = chain_field(library, planes, cover)
        (own,) = start.tiles
        assert found.pop(own) == ("none", "none")
        for tile in some(list(found)):
            looks = Looks(board, start, place(board, tile, "to"), pack, asked)
            assert found[tile] == answered(looks, cover).degree, (own, tile, asked, str(board))
        for tile in dice.sample(sorted(found), min(3, len(found))):
            assert chain_pair(library, planes, tile, cover) == found[tile]


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", ["battletech", "memoir44", "tide-of-iron"])
def test_the_packs_of_the_library(library: ctypes.CDLL, name: str, part: int) -> None:
    dice = random.Random(f"{name} {part}")
    same(library, hexes(dice), PACKS[name], dice)


@pytest.mark.parametrize("part", range(2 * PARTS))
def test_any_question_that_a_pack_could_ask(library: ctypes.CDLL, part: int) -> None:
    dice = random.Random(f"chains {part}")
    covers = tuple(question(dice, True) for _ in range(2))
    outside: Any = dice.choice(("open", "wall"))
    pack = Pack(
        *("own", "Own", "", "", ("hex",)),
        question(dice, False),
        covers,
        degrees=DEGREES,
        outside=outside,
    )
    same(library, hexes(dice), pack, dice)


def test_long_lines(library: ctypes.CDLL) -> None:
    """One row of distant hexes, with rock everywhere except on the line, so that it cuts many
    corners.
    """
    board = HexBoard(cells=[(q, r) for q in range(61) for r in range(-7, 8)])
    pack = PACKS["memoir44"]
    start = place(board, (0, 0), "from")
    for seed in range(4):
        dice = random.Random(seed)
        for _ in range(6):
            tile = (dice.randrange(2, 60), dice.randint(-6, 6))
            if not board.is_solid(tile):
                board.set_solid(tile)
        found = chain_field(library, Planes(board, start, pack, pack.sight), False)
        for tile in dice.sample(sorted(found), 120):
            looks = Looks(board, start, place(board, tile, "to"), pack, pack.sight)
            if not looks.all.same_place:
                assert found[tile] == answered(looks, False).degree, (tile, seed)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("lean", ["", "any", "worst"])
def test_diamonds(library: ctypes.CDLL, lean: Any, part: int) -> None:
    """Touches may pass, block or be asked about; the kernel's four results
    cover all these cases.
    """
    dice = random.Random(f"diamonds {lean} {part}")
    board = SquareBoard(dice.randint(1, 12), dice.randint(1, 12))
    crowd = dice.choice((0.03, 0.1, 0.3))
    for tile in board.tiles():
        if dice.random() < crowd:
            board.set_solid(tile)
        for step in board.grid.forward if part % 2 else ():
            there = (tile[0] + step[0], tile[1] + step[1])
            if there in board and dice.random() < crowd:
                board.set_edge(tile, there, Wall())
    start = place(board, dice.choice(list(board.tiles())), "from")
    for corner in ("pass", "ask", "block"):
        asked = PackQuestion(
            "center",
            "center",
            shape="diamond",
            lean=lean,
            touch=TouchRules(corner=corner),
            blockers={"solid": "hide", "wall": "hide"},
        )
        pack = Pack("own", "Own", "", "", ("square",), asked)
        planes = Planes(board, start, pack, asked)
        touched = (corner == "block", corner != "pass")
        leant = (True, True) if lean else touched
        counted = {
            0: (False, False),
            1: (True, True) if lean == "worst" else touched,
            2: leant,
            3: (True, True),
        }
        for tile in board.tiles():
            looks = Looks(board, start, place(board, tile, "to"), pack, asked)
            if looks.all.same_place:
                continue
            wanted = tuple(word == "total" for word in answered(looks, False).degree)
            met = diamonds(library, planes, tile)
            assert counted[met] == wanted, (start.tiles, tile, met, str(board))

"""Questions by any part of a tile as everybody asks them, by kernels, against the readable rule."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sightline import HexBoard, SquareBoard, Verdict, Wall, field, sees, verdict
from sightline.engine import native
from sightline.engine.pack_plans import AreaPlan, plan_of
from sightline.errors import SightlineError
from sightline.model.board import Board
from sightline.model.place import place
from sightline.packs import PACKS
from sightline.packs.schema import Entries, Pack, PackQuestion, TouchRules
from sightline.rules.pack import PackRule
from tests.every_rule import QUICK, THOROUGH

pytestmark = pytest.mark.skipif(native.packs() is None, reason="there are no kernels here")

BOARDS = 200 if THOROUGH else 2 if QUICK else 3
WORDS = ("pass", "ask", "block")
OURS = ("frosthaven", "jaws-of-the-lion", "star-wars-miniatures", "dcss", "dnd5e", "dnd4e")


def _board(grid: str, dice: random.Random) -> Board:
    board: Board = SquareBoard(5, 6) if grid == "square" else HexBoard(2)
    rock, walls = dice.choice((0.05, 0.2, 0.35)), dice.choice((0.0, 0.1, 0.25))
    for tile in board.tiles():
        if dice.random() < rock:
            board.set_solid(tile)
        for a, b in board.grid.forward:
            other = board.grid.tile(tile[0] + a, tile[1] + b)
            if other in board and dice.random() < walls:
                board.set_edge(tile, other, Wall())
    floor = [tile for tile in board.tiles() if not board.is_solid(tile)]
    for name in "ABC":
        size: Any = dice.choice((1, 1, 2)) if grid == "hex" else dice.choice(((1, 1), (2, 2)))
        try:
            board.place(name, dice.choice(floor), size=size)
        except SightlineError:  # no room for it there
            continue
    return board


def _made_up(dice: random.Random) -> Pack:
    start, end = dice.choice((("area", "area"), ("corners", "area"), ("area", "corners")))
    touch = TouchRules(*(dice.choice(WORDS) for _ in range(4)))  # type: ignore[arg-type]
    question = PackQuestion(
        start,  # type: ignore[arg-type]
        end,  # type: ignore[arg-type]
        touch=touch if dice.random() < 0.7 else TouchRules(corner="block", edge="block"),
        ends=dice.choice(("turn", "closed", "open")),
        swap=dice.random() < 0.3,
        blockers=Entries({"solid": "hide", "wall": "hide", "figure": "hide"}),
    )
    neighbours = dice.choice(("", "seen unless wall"))
    return Pack(
        *("made-up", "made up", "", ""),
        ("square", "hex"),
        question,
        neighbours=neighbours,  # type: ignore[arg-type]
        outside=dice.choice(("open", "wall")),
        symmetric=False,
    )


def _compare(board: Board, pack: Pack, dice: random.Random) -> None:
    rule = PackRule(pack)
    assert isinstance(plan_of(pack, board.grid.name).sight, AreaPlan)
    tiles = list(board.tiles())
    source = dice.choice((dice.choice(tiles), *(figure.name for figure in board.figures())))
    seen = field(board, source, rule)
    here = place(board, source, "from")
    for tile in dice.sample(tiles, 5):
        expected = rule.trace(board, here, place(board, tile, "to")).verdict
        assert verdict(board, source, tile, rule) is expected, (board, source, tile, pack)
        assert sees(board, source, tile, rule) is (expected is Verdict.VISIBLE)
        assert seen[tile] is (expected is Verdict.VISIBLE), (board, source, tile, pack)


@pytest.mark.parametrize("seed", range(BOARDS))
@pytest.mark.parametrize("name", OURS)
def test_games(name: str, seed: int) -> None:
    dice = random.Random(f"{name} {seed}")
    _compare(_board(dice.choice(PACKS[name].grids), dice), PACKS[name], dice)


@pytest.mark.parametrize("seed", range(4 * BOARDS))
@pytest.mark.parametrize("grid", ["square", "hex"])
def test_made_up_packs(grid: str, seed: int) -> None:
    dice = random.Random(f"made up {grid} {seed}")
    _compare(_board(grid, dice), _made_up(dice), dice)


def test_a_touch_for_the_master_is_his_to_judge() -> None:
    """Seen only through the point where two pillars meet, and that is asked about."""
    question = PackQuestion(
        "area", "area", touch=TouchRules(pinch="ask"), blockers=Entries({"solid": "hide"})
    )
    rule = PackRule(Pack("asking", "Asking", "", "", ("square",), question))
    board = SquareBoard.from_text("A#\n#B")
    assert verdict(board, "A", "B", rule) is Verdict.AMBIGUOUS
    assert not sees(board, "A", "B", rule)
    assert not field(board, "A", rule)["B2"]
    board.set_solid("B1", False)
    assert verdict(board, "A", "B", rule) is Verdict.VISIBLE

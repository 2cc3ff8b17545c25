"""Public questions for any part of a tile: kernels give the answers of the readable rule."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sightline import HexBoard, SquareBoard, Verdict, Wall, field, sees, verdict
from sightline.engine import native
from sightline.engine.packs.plans import AreaPlan, plan_of
from sightline.errors import SightlineError
from sightline.model.board import Board
from sightline.model.place import place
from sightline.packs import PACKS
from sightline.packs.schema import Entries, Pack, PackQuestion, TouchRules
from sightline.rules.pack import PackRule
from tests.every_rule import THOROUGH
from tests.kernels.pack_walls import add_walls

pytestmark = pytest.mark.skipif(native.packs() is None, reason="there are no kernels here")

BOARDS = 200 if THOROUGH else 1
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
        except SightlineError:  # not enough space there
            continue
    return board


def _made_up(dice: random.Random, start: str = "", end: str = "", squares: bool = False) -> Pack:
    if not start:
        other = dice.choice(("area", "corners", "center"))
        start, end = dice.choice((("area", other), (other, "area")))
    touch = TouchRules(*(dice.choice(WORDS) for _ in range(4)))  # type: ignore[arg-type]
    question = PackQuestion(
        start,  # type: ignore[arg-type]
        end,  # type: ignore[arg-type]
        touch=touch if dice.random() < 0.7 else TouchRules(corner="block", edge="block"),
        ends=dice.choice(("turn", "closed", "open")),
        swap=dice.random() < 0.3 and start != end,
        shape="diamond" if squares and start == end and dice.random() < 0.4 else "tile",
        blockers=Entries({"solid": "hide", "wall": "hide", "figure": "hide"}),
    )
    neighbors = dice.choice(("", "seen unless wall"))
    return Pack(
        *("made-up", "made up", "", ""),
        ("square",) if squares else ("square", "hex"),
        question,
        neighbors=neighbors,  # type: ignore[arg-type]
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


@pytest.mark.parametrize("seed", range(4 * BOARDS))
def test_made_up_packs_among_free_walls(seed: int) -> None:
    dice = random.Random(f"made up, free walls {seed}")
    board = SquareBoard(dice.randint(3, 4), dice.randint(3, 4))
    for tile in board.tiles():
        if dice.random() < 0.2:
            board.set_solid(tile)
    add_walls(dice, board, most=4)
    pack = _made_up(dice, "area", "area", squares=True)
    rule, tiles = PackRule(pack), list(board.tiles())
    for source, target in (dice.sample(tiles, 2) for _ in range(3)):
        expected = rule.trace(board, place(board, source, "from"), place(board, target, "to"))
        assert verdict(board, source, target, rule) is expected.verdict, (seed, source, target)


def test_a_wall_along_part_of_a_border_leaves_the_rest_free() -> None:
    board = SquareBoard(5, 5)
    board.add_wall((1.0, 1.25), (1.0, 2.75))
    for name in ("star-wars-miniatures", "dcss"):
        rule = PackRule(PACKS[name])
        here, there = (place(board, tile, "to") for tile in ((2, 0), (2, 1)))
        assert verdict(board, (2, 0), (2, 1), rule) is rule.trace(board, here, there).verdict
    assert sees(board, (2, 0), (2, 1), PackRule("star-wars-miniatures"))


def test_a_limited_wall_at_a_pinch_lets_one_line_through() -> None:
    """Two pillars meet at a point where a limited wall ends. A line passes because no other wall is
    there.
    """
    question = PackQuestion(
        "area",
        "area",
        touch=TouchRules(pinch="pass"),
        blockers=Entries({"solid": "hide", "wall": "hide"}),
    )
    rule = PackRule(Pack("pinch", "Pinch", "", "", ("square",), question))
    board = SquareBoard.from_text("A#\n#B")
    board.add_wall((1.0, 1.0), (1.4, 0.8), Wall(limited=True))
    assert sees(board, "A", "B", rule)
    board.add_wall((1.0, 1.0), (0.6, 1.2))
    assert not sees(board, "A", "B", rule)


@pytest.mark.parametrize(
    ("rows", "visible"),
    [
        (("A#...#.", ".....#.", "...#.#.", "...#..T"), True),  # three corners on one line
        (("A#...#.", "...#.#.", "...#.#.", "...#..T"), False),  # two share a corner
        (("A.#.", "#.#.", "...T"), True),
        (("A.#.", "###.", "...T"), False),
    ],
)
def test_diamonds_by_hand(rows: tuple[str, ...], visible: bool) -> None:
    board = SquareBoard.from_text("\n".join(rows))
    rule = PackRule("dcss")
    here, there = (place(board, name, "to") for name in "AT")
    assert (rule.trace(board, here, there).verdict is Verdict.VISIBLE) is visible
    assert sees(board, "A", "T", rule) is visible


def test_a_touch_for_the_master_is_his_to_judge() -> None:
    """The only line passes where two pillars meet, so the game master decides."""
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

"""Packs on boards with heights: kernels equal the readable rule and follow changes of the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from sightline import At, PackRule, SquareBoard, Wall, cover_field, degree, sees, trace
from sightline.engine import native
from sightline.engine.packs.columns import every_height
from sightline.engine.packs.grounds import grounds_of
from sightline.engine.packs.plans import plan_of
from sightline.engine.packs.questions import QuestionPlan
from sightline.model.board import Board
from sightline.model.place import on_storey, place, storey_of
from sightline.packs import PACKS
from sightline.packs.schema import PackQuestion, TouchRules
from tests.every_rule import THOROUGH
from tests.heights import pack_differences
from tests.kernels.high_boards import board_of_edges, board_of_odd_walls, some_height

pytestmark = pytest.mark.skipif(native.packs() is None, reason="there are no kernels here")
HIGH = [name for name in PACKS if PACKS[name].heights]
SEEDS = range(10_000, 10_000 + (600 if THOROUGH else 3))
HIDE = PACKS["dnd5e"].sight.blockers
CLOSED = TouchRules(corner="block", edge="block", pinch="block", seam="block")
ASKED = TouchRules(corner="ask", edge="ask", pinch="ask", seam="block")
TO_AREA = {
    "dnd5e": PACKS["dnd5e"].sight,
    "open": replace(PACKS["dnd5e"].sight, ends="open"),
    "from centers": PackQuestion("center", "area", touch=CLOSED, blockers=HIDE, swap=True),
    "to centers": PackQuestion("area", "center", touch=CLOSED, blockers=HIDE),
    "to corners": PackQuestion("area", "corners", touch=CLOSED, blockers=HIDE),
}
AT_EDGES = {
    "descent2": PACKS["descent2"].sight,
    "open": PackQuestion("corners", "corners", ends="open", touch=ASKED, blockers=HIDE),
    "closed": PackQuestion("corners", "corners", ends="closed", touch=ASKED, blockers=HIDE),
}
"""Questions with lines to any part of a tile, and with lines along the edge of two neighbors."""


@pytest.mark.parametrize("name", HIGH)
def test_kernels_equal_the_readable_rule(name: str) -> None:
    found = [line for seed in SEEDS for line in pack_differences(name, seed) if line]
    assert found == []


@pytest.mark.parametrize("name", HIGH)
def test_grounds_follow_the_board(name: str) -> None:
    board = SquareBoard(3, 7)
    rule = PackRule(name)
    board.place("a", "A2")
    board.place("b", "G2")
    board.place("wide", "C1", size=(2, 1), elevation=2)

    def check() -> None:
        for here in ("a", "wide"):
            source, tile = place(board, here, "from"), board.position("E3")
            there = on_storey(board, tile, storey_of(board, source, None))
            assert cover_field(board, here, rule)[tile] == rule.trace(board, source, there).degree
        for here, end in (("a", "b"), ("b", "wide"), ("wide", "A2"), ("A2", "a"), ("A2", "b")):
            expected = trace(board, here, end, rule)
            assert sees(board, here, end, rule) is expected.visible, (here, end)
            assert degree(board, here, end, rule) == expected.degree, (here, end)

    changes: list[Callable[[], object]] = [
        lambda: board.set_edge("C2", "D2", Wall(top=Fraction(1, 2))),
        lambda: board.set_edge("C2", "D2", Wall(top=2)),
        lambda: board.move("a", "A2", elevation=3),
        lambda: board.add_floor(2, board.tiles(), "roof"),
        lambda: board.remove_floor("roof"),
        lambda: board.move("wide", "C2", elevation=None),
        lambda: board.set_elevation("D2", 1),
        lambda: board.add_wall((4.5, 0), (4.5, 3), Wall(top=1)),
        lambda: board.add_wall((4.5, 0), (4.5, 3), Wall(bottom=1)),
        lambda: board.place("c", "F2", height=4),
        lambda: board.remove("c"),
        lambda: board.set_elevation("D2", None),
        lambda: board.set_solid("F2"),
    ]
    check()
    for change in changes:
        change()
        check()


@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize("name", TO_AREA)
def test_lines_past_walls_at_odd_places(name: str, grid: str) -> None:
    for seed in range(200) if THOROUGH else (5, 6, 7, 8, 23):  # they notice planted faults
        board, dice = board_of_odd_walls(grid, seed)
        tiles = [*board.tiles()]
        for figure in board.figures():
            target = At(dice.choice(tiles), elevation=some_height(dice))
            if target.tile != figure.at:
                _compare(board, TO_AREA[name], figure.name, target, f"{grid} {seed}")


@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize("name", AT_EDGES)
def test_lines_of_neighbors(name: str, grid: str) -> None:
    for seed in range(500 if THOROUGH else 25):
        board, dice = board_of_edges(grid, seed)
        for figure in board.figures():
            near = [other for other in board.grid.neighbors(figure.at) if other in board]
            target = At(dice.choice(near), elevation=some_height(dice))
            _compare(board, AT_EDGES[name], figure.name, target, f"{grid} {seed}")


def _compare(board: Board[Any], sight: PackQuestion, a: Any, b: Any, words: str) -> None:
    """Check that the kernel answers, and gives the readable rule's answer."""
    pack = replace(PACKS["dnd5e"], name="own", sight=sight, cover=())
    plan, grounds = plan_of(pack, board.grid.name).sight, grounds_of(board)
    source, target = place(board, a, "from"), place(board, b, "to")
    found = plan.high_pair(board, every_height(board, grounds), source, target)
    assert found == QuestionPlan.pair(plan, board, grounds, source, target), (words, a, b)


@pytest.mark.parametrize("name", ["dnd2024", "dnd4e", "dnd4e-melee", "dnd5e"])
def test_a_line_arrives_in_a_tile_before_a_wall_that_crosses_it(name: str) -> None:
    """In some directions the wall is in the target, in others before it."""
    board = SquareBoard(4, 5)
    board.place("a", "B4")
    board.set_elevation("B3", Fraction(3, 2))
    board.set_elevation("B4", Fraction(5, 2))
    board.set_edge("A2", "A3", Wall())
    board.add_wall((Fraction(2, 3), Fraction(11, 6)), (Fraction(23, 6), 3))
    rule = PackRule(name)
    source = place(board, "a", "from")
    for tile in ("A2", "B2"):
        there = on_storey(board, board.position(tile), None)
        expected = rule.trace(board, source, there).degree
        assert degree(board, "a", tile, rule) == expected
        assert cover_field(board, "a", rule)[board.position(tile)] == expected

"""The kernel for lines with heights equals the readable rule.

This also tests which cases it leaves to that rule, and how its mirror follows the board.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from sightline import At, CenterRule, CornerRule, SquareBoard, Wall, compiled, field, sees, trace
from sightline.engine.arguments import for_places
from sightline.engine.heights import contacts_between
from sightline.geometry.contact import Contact
from sightline.model.place import on_storey, place, standing_at, storey_of
from tests.every_rule import THOROUGH
from tests.heights import duel, kernel_differences, large_differences, stand_on_the_ground

pytestmark = pytest.mark.skipif(not compiled(), reason="needs the kernels")
SEEDS = range(10_000, 10_000 + (2000 if THOROUGH else 10))
RULES = (CornerRule(), CenterRule())


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_the_kernel_equals_the_readable_rule(grid: str) -> None:
    found = [line for seed in SEEDS for line in kernel_differences(grid, seed) if line]
    assert found == []


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_so_it_does_for_figures_of_several_tiles(grid: str) -> None:
    seeds = SEEDS if THOROUGH else SEEDS[:3]
    found = [line for seed in seeds for line in large_differences(grid, seed) if line]
    assert found == []


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_where_all_stands_on_the_ground_the_level_line_decides(grid: str) -> None:
    for seed in SEEDS:
        board, dice = duel(grid, seed), random.Random(seed)
        if not stand_on_the_ground(board):
            continue
        viewer = place(board, "a", "from")
        assert viewer.body is not None
        if len(viewer.tiles) > 4:
            continue  # the readable rule is slow
        tiles = dice.sample([*board.tiles()], 2)
        places = [standing_at(board, tile, viewer.body[1] - 1) for tile in tiles]
        for rule in (*RULES, CornerRule(closed_ends=True)):
            asked = for_places(board, rule, viewer)
            found = contacts_between(board, viewer, places * 10, asked)
            expected = [asked.trace(board, viewer, to).contact for to in places]
            assert found == expected * 10, (grid, seed, rule)


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_fields_are_what_is_seen(grid: str) -> None:
    for seed in range(2):
        board = duel(grid, seed)
        viewer = place(board, "a", "from")
        storey = storey_of(board, viewer, None)
        for rule in (CornerRule("permissive"), CenterRule()):
            seen = field(board, "a", rule)
            for tile in board.tiles():
                there = on_storey(board, tile, storey)
                assert (tile in seen) is rule.trace(board, viewer, there).visible


def answers(board: SquareBoard, *ends: Any) -> list[Contact | None]:
    here, there = (place(board, end, "end") for end in ends)
    return [
        contacts_between(board, here, [there], for_places(board, rule, here, there))[0]
        for rule in RULES
    ]


def test_the_mirror_follows_the_board() -> None:
    board = SquareBoard(3, 7)
    board.place("a", "A2")
    board.place("b", "G2")

    def check() -> None:
        expected = [trace(board, "a", "b", rule).contact for rule in RULES]
        assert answers(board, "a", "b") == expected

    board.set_edge("C2", "D2", Wall(top=Fraction(1, 2)))
    check()
    board.set_edge("C2", "D2", Wall(top=2))
    check()
    board.move("a", "A2", elevation=3)
    check()
    floor = board.add_floor(2, board.tiles())
    check()
    board.remove_floor(floor.name)
    board.add_floor(2, ["A2", "B2"])
    board.add_floor(Fraction(5, 2), ["C2"])
    check()
    board.set_elevation("E2", 5)
    check()
    board.add_wall((0.5, 0), (0.5, 3), Wall(bottom=1))
    check()
    board.place("c", "B2", elevation=1, height=4)
    check()
    board.set_solid("F2")
    check()


def test_what_is_left_to_the_readable_rule() -> None:
    board = SquareBoard(3, 7)
    board.place("a", "A1")
    board.set_edge("C1", "D1", Wall(top=2))
    board.place("troll", "E1", size=2)
    middle = CenterRule(large="middle")
    here, there = place(board, "a", "from"), place(board, "troll", "to")
    asked = for_places(board, middle, here, there)
    assert contacts_between(board, here, [there], asked) == [None]
    assert answers(board, "a", At("G1", elevation=Fraction(1, 7))) == [None, None]
    assert answers(board, "a", "G3") != [None, None]
    board.set_elevation("B1", Fraction(1, 7))
    assert answers(board, "a", "G3") == [None, None]
    for rule in (*RULES, middle):
        for to in ("troll", "E2", "G3", At("G1", elevation=Fraction(1, 7))):
            assert sees(board, "a", to, rule) is trace(board, "a", to, rule).visible


@pytest.mark.parametrize("rule", RULES)
def test_the_largest_board_and_the_greatest_heights(rule: CornerRule) -> None:
    board = SquareBoard(4, 4096)
    board.set_edge((2, 2000), (2, 2001), Wall(top=999_999))
    board.place("low", (0, 0), elevation=-1_000_000)
    board.place("high", (3, 4095), elevation=999_999)
    assert sees(board, "low", "high", rule) is trace(board, "low", "high", rule).visible

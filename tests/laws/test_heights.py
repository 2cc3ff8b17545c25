"""Laws of sight with heights (section 9 of the spec), and the reference, on random boards."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from sightline import (
    CenterRule,
    CornerRule,
    HexBoard,
    PackRule,
    SquareBoard,
    Wall,
    check,
    contact,
    degree_many,
    field,
    sees,
    sees_many,
    threat,
    trace,
    who_sees_whom,
)
from sightline.errors import InvalidValueError
from sightline.model.board import Board
from tests.every_rule import THOROUGH
from tests.heights import lifted, raised, random_board, reference_differences

GRIDS = ("square", "hex")
RULES = (CornerRule(), CenterRule())
SEEDS = range(12)


def boards(grid: str, seeds: range = SEEDS) -> list[Board]:
    found = (random_board(random.Random(seed), grid) for seed in seeds)
    return [board for board in found if board.has_figure("b")]


def contacts(board: Board) -> list[int]:
    return [int(contact(board, "a", "b", rule)) for rule in RULES]


@pytest.mark.parametrize("grid", GRIDS)
def test_the_reference_agrees(grid: str) -> None:
    found = [
        difference
        for seed in range(120 if THOROUGH else 5)
        for difference in reference_differences(grid, seed)
    ]
    assert found == []


@pytest.mark.parametrize("grid", GRIDS)
def test_the_checker_agrees(grid: str) -> None:
    for board in boards(grid, range(3)):
        sight = trace(board, "a", "b", CenterRule())
        assert check(board, sight), str(check(board, sight))
        if sight.heights is not None:
            lifted = (sight.heights[0] + 100, sight.heights[1])
            assert not check(board, replace(sight, heights=lifted))


@pytest.mark.parametrize("grid", GRIDS)
def test_lifting_everything_changes_nothing(grid: str) -> None:
    for board in boards(grid):
        assert contacts(lifted(board, 7)) == contacts(board)


@pytest.mark.parametrize("grid", GRIDS)
def test_the_same_both_ways(grid: str) -> None:
    for board in boards(grid):
        if not board.has_one_way_walls:
            for rule in RULES:
                assert contact(board, "a", "b", rule) is contact(board, "b", "a", rule)


@pytest.mark.parametrize("grid", GRIDS)
def test_a_blocker_that_grows_opens_nothing(grid: str) -> None:
    for seed, board in enumerate(boards(grid)):
        before, rng = contacts(board), random.Random(seed)
        for here, there, wall in board.edges():
            if not wall.limited:  # two limited walls may merge into one place
                board.set_edge(here, there, raised(wall, *rng.choice([(0, 1), (-1, 0)])))
        for tile in board.tiles():
            if not board.names_at(tile):
                board.set_elevation(tile, board.ground_at(tile) + Fraction(rng.randint(0, 1), 2))
        for floor in board.floors():  # close the holes
            board.remove_floor(floor.name)
            board.add_floor(floor.height, board.tiles(), floor.name)
        assert all(now >= then for now, then in zip(contacts(board), before, strict=True))


@pytest.mark.parametrize("grid", GRIDS)
def test_a_taller_body_sees_no_less(grid: str) -> None:
    for board in boards(grid):
        before, figure = contacts(board), board.figure("a")
        feet = board.body(figure)[0]
        board.remove("a")
        board.place("a", figure.at, elevation=feet, height=figure.height + 1)
        assert all(now <= then for now, then in zip(contacts(board), before, strict=True))


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("ties", ["strict", "permissive"])
def test_a_room_with_walls_floor_and_ceiling_is_closed(rule: CornerRule, ties: Any) -> None:
    board = SquareBoard(3, 3)
    room = board.position("B2")
    for other in board.grid.neighbors(room):
        board.set_edge(room, other, Wall(bottom=2, top=4))
    board.add_floor(2, [room])
    board.add_floor(4, [room])
    board.place("in", room, elevation=Fraction(5, 2))
    rng = random.Random(1)
    for at in board.tiles():
        for height in (0, 2, Fraction(5, 2), 3, 4, 6):
            if at != room or height not in (2, Fraction(5, 2), 3):
                name = f"{at} {height}"
                board.place(
                    name, at, elevation=height, height=rng.choice([1, 2]), blocks_sight=False
                )
                if at != room or not 1 < height < 4:
                    assert not sees(board, "in", name, replace(rule, ties=ties)), name
                board.remove(name)


@pytest.mark.parametrize("rule", RULES)
def test_a_storey_without_a_hole_is_closed(rule: CornerRule) -> None:
    board = SquareBoard(3, 4)
    board.add_floor(3, board.tiles(), "gallery")
    board.place("up", "B2", elevation=3)
    for at in board.tiles():
        assert not sees(board, "up", at, rule)
    board.remove_floor("gallery")
    hole = board.position("C2")
    board.add_floor(3, [tile for tile in board.tiles() if tile != hole], "gallery")
    assert sees(board, "up", "C2", CornerRule())


@pytest.mark.parametrize("grid", GRIDS)
def test_where_all_stand_the_line_under_both_heads_decides(grid: str) -> None:
    for seed in SEEDS:
        board = random_board(random.Random(seed), grid, floors=False)
        if not board.has_figure("b"):
            continue
        for here, there, wall in [*board.edges()]:
            board.set_edge(here, there, replace(wall, bottom=None))
        for free in board.free_walls():
            standing = replace(free.threshold, bottom=None)
            board.add_wall(free.ends[0], free.ends[1], standing)
        for figure in board.figures():
            board.move(figure.name, figure.at, elevation=None)
        before = contacts(board)
        for name in ("a", "b"):  # only the top of a figure matters
            figure = board.figure(name)
            head = board.body(figure)[1]
            board.remove(name)
            thin = Fraction(1, 1000)
            board.place(name, figure.at, elevation=head - thin, height=thin)
        assert contacts(board) == before


def test_a_flat_board_answers_as_before() -> None:
    for seed in range(40):
        rng = random.Random(seed)
        flat = SquareBoard(4, 5)
        for tile in flat.tiles():
            if rng.random() < 0.2:
                flat.set_solid(tile)
        high = flat.copy()
        high.set_elevation("A1", -1)  # no line goes that low
        for rule in RULES:
            for target in flat.tiles():
                assert sees(flat, "C3", target, rule) is sees(high, "C3", target, rule)


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("rule", [*RULES, PackRule("dnd5e")])
def test_many_questions_at_once_give_what_one_gives(grid: str, rule: Any) -> None:
    for board in boards(grid, range(50 if THOROUGH else 2)):
        names, seen = who_sees_whom(board, rule)
        one_by_one = [[trace(board, a, b, rule).visible for b in names] for a in names]
        assert seen.tolist() == one_by_one
        pairs = [(a, b) for a in names for b in names]
        assert sees_many(board, pairs, rule).tolist() == [
            seen for row in one_by_one for seen in row
        ]
        degrees = [trace(board, a, b, rule).degree for a, b in pairs]
        assert list(degree_many(board, pairs, rule)) == degrees


def test_a_threat_is_seen_at_the_height_of_the_figure_that_moves() -> None:
    board = SquareBoard(1, 6)
    board.place("giant", "A1", height=3)
    board.set_edge("C1", "D1", Wall(top=2))
    assert board.position("F1") in threat(board, "giant", 1, 5, "center")
    board.remove("giant")
    board.place("goblin", "A1")
    assert board.position("F1") not in threat(board, "goblin", 1, 5, "center")


def test_a_rule_without_heights_takes_no_floor() -> None:
    board = HexBoard(radius=2)
    with pytest.raises(InvalidValueError, match="floor: Hex ray does not take floors"):
        field(board, (0, 0), "hexray", floor="gallery")


def test_two_on_one_tile_with_a_floor_between_are_not_said_to_share_it() -> None:
    board = SquareBoard(1, 2)
    board.add_floor(3, board.tiles(), "gallery")
    board.place("up", "A1", elevation=3)
    board.place("down", "A1", blocks_sight=False)
    for rule in (*RULES, PackRule("dnd5e"), PackRule("pathfinder2e")):
        sight = trace(board, "up", "down", rule)
        assert not sight.visible
        assert "share a tile" not in sight.explain()
        assert check(board, sight)

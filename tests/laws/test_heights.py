"""Laws of sight with heights (section 9 of the spec), and the reference, on random boards."""

from __future__ import annotations

import random
from contextlib import suppress
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
    sees_many,
    threat,
    trace,
    who_sees_whom,
)
from sightline.errors import InvalidValueError, OccupiedError
from sightline.model.board import Board
from sightline.rules.rule import Rule
from tests.every_rule import EVERY_SETTING, MAKE, THOROUGH, seeds
from tests.heights import (
    duel,
    keep_heads,
    lifted,
    raised,
    reference_differences,
    stand_on_the_ground,
)
from tests.scenes import flat

GRIDS = ("square", "hex")
RULES = (CornerRule(), CornerRule(closed_ends=True), CenterRule(), CenterRule(large="middle"))
WITH_HEIGHTS = [each for each in EVERY_SETTING if each.values[0].takes_heights]  # type: ignore[union-attr]
SEEDS = range(400 if THOROUGH else 12)


def boards(grid: str, numbers: range = SEEDS) -> list[Board]:
    return [duel(grid, 5_000_000 + number) for number in numbers]


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
        for free in board.free_walls():
            if not free.threshold.limited:
                grown = raised(free.threshold, *rng.choice([(0, 1), (-1, 0)]))
                board.add_wall(*free.ends, grown)
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
        with suppress(OccupiedError):  # the tile is occupied
            tall = figure.height + 1
            board.place("a", figure.at, size=figure.size, elevation=feet, height=tall)
        if board.has_figure("a"):
            assert all(now <= then for now, then in zip(contacts(board), before, strict=True))


@pytest.mark.parametrize("grid", GRIDS)
def test_where_all_stand_the_line_under_both_heads_decides(grid: str) -> None:
    for board in boards(grid):
        if stand_on_the_ground(board):
            before = contacts(board)
            keep_heads(board, "a", "b")
            assert contacts(board) == before


@pytest.mark.parametrize(("rule", "grid"), WITH_HEIGHTS)
def test_a_flat_board_answers_as_before(rule: Rule, grid: str) -> None:
    """The test adds a height that no line comes near."""
    for seed in seeds(rule, grid, 10, thorough=400):
        case = flat(MAKE[grid](seed))
        before = trace(case.board, case.source, case.target, rule)
        rng = random.Random(seed)
        own = {tile for end in case.places() for tile in end.tiles}
        empty = [t for t in case.board.tiles() if t not in own and not case.board.names_at(t)]
        if empty and rng.random() < 0.5:
            case.board.set_elevation(rng.choice(empty), -1)
        else:
            case.board.add_floor(50, [*case.board.tiles()][:1])
        after = trace(case.board, case.source, case.target, rule)
        found = contact(case.board, case.source, case.target, rule)
        same = (after.verdict, after.contact, found) == (before.verdict, *[before.contact] * 2)
        assert same, (seed, after, before)


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

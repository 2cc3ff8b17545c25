"""Boards with enough free walls for kernels to use an index, and changes of that index."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy
import pytest

from sightline import CenterRule, CornerRule, Door, HexBoard, SquareBoard, Wall, field, sees
from sightline.model.board import Board
from sightline.model.threshold import Threshold
from sightline.rules.rule import Rule
from tests.every_rule import THOROUGH
from tests.kernels.comparing import assert_same, compare_source, readable

RULES: tuple[Rule, ...] = (
    CornerRule("strict"),
    CornerRule("corners-pass"),
    CornerRule("permissive"),
    CornerRule("strict", closed_ends=True),
    CornerRule("permissive", closed_ends=True),
    CenterRule("strict"),
    CenterRule("permissive"),
)
SEEDS = range(70 if THOROUGH else 3)
PLAIN: tuple[Threshold, ...] = (Wall(), Wall(), Wall(), Door("closed"), Door("open"))
ODD: tuple[Threshold, ...] = (*PLAIN, Wall(limited=True), Wall(one_way="forth"))
FIRST: dict[str, Callable[[], Board]] = {
    "squares": lambda: SquareBoard(11, 12),
    "hexes": lambda: HexBoard(5),
    "far hexes": lambda: HexBoard(cells=[(q + 900, r - 700) for q in range(9) for r in range(9)]),
}
on_every_grid = pytest.mark.parametrize("grid", FIRST)


def draw_walls(
    board: Board, rng: random.Random, count: int, kinds: tuple[Threshold, ...], reach: int = 3
) -> None:
    """Add short walls, many with ends on corners and centers, some of them off the board."""
    tiles = list(board.tiles())
    wanted = board.wall_count + count
    while board.wall_count < wanted:
        parts = rng.choice((1, 2, 2, 3, 1000))
        x, y = board.grid.center(rng.choice(tiles))
        near = [Fraction(rng.randint(-parts, parts), 2 * parts) for _ in range(2)]
        away = [Fraction(rng.randint(-reach * parts, reach * parts), parts) for _ in range(2)]
        if any(away):
            start = Fraction(x, 384_000) + near[0], Fraction(y, 384_000) + near[1]
            end = start[0] + away[0], start[1] + away[1]
            board.add_wall(start, end, rng.choice(kinds))


@on_every_grid
@pytest.mark.parametrize("seed", SEEDS)
def test_equals_the_rule(grid: str, seed: int) -> None:
    rng = random.Random(f"{grid} {seed}")
    board = FIRST[grid]()
    tiles = [tuple(tile) for tile in board.tiles()]
    for tile in rng.sample(tiles, rng.choice((0, 6))):
        board.set_solid(tile)
    draw_walls(board, rng, rng.randint(30, 70), rng.choice((PLAIN, ODD)))
    rule = RULES[seed % len(RULES)]
    compare_source(board, rng.choice(tiles), rule, rng, (grid, seed), most=20)


@on_every_grid
def test_a_crowd_of_walls(grid: str) -> None:
    """There are more walls near one line than the initial buffer of a query can hold."""
    rng = random.Random(5)
    board = FIRST[grid]()
    tiles = [tuple(tile) for tile in board.tiles()]
    draw_walls(board, rng, 200, (Wall(),), reach=1)
    board.add_wall(*_beside(board, tiles[0]), Wall(limited=True))
    for _ in range(4):
        a, b = rng.choice(tiles), rng.choice(tiles)
        for rule in (CornerRule("permissive"), CenterRule("permissive")):
            assert sees(board, a, b, rule) is readable(board, a, b, rule), (a, b, rule)


def _beside(board: Board, tile: Any) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
    x, y = (Fraction(value, 384_000) for value in board.grid.center(tile))
    return (x + Fraction(1, 7), y), (x + Fraction(1, 7), y + 1)


@pytest.mark.parametrize("kind", ["squares", "hexes"])
def test_walls_far_away_change_nothing(kind: str) -> None:
    """Adds thousands of walls that no line of the question comes near."""
    rng = random.Random(6)
    few: Board = SquareBoard(8, 90) if kind == "squares" else HexBoard(30)
    near = SquareBoard(8, 8) if kind == "squares" else HexBoard(3)
    draw_walls(near, rng, 40, ODD, reach=2)
    for wall in near.free_walls():
        few.add_wall(*wall.ends, wall.threshold)
    many = few.copy()
    for number in range(5_000):
        left, top = (60, 1) if kind == "squares" else (18, -22)
        x, y = left + Fraction(number % 70, 7), top + Fraction(number // 70, 12)
        many.add_wall((x, y), (x + Fraction(1, 9), y + Fraction(1, 11)))
    source = (3, 3) if kind == "squares" else (0, 0)
    for rule in RULES:
        found = field(many, source, rule, radius=3)
        assert_same(found, numpy.asarray(field(few, source, rule, radius=3)).ravel(), (kind, rule))


@on_every_grid
@pytest.mark.parametrize("kinds", [PLAIN, ODD], ids=["plain", "odd"])
def test_changes_keep_the_index_current(grid: str, kinds: tuple[Threshold, ...]) -> None:
    """Walls are added, removed and opened; a copy of the board builds its index from scratch."""
    rng = random.Random(7)
    board = FIRST[grid]()
    tiles = [tuple(tile) for tile in board.tiles()]
    draw_walls(board, rng, 40, kinds)
    for step in range(400 if THOROUGH else 60):
        plain = [
            wall
            for wall in board.free_walls()
            if not wall.threshold.limited | bool(wall.threshold.one_way)
        ]
        sees(board, tiles[0], tiles[-1], CornerRule())
        if rng.random() < 0.5 or not plain:
            draw_walls(board, rng, 1, PLAIN)
        elif rng.random() < 0.3:
            board.add_wall(*rng.choice(plain).ends, rng.choice(PLAIN))
        else:
            board.remove_wall(*rng.choice(plain).ends)
        source, rule = rng.choice(tiles), RULES[step % len(RULES)]
        expected = numpy.asarray(field(board.copy(), source, rule)).ravel()
        assert_same(field(board, source, rule), expected, (grid, step, rule))


@pytest.mark.parametrize("board", [SquareBoard(5, 6), HexBoard(3)], ids=["squares", "hexes"])
def test_down_to_the_last_wall_and_up_again(board: Board) -> None:
    rng = random.Random(8)
    source = tuple(board.tiles()[0])
    for count in (1, 2, 40, 1):
        while board.wall_count > count:
            board.remove_wall(*board.free_walls()[rng.randrange(board.wall_count)].ends)
        draw_walls(board, rng, count - board.wall_count, (Wall(),), reach=2)
        expected = numpy.asarray(field(board.copy(), source, CornerRule())).ravel()
        assert_same(field(board, source, CornerRule()), expected, count)
    board.remove_wall(*board.free_walls()[0].ends)
    assert len(field(board, source, CornerRule())) == len(board.tiles())

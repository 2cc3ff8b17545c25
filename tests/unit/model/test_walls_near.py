"""The free walls near a line include all that touch it, in the board's order."""

from __future__ import annotations

import random

import pytest

from sightline import CenterRule, CornerRule, trace
from sightline.geometry.hull import are_apart, convex_hull
from sightline.geometry.walk import Line, meet_segment
from sightline.model.cell import HEX, SQUARE
from sightline.model.hexagon import HexBoard
from sightline.model.numbers import UNIT
from sightline.model.parts.wall_cells import WallCells
from sightline.model.square import SquareBoard
from sightline.rules import line
from sightline.rules.registry import RULES


@pytest.mark.parametrize("make", [lambda: SquareBoard(20, 20), lambda: HexBoard(radius=8)])
def test_no_wall_that_a_line_touches_is_left_out(make) -> None:
    rng = random.Random(5)

    def point(step: int) -> tuple[int, int]:
        return tuple(rng.randrange(-3 * UNIT, 12 * UNIT, step) for _ in "xy")  # type: ignore[return-value]

    board = make()
    while board.wall_count < 150:
        step = rng.choice((1, UNIT // 2, UNIT))
        start, end = point(step), point(step)
        if start != end:
            board.add_wall(*(tuple(value / UNIT for value in each) for each in (start, end)))
    every = [ends for ends, _ in board.wall_items()]
    few = 0
    for _ in range(400):
        step = rng.choice((1, UNIT // 3, UNIT))
        start, end = point(step), point(step)
        way = Line.between(start, end) if start != end else Line(start, (1, 0), reach=0)
        near = WallCells.of(board).near(start, end)
        assert near == [ends for ends in every if ends in set(near)]
        assert {ends for ends in every if meet_segment(way, *ends) is not None} <= set(near)
        few += len(near) < len(every)
    assert few > 300


@pytest.mark.parametrize("grid", [SQUARE, HEX], ids=lambda grid: grid.name)
def test_no_wall_that_touches_a_shape_is_left_out(grid) -> None:
    rng = random.Random(6)
    board = SquareBoard(20, 20)
    while board.wall_count < 300:
        x, y = (rng.randrange(0, 20 * UNIT, rng.choice((1, UNIT // 2, UNIT))) for _ in "xy")
        dx, dy = (rng.randrange(-UNIT, UNIT, UNIT // 4) for _ in "xy")
        if dx or dy:
            board.add_wall((x / UNIT, y / UNIT), ((x + dx) / UNIT, (y + dy) / UNIT))
    every = [ends for ends, _ in board.wall_items()]
    few = 0
    for _ in range(60):
        a, b = (grid.tile(rng.randrange(2, 10), rng.randrange(2, 10)) for _ in "ab")
        shape = convex_hull((*grid.corners(a), *grid.corners(b)))
        found = WallCells.of(board).within(shape)
        assert found == [ends for ends in every if ends in set(found)]
        assert {ends for ends in every if not are_apart(ends, shape)} <= set(found)
        few += len(found) < len(every) / 2
    assert few > 50


def test_changed_walls_are_found() -> None:
    board = SquareBoard(10, 10)
    for row in range(20):
        board.add_wall((1, row / 4), (2, row / 4 + 0.125))
    across = (5 * UNIT, 5 * UNIT), (9 * UNIT, 5 * UNIT)
    assert WallCells.of(board).near(*across) == []
    assert WallCells.of(board) is WallCells.of(board)
    twin = board.copy()
    twin.add_wall((7, 4), (7, 6))
    assert len(WallCells.of(twin).near(*across)) == 1
    twin.remove_wall((7, 4), (7, 6))
    assert WallCells.of(twin).near(*across) == []
    assert WallCells.of(board).near(*across) == []


@pytest.mark.parametrize("rule", [CornerRule(), CenterRule(), RULES["dnd5e"]], ids=str)
def test_a_line_judges_the_same_walls(rule, monkeypatch) -> None:
    rng = random.Random(3)
    board = SquareBoard(8, 8)
    for _ in range(60):
        x, y = rng.uniform(0, 8), rng.uniform(0, 8)
        board.add_wall((x, y), (x + rng.uniform(-1, 1), y + 0.5))
    pairs = [[(rng.randrange(8), rng.randrange(8)) for _ in "ab"] for _ in range(12)]
    near = [trace(board, a, b, rule) for a, b in pairs]
    monkeypatch.setattr(line, "FEW_WALLS", 1_000)
    assert near == [trace(board, a, b, rule) for a, b in pairs]
    assert {each.visible for each in near} == {False, True}

"""Distances and areas, compared with slower computations."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from sightline import HexBoard, SquareBoard, areas
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.table.protocol.measures import AreaShape, MetricWord
from sightline.table.vision.areas.distances import (
    METRICS_ON,
    is_within,
    path_length,
    unit_from,
)
from sightline.table.vision.areas.shapes import CORNERS, origin_of, tiles_between, tiles_in

EXAMPLES = json.loads(
    (Path(__file__).parents[3] / "page" / "src" / "state" / "measure" / "distances.json").read_text(
        encoding="utf-8"
    )
)
"""Examples that the page's tests share."""
ENGINE = {"steps": "chebyshev", "straight": "euclid", "2-3": "steps"}
"""The engine's names of the map's metrics."""
SQUARES = SquareBoard(13, 15)
HEXES = HexBoard(7)


def walked(metric: str, path: Sequence[tuple[int, int]]) -> int:
    """Return the cost of a path on squares, counted step by step."""
    total = diagonals = 0
    for (row, col), (to_row, to_col) in pairwise(path):
        while (row, col) != (to_row, to_col):
            down, right = _sign(to_row - row), _sign(to_col - col)
            row, col = row + down, col + right
            if not (down and right):
                total += 2 if metric == "2-3" else 1
            elif metric == "2-3":
                total += 3
            else:
                diagonals += 1
                total += 2 if metric == "5-10-5" and diagonals % 2 == 0 else 1
    return total


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


@pytest.mark.parametrize("metric", ["steps", "5-10-5", "2-3"])
def test_a_path_is_as_long_as_its_steps(metric: MetricWord) -> None:
    rng = Random(metric)
    for _ in range(300):
        path = [(rng.randint(-9, 9), rng.randint(-9, 9)) for _ in range(rng.randint(1, 6))]
        assert path_length(metric, "square", path) == walked(metric, path)


def test_the_second_diagonal_counts_double_wherever_the_legs_end() -> None:
    assert path_length("5-10-5", "square", [(0, 0), (1, 1)]) == 1
    assert path_length("5-10-5", "square", [(0, 0), (2, 2)]) == 3
    assert path_length("5-10-5", "square", [(0, 0), (1, 1), (2, 2)]) == 3  # instead of 1 + 1
    assert path_length("5-10-5", "square", [(0, 0), (1, 1), (1, 4), (2, 5)]) == 6


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_a_straight_line_is_rounded_once(grid: str) -> None:
    rng = Random(grid)
    for _ in range(300):
        path = [(rng.randint(-30, 30), rng.randint(-30, 30)) for _ in range(rng.randint(1, 6))]
        legs = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path)]
        plus = 1 if grid == "hex" else 0
        exact = sum(sqrt(x * x + y * y + plus * x * y) for x, y in legs)
        assert abs(path_length("straight", grid, path) - 10 * exact) <= 0.5001
    assert path_length("straight", "square", [(0, 0), (3, 4)]) == 50


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: f"{each['metric']} {each['words']}")
def test_the_page_counts_alike(example: dict[str, Any]) -> None:
    path = [(first, second) for first, second in example["path"]]
    length = path_length(example["metric"], example["grid"], path)
    assert length == example["length"]


@pytest.mark.parametrize("text", ["5 ft", "5ft", " 5   ft ", "1.5 m", "10 yards"])
def test_units_are_a_number_and_a_word(text: str) -> None:
    unit = unit_from(text)
    assert unit is not None
    assert unit_from(str(unit)) == unit


@pytest.mark.parametrize("text", ["", "ft", "5", "0 ft", "-5 ft", "5 <b>", "5 ft 6", "1e9 ft"])
def test_all_else_is_no_unit(text: str) -> None:
    assert unit_from(text) is None


# --- areas ----------------------------------------------------------------------------------------


def covered(board: Board, shape: AreaShape, metric: str, tiles: Sequence[Tile] = ()) -> set[Any]:
    at = tiles or (board.grid.tile(*cast(tuple[int, int], shape.at)),)
    return set(tiles_in(board, shape, origin_of(board, at, shape.corner), cast(Any, metric)))


@pytest.mark.parametrize("board", [SQUARES, HEXES], ids=["squares", "hexes"])
def test_areas_by_centers_are_those_of_the_engine(board: Board) -> None:
    rng = Random(board.grid.name)
    every = board.tiles()[:]
    names = {90: 90, 53: "as-wide-as-long", 60: 60, 120: 120}
    for _ in range(40):
        at, toward = rng.sample(every, 2)
        reach = rng.randint(1, 7)
        metric = rng.choice(list(ENGINE)) if board is SQUARES else "steps"
        here = (at[0], at[1])
        circle = areas.circle(board, at, reach, metric=ENGINE[metric])  # type: ignore[arg-type]
        assert covered(board, AreaShape("circle", here, reach), metric) == set(circle)
        angle = rng.choice((90, 53) if board is SQUARES else (60, 120))
        shape = AreaShape("cone", here, reach, toward=(toward[0], toward[1]), angle=angle)  # type: ignore[arg-type]
        cone = areas.cone(board, at, toward, reach, metric=ENGINE[metric], angle=names[angle])  # type: ignore[arg-type]
        assert covered(board, shape, metric) == set(cone)
        shape = AreaShape("line", here, reach, toward=(toward[0], toward[1]))
        line = areas.line(board, at, toward, reach)
        assert covered(board, shape, "steps") >= {tile for tile in line if tile in board}


@pytest.mark.parametrize("metric", ENGINE)
def test_bursts_from_corners_are_those_of_the_engine(metric: str) -> None:
    for corner in CORNERS:
        for reach in range(1, 6):
            shape = AreaShape("circle", (6, 7), reach, corner=corner)  # type: ignore[arg-type]
            burst = areas.burst(SQUARES, (6, 7), corner, reach, metric=ENGINE[metric])  # type: ignore[arg-type]
            if metric == "2-3":  # from a corner, a step into a tile counts fully
                assert covered(SQUARES, shape, metric) <= set(burst)
            else:
                assert covered(SQUARES, shape, metric) == set(burst)


def test_bursts_by_5_10_5_are_those_of_the_books() -> None:
    """The books' templates: a radius of 5, 10, 20 and 30 ft has 4, 12, 44 and 96 squares."""
    board = SquareBoard(20, 20)
    for reach, squares in ((1, 4), (2, 12), (4, 44), (6, 96)):
        shape = AreaShape("circle", (10, 10), reach, corner="north-west")
        assert len(covered(board, shape, "5-10-5")) == squares


def test_around_a_large_figure_the_nearest_tile_counts() -> None:
    tiles = [SQUARES.grid.tile(row, col) for row in (5, 6) for col in (5, 6)]
    aura = covered(SQUARES, AreaShape("circle", "ogre", 2), "5-10-5", tiles)
    slow = {
        tile
        for tile in SQUARES.tiles()
        if any(is_within("5-10-5", "square", own, tile, 2) for own in tiles)
    }
    assert aura == slow
    assert set(tiles) <= aura


def _points(board: Board, tile: Tile, fine: int) -> Iterable[tuple[Fraction, Fraction]]:
    """Yield points strictly inside a tile, including points near each corner."""
    cx, cy = board.grid.center(tile)
    for x, y in board.grid.corners(tile):
        for share in (fine // 2, fine - 1):
            yield cx + Fraction((x - cx) * share, fine), cy + Fraction((y - cy) * share, fine)


@pytest.mark.parametrize("board", [SQUARES, HEXES], ids=["squares", "hexes"])
def test_any_part_holds_every_tile_with_a_point_inside(board: Board) -> None:
    """Points inside a tile are tested one by one; if one is in the area, the tile must be too."""
    rng = Random(f"part {board.grid.name}")
    every, square = board.tiles()[:], board.grid.name == "square"
    unit = 384_000

    def dot(a: Any, b: Any) -> Fraction:
        skew = 0 if square else Fraction(1, 2)
        return Fraction(a[0] * b[0] + a[1] * b[1] + skew * (a[0] * b[1] + a[1] * b[0]))

    for _ in range(4):
        at, toward = rng.sample(every, 2)
        reach = rng.randint(1, 5)
        shape = AreaShape(
            "cone",
            (at[0], at[1]),
            reach,
            toward=(toward[0], toward[1]),
            angle=90 if square else 60,
            count="any",
        )
        found = covered(board, shape, "straight")
        x0, y0 = board.grid.center(at)
        x1, y1 = board.grid.center(toward)
        axis = (x1 - x0, y1 - y0)
        for tile in every:
            if tile == at:
                continue
            for x, y in _points(board, tile, 200):
                away = (x - x0, y - y0)
                along, both = dot(axis, away), dot(axis, axis) * dot(away, away)
                # cos² of half the angle: 1/2 for 90 degrees, 3/4 for 60
                narrow = along * along > both * (Fraction(1, 2) if square else Fraction(3, 4))
                if along > 0 and narrow and dot(away, away) < (reach * unit) ** 2:
                    assert tile in found
        shape.count = "center"
        assert covered(board, shape, "straight") <= found


def test_what_an_area_only_touches_is_out() -> None:
    """A circle of radius 1 around a corner only touches the sides of the next tiles."""
    shape = AreaShape("circle", (5, 5), 1, corner="north-west", count="any")
    assert len(covered(SQUARES, shape, "straight")) == 4
    around = AreaShape("circle", (5, 5), 1, count="any")
    assert len(covered(SQUARES, around, "straight")) == 9
    # A quarter circle to the north: its sides run along the diagonals, through corners.
    cone = AreaShape("cone", (6, 7), 2, toward=(0, 7), angle=90, count="any")
    assert {tuple(tile) for tile in covered(SQUARES, cone, "straight") if tile[0] >= 6} == set()
    line = AreaShape("line", (6, 7), 3, toward=(6, 9), count="any")
    assert {tuple(tile) for tile in covered(SQUARES, line, "steps")} == {(6, 8), (6, 9), (6, 10)}


def test_a_direction_beyond_the_board_is_a_direction() -> None:
    near = AreaShape("cone", (6, 7), 3, toward=(6, 9), angle=53)
    far = AreaShape("cone", (6, 7), 3, toward=(6, 900), angle=53)
    assert covered(SQUARES, near, "steps") == covered(SQUARES, far, "steps")


@pytest.mark.parametrize("board", [SQUARES, HEXES], ids=["squares", "hexes"])
def test_a_ruler_lies_on_a_chain_of_neighbors(board: Board) -> None:
    rng = Random(1)
    for _ in range(100):
        a, b = rng.sample(board.tiles()[:], 2)
        chain = list(tiles_between(board, [(a[0], a[1]), (b[0], b[1])]))
        assert (chain[0], chain[-1]) == (a, b)
        steps = path_length("steps", board.grid.name, [(a[0], a[1]), (b[0], b[1])])
        assert len(chain) == steps + 1
        for one, other in pairwise(chain):
            assert path_length("steps", board.grid.name, [one, other]) == 1


def test_hexes_have_no_diagonals() -> None:
    assert METRICS_ON["hex"] == ("steps", "straight")

"""Heat maps and graphs computed in pieces equal those of the whole map, for every rule.

Errors are most likely at the borders of pieces: a margin that is one tile too narrow, or a figure
or wall cut in two. So the boards are small, the pieces smaller, and figures and walls cross them.
"""

from __future__ import annotations

import random
from typing import Any

import numpy
import pytest

from sightline import CenterRule, CornerRule, HexBoard, PackRule, SquareBoard, field, heat_map
from sightline.cluster.maps import AnyMap, BoardMap, RockMap
from sightline.cluster.pieces import (
    NO_TILE,
    Cutting,
    SightAsked,
    graph_of_piece,
    heat_of_piece,
    make_piece,
)
from sightline.engine.packs import is_compiled
from sightline.model.board import Board
from sightline.model.parts.cuts import MapPart, cut_out, whole_extent
from sightline.model.reach import METRICS
from sightline.rules.registry import GAMES, RULES
from sightline.rules.rule import Rule
from tests.every_rule import THOROUGH, on_every_setting, seeds
from tests.kernels.boards import make
from tests.packs.boards import random_board

SMALL: dict[str, Board] = {"square": SquareBoard.from_text("A.#\n..T"), "hex": HexBoard(radius=1)}
RADII: list[Any] = ["0", "1", "3/2", "2", "3"]


def put_together(given: AnyMap, rule: Rule, radius: str | None, metric: str, side: int) -> Any:
    """Return the heat map computed in pieces, as rows by columns of the bounding rectangle."""
    asked = SightAsked(rule, radius, metric)
    cutting = Cutting(given.extent, side)
    rows, cols = given.extent
    heat = numpy.full((len(rows), len(cols)), NO_TILE, numpy.int32)
    for part in cutting.parts():
        if given.has_tiles(part):
            top, left = part.rows.start - rows.start, part.cols.start - cols.start
            found = heat_of_piece(make_piece(given, part, asked))
            heat[top : top + len(part.rows), left : left + len(part.cols)] = found
    return heat


def edges(given: AnyMap, rule: Rule, radius: str | None, metric: str, side: int) -> set[Any]:
    """Return the visibility graph computed in pieces, as pairs of numbers."""
    asked = SightAsked(rule, radius, metric)
    found: list[tuple[int, int]] = []
    for part in Cutting(given.extent, side).parts():
        if given.has_tiles(part):
            sources, targets = graph_of_piece(make_piece(given, part, asked))
            found += zip(sources.tolist(), targets.tolist(), strict=True)
    assert len(set(found)) == len(found), "no edge comes twice"
    return set(found)


def laid_out(board: Board, counts: Any) -> Any:
    """Return the counts of `heat_map` in the bounding rectangle of the board."""
    rows, cols = whole_extent(board)
    heat = numpy.full((len(rows), len(cols)), NO_TILE, numpy.int32)
    for tile, count in zip(board.tiles(), counts.reshape(-1).tolist(), strict=True):
        row, col = tile if board.grid.name == "square" else tile[::-1]
        heat[row - rows.start, col - cols.start] = count
    return heat


def number_of(board: Board, tile: tuple[int, int]) -> int:
    rows, cols = whole_extent(board)
    row, col = tile if board.grid.name == "square" else tile[::-1]
    return (row - rows.start) * len(cols) + col - cols.start


def graph_one_by_one(board: Board, rule: Rule, radius: Any, metric: Any) -> set[Any]:
    """Return the visibility graph, built from the field of each tile on the whole board."""
    free = {tile for tile in board.tiles() if not board.is_solid(tile)}
    return {
        (number_of(board, tile), number_of(board, other))
        for tile in free
        for other in field(board, tuple(tile), rule, radius=radius, metric=metric)
        if other in free and other != tile
    }


def check(board: Board, rule: Rule, rng: random.Random, why: object) -> None:
    radius, metric = rng.choice(RADII), rng.choice(METRICS)
    asked = SightAsked(rule, radius, metric)
    side, given = rng.choice((3, 4, 5)), BoardMap(board)
    whole = heat_map(board, rule, radius=asked.radius_value, metric=metric)
    found = put_together(given, rule, radius, metric, side)
    assert numpy.array_equal(found, laid_out(board, whole)), (why, radius, metric, side)
    if rng.random() < 0.3:
        pairs = edges(given, rule, radius, metric, side)
        assert pairs == graph_one_by_one(board, rule, asked.radius_value, metric), (why, side)


@on_every_setting
def test_pieces_are_the_whole(rule: Rule, grid: str) -> None:
    for seed in seeds(rule, grid, 3, thorough=400):
        rng = random.Random(seed)
        # Without kernels a board takes seconds, so one board in three also has unknown tiles.
        check(make(grid, rng, most=9, plain=seed % 3 > 0), rule, rng, seed)


@pytest.mark.parametrize("game", GAMES)
def test_pieces_are_the_whole_by_the_rules_of_games(game: str) -> None:
    rule = RULES[game]
    assert isinstance(rule, PackRule)
    for seed in seeds(rule, rule.grids[0], 1, thorough=100):
        rng = random.Random(f"{game} {seed}")
        grid = rng.choice(rule.grids)
        board = random_board(rng, grid)
        if not THOROUGH:  # a board takes seconds without kernels
            some = [random_board(rng, grid, large=False) for _ in range(9)]
            board = next((each for each in some if is_compiled(each, rule)), SMALL[grid])
        if rule.takes_heights:  # clusters reject boards with heights
            for tile in list(board.elevations):
                board.set_elevation(tile, None)
        check(board, rule, rng, seed)


def test_a_view_along_the_border_of_a_piece() -> None:
    """Both tiles are in the last row of the margin, and the blocker between them is beyond it."""
    board = SquareBoard(9, 9)
    board.set_solid((4, 4))
    for radius in ("1", "2", "4"):
        for side in (2, 3, 5):
            for rule in (CornerRule(), CenterRule("corners-pass"), CornerRule(closed_ends=True)):
                whole = heat_map(board, rule, radius=int(radius))
                found = put_together(BoardMap(board), rule, radius, "euclid", side)
                assert numpy.array_equal(found, whole), (radius, side, rule)


def test_a_figure_that_reaches_over_the_margin() -> None:
    """A viewer on one of the figure's tiles sees past all its tiles, including those beyond the
    cut.
    """
    board = SquareBoard(1, 40)
    board.place("wyrm", (0, 2), size=(1, 18))
    board.place("worm", (0, 22), size=(1, 2))
    for side in (3, 7):
        whole = heat_map(board, CenterRule(), radius=4)
        found = put_together(BoardMap(board), CenterRule(), "4", "euclid", side)
        assert numpy.array_equal(found, whole), side


def test_without_a_radius_a_piece_has_all_of_the_board() -> None:
    board = SquareBoard.from_text("..#..\n.#...\n....#\n.....")
    for rule in (CornerRule(), RULES["dcss"]):
        found = put_together(BoardMap(board), rule, None, "euclid", 2)
        assert numpy.array_equal(found, heat_map(board, rule))


def test_long_walls_far_from_the_first_tile() -> None:
    """Each cut has its own origin, so walls that extend far beyond it are shifted as a whole."""
    board = SquareBoard(6, 4096)
    board.add_wall((-500, 2.5), (4600, 3.25))
    board.add_wall((-500, 6), (4600, 1))
    given, asked = BoardMap(board), SightAsked(CenterRule(), "3", "euclid")
    part = Cutting(given.extent, 8).part(511)
    assert part.cols == range(4088, 4096)
    found = heat_of_piece(make_piece(given, part, asked))
    near = cut_out(board, whole_extent(board))
    assert near == board
    for row, col in [(0, 4090), (2, 4095), (3, 4088), (5, 4092)]:
        seen = field(board, (row, col), CenterRule(), radius=3)
        assert found[row, col - 4088] == len(seen)


def test_rock_is_a_board_of_rock() -> None:
    rng = numpy.random.default_rng(3)
    rock = rng.random((37, 23)) < 0.3
    board = SquareBoard.from_array(rock)
    for given in (rock, rock.astype(numpy.uint8)):
        found = put_together(RockMap(given), CornerRule(), "4", "euclid", 10)
        assert numpy.array_equal(found, heat_map(board, CornerRule(), radius=4))
    graph = edges(RockMap(rock), CornerRule(), "3", "euclid", 9)
    assert graph == graph_one_by_one(board, CornerRule(), 3, "euclid")


def test_a_graph_counts_what_a_heat_map_counts() -> None:
    rock = numpy.random.default_rng(4).random((20, 31)) < 0.2
    heat = put_together(RockMap(rock), CenterRule(), "5", "euclid", 8)
    counts = numpy.zeros(rock.size, int)
    for _, target in edges(RockMap(rock), CenterRule(), "5", "euclid", 7):
        counts[target] += 1
    assert numpy.array_equal(counts.reshape(rock.shape) + ~rock, heat)


def test_what_travels_is_the_cut_alone() -> None:
    """The data sent for a piece has the same size for large and small maps."""
    import pickle

    small, large = numpy.zeros((100, 100), bool), numpy.zeros((3000, 3000), bool)
    asked = SightAsked(CenterRule(), "5", "euclid")
    sizes = []
    for rock in (small, large):
        for given in (RockMap(rock), BoardMap(SquareBoard.from_array(rock))):
            part = MapPart(range(16, 32), range(32, 48))
            sizes.append(len(pickle.dumps(make_piece(given, part, asked))))
    assert abs(sizes[0] - sizes[2]) + abs(sizes[1] - sizes[3]) < 20
    assert max(sizes) < 8_000

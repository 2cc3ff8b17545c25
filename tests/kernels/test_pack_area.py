"""The kernel for lines from or to any part of a tile equals the readable rule
and obeys its laws.
"""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable

import pytest

from sightline import HexBoard, SquareBoard, Wall
from sightline.geometry.walk import Line, meet_segment, meet_tile
from sightline.model.board import Board
from sightline.model.cell import HEX, SQUARE, Tile
from sightline.model.place import place
from sightline.packs.schema import Pack, PackQuestion, TouchRules
from sightline.rules.pack import PackRule
from tests.every_rule import THOROUGH
from tests.kernels.pack_area_library import (
    AreaRule,
    Ground,
    field_natively,
    ground_of,
    library,
    rule_of,
    sees_natively,
)

BOARDS = 200 if THOROUGH else 2
PAIRS = 20 if THOROUGH else 8
BLOCKERS = {"solid": "hide", "wall": "hide"}
TOUCH_BLOCKS = TouchRules(corner="block", edge="block")
QUESTIONS = {
    "any part": PackQuestion("area", "area", touch=TOUCH_BLOCKS, blockers=BLOCKERS),
    "touches pass": PackQuestion("area", "area", blockers=BLOCKERS),
    "sides pass": PackQuestion(
        "area", "area", touch=TouchRules(corner="block", seam="pass"), blockers=BLOCKERS
    ),
    "pinches pass": PackQuestion("area", "area", touch=TouchRules(pinch="pass"), blockers=BLOCKERS),
    "corner": PackQuestion("corners", "area", touch=TOUCH_BLOCKS, blockers=BLOCKERS),
    "to a corner": PackQuestion("area", "corners", touch=TOUCH_BLOCKS, blockers=BLOCKERS),
    "corner of either": PackQuestion(
        "corners", "area", touch=TOUCH_BLOCKS, blockers=BLOCKERS, swap=True
    ),
    "closed corner": PackQuestion(
        "corners", "area", touch=TOUCH_BLOCKS, blockers=BLOCKERS, ends="closed"
    ),
    "open corner": PackQuestion(
        "corners", "area", touch=TOUCH_BLOCKS, blockers=BLOCKERS, ends="open", swap=True
    ),
}
ON_SQUARES = ("touches pass", "sides pass", "pinches pass")
ASKED = [
    (grid, name)
    for grid in ("square", "hex")
    for name in QUESTIONS
    if grid == "square" or name not in ON_SQUARES
]


# --- boards ---------------------------------------------------------------------------------------


def _empty(grid: str, dice: random.Random, size: int) -> Board:
    if grid == "square":
        if dice.random() < 0.2:
            # A corridor, so every tile is at the rim.
            return SquareBoard(dice.randint(1, 2), 2 * size)
        return SquareBoard(dice.randint(2, size), dice.randint(2, size))
    disc = HexBoard(max(1, size // 2), outside=dice.choice(("open", "solid")))
    if dice.random() < 0.3:  # with bays and holes
        cells = [tile for tile in disc.tiles() if dice.random() < 0.8]
        return HexBoard(cells=[*cells, (0, 0), (1, 0)], outside=disc.outside)
    return disc


def _furnished(board: Board, dice: random.Random) -> Board:
    rock = dice.choice((0.0, 0.05, 0.15, 0.3, 0.5))
    walls = dice.choice((0.0, 0.0, 0.04, 0.15, 0.35))
    for tile in board.tiles():
        if dice.random() < rock:
            board.set_solid(tile)
        for a, b in board.grid.forward:
            other = board.grid.tile(tile[0] + a, tile[1] + b)
            if other in board and dice.random() < walls:
                board.set_edge(tile, other, Wall())
    return board


def _board(grid: str, seed: object, size: int = 9) -> tuple[Board, random.Random]:
    dice = random.Random(f"pack area {grid} {seed}")
    return _furnished(_empty(grid, dice, size), dice), dice


def _asked(name: str, board: Board, walled: bool = False) -> tuple[Ground, AreaRule]:
    question = QUESTIONS[name]
    touches = ("corner", "edge", "pinch", "seam")
    passing = [each for each in touches if getattr(question.touch, each) == "pass"]
    return ground_of(board, walled), rule_of(question, passing)


# --- against the readable rule --------------------------------------------------------------------


@pytest.mark.parametrize(("grid", "name"), ASKED)
def test_pairs_are_as_the_readable_rule_says(grid: str, name: str) -> None:
    for seed in range(BOARDS):
        board, dice = _board(grid, seed)
        walled = dice.random() < 0.3
        pack = Pack(
            *("area", "Area", "", ""),
            ("square", "hex"),
            QUESTIONS[name],
            outside="wall" if walled else "open",
        )
        rule, (ground, native) = PackRule(pack), _asked(name, board, walled)
        tiles = list(board.tiles())
        for _ in range(PAIRS):
            one, other = dice.sample(tiles, 2)
            seen = rule.sees(board, place(board, one, "from"), place(board, other, "to"))
            assert sees_natively(ground, one, other, native) == seen, (board, one, other)


def test_what_it_cannot_answer_it_says() -> None:
    ground = ground_of(HexBoard(2))
    assert sees_natively(ground, (0, 0), (2, 0), AreaRule(0, 0, passes=3)) == -1
    assert sees_natively(ground_of(SquareBoard(2, 2)), (0, 0), (1, 1), AreaRule(1, 0, 1)) == -1
    assert sees_natively(ground_of(SquareBoard(2, 2)), (0, 0), (1, 1), AreaRule(1, 0, 4)) == -1
    assert sees_natively(ground_of(SquareBoard(2, 2)), (0, 0), (1, 1), AreaRule(0, 0, 2)) == -1
    assert field_natively(ground, (0, 0), AreaRule(0, 0, passes=3), (-2, -2, 5, 5)) is None


# --- fields ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("grid", "name"), ASKED)
def test_fields_are_pair_by_pair(grid: str, name: str) -> None:
    """Windows may be anywhere, around the source or elsewhere."""
    for seed in range(BOARDS):
        board, dice = _board(grid, seed, 13)
        ground, rule = _asked(name, board, dice.random() < 0.3)
        source = dice.choice(list(board.tiles()))
        top, left = (dice.randint(-2, 6) + first for first in (ground.first_row, ground.first_col))
        rows, cols = dice.randint(1, 16), dice.randint(1, 16)
        for window in (
            (ground.first_row, ground.first_col, ground.rows, ground.cols),
            (top, left, rows, cols),
        ):
            seen = field_natively(ground, source, rule, window)
            assert seen is not None
            for i, is_seen in enumerate(seen):
                row, col = window[0] + i // window[3], window[1] + i % window[3]
                target = (row, col) if grid == "square" else (col, row)
                about = board, source, target
                assert sees_natively(ground, source, target, rule) == is_seen, about


def test_fields_are_pair_by_pair_on_many_boards() -> None:
    boards = 2000 if THOROUGH else 300
    seed = random.randrange(1, 2**63)
    assert library().differences(ctypes.c_uint64(seed), boards) == 0, seed


# --- laws -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("grid", "name"), ASKED)
def test_closed_rooms_are_closed(grid: str, name: str) -> None:
    """A figure enclosed by walls or rock sees nobody outside, and nobody outside sees it."""
    for seed in range(BOARDS):
        dice = random.Random(f"rooms {grid} {seed}")
        board: Board = SquareBoard(11, 13) if grid == "square" else HexBoard(6)
        middle: Tile = board.grid.tile(5, 6) if grid == "square" else board.grid.tile(0, 0)
        room = {middle}
        for _ in range(dice.randrange(8)):
            room.update(dice.sample(board.grid.neighbors(dice.choice(sorted(room))), 2))
        thin = dice.random() < 0.5
        for tile in sorted(room):
            touching = (board.grid.tile(tile[0] + a, tile[1] + b) for a, b in board.grid.touching)
            for other in touching:
                if other not in board or other in room:
                    continue
                if not thin:
                    board.set_solid(other)
                elif board.grid.are_neighbors(tile, other):
                    board.set_edge(tile, other, Wall())
        ground, rule = _asked(name, board)
        outside = [tile for tile in board.tiles() if tile not in room and not board.is_solid(tile)]
        for inner in sorted(room):
            for outer in dice.sample(outside, min(30, len(outside))):
                if inner in board:
                    assert not sees_natively(ground, inner, outer, rule), seed
                    assert not sees_natively(ground, outer, inner, rule), seed


@pytest.mark.parametrize(("grid", "name"), ASKED)
def test_it_is_the_same_the_other_way_round(grid: str, name: str) -> None:
    """Lines between any two parts are symmetric; corner to part is the reverse
    of part to corner.
    """
    for seed in range(BOARDS):
        board, dice = _board(grid, seed, 20)
        ground, rule = _asked(name, board)
        _, back = _asked({"corner": "to a corner", "to a corner": "corner"}.get(name, name), board)
        tiles = list(board.tiles())
        for _ in range(200 if name != "closed corner" else 0):
            one, other = dice.sample(tiles, 2)
            there = sees_natively(ground, one, other, rule)
            assert there == sees_natively(ground, other, one, back), (seed, one, other)


@pytest.mark.parametrize(("grid", "name"), ASKED)
def test_turned_and_mirrored_boards_give_the_same(grid: str, name: str) -> None:
    for seed in range(BOARDS):
        board, dice = _board(grid, seed, 16)
        tiles = list(board.tiles())
        pairs = [dice.sample(tiles, 2) for _ in range(50)]
        ground, rule = _asked(name, board)
        seen = [sees_natively(ground, one, other, rule) for one, other in pairs]
        for turn in (SQUARE if grid == "square" else HEX).symmetries:
            twin, moved = _turned(board, turn)
            ground, _ = _asked(name, twin)
            again = [sees_natively(ground, moved[one], moved[other], rule) for one, other in pairs]
            assert again == seen, seed


def _turned(
    board: Board, turn: Callable[[tuple[int, int]], tuple[int, int]]
) -> tuple[Board, dict[Tile, tuple[int, int]]]:
    moved = {tile: turn(tile) for tile in board.tiles()}
    if isinstance(board, HexBoard):
        twin: Board = HexBoard(cells=moved.values(), outside=board.outside)
    else:
        top, left = (min(place[i] for place in moved.values()) for i in (0, 1))
        moved = {tile: (row - top, col - left) for tile, (row, col) in moved.items()}
        twin = SquareBoard(*(max(place[i] for place in moved.values()) + 1 for i in (0, 1)))
    for tile in board.solid_tiles():
        twin.set_solid(moved[tile])
    for a, b, threshold in board.edges():
        twin.set_edge(moved[a], moved[b], threshold)
    return twin, moved


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_on_larger_boards_no_line_gets_through_where_it_says_so(grid: str) -> None:
    """These boards are too large for the readable rule, so the test samples random lines."""
    for seed in range(BOARDS):
        board, dice = _board(grid, seed, 30)
        ground, rule = _asked("any part", board)
        tiles = list(board.tiles())
        for _ in range(10):
            one, other = dice.sample(tiles, 2)
            if sees_natively(ground, one, other, rule):
                continue
            for _ in range(5):
                (start, end) = (
                    tuple(
                        sum(w * c[i] for w, c in zip(weights, corners, strict=True)) // sum(weights)
                        for i in (0, 1)
                    )
                    for corners in (board.grid.corners(one), board.grid.corners(other))
                    for weights in [[dice.randrange(1, 100) for _ in corners]]
                )
                line = Line.between((start[0], start[1]), (end[0], end[1]))
                assert _meets_something(board, one, other, line), (board, one, other)


def _meets_something(board: Board, one: Tile, other: Tile, line: Line) -> bool:
    grid = board.grid
    out, into = meet_tile(line, grid.corners(one)), meet_tile(line, grid.corners(other))
    assert out is not None
    assert into is not None
    things = [
        *(meet_tile(line, grid.corners(t)) for t in board.solid_tiles() if t not in (one, other)),
        *(meet_segment(line, *grid.edge_ends(a, b)) for a, b, _ in board.edges()),
    ]
    if getattr(board, "outside", "open") == "solid" and any(
        tile not in board for tile in _tiles_near(board, one, other)
    ):
        return True  # the outside may block, which this test does not model
    return any(hit and hit.hi >= out.hi and hit.lo <= into.lo for hit in things)


def _tiles_near(board: Board, one: Tile, other: Tile) -> list[Tile]:
    return [
        board.grid.tile(a, b)
        for a in range(min(one[0], other[0]) - 1, max(one[0], other[0]) + 2)
        for b in range(min(one[1], other[1]) - 1, max(one[1], other[1]) + 2)
    ]


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_the_largest_boards_overflow_nothing(grid: str) -> None:
    """Lines cross the largest possible board; the library aborts if an integer overflows."""
    last = 4095
    planes = bytearray(4096 * 4096)
    dice = random.Random(grid)
    for _ in range(3000):
        row = dice.randrange(1, last)
        near = row + dice.randint(-2, 2)
        planes[row * 4096 + min(max(near, 0), last)] = 1
    first = 0 if grid == "square" else -2048
    ground = ground_of(SquareBoard(1, 1))
    ground.hex, ground.rows, ground.cols = grid == "hex", 4096, 4096
    ground.first_row = ground.first_col = first
    ground.tiles = bytes(planes)
    pairs = [((0, 0), (last, last)), ((0, last), (last, 0)), ((0, 3), (last, last - 3))]
    for one, other in pairs:
        a, b = ((row + first, col + first) for row, col in (one, other))
        for rule in (AreaRule(0, 0, 0), AreaRule(3, 0, 0)):
            there, back = sees_natively(ground, a, b, rule), sees_natively(ground, b, a, rule)
            assert there == back

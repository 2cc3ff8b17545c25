"""Boards as values: equal content gives equal fingerprints, and copies are independent."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pytest

from sightline import Door, HexBoard, SquareBoard, Wall
from sightline.model.board import Board
from tests.every_rule import MAKE, THOROUGH

SEEDS = range(1000 if THOROUGH else 12)


@pytest.mark.parametrize("grid", MAKE)
def test_a_copy_is_equal_until_either_changes(grid: str) -> None:
    for seed in SEEDS:
        board = MAKE[grid](seed).board
        before = board.fingerprint()
        for same in (board.copy(), copy.copy(board), copy.deepcopy(board), _pickled(board)):
            assert same == board
            assert same.fingerprint() == before
            change(same, random.Random(seed))
            assert (same == board) is (same.fingerprint() == before) is False, seed
            assert board.fingerprint() == before, seed


def _pickled(board: Board) -> Board:
    same: Board = pickle.loads(pickle.dumps(board))  # noqa: S301
    return same


@pytest.mark.parametrize("grid", MAKE)
def test_fingerprints_are_equal_exactly_if_boards_are(grid: str) -> None:
    boards = [MAKE[grid](seed, most=2).board for seed in range(60)]
    boards += [MAKE[grid](seed, most=2).board for seed in range(0, 60, 3)]  # rebuilt
    prints = [board.fingerprint() for board in boards]
    equal = 0
    for one, its_print in zip(boards, prints, strict=True):
        for other, other_print in zip(boards, prints, strict=True):
            assert (one == other) is (its_print == other_print)
            equal += one == other
    assert equal > len(boards)  # more pairs than each board with itself


@pytest.mark.parametrize("grid", MAKE)
def test_what_is_undone_leaves_no_trace(grid: str) -> None:
    for seed in SEEDS:
        board = MAKE[grid](seed).board
        before = board.fingerprint()
        rng = random.Random(seed)
        undo = [_do(board, what, rng) for what in ("solid", "edge", "figure", "wall")]
        for step in reversed(undo):
            step()
        assert board.fingerprint() == before, seed


def test_the_order_of_changes_leaves_no_trace() -> None:
    one, other = SquareBoard(3, 3), SquareBoard(3, 3)
    one.place("Ann", (0, 0))
    one.place("Bob", (1, 1))
    one.add_wall((0, 0), (1, 1.5))
    one.add_wall((2, 0), (1, 1))
    other.add_wall((1, 1), (2, 0))  # a wall has no direction
    other.add_wall((0, 0), (1, 1.5))
    other.place("Bob", (0, 2))
    other.place("Ann", (0, 0))
    other.move("Bob", (1, 1))
    assert one == other
    assert one.fingerprint() == other.fingerprint()


def test_fingerprints_stay_from_version_to_version() -> None:
    """Files store fingerprints, so changing them would change the file format."""
    square, hexagon = SquareBoard(3, 4), HexBoard(2, outside="solid")
    square.set_solid((1, 2))
    square.set_edge((0, 0), (0, 1), Door("locked"))
    square.place("troll", (1, 0))
    square.add_wall((0.1, 0.2), (3, 2.5))
    hexagon.set_cover((1, 0), 0.5)
    hexagon.set_elevation((0, 1), -2)
    assert square.fingerprint()[:16] == "cd7798c44a33de50"
    assert hexagon.fingerprint()[:16] == "fde0c473db3b31ed"


@pytest.mark.parametrize(
    "differ",
    [
        lambda b: b.set_solid((0, 0)),
        lambda b: b.set_edge((0, 0), (0, 1), Wall()),
        lambda b: b.set_edge((0, 0), (0, 1), Door("open")),
        lambda b: b.place("Ann", (0, 0)),
        lambda b: b.place("Ann", (0, 0), blocks_sight=False),
        lambda b: b.place("Ann", (0, 0), kind="chest"),
        lambda b: b.place("Bea", (0, 0)),
        lambda b: b.place("Ann", (0, 1)),
        lambda b: b.add_wall((0, 0), (1, 1)),
        lambda b: b.add_wall((0, 0), (1, 1), Door("open")),
    ],
)
@pytest.mark.parametrize("make", [lambda: SquareBoard(2, 2), lambda: HexBoard(1)])
def test_everything_on_a_board_tells(make: Any, differ: Any) -> None:
    board, other = make(), make()
    differ(other)
    assert board != other
    assert board.fingerprint() != other.fingerprint()
    again = make()
    differ(again)
    assert again == other


def test_boards_of_other_kinds_are_not_equal() -> None:
    assert SquareBoard(2, 3) != SquareBoard(3, 2)
    assert HexBoard(1) != HexBoard(1, outside="solid")
    assert HexBoard(1) != HexBoard(1, orientation="flat")
    assert HexBoard(1) == HexBoard(cells=HexBoard(1).tiles())
    assert SquareBoard(1, 1) != HexBoard(0)
    assert SquareBoard(1, 1) != "a board"


def test_boards_change_so_they_are_no_keys() -> None:
    with pytest.raises(TypeError):
        hash(SquareBoard(1, 1))


def change(board: Board, rng: random.Random) -> None:
    _do(board, rng.choice(("solid", "edge", "figure", "wall")), rng)


def _do(board: Board, what: str, rng: random.Random) -> Any:
    """Change a board, and return a function that undoes the change."""
    tile = rng.choice(board.tiles())
    near = [other for other in board.grid.neighbors(tile) if other in board]
    if what == "edge" and near:
        other = rng.choice(near)
        old = board.edge(tile, other)
        board.set_edge(tile, other, Door("open") if old != Door("open") else Wall())
        return lambda: board.set_edge(tile, other, old)
    if what == "figure":
        board.place("newcomer", tile, blocks_sight=False)
        return lambda: board.remove("newcomer")
    if what == "wall":
        ends = ((0.123, 0.5), (1.625, 0.25))
        board.add_wall(*ends)
        return lambda: board.remove_wall(*ends[::-1])
    was = board.is_solid(tile)
    board.set_solid(tile, not was)
    return lambda: board.set_solid(tile, was)

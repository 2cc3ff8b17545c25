"""Whole boards from arrays, and arrays from boards."""

from __future__ import annotations

import random
from typing import Any

import numpy
import pytest

from sightline import CornerRule, Field, SquareBoard, Wall, field, sees
from sightline.errors import InvalidTypeError, InvalidValueError, LimitError


def some_mask(seed: int, rows: int, cols: int) -> Any:
    rng = random.Random(seed)
    return numpy.array([[rng.random() < 0.3 for _ in range(cols)] for _ in range(rows)])


def one_by_one(mask: Any) -> SquareBoard:
    board = SquareBoard(*mask.shape)
    for row, col in numpy.argwhere(mask):
        board.set_solid((int(row), int(col)))
    return board


@pytest.mark.parametrize("shape", [(1, 1), (3, 7), (50, 80)])
def test_a_board_from_an_array_is_the_one_made_tile_by_tile(shape: tuple[int, int]) -> None:
    mask = some_mask(1, *shape)
    board = SquareBoard.from_array(mask)
    assert board == one_by_one(mask)
    assert (board.solid_array() == mask).all()
    assert board.solid_array().dtype == bool
    assert SquareBoard.from_array(mask.tolist()) == board
    assert SquareBoard.from_array(numpy.asfortranarray(mask)) == board


def test_the_array_is_the_caller_s_own() -> None:
    board = SquareBoard(2, 2)
    array = board.solid_array()
    array[0, 0] = True
    assert not board.is_solid((0, 0))


def test_answers_follow_a_new_array_and_nothing_else_changes() -> None:
    board, rule = SquareBoard(5, 9), CornerRule()
    board.place("Mira", (2, 0))
    board.place("orc", (2, 8))
    board.set_edge((0, 0), (0, 1), Wall())
    assert sees(board, "Mira", "orc", rule)
    wall = numpy.zeros((5, 9), dtype=bool)
    wall[:, 4] = True
    board.set_solid_array(wall)
    assert not sees(board, "Mira", "orc", rule)
    seen = field(board, "Mira", rule)
    assert isinstance(seen, Field)
    assert not numpy.asarray(seen)[:, 5:].any()
    assert board.edge((0, 0), (0, 1)) == Wall()
    assert board.where("orc") == (2, 8)
    board.set_solid_array(~wall & False)
    assert sees(board, "Mira", "orc", rule)
    assert not board.solid_array().any()


@pytest.mark.parametrize(
    ("given", "error", "why"),
    [
        (numpy.zeros((2, 2)), InvalidTypeError, "expected bools"),
        ([[0, 1], [1, 0]], InvalidTypeError, "compare first"),
        (numpy.zeros(4, dtype=bool), InvalidValueError, "two dimensions"),
        ([[True], [True, False]], InvalidValueError, "ragged|dimensions"),
        (numpy.zeros((3, 2), dtype=bool), InvalidValueError, "2 x 2, got 3 x 2"),
        ("##", InvalidValueError, "two dimensions"),
    ],
)
def test_what_is_no_such_array_changes_nothing(given: Any, error: Any, why: str) -> None:
    board = SquareBoard.from_array([[True, False], [False, False]])
    before = board.copy()
    with pytest.raises(error, match=why):
        board.set_solid_array(given)
    assert board == before


def test_an_array_of_no_board_is_refused() -> None:
    with pytest.raises(LimitError, match="board size"):
        SquareBoard.from_array(numpy.zeros((0, 3), dtype=bool))

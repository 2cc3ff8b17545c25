"""Boards from arrays, and arrays from boards."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy
import pytest

from sightline import (
    CornerRule,
    Door,
    Field,
    Gate,
    HexBoard,
    HexRayRule,
    Rulings,
    SquareBoard,
    Wall,
    field,
    los,
    sees,
)
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
        (numpy.zeros(4, dtype=bool), InvalidValueError, "2 x 2, got 4"),
        (numpy.True_, InvalidValueError, "2 x 2, got no"),
        ([[True], [True, False]], InvalidValueError, "ragged|dimensions"),
        (numpy.zeros((3, 2), dtype=bool), InvalidValueError, "2 x 2, got 3 x 2"),
        ("##", InvalidTypeError, "expected bools"),
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
    with pytest.raises(InvalidValueError, match="two dimensions, rows by columns, got 3"):
        SquareBoard.from_array(numpy.zeros((2, 3, 1), dtype=bool))


# --- hexes ----------------------------------------------------------------------------------------

RING = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]


@pytest.mark.parametrize("board", [HexBoard(radius=4), HexBoard(cells=RING), HexBoard(radius=0)])
def test_hexes_have_one_entry_each_in_the_order_of_tiles(board: HexBoard) -> None:
    board.place("Mira", board.cells[0])
    rng = random.Random(2)
    mask = numpy.array([rng.random() < 0.5 for _ in board.tiles()])
    one_by_one = board.copy()
    for tile, solid in zip(board.tiles(), mask, strict=True):
        one_by_one.set_solid(tile, solid)
    assert sees(board, "Mira", board.cells[-1], HexRayRule())
    board.set_solid_array(mask)
    assert board == one_by_one
    assert (board.solid_array() == mask).all()
    last = board.cells[-1]
    assert sees(board, "Mira", last, HexRayRule()) == sees(one_by_one, "Mira", last, HexRayRule())
    with pytest.raises(InvalidValueError, match=f"array of {len(mask)}, got {len(mask) + 1}"):
        board.set_solid_array([*mask, True])
    assert board == one_by_one


# --- edges ----------------------------------------------------------------------------------------


ON_EDGES: list[Any] = [
    *(Wall(), Door("open"), Door("locked"), Gate("closed")),
    *(Wall(limited=True), Wall(one_way="back"), Door("open", limited=True)),
]


def furnished(seed: int, rows: int, cols: int) -> SquareBoard:
    """Return a board with something on about half of its edges."""
    rng, board = random.Random(seed), SquareBoard(rows, cols)
    for row, col in board.tiles():
        for other in ((row, col + 1), (row + 1, col)):
            if other in board and rng.random() < 0.5:
                board.set_edge((row, col), other, rng.choice(ON_EDGES))
    return board


def blocking(board: SquareBoard) -> set[Any]:
    return {(a, b) for a, b, carries in board.edges() if carries.blocks_sight}


@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (5, 1), (4, 6)])
def test_edges_say_what_blocks_between_two_neighbors(shape: tuple[int, int]) -> None:
    board = furnished(3, *shape)
    east, south = board.edge_arrays()
    right = {((r, c), (r, c + 1)) for r, c in numpy.argwhere(east).tolist()}
    below = {((r, c), (r + 1, c)) for r, c in numpy.argwhere(south).tolist()}
    assert right | below == blocking(board)
    assert east.shape == (shape[0], shape[1] - 1)
    assert south.shape == (shape[0] - 1, shape[1])


@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (4, 6)])
def test_setting_what_was_read_changes_nothing_and_reading_gives_what_was_set(
    shape: tuple[int, int],
) -> None:
    board, before = furnished(4, *shape), furnished(4, *shape)
    board.set_edge_arrays(*board.edge_arrays())
    assert board == before
    other = furnished(5, *shape).edge_arrays()
    board.set_edge_arrays(*other)
    assert all((a == b).all() for a, b in zip(board.edge_arrays(), other, strict=True))
    assert board.has_edges == any(True for _ in board.edges())
    stayed = {(a, b, t) for a, b, t in before.edges() if isinstance(t, (Door, Gate))}
    kept = {(a, b, t) for a, b, t in board.edges() if isinstance(t, (Door, Gate))}
    assert kept <= stayed


def test_answers_follow_new_edges_and_one_side_can_be_left_as_it_is() -> None:
    board = SquareBoard(2, 4)
    board.set_edge((0, 0), (1, 0), Door("closed"))
    assert sees(board, (0, 0), (0, 3), CornerRule())
    board.set_edge_arrays(east=[[False, True, False]] * 2)
    assert not sees(board, (0, 0), (0, 3), CornerRule())
    assert board.edge((0, 0), (1, 0)) == Door("closed")
    board.set_edge_arrays(east=numpy.zeros((2, 3), dtype=bool), south=[[False] * 4])
    assert not board.has_edges
    assert sees(board, (0, 0), (0, 3), CornerRule())


def test_edges_of_another_shape_or_type_change_nothing() -> None:
    board = furnished(6, 3, 3)
    before = board.copy()
    east, south = board.edge_arrays()
    with pytest.raises(InvalidValueError, match="south: expected an array of 2 x 3, got 3 x 3"):
        board.set_edge_arrays(~east, numpy.zeros((3, 3), dtype=bool))
    with pytest.raises(InvalidTypeError, match="south: expected bools, got int64"):
        board.set_edge_arrays(~east, south.astype(int))
    assert board == before


# --- numpy's bools and numbers --------------------------------------------------------------------


@pytest.mark.parametrize("yes", [True, numpy.True_])
def test_numpy_s_bools_are_bools(yes: Any) -> None:
    board = SquareBoard(2, 2)
    board.set_solid((0, 0), yes)
    assert board.is_solid((0, 0))
    assert board.place("orc", (1, 1), blocks_sight=yes).blocks_sight is True
    assert CornerRule(closed_ends=yes) == CornerRule(closed_ends=True)
    assert CornerRule(closed_ends=yes).closed_ends is True
    no: Any = ~numpy.bool_(yes)
    assert HexRayRule(see_opaque_target=no).see_opaque_target is False
    ruling = Rulings(None).rule(board, (0, 0), (1, 1), CornerRule(), visible=yes)
    assert ruling.visible is True


@pytest.mark.parametrize("no_bool", [1, 0, 1.0, "yes", None, numpy.int64(1), numpy.array([True])])
def test_other_things_are_no_bools(no_bool: Any) -> None:
    board = SquareBoard(2, 2)
    with pytest.raises(InvalidTypeError, match="solid: expected True or False"):
        board.set_solid((0, 0), no_bool)
    with pytest.raises(InvalidTypeError, match="closed_ends: expected True or False"):
        CornerRule(closed_ends=no_bool)
    assert board == SquareBoard(2, 2)


def test_numpy_s_numbers_are_sizes() -> None:
    assert SquareBoard(4, 4).place("ogre", (0, 0), size=numpy.int64(2)).size == (2, 2)
    assert HexBoard(radius=4).place("ogre", (0, 0), size=numpy.uint8(2)).size == (2, 2)


@pytest.mark.parametrize(
    "grid",
    [
        [[0, 0, 0]],
        [[None, True, None]],
        numpy.zeros((1, 3)),
        numpy.zeros((1, 3), dtype=bool),
        numpy.zeros((1, 3), dtype="float32"),
        numpy.zeros((1, 3), dtype="datetime64[s]"),
        [[None, Fraction(1, 2), None]],
        [[None, numpy.array(1), None]],
    ],
)
def test_grids_of_bools_and_numbers_are_refused_with_the_way_to_go(grid: Any) -> None:
    with pytest.raises(InvalidTypeError, match=r"grid: expected None, '#' .*from_array\(solid\)"):
        SquareBoard.from_grid(grid)
    with pytest.raises(InvalidTypeError, match=r"from_array\(solid\)"):
        los((0, 0), (0, 2), grid)


def test_grids_of_words_from_numpy_are_grids() -> None:
    objects: Any = numpy.array([["#", None, "M"]], dtype=object)
    words: Any = numpy.array([["#", "M"]])
    board = SquareBoard.from_grid(objects)
    assert board.is_solid((0, 0))
    assert board.where("M") == (0, 2)
    assert SquareBoard.from_grid(words).where("M") == (0, 1)

"""Bad input to boards raises our errors, which say what was expected, what came and where.

Each error is also the matching builtin, and the board stays unchanged.
"""

# This file passes wrong types on purpose.
# mypy: disable-error-code="arg-type, assignment, list-item, misc, operator, return-value"

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any

import numpy
import pytest

from sightline import (
    CenterRule,
    CornerRule,
    Door,
    Gate,
    HexBoard,
    SquareBoard,
    Wall,
    all_pairs,
    contact_field,
    field,
    los,
    sees,
    trace,
)
from sightline.errors import (
    DuplicateNameError,
    InvalidTypeError,
    InvalidValueError,
    LimitError,
    NotNeighborsError,
    OccupiedError,
    OffBoardError,
    SightlineError,
    UnknownNameError,
)
from sightline.model.board import Board
from tests.unit.bad_input import (
    BOARDS,
    INF,
    NAN,
    Act,
    hexagon,
    hexagon_without_troll,
    refused,
    square,
)

# --- positions

POSITION_VERBS: dict[str, Act] = {
    "set_solid": lambda at: lambda b: b.set_solid(at),
    "is_solid": lambda at: lambda b: b.is_solid(at),
    "set_edge first": lambda at: lambda b: b.set_edge(at, (0, 0), Wall()),
    "set_edge second": lambda at: lambda b: b.set_edge((0, 0), at, Wall()),
    "edge": lambda at: lambda b: b.edge((0, 0), at),
    "set_state": lambda at: lambda b: b.set_state(at, (0, 0), "open"),
    "place": lambda at: lambda b: b.place("Bob", at),
    "move": lambda at: lambda b: b.move("Ann", at),
    "figures_at": lambda at: lambda b: b.figures_at(at),
    "sees from": lambda at: lambda b: sees(b, at, (0, 0), CornerRule()),
    "sees to": lambda at: lambda b: sees(b, (0, 0), at, CenterRule()),
    "trace": lambda at: lambda b: trace(b, (0, 0), at, CornerRule()),
    "field": lambda at: lambda b: field(b, at, CenterRule()),
    "contact_field": lambda at: lambda b: contact_field(b, at, CenterRule()),
    "all_pairs": lambda at: lambda b: all_pairs(b, CenterRule())[(0, 0), at],
}


@pytest.mark.parametrize("make", BOARDS)
@pytest.mark.parametrize("verb", POSITION_VERBS)
@pytest.mark.parametrize("at", [(-1, 0), (0, -9), (99, 0), (2**40, 2**70)], ids=str)
def test_off_the_board(make: Any, verb: str, at: Any) -> None:
    if make is hexagon and at == (-1, 0):
        at = (3, 3)  # a corner of the rectangle that the hexagon does not reach
    board = make()
    extent = "rows 0 to 3, columns 0 to 4" if make is square else "q -3 to 3 and r -3 to 3"
    refused(POSITION_VERBS[verb](at), board, OffBoardError, str(at), "off the board", extent)


NO_POSITIONS = [
    (True, 1),
    (1, False),
    (1.0, 1),
    (0, 0.5),
    (numpy.float64(1), 0),
    (numpy.True_, 0),
    (Fraction(1), 0),
    (Decimal(1), 0),
    ("0", "0"),
    (None, None),
    (0j, 0),
    None,
    7,
    7.5,
    b"00",
    {0, 1},
    {0: 1, 1: 2},
    object(),
    ([0], [0]),
]
SEVERAL: list[Any] = [("0", "0"), ([0], [0]), ()]
"""Values that `field` reads as several sources, or none."""


@pytest.mark.parametrize("make", BOARDS)
@pytest.mark.parametrize("verb", POSITION_VERBS)
def test_no_positions(make: Any, verb: str) -> None:
    for at in NO_POSITIONS:
        if verb == "field" and at in SEVERAL:
            continue
        act = POSITION_VERBS[verb](at)
        refused(act, make(), InvalidTypeError, "expected", "whole number", "got")


@pytest.mark.parametrize("make", BOARDS)
@pytest.mark.parametrize("verb", POSITION_VERBS)
@pytest.mark.parametrize("at", [(), (1,), (0, 0, 0), [0] * 500], ids=["0", "1", "3", "500"])
def test_not_two_numbers(make: Any, verb: str, at: Any) -> None:
    if verb == "field" and at in SEVERAL:
        return
    act = POSITION_VERBS[verb](at)
    refused(act, make(), InvalidValueError, "expected two whole numbers", "got")


@pytest.mark.parametrize("make", BOARDS)
def test_one_of_several_viewers_is_not_there(make: Any) -> None:
    for party, error, word in (
        (["Ann", "Zoe"], UnknownNameError, "'Zoe'"),
        (("0", "0"), UnknownNameError, "'0'"),
        ([(0, 0), (99, 0)], OffBoardError, "(99, 0)"),
        (["Ann", 7], InvalidTypeError, "got 7"),
        ([(0, 0), (0, 0.5)], InvalidTypeError, "0.5"),
        ([[0], [0]], InvalidValueError, "[0]"),
        ([["Ann"]], InvalidValueError, "['Ann']"),
        ([["Ann", "troll"]], InvalidTypeError, "'Ann'"),
        (numpy.zeros((2, 2)), InvalidTypeError, "whole number"),
    ):
        refused(lambda b, p=party: field(b, p, CenterRule()), make(), error, word)
    for flag in (1, 0, "yes", None):
        refused(
            lambda b, f=flag: field(b, (0, 0), CenterRule(), light_walls=f), make(),
            InvalidTypeError, "light_walls", "True or False", repr(flag),
        )  # fmt: skip
    refused(lambda b: field(b, [], CenterRule(), radius=-1), make(), InvalidValueError, "radius")
    nonsense: Any = "x"
    refused(
        lambda b: field(b, [], CenterRule(), metric=nonsense), make(), InvalidValueError, "metric"
    )


def test_an_endless_position_comes_back() -> None:
    from itertools import count

    refused(lambda b: b.set_solid(count()), square(), InvalidValueError, "two whole numbers")


@pytest.mark.parametrize("kind", [int, numpy.int8, numpy.int64, numpy.uint16, numpy.intp])
def test_whole_numbers_of_every_make_are_taken(kind: Any) -> None:
    board = square()
    assert board.is_solid((kind(1), kind(1)))
    assert board.position([kind(3), kind(2)]) == (3, 2)
    assert all(type(part) is int for part in board.position((kind(3), kind(2))))
    board.place("Bob", numpy.array([kind(0), kind(0)]), size=(kind(1), kind(1)))
    assert type(board.where("Bob")[0]) is int
    assert sees(board, (kind(0), kind(0)), "Bob", CornerRule())
    assert SquareBoard(kind(2), kind(3)) == SquareBoard(2, 3)
    assert HexBoard(kind(1)) == HexBoard(1)


# --- figures


@pytest.mark.parametrize("make", BOARDS)
def test_unknown_figures(make: Any) -> None:
    acts: list[Act] = [
        lambda b: b.move("Zoe", (0, 0)),
        lambda b: b.remove("Zoe"),
        lambda b: b.where("Zoe"),
        lambda b: b.figure("Zoe"),
        lambda b: sees(b, "Zoe", (0, 0), CornerRule()),
        lambda b: trace(b, (0, 0), "Zoe", CenterRule()),
        lambda b: field(b, "Zoe", CenterRule()),
    ]
    for act in acts:
        refused(act, make(), UnknownNameError, "'Zoe'", "figures here: Ann, troll")


@pytest.mark.parametrize("make", BOARDS)
@pytest.mark.parametrize("name", ["", None, 7, b"Ann", ("Ann",), ["Ann"], True])
def test_no_names(make: Any, name: Any) -> None:
    refused(lambda b: b.place(name, (0, 0)), make(), InvalidTypeError, "name", "string", repr(name))


@pytest.mark.parametrize("make", BOARDS)
def test_names_are_given_once(make: Any) -> None:
    board = make()
    where = str(board.where("Ann"))
    refused(lambda b: b.place("Ann", (0, 0)), board, DuplicateNameError, "'Ann'", "already")
    assert str(board.where("Ann")) == where


def test_two_figures_that_block_do_not_share_a_tile() -> None:
    acts: list[Act] = [
        lambda b: b.place("Bob", (3, 0)),
        lambda b: b.place("ogre", (2, 0), size=2),
        lambda b: b.move("troll", (2, 0)),
        lambda b: b.place("case", (3, 0), kind="bookcase"),
    ]
    for act in acts:
        refused(act, square(), OccupiedError, "(3, 0) is taken by 'Ann'", "may not share a tile")
    refused(
        lambda b: b.place("ogre", (-2, 0), size=2), hexagon_without_troll(), OccupiedError, "'Ann'"
    )
    # A figure may stand on things that do not block, and move over its own tiles.
    board = square()
    board.place("Bob", (0, 2))
    board.place("rug", (3, 0), blocks_sight=False)
    board.move("troll", (2, 2))
    assert {f.name for f in board.figures_at((3, 0))} == {"Ann", "rug"}


def test_figures_that_reach_over_the_rim() -> None:
    refused(
        lambda b: b.place("ogre", (0, 4), size=(1, 2)),
        square(),
        OffBoardError,
        "'ogre'",
        "(0, 5)",
        "columns 0 to 4",
    )
    refused(lambda b: b.move("troll", (3, 3)), square(), OffBoardError, "'troll'", "(4, 3)")
    refused(lambda b: b.place("ogre", (3, 0), size=2), hexagon(), OffBoardError, "'ogre'")


def bob(board: Board, **options: Any) -> object:
    return board.place("Bob", (0, 0), **options)


@pytest.mark.parametrize("make", BOARDS)
def test_sizes(make: Any) -> None:
    for size in (0, -1, 21, (1, 0), (500, 500)):
        refused(partial(bob, size=size), make(), LimitError, "size of 'Bob'", "1 to 20", "got")
    for size in (1.0, True, "2", (1.5, 1), (True, 1)):
        refused(partial(bob, size=size), make(), InvalidTypeError, "size of 'Bob'", "whole number")
    refused(
        lambda b: b.place("Bob", (0, 0), size=(1, 2)), hexagon(), InvalidValueError, "one number"
    )


@pytest.mark.parametrize("make", BOARDS)
def test_flags_and_kinds(make: Any) -> None:
    for flag in (1, 0, "yes", numpy.int64(1)):
        for act in (
            lambda b, f=flag: b.set_solid((0, 0), f),
            lambda b, f=flag: b.place("Bob", (0, 0), blocks_sight=f),
        ):
            refused(act, make(), InvalidTypeError, "True or False", repr(flag))
    for kind in ("dragon", "", None, 5, ["table"]):
        refused(partial(bob, kind=kind), make(), UnknownNameError, "bookcase", repr(kind))


# --- edges


@pytest.mark.parametrize("make", BOARDS)
@pytest.mark.parametrize("other", [(0, 0), (0, 2), (2, 0)])
def test_edges_between_tiles_that_are_not_neighbors(make: Any, other: Any) -> None:
    acts: list[Act] = [
        lambda b: b.set_edge((0, 0), other, Wall()),
        lambda b: b.edge((0, 0), other),
        lambda b: b.set_state((0, 0), other, "open"),
    ]
    for act in acts:
        refused(act, make(), NotNeighborsError, f"(0, 0) and {other}", "neighbors of (0, 0) are")


def test_diagonal_squares_share_no_edge() -> None:
    act: Act = lambda b: b.set_edge((0, 0), (1, 1), Wall())  # noqa: E731
    refused(act, square(), NotNeighborsError, "(0, 1), (1, 0)")
    refused(act, hexagon(), NotNeighborsError)
    hexagon().set_edge((0, 0), (1, -1), Wall())


@pytest.mark.parametrize("make", BOARDS)
@pytest.mark.parametrize("threshold", ["wall", Wall, Door, 1, True, ("door",), object()])
def test_what_an_edge_cannot_carry(make: Any, threshold: Any) -> None:
    acts: list[Act] = [lambda b: b.set_edge((0, 0), (0, 1), threshold)]
    acts.append(lambda b: b.add_wall((0, 0), (1, 1), threshold))
    for act in acts:
        refused(act, make(), InvalidTypeError, "Wall()", "Door(state)", "got")


@pytest.mark.parametrize("state", ["ajar", "OPEN", "", None, 1, True, ["open"]])
def test_unknown_states(state: Any) -> None:
    refused(lambda b: b.set_state((0, 0), (0, 1), state), square(), InvalidValueError,
            "Door state", "open, closed, locked, secret", repr(state))  # fmt: skip
    refused(lambda b: b.set_state((0, 0), (0, 1), state), hexagon(), InvalidValueError,
            "Gate state", "open, closed, locked", repr(state))  # fmt: skip
    with pytest.raises(InvalidValueError, match="Door state"):
        Door(state)
    with pytest.raises(InvalidValueError, match="Gate state"):
        Gate(state)


def test_gates_have_no_secrets_and_walls_no_states() -> None:
    with pytest.raises(InvalidValueError, match="'secret'"):
        Gate("secret")
    refused(lambda b: b.set_state((2, 2), (2, 3), "open"), square(), InvalidValueError, "a wall")
    refused(lambda b: b.set_state((3, 0), (3, 1), "open"), square(), InvalidValueError, "nothing")


# --- free walls


@pytest.mark.parametrize("make", BOARDS)
def test_wall_ends(make: Any) -> None:
    def walls(end: Any) -> list[Act]:
        return [
            lambda b: b.add_wall((0, 0), end),
            lambda b: b.add_wall(end, (0, 0)),
            lambda b: b.remove_wall((0, 0), end),
        ]

    for number in (NAN, INF, -INF, Decimal("nan"), Decimal("inf"), numpy.float64("nan")):
        for act in walls((number, 1)) + walls((1, number)):
            refused(act, make(), InvalidValueError, "of wall", "finite number", repr(number))
    for number in ("1", b"1", None, True, numpy.True_, 1j, [1], object()):
        for act in walls((number, 1)) + walls((1, number)):
            refused(act, make(), InvalidTypeError, "of wall", "a number", "got")
    for end in (5, None, (1,), (1, 2, 3), object()):
        for act in walls(end):
            refused(act, make(), InvalidTypeError, "of wall", "two numbers", repr(end))
    for number in (5000, -5000, 1e300, 10**30):
        for act in walls((number, 1)):
            refused(act, make(), LimitError, "of wall", "expected coordinates from", "got")
    for end in ((0, 0), (0.0, 0), (Fraction(0), 1e-9)):
        refused(walls(end)[0], make(), InvalidValueError, "two different ends")
    refused(walls((1.5, 1.5))[2], make(), UnknownNameError, "no free wall", "(1.5, 1.5)")


# --- boards


def test_sizes_of_boards() -> None:
    for rows, cols in ((0, 1), (1, 0), (-3, 5), (4097, 1), (1, 10**9), (10**50, 10**50)):
        with pytest.raises(LimitError, match="expected 1 to 4096 rows and columns, got"):
            SquareBoard(rows, cols)
    for size in (1.0, True, "3", None, Fraction(3)):
        with pytest.raises(InvalidTypeError, match="rows: expected a whole number"):
            SquareBoard(size, 3)
    for radius in (-1, 1001, 10**9):
        with pytest.raises(LimitError, match="radius: expected 0 to 1000, got"):
            HexBoard(radius)
    for radius in (1.5, True, "3"):
        with pytest.raises(InvalidTypeError, match="radius: expected a whole number"):
            HexBoard(radius)


def test_cells_of_hex_boards() -> None:
    for wrong in ({}, {"radius": 1, "cells": [(0, 0)]}):
        with pytest.raises(InvalidTypeError, match="either a radius or cells"):
            HexBoard(**wrong)
    with pytest.raises(InvalidValueError, match="at least one hex"):
        HexBoard(cells=[])
    for cells in (7, [7], [(0, 0.5)], [(True, 0)], ["ab"], [None]):
        with pytest.raises(InvalidTypeError, match="cell"):
            HexBoard(cells=cells)
    with pytest.raises(InvalidValueError, match="two whole numbers"):
        HexBoard(cells=[(0, 0, 0)])
    with pytest.raises(LimitError, match="-2048 to 2048"):
        HexBoard(cells=[(0, 0), (2049, 0)])
    assert len(HexBoard(cells=[(0, 0), (0, 0), (5, -9)]).tiles()) == 2
    for word in ("ajar", "", None, True):
        with pytest.raises(InvalidValueError, match="outside: expected 'open' or 'solid'"):
            HexBoard(1, outside=word)
        with pytest.raises(InvalidValueError, match="orientation: expected"):
            HexBoard(1, orientation=word)


NO_GRIDS: list[tuple[Any, type[SightlineError], str]] = [
    ([], InvalidValueError, "at least one row and one column"),
    ([[]], InvalidValueError, "at least one row and one column"),
    ([[], []], InvalidValueError, "at least one row and one column"),
    ([[None], []], InvalidValueError, "expected 1 tiles in every row, got 0 in row 1"),
    ([[None, "#"], [None]], InvalidValueError, "expected 2 tiles in every row, got 1 in row 1"),
    ([["#"], ["#", None]], InvalidValueError, "expected 1 tiles in every row, got 2 in row 1"),
    (["#.#", "..."], InvalidTypeError, "row 0"),
    ("#.#", InvalidTypeError, "a list of rows"),
    (None, InvalidTypeError, "a list of rows"),
    (7, InvalidTypeError, "a list of rows"),
    ([None, None], InvalidTypeError, "row 0"),
    ([[None], 7], InvalidTypeError, "row 1"),
    ([[None]] * 4097, LimitError, "4096"),
    ([[None] * 4097], LimitError, "4096"),
]


@pytest.mark.parametrize(("grid", "error", "words"), NO_GRIDS)
def test_grids_that_are_none(grid: Any, error: type[SightlineError], words: str) -> None:
    with pytest.raises(error, match=words):
        SquareBoard.from_grid(grid)
    with pytest.raises(error, match=words):
        los((0, 0), (0, 0), grid)


def test_grids_as_the_seeds_write_them() -> None:
    board = SquareBoard.from_grid([[None, "#"], ["M", "M"]])
    assert board.is_solid((0, 1))
    assert [figure.name for figure in board.figures()] == ["M", "M 2"]
    assert SquareBoard.from_grid(numpy.array([[None, "#"], ["M", "M"]], dtype=object)) == board
    assert SquareBoard.from_grid(((None, "#"), ("M", "M"))) == board
    # Any other object: occupied.
    assert SquareBoard.from_grid([["", object()]]).where("figure") == (0, 0)


@pytest.mark.parametrize(
    "content", [0, 1, True, False, 0.5, Fraction(1, 2), numpy.bool_(True), numpy.int64(0)]
)
def test_grids_of_other_programs(content: Any) -> None:
    """In them 0 may mean floor or wall, and a wrong guess would invert the map."""
    for ask in (SquareBoard.from_grid, lambda grid: los((0, 0), (0, 1), grid)):
        with pytest.raises(InvalidTypeError, match=r"at \(0, 1\).*SquareBoard.from_array"):
            ask([[None, content]])


def test_off_the_grid_nothing_is_seen() -> None:
    """The seed documents say so. Boards are stricter."""
    grid = [[None, None], [None, None]]
    for off in ((2, 0), (0, -1), (-1, -1), (10**30, 0)):
        assert los(off, (0, 0), grid) is los((0, 0), off, grid) is los(off, off, grid) is False
    with pytest.raises(OffBoardError, match=r"from: \(2, 0\) is off the board"):
        sees(SquareBoard.from_grid(grid), (2, 0), (0, 0), CornerRule())
    bad: Any
    for bad in ("A1", None, 7, (0, 0.5), (0, True), [0]):
        with pytest.raises((InvalidTypeError, InvalidValueError), match="source: expected"):
            los(bad, (5, 5), grid)
        with pytest.raises((InvalidTypeError, InvalidValueError), match="target: expected"):
            los((5, 5), bad, grid)


# --- cover and heights


def test_cover_and_height() -> None:
    for value in (NAN, INF, -INF, Decimal("nan"), numpy.float32("inf")):
        refused(lambda b, v=value: b.set_cover((1, 0), v), hexagon(), InvalidValueError,
                "cover of (1, 0)", "finite", repr(value))  # fmt: skip
        refused(lambda b, v=value: b.set_elevation((1, 0), v), hexagon(), InvalidValueError,
                "elevation of (1, 0)", "finite", repr(value))  # fmt: skip
    for value in ("1", True, [1], 1j, object()):
        refused(lambda b, v=value: b.set_cover((1, 0), v), hexagon(), InvalidTypeError, "(1, 0)")
        refused(lambda b, v=value: b.set_elevation((1, 0), v), hexagon(), InvalidTypeError, "got")
    refused(lambda b: b.set_cover((1, 0), None), hexagon(), InvalidTypeError, "None")
    for at in ((9, 9), (0, 4)):
        refused(lambda b, at=at: b.set_cover(at, 1), hexagon(), OffBoardError, str(at))
        refused(lambda b, at=at: b.elevation(at), hexagon(), OffBoardError, str(at))


def test_decimals_are_held_exactly() -> None:
    board = HexBoard(1)
    for given, kept in (
        (0.1, Fraction(1, 10)),
        (numpy.float64(0.1), Fraction(1, 10)),
        (Decimal("0.1"), Fraction(1, 10)),
        (Fraction(1, 3), Fraction(1, 3)),
        (numpy.int8(2), Fraction(2)),
    ):
        board.set_elevation((0, 0), given)
        assert board.elevation((0, 0)) == kept

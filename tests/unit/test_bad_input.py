"""Bad input: an error of ours that is the matching builtin too, says what was expected, what came
and where, and leaves the board as it was."""

# Wrong types are the matter of this file.
# mypy: disable-error-code="arg-type, assignment, list-item, misc, operator, return-value"

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any

import numpy
import pytest

from sightline import (
    RULES,
    CenterRule,
    CornerRule,
    Door,
    Gate,
    HexBoard,
    HexRay,
    SquareBoard,
    Wall,
    all_pairs,
    contact_field,
    cover_field,
    field,
    hexes,
    los,
    rule_from_dict,
    sees,
    sees_many,
    trace,
)
from sightline.errors import (
    CallableError,
    DuplicateNameError,
    InvalidTypeError,
    InvalidValueError,
    LimitError,
    NotNeighboursError,
    OccupiedError,
    OffBoardError,
    SightlineError,
    UnknownNameError,
)
from sightline.model.board import Board

NAN, INF = float("nan"), float("inf")
BUILTIN = {InvalidValueError: ValueError, InvalidTypeError: TypeError, UnknownNameError: KeyError}
Act = Callable[[Any], object]


def square() -> SquareBoard:
    board = SquareBoard(4, 5)
    board.set_solid((1, 1))
    board.set_edge((0, 0), (0, 1), Door("closed"))
    board.set_edge((2, 2), (2, 3), Wall())
    board.place("Ann", (3, 0))
    board.place("troll", (2, 3), size=(2, 2))
    board.place("table", (0, 2), kind="table")
    board.add_wall((0.5, 3), (1.25, 3.5))
    return board


def hexagon() -> HexBoard:
    board = HexBoard(3)
    board.set_solid((1, 1))
    board.set_edge((0, 0), (0, 1), Gate("closed"))
    board.set_edge((2, -2), (2, -1), Wall())
    board.place("Ann", (-3, 0))
    board.place("troll", (0, -2), size=2)
    board.add_wall((0.5, 0), (1.25, 0.5))
    board.set_cover((1, 0), 0.5)
    board.set_elevation((1, 0), 2)
    return board


def hexagon_without_troll() -> HexBoard:
    board = hexagon()
    board.remove("troll")
    return board


BOARDS = [pytest.param(square, id="square"), pytest.param(hexagon, id="hex")]


def refused(act: Act, board: Board, error: type[SightlineError], *words: str) -> None:
    """The error comes, is the builtin as well, says its words; the board stays as it was."""
    before = board.fingerprint()
    with pytest.raises(error) as caught:
        act(board)
    assert isinstance(caught.value, SightlineError)
    builtin = next(BUILTIN[c] for c in type(caught.value).__mro__ if c in BUILTIN)
    assert isinstance(caught.value, builtin)
    message = str(caught.value)
    for word in words:
        assert word in message, f"{word!r} is missing in {message!r}"
    assert board.fingerprint() == before


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
"""Of these `field` understands that several are meant, or nobody."""


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
    refused(lambda b: field(b, [], CenterRule(), -1), make(), InvalidValueError, "radius")
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
    # What does not block may be stood on, and a figure may move over its own tiles.
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
def test_edges_between_tiles_that_are_not_neighbours(make: Any, other: Any) -> None:
    acts: list[Act] = [
        lambda b: b.set_edge((0, 0), other, Wall()),
        lambda b: b.edge((0, 0), other),
        lambda b: b.set_state((0, 0), other, "open"),
    ]
    for act in acts:
        refused(act, make(), NotNeighboursError, f"(0, 0) and {other}", "neighbours of (0, 0) are")


def test_diagonal_squares_share_no_edge() -> None:
    act: Act = lambda b: b.set_edge((0, 0), (1, 1), Wall())  # noqa: E731
    refused(act, square(), NotNeighboursError, "(0, 1), (1, 0)")
    refused(act, hexagon(), NotNeighboursError)
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
    assert SquareBoard.from_grid([["", object()]]).where("figure") == (0, 0)  # else: occupied


@pytest.mark.parametrize(
    "content", [0, 1, True, False, 0.5, Fraction(1, 2), numpy.bool_(True), numpy.int64(0)]
)
def test_grids_of_other_programs(content: Any) -> None:
    """There 0 may be floor or wall: guessing would turn a map inside out."""
    for ask in (SquareBoard.from_grid, lambda grid: los((0, 0), (0, 1), grid)):
        with pytest.raises(InvalidTypeError, match=r"at \(0, 1\).*SquareBoard.from_array"):
            ask([[None, content]])


def test_off_the_grid_nothing_is_seen() -> None:
    """As the seeds say; a board is stricter."""
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


# --- rules and questions


@pytest.mark.parametrize("rule", [CornerRule, CenterRule, HexRay])
@pytest.mark.parametrize("ties", ["lax", "", None, 1, True, ["strict"]])
def test_unknown_ties(rule: Any, ties: Any) -> None:
    with pytest.raises(InvalidValueError, match=r"ties: expected one of .*strict"):
        rule(ties)


def test_settings_of_rules() -> None:
    with pytest.raises(InvalidValueError, match="got 'nearest'"):
        CornerRule("nearest")
    with pytest.raises(InvalidValueError, match="got 'corners-pass'"):
        HexRay("corners-pass")
    for flag in (1, "yes", None):
        with pytest.raises(InvalidTypeError, match="closed_ends: expected True or False"):
            CornerRule(closed_ends=flag)
        with pytest.raises(InvalidTypeError, match="see_opaque_target"):
            HexRay(see_opaque_target=flag)
        with pytest.raises(InvalidTypeError, match="target_edge_blocks"):
            HexRay(target_edge_blocks=flag)
    for number in (NAN, INF, -INF):
        with pytest.raises(InvalidValueError, match="max_soft_cover: expected a finite number"):
            HexRay(max_soft_cover=number)
        with pytest.raises(InvalidValueError, match="soft_cover_k: expected a finite number"):
            HexRay(soft_cover_k=number)
    with pytest.raises(InvalidValueError, match="max_soft_cover: expected 0 or more, got -1"):
        HexRay(max_soft_cover=-1)
    with pytest.raises(InvalidTypeError, match="soft_cover_k"):
        HexRay(soft_cover_k="0.7")


def test_rules_from_plain_data() -> None:
    for data in ("chess", "One-Card-Dungeon", ""):
        with pytest.raises(UnknownNameError, match="rules: one-card-dungeon, quest, hex, battle"):
            rule_from_dict(data)
    with pytest.raises(UnknownNameError, match="no rule is called 'chess'\n  rules: one-card"):
        RULES["chess"]
    with pytest.raises(UnknownNameError, match=r"'qest'; did you mean 'quest'\?"):
        RULES["qest"]
    for data in (None, 7, ["corner"]):
        with pytest.raises(InvalidTypeError, match="a name or a table of settings"):
            rule_from_dict(data)
    for data in ({}, {"rule": "chess"}, {"rule": None}):
        with pytest.raises(UnknownNameError, match="corner, center, hexray"):
            rule_from_dict(data)
    with pytest.raises(UnknownNameError, match="ties, closed_ends, got 'tise'"):
        rule_from_dict({"rule": "corner", "tise": "strict"})
    with pytest.raises(InvalidValueError, match="ties"):
        rule_from_dict({"rule": "corner", "ties": "lax"})


@pytest.mark.parametrize("ask", [sees, trace])
def test_no_boards_and_no_rules(ask: Any) -> None:
    for board in (None, [[None]], "board", SquareBoard):
        with pytest.raises(InvalidTypeError, match="board: expected a SquareBoard or a HexBoard"):
            ask(board, (0, 0), (0, 0), CornerRule())
    for rule in (None, b"quest", CornerRule, {"rule": "corner"}):
        refused(lambda b, r=rule: ask(b, (0, 0), (0, 0), r), square(), InvalidTypeError,
                "rule: expected a rule such as")  # fmt: skip
    refused(lambda b: ask(b, (0, 0), (0, 0), HexRay()), square(), InvalidValueError,
            "HexRay works on hex boards", "square board")  # fmt: skip


def test_radius_and_metric() -> None:
    for radius in (NAN, INF, -1, -0.5):
        refused(lambda b, r=radius: field(b, (0, 0), CornerRule(), radius=r), square(),
                InvalidValueError, "radius", "expected")  # fmt: skip
    for radius in ("3", True, [3]):
        refused(lambda b, r=radius: field(b, (0, 0), CornerRule(), radius=r), square(),
                InvalidTypeError, "radius", "expected")  # fmt: skip
    for metric in ("euclidean", "", None, 2, ["steps"]):
        refused(lambda b, m=metric: field(b, (0, 0), CornerRule(), metric=m), square(),
                InvalidValueError, "metric", "euclid, chebyshev, manhattan, steps")  # fmt: skip
    refused(lambda b: contact_field(b, (0, 0), HexRay()), hexagon(), InvalidTypeError, "contact")
    refused(lambda b: cover_field(b, (0, 0), CornerRule()), hexagon(), InvalidTypeError, "HexRay")


def test_pairs() -> None:
    for pairs in ([[0, 0]], [[(0, 0)]], 7, None, [[(0, 0), (0, 1), (0, 2)]]):
        refused(lambda b, p=pairs: sees_many(b, p, CornerRule()), square(), InvalidValueError,
                "pairs", "(..., 2, 2)")  # fmt: skip
    for pairs in (
        [[(0.0, 0), (0, 1)]],
        [[(True, False), (False, True)]],
    ):
        refused(lambda b, p=pairs: sees_many(b, p, CornerRule()), square(), InvalidTypeError,
                "pairs", "whole numbers")  # fmt: skip
    refused(lambda b: sees_many(b, [[(0, 0), (4, 0)]], CornerRule()), square(), OffBoardError)
    refused(lambda b: sees_many(b, [[(0, 0), (-1, 0)]], CornerRule()), square(), OffBoardError)


def test_ragged_pairs() -> None:
    ragged = [[(0, 0), (0, 1)], [(0, 0)]]
    refused(lambda b: sees_many(b, ragged, CornerRule()), square(), SightlineError, "pairs")


def test_all_pairs_has_a_limit() -> None:
    with pytest.raises(LimitError, match="all_pairs: expected a board of at most 65536 tiles"):
        all_pairs(SquareBoard(257, 256), CornerRule())


# --- callables

ASKED = ("blocks_at", "blocks_edge", "soft_cover_at", "elevation_at")


def each_way(**options: Any) -> list[Callable[[], object]]:
    return [
        lambda: hexes.trace_ray((0, 0), (3, 0), **options),
        lambda: hexes.has_line_of_sight((0, 0), (3, 0), **options),
        lambda: hexes.cover_between((0, 0), (3, 0), **options),
        lambda: hexes.visible_within_radius((0, 0), 2, **options),
    ]


@pytest.mark.parametrize("name", ASKED)
def test_callables_that_raise(name: str) -> None:
    def broken(*_: Any) -> Any:
        raise ZeroDivisionError("no such hex")

    for ask in each_way(**{name: broken}):
        with pytest.raises(CallableError, match=rf"{name}\(\(.*raised ZeroDivisionError: no such"):
            ask()


@pytest.mark.parametrize("name", ASKED)
def test_callables_that_are_none(name: str) -> None:
    for wrong in (7, "f", {(0, 0)}, True):
        for ask in each_way(**{name: wrong}):
            with pytest.raises(InvalidTypeError, match=f"{name}: expected a function of hexes"):
                ask()
    for ask in each_way(**{name: lambda: True}):  # takes no hexes
        with pytest.raises(CallableError, match=name):
            ask()


@pytest.mark.parametrize("name", ["blocks_at", "blocks_edge"])
@pytest.mark.parametrize("said", [1, 0, None, "yes", [], 0.0, NAN])
def test_callables_that_should_say_yes_or_no(name: str, said: Any) -> None:
    for ask in each_way(**{name: lambda *_: said}):
        with pytest.raises(InvalidTypeError, match=rf"{name}\(.*expected True or False, got"):
            ask()


@pytest.mark.parametrize("name", ["soft_cover_at", "elevation_at"])
def test_callables_that_should_say_a_number(name: str) -> None:
    for said in (NAN, INF, -INF, Decimal("nan")):
        for ask in each_way(**{name: lambda _, s=said: s})[:3]:
            with pytest.raises(InvalidValueError, match=rf"{name}\(\(.*finite number, got"):
                ask()
    for said in ("1", True, [], object()):
        for ask in each_way(**{name: lambda _, s=said: s})[:3]:
            with pytest.raises(InvalidTypeError, match=rf"{name}\(\(.*a number, got"):
                ask()


def test_callables_may_speak_numpy() -> None:
    ray = hexes.trace_ray(
        (0, 0),
        (3, 0),
        blocks_at=lambda h: numpy.bool_(h == (2, 0)),
        soft_cover_at=lambda h: numpy.float64(0.5),
        elevation_at=lambda h: numpy.int64(0),
    )
    assert ray.blocked_by is not None
    assert ray.blocked_by.hex == (2, 0)
    assert ray.cover_sum == 1.0


def test_each_callable_is_asked_once_per_hex_or_edge() -> None:
    asked: dict[str, list[Any]] = {name: [] for name in ASKED}

    def ask(name: str, answer: Any) -> Any:
        def answering(*where: Any) -> Any:
            asked[name].append(where)
            return answer

        return answering

    answers = {"blocks_at": False, "blocks_edge": False, "soft_cover_at": 0.5, "elevation_at": 0}
    for way in range(4):
        for found in asked.values():
            found.clear()
        options = {name: ask(name, answer) for name, answer in answers.items()}
        each_way(**options)[way]()
        for name, found in asked.items():
            assert len(found) == len(set(found)), (way, name)
            assert found or name == "soft_cover_at"


def test_hexes_of_callables() -> None:
    for wrong in ((True, 0), (1.0, 0), ("0", "0"), None, 7):
        for ask in (hexes.trace_ray, hexes.has_line_of_sight, hexes.cover_between):
            with pytest.raises(InvalidTypeError, match="b: expected"):
                ask((0, 0), wrong)
        with pytest.raises(InvalidTypeError, match="origin: expected"):
            hexes.visible_within_radius(wrong, 1)
    for radius in (-1, 501, 10**9):
        with pytest.raises(LimitError, match="radius: expected 0 to"):
            hexes.visible_within_radius((0, 0), radius)
    for radius in (1.5, True, "1", None):
        with pytest.raises(InvalidTypeError, match="radius: expected a whole number"):
            hexes.visible_within_radius((0, 0), radius)
    for name, value in (("max_soft_cover", NAN), ("soft_cover_k", INF), ("max_soft_cover", -1)):
        with pytest.raises(InvalidValueError, match=name):
            hexes.trace_ray((0, 0), (1, 0), **{name: value})


def test_our_errors_are_drawn_as_they_are() -> None:
    """The tree in the docstring of `errors` names every class, under its parent."""
    from sightline import errors

    drawn = errors.__doc__ or ""
    classes = [c for c in vars(errors).values() if isinstance(c, type)]
    assert all(issubclass(c, SightlineError) for c in classes)
    for each in classes:
        assert each.__name__ in drawn
    assert str(UnknownNameError("no figure is called 'Zoe'")) == "no figure is called 'Zoe'"

"""Boards from drawings in a program, and `print(board)`, whose output can be read back."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from textwrap import indent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline import HexBoard, SquareBoard, load, save
from sightline.errors import FormatError, InvalidTypeError, InvalidValueError
from sightline.formats.contract import Options
from sightline.formats.text import read
from sightline.model.board import Board
from sightline.model.threshold import Door, Gate, Wall
from tests.formats.boards import BOARDS


@given(BOARDS, st.integers(0, 9))
def test_what_print_shows_is_read_back_as_the_same_board(board: Board, blanks: int) -> None:
    again = type(board).from_text(indent(str(board), " " * blanks))
    assert again == board
    assert again.fingerprint() == board.fingerprint()
    assert str(again) == str(type(board).from_text(str(again)))
    again.set_solid(again.tiles()[0], not board.is_solid(board.tiles()[0]))
    assert again != board  # it is a separate board


@given(BOARDS)
def test_print_shows_what_a_file_holds(board: Board) -> None:
    assert read(str(board).encode(), "board.txt", Options()).board == board
    assert not str(board).endswith("\n")
    assert "\n" not in repr(board)
    assert len(repr(board)) < 60


def test_everything_at_once(tmp_path: Path) -> None:
    board = SquareBoard.from_text(
        """
        +---+---+---+---+
        | S   .   . | . |
        +   +-c-+---+   +
        | .   T   T O ~ |
        +---+---+---+---+

        S: hero "Sir Osric"
        T: table
        ~: solid
        figure: "ghost" at 0,0 size 1x2 see-through
        free secret door: 0.5,0.25 1,1/3
        """
    )
    assert board.where("Sir Osric") == (0, 0)
    assert board.figure("T").tiles == ((1, 1), (1, 2))
    assert not board.figure("ghost").blocks_sight
    assert board.is_solid("D2")
    assert board.edge("B1", "B2") == Door("closed")
    assert board.edge("C1", "D1") == Wall()
    assert board.edge("C2", "D2") == Gate("open")
    assert board.free_walls()[0].threshold == Door("secret")
    assert SquareBoard.from_text(str(board)) == board
    save(board, tmp_path / "crypt.txt")
    assert load(tmp_path / "crypt.txt") == board
    assert (tmp_path / "crypt.txt").read_text() == f"{board}\n"


def test_hexes_need_no_header_here() -> None:
    board = HexBoard.from_text(
        """
         . S
        . # ~
         . .

        ~: cover 1/2 height -1
        edge locked gate: 0,0|1,0
        """
    )
    assert (len(board.tiles()), board.where("S"), board.is_solid("0,1")) == (7, (1, 0), True)
    assert (board.cover("(1, 1)"), board.elevation("1,1")) == (Fraction(1, 2), Fraction(-1))
    assert board.edge("0,0", "1,0") == Gate("locked")
    flat = HexBoard.from_text("hex flat outside=solid first=3,-3\n\n  .\n.   #\n  S")
    assert (flat.orientation, flat.outside, flat.where("S")) == ("flat", "solid", (3, -2))
    assert HexBoard.from_text(str(flat)) == flat


@pytest.mark.parametrize(
    ("board", "drawing", "error", "message"),
    [
        (SquareBoard, "hex\n\n . .\n. .", InvalidValueError,
         "drawing: expected squares, got hexes; HexBoard.from_text reads it"),
        (HexBoard, "square\n..\n..", InvalidValueError, "SquareBoard.from_text reads it"),
        (SquareBoard, b"..", InvalidTypeError, r"drawing: expected a text, got b'\.\.'"),
        (SquareBoard, None, InvalidTypeError, "drawing: expected a text, got None"),
        (SquareBoard, "", FormatError, "expected a drawing, got none"),
        (SquareBoard, "S.\n..~", FormatError, "line 2 column 3: expected 2 tiles"),
        (SquareBoard, "S~", FormatError, "'~' is not in the legend\n    S~\n     \\^"),
        (SquareBoard, "\ud800", InvalidValueError, "characters that UTF-8 can hold"),
        (HexBoard, "..", FormatError, "stands between two hexes"),
    ],
)  # fmt: skip
def test_what_is_no_drawing_of_such_a_board_is_refused(
    board: type[Board], drawing: str, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        board.from_text(drawing)


class Dungeon(SquareBoard):
    """A program's own board class."""


def test_a_subclass_reads_boards_of_its_own_kind() -> None:
    dungeon = Dungeon.from_text("S.#")
    assert type(dungeon) is Dungeon
    assert dungeon == SquareBoard.from_text("S.#")


@pytest.mark.parametrize("name", ["\n", '"', "a\tb", "é", "龍", "x" * 5000, " ", "S: T"])
def test_odd_names_are_read_back(name: str) -> None:
    board = SquareBoard(2, 2)
    board.place(name, "A1")
    assert SquareBoard.from_text(str(board)) == board


def test_a_name_that_no_file_can_hold_is_refused() -> None:
    board = SquareBoard(2, 2)
    with pytest.raises(InvalidValueError, match="figure name: expected whole characters"):
        board.place("half \ud800", "A1")
    assert board == SquareBoard(2, 2)

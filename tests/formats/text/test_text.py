"""Drawn maps: their meaning, writing them back, and error messages."""

import re
from fractions import Fraction
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.errors import FormatError
from sightline.formats.contract import Loaded, Options
from sightline.formats.text import read, recognizes, write
from sightline.model.board import Board
from sightline.model.figure import KINDS
from sightline.model.hexagon import HexBoard
from sightline.model.square import SquareBoard
from sightline.model.threshold import Door, Gate, Wall
from tests.formats.boards import BOARDS, PLAIN_DICTS


def load(text: str) -> Loaded:
    return read(text.encode(), "drawn.txt", Options())


def drawn(text: str) -> Board:
    return load(text).board


def figures(board: Board) -> dict[str, tuple[int, int]]:
    return {figure.name: (figure.at[0], figure.at[1]) for figure in board.figures()}


@given(BOARDS)
def test_every_board_comes_back_equal(board: Board) -> None:
    data = write(board)
    assert recognizes(data, "")
    again = read(data, "board.txt", Options())
    assert again.board == board
    assert again.board.fingerprint() == board.fingerprint()
    assert again.report.changed == again.report.guessed == again.report.lost == []
    assert write(again.board) == write(read(write(again.board), "", Options()).board)


@given(st.none() | PLAIN_DICTS, st.lists(PLAIN_DICTS, max_size=3))
def test_rules_and_rulings_come_back_equal(rule: Any, rulings: Any) -> None:
    loaded = read(write(SquareBoard(1, 1), rule, rulings), "", Options())
    assert loaded.rule == rule
    assert loaded.rulings == rulings


# --- squares ------------------------------------------------------------------------------------


def test_the_simplest_drawing() -> None:
    board = drawn("S.#\n..T")
    assert isinstance(board, SquareBoard)
    assert (board.rows, board.cols) == (2, 3)
    assert [tuple(t) for t in board.solid_tiles()] == [(0, 2)]
    assert figures(board) == {"S": (0, 0), "T": (1, 2)}
    assert write(board) == b"S.#\n..T\n"


def test_indented_with_windows_line_ends_and_comments() -> None:
    assert drawn("\n    S.#   \r\n    ..T\r\n\r\n") == drawn("S.#\n..T")
    assert drawn("// a room\nsquare\n\nS.#\n..T\n\n// the end\n") == drawn("S.#\n..T")


def test_figures_of_one_letter_are_numbered_in_reading_order() -> None:
    board = drawn("M.N\n..M\nM..")
    assert figures(board) == {"M": (0, 0), "N": (0, 2), "M 2": (1, 2), "M 3": (2, 0)}


def test_letters_that_touch_are_one_large_figure() -> None:
    board = drawn("TT.\nTT.\n..U\n\nT: table")
    assert board.figure("T").size == (2, 2)
    assert not board.figure("T").blocks_sight
    assert board.figure("U").size == (1, 1)


def test_a_size_in_the_legend_tells_neighbors_apart() -> None:
    board = drawn('MMM\nMMM\n\nM: enemy "orc" size 2x1')
    assert [f.size for f in board.figures()] == [(2, 1)] * 3
    assert figures(board) == {"orc": (0, 0), "orc 2": (0, 1), "orc 3": (0, 2)}


def test_symbols_of_the_legend() -> None:
    text = '@$%.\n\n@: hero "Sir \\"O\\""\n$: chest blocks\n%: solid\n'
    board = drawn(text)
    assert board.figure('Sir "O"').kind == "hero"
    assert board.figure("$").blocks_sight
    assert board.is_solid((0, 2))
    assert "@" not in write(board).decode()


def test_what_a_drawing_cannot_show() -> None:
    loaded = load(
        dedent(
            """\
            S..
            ..#

            figure: "ghost" at 0,0 size 2x2 see-through
            figure: "gargoyle" at 1,2 bookcase size 1
            solid: 0,2
            edge locked door: 0,0|0,1 1,0|0,0
            free wall: 0.5,1 2.25,1/3 1,1
            free open gate: 0,0 1,1
            rule: corner
            ruling: {"by": "master"}
            Z: hero
            """
        )
    )
    board = loaded.board
    assert board.figure("ghost").size == (2, 2)
    assert board.figure("gargoyle").kind == "bookcase"
    assert board.is_solid((0, 2))
    assert board.edge((0, 0), (1, 0)) == Door("locked")
    expected = SquareBoard(1, 1)
    expected.add_wall((0.5, 1), (2.25, Fraction(1, 3)))
    expected.add_wall((1, 1), (2.25, Fraction(1, 3)))
    expected.add_wall((0, 0), (1, 1), Gate("open"))
    assert board.free_walls() == expected.free_walls()
    assert loaded.rule == {"rule": "corner"}
    assert loaded.rulings == [{"by": "master"}]
    assert loaded.report.lost == ["the legend describes 'Z', which is not drawn"]


def test_a_point_between_our_units_is_moved_and_reported() -> None:
    report = load("..\n\nfree wall: 1/7,0 1,1").report
    assert report.changed == ["1 end of a free wall moved to the nearest 1/384,000 of a tile"]


def test_figures_that_spell_a_header() -> None:
    board = SquareBoard.from_grid([["h", "e", "x"]])
    assert write(board) == b"square\nhex\n"
    assert read(write(board), "", Options()).board == board


def test_more_figures_than_letters() -> None:
    board = SquareBoard.from_grid([[f"guard {i}" for i in range(80)]])
    text = write(board).decode()
    assert text.count("figure:") == 80 - 62
    assert drawn(text) == board


# --- squares with edges -------------------------------------------------------------------------

ROOMS = """\
+---+---+---+---+
| S   . | .   . |
+   +---+-c-+   +
| . l###s . O T |
+-o-+-l-+-s-+-C-+
| .   . c . L T |
+---+---+---+---+
"""


def test_walls_doors_and_gates() -> None:
    board = drawn(ROOMS)
    assert isinstance(board, SquareBoard)
    assert (board.rows, board.cols) == (3, 4)
    expected = {
        ((0, 1), (0, 2)): Wall(),
        ((0, 1), (1, 1)): Wall(),
        ((0, 2), (1, 2)): Door("closed"),
        ((1, 0), (1, 1)): Door("locked"),
        ((1, 1), (1, 2)): Door("secret"),
        ((1, 2), (1, 3)): Gate("open"),
        ((1, 0), (2, 0)): Door("open"),
        ((1, 1), (2, 1)): Door("locked"),
        ((1, 2), (2, 2)): Door("secret"),
        ((1, 3), (2, 3)): Gate("closed"),
        ((2, 1), (2, 2)): Door("closed"),
        ((2, 2), (2, 3)): Gate("locked"),
    }
    assert {(tuple(a), tuple(b)): t for a, b, t in board.edges()} == expected
    assert board.is_solid((1, 1))
    assert board.where("T") == (1, 3)
    assert write(board) == ROOMS.encode()


def test_cells_of_any_width_and_lines_cut_short() -> None:
    board = drawn("+--+-+----+\n|S  # ..\n+-c+ +\n|  |T|\n+--+-+----+")
    assert figures(board) == {"S": (0, 0), "T": (1, 1)}
    assert board.edge((0, 0), (1, 0)) == Door("closed")
    assert board.edge((1, 0), (1, 1)) == Wall()
    assert [tuple(t) for t in board.solid_tiles()] == [(0, 1)]


# --- hexes --------------------------------------------------------------------------------------


def test_pointy_hexes_lie_in_offset_rows() -> None:
    board = drawn("hex first=0,-1\n\n . .\n. S #\n ~ .\n\n~: cover 1/2 height -3\n")
    assert isinstance(board, HexBoard)
    assert board.tiles()[:] == HexBoard(1).tiles()[:]
    assert (board.orientation, board.outside) == ("pointy", "open")
    assert board.where("S") == (0, 0)
    assert board.is_solid((1, 0))
    assert board.cover((-1, 1)) == Fraction(1, 2)
    assert board.elevation((-1, 1)) == -3


def test_flat_hexes_lie_in_offset_columns() -> None:
    board = drawn("hex flat outside=solid first=0,-1\n\n  .\n.   #\n  S\nM   .\n  .\n")
    assert isinstance(board, HexBoard)
    assert board.tiles()[:] == HexBoard(1).tiles()[:]
    assert (board.orientation, board.outside) == ("flat", "solid")
    assert board.where("S") == (0, 0)
    assert board.is_solid((1, -1))
    assert board.where("M") == (-1, 1)


def test_hexes_with_gaps() -> None:
    board = drawn("hex\n. _ .\n_\n.")
    assert [tuple(t) for t in board.tiles()] == [(0, 0), (2, 0), (-1, 2)]
    assert write(board).decode() == "hex pointy outside=open first=0,0\n\n.   .\n_\n.\n"


def test_the_legend_of_hexes() -> None:
    board = drawn(
        "hex first=-1,0\n. S .\n\nS: size 1 hero\n"
        "edge wall: -1,0|0,0\ncover 0.5: -1,0 1,0\nheight 2: 0,0"
    )
    assert isinstance(board, HexBoard)
    assert board.edge((0, 0), (-1, 0)) == Wall()
    assert [board.cover(t) for t in board.tiles()] == [Fraction(1, 2), 0, Fraction(1, 2)]
    assert board.elevation((0, 0)) == 2


# --- errors -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place", "complaint"),
    [
        ("S.#\n.. T", (2, 3), "a blank inside"),
        ("S.#\n..", (2, 3), "expected 3 tiles as in the first row, got 2"),
        ("S.#\n....", (2, 4), "expected 3 tiles"),
        ("S.#\n..~", (2, 3), "'~' is not in the legend"),
        ("S.#\n.._", (2, 3), "'_' has no place"),
        ("  S.#\n  .%T", (2, 4), "'%' is not in the legend"),
        ("S.#\n...\nS: hero", (3, 1), "set off by a blank line"),
        ("MM\nM.", (1, 1), "must fill a rectangle"),
        ("MMM\n\nM: size 1x2", (1, 3), "not all of it is drawn"),
        ("M" * 21, (1, 1), "at most 20"),
        ("M.\n\nM: hero\nM: enemy", (4, 1), "twice"),
        ("hex\n\nM .\n\n_: hero", (5, 1), "not a hex"),
        ("hex\n\nM .\n\nblank: solid", (5, 1), "not a hex"),
        ("hex\n\nM ~\n\n~: closed door", (5, 1), "on hexes doors go on edges"),
        ("M~\n\n~: solid floor", (3, 10), "not both"),
        ("M|\n\n|: solid\n|: floor", (4, 1), "'|' is in the legend twice"),
        ("M|\n\nblank: solid\nblank: floor", (4, 1), "blank is in the legend twice"),
        ("M.\n\nblank 3: solid", (3, 1), "unknown keyword 'blank'"),
        ("M|", (1, 2), "unless the legend says what it is"),
        ('M.\n\nfigure: "ghost" at 0,1 floor', (3, 1), "no solid, floor"),
        ("M.\n\nM: hero bert", (3, 9), "unknown word 'bert'"),
        ('M.\n\nM: "a" size', (3, 8), "expected a size"),
        ("M.\n\nM: size two", (3, 9), "such as 2x3"),
        ("M.\n\nM: at 0,0", (3, 1), "leave out 'at'"),
        ('M.\n\nM: "\\x"', (3, 4), "not JSON"),
        ("M.\n\nM: cover 1", (3, 1), "only hexes"),
        ("M.\n\nheight high: 0,0", (3, 8), "expected a number"),
        ("M.\n\nfloor 2: 0,0", (3, 1), 'floor 3: "gallery"'),
        ('M.\n\nfloor two: "a" 0,0', (3, 7), "expected a number"),
        ('M.\n\nfloor 2: "a"', (3, 1), "at least one tile"),
        ('M.\n\nfloor 2: "a" 0,0 0,2', (3, 18), "off the board"),
        ('M.\n\nfloor 9999999: "a" 0,0', (3, 1), "-1,000,000 to 1,000,000"),
        ('M.\n\nfloor 2: "a" 0,0\nfloor 3: "a" 0,1', (4, 7), "a floor has one height"),
        ("M.\n\nheight 9999999: 0,0", (3, 17), "-1,000,000 to 1,000,000"),
        ("M.\n\nedge wall bottom 2 top 1: 0,0|0,1", (3, 1), "got bottom 2 above top 1"),
        ("M.\n\nfree wall top high: 0,0 1,1", (3, 15), "expected a number"),
        ("M.\n\nM: tall 0", (1, 1), "height"),
        ("M.\n\nM: elevation up", (3, 14), "expected a number"),
        ("M.\n\nhello", (3, 1), "expected a symbol or one of"),
        ("M.\n\nlamp: 1,1", (3, 1), "unknown keyword 'lamp'"),
        ("M.\n\nfigure: at 0,0", (3, 1), 'figure: "name"'),
        ('M.\n\nfigure: "M" at 0,1', (3, 1), "already on the board"),
        ('M.\n\nfigure: "N" at 0,9', (3, 1), "off the board"),
        ("M.\n\nsolid: 0,0 0;1", (3, 12), "such as 3,4"),
        ("M.\n\nsolid: ٣,0", (3, 8), "such as 3,4"),
        ("M.\n\nedge fence: 0,0|0,1", (3, 6), "expected one of wall"),
        ("M.\n\nedge wall: 0,0", (3, 12), "two neighbors"),
        ("M.\n\nedge wall: 0,0|0,2", (3, 12), "off the board"),
        ("M..\n\nedge wall: 0,0|0,2", (3, 12), "not neighbors"),
        ("M.\n\nfree wall: 1,1", (3, 1), "at least two points"),
        ("M.\n\nfree wall: 1,1 2,1e9", (3, 16), "such as 3, -0.5 or 1/3"),
        ("M.\n\nfree wall: 1,1 2", (3, 16), "expected a point"),
        ("M.\n\nfree wall: 1,1 1,1", (3, 12), "two different ends"),
        ("M.\n\nrule: {", (3, 7), "not JSON"),
        ("M.\n\nrule: [1]", (3, 7), "expected {...}"),
        ("M.\n\nrule: quest\nrule: quest", (4, 1), "twice"),
        ("+--+\n|SX|\n+--+", (2, 2), "one symbol in a tile"),
        ("+--+--+\n|S x  |\n+--+--+", (2, 4), "expected an edge"),
        ("+--+\n|S |", (2, 1), "end in a rim"),
        ("+--+\n|S |\n+c-+", (3, 2), "no doors"),
        ("+--+\ncS |\n+--+", (2, 1), "no doors"),
        ("+--+\n|  |x\n+--+", (2, 5), "beyond the right rim"),
        ("+--+\n|  |\n+- +\n|  |\n+--+", (3, 2), "half a wall"),
        ("+--+\n|  |\n+cc+\n|  |\n+--+", (3, 2), "expected an edge"),
        ("+--+\n|  |\nx--+\n|  |\n+--+", (3, 1), "expected the corner"),
        ("+--", (1, 3), "end in '+'"),
        ("++--+", (1, 2), "expected '--'"),
        ("hex\n. .\n. .", (3, 1), "between two hexes"),
        ("hex flat\n. .", (2, 3), "between two hexes"),
        ("hex flat\n.\n .", (3, 2), "between two hexes"),
        ("hex round\n.", (1, 5), "expected pointy, flat"),
        ("hex first=1\n.", (1, 5), "such as 3,4"),
        ("hex first=3000,0\n.", (2, 1), "within -2048 to 2048"),
        ("hex\n_", (2, 1), "at least one hex"),
        ("square big\n.", (1, 8), "nothing after 'square'"),
    ],
)
def test_errors_point_at_the_place(text: str, place: tuple[int, int], complaint: str) -> None:
    with pytest.raises(FormatError) as caught:
        load(text)
    error = caught.value
    line, column = place
    assert error.place == f"line {line} column {column}"
    assert complaint in str(error)
    *_, shown, caret = str(error).split("\n")
    indent = min(len(each) - len(each.lstrip()) for each in text.split("\n") if each)
    assert shown == f"    {text.splitlines()[line - 1][indent:]}"
    assert caret == " " * (4 + column - 1 - indent) + "^"


def test_long_lines_are_shown_in_part() -> None:
    with pytest.raises(FormatError) as caught:
        load("." * 2000 + "~" + "." * 2000)
    *_, shown, caret = str(caught.value).split("\n")
    assert len(shown) < 90
    assert shown[caret.index("^")] == "~"


def test_nothing_drawn() -> None:
    with pytest.raises(FormatError, match="line 1: expected a drawing, got none"):
        load("\n// nothing\n")


# --- the docs -----------------------------------------------------------------------------------

PAGE = (Path(__file__).parents[3] / "docs/formats-text.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```map\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_examples_of_the_docs(text: str) -> None:
    loaded = load(text)
    assert loaded.report.lost == []
    assert read(write(loaded.board), "", Options()).board == loaded.board


def test_the_docs_tell_of_everything() -> None:
    assert len(EXAMPLES) >= 6
    for word in (*KINDS, "see-through", "blocks", "solid:", "cover", "height", "ruling:"):
        assert f"`{word}" in PAGE

"""The corner rule on drawn boards: what the seed documents claim, row by row, and what is right.

000, 001 and 002 are the documents about One Card Dungeon. Section 6 of the spec decides between
them.
"""

from __future__ import annotations

import pytest

from sightline import CenterRule, Contact, CornerRule, SquareBoard, los, sees, trace
from tests.pictures.drawing import squares

STRICT, CORNERS_PASS, CLOSED = (
    CornerRule(),
    CornerRule("corners-pass"),
    CornerRule(closed_ends=True),
)

SEEN = {
    "000, case 1 and 2.2: a wall before the target, floor above": """
        S . .
        . # T
        """,
    "000, 2.3 B: two walls before the target": """
        S . . .
        . # # T
        """,
    "000, 3.2: beside the second monster of a diagonal": """
        S . . .
        . M . .
        . . m T
        """,
    "000, case 2: along the top of two walls": """
        S . . T
        . # # .
        """,
    "000, case 4: along the rim": """
        S . . . T
        . . . . .
        """,
    "000, 1.1: down a column": """
        S
        .
        .
        T
        """,
    "000, 1.2: a perfect diagonal": """
        S . .
        . . .
        . . T
        """,
    "000, 4.2: into the narrow passage": """
        S # # .
        . . . T
        . # # .
        """,
    "000, 5.1: orthogonal neighbors": """
        S T
        """,
    "000, 5.1: diagonal neighbors": """
        S .
        . T
        """,
    "001: a clear row of five": """
        S . . . T
        """,
    "001: two figures in a corridor see each other": """
        # # # # #
        # S . T #
        # # # # #
        """,
    "002: neighbors past one wall": """
        S #
        . T
        """,
}

HIDDEN = {
    "000, 2.1: a wall in a corridor": """
        S # T
        """,
    "000, 3.2: the second monster of a line": """
        S M T
        """,
    "000, 3.2: behind two monsters of a line": """
        S M m T
        """,
    "000, case 3 and section 3: obstacles east and south": """
        S # .
        # . T
        """,
    "000, section 3: obstacles east and south, a knight's move on": """
        S # . .
        # . . .
        . . . T
        """,
    "the same at the target's end: sight is the same both ways": """
        S . . .
        . . . #
        . . # T
        """,
    "000, section 3: monsters do it as walls do": """
        S M
        m T
        """,
    "001: a wall between": """
        . . # . .
        S . # . T
        . . # . .
        """,
    "001: monsters in a row between": """
        . . M . .
        S . m . T
        . . B . .
        """,
    "000, 4.1: a wall on the rim, monsters below it": """
        S . # . T
        . M m . .
        """,
    "000, 4.2: the walls between two ends of a row": """
        S # # T
        # # # #
        """,
}


@pytest.mark.parametrize("text", SEEN.values(), ids=SEEN)
def test_seen(text: str) -> None:
    board, spots = squares(text, figures="MmB")
    assert trace(board, spots["S"], spots["T"], STRICT).contact is Contact.CLEAR
    assert sees(board, spots["T"], spots["S"], STRICT)


@pytest.mark.parametrize("text", HIDDEN.values(), ids=HIDDEN)
def test_hidden(text: str) -> None:
    board, spots = squares(text, figures="MmB")
    assert trace(board, spots["S"], spots["T"], STRICT).contact is Contact.BLOCKED
    assert not sees(board, spots["T"], spots["S"], CornerRule("permissive"))


def test_the_second_monster_of_a_diagonal_is_a_touched_corner() -> None:
    """000, 3.2 says that S sees m; every other statement says that a touched corner blocks."""
    board, spots = squares(
        """
        S . .
        . M .
        . . m
        """,
        figures="Mm",
    )
    assert sees(board, spots["S"], spots["M"], STRICT)
    sight = trace(board, spots["S"], spots["m"], STRICT)
    assert sight.contact is Contact.CORNER
    assert not sight
    assert sees(board, spots["S"], spots["m"], CORNERS_PASS)


def test_the_diagonal_gap() -> None:
    """000, 4.3: a single wall in the middle of the diagonal."""
    board, spots = squares(
        """
        S . .
        . # .
        . . T
        """
    )
    assert trace(board, spots["S"], spots["T"], STRICT).contact is Contact.CORNER
    assert not sees(board, spots["S"], spots["T"], STRICT)
    assert sees(board, spots["S"], spots["T"], CORNERS_PASS)


def test_a_touch_at_your_own_corner_counts_only_with_closed_ends() -> None:
    """By the letter of 000 and 002, two figures in a corridor would not see each other."""
    board, spots = squares(
        """
        # # # # #
        # S . T #
        # # # # #
        """
    )
    assert sees(board, spots["S"], spots["T"], STRICT)
    assert not sees(board, spots["S"], spots["T"], CLOSED)
    assert trace(board, spots["S"], spots["T"], CLOSED).contact is Contact.CORNER


def test_orthogonal_blocking_holds_at_both_ends_and_for_every_distance() -> None:
    """000 considers only the source, which would make sight asymmetric."""
    for rows in range(2, 7):
        for cols in range(2, 7):
            board = SquareBoard(rows, cols)
            board.set_solid((0, 1))
            board.set_solid((1, 0))
            far = (rows - 1, cols - 1)
            for tile in board.tiles():
                if tile[0] > 0 and tile[1] > 0 and not board.is_solid(tile):
                    assert not sees(board, (0, 0), tile, CornerRule("permissive"))
                    assert not sees(board, tile, (0, 0), CornerRule("permissive"))
            assert sees(board, far, far, STRICT)


def test_orthogonal_obstacles_further_away_leave_the_diagonal_open() -> None:
    """000's theorem uses obstacles at any distance, but its code only checks the neighbors."""
    board, spots = squares(
        """
        S . #
        . . .
        # . T
        """
    )
    sight = trace(board, spots["S"], spots["T"], STRICT)
    assert sight.contact is Contact.CLEAR
    assert sight.line == ((1, 1), (2, 2))


def test_the_line_that_000_calls_clear_runs_along_the_wall() -> None:
    """000, 2.2: from the lower right of S to the upper left of T. Another line is clear."""
    board, spots = squares(
        """
        S . .
        . # T
        """
    )
    lines = trace(board, spots["S"], spots["T"], STRICT).lines
    (answer,) = [line for line in lines if [*line.start, *line.end] == [1, 1, 2, 1]]
    assert answer.contact is Contact.EDGE


def test_exact_walking_finds_what_sampling_misses() -> None:
    """000 samples 4 points per tile and 001 ten, and both miss some squares that a line crosses."""
    board = SquareBoard(2, 31)
    for col in range(1, 30):
        board.set_solid((1, col))
    board.set_solid((0, 15))
    assert not sees(board, (0, 0), (0, 30), STRICT)
    board = SquareBoard(3, 40)  # the center line cuts 1/78 of a tile off the corner of (0, 19)
    board.set_solid((1, 19))
    sight = trace(board, (0, 0), (1, 39), CenterRule())
    assert sight.contact is Contact.CORNER  # it passes exactly through the corner of (1, 19)
    board.set_solid((0, 20))
    assert trace(board, (0, 0), (1, 39), CenterRule()).contact is Contact.BLOCKED


def test_positions_are_row_then_column() -> None:
    """001 writes some of its examples as [col, row]; 000 and 002 write [row, col]."""
    grid = [[None, None, None, None, None]]
    assert los((0, 0), (0, 4), grid)
    assert not los((0, 0), (4, 0), grid)


def test_the_seeds_function() -> None:
    """Any letter in the grid is a figure; only None is floor."""
    assert los((0, 0), (1, 2), [["S", None, None], [None, "W", "T"]])
    assert los((0, 0), (0, 3), [["S", None, None, "T"], [None, "W", "W", None]])
    assert not los((0, 0), (1, 2), [["S", "W", None], ["W", None, "T"]])
    assert los((0, 0), (0, 4), [["S", None, None, None, "T"], [None] * 5])
    assert los((0, 0), (0, 0), [["#"]])
    assert not los((0, 0), (0, 2), [[None, "M", None]])
    full = [["#"] * 3 for _ in range(3)]
    assert los((0, 0), (0, 1), full)
    assert not los((0, 0), (0, 2), full)

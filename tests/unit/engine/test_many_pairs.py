"""Error messages of `sees_many` and `who_sees_whom`. (tests/laws has their answers.)"""

from __future__ import annotations

from typing import Any

import numpy
import pytest

from sightline import CornerRule, HexBoard, HexRayRule, SquareBoard, sees_many, who_sees_whom
from sightline.errors import (
    InvalidTypeError,
    InvalidValueError,
    OffBoardError,
    SightlineError,
    UnknownNameError,
)

RULE = CornerRule()
PAIR = ((0, 0), (0, 1))
TWO = [SquareBoard(2, 2), SquareBoard(3, 3)]


@pytest.mark.parametrize(
    ("boards", "pairs", "which", "error", "why"),
    [
        (
            TWO,
            [PAIR] * 3,
            None,
            InvalidValueError,
            r"shape \(2, ..., 2, 2\), the first axis .*\(3,",
        ),
        (TWO, PAIR, None, InvalidValueError, r"got \(2, 2\); or say with `which`"),
        (TWO, [PAIR], [0, 2], InvalidValueError, "expected 0 to 1 for 2 boards, got 0 to 2"),
        (TWO, [PAIR], [-1], InvalidValueError, "which: expected 0 to 1"),
        (TWO, [PAIR], [0.0], InvalidTypeError, "which: expected whole numbers, got float64"),
        (TWO, [PAIR], [True], InvalidTypeError, "which: expected whole numbers, got bool"),
        (TWO, [PAIR], [[0], [0, 1]], InvalidValueError, "which: expected whole numbers"),
        (TWO, [PAIR] * 3, [0, 1], InvalidValueError, r"broadcasts against \(3,\), .* got \(2,\)"),
        (TWO[0], [PAIR], [1], InvalidValueError, "expected 0 to 0 for 1 boards"),
        ([], [PAIR], None, InvalidValueError, "at least one"),
        (7, [PAIR], None, InvalidTypeError, "board: expected a SquareBoard"),
        ("board", [PAIR], None, InvalidTypeError, "board: expected a SquareBoard"),
        ([TWO[0], "board"], [PAIR] * 2, None, InvalidTypeError, "got 'board' in the list"),
        (TWO, [("Mira", "orc")], None, InvalidValueError, "first axis"),
        (TWO[0], [("Mira", "orc")], None, UnknownNameError, "no figure is called 'Mira'"),
        (TWO[0], [("Mira", (0, 1))], None, InvalidValueError, r"do not mix, but board.where\(name"),
        (TWO[0], numpy.zeros((3, 0)), None, InvalidValueError, r"\(..., 2, 2\), got \(3, 0\)"),
        (TWO, [[PAIR], [((0, 0), (9, 0))]], None, OffBoardError, r"pair \(1, 0\): to: \(9, 0\)"),
        (TWO[0], [PAIR, ((0, 2), (0, 0))], None, OffBoardError, r"pair 1: from: \(0, 2\)"),
        (TWO, [((2, 2), (0, 0))], [[1], [0]], OffBoardError, r"pair \(1, 0\): from: \(2, 2\)"),
        (TWO[0], ((2, 2), (0, 0)), None, OffBoardError, r"pair: from: \(2, 2\)"),
    ],
)
def test_what_cannot_be_asked_of_boards(
    boards: Any, pairs: Any, which: Any, error: type[SightlineError], why: str
) -> None:
    with pytest.raises(error, match=why):
        sees_many(boards, pairs, RULE, which=which)


def test_a_rule_has_to_work_on_every_board() -> None:
    with pytest.raises(InvalidValueError, match="HexRayRule works on hex boards"):
        sees_many([HexBoard(2), SquareBoard(2, 2)], [[PAIR]] * 2, HexRayRule())
    with pytest.raises(InvalidTypeError, match="rule: expected a rule"):
        sees_many(TWO, [[PAIR]] * 2, 7)  # type: ignore[arg-type]


def test_squares_and_hexes_can_be_asked_together() -> None:
    boards = (SquareBoard(2, 2), HexBoard(2))
    assert sees_many(boards, [PAIR, PAIR], RULE).tolist() == [True, True]
    assert sees_many(iter(boards), [PAIR, PAIR], RULE).tolist() == [True, True]


@pytest.mark.parametrize("shape", [(0,), (0, 2, 2), (2, 0, 2, 2), (2, 0, 5, 2, 2)])
def test_no_pairs_have_no_answers(shape: tuple[int, ...]) -> None:
    none = numpy.zeros(shape)
    assert sees_many(TWO[0], none, RULE).shape == (shape[:-2] or (0,))
    if shape[0] == 2:
        assert sees_many(TWO, none, RULE).shape == shape[:-2]


def test_the_board_may_change_between_two_calls() -> None:
    board = SquareBoard(1, 3)
    board.place("Mira", (0, 0))
    board.place("orc", (0, 2))
    asked = [("Mira", "orc"), ("orc", "Mira")]
    assert sees_many(board, asked, RULE).tolist() == [True, True]
    board.set_solid((0, 1))
    assert sees_many(board, asked, RULE).tolist() == [False, False]
    assert who_sees_whom(board, RULE)[1].tolist() == [[True, False], [False, True]]
    board.move("orc", (0, 1))
    assert who_sees_whom(board, RULE)[1].all()


@pytest.mark.parametrize(
    ("names", "error", "why"),
    [
        (["Mira", "nobody"], UnknownNameError, "no figure is called 'nobody'"),
        ("Mira", InvalidTypeError, "names: expected several names of figures, got 'Mira'"),
        (7, InvalidTypeError, "names: expected several"),
        ([(0, 0)], UnknownNameError, "no figure is called"),
    ],
)
def test_names_that_nobody_has(names: Any, error: type[SightlineError], why: str) -> None:
    board = SquareBoard(1, 3)
    board.place("Mira", (0, 0))
    with pytest.raises(error, match=why):
        who_sees_whom(board, RULE, names=names)


def test_a_rule_of_one_s_own_answers_for_itself_both_ways() -> None:
    class Westward(CornerRule):
        """A rule that sees nobody further to the left."""

        def sees(self, board: Any, source: Any, target: Any) -> bool:
            return bool(target.middle[1] >= source.middle[1])

    board = SquareBoard(1, 3)
    for col, name in enumerate("abc"):
        board.place(name, (0, col))
    expected = [[True, True, True], [False, True, True], [False, False, True]]
    assert who_sees_whom(board, Westward())[1].tolist() == expected

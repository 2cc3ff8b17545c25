"""Boards store heights, and invalid heights change nothing."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import cast

import pytest

from sightline import At, Door, Gate, HexBoard, SquareBoard, Wall, field, load, save, sees
from sightline.errors import (
    DuplicateNameError,
    InvalidTypeError,
    InvalidValueError,
    LimitError,
    OccupiedError,
    OffBoardError,
    SightlineError,
    UnknownNameError,
)
from sightline.model.board import Board
from tests.heights import random_board


def test_a_board_is_flat_until_it_gets_a_height_and_after_it_lost_it() -> None:
    board = SquareBoard(2, 3)
    mark = board.fingerprint()
    board.set_elevation("A1", 2)
    board.set_edge("A1", "B1", Wall(top=1))
    board.add_wall((0.5, 0.5), (1, 1), Door(bottom=1))
    board.add_floor(3, ["A1"])
    board.place("flyer", "C2", elevation=4)
    assert board.has_heights
    assert board.copy() == board
    board.set_elevation("A1", None)
    board.set_edge("A1", "B1", None)
    board.remove_wall((0.5, 0.5), (1, 1))
    board.remove_floor("floor 1")
    board.remove("flyer")
    assert not board.has_heights
    assert board.fingerprint() == mark


@pytest.mark.parametrize(
    ("error", "change"),
    [
        (InvalidValueError, lambda b: b.set_edge("A1", "B1", Wall(bottom=2, top=1))),
        (InvalidValueError, lambda b: b.add_wall((0, 0), (1, 1), Gate(bottom=2, top=1))),
        (InvalidTypeError, lambda b: b.set_edge("A1", "B1", Door(top=cast("int", "high")))),
        (LimitError, lambda b: b.set_edge("A1", "B1", Wall(top=10**7))),
        (InvalidValueError, lambda b: b.add_floor(1, [])),
        (InvalidTypeError, lambda b: b.add_floor("1", ["A1"])),
        (InvalidValueError, lambda b: b.add_floor(float("nan"), ["A1"])),
        (InvalidTypeError, lambda b: b.add_floor(1, "A1")),
        (OffBoardError, lambda b: b.add_floor(1, ["A1", (9, 9)])),
        (DuplicateNameError, lambda b: b.add_floor(1, ["A1"], "cellar")),
        (UnknownNameError, lambda b: b.remove_floor("attic")),
        (InvalidValueError, lambda b: b.place("x", "A1", height=0)),
        (InvalidTypeError, lambda b: b.place("x", "A1", height=None)),
        (InvalidTypeError, lambda b: b.place("x", "A1", elevation=True)),
        (LimitError, lambda b: b.place("x", "A1", elevation=-(10**7))),
        (UnknownNameError, lambda b: b.place("x", At("A1", floor="attic"))),
        (InvalidValueError, lambda b: b.place("x", At("C2", floor="cellar"))),
        (InvalidTypeError, lambda b: b.place("x", At("A1", elevation=1), elevation=2)),
        (InvalidTypeError, lambda b: b.move("m", At("A1", elevation=1, floor="cellar"))),
        (InvalidTypeError, lambda b: b.set_elevation("A1", "2")),
        *(
            (SightlineError, change)
            for height in (float("nan"), float("inf"), -float("inf"), 10**400, "3", [3], object())
            for change in (
                lambda b, h=height: b.set_elevation("A1", h),
                lambda b, h=height: b.set_edge("A1", "B1", Wall(top=h)),
                lambda b, h=height: b.set_edge("A1", "B1", Wall(bottom=h)),
                lambda b, h=height: b.add_wall((0, 0), (1, 1), Door(bottom=h)),
                lambda b, h=height: b.add_floor(h, ["A1"]),
                lambda b, h=height: b.place("x", "A1", elevation=h),
                lambda b, h=height: b.place("x", "A1", height=h),
                lambda b, h=height: b.place("x", At("A1", elevation=h)),
                lambda b, h=height: b.move("m", "A1", elevation=h),
            )
        ),
        (SightlineError, lambda b: b.place("x", "A1", height=-1)),
        (LimitError, lambda b: b.set_elevation("A1", 10**9)),
    ],
)
def test_bad_input_says_what_is_wrong_and_changes_nothing(
    error: type[SightlineError], change: Callable[[Board], object]
) -> None:
    board = SquareBoard(2, 3)
    board.place("m", "B1")
    board.add_floor(-2, ["A1", "B1"], "cellar")
    before = board.fingerprint()
    with pytest.raises(error):
        change(board)
    assert board.fingerprint() == before


def test_figures_share_a_tile_at_different_heights() -> None:
    board = SquareBoard(1, 3)
    board.add_floor(2, board.tiles(), "gallery")
    board.place("below", "B1")
    board.place("above", At("B1", floor="gallery"))
    with pytest.raises(OccupiedError):
        board.place("between", "B1", elevation=1, height=2)
    assert not sees(board, "below", "above", "center")
    board.remove("above")
    assert not sees(board, "A1", "C1", "center")  # the figure below is still there
    assert sees(board, At("A1", floor="gallery"), At("C1", floor="gallery"), "center")


def test_a_move_keeps_the_elevation_unless_it_is_given() -> None:
    board = SquareBoard(1, 3)
    board.set_elevation("C1", 5)
    board.place("bat", "A1", elevation=2)
    assert board.move("bat", "B1").elevation == 2
    assert board.move("bat", "B1", elevation=3).elevation == 3
    assert board.body(board.move("bat", "C1", elevation=None)) == (Fraction(5), Fraction(6))


def test_a_field_follows_the_storey_of_the_viewer() -> None:
    board = SquareBoard(1, 5)
    board.add_floor(3, ["A1", "B1", "D1", "E1"], "gallery")
    board.place("guard", At("B1", floor="gallery"))
    seen = {str(tile) for tile in field(board, "guard", "corner")}
    assert seen == {"A1", "B1", "C1", "D1", "E1"}  # through the hole, the ground below
    assert not sees(board, At("A1", floor="gallery"), "B1", "corner")  # under the gallery


def test_rules_without_heights_refuse_the_elevation_of_a_place() -> None:
    with pytest.raises(InvalidValueError, match="elevation of a place"):
        sees(HexBoard(2), At((0, 0), elevation=3), (2, 0), "hexray")


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_files_keep_heights(grid: str, tmp_path: Path) -> None:
    for seed in range(25):
        board = random_board(random.Random(seed), grid)
        assert type(board).from_text(str(board)) == board
        file = tmp_path / "board.json"
        save(board, file)
        assert load(file) == board
        assert pickle.loads(pickle.dumps(board)) == board  # noqa: S301


def test_walls_read_heights_exactly() -> None:
    wall = Wall(bottom=0.1, top=Fraction(1, 3))
    assert (wall.bottom, wall.top) == (Fraction(1, 10), Fraction(1, 3))
    assert eval(repr(wall)) == wall  # noqa: S307

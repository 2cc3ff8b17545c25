"""The center rule on drawn boards: the decision record (seed 004) and its list of validations."""

from __future__ import annotations

from math import gcd

import pytest

from sightline import CenterRule, Contact, Door, Gate, SquareBoard, Verdict, Wall, sees, trace
from sightline.geometry.walk import Line, walk
from sightline.model.cell import SQUARE
from sightline.model.figure import FigureKind
from tests.pictures.drawing import squares

ADJUDICATED = CenterRule("adjudicated")


@pytest.mark.parametrize(
    ("threshold", "seen"),
    [
        (None, True),
        (Wall(), False),
        (Door("open"), True),
        (Door("closed"), False),
        (Door("locked"), False),
        (Door("secret"), False),
        (Gate("open"), True),
        (Gate("closed"), False),
        (Gate("locked"), False),
    ],
    ids=str,
)
def test_thresholds_on_the_way(threshold: Wall | Door | Gate | None, seen: bool) -> None:
    board = SquareBoard(1, 4)
    board.set_edge((0, 1), (0, 2), threshold)
    assert sees(board, (0, 0), (0, 3), CenterRule()) is seen
    assert sees(board, (0, 3), (0, 0), CenterRule()) is seen


def test_a_door_that_opens() -> None:
    board, spots = squares("S .+. T")
    assert not sees(board, spots["S"], spots["T"], CenterRule())
    board.set_state((0, 1), (0, 2), "open")
    assert sees(board, spots["S"], spots["T"], CenterRule())
    board.set_state((0, 2), (0, 1), "secret")
    assert not sees(board, spots["S"], spots["T"], CenterRule())


@pytest.mark.parametrize("kind", ["hero", "ally", "enemy", "figure"])
def test_everybody_stands_in_the_way(kind: FigureKind) -> None:
    board = SquareBoard(1, 3)
    assert sees(board, (0, 0), (0, 2), CenterRule())
    board.place("somebody", (0, 1), kind=kind)
    assert not sees(board, (0, 0), (0, 2), CenterRule())
    assert sees(board, (0, 0), "somebody", CenterRule())


@pytest.mark.parametrize(
    ("kind", "blocks"),
    [
        ("table", False),
        ("chest", False),
        ("throne", False),
        ("rack", False),
        ("bookcase", True),
        ("fireplace", True),
        ("cupboard", True),
        ("weapon rack", True),
    ],
)
def test_low_furniture_is_seen_over_and_tall_is_not(kind: FigureKind, blocks: bool) -> None:
    board = SquareBoard(5, 5)
    board.place("it", (2, 1), kind=kind)
    assert board.figure("it").is_furniture
    assert sees(board, (0, 1), (4, 1), CenterRule()) is not blocks
    board.remove("it")
    board.place("it", (2, 1), kind=kind, blocks_sight=not blocks)  # each default can be changed
    assert sees(board, (0, 1), (4, 1), CenterRule()) is blocks


CORNER_CASES = {
    "clear: nothing touches the crossed corner": (
        """
        S .
        . T
        """,
        "clear",
    ),
    "corner: one of the two ways round is rock": (
        """
        S #
        . T
        """,
        "corner",
    ),
    "corner: one of the two ways round is walled": (
        """
        S|.
        . T
        """,
        "corner",
    ),
    "corner: somebody beside the crossed corner": (
        """
        S .
        M T
        """,
        "corner",
    ),
    "blocked: both ways round are rock": (
        """
        S #
        # T
        """,
        "blocked",
    ),
    "blocked: one wall on each way round": (
        """
        S|.
        .|T
        """,
        "blocked",
    ),
    "corner: two walls on the same way round": (
        """
        S|.
          -
        . T
        """,
        "corner",
    ),
    "blocked: a corner of two walls": (
        """
        S|.
        -
        . T
        """,
        "blocked",
    ),
    "blocked: rock on one way, a closed door on the other": (
        """
        S #
        +
        . T
        """,
        "blocked",
    ),
    "corner: rock on one way, an open door on the other": (
        """
        S #
        '
        . T
        """,
        "corner",
    ),
}


@pytest.mark.parametrize(("text", "contact"), CORNER_CASES.values(), ids=CORNER_CASES)
def test_the_two_ways_round_a_crossed_corner(text: str, contact: str) -> None:
    board, spots = squares(text)
    sight = trace(board, spots["S"], spots["T"], ADJUDICATED)
    assert str(sight.contact) == contact
    ambiguous = contact == "corner"
    assert (sight.verdict is Verdict.AMBIGUOUS) is ambiguous
    assert sight.awaits_ruling is ambiguous
    assert sees(board, spots["S"], spots["T"], CenterRule()) is (contact == "clear")
    permissive = sees(board, spots["S"], spots["T"], CenterRule("permissive"))
    assert permissive is (contact != "blocked")


def test_the_diagonal_of_an_empty_room_is_clear() -> None:
    """004 calls any ray through a grid corner ambiguous, but only a touched corner is."""
    board = SquareBoard(6, 6)
    assert trace(board, (0, 0), (5, 5), ADJUDICATED).contact is Contact.CLEAR


def test_along_an_edge() -> None:
    """The middle of a figure of even size is on a grid line, so its line can run along a wall."""
    board = SquareBoard(2, 5)
    board.place("troll", (0, 0), size=(2, 1))
    board.place("ogre", (0, 4), size=(2, 1))
    assert sees(board, "troll", "ogre", CenterRule(large="middle"))
    board.set_edge((0, 2), (1, 2), Wall())
    sight = trace(board, "troll", "ogre", CenterRule("adjudicated", large="middle"))
    assert sight.contact is Contact.EDGE
    assert sight.awaits_ruling
    assert not sees(board, "troll", "ogre", CenterRule("corners-pass", large="middle"))
    assert sees(board, "troll", "ogre", CenterRule("permissive", large="middle"))
    assert sees(board, "troll", "ogre", CenterRule())  # tile by tile there is a line past the wall


@pytest.mark.parametrize("dx", range(1, 9))
@pytest.mark.parametrize("dy", range(9))
def test_which_lines_meet_corners_of_the_grid(dx: int, dy: int) -> None:
    """Only lines whose reduced offsets are both odd meet corners, and they meet gcd(dx, dy) of
    them.
    """
    line = Line.between(SQUARE.center((0, 0)), SQUARE.center((dy, dx)))
    touched = [met for met in walk(SQUARE, line)[0].tiles if met.lo == met.hi]
    common = gcd(dx, dy)
    both_odd = dx // common % 2 == 1 and dy // common % 2 == 1
    # At each crossed corner the line goes through two squares and touches two.
    assert len(touched) == (2 * common if both_odd else 0)

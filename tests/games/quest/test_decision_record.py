"""The cases of the decision record (seed 004), drawn, with the answers in each
of the three modes.
"""

from textwrap import dedent
from typing import Literal

import pytest

from sightline import CenterRule, Contact, Verdict, trace
from sightline.formats import load_bytes
from sightline.games.quest.board.quest import MODES
from sightline.model.board import Board

CLEAR = ("visible", "visible", "visible")
HIDDEN = ("hidden", "hidden", "hidden")
TIE = ("hidden", "visible", "ambiguous")
"""The answers in strict, permissive and adjudicated mode."""


def drawn(picture: str, legend: str = "") -> Board:
    text = f"{dedent(picture)}\n\nH: hero\nT: enemy\n{legend}\n"
    return load_bytes(text.encode(), "case.txt").board


def verdicts(board: Board, large: Literal["tiles", "middle"] = "tiles") -> tuple[str, ...]:
    return tuple(str(trace(board, "H", "T", CenterRule(mode, large)).verdict) for mode in MODES)


EDGES = {
    "": CLEAR,
    "|": HIDDEN,
    "o": CLEAR,
    "c": HIDDEN,
    "l": HIDDEN,
    "s": HIDDEN,
    "O": CLEAR,
    "C": HIDDEN,
    "L": HIDDEN,
}


@pytest.mark.parametrize(("edge", "expected"), EDGES.items())
def test_walls_doors_and_gates_on_the_path(edge: str, expected: tuple[str, ...]) -> None:
    board = drawn(
        f"""
        +---+---+---+---+
        | H   . {edge or " "} .   T |
        +---+---+---+---+"""
    )
    assert verdicts(board) == expected


def test_a_door_on_the_rim_of_the_target_counts() -> None:
    board = drawn(
        """
        +---+---+---+
        | H   . c T |
        +---+---+---+"""
    )
    assert verdicts(board) == HIDDEN


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("hero", HIDDEN),
        ("ally", HIDDEN),
        ("enemy", HIDDEN),
        ("table size 1", CLEAR),
        ("chest", CLEAR),
        ("bookcase size 1", HIDDEN),
        ("fireplace size 1", HIDDEN),
        ("cupboard size 1", HIDDEN),
    ],
)
def test_a_figure_or_furniture_between(kind: str, expected: tuple[str, ...]) -> None:
    board = drawn(
        """
        +---+---+---+
        | H   x   T |
        +---+---+---+""",
        f"x: {kind}",
    )
    assert verdicts(board) == expected


def test_whole_pieces_of_furniture() -> None:
    board = drawn(
        """
        +---+---+---+---+---+
        | .   t   t   t   T |
        +   +   +   +   +   +
        | .   t   t   t   . |
        +   +   +   +   +   +
        | H   .   .   .   . |
        +---+---+---+---+---+""",
        "t: table",
    )
    assert verdicts(board) == CLEAR
    board = drawn(
        """
        +---+---+---+---+---+
        | .   .   .   .   T |
        +   +   +   +   +   +
        | .   b   b   b   . |
        +   +   +   +   +   +
        | H   .   .   .   . |
        +---+---+---+---+---+""",
        "b: bookcase",
    )
    assert verdicts(board) == HIDDEN


def test_a_corner_tie() -> None:
    board = drawn(
        """
        +---+---+
        | H   # |
        +   +   +
        | .   T |
        +---+---+"""
    )
    assert verdicts(board) == TIE
    assert trace(board, "H", "T", CenterRule()).contact is Contact.CORNER


def test_a_corner_tie_at_the_end_of_a_wall() -> None:
    board = drawn(
        """
        +---+---+
        | H | . |
        +   +   +
        | .   T |
        +---+---+"""
    )
    assert verdicts(board) == TIE


def test_a_corner_between_two_blockers_is_no_tie() -> None:
    board = drawn(
        """
        +---+---+
        | H   # |
        +   +   +
        | #   T |
        +---+---+"""
    )
    assert verdicts(board) == HIDDEN


def test_a_corner_that_nothing_touches_is_no_tie() -> None:
    board = drawn(
        """
        +---+---+
        | H   . |
        +   +   +
        | .   T |
        +---+---+"""
    )
    assert verdicts(board) == CLEAR


@pytest.mark.parametrize(
    ("upper", "lower", "expected"),
    [(".", ".", CLEAR), ("#", ".", TIE), (".", "#", TIE), ("#", "#", HIDDEN)],
)
def test_a_line_along_edges_between_large_figures(
    upper: str, lower: str, expected: tuple[str, ...]
) -> None:
    board = drawn(
        f"""
        +---+---+---+---+---+---+
        | H   H   {upper}   .   T   T |
        +   +   +   +   +   +   +
        | H   H   {lower}   .   T   T |
        +---+---+---+---+---+---+"""
    )
    assert verdicts(board, "middle") == expected
    contact = trace(board, "H", "T", CenterRule(large="middle")).contact
    assert (contact is Contact.EDGE) == (expected is TIE)
    # With the setting "tiles", a single row is enough.
    assert verdicts(board) == (HIDDEN if upper == lower == "#" else CLEAR)


def test_a_line_inside_a_wall_between_large_figures() -> None:
    board = drawn(
        """
        +---+---+---+---+---+---+
        | H   H   .   .   T   T |
        +   +   +---+   +   +   +
        | H   H   .   .   T   T |
        +---+---+---+---+---+---+"""
    )
    assert verdicts(board, "middle") == TIE
    assert verdicts(board) == CLEAR


def test_ties_are_shown_to_the_master_in_every_mode() -> None:
    board = drawn(
        """
        +---+---+
        | H   # |
        +   +   +
        | .   T |
        +---+---+"""
    )
    sight = trace(board, "H", "T", CenterRule("adjudicated"))
    assert sight.verdict is Verdict.AMBIGUOUS
    assert not sight.visible, "closed on ties until somebody rules"
    assert sight.awaits_ruling
    for mode in MODES:
        assert trace(board, "H", "T", CenterRule(mode)).contact is Contact.CORNER

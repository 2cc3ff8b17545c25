"""Explanations of answers by packs: the chosen corner, the count, and the blockers."""

from __future__ import annotations

import random

import pytest

from sightline import HexBoard, SquareBoard, Wall, trace
from sightline.packs import PACKS
from sightline.rules.pack import PackRule
from tests.packs.boards import ALL, asking, random_board


def said(drawing: str, pack: str) -> str:
    """Return the explanation for A and T, on a drawing with free squares around it."""
    rows = drawing.split()
    board = SquareBoard(len(rows) + 2, len(rows[0]) + 2)
    names = {"A": "Anna", "T": "Tom", "o": "orc", "b": "bear"}
    for row, line in enumerate(rows, 1):
        for col, letter in enumerate(line, 1):
            if letter == "#":
                board.set_solid((row, col))
            elif letter == "l":
                board.set_terrain((row, col), "low")
            elif letter == "s":
                board.set_terrain((row, col), "smoke")
            elif letter != ".":
                board.place(names[letter], (row, col))
    game = asking(PACKS[pack.removesuffix("-ask")]) if pack.endswith("-ask") else PACKS[pack]
    return trace(board, "Anna", "Tom", PackRule(game)).explain()


@pytest.mark.parametrize(
    ("pack", "drawing", "words"),
    [
        (
            "dnd5e",
            "A.o.T",
            (
                "Visible, half cover, +2 to AC and Dexterity saves: from the north-east "
                "corner of B2 (Anna), 2 of 4 lines are blocked: orc on D2; no other corner "
                "does better."
            ),
        ),
        (
            "dnd5e",
            "A.#.T",
            (
                "Hidden, total cover, cannot be targeted: every line from a corner of the one"
                " to any part of the other touches something that blocks; the one from middle"
                " to middle meets the rock on D2."
            ),
        ),
        (
            "dnd35",
            "A.l.T",
            (
                "Visible, cover, +4 to AC and +2 to Reflex saves: from the north-east corner "
                "of B2 (Anna), 2 of 4 lines are blocked: the low obstacle on D2; no other "
                "corner does better."
            ),
        ),
        (
            "dnd35-ask",
            "A.#.. ....T",
            "Visible, no cover or cover",
        ),
        (
            "pathfinder2e",
            "A.o.T",
            (
                "Visible, lesser cover, +1 to AC: the line from the middle of Anna on B2 to "
                "the middle of Tom on F2 is blocked by orc on D2."
            ),
        ),
        (
            "heroquest",
            "A.o.T",
            (
                "Hidden: the line from the center of B2 (Anna) to the center of F2 (Tom) is "
                "stopped by orc on D2."
            ),
        ),
        (
            "imperial-assault",
            "A..T",
            (
                "Visible: from the north-east corner of B2 (Anna) the lines to the south-west"
                " and north-west corners of E2 (Tom) are both free, and nothing stands "
                "between them."
            ),
        ),
        (
            "dcss",
            "..#.. A.#.T ..#..",
            (
                "Hidden: every line from any part of Anna on B3 to any part of Tom on F3 is "
                "stopped by something; the one from middle to middle meets the rock on D3."
            ),
        ),
    ],
)
def test_what_is_said_on_squares(pack: str, drawing: str, words: str) -> None:
    assert said(drawing, pack).startswith(words)


def test_neighbors_hear_of_the_wall() -> None:
    board = SquareBoard(3, 4)
    board.place("Anna", "B2")
    board.place("Tom", "C2")
    rule = PackRule("descent2")
    assert trace(board, "Anna", "Tom", rule).explain() == (
        "Visible: Anna on B2 is next to Tom on C2."
    )
    board.set_edge("B2", "C2", Wall())
    assert trace(board, "Anna", "Tom", rule).explain() == (
        "Hidden: Anna on B2 is next to Tom on C2, but the wall between B2 and C2 is between them."
    )


def test_woods_and_hills_are_named() -> None:
    board, rule = HexBoard(radius=4), PackRule("battletech")
    board.set_terrain("1,0", "heavy-woods")
    assert trace(board, "0,0", "3,0", rule).explain() == (
        "Visible, +2 to hit: two points of woods or smoke between: the line from (0, 0) to (3, 0)"
        " passes 2 points: the heavy woods on (1, 0) 2."
    )
    board.set_terrain("2,0", "light-woods")
    assert trace(board, "0,0", "3,0", rule).explain() == (
        "Hidden, no line of sight: the line from (0, 0) to (3, 0) passes 3 points, which hides:"
        " the heavy woods on (1, 0) 2, the light woods on (2, 0) 1."
    )
    board.set_elevation("2,0", 3)
    assert (
        "the high ground on (2, 0) (height 3), which is higher than the eyes of both"
        in trace(board, "0,0", "3,0", rule).explain()
    )


@pytest.mark.parametrize("pack", ALL, ids=lambda pack: pack.name)
def test_every_answer_is_said_in_whole_sentences(pack: object) -> None:
    rule = PackRule(pack)  # type: ignore[arg-type]
    for i in range(6):
        dice = random.Random(f"said {i}")
        board = random_board(dice, dice.choice(rule.pack.grids))
        sight = trace(board, "A", "T", rule)
        words = sight.explain()
        assert words.endswith(".")
        assert "  " not in words
        assert ", ." not in words
        assert "1 of 2 lines are" not in words
        assert "1 of 4 lines are" not in words
        assert "None" not in words

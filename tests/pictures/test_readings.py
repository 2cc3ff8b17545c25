"""How we read ambiguous parts of our own definition: docs/disagreements.md.

The slow reference is compared as well, so that both keep the same reading.
"""

from __future__ import annotations

from typing import Any

from sightline import CenterRule, Contact, CornerRule, SquareBoard, Wall, sees, trace
from tests.pictures.drawing import squares
from tests.reference import contact
from tests.scenes import Case


def contacts(board: SquareBoard, a: Any, b: Any) -> dict[str, str]:
    """Return the contacts by the engine in both directions, and by the reference."""
    scene = Case(board, a, b)
    source, target = scene.places()
    answer = {
        "corner": contact.corner_contact(scene.reference(), source.tiles, target.tiles),
        "center": contact.center_contact(scene.reference(), source.tiles, target.tiles),
    }
    for rule in (CornerRule(), CenterRule()):
        for one, other in ((a, b), (b, a)):
            assert str(trace(board, one, other, rule).contact) == answer[rule.kind]
            assert sees(board, one, other, rule) is (answer[rule.kind] == "clear")
    return answer


def two_trolls() -> SquareBoard:
    board = SquareBoard(4, 7)
    board.place("troll", (1, 1), size=2)
    board.place("ogre", (1, 5), size=2)
    return board


def test_3_a_wall_inside_a_figure_blocks_like_any_other() -> None:
    board = SquareBoard(1, 4)
    board.place("snake", (0, 0), size=(1, 2))
    board.set_edge((0, 0), (0, 1), Wall())
    lines = trace(board, "snake", (0, 3), CenterRule()).lines
    assert {line.source: str(line.contact) for line in lines} == {
        (0, 0): "blocked",  # its tail is behind the wall
        (0, 1): "clear",
    }
    assert contacts(board, "snake", (0, 3))["center"] == "clear"
    middle = CenterRule(large="middle")
    assert trace(board, "snake", (0, 3), middle).contact is Contact.CORNER  # starts on the wall


def test_5_a_touch_at_the_end_of_a_center_line_is_a_corner() -> None:
    board = two_trolls()
    middle = CenterRule(large="middle")
    assert trace(board, "troll", "ogre", middle).contact is Contact.CLEAR
    board.set_edge((1, 1), (1, 2), Wall())  # ends in the middle of the troll
    assert trace(board, "troll", "ogre", middle).contact is Contact.CORNER


def test_6_but_not_that_of_a_free_wall() -> None:
    board = two_trolls()
    middle = CenterRule(large="middle")
    board.add_wall((2, 1), (2, 2))  # the same position, off the grid
    assert trace(board, "troll", "ogre", middle).contact is Contact.CLEAR
    board.add_wall((2, 1), (2, 2.5))  # through the middle: a walk may start on either side
    assert trace(board, "troll", "ogre", middle).contact is Contact.CLEAR
    board.add_wall((2.5, 1), (2.5, 2.5))  # across the line
    assert trace(board, "troll", "ogre", middle).contact is Contact.BLOCKED


def test_8_a_free_wall_between_neighbors() -> None:
    corridor, _ = squares(
        """
        # #
        S T
        # #
        """
    )
    for board in (corridor, SquareBoard(3, 2)):
        assert isinstance(board, SquareBoard)
        part = board.copy()
        part.add_wall((1, 1), (1, 1.75))  # covers only part of the edge between them
        assert contacts(part, (1, 0), (1, 1)) == {"corner": "clear", "center": "blocked"}
        part.add_wall((1, 2), (1, 1.5))  # two walls that together cover it
        assert contacts(part, (1, 0), (1, 1)) == {"corner": "blocked", "center": "blocked"}
        board.add_wall((1, 1), (1, 2))  # exactly the edge
        assert contacts(board, (1, 0), (1, 1)) == {"corner": "blocked", "center": "blocked"}
        snapped = SquareBoard(3, 2)
        snapped.set_edge((1, 0), (1, 1), Wall())
        assert contacts(snapped, (1, 0), (1, 1)) == {"corner": "blocked", "center": "blocked"}


def test_11_a_table_makes_nobody_see_through() -> None:
    board = SquareBoard(1, 3)
    board.place("table", (0, 0), size=(1, 3), kind="table")
    board.place("goblin", (0, 1))
    assert contacts(board, (0, 0), (0, 2)) == {"corner": "blocked", "center": "blocked"}

"""Two limited walls joined by a third along the line count as one place, so sight passes."""

from fractions import Fraction

from sightline import CenterRule, Contact, SquareBoard, Wall, contact, trace


def test_limited_walls_joined_by_one_along_the_line_are_one_place() -> None:
    board = SquareBoard(4, 2)
    for tile, other in (((0, 0), (1, 0)), ((2, 1), (3, 1))):
        board.set_edge(tile, other, Wall(limited=True))
    ends = ((Fraction(2, 3), 1), (Fraction(3, 2), Fraction(7, 2)))
    board.add_wall(*ends, Wall(limited=True))
    rule = CenterRule("permissive")
    assert contact(board, "B4", "A1", rule) is trace(board, "B4", "A1", rule).contact
    assert contact(board, "B4", "A1", rule) is Contact.CLEAR

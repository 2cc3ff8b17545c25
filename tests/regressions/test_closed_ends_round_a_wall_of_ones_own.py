"""With closed ends, a line that reaches its target around a wall along the target touches that wall
for a length. If the board had any free wall, the kernel treated it as a touch at a point.
"""

from sightline import Contact, CornerRule, SquareBoard, Wall, contact, sees, trace


def test_the_touch_lasts() -> None:
    board = SquareBoard(2, 4)
    board.set_edge((0, 1), (1, 1), Wall())
    board.set_edge((0, 1), (0, 2), Wall())
    board.add_wall((1.5, 1.05), (1.5, 2))  # so that no other line gets around it
    rule = CornerRule("corners-pass", closed_ends=True)
    for a, b in (((1, 3), (0, 1)), ((0, 1), (1, 3))):
        assert trace(board, a, b, rule).contact is Contact.EDGE
        assert contact(board, a, b, rule) is Contact.EDGE
        assert sees(board, a, b, rule) is False

"""The line from the side, in pictures and in words."""

from sightline import SquareBoard, trace
from sightline.render import sight_svg


def test_the_side_view_has_the_ground_the_floors_and_both_ends() -> None:
    board = SquareBoard(1, 8)
    board.place("goblin", "H1")
    board.place("bat", "A1", elevation=5)
    board.set_elevation("D1", 1)
    board.add_floor(2, ["F1", "G1"], "gallery")
    sight = trace(board, "bat", "goblin", "center")
    words = sight_svg(board, sight)
    for part in ("The line from the side", "gallery", "bat, at ", "goblin, at "):
        assert part in words
    board.remove_floor("gallery")
    assert "gallery" not in sight_svg(board, trace(board, "bat", "goblin", "center"))


def test_a_reason_says_a_height_once() -> None:
    board = SquareBoard(2, 8)
    board.place("goblin", "H1")
    board.place("bat", "A1", elevation=5)
    board.add_floor(2, board.tiles(), "gallery")
    reason = trace(board, "bat", "goblin", "corner").explain()
    assert reason.count("its height is 2") == 1
    assert "the gallery above" in reason

"""Limited and one-way walls are dotted, and an arrow shows the direction that sight passes."""

from __future__ import annotations

import pytest

from sightline import Door, HexBoard, SquareBoard, Wall
from sightline.model.board import Board
from sightline.render import board_svg, terminal
from sightline.render.layout import layout
from sightline.render.scenes.edges import edge_shapes
from sightline.render.shapes import Path


def _arrows(board: Board) -> list[tuple[tuple[float, float], ...]]:
    shapes = edge_shapes(board, layout(board))
    drawn = [shape for shape in shapes if isinstance(shape, Path) and shape.role == "one-way"]
    return [line for shape in drawn for line in shape.lines]


@pytest.mark.parametrize("board", [SquareBoard(5, 5), HexBoard(radius=2)], ids=["squares", "hexes"])
def test_an_arrow_points_from_the_side_that_sees_to_the_side_that_does_not(board: Board) -> None:
    middle = board.tiles()[len(board.tiles()) // 2]
    lay = layout(board)
    for other in board.grid.neighbors(middle):
        drawn = board.copy()
        drawn.set_edge(middle, other, Wall(one_way="forth"))  # stops viewers in the middle
        ((_, tip, _),) = _arrows(drawn)
        near, far = lay.center(middle), lay.center(other)
        distances = [(tip[0] - x) ** 2 + (tip[1] - y) ** 2 for x, y in (near, far)]
        assert distances[0] < distances[1], other


def test_an_arrow_on_a_free_wall_points_to_its_left() -> None:
    board = SquareBoard(3, 3)
    # It goes right, so its left is up.
    board.add_wall((0.5, 1.5), (2.5, 1.5), Wall(one_way="forth"))
    ((foot, tip, _),) = _arrows(board)
    assert tip[1] < foot[1]
    board.add_wall((0.5, 1.5), (2.5, 1.5), Wall(one_way="back"))
    ((foot, tip, _),) = _arrows(board)
    assert tip[1] > foot[1]


def test_limited_walls_are_dotted_and_say_what_they_are() -> None:
    board = SquareBoard(3, 3)
    plain = board_svg(board)
    board.set_edge((0, 0), (0, 1), Wall(limited=True))
    assert "limited wall" not in plain
    assert "limited wall" in board_svg(board)
    shapes = [shape for shape in edge_shapes(board, layout(board)) if isinstance(shape, Path)]
    assert [shape.role for shape in shapes] == ["limited"]


def test_the_terminal_shows_them() -> None:
    board = SquareBoard(2, 4)
    board.set_edge((0, 0), (0, 1), Wall(limited=True))
    board.set_edge((0, 1), (0, 2), Wall(one_way="forth"))  # stops viewers that look right
    board.set_edge((1, 1), (0, 1), Wall(one_way="forth"))  # and up
    board.set_edge((0, 2), (0, 3), Door("closed", limited=True))
    board.add_wall((0.2, 1.2), (0.8, 1.8), Wall(limited=True))
    drawn = terminal(board, color=False, unicode=False)
    assert "| . : .   . " not in drawn
    first = next(line for line in drawn.splitlines() if " 1 " in line)
    assert [sign for sign in first if sign in ":<>^vD"] == [":", "<", "D"]
    assert "v" in drawn
    assert ": limited wall" in drawn
    assert "< one-way wall, seen through this way" in drawn
    assert "D closed door, some of them limited or one-way" in drawn

"""The pictures of areas-and-reach.md, drawn on the hall of that page."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from sightline import CornerRule, Door, HexBoard, SquareBoard, areas, reach, threat
from sightline.answers.field import Field
from sightline.model.board import Board
from sightline.render import field_svg, heatmap_svg

RULE = CornerRule()


def hall() -> SquareBoard:
    """Return the page's board: pillars, a wall with a closed door, Mira and a goblin."""
    board = SquareBoard.from_text(
        """
        .....#...
        ..#..#...
        .........
        ....##...
        ..#..#...
        .....#...
        """
    )
    board.set_edge((2, 5), (2, 6), Door("closed"))
    board.place("Mira", (2, 1), kind="hero")
    board.place("goblin", (5, 3), kind="enemy")
    return board


def _area(name: str, make: Callable[[Board], Field], board: Callable[[], Board] = hall) -> str:
    there = board()
    field = make(there)
    return field_svg(there, field, viewers=field.viewers, caption=name, theme="auto")


def _circle(board: Board) -> Field:
    return areas.circle(board, "Mira", 3, sight=RULE)


def _cone(board: Board) -> Field:
    return areas.cone(board, "Mira", toward=(2, 5), length=4)


def _line(board: Board) -> Field:
    return areas.line(board, "Mira", toward="goblin", length=6)


def _burst(board: Board) -> Field:
    return areas.burst(board, (2, 4), "north-east", 2, sight=RULE)


def plain() -> HexBoard:
    board = HexBoard(3)
    board.place("mage", (0, 0), kind="hero")
    return board


def _hex_cone(board: Board) -> Field:
    return areas.cone(board, "mage", toward=(3, -1), length=3)


def _reach() -> str:
    board = hall()
    within = reach(board, "Mira", 5)
    title = "What it costs Mira to get there"
    return heatmap_svg(
        board, {tile: float(n) for tile, n in within.items()}, title=title, theme="auto"
    )


def _threat() -> str:
    board = hall()
    danger = threat(board, "goblin", 2, 3, RULE)
    caption = "What the goblin can hit: two steps, then a range of three"
    return field_svg(board, danger.field, caption=caption, theme="auto")


AREA_PICTURES: dict[str, Callable[[], str]] = {
    "area-circle": partial(_area, "A circle of 3 around Mira, in sight", _circle),
    "area-cone": partial(_area, "A cone of 90 degrees, 4 long, to the east", _cone),
    "area-line": partial(_area, "A line of 6 steps towards the goblin", _line),
    "area-burst": partial(_area, "A burst of 2 at a corner of E3, in sight", _burst),
    "area-hex-cone": partial(_area, "A cone of 60 degrees on hexes", _hex_cone, plain),
    "reach": _reach,
    "threat": _threat,
}

"""The board that a path search uses for a figure: without what is above or below the figure.

Paths are flat, so the search uses a copy of the board that contains only what is at the figure's
height.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.numbers import Body
from sightline.model.threshold import Threshold, span_of


class Stance(NamedTuple):
    """The height at which a figure stands, and how tall it is."""

    name: str | None
    tiles: Sequence[Tile]
    feet: Fraction | None
    """The height of its feet; None if it stays on the ground as that rises and falls."""
    height: Fraction

    def body_on(self, board: Board, tiles: Sequence[Tile]) -> Body:
        """Return the heights of its feet and head on these tiles."""
        feet = board.highest_ground(tiles) if self.feet is None else self.feet
        return feet, feet + self.height


def walked_board(board: Board, name: str) -> Board:
    """Return the board for a path search of that figure: the board itself if nothing has a height.

    A figure on the ground follows it up and down. A figure at an elevation keeps its height and
    passes over low walls, ground and other figures. On a floor it stays on that floor.
    """
    figure = board.figure(name)
    return board_for(board, Stance(name, figure.tiles, figure.elevation, figure.height))


def board_for(board: Board, stance: Stance) -> Board:
    """Return the board for a path search of a figure with this stance."""
    if board.height_level < 2 and stance.feet is None:
        return board
    feet, way = stance.feet, board.copy()
    for other in _out_of_the_way(board, stance):
        way.remove(other)
    for tile in _bottomless(board, stance):
        way.set_solid(tile)
    for a, b, threshold in list(board.edges()):
        low = max(board.ground_at(a), board.ground_at(b)) if feet is None else feet
        if _is_passed(threshold, low, stance.height):
            way.set_edge(a, b, None)
    highest = max((Fraction(0), *board.elevations.values()))
    for wall in board.free_walls():
        if _is_passed(wall.threshold, highest if feet is None else feet, stance.height):
            way.remove_wall(*wall.ends)
    return way


def _out_of_the_way(board: Board, stance: Stance) -> list[str]:
    """Return the names of figures that are completely above or below."""
    feet, head = stance.body_on(board, stance.tiles)
    if stance.feet is None:
        ground = (Fraction(0), *board.elevations.values())
        feet, head = min(feet, *ground), max(head, max(ground) + stance.height)
    found = []
    for other in board.figures():
        low, high = board.body(other)
        if other.name != stance.name and (high <= feet or head <= low):
            found.append(other.name)
    return found


def _bottomless(board: Board, stance: Stance) -> list[Tile]:
    """Return the tiles where a figure at an elevation cannot be: inside the
    ground, or off its floor.
    """
    feet = stance.feet
    if feet is None:
        return []
    floor = {tile for each in board.floors() if each.height == feet for tile in each.tiles}
    is_flying = floor.isdisjoint(stance.tiles)
    return [
        tile
        for tile in board.tiles()
        if (ground := board.ground_at(tile)) > feet
        or (ground < feet and not is_flying and tile not in floor)
    ]


def _is_passed(threshold: Threshold, feet: Fraction, height: Fraction) -> bool:
    """Return whether a wall is completely below the feet or above the head."""
    bottom, top = span_of(threshold)
    return (top is not None and top <= feet) or (bottom is not None and bottom >= feet + height)

"""The board over which a figure walks: what is above or below it is not in its way.

Paths are flat. So a figure walks over a copy of the board that has only what is at its height.
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
    """Where a figure stands, and how tall it is."""

    name: str | None
    tiles: Sequence[Tile]
    feet: Fraction | None
    """None: on the ground, and goes up and down with it."""
    height: Fraction

    def body_on(self, board: Board, tiles: Sequence[Tile]) -> Body:
        """Return the heights of its feet and head on these tiles."""
        feet = board.highest_ground(tiles) if self.feet is None else self.feet
        return feet, feet + self.height


def walked_board(board: Board, name: str) -> Board:
    """Return the board over which that figure walks: the board itself where nothing has a height.

    A figure on the ground goes up and down with it. A figure at an elevation keeps its height: over
    low walls, ground and other figures. On a floor it stays on that floor.
    """
    figure = board.figure(name)
    return board_for(board, Stance(name, figure.tiles, figure.elevation, figure.height))


def board_for(board: Board, stance: Stance) -> Board:
    """Return the same for somebody who stands like this."""
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
    """The figures that are wholly above or below."""
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
    """The tiles where a figure at an elevation cannot be: in the ground, or beside its floor."""
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
    """Whether a wall is wholly below the feet or above the head."""
    bottom, top = span_of(threshold)
    return (top is not None and top <= feet) or (bottom is not None and bottom >= feet + height)

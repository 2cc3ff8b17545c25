"""What is in a figure's way at its height.

Paths are flat. So a figure walks over a copy of the board that has only what is at its height. The
same rules make the copy of the true board and that of the board that a player knows.
"""

from __future__ import annotations

from fractions import Fraction

from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.figure import Figure
from sightline.model.threshold import Threshold, span_of


def walked_board(board: Board, name: str) -> Board:
    """Return the board over which that figure walks: the board itself where nothing has a height.

    A figure on the ground goes up and down with it. A figure at an elevation keeps its height: over
    low walls, ground and other figures. On a floor it stays on that floor.
    """
    if board.height_level < 2:
        return board
    figure = board.figure(name)
    feet, way = figure.elevation, board.copy()
    for other in _out_of_the_way(board, figure):
        way.remove(other)
    for tile in _bottomless(board, figure):
        way.set_solid(tile)
    for a, b, threshold in list(board.edges()):
        low = max(board.ground_at(a), board.ground_at(b)) if feet is None else feet
        if _is_passed(threshold, low, figure.height):
            way.set_edge(a, b, None)
    highest = max((Fraction(0), *board.elevations.values()))
    for wall in board.free_walls():
        if _is_passed(wall.threshold, highest if feet is None else feet, figure.height):
            way.remove_wall(*wall.ends)
    return way


def may_rise(board: Board, name: str, feet: Fraction) -> bool:
    """Whether nothing is in the way of a figure that goes straight up or down to that height: no
    floor, and no other figure that blocks.
    """
    figure = board.figure(name)
    start, _ = board.body(figure)
    low, high = min(start, feet), max(start, feet) + figure.height
    for floor in board.floors():
        passed = start < floor.height < high if feet > start else feet < floor.height <= start
        if passed and not floor.tiles.isdisjoint(figure.tiles):
            return False
    for other in {each for tile in figure.tiles for each in board.names_at(tile)} - {name}:
        bottom, top = board.body(board.figure(other))
        if board.figure(other).blocks_sight and bottom < high and low < top:
            return False
    return True


def _out_of_the_way(board: Board, figure: Figure) -> list[str]:
    """The figures that are wholly above or below."""
    feet, head = board.body(figure)
    if figure.elevation is None:
        ground = (Fraction(0), *board.elevations.values())
        feet, head = min(feet, *ground), max(head, max(ground) + figure.height)
    found = []
    for other in board.figures():
        low, high = board.body(other)
        if other.name != figure.name and (high <= feet or head <= low):
            found.append(other.name)
    return found


def _bottomless(board: Board, figure: Figure) -> list[Tile]:
    """The tiles where a figure at an elevation cannot be: in the ground, or beside its floor."""
    feet = figure.elevation
    if feet is None:
        return []
    floor = {tile for each in board.floors() if each.height == feet for tile in each.tiles}
    if floor.isdisjoint(figure.tiles):
        return [tile for tile in board.tiles() if board.ground_at(tile) > feet]
    return [tile for tile in board.tiles() if tile not in floor and board.ground_at(tile) != feet]


def _is_passed(threshold: Threshold, feet: Fraction, height: Fraction) -> bool:
    """Whether a wall is wholly below the feet or above the head."""
    bottom, top = span_of(threshold)
    return (top is not None and top <= feet) or (bottom is not None and bottom >= feet + height)

"""Legal steps on a quest board.

A step moves all tiles of a figure to one of the four neighbors. It may not cross a wall, or a
closed door or gate. It may not enter rock, or a tile with any other figure or piece of furniture. A
large figure may not stand across a wall or a closed door either.
"""

from __future__ import annotations

from collections.abc import Container

from sightline.errors import InvalidValueError
from sightline.geometry.walk import Line, meet_segment
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.figure import Figure
from sightline.model.threshold import bars_way
from sightline.paths import Ground, Walker, find_way, first_come


def why_not(board: Board, figure: Figure, at: Tile, to: Tile) -> str | None:
    """Return why a figure at `at` may not step to `to`, or None."""
    if not board.grid.are_neighbors(at, to):
        return f"{to} is not next to {at}"
    before = board.footprint(at, figure.size)
    after = board.footprint(to, figure.size)
    if any(tile not in board for tile in after):
        return "the board ends there"
    # Check walls first: the message must not reveal what is behind a closed door.
    inside = [(a, b) for a in after for b in after if a < b and board.grid.are_neighbors(a, b)]
    for a, b in (*zip(before, after, strict=True), *inside):
        barrier = _between(board, a, b)
        if barrier is not None:
            return f"{barrier} between {a} and {b} is in the way"
    for tile in after:
        others = [name for name in board.names_at(tile) if name != figure.name]
        if board.is_solid(tile):
            return f"{tile} is solid"
        if others:
            return f"{tile} is taken by {others[0]}"
    return None


def shortest_way(
    board: Board, figure: Figure, goal: Tile, known: Container[Tile] | None = None
) -> list[Tile]:
    """Return the shortest path to the goal. If `known` is given, it uses only these tiles.

    Equally short paths prefer north, east, south, west, in this order.
    """
    walker = Walker(Ground(board, {figure.name}), figure.size)
    way = find_way(walker, figure.at, goal, first_come, within=known)
    if way is None:
        raise InvalidValueError(f"{figure.name} finds no way from {figure.at} to {goal}")
    return way


def _between(board: Board, a: Tile, b: Tile) -> str | None:
    """Return a description of the barrier between two neighbors if it blocks movement, or None."""
    threshold = board.edge(a, b)
    if threshold is not None and bars_way(threshold, ()):
        # A secret door that was not found is a wall.
        return "the wall" if threshold.state == "secret" else f"the {threshold}"
    path = Line.between(board.grid.center(a), board.grid.center(b))
    for (start, end), threshold in board.wall_items():
        if bars_way(threshold, ()) and meet_segment(path, start, end) is not None:
            return "a wall"
    return None

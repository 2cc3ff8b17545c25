"""What stands near a line, as closed shapes: for the checker, which knows no rule's code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from sightline.answers.check_disc import Vector, cross
from sightline.answers.sight import Blocker
from sightline.model.board import OCCUPIED, OUTSIDE, SOLID, Board
from sightline.model.cell import Point, Tile
from sightline.model.place import Place
from sightline.model.threshold import Threshold

Fact = tuple[Any, ...]
"""A blocker in values that can be compared: its label, its side, and the points where it is met."""


def fact_of(blocker: Blocker) -> Fact:
    """The blocker of an answer as such values."""
    where = blocker.where
    if blocker.free or not isinstance(where[0], int):
        first, second = where
        where = _directed(first, second, blocker.one_way)
    label = (blocker.what, where, blocker.name, blocker.state, blocker.free, blocker.limited)
    return label, blocker.side, blocker.at


def _directed(first: Any, second: Any, one_way: str) -> Any:
    """Two tiles or two ends: in the order in which a one-way wall is "forth", or in none."""
    if not one_way:
        return frozenset((first, second))
    return (first, second) if one_way == "forth" else (second, first)


class BlockingShape(NamedTuple):
    """Something closed near the line: the corners of a tile, or the two ends of a wall."""

    points: tuple[Point, ...]
    free: bool
    outside: bool
    """Is it the outside of a square board, which parts, but never counts as a touch?"""
    label: tuple[Any, ...]
    limited: bool = False
    stops: Vector | None = None
    """Of a one-way wall a direction in which a line is stopped that goes straight across it."""
    tile_corners: tuple[Point, ...] = ()
    """Of a tile its corners, where its shape is another."""

    @property
    def is_wall(self) -> bool:
        return len(self.points) == 2

    @property
    def corners(self) -> set[Point]:
        """The corners by which tiles meet each other."""
        return set(self.tile_corners or self.points)

    def is_there_for(self, step: Vector) -> bool:
        """Is it a blocker of lines in this direction? (Both cross to the same side of it.)"""
        if self.stops is None:
            return True
        (ax, ay), (bx, by) = self.points
        along = (bx - ax, by - ay)
        return cross(along, step) * cross(along, self.stops) > 0


def all_shapes(board: Board, source: Place, target: Place) -> Iterator[BlockingShape]:
    """Every blocker in the box around both places, and one tile beyond it each way."""
    grid = board.grid
    own = {*source.tiles, *target.tiles}
    transparent = source.transparent | target.transparent
    near = list(box_around(board, own))
    for tile in near:
        flags = board.flags(tile)
        if not flags or tile in own:
            continue
        outside = bool(flags & OUTSIDE)
        names = set(board.names_at(tile)) - transparent if flags & OCCUPIED else set()
        standing = [name for name in names if board.figure(name).blocks_sight]
        if flags & SOLID:
            what, name = "solid", None
        elif outside and getattr(board, "outside", "") != "open":
            what, name = "outside", None
        elif standing:
            what, name = "figure", standing[0]
        else:
            continue
        rim = outside and grid.name == "square"
        yield BlockingShape(grid.corners(tile), False, rim, (what, tile, name, None, False, False))
    yield from wall_shapes(board, near)


def wall_shapes(board: Board, near: Iterable[Tile]) -> Iterator[BlockingShape]:
    """What blocks on the edges of these tiles, and every free wall that blocks."""
    grid = board.grid
    for tile in near:
        for step in grid.forward:
            other = grid.tile(tile[0] + step[0], tile[1] + step[1])
            if tile in board and other in board:
                threshold = board.edge(tile, other)
                if threshold is not None and threshold.blocks_sight:
                    pair = _directed(tile, other, threshold.one_way)
                    first, second = map(grid.center, pair)
                    across = (second[0] - first[0], second[1] - first[1])
                    ends = grid.edge_ends(tile, other)
                    yield _thin_shape(ends, pair, threshold, free=False, across=across)
    for wall in board.free_walls():
        if wall.threshold.blocks_sight:
            where = _directed(*wall.ends, wall.threshold.one_way)
            (ax, ay), (bx, by) = ends = (wall.start, wall.end)
            # As y grows downwards, a quarter of a turn to the right of (dx, dy) is (-dy, dx).
            across = (ay - by, bx - ax) if wall.threshold.one_way == "forth" else (by - ay, ax - bx)
            yield _thin_shape(ends, where, wall.threshold, free=True, across=across)


def _thin_shape(
    ends: tuple[Point, Point], where: Any, threshold: Threshold, free: bool, across: Vector
) -> BlockingShape:
    what, limited = type(threshold).__name__.lower(), threshold.limited
    label = (what, where, None, threshold.state, free, limited)
    stops = across if threshold.one_way else None
    return BlockingShape(ends, free, False, label, limited, stops)


def box_around(board: Board, tiles: Iterable[Tile]) -> Iterator[Tile]:
    """All tiles of the box around these, and of one tile more each way."""
    firsts, seconds = zip(*tiles, strict=True)
    for first in range(min(firsts) - 1, max(firsts) + 2):
        for second in range(min(seconds) - 1, max(seconds) + 2):
            yield board.grid.tile(first, second)

"""The blockers near a line as closed shapes, for the checker, which uses no code of rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from sightline.answers.check.disc import Vector, cross
from sightline.answers.check.heights import has_heights
from sightline.answers.sight import Blocker
from sightline.model.board import Board
from sightline.model.cell import Point, Tile
from sightline.model.numbers import Span
from sightline.model.parts.ground import OCCUPIED, OUTSIDE, SOLID
from sightline.model.place import Place
from sightline.model.threshold import ENDLESS, Threshold, span_of

Fact = tuple[Any, ...]
"""A blocker as values that can be compared: its label, its side, and the points where it is met."""


def fact_of(blocker: Blocker) -> Fact:
    """Return a blocker of an answer as comparable values."""
    where = blocker.where
    if blocker.free or not isinstance(where[0], int):
        first, second = where
        where = _directed(first, second, blocker.one_way)
    label = (blocker.what, where, blocker.name, blocker.state, blocker.free, blocker.limited)
    return label, blocker.side, blocker.at


def _directed(first: Any, second: Any, one_way: str) -> Any:
    """Return two tiles or two ends in the order in which a one-way wall is "forth"; in any order if
    it is not one-way.
    """
    if not one_way:
        return frozenset((first, second))
    return (first, second) if one_way == "forth" else (second, first)


class BlockingShape(NamedTuple):
    """A closed shape near the line: the corners of a tile, or the two ends of a wall."""

    points: tuple[Point, ...]
    free: bool
    outside: bool
    """Whether it is the outside of a square board, which separates but does not count
    as a touch.
    """
    label: tuple[Any, ...]
    limited: bool = False
    stops: Vector | None = None
    """For a one-way wall, the direction across it in which it stops lines."""
    tile_corners: tuple[Point, ...] = ()
    """The corners of the tile, if the shape is only a part of it."""
    span: Span = ENDLESS
    """The range of heights in which it blocks."""

    @property
    def is_wall(self) -> bool:
        return len(self.points) == 2

    @property
    def corners(self) -> set[Point]:
        """The corners of the tile or the ends of the wall."""
        return set(self.tile_corners or self.points)

    def is_there_for(self, step: Vector) -> bool:
        """Return whether it blocks lines in this direction."""
        if self.stops is None:
            return True
        (ax, ay), (bx, by) = self.points
        along = (bx - ax, by - ay)
        return cross(along, step) * cross(along, self.stops) > 0

    def is_along(self, step: Vector) -> bool:
        """Return whether it is a wall in this direction."""
        (ax, ay), (bx, by) = self.points
        return cross((bx - ax, by - ay), step) == 0


def all_shapes(board: Board, source: Place, target: Place) -> Iterator[BlockingShape]:
    """Yield every blocker in the bounding box of both places, enlarged by one tile."""
    grid = board.grid
    own = {*source.tiles, *target.tiles}
    transparent = source.transparent | target.transparent
    near = list(box_around(board, own))
    if has_heights(board, source, target):
        yield from _high_shapes(board, near, own, transparent, (source.name, target.name))
        yield from wall_shapes(board, near)
        return
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


def _high_shapes(
    board: Board,
    near: Iterable[Tile],
    own: set[Tile],
    transparent: frozenset[str],
    names: tuple[str | None, ...],
) -> Iterator[BlockingShape]:
    """Yield the blockers on tiles, each with its range of heights, and the floors."""
    grid = board.grid
    stood_on = {tile for name in names if name is not None for tile in board.figure(name).tiles}
    for tile in near:
        flags, corners = board.flags(tile), grid.corners(tile)
        for floor in board.floors():
            if tile in floor.tiles:
                label: tuple[Any, ...] = ("floor", tile, floor.name, None, False, False)
                span = (floor.height, floor.height)
                yield BlockingShape(corners, True, False, label, span=span)
        if tile in own:
            continue
        if flags & OUTSIDE:
            rim = grid.name == "square"
            if rim or getattr(board, "outside", "") != "open":
                label = ("outside", tile, None, None, False, False)
                yield BlockingShape(corners, False, rim, label)
            continue
        if flags & SOLID:
            label = ("solid", tile, None, None, False, False)
            yield BlockingShape(corners, False, False, label)
            continue
        if tile not in stood_on:
            label = ("ground", tile, None, None, False, False)
            top = board.elevation(tile) or Fraction(0)
            yield BlockingShape(corners, False, False, label, span=(None, top))
        for name in board.names_at(tile):
            figure = board.figure(name)
            if figure.blocks_sight and name not in transparent:
                label = ("figure", tile, name, None, False, False)
                feet = figure.elevation
                if feet is None:
                    feet = max(board.elevation(each) or Fraction(0) for each in figure.tiles)
                yield BlockingShape(corners, False, False, label, span=(feet, feet + figure.height))


def wall_shapes(board: Board, near: Iterable[Tile]) -> Iterator[BlockingShape]:
    """Yield the blockers on the edges of these tiles, and every free wall that blocks."""
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
            # y grows downward, so a quarter turn to the right of (dx, dy) is (-dy, dx).
            across = (ay - by, bx - ax) if wall.threshold.one_way == "forth" else (by - ay, ax - bx)
            yield _thin_shape(ends, where, wall.threshold, free=True, across=across)


def _thin_shape(
    ends: tuple[Point, Point], where: Any, threshold: Threshold, free: bool, across: Vector
) -> BlockingShape:
    what, limited = type(threshold).__name__.lower(), threshold.limited
    label = (what, where, None, threshold.state, free, limited)
    stops = across if threshold.one_way else None
    return BlockingShape(ends, free, False, label, limited, stops, span=span_of(threshold))


def box_around(board: Board, tiles: Iterable[Tile]) -> Iterator[Tile]:
    """Yield all tiles in the bounding box of these, enlarged by one tile."""
    firsts, seconds = zip(*tiles, strict=True)
    for first in range(min(firsts) - 1, max(firsts) + 2):
        for second in range(min(seconds) - 1, max(seconds) + 2):
            yield board.grid.tile(first, second)

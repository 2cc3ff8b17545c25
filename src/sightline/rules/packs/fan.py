"""The walls in the fan between two lines, from one corner to two neighboring corners of a tile.

A whole tile inside the fan always meets one of the two lines, so only walls matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from sightline.geometry.walk import Line, meet_tile, walk
from sightline.model.cell import Point, Tile
from sightline.rules.line import EdgeThing, WallThing
from sightline.rules.packs.look import KindQuery


def walls_in_fan(
    look: KindQuery, start: Point, one: Point, other: Point, target: Tile
) -> Iterator[EdgeThing | WallThing]:
    """Yield the walls between the two lines, outside the target.

    A wall on the target's own edge between the two corners counts if it blocks lines from outside.
    """
    if _turn(start, one, other) == 0:
        return
    fan = (start, one, other)
    ahead = (one[0] + other[0] - 2 * start[0], one[1] + other[1] - 2 * start[1])
    home = look.grid.corners(target)
    middle = look.grid.center(target)
    outer = _turn(one, other, start) * _turn(one, other, middle) < 0
    for thing, ends in _walls(look, start, one, other, ahead):
        if _reaches(fan, ends, home) or (outer and _covers(ends, one, other)):
            yield thing


def _walls(
    look: KindQuery, start: Point, one: Point, other: Point, ahead: Point
) -> Iterator[tuple[EdgeThing | WallThing, tuple[Point, Point]]]:
    """Yield the walls near the fan that stop a line through its middle, each with its ends."""
    for ends in look.walls_for(ahead):
        yield WallThing(*ends), ends
    board, grid = look.board, look.grid
    if not board.has_edges:
        return
    seen = set()
    for line in (Line.between(start, one), Line.between(start, other), Line.between(one, other)):
        if line.step == (0, 0):
            continue
        path, right, down = walk(grid, line)
        for dx, dy, *_ in path.tiles:
            tile = grid.shift((0, 0), right + dx, down + dy)
            for neighbor in grid.neighbors(tile):
                pair = EdgeThing(*sorted((tile, neighbor)))
                if pair not in seen:
                    seen.add(pair)
                    if look.edge_between(*pair, ahead):
                        yield pair, grid.edge_ends(*pair)


def _reaches(fan: Sequence[Point], ends: tuple[Point, Point], home: Sequence[Point]) -> bool:
    """Return whether part of the wall is inside the fan and outside the target."""
    if ends[0] == ends[1]:
        return False
    line = Line.between(*ends)
    inside = meet_tile(line, fan)
    if inside is None or inside.lo == inside.hi or _on_border(fan, ends):
        return False
    own = meet_tile(line, home)
    if own is None or own.lo == own.hi or _on_border(home, ends):
        return True
    return inside.lo < own.lo or own.hi < inside.hi


def _on_border(shape: Sequence[Point], ends: tuple[Point, Point]) -> bool:
    """Return whether no points of the shape are on opposite sides of the wall."""
    turns = [_turn(*ends, point) for point in shape]
    return min(turns) >= 0 or max(turns) <= 0


def _covers(ends: tuple[Point, Point], one: Point, other: Point) -> bool:
    """Return whether the wall overlaps the straight line from `one` to `other` along it."""
    if _turn(one, other, ends[0]) or _turn(one, other, ends[1]):
        return False
    (ax, ay), (dx, dy) = one, (other[0] - one[0], other[1] - one[1])
    size = dx * dx + dy * dy
    low, high = sorted(Fraction((x - ax) * dx + (y - ay) * dy, size) for x, y in ends)
    return low < 1 and high > 0


def _turn(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

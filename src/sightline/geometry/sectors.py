"""The small disc around a corner of the grid, cut into sectors by the blockers that contain it.

A line that starts at a corner of its source must be able to leave the source. A few tiles meet at
the corner, with an edge between each two; free walls may end there or pass through. The rest of the
disc consists of open sectors. The question is which lanes, left and right of the line, are
connected with the source's tile. A one-way wall can be passed in only one sense of rotation, so a
way out may not be a way in.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cmp_to_key
from typing import NamedTuple

from sightline.geometry.contact import LEFT, RIGHT
from sightline.model.cell import Point, Tile

Direction = Point


class Spoke(NamedTuple):
    """A direction from the corner: the border between two tiles, or a wall."""

    direction: Direction
    stops: int
    """The sense of rotation in which it stops a walk around the corner:

    LEFT, RIGHT, both or neither.
    """
    tile: Tile | None = None
    """The tile that starts here, clockwise; None if the tile is the same on both sides."""


class Sectors:
    """The arcs between neighboring spokes, and which of them are connected."""

    def __init__(self, spokes: Iterable[Spoke], closed: Iterable[Tile]) -> None:
        merged: list[Spoke] = []
        for spoke in sorted(spokes, key=_by_angle):
            if merged and _same(merged[-1].direction, spoke.direction):
                before = merged[-1]
                merged[-1] = Spoke(
                    before.direction, before.stops | spoke.stops, before.tile or spoke.tile
                )
            else:
                merged.append(spoke)
        self.spokes = merged
        # An arc before the first spoke with a tile is in the last tile.
        tile = next(spoke.tile for spoke in reversed(merged) if spoke.tile is not None)
        self.tiles: list[Tile] = []
        for spoke in merged:
            tile = spoke.tile or tile
            self.tiles.append(tile)
        shut = set(closed)
        self._is_open = [tile not in shut for tile in self.tiles]

    def leads(self, source: Tile, target: Tile) -> bool:
        """Return whether a walk around the corner gets from one tile to the other."""
        return not self._reached(source).isdisjoint(self._arcs(target))

    def lanes_from(self, tile: Tile, ahead: Direction) -> int:
        """Return the lanes beside a direction that a walk from the tile can reach."""
        return self._lanes(self._reached(tile), ahead)

    def lanes_to(self, tile: Tile, ahead: Direction) -> int:
        """Return the lanes beside a direction from which a walk can reach the tile."""
        return self._lanes(self._reached(tile, backward=True), ahead)

    def _arcs(self, tile: Tile) -> set[int]:
        """Return the open arcs in this tile, each by the index of the spoke before it."""
        return {i for i, own in enumerate(self.tiles) if own == tile and self._is_open[i]}

    def _reached(self, tile: Tile, backward: bool = False) -> set[int]:
        """Return the arcs that a walk from the tile can reach; with `backward`, those from which it
        can reach the tile.
        """
        to_right, to_left = (LEFT, RIGHT) if backward else (RIGHT, LEFT)
        reached = self._arcs(tile)
        fresh = list(reached)
        while fresh:
            arc = fresh.pop()
            after = (arc + 1) % len(self.spokes)
            for other, stops in (
                (after, self.spokes[after].stops & to_right),
                ((arc or len(self.spokes)) - 1, self.spokes[arc].stops & to_left),
            ):
                if not stops and self._is_open[other] and other not in reached:
                    reached.add(other)
                    fresh.append(other)
        return reached

    def _lanes(self, arcs: set[int], direction: Direction) -> int:
        """Return the lanes beside a direction that are in one of these arcs."""
        lane = Spoke(direction, 0)
        last = len(self.spokes) - 1
        left = right = last  # the arc before the first spoke belongs to the last spoke
        for number, spoke in enumerate(self.spokes):
            turn = _compare(spoke, lane)
            if turn > 0:
                break
            left, right = (number if turn else (number or last + 1) - 1), number
        return (LEFT if left in arcs else 0) | (RIGHT if right in arcs else 0)


def _half(v: Direction) -> int:
    return 0 if v[1] > 0 or (v[1] == 0 and v[0] > 0) else 1


def _turn(v: Direction, w: Direction) -> int:
    return v[0] * w[1] - v[1] * w[0]


def _compare(one: Spoke, other: Spoke) -> int:
    v, w = one.direction, other.direction
    if _half(v) != _half(w):
        return _half(v) - _half(w)
    turn = _turn(v, w)
    return (turn < 0) - (turn > 0)


_by_angle = cmp_to_key(_compare)


def _same(v: Direction, w: Direction) -> bool:
    return _turn(v, w) == 0 and v[0] * w[0] + v[1] * w[1] > 0

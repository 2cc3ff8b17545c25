"""The small disc around a corner of the grid, cut into sectors by the blockers that contain it.

A line that begins at a corner of its source must get out of it. Around the corner stand a few
tiles, with an edge between each two; free walls may end there or pass through. What is free falls
into sectors, and the question is which of them the source's own tile, or a lane, belongs to.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cmp_to_key
from typing import NamedTuple

from sightline.model.cell import Point, Tile

Direction = Point


class Spoke(NamedTuple):
    """A direction from the corner: the border between two tiles, or a wall."""

    direction: Direction
    blocks: bool
    tile: Tile | None = None
    """The tile that begins here, going round to the right; None: the same as before."""


class Sectors:
    """The arcs between neighbouring spokes, and which of them hang together."""

    def __init__(self, spokes: Iterable[Spoke], closed: Iterable[Tile]) -> None:
        merged: list[Spoke] = []
        for spoke in sorted(spokes, key=_by_angle):
            if merged and _same(merged[-1].direction, spoke.direction):
                before = merged[-1]
                merged[-1] = Spoke(
                    before.direction, before.blocks or spoke.blocks, before.tile or spoke.tile
                )
            else:
                merged.append(spoke)
        # Begin with a spoke that begins a tile, so that every arc knows which tile it is in.
        first = next(i for i, spoke in enumerate(merged) if spoke.tile is not None)
        self._by_angle, self._first = merged, first
        self.spokes = merged[first:] + merged[:first]
        self.tiles: list[Tile] = []
        for spoke in self.spokes:
            self.tiles.append(self.tiles[-1] if spoke.tile is None else spoke.tile)
        shut = set(closed)
        self.sector = self._number([tile not in shut for tile in self.tiles])

    def _number(self, is_open: list[bool]) -> list[int]:
        """The sector of each arc, from its spoke to the next; -1 for one inside a blocker."""
        count = len(is_open)
        sector = [i if is_open[i] else -1 for i in range(count)]
        for i in range(count):
            before = sector[i - 1]
            if min(before, sector[i]) >= 0 and not self.spokes[i].blocks:
                sector = [sector[i] if s == before else s for s in sector]
        return sector

    def of_tile(self, tile: Tile) -> set[int]:
        """The sectors in which some of this tile is."""
        return {s for s, own in zip(self.sector, self.tiles, strict=True) if own == tile and s >= 0}

    def beside(self, direction: Direction) -> tuple[int, int]:
        """The sectors just left and just right of a direction; -1 where a blocker is."""
        lane = Spoke(direction, False)
        at = -1  # before the first spoke by its angle is the arc of the last one
        for number, spoke in enumerate(self._by_angle):
            turn = _compare(spoke, lane)
            if turn > 0:
                break
            at = number
            if not turn:
                return self._arc(at - 1), self._arc(at)
        return self._arc(at), self._arc(at)

    def _arc(self, number: int) -> int:
        """The sector after that spoke, counted by their angles."""
        return self.sector[(number - self._first) % len(self.sector)]


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

"""Zones: the rooms of a board, for games in which all figures in a room see each other.

Two neighboring tiles are in the same zone if nothing is between them: no wall and no door or gate,
open or closed, on the edge or off the grid. Rock is in no zone. Each tile of a terrain that the
pack calls open ground is a zone of one tile. The zones of a board are cached until its walls
change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

from sightline.geometry.contact import Contact
from sightline.geometry.walk import Line, meet_segment
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.numbers import UNIT
from sightline.model.parts.ground import SOLID
from sightline.model.place import Place, place
from sightline.model.planes import tile_at
from sightline.packs.schema import Pack

WALLS = frozenset({"wall", "door"})


class Zones:
    """The zones of a board by number. Zones of open ground have negative numbers."""

    def __init__(self, board: Board, open_ground: frozenset[str], walls: frozenset[str]) -> None:
        """Compute the zones of a board.

        `open_ground` are the terrains whose tiles are zones. `walls` tells which of "wall" and
        "door" close an opening.
        """
        self.open_ground, self._walls = open_ground, walls
        self.of: dict[tuple[int, int], int] = {}
        self._joined: dict[int, frozenset[int]] = {}
        barred = set(_barred(board))
        for tile in board.tiles():
            if tile in self.of or board.flags(tile) & SOLID:
                continue
            if board.terrain(tile) in open_ground:
                self.of[tile] = -len(self.of) - 1
                continue
            self._fill(board, tile, len(self.of), barred)

    def _fill(
        self, board: Board, first: Tile, number: int, barred: set[frozenset[tuple[int, int]]]
    ) -> None:
        self.of[first] = number
        waiting = [first]
        while waiting:
            tile = waiting.pop()
            for other in board.grid.neighbors(tile):
                if (
                    other in self.of
                    or other not in board
                    or board.flags(other) & SOLID
                    or board.terrain(other) in self.open_ground
                    or (board.has_edges and board.edge(tile, other) is not None)
                    or frozenset((tile, other)) in barred
                ):
                    continue
                self.of[other] = number
                waiting.append(other)

    def joined_to(self, board: Board, number: int) -> frozenset[int]:
        """Return the zones that an opening joins to a zone."""
        if number not in self._joined:
            found = set()
            for a in [tile for tile, each in self.of.items() if each == number]:
                for b in board.grid.neighbors(a):
                    other = self.of.get(b, number)
                    if other != number and other not in found:
                        found |= {other} if self._is_opening(board, a, b) else set()
            self._joined[number] = frozenset(found)
        return self._joined[number]

    def _is_opening(self, board: Board, a: tuple[int, int], b: Tile) -> bool:
        """Return whether two neighboring tiles see each other from center to
        center, past walls and doors.
        """
        from sightline.rules.packs.look import KindQuery

        center = board.grid.center
        look = KindQuery(board, place(board, a, "from"), place(board, b, "to"), self._walls)
        return look.center_line(center(a), center(b)).contact is not Contact.BLOCKED

    def is_other_room(self, tile: tuple[int, int], places: Iterable[Place]) -> bool:
        """Return whether the tile is in a room that contains none of these places."""
        number = self.of.get(tile, -1)
        return number >= 0 and all(self.of.get(own) != number for p in places for own in p.tiles)

    def as_before(self, board: Board, tile: Tile) -> bool:
        """Return whether the tile has not changed since the zones were computed."""
        number = self.of.get(tile)
        if board.flags(tile) & SOLID:
            return number is None
        is_open = board.terrain(tile) in self.open_ground
        return number is not None and is_open == (number < 0)


def _barred(board: Board) -> Iterator[frozenset[tuple[int, int]]]:
    """Yield the pairs of neighbors whose centers are separated by a free wall."""
    grid = board.grid
    for (start, end), _ in board.wall_items():
        xs, ys = (
            range(min(a, b) // UNIT - 1, max(a, b) // UNIT + 2)
            for a, b in zip(start, end, strict=True)
        )
        for x, y in product(xs, ys):
            tile = grid.shift(grid.tile(0, 0), x, y)
            for step in grid.forward:
                other = grid.tile(tile[0] + step[0], tile[1] + step[1])
                if meet_segment(Line.between(grid.center(tile), grid.center(other)), start, end):
                    yield frozenset((tile, other))


class ZoneCache:
    """A cache of the zones of a board. It observes the board."""

    def __init__(self) -> None:
        self.kept: dict[tuple[frozenset[str], frozenset[str]], Zones] = {}

    def tile_changed(self, board: Board, index: int) -> None:
        tile = tile_at(board, index)
        for key, zones in list(self.kept.items()):
            if tile in board and not zones.as_before(board, tile):
                del self.kept[key]

    def edge_changed(self, board: Board, direction: int, index: int, old: int) -> None:
        self.kept.clear()

    def walls_changed(self, board: Board, changed: Any) -> None:
        self.kept.clear()

    def elevation_changed(self, board: Board, index: int, old: Any) -> None:
        pass  # heights do not separate rooms

    def cover_changed(self, board: Board) -> None:
        pass

    def all_changed(self, board: Board) -> None:
        self.kept.clear()


def zones_of(board: Board, pack: Pack) -> Zones:
    """Return the zones of a board by the rules of a pack, as the board is now."""
    cache = board.observer(ZoneCache)
    if cache is None:
        cache = ZoneCache()
        board.attach(cache)
    key = frozenset(pack.open_ground), WALLS.intersection(pack.sight.blockers)
    if key not in cache.kept:
        cache.kept[key] = Zones(board, *key)
    return cache.kept[key]


def share_zone(board: Board, source: Place, target: Place, pack: Pack) -> bool:
    """Return whether the target is in a zone that the source sees."""
    zones, seen = zones_of(board, pack), zones_seen(board, source, pack)
    return any(zones.of.get(tile) in seen for tile in target.tiles)


def zones_seen(board: Board, source: Place, pack: Pack) -> set[int]:
    """Return the zones in which the source sees everyone: its own, and maybe those joined to it."""
    zones = zones_of(board, pack)
    own = {zones.of[tile] for tile in source.tiles if tile in zones.of}
    if pack.zones != "joined":
        return own
    return own.union(*(zones.joined_to(board, number) for number in own))

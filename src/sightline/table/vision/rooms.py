"""Find the rooms of a map: floor enclosed by walls, rock and doors.

Two neighbors are in the same room if nothing is on the edge between them, and no free wall crosses
the line between their centers. A tile with a wall through its center is a face of that wall, like
rock. A secret door counts as a wall here, too, because the extent of a room must not reveal it.
"""

from __future__ import annotations

from collections.abc import Iterator

from sightline.model.board import Board
from sightline.model.cell import Point, Tile
from sightline.model.numbers import UNIT
from sightline.model.threshold import Threshold
from sightline.table.state.records import Refusal
from sightline.table.vision.tile_sets import bits_of_tiles, holds
from sightline.table.vision.wall_pieces import WallEnds, cut

MOST_IN_ROOM = 2_000
"""The maximum number of tiles of a room. A larger place is seen and shown tile by tile."""


class RoomPlan:
    """The rooms of a board in its current state."""

    def __init__(self, board: Board, *, through_open: bool) -> None:
        """Find rooms on demand. `through_open` lets a room continue beyond open doors and gates."""
        self._board = board
        self._through_open = through_open
        self._walls: dict[Tile, list[WallEnds]] = {}
        """The free walls that bound rooms, by the tiles in which they lie."""
        for ends, threshold in board.wall_items():
            if self._parts(threshold):
                for tiles, _ in cut(board.grid.name, *ends):
                    for tile in tiles:
                        self._walls.setdefault(tile, []).append(ends)
        self._rooms: dict[Tile, int] = {}

    def room_of(self, tile: tuple[int, int]) -> int:
        """Return the room of the tile as a set, with the rock around it; 0 if the tile is in
        none.
        """
        start = self._board.grid.tile(*tile)
        if start not in self._board or self._board.is_solid(start):
            return 0
        if start not in self._rooms:
            self._fill(start)
        return self._rooms[start]

    def whole(self, bits: int, tiles: Iterator[Tile]) -> int:
        """Return these tiles and all rooms whose floor they touch."""
        found = bits
        for tile in tiles:
            if not holds(self._board, found & ~bits, tile):
                found |= self.room_of(tile)
        return found

    def _fill(self, start: Tile) -> None:
        floor, waiting = {start}, [start]
        while waiting:
            tile = waiting.pop()
            for other in self._board.grid.neighbors(tile):
                if other not in floor and self._goes_on(tile, other):
                    floor.add(other)
                    waiting.append(other)
        room = 0
        if len(floor) <= MOST_IN_ROOM:
            room = bits_of_tiles(self._board, floor | self._rock_around(floor))
        self._rooms |= dict.fromkeys(floor, room)

    def _goes_on(self, tile: Tile, other: Tile) -> bool:
        board = self._board
        if other not in board or board.is_solid(other):
            return False
        threshold = board.edge(tile, other)
        if threshold is not None and self._parts(threshold):
            return False
        walls = {*self._walls.get(tile, ()), *self._walls.get(other, ())}
        way = self._middle(tile), self._middle(other)
        return not any(_meet(way, wall) for wall in walls)

    def _middle(self, tile: Tile) -> Point:
        """Return the center in half units, so that it is an integer."""
        if self._board.grid.name == "hex":
            return 2 * UNIT * tile[0], 2 * UNIT * tile[1]
        return UNIT * (2 * tile[1] + 1), UNIT * (2 * tile[0] + 1)

    def _parts(self, threshold: Threshold) -> bool:
        """Return whether a barrier bounds a room."""
        return not (self._through_open and threshold.state == "open")

    def _rock_around(self, floor: set[Tile]) -> set[Tile]:
        board, grid = self._board, self._board.grid
        beside = {each for tile in floor for each in grid.neighbors(tile)}
        if grid.name == "square":  # including the corners
            beside |= {
                grid.tile(a + da, b + db) for a, b in floor for da in (-1, 1) for db in (-1, 1)
            }
        faces = {each for each in beside if each in board and board.is_solid(each)}
        return faces | {
            each
            for each in beside & self._walls.keys()
            if each in board
            and any(_meet((self._middle(each),) * 2, wall) for wall in self._walls[each])
        }


def room_at(board: Board, tile: tuple[int, int]) -> int:
    """Return the room for a fog tool: up to walls, closed doors and rock."""
    if tile not in board or board.is_solid(tile):
        raise Refusal("rockNotRoom")
    room = RoomPlan(board, through_open=True).room_of(tile)
    if not room:
        raise Refusal("roomTooLarge", most=MOST_IN_ROOM)
    return room


def _meet(way: tuple[Point, Point], wall: WallEnds) -> bool:
    """Return whether the two segments meet, even in a single point. `way` is in half units."""
    one, two = way
    a, b = ((2 * x, 2 * y) for x, y in wall)
    across = (
        _turn(a, b, one) * _turn(a, b, two) <= 0 and _turn(one, two, a) * _turn(one, two, b) <= 0
    )
    return across and all(
        min(one[axis], two[axis]) <= max(a[axis], b[axis])
        and min(a[axis], b[axis]) <= max(one[axis], two[axis])
        for axis in (0, 1)
    )


def _turn(a: Point, b: Point, c: Point) -> int:
    """Return a positive number for a left turn from `a` through `b` to `c`, negative for a right
    turn.
    """
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

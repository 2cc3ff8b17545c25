"""The shortest way of a figure over the ground, from neighbour to neighbour.

The same steps as in the quest: all tiles of a figure at once, over no wall and no door or gate that
is not open, into no rock and onto nobody. But a table asks for every move of every player, on maps
of 65,536 tiles with thousands of free walls: so walls are looked up by where they are, the search
heads for its goal, and it gives up beyond a stated effort.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from functools import lru_cache
from heapq import heappop, heappush

from sightline.model.board import OUTSIDE, SOLID, Board
from sightline.model.cell import Grid, Point, Tile, hex_distance
from sightline.model.numbers import UNIT
from sightline.model.threshold import BLOCKING_CODES
from sightline.table.state.records import Refusal
from sightline.table.vision.cost import TOO_FAR

MAX_EFFORT = 60_000
"""How many tiles, edges and walls one search may look at."""

_BLOCK = 8 * UNIT
"""Free walls are looked up by blocks of 8 by 8 tiles."""

Ends = tuple[Point, Point]


class Ground:
    """A board to walk on. The figures in `ignoring` bar nobody's way."""

    def __init__(self, board: Board, ignoring: Container[str]) -> None:
        self.board = board
        self.effort = 0
        self._ignoring = ignoring
        self._walls = _by_block(tuple(board.blocking_walls()))
        forward = board.grid.forward
        self._edges = [
            (forward.index(step), False)
            if step in forward
            else (forward.index((-step[0], -step[1])), True)
            for step in board.grid.directions
        ]

    def is_free(self, tile: Tile) -> bool:
        """May somebody stand there? The tile is on the board, or one step beyond."""
        self.effort += 1
        if self.board.flags(tile) & (SOLID | OUTSIDE):
            return False
        return all(name in self._ignoring for name in self.board.names_at(tile))

    def is_open(self, tile: Tile, direction: int) -> bool:
        """Does nothing stand between a tile and its neighbour in that direction?"""
        self.effort += 1
        board = self.board
        step = board.grid.directions[direction]
        other = board.grid.tile(tile[0] + step[0], tile[1] + step[1])
        plane, backward = self._edges[direction]
        if board.edge_code(plane, other if backward else tile) in BLOCKING_CODES:
            return False
        return not (self._walls and self._walled(board.grid.center(tile), board.grid.center(other)))

    def _walled(self, start: Point, end: Point) -> bool:
        for block in _blocks(start, end):
            walls = self._walls.get(block, ())
            self.effort += len(walls)
            if any(_cross(start, end, *wall) for wall in walls):
                return True
        return False


class _Walker:
    """A figure of some size on a ground."""

    def __init__(
        self, ground: Ground, size: tuple[int, int], allowed: Callable[[Tile], bool]
    ) -> None:
        self.grid = ground.board.grid
        self._ground = ground
        self._allowed = allowed
        self._size = size
        self._stands: dict[Tile, bool] = {}
        self._most = MAX_EFFORT + ground.effort

    def can_stand(self, tile: Tile) -> bool:
        if tile not in self._stands:
            self._stands[tile] = self._fits(self._ground.board.footprint(tile, self._size))
        return self._stands[tile]

    def _fits(self, tiles: Sequence[Tile]) -> bool:
        if not all(self._ground.is_free(each) and self._allowed(each) for each in tiles):
            return False
        covered, is_open = set(tiles), self._ground.is_open
        for each in tiles if len(tiles) > 1 else ():
            for direction, (da, db) in enumerate(self.grid.directions):
                if (each[0] + da, each[1] + db) in covered and not is_open(each, direction):
                    return False
        return True

    def can_step(self, tile: Tile, direction: int) -> bool:
        tiles = self._ground.board.footprint(tile, self._size)
        return all(self._ground.is_open(each, direction) for each in tiles)

    def check_effort(self) -> None:
        if self._ground.effort > self._most:
            raise Refusal(TOO_FAR)


def as_far_as_it_goes(
    ground: Ground, start: Tile, way: Sequence[Tile], size: tuple[int, int]
) -> list[Tile]:
    """The first part of a way, up to where this ground bars it."""
    walker, here, gone = _Walker(ground, size, lambda tile: True), start, list[Tile]()
    for there in way:
        direction = walker.grid.directions.index((there[0] - here[0], there[1] - here[1]))
        if not (walker.can_step(here, direction) and walker.can_stand(there)):
            break
        gone.append(there)
        here = there
    return gone


def shortest_walk(
    ground: Ground,
    start: Tile,
    goal: Tile,
    size: tuple[int, int],
    allowed: Callable[[Tile], bool],
) -> list[Tile] | None:
    """The tiles after `start` up to `goal`, over allowed tiles; None if there is no way.

    The figure stands at the start, and `goal` is on the board.
    """
    walker, board = _Walker(ground, size, allowed), ground.board
    if any(tile not in board for tile in board.footprint(goal, size)) or not walker.can_stand(goal):
        return None
    came_from = {start: start}
    steps = {start: 0}
    waiting: list[tuple[int, int, Tile]] = [(_distance(walker.grid, start, goal), 0, start)]
    while waiting:
        walker.check_effort()
        _, _, here = heappop(waiting)
        if here == goal:
            return _traced(came_from, goal)
        onward = steps[here] + 1
        for direction, (da, db) in enumerate(walker.grid.directions):
            there = walker.grid.tile(here[0] + da, here[1] + db)
            if onward >= steps.get(there, onward + 1):
                continue
            if walker.can_step(here, direction) and walker.can_stand(there):
                came_from[there], steps[there] = here, onward
                left = _distance(walker.grid, there, goal)
                # Of those that promise the same, the one nearest to the goal goes first.
                heappush(waiting, (onward + left, left, there))
    return None


def _traced(came_from: dict[Tile, Tile], goal: Tile) -> list[Tile]:
    way = []
    while came_from[goal] != goal:
        way.append(goal)
        goal = came_from[goal]
    return way[::-1]


def _distance(grid: Grid, a: Tile, b: Tile) -> int:
    if grid.name == "hex":
        return hex_distance(a, b)
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


# --- free walls by where they are -----------------------------------------------------------------


@lru_cache(maxsize=4)
def _by_block(walls: tuple[Ends, ...]) -> dict[tuple[int, int], list[Ends]]:
    found: dict[tuple[int, int], list[Ends]] = {}
    for wall in walls:
        for block in _blocks(*wall):
            found.setdefault(block, []).append(wall)
    return found


def _blocks(start: Point, end: Point) -> list[tuple[int, int]]:
    """Every block that holds a point of the line, exactly."""
    (x0, y0), (x1, y1) = (start, end) if start[1] <= end[1] else (end, start)
    first = (y0 // _BLOCK, x0 // _BLOCK)
    if first == (y1 // _BLOCK, x1 // _BLOCK):
        return [first]  # as most do: players know walls in pieces no longer than a tile
    dx, dy = x1 - x0, y1 - y0
    blocks = []
    for row in range(y0 // _BLOCK, y1 // _BLOCK + 1):
        top, bottom = max(y0, row * _BLOCK), min(y1, (row + 1) * _BLOCK)
        if dy == 0:
            columns = [x0 // _BLOCK, x1 // _BLOCK]
        else:
            columns = [(x0 * dy + dx * (y - y0)) // (dy * _BLOCK) for y in (top, bottom)]
        blocks += [(row, column) for column in range(min(columns), max(columns) + 1)]
    return blocks


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Do two lines, ends included, have a point in common?"""
    one, other = _turn(a, b, c), _turn(a, b, d)
    if one == other == 0:
        return all(
            max(min(a[i], b[i]), min(c[i], d[i])) <= min(max(a[i], b[i]), max(c[i], d[i]))
            for i in (0, 1)
        )
    if one * other > 0:
        return False
    return _turn(c, d, a) * _turn(c, d, b) <= 0


def _turn(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

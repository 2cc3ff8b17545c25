"""Find the shortest path of a figure over a board, from neighbor to neighbor.

    walker = Walker(Ground(board, {figure.name}), figure.size)
    find_way(walker, figure.at, goal, nearest_first(board.grid, goal))

A step moves all tiles of a figure at once. Walls, doors and gates that are not open, rock and other
figures stop it. Quests and tables share this search. A table searches for every move of every
player, on maps of 65,536 tiles with thousands of free walls, so walls are indexed by position, and
a search can have a limit. `spread` searches in all directions from one tile, by cost.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from fractions import Fraction
from functools import lru_cache
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from sightline.errors import LimitError
from sightline.model.board import Board
from sightline.model.cell import Grid, Point, Tile, hex_distance
from sightline.model.numbers import UNIT
from sightline.model.parts.ground import OUTSIDE, SOLID
from sightline.model.threshold import CODES, bars_way

_BLOCK = 8 * UNIT
"""The size of the blocks by which free walls are indexed, in units (`UNIT` is one tile)."""

Segment = tuple[Point, Point]
Order = Callable[[Tile, int], tuple[int, ...]]
"""A function that returns the priority of a tile in the search, lowest first, from its position and
the steps so far.
"""


class Ground:
    """A board to walk on, in its current state, with only what stops movement.

    Figures in `ignoring` do not block. Doors and gates in one of the states `doors` can be passed,
    as well as open ones.
    """

    def __init__(
        self, board: Board, ignoring: Container[str], doors: Container[str] = ("open",)
    ) -> None:
        self.board = board = board.stopping("movement")
        self.effort = 0
        self._ignoring = ignoring
        self._barriers = frozenset(i for i, each in enumerate(CODES) if bars_way(each, doors))
        self._walls = _by_block(
            # Inlines `bars_way`, because thousands of figures would each cost a call.
            tuple(
                ends
                for ends, threshold in board.wall_items()
                if (state := threshold.state) is None or (state != "open" and state not in doors)
            )
        )
        forward = board.grid.forward
        self._edges = [
            (forward.index(step), False)
            if step in forward
            else (forward.index((-step[0], -step[1])), True)
            for step in board.grid.directions
        ]

    def is_free(self, tile: Tile) -> bool:
        """Return whether a figure may stand on the tile, which is on the board or one
        step beyond.
        """
        self.effort += 1
        if self.board.flags(tile) & (SOLID | OUTSIDE):
            return False
        return all(name in self._ignoring for name in self.board.names_at(tile))

    def is_open(self, tile: Tile, direction: int) -> bool:
        """Return whether nothing blocks the edge between a tile and its neighbor in
        that direction.
        """
        self.effort += 1
        board = self.board
        step = board.grid.directions[direction]
        other = board.grid.tile(tile[0] + step[0], tile[1] + step[1])
        plane, backward = self._edges[direction]
        if board.edge_code(plane, other if backward else tile) in self._barriers:
            return False
        return not (self._walls and self._walled(board.grid.center(tile), board.grid.center(other)))

    def is_open_across(self, tile: Tile, step: tuple[int, int], *, both: bool) -> bool:
        """Return whether a step may cross the corner between two squares.

        One of the two ways around the corner, or with `both` both of them, must be free of rock and
        walls. Figures there do not matter.
        """
        grid = self.board.grid
        free = 0
        for first in ((step[0], 0), (0, step[1])):
            between = grid.tile(tile[0] + first[0], tile[1] + first[1])
            second = (step[0] - first[0], step[1] - first[1])
            free += (
                not self.board.flags(between) & (SOLID | OUTSIDE)
                and self.is_open(tile, grid.directions.index(first))
                and self.is_open(between, grid.directions.index(second))
            )
        if free < (2 if both else 1):
            return False
        other = grid.tile(tile[0] + step[0], tile[1] + step[1])
        return not (self._walls and self._walled(grid.center(tile), grid.center(other)))

    def _walled(self, start: Point, end: Point) -> bool:
        for block in _blocks(start, end):
            walls = self._walls.get(block, ())
            self.effort += len(walls)
            if any(_cross(start, end, *wall) for wall in walls):
                return True
        return False


class Walker:
    """A figure of some size on a ground.

    `allowed` are the tiles that it may cover; None means all.
    """

    def __init__(
        self,
        ground: Ground,
        size: tuple[int, int],
        allowed: Callable[[Tile], bool] = lambda tile: True,
    ) -> None:
        self.board = ground.board
        self.size = size
        self._ground = ground
        self._allowed = allowed
        self._stands: dict[Tile, bool] = {}

    @property
    def effort(self) -> int:
        """The number of tiles, edges and walls examined so far."""
        return self._ground.effort

    def can_stand(self, tile: Tile) -> bool:
        """Return whether the figure may stand there."""
        if tile not in self._stands:
            self._stands[tile] = self._fits(self.board.footprint(tile, self.size))
        return self._stands[tile]

    def _fits(self, tiles: Sequence[Tile]) -> bool:
        if not all(self._ground.is_free(each) and self._allowed(each) for each in tiles):
            return False
        covered, is_open = set(tiles), self._ground.is_open
        for each in tiles if len(tiles) > 1 else ():
            for direction, (da, db) in enumerate(self.board.grid.directions):
                if (each[0] + da, each[1] + db) in covered and not is_open(each, direction):
                    return False
        return True

    def can_step(self, tile: Tile, direction: int) -> bool:
        """Return whether nothing blocks a step in that direction.

        The figure must be able to stand there.
        """
        tiles = self.board.footprint(tile, self.size)
        return all(self._ground.is_open(each, direction) for each in tiles)

    def can_cut(self, tile: Tile, step: tuple[int, int], *, both: bool) -> bool:
        """Return whether nothing blocks a diagonal step on squares.

        One of the two ways around each corner must be free, or with `both` both of them.
        """
        tiles = self.board.footprint(tile, self.size)
        return all(self._ground.is_open_across(each, step, both=both) for each in tiles)


def find_way(
    walker: Walker,
    start: Tile,
    goal: Tile,
    order: Order,
    *,
    within: Container[Tile] | None = None,
    limit: int | None = None,
) -> list[Tile] | None:
    """Return the tiles of a shortest path after `start`, up to `goal`, or None if there is none.

    The figure stands at the start, and the goal is on the board. `within` are the only tiles that
    the figure may enter (for a large figure, its first tile). `limit` is the largest number of
    tiles, edges and walls to examine; more raise a `LimitError`.
    """
    board, grid = walker.board, walker.board.grid
    if any(tile not in board for tile in board.footprint(goal, walker.size)):
        return None
    if not walker.can_stand(goal):
        return None
    most = None if limit is None else limit + walker.effort
    came_from, steps, arrival = {start: start}, {start: 0}, count()
    waiting = [(order(start, 0), next(arrival), start)]
    while waiting:
        if most is not None and walker.effort > most:
            raise LimitError(f"way to {tuple(goal)}: not found within an effort of {limit:,}")
        here = heappop(waiting)[2]
        if here == goal:
            return _traced(came_from, goal)
        onward = steps[here] + 1
        for direction, (da, db) in enumerate(grid.directions):
            there = grid.tile(here[0] + da, here[1] + db)
            if onward >= steps.get(there, onward + 1) or (
                within is not None and there not in within
            ):
                continue
            if walker.can_step(here, direction) and walker.can_stand(there):
                came_from[there], steps[there] = here, onward
                heappush(waiting, (order(there, onward), next(arrival), there))
    return None


Cost = int | Fraction


class Spread(NamedTuple):
    """The cost of each tile reached from a start, and the tile before it on the path."""

    costs: dict[Tile, Cost]
    """The costs of tiles in the order in which they were reached, cheapest first."""
    came_from: dict[Tile, Tile]

    def way_to(self, goal: Tile) -> list[Tile]:
        """Return the tiles of the path after the start, up to a reached tile."""
        return _traced(self.came_from, goal)


def spread(
    walker: Walker,
    start: Tile,
    cost_of: Callable[[Tile], Cost | None],
    *,
    most: Cost | None = None,
    goal: Tile | None = None,
    diagonals: str = "never",
    diagonal_cost: Cost = 1,
) -> Spread:
    """Search from the start to all tiles that cost at most `most`, or until the goal is reached.

    `cost_of` returns the cost of stepping to a tile, or None if that is impossible. `diagonals`, on
    squares, is "never", "open" if both ways around the corner must be free, or "around" if one must
    be; such a step costs `diagonal_cost` times as much. Of several cheapest paths the first one
    found counts: straight steps come first, in the order of the grid's directions.
    """
    grid = walker.board.grid
    straight = list(enumerate(grid.directions))
    across = [] if diagonals == "never" else [s for s in grid.touching if s not in grid.directions]
    costs: dict[Tile, Cost] = {}
    came_from, arrival = {start: start}, count()
    best: dict[Tile, Cost] = {start: 0}
    waiting: list[tuple[Cost, int, Tile]] = [(0, next(arrival), start)]
    while waiting:
        paid, _, here = heappop(waiting)
        if here in costs:
            continue
        costs[here] = paid.numerator if paid.denominator == 1 else paid
        if here == goal:
            break
        onward = []
        for direction, (da, db) in straight:
            there = grid.tile(here[0] + da, here[1] + db)
            if there not in costs and walker.can_step(here, direction) and walker.can_stand(there):
                onward.append((there, cost_of(there)))
        for da, db in across:
            there = grid.tile(here[0] + da, here[1] + db)
            if (
                there not in costs
                and walker.can_cut(here, (da, db), both=diagonals == "open")
                and walker.can_stand(there)
            ):
                price = cost_of(there)
                onward.append((there, None if price is None else price * diagonal_cost))
        for there, price in onward:
            if price is None:
                continue
            total = paid + price
            if (most is None or total <= most) and (there not in best or total < best[there]):
                best[there], came_from[there] = total, here
                heappush(waiting, (total, next(arrival), there))
    return Spread(costs, came_from)


def nearest_first(grid: Grid, goal: Tile) -> Order:
    """Return an order that searches toward the goal, which is fastest on large boards.

    Of tiles with the same estimate, the one nearest to the goal comes first.
    """

    def order(tile: Tile, steps: int) -> tuple[int, ...]:
        left = _distance(grid, tile, goal)
        return steps + left, left, tile[0], tile[1]

    return order


def first_come(tile: Tile, steps: int) -> tuple[int, ...]:
    """An order that searches ring by ring around the start.

    Of several shortest paths, the result is the one whose steps come first in the order of the
    grid's directions.
    """
    return (steps,)


def as_far_as_it_goes(walker: Walker, start: Tile, way: Sequence[Tile]) -> list[Tile]:
    """Return the first part of a path, up to the tile where this walker must stop."""
    directions, here, gone = walker.board.grid.directions, start, list[Tile]()
    for there in way:
        direction = directions.index((there[0] - here[0], there[1] - here[1]))
        if not (walker.can_step(here, direction) and walker.can_stand(there)):
            break
        gone.append(there)
        here = there
    return gone


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


# --- free walls by position -----------------------------------------------------------------------


@lru_cache(maxsize=4)
def _by_block(walls: tuple[Segment, ...]) -> dict[tuple[int, int], list[Segment]]:
    found: dict[tuple[int, int], list[Segment]] = {}
    for wall in walls:
        (x0, y0), (x1, y1) = wall
        block = (y0 // _BLOCK, x0 // _BLOCK)
        if block == (y1 // _BLOCK, x1 // _BLOCK):
            found.setdefault(block, []).append(wall)  # skips a call for the common case
        else:
            for block in _blocks(*wall):
                found.setdefault(block, []).append(wall)
    return found


def _blocks(start: Point, end: Point) -> list[tuple[int, int]]:
    """Return every block that contains a point of the line, exactly."""
    (x0, y0), (x1, y1) = (start, end) if start[1] <= end[1] else (end, start)
    first = (y0 // _BLOCK, x0 // _BLOCK)
    if first == (y1 // _BLOCK, x1 // _BLOCK):
        return [first]
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
    """Return whether two lines, ends included, have a point in common."""
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

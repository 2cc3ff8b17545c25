"""Walks over several storeys, joined by stairs.

A figure walks at one level at a time, on a board that has only what is at that height. Stairs lead
from one of its tiles to another level. They cost as many steps as their ends are apart on the map,
and at least one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count, groupby
from typing import NamedTuple, TypeAlias

from sightline.engine.walking import Stance, board_for, walked_board
from sightline.errors import LimitError
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.parts.heights import At
from sightline.paths import Order, Walker, as_far_as_it_goes, find_way, nearest_first
from sightline.table.protocol.server import StairsView
from sightline.table.state.keys import GROUND

WalkLevel: TypeAlias = Fraction | None
"""The height at which a figure walks; None means on the ground, following its heights."""


class WalkSpot(NamedTuple):
    """A tile at a level."""

    level: WalkLevel
    tile: Tile

    def on_board(self) -> At:
        """Return the spot in the form that boards use."""
        return At(self.tile, elevation=self.level)


Flight: TypeAlias = tuple[WalkSpot, WalkSpot]
"""Stairs, as the pair of their ends."""


def level_of(board: Board, figure: str) -> WalkLevel:
    """Return the level of a figure. No stairs lead to the level of a figure in the air."""
    placed = board.figure(figure)
    feet, ground = placed.elevation, board.highest_ground(placed.tiles)
    is_on_floor = any(
        floor.height == feet and not floor.tiles.isdisjoint(placed.tiles)
        for floor in board.floors()
    )
    return None if feet == ground and not is_on_floor else feet


def flights_on(board: Board, stairs: Iterable[StairsView]) -> tuple[Flight, ...]:
    """Return the stairs with two known ends that are on the board."""
    heights: dict[str, WalkLevel] = {floor.name: floor.height for floor in board.floors()}
    heights[GROUND] = None
    found = []
    for low, high in ((each.low, each.high) for each in stairs):
        if low is not None and high is not None and {low.storey, high.storey} <= heights.keys():
            ends = [WalkSpot(heights[end.storey], board.grid.tile(*end.at)) for end in (low, high)]
            found.append((ends[0], ends[1]))
    return tuple(found)


def storeys_of(board: Board, way: Iterable[WalkSpot]) -> list[str]:
    """Return the floors of these spots, "" for the ground; empty if any of them is in the air."""
    found = []
    for level, tile in way:
        names = [floor.name for floor in board.floors() if floor.height == level]
        own = [name for name in names if tile in board.floor(name).tiles]
        if level is not None and not names:
            return []
        found.append((own or names or [GROUND])[0])
    return found


def board_at(board: Board, figure: str, level: WalkLevel) -> Board:
    """Return the board on which a figure walks at that level."""
    if level == level_of(board, figure):
        return walked_board(board, figure)
    tiles = [tile for floor in board.floors() if floor.height == level for tile in floor.tiles]
    stance = Stance(figure, tiles or board.tiles()[:1], level, board.figure(figure).height)
    return board_for(board, stance)


def climbs(
    board: Board, size: tuple[int, int], here: WalkSpot, flights: Iterable[Flight]
) -> Iterator[tuple[WalkSpot, int]]:
    """Yield the spots to which stairs lead from here, with their cost in steps.

    A large figure moves so that its tile on the stairs comes to the other end.
    """
    footprint = board.footprint(here.tile, size)
    for low, high in flights:
        for start, goal in ((low, high), (high, low)):
            if start.level != here.level or start.tile not in footprint:
                continue
            if here.level is None and board.highest_ground(footprint) > board.ground_at(start.tile):
                continue
            da, db = goal.tile[0] - start.tile[0], goal.tile[1] - start.tile[1]
            there = board.grid.tile(here.tile[0] + da, here.tile[1] + db)
            if all(tile in board for tile in board.footprint(there, size)):
                steps, *_ = nearest_first(board.grid, goal.tile)(start.tile, 0)
                yield WalkSpot(goal.level, there), max(1, steps)


def find_way_by_stairs(
    walkers: Mapping[WalkLevel, Walker],
    flights: Sequence[Flight],
    start: WalkSpot,
    goal: WalkSpot,
    order: Order,
    *,
    limit: int,
) -> list[WalkSpot] | None:
    """Return the spots after `start` up to `goal`, with the fewest steps, or None if there is no
    path.

    Examining more than `limit` tiles, edges and walls raises a `LimitError`.
    """
    target = walkers[goal.level]
    if len(walkers) == 1:
        way = find_way(target, start.tile, goal.tile, order, limit=limit)
        return None if way is None else [WalkSpot(goal.level, tile) for tile in way]
    if any(tile not in target.board for tile in target.board.footprint(goal.tile, target.size)):
        return None
    if not target.can_stand(goal.tile):
        return None
    came_from, steps, arrival = {start: start}, {start: 0}, count()
    waiting = [(order(start.tile, 0), next(arrival), start)]
    while waiting:
        if sum(walker.effort for walker in walkers.values()) > limit:
            raise LimitError(f"way to {tuple(goal.tile)}: not found within an effort of {limit:,}")
        here = heappop(waiting)[2]
        if here == goal:
            return _traced(came_from, goal)
        for there, taken in _onward(walkers, flights, here):
            onward = steps[here] + taken
            if there not in steps or onward < steps[there]:
                came_from[there], steps[there] = here, onward
                heappush(waiting, (order(there.tile, onward), next(arrival), there))
    return None


def _onward(
    walkers: Mapping[WalkLevel, Walker], flights: Sequence[Flight], here: WalkSpot
) -> Iterator[tuple[WalkSpot, int]]:
    walker = walkers[here.level]
    grid = walker.board.grid
    for direction, (da, db) in enumerate(grid.directions):
        there = grid.tile(here.tile[0] + da, here.tile[1] + db)
        if walker.can_step(here.tile, direction) and walker.can_stand(there):
            yield WalkSpot(here.level, there), 1
    for spot, taken in climbs(walker.board, walker.size, here, flights):
        if spot.level in walkers and walkers[spot.level].can_stand(spot.tile):
            yield spot, taken


def _traced(came_from: Mapping[WalkSpot, WalkSpot], goal: WalkSpot) -> list[WalkSpot]:
    way = []
    while came_from[goal] != goal:
        way.append(goal)
        goal = came_from[goal]
    return way[::-1]


def gone_of(
    way: Iterable[WalkSpot],
    start: WalkSpot,
    flights: Sequence[Flight],
    walker_at: Callable[[WalkLevel], Walker],
) -> list[WalkSpot]:
    """Return the first part of a path, up to the spot where this walker must stop."""
    gone, here = list[WalkSpot](), start
    for level, spots in groupby(way, key=lambda spot: spot.level):
        walker, tiles = walker_at(level), [spot.tile for spot in spots]
        if level != here.level:
            there, below = WalkSpot(level, tiles.pop(0)), walker_at(here.level)
            ends = {spot for spot, _ in climbs(below.board, below.size, here, flights)}
            if there not in ends or not walker.can_stand(there.tile):
                break
            gone.append(there)
            here = there
        route = as_far_as_it_goes(walker, here.tile, tiles)
        gone += [WalkSpot(level, tile) for tile in route]
        if len(route) < len(tiles):
            break
        here = gone[-1]
    return gone

"""Find a path for a player's figure over the ground the player knows, within an effort limit.

All clients wait while an action is planned, so only a short search runs there. A longer search is
returned as a `LongSearch` and runs in the background; its result is passed to the next attempt.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import count

from sightline.errors import LimitError
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.paths import Ground, Order, Walker, nearest_first
from sightline.table.actions.walking import (
    Flight,
    WalkLevel,
    WalkSpot,
    board_at,
    find_way_by_stairs,
    level_of,
)
from sightline.table.state.records import Refusal
from sightline.table.vision.tile_sets import holds

QUICK_EFFORT = 3_000
"""The maximum number of tiles, edges and walls to check while clients wait: about 3 ms."""
MAX_EFFORT = 60_000
"""The maximum number of tiles, edges and walls that one search may check."""
STEPS_BETWEEN_BREAKS = 64
"""Steps of a long search between pauses: about a millisecond."""
BREAK_SECONDS = 0.0001


@dataclass(frozen=True)
class PathSearch:
    """A search for a figure's path over the tiles in `allowed`, on the boards that a player
    knows, by level.
    """

    boards: Mapping[WalkLevel, Board]
    allowed: Mapping[WalkLevel, int]
    flights: tuple[Flight, ...]
    map: str
    figure: str
    start: WalkSpot
    goal: WalkSpot
    size: tuple[int, int]
    ignoring: frozenset[str]
    """The figures that do not block it."""

    def run(self) -> FoundWay:
        """Run the full search. Call it in a separate thread."""
        try:
            return FoundWay(self, self.shortest())
        except Refusal:
            return FoundWay(self, None, is_too_far=True)

    def quick(self) -> list[WalkSpot] | None:
        """Return the spots after the start up to the goal, or None if there is no path.

        Raise LimitError if it takes too long.
        """
        return self._found(self._order(), QUICK_EFFORT)

    def shortest(self) -> list[WalkSpot] | None:
        """Return the spots after the start up to the goal, or None if there is no path.

        It searches longer than `quick`, and raises a Refusal if the search takes too long. Python
        switches
        threads only every few milliseconds, which would delay other clients, so the search pauses
        now and
        then.
        """
        steps, order = count(1), self._order()

        def with_breaks(tile: Tile, taken: int) -> tuple[int, ...]:
            if next(steps) % STEPS_BETWEEN_BREAKS == 0:
                time.sleep(BREAK_SECONDS)
            return order(tile, taken)

        try:
            return self._found(with_breaks, MAX_EFFORT)
        except LimitError:
            raise Refusal("tooFar") from None

    def _order(self) -> Order:
        return nearest_first(self.boards[self.goal.level].grid, self.goal.tile)

    def _found(self, order: Order, limit: int) -> list[WalkSpot] | None:
        walkers = {
            level: Walker(Ground(board, self.ignoring), self.size, self._allows(level))
            for level, board in self.boards.items()
        }
        return find_way_by_stairs(walkers, self.flights, self.start, self.goal, order, limit=limit)

    def _allows(self, level: WalkLevel) -> Callable[[Tile], bool]:
        board = self.boards[level]
        # Bytes: testing one bit of a large int takes as long as copying it.
        allowed = self.allowed[level].to_bytes((len(board.tiles()) + 7) >> 3, "little")

        def is_allowed(tile: Tile) -> bool:
            if tile not in board:
                return False
            rank = board.rank(tile)
            return bool(allowed[rank >> 3] >> (rank & 7) & 1)

        return is_allowed

    def still(self) -> PathSearch:
        """Return an equal search on copies of the boards."""
        copied = {level: board.copy() for level, board in self.boards.items()}
        return replace(self, boards=copied)

    def is_like(self, other: PathSearch) -> bool:
        """Return whether both searches have the same figure, start and goal, whatever the player
        knows.
        """
        mine, theirs = (
            (each.map, each.figure, each.start, each.goal, each.size) for each in (self, other)
        )
        return mine == theirs


@dataclass(frozen=True)
class FoundWay:
    """The result of a long search."""

    search: PathSearch
    way: list[WalkSpot] | None
    is_too_far: bool = False


class LongSearch(Exception):  # noqa: N818 (nothing is wrong: there is more to do)
    """Raised when a search takes too long: run it in the background, then plan again."""

    def __init__(self, search: PathSearch) -> None:
        super().__init__("a long search")
        self.search = search


def path_search(
    board: Board,
    map_id: str,
    figure: str,
    at: tuple[int, int],
    goal: WalkSpot,
    flights: Iterable[Flight],
    allowed: Callable[[WalkLevel], int],
    unheard: Iterable[str] = (),
) -> PathSearch:
    """Return the search for a figure's path on a board. It uses stairs only if the goal is at
    another level.

    `allowed` returns the tiles of a level that the figure may cover. `unheard` are figures that do
    not block it.
    """
    placed = board.figure(figure)
    start = WalkSpot(level_of(board, figure), board.grid.tile(*at))
    flights = () if goal.level == start.level else tuple(flights)
    levels = {start.level, goal.level, *(spot.level for ends in flights for spot in ends)}
    return PathSearch(
        {level: board_at(board, figure, level) for level in levels},
        {level: allowed(level) for level in levels},
        flights,
        map_id,
        figure,
        start,
        goal,
        placed.size,
        frozenset({figure, *unheard}),
    )


def quick_way(search: PathSearch, found: FoundWay | None) -> list[WalkSpot] | None:
    """Return the path if it is found quickly or was found before, or None if there is none.

    Raise LongSearch if the search takes too long.
    """
    if found is None or not found.search.is_like(search) or not _is_allowed(found, search):
        try:
            return search.quick()
        except LimitError:
            raise LongSearch(search.still()) from None
    if found.is_too_far:
        raise Refusal("tooFar")
    return found.way


def _is_allowed(found: FoundWay, search: PathSearch) -> bool:
    """Return whether the path uses only tiles that are still allowed: the player may have forgotten
    some.

    Obstacles on the path are found by walking.
    """
    return all(
        level in search.boards and holds(search.boards[level], search.allowed[level], tile)
        for level, place in found.way or ()
        for tile in search.boards[search.goal.level].footprint(place, search.size)
    )

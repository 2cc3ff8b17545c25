"""Find a path for a player's figure over the ground the player knows, within an effort limit.

All clients wait while an action is planned, so only a short search runs there. A longer search is
returned as a `LongSearch` and runs in the background; its result is passed to the next attempt.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count

from sightline.errors import LimitError
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.paths import Ground, Walker, find_way, nearest_first
from sightline.table.state.records import Refusal
from sightline.table.vision.tile_sets import holds

QUICK_EFFORT = 3_000
"""How many tiles, edges and walls to check while clients wait: about 3 ms."""
MAX_EFFORT = 60_000
"""How many tiles, edges and walls one search may check."""
STEPS_BETWEEN_BREAKS = 64
"""Steps of a long search between breaks: about a millisecond."""
BREAK_SECONDS = 0.0001


@dataclass(frozen=True)
class PathSearch:
    """A search for a figure's path over the tiles in `allowed`, on the board that a player
    knows.
    """

    board: Board
    map: str
    figure: str
    start: tuple[int, int]
    goal: tuple[int, int]
    size: tuple[int, int]
    allowed: int

    def run(self) -> FoundWay:
        """Run the full search, in a separate thread."""
        try:
            return FoundWay(self, shortest_walk(*self._asked()))
        except Refusal:
            return FoundWay(self, None, is_too_far=True)

    def quick(self) -> list[Tile] | None:
        """Return the tiles after the start up to the goal, or None if there is no path. Raise
        LimitError if it takes too long.
        """
        ground, start, goal, size, allowed = self._asked()
        order = nearest_first(ground.board.grid, goal)
        return find_way(Walker(ground, size, allowed), start, goal, order, limit=QUICK_EFFORT)

    def _asked(self) -> tuple[Ground, Tile, Tile, tuple[int, int], Callable[[Tile], bool]]:
        board = self.board
        # Bytes: testing one bit of a large int takes as long as copying it.
        allowed = self.allowed.to_bytes((len(board.tiles()) + 7) >> 3, "little")

        def is_allowed(tile: Tile) -> bool:
            if tile not in board:
                return False
            rank = board.rank(tile)
            return bool(allowed[rank >> 3] >> (rank & 7) & 1)

        tile = board.grid.tile
        ground = Ground(board, {self.figure})
        return ground, tile(*self.start), tile(*self.goal), self.size, is_allowed

    def still(self) -> PathSearch:
        """Return the same search on a copy of the board."""
        return replace(self, board=self.board.copy())

    def is_like(self, other: PathSearch) -> bool:
        """Whether it is for the same figure, start and goal, regardless of what is known."""
        mine, theirs = (
            (each.map, each.figure, each.start, each.goal, each.size) for each in (self, other)
        )
        return mine == theirs


@dataclass(frozen=True)
class FoundWay:
    """The result of a long search."""

    search: PathSearch
    way: list[Tile] | None
    is_too_far: bool = False


class LongSearch(Exception):  # noqa: N818 (nothing is wrong: there is more to do)
    """Raised when the search takes too long: run it in the background and plan again."""

    def __init__(self, search: PathSearch) -> None:
        super().__init__("a long search")
        self.search = search


def shortest_walk(
    ground: Ground,
    start: Tile,
    goal: Tile,
    size: tuple[int, int],
    allowed: Callable[[Tile], bool],
) -> list[Tile] | None:
    """Return the tiles after `start` up to `goal`, over allowed tiles, or None if there is no
    path. Raise if the search takes too long.

    Python switches threads only every few milliseconds, which would delay other clients; short
    breaks let them run.
    """
    steps, order = count(1), nearest_first(ground.board.grid, goal)

    def with_breaks(tile: Tile, taken: int) -> tuple[int, ...]:
        if next(steps) % STEPS_BETWEEN_BREAKS == 0:
            time.sleep(BREAK_SECONDS)
        return order(tile, taken)

    try:
        return find_way(Walker(ground, size, allowed), start, goal, with_breaks, limit=MAX_EFFORT)
    except LimitError:
        raise Refusal("tooFar") from None


def quick_way(search: PathSearch, found: FoundWay | None) -> list[Tile] | None:
    """Return the path if it is found quickly or was found before, or None if there is none. Raise
    if the search takes too long.
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
    """Whether the path leads over tiles that are still allowed; some may be forgotten by now.
    Obstacles on them are found by walking.
    """
    board = search.board
    return all(
        holds(board, search.allowed, tile)
        for place in found.way or ()
        for tile in board.footprint(place, search.size)
    )

"""Finds the way of a player's figure over the ground they know, within a stated effort."""

from __future__ import annotations

from collections.abc import Callable

from sightline.errors import LimitError
from sightline.model.cell import Tile
from sightline.paths import Ground, Walker, find_way, nearest_first
from sightline.table.state import Refusal
from sightline.table.vision import TOO_FAR

MAX_EFFORT = 60_000
"""How many tiles, edges and walls one search may look at."""


def shortest_walk(
    ground: Ground,
    start: Tile,
    goal: Tile,
    size: tuple[int, int],
    allowed: Callable[[Tile], bool],
) -> list[Tile] | None:
    """The tiles after `start` up to `goal`, over allowed tiles; None if there is no way. A way that
    takes too long to find is refused."""
    order = nearest_first(ground.board.grid, goal)
    try:
        return find_way(Walker(ground, size, allowed), start, goal, order, limit=MAX_EFFORT)
    except LimitError:
        raise Refusal(TOO_FAR) from None

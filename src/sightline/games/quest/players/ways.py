"""The tiles that a figure can reach, with the paths: for the computer, hints and pages."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from sightline.games.common.bit_sets import bits
from sightline.games.quest.objections import others_tiles, way_objection
from sightline.games.quest.scenario import OPEN
from sightline.games.quest.state import QuestState
from sightline.model.cell import Square


class WaysFrom(NamedTuple):
    """Everything that a figure can reach: the number of steps to each tile, and the previous
    tile.
    """

    start: int
    steps: dict[int, int]
    before: dict[int, int]

    def first_step(self, to: int) -> int:
        """Return the first tile on the path to a tile that is not the start."""
        while self.before[to] != self.start:
            to = self.before[to]
        return to

    def way(self, to: int) -> list[int]:
        """Return the tiles of the path, without the start."""
        found: list[int] = []
        while to != self.start:
            found.append(to)
            to = self.before[to]
        return found[::-1]


def ways_from(
    state: QuestState,
    figure: int,
    *,
    most: int | None = None,
    taken: int | None = None,
    until: Callable[[int], bool] | None = None,
) -> WaysFrom:
    """Return every tile that a figure can reach, by the fewest steps.

    Equally short paths prefer north, east, south, west. `most` limits the number of steps. `taken`
    are blocked tiles; the default is the tiles of all other figures. The search stops at the first
    tile for which `until` is true.
    """
    scenario, start = state.scenario, state.at[figure]
    size = state.figure(figure).size
    if taken is None:
        taken = others_tiles(state, figure)
    barred = scenario.blocked | taken
    if scenario.by_rooms:
        barred |= ~state.explored
    small = size == (1, 1)
    found = WaysFrom(start, {start: 0}, {})
    fresh = deque([start])
    while fresh:
        here = fresh.popleft()
        if until is not None and until(here):
            break
        if most is not None and found.steps[here] >= most:
            continue
        for to, door in scenario.steps[here]:
            if to in found.steps or barred >> to & 1:
                continue
            # For a figure of one tile, only that tile and the door in between can block.
            if small:
                free = door < 0 or state.doors[door] == OPEN
            else:
                tile = scenario.tiles[to]
                free = (
                    tile.row + size[0] <= scenario.board.rows
                    and tile.col + size[1] <= scenario.cols
                    and way_objection(state, figure, here, to, taken) is None
                )
            if free:
                found.steps[to], found.before[to] = found.steps[here] + 1, here
                fresh.append(to)
    return found


def reachable(state: QuestState, figure: int) -> dict[Square, list[Square]]:
    """Return every tile within reach of a figure's remaining moves, with the path.

    For the party, paths use only what it knows. A page shows them before a step.

    >>> from sightline.games.quest import RollMoves, apply, new_state, reachable
    >>> state = apply(new_state("the-sealed-crypt", seed=1), RollMoves())
    >>> [str(tile) for tile in reachable(state, 0)][:3]
    ['B1', 'C2', 'B3']
    """
    tiles, taken = state.scenario.tiles, None
    if not state.is_monster(figure):
        taken = known_obstacles(state, figure)
    found = ways_from(state, figure, most=state.moves[figure], taken=taken)
    return {
        tiles[to]: [tiles[step] for step in found.way(to)]
        for to in found.steps
        if to != found.start
    }


def known_obstacles(state: QuestState, figure: int) -> int:
    """Return the tiles of visible figures, and all unexplored tiles."""
    mask = ~state.explored & (1 << len(state.scenario.tiles)) - 1
    for i in bits(state.sighted):
        if i != figure:
            mask |= state.tiles_of(i)
    return mask

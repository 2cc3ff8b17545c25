"""Where a figure could go, step by step: for the program, for hints and for pages."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from sightline.games.quest.objections import others_tiles, way_objection
from sightline.games.quest.sighting import bits
from sightline.games.quest.state import QuestState
from sightline.model.cell import Square


class WaysFrom(NamedTuple):
    """All that a figure can reach: how many steps, and from where the last one comes."""

    start: int
    steps: dict[int, int]
    before: dict[int, int]

    def first_step(self, to: int) -> int:
        """The tile after the start on the way to a tile that is not the start."""
        while self.before[to] != self.start:
            to = self.before[to]
        return to

    def way(self, to: int) -> list[int]:
        """Every tile of the way, without the start."""
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
    """Every tile on which a figure could come to stand, by the fewest steps; of several ways the
    one that turns north, east, south, west in this order.

    `most`: the steps it has; without it no matter how many. `taken`: the tiles that are in its way;
    without it those of everybody else. `until`: end at the first tile of which this is true."""
    scenario, start = state.scenario, state.at[figure]
    size = state.figure(figure).size
    if taken is None:
        taken = others_tiles(state, figure)
    found = WaysFrom(start, {start: 0}, {})
    fresh = deque([start])
    while fresh:
        here = fresh.popleft()
        if until is not None and until(here):
            break
        if most is not None and found.steps[here] >= most:
            continue
        for to, _ in scenario.steps[here]:
            tile = scenario.tiles[to]
            inside = (
                tile.row + size[0] <= scenario.board.rows and tile.col + size[1] <= scenario.cols
            )
            if (
                inside
                and to not in found.steps
                and way_objection(state, figure, here, to, taken) is None
            ):
                found.steps[to], found.before[to] = found.steps[here] + 1, here
                fresh.append(to)
    return found


def reachable(state: QuestState, figure: int) -> dict[Square, list[Square]]:
    """Every tile that a figure can reach with the moves it has left, with the way there; for the
    party over what it knows. A page shows it before a step is made.

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
    """The tiles where the party sees somebody, and all that it has not explored."""
    mask = ~state.explored & (1 << len(state.scenario.tiles)) - 1
    for i in bits(state.sighted):
        if i != figure:
            mask |= state.tiles_of(i)
    return mask

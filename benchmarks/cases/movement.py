"""Movement: `path` and `reach` compared with python-tcod on its typical maps, and `threat`."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from benchmarks import maps, peers
from benchmarks.output.results import Case, Row, slower_than
from benchmarks.timing import Contestant, Effort, race
from sightline.model.square import SquareBoard
from sightline.movement import path, reach, threat

ROWS_AND_COLS = (50, 80)
"""The size of a roguelike's map."""
KINDS = ("caves", "rooms", "open")


def _grounds(effort: Effort) -> Iterator[tuple[str, Any, SquareBoard, list[maps.Tile]]]:
    """Yield maps of that size with a list of connected tiles."""
    for kind in KINDS:
        rows, cols = (20, 20) if effort.small else ROWS_AND_COLS
        solid = np.ascontiguousarray(
            maps.solid_map(kind, 20 if effort.small else 100)[:rows, :cols]
        )
        board = SquareBoard.from_array(solid)
        largest = max((reach(board, at, 10_000) for at in maps.free_tiles(solid)[::40]), key=len)
        yield kind, solid, board, [(tile[0], tile[1]) for tile in largest]


def ways(effort: Effort) -> Iterator[Case]:
    """Paths between random tiles, with and without diagonal steps."""
    peers.need_tcod()
    import tcod.path

    for kind, solid, board, tiles in _grounds(effort):
        rng = random.Random(17)
        ends = [(rng.choice(tiles), rng.choice(tiles)) for _ in range(effort.sources)]
        cost = np.ascontiguousarray(~solid, dtype=np.int8)
        for words, option, diagonal in (("", "", 0), (", diagonals", ", diagonals='around'", 1)):
            names = {"f": path, "board": board, "peer": tcod.path.AStar(cost, diagonal=diagonal)}
            asks = [f"f(board, {a}, {b}{option})" for a, b in ends]
            theirs = [f"peer.get_path({a[0]}, {a[1]}, {b[0]}, {b[1]})" for a, b in ends]
            times = race(
                [Contestant("sightline", asks, names), Contestant("tcod, A*", theirs, names)],
                effort,
            )
            yield slower_than(f"{kind}{words}", times["sightline"], times["tcod, A*"])


def everywhere(effort: Effort) -> Iterator[Case]:
    """From one tile to all others, and reading out each cost."""
    peers.need_tcod()
    import tcod.path

    for kind, solid, board, tiles in _grounds(effort):
        starts = random.Random(18).sample(tiles, min(len(tiles), effort.sources))
        cost = np.ascontiguousarray(~solid, dtype=np.int8)
        names = {"f": reach, "board": board, "peer": tcod.path.Dijkstra(cost, 0)}
        theirs = Contestant(
            "tcod, Dijkstra", [f"peer.set_goal({a[0]}, {a[1]})" for a in starts], names
        )
        asks = [f"f(board, {a}, 10_000)" for a in starts]
        times = race([Contestant("sightline", asks, names), theirs], effort)
        yield slower_than(kind, times["sightline"], times["tcod, Dijkstra"])


def danger(effort: Effort) -> Iterator[Case]:
    """Possible attack targets after six steps, within eight tiles, in milliseconds."""
    for kind, _, board, tiles in _grounds(effort):
        starts = random.Random(19).sample(tiles, min(len(tiles), effort.sources))
        names = {"f": threat, "board": board}
        asks = [f"f(board, {a}, 6, 8, 'corner')" for a in starts]
        ours = race([Contestant("sightline", asks, names)], effort)["sightline"]
        yield Case(kind, 1e3 * ours.median, ours)


ROWS = (
    Row(
        "path",
        "`path` between two tiles, 80×50",
        "python-tcod's `AStar.get_path`",
        ways,
        most=True,
        reach=2,
    ),
    Row(
        "reach",
        "`reach` of the whole map, 80×50",
        "python-tcod's `Dijkstra.set_goal`",
        everywhere,
        most=True,
        reach=2,
    ),
    Row(
        "threat",
        "`threat`, 6 steps and radius 8, corner rule, 80×50",
        "time",
        danger,
        unit="ms",
        most=True,
    ),
)

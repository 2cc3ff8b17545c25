"""Seeded maps in the style of public ones, and scenes in which algorithms are known to fail."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from random import Random

import numpy as np

from sightline.atlas.packages import Bools
from sightline.atlas.scans import Tile

SIDE = 18
STYLES = ("noise", "dense noise", "pillars", "rooms", "caves", "diagonals")


@dataclass(frozen=True)
class Map:
    """A map of rock and floor, and the positions from which it is measured."""

    name: str
    solid: Bools

    @property
    def floor(self) -> list[Tile]:
        """The tiles that are not rock, in reading order."""
        return [(int(row), int(col)) for row, col in np.argwhere(~self.solid)]


def random_maps(seed: int, count: int) -> Iterator[Map]:
    """Yield `count` maps of each style. The same seed gives the same maps."""
    for style in STYLES:
        for number in range(count):
            dice = Random(f"{seed} {style} {number}")
            yield Map(f"{style} {number + 1}", _drawn(style, dice))


def _drawn(style: str, dice: Random) -> Bools:
    if style == "rooms":
        return _rooms(dice)
    if style == "caves":
        return _caves(dice)
    if style == "diagonals":
        return _diagonals(dice)
    return _noise({"noise": 0.15, "dense noise": 0.35, "pillars": 0.04}[style], dice)


def _noise(share: float, dice: Random) -> Bools:
    return np.array([[dice.random() < share for _ in range(SIDE)] for _ in range(SIDE)])


def _rooms(dice: Random) -> Bools:
    """Return a map of three rooms, each joined to the next by a corridor with one bend."""
    solid = np.ones((SIDE, SIDE), dtype=bool)
    middles: list[Tile] = []
    for _ in range(3):
        height, width = dice.randint(3, 7), dice.randint(3, 7)
        top, left = dice.randint(1, SIDE - 1 - height), dice.randint(1, SIDE - 1 - width)
        solid[top : top + height, left : left + width] = False
        middles.append((top + height // 2, left + width // 2))
    for (row, col), (to_row, to_col) in pairwise(middles):
        solid[row, min(col, to_col) : max(col, to_col) + 1] = False
        solid[min(row, to_row) : max(row, to_row) + 1, to_col] = False
    return solid


def _caves(dice: Random) -> Bools:
    """Return a map of smoothed noise: a tile is rock if most of the nine tiles around it are."""
    solid = _noise(0.42, dice)
    for _ in range(3):
        wide = np.pad(solid, 1, constant_values=True)
        around = sum(
            wide[r : r + SIDE, c : c + SIDE].astype(int) for r in range(3) for c in range(3)
        )
        solid = np.asarray(around) >= 5
    return solid


def _diagonals(dice: Random) -> Bools:
    """Return a map of open ground, cut by diagonal walls."""
    solid = _noise(0.03, dice)
    for start in (0, SIDE // 2):
        row, step = start + dice.randint(1, SIDE // 2 - 2), dice.choice((1, -1))
        for col in range(SIDE):
            if not 0 < row + step < SIDE - 1:
                step = -step
            row += step
            solid[row, col] = True
    return solid


# --- scenes

ROOM = "a room"
PILLAR = "a pillar"
PILLARS = "a hall of pillars"
BEND = "a corridor with a bend"

SCENES = {
    ROOM: """
###########
#.........#
#.........#
#.........#
#....@....#
#.........#
#.........#
#.........#
###########
""",
    PILLAR: """
.................
.................
.................
.................
.................
.................
.......#.........
.................
....@............
.................
.................
.................
.................
.................
.................
.................
.................
""",
    PILLARS: """
.................
..#...#...#...#..
.................
.................
....#...#...#....
.................
.................
..#...#...#...#..
........@........
....#...#...#....
.................
.................
..#...#...#...#..
.................
.................
....#...#...#....
.................
""",
    BEND: """
#################
#.......#########
#.......#########
#...@...........#
#.......#######.#
#.......#######.#
#.......#.......#
#########.###.###
#########.##...##
#########.##.#.##
#.............###
###.#####.##.####
###.#####.#.#####
###...........###
#################
""",
}
"""Scenes with known problems, from published comparisons of such algorithms. @ is the viewer."""


def scene(name: str) -> tuple[Map, Tile]:
    """Return a scene and its viewer."""
    rows = SCENES[name].strip().splitlines()
    solid = np.array([[sign == "#" for sign in row] for row in rows])
    viewer = next((r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "@")
    return Map(name, solid), viewer

"""Measurements of an algorithm. Everything is counted within the same radius."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sightline.atlas.algorithms import Algorithm
from sightline.atlas.definitions import DEFINITIONS, RADIUS
from sightline.atlas.maps import PILLAR, ROOM, SCENES, Map, scene
from sightline.atlas.packages import Bools
from sightline.atlas.scans import Tile

REMOVALS = 4
"""How many rock tiles of each map are removed, one at a time."""
FLOOR_AT_LEAST = 2
STEPS_4 = ((0, 1), (1, 0), (0, -1), (-1, 0))
STEPS_8 = (*STEPS_4, (1, 1), (1, -1), (-1, 1), (-1, -1))

Numbers = dict[str, tuple[int, int]]
"""For each measure: the count, and the total."""


class Definitions:
    """The exact fields of each map, computed once for all algorithms."""

    def __init__(self, maps: Sequence[Map]) -> None:
        self.maps = [each for each in maps if len(each.floor) >= FLOOR_AT_LEAST]
        self.fields = [
            {name: fields(each.solid, each.floor) for name, fields in DEFINITIONS.items()}
            for each in self.maps
        ]


def measure(algorithm: Algorithm, exact: Definitions, seed: int) -> Numbers:
    """Return all counts of one algorithm, and the `microseconds` of all its fields."""
    counts: Counter[str] = Counter()
    of: Counter[str] = Counter()

    def add(name: str, many: Any, out_of: Any) -> None:
        counts[name] += int(many)
        of[name] += int(out_of)

    for each, definitions in zip(exact.maps, exact.fields, strict=True):
        seen, seconds = algorithm.run(each.solid, each.floor)
        add("microseconds", round(seconds * 1e6), len(each.floor))
        near = disc(each.solid, each.floor)
        pairs = _between(seen & near, each.floor)
        add("one way", (pairs & ~pairs.T).sum(), pairs.sum())
        for name, fields in definitions.items():
            truth = _between(fields & near, each.floor)
            add(name, (pairs ^ truth).sum(), (pairs | truth).sum())
        _leaks(each, pairs, _between(near, each.floor), add)
        _blind(each, seen, add)
        dark, lit = lone_tiles(each, each.floor, seen & near)
        add("lone tiles", dark + lit, (near & ~each.solid).sum())
        _monotone(algorithm, each, seen & near, Random(f"{seed} {each.name}"), add)
    _scenes(algorithm, add)
    return {name: (counts[name], of[name]) for name in of}


Add = Callable[[str, Any, Any], None]


def disc(solid: Bools, viewers: Sequence[Tile]) -> Bools:
    """Return the tiles within the radius of each viewer."""
    rows, cols = np.indices(solid.shape)
    return np.array([(rows - r) ** 2 + (cols - c) ** 2 <= RADIUS**2 for r, c in viewers])


def _between(fields: Bools, floor: Sequence[Tile]) -> Bools:
    """Return for each pair of floor tiles whether the first sees the second."""
    rows, cols = np.array(floor).T
    found: Bools = fields[:, rows, cols]
    return found


def _leaks(each: Map, pairs: Bools, near: Bools, add: Add) -> None:
    """Count pairs that see each other although only diagonal steps join them, or no
    steps at all.
    """
    by_sides, by_corners = (_places(each, steps) for steps in (STEPS_4, STEPS_8))
    apart = by_corners[:, None] != by_corners[None, :]
    diagonal = (by_sides[:, None] != by_sides[None, :]) & ~apart
    add("through diagonals", (pairs & diagonal).sum(), (near & diagonal).sum())
    add("through walls", (pairs & apart).sum(), (near & apart).sum())


def _places(each: Map, steps: Sequence[Tile]) -> NDArray[np.int64]:
    """Return a number for each floor tile, the same for tiles that such steps join."""
    place: dict[Tile, int] = {}
    floor = set(each.floor)
    for start in each.floor:
        if start in place:
            continue
        place[start], waiting = len(place), [start]
        while waiting:
            row, col = waiting.pop()
            for dr, dc in steps:
                to = row + dr, col + dc
                if to in floor and to not in place:
                    place[to] = place[start]
                    waiting.append(to)
    return np.array([place[tile] for tile in each.floor])


def _blind(each: Map, seen: Bools, add: Add) -> None:
    """Count hidden floor tiles that are a knight's move away around a corner."""
    floor = set(each.floor)
    add("blind corners", 0, 0)
    for number, (row, col) in enumerate(each.floor):
        for dr, dc in STEPS_4:
            for side in (1, -1):
                # One step sideways, then two steps ahead, along rock.
                ar, ac = dc * side, dr * side
                way = [(row + ar + n * dr, col + ac + n * dc) for n in range(3)]
                rock = [(row + n * dr, col + n * dc) for n in (1, 2)]
                if all(tile in floor for tile in way) and not any(tile in floor for tile in rock):
                    add("blind corners", not seen[number][way[-1]], 1)


def lone_tiles(each: Map, viewers: Sequence[Tile], seen: Bools) -> tuple[int, int]:
    """Return the number of dark floor tiles among eight lit ones, and of lit ones without a lit
    neighbor toward the viewer.
    """
    dark = lit = 0
    rows, cols = each.solid.shape
    for (row, col), shown in zip(viewers, seen, strict=True):
        floor = np.pad(shown & ~each.solid, 1)
        count = sum(
            floor[1 + r : 1 + r + rows, 1 + c : 1 + c + cols].astype(int) for r, c in STEPS_8
        )
        dark += int(((np.asarray(count) == len(STEPS_8)) & ~shown & ~each.solid).sum())
        for r, c in np.argwhere(shown & ~each.solid):
            if max(abs(r - row), abs(c - col)) > 1:
                far = (r - row) ** 2 + (c - col) ** 2
                lit += not any(
                    floor[1 + r + dr, 1 + c + dc]
                    for dr, dc in STEPS_8
                    if (r + dr - row) ** 2 + (c + dc - col) ** 2 < far
                )
    return dark, lit


def _monotone(algorithm: Algorithm, each: Map, seen: Bools, dice: Random, add: Add) -> None:
    """Count floor tiles that become hidden when rock is removed."""
    add("lost by opening", 0, 0)
    rock = [(int(r), int(c)) for r, c in np.argwhere(each.solid)]
    for gone in dice.sample(rock, min(REMOVALS, len(rock))):
        solid = each.solid.copy()
        solid[gone] = False
        near = [
            number
            for number, (r, c) in enumerate(each.floor)
            if (r - gone[0]) ** 2 + (c - gone[1]) ** 2 <= RADIUS
        ]
        if near:
            after, _ = algorithm.run(solid, [each.floor[number] for number in near])
            before = seen[near] & ~each.solid
            add("lost by opening", (before & ~after).sum(), before.sum())


def _scenes(algorithm: Algorithm, add: Add) -> None:
    """Count the artifacts in the drawn scenes, from every floor tile of each."""
    for name in SCENES:
        each, _ = scene(name)
        seen, _ = algorithm.run(each.solid, each.floor)
        near = disc(each.solid, each.floor)
        dark, lit = lone_tiles(each, each.floor, seen & near)
        add("lone tiles in scenes", dark + lit, (near & ~each.solid).sum())
        if name == ROOM:
            walls = near & each.solid
            add("dark walls of a room", (walls & ~seen).sum(), walls.sum())
        if name == PILLAR:
            narrower = [
                shadow_narrows(each, at, shown) for at, shown in zip(each.floor, seen, strict=True)
            ]
            add("shadows that narrow", sum(narrower), len(narrower))


def shadow_narrows(each: Map, viewer: Tile, shown: Bools) -> bool:
    """Return whether the shadow of the pillar gets narrower anywhere with the distance from the
    viewer.

    Its width is counted in columns or rows, depending on the longer axis of the way to the pillar.
    The shadow is followed until it leaves the map or the radius.
    """
    ((row, col),) = np.argwhere(each.solid)
    if abs(row - viewer[0]) > abs(col - viewer[1]):
        shown, row, col = shown.T, col, row
        viewer = viewer[1], viewer[0]
    step = 1 if col > viewer[1] else -1
    widest = 0
    for at in range(col + step, viewer[1] + (RADIUS + 1) * step, step):
        if not 0 <= at < shown.shape[1]:
            break
        dark = ~shown[:, at]
        if dark[0] or dark[-1]:
            break
        width = int(dark.sum())
        if width < widest:
            return True
        widest = width
    return False

"""Exact definitions of what is visible, which algorithms approximate.

Definitions from the viewer's middle are computed here with angles. Every direction to a corner has
a rank, a tile covers a range of ranks, and a range is stored as the bits of an int. A tile is
hidden if the ranges of the walls before it cover its own. A single line, which has no width, does
not make a tile visible.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, cmp_to_key, partial

import numpy as np

from sightline.atlas.packages import Bools
from sightline.atlas.scans import Tile
from sightline.engine import field
from sightline.model.square import SquareBoard
from sightline.packs.schema import Pack, PackQuestion, TouchRules
from sightline.rules.center import CenterRule
from sightline.rules.pack import PackRule
from sightline.rules.registry import RULES, RuleOrName

Fields = Callable[[Bools, Sequence[Tile]], Bools]
"""A function of a map and viewers that returns what each of them sees."""
RADIUS = 8
"""The radius of all measurements, in tiles."""

SQUARE = ((-1, -1), (-1, 1), (1, 1), (1, -1))
DIAMOND = ((-1, 0), (0, 1), (1, 0), (0, -1))


def by_rule(rule: RuleOrName, solid: Bools, viewers: Sequence[Tile]) -> Bools:
    """Return the fields by one of our rules."""
    board = SquareBoard.from_array(solid)
    known = RULES[rule] if isinstance(rule, str) else rule
    return np.array([field(board, at, known) for at in viewers], dtype=bool)


def from_middle(diamonds: bool, solid: Bools, viewers: Sequence[Tile]) -> Bools:
    """Return the tiles of which any part is visible from the viewer's middle."""
    found = np.zeros((len(viewers), *solid.shape), dtype=bool)
    for number, (row, col) in enumerate(viewers):
        found[number, row, col] = True
        # by Manhattan distance: the shadow of all walls nearer than that
        shadow = [0] * (2 * RADIUS + 2)
        dark, last = 0, 0
        for distance, dr, dc, tile, wall in _ranges(diamonds):
            if distance != last:
                dark, last = dark | shadow[last], distance
            at = row + dr, col + dc
            if not (0 <= at[0] < solid.shape[0] and 0 <= at[1] < solid.shape[1]):
                continue
            found[number, at[0], at[1]] = bool(tile & ~dark)
            if solid[at]:
                shadow[distance] |= wall
    return found


@cache
def _ranges(diamonds: bool) -> list[tuple[int, int, int, int, int]]:
    """Return data about each tile near (0, 0), nearest first: its distance, its place, its range
    and its wall's range.

    A line goes from a tile to tiles that are farther away by Manhattan distance, or equally far and
    only touched at a corner. So the walls in front of a tile are those that are nearer.
    """
    near = range(-RADIUS, RADIUS + 1)
    tiles = [(r, c) for r in near for c in near if 0 < r * r + c * c <= RADIUS**2]
    shapes = {True: DIAMOND, False: SQUARE}
    points = {
        (2 * r + dr, 2 * c + dc) for r, c in tiles for shape in shapes.values() for dr, dc in shape
    }
    ranks: dict[Tile, int] = {}
    previous: Tile | None = None
    for point in sorted(points, key=cmp_to_key(_turn)):
        if previous is None:
            ranks[point] = 0
        else:
            ranks[point] = ranks[previous] + (_turn(previous, point) != 0)
        previous = point
    count = max(ranks.values()) + 1

    def covered(tile: Tile, shape: Sequence[Tile]) -> int:
        """Return the bits between the outermost corners; bit n is between the
        directions n and n + 1.
        """
        found = sorted({ranks[2 * tile[0] + dr, 2 * tile[1] + dc] for dr, dc in shape})
        first, last = found[0], found[-1]
        if last - first < count // 2:
            return (1 << last) - (1 << first)
        # The tile contains the direction of rank 0.
        low = max(rank for rank in found if rank < count // 2)
        high = min(rank for rank in found if rank >= count // 2)
        return ((1 << count) - (1 << high)) | ((1 << low) - 1)

    return sorted(
        (abs(r) + abs(c), r, c, covered((r, c), SQUARE), covered((r, c), shapes[diamonds]))
        for r, c in tiles
    )


def _turn(a: Tile, b: Tile) -> int:
    """Return a negative number if direction `a` comes before `b` in the order of
    ranks, 0 if equal.
    """
    sides = [not (point[0] > 0 or (point[0] == 0 and point[1] > 0)) for point in (a, b)]
    if sides[0] != sides[1]:
        return -1 if sides[1] else 1
    return a[0] * b[1] - a[1] * b[0]


def _any_part() -> PackRule:
    touch = TouchRules(corner="pass", edge="pass", pinch="pass", seam="block")
    return PackRule(
        Pack(
            name="any-part",
            title="Any part to any part",
            summary="Some line meets the inside of both tiles and the inside of no wall between.",
            source="Precise permissive field of view, by Jonathon Duerig",
            grids=("square",),
            symmetric=True,
            sight=PackQuestion(start="area", end="area", touch=touch, blockers={"solid": "hide"}),
        )
    )


DEFINITIONS: dict[str, Fields] = {
    "middle to middle": partial(by_rule, CenterRule(ties="permissive")),
    "middle to middle, diamond walls": partial(by_rule, "symmetric-shadowcasting"),
    "middle to any part": partial(from_middle, False),
    "middle to any part, diamond walls": partial(from_middle, True),
    "any part to any part": partial(by_rule, _any_part()),
    "any part to any part, diamond cells": partial(by_rule, "dcss"),
}

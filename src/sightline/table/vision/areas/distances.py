"""Distances on a map, by the metric of the game, in exact integers.

A path is a list of waypoints. Between two of them a figure makes as many diagonal steps as it can,
and the rest straight. The metric defines the cost of a step:

steps       every step costs 1, diagonal or not; on hexes, this is the number of hexes
5-10-5      every second diagonal step costs 2. They are counted along the whole path, not leg by
            leg, so that an additional waypoint never makes a path shorter
straight    the straight line between the centers, in tenths of a tile
2-3         an orthogonal step costs 2, a diagonal one 3 (One Card Dungeon)

The page measures by the same rules during a drag (`page/src/state/measure/distance.ts`). Both are
tested with the same examples.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import isqrt
from typing import get_args

from sightline.model.cell import hex_distance
from sightline.table.protocol.measures import MetricWord
from sightline.table.state.keys import TilePair

METRICS_ON: dict[str, tuple[MetricWord, ...]] = {
    "square": get_args(MetricWord),
    "hex": ("steps", "straight"),
}
"""The metrics for each grid. Hexes have no diagonal steps."""

TENTHS = 10
_FINE = 10**9
_UNIT = re.compile(r"(?P<amount>[0-9]{1,4}(?:\.[0-9]{1,2})?) ?(?P<word>[^\W\d_]{1,12}\.?)")


@dataclass(frozen=True)
class TileLength:
    """The length of a tile in the game world: 5 ft, 1.5 m."""

    amount: Fraction
    word: str

    def __str__(self) -> str:
        return f"{shown_amount(self.amount)} {self.word}"


def unit_from(text: str) -> TileLength | None:
    """Parse a length such as "5 ft", "1.5 m" or "2 yards"; None if it is invalid."""
    found = _UNIT.fullmatch(" ".join(text.split()))
    amount = Fraction(found["amount"]) if found else 0
    return TileLength(Fraction(amount), found["word"]) if found and amount else None


def path_length(metric: MetricWord, grid: str, path: Sequence[TilePair]) -> int:
    """Return the length of a path: in steps, in points (2-3), or in tenths of a tile (straight)."""
    if metric == "straight":
        # Rounded only once, at the end. No sum of roots is this close to the middle between two
        # tenths.
        fine = sum(isqrt(square(grid, a, b) * _FINE * _FINE) for a, b in pairwise(path))
        return (2 * TENTHS * fine + _FINE) // (2 * _FINE)
    if grid == "hex":
        return sum(hex_distance(a, b) for a, b in pairwise(path))
    ahead = diagonal = 0
    for a, b in pairwise(path):
        long, short = _sides(a, b)
        ahead += long - short
        diagonal += short
    return _counted(metric, ahead, diagonal)


def is_within(metric: MetricWord, grid: str, a: TilePair, b: TilePair, reach: int) -> bool:
    """Return whether the distance between two tiles is at most `reach`. Straight lines are
    compared exactly.
    """
    if metric == "straight":
        return square(grid, a, b) <= reach * reach
    return path_length(metric, grid, (a, b)) <= reach


def is_within_of_corner(metric: MetricWord, down: int, across: int, reach: int) -> bool:
    """Return whether a square is within reach of a corner of the grid.

    `down` and `across` are its row and column counted from the corner, starting with 1. The
    distance is measured to its center, or in steps from the corner.
    """
    if metric == "straight":
        return (2 * down - 1) ** 2 + (2 * across - 1) ** 2 <= (2 * reach) ** 2
    long, short = max(down, across), min(down, across)
    return _counted(metric, long - short, short) <= reach


def square(grid: str, a: TilePair, b: TilePair) -> int:
    """Return the squared straight distance between two centers, in tiles."""
    first, second = b[0] - a[0], b[1] - a[1]
    return first * first + second * second + (first * second if grid == "hex" else 0)


def shown_amount(amount: Fraction) -> str:
    """Return an amount with at most two decimals, and only as many as needed: 30, 7.5, 4.24."""
    hundredths = (200 * amount.numerator + amount.denominator) // (2 * amount.denominator)
    whole, rest = divmod(hundredths, 100)
    return f"{whole}.{rest:02}".rstrip("0").rstrip(".")


def _sides(a: TilePair, b: TilePair) -> TilePair:
    sides = abs(b[0] - a[0]), abs(b[1] - a[1])
    return max(sides), min(sides)


def _counted(metric: MetricWord, ahead: int, diagonal: int) -> int:
    if metric == "5-10-5":
        return ahead + diagonal + diagonal // 2
    if metric == "2-3":
        return 2 * ahead + 3 * diagonal
    return ahead + diagonal

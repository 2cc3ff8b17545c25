"""Distances on a map, by the metric of the game. Exact integers.

A path is a list of tiles, from waypoint to waypoint. Between two of them a figure makes as many
diagonal steps as it can, and the rest straight; the metric defines the cost of a step:

steps       every step counts 1, diagonal or not; on hexes it is the number of hexes
5-10-5      of diagonal steps every second one counts 2: counted along the whole path, not leg by
            leg, so that a way point more never makes a way shorter
straight    the straight line between the centers, in tenths of a tile
2-3         a step straight on counts 2, a diagonal one 3 (One Card Dungeon)

The page measures by the same rules during a drag (`page/src/state/measure/distance.ts`); both are
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
"""Hexes have no diagonal steps."""

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
    """Parse "5 ft", "1.5 m" or "2 yards"; None if it is invalid."""
    found = _UNIT.fullmatch(" ".join(text.split()))
    amount = Fraction(found["amount"]) if found else 0
    return TileLength(Fraction(amount), found["word"]) if found and amount else None


def path_length(metric: MetricWord, grid: str, path: Sequence[TilePair]) -> int:
    """Return the length of the path: in steps, by 2-3 in points, by a straight line in tenths of a
    tile.
    """
    if metric == "straight":
        # Rounded once, at the end; no sum of roots is this close to the middle of two tenths.
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
    """Whether the distance between two tiles is at most `reach`. Exact for a straight line."""
    if metric == "straight":
        return square(grid, a, b) <= reach * reach
    return path_length(metric, grid, (a, b)) <= reach


def is_within_of_corner(metric: MetricWord, down: int, across: int, reach: int) -> bool:
    """Whether a square is within reach of a corner of the grid; it is number `down` and `across`
    from there, from 1. Measured to its center, or in steps from the corner into it.
    """
    if metric == "straight":
        return (2 * down - 1) ** 2 + (2 * across - 1) ** 2 <= (2 * reach) ** 2
    long, short = max(down, across), min(down, across)
    return _counted(metric, long - short, short) <= reach


def square(grid: str, a: TilePair, b: TilePair) -> int:
    """The squared straight distance between two centers, in tiles."""
    first, second = b[0] - a[0], b[1] - a[1]
    return first * first + second * second + (first * second if grid == "hex" else 0)


def shown_amount(amount: Fraction) -> str:
    """With as many decimals as needed, at most two: 30, 7.5, 4.24."""
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

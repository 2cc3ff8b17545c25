"""Round rooms and columns of One Page Dungeons: curves between tiles of rock.

A round room is given by its square of tiles. The program draws it as a circle through the corners
of the middle tile of each side, where its doors are, so the circle extends beyond the square there
by less than a tenth of a tile. Here it is clipped at the square. A tile without any part of the
circle is rock, and the wall runs through the other tiles.

    +--##--+      the middle of a side is straight, and open if there is a door;
    | /  \\ |      four arcs go around the corners
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from sightline.formats.shared.curves import MAX_ERROR, arc, ellipse
from sightline.formats.shared.walls import Spot
from sightline.model.numbers import UNIT

COLUMN_RADIUS = Fraction(7, 40)
"""The radius of a column. The format does not give one: in 48 dungeons drawn with columns, it is
0.13 to 0.26 of a tile, 0.174 on average.
"""

_FINE = 64 * UNIT
_ERROR = MAX_ERROR * Fraction(99, 100)
"""Slightly less than the allowed error, because rounding the corners to our unit adds to it."""


@dataclass(frozen=True)
class RoundRoom:
    """A round room by its rectangle, in columns and rows of the board."""

    col: int
    row: int
    cols: int
    rows: int
    place: str

    def is_curved(self, floor: bytearray, board_cols: int) -> bool:
        """Return whether the wall can be drawn as a curve: only if all entrances are in the middles
        of its sides.

        `floor` has a byte for each tile of the board, 1 where another room is.
        """
        if min(self.cols, self.rows) < 2:
            return False
        board_rows = len(floor) // board_cols
        for row in range(self.row, self.row + self.rows):
            start = row * board_cols + self.col
            if any(floor[start : start + self.cols]):
                return False  # another room overlaps it
            is_middle = 2 * (row - self.row) + 1 == self.rows
            beside = [start - 1] * (self.col > 0)
            beside += [start + self.cols] * (self.col + self.cols < board_cols)
            if not is_middle and any(floor[tile] for tile in beside):
                return False
        for row in (self.row - 1, self.row + self.rows):
            if 0 <= row < board_rows:
                start = row * board_cols + self.col
                side = floor[start : start + self.cols]
                if self.cols % 2:
                    side[self.cols // 2] = 0
                if any(side):
                    return False
        return True

    def inset_by_centers(self, row: int) -> int:
        """Return how many tiles at each end of a row have their center outside the inscribed
        ellipse.
        """
        w, h = self.cols, self.rows
        # In half tiles from the middle: across² h² + down² w² is at most w² h².
        down = 2 * row + 1 - h
        furthest = math.isqrt((w * w * h * h - down * down * w * w) // (h * h))
        return min(w // 2, max(0, -((furthest + 1 - w) // 2)))

    def inset(self, row: int) -> int:
        """Return how many tiles at each end of a row have no part of the room."""
        w, h = self.cols, self.rows
        # In half tiles from the middle; the nearest point of a tile, w - 2 * inset - 2 across, lies
        # in the ellipse: (h² - 1) across² + (w² - 1) down² is less than w² h² - 1.
        down = max(0, 2 * row - h, h - 2 * row - 2)
        room = w * w * h * h - 1 - (w * w - 1) * down**2
        if room <= 0:
            return w // 2
        furthest = math.isqrt((room - 1) // (h * h - 1))
        return min(w // 2, max(0, -((furthest + 2 - w) // 2)))

    def walls(self) -> list[list[Spot]]:
        """Return four arcs around the corners, each from the middle of one side to that of the
        next.
        """
        middle = self.col + Fraction(self.cols, 2), self.row + Fraction(self.rows, 2)
        return [
            [in_units((middle[0] + right * x, middle[1] + below * y)) for x, y in self.corner()]
            for right in (1, -1)
            for below in (1, -1)
        ]

    def corner(self) -> tuple[Spot, ...]:
        """Return the arc around the lower right corner, relative to the room's middle."""
        return _corner(self.cols, self.rows)


@lru_cache(maxsize=64)
def _corner(w: int, h: int) -> tuple[Spot, ...]:
    # The ellipse through (w/2, 1/2) and (1/2, h/2); a circle if w and h are equal.
    above = w * w * h * h - 1
    across = _root(Fraction(above, 4 * (h * h - 1)))
    down = _root(Fraction(above, 4 * (w * w - 1)))
    half = Fraction(1, 2)
    first = math.atan2(half / down, Fraction(w, 2) / across)
    last = math.atan2(Fraction(h, 2) / down, half / across)
    origin = Fraction(0), Fraction(0)
    spots = arc(origin, (across, down), math.degrees(first), math.degrees(last - first), _ERROR)
    return ((Fraction(w, 2), half), *spots[1:-1], (half, Fraction(h, 2)))


def column(center: Spot) -> list[Spot]:
    """Return a closed octagon around a column."""
    return [in_units((center[0] + x, center[1] + y)) for x, y in _RING]


def in_units(spot: Spot) -> Spot:
    """Return the nearest point at which a free wall can end."""
    return Fraction(round(spot[0] * UNIT), UNIT), Fraction(round(spot[1] * UNIT), UNIT)


def _root(square: Fraction) -> Fraction:
    """Return the square root, with an error of a small fraction of our unit."""
    return Fraction(math.isqrt(square.numerator * _FINE**2 // square.denominator), _FINE)


_RING = ellipse((Fraction(0), Fraction(0)), (COLUMN_RADIUS, COLUMN_RADIUS), _ERROR)
COLUMN_WALLS = len(_RING) - 1
"""The number of walls around a column."""

"""Curves from a file whose coordinates are pixels, with a limit on their pieces.

A tiny file can demand millions of pieces. Real curves have about ten each.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sightline.errors import FormatError
from sightline.formats.shared.curves import MAX_ERROR, bezier, ellipse
from sightline.formats.shared.walls import Spot
from sightline.model.parts.ground import MAX_SIDE
from sightline.texts import say

MAX_PIECES_OF_ALL = 10_000
"""The maximum number of pieces of all curves in one file."""


class CurveBudget:
    """Turns curves into chains of short pieces; `tile` is the width of a tile in pixels."""

    def __init__(self) -> None:
        self._pieces = 0

    def along(self, points: Sequence[Spot], tile: Fraction, place: str) -> list[Spot]:
        """Return the chain of a Bézier curve with these control points."""
        self._check_reach(points, tile, place)
        return self._counted(bezier(points, MAX_ERROR * tile), place)

    def around(self, one: Spot, other: Spot, tile: Fraction, place: str) -> list[Spot]:
        """Return the chain of the ellipse in the box with these opposite corners."""
        self._check_reach((one, other), tile, place)
        (x0, y0), (x1, y1) = one, other
        middle = (x0 + x1) / 2, (y0 + y1) / 2
        radii = abs(x1 - x0) / 2, abs(y1 - y0) / 2
        return self._counted(ellipse(middle, radii, MAX_ERROR * tile), place)

    def _check_reach(self, points: Sequence[Spot], tile: Fraction, place: str) -> None:
        """Raise an error for a curve larger than any board, before computing it."""
        for axis in (0, 1):
            values = [point[axis] for point in points]
            if max(values) - min(values) > 2 * MAX_SIDE * tile:
                raise FormatError(say("a curve larger than any board"), place)

    def _counted(self, chain: list[Spot], place: str) -> list[Spot]:
        self._pieces += len(chain) - 1
        if self._pieces > MAX_PIECES_OF_ALL:
            raise FormatError(
                say("curves of more than {most:,} pieces", most=MAX_PIECES_OF_ALL), place
            )
        return chain

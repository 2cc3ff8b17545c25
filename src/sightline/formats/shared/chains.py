"""Walls that are chains of straight pieces, with openings for doors.

A place on a chain is a distance from its start, in billionths of the file's unit. It is a whole
number, because lengths of diagonal pieces are irrational. This is far finer than the unit of
boards.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable
from fractions import Fraction
from itertools import accumulate, pairwise

from sightline.errors import FormatError
from sightline.formats.contract import MAX_SEGMENTS
from sightline.formats.shared.walls import Spot, WallPen
from sightline.model.threshold import Threshold
from sightline.texts import say

WallLine = tuple[list[Spot], Threshold, str]
"""The points of a wall or door in the file's coordinates, its threshold, and its place in
the file.
"""
FINE = 10**9
"""Steps along a chain in one unit of the file."""


def counted(lines: Iterable[WallLine]) -> list[WallLine]:
    """Return all lines as a list; raise an error if they are too many, before the slow drawing
    starts.
    """
    kept = []
    segments = 0
    for line in lines:
        segments += len(line[0]) - 1
        if segments > MAX_SEGMENTS:
            raise FormatError(say("more than {most:,} wall segments", most=MAX_SEGMENTS), line[2])
        kept.append(line)
    return kept


def draw(lines: Iterable[WallLine], pen: WallPen) -> None:
    """Draw all lines with the pen."""
    for spots, threshold, place in counted(lines):
        pen.polyline(spots, threshold, place)


def length(start: Spot, end: Spot) -> int:
    """Return the length of a straight piece, in steps, rounded down."""
    squared = (end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2
    return math.isqrt(math.floor(squared * FINE * FINE))


class WallRun:
    """A chain of points, closed or open.

    >>> from fractions import Fraction
    >>> corners = [(Fraction(x), Fraction(y)) for x, y in ((0, 0), (4, 0), (4, 3))]
    >>> chain = WallRun(corners, closed=False)
    >>> door = (2 * FINE, 3 * FINE)
    >>> [[tuple(map(int, spot)) for spot in part] for part in chain.without([door])]
    [[(0, 0), (2, 0)], [(3, 0), (4, 0), (4, 3)]]
    """

    def __init__(self, spots: list[Spot], *, closed: bool) -> None:
        self.spots = [*spots, spots[0]] if closed and spots else list(spots)
        self.closed = closed
        steps = (length(one, other) for one, other in pairwise(self.spots))
        self._marks = list(accumulate(steps, initial=0))

    @property
    def pieces(self) -> int:
        """The number of straight pieces, including those without length."""
        return max(0, len(self.spots) - 1)

    @property
    def total(self) -> int:
        """The length of the chain, in steps."""
        return self._marks[-1]

    def beside(self, piece: int, spot: Spot) -> int:
        """Return the place on a piece that is closest to a point."""
        (x0, y0), (x1, y1) = self.spots[piece], self.spots[piece + 1]
        dx, dy = x1 - x0, y1 - y0
        squared = dx * dx + dy * dy
        share = ((spot[0] - x0) * dx + (spot[1] - y0) * dy) / squared if squared else Fraction(0)
        share = min(max(share, Fraction(0)), Fraction(1))
        return self._marks[piece] + round(share * (self._marks[piece + 1] - self._marks[piece]))

    def at(self, place: int) -> Spot:
        """Return the point at a place between 0 and `total`."""
        piece = min(bisect_right(self._marks, place), self.pieces) - 1
        room = self._marks[piece + 1] - self._marks[piece]
        if room == 0:
            return self.spots[piece]
        share = Fraction(place - self._marks[piece], room)
        (x0, y0), (x1, y1) = self.spots[piece], self.spots[piece + 1]
        return x0 + share * (x1 - x0), y0 + share * (y1 - y0)

    def spans(self, start: int, end: int) -> list[tuple[int, int]]:
        """Return a stretch as one or two spans: an open chain ends at its ends, a closed one
        continues.
        """
        if end - start >= self.total:
            return [(0, self.total)]
        if self.closed and (start < 0 or end > self.total):
            start, end = start % self.total, end % self.total
            return [(start, self.total), (0, end)] if start > end else [(start, end)]
        return [(min(max(start, 0), self.total), max(min(end, self.total), 0))]

    def part(self, start: int, end: int) -> list[Spot]:
        """Return the points from one place to another, inclusive."""
        first, last = bisect_right(self._marks, start), bisect_right(self._marks, end)
        between = [
            self.spots[index] for index in range(first, last) if start < self._marks[index] < end
        ]
        return [self.at(start), *between, self.at(end)]

    def without(self, gaps: Iterable[tuple[int, int]]) -> list[list[Spot]]:
        """Return the parts of the chain that remain when these stretches are removed."""
        cut = sorted(span for gap in gaps for span in self.spans(*gap))
        left, reached = [], 0
        for start, end in (*cut, (self.total, self.total)):
            if start > reached:
                left.append(self.part(reached, start))
            reached = max(reached, end)
        return left

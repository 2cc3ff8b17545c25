"""The heights of a line between two bodies: which pairs of heights need to be tried.

A line starts at a height in the body of its source and ends at a height in the body of its target.
What it clears depends only on comparisons of its height with bottoms and tops, at finitely many
positions. These comparisons cut the rectangle of all pairs of heights into cells; one pair from
each cell is enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from sightline.geometry.contact import Position
from sightline.model.numbers import Body, Span

Heights = tuple[Fraction, Fraction]
"""The heights of a line at its two ends."""


class Comparison(NamedTuple):
    """A comparison of the line's height, at a position from 0 to 1 along it, with a
    given height.
    """

    part: Fraction
    height: Fraction


class SlopeRange:
    """All lines between two bodies that are the same line in plan view.

    Its positions run to `span`.
    """

    def __init__(self, source: Body, target: Body, span: Position) -> None:
        self.feet, self.heads = (source[0], target[0]), (source[1], target[1])
        self._span = span

    def part(self, at: Position) -> Fraction:
        """Return a position as a fraction of the line, from 0 to 1."""
        return Fraction(at) / self._span if self._span else Fraction(0)

    def between(self, lo: Position, hi: Position) -> Heights:
        """Return the lowest and the highest height that any of the lines has on a stretch."""
        low = min(height_at(self.feet, self.part(at)) for at in (lo, hi))
        return low, max(height_at(self.heads, self.part(at)) for at in (lo, hi))

    def met(self, span: Span, lo: Position, hi: Position) -> Span | None:
        """Return the part of a span that some of the lines meet on a stretch, or None.

        A bottom or top that no line passes is replaced by None.
        """
        low, high = self.between(lo, hi)
        bottom, top = span
        if (top is not None and top <= low) or (bottom is not None and bottom >= high):
            return None
        return (
            None if bottom is None or bottom <= low else bottom,
            None if top is None or top >= high else top,
        )

    def decides(self, comparison: Comparison) -> bool:
        """Return whether some lines pass below the height of the comparison and others above."""
        low, high = (height_at(each, comparison.part) for each in (self.feet, self.heads))
        return low < comparison.height < high

    def just_under_heads(self, comparisons: Iterable[Comparison]) -> Heights:
        """Return heights just below both heads that clear everything that the line
        between the heads clears.
        """
        gaps = [height_at(self.heads, part) - height for part, height in comparisons]
        by = self._small(gaps)
        return self.heads[0] - by, self.heads[1] - by

    def just_over_feet(self, comparisons: Iterable[Comparison]) -> Heights:
        """Return heights just above both feet that pass below everything that the
        line between the feet does.
        """
        gaps = [height - height_at(self.feet, part) for part, height in comparisons]
        by = self._small(gaps)
        return self.feet[0] + by, self.feet[1] + by

    def _small(self, gaps: Iterable[Fraction]) -> Fraction:
        bodies = (head - feet for feet, head in zip(self.feet, self.heads, strict=True))
        return min((*bodies, *(gap for gap in gaps if gap > 0))) / 2

    def cells(self, comparisons: Sequence[Comparison]) -> Iterator[Heights]:
        """Yield one pair of heights from every cell, those near the heads first."""
        (low0, low1), (high0, high1) = self.feet, self.heads
        cells = [[(high0, high1), (low0, high1), (low0, low1), (high0, low1)]]
        for comparison in comparisons:
            cells = [part for cell in cells for part in _cut(cell, comparison)]
        for cell in cells:
            start, end = (sum(corner[i] for corner in cell) for i in (0, 1))
            yield Fraction(start, len(cell)), Fraction(end, len(cell))


def height_at(heights: Heights, part: Fraction) -> Fraction:
    """Return the height of a line at a fraction of its length."""
    return heights[0] + part * (heights[1] - heights[0])


def clipped(
    heights: Heights, span: Span, lo: Fraction, hi: Fraction
) -> tuple[Fraction, Fraction] | None:
    """Return the two fractions of the line between which its height is within the span, or None."""
    start, rise = heights[0], heights[1] - heights[0]
    bottom, top = span
    if rise < 0:
        start, rise = -start, -rise
        bottom, top = (None if top is None else -top), (None if bottom is None else -bottom)
    if rise == 0:
        is_in = (bottom is None or bottom <= start) and (top is None or start <= top)
        return (lo, hi) if is_in else None
    if bottom is not None:
        lo = max(lo, (bottom - start) / rise)
    if top is not None:
        hi = min(hi, (top - start) / rise)
    return (lo, hi) if lo <= hi else None


def _cut(cell: list[Heights], comparison: Comparison) -> Iterator[list[Heights]]:
    """Yield the parts of a convex cell whose lines pass above and below the height
    of the comparison.
    """
    part, height = comparison
    gaps = [height_at(corner, part) - height for corner in cell]
    if min(gaps) >= 0 or max(gaps) <= 0:
        yield cell
        return
    above, below = [], []
    for i, (corner, gap) in enumerate(zip(cell, gaps, strict=True)):
        before, gap_before = cell[i - 1], gaps[i - 1]
        if gap * gap_before < 0:
            way = gap_before / (gap_before - gap)
            crossing = (
                before[0] + way * (corner[0] - before[0]),
                before[1] + way * (corner[1] - before[1]),
            )
            above.append(crossing)
            below.append(crossing)
        if gap >= 0:
            above.append(corner)
        if gap <= 0:
            below.append(corner)
    yield above
    yield below

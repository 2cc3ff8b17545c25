"""Heights, for the checker: which heights a line may have, and what is at them.

It does not use the code of rules. The engine cuts the rectangle of heights into polygons. This
module samples it instead: it takes one height of the start between any two at which something
changes, and for each of them one height of the end between any two that matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations, pairwise

from sightline.model.board import Board
from sightline.model.numbers import Body, Span
from sightline.model.parts.heights import BODY
from sightline.model.place import Place

Heights = tuple[Fraction, Fraction]
Bound = tuple[Fraction, Fraction]
"""A position from 0 to 1 along the line, and a height to compare with the line's
height at that position.
"""


def has_heights(board: Board, source: Place, target: Place) -> bool:
    """Return whether heights matter between these places."""
    return board.has_heights or source.body is not None or target.body is not None


def body(board: Board, where: Place) -> Body:
    """Return the heights of feet and head of a place."""
    if where.body is not None:
        return where.body
    feet = max(board.elevation(tile) or Fraction(0) for tile in where.tiles)
    return feet, feet + BODY


def share_a_height(one: Body, other: Body) -> bool:
    return max(one[0], other[0]) < min(one[1], other[1])


def floor_between(board: Board, tile: object, one: Body, other: Body) -> bool:
    """Return whether the tile has a floor between two bodies that have no height in common."""
    low, high = min(one[1], other[1]), max(one[0], other[0])
    return any(low <= floor.height <= high and tile in floor.tiles for floor in board.floors())


def within(span: Span, height: Fraction) -> bool:
    """Return whether the height is between the span's bottom and top."""
    return (span[0] is None or span[0] <= height) and (span[1] is None or height <= span[1])


def height_there(heights: Heights, part: Fraction) -> Fraction:
    return (1 - part) * heights[0] + part * heights[1]


def cut_to_span(
    heights: Heights, span: Span, lo: Fraction, hi: Fraction
) -> tuple[Fraction, Fraction] | None:
    """Return the stretch on which the line's height is within the span, or None."""
    start, end = height_there(heights, lo), height_there(heights, hi)
    first, last = Fraction(0), Fraction(1)
    for bound, sign in ((span[0], 1), (span[1], -1)):
        if bound is None:
            continue
        here, there = sign * (start - bound), sign * (end - bound)
        if here < 0 and there < 0:
            return None
        if here < 0:
            first = max(first, here / (here - there))
        elif there < 0:
            last = min(last, here / (here - there))
    return (lo + first * (hi - lo), lo + last * (hi - lo)) if first <= last else None


def at_one_height(one: Body, other: Body, bounds: Iterable[Fraction]) -> Iterator[Heights]:
    """Yield heights that both bodies have, one between each two bounds, for a line
    without length.
    """
    low, high = max(one[0], other[0]), min(one[1], other[1])
    if low >= high:
        return
    marks = sorted({low, high, *(each for each in bounds if low < each < high)})
    for here, there in pairwise(marks):
        yield (here + there) / 2, (here + there) / 2


def options(source: Body, target: Body, bounds: Iterable[Bound]) -> Iterator[Heights]:
    """Yield pairs of heights, at least one for every order of the line's heights and the bounds."""
    lines = list(set(bounds))
    starts = {*source}
    for (s, v), (t, w) in combinations(lines, 2):
        if s != t:  # both equations, solved for the height at the start
            starts.add((v * t - w * s) / (t - s))
    for s, v in lines:
        for end in target:
            if s != 1:
                starts.add((v - s * end) / (1 - s))
    tried = set()
    for low, high in pairwise(sorted(each for each in starts if source[0] <= each <= source[1])):
        start = (low + high) / 2
        ends = {*target, *((v - (1 - s) * start) / s for s, v in lines if s)}
        marks = sorted(each for each in ends if target[0] <= each <= target[1])
        for here, there in pairwise(marks):
            heights = start, (here + there) / 2
            signs = tuple(height_there(heights, s) > v for s, v in lines)
            if signs not in tried:
                tried.add(signs)
                yield heights

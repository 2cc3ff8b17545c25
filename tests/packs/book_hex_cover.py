"""Independent implementation of D&D 5e on hexes: sight and cover, from the text of the book.

The engine is not used. Positions have rock, creatures and terrain, but no walls. All coordinates
are axial, as in `book_hexes`.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from itertools import pairwise

from tests.packs.book_hexes import Hex, Spot, corners
from tests.packs.book_ruler import Field, Found

HALF, MOST = 1, 4
"""On hexes one blocked line is half cover, and four are three-quarters cover."""


def dnd5e(field: Field) -> Found:
    rock = field.solid | {at for at, kind in field.terrain.items() if kind == "smoke"}
    if not (_sees(field.a, field.b, rock) or _sees(field.b, field.a, rock)):
        return Found(False, "total", "every line from a corner of one to the other touches rock")
    low = {at for at, kind in field.terrain.items() if kind == "low"}
    all_things = field.solid | field.figures | low
    best = None
    for start in corners(field.a):
        blocked = _count(field, start, all_things)
        full = _count(field, start, field.solid)
        degree = "three-quarters" if full >= MOST else "half" if blocked >= HALF else "none"
        found = (("none", "half", "three-quarters").index(degree), blocked, start, degree)
        if best is None or found[:2] < best[:2]:
            best = found
    assert best is not None
    _, blocked, (x, y), degree = best
    return Found(True, degree, f"from corner ({x}, {y}) {blocked} of 6 lines are blocked")


def _between(field: Field, things: Collection[Hex]) -> list[Hex]:
    return [at for at in things if at not in (field.a, field.b)]


def _count(field: Field, start: Spot, things: Collection[Hex]) -> int:
    there = _between(field, things)
    return sum(_stopped(start, end, there) for end in corners(field.b))


def _stopped(start: Spot, end: Spot, things: list[Hex]) -> bool:
    """Return whether the line goes through one of them, or between two that share a side.

    A line that only touches a corner or runs along a side passes.
    """
    if start == end:
        return False
    left: list[tuple[Fraction, Fraction]] = []
    right: list[tuple[Fraction, Fraction]] = []
    for at in things:
        part = _part(start, end, at)
        if part is None:
            continue
        turns = [_turn(start, end, spot) for spot in corners(at)]
        if min(turns) < 0 < max(turns):
            return True
        (left if max(turns) <= 0 else right).append(part)
    return any(max(a[0], b[0]) < min(a[1], b[1]) for a in left for b in right)


def _turn(start: Spot, end: Spot, spot: Spot) -> Fraction:
    return (end[0] - start[0]) * (spot[1] - start[1]) - (end[1] - start[1]) * (spot[0] - start[0])


def _part(start: Spot, end: Spot, at: Hex) -> tuple[Fraction, Fraction] | None:
    """Return the part of the line in the hex or along its border, or None if it only touches or
    misses.
    """
    low, high = Fraction(0), Fraction(1)
    spots = corners(at)
    for one, other in pairwise((*spots, spots[0])):
        here, there = _turn(one, other, start), _turn(one, other, end)
        if here < 0 and there < 0:
            return None
        if here < 0:
            low = max(low, here / (here - there))
        elif there < 0:
            high = min(high, here / (here - there))
    return (low, high) if low < high else None


def _sees(a: Hex, b: Hex, rock: Collection[Hex]) -> bool:
    """Return whether a line from a corner of one to some part of the other touches no rock.

    Between two adjacent directions to corners all lines meet the same things, so one of each is
    tried. In the directions themselves lines touch corners, which is not allowed.
    """
    there = [at for at in rock if at not in (a, b)]
    marks = [spot for at in (*there, b) for spot in corners(at)]
    for start in corners(a):
        ahead = (b[0] - start[0], b[1] - start[1])
        slopes = set()
        for spot in marks:
            way = (spot[0] - start[0], spot[1] - start[1])
            along = way[0] * ahead[0] + way[1] * ahead[1]
            if along > 0:
                slopes.add((way[1] * ahead[0] - way[0] * ahead[1]) / along)
        for one, other in pairwise(sorted(slopes)):
            slope = (one + other) / 2
            end = (
                start[0] + 2 * (ahead[0] - slope * ahead[1]),
                start[1] + 2 * (ahead[1] + slope * ahead[0]),
            )
            goal = _part(start, end, b)
            if goal is not None and not any(
                (met := _part(start, end, at)) is not None and met[0] < goal[0] for at in there
            ):
                return True
    return False

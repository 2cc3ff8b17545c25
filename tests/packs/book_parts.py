"""Any part to any part, past diamonds, and to corners moved inwards: slowly, from the words.

A line that is not upright is y = m x + c. Where it runs among the corners of all that matters
changes only at the slopes of lines through two corners, and, for one slope, at the corners. So one
line is tried for every such slope and between each two, at every corner and between each two; and
the same with x and y changed, for the upright ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise

from tests.packs.book_squares import Edge, Line, Spot, Things, Tile, corners, level, turns

PINCH = 3
Stretch = tuple[Fraction, Fraction]


def part_to_part(a: Tile, b: Tile, things: Things, *, touches_pass: bool) -> bool:
    """Does some line that goes through the inside of both meet nothing between them: touch nothing,
    or, where touches pass, go through the inside of nothing?"""
    if _flat(a, b, things, touches_pass):
        return True
    turned = Things({(y, x) for x, y in things.tiles}, {_turned(wall) for wall in things.walls})
    return _flat(a[::-1], b[::-1], turned, touches_pass)


def _turned(wall: Edge) -> Edge:
    return frozenset((y, x) for x, y in wall)


def _flat(a: Tile, b: Tile, things: Things, touches_pass: bool) -> bool:
    tiles = {tile for tile in things.tiles if _within(tile, a, b)}
    walls = [wall for wall in things.walls if all(_within(tile, a, b) for tile in wall)]
    spots = {spot for tile in (a, b, *tiles) for spot in corners(tile)}
    spots |= {spot for wall in walls for spot in _wall_ends(wall)}
    for m in _slopes(spots):
        heights = sorted({y - m * x for x, y in spots})
        low = max(min(y - m * x for x, y in corners(tile)) for tile in (a, b))
        high = min(max(y - m * x for x, y in corners(tile)) for tile in (a, b))
        for c in (*heights, *((one + two) / 2 for one, two in pairwise(heights))):
            if low < c < high and _is_free(m, c, a, b, tiles, walls, touches_pass):
                return True
    return False


def _within(tile: Tile, a: Tile, b: Tile) -> bool:
    return all(min(a[i], b[i]) <= tile[i] <= max(a[i], b[i]) for i in (0, 1))


def _wall_ends(wall: Edge) -> set[Spot]:
    one, other = wall
    return set(corners(one)) & set(corners(other))


def _slopes(spots: set[Spot]) -> Iterator[Fraction]:
    found = {(q[1] - p[1]) / (q[0] - p[0]) for p, q in combinations(spots, 2) if p[0] != q[0]}
    order = sorted(found)
    yield from order
    yield from ((one + two) / 2 for one, two in pairwise(order))
    yield from (order[0] - 1, order[-1] + 1)


def _stretch(m: Fraction, c: Fraction, tile: Tile) -> Stretch | None:
    """From where to where the line is in the tile, by x; its border counts."""
    low, high = Fraction(tile[0]), Fraction(tile[0] + 1)
    if m == 0:
        return (low, high) if tile[1] <= c <= tile[1] + 1 else None
    first, last = sorted(((tile[1] - c) / m, (tile[1] + 1 - c) / m))
    low, high = max(low, first), min(high, last)
    return (low, high) if low <= high else None


def _is_free(
    m: Fraction,
    c: Fraction,
    a: Tile,
    b: Tile,
    tiles: set[Tile],
    walls: list[Edge],
    touches_pass: bool,
) -> bool:
    here, there = _stretch(m, c, a), _stretch(m, c, b)
    assert here is not None
    assert there is not None
    # From where it leaves the one to where it enters the other, whichever is on the left.
    low, high = (
        (here[1], there[0])
        if here[0] + here[1] < there[0] + there[1]
        else (
            there[1],
            here[0],
        )
    )
    for tile in tiles:
        met = _stretch(m, c, tile)
        if met is None or met[1] < low or met[0] > high:
            continue
        inside = met[0] < met[1] and not (m == 0 and c in (tile[1], tile[1] + 1))
        if inside or not touches_pass:
            return False
    for wall in walls:
        (x1, y1), (x2, y2) = sorted(_wall_ends(wall))
        sides = (y1 - m * x1 - c, y2 - m * x2 - c)
        if min(sides) > 0 or max(sides) < 0:
            continue
        if x1 == x2 and low <= x1 <= high and (0 not in sides or not touches_pass):
            return False
        if x1 < x2 and m and low <= (y1 - c) / m <= high and (0 not in sides or not touches_pass):
            return False
    return True


def past_diamonds(a: Tile, b: Tile, things: Things) -> set[str]:
    """What the line from middle to middle meets of the diamonds in tiles: through, left, right."""
    (ax, ay), (dx, dy) = a, (b[0] - a[0], b[1] - a[1])
    found = set()
    for x, y in things.tiles:
        tips = [(2 * x + 1, 2 * y), (2 * x, 2 * y + 1), (2 * x - 1, 2 * y), (2 * x, 2 * y - 1)]
        sides = [dx * (q - 2 * ay) - dy * (p - 2 * ax) for p, q in tips]
        ahead = dx * (x - ax) + dy * (y - ay)
        if not 0 < ahead < dx * dx + dy * dy:
            continue
        if min(sides) < 0 < max(sides):
            found.add("through")
        elif 0 in sides:
            found.add("left" if max(sides) > 0 else "right")
    return found


def inset_corners(tile: Tile, part: int) -> list[Spot]:
    """The corners, each moved into the tile by a part of its side."""
    x, y = tile
    step = Fraction(1, part)
    left, right, top, bottom = x + step, x + 1 - step, y + step, y + 1 - step
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def inset_line(a: Tile, start: Spot, end: Spot, things: Things) -> Line:
    """From a corner to a point inside the target; squeezed out at the start is a pinch."""
    found = level(start, end, things)
    if not turns(start, a, (end[0] - start[0], end[1] - start[1]), things):
        found = max(found, PINCH)
    return Line(start, end, found)

"""Independent implementation of lines between any parts, past diamonds, and to inset corners.

A line that is not vertical is y = m x + c. Its order among the relevant corners changes only at the
slopes of lines through two corners and, for one slope, at the corners. So one line is tried for
every such slope and between each two, at every corner and between each two. The same is done with x
and y swapped, for vertical lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise

from tests.packs.book_squares import Edge, Line, Spot, Things, Tile, corners, level, turns

PINCH = 3
Stretch = tuple[Fraction, Fraction]


def part_to_part(a: Tile, b: Tile, things: Things) -> bool:
    """Return whether a line through the interior of both tiles touches nothing between them."""
    if _flat(a, b, things):
        return True
    turned = Things({(y, x) for x, y in things.tiles}, {_turned(wall) for wall in things.walls})
    return _flat(a[::-1], b[::-1], turned)


def _turned(wall: Edge) -> Edge:
    return frozenset((y, x) for x, y in wall)


def _flat(a: Tile, b: Tile, things: Things) -> bool:
    tiles = {tile for tile in things.tiles if _within(tile, a, b)}
    walls = [wall for wall in things.walls if all(_within(tile, a, b) for tile in wall)]
    spots = {spot for tile in (a, b, *tiles) for spot in corners(tile)}
    spots |= {spot for wall in walls for spot in _wall_ends(wall)}
    for m in _slopes(spots):
        heights = sorted({y - m * x for x, y in spots})
        low = max(min(y - m * x for x, y in corners(tile)) for tile in (a, b))
        high = min(max(y - m * x for x, y in corners(tile)) for tile in (a, b))
        for c in (*heights, *((one + two) / 2 for one, two in pairwise(heights))):
            if low < c < high and _is_free(m, c, a, b, tiles, walls):
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
    """Return the range of x in which the line is in the tile or on its border."""
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
) -> bool:
    here, there = _stretch(m, c, a), _stretch(m, c, b)
    assert here is not None
    assert there is not None
    # From leaving the left tile to entering the right one.
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
        if met is not None and met[1] >= low and met[0] <= high:
            return False
    for wall in walls:
        (x1, y1), (x2, y2) = sorted(_wall_ends(wall))
        sides = (y1 - m * x1 - c, y2 - m * x2 - c)
        if min(sides) > 0 or max(sides) < 0:
            continue
        if x1 == x2 and low <= x1 <= high:
            return False
        if x1 < x2 and m and low <= (y1 - c) / m <= high:
            return False
    return True


def diamond_to_diamond(a: Tile, b: Tile, things: Things) -> bool:
    """Return whether a line through the interior of both diamonds avoids all diamonds between them.

    The line may not pass through a tip that two diamonds share.
    """
    turned = Things({(y, x) for x, y in things.tiles}, {_turned(wall) for wall in things.walls})
    return _past(a, b, things) or _past(a[::-1], b[::-1], turned)


def _past(a: Tile, b: Tile, things: Things) -> bool:
    """Return whether there is such a line y = m x + c with a slope between -1 and 1.

    It goes through a diamond if it passes the middle by less than a half, above or below.
    """
    if a[0] == b[0]:
        return False
    half = Fraction(1, 2)
    left, right = sorted((a[0], b[0]))
    between = {tile for tile in things.tiles if left < tile[0] < right}
    walls = [[(x - half, y - half) for x, y in _wall_ends(wall)] for wall in things.walls]
    tips = {(Fraction(x), y + side) for x, y in (a, b, *between) for side in (half, -half)}
    tips |= {spot for wall in walls for spot in wall if left < spot[0] < right}
    slopes = sorted({Fraction(-1), Fraction(1), *(m for m in _slopes(tips) if -1 <= m <= 1)})
    for m in (*slopes, *((one + two) / 2 for one, two in pairwise(slopes))):
        heights = sorted({y - m * x for x, y in tips})
        for c in (*heights, *((one + two) / 2 for one, two in pairwise(heights))):
            off = {(x, y): y - m * x - c for x, y in (a, b, *between)}
            if max(abs(off[a]), abs(off[b])) >= half:
                continue
            if any(abs(off[tile]) < half for tile in between):
                continue
            shared = (
                (2 * y + dy) - m * (2 * x + dx) - 2 * c
                for x, y in between
                for dx, dy in ((1, 0), (0, 1))
                if (x + dx, y + dy) in between
            )
            if all(shared) and not any(_crosses(m, c, wall, left, right) for wall in walls):
                return True
    return False


def _crosses(m: Fraction, c: Fraction, wall: list[Spot], left: int, right: int) -> bool:
    """Return whether the line crosses a wall between these two middles."""
    (x1, y1), (x2, y2) = wall
    if (y1 - m * x1 - c) * (y2 - m * x2 - c) >= 0:
        return False
    return left < (x1 if x1 == x2 else (y1 - c) / m) < right


def past_diamonds(a: Tile, b: Tile, things: Things) -> set[str]:
    """Return how the center line passes the diamonds of these tiles: through, left or right."""
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
    """Return the corners, each moved into the tile by a fraction of its side."""
    x, y = tile
    step = Fraction(1, part)
    left, right, top, bottom = x + step, x + 1 - step, y + step, y + 1 - step
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def inset_line(a: Tile, start: Spot, end: Spot, things: Things) -> Line:
    """Return the level of a line from a corner to a point inside the target.

    A line squeezed between two blockers at its start is a pinch.
    """
    found = level(start, end, things)
    if not turns(start, a, (end[0] - start[0], end[1] - start[1]), things):
        found = max(found, PINCH)
    return Line(start, end, found)

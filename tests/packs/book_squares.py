"""Shared functions for independent implementations of games on squares, without the engine.

Tiles are (x, y) from the top left, and so are corners: tile (x, y) has the corners (x, y) to
(x + 1, y + 1). A line is checked inside tiles, at the corners that it passes through, and along
sides. Everything beyond the map is empty here, so maps need a free rim.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor

Tile = tuple[int, int]
Spot = tuple[Fraction, Fraction]
Edge = frozenset[Tile]
CLEAR, CORNER, EDGE, PINCH, SEAM, THROUGH = range(6)
LEVELS = ("clear", "corner", "edge", "pinch", "seam", "through")


@dataclass
class Things:
    """The blockers of one question: tiles, and walls between two tiles."""

    tiles: set[Tile] = field(default_factory=set)
    walls: set[Edge] = field(default_factory=set)

    def without(self, tiles: Iterable[Tile]) -> Things:
        return Things(self.tiles - set(tiles), self.walls)

    def shut(self, one: Tile, other: Tile) -> bool:
        """Return whether the step from one tile to the next is blocked."""
        return bool({one, other} & self.tiles) or frozenset({one, other}) in self.walls


def corners(tile: Tile) -> list[Spot]:
    """Return the corners clockwise from the top left."""
    x, y = tile
    return [(Fraction(a), Fraction(b)) for a, b in ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))]


def center(tile: Tile) -> Spot:
    return Fraction(2 * tile[0] + 1, 2), Fraction(2 * tile[1] + 1, 2)


def inside(start: Spot, end: Spot, tile: Tile) -> bool:
    """Return whether the line goes through the interior of the tile."""
    low, high = Fraction(0), Fraction(1)
    for axis in (0, 1):
        step = end[axis] - start[axis]
        near, far = tile[axis] - start[axis], tile[axis] + 1 - start[axis]
        if step == 0:
            if not near < 0 < far:
                return False
            continue
        first, last = sorted((near / step, far / step))
        low, high = max(low, first), min(high, last)
    return low < high


def crosses(start: Spot, end: Spot, wall: Edge) -> bool:
    """Return whether the line crosses the wall between the wall's ends."""
    (x1, y1), (x2, y2) = sorted(wall)
    along = 1 if y1 == y2 else 0  # tiles next to each other have a vertical wall between them
    across = 1 - along
    place = Fraction(x2 if across == 0 else y2)
    step = end[across] - start[across]
    if step == 0:
        return False
    t = (place - start[across]) / step
    at = start[along] + t * (end[along] - start[along])
    low = y1 if along == 1 else x1
    return 0 < t < 1 and low < at < low + 1


def ring(spot: Spot) -> list[Tile]:
    """Return the four tiles around a corner of the grid, clockwise from the top left."""
    x, y = int(spot[0]), int(spot[1])
    return [(x - 1, y - 1), (x, y - 1), (x, y), (x - 1, y)]


def sector(spot: Spot, way: Spot) -> tuple[int, ...]:
    """Return where in that ring a direction points: one tile, or two if it runs between them."""
    dx, dy = way
    columns = (dx >= 0, dx <= 0)
    rows = (dy >= 0, dy <= 0)
    found = []
    for i, (right, down) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        if columns[0 if right else 1] and rows[0 if down else 1]:
            found.append(i)
    return tuple(found)


def turns(spot: Spot, tile: Tile, way: Spot, things: Things) -> set[Tile]:
    """Return the tiles next to the start of the line that can be reached from the tile around the
    corner.

    There are two if the line runs between tiles, and none if the way around is closed.
    """
    tiles = ring(spot)
    here = tiles.index(tile)
    goals = sector(spot, way)
    found = set()
    for step in (1, -1):
        i = here
        for _ in tiles:
            if i in goals:
                found.add(tiles[i])
            if things.shut(tiles[i], tiles[(i + step) % 4]):
                break
            i = (i + step) % 4
    return found


def lattice(start: Spot, end: Spot) -> Iterator[Spot]:
    """Yield the grid corners on the line between its ends, in order."""
    axis = 0 if start[0] != end[0] else 1
    low, high = sorted((start[axis], end[axis]))
    places = range(floor(low) + 1, ceil(high))
    for place in places if start[axis] < end[axis] else reversed(places):
        t = (place - start[axis]) / (end[axis] - start[axis])
        other = start[1 - axis] + t * (end[1 - axis] - start[1 - axis])
        if other.denominator == 1:
            yield (Fraction(place), other) if axis == 0 else (other, Fraction(place))


def level(start: Spot, end: Spot, things: Things) -> int:
    """Return the worst obstacle of the line between its ends."""
    return max(meets(start, end, things))


def meets(start: Spot, end: Spot, things: Things) -> set[int]:
    """Return all obstacles of the line between its ends: a game may ignore the worst of them."""
    found = {CLEAR}
    if any(inside(start, end, tile) for tile in things.tiles):
        found.add(THROUGH)
    if any(crosses(start, end, wall) for wall in things.walls):
        found.add(THROUGH)
    if start[0] == end[0] or start[1] == end[1]:
        straight = start[0] if start[0] == end[0] else start[1]
        if straight.denominator == 1:
            return found | along(start, end, things)
    way = (end[0] - start[0], end[1] - start[1])
    return found | {at_corner(spot, way, things) for spot in lattice(start, end)}


def at_corner(spot: Spot, way: Spot, things: Things) -> int:
    """Return the obstacle at a grid corner: a pinch if both ways around are closed, a touch if one
    is.
    """
    tiles = ring(spot)
    (there,) = sector(spot, way)
    back = (there + 2) % 4
    shut = 0
    for side in ((there + 1) % 4, (there + 3) % 4):
        pair = [(tiles[back], tiles[side]), (tiles[side], tiles[there])]
        shut += any(things.shut(*each) for each in pair)
    if shut == 2:
        sides = (frozenset({tiles[i - 1], tiles[i]}) for i in range(4))
        return THROUGH if any(side in things.walls for side in sides) else PINCH
    return CORNER if shut else CLEAR


def along(
    start: Spot,
    end: Spot,
    things: Things,
    leaves: set[Tile] | None = None,
    enters: set[Tile] | None = None,
) -> set[int]:
    """Return the obstacles of a line along sides of the grid.

    The walk is on the left or right of the line and may change sides where nothing separates them.
    `leaves` and `enters`: the tiles in which it may start and end.
    """
    if start > end:
        return along(end, start, things, enters, leaves)
    axis = 0 if start[1] == end[1] else 1
    fixed = int(start[1 - axis])
    first, last = int(min(start[axis], end[axis])), int(max(start[axis], end[axis]))

    def tile(i: int, side: int) -> Tile:
        return (i, fixed - 1 + side) if axis == 0 else (fixed - 1 + side, i)

    found, here = {CLEAR}, {0, 1}
    for i in range(first, last):
        pair = tile(i, 0), tile(i, 1)
        free = {side for side in (0, 1) if pair[side] not in things.tiles}
        parted = frozenset(pair) in things.walls
        if not free:
            found.add(SEAM)
        if parted or len(free) == 1:
            found.add(EDGE)
        if i > first:
            before = tile(i - 1, 0), tile(i - 1, 1)
            held = {s for s in (0, 1) if frozenset({before[s], pair[s]}) in things.walls}
            if held or any(frozenset({before[s], pair[s]}) & things.tiles for s in (0, 1)):
                found.add(CORNER)
            here = (here & free) - held
        else:
            here = {s for s in free if leaves is None or pair[s] in leaves}
        if not here and free:
            found.add(PINCH if not things.walls else THROUGH)
            here = set(free)  # beyond the wall the walk continues on both sides
        if free == {0, 1} and not parted and here:
            here = {0, 1}
    if enters is not None and not any(tile(last - 1, side) in enters for side in here):
        found.add(PINCH if not things.walls else THROUGH)
    return found


# --- lines of a question --------------------------------------------------------------------------


@dataclass
class Line:
    start: Spot
    end: Spot
    level: int


def corner_line(a: Tile, start: Spot, b: Tile, end: Spot, things: Things, *, turn: bool) -> Line:
    """Return a line from a corner of `a` to a corner of `b`. Being squeezed at
    an end is a pinch.
    """
    if start == end:
        found = CLEAR
        tiles = ring(start)
        if turn:
            i, j = tiles.index(a), tiles.index(b)
            reach = False
            for step in (1, -1):
                k = i
                while k != j and not things.shut(tiles[k], tiles[(k + step) % 4]):
                    k = (k + step) % 4
                reach = reach or k == j
            found = CLEAR if reach else PINCH
        return Line(start, end, found)
    found = level(start, end, things)
    if turn and found < THROUGH:
        way = (end[0] - start[0], end[1] - start[1])
        leaves = turns(start, a, way, things)
        enters = turns(end, b, (-way[0], -way[1]), things)
        if not (leaves and enters):
            found = max(found, PINCH)
        elif 0 in way:
            found = max(along(start, end, things, leaves, enters))
    return Line(start, end, found)


def corner_to_area(a: Tile, b: Tile, things: Things) -> tuple[Spot, Spot] | None:
    """Return a line from a corner of `a` to a point of `b` that touches nothing after its start."""
    marks = [*corners(b), *(spot for tile in things.tiles for spot in corners(tile))]
    for wall in things.walls:
        one, other = wall
        marks += set(corners(one)) & set(corners(other))
    for c in corners(a):
        middle = (center(b)[0] - c[0], center(b)[1] - c[1])
        # Between two adjacent marks all lines meet the same things, so one of each is tried.
        slopes = {Fraction(0)}
        for mark in marks:
            way = (mark[0] - c[0], mark[1] - c[1])
            ahead = way[0] * middle[0] + way[1] * middle[1]
            if ahead > 0:
                slopes.add((way[1] * middle[0] - way[0] * middle[1]) / ahead)
        order = sorted(slopes)
        for low, high in pairwise(order):
            slope = (low + high) / 2
            way = (middle[0] - slope * middle[1], middle[1] + slope * middle[0])
            entry = enters(c, (c[0] + 2 * way[0], c[1] + 2 * way[1]), b)
            if entry is None or not turns(c, a, way, things):
                continue
            stopped = (
                any(inside(c, entry, tile) for tile in things.tiles)
                or any(crosses(c, entry, wall) for wall in things.walls)
                or (entry != c and any(on_wall(entry, wall) for wall in things.walls))
            )
            if not stopped:
                return c, entry
    return None


def enters(start: Spot, end: Spot, tile: Tile) -> Spot | None:
    low, high = Fraction(0), Fraction(1)
    for axis in (0, 1):
        step = end[axis] - start[axis]
        near, far = tile[axis] - start[axis], tile[axis] + 1 - start[axis]
        if step == 0:
            if not near < 0 < far:
                return None
            continue
        first, last = sorted((near / step, far / step))
        low, high = max(low, first), min(high, last)
    if low >= high:
        return None
    return start[0] + low * (end[0] - start[0]), start[1] + low * (end[1] - start[1])


def on_wall(spot: Spot, wall: Edge) -> bool:
    (x1, y1), (x2, y2) = sorted(wall)
    if y1 == y2:
        return spot[0] == x2 and y1 <= spot[1] <= y1 + 1
    return spot[1] == y2 and x1 <= spot[0] <= x1 + 1

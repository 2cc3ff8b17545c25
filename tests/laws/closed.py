"""Decide whether a room is closed, from plain data and without the engine.

Points are pairs of integers, with 3,000 units per tile: `(x, y)` on squares, axial `(q, r)` on
hexes. Axial coordinates are skewed, but this preserves straightness and containment.

There are two kinds of rooms. If everything that closes a room lies along sides of tiles, a flood
fill over tiles decides. It moves only through sides: where two tiles meet in a corner, closed
blockers leave either a way through a third tile or no way at all. If an outline cuts through tiles,
it must be a simple loop that is blocked along its whole length; a tile is inside or outside if the
outline does not enter it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from math import gcd

TILE = 3_000
"""The side of a square and the distance between hexes.

It is divisible by 2, 3, 5, 8 and 1000.
"""

Pair = tuple[int, int]
Point = tuple[int, int]
Segment = tuple[Point, Point]

STEPS: dict[str, tuple[Pair, ...]] = {
    "square": ((-1, 0), (0, 1), (1, 0), (0, -1)),
    "hex": ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)),
}


@dataclass(frozen=True)
class Standing:
    """A figure or a piece of furniture."""

    name: str
    at: Pair
    size: int
    tiles: tuple[Pair, ...]
    blocks: bool


@dataclass
class Plan:
    """A board as plain data. `outside` is "rim" on squares, "open" or "solid" on hexes."""

    grid: str
    tiles: tuple[Pair, ...]
    outside: str
    solid: set[Pair] = field(default_factory=set)
    edges: dict[tuple[Pair, Pair], tuple[str, str]] = field(default_factory=dict)
    """What each edge carries, and its state, by its two tiles in ascending order."""
    free: list[tuple[Segment, tuple[str, str]]] = field(default_factory=list)
    figures: list[Standing] = field(default_factory=list)

    def blocked(self, cleared: Collection[str] = ()) -> set[Pair]:
        """Return the blocking tiles, ignoring the figures with these names."""
        standing = (f.tiles for f in self.figures if f.blocks and f.name not in cleared)
        return self.solid.union(*standing)

    def on(self, tiles: Collection[Pair]) -> set[str]:
        """Return the blocking figures on any of these tiles."""
        return {f.name for f in self.figures if f.blocks and not set(tiles).isdisjoint(f.tiles)}


def does_block(threshold: tuple[str, str]) -> bool:
    return threshold[1] != "open"


# --- shapes


def corners(grid: str, tile: Pair) -> list[Point]:
    """Return the corners in order around the tile."""
    if grid == "square":
        y, x = tile[0] * TILE, tile[1] * TILE
        return [(x, y), (x + TILE, y), (x + TILE, y + TILE), (x, y + TILE)]
    q, r, third = tile[0] * TILE, tile[1] * TILE, TILE // 3
    around = ((2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2), (1, 1))
    return [(q + dq * third, r + dr * third) for dq, dr in around]


def middle(grid: str, tile: Pair) -> Point:
    half = TILE // 2
    if grid == "square":
        return tile[1] * TILE + half, tile[0] * TILE + half
    return tile[0] * TILE, tile[1] * TILE


def beside(grid: str, tile: Pair) -> list[Pair]:
    return [(tile[0] + da, tile[1] + db) for da, db in STEPS[grid]]


def side(grid: str, tile: Pair, other: Pair) -> Segment:
    """Return the side that two neighbors share, in the order of the first one's corners."""
    loop = corners(grid, tile)
    theirs = set(corners(grid, other))
    return next((a, b) for a, b in zip(loop, [*loop[1:], loop[0]], strict=True) if {a, b} <= theirs)


def turn(a: Point, b: Point, c: Point) -> int:
    """Return on which side of the line from `a` to `b` the point `c` is:
    positive, negative or 0.
    """
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def covered(piece: Segment, by: Iterable[Segment]) -> bool:
    """Return whether these segments together cover all of `piece`."""
    (px, py), (qx, qy) = piece
    dx, dy = qx - px, qy - py
    whole = dx * dx + dy * dy
    parts = []
    for a, b in by:
        if turn(*piece, a) == 0 == turn(*piece, b):
            ends = sorted(dx * (x - px) + dy * (y - py) for x, y in (a, b))
            parts.append((max(0, ends[0]), min(whole, ends[1])))
    so_far = 0
    for low, high in sorted(parts):
        if low > so_far:
            break
        so_far = max(so_far, high)
    return so_far == whole


def apart(segment: Segment, shape: list[Point], *, touching: bool) -> bool:
    """Return whether the segment stays outside this convex shape. `touching` allows its boundary.

    Two convex shapes are separate exactly if a side of one of them separates them.
    """
    for axis in (0, 1):
        ends = segment[0][axis], segment[1][axis]
        reach = [corner[axis] for corner in shape]
        if max(ends) < min(reach) or max(reach) < min(ends):
            return True
    for a, b in [*pairwise([*shape, shape[0]]), segment]:
        one = [turn(a, b, point) for point in segment]
        other = [turn(a, b, point) for point in shape]
        gap = max(min(one) - max(other), min(other) - max(one))
        if gap > 0 or (touching and gap == 0):
            return True
    return False


def _cross(one: Segment, other: Segment) -> bool:
    """Return whether two segments share a point."""
    (a, b), (c, d) = one, other
    return not any(
        min(values) > 0 or max(values) < 0
        for values in (
            [turn(a, b, c), turn(a, b, d)],
            [turn(c, d, a), turn(c, d, b)],
        )
    ) and all(
        max(a[axis], b[axis]) >= min(c[axis], d[axis])
        and max(c[axis], d[axis]) >= min(a[axis], b[axis])
        for axis in (0, 1)
    )


def is_simple(loop: list[Point]) -> bool:
    """Return whether a closed line touches itself only where consecutive sides meet."""
    count = len(loop)
    sides = sides_of(loop)
    if count < 3 or len(set(loop)) < count:
        return False
    for i in range(count):
        following = (i + 1) % count
        back = loop[(following + 1) % count]
        (ax, ay), (bx, by) = sides[i]
        if (
            turn(*sides[i], back) == 0
            and (bx - ax) * (back[0] - bx) + (by - ay) * (back[1] - by) < 0
        ):
            return False  # it reverses direction
        for j in range(i + 1, count):
            if j != following and (j + 1) % count != i and _cross(sides[i], sides[j]):
                return False
    return True


def sides_of(loop: list[Point]) -> list[Segment]:
    return list(pairwise([*loop, loop[0]]))


def holds(loop: list[Point], point: Point) -> bool:
    """Return whether the loop contains the point, which must not be on it."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in sides_of(loop):
        if (ay > y) != (by > y):
            left = (bx - ax) * (y - ay) - (x - ax) * (by - ay)
            inside ^= (left > 0) == (by > ay)
    return inside


# --- rooms whose walls lie along the sides of tiles


def _is_shut(plan: Plan, tile: Pair, other: Pair, free: bool) -> bool:
    """Return whether the side between two neighbors is closed by its content or by free walls."""
    threshold = plan.edges.get((min(tile, other), max(tile, other)))
    if threshold is not None and does_block(threshold):
        return True
    if not free:
        return False
    walls = (ends for ends, threshold in plan.free if does_block(threshold))
    return covered(side(plan.grid, tile, other), walls)


def reached(plan: Plan, start: Collection[Pair], *, free: bool = True) -> set[Pair]:
    """Return the tiles that a walk from these tiles reaches.

    The starting tiles and their figures do not block, and the outside of an open hex board is free.
    `free`: free walls count.
    """
    blocked = plan.blocked(plan.on(start)) - set(start)
    ground = set(plan.tiles)
    if plan.outside == "open":
        ground.update(_around(plan.tiles))
    found, todo = set(start), list(start)
    while todo:
        tile = todo.pop()
        for other in beside(plan.grid, tile):
            if (
                other in ground
                and other not in found
                and other not in blocked
                and not _is_shut(plan, tile, other, free)
            ):
                found.add(other)
                todo.append(other)
    return found


def _around(tiles: Collection[Pair]) -> Iterator[Pair]:
    """Yield enough tiles beyond the board for every way around it."""
    firsts, seconds = ([tile[axis] for tile in tiles] for axis in (0, 1))
    for first in range(min(firsts) - 1, max(firsts) + 2):
        for second in range(min(seconds) - 1, max(seconds) + 2):
            yield first, second


@dataclass(frozen=True)
class Sealed:
    """Positions and figures on the two sides of a closed border, which cannot see each other."""

    inside: tuple[Pair, ...]
    outside: tuple[Pair, ...]
    names_inside: tuple[str, ...]
    names_outside: tuple[str, ...]


def sealed_by_walking(
    plan: Plan, room: Collection[Pair], *, free: bool = True, last_edge: bool = True
) -> Sealed:
    """Return the two sides of a room that must be everything a walk from it reaches.

    Outside are the tiles that remain unreachable even without their own content, including rock,
    since a target's content does not block. If `last_edge` is False, the walls around them do not
    block either.
    """
    found = reached(plan, room, free=free)
    if found != set(room):
        raise ValueError(f"not closed: from {sorted(room)} one reaches {sorted(found - set(room))}")

    def is_out(tiles: Collection[Pair]) -> bool:
        names = plan.on(tiles)
        gone = {t for f in plan.figures if f.name in names for t in f.tiles}.union(tiles)
        return gone.isdisjoint(found) and all(
            last_edge and _is_shut(plan, tile, other, free)
            for tile in gone
            for other in beside(plan.grid, tile)
            if other in found
        )

    return Sealed(
        tuple(sorted(found)),
        tuple(tile for tile in plan.tiles if is_out([tile])),
        tuple(f.name for f in plan.figures if found.issuperset(f.tiles)),
        tuple(f.name for f in plan.figures if is_out(f.tiles)),
    )


# --- rooms with an outline


def sealed_by_outline(plan: Plan, loop: list[Point]) -> Sealed:
    """Return the two sides of an outline, a simple loop that is blocked or off
    the board all along.
    """
    if not is_simple(loop):
        raise ValueError(f"not a simple loop: {loop}")
    closing = list(_closing(plan))
    for piece in sides_of(loop):
        if not covered(piece, closing) and not is_beyond(plan, piece):
            raise ValueError(f"not closed: nothing blocks all along {piece}")
    lies = {tile: _lies(plan, loop, tile) for tile in plan.tiles}
    inside, outside = ([t for t in plan.tiles if lies[t] == where] for where in ("in", "out"))
    return Sealed(
        tuple(inside),
        tuple(outside),
        tuple(f.name for f in plan.figures if set(inside).issuperset(f.tiles)),
        tuple(f.name for f in plan.figures if set(outside).issuperset(f.tiles)),
    )


def _closing(plan: Plan) -> Iterator[Segment]:
    """Yield every segment inside a blocker: walls, the sides of rock, and the rim."""
    yield from (ends for ends, threshold in plan.free if does_block(threshold))
    for (a, b), threshold in plan.edges.items():
        if does_block(threshold):
            yield side(plan.grid, a, b)
    board = set(plan.tiles)
    for tile in plan.tiles:
        for other in beside(plan.grid, tile):
            if tile in plan.solid or (other not in board and plan.outside != "open"):
                yield side(plan.grid, tile, other)


def is_beyond(plan: Plan, piece: Segment) -> bool:
    """Return whether it lies completely off the board, where nobody can walk."""
    if plan.outside == "open":
        return False
    return all(apart(piece, corners(plan.grid, tile), touching=False) for tile in plan.tiles)


def _lies(plan: Plan, loop: list[Point], tile: Pair) -> str:
    """Return "in", "out" or "neither" for a tile.

    It is neither if the outline cuts it or contains it as a blocker, since a rock target does not
    block its own line.
    """
    shape = corners(plan.grid, tile)
    may_touch = tile not in plan.solid
    if not all(apart(piece, shape, touching=may_touch) for piece in sides_of(loop)):
        return ""
    return "in" if holds(loop, middle(plan.grid, tile)) else "out"


def split(piece: Segment, share: int) -> Point | None:
    """Return the point at 1/`share` of the segment if its coordinates are integers."""
    (ax, ay), (bx, by) = piece
    if gcd(bx - ax, by - ay) % share:
        return None
    return ax + (bx - ax) // share, ay + (by - ay) // share

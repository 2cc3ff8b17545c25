"""A scene as plain data, and its blockers as shapes with integer coordinates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, product
from math import gcd, lcm
from typing import Literal, NamedTuple

from tests.reference.strip import Frame, Shape, Whole, frame

Num = int | Fraction
Point = tuple[Num, Num]
Tile = tuple[int, int]
Tiles = Sequence[Tile]
BlockerKind = Literal["tile", "wall", "free", "outside"]

SIXTHS = 6  # makes corners and centers integers: halves on squares, thirds on hexes
HEX_CORNERS = ((1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1))  # in thirds, in cyclic order


@dataclass
class Scene:
    """The contents of a board: `rows` and `cols` for squares, `cells` for hexes."""

    grid: Literal["square", "hex"]
    rows: int = 0
    cols: int = 0
    cells: set[Tile] = field(default_factory=set)
    outside: Literal["open", "solid"] = "open"  # hexes only
    solid: set[Tile] = field(default_factory=set)
    walls: list[tuple[Tile, Tile]] = field(default_factory=list)
    free: list[tuple[Point, Point]] = field(default_factory=list)
    special: list[Special] = field(default_factory=list)


class Special(NamedTuple):
    """A wall with a property (section 7), between two tiles or between two points.

    A one-way wall stops a walk from the first tile to the second, or from its left to its right.
    """

    ends: tuple[Point, Point] | tuple[Tile, Tile]
    on_edge: bool
    limited: bool
    one_way: bool


class Blocker(NamedTuple):
    """A closed convex shape: a tile's corners in cyclic order, or the two ends of a wall."""

    kind: BlockerKind
    shape: Shape
    low: Whole
    high: Whole
    limited: bool = False
    across: tuple[Whole, Whole] | None = None
    """For a one-way wall: a point on the side that walks are stopped from, and one on the other."""

    def stops(self, start: Whole, stop: Whole) -> bool:
        """Return whether a line from `start` to `stop` crosses this one-way wall in the blocked
        direction.
        """
        if self.across is None:
            return True
        (ax, ay), (bx, by) = self.shape

        def height(p: Whole) -> int:
            """Return the signed distance of a point from the wall's line, in an arbitrary unit."""
            return (bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax)

        gained, stopped = (height(b) - height(a) for a, b in ((start, stop), self.across))
        return (gained > 0 and stopped > 0) or (gained < 0 and stopped < 0)


class Ground:
    """The blockers of a scene, in a unit small enough that every coordinate is an integer."""

    def __init__(self, scene: Scene, own: Tiles, points: Iterable[Point] = ()) -> None:
        self.scene = scene
        loose: list[tuple[Point, Point]] = [s.ends for s in scene.special if not s.on_edge]
        exact = [x for p in (*points, *chain(*scene.free), *chain(*loose)) for x in p]
        self.scale = lcm(SIXTHS, *(Fraction(x).denominator for x in exact))
        self.free = [(self.whole(a), self.whole(b)) for a, b in scene.free]
        self.blockers = list(self._blockers(set(own)))
        corners = chain(*(blocker.shape for blocker in self.blockers), *map(self.corners, own))
        xs, ys = zip(*corners, *(self.whole(p) for p in points), strict=True)
        self.extent = max(max(xs) - min(xs), max(ys) - min(ys))
        walls = [blocker.shape for blocker in self.blockers if blocker.kind == "free"]
        self.directions = set(_sides([*walls, self.corners(own[0])]))

    def _blockers(self, own: set[Tile]) -> Iterator[Blocker]:
        scene = self.scene
        for tile in scene.solid - own:
            yield _blocker("tile", self.corners(tile))
        for a, b in scene.walls:
            yield _blocker("wall", self.edge(a, b))
        for wall in self.free:
            yield _blocker("free", wall)
        for special in scene.special:
            yield self._special(special)
        if scene.grid == "square":
            for shape in self._beyond_squares():
                yield _blocker("outside", shape)
        elif scene.outside == "solid":
            for tile in self._hexes_around(own) - scene.cells - scene.solid - own:
                yield _blocker("tile", self.corners(tile))

    def _special(self, special: Special) -> Blocker:
        one, other = special.ends
        if special.on_edge:
            a, b = (int(one[0]), int(one[1])), (int(other[0]), int(other[1]))
            blocker = _blocker("wall", self.edge(a, b))
            across = (self.middle([a]), self.middle([b]))
        else:
            start, stop = self.whole(one), self.whole(other)
            blocker = _blocker("free", (start, stop))
            dx, dy = stop[0] - start[0], stop[1] - start[1]
            # A walk to the right has the top of the map on its left.
            across = ((start[0] + dy, start[1] - dx), (start[0] - dy, start[1] + dx))
        return blocker._replace(limited=special.limited, across=across if special.one_way else None)

    def _beyond_squares(self) -> Iterator[Shape]:
        """Yield four thick slabs around the board."""
        one, x, y = self.scale, self.scene.cols * self.scale, self.scene.rows * self.scale
        for x0, y0, x1, y1 in (
            (-one, -one, x + one, 0),
            (-one, y, x + one, y + one),
            (-one, -one, 0, y + one),
            (x, -one, x + one, y + one),
        ):
            yield (x0, y0), (x1, y0), (x1, y1), (x0, y1)

    def _hexes_around(self, own: set[Tile]) -> set[Tile]:
        """Return a superset of the hexes that a line between these tiles can touch."""
        qs, rs = zip(*own, strict=True)
        q_range, r_range = range(min(qs) - 2, max(qs) + 3), range(min(rs) - 2, max(rs) + 3)
        return set(product(q_range, r_range))

    def corners(self, tile: Tile) -> Shape:
        """Return the corners of a tile in cyclic order."""
        if self.scene.grid == "square":
            x, y, one = self.scale * tile[1], self.scale * tile[0], self.scale
            return (x, y), (x + one, y), (x + one, y + one), (x, y + one)
        q, r, third = self.scale * tile[0], self.scale * tile[1], self.scale // 3
        return tuple((q + third * dq, r + third * dr) for dq, dr in HEX_CORNERS)

    def edge(self, a: Tile, b: Tile) -> Shape:
        """Return the corners that two tiles share: two if they are neighbors."""
        others = self.corners(b)
        return tuple(p for p in self.corners(a) if p in others)

    def middle(self, tiles: Tiles) -> Whole:
        """Return the midpoint between the outermost tiles."""
        corners = [p for tile in tiles for p in self.corners(tile)]
        xs, ys = zip(*corners, strict=True)
        return (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2

    def edge_blocks(self, a: Tile, b: Tile) -> bool:
        """Return whether the two tiles share an edge that stops a walk from the first to the
        second.

        Its threshold may stop it, or free walls that together cover the whole edge.
        """
        edge, heading = self.edge(a, b), (self.middle([a]), self.middle([b]))
        if len(edge) != 2:
            return False
        full = [
            blocker
            for blocker in self.blockers
            if blocker.kind in ("wall", "free") and not blocker.limited and blocker.stops(*heading)
        ]
        if any(blocker.kind == "wall" and set(blocker.shape) == set(edge) for blocker in full):
            return True
        return self._covered(*edge, [blocker.shape for blocker in full if blocker.kind == "free"])

    def _covered(self, start: Whole, stop: Whole, walls: Iterable[Shape]) -> bool:
        along = self.frame(start, stop)
        spans = []
        for wall in walls:
            us, vs = zip(*(along.of(p) for p in wall), strict=True)  # a cut shape may have 3 points
            if not any(vs):
                spans.append((min(us), max(us)))
        reached = 0
        for low, high in sorted(spans):
            if low <= reached:
                reached = max(reached, high)
        return reached >= along.length

    def frame(self, start: Whole, stop: Whole) -> Frame:
        return frame(start, stop, self.extent, self.directions)

    def whole(self, p: Point) -> Whole:
        x, y = Fraction(p[0]) * self.scale, Fraction(p[1]) * self.scale
        return x.numerator, y.numerator


def _blocker(kind: BlockerKind, shape: Shape) -> Blocker:
    xs, ys = zip(*shape, strict=True)
    return Blocker(kind, shape, (min(xs), min(ys)), (max(xs), max(ys)))


def _sides(shapes: Iterable[Shape]) -> Iterator[Whole]:
    """Yield the directions of their sides. Edge walls and the outside have the same as tiles."""
    for shape in shapes:
        for a, b in zip(shape, shape[1:] + shape[:1], strict=True):
            x, y = b[0] - a[0], b[1] - a[1]
            yield x // gcd(x, y), y // gcd(x, y)

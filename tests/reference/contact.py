"""Contact of a line with blockers, found by cutting a strip around it as in section 2 of the spec.

Input and output are plain data::

    scene = Scene(grid="square", rows=3, cols=5, solid={(1, 2)}, walls=[((0, 0), (0, 1))])
    corner_contact(scene, ((1, 0),), ((1, 4),))                     # "clear" ... "blocked"
    corner_contact(scene, ((1, 0),), ((1, 4),), closed_ends=True)
    center_contact(scene, ((1, 0),), ((1, 4),))                     # or large="middle"
    line_contact(scene, (1, 1), (4, 1), ((1, 0),), ((1, 4),))       # one line, by its two points
    line_manner(scene, (1, 1), (4, 1), ((1, 0),), ((1, 4),))        # how it is blocked, or None

A footprint is a tuple of tiles. `solid` holds every blocking tile, including tiles of blocking
figures; the two footprints never block. Points are `(x, y)` in tile units on squares, axial
`(q, r)` on hexes.

Readings. Where the spec allows two readings, this list says which one the reference takes.
"golden: n" is the number of golden answers that the other reading would change (0: the golden files
do not decide). tests/reference/test_readings.py shows each reading, under its number, on the
smallest board that needs it.

 1. A line of zero length, where source and target share the corner, is treated like any other line:
    its strip is a small box, and the walk goes around the corner. golden: 20 if it were never
    parted, 2 if it did not count.
 2. The rule for neighbors also holds for that line and for lines along the shared edge: they leave
    the source and enter the target in the same point or points. golden: 2 (in one case,
    wall-between-free-ends). Tiles that only share a corner have no common edge that could block;
    "all of none" is not meant. golden: 3.
 3. Several free walls together may cover an edge; a half-covered edge does not block. golden: 0.
 4. `closed_ends` also counts touches of zero-length lines, as CORNER. golden: 15. Free walls count
    as well: "any touch". golden: 0.
 5. A grid blocker that touches the end of a center line (the middle of a figure of even size) is
    CORNER: "center lines leave nothing out". golden: 2. It does not part the line, even if it runs
    across that point: the walk may start on either side. golden: 1.
 6. A free wall is ignored at the two end points of every line, including center lines. golden: 5,
    and 4 of corner lines. A free wall that follows the line from its end is EDGE, since it touches
    more than one point. golden: 2.
 7. A line of a large figure starts inside the tile it is judged for, not anywhere in the figure.
    golden: 0.
 8. So only the part inside that tile is ignored; touches inside the figure's other tiles count.
    golden: 0. Neighbors are also determined tile by tile, not by whole figures.
 9. On hexes, the cells beyond a board with `outside="solid"` are full tiles: they count as touches
    and in the manner. The outside of a square board counts as neither, so a line along the rim
    beside a solid tile is blocked `through`. golden: 0.
10. Manner. A pinch point is a point of the line, ends included, in two blocking tiles that share
    only that point, and in no wall. Opening it joins all free pieces around it.
11. A seam stretch is the part of the line on the shared side of two blocking tiles, if no wall
    touches it between its ends: a wall across it stops the walk just like a wall along it.
    Stretches that meet in a point are connected there, unless a wall contains that point.
12. `seam` opens pinch points as well as seams. The golden files contain no manners, so 10 to 12
    have golden: 0.
13. Limited walls (section 7). A place is a stretch of the line, or a point, that limited walls
    touch without a gap. "What is before it" is all free space of the strip there, on either side of
    the line; at the end of the line it is where the walk starts. Limited walls do not affect the
    rule for neighbors, and a line that they stop is blocked `through`.
    A one-way limited wall that the line does not touch makes no place, but stops walks there.
14. A line touches a one-way wall only where it goes from the wall's left to its right. A
    zero-length line goes from the middle of the source to the middle of the target. Other one-way
    walls do not count as walls in 10 and 11, and never make a line blocked `through` by themselves.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import combinations, product
from typing import Literal, NamedTuple

from tests.reference.ground import BlockerKind, Ground, Point, Scene, Tile, Tiles
from tests.reference.strip import Cut, Shape, Span, Strip, Whole, slice_at

__all__ = ["Point", "Scene", "center_contact", "corner_contact", "line_contact", "line_manner"]

Kind = Literal["corner", "center"]
Manner = Literal["pinch", "seam", "through"]

CLEAR, CORNER, EDGE, BLOCKED = range(4)
NAMES = ("clear", "corner", "edge", "blocked")

# --- the questions --------------------------------------------------------------------------------


def corner_contact(
    scene: Scene, source_tiles: Tiles, target_tiles: Tiles, closed_ends: bool = False
) -> str:
    """Return the best contact over all lines from a source tile's corner to a
    target tile's corner.
    """
    if set(source_tiles) & set(target_tiles):
        return NAMES[CLEAR]
    ground = Ground(scene, (*source_tiles, *target_tiles))
    lines: dict[tuple[Whole, Whole], Line] = {}  # tiles of one figure share corners
    best = BLOCKED
    for source, target in product(source_tiles, target_tiles):
        for ends in product(ground.corners(source), ground.corners(target)):
            line = lines.get(ends) or Line(ground, *ends, _heading(ground, ends, source, target))
            if ends[0] != ends[1]:
                lines[ends] = line
            judged = CornerLine(line, source, target, closed_ends)
            if judged.touched() < best and not judged.parted():
                best = judged.touched()
            if best == CLEAR:
                return NAMES[CLEAR]
    return NAMES[best]


def center_contact(
    scene: Scene,
    source_tiles: Tiles,
    target_tiles: Tiles,
    large: Literal["tiles", "middle"] = "tiles",
) -> str:
    """Return the best contact over all center lines, or of the line between the two middles."""
    if set(source_tiles) & set(target_tiles):
        return NAMES[CLEAR]
    ground = Ground(scene, (*source_tiles, *target_tiles))
    if large == "middle":
        pairs = [(ground.middle(source_tiles), ground.middle(target_tiles))]
    else:
        pairs = [
            (ground.middle([source]), ground.middle([target]))
            for source, target in product(source_tiles, target_tiles)
        ]
    return NAMES[min(CenterLine(Line(ground, *ends)).contact() for ends in pairs)]


def line_contact(
    scene: Scene,
    start: Point,
    stop: Point,
    source_tiles: Tiles,
    target_tiles: Tiles,
    kind: Kind = "corner",
    closed_ends: bool = False,
    transparent: Tiles = (),
) -> str:
    """Return the contact of one line, given by its two points.

    A corner line joins one tile to one tile, a center line any footprints. `transparent`: further
    tiles that do not block, such as the rest of the two figures.
    """
    if set(source_tiles) & set(target_tiles):
        return NAMES[CLEAR]
    ends = (source_tiles, target_tiles)
    return NAMES[_one_line(scene, (start, stop), ends, kind, closed_ends, transparent).contact()]


def line_manner(
    scene: Scene,
    start: Point,
    stop: Point,
    source_tiles: Tiles,
    target_tiles: Tiles,
    kind: Kind = "corner",
    closed_ends: bool = False,
    transparent: Tiles = (),
) -> Manner | None:
    """Return how that line is blocked, or None if it is not."""
    if set(source_tiles) & set(target_tiles):
        return None
    ends = (source_tiles, target_tiles)
    return _one_line(scene, (start, stop), ends, kind, closed_ends, transparent).manner()


def _one_line(
    scene: Scene,
    points: tuple[Point, Point],
    ends: tuple[Tiles, Tiles],
    kind: Kind,
    closed_ends: bool,
    transparent: Tiles,
) -> CornerLine | CenterLine:
    source, target = ends
    ground = Ground(scene, (*source, *target, *transparent), points)
    start, stop = ground.whole(points[0]), ground.whole(points[1])
    line = Line(ground, start, stop, _heading(ground, (start, stop), source[0], target[0]))
    if kind == "center":
        return CenterLine(line)
    if len(source) != 1 or len(target) != 1:
        raise ValueError(
            f"a corner line joins one tile to one tile, not {source} to {target}; "
            "give the other tiles of the two figures as transparent"
        )
    return CornerLine(line, source[0], target[0], closed_ends)


def _heading(
    ground: Ground, ends: tuple[Whole, Whole], source: Tile, target: Tile
) -> tuple[Whole, Whole]:
    """Return the ends of a line, or the middles of its tiles if both ends are the same point."""
    if ends[0] != ends[1]:
        return ends
    return ground.middle([source]), ground.middle([target])


# --- one line -------------------------------------------------------------------------------------


class Touch(NamedTuple):
    """The contact of one blocker with the line, from `low` to `high`."""

    kind: BlockerKind
    low: int
    high: int
    cut: Cut
    limited: bool
    counts: bool  # false for a one-way wall unless the line crosses it from left to right

    @property
    def shape(self) -> Shape:
        return self.cut.shape

    def within(self, part: Span) -> int:
        """Return the contact on an open interval of the line (without its two ends)."""
        low, high = max(self.low, part[0]), min(self.high, part[1])
        if low < high:
            return EDGE
        return CORNER if low == high and part[0] < low < part[1] else CLEAR

    def anywhere(self) -> int:
        return EDGE if self.low < self.high else CORNER


class Line:
    """A segment and all blockers that touch it. Other blockers cannot affect it."""

    def __init__(
        self,
        ground: Ground,
        start: Whole,
        stop: Whole,
        heading: tuple[Whole, Whole] | None = None,
    ) -> None:
        self.ground = ground
        self.heading = heading or (start, stop)
        self.frame = ground.frame(start, stop)
        self.end = self.frame.length
        met = list(self._met(start, stop))
        self.full = [touch for touch in met if not touch.limited]
        self.limited = [touch for touch in met if touch.limited]
        self.touches = [touch for touch in self.full if touch.counts]

    def _met(self, start: Whole, stop: Whole) -> Iterator[Touch]:
        (left, right), (top, bottom) = sorted((start[0], stop[0])), sorted((start[1], stop[1]))
        for blocker in self.ground.blockers:
            (x0, y0), (x1, y1) = blocker.low, blocker.high
            if x0 > right or x1 < left or y0 > bottom or y1 < top:
                continue
            shape = self.shape(blocker.shape)
            span = slice_at(shape, 0)
            if span is not None and span[0] <= self.end and span[1] >= 0:
                across = None
                if blocker.across is not None:
                    one, other = blocker.across
                    across = self.frame.of(one), self.frame.of(other)
                low, high = max(span[0], 0), min(span[1], self.end)
                counts = blocker.stops(*self.heading)
                yield Touch(blocker.kind, low, high, Cut(shape, across), blocker.limited, counts)

    def shape(self, points: Iterable[Whole]) -> Shape:
        return tuple(self.frame.of(p) for p in points)

    def cut(self) -> Strip:
        return Strip(self.frame, [touch.cut for touch in self.full])

    @cached_property
    def strip(self) -> Strip:
        return self.cut()

    def places(self) -> list[Span]:
        """Return the stretches and points that limited walls touch, merged where they meet."""
        places: list[Span] = []
        touches = [touch for touch in self.limited if touch.counts]
        for touch in sorted(touches, key=lambda each: each.low):
            if places and touch.low <= places[-1][1]:
                places[-1] = (places[-1][0], max(places[-1][1], touch.high))
            else:
                places.append((touch.low, touch.high))
        return places

    def cut_around(self, place: Span) -> Strip:
        """Return the piece of the strip around this place, with only the limited walls there."""
        near = [t for t in (*self.full, *self.limited) if t.low <= place[1] + self.frame.near]
        near = [t for t in near if t.high >= place[0] - self.frame.near]
        return Strip(self.frame, [touch.cut for touch in near], only=place)


class Judged(ABC):
    """A line with its two ends. Subclasses implement the differences between the rules."""

    def __init__(self, line: Line) -> None:
        self.line = line

    @abstractmethod
    def touched(self) -> int:
        """Return the worst contact of all touches that count."""

    @abstractmethod
    def starts(self, strip: Strip) -> list[int]:
        """Return the pieces in which the walk may start."""

    @abstractmethod
    def goals(self, strip: Strip) -> list[int]:
        """Return the pieces in which the walk may end."""

    def joined(self, strip: Strip) -> bool:
        return strip.leads(self.starts(strip), self.goals(strip))

    def parted(self) -> bool:
        return self.parted_in_full() or self.parted_by_limited()

    def parted_in_full(self) -> bool:
        return bool(self.line.full) and not self.joined(self.line.strip)

    def parted_by_limited(self) -> bool:
        """Return whether limited walls separate the two sides at two or more places."""
        places = self.line.places()
        return len(places) > 1 and sum(map(self._is_closed, places)) > 1

    def _is_closed(self, place: Span) -> bool:
        strip = self.line.cut_around(place)
        before = self.starts(strip) if place[0] == 0 else strip.before()
        after = self.goals(strip) if place[1] == self.line.end else strip.after()
        return not strip.leads(before, after)

    def contact(self) -> int:
        return BLOCKED if self.parted() else self.touched()

    def manner(self) -> Manner | None:
        if not self.parted_in_full():
            return "through" if self.parted_by_limited() else None
        strip = self.line.cut()
        open_pinches(strip, self.line.touches)
        if self.joined(strip):
            return "pinch"
        open_seams(strip, self.line.touches, self.line.end)
        return "seam" if self.joined(strip) else "through"


class CenterLine(Judged):
    """A center line: the walk starts and ends anywhere near the two points, and
    all touches count.
    """

    def touched(self) -> int:
        contact = CLEAR
        for touch in self.line.touches:
            if touch.kind == "free":
                contact = max(contact, touch.within((0, self.line.end)))
            elif touch.kind != "outside":
                contact = max(contact, touch.anywhere())
        return contact

    def starts(self, strip: Strip) -> list[int]:
        return strip.around(0)

    def goals(self, strip: Strip) -> list[int]:
        return strip.around(self.line.end)


class CornerLine(Judged):
    """A corner line: the walk starts and ends inside one tile each; touches inside them are
    ignored.
    """

    def __init__(self, line: Line, source: Tile, target: Tile, closed_ends: bool) -> None:
        super().__init__(line)
        self.source = line.shape(line.ground.corners(source))
        self.target = line.shape(line.ground.corners(target))
        in_source, in_target = slice_at(self.source, 0), slice_at(self.target, 0)
        if in_source is None or in_target is None:
            raise ValueError("a corner line starts at its source and ends at its target")
        # From leaving the source to entering the target.
        self.between: Span = (in_source[1], in_target[0])
        meets = self.between[0] >= self.between[1]
        self.walled = meets and line.ground.edge_blocks(source, target)
        self.closed_ends = closed_ends

    def touched(self) -> int:
        contact = CLEAR
        for touch in self.line.touches:
            if touch.kind == "outside":
                continue
            if self.closed_ends:
                contact = max(contact, touch.anywhere())
            elif touch.kind == "free":
                contact = max(contact, touch.within((0, self.line.end)))
            else:
                contact = max(contact, touch.within(self.between))
        return contact

    def starts(self, strip: Strip) -> list[int]:
        return strip.around_within(0, self.source)

    def goals(self, strip: Strip) -> list[int]:
        return strip.around_within(self.line.end, self.target)

    def parted_in_full(self) -> bool:
        return self.walled or super().parted_in_full()

    def manner(self) -> Manner | None:
        return "through" if self.walled else super().manner()


# --- manner ---------------------------------------------------------------------------------------


def open_pinches(strip: Strip, touches: list[Touch]) -> None:
    """Open a way around each point where two tiles meet only at a corner and there is no wall."""
    for shared in _shared_corners(touches):
        if len(shared) == 1:
            ((u, v),) = shared
            if v == 0 and not _walls_at(touches, u):
                strip.join(strip.around(u))


def open_seams(strip: Strip, touches: list[Touch], end: int) -> None:
    """Open a way along each stretch of the line between two blocking tiles that share a side."""
    gaps: dict[int, list[int]] = {}  # the gaps that end at each point
    for shared in _shared_corners(touches):
        if len(shared) == 2 and all(v == 0 for _, v in shared):
            low, high = max(min(shared)[0], 0), min(max(shared)[0], end)
            if low < high and not any(_is_wall(t) and t.within((low, high)) for t in touches):
                gap = strip.add_gap()
                for point in (low, high):
                    gaps.setdefault(point, []).append(gap)
    for u, here in gaps.items():
        if not _walls_at(touches, u):
            strip.join(here + strip.around(u))


def _shared_corners(touches: list[Touch]) -> Iterator[set[Whole]]:
    """Yield pairs of corners shared by two blocking tiles. The outside is not a tile."""
    tiles = [set(touch.shape) for touch in touches if touch.kind == "tile"]
    for one, other in combinations(tiles, 2):
        yield one & other


def _is_wall(touch: Touch) -> bool:
    return touch.kind in {"wall", "free"}


def _walls_at(touches: list[Touch], u: int) -> bool:
    return any(_is_wall(t) and t.low <= u <= t.high for t in touches)

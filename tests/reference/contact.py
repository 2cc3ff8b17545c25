"""Contact of a line with blockers, judged point by point as section 2 of the spec defines it.

Plain data in, plain data out::

    scene = Scene(grid="square", rows=3, cols=5, solid={(1, 2)}, walls=[((0, 0), (0, 1))])
    corner_contact(scene, ((1, 0),), ((1, 4),))                     # "clear" ... "blocked"
    corner_contact(scene, ((1, 0),), ((1, 4),), closed_ends=True)
    center_contact(scene, ((1, 0),), ((1, 4),))
    line_contact(scene, (1, 1), (4, 1), ((1, 0),), ((1, 4),))       # one line, by its two points

A footprint is the tuple of its tiles; `solid` holds every blocking tile, those of blocking figures
too, and footprints are exempt from it. Points are `(x, y)` in tile units on squares, axial `(q, r)`
on hexes: orientation survives the skew, so both grids share all code below the corners of a tile.

How a line is judged: each blocker contains a closed interval of the line (`Touch`) and reaches
some of its two sides. What the blockers at a point reach together changes only where an interval
begins or ends, so looking at those points is looking at all points.

Readings. Where the spec can be read in two ways, this is what stands here; "golden: n" is how many
answers of the golden files would be wrong under the other reading (0: golden does not decide).

 1. "Sides of the line" are those of the endless line: a tile that lies behind an end of the line
    and is cut by its continuation reaches both sides, and blocks there. golden: 2 (players-E).
 2. The outside completes touches at the ends of corner lines too. golden: 18. It is modelled as
    the ring of tiles round the board, whose sides are taken by reading 1.
 3. An edge between two tiles of one figure is a blocker like any other. golden: 3 (centre lines).
 4. `closed_ends` counts touches of lines without length too (as CORNER). golden: 7. Free walls
    count as well: "any touch". golden: 0.
 5. A one-sided touch by a grid blocker at the end of a centre line (its figure is of even size) is
    CORNER: "centre lines leave nothing out". golden: 0.
 6. A one-sided touch by a free wall at an end of a centre line is ignored, as the free wall's own
    bullet says of every line. golden: 0.
 7. In the part left out, free walls are judged alone: no grid blocker and no outside completes
    their touch. golden: 0. Where the line leaves or enters, all combine, but a one-sided touch by
    a free wall is CORNER there unless it is an end of the line. golden: 0.
 8. Where the line leaves the source at the point where it enters the target, free walls count
    besides the special rule: along the whole line. A line of no length, and a corner that they only
    share, have no direction but that from centre to centre: there free walls count against it,
    together with everything else. So a free wall that closes a corridor between two neighbours
    hides them; one that just covers their shared edge, with open floor beyond both its ends, does
    not (a wall on the edge itself would). golden: 0.
 9. A wall along the line takes its side from source and target only where the two overlap for a
    positive length; one that merely continues the line beyond its end reaches no side. golden: 0,
    and no law decides; 50 of 15,000 random scenes differ (drop `and span[0] < span[1]` in
    `_touches` for the other reading). Given this, whether a wall on the rim of the source, behind
    the point where the line leaves, has a side there cannot be seen in an answer: the shorter
    line from that corner is no worse.
10. A footprint that is not convex (a flower of hexes) can be left and entered several times: each
    part inside is left out, each gap is judged, and so is each place where source meets target.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Literal, NamedTuple

Num = int | Fraction
Point = tuple[Num, Num]
Tile = tuple[int, int]
Tiles = Sequence[Tile]
Span = tuple[Fraction, Fraction]

CLEAR, CORNER, EDGE, BLOCKED = range(4)
NAMES = ("clear", "corner", "edge", "blocked")

LEFT, RIGHT = 1, 2
BOTH = LEFT | RIGHT

# Corners and centres of both grids become plain ints: halves on squares, thirds on hexes.
SCALE = 6
HEX_CORNERS = ((1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1))  # in thirds, in cyclic order

ZERO, ONE = Fraction(0), Fraction(1)


@dataclass
class Scene:
    """What stands where; see the module's text. `rows`, `cols` for squares, `cells` for hexes."""

    grid: Literal["square", "hex"]
    rows: int = 0
    cols: int = 0
    cells: set[Tile] = field(default_factory=set)
    outside: Literal["open", "solid"] = "open"  # hexes only
    solid: set[Tile] = field(default_factory=set)
    walls: list[tuple[Tile, Tile]] = field(default_factory=list)
    free: list[tuple[Point, Point]] = field(default_factory=list)


class Blocker(NamedTuple):
    """A closed convex shape: a tile's corners in cyclic order, or the two ends of a wall."""

    kind: Literal["tile", "wall", "free", "outside"]
    shape: tuple[Point, ...]
    low: Point
    high: Point


class Line(NamedTuple):
    """The points `start + t * along`, `0 <= t <= end`; `end` is 0 for a line without length."""

    start: Point
    along: Point
    end: Fraction


class Touch(NamedTuple):
    """A blocker contains the points of the line from `low` to `high`, and reaches `sides`."""

    kind: str
    low: Fraction
    high: Fraction
    sides: int

    def holds(self, t: Fraction) -> bool:
        return self.low <= t <= self.high


class Ends(NamedTuple):
    """The two footprints that a line joins, and the direction from centre to centre."""

    source: Tiles
    target: Tiles
    direction: Point


# --- the questions --------------------------------------------------------------------------------


def corner_contact(
    scene: Scene, source_tiles: Tiles, target_tiles: Tiles, closed_ends: bool = False
) -> str:
    """The best contact over all lines from a corner of the source to a corner of the target."""
    if set(source_tiles) & set(target_tiles):
        return NAMES[CLEAR]
    blockers = _blockers(scene, source_tiles, target_tiles)
    ends = _ends(scene, source_tiles, target_tiles)
    best = BLOCKED
    for p in _footprint_corners(scene, source_tiles):
        for q in _footprint_corners(scene, target_tiles):
            contact = _corner_line(scene, blockers, ends, _line(p, q, ends), closed_ends)
            best = min(best, contact)
            if best == CLEAR:
                return NAMES[CLEAR]
    return NAMES[best]


def center_contact(scene: Scene, source_tiles: Tiles, target_tiles: Tiles) -> str:
    """The contact of the one line from the centre of the source to that of the target."""
    if set(source_tiles) & set(target_tiles):
        return NAMES[CLEAR]
    ends = _ends(scene, source_tiles, target_tiles)
    line = _line(_center(scene, source_tiles), _center(scene, target_tiles), ends)
    return NAMES[_center_line(scene, _blockers(scene, source_tiles, target_tiles), ends, line)]


def line_contact(
    scene: Scene,
    start: Point,
    stop: Point,
    source_tiles: Tiles,
    target_tiles: Tiles,
    kind: Literal["corner", "center"] = "corner",
    closed_ends: bool = False,
) -> str:
    """The contact of one line, given by its two points, as a corner line or as a centre line."""
    if set(source_tiles) & set(target_tiles):
        return NAMES[CLEAR]
    ends = _ends(scene, source_tiles, target_tiles)
    blockers = _blockers(scene, source_tiles, target_tiles)
    line = _line(_scaled(start), _scaled(stop), ends)
    if kind == "center":
        return NAMES[_center_line(scene, blockers, ends, line)]
    return NAMES[_corner_line(scene, blockers, ends, line, closed_ends)]


# --- one line -------------------------------------------------------------------------------------


def _center_line(scene: Scene, blockers: list[Blocker], ends: Ends, line: Line) -> int:
    touches = _touches(scene, blockers, ends, line)
    return _judge(touches, [(ZERO, line.end)], line.end, lenient=False)


def _corner_line(
    scene: Scene, blockers: list[Blocker], ends: Ends, line: Line, closed_ends: bool
) -> int:
    touches = _touches(scene, blockers, ends, line)
    in_source = _parts_inside(scene, ends.source, line)
    in_target = _parts_inside(scene, ends.target, line)
    contact = _judge(touches, _gaps(in_source + in_target, line.end), line.end, lenient=True)
    for a in in_source:
        for b in in_target:
            meet = (max(a[0], b[0]), min(a[1], b[1]))
            if meet[0] <= meet[1]:
                contact = max(contact, _meeting(scene, blockers, ends, line, meet))
    if closed_ends:
        contact = max(contact, _any_touch(touches))
    return contact


def _judge(touches: list[Touch], judged: list[Span], end: Fraction, *, lenient: bool) -> int:
    """The table of section 2 for grid blockers on the `judged` parts, free walls on the whole line.

    `lenient` (corner lines) ignores one-sided touches by grid blockers at the ends of those parts.
    """
    for t in _critical(touches, judged):
        in_judged = any(low <= t <= high for low, high in judged)
        here = [x for x in touches if x.holds(t) and (in_judged or x.kind == "free")]
        if _two_sided(here):
            return BLOCKED
    contact = CLEAR
    for touch in touches:
        if touch.kind == "free":
            contact = max(contact, _one_sided(touch, (ZERO, end), lenient=True))
        elif touch.kind != "outside":  # the outside never counts alone
            for part in judged:
                contact = max(contact, _one_sided(touch, part, lenient=lenient))
    return contact


def _one_sided(touch: Touch, part: Span, *, lenient: bool) -> int:
    """What a touch that does not block amounts to on a part of the line."""
    low, high = max(touch.low, part[0]), min(touch.high, part[1])
    if low > high:
        return CLEAR
    if low < high:
        return EDGE
    return CLEAR if lenient and low in part else CORNER


def _two_sided(here: Iterable[Touch]) -> bool:
    """Do they reach both sides? The outside completes this, but something else must take part."""
    reached = real = 0
    for touch in here:
        reached |= touch.sides
        if touch.kind != "outside":
            real |= touch.sides
    return reached == BOTH and real != 0


def _any_touch(touches: list[Touch]) -> int:
    real = [EDGE if x.low < x.high else CORNER for x in touches if x.kind != "outside"]
    return max(real, default=CLEAR)


def _critical(touches: list[Touch], judged: list[Span]) -> set[Fraction]:
    spans = [(x.low, x.high) for x in touches] + judged
    return {t for span in spans for t in span}


def _meeting(scene: Scene, blockers: list[Blocker], ends: Ends, line: Line, meet: Span) -> int:
    """The line leaves the source where it enters the target, or runs along what they share."""
    edges = _shared_edges(scene, ends, line, meet)
    walls = {frozenset(wall) for wall in scene.walls}
    if edges and all(edge in walls for edge in edges):
        return BLOCKED
    if edges and line.end:
        return CLEAR  # free walls were judged along the line itself, which has a direction
    for t in set(meet):
        point = _at(line, t)
        here = _touches(scene, blockers, ends, Line(point, ends.direction, ZERO))
        # An open shared edge answers for all grid blockers: only a free wall can still matter.
        if edges and not any(x.kind == "free" and x.sides for x in here):
            continue
        if _two_sided(here):
            return BLOCKED
    return CLEAR


def _shared_edges(scene: Scene, ends: Ends, line: Line, meet: Span) -> list[frozenset[Tile]]:
    """Edges between source and target that hold a point of the line's part `meet`."""
    found = []
    for a in ends.source:
        for b in ends.target:
            edge = _edge(scene, a, b)
            span = _clip_segment(edge, line) if len(edge) == 2 else None
            if span and span[0] <= meet[1] and meet[0] <= span[1]:
                found.append(frozenset((a, b)))
    return found


def _parts_inside(scene: Scene, tiles: Tiles, line: Line) -> list[Span]:
    spans = (_clip_polygon(_corners(scene, tile), line) for tile in tiles)
    return _merged(span for span in spans if span)


def _merged(spans: Iterable[Span]) -> list[Span]:
    merged: list[Span] = []
    for low, high in sorted(spans):
        if merged and low <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return merged


def _gaps(inside: list[Span], end: Fraction) -> list[Span]:
    """The parts of the line, closed, between the parts inside the source or the target."""
    parts = _merged(inside)
    if not parts:
        return [(ZERO, end)]
    gaps = [(ZERO, parts[0][0])] if parts[0][0] > 0 else []
    gaps += [(a[1], b[0]) for a, b in pairwise(parts)]
    return gaps + ([(parts[-1][1], end)] if parts[-1][1] < end else [])


# --- blockers on a line ---------------------------------------------------------------------------


def _touches(scene: Scene, blockers: list[Blocker], ends: Ends, line: Line) -> list[Touch]:
    found = []
    stop = _at(line, line.end)
    low = (min(line.start[0], stop[0]), min(line.start[1], stop[1]))
    high = (max(line.start[0], stop[0]), max(line.start[1], stop[1]))
    for kind, shape, shape_low, shape_high in blockers:
        if shape_low[0] > high[0] or shape_low[1] > high[1]:
            continue
        if shape_high[0] < low[0] or shape_high[1] < low[1]:
            continue
        turns = [_cross(line.along, _minus(p, line.start)) for p in shape]
        if min(turns) > 0 or max(turns) < 0:  # wholly beside the endless line
            continue
        clip: Callable[..., Span | None] = _clip_segment if len(shape) == 2 else _clip_polygon
        span = clip(shape, line)
        if span is None:
            continue
        sides = (LEFT if min(turns) < 0 else 0) | (RIGHT if max(turns) > 0 else 0)
        if sides == 0 and span[0] < span[1]:  # a wall that the line runs inside
            sides = _sides_of_wall_along(scene, ends, line)
        found.append(Touch(kind, span[0], span[1], sides))
    return found


def _sides_of_wall_along(scene: Scene, ends: Ends, line: Line) -> int:
    source = _sides([p for tile in ends.source for p in _corners(scene, tile)], line)
    target = _sides([p for tile in ends.target for p in _corners(scene, tile)], line)
    if BOTH in (source, target):
        return 0
    return BOTH - source if source == target else BOTH


def _sides(points: Iterable[Point], line: Line) -> int:
    sides = 0
    for p in points:
        turn = _cross(line.along, _minus(p, line.start))
        if turn:
            sides |= LEFT if turn < 0 else RIGHT
    return sides


def _clip_polygon(shape: tuple[Point, ...], line: Line) -> Span | None:
    """The part of the line on the inner side of every side of the polygon."""
    low, high = ZERO, line.end
    for u, v in zip(shape, shape[1:] + shape[:1], strict=True):
        side = _minus(v, u)
        now, change = _cross(side, _minus(line.start, u)), _cross(side, line.along)
        starts_out, stops_out = now < 0, now + change * line.end.numerator < 0  # its end is 0 or 1
        if starts_out and stops_out:
            return None
        if starts_out:
            low = max(low, Fraction(-now, change))
        elif stops_out:
            high = min(high, Fraction(-now, change))
    return (low, high) if low <= high else None


def _clip_segment(shape: tuple[Point, ...], line: Line) -> Span | None:
    """The part of the line that a wall contains: a point, or a length if they are collinear."""
    u, v = shape
    turn_u, turn_v = (_cross(line.along, _minus(p, line.start)) for p in (u, v))
    if turn_u == turn_v == 0:
        a, b = sorted((_position(u, line), _position(v, line)))
        low, high = max(a, ZERO), min(b, line.end)
        return (low, high) if low <= high else None
    if turn_u * turn_v > 0:
        return None
    share = Fraction(turn_u, turn_u - turn_v)
    met = (u[0] + (v[0] - u[0]) * share, u[1] + (v[1] - u[1]) * share)
    t = _position(met, line)
    return (t, t) if 0 <= t <= line.end else None


def _position(p: Point, line: Line) -> Fraction:
    """The `t` of a point that lies on the endless line."""
    axis = 0 if line.along[0] else 1
    return Fraction(p[axis] - line.start[axis], line.along[axis])


# --- what stands where ----------------------------------------------------------------------------


def _blockers(scene: Scene, source: Tiles, target: Tiles) -> list[Blocker]:
    own = set(source) | set(target)
    found = [_blocker("tile", _corners(scene, tile)) for tile in scene.solid if tile not in own]
    found += [_blocker("wall", _edge(scene, a, b)) for a, b in scene.walls]
    found += [_blocker("free", (_scaled(a), _scaled(b))) for a, b in scene.free]
    if scene.grid == "square":
        found += [_blocker("outside", _corners(scene, tile)) for tile in _ring(scene)]
    elif scene.outside == "solid":
        beyond = (t for t in _around(source, target) if t not in scene.cells and t not in own)
        found += [_blocker("tile", _corners(scene, tile)) for tile in beyond]
    return found


def _blocker(kind: Literal["tile", "wall", "free", "outside"], shape: tuple[Point, ...]) -> Blocker:
    xs, ys = [x for x, _ in shape], [y for _, y in shape]
    return Blocker(kind, shape, (min(xs), min(ys)), (max(xs), max(ys)))


def _ring(scene: Scene) -> Iterator[Tile]:
    for row in range(-1, scene.rows + 1):
        for col in range(-1, scene.cols + 1):
            if row in (-1, scene.rows) or col in (-1, scene.cols):
                yield row, col


def _around(source: Tiles, target: Tiles) -> Iterator[Tile]:
    """Every hex that a line between the two can touch, and some more."""
    both = [*source, *target]
    qs, rs = [q for q, _ in both], [r for _, r in both]
    for q in range(min(qs) - 2, max(qs) + 3):
        for r in range(min(rs) - 2, max(rs) + 3):
            yield q, r


def _corners(scene: Scene, tile: Tile) -> tuple[Point, ...]:
    """In cyclic order, the inside on the positive side of each edge."""
    if scene.grid == "square":
        x, y = SCALE * tile[1], SCALE * tile[0]
        return ((x, y), (x + SCALE, y), (x + SCALE, y + SCALE), (x, y + SCALE))
    third = SCALE // 3
    return tuple((SCALE * tile[0] + third * q, SCALE * tile[1] + third * r) for q, r in HEX_CORNERS)


def _edge(scene: Scene, a: Tile, b: Tile) -> tuple[Point, ...]:
    """The corners that two tiles share: two if they are neighbours."""
    others = set(_corners(scene, b))
    return tuple(p for p in _corners(scene, a) if p in others)


def _footprint_corners(scene: Scene, tiles: Tiles) -> list[Point]:
    return sorted({p for tile in tiles for p in _corners(scene, tile)})


def _center(scene: Scene, tiles: Tiles) -> Point:
    """The mean of the tiles' centres, which is the mean of all their corners."""
    corners = [p for tile in tiles for p in _corners(scene, tile)]
    count = len(corners)
    return (
        _plain(Fraction(sum(x for x, _ in corners), count)),
        _plain(Fraction(sum(y for _, y in corners), count)),
    )


def _ends(scene: Scene, source: Tiles, target: Tiles) -> Ends:
    direction = _minus(_center(scene, target), _center(scene, source))
    return Ends(source, target, direction)


def _line(start: Point, stop: Point, ends: Ends) -> Line:
    """A line without length takes the direction from centre to centre."""
    if start == stop:
        return Line(start, ends.direction, ZERO)
    return Line(start, _minus(stop, start), ONE)


# --- exact numbers --------------------------------------------------------------------------------


def _scaled(p: tuple[Num, Num]) -> Point:
    return _plain(Fraction(p[0]) * SCALE), _plain(Fraction(p[1]) * SCALE)


def _plain(value: Fraction) -> Num:
    """Ints are as exact as fractions, and quicker."""
    return value.numerator if value.denominator == 1 else value


def _at(line: Line, t: Fraction) -> Point:
    if t == 0:
        return line.start
    return line.start[0] + line.along[0] * t, line.start[1] + line.along[1] * t


def _minus(a: Point, b: Point) -> Point:
    return a[0] - b[0], a[1] - b[1]


def _cross(a: Point, b: Point) -> Num:
    return a[0] * b[1] - a[1] * b[0]

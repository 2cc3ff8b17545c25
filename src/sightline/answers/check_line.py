"""Re-verifies what an answer says of straight lines, from the board and the geometry alone.

This knows no rule's code. It goes over the definition of contact point by point: at every position
along a line where something begins or ends, it cuts the small disc around the point into sectors,
and walks from sector to sector, on the left and the right of the line, from end to end. Where the
line meets limited walls, it walks past each such place by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from sightline.answers.check_disc import Cone, Disc, Vector, cones_at, cross
from sightline.answers.sight import Blocker, Sight, TablePoint, Tried
from sightline.geometry.contact import BOTH, LEFT, RIGHT, Contact, Manner
from sightline.geometry.walk import Line, meet_segment, meet_tile
from sightline.model.board import OCCUPIED, OUTSIDE, SOLID, Board
from sightline.model.cell import Point, Tile
from sightline.model.numbers import UNIT
from sightline.model.place import Place
from sightline.model.threshold import Threshold

SIDE_NAMES = {0: "along", LEFT: "left", RIGHT: "right", BOTH: "both"}
MANNERS = (None, Manner.PINCH, Manner.SEAM, Manner.THROUGH)

LineKey = tuple[Tile | None, Point, Tile | None, Point]
Lines = set[LineKey]


class LineRule(NamedTuple):
    """What there is to know of a rule that tries straight lines, without its code."""

    settings: set[str]
    """What its plain data must say."""
    lines: Callable[[Board, Sight], Lines]
    """All lines that it has to try, each with its tiles."""
    at_corners: bool
    """Do they start and end at the rims of two tiles? Then their own ends are left out."""


def _centres(board: Board, sight: Sight) -> Lines:
    grid, source, target = board.grid, sight.source.tiles, sight.target.tiles
    if sight.rule["large"] == "middle":
        return {(None, grid.middle(source), None, grid.middle(target))}
    return {(a, grid.center(a), b, grid.center(b)) for a in source for b in target}


def _corner_pairs(board: Board, sight: Sight) -> Lines:
    corners = board.grid.corners
    return {
        (a, p, b, q)
        for a in sight.source.tiles
        for b in sight.target.tiles
        for p in corners(a)
        for q in corners(b)
    }


LINE_RULES = {
    "corner": LineRule({"rule", "ties", "closed_ends"}, _corner_pairs, at_corners=True),
    "center": LineRule({"rule", "ties", "large"}, _centres, at_corners=False),
}
"""By kind of rule. A new rule that tries straight lines adds itself here."""


def line_problems(board: Board, sight: Sight) -> Iterator[str]:
    """Everything that does not hold of the lines that an answer tells of."""
    rule = LINE_RULES[sight.rule["rule"]]
    given = [_key(line) for line in sight.lines]
    if set(given) != rule.lines(board, sight) or len(given) != len(set(given)):
        yield "the lines tried are not the lines that the rule tries"
        return
    shapes = list(_shapes(board, sight.source, sight.target))
    closed_ends = sight.rule.get("closed_ends") is True
    for key, line in zip(given, sight.lines, strict=True):
        strip = _Strip(board, shapes, key, rule.at_corners)
        found = strip.judge(closed_ends)
        where = f"the line from {line.start} to {line.end}"
        if (line.contact, line.manner) != (found.contact, found.manner):
            said, is_so = (line.contact, line.manner), (found.contact, found.manner)
            yield f"{where} is said to be {said}, and is {is_so}"
        listed = [_fact(blocker) for blocker in line.blockers]
        if len(listed) != len(set(listed)) or not found.accepts(set(listed)):
            yield f"what is in the way of {where} is not what the answer says"
        if listed != sorted(listed, key=lambda fact: [strip.position(point) for point in fact[-1]]):
            yield "what is in the way is not listed in order along the line"
    best = min((line.contact, MANNERS.index(line.manner)) for line in sight.lines)
    if (sight.contact, MANNERS.index(sight.manner)) != best:
        yield f"the contact is said to be {sight.contact}, and the best line's is {best[0]}"
    if not any(
        (line.start, line.end) == tuple(sight.line)
        and (line.contact, line.manner, line.blockers)
        == (sight.contact, sight.manner, sight.blockers)
        for line in sight.lines
    ):
        yield "the deciding line is not one of the lines tried"

    def best_of(keys: Iterable[LineKey], among: Sequence[_Shape]) -> Contact:
        strips = (_Strip(board, among, key, rule.at_corners) for key in keys)
        return min(strip.judge(closed_ends).contact for strip in strips)

    two_way = [shape for shape in shapes if shape.stops is None]
    matters = False
    if len(two_way) < len(shapes):
        without = best_of(given, two_way)
        back = [(target, end, source, start) for source, start, target, end in given]
        matters = best_of(given, shapes) is not without or best_of(back, shapes) is not without
    if sight.one_way is not matters:
        yield "whether a one-way wall matters to it is not as the answer says"


def _key(line: Tried) -> LineKey:
    return line.source, _units(line.start), line.target, _units(line.end)


def _units(point: TablePoint) -> Point:
    x, y = point[0] * UNIT, point[1] * UNIT
    if x.denominator != 1 or y.denominator != 1:
        raise ValueError(f"{point} is no point of the grid")
    return int(x), int(y)


Fact = tuple[Any, ...]
"""A blocker in values that can be compared: its label, its side, and the points where it is met."""


def _fact(blocker: Blocker) -> Fact:
    where = blocker.where
    if blocker.free or not isinstance(where[0], int):
        first, second = where
        where = _directed(first, second, blocker.one_way)
    label = (blocker.what, where, blocker.name, blocker.state, blocker.free, blocker.limited)
    return label, blocker.side, blocker.at


def _directed(first: Any, second: Any, one_way: str) -> Any:
    """Two tiles or two ends: in the order in which a one-way wall is "forth", or in none."""
    if not one_way:
        return frozenset((first, second))
    return (first, second) if one_way == "forth" else (second, first)


# --- what stands near the line


class _Shape(NamedTuple):
    """Something closed near the line: the corners of a tile, or the two ends of a wall."""

    points: tuple[Point, ...]
    free: bool
    outside: bool
    """Is it the outside of a square board, which parts, but never counts as a touch?"""
    label: tuple[Any, ...]
    limited: bool = False
    stops: Vector | None = None
    """Of a one-way wall a direction in which a line is stopped that goes straight across it."""

    @property
    def is_wall(self) -> bool:
        return len(self.points) == 2

    def is_there_for(self, step: Vector) -> bool:
        """Is it a blocker of lines in this direction? (Both cross to the same side of it.)"""
        if self.stops is None:
            return True
        (ax, ay), (bx, by) = self.points
        along = (bx - ax, by - ay)
        return cross(along, step) * cross(along, self.stops) > 0


def _shapes(board: Board, source: Place, target: Place) -> Iterator[_Shape]:
    """Every blocker in the box around both places, and one tile beyond it each way."""
    grid = board.grid
    own = {*source.tiles, *target.tiles}
    transparent = source.transparent | target.transparent
    near = list(_box(board, own))
    for tile in near:
        flags = board.flags(tile)
        if not flags or tile in own:
            continue
        outside = bool(flags & OUTSIDE)
        names = set(board.names_at(tile)) - transparent if flags & OCCUPIED else set()
        standing = [name for name in names if board.figure(name).blocks_sight]
        if flags & SOLID:
            what, name = "solid", None
        elif outside and getattr(board, "outside", "") != "open":
            what, name = "outside", None
        elif standing:
            what, name = "figure", standing[0]
        else:
            continue
        rim = outside and grid.name == "square"
        yield _Shape(grid.corners(tile), False, rim, (what, tile, name, None, False, False))
    for tile in near:
        for step in grid.forward:
            other = grid.tile(tile[0] + step[0], tile[1] + step[1])
            if tile in board and other in board:
                threshold = board.edge(tile, other)
                if threshold is not None and threshold.blocks_sight:
                    pair = _directed(tile, other, threshold.one_way)
                    first, second = map(grid.center, pair)
                    across = (second[0] - first[0], second[1] - first[1])
                    ends = grid.edge_ends(tile, other)
                    yield _thin_shape(ends, pair, threshold, free=False, across=across)
    for wall in board.free_walls():
        if wall.threshold.blocks_sight:
            where = _directed(*wall.ends, wall.threshold.one_way)
            (ax, ay), (bx, by) = ends = (wall.start, wall.end)
            # As y grows downwards, a quarter of a turn to the right of (dx, dy) is (-dy, dx).
            across = (ay - by, bx - ax) if wall.threshold.one_way == "forth" else (by - ay, ax - bx)
            yield _thin_shape(ends, where, wall.threshold, free=True, across=across)


def _thin_shape(
    ends: tuple[Point, Point], where: Any, threshold: Threshold, free: bool, across: Vector
) -> _Shape:
    what, limited = type(threshold).__name__.lower(), threshold.limited
    label = (what, where, None, threshold.state, free, limited)
    stops = across if threshold.one_way else None
    return _Shape(ends, free, False, label, limited, stops)


def _box(board: Board, tiles: Iterable[Tile]) -> Iterator[Tile]:
    firsts, seconds = zip(*tiles, strict=True)
    for first in range(min(firsts) - 1, max(firsts) + 2):
        for second in range(min(seconds) - 1, max(seconds) + 2):
            yield board.grid.tile(first, second)


class _Thing(NamedTuple):
    """A blocker that the line meets from `lo` to `hi`, reaching these sides of it."""

    lo: Fraction
    hi: Fraction
    sides: int
    shape: _Shape

    def holds(self, lo: Fraction, hi: Fraction) -> bool:
        return self.lo <= lo and hi <= self.hi


class _Judged(NamedTuple):
    contact: Contact
    manner: Manner | None
    accepts: Callable[[set[Fact]], bool]
    """Is this what makes it so?"""


# --- one line


class _Strip:
    """One line on one board, everything closed that it meets, and the walk along it."""

    def __init__(
        self, board: Board, shapes: Sequence[_Shape], key: LineKey, at_corners: bool
    ) -> None:
        self.board, self.at_corners = board, at_corners
        self.source, self.start, self.target, self.end = key
        if self.start == self.end:
            assert self.source is not None
            assert self.target is not None
            a, b = board.grid.center(self.source), board.grid.center(self.target)
            self.line = Line(self.start, (b[0] - a[0], b[1] - a[1]), reach=0)
        else:
            self.line = Line.between(self.start, self.end)
        self.shapes = [shape for shape in shapes if shape.is_there_for(self.line.step)]
        self.reach = Fraction(self.line.reach)
        met = list(self._met())
        self.full = [thing for thing in met if not thing.shape.limited]
        self.limited = [thing for thing in met if thing.shape.limited]
        self._look_at(self.full)

    def _look_at(self, things: list[_Thing]) -> None:
        """From now on these are what is there."""
        self.things = things
        marks = {mark for thing in self.things for mark in (thing.lo, thing.hi)}
        self.marks = sorted({Fraction(0), self.reach} | marks)

    def _met(self) -> Iterator[_Thing]:
        for shape in self.shapes:
            if shape.is_wall:
                met = meet_segment(self.line, shape.points[0], shape.points[1])
            else:
                met = meet_tile(self.line, shape.points)
            if met is not None:
                yield _Thing(met.lo, met.hi, met.sides, shape)

    def judge(self, closed_ends: bool) -> _Judged:
        shared = self._shared_edge()
        if shared is not None:
            return shared
        stopped = self._walk()
        if stopped is not None:
            facts = self._facts(thing for thing in stopped if not thing.shape.outside)
            return _Judged(Contact.BLOCKED, self._manner(), lambda listed: listed == facts)
        parted = self._parted_by_limited()
        if len(parted) > 1:
            facts = self._facts(
                thing
                for thing in (*self.full, *self.limited)
                if not thing.shape.outside
                and any(thing.lo <= hi and thing.hi >= lo for lo, hi in parted)
            )
            return _Judged(Contact.BLOCKED, Manner.THROUGH, lambda listed: listed == facts)
        touches = list(self._touches())
        if closed_ends:
            everything = [thing for thing in self.things if not thing.shape.outside]
            if _worth(everything) > _worth(touches):
                touches = everything
        contact = _worth(touches)
        if contact is Contact.EDGE:
            touches = [thing for thing in touches if thing.lo < thing.hi]
        counted = self._facts(touches)
        return _Judged(contact, None, lambda listed: listed == counted)

    def _touches(self) -> Iterator[_Thing]:
        """What counts for CORNER and EDGE, cut down to where it does."""
        leaves, enters = self._inside() if self.at_corners else (Fraction(-1), self.reach + 1)
        for thing in self.things:
            first, last = leaves, enters
            if thing.shape.outside:
                continue
            if thing.shape.free:
                first, last = Fraction(0), self.reach
            lo, hi = max(thing.lo, first), min(thing.hi, last)
            if lo < hi or (lo == hi and first < lo < last):
                yield thing._replace(lo=lo, hi=hi)

    def _inside(self) -> tuple[Fraction, Fraction]:
        """Where the line leaves its source, and where it enters its target."""
        assert self.source is not None
        assert self.target is not None
        corners = self.board.grid.corners
        leaving = meet_tile(self.line, corners(self.source))
        entering = meet_tile(self.line, corners(self.target))
        assert leaving is not None
        assert entering is not None
        return leaving.hi, entering.lo

    # --- neighbours

    def _shared_edge(self) -> _Judged | None:
        """The edge between two neighbours, if the line goes over it and all of it blocks."""
        grid = self.board.grid
        if not self.at_corners or self.source is None or self.target is None:
            return None
        if not grid.are_neighbours(self.source, self.target):
            return None
        leaves, enters = self._inside()
        if enters > leaves:
            return None
        at = (self._point(enters), self._point(leaves))
        pair = {self.source, self.target}
        full = [shape for shape in self.shapes if not shape.limited]
        edges = (s for s in full if s.is_wall and not s.free)
        edge = next((s.label for s in edges if set(s.label[1]) == pair), None)
        if edge is not None:
            fact = (edge, "both", at)
            return _Judged(Contact.BLOCKED, Manner.THROUGH, lambda listed: listed == {fact})
        ends = grid.edge_ends(self.source, self.target)
        walls = {s.label: s for s in full if s.free}
        if not _is_covered(ends, walls.values()):
            return None
        return _Judged(
            Contact.BLOCKED,
            Manner.THROUGH,
            lambda listed: (
                all(fact[0] in walls and fact[1:] == ("both", at) for fact in listed)
                and _is_covered(ends, [walls[fact[0]] for fact in listed])
            ),
        )

    # --- the walk

    def _disc(self, i: int, ignored: Sequence[_Thing] = ()) -> Disc:
        at = self._spot(self.marks[i])
        areas, cones = [], []
        for thing in self._at(i):
            # What one was let through is over; what goes on is still there.
            if thing not in ignored or thing.hi > self.marks[i]:
                found = list(cones_at(thing.shape.points, at))
                cones += found
                areas += [] if thing.shape.is_wall else found
        return Disc(cones, areas, [*self._directions(), *self._own_borders()])

    def _directions(self) -> tuple[Vector, Vector]:
        dx, dy = self.line.step
        return (dx, dy), (-dx, -dy)

    def _own_cones(self) -> tuple[Cone | None, Cone | None]:
        """The source at the start of the line, and the target at its end."""
        if not self.at_corners:
            return None, None
        assert self.source is not None
        assert self.target is not None
        corners = self.board.grid.corners
        (source,) = cones_at(corners(self.source), self.start)
        (target,) = cones_at(corners(self.target), self.end)
        return source, target

    def _own_borders(self) -> Iterator[Vector]:
        for cone in self._own_cones():
            if cone is not None:
                yield from (cone.begin, cone.end)

    def _at(self, i: int) -> list[_Thing]:
        return [t for t in self.things if t.holds(self.marks[i], self.marks[i])]

    def _during(self, i: int) -> list[_Thing]:
        return [t for t in self.things if t.holds(self.marks[i], self.marks[i + 1])]

    def _walk(self) -> list[_Thing] | None:
        """Everything that stops the walk, in order; None if it comes to the end."""
        if not self.things:
            return None
        source, target = self._own_cones()
        stopped: list[_Thing] = []
        is_stopped = False
        inside: list[_Thing] = []
        ahead, back = self._directions()
        lanes: set[str] = set()
        last = len(self.marks) - 1
        for i in range(last + 1):
            disc = self._disc(i, inside)
            at = [thing for thing in self._at(i) if thing not in inside]
            parts = disc.arrived(back, lanes) if i else disc.within(source)
            if i == last:
                home = disc.within(target)
                if not inside and parts.isdisjoint(home):
                    is_stopped = True
                    stopped += at
                break
            left, right = disc.beside(ahead)
            free = {name for name, arc in (("left", left), ("right", right)) if disc.is_free[arc]}
            lanes = {
                name
                for name, arc in (("left", left), ("right", right))
                if name in free and disc.parts[arc] in parts
            }
            inside = []
            if not lanes:
                is_stopped = True
                if free:
                    stopped += at
                    lanes = free
                else:
                    inside = self._during(i)
                    stopped += inside
                    lanes = {"left", "right"}
        return stopped if is_stopped else None

    # --- limited walls

    def _parted_by_limited(self) -> list[tuple[Fraction, Fraction]]:
        """The places where limited walls, and what else is there, part the line, each alone."""
        places: list[tuple[Fraction, Fraction]] = []
        for lo, hi in sorted((thing.lo, thing.hi) for thing in self.limited):
            if places and lo <= places[-1][1]:
                lo, before = places.pop()
                hi = max(hi, before)
            places.append((lo, hi))
        if len(places) < 2 or not self.reach:
            return []
        self._look_at([*self.full, *self.limited])
        parted = [place for place in places if not self._gets_past(*place)]
        self._look_at(self.full)
        return parted

    def _gets_past(self, lo: Fraction, hi: Fraction) -> bool:
        """Is there a way from just before this stretch of the line to just after it?"""
        source, target = self._own_cones()
        ahead, back = self._directions()
        last = len(self.marks) - 1
        lanes = {"left", "right"}
        for i in range(self.marks.index(lo), self.marks.index(hi) + 1):
            disc = self._disc(i)
            parts = disc.arrived(back, lanes) if i else disc.within(source)
            if i == last:
                home = disc.within(target)
                return not parts.isdisjoint(home)
            left, right = disc.beside(ahead)
            lanes = {
                name
                for name, arc in (("left", left), ("right", right))
                if disc.is_free[arc] and disc.parts[arc] in parts
            }
        return bool(lanes)

    # --- how it is blocked

    def _manner(self) -> Manner:
        for manner in (Manner.PINCH, Manner.SEAM):
            if self._slips_through(seams=manner is Manner.SEAM):
                return manner
        return Manner.THROUGH

    def _slips_through(self, seams: bool) -> bool:
        """Is there a way if pinches let one through, and perhaps seams?"""
        source, target = self._own_cones()
        ahead, back = self._directions()
        last = len(self.marks) - 1
        lanes: set[str] = set()
        for i in range(last + 1):
            disc, slips = self._disc(i), self._is_pinch(i)
            if not self._is_walled(i) and "gap" in lanes:
                slips = True
            parts: set[int] = set()
            if slips:
                parts = disc.everything()
            elif i == 0:
                parts = disc.within(source)
            elif "gap" not in lanes:
                parts = disc.arrived(back, lanes)
            if i == last:
                home = disc.within(target)
                return slips or not parts.isdisjoint(home)
            if seams and self._is_seam(i):
                lanes = {"gap"} if not self._is_walled(i) else set()
            else:
                left, right = disc.beside(ahead)
                lanes = {
                    name
                    for name, arc in (("left", left), ("right", right))
                    if disc.is_free[arc] and disc.parts[arc] in parts
                }
            if not lanes:
                return False
        return False

    def _is_walled(self, i: int) -> bool:
        return any(thing.shape.is_wall for thing in self._at(i))

    def _is_pinch(self, i: int) -> bool:
        """Do two blocking tiles meet corner to corner here, and is no wall here?"""
        shapes = [thing.shape for thing in self._at(i)]
        tiles = [set(s.points) for s in shapes if not s.is_wall and not s.outside]
        return not self._is_walled(i) and any(
            len(a & b) == 1 for k, a in enumerate(tiles) for b in tiles[:k]
        )

    def _is_seam(self, i: int) -> bool:
        """Does the line run along the side that two blocking tiles share?"""
        here = self._during(i)
        tiles = [set(t.shape.points) for t in here if not t.shape.is_wall and not t.shape.outside]
        return not any(thing.shape.is_wall for thing in here) and any(
            len(a & b) == 2 for k, a in enumerate(tiles) for b in tiles[:k]
        )

    # --- in the words of an answer

    def _facts(self, things: Iterable[_Thing]) -> set[Fact]:
        return {
            (t.shape.label, SIDE_NAMES[t.sides], (self._point(t.lo), self._point(t.hi)))
            for t in things
        }

    def position(self, point: TablePoint) -> Fraction:
        """How far along the line a point of it is."""
        axis = 0 if self.line.step[0] else 1
        return (point[axis] * UNIT - self.start[axis]) / self.line.step[axis]

    def _spot(self, at: Fraction) -> Vector:
        x, y = (s + d * at for s, d in zip(self.start, self.line.step, strict=True))
        return x, y

    def _point(self, at: Fraction) -> TablePoint:
        x, y = self._spot(at)
        return Fraction(x) / UNIT, Fraction(y) / UNIT


def _worth(things: Sequence[_Thing]) -> Contact:
    if any(thing.lo < thing.hi for thing in things):
        return Contact.EDGE
    return Contact.CORNER if things else Contact.CLEAR


def _is_covered(ends: tuple[Point, Point], walls: Iterable[_Shape]) -> bool:
    """Do these walls cover all of a stretch? What is left of it gets shorter, wall by wall."""
    left = [(Fraction(0), Fraction(1))]
    line = Line.between(*ends)
    for wall in walls:
        met = meet_segment(line, wall.points[0], wall.points[1])
        if met is None or not met.along:
            continue
        rest = [((lo, min(hi, met.lo)), (max(lo, met.hi), hi)) for lo, hi in left]
        left = [part for pair in rest for part in pair if part[0] < part[1]]
    return not left

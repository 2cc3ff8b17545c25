"""One straight line and the walk along it, for the checker, without the code of rules.

It follows the definition of contact literally. At every position along the line where something
starts or ends, it cuts the small disc around the point into sectors. It then walks from sector to
sector, left and right of the line, from one end to the other. Places with limited walls are judged
separately.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from sightline.answers.check.disc import Cone, Disc, Vector, cones_at
from sightline.answers.check.heights import Bound, Heights, cut_to_span, height_there, within
from sightline.answers.check.shapes import BlockingShape, Fact
from sightline.answers.sight import TablePoint
from sightline.geometry.contact import BOTH, LEFT, RIGHT, Contact, Manner
from sightline.geometry.walk import Line, meet_segment, meet_tile
from sightline.model.board import Board
from sightline.model.cell import Point, Tile
from sightline.model.numbers import UNIT
from sightline.model.threshold import ENDLESS

SIDE_NAMES = {0: "along", LEFT: "left", RIGHT: "right", BOTH: "both"}

LineKey = tuple[Tile | None, Any, Tile | None, Any]
"""A line: the tiles at its ends (None for a whole footprint), each with its point. The points may
be fractions if the line joins any parts of two tiles.
"""


class StripEnds(NamedTuple):
    """How the start and the end of a line are treated."""

    from_rim: bool
    """Whether it starts on the boundary of its source and must be able to leave it."""
    to_rim: bool
    """Whether it ends on the boundary of its target and must be able to enter it."""
    shared_edge: bool = True
    """Whether walls along their whole edge separate neighbors, even if a way leads
    around the walls.
    """
    tiles: bool = True
    """Whether blocking tiles at the two ends can keep the line from leaving and entering."""
    points: bool = True
    """Whether touches at only one of the two end points count."""


AT_CORNERS, AT_CENTERS = StripEnds(True, True), StripEnds(False, False)


class MetShape(NamedTuple):
    """A blocker that the line meets from `lo` to `hi`, extending to these sides of it."""

    lo: Fraction
    hi: Fraction
    sides: int
    shape: BlockingShape
    touched: bool
    """Whether it counts as a touch. False for a one-way wall along the line or at its end, which
    only directs the walk.
    """

    @property
    def is_met_wall(self) -> bool:
        return self.touched and self.shape.is_wall


class StripJudgment(NamedTuple):
    """The judgment of a line: its contact, its manner and a test of its reason."""

    contact: Contact
    manner: Manner | None
    accepts: Callable[[set[Fact]], bool]
    """A function that tells whether a set of facts is the right reason."""

    @property
    def level(self) -> str:
        """The contact or, for a blocked line, the manner, in the words that packs use
        for touches.
        """
        if self.contact is Contact.BLOCKED:
            return str(self.manner or Manner.THROUGH)
        return str(self.contact)


class LineStrip:
    """One line on one board, every shape that it meets, and the walk along it."""

    def __init__(
        self,
        board: Board,
        shapes: Sequence[BlockingShape],
        key: LineKey,
        ends: StripEnds,
        between: tuple[Fraction, Fraction] | None = None,
        heights: Heights | None = None,
    ) -> None:
        """Find the shapes that the line meets.

        `between` limits the line to a stretch of positions. `heights` are the line's heights at its
        two ends, if they matter.
        """
        self.heights = heights
        self.board, self.ends = board, ends
        self.source, self.start, self.target, self.end = key
        if self.start == self.end:
            assert self.source is not None
            assert self.target is not None
            a, b = board.grid.center(self.source), board.grid.center(self.target)
            self.line = Line(self.start, (b[0] - a[0], b[1] - a[1]), reach=0)
        else:
            self.line = Line.between(self.start, self.end)
        self.shapes = shapes
        self.reach = Fraction(self.line.reach)
        met = list(self._met())
        if between is not None:
            met = [thing for thing in met if thing.hi >= between[0] and thing.lo <= between[1]]
        self.full = [thing for thing in met if not thing.shape.limited]
        self.limited = [thing for thing in met if thing.shape.limited]
        self._look_at(self.full)

    def _look_at(self, things: list[MetShape]) -> None:
        """Set the shapes that the line meets."""
        self.things = things
        marks = {mark for thing in self.things for mark in (thing.lo, thing.hi)}
        self.marks = sorted({Fraction(0), self.reach} | marks)
        number = {mark: i for i, mark in enumerate(self.marks)}
        self._at: list[list[MetShape]] = [[] for _ in self.marks]
        self._during: list[list[MetShape]] = [[] for _ in self.marks[1:]]
        for thing in things:
            first, last = number[thing.lo], number[thing.hi]
            for i in range(first, last):
                self._at[i].append(thing)
                self._during[i].append(thing)
            self._at[last].append(thing)
        self._discs: dict[int, Disc] = {}

    def _met(self) -> Iterator[MetShape]:
        (x, y), (dx, dy) = self.line.start, self.line.step
        for shape in self.shapes:
            turns = [dx * (py - y) - dy * (px - x) for px, py in shape.points]
            if min(turns) > 0 or max(turns) < 0:
                continue
            if shape.is_wall:
                met = meet_segment(self.line, shape.points[0], shape.points[1])
            else:
                met = meet_tile(self.line, shape.points)
            if met is None:
                continue
            touched = shape.is_there_for(self.line.step)
            # A walk along the line may cross other one-way walls, because it need not return.
            if touched or shape.is_along(self.line.step) or met.lo in (0, self.reach):
                at: tuple[Fraction, Fraction] | None = (met.lo, met.hi)
                if self.heights is not None and shape.span != ENDLESS:
                    at = cut_to_span(self.heights, shape.span, met.lo, met.hi)
                if at is not None:
                    yield MetShape(*at, met.sides, shape, touched)

    def bounds(self) -> set[Bound]:
        """Return every comparison of the line's height that matters.

        The strip itself must be without heights.
        """
        marks = {Fraction(0), self.reach}
        everything = [*self.full, *self.limited]
        marks.update(mark for thing in everything for mark in (thing.lo, thing.hi))
        if self.source is not None and self.target is not None:
            marks.update(self._inside())
        found = {
            (mark, bound)
            for thing in everything
            for bound in thing.shape.span
            if bound is not None
            for mark in marks
            if thing.lo <= mark <= thing.hi
        }
        if self.source is not None and self.target is not None:
            edge = {*self.board.grid.corners(self.source)} & {*self.board.grid.corners(self.target)}
            leaves, enters = self._inside()
            if (
                len(edge) == 2 and enters <= leaves
            ):  # walls that cover the edge may be beside the line
                found.update(
                    (at, bound)
                    for shape in self.shapes
                    if shape.is_wall and shape.free
                    for bound in shape.span
                    if bound is not None
                    for at in (enters, leaves)
                )
        return found

    def judge(self, closed_ends: bool) -> StripJudgment:
        shared = self.shared_edge()
        if shared is not None:
            return shared
        stopped = self._walk()
        if stopped is not None:
            facts = self.facts(thing for thing in stopped if not thing.shape.outside)
            return StripJudgment(Contact.BLOCKED, self._manner(), lambda listed: listed == facts)
        parted = self._parted_by_limited()
        if len(parted) > 1:
            facts = self.facts(
                thing
                for thing in (*self.full, *self.limited)
                if not thing.shape.outside
                and any(thing.lo <= hi and thing.hi >= lo for lo, hi in parted)
            )
            return StripJudgment(Contact.BLOCKED, Manner.THROUGH, lambda listed: listed == facts)
        touches = list(self._touches())
        if closed_ends:
            everything = [t for t in self.things if t.touched and not t.shape.outside]
            if _worth(everything) > _worth(touches):
                touches = everything
        contact = _worth(touches)
        if contact is Contact.EDGE:
            touches = [thing for thing in touches if thing.lo < thing.hi]
        counted = self.facts(touches)
        return StripJudgment(contact, None, lambda listed: listed == counted)

    def _touches(self) -> Iterator[MetShape]:
        """Yield everything that counts for CORNER and EDGE, cut down to where it counts."""
        leaves, enters = Fraction(-1), self.reach + 1
        if self.ends.from_rim and (self.ends.to_rim or self.ends.points):
            leaves, enters = self._inside()
        elif not self.ends.points:
            leaves, enters = Fraction(0), self.reach
        for thing in self.things:
            first, last = leaves, enters
            if thing.shape.outside or not thing.touched:
                continue
            if thing.shape.free:
                first, last = Fraction(0), self.reach
            lo, hi = max(thing.lo, first), min(thing.hi, last)
            if lo < hi or (lo == hi and first < lo < last):
                yield thing._replace(lo=lo, hi=hi)

    @property
    def is_walled(self) -> bool:
        """Whether the line meets a wall."""
        return any(thing.shape.is_wall for thing in self.things)

    @property
    def runs_along(self) -> bool:
        """Whether the line runs along something where touches count."""
        return any(touch.lo < touch.hi for touch in self._touches())

    @property
    def runs_between(self) -> bool:
        """Whether some stretch of the line has tiles on its left and on its right."""
        if not self.reach:
            return False
        tiles = [thing for thing in self.things if thing.lo < thing.hi and not thing.shape.is_wall]
        left, right = ([t for t in tiles if t.sides & side] for side in (LEFT, RIGHT))
        return any(max(a.lo, b.lo) < min(a.hi, b.hi) for a in left for b in right)

    @property
    def touched_sides(self) -> int:
        """The sides on which the line touches something where touches count."""
        sides = 0
        for touch in self._touches():
            sides |= touch.sides
        return sides

    def _inside(self) -> tuple[Fraction, Fraction]:
        """Return the positions where the line leaves its source and where it enters its target."""
        assert self.source is not None
        assert self.target is not None
        corners = self.board.grid.corners
        leaving = meet_tile(self.line, corners(self.source))
        entering = meet_tile(self.line, corners(self.target))
        assert leaving is not None
        assert entering is not None
        return leaving.hi, entering.lo

    # --- neighbors

    def shared_edge(self) -> StripJudgment | None:
        """Return BLOCKED if the line crosses the edge between two neighbors and all of it is
        closed, else None.
        """
        grid = self.board.grid
        at_corners = self.ends.from_rim and self.ends.to_rim and self.ends.shared_edge
        if not at_corners or self.source is None or self.target is None:
            return None
        if not grid.are_neighbors(self.source, self.target):
            return None
        leaves, enters = self._inside()
        if enters > leaves:
            return None
        at = (self.point(enters), self.point(leaves))
        pair = {self.source, self.target}
        (ax, ay), (bx, by) = map(grid.center, (self.source, self.target))
        ahead = (bx - ax, by - ay)
        full = [s for s in self.shapes if not s.limited and s.is_there_for(ahead)]
        if self.heights is not None:
            full = [s for s in full if s.is_wall and self._is_there(s, enters, leaves)]
        edges = (s for s in full if s.is_wall and not s.free)
        edge = next((s.label for s in edges if set(s.label[1]) == pair), None)
        if edge is not None:
            fact = (edge, "both", at)
            return StripJudgment(Contact.BLOCKED, Manner.THROUGH, lambda listed: listed == {fact})
        ends = grid.edge_ends(self.source, self.target)
        walls = {s.label: s for s in full if s.free}
        if not self._covers(ends, walls.values(), enters, leaves):
            return None
        return StripJudgment(
            Contact.BLOCKED,
            Manner.THROUGH,
            lambda listed: (
                all(fact[0] in walls and fact[1:] == ("both", at) for fact in listed)
                and self._covers(ends, [walls[fact[0]] for fact in listed], enters, leaves)
            ),
        )

    def _is_there(self, shape: BlockingShape, enters: Fraction, leaves: Fraction) -> bool:
        """Return whether a wall is at the line's heights between two positions.

        For free walls along the line, any part is enough.
        """
        assert self.heights is not None
        if shape.free and enters < leaves:
            return True
        return all(within(shape.span, height_there(self.heights, at)) for at in (enters, leaves))

    def _covers(
        self,
        ends: tuple[Point, Point],
        walls: Iterable[BlockingShape],
        enters: Fraction,
        leaves: Fraction,
    ) -> bool:
        """Return whether these free walls cover the whole edge between two neighbors."""
        if self.heights is None or enters == leaves:
            return _is_covered(ends, walls)
        left = [(enters, leaves)]  # the line runs along the edge
        for wall in walls:
            met = meet_segment(self.line, wall.points[0], wall.points[1])
            if met is None or not met.along:
                continue
            at = cut_to_span(self.heights, wall.span, met.lo, met.hi)
            if at is not None:
                left = _without(left, *at)
        return not left

    # --- the walk

    def _disc(self, i: int, ignored: Sequence[MetShape] = ()) -> Disc:
        if ignored:
            return self._cut_disc(i, ignored)
        if i not in self._discs:
            self._discs[i] = self._cut_disc(i, ())
        return self._discs[i]

    def _cut_disc(self, i: int, ignored: Sequence[MetShape]) -> Disc:
        at = self._spot(self.marks[i])
        areas, cones = [], []
        is_open = not self.ends.tiles and self.marks[i] in (0, self.reach)
        for thing in self._at[i]:
            if is_open and not (thing.shape.is_wall or thing.shape.outside):
                continue
            # A shape that was passed is done; one that continues is still there.
            if thing not in ignored or thing.hi > self.marks[i]:
                found = list(cones_at(thing.shape.points, at, thing.shape.stops))
                cones += found
                areas += [] if thing.shape.is_wall else found
        return Disc(cones, areas, [*self._directions(), *self._own_borders()])

    def _directions(self) -> tuple[Vector, Vector]:
        dx, dy = self.line.step
        return (dx, dy), (-dx, -dy)

    def _own_cones(self) -> tuple[Cone | None, Cone | None]:
        """Return the cone of the source at the line's start and the cone of the target
        at its end.
        """
        source = self._cone(self.source, self.start) if self.ends.from_rim else None
        target = self._cone(self.target, self.end) if self.ends.to_rim else None
        return source, target

    def _cone(self, tile: Tile | None, at: Point) -> Cone:
        assert tile is not None
        (cone,) = cones_at(self.board.grid.corners(tile), at)
        return cone

    def _own_borders(self) -> Iterator[Vector]:
        for cone in self._own_cones():
            if cone is not None:
                yield from (cone.begin, cone.end)

    def _lanes_beside(self, disc: Disc, ahead: Vector, i: int) -> dict[str, int]:
        """Return the lanes that are free after disc `i`, each with its arc."""
        left, right = disc.beside(ahead)
        closed = 0
        for thing in self._during[i]:
            closed |= 0 if thing.shape.is_wall else thing.sides
        lanes = (("left", left, LEFT), ("right", right, RIGHT))
        return {name: arc for name, arc, side in lanes if disc.is_free[arc] and not closed & side}

    def _onward(
        self, disc: Disc, ahead: Vector, i: int, reached: set[int]
    ) -> tuple[set[str], set[str]]:
        """Return the lanes after disc `i` that the walk reaches, and those that are free."""
        beside = self._lanes_beside(disc, ahead, i)
        lanes = {name for name, arc in beside.items() if arc in reached}
        if self.heights is None or self._during[i]:
            return lanes, set(beside)
        # A shape may end here only in height: the line passes its top or bottom.
        both = {"left", "right"}
        return (both if lanes else set()), both

    def _walk(self) -> list[MetShape] | None:
        """Return everything that stops the walk, in order; None if it reaches the end."""
        if not self.things:
            return None
        source, target = self._own_cones()
        stopped: list[MetShape] = []
        is_stopped = False
        inside: list[MetShape] = []
        ahead, back = self._directions()
        lanes: set[str] = set()
        last = len(self.marks) - 1
        for i in range(last + 1):
            disc = self._disc(i, inside)
            at = [thing for thing in self._at[i] if thing not in inside]
            reached = disc.reached(disc.arrived(back, lanes) if i else disc.within(source))
            if i == last:
                home = disc.within(target)
                if not inside and reached.isdisjoint(home):
                    is_stopped = True
                    stopped += at
                break
            lanes, free = self._onward(disc, ahead, i, reached)
            floors = [thing for thing in at if thing.shape.label[0] == "floor"]
            if floors and not free:  # a floor meets the line at one point only
                disc = self._disc(i, [*inside, *floors])
                free = set(self._lanes_beside(disc, ahead, i))
            inside = []
            if not lanes:
                is_stopped = True
                if free:
                    stopped += at
                    lanes = free
                else:
                    inside = self._during[i]
                    stopped += inside
                    lanes = {"left", "right"}
        return stopped if is_stopped else None

    # --- limited walls

    def _parted_by_limited(self) -> list[tuple[Fraction, Fraction]]:
        """Return the places where limited walls, together with other blockers, cut the line."""
        places: list[tuple[Fraction, Fraction]] = []
        for lo, hi in sorted((thing.lo, thing.hi) for thing in self.limited if thing.touched):
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
        """Return whether a walk gets from just before this stretch of the line to just after it."""
        source, target = self._own_cones()
        ahead, back = self._directions()
        last = len(self.marks) - 1
        lanes = {"left", "right"}
        for i in range(self.marks.index(lo), self.marks.index(hi) + 1):
            disc = self._disc(i)
            reached = disc.reached(disc.arrived(back, lanes) if i else disc.within(source))
            if i == last:
                return not reached.isdisjoint(disc.within(target))
            lanes, _ = self._onward(disc, ahead, i, reached)
        return bool(lanes)

    # --- manner

    def _manner(self) -> Manner:
        for manner in (Manner.PINCH, Manner.SEAM):
            if self._slips_through(seams=manner is Manner.SEAM):
                return manner
        return Manner.THROUGH

    def _slips_through(self, seams: bool) -> bool:
        """Return whether a walk reaches the end if pinches are open, and with `seams`
        also seams.
        """
        source, target = self._own_cones()
        ahead, back = self._directions()
        last = len(self.marks) - 1
        lanes: set[str] = set()
        for i in range(last + 1):
            disc, slips = self._disc(i), self._is_pinch(i)
            if not self._is_walled(i) and "gap" in lanes:
                slips = True
            reached: set[int] = set()
            if slips:
                reached = disc.everything()
            elif i == 0:
                reached = disc.reached(disc.within(source))
            elif "gap" not in lanes:
                reached = disc.reached(disc.arrived(back, lanes))
            if i == last:
                return slips or not reached.isdisjoint(disc.within(target))
            if seams and self._is_seam(i):
                lanes = {"gap"} if not self._is_walled(i) else set()
            else:
                lanes, _ = self._onward(disc, ahead, i, reached)
            if not lanes:
                return False
        return False

    def _is_walled(self, i: int) -> bool:
        return any(thing.is_met_wall for thing in self._at[i])

    def _is_pinch(self, i: int) -> bool:
        """Return whether two blocking tiles meet corner to corner at disc `i`,
        without a wall there.
        """
        shapes = [thing.shape for thing in self._at[i]]
        tiles = [s.corners for s in shapes if not s.is_wall and not s.outside]
        return not self._is_walled(i) and any(
            len(a & b) == 1 for k, a in enumerate(tiles) for b in tiles[:k]
        )

    def _is_seam(self, i: int) -> bool:
        """Return whether the line runs along an edge that two blocking tiles share."""
        here = self._during[i]
        tiles = [t.shape.corners for t in here if not t.shape.is_wall and not t.shape.outside]
        return not any(thing.is_met_wall for thing in here) and any(
            len(a & b) == 2 for k, a in enumerate(tiles) for b in tiles[:k]
        )

    # --- the form of answers

    def facts(self, things: Iterable[MetShape]) -> set[Fact]:
        """Return blockers that the line meets as comparable values."""
        return {
            (t.shape.label, SIDE_NAMES[t.sides], (self.point(t.lo), self.point(t.hi)))
            for t in things
        }

    def position(self, point: TablePoint) -> Fraction:
        """Return the distance of a point along the line."""
        axis = 0 if self.line.step[0] else 1
        return Fraction(point[axis] * UNIT - self.start[axis]) / self.line.step[axis]

    def _spot(self, at: Fraction) -> Vector:
        x, y = (s + d * at for s, d in zip(self.start, self.line.step, strict=True))
        return x, y

    def point(self, at: Fraction) -> TablePoint:
        """Return a position along the line as a point in tiles."""
        x, y = self._spot(at)
        return Fraction(x) / UNIT, Fraction(y) / UNIT


def _worth(things: Sequence[MetShape]) -> Contact:
    if any(thing.lo < thing.hi for thing in things):
        return Contact.EDGE
    return Contact.CORNER if things else Contact.CLEAR


def _is_covered(ends: tuple[Point, Point], walls: Iterable[BlockingShape]) -> bool:
    """Return whether these walls cover a whole stretch.

    Each wall removes its part from what is left.
    """
    left = [(Fraction(0), Fraction(1))]
    line = Line.between(*ends)
    for wall in walls:
        met = meet_segment(line, wall.points[0], wall.points[1])
        if met is None or not met.along:
            continue
        left = _without(left, met.lo, met.hi)
    return not left


def _without(
    left: list[tuple[Fraction, Fraction]], first: Fraction, last: Fraction
) -> list[tuple[Fraction, Fraction]]:
    """Return the given stretches without the part from `first` to `last`."""
    rest = [((lo, min(hi, first)), (max(lo, last), hi)) for lo, hi in left]
    return [part for pair in rest for part in pair if part[0] < part[1]]

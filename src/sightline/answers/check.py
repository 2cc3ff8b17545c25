"""Re-verifies an answer from the board and the geometry alone.

This knows no rule's code. It goes over the definition of contact point by point: at every position
along a line where something begins or ends, and between any two of them, it asks which blockers
contain the point and which sides of the line they reach.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from typing import Any, NamedTuple

from sightline.answers.check_ray import RAY_SETTINGS, RAY_TIES, ray_problems
from sightline.answers.sight import Blocker, Sight, TablePoint, Verdict
from sightline.errors import SightlineError
from sightline.geometry.contact import BOTH, LEFT, RIGHT, Contact
from sightline.geometry.walk import Line, meet_segment, meet_tile, side_of, sides_of
from sightline.model.board import OCCUPIED, OUTSIDE, SOLID, Board
from sightline.model.cell import Point, Tile
from sightline.model.numbers import UNIT
from sightline.model.place import Place, center, corners, place

SIDE_NAMES = {0: "along", LEFT: "left", RIGHT: "right", BOTH: "both"}
PASSES = {
    "strict": Contact.CLEAR,
    "adjudicated": Contact.CLEAR,
    "corners-pass": Contact.CORNER,
    "permissive": Contact.EDGE,
}
Lines = set[tuple[Point, Point]]


class LineRule(NamedTuple):
    """What there is to know of a rule that tries straight lines, without its code."""

    settings: set[str]
    """What its plain data must say."""
    lines: Callable[[Board, Place, Place], Lines]
    """All lines that it has to try."""
    at_corners: bool
    """Do they start and end at the rims of both places? Then their own ends are left out."""


def _centres(board: Board, source: Place, target: Place) -> Lines:
    return {(center(board, source), center(board, target))}


def _corner_pairs(board: Board, source: Place, target: Place) -> Lines:
    return set(product(corners(board, source), corners(board, target)))


LINE_RULES = {
    "corner": LineRule({"rule", "ties", "closed_ends"}, _corner_pairs, at_corners=True),
    "center": LineRule({"rule", "ties"}, _centres, at_corners=False),
}
"""By kind of rule. A new rule that tries straight lines adds itself here."""


@dataclass(frozen=True, slots=True)
class Checked:
    """True if the answer holds; else `problems` says what does not."""

    problems: tuple[str, ...]

    def __bool__(self) -> bool:
        return not self.problems

    def __str__(self) -> str:
        return "; ".join(self.problems) or "the answer holds"


def check(board: Board, sight: Sight) -> Checked:
    """Does this answer hold on this board?

    Everything in it is held against the board but a game master's ruling, which no geometry can
    judge: what is checked is the rule's own answer beside it.
    """
    try:
        return Checked(tuple(_problems(board, sight)))
    except (
        SightlineError,
        ArithmeticError,
        AttributeError,
        LookupError,
        TypeError,
        ValueError,
    ) as e:
        # A tampered answer can hold anything; whatever trips over it is a reason to reject it.
        return Checked((f"the answer cannot be read: {type(e).__name__}: {e}",))


def _problems(board: Board, sight: Sight) -> Iterator[str]:
    for what, claimed in (("source", sight.source), ("target", sight.target)):
        asked = claimed.middle if claimed.name is None else claimed.name
        if place(board, asked, what) != claimed:
            yield f"the {what} does not stand on this board as the answer says"
            return
    kind, ties = sight.rule["rule"], sight.rule["ties"]
    is_ray = kind == "hexray"
    settings = RAY_SETTINGS if is_ray else LINE_RULES[kind].settings
    if set(sight.rule) != settings or ties not in (RAY_TIES if is_ray else PASSES):
        yield "the rule has other settings than the answer says"
        return
    if sight.orientation != getattr(board, "orientation", "pointy"):
        yield f"the board is not drawn {sight.orientation}"
    if is_ray:
        yield from ray_problems(board, sight)
        return
    shared = bool(set(sight.source.tiles) & set(sight.target.tiles))
    if sight.steps or sight.rays or sight.cover is not None:
        yield "only a hex ray has steps and cover"
    if shared:
        if (sight.contact, sight.verdict) != (Contact.CLEAR, Verdict.VISIBLE):
            yield "two places that share a tile see each other"
        if sight.line or sight.lines or sight.blockers:
            yield "there is no line between two places that share a tile"
        return
    yield from _line_problems(board, sight)
    best = min(line.contact for line in sight.lines)
    if sight.contact != best:
        yield f"the contact is said to be {sight.contact}, and the best line's is {best}"
    if sight.verdict is not _verdict(best, ties):
        yield f"{ties} ties make {_verdict(best, ties)} of {best}, not {sight.verdict}"


def _verdict(contact: Contact, ties: str) -> Verdict:
    if contact <= PASSES[ties]:
        return Verdict.VISIBLE
    if ties == "adjudicated" and contact < Contact.BLOCKED:
        return Verdict.AMBIGUOUS
    return Verdict.HIDDEN


# --- straight lines


def _line_problems(board: Board, sight: Sight) -> Iterator[str]:
    rule = LINE_RULES[sight.rule["rule"]]
    wanted = rule.lines(board, sight.source, sight.target)
    given = [(_units(line.start), _units(line.end)) for line in sight.lines]
    if set(given) != wanted or len(given) != len(wanted):
        yield "the lines tried are not the lines that the rule tries"
        return
    shapes = list(_shapes(board, sight.source, sight.target))
    for ends, line in zip(given, sight.lines, strict=True):
        scene = _Scene(board, sight.source, sight.target, shapes, *ends)
        if rule.at_corners:
            found = scene.corner_contact(sight.rule.get("closed_ends") is True)
        else:
            found = scene.center_contact()
        if line.contact != found.contact:
            yield f"the line {ends} is said to be {line.contact}, and is {found.contact}"
        told = [_fact(blocker) for blocker in line.blockers]
        if len(told) != len(set(told)) or set(told) not in found.because:
            yield f"what is in the way of the line {ends} is not what the answer says"
        if told != sorted(told, key=lambda fact: [scene.position(point) for point in fact[-1]]):
            yield "what is in the way is not told in order along the line"
    decided = [
        line
        for line in sight.lines
        if (line.start, line.end) == tuple(sight.line)
        and (line.contact, line.blockers) == (sight.contact, sight.blockers)
    ]
    if not decided:
        yield "the deciding line is not one of the lines tried"


def _units(point: TablePoint) -> Point:
    x, y = point[0] * UNIT, point[1] * UNIT
    if x.denominator != 1 or y.denominator != 1:
        raise ValueError(f"{point} is no point of the grid")
    return int(x), int(y)


Fact = tuple[Any, ...]
"""A blocker in values that can be compared: its label, its side, and the points where it is met."""


def _fact(blocker: Blocker) -> Fact:
    is_tile = not blocker.free and isinstance(blocker.where[0], int)
    where = blocker.where if is_tile else frozenset(blocker.where)
    label = (blocker.what, where, blocker.name, blocker.state, blocker.free)
    return label, blocker.side, blocker.at


class _Shape(NamedTuple):
    """Something closed near the line: the corners of a tile, or the two ends of a wall."""

    points: tuple[Point, ...]
    free: bool
    outside: bool
    """Is it the outside of a square board, which never counts alone?"""
    label: tuple[Any, ...]


def _shapes(board: Board, source: Place, target: Place) -> Iterator[_Shape]:
    """Every blocker in the box around both places, and one tile beyond it each way."""
    grid = board.grid
    own = {*source.tiles, *target.tiles}
    transparent = source.transparent | target.transparent
    near = list(_box(board, own))
    label: tuple[Any, ...]
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
        yield _Shape(grid.corners(tile), False, rim, (what, tile, name, None, False))
    for tile in near:
        for step in grid.forward:
            other = grid.tile(tile[0] + step[0], tile[1] + step[1])
            if tile in board and other in board:
                carried = board.edge(tile, other)
                if carried is not None and carried.blocks_sight:
                    what, pair = type(carried).__name__.lower(), frozenset((tile, other))
                    label = (what, pair, None, carried.state, False)
                    yield _Shape(grid.edge_ends(tile, other), False, False, label)
    for wall in board.free_walls():
        if wall.threshold.blocks_sight:
            what, ends = type(wall.threshold).__name__.lower(), frozenset(wall.ends)
            label = (what, ends, None, wall.threshold.state, True)
            yield _Shape((wall.start, wall.end), True, False, label)


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
    free: bool
    outside: bool
    label: tuple[Any, ...]
    quiet: bool = False
    """Is it only a touch at an end, which counts as half of a two-sided one at most?"""


class _Found(NamedTuple):
    """A contact, and the blockers that show it: several lists where several places do."""

    contact: Contact
    because: list[set[Fact]]


class _Scene:
    """One line on one board, and everything closed that it meets."""

    def __init__(
        self,
        board: Board,
        source: Place,
        target: Place,
        shapes: Sequence[_Shape],
        start: Point,
        end: Point,
    ) -> None:
        self.board, self.source, self.target = board, source, target
        self.shapes = shapes
        self.start = start
        if start == end:
            a, b = center(board, source), center(board, target)
            self.line = Line(start, (b[0] - a[0], b[1] - a[1]), reach=0)
        else:
            self.line = Line.between(start, end)
        self.reach = Fraction(self.line.reach)
        self.things = list(self._met())

    def _met(self) -> Iterator[_Thing]:
        for shape in self.shapes:
            sides = [side_of(self.line, point) for point in shape.points]
            if sides[0] and sides.count(sides[0]) == len(sides):
                continue  # wholly beside the endless line
            if len(shape.points) > 2:
                met = meet_tile(self.line, shape.points)
            else:
                met = meet_segment(self.line, *shape.points)
            if met is not None:
                reached = self._sides_along() if met.along else met.sides
                yield _Thing(met.lo, met.hi, reached, shape.free, shape.outside, shape.label)

    def _sides_along(self) -> int:
        """The sides of a wall that the line runs inside."""
        grid = self.board.grid
        source, target = (
            sides_of(self.line, [c for t in where.tiles for c in grid.corners(t)])
            for where in (self.source, self.target)
        )
        if BOTH in (source, target):
            return 0
        return BOTH - source if source == target else BOTH

    # --- contact, point by point

    def center_contact(self) -> _Found:
        return self._worst([self._quiet_if_free(thing) for thing in self.things])

    def corner_contact(self, closed_ends: bool) -> _Found:
        found = [self._worst(list(self._in_open_air())), *self._meetings()]
        if closed_ends:
            touches = [thing for thing in self.things if not thing.outside]
            lasting = [thing for thing in touches if thing.lo < thing.hi]
            if touches:
                contact = Contact.EDGE if lasting else Contact.CORNER
                found.append(_Found(contact, [self._facts(lasting or touches)]))
        worst = max(each.contact for each in found)
        return _Found(worst, [b for each in found if each.contact == worst for b in each.because])

    def _quiet_if_free(self, thing: _Thing) -> _Thing:
        at_end = thing.lo == thing.hi and thing.lo in (0, self.reach)
        return thing._replace(quiet=thing.free and at_end)

    def _in_open_air(self) -> Iterator[_Thing]:
        """Free walls as they are, all else cut down to where the line is in neither place."""
        own = self._inside((*self.source.tiles, *self.target.tiles))
        ends = [Fraction(0), *(at for part in own for at in part), self.reach]
        open_air = [(ends[i], ends[i + 1]) for i in range(0, len(ends), 2)]
        for thing in self.things:
            if thing.free:
                yield self._quiet_if_free(thing)
                continue
            for start, end in open_air:
                lo, hi = max(thing.lo, start), min(thing.hi, end)
                if start < end and lo <= hi:
                    yield thing._replace(lo=lo, hi=hi, quiet=lo == hi and lo in (start, end))

    def _worst(self, things: list[_Thing]) -> _Found:
        """The contact over all positions: where things begin and end, and halfway between."""
        stops = sorted({v for t in things for v in (t.lo, t.hi)})
        halves = {(a + b) / 2 for a, b in pairwise(stops)}
        worst = Contact.CLEAR
        for at in sorted({*stops, *halves}):
            here = [t for t in things if t.lo <= at <= t.hi]
            if _is_two_sided(here):
                crossed = self._facts(t for t in here if t.sides and not t.outside)
                return _Found(Contact.BLOCKED, [crossed])
            if any(not t.outside and not t.quiet for t in here):
                worst = max(worst, Contact.EDGE if at in halves else Contact.CORNER)
        loud = [t for t in things if not t.outside and not t.quiet]
        if worst is Contact.EDGE:
            loud = [t for t in loud if t.lo < t.hi]
        return _Found(worst, [self._facts(loud)])

    def _inside(self, tiles: Sequence[Tile]) -> list[tuple[Fraction, Fraction]]:
        parts: list[tuple[Fraction, Fraction]] = []
        met = (meet_tile(self.line, self.board.grid.corners(tile)) for tile in tiles)
        for lo, hi in sorted((m.lo, m.hi) for m in met if m is not None):
            if parts and lo <= parts[-1][1]:
                parts[-1] = (parts[-1][0], max(hi, parts[-1][1]))
            else:
                parts.append((lo, hi))
        return parts

    def _meetings(self) -> Iterator[_Found]:
        for a in self._inside(self.source.tiles):
            for b in self._inside(self.target.tiles):
                lo, hi = max(a[0], b[0]), min(a[1], b[1])
                if lo <= hi:
                    yield from self._meeting(lo, hi)

    def _meeting(self, lo: Fraction, hi: Fraction) -> Iterator[_Found]:
        """Source and target meet here: by an edge that they share, or only by a corner."""
        edges = list(self._shared_edges(lo, hi))
        if edges and all(edge is not None for edge in edges):
            yield _Found(Contact.BLOCKED, [self._facts(edge for edge in edges if edge is not None)])
        elif not edges or not self.line.reach:
            for at in {lo, hi}:
                there = self._across(at)
                if edges and not any(t.free and t.sides for t in there):
                    continue  # an open shared edge answers for all but free walls
                if _is_two_sided(there):
                    real = [t._replace(lo=at, hi=at) for t in there if t.sides and not t.outside]
                    yield _Found(Contact.BLOCKED, [self._facts(real)])

    def _shared_edges(self, lo: Fraction, hi: Fraction) -> Iterator[_Thing | None]:
        """Each edge between source and target that the line meets there; None if it is open."""
        grid = self.board.grid
        for a in self.source.tiles:
            for b in self.target.tiles:
                if not grid.are_neighbours(a, b):
                    continue
                met = meet_segment(self.line, *grid.edge_ends(a, b))
                if met is None or met.lo > hi or lo > met.hi:
                    continue
                label = next(
                    (s.label for s in self.shapes if not s.free and s.label[1] == {a, b}), None
                )
                if label is None:
                    yield None
                else:
                    yield _Thing(max(lo, met.lo), min(hi, met.hi), BOTH, False, False, label)

    def _across(self, at: Fraction) -> list[_Thing]:
        """What is at a corner of the grid, with sides by the direction from centre to centre."""
        point = self._point(at)
        if any((value * UNIT).denominator != 1 for value in point):
            return []
        corner = _units(point)
        return _Scene(self.board, self.source, self.target, self.shapes, corner, corner).things

    # --- in the words of an answer

    def _facts(self, things: Iterable[_Thing]) -> set[Fact]:
        return {
            (t.label, SIDE_NAMES[t.sides], (self._point(t.lo), self._point(t.hi))) for t in things
        }

    def position(self, point: TablePoint) -> Fraction:
        """How far along the line a point of it is."""
        axis = 0 if self.line.step[0] else 1
        return (point[axis] * UNIT - self.start[axis]) / self.line.step[axis]

    def _point(self, at: Fraction) -> TablePoint:
        x, y = ((s + d * at) / UNIT for s, d in zip(self.start, self.line.step, strict=True))
        return Fraction(x), Fraction(y)


def _is_two_sided(things: Sequence[_Thing]) -> bool:
    """Do they reach both sides? The outside completes this, and something else takes part."""
    real = rim = 0
    for thing in things:
        if thing.outside:
            rim |= thing.sides
        else:
            real |= thing.sides
    return real != 0 and real | rim == BOTH

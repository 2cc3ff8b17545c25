"""Re-verifies an answer from the board and the geometry alone.

This knows no rule's code. It goes over the definition of contact point by point: at every position
along a line where something begins or ends, and between any two of them, it asks which blockers
contain the point and which sides of the line they reach.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from sightline.answers.sight import Blocker, Ray, Sight, TablePoint, Tried, Verdict
from sightline.errors import SightlineError
from sightline.geometry.contact import BOTH, LEFT, RIGHT, Contact
from sightline.geometry.hexline import leaning, nearest
from sightline.geometry.walk import Line, meet_segment, meet_tile, sides_of
from sightline.model.board import OCCUPIED, OUTSIDE, SOLID, Board
from sightline.model.cell import Hex, Point, Tile
from sightline.model.hexagon import HexBoard
from sightline.model.numbers import UNIT
from sightline.model.place import Place, center, corners, place

WHOLE = (Fraction(0), Fraction(1))
SIDE_NAMES = {0: "along", LEFT: "left", RIGHT: "right", BOTH: "both"}
PASSES = {
    "strict": Contact.CLEAR,
    "adjudicated": Contact.CLEAR,
    "corners-pass": Contact.CORNER,
    "permissive": Contact.EDGE,
}


@dataclass(frozen=True, slots=True)
class Checked:
    """True if the answer holds; else `problems` says what does not."""

    problems: tuple[str, ...]

    def __bool__(self) -> bool:
        return not self.problems

    def __str__(self) -> str:
        return "; ".join(self.problems) or "the answer holds"


def check(board: Board, sight: Sight) -> Checked:
    """Does this answer hold on this board?"""
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
    ties = sight.rule["ties"]
    shared = bool(set(sight.source.tiles) & set(sight.target.tiles))
    if sight.rule["rule"] == "hexray":
        yield from _ray_problems(board, sight, shared)
    elif shared:
        if (sight.contact, sight.verdict) != (Contact.CLEAR, Verdict.VISIBLE):
            yield "two places that share a tile see each other"
    else:
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
    at_corners = sight.rule["rule"] == "corner"
    closed_ends = bool(sight.rule.get("closed_ends", False))
    if at_corners:
        wanted = {
            (start, end)
            for start in corners(board, sight.source)
            for end in corners(board, sight.target)
        }
    else:
        wanted = {(center(board, sight.source), center(board, sight.target))}
    given = [(_units(line.start), _units(line.end)) for line in sight.lines]
    if set(given) != wanted or len(given) != len(wanted):
        yield "the lines tried are not the lines that the rule tries"
        return
    for ends, line in zip(given, sight.lines, strict=True):
        scene = _Scene(board, sight.source, sight.target, *ends)
        found = scene.corner_contact(closed_ends) if at_corners else scene.center_contact()
        if line.contact != found:
            yield f"the line {ends} is said to be {line.contact}, and is {found}"
        yield from _blocker_problems(scene, line)
    decided = [
        line
        for line in sight.lines
        if (line.start, line.end) == tuple(sight.line)
        and (line.contact, line.blockers) == (sight.contact, sight.blockers)
    ]
    if not decided:
        yield "the deciding line is not one of the lines tried"


def _blocker_problems(scene: _Scene, line: Tried) -> Iterator[str]:
    if (line.contact is Contact.CLEAR) != (not line.blockers):
        yield "a line is clear exactly if nothing is in its way"
    for blocker in line.blockers:
        if not scene.holds(blocker):
            yield f"{blocker.what} at {blocker.where} is not in the way as the answer says"


def _units(point: TablePoint) -> Point:
    x, y = point[0] * UNIT, point[1] * UNIT
    if x.denominator != 1 or y.denominator != 1:
        raise ValueError(f"{point} is no point of the grid")
    return int(x), int(y)


class _Thing(NamedTuple):
    """A blocker that the line meets from `lo` to `hi`, reaching these sides of it."""

    lo: Fraction
    hi: Fraction
    sides: int
    free: bool
    outside: bool
    label: tuple[Any, ...]


When = Callable[[_Thing, Fraction], bool]


class _Scene:
    """One line on one board, and everything closed that it meets."""

    def __init__(
        self, board: Board, source: Place, target: Place, start: Point, end: Point
    ) -> None:
        self.board, self.source, self.target = board, source, target
        self.start, self.end = start, end
        if start == end:
            a, b = center(board, source), center(board, target)
            self.line = Line(start, (b[0] - a[0], b[1] - a[1]), reach=0)
        else:
            self.line = Line.between(start, end)
        self.things = list(self._met())

    def _met(self) -> Iterator[_Thing]:
        board, grid, line = self.board, self.board.grid, self.line
        own = {*self.source.tiles, *self.target.tiles}
        transparent = self.source.transparent | self.target.transparent
        for tile in self._near():
            met = meet_tile(line, grid.corners(tile))
            flags = board.flags(tile)
            if met is not None and flags and tile not in own:
                outside = bool(flags & OUTSIDE)
                figures = set(board.names_at(tile)) - transparent if flags & OCCUPIED else set()
                if flags & SOLID:
                    label: tuple[Any, ...] = ("solid", tile, None)
                elif outside:
                    label = ("outside", tile, None)
                elif blocking := [n for n in figures if board.figure(n).blocks_sight]:
                    label = ("figure", tile, blocking[0])
                else:
                    continue
                if outside and getattr(board, "outside", "") == "open":
                    continue
                rim = outside and grid.name == "square"
                yield _Thing(met.lo, met.hi, met.sides, False, rim, label)
        for tile in self._near():
            for step in grid.forward:
                other = grid.tile(tile[0] + step[0], tile[1] + step[1])
                if tile in board and other in board:
                    carried = board.edge(tile, other)
                    if carried is not None and carried.blocks_sight:
                        label = (type(carried).__name__.lower(), {tile, other}, carried.state)
                        yield from self._wall(*grid.edge_ends(tile, other), False, label)
        for wall in board.free_walls():
            if wall.threshold.blocks_sight:
                label = (
                    type(wall.threshold).__name__.lower(),
                    set(wall.ends),
                    wall.threshold.state,
                )
                yield from self._wall(wall.start, wall.end, True, label)

    def _wall(
        self, start: Point, end: Point, free: bool, label: tuple[Any, ...]
    ) -> Iterator[_Thing]:
        met = meet_segment(self.line, start, end)
        if met is not None:
            sides = met.sides
            if met.along:
                grid = self.board.grid
                source, target = (
                    sides_of(self.line, [c for t in where.tiles for c in grid.corners(t)])
                    for where in (self.source, self.target)
                )
                if BOTH in (source, target):
                    sides = 0
                else:
                    sides = BOTH - source if source == target else BOTH
            yield _Thing(met.lo, met.hi, sides, free, False, label)

    def _near(self) -> Iterator[Tile]:
        """Every tile in the box around the line, one beyond it each way."""
        grid = self.board.grid
        (x0, x1), (y0, y1) = (
            (min(a, b) // UNIT - 1, max(a, b) // UNIT + 1)
            for a, b in zip(self.start, self.end, strict=True)
        )
        for x in range(x0, x1 + 1):
            for y in range(y0, y1 + 1):
                tile = grid.shift((0, 0), x, y)
                if any(n in self.board for n in (tile, *_around(self.board, tile))):
                    yield tile

    # --- contact, point by point

    def center_contact(self) -> Contact:
        return self._worst(lambda thing, at: thing.free and at in (0, 1))

    def corner_contact(self, closed_ends: bool) -> Contact:
        contact = self._corner_contact()
        if closed_ends:
            touches = [thing for thing in self.things if not thing.outside]
            if any(thing.lo < thing.hi for thing in touches):
                return max(contact, Contact.EDGE)
            if touches:
                return max(contact, Contact.CORNER)
        return contact

    def _corner_contact(self) -> Contact:
        source, target = self._inside(self.source.tiles), self._inside(self.target.tiles)
        own = self._inside((*self.source.tiles, *self.target.tiles))
        ends = [Fraction(0), *(at for part in own for at in part), Fraction(self.line.reach)]
        open_air = [(ends[i], ends[i + 1]) for i in range(0, len(ends), 2)]
        open_air = [gap for gap in open_air if gap[0] < gap[1]]

        def left_out(thing: _Thing, at: Fraction) -> bool:
            return not thing.free and not any(lo <= at <= hi for lo, hi in open_air)

        def quiet(thing: _Thing, at: Fraction) -> bool:
            if thing.free:
                return at in (0, self.line.reach)
            return any(at in gap for gap in open_air)

        worst = self._worst(quiet, left_out)
        for a in source:
            for b in target:
                lo, hi = max(a[0], b[0]), min(a[1], b[1])
                if lo <= hi:
                    worst = max(worst, self._meeting_contact(lo, hi))
        return worst

    def _worst(self, quiet: When, ignored: When = lambda thing, at: False) -> Contact:
        """The contact over all positions: where things begin and end, and halfway between."""
        whole = {Fraction(0), Fraction(self.line.reach)}
        stops = sorted(whole | {v for t in self.things for v in (t.lo, t.hi)})
        halves = [(a + b) / 2 for a, b in pairwise(stops)]
        worst = Contact.CLEAR
        for at in sorted((*stops, *halves)):
            here = [t for t in self.things if t.lo <= at <= t.hi and not ignored(t, at)]
            sides = _union(t.sides for t in here if not t.outside)
            if sides and sides | _union(t.sides for t in here if t.outside) == BOTH:
                return Contact.BLOCKED
            loud = [t for t in here if not t.outside and not quiet(t, at)]
            if loud:
                worst = max(worst, Contact.EDGE if at in halves else Contact.CORNER)
        return worst

    def _inside(self, tiles: Sequence[Tile]) -> list[tuple[Fraction, Fraction]]:
        parts: list[tuple[Fraction, Fraction]] = []
        met = (meet_tile(self.line, self.board.grid.corners(tile)) for tile in tiles)
        for lo, hi in sorted((m.lo, m.hi) for m in met if m is not None):
            if parts and lo <= parts[-1][1]:
                parts[-1] = (parts[-1][0], max(hi, parts[-1][1]))
            else:
                parts.append((lo, hi))
        return parts

    def _meeting_contact(self, lo: Fraction, hi: Fraction) -> Contact:
        """Source and target meet here: by an edge that they share, or only by a corner."""
        edges = self._shared_edges(lo, hi)
        carried = [self.board.edge(a, b) for a, b in edges]
        if edges and all(c is not None and c.blocks_sight for c in carried):
            return Contact.BLOCKED
        if edges and self.line.reach:
            return Contact.CLEAR
        for at in (lo, hi):
            there = self._across(self._point(at))
            if edges and not any(t.free and t.sides for t in there):
                continue
            sides = _union(t.sides for t in there if not t.outside)
            if sides and sides | _union(t.sides for t in there if t.outside) == BOTH:
                return Contact.BLOCKED
        return Contact.CLEAR

    def _shared_edges(self, lo: Fraction, hi: Fraction) -> list[tuple[Tile, Tile]]:
        grid = self.board.grid
        found = []
        for a in self.source.tiles:
            for b in self.target.tiles:
                if grid.are_neighbours(a, b):
                    met = meet_segment(self.line, *grid.edge_ends(a, b))
                    if met is not None and met.lo <= hi and lo <= met.hi:
                        found.append((a, b))
        return found

    def _across(self, point: TablePoint) -> list[_Thing]:
        """What is at a corner of the grid, with sides by the direction from centre to centre."""
        if any((value * UNIT).denominator != 1 for value in point):
            return []
        corner = _units(point)
        return _Scene(self.board, self.source, self.target, corner, corner).things

    def holds(self, blocker: Blocker) -> bool:
        """Is such a thing on the board, on that side of the line, over those points?"""
        if blocker.at is None:
            return False
        first, last = blocker.at
        edge = not blocker.free and not isinstance(blocker.where[0], int)
        where = set(blocker.where) if blocker.free or edge else blocker.where
        wanted = (blocker.what, where, blocker.name or blocker.state)
        # A corner that both ends share is judged by another direction; an edge by none.
        others = self._across(first) if first == last else []
        if edge and set(blocker.where) in [set(pair) for pair in self._shared_edges(*WHOLE)]:
            others = [*others, *(t._replace(sides=BOTH) for t in self.things)]
        return any(
            thing.label == wanted
            and SIDE_NAMES[thing.sides] == blocker.side
            and any(
                self._covers(own, first) and self._covers(own, last)
                for own in self.things
                if own.label == wanted
            )
            for thing in (*self.things, *others)
        )

    def _covers(self, thing: _Thing, point: TablePoint) -> bool:
        for at in (thing.lo, thing.hi):
            if self._point(at) == point:
                return True
        for axis in (0, 1):
            if self.line.step[axis]:
                at = (point[axis] * UNIT - self.start[axis]) / self.line.step[axis]
                return thing.lo <= at <= thing.hi and self._point(at) == point
        return False

    def _point(self, at: Fraction) -> TablePoint:
        x, y = ((s + d * at) / UNIT for s, d in zip(self.start, self.line.step, strict=True))
        return Fraction(x), Fraction(y)


def _around(board: Board, tile: Tile) -> Iterator[Tile]:
    for da, db in board.grid.touching:
        yield board.grid.tile(tile[0] + da, tile[1] + db)


def _union(sides: Iterable[int]) -> int:
    found = 0
    for each in sides:
        found |= each
    return found


# --- hex rays


def _ray_problems(board: Board, sight: Sight, shared: bool) -> Iterator[str]:
    assert isinstance(board, HexBoard)
    ties = sight.rule["ties"]
    a, b = Hex(*sight.source.middle), Hex(*sight.target.middle)
    wanted: list[tuple[Hex, ...]]
    if shared:
        wanted = [(a,)]
    elif ties == "nearest":
        wanted = [nearest(a, b)]
    else:
        wanted = list(dict.fromkeys((leaning(a, b, -1), leaning(a, b, 1))))
    if [ray.path for ray in sight.rays] != wanted:
        yield "the rays are not the hexes nearest to the line"
        return
    for ray in sight.rays:
        yield from _step_problems(board, sight, ray)
        yield from _cover_problems(board, sight, ray)
    clear = [not any(step.reason for step in ray.steps) for ray in sight.rays]
    seen = any(clear) if ties == "permissive" else all(clear)
    wanted_verdict = Verdict.VISIBLE if seen else Verdict.HIDDEN
    if ties == "adjudicated" and any(clear) and not all(clear):
        wanted_verdict = Verdict.AMBIGUOUS
    if sight.verdict is not wanted_verdict:
        yield f"{ties} ties make {wanted_verdict} of these rays, not {sight.verdict}"
    pick = min if ties == "permissive" else max
    if sight.cover != pick(ray.cover for ray in sight.rays):
        yield "the cover is not that of these rays"
    if sight.steps not in [ray.steps for ray in sight.rays] or sight.line != tuple(
        step.hex for step in sight.steps
    ):
        yield "the steps shown are not those of a ray"
    if sight.contact is not None:
        yield "a hex ray has no contact"
    reasons = [(s.reason, s.hex) for s in sight.steps if s.reason]
    if [_blocked_hex(b) for b in sight.blockers] != [h for _, h in reasons]:
        yield "the blockers are not where the steps are blocked"


def _blocked_hex(blocker: Blocker) -> Any:
    return blocker.where if isinstance(blocker.where, Hex) else blocker.where[1]


def _step_problems(board: HexBoard, sight: Sight, ray: Ray) -> Iterator[str]:
    last = len(ray.steps) - 1
    transparent = sight.source.transparent | sight.target.transparent
    own = {*sight.source.tiles, *sight.target.tiles} - {sight.target.middle}
    ends = [board.height_at(ray.steps[i].hex) or Fraction(0) for i in (0, last)]
    for i, step in enumerate(ray.steps):
        tile = step.hex
        kind = "start" if i == 0 else "target" if i == last else "mid"
        flags = board.flags(tile)
        opaque = bool(flags & SOLID) or bool(flags & OUTSIDE and board.outside == "solid")
        if flags & OCCUPIED and not set(board.names_at(tile)) & transparent:
            opaque = True
        opaque = opaque and i > 0 and tile not in own
        edge = False
        if i and tile in board and ray.steps[i - 1].hex in board:
            carried = board.edge(ray.steps[i - 1].hex, tile)
            edge = carried is not None and carried.blocks_sight
        height = board.height_at(tile)
        high = kind == "mid" and height is not None
        high = high and height * last > ends[0] * (last - i) + ends[1] * i  # type: ignore[operator]
        target_blocks = not sight.rule["see_opaque_target"]
        reason = (
            "edge"
            if edge
            else "tile"
            if opaque and (kind == "mid" or (kind == "target" and target_blocks))
            else "elevation"
            if high
            else None
        )
        claimed = (step.index, step.kind, step.blocked_edge, step.blocked_tile,
                   step.blocked_elevation, step.reason, step.elevation)  # fmt: skip
        found = (i, kind, edge, opaque, high, reason, None if height is None else float(height))
        if claimed != found:
            yield f"step {i} on {tile} is not as the answer says"


def _cover_problems(board: HexBoard, sight: Sight, ray: Ray) -> Iterator[str]:
    total = Fraction(0)
    for step in ray.steps[1:-1]:
        share = max(Fraction(0), min(Fraction(1), board.cover_at(step.hex)))
        total += share
        if step.soft_cover != float(share):
            yield f"step {step.index} has another cover than the answer says"
    capped = min(float(total), sight.rule["max_soft_cover"])
    penalty = 1 - math.exp(min(700.0, -sight.rule["soft_cover_k"] * capped))
    if ray.cover != (capped, min(1.0, max(0.0, penalty))):
        yield f"the cover sums to {capped}, not {ray.cover.sum}"

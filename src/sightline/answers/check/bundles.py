"""Draw and judge the lines of one question of a pack again, for the checker.

It uses the pack's data and its own geometry. Every choice that the question allows is examined, and
none may be better than the choice that the answer shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import NamedTuple

from sightline.answers.check.heights import Heights, at_one_height, cut_to_span, options
from sightline.answers.check.kinds import PackGround
from sightline.answers.check.line import height_problems, line_key, tried_problems
from sightline.answers.check.shapes import BlockingShape, fact_of
from sightline.answers.check.strip import (
    AT_CENTERS,
    AT_CORNERS,
    SIDE_NAMES,
    LineKey,
    LineStrip,
    StripEnds,
    StripJudgment,
)
from sightline.answers.sight import Sight, Tried
from sightline.geometry.contact import BOTH, Contact, Manner
from sightline.geometry.walk import meet_tile
from sightline.model.cell import Hex, Point, Tile
from sightline.model.degree import NONE
from sightline.model.numbers import Span
from sightline.model.place import Place
from sightline.packs.schema import TouchRules

ROUND_CORNERS = StripEnds(True, True, shared_edge=False)
INTO_TILE = StripEnds(True, False)
PAST_TILES = StripEnds(True, True, shared_edge=False, tiles=False)
LEVELS = ("clear", "corner", "edge", "pinch", "seam", "through")
BothReadings = tuple[bool, bool]
LookedAt = tuple[frozenset[str], LineKey, Heights | None]
"""The kinds that may block, the line, and its heights if they matter."""
TilePoint = tuple[Tile | None, Point]


def blocked_by(touch: TouchRules, level: str) -> BothReadings:
    """Return whether a line with that contact is blocked: if open touches pass, and if
    they block.
    """
    word = {"clear": "pass", "through": "block"}.get(level) or getattr(touch, level)
    return word == "block", word in ("ask", "block")


class LineChoice(NamedTuple):
    """Lines that are counted together, such as all lines from one corner, and the
    resulting degree.
    """

    keys: tuple[LineKey, ...]
    degree: tuple[str, str]
    blocked: tuple[int, int]


class LinesOfBundle:
    """A question that draws straight lines between centers or corners."""

    def __init__(self, ground: PackGround, cover: bool) -> None:
        self.ground, self.cover = ground, cover
        self.question, self.pack = ground.question, ground.pack
        self._known: dict[LookedAt, tuple[LineStrip, StripJudgment]] = {}
        self._blocked: dict[tuple[frozenset[str], LineKey], BothReadings] = {}

    # --- the result of the question

    @property
    def degree(self) -> tuple[str, str]:
        """The least cover of all choices: if open touches pass, and if they block."""
        total = self.pack.degrees[-1]  # no straight line joins the two
        low, high = (
            min((choice.degree[i] for choice in self.choices), key=self.pack.rank, default=total)
            for i in (0, 1)
        )
        return low, high

    @cached_property
    def choices(self) -> list[LineChoice]:
        return [self._counted(keys) for keys in self._bundles()]

    def problems(self, sight: Sight) -> Iterator[str]:
        """Yield the problems of the lines that an answer shows for this question."""
        keys = tuple(map(line_key, sight.lines))
        if not self.choices:
            if keys or sight.blocked != (1, 1):
                yield "no straight line joins the two, and one is shown"
            return
        shown = next((choice for choice in self.choices if choice.keys == keys), None)
        if shown is None:
            yield "the lines shown are not the lines of one choice that the question allows"
            return
        if sight.blocked != shown.blocked:
            yield f"{shown.blocked} of these lines are blocked, not {sight.blocked}"
        best = min(self.choices, key=self._worth)
        if self._worth(best) < self._worth(shown):
            better = " and ".join(f"{line[1]} to {line[3]}" for line in best.keys)
            yield f"another choice is better than the one shown: the lines from {better}"
        fans = list(self._fan(shown.keys)) if self._is_fan_blocked(shown.keys) else []
        for i, (key, line) in enumerate(zip(keys, sight.lines, strict=True)):
            if fans and i == 0:
                yield from self._fan_problems(line, fans)
            else:
                yield from self.line_problems(key, line)

    def line_problems(self, key: LineKey, line: Tried) -> Iterator[str]:
        """Yield the problems of one line that an answer shows."""
        kinds = self.ground.kinds
        if self.ground.is_high:
            yield from height_problems(line, key, self.ground.bodies)
            if line.heights is None:
                if line.blocked != (True, True):
                    yield f"there is no line from {line.start}, and the answer lets it pass"
                return
        elif line.heights is not None:
            yield "a line has heights, and they do not matter"
            return
        strip, found = self.judged(kinds, key, line.heights)
        if self.ground.is_high and line.contact is found.contact is Contact.BLOCKED:
            found = found._replace(manner=line.manner)  # with heights only the contact is judged
        yield from tried_problems(line, strip, found)
        if not (
            line.blocked == self.blocked(kinds, key) == self._blocked_at(kinds, key, line.heights)
        ):
            yield f"the answer is wrong about whether the line from {line.start} is blocked"

    def _worth(self, choice: LineChoice) -> tuple[int, ...]:
        low, high = map(self.pack.rank, choice.degree)
        return high, low, *choice.blocked[::-1]

    def _counted(self, keys: tuple[LineKey, ...]) -> LineChoice:
        blocked = [self.blocked(self.ground.kinds, key) for key in keys]
        if self._is_fan_blocked(keys):
            blocked[0] = (True, True)
        low, high = (sum(each[i] for each in blocked) for i in (0, 1))
        if not self.cover:
            total = self.pack.degrees[-1]
            return LineChoice(keys, (total if low else NONE, total if high else NONE), (low, high))
        degrees = [NONE, NONE]
        for least, degree in self.question.degrees[self.ground.board.grid.name]:
            # A degree of cover needs blockers that can give that much.
            rank = self.pack.rank(degree)
            kinds = {
                kind
                for kind, most in self.question.blockers.items()
                if self.pack.rank(most) >= rank
            }
            found = [self.blocked(kinds, key) for key in keys]
            for i in (0, 1):
                if sum(each[i] for each in found) >= least and rank > self.pack.rank(degrees[i]):
                    degrees[i] = degree
        return LineChoice(keys, (degrees[0], degrees[1]), (low, high))

    # --- the lines to draw

    def _bundles(self) -> Iterator[tuple[LineKey, ...]]:
        question = self.question
        for keys in self._drawn(question.start, question.end, turned=False):
            if not question.straight or _is_straight(keys[0]):
                yield keys
        if question.swap:
            yield from self._drawn(question.start, question.end, turned=True)

    def _drawn(self, first: str, last: str, turned: bool) -> Iterator[tuple[LineKey, ...]]:
        """Yield the choices for lines from one place to the other, or in the other
        direction if `turned`.
        """
        ground, take = self.ground, self.question.take
        here, there = (ground.source, ground.target)[:: -1 if turned else 1]

        def line(start: TilePoint, end: TilePoint) -> LineKey:
            return (*end, *start) if turned else (*start, *end)

        goals = self._points(there, last)
        if self.question.inset and not turned:
            goals = [[self._inset(point) for point in points] for points in goals]
        for starts, ends in product(self._points(here, first), goals):
            if take == "all":
                yield tuple(line(start, end) for start in starts for end in ends)
            elif take == "any":
                yield from ((line(start, end),) for start in starts for end in ends)
            elif take == "best-corner":
                yield from (tuple(line(start, end) for end in ends) for start in starts)
            else:
                neighbors = list(zip((ends[-1], *ends[:-1]), ends, strict=True))
                for start, (q, r) in product(starts, neighbors):
                    if not _one_behind_other(start[1], q[1], r[1]):
                        yield line(start, q), line(start, r)

    def _points(self, place: Place, which: str) -> list[list[TilePoint]]:
        """Return the points of each tile, or of the whole footprint.

        A corner that several tiles share is left out then.
        """
        grid = self.ground.board.grid
        if which == "center" and self.question.whole:
            return [[(None, grid.middle(place.tiles))]]
        if which == "center":
            return [[(tile, grid.center(tile))] for tile in place.tiles]
        corners: list[list[TilePoint]] = [
            [(tile, corner) for corner in grid.corners(tile)] for tile in place.tiles
        ]
        if not self.question.whole or len(place.tiles) == 1:
            return corners
        often = Counter(corner for tile in corners for _, corner in tile)
        return [[point for tile in corners for point in tile if often[point[1]] == 1]]

    def _inset(self, end: TilePoint) -> TilePoint:
        """Return a corner moved into its tile by the pack's inset."""
        tile, (x, y) = end
        assert tile is not None
        a, b = self.ground.board.grid.center(tile)
        part = self.question.inset
        return tile, (x + (2 * a - 2 * x) // part, y + (2 * b - 2 * y) // part)

    # --- one line

    def judged(
        self, kinds: Collection[str], key: LineKey, heights: Heights | None
    ) -> tuple[LineStrip, StripJudgment]:
        """Return one line, and its judgment at these heights if these kinds block."""
        known = (frozenset(kinds), key, heights)
        if known not in self._known:
            self._known[known] = self._judged_anew(*known)
        return self._known[known]

    def _judged_anew(
        self, kinds: Collection[str], key: LineKey, heights: Heights | None
    ) -> tuple[LineStrip, StripJudgment]:
        source, start, target, end = key
        question, ground = self.question, self.ground
        shapes = ground.shapes(kinds)
        closed = False
        if "center" in (question.start, question.end) or source is None or target is None:
            ends = AT_CENTERS
        elif question.inset:
            ends = INTO_TILE
        elif question.ends == "open":
            ends = PAST_TILES
            if start == end:  # only walls matter
                shapes = [shape for shape in shapes if shape.is_wall or shape.outside]
        elif question.ends == "turn":
            ends = ROUND_CORNERS
        else:
            ends, closed = AT_CORNERS, True
        strip = LineStrip(ground.board, shapes, key, ends, heights=heights)
        found = strip.judge(closed)
        if ends is PAST_TILES and start == end and not strip.is_walled:
            found = StripJudgment(Contact.CLEAR, None, lambda listed: not listed)
        return strip, max(found, self._in_target(strip), key=lambda each: LEVELS.index(each.level))

    def _in_target(self, strip: LineStrip) -> StripJudgment:
        """Return the judgment of what a line meets in the target itself, if something
        on it blocks.
        """
        met = []
        for tile, what, name, span in self._on_target(strip):
            hit = meet_tile(strip.line, self.ground.board.grid.corners(tile))
            at = None if hit is None else (hit.lo, hit.hi)
            if at is not None and strip.heights is not None:
                at = cut_to_span(strip.heights, span, *at)
            if hit is not None and at is not None and at[0] < at[1]:
                met.append(((what, tile, name, None, False, False), hit.sides, at))
        through = [each for each in met if each[1] == BOTH]
        facts = {
            (label, SIDE_NAMES[sides], (strip.point(at[0]), strip.point(at[1])))
            for label, sides, at in through or met
        }
        contact, manner = Contact.CLEAR, None
        if met:
            contact, manner = Contact.EDGE, None
        if through:
            contact, manner = Contact.BLOCKED, Manner.THROUGH
        return StripJudgment(contact, manner, lambda listed: listed == facts)

    def _on_target(self, strip: LineStrip) -> list[tuple[Tile, str, str | None, Span]]:
        if not (self.question.target_blocks and strip.reach):
            return []
        return self.ground.on_target

    def blocked(self, kinds: Collection[str], key: LineKey) -> BothReadings:
        """Return whether one line counts as blocked if these kinds block, at its best heights."""
        known = (frozenset(kinds), key)
        if known not in self._blocked:
            self._blocked[known] = self._blocked_at_best(*known)
        return self._blocked[known]

    def _blocked_at_best(self, kinds: Collection[str], key: LineKey) -> BothReadings:
        if not self.ground.is_high:
            return self._blocked_at(kinds, key, None)
        best = (True, True)
        for heights in self._heights(kinds, key):
            found = self._blocked_at(kinds, key, heights)
            best = (best[0] and found[0], best[1] and found[1])
            if best == (False, False):
                break
        return best

    def _heights(self, kinds: Collection[str], key: LineKey) -> Iterator[Heights]:
        """Yield heights of a line, at least one pair for each possible result."""
        if key[0] is not None and key[0] == key[2]:
            return
        strip, _ = self.judged(kinds, key, None)
        bounds = strip.bounds()
        if key[1] == key[3]:
            yield from at_one_height(*self.ground.bodies, (height for _, height in bounds))
            return
        for tile, _, _, span in self._on_target(strip):
            hit = meet_tile(strip.line, self.ground.board.grid.corners(tile))
            if hit is not None:
                spots = (Fraction(hit.lo), Fraction(hit.hi))
                bounds |= {(at, bound) for at in spots for bound in span if bound is not None}
        yield from options(*self.ground.bodies, bounds)

    def _blocked_at(
        self, kinds: Collection[str], key: LineKey, heights: Heights | None
    ) -> BothReadings:
        touch = self.question.touch
        strip, found = self.judged(kinds, key, heights)
        level = found.level
        leans = self.question.lean if self.question.shape == "diamond" else ""
        if leans and level == "corner" and (strip.touched_sides == BOTH or leans == "worst"):
            # The whole line shifts to one side and meets everything that it touched on that side.
            return True, True
        slips = level in ("pinch", "through") and self._slips(kinds, key, strip)
        low, high = (False, False) if slips else blocked_by(touch, level)
        if (slips or level == "pinch") and (
            strip.runs_along or self._in_target(strip).contact is Contact.EDGE
        ):
            along = blocked_by(touch, "edge")
            return low or along[0], high or along[1]
        return low, high

    def _slips(self, kinds: Collection[str], key: LineKey, strip: LineStrip) -> bool:
        """Return whether the line is stopped only at points where an excepted kind meets another.

        That is false if the excepted kinds, or the others, stop it alone. Pinches between excepted
        kinds do not count.
        """
        excepted = self.question.touch.pinch_except
        others = [kind for kind in kinds if kind not in excepted]
        alone = [kind for kind in kinds if kind in excepted]
        return (
            bool(excepted)
            and self.judged(others, key, strip.heights)[1].contact is not Contact.BLOCKED
            and self.judged(alone, key, strip.heights)[1].level not in ("seam", "through")
            and not strip.runs_between
        )

    # --- the fan of a pair

    def _is_fan_blocked(self, keys: Sequence[LineKey]) -> bool:
        if self.cover or self.question.take != "pair":
            return False
        if any(self.blocked(self.ground.kinds, key)[0] for key in keys):
            return False  # a line is blocked anyway
        return any(True for _ in self._fan(keys))

    def _fan(self, keys: Sequence[LineKey]) -> Iterator[BlockingShape]:
        """Yield the walls between the two lines of a pair, outside the target."""
        (_, start, target, one), (_, _, _, other) = keys
        assert target is not None
        ahead = (one[0] + other[0] - 2 * start[0], one[1] + other[1] - 2 * start[1])
        grid = self.ground.board.grid
        home, middle = grid.corners(target), grid.center(target)
        if _turn(start, one, other) == 0:
            return
        # True if one reaches the edge between the two corners from outside the target.
        outside = (_turn(one, other, start) > 0) != (_turn(one, other, middle) > 0)
        for shape in self.ground.shapes(self.ground.kinds):
            if not shape.is_wall or shape.limited or not shape.is_there_for(ahead):
                continue
            first, last = shape.points
            within = _inner(first, last, (start, one, other))
            own = _inner(first, last, home)
            own = own or (Fraction(2), Fraction(-1))
            between = within is not None and (within[0] < own[0] or own[1] < within[1])
            if between or (outside and _lies_on(first, last, one, other)):
                yield shape

    def _fan_problems(self, line: Tried, walls: Sequence[BlockingShape]) -> Iterator[str]:
        said = (line.contact, line.manner)
        if line.blocked != (True, True):
            yield "the first line of the pair is blocked by a wall between the two"
        facts = [(wall.label, "both", (line.start, line.start)) for wall in walls]
        if said != (Contact.BLOCKED, Manner.THROUGH) or len(line.blockers) != 1:
            yield "a wall between the two lines stops them, and is not shown"
        elif fact_of(line.blockers[0]) not in facts:
            yield "the wall between the two lines is not the one that the answer says"


def _is_straight(key: LineKey) -> bool:
    """Return whether the two tiles of a line are in one row of tiles: two directions on squares,
    three on hexes.
    """
    source, _, target, _ = key
    assert source is not None
    assert target is not None
    first, second = target[0] - source[0], target[1] - source[1]
    return not first or not second or (isinstance(source, Hex) and first == -second)


def _turn(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _one_behind_other(start: Point, one: Point, other: Point) -> bool:
    """Return whether two points are in the same direction from `start`."""
    ax, ay, bx, by = one[0] - start[0], one[1] - start[1], other[0] - start[0], other[1] - start[1]
    return ax * by == ay * bx and ax * bx + ay * by > 0


def _inner(first: Point, last: Point, shape: Sequence[Point]) -> tuple[Fraction, Fraction] | None:
    """Return the part of a wall strictly inside a convex shape, as two fractions
    of its length, or None.
    """
    lo, hi = Fraction(0), Fraction(1)
    inside = [sum(point[axis] for point in shape) for axis in (0, 1)]
    for i, corner in enumerate(shape):
        before = shape[i - 1]
        # The middle of the shape shows which side of this edge is inside.
        edge = (corner[0] - before[0], corner[1] - before[1])

        def away(x: int, y: int, scale: int = 1, edge: Point = edge, at: Point = before) -> int:
            return edge[0] * (y - scale * at[1]) - edge[1] * (x - scale * at[0])

        sign = 1 if away(inside[0], inside[1], len(shape)) > 0 else -1
        here, there = sign * away(*first), sign * away(*last)
        if here <= 0 and there <= 0:
            return None
        if here < 0 or there < 0:
            crossing = Fraction(here, here - there)
            lo, hi = (max(lo, crossing), hi) if here < 0 else (lo, min(hi, crossing))
    return (lo, hi) if lo < hi else None


def _lies_on(first: Point, last: Point, one: Point, other: Point) -> bool:
    """Return whether a wall overlaps the straight line between two points along it."""
    if _turn(one, other, first) or _turn(one, other, last):
        return False
    dx, dy = other[0] - one[0], other[1] - one[1]
    size = dx * dx + dy * dy
    along = sorted(dx * (x - one[0]) + dy * (y - one[1]) for x, y in (first, last))
    return along[0] < size and along[1] > 0

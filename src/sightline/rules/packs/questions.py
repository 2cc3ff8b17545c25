"""One question of a pack: which lines it draws, which of them are blocked, and the resulting
degree.

If the game master decides about touches, everything is computed twice: once with those touches
passing, and once with them blocking. Results are therefore pairs, whose two values are equal if
nothing is left to decide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, partial
from itertools import pairwise, product
from typing import NamedTuple

from sightline.answers.sight import Ray
from sightline.geometry.contact import BOTH, LEFT, RIGHT, Contact, Judgment, Manner, Touch
from sightline.geometry.slopes import Comparison, Heights
from sightline.geometry.walk import Line, meet_tile, walk
from sightline.model.board import Board
from sightline.model.cell import HEX, Point, Tile
from sightline.model.degree import NONE
from sightline.model.numbers import Span
from sightline.model.place import Place
from sightline.packs.schema import Pack, PackQuestion, TouchRules
from sightline.rules.heights import NO_LINE, body_of, rank_of
from sightline.rules.line import CornerLine, TilePart
from sightline.rules.packs.area import TOUCHES, AreaLine, AreaQuery
from sightline.rules.packs.fan import walls_in_fan
from sightline.rules.packs.heights import HighKindQuery, counts_heights
from sightline.rules.packs.limits import are_in_line
from sightline.rules.packs.look import LEVELS, KindQuery, level_of
from sightline.rules.packs.nearness import Nearness
from sightline.rules.packs.paths import Followed, chains, follow, follows
from sightline.rules.packs.zones import zones_of

LineOf = tuple[Tile | None, Point, Tile | None, Point]


class Counted(NamedTuple):
    """A line, its judgment, and whether it is blocked: with open touches passing,
    and with them blocking.
    """

    line: LineOf
    judgment: Judgment
    blocked: tuple[bool, bool]
    heights: Heights | None = None
    """The heights of the line at its two ends that are best for the viewer."""


class Bundle(NamedTuple):
    """The lines of one choice, such as one corner of the viewer, and the resulting degree."""

    lines: tuple[Counted, ...]
    degree: tuple[str, str]
    """The degree if open touches pass, and if they block."""
    blocked: tuple[int, int]
    area: AreaLine | None = None
    """For a question about any part of a tile: the line that gets through."""
    rays: tuple[Ray, ...] = ()
    """For a question that follows chains of tiles: the chains, first the one that decided."""


class Looks:
    """The queries of one question, one for each set of kinds that may block."""

    def __init__(
        self, board: Board, source: Place, target: Place, pack: Pack, question: PackQuestion
    ) -> None:
        self.board, self.source, self.target = board, source, target
        self.pack, self.question = pack, question
        self._by_kinds: dict[frozenset[str], KindQuery] = {}
        self._has_heights = counts_heights(board, source, target, pack)
        self._kind_query = HighKindQuery if self._has_heights else KindQuery

    @property
    def _ends(self) -> tuple[str, str]:
        return self.question.start, self.question.end

    @property
    def same_place(self) -> bool:
        """Whether both places share a tile, without a floor between them."""
        return self.all.same_place

    @property
    def share_a_height(self) -> bool:
        """Whether the two bodies have a height in common. True on a board without heights."""
        if not self._has_heights:
            return True
        (feet, head), (low, high) = (body_of(self.board, at) for at in (self.source, self.target))
        return max(feet, low) < min(head, high)

    def of(self, kinds: Iterable[str]) -> KindQuery:
        """Return the query where exactly these kinds block."""
        wanted = frozenset(kinds)
        if wanted not in self._by_kinds:
            self._by_kinds[wanted] = self._kind_query(
                self.board,
                self.source,
                self.target,
                wanted,
                walled=self.pack.outside == "wall",
                big_by=self.question.big_by,
                diamonds=self.question.shape == "diamond",
                zones=zones_of(self.board, self.pack) if "room" in wanted else None,
                nearness=Nearness.of(self.question, self.board.grid, self.source, self.target),
            )
        return self._by_kinds[wanted]

    @property
    def all(self) -> KindQuery:
        """The query where every kind of the question blocks."""
        return self.of(self.question.blockers)

    def judged(self, look: KindQuery, line: LineOf) -> Counted:
        """Judge a line for this question, at the heights that are best for the viewer."""
        if isinstance(look, HighKindQuery):
            return self._judged_at_best(look, line)
        found = self._judgment(look, line)
        return Counted(line, found, self._blocked(look, line, found))

    def _judged_at_best(self, look: HighKindQuery, line: LineOf) -> Counted:
        source, start, target, end = line
        missing = Counted(line, NO_LINE, (True, True))
        if source is not None and source == target:
            return missing
        corners = None
        if source is not None and target is not None and "center" not in self._ends:
            corners = CornerLine(source, start, target, end)
        best, also = None, self._in_target_compared(line)
        every = not rises(self.question.touch)
        for heights in look.each_heights(start, end, corners, also, every):
            found = self._judgment(look, line)
            counted = Counted(line, found, self._blocked(look, line, found), heights)
            if best is None or _worth(counted) < _worth(best):
                best = counted
            if found.contact is Contact.CLEAR:
                break
        return missing if best is None else best

    def middle_line(self, start: Point, end: Point) -> Counted:
        """Judge the line between two middles, for a question that draws other lines."""
        line, look = (None, start, None, end), self.all
        if isinstance(look, HighKindQuery):
            return self._judged_at_best(look, line)
        return Counted(line, look.center_line(start, end), (True, True))

    def _judgment(self, look: KindQuery, line: LineOf) -> Judgment:
        # A line may pass a pinch or a seam and then go through the target.
        found = (self._between(look, line), self._in_target(look, line))
        return max(found, key=lambda each: LEVELS.index(level_of(each)))

    def _between(self, look: KindQuery, line: LineOf) -> Judgment:
        source, start, target, end = line
        question = self.question
        if "center" in (question.start, question.end) or source is None or target is None:
            return look.center_line(start, end)
        corners = CornerLine(source, start, target, end)
        if question.inset:
            return look.inset_line(corners)
        if question.ends == "open":
            return look.open_line(corners)
        if question.ends == "turn":
            return look.turned_line(corners)
        return look.corner_line(corners, closed_ends=True)

    def _in_target(self, look: KindQuery, line: LineOf) -> Judgment:
        """Judge what a line meets inside the target, if the question counts blockers there."""
        _, start, _, end = line
        if start == end or not self._on_target:
            return Judgment(Contact.CLEAR)
        path, met = Line.between(start, end), []
        span = walk(self.all.grid, path)[0].span
        for tile, part, heights in self._on_target:
            hit = meet_tile(path, self.all.grid.corners(tile))
            at = None if hit is None else look.stretch(heights, hit.lo, hit.hi)
            if hit is not None and at is not None and at[0] < at[1]:
                met.append(Touch(at[0] * span, at[1] * span, hit.sides, tile, part=part))
        through = tuple(touch for touch in met if touch.sides == BOTH)
        if through:
            return Judgment(Contact.BLOCKED, through, Manner.THROUGH)
        return Judgment(Contact.EDGE if met else Contact.CLEAR, tuple(met))

    def _in_target_compared(self, line: LineOf) -> Iterator[Comparison]:
        """Yield the comparisons that decide where a line meets what stands on the target."""
        _, start, _, end = line
        for tile, _, heights in self._on_target if start != end else ():
            hit = meet_tile(Line.between(start, end), self.all.grid.corners(tile))
            if hit is not None:
                for bound in heights:
                    if bound is not None:
                        yield from (Comparison(Fraction(at), bound) for at in (hit.lo, hit.hi))

    @cached_property
    def _on_target(self) -> list[tuple[Tile, TilePart | None, Span]]:
        if not self.question.target_blocks:
            return []
        # The other end is an empty place, so that things on the target count as blockers.
        nobody = Place(None, (), self.source.middle, frozenset(), body_of(self.board, self.source))
        look = self._kind_query(
            self.board, self.source, nobody, self.question.blockers, big_by=self.question.big_by
        )
        return look.parts_on(self.target.tiles)

    def _blocked(self, look: KindQuery, line: LineOf, found: Judgment) -> tuple[bool, bool]:
        touch, lean = self.question.touch, self.question.lean
        level = level_of(found)
        if lean and self.question.shape == "diamond" and level == "corner":
            # The shifted line goes through everything that it touches on that side.
            sides = {side for side in (LEFT, RIGHT) for each in found.because if each.sides & side}
            if len(sides) == 2 or lean == "worst":
                return True, True
        slips = touch.pinch_except and level in ("pinch", "through") and self._slips(look, line)
        blocked = (False, False) if slips else counts(touch, level)
        if (slips or level == "pinch") and blocked != (True, True) and touch.edge != "pass":
            # It gets through there, but may run along an edge elsewhere.
            source, start, target, end = line
            beside_target = self._in_target(look, line).contact is Contact.EDGE
            if beside_target or look.runs_along(source, start, target, end):
                along = counts(touch, "edge")
                return blocked[0] or along[0], blocked[1] or along[1]
        return blocked

    def _slips(self, look: KindQuery, line: LineOf) -> bool:
        """Return whether the line is stopped only at points where an excepted kind meets another
        kind.

        Then neither group alone stops it, apart from pinches between things of the excepted kinds.
        """
        excepted = self.question.touch.pinch_except
        others, alone = look.without(excepted), look.without(look.kinds.difference(excepted))
        return (
            self._judgment(others, line).contact is not Contact.BLOCKED
            and level_of(self._judgment(alone, line)) not in ("seam", "through")
            and not look.runs_between(line[1], line[3])
        )


def rises(touch: TouchRules) -> bool:
    """Return whether a worse contact never counts for less than a better one."""
    words = ("pass", "ask", "block")
    levels = (touch.corner, touch.edge, touch.pinch, touch.seam)
    corner, edge, pinch, seam = map(words.index, levels)
    return corner <= pinch and corner <= edge <= seam and not touch.pinch_except


def _worth(counted: Counted) -> tuple[object, ...]:
    """Return a sort key for a line at some heights: lower is better for the viewer."""
    return (*counted.blocked[::-1], rank_of(counted.judgment))


def counts(touch: TouchRules, level: str) -> tuple[bool, bool]:
    """Return whether a line with this contact is blocked, with open touches passing
    and blocking.
    """
    if level == "clear":
        return False, False
    word = "block" if level == "through" else getattr(touch, level)
    return word == "block", word != "pass"


# --- the choices ----------------------------------------------------------------------------------


def bundles(looks: Looks) -> Iterator[list[LineOf]]:
    """Yield the choices that the question has.

    A choice is a list of lines that are counted together.
    """
    question = looks.question
    starts = _ends_of(looks, looks.source, question.start)
    ends = _ends_of(looks, looks.target, question.end)
    if question.inset:
        ends = [[(tile, _inset(looks, tile, at)) for tile, at in group] for group in ends]
    for lines in _choices(question.take, starts, ends):
        if not question.straight or _is_straight(looks, lines[0]):
            yield lines
    if question.swap and not question.straight:  # center to center is the same line both ways
        starts = _ends_of(looks, looks.source, question.end)
        ends = _ends_of(looks, looks.target, question.start)
        turned = _choices(question.take, ends, starts)
        yield from ([(a, start, b, end) for b, end, a, start in lines] for lines in turned)


OneEnd = list[tuple[Tile | None, Point]]
"""Points that are used together, each with its tile: the points of one tile in order around it, or
those of a whole footprint. The tile is None for the middle of a footprint.
"""


def _ends_of(looks: Looks, place: Place, points: str) -> list[OneEnd]:
    """Return the choices of points on a place: one for each tile, or one for the whole
    footprint.
    """
    grid, whole = looks.all.grid, looks.question.whole
    if points == "center":
        if whole:
            return [[(None, grid.middle(place.tiles))]]
        return [[(tile, grid.center(tile))] for tile in place.tiles]
    ends: list[OneEnd] = [[(tile, at) for at in grid.corners(tile)] for tile in place.tiles]
    if not whole or len(ends) == 1:
        return ends
    # An outer corner of a footprint belongs to only one of its tiles.
    count = Counter(corner for tile in ends for _, corner in tile)
    return [[(tile, corner) for group in ends for tile, corner in group if count[corner] == 1]]


def _choices(take: str, starts: list[OneEnd], ends: list[OneEnd]) -> Iterator[list[LineOf]]:
    for here, there in product(starts, ends):
        if take == "all":
            yield [(a, start, b, end) for a, start in here for b, end in there]
        for a, start in here:
            if take == "any":
                yield from ([(a, start, b, end)] for b, end in there)
            elif take == "best-corner":
                yield [(a, start, b, end) for b, end in there]
            elif take == "pair":
                for (b, one), (c, other) in pairwise((there[-1], *there)):
                    if not _overlap(start, one, other):
                        yield [(a, start, b, one), (a, start, c, other)]


def _is_straight(looks: Looks, line: LineOf) -> bool:
    source, _, target, _ = line
    assert source is not None
    assert target is not None
    return are_in_line(looks.all.grid, source, target)


def _inset(looks: Looks, tile: Tile | None, corner: Point) -> Point:
    """Return the corner, moved towards the center of its tile by 1/`inset` of a side
    in both axes.
    """
    assert tile is not None
    (x, y), (a, b) = corner, looks.all.grid.center(tile)
    part = looks.question.inset
    return x + 2 * (a - x) // part, y + 2 * (b - y) // part


def _overlap(start: Point, one: Point, other: Point) -> bool:
    """Return whether the lines from `start` to two points have the same direction."""
    (ax, ay), (bx, by) = (
        (one[0] - start[0], one[1] - start[1]),
        (other[0] - start[0], other[1] - start[1]),
    )
    return ax * by == ay * bx and ax * bx + ay * by > 0


# --- results --------------------------------------------------------------------------------------


def answered(looks: Looks, cover: bool) -> Bundle:
    """Return the best choice for the viewer, for a question of sight or cover."""
    question = looks.question
    if follows(question):
        return best_of(looks, _path_bundles(looks, cover))
    if "area" in (question.start, question.end):
        return _area_bundle(looks)
    count = cover_bundle if cover else sight_bundle
    return best_of(looks, (count(looks, lines) for lines in bundles(looks)))


def degree_found(looks: Looks, cover: bool) -> tuple[str, str]:
    """Return the degree of `answered`, but stop as soon as it is certain."""
    question, pack = looks.question, looks.pack
    if follows(question) or "area" in (question.start, question.end):
        return answered(looks, cover).degree
    low = high = pack.degrees[-1]
    count = cover_bundle if cover else sight_bundle
    for lines in bundles(looks):
        found = count(looks, lines).degree
        low, high = min(low, found[0], key=pack.rank), min(high, found[1], key=pack.rank)
        if high == NONE:
            break
    return low, high


def is_seen(looks: Looks) -> bool:
    """Return whether the target is visible even if open touches block."""
    question = looks.question
    if follows(question) or "area" in (question.start, question.end):
        return answered(looks, cover=False).degree[1] == NONE
    return any(sight_bundle(looks, lines).degree[1] == NONE for lines in bundles(looks))


def sight_bundle(looks: Looks, lines: Sequence[LineOf]) -> Bundle:
    """Return the result of a choice for a question of sight.

    The target is hidden if any line of the choice is blocked.
    """
    judged = tuple(looks.judged(looks.all, line) for line in lines)
    if looks.question.take == "pair" and not any(each.blocked[0] for each in judged):
        judged = _with_fan(looks, judged)
    low, high = (sum(each.blocked[i] for each in judged) for i in (0, 1))
    degrees = looks.pack.degrees
    return Bundle(
        judged, (degrees[-1] if low else NONE, degrees[-1] if high else NONE), (low, high)
    )


def cover_bundle(looks: Looks, lines: Sequence[LineOf]) -> Bundle:
    """Return the result of a choice for a question of cover.

    It is the highest degree for which enough lines are blocked by things that can give that much.
    """
    question, pack = looks.question, looks.pack
    shown = tuple(looks.judged(looks.all, line) for line in lines)
    best = [NONE, NONE]
    for least, degree in question.degrees[looks.all.grid.name]:
        rank = pack.rank(degree)
        kinds = [kind for kind, most in question.blockers.items() if pack.rank(most) >= rank]
        look = looks.of(kinds)
        judged = shown if look is looks.all else [looks.judged(look, line) for line in lines]
        for i in (0, 1):
            if sum(each.blocked[i] for each in judged) >= least:
                best[i] = max(best[i], degree, key=pack.rank)
    low, high = (sum(each.blocked[i] for each in shown) for i in (0, 1))
    return Bundle(shown, (best[0], best[1]), (low, high))


def _with_fan(looks: Looks, pair: tuple[Counted, ...]) -> tuple[Counted, ...]:
    """Return the pair of lines, with the first one blocked if a wall stands between them."""
    (_, start, target, one), (_, _, _, other) = (each.line for each in pair)
    assert target is not None
    for wall in walls_in_fan(looks.all, start, one, other, target):
        touch = Touch(0, 0, BOTH, wall, is_wall=True)
        stopped = Judgment(Contact.BLOCKED, (touch,), Manner.THROUGH)
        return (Counted(pair[0].line, stopped, (True, True)), pair[1])
    return pair


def _area_bundle(looks: Looks) -> Bundle:
    """Return the result for lines from or to any part of a tile: visible if one gets through."""
    touch, total = looks.question.touch, looks.pack.degrees[-1]
    strict = [level for level in TOUCHES if getattr(touch, level) == "pass"]
    lenient = [level for level in TOUCHES if getattr(touch, level) != "block"]
    found = next(_area_lines(looks, strict), None)
    if found is not None:
        return Bundle((), (NONE, NONE), (0, 0), found)
    touching = next(_area_lines(looks, lenient), None) if lenient != strict else None
    if touching is not None:
        return Bundle((), (NONE, total), (0, 1), touching)
    return Bundle(_middle_line(looks), (total, total), (1, 1))


def _middle_line(looks: Looks) -> tuple[Counted, ...]:
    """Return the line from middle to middle as an example of a blocked line, or () if it is clear.

    It is shown when none of the lines to any part of a tile gets through.
    """
    grid = looks.all.grid
    start, end = grid.middle(looks.source.tiles), grid.middle(looks.target.tiles)
    if start == end:
        return ()
    counted = looks.middle_line(start, end)
    if counted.judgment.contact is Contact.CLEAR:
        return ()
    return (counted._replace(blocked=(True, True)),)


def _area_lines(looks: Looks, passing: Sequence[str]) -> Iterator[AreaLine]:
    question, grid = looks.question, looks.all.grid
    ways = [(question.start, question.end)]
    if question.swap:
        ways.append((question.end, question.start))
    for source in looks.source.tiles:
        for target in looks.target.tiles:
            if source == target:
                continue  # a floor separates them
            between = AreaQuery(looks.all, source, target, question.ends)
            from_corner = between.from_corner
            if isinstance(looks.all, HighKindQuery):
                from_corner = partial(_high_from_corner, between, looks.all)
            for start, end in ways:
                if start == end:
                    lines = [between.from_area(passing)]
                elif end == "area":
                    points = grid.corners(source) if start == "corners" else [grid.center(source)]
                    lines = [from_corner(point, passing) for point in points]
                else:
                    points = grid.corners(target) if end == "corners" else [grid.center(target)]
                    lines = [from_corner(point, passing, True) for point in points]
                yield from (line for line in lines if line is not None)


def _high_from_corner(
    between: AreaQuery,
    look: HighKindQuery,
    point: Point,
    _: Sequence[str],
    backwards: bool = False,
) -> AreaLine | None:
    return between.high_from_corner(look, point, backwards)


def _path_bundles(looks: Looks, cover: bool) -> Iterator[Bundle]:
    """Yield the result of the chains between each source tile and each target tile."""
    for source in looks.source.tiles:
        for target in looks.target.tiles:
            found = [_path_degree(looks, path, cover) for path in chains(looks.all, source, target)]
            found.sort(key=lambda each: (looks.pack.rank(each[0]), each[1].points))
            if looks.question.lean == "worst":
                found.reverse()
            # If the pack does not choose a side, the game master decides.
            chosen = (found[0], found[0] if looks.question.lean else found[-1])
            degrees = (chosen[0][0], chosen[1][0])
            blocked = (chosen[0][1].points, chosen[1][1].points)
            bundle = Bundle((), degrees, blocked, rays=tuple(each.ray for _, each in found))
            yield bundle if cover else _with_line(looks, source, target, bundle)


def _with_line(looks: Looks, source: Tile, target: Tile, bundle: Bundle) -> Bundle:
    """Return the result of the chains, or of the straight line if only that is blocked."""
    counted, total = _straight(looks, looks.all, source, target), looks.pack.degrees[-1]
    if counted is None or not counted.blocked[1] or bundle.degree[0] == total:
        return bundle
    low, high = (total if counted.blocked[i] else bundle.degree[i] for i in (0, 1))
    return Bundle((counted,), (low, high), (int(counted.blocked[0]), 1))


def _straight(looks: Looks, look: KindQuery, source: Tile, target: Tile) -> Counted | None:
    """Judge the straight line along the chains for what chains do not include: free and limited
    walls, and single points if those count. None if the board has nothing of that kind.
    """
    touch, grid, board = looks.question.touch, look.grid, looks.board
    if (
        grid is HEX
        and touch.corner == touch.edge == "pass"
        and not board.has_edges
        and not look.has_free_walls
    ):
        return None
    line: LineOf = (source, grid.center(source), target, grid.center(target))
    return looks.judged(look, line)


def _path_degree(looks: Looks, path: Sequence[Tile], cover: bool) -> tuple[str, Followed]:
    question, pack = looks.question, looks.pack
    shown = follow(looks.all, question, path, cover)
    if not cover and shown.blocked:
        return pack.degrees[-1], shown
    best = NONE
    for least, degree in question.degrees.get(looks.all.grid.name, ()):
        kinds = [
            kind
            for kind, most in question.blockers.items()
            if cover and pack.rank(most) >= pack.rank(degree)
        ]
        stops = cover and bool(kinds) and _is_stopped(looks, looks.of(kinds), path)
        if shown.points + stops >= least:
            best = max(best, degree, key=pack.rank)
    return best, shown


def _is_stopped(looks: Looks, look: KindQuery, path: Sequence[Tile]) -> bool:
    counted = _straight(looks, look, path[0], path[-1])
    beside = counted is not None and counted.blocked[0]
    return beside or follow(look, looks.question, path, cover=True).blocked


def best_of(looks: Looks, found: Iterable[Bundle]) -> Bundle:
    """Return the best choice for the viewer: by lowest degree, fewest blocked lines, then shortest.

    The two values of its degree may come from different choices, because the best choice can differ
    between touches that pass and touches that block.
    """
    choices, pack, length = list(found), looks.pack, looks.all.grid.length_squared
    if not choices:  # no straight line joins the two places
        return Bundle((), (pack.degrees[-1], pack.degrees[-1]), (1, 1))
    best = min(
        choices,
        key=lambda each: (
            pack.rank(each.degree[1]),
            pack.rank(each.degree[0]),
            each.blocked[::-1],
            sum(length(start, end) for (_, start, _, end), *_ in each.lines),
        ),
    )
    lowest = min((each.degree[0] for each in choices), key=pack.rank)
    return best._replace(degree=(lowest, best.degree[1]))

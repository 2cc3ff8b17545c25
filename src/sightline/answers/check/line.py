"""Verify the straight lines of an answer from the board and the geometry.

This module lists the lines that a rule has to try; `strip` judges each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from sightline.answers.check.heights import (
    at_one_height,
    body,
    cut_to_span,
    has_heights,
    options,
    share_a_height,
)
from sightline.answers.check.shapes import BlockingShape, Fact, all_shapes, fact_of
from sightline.answers.check.strip import (
    AT_CENTERS,
    AT_CORNERS,
    LineKey,
    LineStrip,
    StripEnds,
    StripJudgment,
)
from sightline.answers.sight import Sight, TablePoint, Tried
from sightline.geometry.contact import Contact, Manner
from sightline.model.board import Board
from sightline.model.cell import Point
from sightline.model.numbers import UNIT, Body

MANNERS = (None, Manner.PINCH, Manner.SEAM, Manner.THROUGH)

NOTHING = StripJudgment(Contact.BLOCKED, Manner.THROUGH, lambda listed: not listed)
"""The judgment of a missing line, such as one between bodies without a common height."""

Lines = set[LineKey]


class CheckedLines(NamedTuple):
    """The lines that a rule has to try, listed without the code of the rule."""

    settings: set[str]
    """The keys of the rule as plain data."""
    lines: Callable[[Board, Sight], Lines]
    """A function that returns all lines to try, each as source tile, start, target tile and end. A
    tile is None if the line starts or ends in the middle of a large figure.
    """
    ends: StripEnds
    """How lines start and end: `AT_CORNERS` or `AT_CENTERS`."""


def _centers(board: Board, sight: Sight) -> Lines:
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
    "corner": CheckedLines({"rule", "ties", "closed_ends"}, _corner_pairs, AT_CORNERS),
    "center": CheckedLines({"rule", "ties", "large"}, _centers, AT_CENTERS),
}
"""The lines that each kind of geometric rule has to try."""


def line_problems(board: Board, sight: Sight, rule: CheckedLines) -> Iterator[str]:
    """Yield every problem of the lines in an answer."""
    given = [line_key(line) for line in sight.lines]
    if set(given) != rule.lines(board, sight) or len(given) != len(set(given)):
        yield "the lines tried are not the lines that the rule tries"
        return
    if not given:
        said = (sight.contact, sight.manner, sight.line, sight.blockers, sight.one_way)
        if said != (Contact.BLOCKED, None, (), (), False):
            yield "the rule allows no line, but the answer has one"
        return
    shapes = list(all_shapes(board, sight.source, sight.target))
    closed_ends = sight.rule.get("closed_ends") is True
    high = has_heights(board, sight.source, sight.target)
    bodies = body(board, sight.source), body(board, sight.target)
    for key, line in zip(given, sight.lines, strict=True):
        if high:
            yield from height_problems(line, key, bodies)
            if line.heights is None:
                continue
        elif line.heights is not None:
            yield "a line has heights, and the board has none"
        strip = LineStrip(board, shapes, key, rule.ends, heights=line.heights)
        judged = strip.judge(closed_ends)
        if high and line.contact is judged.contact is Contact.BLOCKED:
            judged = judged._replace(manner=line.manner)  # with heights only the contact is judged
        yield from tried_problems(line, strip, judged)
        if high and line.contact is not Contact.CLEAR:
            for found in _judgments(board, shapes, key, rule.ends, bodies, closed_ends):
                if found.contact < line.contact:
                    yield f"the line from {line.start} to {line.end} is freer at other heights"
                    break
    if any(True in line.blocked for line in sight.lines):
        yield "only the rules of games count lines as blocked"
    best = min((line.contact, MANNERS.index(line.manner)) for line in sight.lines)
    if (sight.contact, MANNERS.index(sight.manner)) != best:
        yield f"the contact is {sight.contact}, but that of the best line is {best[0]}"
    if not any(
        (line.start, line.end) == tuple(sight.line)
        and (line.contact, line.manner, line.blockers)
        == (sight.contact, sight.manner, sight.blockers)
        for line in sight.lines
    ):
        yield "the deciding line is not one of the lines tried"

    if high:
        yield from _problems_of_deciding_heights(board, sight, shapes, rule, bodies)
    elif sight.heights is not None or sight.cleared:
        yield "the answer tells of heights, and the board has none"

    def best_of(keys: Iterable[LineKey], among: Sequence[BlockingShape]) -> Contact:
        if high:
            return min(
                judged.contact
                for key in keys
                for judged in (
                    *_judgments(board, among, key, rule.ends, bodies, closed_ends),
                    NOTHING,
                )
            )
        strips = (LineStrip(board, among, key, rule.ends) for key in keys)
        return min(strip.judge(closed_ends).contact for strip in strips)

    two_way = [shape for shape in shapes if shape.stops is None]
    matters = False
    if len(two_way) < len(shapes):
        without = best_of(given, two_way)
        matters = best_of(given, shapes) is not without
        back = [(target, end, source, start) for source, start, target, end in given]
        bodies = bodies[::-1]
        matters = matters or best_of(back, shapes) is not without
    if sight.one_way is not matters:
        yield "the answer is wrong about whether a one-way wall matters"


def height_problems(line: Tried, key: LineKey, bodies: tuple[Body, Body]) -> Iterator[str]:
    """Yield the problems of a line's heights. The line itself is checked later."""
    source, start, target, end = key
    where = f"the line from {line.start} to {line.end}"
    if line.heights is None:
        if (line.contact, line.manner, line.blockers) != (Contact.BLOCKED, Manner.THROUGH, ()):
            yield f"{where} has no heights, and is not said to be missing"
        if source != target and (start != end or share_a_height(*bodies)):
            yield f"{where} has heights"
        return
    if not all(feet < z < head for z, (feet, head) in zip(line.heights, bodies, strict=True)):
        yield f"{where} does not start and end in the two bodies"
    if start == end and line.heights[0] != line.heights[1]:
        yield f"{where} has no length, and two heights"


def _judgments(
    board: Board,
    shapes: Sequence[BlockingShape],
    key: LineKey,
    ends: StripEnds,
    bodies: tuple[Body, Body],
    closed_ends: bool,
) -> Iterator[StripJudgment]:
    """Yield judgments of a line, one for each set of heights that may have a different result."""
    if key[0] is not None and key[0] == key[2]:
        return
    bounds = LineStrip(board, shapes, key, ends).bounds()
    if key[1] == key[3]:
        tried = at_one_height(*bodies, (height for _, height in bounds))
    else:
        tried = options(*bodies, bounds)
    for heights in tried:
        yield LineStrip(board, shapes, key, ends, heights=heights).judge(closed_ends)


def _problems_of_deciding_heights(
    board: Board,
    sight: Sight,
    shapes: Sequence[BlockingShape],
    rule: CheckedLines,
    bodies: tuple[Body, Body],
) -> Iterator[str]:
    """Yield the problems of the deciding line's heights, and of what it clears."""
    deciding = [line for line in sight.lines if (line.start, line.end) == tuple(sight.line)]
    if sight.heights not in [line.heights for line in deciding]:
        yield "the heights are not those of the deciding line"
        return
    listed = {fact_of(blocker) for blocker in sight.cleared}
    accepted = [
        cleared_by(board, shapes, line_key(line), rule.ends, bodies, line)
        for line in deciding
        if line.heights == sight.heights
    ]
    if listed not in accepted:
        yield "what the deciding line clears is not what the answer says"


def cleared_by(
    board: Board,
    shapes: Sequence[BlockingShape],
    key: LineKey,
    ends: StripEnds,
    bodies: tuple[Body, Body],
    line: Tried,
) -> set[Fact]:
    """Return everything that a line passes above or below, except floors and
    ground below both ends.
    """
    if line.heights is None or line.start == line.end:
        return set()
    strip = LineStrip(board, shapes, key, ends)
    lowest = min(feet for feet, _ in bodies)
    found = []
    for thing in (*strip.full, *strip.limited):
        what, (_, top) = thing.shape.label[0], thing.shape.span
        low = what == "ground" and top is not None and top <= lowest
        if what == "floor" or low or not thing.touched or thing.shape.outside:
            continue
        if cut_to_span(line.heights, thing.shape.span, thing.lo, thing.hi) is None:
            found.append(thing)
    return strip.facts(found)


def tried_problems(line: Tried, strip: LineStrip, found: StripJudgment) -> Iterator[str]:
    """Yield the problems of one line in the answer, compared with its strip."""
    where = f"the line from {line.start} to {line.end}"
    if (line.contact, line.manner) != (found.contact, found.manner):
        said, is_so = (line.contact, line.manner), (found.contact, found.manner)
        yield f"{where} is {is_so}, not {said}"
    listed = [fact_of(blocker) for blocker in line.blockers]
    if len(listed) != len(set(listed)) or not found.accepts(set(listed)):
        yield f"the blockers of {where} are not those in the answer"
    if listed != sorted(listed, key=lambda fact: [strip.position(point) for point in fact[-1]]):
        yield "the blockers are not listed in order along the line"


def line_key(line: Tried) -> LineKey:
    """Return the key of a line: its tiles, and its points in units of the grid."""
    return line.source, _units(line.start), line.target, _units(line.end)


def _units(point: TablePoint) -> Point:
    x, y = point[0] * UNIT, point[1] * UNIT
    if x.denominator != 1 or y.denominator != 1:
        raise ValueError(f"{point} is not a point of the grid")
    return int(x), int(y)

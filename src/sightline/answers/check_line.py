"""Re-verifies what an answer says of straight lines, from the board and the geometry alone.

Which lines a rule has to try is listed here; `check_strip` walks along each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from sightline.answers.check_shapes import BlockingShape, all_shapes, fact_of
from sightline.answers.check_strip import (
    AT_CENTRES,
    AT_CORNERS,
    LineKey,
    LineStrip,
    StripEnds,
    StripJudgement,
)
from sightline.answers.sight import Sight, TablePoint, Tried
from sightline.geometry.contact import Contact, Manner
from sightline.model.board import Board
from sightline.model.cell import Point
from sightline.model.numbers import UNIT

MANNERS = (None, Manner.PINCH, Manner.SEAM, Manner.THROUGH)

Lines = set[LineKey]


class LineRule(NamedTuple):
    """What there is to know of a rule that tries straight lines, without its code."""

    settings: set[str]
    """What its plain data must say."""
    lines: Callable[[Board, Sight], Lines]
    """All lines that it has to try, each with its tiles."""
    ends: StripEnds


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
    "corner": LineRule({"rule", "ties", "closed_ends"}, _corner_pairs, AT_CORNERS),
    "center": LineRule({"rule", "ties", "large"}, _centres, AT_CENTRES),
}
"""By kind of rule. A new rule that tries straight lines adds itself here."""


def line_problems(board: Board, sight: Sight) -> Iterator[str]:
    """Everything that does not hold of the lines that an answer tells of."""
    rule = LINE_RULES[sight.rule["rule"]]
    given = [line_key(line) for line in sight.lines]
    if set(given) != rule.lines(board, sight) or len(given) != len(set(given)):
        yield "the lines tried are not the lines that the rule tries"
        return
    shapes = list(all_shapes(board, sight.source, sight.target))
    closed_ends = sight.rule.get("closed_ends") is True
    for key, line in zip(given, sight.lines, strict=True):
        strip = LineStrip(board, shapes, key, rule.ends)
        yield from tried_problems(line, strip, strip.judge(closed_ends))
    if any(True in line.blocked for line in sight.lines):
        yield "only the rules of games count lines as blocked"
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

    def best_of(keys: Iterable[LineKey], among: Sequence[BlockingShape]) -> Contact:
        strips = (LineStrip(board, among, key, rule.ends) for key in keys)
        return min(strip.judge(closed_ends).contact for strip in strips)

    two_way = [shape for shape in shapes if shape.stops is None]
    matters = False
    if len(two_way) < len(shapes):
        without = best_of(given, two_way)
        back = [(target, end, source, start) for source, start, target, end in given]
        matters = best_of(given, shapes) is not without or best_of(back, shapes) is not without
    if sight.one_way is not matters:
        yield "whether a one-way wall matters to it is not as the answer says"


def tried_problems(line: Tried, strip: LineStrip, found: StripJudgement) -> Iterator[str]:
    """What does not hold of one line, of which this was found."""
    where = f"the line from {line.start} to {line.end}"
    if (line.contact, line.manner) != (found.contact, found.manner):
        said, is_so = (line.contact, line.manner), (found.contact, found.manner)
        yield f"{where} is said to be {said}, and is {is_so}"
    listed = [fact_of(blocker) for blocker in line.blockers]
    if len(listed) != len(set(listed)) or not found.accepts(set(listed)):
        yield f"what is in the way of {where} is not what the answer says"
    if listed != sorted(listed, key=lambda fact: [strip.position(point) for point in fact[-1]]):
        yield "what is in the way is not listed in order along the line"


def line_key(line: Tried) -> LineKey:
    """The line by its tiles and its points of the grid."""
    return line.source, _units(line.start), line.target, _units(line.end)


def _units(point: TablePoint) -> Point:
    x, y = point[0] * UNIT, point[1] * UNIT
    if x.denominator != 1 or y.denominator != 1:
        raise ValueError(f"{point} is no point of the grid")
    return int(x), int(y)

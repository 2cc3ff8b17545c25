"""The lines that the rule of a game counted: free or blocked, and what stopped each.

The results come from the answer (`Tried.blocked`); nothing is judged here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sightline.answers.sight import Blocker, Sight, Tried, Verdict
from sightline.model.board import Board
from sightline.render.layout import Layout
from sightline.render.reading import is_grazing, line_state, stop_of_line
from sightline.render.scenes.deciding import (
    blocker_shapes,
    line_width,
    stop_mark,
    touch_shapes,
)
from sightline.render.shapes import XY, Circle, Path, Shape, segment
from sightline.render.words import is_of_area

IN_ORDER = ("blocked", "ask", "free")
"""The order of drawing: free lines last, because readers look for them."""
RESULTS = {"free": "visible", "ask": "ambiguous", "blocked": "hidden"}
"""The verdict whose color a counted line gets, by the state of the line."""


def counted_lines(board: Board, lay: Layout, sight: Sight) -> Iterator[Shape]:
    """Yield the shapes of every counted line, and of the corner that was chosen for them."""
    yield from _everywhere(lay, sight)
    if not sight.lines:
        return
    lines = sorted(sight.lines, key=lambda line: IN_ORDER.index(line_state(line)))
    alone = len(lines) == 1
    width = line_width(lay) * (1.0 if alone else 0.75 if len(lines) <= 6 else 0.5)
    yield from _fan(lay, sight)
    for blocker, grazed in _met(lines):
        yield from blocker_shapes(board, lay, blocker, grazed)
    for line in lines:  # faint beyond their stop, so that they do not hide names
        until = (stop_of_line(line) if line_state(line) == "blocked" else None) or line.end
        yield segment("casing", lay.point(line.start), lay.point(until), width * 2.1)
    for line in lines:
        yield from _stroke(lay, line, width)
    if alone:
        (line,) = lines
        if is_grazing(line) or (line.blocked == (False, False) and line.blockers):
            yield from touch_shapes(lay, line.blockers, width)
    for end in dict.fromkeys(line.end for line in lines):
        yield Circle("end-ring", lay.point(end), width * 1.5, width * 0.7)
    starts = dict.fromkeys(line.start for line in lines)
    for start in starts:
        if not alone and len(starts) == 1:  # the chosen corner
            yield Circle("ring-casing", lay.point(start), width * 3.4, width * 1.9)
            yield Circle("chosen", lay.point(start), width * 3.4, width * 0.9)
        yield Circle("end-point", lay.point(start), width * 1.7, 1.2)
    for line in lines:
        stop = stop_of_line(line) if line_state(line) == "blocked" else None
        if stop is not None:
            yield from stop_mark(lay.point(stop), max(4.5, width * 2.3))


def _met(lines: list[Tried]) -> Iterator[tuple[Blocker, bool]]:
    """Yield the blockers of lines, without duplicates, and whether the line only touches each.

    Touches are included if the game master decides about them, or if there is only one line.
    """
    shown = set()
    for line in lines:
        state = line_state(line)
        if state == "free" and len(lines) > 1:
            continue
        for blocker in line.blockers:
            if (blocker.what, blocker.where) not in shown:
                shown.add((blocker.what, blocker.where))
                yield blocker, state != "blocked"


def _stroke(lay: Layout, line: Tried, width: float) -> Iterator[Shape]:
    """Yield the shapes of one line: interrupted where it is stopped, dashed if the
    game master decides.
    """
    start, end = lay.point(line.start), lay.point(line.end)
    state = line_state(line)
    result = RESULTS[state]
    stop = None if state == "free" else stop_of_line(line)
    if stop is None:
        yield segment(f"line-{result}", start, end, width)
        return
    yield segment(f"beyond-{result}", lay.point(stop), end, width * 0.85)
    yield segment(f"line-{result}", start, lay.point(stop), width)


def _everywhere(lay: Layout, sight: Sight) -> Iterator[Shape]:
    """Yield the area between both places if lines join any parts of them and none gets through."""
    if sight.verdict is not Verdict.HIDDEN or not is_of_area(sight):
        return
    corners = {
        corner
        for place in (sight.source, sight.target)
        for tile in place.tiles
        for corner in lay.corners(tile)
    }
    yield Path("fan-hidden", (_hull(sorted(corners)),), closed=True)


def _hull(points: list[XY]) -> tuple[XY, ...]:
    """Return the convex hull of sorted points."""

    def half(chain: Iterable[XY]) -> list[XY]:
        kept: list[XY] = []
        for x, y in chain:
            while len(kept) > 1:
                (ax, ay), (bx, by) = kept[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                kept.pop()
            kept.append((x, y))
        return kept[:-1]

    return (*half(points), *half(reversed(points)))


def _fan(lay: Layout, sight: Sight) -> Iterator[Shape]:
    """Yield the area between two lines from one corner to two neighboring ones,
    which must be free too.
    """
    if len(sight.lines) != 2:
        return
    one, other = sight.lines
    if one.start == other.start and one.end != other.end:
        between = tuple(lay.point(point) for point in (one.start, one.end, other.end))
        role = "fan-visible" if sight.visible else "fan-hidden"
        yield Path(role, (between,), closed=True)

"""The deciding line from the side, to scale: the ground and the floors along it, what it clears,
what stops it, and both bodies.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from sightline.answers.sight import Blocker, Sight
from sightline.geometry.walk import Line, walk
from sightline.model.board import Board
from sightline.model.cell import SQUARE
from sightline.model.numbers import UNIT
from sightline.render.reading import outcome
from sightline.render.scenes.scene import NOTE_SIZE, Page
from sightline.render.shapes import Text, rectangle, segment

ROOM = 96.0
THIN = 3.0


def side_view(page: Page, board: Board, sight: Sight) -> None:
    """Draw the line with its heights, if the board has any."""
    if sight.heights is None or not sight.line or sight.line[0] == sight.line[-1]:
        return
    bodies = [
        place.body or (board.highest_ground(place.tiles), board.highest_ground(place.tiles) + 1)
        for place in (sight.source, sight.target)
    ]
    things = [*sight.cleared, *sight.blockers]
    ends = [z for body in bodies for z in body]
    ends += [z for thing in things for z in (thing.bottom, thing.top) if z is not None]
    levels = [*_levels(board, sight)]
    ends += [level.height for level in levels if level.name == ""]
    low, high = min(ends) - Fraction(1, 2), max(ends) + Fraction(1, 2)
    scale = ROOM / float(high - low)
    page.y += NOTE_SIZE + 4
    page.draw([Text("note", (page.left, page.y), "The line from the side", NOTE_SIZE, "start")])
    top = page.y + NOTE_SIZE
    base, wide = top + ROOM, min(page.width, 320.0)

    def y(height: Fraction | None, endless: float) -> float:
        return endless if height is None else base - float(height - low) * scale

    names: dict[str, Fraction] = {}
    for level in levels:
        if low < level.height < high and level.first < level.last:
            lo, hi = (page.left + part * wide for part in (level.first, level.last))
            at = y(level.height, base)
            page.draw([segment("rim", (lo, at), (hi, at), 1.0 if level.name == "" else 2.5)])
            names[level.name] = level.height
    for name, at_height in names.items():
        where = page.left + wide + 6, y(at_height, base) + NOTE_SIZE / 3
        page.draw([Text("note", where, name, NOTE_SIZE, "start")] if name else [])
    for thing in things:
        lo, hi = (page.left + part * wide for part in _parts(sight, thing))
        upper, lower = y(thing.top, top), y(thing.bottom, base)
        role = "profile-too-high" if thing in sight.blockers else "profile-ground"
        width, height = max(hi - lo, THIN), max(lower - upper, THIN)
        page.draw([rectangle(role, lo, upper, width, height, 1.0)])
    for (feet, head), x in zip(bodies, (page.left, page.left + wide), strict=True):
        page.draw([segment("end-frame", (x, y(feet, base)), (x, y(head, top)), 4.0)])
    start = page.left, y(sight.heights[0], base)
    end = page.left + wide, y(sight.heights[1], base)
    page.draw([segment("casing", start, end, 4.5)])
    page.draw([segment(f"line-{outcome(sight)}", start, end, 2.0)])
    page.y = base + NOTE_SIZE
    for place, line_at, x, anchor in (
        (sight.source, sight.heights[0], page.left, "start"),
        (sight.target, sight.heights[1], page.left + wide, "end"),
    ):
        words = f"{place.name or place.middle}, at {round(float(line_at), 2):g}"
        page.draw([Text("note", (x, page.y), words, NOTE_SIZE, anchor)])
    page.y += 2


class SideLevel(NamedTuple):
    """The ground or a floor of one tile, on the stretch of the line over it."""

    name: str
    """The name of the floor, or "" for the ground."""
    height: Fraction
    first: float
    last: float


def _levels(board: Board, sight: Sight) -> Iterator[SideLevel]:
    """Return the ground and the floors along the line. Holes are what is left out."""
    start, end = ((int(x * UNIT), int(y * UNIT)) for x, y in (sight.line[0], sight.line[-1]))
    path, shift_x, shift_y = walk(board.grid, Line.between(start, end))
    for dx, dy, lo, hi, _ in path.tiles:
        x, y = shift_x + dx, shift_y + dy
        tile = board.grid.tile(*((y, x) if board.grid is SQUARE else (x, y)))
        if tile not in board:
            continue
        first, last = float(lo / path.span), float(hi / path.span)
        yield SideLevel("", board.ground_at(tile), first, last)
        for floor in board.floors():
            if tile in floor.tiles:
                yield SideLevel(floor.name, floor.height, first, last)


def _parts(sight: Sight, thing: Blocker) -> tuple[float, float]:
    """Return the fractions of the line at which it enters and leaves a blocker."""
    (x0, y0), (x1, y1) = sight.line
    axis, whole = (0, x1 - x0) if x1 != x0 else (1, y1 - y0)
    at = thing.at or sight.line
    first, last = (float((point[axis] - sight.line[0][axis]) / whole) for point in at)
    return first, last

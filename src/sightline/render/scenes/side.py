"""The deciding line from the side, to scale: what it clears, what stops it, and both bodies."""

from __future__ import annotations

from fractions import Fraction

from sightline.answers.sight import Blocker, Sight
from sightline.model.board import Board
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
    low, high = min(ends) - Fraction(1, 2), max(ends) + Fraction(1, 2)
    scale = ROOM / float(high - low)
    page.y += NOTE_SIZE + 4
    page.draw([Text("note", (page.left, page.y), "The line from the side", NOTE_SIZE, "start")])
    top = page.y + NOTE_SIZE
    base, wide = top + ROOM, min(page.width, 320.0)

    def y(height: Fraction | None, endless: float) -> float:
        return endless if height is None else base - float(height - low) * scale

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


def _parts(sight: Sight, thing: Blocker) -> tuple[float, float]:
    """Return the fractions of the line at which it enters and leaves a blocker."""
    (x0, y0), (x1, y1) = sight.line
    axis, whole = (0, x1 - x0) if x1 != x0 else (1, y1 - y0)
    at = thing.at or sight.line
    first, last = (float((point[axis] - sight.line[0][axis]) / whole) for point in at)
    return first, last

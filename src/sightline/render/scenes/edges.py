"""Walls, doors and gates, on the edges of tiles and off the grid."""

from __future__ import annotations

import math
from collections.abc import Iterator

from sightline.geometry.outline import joined
from sightline.model.board import Board
from sightline.model.cell import Point, Tile
from sightline.model.numbers import UNIT
from sightline.model.threshold import STOP_SETS, Door, Gate, Threshold, Wall
from sightline.render.layout import Layout
from sightline.render.shapes import XY, Circle, Path, Shape, Text, moved, segment

DETAIL = 16.0
"""The smallest tile size in pixels at which doors and gates have details."""


def wall_width(tile: float) -> float:
    return max(1.2, min(5.0, tile * 0.12))


def edge_shapes(board: Board, lay: Layout) -> Iterator[Shape]:
    """Yield the barriers on edges and off the grid; walls first, joined to long strokes."""
    # By role: plain walls, limited ones, windows and so on.
    grid_walls: dict[str, list[tuple[Point, Point]]] = {role: [] for role in HINTS}
    free_walls: dict[str, list[tuple[XY, XY]]] = {role: [] for role in HINTS}
    spans: list[tuple[XY, XY, Threshold]] = []
    stopping: list[tuple[XY, XY, Threshold]] = []
    for a, b, threshold in board.edges() if board.has_edges else ():
        if isinstance(threshold, Wall):
            grid_walls[_role(threshold)].append(board.grid.edge_ends(a, b))
        else:
            spans.append((*lay.edge(a, b), threshold))
        if threshold.one_way:
            stopping.append((*_left_first(lay, a, b), threshold))
    for (start, end), threshold in board.wall_items():
        ends = (_table(lay, start), _table(lay, end))
        if isinstance(threshold, Wall):
            free_walls[_role(threshold)].append(ends)
        else:
            spans.append((*ends, threshold))
        if threshold.one_way:
            stopping.append((*ends, threshold))
    width = wall_width(lay.tile)
    for role, segments in grid_walls.items():
        if segments:
            yield from _strokes(role, lay.lines(joined(segments)), width)
    for role, lines in free_walls.items():
        if lines:
            yield from _strokes(role, tuple(lines), width * 0.8)
    for start_xy, end_xy, threshold in spans:
        yield from threshold_shapes(lay.tile, start_xy, end_xy, threshold)
    if stopping:
        arrows = tuple(_arrow(lay.tile, *each) for each in stopping if each[0] != each[1])
        yield Path("one-way", arrows, closed=True, width=width * 0.3, hint=HINTS["one-way"])


def _role(wall: Wall) -> str:
    if wall.stops is not None:
        return next((name for name, stops in STOP_SETS.items() if stops == wall.stops), "partial")
    return "limited" if wall.limited else "wall"


def _strokes(role: str, lines: tuple[tuple[XY, ...], ...], width: float) -> Iterator[Shape]:
    """Yield the strokes of walls: a window has two sides, and a rail connects bars."""
    hint = HINTS[role]
    if role == "window":
        yield Path("wall", lines, width=width * 1.7, hint=hint)
        yield Path("window-pane", lines, width=width * 0.8, hint=hint)
        return
    if role == "bars":
        yield Path("gate-rail", lines, width=width * 0.35, hint=hint)
    yield Path(role, lines, width=width * 1.2 if role == "curtain" else width, hint=hint)


def barrier_legend(board: Board) -> str:
    """Return the meaning of walls on the board that stop only some things; "" without
    such walls.
    """
    if not board.has_partial_barriers:
        return ""
    walls = [each for _, _, each in board.edges()] + [each for _, each in board.wall_items()]
    roles = {_role(each) for each in walls if isinstance(each, Wall)}
    return "; ".join(words for role, words in _LEGEND.items() if role in roles)


def _left_first(lay: Layout, a: Tile, b: Tile) -> tuple[XY, XY]:
    """Return the ends of the edge between two tiles, ordered so that the first tile is
    on the left.
    """
    (ax, ay), (bx, by) = start, end = lay.edge(a, b)
    x, y = lay.center(a)
    is_left = (bx - ax) * (y - ay) < (by - ay) * (x - ax)  # y grows downwards
    return (start, end) if is_left else (end, start)


def _arrow(tile: float, start: XY, end: XY, threshold: Threshold) -> tuple[XY, ...]:
    """Return a small triangle on the side from which lines are stopped.

    It points in the direction in which sight passes.
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    along = (dx / length, dy / length)
    # Lines from the left of the wall, seen from start to end, are stopped unless it is reversed.
    sign = 1 if threshold.one_way == "forth" else -1
    aside = (sign * along[1], -sign * along[0])
    half, reach = min(tile * 0.1, length * 0.3), tile * 0.3
    middle = moved(start, along, length / 2)
    foot = moved(middle, aside, wall_width(tile) * 0.5)
    return moved(foot, along, -half), moved(foot, aside, reach), moved(foot, along, half)


def _table(lay: Layout, point: tuple[int, int]) -> XY:
    return lay.point((point[0] / UNIT, point[1] / UNIT))


HINTS = {
    "wall": "",
    "limited": "a limited wall: sight passes one, and stops at the second",
    "one-way": "a one-way wall: sight passes it only this way",
    "window": "a window: it stops movement and effects",
    "curtain": "a curtain: it stops sight and light",
    "bars": "bars: they stop movement",
    "partial": "a wall that stops only some things",
}
_LEGEND = {
    "window": "double line: window",
    "curtain": "broken line: curtain",
    "bars": "line of posts: bars",
    "partial": "long dashes: wall that stops only some things",
}


def threshold_shapes(tile: float, start: XY, end: XY, threshold: Threshold) -> Iterator[Shape]:
    """Yield the shapes of one door or gate, from one end to the other."""
    span = _Span(start, end, tile)
    if span.length == 0:
        return
    if threshold.limited and not isinstance(threshold, Wall):
        beside = (span.at(0, tile * 0.16), span.at(span.length, tile * 0.16))
        yield segment("limited", *beside, wall_width(tile) * 0.6)
    match threshold:
        case Door(state="secret"):
            yield from _secret_door(span)
        case Door(state="open"):
            yield from _open_door(span)
        case Door():
            yield from _shut_door(span, threshold.state == "locked")
        case Gate(state="open"):
            yield from _open_gate(span)
        case Gate():
            yield from _shut_gate(span, threshold.state == "locked")
        case Wall():
            yield segment(_role(threshold), start, end, wall_width(tile))


class _Span:
    """An edge as a local coordinate system: distance along it, and distance to its side."""

    def __init__(self, start: XY, end: XY, tile: float) -> None:
        self.tile = tile
        self.start, self.end = start, end
        dx, dy = end[0] - start[0], end[1] - start[1]
        self.length = math.hypot(dx, dy)
        self.along = (dx / self.length, dy / self.length) if self.length else (0.0, 0.0)
        # Doors open towards the top of the page, or to its left.
        self.aside = (self.along[1], -self.along[0])
        if self.aside[1] > 0.01 or (abs(self.aside[1]) <= 0.01 and self.aside[0] > 0):
            self.aside = (-self.aside[0], -self.aside[1])
        self.jamb = min(self.length * 0.16, tile * 0.16)

    def at(self, along: float, aside: float = 0.0) -> XY:
        return moved(moved(self.start, self.along, along), self.aside, aside)

    @property
    def middle(self) -> XY:
        return self.at(self.length / 2)

    @property
    def has_detail(self) -> bool:
        return self.tile >= DETAIL

    def jambs(self) -> Path:
        ends = (
            (self.start, self.at(self.jamb)),
            (self.at(self.length - self.jamb), self.end),
        )
        return Path("wall", ends, width=wall_width(self.tile))

    def box(self, role: str, half: float) -> Path:
        lo, hi = self.jamb, self.length - self.jamb
        corners = (self.at(lo, half), self.at(hi, half), self.at(hi, -half), self.at(lo, -half))
        return Path(role, (corners,), closed=True, width=max(0.8, self.tile * 0.03))


def _shut_door(span: _Span, locked: bool) -> Iterator[Shape]:
    if not span.has_detail:
        width = max(1.6, span.tile * 0.24)
        yield segment("door-outline", span.start, span.end, width + 1.0)
        yield segment("door-leaf", span.at(1.0), span.at(span.length - 1.0), width - 0.4)
        if locked:
            yield Circle("lock", span.middle, width * 0.6)
        return
    yield span.jambs()
    yield span.box("door", span.tile * 0.085)
    if locked:
        yield from _lock(span)


def _open_door(span: _Span) -> Iterator[Shape]:
    yield span.jambs()
    if not span.has_detail:
        return
    leaf = span.length - 2 * span.jamb
    hinge = span.at(span.jamb)
    turned = math.radians(72)
    tip = moved(
        moved(hinge, span.along, leaf * math.cos(turned)), span.aside, leaf * math.sin(turned)
    )
    swing = tuple(
        moved(
            moved(hinge, span.along, leaf * math.cos(turned * i / 8)),
            span.aside,
            leaf * math.sin(turned * i / 8),
        )
        for i in range(9)
    )
    yield Path("door-swing", (swing,), width=max(0.8, span.tile * 0.018))
    yield segment("door-outline", hinge, tip, span.tile * 0.125)
    yield segment(
        "door-leaf", moved(hinge, _unit(hinge, tip), 1.2), moved(tip, _unit(tip, hinge), 1.2),
        span.tile * 0.125 - 2.4,
    )  # fmt: skip


def _secret_door(span: _Span) -> Iterator[Shape]:
    """Yield a broken wall with an S: a secret door as the game master sees it."""
    width = wall_width(span.tile)
    yield segment("secret", span.start, span.end, width * 1.3)
    if span.has_detail:
        radius = min(span.tile * 0.15, span.length * 0.3)
        yield Circle("secret-disc", span.middle, radius, max(0.8, width * 0.35))
        x, y = span.middle
        size = radius * 1.5
        yield Text("secret-mark", (x, y + size * 0.36), "S", size)


def _shut_gate(span: _Span, locked: bool) -> Iterator[Shape]:
    bar = max(0.8, span.tile * 0.05)
    lo, hi = span.jamb, span.length - span.jamb
    if not span.has_detail:
        yield segment("gate-rail", span.start, span.end, max(1.0, span.tile * 0.1))
        yield from (Circle("post", span.at(s), bar) for s in (lo, span.length / 2, hi))
        if locked:
            yield Circle("lock", span.middle, bar * 2)
        return
    yield span.jambs()
    yield segment("gate-rail", span.at(lo), span.at(hi), bar)
    reach, count = span.tile * 0.1, max(4, round((hi - lo) / span.tile * 6))
    bars = tuple(
        (span.at(lo + (hi - lo) * (i + 0.5) / count, reach),
         span.at(lo + (hi - lo) * (i + 0.5) / count, -reach))
        for i in range(count)
    )  # fmt: skip
    yield Path("gate-bar", bars, width=bar)
    if locked:
        yield from _lock(span)


def _open_gate(span: _Span) -> Iterator[Shape]:
    yield span.jambs()
    if span.has_detail:
        raised = segment(
            "gate-raised", span.at(span.jamb), span.at(span.length - span.jamb), span.tile * 0.05
        )
        yield raised


def _lock(span: _Span) -> Iterator[Shape]:
    """Yield a disc with a keyhole."""
    radius = min(span.tile * 0.13, span.length * 0.25)
    x, y = span.middle
    yield Circle("lock-disc", span.middle, radius, max(0.8, span.tile * 0.03))
    yield Circle("lock", (x, y - radius * 0.22), radius * 0.3)
    top, foot, bottom = radius * 0.12, radius * 0.28, y + radius * 0.58
    slot = ((x - top, y), (x + top, y), (x + foot, bottom), (x - foot, bottom))
    yield Path("lock", (slot,), closed=True)


def _unit(start: XY, end: XY) -> XY:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy) or 1.0
    return dx / length, dy / length

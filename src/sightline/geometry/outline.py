"""Reduce many tiles to a few lines: the outline of a region, and segments joined into strokes.

A board of 100 x 100 squares has ten thousand tiles, too many for a browser to draw one by one.
Everything here works on the integer corners of the grid, so joining is exact, and the order of the
lines is stable.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sightline.model.cell import Grid, Point

Polyline = tuple[Point, ...]


def region_outline(grid: Grid, tiles: Collection[tuple[int, int]]) -> list[Polyline]:
    """Return the closed lines around a set of tiles, holes included."""
    inside = tiles if isinstance(tiles, (set, frozenset)) else set(tiles)
    # Side i of a hex ends at its corner i, but that of a square starts there: see `Grid.corners`.
    back = 1 if grid.name == "hex" else 0
    sides = len(grid.directions)
    steps = grid.directions
    at_the_rim = [
        (a, b) for a, b in inside if not all((a + da, b + db) in inside for da, db in steps)
    ]
    following: dict[Point, list[Point]] = {}
    for first, second in sorted(at_the_rim):
        corners = grid.corners((first, second))
        for i, (da, db) in enumerate(steps):
            if (first + da, second + db) not in inside:
                start, end = corners[i - back], corners[(i - back + 1) % sides]
                following.setdefault(start, []).append(end)
    loops: list[Polyline] = []
    for start, ends in following.items():
        while ends:
            loop = [start]
            here = ends.pop()
            while here != start:
                loop.append(here)
                here = following[here].pop()
            loops.append(_without_straight_points(loop))
    return loops


def _without_straight_points(loop: list[Point]) -> Polyline:
    count = len(loop)
    return tuple(
        point
        for i, point in enumerate(loop)
        if not _is_straight(loop[i - 1], point, loop[(i + 1) % count])
    )


def _is_straight(a: Point, b: Point, c: Point) -> bool:
    return (b[0] - a[0]) * (c[1] - b[1]) == (b[1] - a[1]) * (c[0] - b[0])


def joined(segments: Iterable[tuple[Point, Point]]) -> list[Polyline]:
    """Join segments end to end into few strokes, going straight on where possible."""
    neighbors: dict[Point, dict[Point, None]] = {}
    for a, b in segments:
        neighbors.setdefault(a, {})[b] = None
        neighbors.setdefault(b, {})[a] = None
    # Start at loose ends and crossings; only closed loops remain after that.
    starts = [point for point, ends in neighbors.items() if len(ends) != 2]
    strokes: list[Polyline] = []
    for start in (*starts, *neighbors):
        while neighbors[start]:
            stroke = [start]
            here = next(iter(neighbors[start]))
            _cut(neighbors, start, here)
            while True:
                if len(stroke) > 1 and _is_straight(stroke[-2], stroke[-1], here):
                    stroke[-1] = here
                else:
                    stroke.append(here)
                onward = _onward(stroke[-2], here, neighbors[here])
                if onward is None:
                    break
                _cut(neighbors, here, onward)
                here = onward
            strokes.append(tuple(stroke))
    return strokes


def _cut(neighbors: dict[Point, dict[Point, None]], a: Point, b: Point) -> None:
    del neighbors[a][b]
    del neighbors[b][a]


def _onward(previous: Point, here: Point, ends: dict[Point, None]) -> Point | None:
    for end in ends:
        if _is_straight(previous, here, end):
            return end
    return next(iter(ends), None)

"""Fast line of sight on a quest board, from tables of what every straight line touches.

Walls and rock do not change, but doors and figures do. So each line stores the tiles and edges that
it touches, as bits, and a query is two comparisons of bits. Where a line only touches something,
the engine's own code decides. The tests compare the results with `field` and `trace`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sightline.geometry.contact import ANYWHERE, BOTH, Contact, Touch, judge
from sightline.geometry.walk import Line, walk
from sightline.model.cell import SQUARE, Point
from sightline.model.square import SquareBoard

MOST_KEPT = 1 << 17
_CLEAR, _BLOCKED = int(Contact.CLEAR), int(Contact.BLOCKED)


class MetLine(NamedTuple):
    """The tiles and edges that a line touches, and those that it crosses, as bits."""

    tiles: int
    edges: int
    through_tiles: int
    through_edges: int


def lines_of(board: SquareBoard) -> SightLines:
    """Return the lines of a board. Quests on the same walls share them, because they are slow to
    compute.
    """
    cols = board.cols
    edges = tuple((a.row * cols + a.col, b.row * cols + b.col) for a, b, _ in board.edges())
    return _shared_lines(board.rows, cols, edges)


@lru_cache(maxsize=16)
def _shared_lines(rows: int, cols: int, edges: tuple[tuple[int, int], ...]) -> SightLines:
    return SightLines(rows, cols, edges)


class SightLines:
    """The lines of one board. Tiles are bits in reading order, edges in the order of `edges`."""

    def __init__(self, rows: int, cols: int, edges: tuple[tuple[int, int], ...]) -> None:
        self.rows, self.cols, self.edges = rows, cols, edges
        self._edge_bit = {ends: 1 << i for i, ends in enumerate(edges)}
        self.centers = [SQUARE.center(divmod(i, cols)) for i in range(rows * cols)]
        self._lines: dict[tuple[Point, Point], MetLine] = {}
        self._from: dict[tuple[Point, int], list[tuple[int, int, int, int]]] = {}
        self._judged: dict[tuple[Point, Point, int, int], int] = {}

    def _index(self, tile: tuple[int, int]) -> int:
        return tile[0] * self.cols + tile[1]

    def met(self, start: Point, end: Point) -> MetLine:
        """Return what the line between two points touches."""
        found = self._lines.get((start, end))
        if found is None:
            tiles = edges = through_tiles = through_edges = 0
            for bit, touch in self._touches(start, end)[1]:
                if touch.is_wall:
                    edges |= bit
                    through_edges |= bit if touch.sides == BOTH else 0
                elif not touch.is_rim:
                    tiles |= bit
                    through_tiles |= bit if touch.sides == BOTH else 0
            found = MetLine(tiles, edges, through_tiles, through_edges)
            if len(self._lines) >= MOST_KEPT:
                self._lines.clear()
            self._lines[start, end] = found
        return found

    def _touches(self, start: Point, end: Point) -> tuple[int, list[tuple[int, Touch]]]:
        """Return the span of the line, and everything on it that could block, with its bit."""
        path, shift_x, shift_y = walk(SQUARE, Line.between(start, end))
        found: list[tuple[int, Touch]] = []
        for dx, dy, lo, hi, sides in path.tiles:
            tile = SQUARE.shift((0, 0), shift_x + dx, shift_y + dy)
            outside = not (0 <= tile.row < self.rows and 0 <= tile.col < self.cols)
            bit = 0 if outside else 1 << self._index(tile)
            found.append((bit, Touch(lo, hi, sides, tile, is_rim=outside)))
        for dx, dy, direction, lo, hi, sides, _ in path.edges:
            tile = SQUARE.shift((0, 0), shift_x + dx, shift_y + dy)
            da, db = SQUARE.forward[direction]
            ends = (self._index(tile), self._index((tile.row + da, tile.col + db)))
            inside = 0 <= tile.row < self.rows and 0 <= tile.col < self.cols
            if inside and tile.col + db < self.cols and ends in self._edge_bit:
                found.append(
                    (self._edge_bit[ends], Touch(lo, hi, sides, ends, is_wall=True)),
                )
        return path.span, found

    def contact(self, start: Point, end: Point, blocking: int, shut: int) -> int:
        """Return how the line meets the blocking tiles and edges: a `Contact`, as a number."""
        line = self.met(start, end)
        tiles, edges = line.tiles & blocking, line.edges & shut
        if not tiles and not edges:
            return _CLEAR
        if tiles & line.through_tiles or edges & line.through_edges:
            return _BLOCKED
        key = (start, end, tiles, edges)
        found = self._judged.get(key)
        if found is None:
            span, there = self._touches(start, end)
            counted = [t for bit, t in there if bit & (edges if t.is_wall else tiles)]
            everything = [*counted, *(t for _, t in there if t.is_rim)]
            found = int(judge(everything, counted, span, ANYWHERE).contact)
            if len(self._judged) >= MOST_KEPT:
                self._judged.clear()
            self._judged[key] = found
        return found

    def seen_from(
        self, start: Point, own: int, blocking: int, shut: int, limit: int, special: int
    ) -> int:
        """Return the tiles whose centers have a free line from a point, as bits.

        `own` are the viewer's tiles. `limit` is the worst contact that still passes. `special`
        tiles are left out, because an object must not block the view of itself.
        """
        key = (start, own)
        rows = self._from.get(key)
        if rows is None:
            rows = self._from[key] = [
                (i, 1 << i, met.tiles & ~(own | 1 << i), met.edges)
                for i, met in (
                    (i, self.met(start, center))
                    for i, center in enumerate(self.centers)
                    if not own >> i & 1
                )
            ]
        seen = own
        for i, bit, tiles, edges in rows:
            if not (tiles & blocking or edges & shut):
                seen |= bit
            elif limit and not bit & special:
                here = blocking & ~(own | bit)
                if self.contact(start, self.centers[i], here, shut) <= limit:
                    seen |= bit
        return seen & (~special | own)

"""Cut free walls at the borders of tiles: a player who knows a tile knows the pieces in it.

The visible end of a wall of forty tiles must not reveal where it leads. So players know free walls
as pieces, tile by tile. A piece along the border of two tiles belongs to both.

A secret door is a wall to players, and must not be revealed by a short piece in a straight wall. So
walls in one line are joined before they are cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor, gcd
from typing import NamedTuple

from sightline.model.board import Board
from sightline.model.cell import HEX, SQUARE, Grid, Point, Tile
from sightline.model.numbers import UNIT
from sightline.model.threshold import Threshold, Wall
from sightline.table.vision.known_ground import as_shown
from sightline.table.vision.tile_sets import bits_of_tiles

WallEnds = tuple[Point, Point]


class Piece(NamedTuple):
    """A part of a free wall that lies in one tile, or along the border of two."""

    ends: WallEnds
    threshold: Threshold
    tiles: tuple[Tile, ...]


# The lines on which the borders of tiles lie: one of these values is a whole number of tiles. (On
# hexes such a line continues through the centers of other hexes, so neighboring parts are joined.)
_BORDERS = {
    "square": ((1, 0), (0, 1)),
    "hex": ((2, 1), (1, 2), (1, -1)),
}


class Pieces(dict[Tile, frozenset[Piece]]):
    """The pieces of free walls by tile, as players see them. Computed once for all players."""

    bits: int = 0
    """The tiles with pieces, as a set."""


def pieces_by_tile(board: Board) -> Pieces:
    """Return the pieces of a board as players see them.

    Secret doors and limited walls are walls, and locked doors are closed.
    """
    found: dict[Tile, set[Piece]] = {}
    for (start, end), threshold in _as_players_see_them(board):
        for tiles, ends in cut(board.grid.name, start, end):
            on_board = tuple(tile for tile in tiles if tile in board)
            piece = Piece(ends, threshold, on_board)
            for tile in on_board:
                found.setdefault(tile, set()).add(piece)
    pieces = Pieces((tile, frozenset(there)) for tile, there in found.items())
    pieces.bits = bits_of_tiles(board, pieces)
    return pieces


def _as_players_see_them(board: Board) -> Iterator[tuple[WallEnds, Threshold]]:
    by_line: dict[tuple[Threshold, int, int, int], list[WallEnds]] = {}
    for (start, end), threshold in board.wall_items():
        shown = as_shown(threshold)
        if not isinstance(shown, Wall):
            yield (start, end), shown
            continue
        dx, dy = end[0] - start[0], end[1] - start[1]
        common = gcd(dx, dy)
        dx, dy = dx // common, dy // common
        by_line.setdefault((shown, dx, dy, dx * start[1] - dy * start[0]), []).append((start, end))
    for (shown, *_), walls in by_line.items():
        yield from ((ends, shown) for ends in _joined(sorted(walls)))


def _joined(walls: list[WallEnds]) -> Iterator[WallEnds]:
    """Yield walls on one line, in order, with those that touch or overlap merged."""
    start, end = walls[0]
    for first, last in walls[1:]:
        if first > end:
            yield start, end
            start = first
        end = max(end, last)
    yield start, end


@lru_cache(maxsize=50_000)
def cut(grid_name: str, start: Point, end: Point) -> tuple[tuple[tuple[Tile, ...], WallEnds], ...]:
    """Return the wall in pieces: the tiles of each, and its ends."""
    grid = SQUARE if grid_name == "square" else HEX
    stops = sorted({Fraction(0), Fraction(1), *_crossings(grid, start, end)})
    parts: list[tuple[tuple[Tile, ...], Fraction, Fraction]] = []
    for first, second in pairwise(stops):
        tiles = _tiles_of(grid, _along(start, end, (first + second) / 2))
        if parts and parts[-1][0] == tiles:
            parts[-1] = (tiles, parts[-1][1], second)
        else:
            parts.append((tiles, first, second))
    pieces = (
        (tiles, (_rounded(_along(start, end, first)), _rounded(_along(start, end, second))))
        for tiles, first, second in parts
    )
    # A sliver shorter than the resolution of boards is dropped.
    return tuple((tiles, ends) for tiles, ends in pieces if ends[0] != ends[1])


def _crossings(grid: Grid, start: Point, end: Point) -> Iterable[Fraction]:
    """Return the positions at which the wall crosses the border lines: 0 is its start, 1 its
    end.
    """
    for across, down in _BORDERS[grid.name]:
        first = across * start[0] + down * start[1]
        last = across * end[0] + down * end[1]
        low, high = sorted((first, last))
        for line in range(ceil(Fraction(low, UNIT)), floor(Fraction(high, UNIT)) + 1):
            if first != last:
                yield Fraction(line * UNIT - first, last - first)


def _along(start: Point, end: Point, part: Fraction) -> tuple[Fraction, Fraction]:
    return (
        start[0] + part * (end[0] - start[0]),
        start[1] + part * (end[1] - start[1]),
    )


def _tiles_of(grid: Grid, point: tuple[Fraction, Fraction]) -> tuple[Tile, ...]:
    # `tiles_at` only compares and divides, which is also exact for fractions.
    return tuple(sorted(grid.tiles_at(point)))  # type: ignore[arg-type]


def _rounded(point: tuple[Fraction, Fraction]) -> Point:
    return round(point[0]), round(point[1])

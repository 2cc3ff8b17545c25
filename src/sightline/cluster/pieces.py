"""The pieces of a job: which rectangle a piece covers, and how a worker computes it.

A piece is a plain value that contains everything that its answers depend on. Any worker can compute
it, repeatedly if needed, with the same result.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from math import isqrt
from typing import Any, NamedTuple

import numpy

from sightline.cluster.maps import AnyMap, CutGround
from sightline.engine.many.fields import fields_of, heat_of, positions_of
from sightline.errors import InvalidValueError, LimitError
from sightline.extras import extra
from sightline.model.board import Board
from sightline.model.numbers import whole
from sightline.model.parts.cuts import MapPart
from sightline.model.reach import limit_of
from sightline.rules.rule import Rule

HEAT_SIDE = {"square": 512, "hex": 64}
"""The default side of a piece in tiles: a few seconds of work. On hexes the cost of a field grows
with the size of the part, so small pieces are better.
"""
MOST_SIDE = 2048
MOST_EDGES = 1 << 22
"""The rough maximum of edges per graph piece, which limits a worker's memory."""
FIELDS_AT_ONCE = 1 << 22
"""Bytes of fields that a worker holds while it builds a graph."""
NO_TILE = -1
"""The value of heat map cells without a tile, or not counted yet."""

Numbers = numpy.ndarray[Any, numpy.dtype[numpy.int64]]


class SightAsked(NamedTuple):
    """The requested rule and radius."""

    rule: Rule
    radius: str | None
    """The exact radius as text; None means no limit."""
    metric: str

    @property
    def reach(self) -> int | None:
        """The largest distance in tiles at which anything can be visible; None for no limit."""
        limit = limit_of(self.radius_value, self.metric)
        return None if limit is None else int(limit)

    @property
    def radius_value(self) -> Any:
        """The radius as a number; None for no limit."""
        from fractions import Fraction

        return None if self.radius is None else Fraction(self.radius)


class MapPiece(NamedTuple):
    """A piece of work: a rectangle of a map, with everything that its answers depend on."""

    part: MapPart
    ground: CutGround
    asked: SightAsked
    cols: int
    """The number of columns of the map, which is needed to number tiles."""
    origin: tuple[int, int]


class Cutting(NamedTuple):
    """How a map is split: into rows of equal rectangles, except the last ones."""

    extent: MapPart
    side: int

    @property
    def across(self) -> int:
        return -(-len(self.extent.cols) // self.side)

    @property
    def pieces(self) -> int:
        return self.across * -(-len(self.extent.rows) // self.side)

    def part(self, number: int) -> MapPart:
        """Return the rectangle with this number."""
        down, right = divmod(number, self.across)
        return MapPart(
            _cut(self.extent.rows, down * self.side, self.side),
            _cut(self.extent.cols, right * self.side, self.side),
        )

    def parts(self) -> Iterator[MapPart]:
        return map(self.part, range(self.pieces))


def _cut(along: range, start: int, side: int) -> range:
    return along[start : start + side]


def as_side(given: Any, usual: int) -> int:
    """Return the side of a piece in tiles, or raise."""
    if given is None:
        return usual
    side = whole(given, "piece")
    if side < 1:
        raise InvalidValueError(f"piece: expected 1 or more tiles each way, got {side}")
    if side > MOST_SIDE:
        raise LimitError(f"piece: expected at most {MOST_SIDE} tiles each way, got {side}")
    return side


def graph_side(reach: int | None, extent: MapPart) -> int:
    """Return the largest side for a graph piece that keeps its memory within the limit."""
    tiles = len(extent.rows) * len(extent.cols)
    seen = tiles if reach is None else min(tiles, (2 * reach + 1) ** 2)
    return max(1, min(512, isqrt(max(1, MOST_EDGES // seen))))


def make_piece(given: AnyMap, part: MapPart, asked: SightAsked) -> MapPiece:
    """Return the piece with its part of the map."""
    rows, cols = given.extent
    ground = given.ground(part, asked.reach)
    return MapPiece(part, ground, asked, len(cols), (rows.start, cols.start))


# --- worker functions -----------------------------------------------------------------------------


def heat_of_piece(piece: MapPiece) -> numpy.ndarray[Any, numpy.dtype[numpy.int32]]:
    """Return how many tiles see each tile of the rectangle; -1 where there is no tile."""
    board = piece.ground.board()
    where, ranks = _tiles_of(piece, board)
    rule, _, metric = piece.asked
    counts = heat_of(board, rule, piece.asked.radius_value, metric, 1, None, _runs(ranks))
    found = numpy.full((len(piece.part.rows), len(piece.part.cols)), NO_TILE, dtype=numpy.int32)
    found[where[:, 0], where[:, 1]] = counts.reshape(-1)[ranks]
    return found


def graph_of_piece(piece: MapPiece) -> tuple[Numbers, Numbers]:
    """Return the edges of the visibility graph that start in this rectangle, as two arrays: viewers
    and targets, by their numbers, in order.

    Solid tiles and self-loops are left out.
    """
    board = piece.ground.board()
    rule, _, metric = piece.asked
    at, (_, ranks) = positions_of(board), _tiles_of(piece, board)
    is_free = ~board.solid_array().reshape(-1)
    numbers = _numbers(piece, board, at)
    ranks = ranks[is_free[ranks]]
    sources, targets = [numpy.zeros(0, numpy.int64)], [numpy.zeros(0, numpy.int64)]
    some = max(1, FIELDS_AT_ONCE // len(at))
    for start in range(0, len(ranks), some):
        looking = ranks[start : start + some]
        seen = fields_of(
            board, at[looking], rule, piece.asked.radius_value, metric, 1, None
        ).reshape(len(looking), -1)
        seen &= is_free
        seen[numpy.arange(len(looking)), looking] = False
        who, whom = numpy.nonzero(seen)
        sources.append(numbers[looking[who]])
        targets.append(numbers[whom])
    return numpy.concatenate(sources), numpy.concatenate(targets)


def graph_file_of_piece(piece: MapPiece) -> bytes:
    """Return the edges of `graph_of_piece` as the bytes of a Parquet file, which
    is small to transfer.
    """
    with extra("cluster", "a graph needs"):
        import pyarrow
        import pyarrow.parquet
    sources, targets = graph_of_piece(piece)
    table = pyarrow.table({"source": sources, "target": targets})
    into = io.BytesIO()
    packing = dict.fromkeys(("source", "target"), "DELTA_BINARY_PACKED")
    pyarrow.parquet.write_table(
        table, into, compression="zstd", use_dictionary=False, column_encoding=packing
    )
    return into.getvalue()


def _tiles_of(piece: MapPiece, board: Board) -> tuple[Numbers, Numbers]:
    """Return the row, column and rank of each tile of the rectangle within the part."""
    rows, cols = _rows_and_cols(piece, board, positions_of(board))
    down, right = rows - piece.part.rows.start, cols - piece.part.cols.start
    inside = (down >= 0) & (down < len(piece.part.rows))
    inside &= (right >= 0) & (right < len(piece.part.cols))
    ranks = numpy.flatnonzero(inside)
    return numpy.stack((down[ranks], right[ranks]), axis=1), ranks


def _rows_and_cols(piece: MapPiece, board: Board, at: Numbers) -> tuple[Numbers, Numbers]:
    """Return the rows and columns on the map."""
    first, second = at[:, 0], at[:, 1]
    rows, cols = (second, first) if board.grid.name == "hex" else (first, second)
    return rows + piece.ground.row, cols + piece.ground.col


def _numbers(piece: MapPiece, board: Board, at: Numbers) -> Numbers:
    rows, cols = _rows_and_cols(piece, board, at)
    return (rows - piece.origin[0]) * piece.cols + (cols - piece.origin[1])


def _runs(ranks: Numbers) -> list[range]:
    """Return sorted ranks as ranges."""
    ends = numpy.flatnonzero(numpy.diff(ranks) != 1) + 1
    return [
        range(int(each[0]), int(each[-1]) + 1) for each in numpy.split(ranks, ends) if len(each)
    ]

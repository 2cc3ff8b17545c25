"""Sets of tiles as integers, and their encoding in messages.

Bit `i` of a set is the tile of rank `i` in the order of `board.tiles()`. So a union is `a | b`, the
new tiles are `new & ~old`, and the empty set is 0. In messages a set is a list of spans: a first
tile and a number of tiles, along a row of squares or along q at one r of hexes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from sightline.answers.field import Field
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.hexagon import HexBoard, SameHexes
from sightline.model.parts.ground import SOLID
from sightline.model.planes import plane_index, stride, tile_plane
from sightline.model.square import SquareBoard
from sightline.table.protocol.types import Run, Span

FLOOR, ROCK = ".", "#"
"""The letters of known ground."""

_NOT_EMPTY = re.compile(b"[^\\0]", re.DOTALL)
_PLACES = [tuple(place for place in range(8) if byte >> place & 1) for byte in range(256)]
_LETTER = bytes(ord(ROCK if flags & SOLID else FLOOR) for flags in range(256))


def bits_of_field(seen: Field) -> int:
    """Return a field as a set."""
    return int.from_bytes(seen.bits(), "little")


def bits_of_tiles(board: Board, tiles: Iterable[tuple[int, int]]) -> int:
    """Return these tiles of the board as a set."""
    return bits_of_ranks(board, map(board.rank, tiles))


def all_bits(board: Board) -> int:
    """Return every tile of the board."""
    return (1 << len(board.tiles())) - 1


def ranks_of_bits(bits: int) -> list[int]:
    """Return the ranks in a set, lowest first."""
    data = bits.to_bytes((bits.bit_length() + 7) >> 3, "little")
    return [
        (found.start() << 3) + place
        for found in _NOT_EMPTY.finditer(data)
        for place in _PLACES[found[0][0]]
    ]


def tiles_of_bits(board: Board, bits: int) -> Iterator[Tile]:
    """Yield the tiles in a set, in reading order."""
    return map(board.tiles().__getitem__, ranks_of_bits(bits))


def holds(board: Board, bits: int, tile: tuple[int, int]) -> bool:
    """Return whether the tile is on the board and in the set."""
    return tile in board and bool(bits >> board.rank(tile) & 1)


def bits_of_ranks(board: Board, ranks: Iterable[int]) -> int:
    """Return the tiles with these ranks as a set."""
    marks = bytearray((len(board.tiles()) + 7) >> 3)
    for rank in ranks:
        marks[rank >> 3] |= 1 << (rank & 7)
    return int.from_bytes(marks, "little")


def spans_of_bits(board: Board, bits: int) -> list[Span]:
    """Return the set as the fewest spans, in reading order."""
    return spans_of_layout(layout_of(board), bits)


@lru_cache(maxsize=128)
def spans_of_layout(layout: TileLayout, bits: int) -> list[Span]:
    """Return the spans of a layout.

    Cached, because most lamps light the same tiles after a step, so do not modify the list.
    """
    return [(*layout.tile(first), last - first + 1) for first, last in _stretches(layout, bits)]


def ground_letters(board: Board, at: Iterable[int]) -> bytes:
    """Return the letters of the tiles at these indices of the board's planes."""
    return bytes(map(tile_plane(board).__getitem__, at)).translate(_LETTER)


def ground_runs(board: Board, bits: int, letters: bytes | bytearray | None = None) -> list[Run]:
    """Return the tiles of the set as letters, in the fewest runs.

    `letters` are those that a player knows, in the layout of the board's planes.
    """
    if not bits:
        return []
    layout, runs = layout_of(board), []
    every = (bytes(tile_plane(board)).translate(_LETTER) if letters is None else letters).decode(
        "ascii"
    )
    for first, last in _stretches(layout, bits):
        at = layout.places[first]  # neighbors in a stretch are also neighbors in the plane
        runs.append((*layout.tile(first), every[at : at + last - first + 1]))
    return runs


@lru_cache(maxsize=16)
def _stretches(layout: TileLayout, bits: int) -> Sequence[tuple[int, int]]:
    """Return the first and last rank of each stretch of the set within one line of tiles.

    Cached for players who share their sight.
    """
    # A stretch starts at a tile of the set that starts a line of tiles, or whose predecessor is not
    # in the set. Ends are symmetric. Starts and ends have the same number and order.
    starts = bits & (layout.starts | ~(bits << 1))
    ends = bits & (layout.ends | ~(bits >> 1))
    return list(zip(ranks_of_bits(starts), ranks_of_bits(ends), strict=True))


# --- layout ---------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class TileLayout:
    """The layout of a board's tiles in lines and planes, shared by all copies of the board."""

    tile: Callable[[int], tuple[int, int]]
    """Returns `board.tiles()[rank]`, but faster."""
    places: Sequence[int]
    """The index of each rank in the planes."""
    steps: Sequence[int]
    """The index offset to the neighbor, for each forward direction of the grid."""
    starts: int
    """The first tiles of all lines, as a set. `ends` are the last ones."""
    ends: int


def layout_of(board: Board) -> TileLayout:
    if isinstance(board, HexBoard):
        return _hex_layout(SameHexes(board), stride(board), plane_index(board, 0, 0))
    return _square_layout(*board.shape)


@lru_cache(maxsize=64)
def _square_layout(rows: int, cols: int) -> TileLayout:
    stride = cols + 2
    starts = int(("0" * (cols - 1) + "1") * rows, 2)
    return TileLayout(
        tile=lambda rank: divmod(rank, cols),
        places=[row * stride + col for row in range(1, rows + 1) for col in range(1, cols + 1)],
        steps=[row * stride + col for row, col in SquareBoard.grid.forward],
        starts=starts,
        ends=starts << (cols - 1),
    )


@lru_cache(maxsize=64)
def _hex_layout(hexes: SameHexes, stride: int, origin: int) -> TileLayout:
    cells = hexes.cells
    goes_on = [(a.q + 1, a.r) == b for a, b in pairwise(cells)]
    starts = int("".join("0" if on else "1" for on in [False, *goes_on])[::-1], 2)
    return TileLayout(
        tile=cells.__getitem__,
        places=[origin + cell.r * stride + cell.q for cell in cells],
        steps=[r * stride + q for q, r in HexBoard.grid.forward],
        starts=starts,
        ends=starts >> 1 | 1 << (len(cells) - 1),
    )

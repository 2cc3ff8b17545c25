"""A board as lines, for formats that have no solid tiles: rock becomes its outline.

Walls are drawn between rock and floor, not around each tile of rock, and joined into the longest
possible strokes. Doors, gates and walls that stop only some lines stay separate pieces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sightline.errors import LimitError
from sightline.formats.contract import MAX_SEGMENTS
from sightline.formats.counts import count
from sightline.geometry.outline import Polyline, joined
from sightline.model import planes
from sightline.model.board import Board
from sightline.model.cell import Point
from sightline.model.hexagon import HexBoard
from sightline.model.parts.ground import OUTSIDE, SOLID
from sightline.model.threshold import (
    CODES,
    ENDLESS,
    Threshold,
    Wall,
    has_property,
    span_of,
    turned_round,
)

MAX_EDGES = 20 * MAX_SEGMENTS
"""The maximum number of edges with a wall, before they are joined."""

_ROCK, _NOWHERE = 1, 2
_ROCK_ONLY = bytes(byte == _ROCK for byte in range(256))
_SOME = re.compile(rb"[^\0]")


@dataclass
class BoardLines:
    """Everything that stops sight on a board, as lines in 1/384,000ths of a tile."""

    strokes: list[Polyline] = field(default_factory=list)
    """Full walls: the outlines of rock, walls on edges, and plain free walls."""
    pieces: list[tuple[Point, Point, Threshold]] = field(default_factory=list)
    """Doors, gates, and walls with a property. The direction of one-way walls is "forth"."""
    rock: int = 0
    """The number of edges of rock that became walls."""
    buried: int = 0
    """The number of doors, gates and partial walls between rock and floor, which became full
    walls.
    """


def board_lines(board: Board) -> BoardLines:
    """Return every wall, door and gate of a board, and the outlines of its rock.

    >>> from sightline import SquareBoard, Wall
    >>> board = SquareBoard.from_text('''
    ...     ...
    ...     .##
    ... ''')
    >>> lines = board_lines(board)
    >>> [[(x // 384_000, y // 384_000) for x, y in stroke] for stroke in lines.strokes]
    [[(1, 2), (1, 1), (3, 1)]]
    """
    lines = BoardLines()
    walls: list[tuple[Point, Point]] = []
    for one, other, threshold, at_rock in _edges(board):
        ends = _forth(board, one, other)
        is_more = board.has_heights or board.has_partial_barriers
        if threshold is not None and is_more and one in board and other in board:
            threshold = board.edge(one, other)  # with its heights and what it stops
        if at_rock:
            lines.rock += 1
            if threshold is None or not _is_shut(threshold):
                lines.buried += threshold is not None and threshold != Wall()
                threshold = Wall()
        assert threshold is not None
        if threshold == Wall():
            walls.append(ends)
            if len(walls) > MAX_EDGES:
                raise LimitError(f"walls: expected at most {MAX_EDGES:,} edges, got more")
        elif threshold.one_way == "back":
            lines.pieces.append((ends[1], ends[0], turned_round(threshold)))
        else:
            lines.pieces.append((*ends, threshold))
    lines.strokes = [_from_a_corner(stroke) for stroke in joined(walls)]
    for wall in board.free_walls():
        if wall.threshold == Wall():
            lines.strokes.append((wall.start, wall.end))
        else:
            lines.pieces.append((wall.start, wall.end, wall.threshold))
    return lines


def _from_a_corner(stroke: Polyline) -> Polyline:
    """Return a closed stroke that starts at a corner, not in the middle of a straight piece."""
    if stroke[0] != stroke[-1] or len(stroke) < 4:
        return stroke
    (x0, y0), (x1, y1), (x2, y2) = stroke[-2], stroke[0], stroke[1]
    is_straight = (x1 - x0) * (y2 - y1) == (y1 - y0) * (x2 - x1)
    return (*stroke[1:-1], stroke[1]) if is_straight else stroke


def _is_shut(threshold: Threshold) -> bool:
    """Return whether the threshold stops every line and everything else, as rock does."""
    return threshold.stops is None and threshold.blocks_sight and not has_property(threshold)


def _forth(board: Board, one: tuple[int, int], other: tuple[int, int]) -> tuple[Point, Point]:
    """Return the ends of an edge in an order that puts `other` to the right of the direction of
    travel.

    A barrier that stops lines from `one` to `other` then stops lines from left to right.
    """
    start, end = board.grid.edge_ends(one, other)
    x, y = board.grid.center(other)
    across = (end[0] - start[0]) * (y - start[1]) - (end[1] - start[1]) * (x - start[0])
    return (start, end) if across > 0 else (end, start)


_EdgeOfRock = tuple[tuple[int, int], tuple[int, int], Threshold | None, bool]


def _edges(board: Board) -> Iterator[_EdgeOfRock]:
    """Yield every edge with a threshold or between rock and floor: its two tiles, the threshold,
    and whether it borders rock.
    """
    rows, cols, row0, col0 = planes.extent(board)
    is_hex = board.grid.name == "hex"
    ground = _ground(board, rows, cols)
    for direction, (first, second) in enumerate(board.grid.forward):
        down, right = (second, first) if is_hex else (first, second)
        for i, here in enumerate(ground):
            if i + down == len(ground):
                continue
            codes = (
                b"\0" + planes.edge_row(board, direction, i - 1) + b"\0"
                if 0 < i <= rows
                else bytes(len(here))
            )
            steps = _steps(here, ground[i + down], right)
            for j in _either(codes, steps):
                row, col = row0 + i - 1, col0 + j - 1
                one = (col, row) if is_hex else (row, col)
                yield one, (one[0] + first, one[1] + second), CODES[codes[j]], bool(steps[j])


def _ground(board: Board, rows: int, cols: int) -> list[bytes]:
    """Return a row of bytes for each row of the board, with a border: rock is 1, floor 0.

    The area beyond a square board has neither rock nor floor. Beyond a hex board there is empty
    space or rock.
    """
    around = _NOWHERE
    if isinstance(board, HexBoard):
        around = _ROCK if board.outside == "solid" else 0
    words = bytes.maketrans(bytes((0, SOLID, OUTSIDE)), bytes((0, _ROCK, around)))
    border = bytes((around,))
    empty = border * (cols + 2)
    return [
        empty,
        *(border + planes.ground_row(board, i).translate(words) + border for i in range(rows)),
        empty,
    ]


def _steps(here: bytes, there: bytes, right: int) -> bytes:
    """Return a byte per column: 1 where rock meets floor.

    The comparison is between a tile in `here` and the tile in `there` that is `right` columns to
    its right.
    """
    shifted = there[right:] + there[:right]
    differ = int.from_bytes(here, "big") ^ int.from_bytes(shifted, "big")
    steps = bytearray(differ.to_bytes(len(here), "big").translate(_ROCK_ONLY))
    if right:  # a tile that wrapped around from the other end is not a neighbor
        steps[-1 if right > 0 else 0] = 0
    return bytes(steps)


def _either(codes: bytes, steps: bytes) -> Iterator[int]:
    """Yield the columns in which either value is not 0."""
    marked = int.from_bytes(codes, "big") | int.from_bytes(steps, "big")
    if marked:
        for match in _SOME.finditer(marked.to_bytes(len(codes), "big")):
            yield match.start()


def lost_terrain(board: Board) -> str:
    """Return the sentence about terrain that a format cannot store."""
    return f"the terrain of {count(len(board.terrains()), 'tile')}: the format has none"


def lost_ground(board: Board) -> Iterator[str]:
    """Yield sentences about the ground's heights, for formats that cannot store them."""
    number = sum(map(bool, board.elevations.values()))
    if number:
        noun, several = ("hex", "hexes") if isinstance(board, HexBoard) else ("tile", "tiles")
        yield f"the height of {count(number, noun, several)}"


def lost_heights(board: Board, lines: BoardLines) -> Iterator[str]:
    """Yield sentences about a board's heights, for formats that cannot store them."""
    yield from lost_ground(board)
    for number, noun, rest in (
        (
            sum(span_of(what) != ENDLESS for _, _, what in lines.pieces),
            "wall",
            "with a bottom or a top: without end there",
        ),
        (len(board.floors()), "floor", "above the ground"),
        (
            sum(each.elevation is not None for each in board.lights()),
            "light",
            "on a floor or in the air: on the ground there",
        ),
    ):
        if number:
            yield f"{count(number, noun)} {rest}"

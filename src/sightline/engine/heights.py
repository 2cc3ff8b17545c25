"""Boards with heights: the kernel for lines between two bodies, and its mirror of a board.

The kernel answers for single tiles, by the corner rule and the center rule, where every height is a
whole number of 1/384,000ths. The readable rule answers the rest.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from sightline.engine import native
from sightline.engine.native import UNDECIDED
from sightline.geometry.contact import Contact
from sightline.model.board import Board
from sightline.model.cell import Point, Tile
from sightline.model.hexagon import HexBoard
from sightline.model.numbers import UNIT, Span
from sightline.model.parts.ground import OCCUPIED
from sightline.model.parts.heights import BODY, MAX_KERNEL_HEIGHT
from sightline.model.place import Place
from sightline.model.planes import (
    edge_at,
    extent,
    planes_to_copy,
    property_edge_slots,
    tile_index,
)
from sightline.model.threshold import ENDLESS, has_property, span_of
from sightline.rules.rule import Rule

BELOW_ALL, ABOVE_ALL = -(2**63), 2**63 - 1
"""Without end, as kernels write it."""
SPAN_SHIFT = 4
"""Above these bits, the flags of a wall hold the number of its span."""
_WITHOUT_FIGURES = bytes(flags & ~OCCUPIED for flags in range(256))


class _NotExactError(Exception):
    """A height is not a whole number of the kernels' units."""


def contacts_between(
    board: Board, source: Place, targets: Sequence[Place], rule: Rule, enough: Contact
) -> list[Contact | None]:
    """Return the contact of the source with each target, or any that is `enough`.

    None where only the readable rule can tell.
    """
    code = native.code_with_heights(rule)
    mirror = None if code < 0 or _is_large(board, source) else mirror_of(board)
    if mirror is None:
        return [None] * len(targets)
    try:
        feet, head = _body_in_units(board, source)
        bodies = [_body_in_units(board, target) for target in targets]
    except _NotExactError:
        return [None] * len(targets)
    tiles = memoryview(array("i", [n for target in targets for n in target.middle]))
    heights = memoryview(array("q", [n for body in bodies for n in body]))
    out = bytearray(len(targets))
    native.core.high_contacts(
        mirror,
        code,
        source.middle,
        feet,
        head,
        tiles.cast("b").cast("i", (len(targets), 2)),
        heights.cast("b").cast("q", (len(targets), 2)),
        enough,
        out,
    )
    return [
        None if found == UNDECIDED or _is_large(board, target) else Contact(found)
        for found, target in zip(out, targets, strict=True)
    ]


def _is_large(board: Board, where: Place) -> bool:
    """Return whether it is a figure of several tiles, or a part of one."""
    if len(where.tiles) > 1:
        return True
    return where.name is not None and len(board.figure(where.name).tiles) > 1


def _body_in_units(board: Board, where: Place) -> tuple[int, int]:
    if where.body is None:
        feet = board.highest_ground(where.tiles)
        return _in_units(feet), _in_units(feet + BODY)
    return _in_units(where.body[0]), _in_units(where.body[1])


def _in_units(height: Fraction) -> int:
    units = height * UNIT
    if units.denominator != 1 or abs(height) > MAX_KERNEL_HEIGHT:
        raise _NotExactError
    return units.numerator


# --- the mirror -----------------------------------------------------------------------------------


def mirror_of(board: Board) -> Any:
    """Return the mirror of a board with heights, or None if it has some that kernels cannot hold.

    The board drops it at the next change.
    """
    mirror = board.observer(native.core.HighMirror)
    if mirror is None:
        try:
            mirror = _new_mirror(board)
        except _NotExactError:
            return None
        board.attach(mirror)
    return mirror


def _new_mirror(board: Board) -> Any:
    spans = _Spans()
    plane, first, parts = _columns(board)
    flat = _flat_mirror(board, spans)
    return native.core.HighMirror(flat, plane, first, parts, spans.flat)


class _Spans:
    """Different spans, each with a number; 0 is the one without end."""

    def __init__(self) -> None:
        self._numbers = {ENDLESS: 0}
        self.flat = array("q", _span_in_units(ENDLESS))

    def number(self, span: Span) -> int:
        """Return the number of a span."""
        found = self._numbers.get(span)
        if found is None:
            found = self._numbers[span] = len(self._numbers)
            self.flat.extend(_span_in_units(span))
        return found


def _span_in_units(span: Span) -> tuple[int, int]:
    bottom, top = span
    return (
        BELOW_ALL if bottom is None else _in_units(bottom),
        ABOVE_ALL if top is None else _in_units(top),
    )


def _flat_mirror(board: Board, spans: _Spans) -> Any:
    """Return a mirror with the rock, and with the walls and edges without end; the others are among
    its special walls.
    """
    rows, cols, row0, col0 = extent(board)
    tiles, edges = planes_to_copy(board)
    rock, plain_edges = tiles.translate(_WITHOUT_FIGURES), [bytearray(plane) for plane in edges]
    plain, special = [], []
    for direction, index in {*property_edge_slots(board), *board.extra_codes()}:
        plain_edges[direction][index] = 0
        here, there, threshold = edge_at(board, direction, index)
        if threshold.blocks_sight:
            start, end, flags = native.directed_edge(board.grid, here, there, threshold)
            special.append((start, end, flags | spans.number(span_of(threshold)) << SPAN_SHIFT))
    for (start, end), threshold in board.wall_items():
        if not threshold.blocks_sight:
            continue
        span = span_of(threshold)
        if span == ENDLESS and not has_property(threshold):
            plain.append((start, end))
            continue
        ends: tuple[Point, Point] = (end, start) if threshold.one_way == "back" else (start, end)
        flags = native.wall_flags(threshold) | spans.number(span) << SPAN_SHIFT
        special.append((*ends, flags))
    blocking = native.BLOCKING_PLAINLY
    if isinstance(board, HexBoard):
        is_solid = board.outside == "solid"
        mirror = native.core.HexMirror(
            rows, cols, row0, col0, is_solid, rock, plain_edges, blocking
        )
    else:
        mirror = native.core.SquareMirror(rows, cols, rock, plain_edges, blocking)
    mirror.set_walls(plain)
    if special:
        mirror.set_special_walls(special)
    return mirror


def _columns(board: Board) -> tuple[array[int], array[int], array[int]]:
    """Return the column of each tile of the planes, where the parts and the floors of each column
    begin, and all parts.
    """
    held: dict[int, tuple[list[Span], list[Span]]] = {}

    def at(tile: Tile) -> tuple[list[Span], list[Span]]:
        index = tile_index(board, tile)
        if index not in held:
            held[index] = ([(None, board.ground_at(tile))], [])
        return held[index]

    for tile, height in board.elevations.items():
        if height:
            at(tile)
    for floor in board.floors():
        for tile in floor.tiles:
            at(tile)[1].append((floor.height, floor.height))
    for figure in board.figures():
        for tile in figure.tiles if figure.blocks_sight else ():
            at(tile)[0].append(board.body(figure))
    tiles, _ = planes_to_copy(board)
    plane, first, parts = array("I", bytes(4 * len(tiles))), array("i", [0]), array("q")
    numbers: dict[tuple[tuple[Span, ...], tuple[Span, ...]], int] = {}

    def number(solids: Iterable[Span], floors: Iterable[Span]) -> int:
        column = tuple(solids), tuple(floors)
        found = numbers.get(column)
        if found is None:
            found = numbers[column] = len(numbers)
            for spans in column:
                for span in spans:
                    parts.extend(_span_in_units(span))
                first.append(len(parts) // 2)
        return found

    number([(None, Fraction(0))], ())  # every other tile
    for index, (solids, floors) in held.items():
        plane[index] = number(solids, floors)
    return plane, first, parts

"""The soft cover of every hex around a place: exact sums along rays, by a kernel if there is one.

Covers are fractions. Over a common denominator they are whole numbers, which a kernel can add up; a
board with covers for which that would be too large is left to the readable rule.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from fractions import Fraction
from math import floor, lcm
from typing import Any

from sightline.answers.sight import Cover
from sightline.engine import native
from sightline.engine.arguments import Radius
from sightline.errors import InvalidTypeError
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.hexagon import HexBoard
from sightline.model.numbers import exact
from sightline.model.place import Place, place
from sightline.model.planes import tile_index
from sightline.model.reach import kernel_limit, limit_of, within
from sightline.rules.hexray import HexRay, clamped_cover

MAX_DENOMINATOR = 1 << 48
"""A ray has at most 2^13 hexes, each with a cover of at most 1: sums stay below 2^61."""


def covers_of(
    board: Board, source: Place, rule: HexRay, radius: Radius
) -> dict[Tile, Cover | None]:
    """The cover of every hex within the radius, seen or not."""
    limit = limit_of(radius, "euclid")
    if not isinstance(board, HexBoard):
        raise InvalidTypeError(f"cover_field: expected a HexBoard, got {type(board).__name__}")
    if native.code_of(rule) >= 0 and len(source.tiles) == 1:
        denominator, plane = _covers_for_kernel(board)
        if denominator:
            reach = -1 if limit is None else kernel_limit(board.grid, limit, "euclid")
            ranks, sums = native.core.cover_sums(
                board.mirror, native.code_of(rule), source.middle, reach, plane
            )
            # Capped and divided as whole numbers: a quotient of these is rounded like a Fraction.
            cap = exact(rule.max_soft_cover, "max_soft_cover")
            most, at_most = floor(cap * denominator), float(cap)
            totals = {each: at_most if each > most else each / denominator for each in set(sums)}
            cover = {each: Cover(total, rule.penalty(total)) for each, total in totals.items()}
            cells = board.cells
            return {cells[rank]: cover[each] for rank, each in zip(ranks, sums, strict=True)}
    near = within(board, source, radius, "euclid")
    if type(rule) is HexRay:
        return {tile: rule.cover(board, source, place(board, tile, "to")) for tile in near}
    return {tile: rule.trace(board, source, place(board, tile, "to")).cover for tile in near}


def _covers_for_kernel(board: HexBoard) -> tuple[int, Any]:
    """The common denominator of all covers, and a plane of the numerators. They are kept at the
    mirror until a cover changes. The denominator is 0 where it would be too large."""
    mirror = native.mirror_of(board)
    if mirror.covers is None:
        covers = {tile: clamped_cover(cover) for tile, cover in board.covers.items()}
        denominator = _common_denominator(covers.values())
        plane = array("q", bytes(8 * mirror.size))
        if denominator:
            for tile, cover in covers.items():
                numerator = cover.numerator * (denominator // cover.denominator)
                plane[tile_index(board, tile)] = numerator
        mirror.covers = denominator, plane
    kept: tuple[int, Any] = mirror.covers
    return kept


def _common_denominator(covers: Iterable[Fraction]) -> int:
    """0: it would be too large."""
    common = 1
    for cover in covers:
        common = lcm(common, cover.denominator)
        if common > MAX_DENOMINATOR:
            return 0
    return common

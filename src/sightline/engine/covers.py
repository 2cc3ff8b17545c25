"""The soft cover of every hex around a place: exact sums along rays, by a kernel if possible.

Covers are fractions. With a common denominator they become whole numbers, which a kernel can add.
If the denominator is too large, the readable rule answers.
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
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.hexagon import HexBoard
from sightline.model.numbers import exact
from sightline.model.place import Place, place
from sightline.model.planes import tile_index
from sightline.model.reach import kernel_limit, limit_of, within
from sightline.rules.hexray import clamped_cover
from sightline.rules.rule import Rule

MAX_DENOMINATOR = 1 << 48
"""The largest common denominator for kernels. A ray has at most 2^13 hexes with a cover of at most
1 each, so sums stay below 2^61.
"""


def covers_of(
    board: Board, source: Place, rule: Rule, radius: Radius, metric: str
) -> dict[Tile, Cover]:
    """Return the cover of every tile within the radius, visible or not."""
    limit = limit_of(radius, metric)
    ray = native.compiled_ray(rule)
    if ray is not None and isinstance(board, HexBoard) and len(source.tiles) == 1:
        denominator, plane = _covers_for_kernel(board)
        if denominator:
            reach = -1 if limit is None else kernel_limit(board.grid, limit, metric)
            ranks, sums = native.core.cover_sums(
                native.mirror_of(board), native.code_of(ray), source.middle, reach, plane
            )
            # Capped and divided as integers, which rounds like a Fraction.
            cap = exact(ray.max_soft_cover, "max_soft_cover")
            most, at_most = floor(cap * denominator), float(cap)
            totals = {each: at_most if each > most else each / denominator for each in set(sums)}
            cover = {each: Cover(total, ray.penalty(total)) for each, total in totals.items()}
            cells = board.cells
            return {cells[rank]: cover[each] for rank, each in zip(ranks, sums, strict=True)}
    near = within(board, source, radius, metric)
    return {tile: rule.cover(board, source, place(board, tile, "to")) for tile in near}


def _covers_for_kernel(board: HexBoard) -> tuple[int, Any]:
    """Return the common denominator of all covers, and a plane of the numerators.

    The mirror caches both until a cover changes. The denominator is 0 if it would be too large.
    """
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
    """Return the common denominator, or 0 if it would be too large."""
    common = 1
    for cover in covers:
        common = lcm(common, cover.denominator)
        if common > MAX_DENOMINATOR:
            return 0
    return common

"""The reach of a field: its radius, and the metric that measures it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import Any, Literal, TypeAlias

from sightline.errors import InvalidValueError
from sightline.model.board import Board
from sightline.model.cell import HEX, SQUARE, Grid, Square, Tile, hex_disc, hex_distance
from sightline.model.names import not_one_of
from sightline.model.numbers import UNIT, exact, short_repr
from sightline.model.place import Place
from sightline.model.square import SquareBoard

MetricName: TypeAlias = Literal["euclid", "chebyshev", "manhattan", "steps"]
METRICS: tuple[MetricName, ...] = ("euclid", "chebyshev", "manhattan", "steps")
BEYOND = 1 << 20
"""A distance that is larger than any on a board."""


def within(board: Board, source: Place, radius: Any, metric: str) -> Iterator[Tile]:
    """Yield the tiles within the radius of the source, measured between centers.

    A large source counts by its nearest tile.
    """
    limit = limit_of(radius, metric)
    if limit is None:
        return iter(board.tiles())
    if isinstance(board, SquareBoard):
        # In every metric a row or column away counts at least 1.
        reach = min(int(limit), BEYOND)
        rows, cols = zip(*source.tiles, strict=True)
        near_rows = range(max(0, min(rows) - reach), min(board.rows, max(rows) + reach + 1))
        near_cols = range(max(0, min(cols) - reach), min(board.cols, max(cols) + reach + 1))
        near: Iterator[Tile] = (Square(row, col) for row in near_rows for col in near_cols)
    else:
        near = _hexes_near(board, source, min(int(limit), BEYOND))
    bound = _bound(limit, metric)
    return (tile for tile in near if _is_inside(board, source, tile, bound, metric))


def _hexes_near(board: Board, source: Place, reach: int) -> Iterator[Tile]:
    """Yield the hexes of the board within the radius, and possibly more, in reading order."""
    if 3 * reach * (reach + 1) * len(source.tiles) >= len(board.tiles()):
        return iter(board.tiles())
    discs = {tile for own in source.tiles for tile in hex_disc(own, reach) if tile in board}
    return iter(sorted(discs, key=board.rank))


def is_within(board: Board, source: Place, tile: Tile, radius: Any, metric: str) -> bool:
    """Return whether the tile is within the radius of the source, measured between centers.

    A large source counts by its nearest tile.
    """
    limit = limit_of(radius, metric)
    return limit is None or _is_inside(board, source, tile, _bound(limit, metric), metric)


def nearness(board: Board, radius: Any, metric: str) -> Callable[[Tile, Tile], bool]:
    """Return a function that tells whether two tiles are within the radius of each other, measured
    between centers.
    """
    limit = limit_of(radius, metric)
    if limit is None:
        return lambda a, b: True
    bound = _bound(limit, metric)
    return lambda a, b: _distance(board.grid, a, b, metric) <= bound


def limit_of(radius: Any, metric: Any) -> Fraction | None:
    """Return the radius as an exact number; None for no limit. Raise if it is invalid."""
    if not isinstance(metric, str) or metric not in METRICS:
        raise InvalidValueError(not_one_of("metric", METRICS, metric))
    if radius is None:
        return None
    limit = exact(radius, "radius")
    if limit < 0:
        raise InvalidValueError(f"radius: expected 0 or more, got {short_repr(radius)}")
    return limit


def kernel_limit(grid: Grid, limit: Fraction, metric: str) -> int:
    """Return the largest whole distance within the limit; for euclid on squares,
    the squared distance.
    """
    limit = min(limit, Fraction(BEYOND))
    return floor(limit * limit if metric == "euclid" and grid is SQUARE else limit)


@lru_cache(256)
def float_limit(radius: float, metric: str, on_squares: bool) -> int:
    """Return `kernel_limit` of a float radius, cached because games use few different radii."""
    return kernel_limit(SQUARE if on_squares else HEX, exact(radius, "radius"), metric)


def _bound(limit: Fraction, metric: str) -> int:
    """Return the largest distance within the limit in units of the plane; squared for euclid."""
    return floor((limit * UNIT) ** 2 if metric == "euclid" else limit * UNIT)


def _is_inside(board: Board, source: Place, tile: Tile, bound: int, metric: str) -> bool:
    return any(_distance(board.grid, own, tile, metric) <= bound for own in source.tiles)


def _distance(grid: Grid, a: Tile, b: Tile, metric: str) -> int:
    """Return the distance of two tiles in units of the plane; squared for euclid."""
    if grid is not SQUARE:
        away = hex_distance(a, b) * UNIT
        return away * away if metric == "euclid" else away
    dx, dy = abs(b[1] - a[1]) * UNIT, abs(b[0] - a[0]) * UNIT
    if metric == "euclid":
        return dx * dx + dy * dy
    if metric == "chebyshev":
        return max(dx, dy)
    if metric == "manhattan":
        return dx + dy
    return 2 * max(dx, dy) + min(dx, dy)

"""How far a field reaches: radii, and the metrics by which they are measured."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor
from typing import Any

from sightline.errors import InvalidValueError
from sightline.model.board import Board
from sightline.model.cell import Square, Tile, hex_distance
from sightline.model.numbers import UNIT, exact
from sightline.model.place import Place, center
from sightline.model.square import SquareBoard

METRICS = ("euclid", "chebyshev", "manhattan", "steps")
BEYOND = 1 << 20
"""Further than any board reaches."""


def within(board: Board, source: Place, radius: Any, metric: str) -> Iterator[Tile]:
    """Every tile whose centre is within the radius of the source's."""
    limit = limit_of(radius, metric)
    if limit is None:
        return iter(board.tiles())
    if isinstance(board, SquareBoard):
        # No metric reaches further along a row or a column than its radius.
        (x, y), reach = center(board, source), int(limit * UNIT)
        rows = range(max(0, (y - reach) // UNIT), min(board.rows, (y + reach) // UNIT + 1))
        cols = range(max(0, (x - reach) // UNIT), min(board.cols, (x + reach) // UNIT + 1))
        near: Iterator[Tile] = (Square(row, col) for row in rows for col in cols)
    else:
        near = iter(board.tiles())
    bound = _bound(limit, metric)
    return (tile for tile in near if _is_inside(board, source, tile, bound, metric))


def is_within(board: Board, source: Place, tile: Tile, radius: Any, metric: str) -> bool:
    """Is the tile's centre within the radius of the source's?"""
    limit = limit_of(radius, metric)
    return limit is None or _is_inside(board, source, tile, _bound(limit, metric), metric)


def limit_of(radius: Any, metric: Any) -> Fraction | None:
    """The radius, exactly, or an error that says what is allowed; None: there is none."""
    if not isinstance(metric, str) or metric not in METRICS:
        raise InvalidValueError(f"metric: expected one of {', '.join(METRICS)}, got {metric!r}")
    if radius is None:
        return None
    limit = exact(radius, "radius")
    if limit < 0:
        raise InvalidValueError(f"radius: expected 0 or more, got {radius!r}")
    return limit


def whole_limit(radius: Any, metric: str) -> int | None:
    """The largest whole radius that means the same; None if there is none, or no radius."""
    limit = limit_of(radius, metric)
    if limit is None or (limit.denominator != 1 and metric == "euclid"):
        return None
    return min(int(limit), BEYOND)


def _bound(limit: Fraction, metric: str) -> int:
    """The largest distance within the limit, in units of the plane; for euclid its square."""
    return floor((limit * UNIT) ** 2 if metric == "euclid" else limit * UNIT)


def _is_inside(board: Board, source: Place, tile: Tile, bound: int, metric: str) -> bool:
    if board.grid.name == "hex":
        distance = hex_distance(source.middle, tile) * UNIT
        return distance * distance <= bound if metric == "euclid" else distance <= bound
    (x0, y0), (x1, y1) = center(board, source), board.grid.center(tile)
    dx, dy = abs(x1 - x0), abs(y1 - y0)
    if metric == "euclid":
        return dx * dx + dy * dy <= bound
    if metric == "chebyshev":
        return max(dx, dy) <= bound
    if metric == "manhattan":
        return dx + dy <= bound
    return 2 * max(dx, dy) + min(dx, dy) <= bound

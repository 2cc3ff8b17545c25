"""Hexes without a board: rays over functions, for games with their own map; lines and discs.

    from sightline import hexes
    hexes.has_line_of_sight((0, 0), (3, 0), blocks_at=lambda h: h in walls)

The caller passes functions of hexes. Each is called at most once per hex (or edge) in one call.
Their results are checked: blockers return True or False, cover a finite number (None for no cover),
heights a finite number (None for unknown).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sightline.errors import InvalidValueError, LimitError
from sightline.hexes.fields import visible_hexes
from sightline.hexes.native import MAX_DISTANCE, check_functions, is_clear, line_between, meet
from sightline.hexes.rays import CoverResult, Raycast
from sightline.hexes.reading import BlocksAt, BlocksEdge, NumberAt
from sightline.model.cell import Hex, hex_disc, hex_distance
from sightline.model.numbers import pair, whole
from sightline.rules.hexray import HexRayRule

__all__ = [
    "CoverResult",
    "Raycast",
    "cover_between",
    "disc",
    "distance",
    "has_line_of_sight",
    "line",
    "ring",
    "trace_ray",
    "visible_within_radius",
]

MAX_FIELD_RADIUS = 200
MAX_DISC_RADIUS = 1000

# --- rays over callables --------------------------------------------------------------------------


def trace_ray(
    a: tuple[int, int],
    b: tuple[int, int],
    *,
    blocks_at: BlocksAt = None,
    blocks_edge: BlocksEdge = None,
    soft_cover_at: NumberAt = None,
    elevation_at: NumberAt = None,
    see_opaque_target: bool = True,
    max_soft_cover: float = 3.0,
    soft_cover_k: float = 0.7,
    target_edge_blocks: bool = True,
    max_steps: int | None = None,
) -> Raycast:
    """Return the ray between two hexes, with everything that it meets, by the rule of `HexRayRule`.

    - `blocks_at(hex)`, `blocks_edge(from, to)`: whether sight is blocked, True or False.
    - `soft_cover_at(hex)`: a number from 0 to 1, or None for no cover.
    - `elevation_at(hex)`: a height, or None for unknown.
    - `max_steps`: the length of the ray. Functions are not called beyond it, except for the height
      of `b`. A target farther away is not visible: the ray is neither `clear` nor `reached`, and
      `blocked_by` is None unless something blocks before its end.
    - The others are settings of `HexRayRule`.

    Each function is called at most once per hex or edge.

    Raises `CallableError` if a function raises, `InvalidTypeError` or `InvalidValueError` for an
    invalid hex, function, result or setting, `LimitError` for more than 10,000 steps.

    >>> from sightline import hexes
    >>> walls = {(2, 0)}
    >>> ray = hexes.trace_ray(
    ...     (0, 0), (3, 0), blocks_at=lambda h: h in walls, soft_cover_at=lambda h: 0.5
    ... )
    >>> ray.clear, tuple(ray.blocked_by.hex), ray.blocked_by.reason, ray.cover_sum
    (False, (2, 0), 'tile', 1.0)
    >>> hexes.trace_ray((0, 0), (9, 0), max_steps=2).reached
    False
    """
    rule = _rule(see_opaque_target, max_soft_cover, soft_cover_k, target_edge_blocks)
    check_functions(blocks_at, blocks_edge, soft_cover_at, elevation_at)
    path = line_between(a, b)
    steps = MAX_DISTANCE if max_steps is None else _steps(max_steps)
    met = meet(path, steps, blocks_at, blocks_edge, soft_cover_at, elevation_at)
    return Raycast(rule, met)


def has_line_of_sight(
    a: tuple[int, int],
    b: tuple[int, int],
    *,
    blocks_at: BlocksAt = None,
    blocks_edge: BlocksEdge = None,
    soft_cover_at: NumberAt = None,
    elevation_at: NumberAt = None,
    see_opaque_target: bool = True,
    max_soft_cover: float = 3.0,
    soft_cover_k: float = 0.7,
    target_edge_blocks: bool = True,
    max_steps: int | None = None,
) -> bool:
    """Return whether the ray between two hexes is clear: `trace_ray(...).clear`, with its options.

    It stops at the first blocker and calls no function for anything behind it. With `max_steps`, a
    hex farther away is not visible, and no function is called.

    >>> from sightline import hexes
    >>> hexes.has_line_of_sight((0, 0), (3, 0), blocks_at=lambda h: h == (2, 0))
    False
    >>> hexes.has_line_of_sight((0, 0), (3, 0), max_steps=2)
    False
    """
    rule = _rule(see_opaque_target, max_soft_cover, soft_cover_k, target_edge_blocks)
    check_functions(blocks_at, blocks_edge, soft_cover_at, elevation_at)
    path = line_between(a, b)
    if max_steps is not None and _steps(max_steps) < len(path) - 1:
        return False
    return is_clear(rule, path, blocks_at, blocks_edge, soft_cover_at, elevation_at)


def cover_between(
    a: tuple[int, int],
    b: tuple[int, int],
    *,
    blocks_at: BlocksAt = None,
    blocks_edge: BlocksEdge = None,
    soft_cover_at: NumberAt = None,
    elevation_at: NumberAt = None,
    see_opaque_target: bool = True,
    max_soft_cover: float = 3.0,
    soft_cover_k: float = 0.7,
    target_edge_blocks: bool = True,
    max_steps: int | None = None,
) -> CoverResult:
    """Return line of sight and soft cover between two hexes, for attacks.

    It takes the options of `trace_ray` and raises its errors.

    >>> from sightline import hexes
    >>> cover = hexes.cover_between((0, 0), (3, 0), soft_cover_at=lambda h: 0.5)
    >>> cover.has_los, cover.cover_sum, round(cover.cover_penalty, 3)
    (True, 1.0, 0.503)
    """
    return CoverResult(
        trace_ray(
            a,
            b,
            blocks_at=blocks_at,
            blocks_edge=blocks_edge,
            soft_cover_at=soft_cover_at,
            elevation_at=elevation_at,
            see_opaque_target=see_opaque_target,
            max_soft_cover=max_soft_cover,
            soft_cover_k=soft_cover_k,
            target_edge_blocks=target_edge_blocks,
            max_steps=max_steps,
        )
    )


def visible_within_radius(
    origin: tuple[int, int],
    radius: int,
    *,
    blocks_at: BlocksAt = None,
    blocks_edge: BlocksEdge = None,
    soft_cover_at: NumberAt = None,
    elevation_at: NumberAt = None,
    see_opaque_target: bool = True,
    max_soft_cover: float = 3.0,
    soft_cover_k: float = 0.7,
    target_edge_blocks: bool = True,
    max_steps: int | None = None,
) -> set[Hex]:
    """Return every hex within the radius whose ray is clear, including the origin.

    It takes the options of `trace_ray` and raises its errors. The radius is at most 200. Functions
    are called only for hexes that sight reaches. `max_steps` is a second radius.

    >>> from sightline import hexes
    >>> seen = hexes.visible_within_radius((0, 0), 3, blocks_at=lambda h: h == (1, 0))
    >>> (1, 0) in seen, (2, 0) in seen, len(seen)
    (True, False, 32)
    """
    rule = _rule(see_opaque_target, max_soft_cover, soft_cover_k, target_edge_blocks)
    check_functions(blocks_at, blocks_edge, soft_cover_at, elevation_at)
    middle = pair(origin, "origin")
    steps = _radius(radius, MAX_FIELD_RADIUS)
    if max_steps is not None:
        steps = min(steps, _steps(max_steps))
    return visible_hexes(rule, middle, steps, blocks_at, blocks_edge, soft_cover_at, elevation_at)


# --- plain hexes ----------------------------------------------------------------------------------


def distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Return the number of steps from one hex to another.

    >>> from sightline import hexes
    >>> hexes.distance((0, 0), (3, -1))
    3
    """
    return hex_distance(pair(a, "a"), pair(b, "b"))


def line(a: tuple[int, int], b: tuple[int, int]) -> tuple[Hex, ...]:
    """Return the hexes of the straight line from `a` to `b`, both included, one for each step.

    Each step takes the hex whose center is nearest to the line. If the line runs exactly between
    two hexes, the rounding of `HexRayRule` decides, which picks the same hex in both directions. So
    `line(b, a)` is `line(a, b)` reversed. More than 10,000 steps raise `LimitError`.

    >>> from sightline import hexes
    >>> [tuple(each) for each in hexes.line((0, 0), (3, -1))]
    [(0, 0), (1, 0), (2, -1), (3, -1)]
    """
    return line_between(a, b)


def disc(a: tuple[int, int], radius: int) -> list[Hex]:
    """Return every hex at most `radius` steps from `a`, in reading order; the radius is at most
    1,000.

    >>> from sightline import hexes
    >>> len(hexes.disc((0, 0), 2)), len(hexes.disc((4, -7), 0))
    (19, 1)
    """
    return hex_disc(pair(a, "a"), _radius(radius, MAX_DISC_RADIUS))


def ring(a: tuple[int, int], radius: int) -> list[Hex]:
    """Return every hex exactly `radius` steps from `a`, in reading order. The radius is at most
    1,000.

    >>> from sightline import hexes
    >>> [tuple(each) for each in hexes.ring((0, 0), 1)]
    [(0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1)]
    """
    (q0, r0), steps = pair(a, "a"), _radius(radius, MAX_DISC_RADIUS)
    found = []
    for dr in range(-steps, steps + 1):
        first, last = max(-steps, -steps - dr), min(steps, steps - dr)
        row = range(first, last + 1) if abs(dr) == steps else (first, last)
        found += [Hex(q0 + dq, r0 + dr) for dq in row]
    return found


# --- arguments ------------------------------------------------------------------------------------


def _rule(see: Any, most: Any, k: Any, edge: Any) -> HexRayRule:
    try:
        return _kept_rule(see, most, k, edge)
    except TypeError:  # a setting of a wrong type; creating the rule raises with its name
        return _new_rule(see, most, k, edge)


def _new_rule(see: Any, most: Any, k: Any, edge: Any) -> HexRayRule:
    return HexRayRule("nearest", see, most, k, edge)


_kept_rule = lru_cache(64, typed=True)(_new_rule)


def _steps(value: Any) -> int:
    steps = whole(value, "max_steps")
    if steps < 0:
        raise InvalidValueError(f"max_steps: expected 0 or more, got {steps}")
    return steps


def _radius(value: Any, most: int) -> int:
    radius = whole(value, "radius")
    if not 0 <= radius <= most:
        raise LimitError(f"radius: expected 0 to {most}, got {radius}")
    return radius

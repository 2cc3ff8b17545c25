"""Hex rays over callables: for games that keep their own map.

    from sightline import hexes
    hexes.has_line_of_sight((0, 0), (3, 0), blocks_at=lambda h: h in walls)

The callables take hexes and may be any Python function; each is asked at most once per hex (or
edge) in one call. What they return is checked: True or False from the blockers, a finite number
from cover (None counts as none) and heights (None: unknown).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from sightline.answers.sight import Ray, Step
from sightline.errors import CallableError, InvalidTypeError, LimitError, SightlineError
from sightline.geometry.hexline import nearest
from sightline.model.cell import Hex, hex_disc, hex_distance
from sightline.model.numbers import exact, pair, shown, whole
from sightline.rules.hexray import HexRay, Terrain

MAX_DISTANCE = 10_000
"""The longest ray, in steps."""
MAX_FIELD_RADIUS = 200

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Raycast:
    """A ray and all that was met on it."""

    steps: tuple[Step, ...]
    clear: bool
    cover_sum: float
    cover_penalty: float
    blocked_by: Step | None


@dataclass(frozen=True, slots=True)
class CoverResult:
    """Line of sight and cover in one answer."""

    has_los: bool
    cover_penalty: float
    blocked_by: Step | None
    cover_sum: float
    steps: tuple[Step, ...]


def trace_ray(
    a: tuple[int, int],
    b: tuple[int, int],
    *,
    blocks_at: Callable[[Hex], bool] | None = None,
    blocks_edge: Callable[[Hex, Hex], bool] | None = None,
    soft_cover_at: Callable[[Hex], float | None] | None = None,
    elevation_at: Callable[[Hex], float | None] | None = None,
    see_opaque_target: bool = True,
    max_soft_cover: float = 3.0,
    soft_cover_k: float = 0.7,
    target_edge_blocks: bool = True,
) -> Raycast:
    """A ray between two hexes, step by step."""
    rule = HexRay("nearest", see_opaque_target, max_soft_cover, soft_cover_k, target_edge_blocks)
    terrain = _terrain(blocks_at, blocks_edge, soft_cover_at, elevation_at)
    start, end = _ends(a, b)
    ray: Ray = rule.cast(nearest(start, end), terrain)
    return Raycast(ray.steps, ray.clear, ray.cover.sum, ray.cover.penalty, ray.blocked_by)


def has_line_of_sight(a: tuple[int, int], b: tuple[int, int], **options: Any) -> bool:
    """Is the ray between two hexes clear? Takes the options of `trace_ray`."""
    return trace_ray(a, b, **options).clear


def cover_between(a: tuple[int, int], b: tuple[int, int], **options: Any) -> CoverResult:
    """Line of sight and soft cover between two hexes. Takes the options of `trace_ray`."""
    ray = trace_ray(a, b, **options)
    return CoverResult(ray.clear, ray.cover_penalty, ray.blocked_by, ray.cover_sum, ray.steps)


def visible_within_radius(
    origin: tuple[int, int],
    radius: int,
    *,
    blocks_at: Callable[[Hex], bool] | None = None,
    blocks_edge: Callable[[Hex, Hex], bool] | None = None,
    soft_cover_at: Callable[[Hex], float | None] | None = None,
    elevation_at: Callable[[Hex], float | None] | None = None,
    see_opaque_target: bool = True,
    max_soft_cover: float = 3.0,
    soft_cover_k: float = 0.7,
    target_edge_blocks: bool = True,
) -> set[Hex]:
    """Every hex within the radius whose ray is clear, the origin included."""
    rule = HexRay("nearest", see_opaque_target, max_soft_cover, soft_cover_k, target_edge_blocks)
    terrain = _terrain(blocks_at, blocks_edge, soft_cover_at, elevation_at)
    middle = Hex(*pair(origin, "origin"))
    steps = whole(radius, "radius")
    if not 0 <= steps <= MAX_FIELD_RADIUS:
        raise LimitError(f"radius: expected 0 to {MAX_FIELD_RADIUS}, got {steps}")
    if soft_cover_at is not None:
        # It counts for nothing here, but nonsense is an error, as in any ray.
        for tile in hex_disc(middle, steps - 1):
            if tile != middle:
                terrain.cover_at(tile)
    return {
        tile for tile in hex_disc(middle, steps) if rule.is_clear(nearest(middle, tile), terrain)
    }


def _ends(a: Any, b: Any) -> tuple[Hex, Hex]:
    start, end = Hex(*pair(a, "a")), Hex(*pair(b, "b"))
    if hex_distance(start, end) > MAX_DISTANCE:
        raise LimitError(
            f"ray: expected at most {MAX_DISTANCE} steps, got {hex_distance(start, end)}"
            f" from {start} to {end}"
        )
    return start, end


def _terrain(blocks_at: Any, blocks_edge: Any, soft_cover_at: Any, elevation_at: Any) -> Terrain:
    return Terrain(
        _asked_once("blocks_at", blocks_at, False, _yes_or_no),
        _asked_once("blocks_edge", blocks_edge, False, _yes_or_no),
        _asked_once("soft_cover_at", soft_cover_at, Fraction(0), _cover),
        _asked_once("elevation_at", elevation_at, None, _height),
    )


def _asked_once(
    name: str, function: Any, default: Value, read: Callable[[Any, str], Value]
) -> Callable[..., Value]:
    """The caller's function, asked once for each hex or edge, its answers checked."""
    if function is None:
        return lambda *_: default
    if not callable(function):
        raise InvalidTypeError(f"{name}: expected a function of hexes, got {shown(function)}")
    known: dict[tuple[Hex, ...], Value] = {}

    def ask(*hexes: Hex) -> Value:
        if hexes not in known:
            where = f"{name}({', '.join(str(h) for h in hexes)})"
            try:
                said = function(*hexes)
            except SightlineError:
                raise
            except Exception as error:
                raise CallableError(f"{where} raised {type(error).__name__}: {error}") from error
            known[hexes] = read(said, where)
        return known[hexes]

    return ask


def _yes_or_no(said: Any, where: str) -> bool:
    if isinstance(said, bool) or type(said).__name__ in ("bool_", "bool"):  # numpy's
        return bool(said)
    raise InvalidTypeError(f"{where}: expected True or False, got {shown(said)}")


def _cover(said: Any, where: str) -> Fraction:
    return Fraction(0) if said is None else exact(said, where)


def _height(said: Any, where: str) -> Fraction | None:
    return None if said is None else exact(said, where)

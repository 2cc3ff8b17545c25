"""The discrete hex ray of section 5, in exact arithmetic.

Input and output are plain data::

    path = nearest((0, 0), (3, -1))                       # the N+1 hexes of the default line
    one, other = leaned((0, 0), (3, -1))                  # the lines moved to either side
    result = trace((0, 0), (3, -1), solid={(1, 0)}, ties="strict")

`solid`: hexes. `blocked_edges`: ordered pairs `(from, to)` that cannot be crossed, so a wall needs
both pairs (`both_ways` adds them). `cover`, `elevation`: numbers by hex; `elevation=None` for a
flat board. For a board with a solid rim, the caller adds the hexes beyond it to `solid`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Literal

Hex = tuple[int, int]
Edge = tuple[Hex, Hex]
Number = int | float | Fraction
Ties = Literal["nearest", "strict", "permissive", "adjudicated"]
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Walk:
    """The walk along one line: its hexes, the first step that blocks and why,
    and the capped cover.
    """

    path: tuple[Hex, ...]
    reason: str | None  # "edge", "tile" or "elevation"
    at: int | None
    cover_sum: Fraction

    @property
    def clear(self) -> bool:
        return self.reason is None


@dataclass(frozen=True)
class Result:
    """The answer. Unless it is clear, `reason` and `at` come from the walk that blocks first."""

    clear: bool
    ambiguous: bool
    reason: str | None
    at: int | None
    cover_sum: float
    cover_penalty: float
    walks: tuple[Walk, ...]  # one for `nearest`, the two leaned ones otherwise


def distance(a: Hex, b: Hex) -> int:
    dq, dr = b[0] - a[0], b[1] - a[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def nearest(a: Hex, b: Hex) -> tuple[Hex, ...]:
    """Return the hexes nearest to `a + (b-a)·i/N`, with ties rounded as in the spec."""
    n = distance(a, b)
    if n == 0:
        return (a,)
    return tuple(_round(*_point(a, b, Fraction(i, n))) for i in range(n + 1))


def leaned(a: Hex, b: Hex) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
    """Return the two lines shifted by an infinitesimal to either side. Their ends stay."""
    return _leaned(a, b, 1), _leaned(a, b, -1)


def both_ways(edges: Iterable[Edge]) -> set[Edge]:
    return {pair for a, b in edges for pair in ((a, b), (b, a))}


def trace(
    a: Hex,
    b: Hex,
    solid: AbstractSet[Hex] = frozenset(),
    blocked_edges: AbstractSet[Edge] = frozenset(),
    cover: Mapping[Hex, Number] | None = None,
    elevation: Mapping[Hex, Number] | None = None,
    see_opaque_target: bool = True,
    max_soft_cover: Number = 3.0,
    k: float = 0.7,
    ties: Ties = "nearest",
    target_edge_blocks: bool = True,
) -> Result:
    paths = (nearest(a, b),) if ties == "nearest" else leaned(a, b)
    walks = []
    for path in paths:
        last = frozenset() if target_edge_blocks else {path[-2:]}
        reason, at = _first_block(path, solid, blocked_edges - last, elevation, see_opaque_target)
        total = min(_cover_sum(path, cover or {}), Fraction(max_soft_cover))
        walks.append(Walk(path, reason, at, total))
    clears = [walk.clear for walk in walks]
    clear = any(clears) if ties == "permissive" else all(clears)
    sums = [walk.cover_sum for walk in walks]
    total = min(sums) if ties == "permissive" else max(sums)
    blocks = [] if clear else [(w.at, w.reason) for w in walks if w.at is not None]
    at, reason = min(blocks, default=(None, None))
    return Result(
        clear=clear,
        ambiguous=ties == "adjudicated" and any(clears) and not all(clears),
        reason=reason,
        at=at,
        cover_sum=float(total),
        cover_penalty=min(1.0, max(0.0, 1 - math.exp(-k * float(total)))),
        walks=tuple(walks),
    )


def field(origin: Hex, radius: int, **settings: object) -> set[Hex]:
    """Return every hex within the radius that has a clear ray from the origin, and the origin."""
    span = range(-radius, radius + 1)
    disc = [(origin[0] + q, origin[1] + r) for q in span for r in span if abs(q + r) <= radius]
    return {h for h in disc if trace(origin, h, **settings).clear}  # type: ignore[arg-type]


# --- one line -------------------------------------------------------------------------------------


def _first_block(
    path: tuple[Hex, ...],
    solid: AbstractSet[Hex],
    blocked_edges: AbstractSet[Edge],
    elevation: Mapping[Hex, Number] | None,
    see_opaque_target: bool,
) -> tuple[str | None, int | None]:
    n = len(path) - 1
    for i, (before, here) in enumerate(pairwise(path), start=1):
        if (before, here) in blocked_edges:
            return "edge", i
        if here in solid and (i < n or not see_opaque_target):
            return "tile", i
        if elevation is not None and 0 < i < n and _too_high(path, i, elevation):
            return "elevation", i
    return None, None


def _too_high(path: tuple[Hex, ...], i: int, elevation: Mapping[Hex, Number]) -> bool:
    if path[i] not in elevation:
        return False
    first, last = (Fraction(elevation.get(h, 0)) for h in (path[0], path[-1]))
    return Fraction(elevation[path[i]]) > first + (last - first) * Fraction(i, len(path) - 1)


def _cover_sum(path: tuple[Hex, ...], cover: Mapping[Hex, Number]) -> Fraction:
    each = (Fraction(cover.get(h, 0)) for h in path[1:-1])
    return sum((min(max(value, Fraction(0)), Fraction(1)) for value in each), Fraction(0))


# --- which hexes ----------------------------------------------------------------------------------


def _point(a: Hex, b: Hex, t: Fraction) -> tuple[Fraction, Fraction]:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def _round(q: Fraction, r: Fraction) -> Hex:
    """Round as the spec says: halves up, then correct the coordinate that changed most."""
    exact = (q, -q - r, r)
    x, y, z = (math.floor(value + HALF) for value in exact)
    moved_x, moved_y, moved_z = (
        abs(whole - value) for whole, value in zip((x, y, z), exact, strict=True)
    )
    if moved_x > moved_y and moved_x > moved_z:
        x = -y - z
    elif moved_y > moved_z:
        y = -x - z
    else:
        z = -x - y
    return x, z


def _leaned(a: Hex, b: Hex, side: int) -> tuple[Hex, ...]:
    """Shift the inner points at right angles to the line by a length that can only break ties.

    Which hex is nearest depends on differences between its cube coordinates and the point's, which
    are multiples of 1/N. The shift changes them by at most 9N / 100N² < 1/N, so it never crosses a
    boundary that it did not start on. It leaves no ties: a point is between two hexes only where
    the line's longest coordinate is an integer and the other two are halves, and the shift changes
    the difference of those two by three times the longest one.
    """
    n = distance(a, b)
    dx, dz = b[0] - a[0], b[1] - a[1]
    dy = -dx - dz
    shift = Fraction(side, 100 * n * n) if n else Fraction(0)
    inner = (_point(a, b, Fraction(i, n)) for i in range(1, n))
    moved = (_closest(q + (dy - dz) * shift, r + (dx - dy) * shift) for q, r in inner)
    return (a, *moved, b) if n else (a,)


def _closest(q: Fraction, r: Fraction) -> Hex:
    """Return the one hex whose center is nearest to the point."""
    around = [(math.floor(q) + i, math.floor(r) + j) for i in range(-1, 3) for j in range(-1, 3)]
    first, second = sorted((_squared(q - h[0], r - h[1]), h) for h in around)[:2]
    assert first[0] < second[0], "the shift must leave no tie"
    return first[1]


def _squared(dq: Fraction, dr: Fraction) -> Fraction:
    """The squared length of an axial vector."""
    return dq * dq + dq * dr + dr * dr

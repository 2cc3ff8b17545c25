"""The hexes of a ray: the exact row nearest to a straight line, and its two variants.

A third of all lines pass exactly between two hexes at some point. `nearest` decides these cases by
a fixed rounding that is the same in both directions; `leaning` moves the line infinitesimally to
one side.
"""

from __future__ import annotations

from functools import lru_cache

from sightline.model.cell import Hex, hex_distance

LONGEST_KEPT = 64
MOST_KEPT = 1 << 14


def nearest(a: tuple[int, int], b: tuple[int, int]) -> tuple[Hex, ...]:
    """Return the hexes nearest to the straight line, with halves rounded up."""
    return _shifted(a, from_origin(b[0] - a[0], b[1] - a[1]))


def from_origin(q: int, r: int) -> tuple[tuple[int, int], ...]:
    """Return the nearest line from (0, 0), as plain pairs.

    Lines from other hexes are the same, shifted.
    """
    return kept_nearest(q, r) if _is_short(q, r) else _nearest_from_origin(q, r)


def leaning(a: tuple[int, int], b: tuple[int, int], side: int) -> tuple[Hex, ...]:
    """Return the hexes nearest to the line moved infinitesimally to its left (-1) or right (+1).

    The ends stay where they are.
    """
    q, r = b[0] - a[0], b[1] - a[1]
    find = _kept_leaning if _is_short(q, r) else _leaning_from_origin
    return _shifted(a, find(q, r, side))


def _is_short(q: int, r: int) -> bool:
    """Return whether a line is short enough to be cached. Long ones would use too much memory."""
    most = LONGEST_KEPT
    return -most <= q <= most and -most <= r <= most and -most <= q + r <= most


def _shifted(a: tuple[int, int], path: tuple[tuple[int, int], ...]) -> tuple[Hex, ...]:
    (q0, r0), make = a, tuple.__new__  # equals Hex(q, r), in half the time
    return tuple([make(Hex, (q0 + q, r0 + r)) for q, r in path])


def _nearest_from_origin(q: int, r: int) -> tuple[tuple[int, int], ...]:
    """Return the nearest hexes in integer arithmetic, from (0, 0).

    Shifting a line by whole hexes shifts every rounding with it. Of x, y and z, the one with the
    largest difference is whole at every step, and the other two are rounded. If both are halves,
    the first is rounded up and the second down.
    """
    steps = hex_distance((0, 0), (q, r))
    if steps == 0:
        return ((0, 0),)
    twice, y = 2 * steps, -q - r
    if abs(q) == steps:
        x_step = q // steps
        rows = [-x_step * i - (2 * y * i + steps) // twice for i in range(steps + 1)]
        return tuple(zip(range(0, q + x_step, x_step), rows, strict=True))
    columns = [(2 * q * i + steps) // twice for i in range(steps + 1)]
    if abs(r) == steps:
        r_step = r // steps
        return tuple(zip(columns, range(0, r + r_step, r_step), strict=True))
    y_step = y // steps
    return tuple([(x, -x - y_step * i) for i, x in enumerate(columns)])


def _leaning_from_origin(q: int, r: int, side: int) -> tuple[tuple[int, int], ...]:
    steps = hex_distance((0, 0), (q, r))
    path = [(0, 0)]
    for i in range(1, steps):
        path.append(_nearest_leaning(q * i, r * i, steps, (q, r), side))
    if steps:
        path.append((q, r))
    return tuple(path)


kept_nearest = lru_cache(MOST_KEPT)(_nearest_from_origin)
_kept_leaning = lru_cache(MOST_KEPT)(_leaning_from_origin)


def _nearest_leaning(
    q: int, r: int, parts: int, along: tuple[int, int], side: int
) -> tuple[int, int]:
    """Return the hex nearest to (q, r) / parts; of two equally near ones, the one
    farther to that side.
    """
    base_q, base_r = q // parts, r // parts
    best: tuple[int, int, tuple[int, int]] | None = None
    for cell in ((base_q + i, base_r + j) for i in (0, 1) for j in (0, 1)):
        dq, dr = cell[0] * parts - q, cell[1] * parts - r
        distance = dq * dq + dq * dr + dr * dr
        # The signed distance to the right of the line (y grows downward in both orientations).
        rightness = along[0] * dr - along[1] * dq
        key = (distance, -side * rightness, cell)
        if best is None or key < best:
            best = key
    assert best is not None
    return best[2]

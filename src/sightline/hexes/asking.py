"""Call the functions of callers, hex by hex, and compute what a ray needs from the results.

`_asking.pyx` compiles this same file, and rays use the compiled functions if available: a ray is a
few dozen calls of the caller's functions, so overhead matters. (This file has no `from __future__`,
which would have to come first.)
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import lcm
from typing import Any

from sightline.errors import InvalidTypeError, LimitError
from sightline.geometry.hexline import LONGEST_KEPT, from_origin, kept_nearest
from sightline.hexes.reading import (
    NAMES,
    PLAIN,
    BlocksAt,
    BlocksEdge,
    NumberAt,
    Ratio,
    RayMet,
    check_number,
    refuse,
    yes_or_no,
)
from sightline.model.cell import Hex, hex_distance
from sightline.model.numbers import exact, pair, short_repr
from sightline.rules.hexray import HexRayRule

MAX_DISTANCE = 10_000
"""The longest ray, in steps."""
SHORT = LONGEST_KEPT // 2
"""Lines up to this length in both directions are cached."""
NEAR = 1 << 30
"""Coordinates up to this size need no further check."""

# --- lines ----------------------------------------------------------------------------------------


def line_between(a: Any, b: Any) -> tuple[Hex, ...]:
    """Return the hexes of the line from `a` to `b`, after checking both."""
    q0, r0 = a if _is_near(a) else pair(a, "a")
    q1, r1 = b if _is_near(b) else pair(b, "b")
    q, r = q1 - q0, r1 - r0
    if -SHORT <= q <= SHORT and -SHORT <= r <= SHORT:
        return _kept_line(q0, r0, q, r)
    if hex_distance((0, 0), (q, r)) <= MAX_DISTANCE:
        return _moved(from_origin(q, r), q0, r0)
    raise LimitError(
        f"ray: expected at most {MAX_DISTANCE} steps, got {hex_distance((0, 0), (q, r))}"
        f" from {(q0, r0)} to {(q1, r1)}"
    )


def _moved(path: Sequence[tuple[int, int]], q0: int, r0: int) -> tuple[Hex, ...]:
    make = tuple.__new__  # equals Hex(q, r), in half the time
    return tuple([make(Hex, (q0 + dq, r0 + dr)) for dq, dr in path])


def _short_line(q0: int, r0: int, q: int, r: int) -> tuple[Hex, ...]:
    return _moved(kept_nearest(q, r), q0, r0)


# Games ask about the same two hexes again and again while the map changes.
_kept_line = lru_cache(1 << 12)(_short_line)


def _is_near(value: Any) -> bool:
    """Return whether this is certainly a hex near the origin."""
    if isinstance(value, tuple) and len(value) == 2:
        q, r = value
        return type(q) is int and type(r) is int and -NEAR < q < NEAR and -NEAR < r < NEAR
    return False


# --- results of functions -------------------------------------------------------------------------


def check_functions(
    blocks_at: Any, blocks_edge: Any, soft_cover_at: Any, elevation_at: Any
) -> None:
    """Raise unless each of them is a function or None."""
    given = (blocks_at, blocks_edge, soft_cover_at, elevation_at)
    for function in given:
        if function is not None and not callable(function):
            name = NAMES[given.index(function)]
            raise InvalidTypeError(
                f"{name}: expected a function of hexes, got {short_repr(function)}"
            )


def blocked_tiles(blocks_at: Callable[[Hex], bool], hexes: Sequence[Hex]) -> list[Hex]:
    """Return the hexes that block, calling the function once for each."""
    found = []
    try:
        for here in hexes:
            said = blocks_at(here)
            if said is not False and yes_or_no(said, "blocks_at", here):
                found.append(here)
    except Exception as error:  # noqa: BLE001 (a caller's function may raise anything)
        refuse("blocks_at", (here,), error)
    return found


def blocked_edges(blocks_edge: Callable[[Hex, Hex], bool], path: Sequence[Hex]) -> list[Hex]:
    """Return the hexes of a line whose edge to the hex before blocks, calling the
    function once for each edge.
    """
    found = []
    before = path[0]
    try:
        for here in path[1:]:
            said = blocks_edge(before, here)
            if said is not False and yes_or_no(said, "blocks_edge", before, here):
                found.append(here)
            before = here
    except Exception as error:  # noqa: BLE001 (likewise)
        refuse("blocks_edge", (before, here), error)
    return found


def numbers_at(
    name: str, function: Callable[[Hex], float | None], hexes: Sequence[Hex]
) -> tuple[list[Any], bool]:
    """Return the function's checked number for each hex, called once for each, and whether all are
    plain.

    A value is plain if it is None, or an int or float that Python compares like its decimal.
    """
    said: list[Any] = []
    try:
        for here in hexes:
            said.append(function(here))
    except Exception as error:  # noqa: BLE001 (likewise)
        refuse(name, (here,), error)
    for value in said:
        if not is_plain(value):
            break
    else:
        return said, True
    for here, value in zip(hexes, said, strict=True):
        check_number(value, name, here)
    return said, False


def is_plain(value: Any) -> bool:
    """Return whether a value is None, or an int or float within `PLAIN`. NaN and
    infinity are not.
    """
    kind = type(value)
    return -PLAIN < value < PLAIN if kind is float or kind is int else value is None


def ratio(value: Any) -> Ratio:
    """Return a checked number as an exact ratio.

    A float means the decimal that Python prints for it.
    """
    if type(value) is int:
        return value, 1
    return _ratio_of_float(value) if type(value) is float else _ratio(value)


def _ratio(value: Any) -> Ratio:
    return exact(value, "number").as_integer_ratio()


_ratio_of_float = lru_cache(1 << 12)(_ratio)

# --- heights --------------------------------------------------------------------------------------


def rising(heights: Sequence[Any], last: int, plain: bool) -> list[int]:
    """Return the steps between the ends that are strictly higher than the line between the heights.

    `heights` starts with the height of the start and ends with that of the target, at step `last`.
    """
    start, end = heights[0] or 0, heights[-1] or 0
    low = min(start, end) if plain else None
    slope = _slope(start, end)
    return [
        i
        for i, height in enumerate(heights[1:-1], 1)
        if height is not None and (low is None or height > low) and _rises(height, i, last, slope)
    ]


def _slope(start: Any, end: Any) -> tuple[int, int, int, int]:
    """Return the line between two heights: its start, its climb, and the denominators of both."""
    start_above, start_below = ratio(start)
    end_above, end_below = ratio(end)
    climb = end_above * start_below - start_above * end_below
    return start_above, start_below, climb, end_below


def _rises(height: Any, i: int, last: int, slope: tuple[int, int, int, int]) -> bool:
    """Return whether step `i` of `last` is strictly higher than the line."""
    above, below = ratio(height)
    start_above, start_below, climb, end_below = slope
    # Both sides are multiplied by below * start_below * end_below, which are all positive.
    return (above * start_below - start_above * below) * end_below * last > climb * below * i


# --- cover ----------------------------------------------------------------------------------------


def cover_sum(covers: Sequence[Any], cap: Ratio) -> float:
    """Return the sum of covers, each clamped and the sum capped.

    It is exact until it is converted to a float.
    """
    # only for floats: a Fraction may equal a float with another decimal
    counts: dict[float, int] = {}
    others = []
    for value in covers:
        if type(value) is float:
            counts[value] = counts.get(value, 0) + 1
        elif value is not None:
            others.append(value)
    total = 0, 1
    for value, count in counts.items():
        above, below = clamped(value)
        total = _sum(total, (above * count, below))
    for value in others:
        total = _sum(total, clamped(value))
    (above, below), (most, of) = total, cap
    return above / below if above * of < most * below else most / of


def _sum(one: Ratio, other: Ratio) -> Ratio:
    common = lcm(one[1], other[1])
    return one[0] * (common // one[1]) + other[0] * (common // other[1]), common


def clamped(value: Any) -> Ratio:
    """Return a checked number clamped to [0, 1]."""
    above, below = ratio(value)
    return (0, 1) if above < 0 else (1, 1) if above > below else (above, below)


# --- a whole ray ----------------------------------------------------------------------------------


def meet(
    line: Sequence[Hex],
    steps: int,
    blocks_at: BlocksAt,
    blocks_edge: BlocksEdge,
    soft_cover_at: NumberAt,
    elevation_at: NumberAt,
) -> RayMet:
    """Return what a ray meets along a line, for at most this many steps."""
    reached = steps >= len(line) - 1
    path = line if reached else line[: steps + 1]
    covers: list[Any] = []
    heights: list[Any] = []
    tiles = blocked_tiles(blocks_at, path[1:]) if blocks_at is not None else []
    edges = blocked_edges(blocks_edge, path) if blocks_edge is not None else []
    if soft_cover_at is not None:
        between = path[1:-1] if reached else path[1:]
        covers, _ = numbers_at("soft_cover_at", soft_cover_at, between)
    high: list[Hex] = []
    if elevation_at is not None:
        # A ray that ends early is still directed at the height of its target.
        asked = path if reached else (*path, line[-1])
        heights, plain = numbers_at("elevation_at", elevation_at, asked)
        high = [path[i] for i in rising(heights, len(line) - 1, plain)]
    return path, reached, (tiles, edges, high), covers, heights


# --- until something blocks -----------------------------------------------------------------------


def is_clear(
    rule: HexRayRule,
    line: Sequence[Hex],
    blocks_at: BlocksAt,
    blocks_edge: BlocksEdge,
    soft_cover_at: NumberAt,
    elevation_at: NumberAt,
) -> bool:
    """Return whether nothing on the line blocks.

    It checks step by step and stops at the first blocker.
    """
    last = len(line) - 1
    before = at = line[0]
    name = ""
    ends: list[Any] = []
    try:
        for i, at in enumerate(line[1:], 1):
            if blocks_edge is not None and (i < last or rule.target_edge_blocks):
                name = "blocks_edge"
                said = blocks_edge(before, at)
                if said is not False and yes_or_no(said, name, before, at):
                    return False
            if blocks_at is not None and (i < last or not rule.see_opaque_target):
                name = "blocks_at"
                said = blocks_at(at)
                if said is not False and yes_or_no(said, name, at):
                    return False
            before = at
            if i == last:
                continue
            if soft_cover_at is not None:
                # It does not hide anything, but an invalid result raises here as in any ray.
                name = "soft_cover_at"
                cover = soft_cover_at(at)
                if not is_plain(cover):
                    check_number(cover, name, at)
            if elevation_at is not None:
                name = "elevation_at"
                height = elevation_at(at)
                if not is_plain(height):
                    check_number(height, name, at)
                if height is None:
                    continue
                if not ends:
                    said_of_ends, plain = numbers_at(name, elevation_at, (line[0], line[last]))
                    ends = [said or 0 for said in said_of_ends]
                    low, slope = min(ends) if plain else None, _slope(*ends)
                is_low = low is not None and is_plain(height) and height <= low
                if not is_low and _rises(height, i, last, slope):
                    return False
    except Exception as error:  # noqa: BLE001 (likewise)
        refuse(name, (before, at) if name == "blocks_edge" else (at,), error)
    return True

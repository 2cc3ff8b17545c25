"""Asks the functions that callers give, hex by hex, and works out what a ray needs of the answers.

`_asking.pyx` compiles this very file, and rays take the compiled functions where there are any: a
ray is a few dozen calls of the caller's functions, and little may be added to those. (So it has no
`from __future__`, which has to stand first.)
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
from sightline.model.numbers import exact, pair, shown
from sightline.rules.hexray import HexRay

MAX_DISTANCE = 10_000
"""The longest ray, in steps."""
SHORT = LONGEST_KEPT // 2
"""Within this both ways, a line is one of those that are kept."""
NEAR = 1 << 30
"""Coordinates within this need no further look."""

# --- lines ----------------------------------------------------------------------------------------


def line_between(a: Any, b: Any) -> tuple[Hex, ...]:
    """The hexes of the line from `a` to `b`, if they are hexes, and not too far apart."""
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
    make = tuple.__new__  # as Hex(q, r) does, in half the time
    return tuple([make(Hex, (q0 + dq, r0 + dr)) for dq, dr in path])


def _short_line(q0: int, r0: int, q: int, r: int) -> tuple[Hex, ...]:
    return _moved(kept_nearest(q, r), q0, r0)


# Games ask about the same two hexes again and again, while what stands between them changes.
_kept_line = lru_cache(1 << 12)(_short_line)


def _is_near(value: Any) -> bool:
    """Is this, beyond doubt, a hex not far from the origin?"""
    if isinstance(value, tuple) and len(value) == 2:
        q, r = value
        return type(q) is int and type(r) is int and -NEAR < q < NEAR and -NEAR < r < NEAR
    return False


# --- what functions say ---------------------------------------------------------------------------


def check_functions(
    blocks_at: Any, blocks_edge: Any, soft_cover_at: Any, elevation_at: Any
) -> None:
    """Is each of them a function, or not given?"""
    given = (blocks_at, blocks_edge, soft_cover_at, elevation_at)
    for function in given:
        if function is not None and not callable(function):
            name = NAMES[given.index(function)]
            raise InvalidTypeError(f"{name}: expected a function of hexes, got {shown(function)}")


def blocked_tiles(blocks_at: Callable[[Hex], bool], hexes: Sequence[Hex]) -> list[Hex]:
    """Those of the hexes that block, each asked once."""
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
    """The hexes of a line before which the edge blocks, each edge asked once."""
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
    """What the function says of each hex, asked once and checked; and whether all of it is plain.

    Plain are None, and the ints and floats that Python compares as their decimals compare.
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
    """Is it None, or an int or float within `PLAIN`? No NaN and no infinity is."""
    kind = type(value)
    return -PLAIN < value < PLAIN if kind is float or kind is int else value is None


def ratio(value: Any) -> Ratio:
    """A number that was checked, exactly: a float is the decimal that Python prints for it."""
    if type(value) is int:
        return value, 1
    return _ratio_of_float(value) if type(value) is float else _ratio(value)


def _ratio(value: Any) -> Ratio:
    return exact(value, "number").as_integer_ratio()


_ratio_of_float = lru_cache(1 << 12)(_ratio)

# --- heights --------------------------------------------------------------------------------------


def rising(heights: Sequence[Any], last: int, plain: bool) -> list[int]:
    """Which steps between the ends are strictly higher than the line between the ends' heights.

    `heights` begins with that of the start and ends with that of the target, at step `last`.
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
    """The line between two heights: where it starts, its climb, and the denominators of both."""
    start_above, start_below = ratio(start)
    end_above, end_below = ratio(end)
    climb = end_above * start_below - start_above * end_below
    return start_above, start_below, climb, end_below


def _rises(height: Any, i: int, last: int, slope: tuple[int, int, int, int]) -> bool:
    """Is step `i` of `last` strictly higher than the line?"""
    above, below = ratio(height)
    start_above, start_below, climb, end_below = slope
    # Both sides times below * start_below * end_below, all of which are positive.
    return (above * start_below - start_above * below) * end_below * last > climb * below * i


# --- cover ----------------------------------------------------------------------------------------


def cover_sum(covers: Sequence[Any], cap: Ratio) -> float:
    """What all of them come to, each clamped and the sum capped: exact until it is a float."""
    counts: dict[float, int] = {}  # of floats alone: a Fraction may equal one of another decimal
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
    """A number that was checked, or the end of [0, 1] that is nearest to it."""
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
    """What a ray meets along a line, for so many steps of it at most."""
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
        # A ray that ends early still heads for the height of its target.
        asked = path if reached else (*path, line[-1])
        heights, plain = numbers_at("elevation_at", elevation_at, asked)
        high = [path[i] for i in rising(heights, len(line) - 1, plain)]
    return path, reached, (tiles, edges, high), covers, heights


# --- until something blocks -----------------------------------------------------------------------


def is_clear(
    rule: HexRay,
    line: Sequence[Hex],
    blocks_at: BlocksAt,
    blocks_edge: BlocksEdge,
    soft_cover_at: NumberAt,
    elevation_at: NumberAt,
) -> bool:
    """Does nothing on the line block? Asks step by step, until something does."""
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
                # It hides nothing, but nonsense is an error here as in any ray.
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

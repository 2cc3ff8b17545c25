"""The programs we compare with, as statements for `timing`, on the same maps and positions."""

from __future__ import annotations

import fcntl
from collections.abc import Callable, Sequence
from functools import cache
from math import floor
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.maps import Solid, Tile
from benchmarks.timing import Contestant, Effort, race
from sightline.engine import sees, sees_many
from sightline.model.board import Board
from sightline.model.cell import hex_distance
from sightline.model.place import place
from sightline.rules.rule import Rule

Pairs = Sequence[tuple[Tile, Tile]]


class MissingPeerError(Exception):
    """A library for comparison is not installed."""


# --- an empty compiled call


@cache
def empty_call() -> Callable[..., bool] | None:
    """Return a compiled function of (board, a, b, rule) that does nothing, or None without a
    compiler.
    """
    build = Path(__file__).parents[1] / "build" / "benchmarks"
    try:
        import pyximport  # type: ignore[import-untyped]
    except ImportError:
        return None
    build.mkdir(parents=True, exist_ok=True)
    with open(build / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two processes must not compile it at the same time
        importers = pyximport.install(build_dir=str(build), language_level=3)
        try:
            from benchmarks import floor
        except ImportError:
            return None
        finally:
            pyximport.uninstall(*importers)
    made: Callable[..., bool] = floor.empty_call
    return made


def empty(board: Board, pairs: Pairs, rule: Rule) -> Contestant | None:
    """The lower bound: no answer can be faster than a call that does nothing."""
    call = empty_call()
    if call is None:
        return None
    names = {"f": call, "board": board, "rule": rule}
    return Contestant("empty compiled call", [f"f(board, {a}, {b}, rule)" for a, b in pairs], names)


# --- python-tcod

QUARTER = 4
FASTEST_KEPT = 3


def need_tcod() -> None:
    try:
        import tcod.map  # noqa: F401
    except ImportError as error:
        raise MissingPeerError(f"no python-tcod: {error}") from error


def tcod_algorithms() -> dict[str, int]:
    """Return every algorithm of `compute_fov`, with the extreme settings of the permissive one."""
    import tcod.constants as known

    return {
        "basic": known.FOV_BASIC,
        "diamond": known.FOV_DIAMOND,
        "shadow": known.FOV_SHADOW,
        "permissive 0": known.FOV_PERMISSIVE_0,
        "permissive 8": known.FOV_PERMISSIVE_8,
        "restrictive": known.FOV_RESTRICTIVE,
        "symmetric shadowcast": known.FOV_SYMMETRIC_SHADOWCAST,
    }


def tcod_fields(
    solid: Solid, sources: Sequence[Tile], radius: int | None, effort: Effort
) -> list[Contestant]:
    """`compute_fov` by its fastest algorithms on this map, chosen in a preliminary race."""
    import tcod.map

    names = {"f": tcod.map.compute_fov, "clear": np.ascontiguousarray(~solid)}
    reach = radius or 0

    def entry(name: str, code: int, at: Sequence[Tile]) -> Contestant:
        calls = [f"f(clear, {tile}, {reach}, True, {code})" for tile in at]
        return Contestant(f"tcod, {name}", calls, names)

    heat = Effort(effort.batch / 2, effort.budget / 2, 2, 3)
    few = sources[: max(2, len(sources) // QUARTER)]
    codes = tcod_algorithms()
    tried = race([entry(name, code, few) for name, code in codes.items()], heat)
    order = sorted(codes, key=lambda name: tried[f"tcod, {name}"].median)
    return [entry(name, codes[name], sources) for name in order[:FASTEST_KEPT]]


# --- our own `sees` on every tile


def each_tile(board: Board, sources: Sequence[Tile], rule: Rule, radius: int | None) -> Contestant:
    """`sees` from each source to every tile within the radius, in single calls."""
    names: dict[str, Any] = {"f": _call_each, "board": board, "rule": rule}
    for i, source in enumerate(sources):
        names[f"at{i}"], names[f"near{i}"] = source, _around(board, source, radius)
    calls = [f"f(board, at{i}, near{i}, rule)" for i in range(len(sources))]
    return Contestant("our own sees on every tile", calls, names)


def _call_each(board: Board, source: Tile, tiles: list[Tile], rule: Rule) -> None:
    for tile in tiles:
        sees(board, source, tile, rule)


def every_tile(board: Board, sources: Sequence[Tile], rule: Rule, radius: int | None) -> Contestant:
    """`sees_many` from each source to every tile within the radius: a field tile by tile."""
    names: dict[str, Any] = {"f": sees_many, "board": board, "rule": rule}
    for i, source in enumerate(sources):
        names[f"p{i}"] = pairs_within(board, source, radius)
    calls = [f"f(board, p{i}, rule)" for i in range(len(sources))]
    return Contestant("our own pair kernel on every tile", calls, names)


def pairs_within(board: Board, source: Tile, radius: int | None) -> np.ndarray[Any, Any]:
    """Return (source, tile) for every tile within the radius, in the form that
    `sees_many` takes.
    """
    tiles = np.array([tuple(tile) for tile in _around(board, source, radius)], dtype=np.int64)
    return np.stack([np.broadcast_to(np.array(source), tiles.shape), tiles], axis=1).copy()


def _around(board: Board, source: Tile, radius: int | None) -> list[Tile]:
    if radius is None:
        return [(tile[0], tile[1]) for tile in board.tiles()]
    a, b = source
    near = [(a + i, b + j) for i in range(-radius, radius + 1) for j in range(-radius, radius + 1)]
    if board.grid.name == "hex":
        return [t for t in near if hex_distance(source, t) <= radius and t in board]
    limit = radius * radius
    return [t for t in near if (t[0] - a) ** 2 + (t[1] - b) ** 2 <= limit and t in board]


# --- Python


def readable(board: Board, pairs: Pairs, rule: Rule) -> Contestant:
    """The readable rule, which defines the answer, on places that are looked up beforehand."""
    names: dict[str, Any] = {"f": rule.sees, "board": board}
    for i, (a, b) in enumerate(pairs):
        names[f"a{i}"], names[f"b{i}"] = place(board, a, "from"), place(board, b, "to")
    return Contestant(
        "readable Python rule", [f"f(board, a{i}, b{i})" for i in range(len(pairs))], names
    )


def seed(solid: Solid, pairs: Pairs) -> Contestant:
    """The algorithm of the seed document, in Python."""
    names = {"f": seed_sees, "grid": solid.tolist()}
    return Contestant("the seed's algorithm", [f"f({a}, {b}, grid)" for a, b in pairs], names)


SAMPLES_PER_TILE = 4
EPSILON = 1e-10
CORNERS = ((0, 0), (1, 0), (0, 1), (1, 1))


def seed_sees(source: Tile, target: Tile, grid: list[list[bool]]) -> bool:
    """The corner rule as the seed describes it: one of 16 lines has no blocking sampled tile.

    It samples with floats and misses tiles whose corner a line cuts, so it is only a speed
    comparison.
    """
    if source == target:
        return True
    starts = [(source[1] + i, source[0] + j) for i, j in CORNERS]
    ends = [(target[1] + i, target[0] + j) for i, j in CORNERS]
    return any(
        not any(
            grid[row][col] and _touches(start, end, row, col)
            for row, col in _sampled(start, end, grid) - {source, target}
        )
        for start in starts
        for end in ends
    )


def _sampled(start: Tile, end: Tile, grid: list[list[bool]]) -> set[Tile]:
    """Return the tiles found by sampling the line four times per tile."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    steps = max(abs(dx), abs(dy)) * SAMPLES_PER_TILE
    tiles = set()
    for step in range(steps + 1):
        t = step / steps if steps else 0.0
        row, col = floor(start[1] + t * dy), floor(start[0] + t * dx)
        if 0 <= row < len(grid) and 0 <= col < len(grid[0]):
            tiles.add((row, col))
    return tiles


def _touches(start: Tile, end: Tile, row: int, col: int) -> bool:
    """Return whether the line touches the tile, slightly enlarged."""
    enter, leave = 0.0, 1.0
    for from_, to, low in ((start[0], end[0], col), (start[1], end[1], row)):
        near, far, along = low - EPSILON, low + 1 + EPSILON, to - from_
        if along == 0:
            if not near <= from_ <= far:
                return False
            continue
        one, other = (near - from_) / along, (far - from_) / along
        enter, leave = max(enter, min(one, other)), min(leave, max(one, other))
    return enter <= leave

"""Fields from one tile, compared with python-tcod and with asking tile by tile."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

import numpy as np

from benchmarks import maps, peers
from benchmarks.cases.pairs import CENTER, CORNER, HEXRAY, hex_radii
from benchmarks.output.results import Case, Row, faster_than
from benchmarks.timing import Contestant, Effort, Time, race
from sightline.engine import field
from sightline.model.board import Board
from sightline.rules.rule import Rule

SIDE = 100
LARGE = 1000


def some(free: Sequence[maps.Tile], count: int, seed: int = 12) -> list[maps.Tile]:
    """Return some random viewer tiles."""
    return Random(seed).sample(list(free), min(count, len(free)))


def arrays(
    board: Board, at: Sequence[maps.Tile], rule: Rule, radius: int, name: str = "sightline"
) -> Contestant:
    """`field` as a new bool array."""
    names = {"f": field, "asarray": np.asarray, "board": board, "rule": rule}
    return Contestant(name, [f"asarray(f(board, {a}, rule, radius={radius}))" for a in at], names)


def bits(board: Board, at: Sequence[maps.Tile], rule: Rule, name: str = "sightline") -> Contestant:
    """`field` without a radius, as bits."""
    names = {"f": field, "board": board, "rule": rule}
    return Contestant(name, [f"f(board, {a}, rule).bits()" for a in at], names)


def fastest(times: dict[str, Time], of: Sequence[Contestant]) -> Time:
    return min((times[each.name] for each in of), key=lambda time: time.median)


def against_tcod(rule: Rule, radius: int, effort: Effort) -> Iterator[Case]:
    peers.need_tcod()
    for kind in maps.KINDS:
        solid = maps.solid_map(kind, SIDE)
        sources = some(maps.free_tiles(solid), effort.sources)
        mine = arrays(maps.board(solid), sources, rule, radius)
        theirs = peers.tcod_fields(solid, sources, radius, effort)
        times = race([mine, *theirs], effort)
        yield faster_than(f"{kind}, {SIDE}²", times["sightline"], fastest(times, theirs))


def center_20(effort: Effort) -> Iterator[Case]:
    return against_tcod(CENTER, 20, effort)


def center_10(effort: Effort) -> Iterator[Case]:
    return against_tcod(CENTER, 10, effort)


def corner_20(effort: Effort) -> Iterator[Case]:
    return against_tcod(CORNER, 20, effort)


def corner_each_tile(effort: Effort) -> Iterator[Case]:
    return corner_tile_by_tile(peers.each_tile, effort)


def corner_every_tile(effort: Effort) -> Iterator[Case]:
    return corner_tile_by_tile(peers.every_tile, effort)


def corner_tile_by_tile(peer: Callable[..., Contestant], effort: Effort) -> Iterator[Case]:
    for kind in maps.DUNGEONS:
        solid = maps.solid_map(kind, SIDE)
        board, sources = maps.board(solid), some(maps.free_tiles(solid), effort.sources)
        theirs = peer(board, sources, CORNER, 20)
        times = race([arrays(board, sources, CORNER, 20), theirs], effort)
        yield faster_than(f"{kind}, {SIDE}²", times["sightline"], times[theirs.name])


def hex_every_ray(effort: Effort) -> Iterator[Case]:
    for radius in hex_radii(effort):
        for kind in maps.HEX_KINDS:
            board = maps.hex_board(kind, radius)
            free = [(t[0], t[1]) for t in board.tiles() if not board.is_solid(t)]
            near = sorted(free, key=lambda t: max(abs(t[0]), abs(t[1]), abs(t[0] + t[1])))
            sources = some(near[: len(near) // 4], effort.sources)
            mine = arrays(board, sources, HEXRAY, 20)
            theirs = peers.every_tile(board, sources, HEXRAY, 20)
            times = race([mine, theirs], effort)
            name = f"{kind}, radius {radius}"
            yield faster_than(name, times["sightline"], times[theirs.name])


def large_center(effort: Effort) -> Iterator[Case]:
    return large_bits(CENTER, effort)


def large_corner(effort: Effort) -> Iterator[Case]:
    return large_bits(CORNER, effort)


def large_bits(rule: Rule, effort: Effort) -> Iterator[Case]:
    peers.need_tcod()
    side = 60 if effort.small else LARGE
    for kind in maps.DUNGEONS:
        solid = maps.solid_map(kind, side)
        board = maps.board(solid)
        sources = some(maps.free_tiles(solid), max(2, effort.sources // 4))
        theirs = peers.tcod_fields(solid, sources, None, effort)
        times = race([bits(board, sources, rule), *theirs], effort)
        yield faster_than(f"{kind}, {side}²", times["sightline"], fastest(times, theirs))


TCOD = "python-tcod's fastest algorithm"
ROWS = (
    Row(
        "field-center-20",
        "`field`, center rule, 100×100, radius 20, new bool array",
        TCOD,
        center_20,
        reach=4,
        stretch=8,
    ),
    Row(
        "field-center-10",
        "`field`, center rule, 100×100, radius 10, new bool array",
        TCOD,
        center_10,
        reach=5,
        stretch=10,
    ),
    Row(
        "field-corner-20",
        "`field`, corner rule, 100×100, radius 20, new bool array",
        TCOD,
        corner_20,
        reach=1.5,
        stretch=4,
    ),
    Row(
        "field-corner-tiles",
        "`field`, corner rule, dungeons, radius 20",
        "calling our own sees on every tile",
        corner_each_tile,
        reach=20,
        stretch=30,
    ),
    Row(
        "field-corner-batch",
        "`field`, corner rule, dungeons, radius 20, beside a batch",
        "our own pair kernel on every tile (sees_many)",
        corner_every_tile,
    ),
    Row(
        "field-hex",
        "`field`, hex ray, radius 20",
        "tracing each ray in compiled code",
        hex_every_ray,
        reach=6,
        stretch=10,
    ),
    Row(
        "field-large",
        "`field`, center rule, 1000×1000 dungeon, no radius, as bits",
        TCOD,
        large_center,
        reach=30,
        stretch=40,
    ),
    Row(
        "field-large-corner",
        "`field`, corner rule, 1000×1000 dungeon, no radius, as bits",
        TCOD,
        large_corner,
    ),
)

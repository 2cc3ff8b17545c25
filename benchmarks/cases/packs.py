"""Game rules: pairs compared with the corner rule, fields in milliseconds, and other programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from random import Random
from typing import Any, NamedTuple

import numpy as np

from benchmarks import maps, peers
from benchmarks.cases.fields import arrays, fastest, some
from benchmarks.cases.growth import Curve
from benchmarks.cases.pairs import CORNER, ours
from benchmarks.output.results import Case, Row, faster_than, slower_than
from benchmarks.timing import Contestant, Effort, Time, race
from sightline.atlas.scans import shadowcast
from sightline.engine import cover_field, degree
from sightline.model.board import Board
from sightline.packs import PACKS
from sightline.rules.pack import PackRule

SIDE, HEX_RADIUS = 100, 50
RADIUS = 20
RADII = (5, 10, 20, 40)
PAIRS, SOURCES = 64, 4
SLOW = 0.25
"""Seconds after which a single measurement is enough."""
KINDS = ("caves", "open")
SHARE_OF_FIGURES = 0.02
SHARE_OF_TERRAIN = 0.05
TERRAIN = {"square": ("low",), "hex": ("light-woods", "heavy-woods", "woods")}


class Scene(NamedTuple):
    """A pack on a map."""

    name: str
    board: Board
    rule: PackRule
    pairs: list[tuple[maps.Tile, maps.Tile]]


def scenes(effort: Effort, area: bool | None = None) -> Iterator[Scene]:
    """Yield every pack on every grid that it supports.

    `area`: only packs that draw lines between any parts of tiles (True), or only the others
    (False).
    """
    for name, pack in PACKS.items():
        is_area = (pack.sight.start, pack.sight.end) == ("area", "area")
        if area is not None and is_area is not area:
            continue
        for grid in pack.grids:
            for kind in KINDS[:1] if effort.small else KINDS:
                board, pairs = battlefield(grid, kind, effort.small)
                on = f" on {grid}es" if grid == "hex" and len(pack.grids) > 1 else ""
                yield Scene(f"{name}{on}, {kind}", board, PackRule(pack), pairs)


@cache
def battlefield(
    grid: str, kind: str, small: bool
) -> tuple[Board, list[tuple[maps.Tile, maps.Tile]]]:
    """Return a map with figures of two sides, and pairs of free tiles at most 20 apart.

    The map is caves or open ground, with low things, woods and hills.
    """
    dice = Random(15)
    count = 2 if small else PAIRS
    if grid == "square":
        solid = maps.solid_map(kind, 20 if small else SIDE)
        board: Board = maps.board(solid)
        pairs = maps.near_pairs(maps.free_tiles(solid), count)
    else:
        hexes = maps.hex_board(kind, 8 if small else HEX_RADIUS)
        pairs = maps.near_hex_pairs(hexes, count)
        for at in hexes.tiles():
            if dice.random() < SHARE_OF_TERRAIN:
                hexes.set_elevation(at, dice.randint(1, 2))
        board = hexes
    looking = {tile for pair in pairs for tile in pair}
    for tile in list(board.tiles()):
        if tuple(tile) in looking or board.is_solid(tile):
            continue
        if dice.random() < SHARE_OF_FIGURES:
            board.place(f"{tile}", tile, side=dice.choice(("red", "blue")))
        elif dice.random() < SHARE_OF_TERRAIN:
            board.set_terrain(tile, dice.choice(TERRAIN[grid]))
    return board, pairs


# --- pairs


def degrees(scene: Scene) -> Contestant:
    """`degree`, the public function, for every pair."""
    names = {"f": degree, "board": scene.board, "rule": scene.rule}
    return Contestant("degree", [f"f(board, {a}, {b}, rule)" for a, b in scene.pairs], names)


def seen(scene: Scene) -> Contestant:
    return ours(scene.board, scene.pairs, scene.rule)


def beside_the_corner_rule(ask: Callable[[Scene], Contestant], effort: Effort) -> Iterator[Case]:
    for scene in scenes(effort):
        asked, plain = ask(scene), ours(scene.board, scene.pairs, CORNER, "corner rule")
        times = race([asked, plain], _brief(effort))
        yield slower_than(scene.name, times[asked.name], times["corner rule"])


# --- fields


def covers(scene: Scene, at: list[maps.Tile], radius: int) -> Contestant:
    """`cover_field` as a new array."""
    names = {
        "f": cover_field,
        "asarray": np.asarray,
        "board": scene.board,
        "rule": scene.rule,
    }
    calls = [f"asarray(f(board, {a}, rule, radius={radius}))" for a in at]
    return Contestant("sightline", calls, names)


def fields(scene: Scene, at: list[maps.Tile], radius: int) -> Contestant:
    return arrays(scene.board, at, scene.rule, radius)


def looked(ask: Callable[..., Contestant], area: bool, effort: Effort) -> Iterator[Case]:
    for scene in scenes(effort, area):
        time = timed(ask, scene, 2 if effort.small else RADIUS, effort)
        yield Case(scene.name, time.median * 1e3, time)


def with_radius(ask: Callable[..., Contestant], title: str, effort: Effort) -> Curve:
    curve = Curve(f"packs {title}", f"{title} by the packs, caves of {SIDE}×{SIDE}", "radius")
    for scene in scenes(effort):
        if not scene.name.endswith("caves"):
            continue
        for radius in (1, 2) if effort.small else RADII:
            time = timed(ask, scene, radius, effort).median
            curve.add(radius, {scene.name.removesuffix(", caves"): time})
            if time > SLOW:
                break  # larger radii take many times as long
    return curve


def timed(ask: Callable[..., Contestant], scene: Scene, radius: int, effort: Effort) -> Time:
    """Time a field from a few tiles, or from only one if it is slow because it has no kernel."""
    at = some([a for a, _ in scene.pairs], 1 if effort.small else SOURCES)
    once = ask(scene, at[:1], radius).timer.timeit(1)
    if once > SLOW:
        return Time("sightline", (once,))
    return race([ask(scene, at, radius)], _brief(effort))["sightline"]


# --- other programs


def beside_shadowcasting(effort: Effort) -> Iterator[Case]:
    """The pack named after the algorithm, compared with it in Python and in C (python-tcod)."""
    peers.need_tcod()
    import tcod.map

    rule = PackRule(PACKS["symmetric-shadowcasting"])
    side, radius = (20, 4) if effort.small else (SIDE, RADIUS)
    for kind in maps.KINDS:
        solid = maps.solid_map(kind, side)
        at = some(maps.free_tiles(solid), 2 if effort.small else 16)
        names: dict[str, Any] = {
            "f": tcod.map.compute_fov,
            "clear": np.ascontiguousarray(~solid),
            "code": peers.tcod_algorithms()["symmetric shadowcast"],
        }
        calls = [f"f(clear, {tile}, {radius}, True, code)" for tile in at]
        in_c = Contestant("tcod, symmetric shadowcast", calls, names)
        plain = Contestant(
            "the scan in Python",
            [f"f(rows, {tile}, {radius})" for tile in at],
            {"f": shadowcast, "rows": solid.tolist()},
        )
        mine = arrays(maps.board(solid), at, rule, radius)
        times = race([mine, in_c, plain], _brief(effort))
        case = faster_than(f"{kind}, {side}²", times["sightline"], fastest(times, [in_c, plain]))
        case.details["the scan in Python, ms"] = times[plain.name].median * 1e3
        yield case


def _brief(effort: Effort) -> Effort:
    return Effort(effort.batch / 4, effort.budget / 8, 1, 1 if effort.small else 7)


ANY_PART = "any part to any part"
ROWS = (
    Row(
        "packs-sees",
        "`sees` by every pack, distance ≤ 20",
        "`sees` by the corner rule",
        partial(beside_the_corner_rule, seen),
        most=True,
    ),
    Row(
        "packs-degree",
        "`degree` by every pack, distance ≤ 20",
        "`sees` by the corner rule",
        partial(beside_the_corner_rule, degrees),
        most=True,
        reach=20,
    ),
    *(
        Row(
            f"packs-{key}{'-area' if area else ''}",
            f"`{words}` of radius {RADIUS} by {'packs with ' + ANY_PART if area else 'every pack'},"
            " 100×100",
            "time",
            partial(looked, ask, area),
            unit="ms",
            most=True,
            reach=20 if area else 2,
        )
        for key, words, ask in (("field", "field", fields), ("cover", "cover_field", covers))
        for area in (False, True)
    ),
    Row(
        "packs-shadowcasting",
        f"`field` of radius {RADIUS} by symmetric shadowcasting, 100×100",
        "the same scan, python-tcod's or in Python",
        beside_shadowcasting,
    ),
)
MEASURES: dict[str, Callable[..., Curve]] = {
    "packs, field": partial(with_radius, fields, "field"),
    "packs, cover_field": partial(with_radius, covers, "cover_field"),
}

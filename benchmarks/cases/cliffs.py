"""Look for cliffs in the cost of a field over radius, board size and free walls, for every rule.

A cliff is a step in a curve that the input does not explain, for example if a radius of 21 takes
five times as long as one of 20. The growth of the cost is divided by the growth of the input, and
the largest quotient of two neighboring points is the curve's jump.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, cast

import numpy as np

from benchmarks import maps
from benchmarks.cases.growth import Curve
from benchmarks.timing import Contestant, Effort, race
from sightline import CenterRule, CornerRule, HexBoard, HexRayRule, field
from sightline.answers.ties import TouchingTies
from sightline.model.board import Board
from sightline.rules.rule import Rule

RADII = (
    *(1, 2, 3, 4, 5, 6, 7, 8, 8.5, 9, 10, 10.5, 12, 14, 16, 18, 19, 19.5, 20, 20.5, 21, 22, 24),
    *(26, 28, 30, 31, 32, 33, 36, 40, 44, 48, 52, 56, 60, 62, 63, 64),
)
SIDES = (24, 32, 48, 64, 96, 128, 192, 256, 257, 384, 512, 768, 1024)
HEX_RADII = (12, 16, 24, 32, 48, 64, 96, 128)
WALLS = (0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
GROWS = {"radius": 2.0, "size": 2.0, "free walls": 1.0}
"""The power of the input with which a field's cost may grow: with its tiles, or with the walls."""
SOURCES = 3
BRIEF = Effort(batch=0.001, budget=0.012, fewest=3, most=9)
"""Little time per point, because there are a thousand points and only neighbors are compared."""
GEOMETRIC: tuple[TouchingTies, ...] = ("strict", "corners-pass", "permissive", "adjudicated")


def families() -> Iterator[tuple[str, str, list[Rule]]]:
    """Yield (grid, name, rules). The rules of a family differ only in their ties."""
    for grid in ("square", "hex"):
        yield grid, "center", [CenterRule(ties) for ties in GEOMETRIC]
        yield grid, "corner", [CornerRule(ties) for ties in GEOMETRIC]
        yield grid, "corner, closed ends", [CornerRule(t, closed_ends=True) for t in GEOMETRIC]
    yield "hex", "hex ray", [HexRayRule(cast("Any", ties)) for ties in HexRayRule.tie_choices()]


def _asking(board: Board, tiles: Sequence[Any], rule: Rule, radius: Any, name: str) -> Contestant:
    statements = [f"ask(board, {tuple(tile)!r}, rule, radius=radius)" for tile in tiles]
    names = {"ask": field, "board": board, "rule": rule, "radius": radius}
    return Contestant(name, statements, names)


def _measured(board: Board, rules: list[Rule], radius: Any, effort: Effort) -> dict[str, float]:
    """Return the median time of a field from near the middle of the board, by ties."""
    tiles = board.tiles()
    middle = [tuple(tiles[len(tiles) // 2 + offset]) for offset in range(SOURCES)]
    entries = [_asking(board, middle, rule, radius, rule.to_dict()["ties"]) for rule in rules]
    return {name: time.best for name, time in race(entries, effort).items()}


def _square(side: int, rock: float = 0.05) -> Board:
    solid = np.random.default_rng(21).random((side, side)) < rock
    solid[side // 2, side // 2 : side // 2 + SOURCES] = False
    return maps.board(solid)


def _hexes(radius: int, rock: float = 0.05) -> HexBoard:
    board, dice = HexBoard(radius), np.random.default_rng(22)
    for tile in board.tiles():
        if dice.random() < rock and not (tile[1] == 0 and 0 <= tile[0] < SOURCES):
            board.set_solid((tile[0], tile[1]))
    return board


def over_radius(grid: str, rules: list[Rule], effort: Effort) -> Iterator[tuple[float, Any]]:
    if effort.small:
        board: Board = _square(24) if grid == "square" else _hexes(8)
    else:
        board = _square(160) if grid == "square" else _hexes(72)
    for radius in (1, 2.5, 4) if effort.small else RADII:
        yield radius, _measured(board, rules, radius, effort)


def over_size(grid: str, rules: list[Rule], effort: Effort) -> Iterator[tuple[float, Any]]:
    sizes = SIDES if grid == "square" else HEX_RADII
    for size in sizes[:2] if effort.small else sizes:
        board = _square(size) if grid == "square" else _hexes(size)
        yield size, _measured(board, rules, 4 if effort.small else 10, effort)


def over_walls(grid: str, rules: list[Rule], effort: Effort) -> Iterator[tuple[float, Any]]:
    """Yield boards of open ground with a growing number of random short walls."""
    for count in WALLS[:3] if effort.small else WALLS:
        board: Board = _square(48, rock=0) if grid == "square" else HexBoard(16)
        dice = np.random.default_rng(23)
        for _ in range(count):
            low, high = (1, 46) if grid == "square" else (-8, 8)
            x, y = (int(v) for v in dice.integers(low * 100, high * 100, 2))
            dx, dy = (int(v) for v in dice.integers(-150, 151, 2))
            if dx or dy:
                board.add_wall((x / 100, y / 100), ((x + dx) / 100, (y + dy) / 100))
        yield count, _measured(board, rules, 4 if effort.small else 10, effort)


ALONG: dict[str, Callable[[str, list[Rule], Effort], Iterator[tuple[float, Any]]]] = {
    "radius": over_radius,
    "size": over_size,
    "free walls": over_walls,
}


def measure(effort: Effort, say: Callable[[str], object] = lambda words: None) -> list[Curve]:
    """Return a curve for every family and every quantity, with a series for each tie setting."""
    curves = []
    for along, points in ALONG.items():
        for grid, name, rules in families():
            if along == "free walls" and name == "hex ray":
                continue  # only geometric rules support free walls
            say(f"cliffs: {along}, {grid}, {name}")
            curve = Curve(f"{along} {grid} {name}", f"{grid}: {name}", along)
            for at, values in points(grid, rules, effort if effort.small else BRIEF):
                curve.add(at, values)
            curves.append(curve)
    return curves


def jump(curve: Curve) -> tuple[float, float, str]:
    """Return (quotient, where, ties) of the largest step that the input does not explain."""
    power = GROWS[curve.along]
    largest = (1.0, 0.0, "")
    for ties, points in curve.series.items():
        for (x0, before), (x1, after) in pairwise(points):
            explained = max(1.0, (x1 + 1) / (x0 + 1)) ** power
            largest = max(largest, (after / before / explained, x1, ties))
    return largest


def jump_lines(curves: Sequence[Curve]) -> tuple[Sequence[str], list[Sequence[str]]]:
    """Return the jump of every curve as a table."""
    lines: list[Sequence[str]] = []
    for curve in curves:
        quotient, at, ties = jump(curve)
        lines.append((curve.along, curve.title, f"{quotient:.1f}×", f"{at:g}", ties))
    return ("along", "fields", "largest jump", "at", "ties"), lines

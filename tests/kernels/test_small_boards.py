"""Compiled code equals the readable rule for every pair on every small board.

The short run covers every filling of boards up to 3 x 3, and every filling with every thin wall of
2 x 2. The thorough run covers fillings up to 3 x 4, every wall of 2 x 3, every filling of seven
hexes, and part of the walls of 3 x 3. Rare or slow settings get a sample of these boards.

The content of source and target does not matter, so the readable rule is evaluated once for each
pair and each filling of the other tiles; the public functions are called for every board.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from typing import Any

import numpy
import pytest

from sightline import CornerRule, HexBoard, SquareBoard, Wall, all_pairs, field, sees, sees_many
from sightline.model.board import Board
from sightline.model.hexagon import Outside
from sightline.rules.rule import Rule
from tests.every_rule import EVERY_SETTING, THOROUGH
from tests.kernels.comparing import readable

Tile = tuple[int, int]
Edges = frozenset[tuple[Tile, Tile]]
SQUARE_RULES = [p.values[0] for p in EVERY_SETTING if p.values[1] == "square"]
HEX_RULES = [p.values[0] for p in EVERY_SETTING if p.values[1] == "hex"]
SIZES = [(r, c) for r in (1, 2, 3) for c in (1, 2, 3)]
if THOROUGH:
    SIZES += [(1, 4), (4, 1), (2, 4), (4, 2), (3, 4), (4, 3), (1, 12), (12, 1)]


def step(rule: Rule, grid: str) -> int:
    """Return n if this rule is tested on every nth board."""
    if isinstance(rule, CornerRule):
        played = grid == "square" and not rule.closed_ends and rule.ties == "strict"
        return 1 if played else 11 if grid == "square" else 31
    return 1 if getattr(rule, "ties", "") in ("strict", "nearest") else 3


def some(rule: Rule, grid: str, bits: int) -> range:
    """Return all numbers with this many bits, or a sample that differs between rules."""
    every = step(rule, grid) if bits > 4 else 1
    if not THOROUGH and bits > 4:
        dear = isinstance(rule, CornerRule)
        every *= 12 if dear and every > 1 else 7 if dear or grid == "hex" else 3
    return range(len(repr(rule)) % every, 1 << bits, every)


def ids(rule: Any) -> str:
    return "-".join(str(value) for value in rule.to_dict().values())


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("rule", SQUARE_RULES, ids=ids)
def test_every_filling(rule: Rule, size: tuple[int, int], record_property) -> None:
    tiles = list(product(range(size[0]), range(size[1])))
    compared = 0
    for number in some(rule, "square", len(tiles)):
        solid = frozenset(tile for i, tile in enumerate(tiles) if number >> i & 1)
        compared += compare(SquareBoard(*size), solid, frozenset(), rule)
    record_property("tile answers compared", compared)
    known.cache_clear()


@pytest.mark.parametrize("rule", SQUARE_RULES, ids=ids)
def test_every_wall(rule: Rule, record_property) -> None:
    rows, cols = (2, 3) if THOROUGH else (2, 2)
    tiles = list(product(range(rows), range(cols)))
    edges = edges_of(tiles)
    compared = 0
    for number in some(rule, "square", len(tiles) + len(edges)):
        solid = frozenset(tile for i, tile in enumerate(tiles) if number >> i & 1)
        walls = frozenset(edge for i, edge in enumerate(edges, len(tiles)) if number >> i & 1)
        compared += compare(SquareBoard(rows, cols), solid, walls, rule)
    record_property("tile answers compared", compared)
    known.cache_clear()


@pytest.mark.parametrize("rule", SQUARE_RULES, ids=ids)
def test_some_walls_of_three_by_three(rule: Rule, record_property) -> None:
    rng = random.Random(f"walls {rule}")
    tiles = list(product(range(3), range(3)))
    edges = edges_of(tiles)
    compared = 0
    for _ in range(3000 // step(rule, "square") if THOROUGH else 4):
        solid = frozenset(rng.sample(tiles, rng.randint(0, 4)))
        walls = frozenset(rng.sample(edges, rng.randint(1, 8)))
        compared += compare(SquareBoard(3, 3), solid, walls, rule)
        known.cache_clear()
    record_property("tile answers compared", compared)


@pytest.mark.parametrize("outside", ["open", "solid"])
@pytest.mark.parametrize("rule", HEX_RULES, ids=ids)
def test_every_filling_of_seven_hexes(rule: Rule, outside: Outside, record_property) -> None:
    tiles: list[Tile] = [(q, r) for q, r in HexBoard(1).tiles()]
    edges = [(a, b) for a in tiles for b in tiles if a < b and HexBoard.grid.are_neighbors(a, b)]
    assert len(edges) == 12
    rng = random.Random(f"hex {rule}")
    compared = 0
    for number in some(rule, "hex", 7):
        solid = frozenset(tile for i, tile in enumerate(tiles) if number >> i & 1)
        for walls in (frozenset(), frozenset(rng.sample(edges, rng.randint(1, 6)))):
            compared += compare(HexBoard(1, outside=outside), solid, walls, rule)
    record_property("tile answers compared", compared)
    known.cache_clear()


def edges_of(tiles: Iterable[Tile]) -> list[tuple[Tile, Tile]]:
    there = set(tiles)
    return [
        (tile, other)
        for tile in sorted(there)
        for other in ((tile[0], tile[1] + 1), (tile[0] + 1, tile[1]))
        if other in there
    ]


def compare(board: Board, solid: frozenset[Tile], walls: Edges, rule: Rule) -> int:
    """Compare all pairs by every public function, and return the number of answers."""
    for tile in solid:
        board.set_solid(tile)
    for a, b in walls:
        board.set_edge(a, b, Wall())
    tiles: list[Tile] = [(a, b) for a, b in board.tiles()]
    outside = getattr(board, "outside", None)
    layout = (type(board), outside, board.shape)
    # By some rules a rock target can hide itself, so its content matters.
    own_matters = not getattr(rule, "see_opaque_target", True)
    expected = []
    for a in tiles:
        for b in tiles:
            others = solid - {a} if own_matters else solid - {a, b}
            expected.append(known(layout, rule, others, walls, a, b))
    found = [sees(board, a, b, rule) for a in tiles for b in tiles]
    assert found == expected, (rule, sorted(solid), sorted(walls), "sees")
    rows = numpy.array(expected).reshape(len(tiles), len(tiles))
    for a, row in zip(tiles, rows, strict=True):
        where = (rule, sorted(solid), sorted(walls), a)
        assert numpy.array_equal(numpy.asarray(field(board, a, rule)).ravel(), row), where
        near = field(board, a, rule, radius=20, metric="chebyshev")
        assert numpy.array_equal(numpy.asarray(near).ravel(), row), where
    assert numpy.array_equal(numpy.asarray(all_pairs(board, rule)), rows), (rule, solid, walls)
    pairs = numpy.array([(a, b) for a in tiles for b in tiles])
    assert sees_many(board, pairs, rule).tolist() == expected, (rule, solid, walls, "many")
    return len(expected)


@lru_cache(maxsize=1 << 18)
def known(
    layout: tuple[Any, ...], rule: Rule, solid: frozenset[Tile], walls: Edges, a: Tile, b: Tile
) -> bool:
    kind, outside, shape = layout
    board = HexBoard(1, outside=outside) if kind is HexBoard else SquareBoard(*shape)
    for tile in solid:
        board.set_solid(tile)
    for one, other in walls:
        board.set_edge(one, other, Wall())
    return readable(board, a, b, rule)

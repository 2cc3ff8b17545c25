"""Compiled code equals the readable rule on random boards, for every rule in every setting."""

from __future__ import annotations

import random

import numpy
import pytest

from sightline import CenterRule, CornerRule, HexRayRule, all_pairs, contact_field, cover_field
from sightline.model.place import place
from sightline.rules.hexray import RayTies
from sightline.rules.rule import Rule
from tests.every_rule import THOROUGH, on_every_setting, seeds
from tests.kernels.boards import hex_board, hills_for, make, some_source, square_board
from tests.kernels.comparing import METRICS, RADII, assert_same, compare_board, truth, within

COUNTED = "tile answers compared"


def cost(rule: Rule, grid: str) -> int:
    """Return the approximate cost of the readable rule."""
    return (4 if grid == "square" else 12) if isinstance(rule, CornerRule) else 1


@on_every_setting
def test_fields_and_pairs(rule: Rule, grid: str, record_property) -> None:
    compared = 0
    side = 14 if cost(rule, grid) == 1 else 10 if grid == "square" else 8
    for seed in seeds(rule, grid, 8 // cost(rule, grid) + 2, thorough=400):
        rng = random.Random(seed)
        compared += compare_board(make(grid, rng, side, hills=hills_for(rule)), rule, rng, seed)
    record_property(COUNTED, compared)


@on_every_setting
def test_all_pairs(rule: Rule, grid: str, record_property) -> None:
    compared = 0
    side = 7 if cost(rule, grid) < 12 else 5
    for seed in seeds(rule, grid, 3, thorough=100):
        board = make(grid, random.Random(seed), side, hills=hills_for(rule))
        tiles = board.tiles()
        if len(tiles) > 60 // min(3, cost(rule, grid)):
            continue
        expected = numpy.array([truth(board, tuple(tile), rule) for tile in tiles])
        matrix = all_pairs(board, rule)
        assert_same(matrix, expected.ravel(), seed)
        assert matrix.count() == expected.sum()
        compared += len(tiles) ** 2
    record_property(COUNTED, compared)


def most(rule: Rule) -> int:
    """Return for how many tiles of a large board the readable rule is evaluated."""
    return 2000 if THOROUGH else 15 if isinstance(rule, CornerRule) else 60


# Large boards are for kernels: without one, the readable rule needs a minute per field.
FAST: list[Rule] = [CenterRule(), CornerRule(), CenterRule("corners-pass")]
if THOROUGH:
    FAST += [CornerRule("permissive"), CornerRule("corners-pass")]


@pytest.mark.parametrize("number", range(40 if THOROUGH else 2))
@pytest.mark.parametrize("rule", FAST, ids=lambda r: f"{r.kind}-{r.ties}")
def test_larger_square_boards(rule: Rule, number: int, record_property) -> None:
    """At least 21 tiles each way, beyond the range of tables and windows."""
    rng = random.Random(f"larger {number} {rule}")
    rows, cols = rng.choice(((45, 45), (30, 41), (23, 44), (44, 22)))
    board = square_board(rng, rows, cols, plain=not THOROUGH or number % 2 == 0)
    record_property(COUNTED, compare_board(board, rule, rng, number, 2, most(rule)))


@pytest.mark.parametrize("number", range(40 if THOROUGH else 2))
@pytest.mark.parametrize("ties", ["nearest", "strict", "permissive"])
def test_larger_hex_boards(ties: RayTies, number: int, record_property) -> None:
    rng = random.Random(f"larger {number} {ties}")
    board = hex_board(rng, rng.randint(12, 24), plain=True, hills=0.4)
    rule = HexRayRule(ties, see_opaque_target=number % 2 == 0, target_edge_blocks=number % 3 > 0)
    record_property(COUNTED, compare_board(board, rule, rng, number, 2, most(rule)))


@pytest.mark.parametrize("number", range(30 if THOROUGH else 2))
@pytest.mark.parametrize("rule", FAST, ids=lambda r: f"{r.kind}-{r.ties}")
def test_far_away(rule: Rule, number: int, record_property) -> None:
    """Distances up to several hundred tiles, in long halls with a few obstacles."""
    rng = random.Random(f"far {number} {rule}")
    narrow, long = rng.randint(1, 4), rng.randint(100, 260)
    rows, cols = rng.choice(((narrow, long), (long, narrow)))
    board = square_board(rng, rows, cols, plain=not THOROUGH or number % 3 > 0)
    for tile in board.tiles():  # leave some tiles visible
        if rng.random() < 0.9:
            board.set_solid(tile, False)
    record_property(COUNTED, compare_board(board, rule, rng, number, 2, most(rule)))


@on_every_setting
def test_contacts_and_covers(rule: Rule, grid: str, record_property) -> None:
    compared = 0
    for seed in seeds(rule, grid, 2, thorough=60):
        rng = random.Random(seed)
        board = make(grid, rng, 7 if cost(rule, grid) < 12 else 5, hills=hills_for(rule))
        source = some_source(board, rng)
        radius, metric = rng.choice((None, *RADII)), rng.choice(METRICS)
        here = place(board, source, "from")
        near = within(board, source, radius, "euclid" if isinstance(rule, HexRayRule) else metric)
        traced = {
            tile: rule.trace(board, here, place(board, tile, "to"))
            for tile, is_near in zip(board.tiles(), near, strict=True)
            if is_near
        }
        if isinstance(rule, HexRayRule):
            covers = cover_field(board, source, rule, radius=radius)
            assert dict(covers) == {tile: sight.cover for tile, sight in traced.items()}, seed
        else:
            contacts = contact_field(board, source, rule, radius=radius, metric=metric)
            assert dict(contacts) == {t: sight.contact for t, sight in traced.items()}, seed
        compared += len(traced)
    record_property(COUNTED, compared)

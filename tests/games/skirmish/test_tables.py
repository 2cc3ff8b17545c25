"""The precomputed tables equal the engine's hex ray for every pair."""

from __future__ import annotations

import os
import random

import pytest

from sightline import HexRayRule, areas, hexes, sees, trace
from sightline.games.common.bit_sets import bits, mask_of
from sightline.games.skirmish import MAP_NAMES, RULE, shipped_battlefield
from sightline.games.skirmish.board.tables import DIRECTIONS
from sightline.model.cell import Hex

THOROUGH = os.environ.get("SIGHTLINE_THOROUGH", "0") not in ("", "0", "false")


def test_the_rule_is_the_hex_ray() -> None:
    assert HexRayRule(ties="permissive") == RULE


@pytest.mark.parametrize("name", MAP_NAMES)
def test_sight_is_what_the_ray_says_for_every_pair(name: str) -> None:
    field = shipped_battlefield(name)
    cells, tables = field.tables.cells, field.tables
    for a, here in enumerate(cells):
        for b, there in enumerate(cells):
            assert tables.sees[a] >> b & 1 == sees(field.board, here, there, RULE), (here, there)
            assert tables.sees[a] >> b & 1 == tables.sees[b] >> a & 1, "both see, or none"
            assert tables.distance[a][b] == hexes.distance(here, there)


@pytest.mark.parametrize("name", MAP_NAMES)
def test_cover_is_what_the_proof_says(name: str) -> None:
    field = shipped_battlefield(name)
    cells, tables = field.tables.cells, field.tables
    pairs = [(a, b) for a in range(len(cells)) for b in range(len(cells))]
    some = pairs if THOROUGH else random.Random(5).sample(pairs, 600)
    for a, b in some:
        sight = trace(field.board, cells[a], cells[b], RULE)
        assert sight.cover is not None
        expected = round(100 * (1 - sight.cover.penalty)) if sight.visible else 0
        assert tables.through_cover(a)[b] == expected
        assert tables.through_cover(b)[a] == expected


@pytest.mark.parametrize("name", MAP_NAMES)
def test_what_is_seen_within_a_radius(name: str) -> None:
    field = shipped_battlefield(name)
    tables = field.tables
    for radius in (1, 3, 5):
        for a in range(0, len(tables.cells), 5):
            expected = {
                b
                for b in range(len(tables.cells))
                if tables.sees[a] >> b & 1 and tables.distance[a][b] <= radius
            }
            assert set(bits(tables.seen_within(radius)[a])) == expected


@pytest.mark.parametrize("name", MAP_NAMES)
def test_areas_are_the_engines(name: str) -> None:
    field = shipped_battlefield(name)
    tables = field.tables
    for a in range(0, len(tables.cells), 3):
        cell = tables.cells[a]
        circle = areas.circle(field.board, cell, 1, sight=RULE)
        assert {tables.cells[i] for i in bits(tables.circle(a, 1))} == set(circle)
        for toward in tables.neighbors(a):
            cone = areas.cone(field.board, cell, tables.cells[toward], 3, sight=RULE)
            assert {tables.cells[i] for i in bits(tables.cone(a, toward, 3))} == set(cone)


@pytest.mark.parametrize("name", MAP_NAMES)
def test_neighbors_are_the_six_around(name: str) -> None:
    tables = shipped_battlefield(name).tables
    assert len(set(DIRECTIONS)) == 6
    for a, cell in enumerate(tables.cells):
        around = {b for b, far in enumerate(tables.distance[a]) if far == 1}
        assert set(tables.neighbors(a)) == around
        assert all(hexes.distance(cell, tables.cells[b]) == 1 for b in around)
        assert {to for to, _ in tables.steps[a]} <= around


def test_ground_as_the_board_has_it() -> None:
    field = shipped_battlefield("ruins")
    tables, board = field.tables, field.board
    for i, cell in enumerate(tables.cells):
        assert tables.index[cell] == i
        assert tables.height[i] == (board.elevation(cell) or 0)
        assert bool(tables.woods[i]) == (board.terrain(cell) == "woods")
        assert bool(tables.solid[i]) == board.is_solid(cell)
        assert bool(tables.woods[i]) == (board.cover_at(Hex(*cell)) > 0)
    assert any(tables.woods)
    assert any(tables.solid)
    assert any(tables.height)


def test_bits() -> None:
    assert bits(0) == []
    assert bits(0b100101) == [0, 2, 5]
    assert mask_of([0, 2, 5]) == 0b100101
    assert mask_of(bits(1 << 200 | 7)) == 1 << 200 | 7

"""Mended fields are the fields: whatever happens on a map, and whatever the rule."""

from __future__ import annotations

import random

import pytest

from sightline import CenterRule, CornerRule, HexRay, field
from sightline.rules.rule import Rule
from sightline.table.state.keys import edge_key, figure_key, solid_key
from sightline.table.state.records import Refusal, TableRecord, plain
from sightline.table.state.world import JournalEntry, World, map_entries
from sightline.table.vision import field_cache
from sightline.table.vision.field_cache import FieldCache
from tests.kernels.boards import make

BOARDS = 12
CHANGES = 25
RULES: list[Rule] = [
    CenterRule(),
    CenterRule(ties="permissive"),
    CornerRule(),
    CornerRule(ties="corners-pass"),
    CornerRule(ties="permissive", closed_ends=True),
]


@pytest.mark.parametrize("number", range(BOARDS))
@pytest.mark.parametrize("grid", ["square", "hex"])
def test_mended_fields_are_the_fields(
    monkeypatch: pytest.MonkeyPatch, grid: str, number: int
) -> None:
    """A few changes at a time, so that fields are mended and not worked out anew."""
    monkeypatch.setattr(field_cache, "SLOW_SECONDS", 0.0)
    dice = random.Random(f"{grid} {number}")
    board = make(grid, dice, 9)
    for k in range(6):
        free = [tile for tile in board.tiles() if not board.names_at(tile)]
        if free:
            board.place(f"more {k}", dice.choice(free), blocks_sight=dice.random() < 0.8)
    rule = dice.choice([*RULES, *([HexRay(ties="strict")] if grid == "hex" else [])])
    map_id, entries = map_entries("somewhere", board, rule.to_dict(), 1)
    world = World()
    table = TableRecord("m" * 20, "j" * 20, shown=map_id)
    world.apply([JournalEntry("table", None, plain(table)), *entries])
    scene = world.scenes[map_id]
    kept, mended = FieldCache(scene), 0
    for _ in range(CHANGES):
        for _ in range(dice.randint(1, 2)):
            change = _some_change(dice, world, map_id)
            try:
                touched = world.apply([change])
            except Refusal:
                continue
            kept.follow(touched[map_id])
        for figure in dice.sample(list(scene.figures), min(3, len(scene.figures))):
            mended += figure in kept._kept and bool(kept._kept[figure].changed)
            assert kept.of(figure) == field(scene.board, figure, rule).bits()
    assert mended or len(scene.figures) < 2


def _some_change(dice: random.Random, world: World, map_id: str) -> JournalEntry:
    scene = world.scenes[map_id]
    tiles = list(scene.board.tiles())
    tile = dice.choice(tiles)
    if scene.figures and dice.random() < 0.7:
        figure = dice.choice(list(scene.figures.values()))
        key = figure_key(map_id, figure.id)
        if dice.random() < 0.15:
            return _set(world, key, {**world.values[key], "blocks": not figure.blocks})
        return _set(world, key, {**world.values[key], "at": list(tile)})
    if dice.random() < 0.5:
        key = solid_key(map_id, tile)
        return _set(world, key, None if key in world.values else True)
    beside = [each for each in scene.board.grid.neighbours(tile) if each in scene.board]
    if not beside:
        return _set(world, solid_key(map_id, tile), True)
    key = edge_key(map_id, tile, dice.choice(beside))
    return _set(world, key, dice.choice([None, "wall", "door:open", "door:closed"]))


def _set(world: World, key: str, value: object) -> JournalEntry:
    return JournalEntry(key, world.values.get(key), value)

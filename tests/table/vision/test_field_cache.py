"""Incrementally updated fields equal newly computed ones, for any change and any rule."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from sightline import RULES as RULES_BY_NAME
from sightline import CenterRule, CornerRule, HexRayRule, PackRule, SquareBoard, field
from sightline.model.board import Board
from sightline.packs import PACKS
from sightline.rules.rule import Rule
from sightline.table.state.keys import edge_key, figure_key, solid_key
from sightline.table.state.records import Refusal, TableRecord, plain
from sightline.table.state.world import JournalEntry, World, map_entries
from sightline.table.vision import field_cache
from sightline.table.vision.field_cache import FieldCache
from tests.kernels.boards import make, square_board

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
    """The test makes only a few changes at a time, so that fields are updated instead of
    recomputed.
    """
    monkeypatch.setattr(field_cache, "SLOW_SECONDS", 0.0)
    dice = random.Random(f"{grid} {number}")
    board = make(grid, dice, 9)
    for k in range(6):
        free = [tile for tile in board.tiles() if not board.names_at(tile)]
        if free:
            board.place(f"more {k}", dice.choice(free), blocks_sight=dice.random() < 0.8)
    rule = dice.choice([*RULES, *([HexRayRule(ties="strict")] if grid == "hex" else [])])
    assert _followed(dice, board, rule)


@pytest.mark.parametrize("name", ["dnd5e", "pathfinder2e", "heroquest", "dnd4e"])
@pytest.mark.parametrize("number", range(4))
def test_games_mend_what_creatures_and_furniture_hide(
    monkeypatch: pytest.MonkeyPatch, name: str, number: int
) -> None:
    """In some of the games creatures block nothing but furniture does; both move."""
    monkeypatch.setattr(field_cache, "SLOW_SECONDS", 0.0)
    dice = random.Random(f"{name} {number}")
    board = square_board(dice, 6, 7, plain=True)
    free = [tile for tile in board.tiles() if not board.names_at(tile)]
    for k, tile in enumerate(dice.sample(free, min(8, len(free)))):
        kind = dice.choice(("hero", "enemy", "bookcase", "chest"))
        board.place(f"more {k}", tile, kind=kind, size=(1, 1))  # type: ignore[arg-type]
    _followed(dice, board, RULES_BY_NAME[name])


def test_a_step_of_a_creature_changes_no_other_field_where_it_hides_nothing() -> None:
    board = SquareBoard(5, 5)
    for name, at in (("Mira", (0, 0)), ("orc", (2, 2))):
        board.place(name, at, kind="hero")
    for name, mends in (("dnd5e", False), ("heroquest", True)):
        rule = RULES_BY_NAME[name]
        map_id, entries = map_entries("somewhere", board, rule.to_dict(), 1)
        world = World()
        table = TableRecord("m" * 20, "j" * 20, shown=map_id)
        world.apply([JournalEntry("table", None, plain(table)), *entries])
        mira, orc = (
            next(id_ for id_, each in world.scenes[map_id].figures.items() if each.name == who)
            for who in ("Mira", "orc")
        )
        kept = FieldCache(world.scenes[map_id])
        kept.of(mira)
        key = figure_key(map_id, orc)
        touched = world.apply([_set(world, key, {**world.values[key], "at": [3, 3]})])
        assert kept.follow(touched[map_id]) == {(2, 2), (3, 3)}
        assert bool(kept._kept[mira].changed) is mends


def test_who_turns_sees_something_else() -> None:
    rule = PackRule(replace(PACKS["heroquest"], name="guards", arc=180, symmetric=False))
    board = SquareBoard(3, 5)
    board.place("Mira", (1, 2), facing="east")
    map_id, entries = map_entries("somewhere", board, rule.to_dict(), 1)
    world = World()
    table = TableRecord("m" * 20, "j" * 20, shown=map_id)
    world.apply([JournalEntry("table", None, plain(table)), *entries])
    scene, (mira,) = world.scenes[map_id], world.scenes[map_id].figures
    kept, key = FieldCache(scene), figure_key(map_id, mira)
    ahead = kept.of(mira)
    assert ahead == field(scene.board, mira, rule).bits()
    kept.follow(world.apply([_set(world, key, {**world.values[key], "facing": "west"})])[map_id])
    assert kept.of(mira) == field(scene.board, mira, rule).bits() != ahead


def _followed(dice: random.Random, board: Board, rule: Rule) -> bool:
    """Make random changes to the map and compare all fields; return whether some were updated."""
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
    return mended > 0 or len(scene.figures) < 2


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
    beside = [each for each in scene.board.grid.neighbors(tile) if each in scene.board]
    if not beside:
        return _set(world, solid_key(map_id, tile), True)
    key = edge_key(map_id, tile, dice.choice(beside))
    return _set(world, key, dice.choice([None, "wall", "door:open", "door:closed"]))


def _set(world: World, key: str, value: object) -> JournalEntry:
    return JournalEntry(key, world.values.get(key), value)

"""Cached light equals newly computed light, for any change and any rule."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from sightline import CenterRule, SquareBoard, field_in_light, light_field
from sightline.rulings import Rulings
from sightline.table.state.keys import figure_key, lamp_key, wall_key
from sightline.table.state.records import FigureRecord, HeldLamp, Refusal, TableRecord, plain
from sightline.table.state.world import JournalEntry, World, map_entries
from sightline.table.vision.figure_sight import FigureSight
from sightline.table.vision.light.map_light import MapLight
from sightline.table.vision.tile_sets import bits_of_field
from tests.kernels.boards import make
from tests.table.vision.test_field_cache import RULES, _set, _some_change

BOARDS = 10
CHANGES = 25


@pytest.mark.parametrize("number", range(BOARDS))
@pytest.mark.parametrize("grid", ["square", "hex"])
def test_kept_light_is_the_light(grid: str, number: int) -> None:
    dice = random.Random(f"{grid} {number}")
    board = make(grid, dice, 9)
    tiles = list(board.tiles())
    for _ in range(4):
        board.add_light(dice.choice(tiles), dice.choice((0, 1, 2)), dice.choice((1, 2.5, 4)))
    board.ambient = dice.choice(("dim", "dark", "dark"))
    for k in range(4):
        free = [tile for tile in tiles if not board.names_at(tile)]
        if free:
            board.place(f"more {k}", dice.choice(free), blocks_sight=dice.random() < 0.8)
    rule = dice.choice(RULES)
    map_id, entries = map_entries("somewhere", board, rule.to_dict(), 1)
    world = World()
    table = TableRecord("m" * 20, "j" * 20, shown=map_id)
    world.apply([JournalEntry("table", None, plain(table)), *entries])
    scene = world.scenes[map_id]
    sight = FigureSight(scene, Rulings())
    for _ in range(CHANGES):
        for _ in range(dice.randint(1, 2)):
            change = _change(dice, world, map_id)
            try:
                touched = world.apply([change])
            except Refusal:
                continue
            sight.follow(touched[map_id])
        whole = light_field(scene.board, rule)
        assert sight.light.levels.lit == bits_of_field(whole.lit)
        assert sight.light.levels.bright == bits_of_field(whole.tiles_with("bright"))
        for figure in dice.sample(list(scene.figures.values()), min(3, len(scene.figures))):
            reach = figure.sight_range
            seen = field_in_light(
                scene.board,
                figure.id,
                rule,
                radius=Fraction(reach) if isinstance(reach, str) else None,
                dark_vision=_dark_vision(figure),
            )
            assert sight.field(figure.id) == bits_of_field(seen)


def _dark_vision(figure: FigureRecord) -> Fraction | None:
    if not isinstance(figure.dark_vision, str):
        return Fraction(0)
    return None if figure.dark_vision == "all" else Fraction(figure.dark_vision)


def _change(dice: random.Random, world: World, map_id: str) -> JournalEntry:
    """Return a change of lamps, ranges of sight, free walls, or obstacles."""
    scene = world.scenes[map_id]
    tile = dice.choice(list(scene.board.tiles()))
    match dice.randrange(8):
        case 0 if scene.lamps:
            lamp = dice.choice(list(scene.lamps.values()))
            key = lamp_key(map_id, lamp.id)
            changed = {**world.values[key], "at": list(tile), "on": dice.random() < 0.8}
            return _set(world, key, dice.choice([changed, changed, None]))
        case 1 | 2 if scene.figures:
            key = figure_key(map_id, dice.choice(list(scene.figures)))
            held = HeldLamp("1", dice.choice(("2", "7/2")))
            change = dice.choice(
                (
                    {"sight_range": dice.choice(("2", "5"))},
                    {"dark_vision": dice.choice(("1", "3/2", "all"))},
                    {"lamp": {"bright": held.bright, "dim": held.dim}},
                    {"hidden": dice.random() < 0.5},
                )
            )
            return _set(world, key, {**world.values[key], **change})
        case 3:
            corners = scene.board.grid.corners(tile)
            key = wall_key(map_id, corners[0], corners[1])
            return _set(world, key, None if key in world.values else "wall")
        case _:
            return _some_change(dice, world, map_id)


def test_a_step_costs_the_lamps_around_it_and_no_others() -> None:
    board = SquareBoard(40, 40)
    board.ambient = "dark"
    for row in range(0, 40, 8):
        for col in range(0, 40, 8):
            board.add_light((row, col), 1, 3)
    board.place("Mira", (1, 1))
    map_id, entries = map_entries("hall", board, CenterRule().to_dict(), 1)
    world = World()
    world.apply([JournalEntry("table", None, plain(TableRecord("m" * 20, "j" * 20))), *entries])
    scene = world.scenes[map_id]
    sight = FigureSight(scene, Rulings())
    assert sight.light.levels.lit
    (figure,) = scene.figures.values()
    key = figure_key(map_id, figure.id)
    before = sight._near.worked_out
    touched = world.apply([_set(world, key, {**world.values[key], "at": [1, 2]})])
    sight.follow(touched[map_id])
    assert sight.light.levels == MapLight(scene).levels
    assert sight._near.worked_out - before <= 2 * 4, "those at the corner, bright and dim"

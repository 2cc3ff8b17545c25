"""Game rules, terrain and sides: the game master's actions, their refusals, and storage."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sightline import CenterRule, HexBoard, PackRule, SquareBoard
from sightline.packs import PACKS
from sightline.rules.rule import Rule
from sightline.table.actions.dispatch import plan
from sightline.table.protocol.actions import EditFigure, Erase, SetRule, SetTerrain
from sightline.table.service.master_view import stage_change, whole_stage
from sightline.table.service.side_panels import table_info
from sightline.table.service.table import Table
from sightline.table.state.records import THE_MASTER, Refusal
from sightline.table.state.world import World
from tests.table.support.fake_pages import imported
from tests.table.support.maps import enemy, hero, make_world
from tests.table.support.random_play import DUEL


def world_with(rule: Rule | None = None, board: Any = None) -> World:
    board = board or SquareBoard(4, 5)
    figures = [hero("fmira", "Mira", (0, 0)), enemy("forc", "Orc", (3, 3))]
    return make_world(("Cellar", board, rule or CenterRule(), figures))


def do(world: World, action: Any) -> Any:
    (scene,) = world.scenes.values()
    planned = plan(world, THE_MASTER, action, scene.id)
    return planned, world.apply(planned.entries)


def menu(world: World) -> dict[str, str]:
    (scene,) = world.scenes.values()
    info = table_info(world, scene, watching="", undo="", redo="", pages={}, addresses=())
    return {kind.kind: kind.group for kind in info.rules if kind.group}


# --- games


def test_a_game_is_chosen_by_its_name() -> None:
    world = world_with()
    (scene,) = world.scenes.values()
    do(world, SetRule({"rule": "pack:dnd5e"}))
    assert scene.rule == PackRule("dnd5e")
    assert scene.record.rule == {"rule": "pack", "pack": "dnd5e"}


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        ({"rule": "pack:dnd6e"}, "no rule pack is called .dnd6e."),
        ({"rule": "pack:gloomhaven"}, "does not work on squares"),
        ({"rule": "pack:dnd5e", "ties": "strict"}, "the rule of a game has no settings"),
        ({"rule": "pack", "pack": {"name": "x"}}, "That is not a rule"),
        ({"rule": "pack", "pack": 7}, "That is not a rule"),
        ({"rule": "pack:"}, "no rule pack"),
    ],
)
def test_what_is_no_game_is_refused(rule: dict[str, Any], why: str) -> None:
    world = world_with()
    with pytest.raises(Refusal, match=why):
        do(world, SetRule(rule))


def test_a_game_that_came_with_a_map_can_be_left_and_chosen_again() -> None:
    world = world_with(DUEL)
    assert menu(world)["pack:duel"] == "Your own games"
    do(world, SetRule({"rule": "center"}))
    assert menu(world)["pack:duel"] == "Your own games"
    again = World(json.loads(json.dumps(world.values)))
    do(again, SetRule({"rule": "pack:duel"}))
    (scene,) = again.scenes.values()
    assert scene.rule == DUEL


async def test_games_of_the_masters_own_are_kept_with_the_table(tmp_path: Path) -> None:
    maps = [imported(SquareBoard(3, 3))]
    table = Table(tmp_path / "table.db", maps=maps)
    await table.map_keeper.add_packs([DUEL.pack])
    await table.map_keeper.add_packs([DUEL.pack])
    await table.close()
    table = Table(tmp_path / "table.db", maps=maps)
    assert table.world.packs == {"duel": DUEL.pack}
    assert menu(table.world)["pack:duel"] == "Your own games"
    assert set(menu(table.world)) - {"pack:duel"} == {
        f"pack:{name}" for name, pack in PACKS.items() if "square" in pack.grids
    }
    await table.close()


# --- terrain


@pytest.mark.parametrize("board", [SquareBoard(4, 5), HexBoard(2)])
def test_terrain_is_painted_sent_and_taken_away(board: Any) -> None:
    world = (
        world_with(board=board)
        if isinstance(board, SquareBoard)
        else make_world(("Hexes", board, CenterRule(), ()))
    )
    (scene,) = world.scenes.values()
    tiles = [(tile[0], tile[1]) for tile in board.tiles()[:3]]
    planned, touched = do(world, SetTerrain(tiles, "light-woods"))
    assert planned.label == "put light woods on 3 tiles"
    change = stage_change(scene, touched[scene.id])
    assert change.terrain == [(*tiles[0], 3, "light-woods")]
    assert whole_stage(scene).terrain == change.terrain
    planned, touched = do(world, SetTerrain(tiles[1:2], None))
    assert planned.label == "removed the terrain from a tile"
    assert stage_change(scene, touched[scene.id]).terrain == [(*tiles[1], 1, "")]
    planned, _ = do(world, Erase(tiles=tiles))
    assert planned.label == "erased 2 terrain tiles"
    assert not scene.board.has_terrain


def test_words_that_are_no_terrain_are_refused() -> None:
    for kind in ("Light Woods", "../x", "a--b"):
        with pytest.raises(Refusal, match="not a valid terrain"):
            do(world_with(), SetTerrain([(0, 0)], kind))
    with pytest.raises(Refusal, match="not on the map"):
        do(world_with(), SetTerrain([(9, 9)], "low"))


# --- sides


def test_who_plays_for_whom_is_the_engines_side() -> None:
    world = world_with()
    (scene,) = world.scenes.values()
    do(world, EditFigure("forc", team=" heroes "))
    assert scene.board.figure("forc").side == "heroes"
    assert {each.id: each.team for each in whole_stage(scene).figures} == {
        "fmira": "",
        "forc": "heroes",
    }
    do(world, EditFigure("forc", team=""))
    assert scene.board.figure("forc").side == "enemies"
    with pytest.raises(Refusal, match="not a valid side"):
        do(world, EditFigure("forc", team="a\nb"))

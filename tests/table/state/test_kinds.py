"""Terrain and sides at the table survive saving and loading, and players learn them by sight."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from msgspec import convert

from sightline import CenterRule, HexBoard, Rulings, SquareBoard
from sightline.formats.contract import Loaded, Report
from sightline.model.board import Board
from sightline.table.actions.plans.figures import plan_edit
from sightline.table.protocol.actions import EditFigure
from sightline.table.state.arrival import new_world
from sightline.table.state.imported_map import ImportedMap, Snapshot
from sightline.table.state.keys import terrain_key
from sightline.table.state.plans import changes
from sightline.table.state.records import FigureRecord, plain
from sightline.table.state.world import Touched, World
from sightline.table.transfer.documents import read_table_document, table_document
from sightline.table.vision.figure_sight import FigureSight
from sightline.table.vision.knowledge import Knowledge
from sightline.table.vision.wall_pieces import Pieces
from tests.table.support.maps import PLAYER, hero, known, make_scene


def squares() -> Board:
    board = SquareBoard(4, 5)
    board.place("Mira", "A1", kind="hero")
    board.place("orc", "E4", kind="enemy", facing="west")
    board.place("charmed", "C1", kind="enemy", side="heroes")
    board.place("hermit", "D1", side="the old guard")
    board.place("chest", "A4", kind="chest", side="enemies")
    board.set_terrain("B2", "low")
    board.set_terrain("E1", "smoke")
    return board


def hexes() -> Board:
    board = HexBoard(2)
    board.place("mech", "0,0", side="Davion")
    board.set_terrain("1,0", "light-woods")
    board.set_terrain("-1,0", "water")
    return board


def world_of(board: Board) -> World:
    world, _ = new_world([ImportedMap("map", Loaded(board, Report("test")))])
    return world


def sides(world: World) -> dict[str, str]:
    (scene,) = world.scenes.values()
    board, _ = scene.labeled()
    return {figure.name: figure.side for figure in board.figures()}


@pytest.mark.parametrize("make", [squares, hexes])
def test_a_map_comes_back_from_the_disk_as_it_was(make: Any) -> None:
    board = make()
    world = world_of(board)
    values = json.loads(json.dumps(world.values))
    for each in (world, World(values)):
        (scene,) = each.scenes.values()
        assert scene.board.terrains() == board.terrains()
        assert sides(each) == {figure.name: figure.side for figure in board.figures()}
        labeled, _ = scene.labeled()
        assert labeled == board


@pytest.mark.parametrize("make", [squares, hexes])
def test_a_whole_table_goes_out_and_comes_in_again(make: Any) -> None:
    world = world_of(make())
    document = table_document(Snapshot(world.maps(), world.values, {}), lambda _: Rulings(None))
    again, _ = new_world(read_table_document(document))
    (before,), (after,) = world.scenes.values(), again.scenes.values()
    assert after.labeled()[0] == before.labeled()[0]
    assert after.board.terrains() == before.board.terrains()
    assert sides(again) == sides(world)


def test_records_without_a_side_of_their_own_are_as_ever() -> None:
    record = FigureRecord("f1", "Mira", (0, 0), side="hero")
    assert "team" not in plain(record)
    assert convert(plain(record), FigureRecord) == record
    world = world_of(squares())
    kept = {
        value["name"]: value.get("team")
        for key, value in world.values.items()
        if key.startswith("figure|")
    }
    assert kept == {
        "Mira": None,
        "orc": None,
        "charmed": "heroes",
        "hermit": "the old guard",
        "chest": "enemies",
    }


def test_who_changes_sides_is_of_the_usual_one_there() -> None:
    world = world_of(squares())
    (scene,) = world.scenes.values()
    charmed = next(each for each in scene.figures.values() if each.name == "charmed")
    world.apply(plan_edit(world, EditFigure(charmed.id, hidden=True)).entries)
    assert sides(world)["charmed"] == "heroes"
    world.apply(plan_edit(world, EditFigure(charmed.id, side="hero", hidden=False)).entries)
    assert sides(world)["charmed"] == "heroes"
    world.apply(plan_edit(world, EditFigure(charmed.id, side="enemy")).entries)
    assert sides(world)["charmed"] == "enemies"
    assert scene.figures[charmed.id].team is msgspec.UNSET


def test_terrain_is_changed_and_taken_back_by_its_key() -> None:
    world = world_of(squares())
    (scene,) = world.scenes.values()
    before = scene.board.fingerprint()
    entries = changes(world, {terrain_key(scene.id, (1, 1)): None})
    touched = world.apply(entries)
    assert scene.board.terrain("B2") is None
    assert touched[scene.id].tiles == {(1, 1)}
    world.revert(entries)
    assert scene.board.fingerprint() == before


def test_players_learn_the_terrain_that_they_see_and_no_other() -> None:
    board = SquareBoard(1, 6)
    board.set_solid("D1")
    board.set_terrain("B1", "low")
    board.set_terrain("F1", "smoke")
    scene = make_scene(board, CenterRule(), hero("h1", "Mira", board.tiles()[0]))
    knowledge = known(scene, Rulings(None))
    assert {str(tile): kind for tile, kind in knowledge.board.terrains().items()} == {"B1": "low"}
    assert knowledge.board.figure("h1").side == "heroes"
    # It is remembered after a restart, and updated while visible.
    again = Knowledge(PLAYER, scene, {k: v for k, v in knowledge.learned.items() if v is not None})
    assert again.board.terrains() == knowledge.board.terrains()
    scene.board.set_terrain("B1", "smoke")
    scene.board.set_terrain("F1", None)
    viewers = FigureSight(scene, Rulings(None))
    touched = Touched(tiles={(0, 1), (0, 5)})
    knowledge.refresh(scene, Pieces(), viewers.field("h1"), viewers.seen_by("h1"), touched)
    assert {str(tile): kind for tile, kind in knowledge.board.terrains().items()} == {"B1": "smoke"}

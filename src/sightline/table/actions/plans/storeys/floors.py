"""Plan the game master's changes to floors."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from sightline.model.cell import tile_name
from sightline.model.numbers import exact
from sightline.table.actions.planning import plan_for
from sightline.table.protocol.actions import AddFloor, EditFloor, PaintFloor, RemoveFloor
from sightline.table.state.capacity import MAX_FLOORS
from sightline.table.state.keys import area_key, floor_key, shown_key, stairs_key, veil_key
from sightline.table.state.names import clean_name
from sightline.table.state.plans import ActionPlan, changes, counted
from sightline.table.state.records import FloorRecord, Refusal, new_id, plain
from sightline.table.state.scene import MapScene, along, spans_of
from sightline.table.state.world import World
from sightline.table.vision.tile_sets import tiles_of_bits
from sightline.texts import say


@plan_for(AddFloor)
def plan_add_floor(world: World, scene: MapScene, action: AddFloor) -> ActionPlan:
    if len(scene.floors) >= MAX_FLOORS:
        raise Refusal("tooManyFloors", most=MAX_FLOORS)
    name = _free_name(scene, action.name)
    spans = spans_of(scene.board, _on_map(scene, action.tiles))
    floor = FloorRecord(new_id("o"), name, str(exact(action.height, "height")), spans)
    return _put(world, scene, floor, say("added the floor {name}", name=name))


@plan_for(EditFloor)
def plan_edit_floor(world: World, scene: MapScene, action: EditFloor) -> ActionPlan:
    floor = _found(scene, action.floor)
    given: dict[str, Any] = {}
    if action.name is not UNSET and action.name != floor.name:
        given["name"] = _free_name(scene, action.name)
    if action.height is not UNSET:
        given["height"] = str(exact(action.height, "height"))
    return _put(
        world, scene, replace(floor, **given), say("changed the floor {name}", name=floor.name)
    )


@plan_for(PaintFloor)
def plan_paint_floor(world: World, scene: MapScene, action: PaintFloor) -> ActionPlan:
    floor = _found(scene, action.floor)
    tiles: set[tuple[int, int]] = {*scene.board.floor(floor.id).tiles}
    wanted = {*_on_map(scene, ((a, b, 1) for a, b in action.tiles))}
    left = tiles | wanted if action.on else tiles - wanted
    if not left:
        raise Refusal("floorEmpty")
    what = counted(len(wanted), "tile")
    if action.on:
        label = say("added {what} to {name}", what=what, name=floor.name)
    else:
        label = say("removed {what} from {name}", what=what, name=floor.name)
    changed = replace(floor, tiles=spans_of(scene.board, left))
    ends = {(floor.id, tile) for tile in tiles - left}
    return _put(world, scene, changed, label, _without_stairs(scene, ends))


@plan_for(RemoveFloor)
def plan_remove_floor(world: World, scene: MapScene, action: RemoveFloor) -> ActionPlan:
    floor = _found(scene, action.floor)
    tiles = scene.board.floor(floor.id).tiles
    gone = _without_stairs(scene, {(floor.id, tile) for tile in tiles})
    shown = tiles_of_bits(scene.board, scene.shown_floors.get(floor.id, 0))
    gone |= {shown_key(scene.id, tile, floor.id): None for tile in shown}
    covered = tiles_of_bits(scene.board, scene.covered_on(floor.id))
    gone |= {veil_key(scene.id, tile, floor.id): None for tile in covered}
    gone |= {
        area_key(scene.id, area.id): None
        for area in scene.areas.values()
        if floor.id in (area.storey, *area.storeys)
    }
    entries = changes(world, {floor_key(scene.id, floor.id): None, **gone})
    return ActionPlan(entries, say("removed the floor {name}", name=floor.name))


def _put(
    world: World,
    scene: MapScene,
    floor: FloorRecord,
    label: str,
    more: Mapping[str, None] = MappingProxyType({}),
) -> ActionPlan:
    entries = changes(world, {floor_key(scene.id, floor.id): plain(floor), **more})
    return ActionPlan(entries, label, made=floor.id)


def _without_stairs(
    scene: MapScene, gone: Collection[tuple[str, tuple[int, int]]]
) -> dict[str, None]:
    """Return the changes that remove the stairs that end on one of these tiles."""
    return {
        stairs_key(scene.id, stairs.id): None
        for stairs in scene.stairs.values()
        if any((end.storey, end.at) in gone for end in (stairs.low, stairs.high))
    }


def _found(scene: MapScene, floor: str) -> FloorRecord:
    if floor not in scene.floors:
        raise Refusal("floorGone")
    return scene.floors[floor]


def _free_name(scene: MapScene, name: str) -> str:
    cleaned = clean_name(name)
    if any(each.name == cleaned for each in scene.floors.values()):
        raise Refusal("floorTaken")
    return cleaned


def _on_map(scene: MapScene, spans: Iterable[tuple[int, int, int]]) -> list[tuple[int, int]]:
    """Return the tiles of these spans, or raise a Refusal if one is missing."""
    tiles = [tile for span in spans for tile in along(scene.board, span)]
    for tile in tiles:
        if tile not in scene.board:
            raise Refusal("offMap", tile=tile_name(scene.record.grid, tile))
    return tiles

"""Plan the game master's changes to light: lamps on tiles and figures, and a map's darkness."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from sightline.model.cell import tile_name
from sightline.model.numbers import exact
from sightline.table.actions.planning import plan_for
from sightline.table.protocol.actions import (
    EditFigure,
    EditLamp,
    PlaceLamp,
    RemoveLamp,
    SetDarkness,
)
from sightline.table.protocol.types import WireLamp
from sightline.table.state.keys import lamp_key, map_key
from sightline.table.state.plans import ActionPlan, changes
from sightline.table.state.records import HeldLamp, LampRecord, Refusal, new_id, plain
from sightline.table.state.scene import MapScene
from sightline.table.state.world import World
from sightline.texts import say


@plan_for(PlaceLamp)
def plan_place_lamp(world: World, scene: MapScene, action: PlaceLamp) -> ActionPlan:
    where = _on_map(scene, action.at)
    bright, dim = _radii(action.bright, action.dim)
    elevation = _height(action.elevation)
    lamp = LampRecord(new_id("l"), action.at, bright, dim, action.color, elevation=elevation)
    entries = changes(world, {lamp_key(scene.id, lamp.id): plain(lamp)})
    return ActionPlan(entries, say("placed a light on {tile}", tile=where), made=lamp.id)


@plan_for(EditLamp)
def plan_edit_lamp(world: World, scene: MapScene, action: EditLamp) -> ActionPlan:
    lamp = _found(scene, action.lamp)
    given: dict[str, Any] = {
        name: value
        for name in ("at", "color", "on")
        if (value := getattr(action, name)) is not UNSET
    }
    for name in ("bright", "dim"):
        if (radius := getattr(action, name)) is not UNSET:
            given[name] = _radius(radius)
    if action.elevation is not UNSET:
        given["elevation"] = _height(action.elevation)
    edited = msgspec.structs.replace(lamp, **given)
    _radii(edited.bright, edited.dim)
    where = _on_map(scene, edited.at)
    label = say("changed the light on {tile}", tile=where)
    if edited.on != lamp.on and edited.on:
        label = say("lit the light on {tile}", tile=where)
    elif edited.on != lamp.on:
        label = say("put out the light on {tile}", tile=where)
    elif edited.at != lamp.at:
        label = say("moved a light to {tile}", tile=where)
    wanted = {lamp_key(scene.id, lamp.id): plain(edited)}
    return ActionPlan(changes(world, wanted), label)


@plan_for(RemoveLamp)
def plan_remove_lamp(world: World, scene: MapScene, action: RemoveLamp) -> ActionPlan:
    where = tile_name(scene.record.grid, _found(scene, action.lamp).at)
    entries = changes(world, {lamp_key(scene.id, action.lamp): None})
    return ActionPlan(entries, say("removed the light on {tile}", tile=where))


@plan_for(SetDarkness)
def plan_darkness(world: World, scene: MapScene, action: SetDarkness) -> ActionPlan:
    darkness = UNSET if action.darkness == "daylight" else action.darkness
    record = msgspec.structs.replace(scene.record, darkness=darkness)
    here = scene.record.name
    label = {
        "daylight": say("made it daylight on {map}", map=here),
        "dim": say("made it dim on {map}", map=here),
        "dark": say("made it dark on {map}", map=here),
    }[action.darkness]
    return ActionPlan(changes(world, {map_key(scene.id): plain(record)}), label)


def eyes_and_lamp(action: EditFigure) -> dict[str, Any]:
    """Return the fields of a figure's record that an edit sets: sight ranges and lamp."""
    given: dict[str, Any] = {}
    if action.sight_range is not UNSET:
        given["sight_range"] = UNSET if action.sight_range is None else _radius(action.sight_range)
    if action.dark_vision is not UNSET:
        given["dark_vision"] = "all" if action.dark_vision is None else _dark(action.dark_vision)
    if action.lamp is not UNSET:
        given["lamp"] = UNSET if action.lamp is None else _held(action.lamp)
    return given


def _dark(radius: float) -> str | UnsetType:
    return _radius(radius) if radius else UNSET


def _held(lamp: WireLamp) -> HeldLamp:
    bright, dim = _radii(lamp.bright, lamp.dim)
    return HeldLamp(bright, dim, lamp.color, lamp.on, lamp.when_hidden)


def _radii(bright: float | str, dim: float | str) -> tuple[str, str]:
    """Return both radii in stored form. A lamp with radius 0 is refused."""
    radii = _radius(bright), _radius(dim)
    if radii == ("0", "0"):
        raise Refusal("lightRadius")
    return radii


def _height(elevation: float | None) -> str | UnsetType:
    return UNSET if elevation is None else str(exact(elevation, "elevation"))


def _radius(radius: float | str) -> str:
    return radius if isinstance(radius, str) else str(exact(radius, "radius"))


def _found(scene: MapScene, lamp: str) -> LampRecord:
    found = scene.lamps.get(lamp)
    if found is None:
        raise Refusal("lightGone")
    return found


def _on_map(scene: MapScene, tile: tuple[int, int]) -> str:
    """Return the tile's name, or raise a Refusal if it is not on the map."""
    name = tile_name(scene.record.grid, tile)
    if tile not in scene.board:
        raise Refusal("offMap", tile=name)
    return name

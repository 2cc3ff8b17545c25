"""Plan the game master's changes to figures and furniture: place, edit, move, transfer, remove."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from sightline.errors import InvalidValueError
from sightline.model.figure import KINDS, OTHER_NAMES, as_side
from sightline.model.numbers import exact
from sightline.table.actions.planning import plan_for
from sightline.table.actions.plans.lights import eyes_and_lamp
from sightline.table.actions.plans.turns import leaving
from sightline.table.protocol.actions import (
    BringFigure,
    DuplicateFigure,
    EditFigure,
    LiftFigure,
    Move,
    PlaceFigure,
    RemoveFigure,
)
from sightline.table.state.keys import figure_key, note_key
from sightline.table.state.names import clean_name, distinct_name
from sightline.table.state.plans import ActionPlan, changes
from sightline.table.state.records import FigureRecord, Refusal, new_id, plain
from sightline.table.state.scene import MapScene
from sightline.table.state.world import World
from sightline.texts import as_text, say

FURNITURE = tuple(kind for kind, template in KINDS.items() if template.furniture)


@plan_for(Move, "master")
def plan_move(world: World, action: Move) -> ActionPlan:
    """Plan a move by the game master, who may move figures anywhere, even through walls."""
    scene, figure = found(world, action.figure)
    check_start(figure, action.start)
    moved = msgspec.structs.replace(figure, at=action.to)
    if action.storey is not None:
        scene.check_tile(action.to, action.storey)
        elevation = scene.floors[action.storey].height if action.storey else UNSET
        moved = msgspec.structs.replace(moved, elevation=elevation)
    wanted = {figure_key(scene.id, figure.id): plain(moved)}
    route = (scene.board.grid.tile(*action.to),)
    return ActionPlan(changes(world, wanted), say("moved {name}", name=figure.name), route=route)


@plan_for(PlaceFigure)
def plan_place(world: World, scene: MapScene, action: PlaceFigure) -> ActionPlan:
    kind = OTHER_NAMES.get(action.kind, action.kind)
    if kind != "figure" and kind not in FURNITURE:
        raise Refusal("noFurniture", kinds=", ".join(FURNITURE))
    template = KINDS[kind]
    usual = usual_size(kind, scene.record.grid)
    name = clean_name(action.name)
    if not template.furniture:
        name = _numbered(scene, name)
    figure = FigureRecord(
        id=new_id("f"),
        name=name,
        at=action.at,
        size=usual if action.size is None else action.size,
        side=action.side,
        kind=kind,
        blocks=template.blocks_sight if action.blocks is None else action.blocks,
        sighted=action.sighted and not template.furniture,
        hidden=action.hidden,
        owners=_owners(world, action.owners),
        alias=_usual_alias(name),
        elevation=UNSET if action.elevation is None else str(exact(action.elevation, "elevation")),
    )
    entries = changes(world, {figure_key(scene.id, figure.id): plain(figure)})
    return ActionPlan(entries, say("placed {name}", name=figure.name), made=figure.id)


@plan_for(DuplicateFigure)
def plan_duplicate(world: World, action: DuplicateFigure) -> ActionPlan:
    scene, figure = found(world, action.figure)
    name = _numbered(scene, _without_number(figure.name) or figure.name)
    copied = msgspec.structs.replace(
        figure,
        id=new_id("f"),
        name=figure.name if figure.furniture else name,
        at=action.at,
        owners=(),
        alias=figure.alias if figure.alias is not UNSET else _usual_alias(name),
    )
    entries = changes(world, {figure_key(scene.id, copied.id): plain(copied)})
    return ActionPlan(entries, say("placed {name}", name=copied.name), made=copied.id)


def _numbered(scene: MapScene, name: str) -> str:
    """Return the name, with the next free number if it is taken on this map."""
    return distinct_name(name, (each.name for each in scene.figures.values()))


def _without_number(name: str) -> str:
    """Return "Goblin" for "Goblin 3", or "" if the name has no number."""
    base, _, number = name.rpartition(" ")
    return base if number.isdecimal() else ""


def _usual_alias(name: str) -> str | UnsetType:
    """Return the default name for players: without a number, which would reveal unseen figures."""
    return _without_number(name) or UNSET


def usual_size(kind: str, grid: str) -> tuple[int, int]:
    """Return the default size. Furniture sizes are made for squares; on hexes everything covers
    one hex.
    """
    return KINDS[kind].size if grid == "square" else (1, 1)


@plan_for(EditFigure)
def plan_edit(world: World, action: EditFigure) -> ActionPlan:
    scene, figure = found(world, action.figure)
    given: dict[str, Any] = {
        name: value
        for name in ("side", "size", "blocks", "sighted", "hidden")
        if (value := getattr(action, name)) is not UNSET
    }
    if action.name is not UNSET:
        given["name"] = clean_name(action.name)
        if figure.alias is UNSET:
            given["alias"] = _usual_alias(given["name"])
    if action.alias is not UNSET:
        given["alias"] = clean_name(action.alias) if action.alias.strip() else UNSET
    if "side" in given:
        given["team"] = UNSET  # a new side brings its default settings
    if action.team is not UNSET:
        given["team"] = _team(action.team)
    if action.owners is not UNSET:
        given["owners"] = _owners(world, action.owners)
    edited = msgspec.structs.replace(figure, **given, **eyes_and_lamp(action))
    label = say("changed {name}", name=figure.name)
    if edited.hidden != figure.hidden and edited.hidden:
        label = say("hid {name}", name=figure.name)
    elif edited.hidden != figure.hidden:
        label = say("revealed {name}", name=figure.name)
    wanted = {figure_key(scene.id, figure.id): plain(edited)}
    return ActionPlan(changes(world, wanted), label)


@plan_for(LiftFigure, "master")
def plan_lift(world: World, action: LiftFigure) -> ActionPlan:
    scene, figure = found(world, action.figure)
    return lifted(world, scene, figure, action.elevation)


def lifted(
    world: World, scene: MapScene, figure: FigureRecord, elevation: float | None
) -> ActionPlan:
    """Plan to set the height of a figure's feet."""
    feet = UNSET if elevation is None else str(exact(elevation, "elevation"))
    wanted = {
        figure_key(scene.id, figure.id): plain(msgspec.structs.replace(figure, elevation=feet))
    }
    return ActionPlan(
        changes(world, wanted), say("changed the elevation of {name}", name=figure.name)
    )


@plan_for(RemoveFigure)
def plan_remove(world: World, action: RemoveFigure) -> ActionPlan:
    scene, figure = found(world, action.figure)
    gone = {figure_key(scene.id, figure.id): None, **leaving(scene, figure)}
    entries = changes(world, gone)
    return ActionPlan(entries, say("removed {name}", name=figure.name))


@plan_for(BringFigure)
def plan_bring(world: World, scene: MapScene, action: BringFigure) -> ActionPlan:
    origin, figure = found(world, action.figure)
    if origin is scene:
        raise Refusal("tokenHere", name=figure.name)
    moved = msgspec.structs.replace(figure, at=action.at)
    wanted: dict[str, Any] = {
        figure_key(origin.id, figure.id): None,
        figure_key(scene.id, figure.id): plain(moved),
        **leaving(origin, figure),
    }
    for note in origin.notes.values():
        if note.figure == figure.id:
            wanted[note_key(scene.id, note.id)] = plain(note)
    return ActionPlan(
        changes(world, wanted),
        say("brought {name} to {map}", name=figure.name, map=scene.record.name),
    )


def found(world: World, figure: str) -> tuple[MapScene, FigureRecord]:
    here = world.find_figure(figure)
    if here is None:
        raise Refusal("tokenGone")
    return here


def check_start(figure: FigureRecord, start: tuple[int, int] | None) -> None:
    """Refuse a move if the figure is no longer where the user saw it.

    So of two concurrent moves of a figure, one fails.
    """
    if start is not None and start != figure.at:
        raise Refusal("tokenMoved", name=figure.called)


def _team(word: str) -> str | UnsetType:
    try:
        return as_side(word) or UNSET
    except InvalidValueError as error:
        raise Refusal("badSide", error=as_text(error)) from error


def _owners(world: World, owners: list[str]) -> tuple[str, ...]:
    if not all(owner in world.players for owner in owners):
        raise Refusal("playerGone")
    return tuple(dict.fromkeys(owners))

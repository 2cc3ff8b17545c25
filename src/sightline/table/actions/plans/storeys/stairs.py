"""Plan stairs and ladders, and figures that take them."""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol

from msgspec import UNSET
from msgspec.structs import replace

from sightline.model.cell import tile_name
from sightline.table.actions.planning import plan_for
from sightline.table.actions.plans.figures import found
from sightline.table.actions.plans.player_turn import own_figure
from sightline.table.protocol.actions import Climb, PutStairs, RemoveStairs
from sightline.table.state.keys import figure_key, stairs_key
from sightline.table.state.plans import ActionPlan, changes
from sightline.table.state.records import (
    Actor,
    FigureRecord,
    Refusal,
    StairsRecord,
    new_id,
    plain,
)
from sightline.table.state.scene import MapScene
from sightline.table.state.world import World


class KnowsStairs(Protocol):
    """What a player knows of stairs."""

    def knows_stairs(self, stairs: str) -> bool:
        """Whether the player has seen an end of them."""


@plan_for(PutStairs)
def plan_stairs(world: World, scene: MapScene, action: PutStairs) -> ActionPlan:
    if action.at not in scene.board:
        raise Refusal("offMap", tile=tile_name(scene.record.grid, action.at))
    ends = action.low, action.high
    for end in ends:
        if end and (end not in scene.floors or action.at not in scene.board.floor(end).tiles):
            raise Refusal("stairsEnds")
    low, high = (_height(scene, end, action.at) for end in ends)
    if not action.high or low >= high:
        raise Refusal("stairsEnds")
    stairs = StairsRecord(new_id("s"), action.at, action.low, action.high)
    entries = changes(world, {stairs_key(scene.id, stairs.id): plain(stairs)})
    return ActionPlan(entries, "placed stairs", made=stairs.id)


@plan_for(RemoveStairs)
def plan_remove_stairs(world: World, scene: MapScene, action: RemoveStairs) -> ActionPlan:
    stairs = _found(scene, action.stairs)
    return ActionPlan(changes(world, {stairs_key(scene.id, stairs.id): None}), "removed stairs")


@plan_for(Climb, "master")
def plan_climb(world: World, action: Climb) -> ActionPlan:
    scene, figure = found(world, action.figure)
    return _climbed(world, scene, figure, _found(scene, action.stairs))


@plan_for(Climb, "player")
def plan_own_climb(
    world: World, actor: Actor, scene: MapScene, known: KnowsStairs, action: Climb
) -> ActionPlan:
    """Whether the other end is free they notice only by going there."""
    figure = own_figure(world, actor, scene, action.figure)
    if not known.knows_stairs(action.stairs):
        raise Refusal("stairsGone")
    planned = _climbed(world, scene, figure, _found(scene, action.stairs))
    board = scene.board.copy()
    try:
        other = replace(figure, elevation=planned.entries[0].after.get("elevation", UNSET))
        board.move(figure.id, figure.at, elevation=_feet(other))
    except ValueError:
        raise Refusal("barred") from None
    return planned


def _climbed(
    world: World, scene: MapScene, figure: FigureRecord, stairs: StairsRecord
) -> ActionPlan:
    on = scene.storey_under(figure.id)
    placed = scene.board.figure(figure.id)
    stands = scene.board.body(placed)[0] == _height(scene, on, stairs.at)
    if stairs.at not in placed.tiles or on not in (stairs.low, stairs.high) or not stands:
        raise Refusal("notAtStairs", name=figure.called)
    goal = stairs.low if on == stairs.high else stairs.high
    climbed = replace(figure, elevation=scene.floors[goal].height if goal else UNSET)
    wanted = {figure_key(scene.id, figure.id): plain(climbed)}
    way = "up" if goal == stairs.high else "down"
    return ActionPlan(changes(world, wanted), f"moved {figure.name} {way} the stairs")


def _feet(figure: FigureRecord) -> Fraction | None:
    return None if figure.elevation is UNSET else Fraction(figure.elevation)


def _height(scene: MapScene, storey: str, at: tuple[int, int]) -> Fraction:
    return Fraction(scene.floors[storey].height) if storey else scene.board.ground_at(at)


def _found(scene: MapScene, stairs: str) -> StairsRecord:
    if stairs not in scene.stairs:
        raise Refusal("stairsGone")
    return scene.stairs[stairs]

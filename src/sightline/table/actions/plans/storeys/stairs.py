"""Plan stairs and ladders, and figures that take them."""

from __future__ import annotations

from sightline.model.cell import tile_name
from sightline.table.actions.planning import plan_for
from sightline.table.actions.plans.figures import found
from sightline.table.actions.plans.player_turn import own_figure
from sightline.table.actions.plans.storeys.climbing import (
    KnowsStairs,
    climbed,
    climbed_by_player,
    found_stairs,
    height_of,
    is_tile_of,
)
from sightline.table.protocol.actions import Climb, PutStairs, RemoveStairs
from sightline.table.state.keys import stairs_key
from sightline.table.state.plans import ActionPlan, changes
from sightline.table.state.records import Actor, Refusal, StairsRecord, new_id, plain
from sightline.table.state.scene import MapScene
from sightline.table.state.world import World
from sightline.texts import say


@plan_for(PutStairs)
def plan_stairs(world: World, scene: MapScene, action: PutStairs) -> ActionPlan:
    low, high = action.low, action.high
    for end in (low, high):
        if end.at not in scene.board:
            raise Refusal("offMap", tile=tile_name(scene.record.grid, end.at))
        if end.storey and not is_tile_of(scene, end):
            raise Refusal("stairsEnds")
    if low.storey == high.storey or height_of(scene, low) >= height_of(scene, high):
        raise Refusal("stairsEnds")
    stairs = StairsRecord(new_id("s"), low, high)
    entries = changes(world, {stairs_key(scene.id, stairs.id): plain(stairs)})
    return ActionPlan(entries, say("placed stairs"), made=stairs.id)


@plan_for(RemoveStairs)
def plan_remove_stairs(world: World, scene: MapScene, action: RemoveStairs) -> ActionPlan:
    stairs = found_stairs(scene, action.stairs)
    entries = changes(world, {stairs_key(scene.id, stairs.id): None})
    return ActionPlan(entries, say("removed stairs"))


@plan_for(Climb, "master")
def plan_climb(world: World, action: Climb) -> ActionPlan:
    scene, figure = found(world, action.figure)
    return climbed(world, scene, figure, found_stairs(scene, action.stairs))


@plan_for(Climb, "player")
def plan_own_climb(
    world: World, actor: Actor, scene: MapScene, known: KnowsStairs, action: Climb
) -> ActionPlan:
    figure = own_figure(world, actor, scene, action.figure)
    return climbed_by_player(world, scene, known, figure, action.stairs)

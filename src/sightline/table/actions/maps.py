"""Plans what the master does with maps: make, name, show, delete, and choose the rule of each."""

from __future__ import annotations

from typing import Any

import msgspec

from sightline.errors import SightlineError
from sightline.model.board import Board
from sightline.model.hexagon import HexBoard
from sightline.model.square import SquareBoard
from sightline.rules.registry import rule_from_dict
from sightline.table.protocol import DeleteMap, NewMap, RenameMap, SetRule, ShowMap
from sightline.table.state import (
    TABLE,
    ActionPlan,
    MapScene,
    Refusal,
    World,
    changes,
    check_maps,
    check_tiles,
    clean_name,
    deleting,
    map_entries,
    map_key,
    plain,
    usual_rule,
)


def plan_new_map(world: World, action: NewMap) -> ActionPlan:
    board: Board
    if action.grid == "square":
        board = SquareBoard(action.rows, action.cols)
    else:
        check_tiles(3 * action.rows * (action.rows + 1) + 1)
        board = HexBoard(action.rows)
    check_maps(len(world.scenes))
    name = clean_name(action.name, "A map")
    map_id, entries = map_entries(name, board, usual_rule(action.grid), next_order(world))
    return ActionPlan(entries, f"added the map {name}", made=map_id)


def next_order(world: World) -> int:
    """The place of a new map: after all others."""
    return 1 + max((scene.record.order for scene in world.scenes.values()), default=0)


def plan_rename(world: World, action: RenameMap) -> ActionPlan:
    scene = map_called(world, action.map)
    renamed = msgspec.structs.replace(scene.record, name=clean_name(action.name, "A map"))
    wanted = {map_key(scene.id): plain(renamed)}
    return ActionPlan(changes(world, wanted), f"renamed {scene.record.name} to {renamed.name}")


def plan_delete(world: World, action: DeleteMap) -> ActionPlan:
    scene = map_called(world, action.map)
    if len(world.scenes) == 1:
        raise Refusal("The last map cannot be deleted.")
    entries = deleting(world, scene.id)
    if world.table.shown == scene.id:
        hidden = plain(msgspec.structs.replace(world.table, shown=None))
        entries += changes(world, {TABLE: hidden})
    return ActionPlan(entries, f"deleted the map {scene.record.name}")


def plan_show(world: World, action: ShowMap) -> ActionPlan:
    label = "took the map away from the players"
    if action.map is not None:
        label = f"showed the players {map_called(world, action.map).record.name}"
    shown = msgspec.structs.replace(world.table, shown=action.map)
    return ActionPlan(changes(world, {TABLE: plain(shown)}), label)


def plan_rule(world: World, scene: MapScene, action: SetRule) -> ActionPlan:
    rule = _checked_rule(action.rule, scene.record.grid)
    ruled = msgspec.structs.replace(scene.record, rule=rule)
    return ActionPlan(changes(world, {map_key(scene.id): plain(ruled)}), "changed the rule")


def map_called(world: World, map_id: str) -> MapScene:
    scene = world.scenes.get(map_id)
    if scene is None:
        raise Refusal("There is no such map any more.")
    return scene


def _checked_rule(data: Any, grid: str) -> dict[str, Any]:
    try:
        rule = rule_from_dict(data)
    except SightlineError as error:
        raise Refusal(f"That is no rule: {error}.") from error
    if grid not in rule.grids:
        raise Refusal(f"That rule is not for {'squares' if grid == 'square' else 'hexes'}.")
    return rule.to_dict()

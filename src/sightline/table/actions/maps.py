"""Plans what the master does with maps: make, name, show, delete, and choose the rule of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from sightline.errors import SightlineError
from sightline.model.board import Board
from sightline.model.hexagon import HexBoard
from sightline.model.square import SquareBoard
from sightline.packs import PACKS, Pack
from sightline.packs.reading import to_data
from sightline.rules.pack import PackRule
from sightline.rules.registry import rule_from_dict
from sightline.rules.rule import Rule
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
    pack_key,
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
    rule = _checked_rule(world, action.rule, scene.record.grid)
    ruled = msgspec.structs.replace(scene.record, rule=rule.to_dict())
    wanted: dict[str, Any] = {map_key(scene.id): plain(ruled)}
    before = scene.rule
    if isinstance(before, PackRule) and before.pack.name not in (*PACKS, *world.packs):
        # A game that came with the map: it must not be gone from the menu for having been left.
        wanted[pack_key(before.pack.name)] = to_data(before.pack)
    return ActionPlan(changes(world, wanted), "changed the rule")


def plan_packs(world: World, packs: Sequence[Pack]) -> ActionPlan:
    """Bring rules of games to the table; one of the same name takes the place of the old. Maps that
    are judged by that one keep it as it was, until their master chooses again."""
    wanted = {pack_key(pack.name): to_data(pack) for pack in packs}
    titles = ", ".join(pack.title for pack in packs)
    return ActionPlan(changes(world, wanted), f"brought the rules of {titles}", undoable=False)


def map_called(world: World, map_id: str) -> MapScene:
    scene = world.scenes.get(map_id)
    if scene is None:
        raise Refusal("There is no such map any more.")
    return scene


def _checked_rule(world: World, data: dict[str, Any], grid: str) -> Rule:
    try:
        rule = _named_game(world, data) or rule_from_dict(data)
    except SightlineError as error:
        raise Refusal(f"That is no rule: {error}.") from error
    if grid not in rule.grids:
        raise Refusal(f"That rule is not for {'squares' if grid == 'square' else 'hexes'}.")
    return rule


def _named_game(world: World, data: dict[str, Any]) -> Rule | None:
    """The rule of a game as pages name it: "pack:dnd5e". The master's own come first."""
    kind = data.get("rule")
    if not isinstance(kind, str) or not kind.startswith("pack:"):
        return None
    if len(data) > 1:
        raise Refusal("Nothing can be set of the rule of a game.")
    name = kind.removeprefix("pack:")
    here = {
        scene.rule.pack.name: scene.rule.pack
        for scene in world.scenes.values()
        if isinstance(scene.rule, PackRule)
    }
    return PackRule(world.packs.get(name) or PACKS.get(name) or here.get(name) or PACKS[name])

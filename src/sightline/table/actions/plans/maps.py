"""Plan the game master's changes to maps: create, rename, show, delete, and choose the rule."""

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
from sightline.rules.menu import rule_from_menu
from sightline.rules.rule import Rule
from sightline.table.actions.planning import plan_for
from sightline.table.protocol.actions import DeleteMap, NewMap, RenameMap, SetRule, ShowMap
from sightline.table.state.archive import deleting
from sightline.table.state.capacity import check_maps, check_tiles
from sightline.table.state.imported_map import usual_rule
from sightline.table.state.keys import TABLE, map_key, pack_key
from sightline.table.state.names import clean_name
from sightline.table.state.plans import ActionPlan, changes
from sightline.table.state.records import Refusal, plain
from sightline.table.state.scene import MapScene
from sightline.table.state.world import World, map_entries
from sightline.texts import as_text, say


@plan_for(NewMap)
def plan_new_map(world: World, action: NewMap) -> ActionPlan:
    board: Board
    if action.grid == "square":
        board = SquareBoard(action.rows, action.cols)
    else:
        check_tiles(3 * action.rows * (action.rows + 1) + 1)
        board = HexBoard(action.rows)
    check_maps(len(world.scenes))
    name = clean_name(action.name)
    map_id, entries = map_entries(name, board, usual_rule(action.grid), next_order(world))
    return ActionPlan(entries, say("added the map {name}", name=name), made=map_id)


def next_order(world: World) -> int:
    """Return the sort position that puts a new map last."""
    return 1 + max((scene.record.order for scene in world.scenes.values()), default=0)


@plan_for(RenameMap)
def plan_rename(world: World, action: RenameMap) -> ActionPlan:
    scene = map_called(world, action.map)
    renamed = msgspec.structs.replace(scene.record, name=clean_name(action.name))
    wanted = {map_key(scene.id): plain(renamed)}
    return ActionPlan(
        changes(world, wanted),
        say("renamed {old} to {new}", old=scene.record.name, new=renamed.name),
    )


@plan_for(DeleteMap)
def plan_delete(world: World, action: DeleteMap) -> ActionPlan:
    scene = map_called(world, action.map)
    if len(world.scenes) == 1:
        raise Refusal("lastMap")
    entries = deleting(world, scene.id)
    if world.table.shown == scene.id:
        hidden = plain(msgspec.structs.replace(world.table, shown=None))
        entries += changes(world, {TABLE: hidden})
    return ActionPlan(entries, say("deleted the map {name}", name=scene.record.name))


@plan_for(ShowMap)
def plan_show(world: World, action: ShowMap) -> ActionPlan:
    label = say("hid the map from the players")
    if action.map is not None:
        label = say("showed the players {map}", map=map_called(world, action.map).record.name)
    shown = msgspec.structs.replace(world.table, shown=action.map)
    return ActionPlan(changes(world, {TABLE: plain(shown)}), label)


@plan_for(SetRule)
def plan_rule(world: World, scene: MapScene, action: SetRule) -> ActionPlan:
    rule = _checked_rule(world, action.rule, scene.record.grid)
    ruled = msgspec.structs.replace(scene.record, rule=rule.to_dict())
    wanted: dict[str, Any] = {map_key(scene.id): plain(ruled)}
    before = scene.rule.game
    if before is not None and before.name not in (*PACKS, *world.packs):
        # The map's current game stays in the menu after another one is chosen.
        wanted[pack_key(before.name)] = to_data(before)
    return ActionPlan(changes(world, wanted), say("changed the rule"))


def plan_packs(world: World, packs: Sequence[Pack]) -> ActionPlan:
    """Add rule packs to the table. A pack replaces one of the same name.

    Maps that use the old pack keep it until the game master chooses a rule again.
    """
    wanted = {pack_key(pack.name): to_data(pack) for pack in packs}
    titles = ", ".join(pack.title for pack in packs)
    return ActionPlan(
        changes(world, wanted), say("added the rules of {games}", games=titles), undoable=False
    )


def map_called(world: World, map_id: str) -> MapScene:
    scene = world.scenes.get(map_id)
    if scene is None:
        raise Refusal("mapGone")
    return scene


def _checked_rule(world: World, data: dict[str, Any], grid: str) -> Rule:
    games = (scene.rule.game for scene in world.scenes.values())
    here = {game.name: game for game in games if game is not None and game.name not in PACKS}
    try:
        rule = rule_from_menu(data, {**here, **world.packs})
    except SightlineError as error:
        raise Refusal("notARule", error=as_text(error)) from error
    if grid not in rule.grids:
        raise Refusal("notForSquares" if grid == "square" else "notForHexes")
    return rule

"""The master keeps the table: its maps, its options, its players and their links."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET

from sightline.errors import SightlineError
from sightline.model.board import Board
from sightline.model.hexagon import HexBoard
from sightline.model.square import SquareBoard
from sightline.rules.center import CenterRule
from sightline.rules.hexray import HexRay
from sightline.rules.registry import rule_from_dict
from sightline.table.protocol.client import (
    Admit,
    DeleteMap,
    Dismiss,
    NewLink,
    NewMap,
    RenameMap,
    SetOptions,
    SetRule,
    ShowMap,
)
from sightline.table.state.archive import removing
from sightline.table.state.keys import TABLE, figure_key, map_key, player_key
from sightline.table.state.names import clean_name
from sightline.table.state.plans import Plan, changes
from sightline.table.state.records import (
    MAX_MAPS,
    MAX_TILES,
    PlayerRecord,
    Refusal,
    new_secret,
    plain,
)
from sightline.table.state.scene import Scene
from sightline.table.state.world import World, map_entries

OPTIONS = ("shared_sight", "players_move", "players_doors", "room_locked")

# --- maps -----------------------------------------------------------------------------------------


def plan_new_map(world: World, action: NewMap) -> Plan:
    board: Board
    if action.grid == "square":
        board = SquareBoard(action.rows, action.cols)
    else:
        hexes = 3 * action.rows * (action.rows + 1) + 1
        if hexes > MAX_TILES:  # said before they are made
            raise Refusal(f"A map has at most {MAX_TILES:,} tiles; this one has {hexes:,}.")
        board = HexBoard(action.rows)
    if len(world.scenes) >= MAX_MAPS:
        raise Refusal(f"A table has at most {MAX_MAPS} maps.")
    name = clean_name(action.name, "A map")
    map_id, entries = map_entries(name, board, usual_rule(action.grid), next_order(world))
    return Plan(entries, f"added the map {name}", made=map_id)


def usual_rule(grid: str) -> dict[str, Any]:
    """The rule of a map that brings none."""
    rule = CenterRule(ties="adjudicated") if grid == "square" else HexRay()
    return rule.to_dict()


def next_order(world: World) -> int:
    """The place of a new map: after all others."""
    return 1 + max((scene.record.order for scene in world.scenes.values()), default=0)


def plan_rename(world: World, action: RenameMap) -> Plan:
    scene = map_called(world, action.map)
    renamed = msgspec.structs.replace(scene.record, name=clean_name(action.name, "A map"))
    wanted = {map_key(scene.id): plain(renamed)}
    return Plan(changes(world, wanted), f"renamed {scene.record.name} to {renamed.name}")


def plan_delete(world: World, action: DeleteMap) -> Plan:
    scene = map_called(world, action.map)
    if len(world.scenes) == 1:
        raise Refusal("The last map cannot be deleted.")
    entries = removing(world, scene.id)
    if world.table.shown == scene.id:
        hidden = plain(msgspec.structs.replace(world.table, shown=None))
        entries += changes(world, {TABLE: hidden})
    return Plan(entries, f"deleted the map {scene.record.name}")


def plan_show(world: World, action: ShowMap) -> Plan:
    label = "took the map away from the players"
    if action.map is not None:
        label = f"showed the players {map_called(world, action.map).record.name}"
    shown = msgspec.structs.replace(world.table, shown=action.map)
    return Plan(changes(world, {TABLE: plain(shown)}), label)


def plan_rule(world: World, scene: Scene, action: SetRule) -> Plan:
    rule = _checked_rule(action.rule, scene.record.grid)
    ruled = msgspec.structs.replace(scene.record, rule=rule)
    return Plan(changes(world, {map_key(scene.id): plain(ruled)}), "changed the rule")


def map_called(world: World, map_id: str) -> Scene:
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


# --- options, players, links ----------------------------------------------------------------------


def plan_options(world: World, action: SetOptions) -> Plan:
    given = {name: value for name in OPTIONS if (value := getattr(action, name)) is not UNSET}
    table = msgspec.structs.replace(world.table, **given)
    return Plan(changes(world, {TABLE: plain(table)}), "changed the options of the table")


def plan_admit(world: World, action: Admit) -> Plan:
    player = _player(world, action.player)
    admitted = msgspec.structs.replace(player, waiting=False)
    entries = changes(world, {player_key(player.id): plain(admitted)})
    return Plan(entries, f"let {player.name} in", undoable=False)


def plan_dismiss(world: World, action: Dismiss) -> Plan:
    player = _player(world, action.player)
    wanted: dict[str, Any] = {player_key(player.id): None}
    for scene in (*world.scenes.values(), *world.put_away.values()):
        for figure in scene.figures.values():
            if player.id in figure.owners:
                owners = tuple(owner for owner in figure.owners if owner != player.id)
                freed = msgspec.structs.replace(figure, owners=owners)
                wanted[figure_key(scene.id, figure.id)] = plain(freed)
    return Plan(changes(world, wanted), f"showed {player.name} the door", undoable=False)


def plan_link(world: World, action: NewLink) -> Plan:
    if action.of == "player":
        if action.player is None:
            raise Refusal("A new link for which player?")
        player = _player(world, action.player)
        renewed = msgspec.structs.replace(player, secret=new_secret())
        entries = changes(world, {player_key(player.id): plain(renewed)})
        return Plan(entries, f"gave {player.name} a new link", undoable=False)
    if action.of == "join":
        table = msgspec.structs.replace(world.table, join_secret=new_secret())
        return Plan(
            changes(world, {TABLE: plain(table)}), "made a new link to join", undoable=False
        )
    table = msgspec.structs.replace(world.table, master_secret=new_secret())
    # The page that asked for it is told, or it could not come back.
    return Plan(
        changes(world, {TABLE: plain(table)}),
        "made a new link for the master",
        undoable=False,
        made=table.master_secret,
    )


def _player(world: World, player: str) -> PlayerRecord:
    if player not in world.players:
        raise Refusal("There is no such player any more.")
    return world.players[player]

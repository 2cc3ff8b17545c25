"""Plans what the master does with players: admit, dismiss, give links, and choose the options."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET

from sightline.table.protocol import Admit, Dismiss, NewLink, SetOptions
from sightline.table.state import (
    TABLE,
    ActionPlan,
    PlayerRecord,
    Refusal,
    World,
    area_key,
    changes,
    figure_key,
    new_secret,
    plain,
    player_key,
)

OPTIONS = ("shared_sight", "players_move", "players_doors", "room_locked")


def plan_options(world: World, action: SetOptions) -> ActionPlan:
    given: dict[str, Any] = {
        name: value for name in OPTIONS if (value := getattr(action, name)) is not UNSET
    }
    if action.health_shown is not UNSET:
        before = world.table.health_shown
        chosen = msgspec.to_builtins(action.health_shown)  # without the sides that are left out
        given["health_shown"] = {**({} if before is UNSET else before), **chosen}
    table = msgspec.structs.replace(world.table, **given)
    return ActionPlan(changes(world, {TABLE: plain(table)}), "changed the options of the table")


def plan_admit(world: World, action: Admit) -> ActionPlan:
    player = _player(world, action.player)
    admitted = msgspec.structs.replace(player, waiting=False)
    entries = changes(world, {player_key(player.id): plain(admitted)})
    return ActionPlan(entries, f"let {player.name} in", undoable=False)


def plan_dismiss(world: World, action: Dismiss) -> ActionPlan:
    player = _player(world, action.player)
    wanted: dict[str, Any] = {player_key(player.id): None}
    for scene in (*world.scenes.values(), *world.archived.values()):
        for figure in scene.figures.values():
            if player.id in figure.owners:
                owners = tuple(owner for owner in figure.owners if owner != player.id)
                freed = msgspec.structs.replace(figure, owners=owners)
                wanted[figure_key(scene.id, figure.id)] = plain(freed)
        for area in scene.areas.values():
            if area.owner == player.id:
                wanted[area_key(scene.id, area.id)] = None
    return ActionPlan(changes(world, wanted), f"showed {player.name} the door", undoable=False)


def plan_link(world: World, action: NewLink) -> ActionPlan:
    if action.of == "player":
        if action.player is None:
            raise Refusal("A new link for which player?")
        player = _player(world, action.player)
        renewed = msgspec.structs.replace(player, secret=new_secret())
        entries = changes(world, {player_key(player.id): plain(renewed)})
        return ActionPlan(entries, f"gave {player.name} a new link", undoable=False)
    if action.of == "join":
        table = msgspec.structs.replace(world.table, join_secret=new_secret())
        return ActionPlan(
            changes(world, {TABLE: plain(table)}), "made a new link to join", undoable=False
        )
    table = msgspec.structs.replace(world.table, master_secret=new_secret())
    # The page that asked for it gets it, or it could not come back.
    return ActionPlan(
        changes(world, {TABLE: plain(table)}),
        "made a new link for the master",
        undoable=False,
        made=table.master_secret,
    )


def _player(world: World, player: str) -> PlayerRecord:
    if player not in world.players:
        raise Refusal("There is no such player any more.")
    return world.players[player]

"""Plan the game master's changes to players: admit, dismiss, renew links, and set options."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET

from sightline.table.actions.planning import plan_for
from sightline.table.protocol.actions import Admit, Dismiss, NewLink, SetOptions
from sightline.table.state.keys import TABLE, area_key, figure_key, player_key
from sightline.table.state.plans import ActionPlan, changes
from sightline.table.state.records import PlayerRecord, Refusal, new_secret, plain
from sightline.table.state.world import World
from sightline.texts import say

OPTIONS = ("shared_sight", "players_move", "players_doors", "room_locked")


@plan_for(SetOptions)
def plan_options(world: World, action: SetOptions) -> ActionPlan:
    given: dict[str, Any] = {
        name: value for name in OPTIONS if (value := getattr(action, name)) is not UNSET
    }
    if action.health_shown is not UNSET:
        before = world.table.health_shown
        chosen = msgspec.to_builtins(action.health_shown)  # without the sides that were not sent
        given["health_shown"] = {**({} if before is UNSET else before), **chosen}
    table = msgspec.structs.replace(world.table, **given)
    return ActionPlan(
        changes(world, {TABLE: plain(table)}), say("changed the options of the table")
    )


@plan_for(Admit)
def plan_admit(world: World, action: Admit) -> ActionPlan:
    player = _player(world, action.player)
    if action.seat is not None:
        return _come_back(world, player, _player(world, action.seat))
    admitted = msgspec.structs.replace(player, waiting=False)
    entries = changes(world, {player_key(player.id): plain(admitted)})
    return ActionPlan(entries, say("let {name} in", name=player.name), undoable=False)


def _come_back(world: World, visitor: PlayerRecord, seat: PlayerRecord) -> ActionPlan:
    """Give the seat of a returning player to a visitor. The visitor's secret becomes that of the
    seat.
    """
    if not visitor.waiting or seat.waiting:
        raise Refusal("notWaiting")
    wanted = {
        player_key(visitor.id): None,
        player_key(seat.id): plain(msgspec.structs.replace(seat, secret=visitor.secret)),
    }
    return ActionPlan(
        changes(world, wanted), say("let {name} in again", name=seat.name), undoable=False
    )


@plan_for(Dismiss)
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
    return ActionPlan(
        changes(world, wanted),
        say("removed {name} from the table", name=player.name),
        undoable=False,
    )


@plan_for(NewLink)
def plan_link(world: World, action: NewLink) -> ActionPlan:
    if action.of == "player":
        if action.player is None:
            raise Refusal("linkForWhom")
        player = _player(world, action.player)
        renewed = msgspec.structs.replace(player, secret=new_secret())
        entries = changes(world, {player_key(player.id): plain(renewed)})
        return ActionPlan(entries, say("gave {name} a new link", name=player.name), undoable=False)
    if action.of == "join":
        table = msgspec.structs.replace(world.table, join_secret=new_secret())
        return ActionPlan(
            changes(world, {TABLE: plain(table)}), say("made a new link to join"), undoable=False
        )
    table = msgspec.structs.replace(world.table, master_secret=new_secret())
    # The requesting page gets the new secret, so that it can reconnect.
    return ActionPlan(
        changes(world, {TABLE: plain(table)}),
        say("made a new link for the game master"),
        undoable=False,
        made=table.master_secret,
    )


def _player(world: World, player: str) -> PlayerRecord:
    if player not in world.players:
        raise Refusal("playerGone")
    return world.players[player]

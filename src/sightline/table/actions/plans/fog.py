"""Plan the game master's changes to the fog of war: reveal, forget, cover, show, and map settings.

reveal    players learn tiles and remember them from now on
forget    players lose the memory of tiles, except those they see now
cover     players cannot see the tiles while covered; their memory of them stays
show      all players see the tiles
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from sightline.table.actions.planning import plan_for
from sightline.table.protocol.actions import CoverTiles, Forget, Reveal, SetSight, ShowTiles
from sightline.table.state.fog import EVERY_STOREY, FogChange, packed
from sightline.table.state.history import History, JournalRow
from sightline.table.state.keys import map_key, shown_key, veil_key
from sightline.table.state.plans import ActionPlan, changes, counted
from sightline.table.state.records import Refusal, plain
from sightline.table.state.scene import MapScene
from sightline.table.state.world import World
from sightline.table.vision.rooms import room_at
from sightline.table.vision.tile_sets import all_bits, bits_of_tiles, tiles_of_bits
from sightline.texts import and_list, say

FogArea = Reveal | Forget | CoverTiles | ShowTiles
"""The actions that select tiles."""

SETTINGS = {
    ("whole_rooms", True): say("made rooms seen whole"),
    ("whole_rooms", False): say("made rooms seen part by part"),
    ("friends_block", True): say("made friends block sight"),
    ("friends_block", False): say("made friends not block sight"),
}


@plan_for(Reveal)
def plan_reveal(world: World, scene: MapScene, action: Reveal) -> ActionPlan:
    tiles, whom = _area(scene, action), _players(world, scene, action.who)
    bits = dict.fromkeys(whom, packed(tiles))
    fog = FogChange("reveal", scene.id, bits, storey=action.storey)
    what, who = _what(action, tiles), _names(world, whom)
    return ActionPlan([], say("revealed {what} to {who}", what=what, who=who), fog=fog)


@plan_for(Forget)
def plan_forget(world: World, scene: MapScene, action: Forget) -> ActionPlan:
    tiles, whom = _area(scene, action), _players(world, scene, action.who)
    is_whole = not action.spans and action.room is None
    bits = dict.fromkeys(whom, packed(tiles))
    fog = FogChange("forget", scene.id, bits, storey=EVERY_STOREY if is_whole else action.storey)
    what, who = _what(action, tiles), _names(world, whom)
    return ActionPlan([], say("made {who} forget {what}", who=who, what=what), fog=fog)


@plan_for(CoverTiles)
def plan_cover(world: World, scene: MapScene, action: CoverTiles) -> ActionPlan:
    tiles = _area(scene, action)
    wanted = {
        veil_key(scene.id, tile, action.storey): True if action.on else None
        for tile in tiles_of_bits(scene.board, tiles)
    }
    what = _what(action, tiles)
    label = say("covered {what}", what=what) if action.on else say("uncovered {what}", what=what)
    return ActionPlan(changes(world, wanted), label)


@plan_for(ShowTiles)
def plan_show_tiles(world: World, scene: MapScene, action: ShowTiles) -> ActionPlan:
    tiles = _area(scene, action)
    wanted = {
        shown_key(scene.id, tile, action.storey): True if action.on else None
        for tile in tiles_of_bits(scene.board, tiles)
    }
    what = _what(action, tiles)
    if action.on:
        label = say("showed {what} to all", what=what)
    else:
        label = say("no longer showed {what} to all", what=what)
    return ActionPlan(changes(world, wanted), label)


@plan_for(SetSight)
def plan_sight(world: World, scene: MapScene, action: SetSight) -> ActionPlan:
    names = ("whole_rooms", "friends_block")
    given = {name: value for name in names if (value := getattr(action, name)) is not UNSET}
    settings = [
        words
        for (name, value), words in SETTINGS.items()
        if given.get(name, getattr(scene.record, name)) is value
        and getattr(scene.record, name) is not value
    ]
    if not settings:
        return ActionPlan([], say("changed no sight setting"))
    changed = plain(msgspec.structs.replace(scene.record, **given))
    return ActionPlan(changes(world, {map_key(scene.id): changed}), and_list(settings))


# --- undo -----------------------------------------------------------------------------------------


def fog_undone(history: History, row: JournalRow, *, forget: bool) -> FogChange | None:
    """Return how players' memory changes when this change is undone.

    Its direct effects on tiles are always reversed. Tiles that players saw because of it are
    removed only with `forget`.
    """
    fog = row.fog
    if fog is not None and fog.what == "forget":
        return FogChange("restore", fog.map, taken=fog.taken)
    if not forget and (fog is None or fog.what != "reveal"):
        return None
    shown = history.shown_by(row)
    if not shown:
        return None
    tiles = {who: packed(bits) for who, bits in shown.items()}
    return FogChange("forget", row.taught.map, tiles, storey=row.taught.storey)


# --- selected tiles and players -------------------------------------------------------------------


def _area(scene: MapScene, area: FogArea) -> int:
    """Return the selected tiles, without those outside the map."""
    board = scene.board
    storey = area.storey
    if storey and storey not in scene.floors:
        raise Refusal("floorGone")
    there = bits_of_tiles(board, scene.tiles_of_storey(storey)) if storey else all_bits(board)
    if not area.spans and area.room is None:
        return all_bits(board) if isinstance(area, Forget) else there
    if sum(count for _, _, count in area.spans) > 2 * len(board.tiles()):
        raise Refusal("fogTooMuch")
    across = board.grid.name == "square"
    tiles = (
        (a, b + i) if across else (a + i, b) for a, b, count in area.spans for i in range(count)
    )
    bits = bits_of_tiles(board, (tile for tile in tiles if tile in board))
    if area.room is not None:
        bits |= room_at(board, area.room)
    bits &= there
    if not bits:
        raise Refusal("fogOffMap")
    return bits


def _players(world: World, scene: MapScene, who: str) -> list[str]:
    seated = [player.id for player in world.players.values() if not player.waiting]
    if who == "all":
        if not seated:
            raise Refusal("noPlayersYet")
        return seated
    if who == "here":
        owners = {owner for figure in scene.figures.values() for owner in figure.owners}
        here = [player for player in seated if player in owners]
        if not here:
            raise Refusal("noPlayerHere")
        return here
    if who not in seated:
        raise Refusal("playerGone")
    return [who]


def _what(area: FogArea, tiles: int) -> str:
    if area.room is not None and not area.spans:
        return say("a room of {tiles}", tiles=counted(tiles.bit_count(), "tile"))
    if not area.spans:
        return say("the whole map")
    return counted(tiles.bit_count(), "tile")


def _names(world: World, players: list[str]) -> str:
    seated = [player for player in world.players.values() if not player.waiting]
    if len(players) == len(seated) and len(players) > 1:
        return say("all players")
    names = [world.players[player].name for player in players]
    return and_list(names)

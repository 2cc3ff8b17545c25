"""Plans what the master does with the fog: reveal, forget, cover, show, and a map's own settings.

reveal    players get to know tiles, and remember them from now on
forget    they are taken out of memory again, but for what is seen now
cover     nobody sees the tiles while the cover lies there; what was known of them stays known
show      all see the tiles, as if they stood before them
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from sightline.table.protocol import CoverTiles, Forget, Reveal, SetSight, ShowTiles
from sightline.table.state import (
    ActionPlan,
    FogChange,
    History,
    JournalRow,
    MapScene,
    Refusal,
    World,
    changes,
    counted,
    map_key,
    packed,
    plain,
    shown_key,
    veil_key,
)
from sightline.table.vision import all_bits, bits_of_tiles, room_at, tiles_of_bits

FogArea = Reveal | Forget | CoverTiles | ShowTiles
"""What says which tiles it means."""

NOT_THERE = "None of these tiles is on the map."
TOO_MANY = "That is more than the map has: draw a smaller area."
NO_PLAYERS = "There is nobody to tell: no player was let in."
NOBODY_HERE = "No player has a figure on this map."
SETTINGS = {
    ("whole_rooms", True): "made rooms seen whole",
    ("whole_rooms", False): "made rooms seen part by part",
    ("friends_block", True): "put friends in the way of sight",
    ("friends_block", False): "took friends out of the way of sight",
}


def plan_reveal(world: World, scene: MapScene, action: Reveal) -> ActionPlan:
    tiles, whom = _area(scene, action), _players(world, scene, action.who)
    fog = FogChange("reveal", scene.id, dict.fromkeys(whom, packed(tiles)))
    return ActionPlan([], f"revealed {_what(action, tiles)} to {_names(world, whom)}", fog=fog)


def plan_forget(world: World, scene: MapScene, action: Forget) -> ActionPlan:
    tiles, whom = _area(scene, action), _players(world, scene, action.who)
    fog = FogChange("forget", scene.id, dict.fromkeys(whom, packed(tiles)))
    return ActionPlan([], f"made {_names(world, whom)} forget {_what(action, tiles)}", fog=fog)


def plan_cover(world: World, scene: MapScene, action: CoverTiles) -> ActionPlan:
    tiles = _area(scene, action)
    wanted = {
        veil_key(scene.id, tile): True if action.on else None
        for tile in tiles_of_bits(scene.board, tiles)
    }
    verb = "covered" if action.on else "uncovered"
    return ActionPlan(changes(world, wanted), f"{verb} {_what(action, tiles)}")


def plan_show_tiles(world: World, scene: MapScene, action: ShowTiles) -> ActionPlan:
    tiles = _area(scene, action)
    wanted = {
        shown_key(scene.id, tile): True if action.on else None
        for tile in tiles_of_bits(scene.board, tiles)
    }
    what = _what(action, tiles)
    label = f"showed {what} to all" if action.on else f"no longer showed {what} to all"
    return ActionPlan(changes(world, wanted), label)


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
        return ActionPlan([], "changed nothing of sight")
    changed = plain(msgspec.structs.replace(scene.record, **given))
    return ActionPlan(changes(world, {map_key(scene.id): changed}), " and ".join(settings))


# --- taking back ----------------------------------------------------------------------------------


def fog_undone(history: History, row: JournalRow, *, forget: bool) -> FogChange | None:
    """What becomes of players' memory when this change is undone. What was revealed or forgotten by
    it is taken back in any case; what it showed them, if they shall `forget` it."""
    fog = row.fog
    if fog is not None and fog.what == "forget":
        return FogChange("restore", fog.map, taken=fog.taken)
    if not forget and (fog is None or fog.what != "reveal"):
        return None
    shown = history.shown_by(row)
    if not shown:
        return None
    return FogChange("forget", row.taught.map, {who: packed(bits) for who, bits in shown.items()})


# --- which tiles, and for whom --------------------------------------------------------------------


def _area(scene: MapScene, area: FogArea) -> int:
    """The tiles that are meant; those beyond the edge of the map are left out."""
    board = scene.board
    if not area.spans and area.room is None:
        return all_bits(board)
    if sum(count for _, _, count in area.spans) > 2 * len(board.tiles()):
        raise Refusal(TOO_MANY)
    across = board.grid.name == "square"
    tiles = (
        (a, b + i) if across else (a + i, b) for a, b, count in area.spans for i in range(count)
    )
    bits = bits_of_tiles(board, (tile for tile in tiles if tile in board))
    if area.room is not None:
        bits |= room_at(board, area.room)
    if not bits:
        raise Refusal(NOT_THERE)
    return bits


def _players(world: World, scene: MapScene, who: str) -> list[str]:
    seated = [player.id for player in world.players.values() if not player.waiting]
    if who == "all":
        if not seated:
            raise Refusal(NO_PLAYERS)
        return seated
    if who == "here":
        owners = {owner for figure in scene.figures.values() for owner in figure.owners}
        here = [player for player in seated if player in owners]
        if not here:
            raise Refusal(NOBODY_HERE)
        return here
    if who not in seated:
        raise Refusal("There is no such player any more.")
    return [who]


def _what(area: FogArea, tiles: int) -> str:
    if area.room is not None and not area.spans:
        return f"a room of {counted(tiles.bit_count(), 'tile')}"
    if not area.spans:
        return "the whole map"
    return counted(tiles.bit_count(), "tile")


def _names(world: World, players: list[str]) -> str:
    seated = [player for player in world.players.values() if not player.waiting]
    if len(players) == len(seated) and len(players) > 1:
        return "all players"
    names = [world.players[player].name for player in players]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"

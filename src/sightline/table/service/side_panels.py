"""Everything on a page except the map, for the game master and for each player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import UNSET, UnsetType

from sightline.model.figure import KINDS
from sightline.rules.menu import terrain_words
from sightline.table.actions.plans.figures import FURNITURE, usual_size
from sightline.table.protocol.server import (
    Elsewhere,
    FurnitureKind,
    MapInfo,
    PictureInfo,
    PlayerInfo,
    Seat,
    TableInfo,
)
from sightline.table.state.laid_picture import LaidPicture
from sightline.table.state.records import PlayerRecord
from sightline.table.state.scene import MapScene
from sightline.table.state.world import World
from sightline.table.vision.people.marks import health_shown
from sightline.table.vision.rule_text import pack_info, rule_kinds


def table_info(
    world: World,
    scene: MapScene,
    *,
    watching: str,
    undo: str,
    undo_showed: bool = False,
    redo: str,
    pages: Mapping[str, int],
    addresses: Sequence[str],
) -> TableInfo:
    """Return the panels of a game master's page that shows that map."""
    table = world.table
    return TableInfo(
        maps=[
            MapInfo(each.id, each.record.name, each.record.grid, shown=each.id == table.shown)
            for each in world.maps()
        ],
        map=scene.id,
        players=[_player(world, player, pages) for player in world.players.values()],
        rule=scene.rule.for_menu(),
        rules=rule_kinds(scene.board, world.packs, scene.rule),
        pack=pack_info(scene.rule),
        terrain=terrain_words(scene.board, scene.rule),
        options={
            "shared_sight": table.shared_sight,
            "players_move": table.players_move,
            "players_doors": table.players_doors,
            "room_locked": table.room_locked,
        },
        health_shown=health_shown(table),
        join_secret=table.join_secret,
        addresses=list(addresses),
        furniture=[
            FurnitureKind(kind, usual_size(kind, scene.record.grid), KINDS[kind].blocks_sight)
            for kind in FURNITURE
        ],
        undo=undo,
        undo_showed=undo_showed,
        redo=redo,
        whole_rooms=scene.record.whole_rooms,
        friends_block=scene.record.friends_block,
        watching=watching,
        picture=_picture(scene.record.picture),
        players_picture=_picture(scene.record.players_picture),
        players_see=_players_see(scene.record.players_picture),
        elsewhere=[
            Elsewhere(figure.id, figure.name, there.record.name, figure.side, figure.size)
            for there in world.maps()
            if there is not scene
            for figure in there.figures.values()
            if figure.owners
        ],
    )


def _players_see(own: LaidPicture | UnsetType | None) -> Literal["same", "own", "none"]:
    if own is UNSET:
        return "same"
    return "none" if own is None else "own"


def _picture(laid: LaidPicture | UnsetType | None) -> PictureInfo | None:
    if not isinstance(laid, LaidPicture):
        return None
    return PictureInfo(laid.id, laid.pixels, laid.origin, laid.step, laid.grid_from)


def _player(world: World, player: PlayerRecord, pages: Mapping[str, int]) -> PlayerInfo:
    return PlayerInfo(
        id=player.id,
        name=player.name,
        secret=player.secret,
        waiting=player.waiting,
        pages=pages.get(player.id, 0),
        figures=[
            figure.id
            for scene in world.scenes.values()
            for figure in scene.figures.values()
            if player.id in figure.owners
        ],
    )


def seat_of(world: World, player: PlayerRecord, *, undo: bool, calls: Sequence[str]) -> Seat:
    """Return the panels of a player's page. `calls` are the open calls that they may read, as
    text.
    """
    if player.waiting:
        return Seat(player.id, player.name, waiting=True)
    table = world.table
    shown = world.scenes.get(table.shown or "")
    here = shown.figures.values() if shown else ()
    return Seat(
        id=player.id,
        name=player.name,
        figures=[f.id for f in here if player.id in f.owners and not f.hidden],
        may_move=table.players_move,
        may_open=table.players_doors,
        shared_sight=table.shared_sight,
        undo=undo,
        calls=list(calls),
    )

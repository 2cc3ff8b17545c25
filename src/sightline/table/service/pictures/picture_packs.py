"""Build picture messages: tiles that a player knows, and figures that they see.

Unknown tiles and figures are left out, as if they did not exist.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import UNSET, Struct

from sightline.model.board import Board
from sightline.table.protocol.client import WantFaces, WantTiles
from sightline.table.protocol.server import FacePack, TilePack
from sightline.table.service.listeners import encode
from sightline.table.service.pictures.picture_shelf import CutTiles, finest
from sightline.table.state.laid_picture import LaidPicture
from sightline.table.state.records import FigureRecord
from sightline.table.storage.picture_files import PictureFiles
from sightline.table.vision.faces import face_id
from sightline.table.vision.knowledge import Knowledge


def tile_pack(
    wanted: WantTiles, board: Board, known: Knowledge, laid: LaidPicture, cut: CutTiles | None
) -> bytes:
    """Return the requested tiles that this player knows."""
    pack, bodies = TilePack(laid.id, finest(laid, wanted.tier)), []
    for tile in dict.fromkeys(wanted.tiles):
        if cut is not None and known.explored_tile(tile):
            body = cut.tile(board.rank(board.grid.tile(*tile)))
            pack.tiles.append((tile[0], tile[1], len(body)))
            bodies.append(body)
    return framed(pack, bodies)


def face_pack(
    wanted: WantFaces, player: str, figures: Iterable[FigureRecord], files: PictureFiles
) -> bytes:
    """Return the requested pictures that are among these figures."""
    named = {face_id(player, each): each.picture for each in figures if each.picture is not UNSET}
    pack, bodies = FacePack(), []
    for face in dict.fromkeys(wanted.faces):
        digest = named.get(face)
        body = None if digest is None else files.get(str(digest))
        if body is not None:
            pack.faces.append((face, len(body)))
            bodies.append(body)
    return framed(pack, bodies)


def in_sight(known: Knowledge, figures: Mapping[str, FigureRecord]) -> list[FigureRecord]:
    """Return the figures that the player sees on the map, without remembered furniture."""
    return [
        figures[id_] for id_, view in known.figures.items() if not view.ghost and id_ in figures
    ]


def framed(head: Struct, bodies: Iterable[bytes]) -> bytes:
    """Return a binary message: the length of the head, the head, and the payload."""
    encoded = encode(head)
    return b"".join((len(encoded).to_bytes(4, "big"), encoded, *bodies))

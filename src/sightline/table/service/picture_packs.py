"""Makes what pages get of pictures: of tiles that a player knows, and of figures that they see.

Whatever is asked for, what is not known is left out, as if it did not exist.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import UNSET, Struct

from sightline.model.board import Board
from sightline.table.protocol import FacePack, TilePack, WantFaces, WantTiles
from sightline.table.service.listeners import encode
from sightline.table.service.picture_shelf import CutTiles, finest
from sightline.table.state import FigureRecord, LaidPicture
from sightline.table.storage import PictureFiles
from sightline.table.vision import Knowledge, face_id


def tile_pack(
    wanted: WantTiles, board: Board, known: Knowledge, laid: LaidPicture, cut: CutTiles | None
) -> bytes:
    """The wanted tiles as far as this player knows them, as they are now."""
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
    """The wanted pictures of figures, as far as they are among these."""
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
    """Those figures that the player has on their map, and no ghosts."""
    return [
        figures[id_] for id_, view in known.figures.items() if not view.ghost and id_ in figures
    ]


def framed(head: Struct, bodies: Iterable[bytes]) -> bytes:
    """A binary message: how long its head is, the head, and what comes with it."""
    encoded = encode(head)
    return b"".join((len(encoded).to_bytes(4, "big"), encoded, *bodies))

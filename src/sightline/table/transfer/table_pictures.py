"""The pictures in an exported table: token images, and the pictures that players see of maps.

    {"faces": ["base64", ...],
     "maps": [{"players_picture": {...}, "left_out": ["words"]}]}

A token image is stored once, and figures refer to its digest. If a map's pictures do not fit, the
map records this, and players get no picture: the game master's may show secrets.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from msgspec import UNSET, UnsetType

from sightline.errors import FormatError
from sightline.formats import Report
from sightline.formats.contract import MAX_FILE_BYTES
from sightline.formats.map_pictures import from_base64, plain_picture, read_picture_node
from sightline.formats.safe.safe_json import Node
from sightline.pictures import MapPicture, cleaned, read_header
from sightline.pictures.decoding import ask, can_decode
from sightline.table.state.imported_map import ImportedMap
from sightline.table.state.laid_picture import LaidPicture
from sightline.table.state.scene import MapScene
from sightline.texts import as_text, join, say

MAX_PICTURES = MAX_FILE_BYTES // 4 * 3 - 8 * 1024 * 1024
"""The maximum number of bytes of all pictures in one file. With base64 and the maps, the file
must stay readable.
"""
MAX_FACES = 200
"""The maximum number of token images in one file. Each is decoded separately."""
MAX_FACE_BYTES = 512 * 1024
"""The maximum number of bytes of one token image. Ours have about twenty thousand."""
MAX_LEFT_OUT = 3
"""The maximum number of notes per map about pictures that did not fit."""
MOST_SAID = 3
"""The maximum number of such notes that the user is shown at once."""


class WrittenPictures:
    """The pictures that fit in a file: first token images, which are small, then maps in order."""

    def __init__(
        self, scenes: Iterable[MapScene], picture_of: Callable[[str], bytes | None]
    ) -> None:
        self._room = MAX_PICTURES
        self._picture_of = picture_of
        self._left_out: dict[str, list[str]] = {}
        self._under: dict[str, MapPicture] = {}
        self._players: dict[str, MapPicture] = {}
        self._faces: set[str] = set()
        self.faces: list[str] = []
        """The token images as base64."""
        scenes = list(scenes)
        self._names = {scene.id: scene.record.name for scene in scenes}
        for scene in scenes:
            self._take_faces(scene)
        for scene in scenes:
            self._take(scene, scene.record.picture, self._under, say("the picture under it"))
        for scene in scenes:
            own = scene.record.players_picture
            self._take(scene, own, self._players, say("the players' own picture of it"))

    def under(self, scene: MapScene) -> MapPicture | None:
        return self._under.get(scene.id)

    def beside(self, scene: MapScene) -> dict[str, Any]:
        """Return a map's fields for the players' picture and for the pictures that did not fit."""
        said: dict[str, Any] = {}
        if scene.record.players_picture is not UNSET:
            own = self._players.get(scene.id)
            said["players_picture"] = "none" if own is None else plain_picture(own)
        if scene.id in self._left_out:
            said["left_out"] = self._left_out[scene.id]
        return said

    def left_out(self) -> str:
        """Return a note about the pictures that did not fit, or ""."""
        said = [join([self._names[map_id], each]) for map_id, each in self._sentences()]
        if not said:
            return ""
        things = join(said[:MOST_SAID], "; ")
        if len(said) > MOST_SAID:
            things = say("{things}; and {n} more", things=things, n=len(said) - MOST_SAID)
        return say("Left out of the file: {things}.", things=things)

    def _sentences(self) -> Iterator[tuple[str, str]]:
        for map_id, words in self._left_out.items():
            yield from ((map_id, each) for each in words)

    def _take(
        self,
        scene: MapScene,
        laid: LaidPicture | UnsetType | None,
        kept: dict[str, MapPicture],
        what: str,
    ) -> None:
        if not isinstance(laid, LaidPicture):
            return
        data = self._picture_of(laid.digest)
        if data is None:
            self._leave_out(scene, say("{what}: missing or damaged", what=what))
        elif len(data) > self._room:
            words = say(
                "{what}: all pictures of one file have at most {n:,} bytes together",
                what=what,
                n=MAX_PICTURES,
            )
            self._leave_out(scene, words)
        else:
            self._room -= len(data)
            kept[scene.id] = laid.with_bytes(data)

    def _take_faces(self, scene: MapScene) -> None:
        without = 0
        for figure in scene.figures.values():
            if figure.picture is UNSET or figure.picture in self._faces:
                continue
            data = self._picture_of(figure.picture)
            if data is None or len(data) > self._room or len(self.faces) >= MAX_FACES:
                without += 1
                continue
            self._room -= len(data)
            self._faces.add(figure.picture)
            self.faces.append(base64.b64encode(data).decode())
        if without:
            words = say(
                "the pictures of {n} figures: a file has room for {most}",
                n=without,
                most=MAX_FACES,
            )
            self._leave_out(scene, words)

    def _leave_out(self, scene: MapScene, words: str) -> None:
        self._left_out.setdefault(scene.id, []).append(words)


# --- reading


def read_faces(document: Node) -> list[bytes]:
    """Return the token images of an exported table, not decoded yet."""
    node = document.get("faces")
    return [] if node is None else [_face(each) for each in node.items(limit=MAX_FACES)]


def _face(node: Node) -> bytes:
    text = node.string(MAX_FACE_BYTES * 4 // 3 + 4).encode("ascii", "replace")
    try:
        data = from_base64(text)
        read_header(data)
    except FormatError as error:
        raise node.error(as_text(error)) from None
    return data


def read_players_picture(node: Node, report: Report) -> MapPicture | UnsetType | None:
    """Return the picture that players see of a map. A picture that did not fit in the file is
    lost.
    """
    left_out = node.get("left_out")
    for each in left_out.items(limit=MAX_LEFT_OUT) if left_out else ():
        report.lost.append(say("left out when the file was written: {what}", what=each.string(200)))
    own = node.get("players_picture")
    if own is None:
        return UNSET
    if own.value == "none":
        return None
    return read_picture_node(own, report)


def with_clean_pictures(maps: list[ImportedMap]) -> list[ImportedMap]:
    """Return the maps with players' pictures and token images decoded and encoded again.

    Each picture is decoded in a separate process. A broken one is left out.
    """
    faces: dict[bytes, bytes | str] = {}
    return [_clean(each, faces) for each in maps]


def _clean(imported: ImportedMap, known: dict[bytes, bytes | str]) -> ImportedMap:
    lost = imported.map.report.lost
    players = imported.players_picture
    if isinstance(players, MapPicture):
        try:
            players = cleaned(players)
        except FormatError as error:
            lost.append(say("the players' own picture: {error}", error=as_text(error)))
            players = None
    faces = {}
    if imported.faces and not can_decode():
        lost.append(say("the pictures of figures: it takes the extra `png` to decode them"))
    elif imported.faces:
        for name, data in imported.faces.items():
            face = known[data] if data in known else known.setdefault(data, _clean_face(data))
            if isinstance(face, bytes):
                faces[name] = face
            else:
                lost.append(
                    say("the picture of {what}: {face}", what=imported.called(name), face=face)
                )
    return replace(imported, players_picture=players, faces=faces)


def _clean_face(data: bytes) -> bytes | str:
    """Return the picture, or the reason why it cannot be used."""
    try:
        return ask({"do": "face"}, data)[1]
    except FormatError as error:
        return as_text(error)

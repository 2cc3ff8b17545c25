"""Maps and whole tables as JSON: the game master's exports and imports.

    {"sightline_table": 2, "table": {...}, "faces": [...],
     "maps": [{"name": ..., "document": {...}, "kept": {...}, "players_picture": ...}]}

A map's document is our native format, with labels as names, so any program that reads our maps can
read it. Table data is stored beside it, record by record (`KeptMap`, `KeptTable`). Some data is not
exported: the secrets of links; dice rolls, whose history must not be forged; and the game, whose
save reveals its future dice. Token images are stored once for all figures, in `table_pictures`.

Files of version 1 have "figures" instead of "kept", and no "table".
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, Struct

from sightline.formats import Loaded, load_bytes, to_bytes
from sightline.formats.safe.safe_json import Node, looks_like_json, read_json
from sightline.model.parts.heights import At
from sightline.pictures import MapPicture
from sightline.rulings import Rulings
from sightline.table.protocol.types import MAX_NAME, StairsEnd
from sightline.table.rulings.text import with_label_names
from sightline.table.state.capacity import MAX_FIGURES, MAX_MAPS
from sightline.table.state.imported_map import (
    FigureDetails,
    ImportedMap,
    KeptMap,
    KeptTable,
    Snapshot,
    kept_maps,
    kept_table,
)
from sightline.table.state.keys import kind_of
from sightline.table.state.laid_picture import digest_of
from sightline.table.state.names import tidied
from sightline.table.state.records import HeldLamp
from sightline.table.state.scene import MapScene
from sightline.table.transfer.kept_checks import check_kept, check_origin
from sightline.table.transfer.table_pictures import (
    WrittenPictures,
    read_faces,
    read_players_picture,
)
from sightline.texts import as_text, plain_text, say

VERSION = 2
SIDES = ("hero", "ally", "enemy", "neutral")
EYES = ("sight_range", "dark_vision")
"""The fields of a figure's record about its sight."""
MAX_RADIUS = 1_000
_COLOR = re.compile(r"(#[0-9a-f]{6})?")
_RADIUS = re.compile(r"[0-9]{1,6}(/[1-9][0-9]{0,9})?")
_MARK = re.compile(rb'^\s*\{\s*"sightline_table"\s*:')


_KeptT = TypeVar("_KeptT", bound=Struct)


def map_document(
    scene: MapScene, rulings: Rulings | None = None, under: MapPicture | None = None
) -> bytes:
    """Return one map with its rule, and optionally its rulings and picture, in our native
    format.
    """
    board, names = scene.labeled()
    ruled = [
        {**with_label_names(ruling, names).to_plain(), "undone": plain["undone"]}
        for ruling, plain in (
            () if rulings is None else zip(rulings.history(), rulings.export(), strict=True)
        )
    ]
    stairs = [
        (_stairs_end(each.low, names), _stairs_end(each.high, names))
        for each in scene.stairs.values()
    ]
    return to_bytes(board, ".json", scene.rule.to_dict(), ruled, under, stairs=stairs)


def _stairs_end(end: StairsEnd, names: Mapping[str, str]) -> At:
    """Return an end of stairs in the form that files use, with the name of its floor."""
    return At(end.at, floor=names[end.storey] if end.storey else None)


def table_document(
    snapshot: Snapshot,
    rulings_of: Callable[[str], Rulings],
    pictures: WrittenPictures | None = None,
) -> bytes:
    """Return every map of the table with all table data, and the pictures that fit in a file."""
    pictures = pictures or WrittenPictures((), lambda digest: None)
    rulings = {scene.id: rulings_of(scene.id).export() for scene in snapshot.scenes}
    maps = [
        {
            "name": scene.record.name,
            "document": json.loads(map_document(scene, under=pictures.under(scene))),
            "kept": msgspec.to_builtins(kept, enc_hook=plain_text),
            **pictures.beside(scene),
        }
        for scene, kept in zip(snapshot.scenes, kept_maps(snapshot, rulings), strict=True)
    ]
    plain = {
        "sightline_table": VERSION,
        "table": msgspec.to_builtins(kept_table(snapshot.values), enc_hook=plain_text),
        "faces": pictures.faces,
        "maps": maps,
    }
    return (json.dumps(plain, ensure_ascii=False, indent=1) + "\n").encode()


def is_table_document(data: bytes) -> bool:
    """Return whether it looks like an exported table. (The maps in it contain the mark of our
    maps, too.)
    """
    start = data[:4096].removeprefix(b"\xef\xbb\xbf")
    return looks_like_json(data) and _MARK.match(start) is not None


def read_table_document(data: bytes, name: str = "table") -> list[ImportedMap]:
    """Read what `table_document` wrote. Any invalid input raises a SightlineError."""
    document = read_json(data, name)
    version = document["sightline_table"]
    if version.whole() > VERSION:
        raise version.error(
            say(
                "written by a newer sightline: version {value}, known up to {version}",
                value=version.value,
                version=VERSION,
            )
        )
    version.whole(1, VERSION)
    document.only("sightline_table", "table", "faces", "maps")
    table = document.get("table")
    origin = None if table is None else _converted(table, KeptTable)
    if table is not None and origin is not None:
        with table.blamed():
            check_origin(origin)
    maps, faces = document["maps"], read_faces(document)
    found = [_read_map(each, faces, origin) for each in maps.items(limit=MAX_MAPS)]
    if not found:
        raise maps.error(say("there is no map in it"))
    return found


def _read_map(node: Node, faces: Sequence[bytes], origin: KeptTable | None) -> ImportedMap:
    node.only("name", "document", "kept", "figures", "players_picture", "left_out")
    document = node["document"]
    own = json.dumps(document.as_dict(), ensure_ascii=False).encode()
    loaded = load_bytes(own, document.place)
    if loaded.report.format != "sightline JSON":
        raise document.error(
            say("expected a map of ours, got {format}", format=loaded.report.format)
        )
    players = read_players_picture(node, loaded.report)
    name, records = _text(node["name"]), node.get("kept")
    if records is None:
        details, own_faces = _read_figures(node, loaded, faces)
        return ImportedMap(name, loaded, details, players, own_faces)
    kept = _converted(records, KeptMap)
    imported = ImportedMap(name, loaded, {}, players, _faces_of(kept, faces), kept, origin)
    with records.blamed():
        check_kept(imported)
    if "left_out" not in node:
        for figure in _faceless(imported):
            loaded.report.lost.append(
                say("the picture of {figure}: not in the file, or damaged", figure=figure)
            )
    return imported


def _converted(node: Node, kind: type[_KeptT]) -> _KeptT:
    try:
        return msgspec.convert(node.value, kind)
    except msgspec.ValidationError as error:
        raise node.error(as_text(error)) from None


def _faces_of(kept: KeptMap, faces: Sequence[bytes]) -> dict[str, bytes]:
    """Return the token images of a map, by figure id."""
    by_digest = {digest_of(face): face for face in faces}
    found = {}
    for key, value in kept.things.items():
        kind, _, place = key.partition("|")
        if kind == "figure" and isinstance(value, dict) and value.get("picture") in by_digest:
            found[place] = by_digest[value["picture"]]
    return found


def _faceless(imported: ImportedMap) -> list[str]:
    """Return the names of figures whose picture is missing from the file."""
    assert imported.kept is not None
    return [
        value["name"]
        for key, value in imported.kept.things.items()
        if kind_of(key) == "figure" and "picture" in value and value["id"] not in imported.faces
    ]


# --- files of version 1


def _read_figures(
    node: Node, loaded: Loaded, faces: Sequence[bytes]
) -> tuple[Mapping[str, Mapping[str, Any]], Mapping[str, bytes]]:
    """Return more data for the figures' records, and their token images, by figure name."""
    standing = {figure.name for figure in loaded.board.figures()}
    extras: dict[str, dict[str, Any]] = {}
    own_faces: dict[str, bytes] = {}
    figures = node.get("figures")
    for each in figures.items(limit=MAX_FIGURES) if figures else ():
        extra = _read_extra(each)
        if extra.name not in standing or extra.name in extras:
            raise each["name"].error(say("expected the name of a figure on this map, each once"))
        extras[extra.name] = extra.for_record()
        face = each.get("face")
        if face is not None:
            own_faces[extra.name] = faces[face.whole(0, len(faces) - 1)]
    return extras, own_faces


def _read_extra(node: Node) -> FigureDetails:
    said = ("name", "label", "side", "blocks", "sighted", "hidden")
    node.only(*said, *EYES, "lamp", "alias", "face")
    reach, in_the_dark, lamp = (node.get(name) for name in (*EYES, "lamp"))
    alias = node.get("alias")
    return FigureDetails(
        name=node["name"].string(),
        label=_text(node["label"]),
        side=node["side"].one_of(*SIDES),
        blocks=node["blocks"].boolean(),
        sighted=node["sighted"].boolean(),
        hidden=node["hidden"].boolean(),
        sight_range=UNSET if reach is None else _radius(reach),
        dark_vision=UNSET if in_the_dark is None else _dark_vision(in_the_dark),
        lamp=UNSET if lamp is None else _lamp(lamp),
        alias=UNSET if alias is None else tidied(_text(alias), "Figure"),
    )


def _lamp(node: Node) -> HeldLamp:
    node.only("bright", "dim", "color", "on", "when_hidden")
    color = node["color"].string(7)
    if not _COLOR.fullmatch(color):
        raise node["color"].error(say('expected a color as "#rrggbb", or ""'))
    return HeldLamp(
        _radius(node["bright"]),
        _radius(node["dim"]),
        color,
        node["on"].boolean(),
        node["when_hidden"].boolean(),
    )


def _dark_vision(node: Node) -> str:
    return "all" if node.string(40) == "all" else _radius(node)


def _radius(node: Node) -> str:
    """Return an exact radius in tiles, such as "4" or "9/2"."""
    text = node.string(40)
    if not _RADIUS.fullmatch(text) or Fraction(text) > MAX_RADIUS:
        raise node.error(
            say('expected a radius in tiles from 0 to {most}, as "4" or "9/2"', most=MAX_RADIUS)
        )
    return str(Fraction(text))


def _text(node: Node) -> str:
    text = node.string(MAX_NAME)
    if not text.strip():
        raise node.error(say("expected a name, got none"))
    return text

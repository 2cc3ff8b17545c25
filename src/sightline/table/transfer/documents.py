"""Writes and reads maps and whole tables as our JSON: what the master exports, and may import.

    {"sightline_table": 1, "faces": [...],
     "maps": [{"name": ..., "document": {...}, "figures": [...], "players_picture": ...}]}

A map's document is our native format, with labels as names. What only a table knows of figures
(whose side they are on, whether they are hidden) stands beside it. Whose figures they are is left
out: players belong to the table, not to its maps. What figures look like stands once for all of
them, in `table_pictures`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec import UNSET, UnsetType

from sightline.formats import Loaded, load_bytes, to_bytes
from sightline.formats.safe_json import Node, looks_like_json, read_json
from sightline.pictures import MapPicture
from sightline.rulings import Ruling, Rulings
from sightline.table.protocol import MAX_NAME
from sightline.table.rulings import with_label_names
from sightline.table.state import (
    MAX_FIGURES,
    MAX_MAPS,
    FigureDetails,
    FigureRecord,
    HeldLamp,
    MapScene,
    plain,
    tidied,
)
from sightline.table.transfer.table_pictures import (
    WrittenPictures,
    read_faces,
    read_players_picture,
)

VERSION = 1
SIDES = ("hero", "ally", "enemy", "neutral")
EYES = ("sight_range", "dark_vision")
"""What a figure's record says of how far it sees."""
MAX_RADIUS = 1_000
_COLOR = re.compile(r"(#[0-9a-f]{6})?")
_RADIUS = re.compile(r"[0-9]{1,6}(/[1-9][0-9]{0,9})?")
_MARK = re.compile(rb'^\s*\{\s*"sightline_table"\s*:')


class Part(NamedTuple):
    """A map of a table's file."""

    name: str
    document: Loaded
    figures: list[FigureDetails]
    """What the document does not say of them."""
    players_picture: MapPicture | UnsetType | None
    faces: Mapping[str, bytes]
    """Of figures, by their names in the document."""


def map_document(scene: MapScene, rulings: Rulings, under: MapPicture | None = None) -> bytes:
    """One map with its rule and rulings, and perhaps its picture, in our native format."""
    board, names = scene.labelled()
    ruled = [_ruling_plain(with_label_names(ruling, names)) for ruling in rulings.history()]
    return to_bytes(board, ".json", scene.rule.to_dict(), ruled, under)


def table_document(
    scenes: Iterable[MapScene],
    rulings_of: Callable[[str], Rulings],
    pictures: WrittenPictures | None = None,
) -> bytes:
    """Every map of the table, with its own rulings, and those of their pictures that a file has
    room for."""
    pictures = pictures or WrittenPictures((), lambda digest: None)
    maps = []
    for scene in scenes:
        names = scene.names()
        figures = [
            _extra(names[id_], figure) | pictures.face(figure)
            for id_, figure in scene.figures.items()
        ]
        document = map_document(scene, rulings_of(scene.id), pictures.under(scene))
        maps.append(
            {
                "name": scene.record.name,
                "document": json.loads(document),
                "figures": figures,
                **pictures.beside(scene),
            }
        )
    plain = {"sightline_table": VERSION, "faces": pictures.faces, "maps": maps}
    return (json.dumps(plain, ensure_ascii=False, indent=1) + "\n").encode()


def is_table_document(data: bytes) -> bool:
    """Does it open like a table of ours? (The maps in it bear the mark of our maps, too.)"""
    start = data[:4096].removeprefix(b"\xef\xbb\xbf")
    return looks_like_json(data) and _MARK.match(start) is not None


def read_table_document(data: bytes, name: str = "table") -> list[Part]:
    """What `table_document` wrote. Whatever the bytes are, only a FormatError comes out."""
    document = read_json(data, name)
    version = document["sightline_table"]
    if version.whole() > VERSION:
        raise version.error(
            f"written by a newer sightline: version {version.value}, known up to {VERSION}"
        )
    version.whole(1, VERSION)
    document.only("sightline_table", "faces", "maps")
    maps, faces = document["maps"], read_faces(document)
    found = [_read_map(each, faces) for each in maps.items(limit=MAX_MAPS)]
    if not found:
        raise maps.error("there is no map in it")
    return found


def _read_map(node: Node, faces: Sequence[bytes]) -> Part:
    node.only("name", "document", "figures", "players_picture", "left_out")
    document = node["document"]
    own = json.dumps(document.as_dict(), ensure_ascii=False).encode()
    loaded = load_bytes(own, document.place)
    if loaded.report.format != "sightline JSON":
        raise document.error(f"expected a map of ours, got {loaded.report.format}")
    standing = {figure.name for figure in loaded.board.figures()}
    extras: dict[str, FigureDetails] = {}
    faces_here: dict[str, bytes] = {}
    figures = node.get("figures")
    for each in figures.items(limit=MAX_FIGURES) if figures else ():
        extra = _read_extra(each)
        if extra.name not in standing or extra.name in extras:
            raise each["name"].error("expected the name of a figure on this map, each once")
        extras[extra.name] = extra
        face = each.get("face")
        if face is not None:
            faces_here[extra.name] = faces[face.whole(0, len(faces) - 1)]
    players = read_players_picture(node, loaded.report)
    return Part(_text(node["name"]), loaded, list(extras.values()), players, faces_here)


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
        raise node["color"].error('expected a colour as "#rrggbb", or ""')
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
    """A radius in tiles, exactly: "4", "9/2"."""
    text = node.string(40)
    if not _RADIUS.fullmatch(text) or Fraction(text) > MAX_RADIUS:
        raise node.error(f'expected a radius in tiles from 0 to {MAX_RADIUS}, as "4" or "9/2"')
    return str(Fraction(text))


def _text(node: Node) -> str:
    text = node.string(MAX_NAME)
    if not text.strip():
        raise node.error("expected a name, got none")
    return text


def _extra(name: str, figure: FigureRecord) -> dict[str, Any]:
    kept = plain(figure)
    return {
        "name": name,
        "label": figure.name,
        "side": figure.side,
        "blocks": figure.blocks,
        "sighted": figure.sighted,
        "hidden": figure.hidden,
        **{
            name: value
            for name in (*EYES, "lamp", "alias")
            if (value := kept.get(name)) is not None
        },
    }


def _ruling_plain(ruling: Ruling) -> dict[str, Any]:
    undone = ruling.undone
    taken_back = (
        None if undone is None else {"by": undone.by, "why": undone.why, "when": undone.when}
    )
    return {**ruling.to_plain(), "undone": taken_back}

"""Read Tiled maps from JSON (`.tmj`)."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from fractions import Fraction

from sightline.errors import FormatError
from sightline.formats.contract import MAX_SEGMENTS
from sightline.formats.safe.safe_json import Node, read_json, show, text_int
from sightline.formats.shared.tiles import check_size
from sightline.formats.shared.walls import Spot
from sightline.formats.tiled.layers import (
    FAR,
    MAX_GID,
    Chunk,
    ObjectLayer,
    TiledMap,
    TileLayer,
    Tileset,
    outline,
    unpack,
)
from sightline.model.numbers import exact
from sightline.model.parts.ground import MAX_SIDE
from sightline.texts import say

_KINDS = ("point", "text", "template", "gid", "polygon", "polyline", "ellipse", "capsule")
"""Keys of objects that are not plain rectangles."""
MAX_TEXT = 64 * 1024 * 1024
"""The maximum number of characters of a layer's data: the size limit of a file."""


def read_tmj(data: bytes, name: str) -> TiledMap:
    """Return the map in a `.tmj` file, or raise a FormatError with the path."""
    tree = read_json(data, name)
    infinite = "infinite" in tree and tree["infinite"].boolean()
    made = TiledMap(
        orientation=tree["orientation"].string(),
        cols=tree["width"].whole(0 if infinite else 1, MAX_SIDE),
        rows=tree["height"].whole(0 if infinite else 1, MAX_SIDE),
        infinite=infinite,
        tile_width=tree["tilewidth"].whole(1, FAR),
        tile_height=tree["tileheight"].whole(1, FAR),
        stagger_axis=_string(tree, "staggeraxis", "y"),
        stagger_index=_string(tree, "staggerindex", "odd"),
        hex_side=tree["hexsidelength"].whole(0, FAR) if "hexsidelength" in tree else 0,
    )
    if "tilesets" in tree:
        made.tilesets += [
            _tileset(node, node["firstgid"].whole(1, MAX_GID), made)
            for node in tree["tilesets"].items()
        ]
    _read_layers(tree["layers"], made, (Fraction(0), Fraction(0)))
    return made


def _string(node: Node, key: str, default: str) -> str:
    return node[key].string() if key in node else default


def _pixels(node: Node, key: str) -> Fraction:
    """Return a number in pixels; 0 if it is missing."""
    return exact(node[key].number(-FAR, FAR), key) if key in node else Fraction(0)


def read_tsj(data: bytes, name: str, first_gid: int, owner: TiledMap) -> Tileset:
    """Return the tileset in a `.tsj` file, or raise a FormatError with the path."""
    return _tileset(read_json(data, name), first_gid, owner)


def _tileset(node: Node, first_gid: int, owner: TiledMap) -> Tileset:
    source = _string(node, "source", "")
    made = Tileset(
        first_gid,
        _string(node, "name", source or "?"),
        source,
        node["tilewidth"].whole(0, FAR) if "tilewidth" in node else 0,
        node["tileheight"].whole(0, FAR) if "tileheight" in node else 0,
        fills_grid=_string(node, "tilerendersize", "tile") == "grid",
    )
    if "tileoffset" in node:
        made.offset = _pixels(node["tileoffset"], "x"), _pixels(node["tileoffset"], "y")
    for number, tile in _tiles(node):
        marks = {_string(tile, "class", ""), _string(tile, "type", "")} - {""}
        if "properties" in tile:
            marks.update(
                each["name"].string()
                for each in tile["properties"].items()
                if each["value"].value is True
            )
        if marks:
            made.marks[number] = marks
        if "objectgroup" in tile:
            group = tile["objectgroup"]
            offset = _pixels(group, "offsetx"), _pixels(group, "offsety")
            found = _objects(group, "", offset, owner)
            made.unread += found.unread
            if found.shapes:
                made.shapes.setdefault(number, []).extend(found.shapes)
        for width, height in (("width", "height"), ("imagewidth", "imageheight")):
            if width in tile and height in tile:
                size = tile[width].whole(0, FAR), tile[height].whole(0, FAR)
                made.sizes.setdefault(number, size)
    if "tileproperties" in node:  # before Tiled 1.2
        for key, tile in node["tileproperties"].entries():
            marks = {name for name, value in tile.as_dict().items() if value is True}
            if marks:
                made.marks[text_int(key, tile.place, 0, MAX_GID)] = marks
    return made


def _tiles(node: Node) -> Iterator[tuple[int, Node]]:
    """Yield the tileset's data about single tiles, by number. Before Tiled 1.2 this was an
    object.
    """
    if "tiles" not in node:
        return
    if node["tiles"].is_list:
        for tile in node["tiles"].items():
            yield tile["id"].whole(0, MAX_GID), tile
    else:
        for key, tile in node["tiles"].entries():
            yield text_int(key, tile.place, 0, MAX_GID), tile


def _read_layers(layers: Node, made: TiledMap, offset: Spot) -> None:
    for layer in layers.items():
        kind = layer["type"].string()
        name = _string(layer, "name", "")
        moved = (offset[0] + _pixels(layer, "offsetx"), offset[1] + _pixels(layer, "offsety"))
        if kind == "group":
            _read_layers(layer["layers"], made, moved)
        elif kind == "tilelayer":
            made.tile_layers.append(TileLayer(name, layer.place, _chunks(layer, made)))
            if any(moved):
                made.notes.append(say("layer {name}: its offset in pixels", name=show(name)))
        elif kind == "objectgroup":
            made.object_layers.append(_objects(layer, name, moved, made))
        else:
            made.notes.append(say("layer {name} of type {kind}", name=show(name), kind=show(kind)))


def _chunks(layer: Node, made: TiledMap) -> list[Chunk]:
    encoding = _string(layer, "encoding", "csv")
    compression = _string(layer, "compression", "")
    chunks = []
    if made.infinite:
        pieces = [
            (
                piece,
                piece["x"].whole(-FAR, FAR),
                piece["y"].whole(-FAR, FAR),
                piece["width"].whole(1, MAX_SIDE),
                piece["height"].whole(1, MAX_SIDE),
            )
            for piece in layer["chunks"].items()
        ]
    else:
        cols = layer["width"].whole(1, MAX_SIDE) if "width" in layer else made.cols
        rows = layer["height"].whole(1, MAX_SIDE) if "height" in layer else made.rows
        pieces = [(layer, 0, 0, cols, rows)]
    for piece, col, row, cols, rows in pieces:
        check_size(cols, rows, piece.place)
        data = piece["data"]
        if data.is_list:
            made.budget.spend(4 * cols * rows, data.place)
            gids = array("I", data.whole_numbers(0, MAX_GID, length=cols * rows))
        elif encoding == "base64":
            text = data.string(MAX_TEXT)
            gids = unpack(text, encoding, compression, cols * rows, data.place, made.budget)
        else:
            raise FormatError(say("expected a list of tiles, or base64"), data.place)
        chunks.append(Chunk(col, row, cols, rows, gids))
    return chunks


def _objects(node: Node, name: str, offset: Spot, made: TiledMap) -> ObjectLayer:
    layer = ObjectLayer(name, node.place)
    for each in node["objects"].items():
        kind = next((key for key in _KINDS if key in each and each[key].value is not False), "")
        if kind in ("point", "text", "template", "gid"):
            layer.unread.append("tile" if kind == "gid" else kind)
            continue
        points: list[Spot] = []
        if kind in ("polygon", "polyline"):
            points = [
                (_pixels(point, "x"), _pixels(point, "y"))
                for point in each[kind].items(limit=MAX_SEGMENTS)
            ]
            if not points:
                raise each[kind].error(say("expected at least one point, got none"))
        size = _pixels(each, "width"), _pixels(each, "height")
        if not points and not all(size):
            layer.unread.append("point")
            continue
        layer.shapes.append(
            outline(
                made,
                (_pixels(each, "x"), _pixels(each, "y")),
                size,
                points,
                kind=kind,
                degrees=float(_pixels(each, "rotation")),
                offset=offset,
                place=each.place,
            )
        )
    return layer

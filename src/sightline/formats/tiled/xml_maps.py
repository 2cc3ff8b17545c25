"""Read Tiled maps from XML (`.tmx`), without building a tree of millions of tiles."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from sightline.errors import FormatError
from sightline.formats.contract import MAX_NESTING, MAX_SEGMENTS
from sightline.formats.safe.safe_json import show, text_int, text_number
from sightline.formats.safe.safe_xml import feed
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

MAX_ELEMENTS = 200_000
"""The maximum number of elements in one file, apart from the tiles of layers."""
MAX_TILE_ELEMENTS = 1_000_000
"""The most `<tile gid="..."/>` elements in one file."""


@dataclass
class TiledElement:
    """An XML element with the line it starts on."""

    tag: str
    attributes: dict[str, str]
    line: int
    parts: list[str] = field(default_factory=list)
    children: list[TiledElement] = field(default_factory=list)
    gids: array[int] = field(default_factory=lambda: array("I"))
    """The numbers of `<tile>` elements inside layer data, which are too many for an element
    each.
    """

    @property
    def text(self) -> str:
        return "".join(self.parts)

    @property
    def place(self) -> str:
        return f"line {self.line}, <{self.tag}>"

    def all(self, tag: str) -> list[TiledElement]:
        return [child for child in self.children if child.tag == tag]

    def string(self, name: str, default: str | None = None) -> str:
        value = self.attributes.get(name, default)
        if value is None:
            raise FormatError(
                say("expected the attribute {got}, which is missing", got=show(name)), self.place
            )
        return value

    def whole(self, name: str, low: int, high: int, default: int | None = None) -> int:
        if default is not None and name not in self.attributes:
            return default
        return text_int(self.string(name), f"{self.place} {name}", low, high)

    def number(self, name: str) -> Fraction:
        """Return a number in pixels; 0 if it is missing."""
        text = self.attributes.get(name, "0")
        return exact(text_number(text, f"{self.place} {name}", -FAR, FAR), name)


_TILE = TiledElement("tile", {}, 0)
"""A placeholder for an open `<tile>` inside layer data; only its number is kept."""


class _Builder:
    """Builds the elements from the parser's events, and enforces the limits while parsing."""

    def __init__(self) -> None:
        self.line: Callable[[], int] = lambda: 0
        self.root: TiledElement | None = None
        self._open: list[TiledElement] = []
        self._elements = 0
        self._tiles = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        parent = self._open[-1] if self._open else None
        if tag == "tile" and parent is not None and parent.tag in ("data", "chunk"):
            self._add_tile(parent, attributes)
            self._open.append(_TILE)
            return
        if parent is _TILE:
            raise FormatError(
                say("expected nothing inside <tile>, got <{tag}>", tag=tag[:40]), self._here(tag)
            )
        self._elements += 1
        element = TiledElement(tag, dict(attributes), self.line())
        if self._elements > MAX_ELEMENTS:
            raise FormatError(say("more than {most:,} elements", most=MAX_ELEMENTS), element.place)
        if len(self._open) >= MAX_NESTING:
            raise FormatError(
                say("nested deeper than {most} levels", most=MAX_NESTING), element.place
            )
        if parent is None:
            self.root = element
        else:
            parent.children.append(element)
        self._open.append(element)

    def _add_tile(self, parent: TiledElement, attributes: dict[str, str]) -> None:
        self._tiles += 1
        if self._tiles > MAX_TILE_ELEMENTS:
            raise FormatError(
                say("more than {most:,} tiles as elements", most=MAX_TILE_ELEMENTS),
                self._here("tile"),
            )
        gid = attributes.get("gid")
        parent.gids.append(0 if gid is None else text_int(gid, self._here("tile"), 0, MAX_GID))

    def _here(self, tag: str) -> str:
        return f"line {self.line()}, <{tag[:40]}>"

    def data(self, text: str) -> None:
        if self._open and self._open[-1] is not _TILE:
            self._open[-1].parts.append(text)

    def end(self, tag: str) -> None:
        self._open.pop()


def read_tmx(data: bytes, name: str) -> TiledMap:
    """Return the map in a `.tmx` file, or raise a FormatError with the line."""
    root = _parse(data, name)
    if root.tag != "map":
        raise FormatError(say("expected <map>, got <{tag}>", tag=root.tag[:40]), root.place)
    infinite = root.string("infinite", "0") == "1"
    made = TiledMap(
        orientation=root.string("orientation"),
        cols=root.whole("width", 0 if infinite else 1, MAX_SIDE),
        rows=root.whole("height", 0 if infinite else 1, MAX_SIDE),
        infinite=infinite,
        tile_width=root.whole("tilewidth", 1, FAR),
        tile_height=root.whole("tileheight", 1, FAR),
        stagger_axis=root.string("staggeraxis", "y"),
        stagger_index=root.string("staggerindex", "odd"),
        hex_side=root.whole("hexsidelength", 0, FAR, 0),
    )
    for element in root.all("tileset"):
        made.tilesets.append(_tileset(element, element.whole("firstgid", 1, MAX_GID), made))
    _read_layers(root, made, (Fraction(0), Fraction(0)))
    return made


def read_tsx(data: bytes, name: str, first_gid: int, owner: TiledMap) -> Tileset:
    """Return the tileset in a `.tsx` file, or raise a FormatError with the line."""
    root = _parse(data, name)
    if root.tag != "tileset":
        raise FormatError(say("expected <tileset>, got <{tag}>", tag=root.tag[:40]), root.place)
    return _tileset(root, first_gid, owner)


def _parse(data: bytes, name: str) -> TiledElement:
    builder = _Builder()
    feed(data, name, builder)
    if builder.root is None:
        raise FormatError(say("expected <map>, got no element at all"), say("line 1"))
    return builder.root


def _tileset(element: TiledElement, first_gid: int, owner: TiledMap) -> Tileset:
    source = element.string("source", "")
    made = Tileset(
        first_gid,
        element.string("name", source or "?"),
        source,
        element.whole("tilewidth", 0, FAR, 0),
        element.whole("tileheight", 0, FAR, 0),
        fills_grid=element.string("tilerendersize", "tile") == "grid",
    )
    for moved in element.all("tileoffset"):
        made.offset = moved.number("x"), moved.number("y")
    for tile in element.all("tile"):
        number = tile.whole("id", 0, MAX_GID)
        for group in tile.all("objectgroup"):
            offset = group.number("offsetx"), group.number("offsety")
            found = _objects(group, "", offset, owner)
            made.unread += found.unread
            if found.shapes:
                made.shapes.setdefault(number, []).extend(found.shapes)
        for sized in (tile, *tile.all("image")):
            if "width" in sized.attributes and "height" in sized.attributes:
                size = sized.whole("width", 0, FAR), sized.whole("height", 0, FAR)
                made.sizes.setdefault(number, size)
        marks = {tile.string("class", ""), tile.string("type", "")} - {""}
        for properties in tile.all("properties"):
            for each in properties.all("property"):
                if each.string("type", "string") == "bool" and each.string("value", "") == "true":
                    marks.add(each.string("name"))
        if marks:
            made.marks[number] = marks
    return made


def _read_layers(parent: TiledElement, made: TiledMap, offset: Spot) -> None:
    for element in parent.children:
        if element.tag not in ("layer", "objectgroup", "group", "imagelayer"):
            continue
        name = element.string("name", "")
        moved = (offset[0] + element.number("offsetx"), offset[1] + element.number("offsety"))
        if element.tag == "group":
            _read_layers(element, made, moved)
        elif element.tag == "layer":
            made.tile_layers.append(TileLayer(name, element.place, _chunks(element, made)))
            if any(moved):
                made.notes.append(say("layer {name}: its offset in pixels", name=show(name)))
        elif element.tag == "objectgroup":
            made.object_layers.append(_objects(element, name, moved, made))
        else:
            made.notes.append(say("image layer {name}", name=show(name)))


def _chunks(layer: TiledElement, made: TiledMap) -> list[Chunk]:
    chunks = []
    for data in layer.all("data")[:1]:
        encoding = data.string("encoding", "")
        compression = data.string("compression", "")
        pieces = data.all("chunk")
        if made.infinite:
            sizes = [
                (
                    piece,
                    piece.whole("x", -FAR, FAR),
                    piece.whole("y", -FAR, FAR),
                    piece.whole("width", 1, MAX_SIDE),
                    piece.whole("height", 1, MAX_SIDE),
                )
                for piece in pieces
            ]
        else:
            cols = layer.whole("width", 1, MAX_SIDE, made.cols)
            rows = layer.whole("height", 1, MAX_SIDE, made.rows)
            sizes = [(data, 0, 0, cols, rows)]
        for piece, col, row, cols, rows in sizes:
            check_size(cols, rows, piece.place)
            if encoding:
                gids = unpack(
                    piece.text, encoding, compression, cols * rows, piece.place, made.budget
                )
            else:
                gids = piece.gids
                if len(gids) != cols * rows:
                    raise FormatError(
                        say(
                            "expected {count:,} tiles, got {given:,}",
                            count=cols * rows,
                            given=len(gids),
                        ),
                        piece.place,
                    )
            chunks.append(Chunk(col, row, cols, rows, gids))
    return chunks


def _objects(element: TiledElement, name: str, offset: Spot, made: TiledMap) -> ObjectLayer:
    layer = ObjectLayer(name, element.place)
    for each in element.all("object"):
        kinds = {child.tag for child in each.children}
        strange = kinds & {"point", "text"}
        if strange or "gid" in each.attributes or "template" in each.attributes:
            layer.unread.append(
                min(strange, default="template" if "template" in each.attributes else "tile")
            )
            continue
        lines = [*each.all("polygon"), *each.all("polyline")]
        points = _points(lines[0]) if lines else []
        size = each.number("width"), each.number("height")
        if not points and not all(size):
            layer.unread.append("point")
            continue
        kind = min(kinds & {"polygon", "polyline", "ellipse", "capsule"}, default="")
        layer.shapes.append(
            outline(
                made,
                (each.number("x"), each.number("y")),
                size,
                points,
                kind=kind,
                degrees=float(each.number("rotation")),
                offset=offset,
                place=each.place,
            )
        )
    return layer


def _points(line: TiledElement) -> list[Spot]:
    pairs = line.string("points").split()
    if not 1 <= len(pairs) <= MAX_SEGMENTS:
        raise FormatError(
            say("expected 1 to {most:,} points, got {n:,}", most=MAX_SEGMENTS, n=len(pairs)),
            line.place,
        )
    spots = []
    for pair in pairs:
        x, comma, y = pair.partition(",")
        if not comma:
            raise FormatError(
                say("expected x,y, got {got}", got=show(pair)),
                say("{place} points", place=line.place),
            )
        place = f"{line.place} points"
        spots.append(
            (
                exact(text_number(x, place, -FAR, FAR), "x"),
                exact(text_number(y, place, -FAR, FAR), "y"),
            )
        )
    return spots

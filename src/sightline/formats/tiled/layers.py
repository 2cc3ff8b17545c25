"""The content of a Tiled map, from XML or JSON, and the decoding of its tile data.

`xml_maps` and `json_maps` read a file into a `TiledMap`; `sightline.formats.tiled` makes a board of
it.
"""

from __future__ import annotations

import base64
import binascii
import math
import re
import sys
import zlib
from array import array
from dataclasses import dataclass, field
from fractions import Fraction

from sightline.errors import FormatError
from sightline.extras import extra
from sightline.formats.contract import MAX_UNPACKED_BYTES
from sightline.formats.safe.safe_json import show
from sightline.formats.shared.curves import MAX_ERROR, arc, ellipse, pieces_of_arc
from sightline.formats.shared.walls import Spot
from sightline.texts import as_text, say

GID_BITS = 0x0FFFFFFF
"""A mask that removes the four top bits of a tile number: flips across, down and diagonally,
and a turn of 120°.
"""
MAX_GID = 0xFFFFFFFF
MAX_CURVE_PIECES = 20_000
"""The maximum number of pieces of all curves in one file, including its tilesets."""
FAR = 1_000_000
"""The largest coordinate of a chunk or object, in tiles or pixels."""


@dataclass(frozen=True)
class Chunk:
    """A rectangle of tile numbers in reading order."""

    col: int
    row: int
    cols: int
    rows: int
    gids: array[int]


@dataclass(frozen=True)
class TileLayer:
    name: str
    place: str
    chunks: list[Chunk]


@dataclass(frozen=True)
class TiledShape:
    """An outline in pixels, with the offsets of its layers applied. A closed one ends where it
    starts.
    """

    spots: list[Spot]
    place: str
    curved: bool = False

    def lies_in(self, width: int, height: int) -> bool:
        """Return whether it lies within a tile of that size whose top left corner is (0, 0)."""
        return all(0 <= x <= width and 0 <= y <= height for x, y in self.spots)


@dataclass
class ObjectLayer:
    name: str
    place: str
    shapes: list[TiledShape] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    """Kinds of objects without an outline that can be read."""


@dataclass
class Tileset:
    first_gid: int
    name: str
    source: str = ""
    """The file of the tileset, if it is in a separate file."""
    tile_width: int = 0
    tile_height: int = 0
    offset: Spot = (Fraction(0), Fraction(0))
    """The offset at which its tiles are drawn, in pixels."""
    fills_grid: bool = False
    """Whether its tiles are scaled to the size of the map's tiles."""
    marks: dict[int, set[str]] = field(default_factory=dict)
    """The class and the names of the true properties of each tile, by its number in this
    set.
    """
    shapes: dict[int, list[TiledShape]] = field(default_factory=dict)
    """The collision shapes by tile number, in pixels from the tile's top left corner."""
    sizes: dict[int, tuple[int, int]] = field(default_factory=dict)
    """The size by tile number, in sets whose tiles have separate pictures."""
    unread: list[str] = field(default_factory=list)
    """Kinds of objects in tiles without an outline that can be read."""


class Budget:
    """The remaining limits of one file: bytes of layers, and pieces of curves."""

    def __init__(self) -> None:
        self._bytes_left = MAX_UNPACKED_BYTES
        self._pieces_left = MAX_CURVE_PIECES

    def spend(self, size: int, place: str) -> None:
        self._bytes_left -= size
        if self._bytes_left < 0:
            raise FormatError(
                say("layers unpack to more than {most:,} bytes", most=MAX_UNPACKED_BYTES), place
            )

    def bend(self, pieces: int, place: str) -> None:
        self._pieces_left -= pieces
        if self._pieces_left < 0:
            raise FormatError(
                say("curves of more than {most:,} pieces", most=MAX_CURVE_PIECES), place
            )


@dataclass
class TiledMap:
    """The content of a Tiled map as plain values."""

    orientation: str
    cols: int
    rows: int
    infinite: bool
    tile_width: int
    tile_height: int
    stagger_axis: str
    stagger_index: str
    hex_side: int
    tile_layers: list[TileLayer] = field(default_factory=list)
    object_layers: list[ObjectLayer] = field(default_factory=list)
    tilesets: list[Tileset] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """Sentences for the report about skipped parts."""
    budget: Budget = field(default_factory=Budget)


# --- tile data


def unpack(
    text: str, encoding: str, compression: str, count: int, place: str, budget: Budget
) -> array[int]:
    """Return `count` tile numbers from the text of a layer or chunk."""
    # Checked before anything is allocated: the header gives the size, which may be false.
    budget.spend(4 * count, place)
    if encoding == "csv":
        if compression:
            raise FormatError(say("CSV data cannot be compressed"), place)
        return _from_csv(text, count, place)
    if encoding != "base64":
        raise FormatError(
            say("expected the encoding csv or base64, got {got}", got=show(encoding)), place
        )
    packed = _from_base64(text, place)
    raw = _decompress(packed, compression, 4 * count, place)
    if len(raw) != 4 * count:
        raise FormatError(
            say(
                "expected {count:,} tiles, {bytes:,} bytes, got {n:,} bytes",
                count=count,
                bytes=4 * count,
                n=len(raw),
            ),
            place,
        )
    gids = array("I")
    gids.frombytes(raw)
    if sys.byteorder == "big":
        gids.byteswap()
    return gids


_CSV = re.compile(r"\s*+[0-9]{1,10}\s*+(?:,\s*+[0-9]{1,10}\s*+)*+", re.ASCII)
_CSV_PIECE = 1 << 16


def _from_csv(text: str, count: int, place: str) -> array[int]:
    sound = _CSV.match(text)
    if sound is None or sound.end() < len(text):
        at = 0 if sound is None else sound.end()
        raise FormatError(
            say(
                "expected tile numbers with commas between, got {got}", got=show(text[at : at + 20])
            ),
            say("{place}, after {n:,} tiles", place=place, n=text.count(",", 0, at)),
        )
    given = text.count(",") + 1
    if given != count:
        raise FormatError(
            say("expected {count:,} tiles, got {given:,}", count=count, given=given), place
        )
    gids = array("I")
    at = 0
    while at < len(text):
        # Parsed in pieces: a list of millions of strings would take fifty times the memory of the
        # text.
        cut = text.find(",", at + _CSV_PIECE)
        cut = len(text) if cut < 0 else cut
        try:
            gids.extend(map(int, text[at:cut].split(",")))
        except OverflowError:
            raise FormatError(
                say("a tile number above {most}", most=MAX_GID),
                say("{place}, after {n:,} tiles", place=place, n=len(gids)),
            ) from None
        at = cut + 1
    return gids


def _from_base64(text: str, place: str) -> bytes:
    # Line breaks are allowed; other characters outside the alphabet are not.
    compact = "".join(text.split())
    try:
        return base64.b64decode(compact.encode("ascii"), validate=True)
    except (binascii.Error, ValueError) as error:
        raise FormatError(say("not base64: {error}", error=as_text(error)), place) from None


def _decompress(packed: bytes, compression: str, size: int, place: str) -> bytes:
    """Unpack exactly one stream of at most `size` bytes, without allocating more."""
    if not compression:
        return packed
    if compression in ("zlib", "gzip"):
        # 15 is the window size; adding 16 selects gzip's header.
        inflater = zlib.decompressobj(15 if compression == "zlib" else 31)
        try:
            raw = inflater.decompress(packed, size + 1)
        except zlib.error as error:
            raise FormatError(
                say(
                    "not {compression} data: {error}", compression=compression, error=as_text(error)
                ),
                place,
            ) from None
        if len(raw) > size:
            raise FormatError(
                say(
                    "{compression} data unpacks to more than {size:,} bytes",
                    compression=compression,
                    size=size,
                ),
                place,
            )
        if not inflater.eof:
            raise FormatError(
                say("{compression} data breaks off in the middle", compression=compression), place
            )
        if inflater.unused_data:
            raise FormatError(
                say("something follows the {compression} data", compression=compression), place
            )
        return raw
    if compression == "zstd":
        return _from_zstd(packed, size, place)
    raise FormatError(say("expected zlib, gzip or zstd, got {got}", got=show(compression)), place)


def _from_zstd(packed: bytes, size: int, place: str) -> bytes:
    with extra("formats", f"{place}: layers packed with zstd need"):
        import zstandard
    # A stream's window determines how much memory is reserved. The largest layer needs no more than
    # this.
    inflater = zstandard.ZstdDecompressor(max_window_size=1 << 26).decompressobj()
    reader = zstandard.ZstdDecompressor(max_window_size=1 << 26).stream_reader(packed)
    try:
        raw = reader.read(size + 1)
        # Safe now that the size is known; this decompressor reports where the stream ends.
        if len(raw) <= size:
            inflater.decompress(packed)
    except zstandard.ZstdError as error:
        raise FormatError(say("not zstd data: {error}", error=as_text(error)), place) from None
    if len(raw) > size:
        raise FormatError(say("zstd data unpacks to more than {size:,} bytes", size=size), place)
    if not inflater.eof:
        raise FormatError(say("zstd data breaks off in the middle"), place)
    if inflater.unused_data:
        raise FormatError(say("something follows the zstd data"), place)
    return raw


# --- objects


def turned(spots: list[Spot], about: Spot, degrees: float) -> list[Spot]:
    """Return the outline turned clockwise about a point; quarter turns are exact."""
    quarters = degrees / 90
    if quarters == int(quarters):
        cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[int(quarters) % 4]
        c, s = Fraction(cos), Fraction(sin)
    else:
        c = Fraction(math.cos(math.radians(degrees)))
        s = Fraction(math.sin(math.radians(degrees)))
    return [
        (
            about[0] + (x - about[0]) * c - (y - about[1]) * s,
            about[1] + (x - about[0]) * s + (y - about[1]) * c,
        )
        for x, y in spots
    ]


def outline(
    made: TiledMap,
    spot: Spot,
    size: Spot,
    points: list[Spot],
    *,
    kind: str,
    degrees: float,
    offset: Spot,
    place: str,
) -> TiledShape:
    """Return an object's outline in pixels of the map: its own points, or its rectangle, ellipse or
    capsule.

    `kind` is Tiled's name for it.
    """
    x, y = spot
    width, height = size
    curved = not points and kind in ("ellipse", "capsule")
    if points:
        spots = [(x + dx, y + dy) for dx, dy in points]
        if kind == "polygon":
            spots.append(spots[0])
    elif curved:
        error = MAX_ERROR * min(made.tile_width, made.tile_height)
        made.budget.bend(pieces_of_arc(size, error=2 * error), place)
        spots = (_capsule if kind == "capsule" else _ellipse)(spot, size, error)
    else:
        spots = [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)]
    if degrees:
        spots = turned(spots, spot, degrees)
    return TiledShape([(x + offset[0], y + offset[1]) for x, y in spots], place, curved)


def _ellipse(spot: Spot, size: Spot, error: Fraction) -> list[Spot]:
    radii = size[0] / 2, size[1] / 2
    return ellipse((spot[0] + radii[0], spot[1] + radii[1]), radii, error)


def _capsule(spot: Spot, size: Spot, error: Fraction) -> list[Spot]:
    """Return a rectangle whose two shorter sides are half circles."""
    (x, y), (width, height) = spot, size
    radius = min(abs(width), abs(height)) / 2
    radii = radius, radius
    if width >= height:
        ends = (((x + width - radius, y + radius), -90), ((x + radius, y + radius), 90))
    else:
        ends = (((x + radius, y + height - radius), 0), ((x + radius, y + radius), 180))
    spots = [each for center, start in ends for each in arc(center, radii, start, 180, error)]
    return [*spots, spots[0]]

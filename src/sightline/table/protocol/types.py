"""The small types that messages are made of: tiles, points, names, and their limits.

Positions are pairs: (row, column) on squares, axial (q, r) on hexes. Points are (x, y) in tile
units on squares, axial (q, r) on hexes. Runs and spans follow the order of `board.tiles()`: along
the columns of a row on squares, and along q at one r on hexes. So the run (2, 5, "..#") is the
squares (2, 5), (2, 6), (2, 7), or the hexes (2, 5), (3, 5), (4, 5).
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

MAX_NAME = 60
MAX_WHY = 300
MAX_SPANS = 2_000
"""The most spans in one stroke of a fog tool."""
MAX_NOTE = 2_000
MAX_BATCH = 4_000
"""The most tiles or edges in one stroke."""
Coordinate = Annotated[int, Meta(ge=-10_000, le=10_000)]
WireTile = tuple[Coordinate, Coordinate]
Decimal = Annotated[float, Meta(ge=-10_000, le=10_000)]
WirePoint = tuple[Decimal, Decimal]
Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME)]
Id = Annotated[str, Meta(min_length=1, max_length=40)]
Secret = Annotated[str, Meta(min_length=16, max_length=100)]
Words = Annotated[str, Meta(max_length=MAX_NAME)]
Reason = Annotated[str, Meta(max_length=MAX_WHY)]
FigureOrTile = str | WireTile
"""A figure's id, or a tile. (msgspec 0.22 crashes where a string with a limit may also be a tuple:
the size of the message is limit enough.)"""
Side = Literal["hero", "ally", "enemy", "neutral"]
Team = Annotated[str, Meta(max_length=40)]
TerrainKind = Annotated[str, Meta(min_length=1, max_length=40)]
ThresholdKind = Literal["wall", "door", "gate"]
DoorState = Literal["", "open", "closed", "locked", "secret"]
"""Of a door or gate; a wall has none, and a gate is never secret."""


WireRadius = Annotated[float, Meta(ge=0, le=1000)]
"""In tiles."""
LampColor = Annotated[str, Meta(pattern="^(#[0-9a-f]{6})?$", max_length=7)]
""""" for plain light."""
DarknessWord = Literal["daylight", "dim", "dark"]


MAX_WANTED = 256
"""The most tiles of a picture that a page asks for at once."""
Tier = Literal[32, 64, 128]
"""How many pixels wide the picture of a tile is."""
PixelNumber = Annotated[
    str, Meta(pattern=r"^-?[0-9]{1,6}([.][0-9]{1,6}|/[1-9][0-9]{0,6})?$", max_length=16)
]
"""In pixels of a picture, exactly: "70", "69.5", "2048/29"."""
GridFrom = Literal["file", "name", "found", "given", "hand"]
"""Who says where a picture's tiles are: the map's file, the picture's name, lines that were found
on it, whoever typed it, or whoever laid it by hand."""


class Incoming(Struct, forbid_unknown_fields=True, tag_field="t"):
    """What a page says."""


class Outgoing(Struct, tag_field="t", omit_defaults=True):
    """What the server says. Fields with their default value are left out of the message."""


class WireLamp(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The lamp that a figure carries. Both radii count from the figure."""

    bright: WireRadius
    dim: WireRadius
    color: LampColor = ""
    on: bool = True
    """Left out: it is."""
    when_hidden: bool = False
    """Does it shine while its figure is hidden?"""


Run = tuple[int, int, str]
"""Known ground from that tile on, one letter a tile: `.` floor, `#` rock."""
Span = tuple[int, int, int]
"""That many tiles from that one on."""
WireEdge = tuple[int, int, int, int, str, str]
"""Two neighbours, what stands between them (wall, door, gate; "" for nothing), and its state. What
has a property is "wall+limited", "door+forth", "gate+limited+back" to the master: "forth" stops who
looks from the first to the second."""
WallPiece = tuple[float, float, float, float, str, str]
"""Two ends, what it is, its state. Players get the pieces that lie in tiles they know, and no
properties. "forth" stops who looks from its left to its right, from the first end to the second."""
WireSpan = tuple[Coordinate, Coordinate, Annotated[int, Meta(ge=1, le=70_000)]]
"""A span, as a page says it."""
Height = tuple[int, int, float, float | None]
"""A hex, its cover, its height."""
TerrainSpan = tuple[int, int, int, str]
"""That many tiles from that one on, and what stands on each: "low", "smoke", "light-woods" or
another word; "" for nothing any more."""
LevelSpan = tuple[int, int, int, int]
"""That many tiles from that one on, and how bright they are: 0 dark, 1 dim, 2 bright."""

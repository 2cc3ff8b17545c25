"""The small types of message fields: tiles, points, names, and their limits.

Positions are pairs: (row, column) on squares, axial (q, r) on hexes. Points are (x, y) in tile
units on squares, axial (q, r) on hexes. Runs and spans follow the order of `board.tiles()`: along
the columns of a row on squares, and along q at one r on hexes. So the run (2, 5, "..#") covers the
squares (2, 5), (2, 6), (2, 7), or the hexes (2, 5), (3, 5), (4, 5).
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

MAX_NAME = 60
MAX_WHY = 300
MAX_SPANS = 2_000
"""The maximum number of spans in one stroke of a fog tool."""
MAX_NOTE = 2_000
MAX_BATCH = 4_000
"""The maximum number of tiles or edges in one stroke."""
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
"""A figure's id, or a tile.

(msgspec 0.22 crashes on a union of a length-limited string and a tuple. The limit on messages takes
its place.)
"""
Side = Literal["hero", "ally", "enemy", "neutral"]
Team = Annotated[str, Meta(max_length=40)]
TerrainKind = Annotated[str, Meta(min_length=1, max_length=40)]
ThresholdKind = Literal["wall", "door", "gate"]
StopSet = Literal["", "window", "curtain", "bars"]
"""The things that a barrier stops: "" everything, "window" movement and effects, "curtain" sight
and light, "bars" movement.
"""
DoorState = Literal["", "open", "closed", "locked", "secret"]
"""The state of a door or gate. Walls have none, and a gate is never secret."""


WireRadius = Annotated[float, Meta(ge=0, le=1000)]
"""A radius in tiles."""
ExactHeight = Annotated[str, Meta(pattern=r"^(-?[0-9]{1,40}(/[1-9][0-9]{0,39})?)?$", max_length=90)]
"""An exact height in tiles: "6", "7/2"; "" for none."""
WireElevation = Annotated[float, Meta(ge=-1000, le=1000)]
"""A height in tiles."""
LampColor = Annotated[str, Meta(pattern="^(#[0-9a-f]{6})?$", max_length=7)]
"""A color such as "#ffcc88"; "" for plain light."""
FacingWord = Literal[
    "",
    "north",
    "north-east",
    "east",
    "south-east",
    "south",
    "south-west",
    "west",
    "north-west",
]
DarknessWord = Literal["daylight", "dim", "dark"]


MAX_WANTED = 256
"""The maximum number of tiles of a picture in one request."""
Tier = Literal[32, 64, 128]
"""The width of a tile's picture in pixels."""
PixelNumber = Annotated[
    str, Meta(pattern=r"^-?[0-9]{1,6}([.][0-9]{1,6}|/[1-9][0-9]{0,6})?$", max_length=16)
]
"""An exact number of pixels: "70", "69.5", "2048/29"."""
GridFrom = Literal["file", "name", "found", "given", "hand"]
"""The source of a picture's grid: the map's file, the picture's name, detected lines, entered
numbers, or placed by hand.
"""


class Incoming(Struct, forbid_unknown_fields=True, tag_field="t"):
    """A message, or a part of one, that a page sends."""


class Outgoing(Struct, tag_field="t", omit_defaults=True):
    """A message, or a part of one, that the server sends. Fields with their default value are
    omitted.
    """


Storey = Annotated[str, Meta(max_length=40)]
"""The id of a floor; "" for the ground."""


class StairsEnd(Struct, frozen=True, forbid_unknown_fields=True):
    """One end of stairs: a tile of a storey."""

    storey: Storey
    at: WireTile


class WireLamp(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The lamp that a figure carries. Both radii are measured from the figure."""

    bright: WireRadius
    dim: WireRadius
    color: LampColor = ""
    on: bool = True
    """Whether it is on. True if omitted."""
    when_hidden: bool = False
    """Whether it shines while its figure is hidden."""


class SavedRoll(Struct, frozen=True, forbid_unknown_fields=True):
    """A saved roll of a figure: "Longsword", "d20+5"."""

    name: Name
    dice: Words


Run = tuple[int, int, str]
"""A run of known ground: its first tile, and one letter per tile, `.` for floor and `#` for
rock.
"""
Span = tuple[int, int, int]
"""A run of tiles: its first tile, and the number of tiles."""
WireEdge = tuple[int, int, int, int, str, str]
"""An edge: its two tiles, the barrier on it (wall, door, gate; "" for none), and the barrier's
state.

For the game master, the barrier includes its properties: "wall+limited", "door+forth",
"gate+limited+back". "forth" blocks sight from the first tile to the second. A bottom or a top is
appended: "wall@0_1/2", "gate@2_".
"""
WallPiece = tuple[float, float, float, float, str, str]
"""A piece of a free wall: its two ends, the kind, and the state.

Players get only the pieces in tiles that they know, without properties. "forth" blocks sight from
left to right, as seen from the first end toward the second.
"""
WireSpan = tuple[Coordinate, Coordinate, Annotated[int, Meta(ge=1, le=70_000)]]
"""A span as a page sends it."""
Height = tuple[int, int, float, float | None]
"""A hex with its cover and its height."""
TerrainSpan = tuple[int, int, int, str]
"""A span with its terrain: "low", "smoke", "light-woods" or another word; "" for none."""
LevelSpan = tuple[int, int, int, int]
"""A span with its brightness: 0 dark, 1 dim, 2 bright."""

MAX_SAVE = 120_000
"""The maximum number of characters of a saved game or a custom quest. A save with 600 actions
has 33,000.
"""
SaveText = Annotated[str, Meta(max_length=MAX_SAVE)]
GameWord = Annotated[str, Meta(max_length=40)]

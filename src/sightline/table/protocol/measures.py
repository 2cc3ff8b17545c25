"""What is measured on a map: its distances, areas, and rulers that are shared."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from sightline.table.protocol.types import FigureOrTile, Incoming, Span, WireTile

MAX_REACH = 100
"""How far an area reaches at most, in the steps of the map's metric."""
MAX_POINTS = 40
"""The most way points of a ruler."""

MetricWord = Literal["steps", "5-10-5", "straight", "2-3"]
AreaKind = Literal["circle", "cone", "line", "ruler"]
CornerWord = Literal["", "north-west", "north-east", "south-east", "south-west"]


class AreaShape(Incoming, tag="shape"):
    """A circle, a cone or a line, or the way points of a ruler."""

    kind: AreaKind
    at: FigureOrTile
    """Where it begins. An area that begins at a figure goes with it."""
    reach: Annotated[int, Meta(ge=0, le=MAX_REACH)] = 0
    """The radius of a circle, the length of a cone or line: in steps of the map's metric."""
    corner: CornerWord = ""
    """Of a circle on squares: around this corner of the tile, and not around its centre."""
    toward: WireTile | None = None
    """Where a cone or line points; it need not be a tile of the map."""
    angle: Literal[0, 53, 60, 90, 120] = 0
    """Of a cone: 90 or 53 (as wide as it is long) on squares, 60 or 120 on hexes; 0: the first."""
    count: Literal["centre", "any"] = "centre"
    """Which tiles count: those with their centre in it, or with any part of them."""
    walls: bool = True
    """Is only what its origin sees in it?"""
    points: Annotated[list[WireTile], Meta(max_length=MAX_POINTS)] = []
    """Of a ruler: its way points after `at`."""


class MapMeasure(Struct, frozen=True, omit_defaults=True):
    """How distances are counted on a map, and what a tile is in the world of the game."""

    metric: MetricWord = "steps"
    unit: str = ""
    """Such as "5 ft"; "": it is only counted."""


class AreaHit(Struct, omit_defaults=True):
    """Somebody in an area, at least with one tile."""

    figure: str
    in_sight: bool = True
    """Is some of them in sight of the area's origin?"""
    cover: str = ""
    """By the rule of a game that knows cover: how much they have from the origin ..."""
    effect: str = ""
    """... and what that does."""


class AreaView(Struct, omit_defaults=True):
    """An area or a ruler on the map, as far as its reader knows the map."""

    id: str
    kind: AreaKind
    mine: bool = False
    shared: bool = True
    owner: str = ""
    """Master only: the player's id; "" for the master's own."""
    reach: int = 0
    tiles: list[Span] = []
    origin: tuple[float, float] | None = None
    """Where it begins, as points are given; None: the reader does not know that tile."""
    points: list[tuple[int, int]] = []
    """Of a ruler: its way points, up to the last tile that the reader knows."""
    hits: list[AreaHit] = []

"""Measurements on a map: distances, templates, and shared rulers."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from sightline.table.protocol.types import FigureOrTile, Incoming, Span, Storey, WireTile

MAX_REACH = 100
"""The longest reach of a template, in steps of the map's metric."""
MAX_POINTS = 40
"""The maximum number of waypoints of a ruler."""

MetricWord = Literal["steps", "5-10-5", "straight", "2-3"]
AreaKind = Literal["circle", "cone", "line", "ruler"]
CornerWord = Literal["", "north-west", "north-east", "south-east", "south-west"]


class AreaShape(Incoming, tag="shape"):
    """A circle, a cone or a line, or the waypoints of a ruler."""

    kind: AreaKind
    at: FigureOrTile
    """The origin of the area. A template that starts at a figure moves with it."""
    reach: Annotated[int, Meta(ge=0, le=MAX_REACH)] = 0
    """The radius of a circle, or the length of a cone or line, in steps of the map's metric."""
    corner: CornerWord = ""
    """The corner of the tile that is the center of a circle on squares; "" for the tile's
    center.
    """
    toward: WireTile | None = None
    """The tile that a cone or line points to. It may be outside the map."""
    angle: Literal[0, 53, 60, 90, 120] = 0
    """The angle of a cone: 90 or 53 (as wide as it is long) on squares, 60 or 120 on hexes; 0 means
    the first of these.
    """
    count: Literal["center", "any"] = "center"
    """The tiles that are inside: those with their center inside, or with any part inside."""
    walls: bool = True
    """Whether only tiles that the origin sees are inside."""
    points: Annotated[list[WireTile], Meta(max_length=MAX_POINTS)] = []
    """The waypoints of a ruler after `at`."""
    storey: Storey = ""
    """The floor of `at`, if that is a tile. A template covers tiles of its origin's storey."""
    storeys: Annotated[list[Storey], Meta(max_length=MAX_POINTS)] = []
    """The floors of a ruler's waypoints, or an empty list if all are on the ground."""


class MapMeasure(Struct, frozen=True, omit_defaults=True):
    """The metric for distances on a map, and the size of a tile in the game world."""

    metric: MetricWord = "steps"
    unit: str = ""
    """The size of a tile, such as "5 ft"; "" counts tiles."""


class AreaHit(Struct, omit_defaults=True):
    """A figure with at least one tile inside an area."""

    figure: str
    in_sight: bool = True
    """Whether any part of it is in sight of the area's origin."""
    cover: str = ""
    """Its cover from the origin, for rules of games with cover."""
    effect: str = ""
    """The effect of that cover."""


class AreaView(Struct, omit_defaults=True):
    """A template or ruler on the map, as far as the user knows the map."""

    id: str
    kind: AreaKind
    mine: bool = False
    shared: bool = True
    owner: str = ""
    """Game master only: the player's id; "" for the game master's own."""
    reach: int = 0
    tiles: list[Span] = []
    origin: tuple[float, float] | None = None
    """The point where it starts; None if the user does not know that tile."""
    points: list[tuple[int, int]] = []
    """The waypoints of a ruler, up to the last tile that the user knows."""
    storey: str = ""
    """The floor on which a template lies; "" for the ground."""
    storeys: list[str] = []
    """The floors of a ruler's waypoints, or an empty list if all are on the ground."""
    hits: list[AreaHit] = []

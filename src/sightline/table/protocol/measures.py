"""Measurements on a map: distances, templates, and shared rulers."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from sightline.table.protocol.types import FigureOrTile, Incoming, Span, Storey, WireTile

MAX_REACH = 100
"""The longest reach of a template, in steps of the map's metric."""
MAX_POINTS = 40
"""The most waypoints of a ruler."""

MetricWord = Literal["steps", "5-10-5", "straight", "2-3"]
AreaKind = Literal["circle", "cone", "line", "ruler"]
CornerWord = Literal["", "north-west", "north-east", "south-east", "south-west"]


class AreaShape(Incoming, tag="shape"):
    """A circle, a cone or a line, or the waypoints of a ruler."""

    kind: AreaKind
    at: FigureOrTile
    """Its origin. A template that starts at a figure moves with it."""
    reach: Annotated[int, Meta(ge=0, le=MAX_REACH)] = 0
    """The radius of a circle, or the length of a cone or line, in steps of the map's metric."""
    corner: CornerWord = ""
    """For a circle on squares: centered on this corner of the tile, not on its center."""
    toward: WireTile | None = None
    """Where a cone or line points; it may be outside the map."""
    angle: Literal[0, 53, 60, 90, 120] = 0
    """For a cone: 90 or 53 (as wide as it is long) on squares, 60 or 120 on hexes; 0 means the
    first.
    """
    count: Literal["center", "any"] = "center"
    """Which tiles count: those whose center is inside, or any part of them."""
    walls: bool = True
    """Whether only tiles that its origin sees are inside."""
    points: Annotated[list[WireTile], Meta(max_length=MAX_POINTS)] = []
    """For a ruler: its waypoints after `at`."""
    storey: Storey = ""
    """The floor of `at`, if that is a tile. A template covers tiles of the storey of its origin."""
    storeys: Annotated[list[Storey], Meta(max_length=MAX_POINTS)] = []
    """For a ruler: the floors of its waypoints, or none if all are on the ground."""


class MapMeasure(Struct, frozen=True, omit_defaults=True):
    """How distances are measured on a map, and the size of a tile in the game world."""

    metric: MetricWord = "steps"
    unit: str = ""
    """Such as "5 ft"; "" counts tiles."""


class AreaHit(Struct, omit_defaults=True):
    """A figure with at least one tile inside an area."""

    figure: str
    in_sight: bool = True
    """Whether any part of it is in sight of the area's origin."""
    cover: str = ""
    """By the rule of a game with cover: its cover from the origin ..."""
    effect: str = ""
    """... and the effect."""


class AreaView(Struct, omit_defaults=True):
    """A template or ruler on the map, as far as its reader knows the map."""

    id: str
    kind: AreaKind
    mine: bool = False
    shared: bool = True
    owner: str = ""
    """Game master only: the player's id; "" for the game master's own."""
    reach: int = 0
    tiles: list[Span] = []
    origin: tuple[float, float] | None = None
    """The point where it starts; None if the reader does not know that tile."""
    points: list[tuple[int, int]] = []
    """For a ruler: its waypoints, up to the last tile that the reader knows."""
    storey: str = ""
    """The floor on which a template lies; "" for the ground."""
    storeys: list[str] = []
    """For a ruler: the floors of its waypoints, or none if all are on the ground."""
    hits: list[AreaHit] = []

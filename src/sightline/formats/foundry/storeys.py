"""A Foundry scene read as a whole: every floor at once, with heights in tiles.

The lowest floor is the ground of the board. The others become floors of the board: only the tiles
that the file marks as closed, or all tiles if it marks none.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sightline.formats.contract import Report
from sightline.formats.counts import count
from sightline.formats.foundry.canvas import MAX_PIXELS, SceneBoard
from sightline.formats.foundry.levels import (
    EVERYWHERE,
    Elevation,
    Floor,
    HeightRange,
    floors_of,
    own_floors_of,
    thing_heights,
    wall_heights,
)
from sightline.formats.safe.safe_json import Node
from sightline.formats.shared.figure_limits import MAX_FIGURES
from sightline.formats.shared.walls import Spot, is_inside
from sightline.model.cell import Point
from sightline.model.numbers import UNIT, Span, exact
from sightline.texts import say

MAX_POINTS = 10_000
"""The maximum number of corners of surfaces in a scene."""

_HOLE = 1
"""The module Levels marks drawings of this kind as holes."""


@dataclass(frozen=True)
class Storeys:
    """All floors of a scene, with the same methods as a single `Floor`."""

    floors: tuple[Floor, ...]
    ground: Fraction
    """The height of the lowest floor, in tiles."""
    distance: Fraction
    """The width of a tile in the scene's units of length."""

    @classmethod
    def of(cls, tree: Node, distance: Fraction) -> Storeys:
        """Create the storeys of a scene; `distance` is the width of a tile in the scene's units."""
        floors = tuple(floors_of(tree))
        lowest = floors[0].range[0] if floors and own_floors_of(tree) else -math.inf
        ground = _in_tiles(lowest, distance)
        return cls(floors, Fraction(0) if ground is None else ground, distance)

    @property
    def pictured(self) -> Floor | None:
        """The lowest floor, whose picture lies under the map."""
        return self.floors[0] if self.floors else None

    def holds(self, thing: Node, heights: HeightRange) -> bool:
        """Return True: every wall, token and light belongs to the whole scene."""
        return True

    def spans_of(self, wall: Node) -> Iterator[Span]:
        """Yield the heights of a wall: its own, or those of the levels that it names."""
        heights = wall_heights(wall)
        named = [floor.range for floor in self.floors if floor.key and floor.names(wall)]
        if heights != EVERYWHERE or len(named) in (0, len(self.floors)):
            yield self._span(heights)
            return
        low, high = named[0]
        for begin, end in named[1:]:
            if begin > high:
                yield self._span((low, high))
                low = begin
            high = max(high, end)
        yield self._span((low, high))

    def _span(self, heights: HeightRange) -> Span:
        """Return a range of heights in tiles.

        A range that reaches below the ground has no bottom. With the module Levels, floors are 0 to
        9 and 10 to 19, so a range that ends one unit below a floor is extended to that floor.
        """
        low, high = heights
        if not any(floor.key for floor in self.floors):
            above = [each.range[0] for each in self.floors if 0 < each.range[0] - high <= 1]
            high = min(above, default=high)
        bottom, top = (_in_tiles(height, self.distance) for height in (low, high))
        return None if bottom is None or bottom <= self.ground else bottom, top

    def elevation_of(self, token: Node) -> Fraction | None:
        """Return the height at which a token stands, or None for the ground."""
        low = thing_heights(token)[0]
        if "elevation" not in token or token["elevation"].is_null:
            own = [floor.range[0] for floor in self.floors if floor.key and floor.names(token)]
            low = own[0] if own else low
        height = _in_tiles(low, self.distance)
        return None if height is None or height <= self.ground else height

    def height_of_floor(self, floor: Floor) -> Fraction | None:
        """Return the height of a floor in tiles; None if it is the ground."""
        height = _in_tiles(floor.range[0], self.distance)
        return None if height is None or height <= self.ground else height

    def height_of(self, token: Node) -> Fraction:
        """Return how tall a token is: the height given by the module Wall Height, or one tile."""
        flags = token.inner("flags")
        module = flags.inner("wall-height") if flags is not None else None
        if module is None or "tokenHeight" not in module:
            return Fraction(1)
        tall = exact(module["tokenHeight"].number(0, MAX_PIXELS), "tokenHeight")
        return tall / self.distance or Fraction(1)

    def build(self, tree: Node, canvas: SceneBoard, report: Report) -> None:
        """Set the ground of the board, and add its floors."""
        board = canvas.board
        if self.ground:
            for tile in board.tiles():
                board.set_elevation(tile, self.ground)
        if not own_floors_of(tree):
            if len(self.floors) > 1:
                report.read.append(
                    say("walls with their heights; the file has no floors between them")
                )
            return
        surfaces = _Surfaces.of(tree, canvas, self.distance, self.floors)
        everywhere: set[tuple[int, int]] = set(board.tiles())
        closed, partly = 0, 0
        for floor in self.floors[1:]:
            height = self.height_of_floor(floor)
            if height is None:
                continue
            tiles = surfaces.tiles_at(height)
            if tiles:
                partly += 1
            else:
                tiles = everywhere - surfaces.holes_at(height)
                closed += 1
            if tiles:
                board.add_floor(height, sorted(tiles), floor.name)
        report.read.append(
            say("{things}, from the lowest up", things=count(len(self.floors), "storey"))
        )
        if partly:
            report.read.append(
                say("{things} where the file has surfaces", things=count(partly, "floor"))
            )
        if closed:
            report.guessed.append(
                say(
                    "{things} closed everywhere, since the file has no surfaces there",
                    things=count(closed, "floor"),
                )
            )


def _in_tiles(height: Elevation, distance: Fraction) -> Fraction | None:
    return height / distance if isinstance(height, Fraction) else None


# --- the closed tiles of a floor


@dataclass(frozen=True)
class FlatShape:
    """A shape on the canvas that closes or opens tiles, with its heights in tiles."""

    heights: frozenset[Fraction]
    range: tuple[Elevation, Elevation]
    rings: list[tuple[list[Spot], bool]]
    """Rings of corners in board coordinates, each with whether it is a hole."""

    def tiles(self, centers: dict[tuple[int, int], Spot]) -> set[tuple[int, int]]:
        """Return the tiles whose centers lie inside the shape."""
        found: set[tuple[int, int]] = set()
        for ring, is_hole in self.rings:
            (left, right), (top, bottom) = ((min(at), max(at)) for at in zip(*ring, strict=True))
            inside = {
                tile
                for tile, (x, y) in centers.items()
                if left <= x <= right and top <= y <= bottom and is_inside((x, y), ring)
            }
            found = found - inside if is_hole else found | inside
        return found


@dataclass(frozen=True)
class _Surfaces:
    """The shapes that close floors, and the holes in them."""

    closed: list[FlatShape]
    holes: list[FlatShape]
    centers: dict[tuple[int, int], Spot]

    @classmethod
    def of(
        cls, tree: Node, canvas: SceneBoard, distance: Fraction, floors: Sequence[Floor]
    ) -> _Surfaces:
        found = cls([], [], {})
        for region in _listed(tree, "regions"):
            if _surface(region) is not None:
                found.closed.append(region_shape(region, canvas, distance, floors))
        for tile in _listed(tree, "tiles"):
            if _is_floor(tile):
                height = thing_heights(tile)[0] / distance
                heights = frozenset([Fraction(height)]) if math.isfinite(height) else frozenset()
                ring = _rectangle(tile, canvas)
                found.closed.append(FlatShape(heights, EVERYWHERE, [(ring, False)]))
        for drawing in _listed(tree, "drawings"):
            flags = _levels_flags(drawing)
            if flags is not None and flags.as_dict().get("drawingMode") == _HOLE:
                low, high = (height / distance for height in thing_heights(drawing))
                ring = _rectangle(drawing.inner("shape") or drawing, canvas, drawing)
                found.holes.append(FlatShape(frozenset(), (low, high), [(ring, False)]))
        if found.closed or found.holes:
            found.centers.update(centers_of(canvas))
        return found

    def tiles_at(self, height: Fraction) -> set[tuple[int, int]]:
        """Return the closed tiles at this height; empty if the file marks none."""
        closed: set[tuple[int, int]] = set()
        for shape in self.closed:
            if height in shape.heights:
                closed |= shape.tiles(self.centers)
        return closed - self.holes_at(height)

    def holes_at(self, height: Fraction) -> set[tuple[int, int]]:
        """Return the open tiles at this height."""
        found: set[tuple[int, int]] = set()
        for shape in self.holes:
            if shape.range[0] <= height <= shape.range[1]:
                found |= shape.tiles(self.centers)
        return found


def _listed(tree: Node, key: str) -> Iterator[Node]:
    listed = tree.get(key)
    if listed is not None and listed.is_list:
        yield from listed.items(limit=MAX_FIGURES)


def centers_of(canvas: SceneBoard) -> dict[tuple[int, int], Spot]:
    """Return the center of every tile."""
    center = canvas.board.grid.center
    return {tile: _in_board(center(tile)) for tile in canvas.board.tiles()}


def is_surface(region: Node) -> bool:
    """Return whether a region closes a floor."""
    return _surface(region) is not None


def _levels_flags(thing: Node) -> Node | None:
    flags = thing.inner("flags")
    return flags.inner("levels") if flags is not None else None


def _is_floor(tile: Node) -> bool:
    """Return whether the module Levels treats a picture on the map as a floor."""
    flags = _levels_flags(tile)
    if flags is None:
        return False
    given = flags.as_dict()
    return given.get("noCollision") is False or given.get("blockSightMovement") is True


def _surface(region: Node) -> dict[str, Any] | None:
    """Return the behavior that makes a region of version 14 a surface that stops sight, or None."""
    for behavior in _listed(region, "behaviors"):
        given = behavior.as_dict()
        if given.get("type") == "defineSurface" and given.get("disabled") is not True:
            system = behavior.inner("system")
            surface = {} if system is None else system.as_dict()
            return None if surface.get("sight") is False else surface
    return None


def _placement(region: Node) -> object:
    """Return whether a surface is the bottom of its region, the top, or both."""
    return (_surface(region) or {}).get("placement", "bottom")


def region_shape(
    region: Node, canvas: SceneBoard, distance: Fraction, floors: Sequence[Floor]
) -> FlatShape:
    """Return the shapes of a region, with the heights of its surfaces."""
    span = region.inner("elevation")
    ends = {key: span.get(key) if span is not None else None for key in ("bottom", "top")}
    heights: set[Fraction] = set()
    for index, (key, node) in enumerate(ends.items()):
        if _placement(region) not in (key, "both"):
            continue
        if node is None or node.is_null:  # the ends of its levels
            own = [floor.range[index] for floor in floors if floor.key and floor.names(region)]
            heights.update(each / distance for each in own if isinstance(each, Fraction))
        else:
            heights.add(exact(node.number(-1e9, 1e9), "height") / distance)
    rings: list[tuple[list[Spot], bool]] = []
    for shape in _listed(region, "shapes"):
        given = shape.as_dict()
        is_hole = given.get("hole") is True
        if given.get("type") == "polygon":
            values = [
                exact(value.number(-MAX_PIXELS, MAX_PIXELS), "coordinate")
                for value in shape["points"].items(limit=2 * MAX_POINTS)
            ]
            spots = list(zip(values[::2], values[1::2], strict=False))
            if spots:
                rings.append(([canvas.to_board(spot) for spot in [*spots, spots[0]]], is_hole))
        elif given.get("type") == "rectangle":
            rings.append((_rectangle(shape, canvas), is_hole))
        elif given.get("type") == "ellipse":
            rings.append((_ellipse(shape, canvas), is_hole))
    return FlatShape(frozenset(heights), EVERYWHERE, rings)


def _number(node: Node, key: str) -> Fraction:
    if key not in node:
        return Fraction(0)
    return exact(node[key].number(-MAX_PIXELS, MAX_PIXELS), key)


def _rectangle(shape: Node, canvas: SceneBoard, at: Node | None = None) -> list[Spot]:
    """Return the corners of an upright rectangle. The rotation of a turned one is ignored."""
    x, y = (_number(at or shape, key) for key in ("x", "y"))
    wide, high = (_number(shape, key) for key in ("width", "height"))
    corners = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high), (x, y)]
    return [canvas.to_board(corner) for corner in corners]


def _ellipse(shape: Node, canvas: SceneBoard) -> list[Spot]:
    """Return 24 corners on an upright ellipse: enough to tell which tile centers are inside."""
    x, y = _number(shape, "x"), _number(shape, "y")
    wide, high = _number(shape, "radiusX"), _number(shape, "radiusY")
    turn = [
        (Fraction(round(math.cos(a) * 1000), 1000), Fraction(round(math.sin(a) * 1000), 1000))
        for a in (math.pi * step / 12 for step in range(24))
    ]
    spots = [(x + wide * across, y + high * down) for across, down in turn]
    return [canvas.to_board(spot) for spot in [*spots, spots[0]]]


def _in_board(point: Point) -> Spot:
    return Fraction(point[0], UNIT), Fraction(point[1], UNIT)

"""Tilesets of Tiled maps: those in separate files, and the collision shapes of their tiles.

A tile can have shapes, in pixels of its picture. Where the tile is placed on a map, perhaps
flipped, they become walls. A shape that covers the whole tile makes it solid.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from sightline.errors import FormatError
from sightline.formats.contract import MAX_SEGMENTS, Options, Report
from sightline.formats.counts import count
from sightline.formats.safe.safe_json import looks_like_json, show
from sightline.formats.shared.walls import Spot, clip, is_inside
from sightline.formats.tiled.json_maps import read_tsj
from sightline.formats.tiled.layers import GID_BITS, TiledMap, TiledShape, Tileset
from sightline.formats.tiled.xml_maps import read_tsx
from sightline.texts import as_text, say

SUFFIXES = (".tsx", ".tsj", ".xml", ".json")
MAX_TILESET_BYTES = 16 * 1024 * 1024
"""The largest tileset in a separate file, in bytes."""
MAX_SHAPE_POINTS = 20_000
"""The maximum number of corners in the shapes of all kinds of tiles on a map. Each flip counts
as another kind.
"""
CLIMB = 2
"""The number of folders above its map in which a tileset may lie: `../../tilesets/cave.tsx`
is usual.
"""

ACROSS, DOWN, DIAGONALLY = 0x80000000, 0x40000000, 0x20000000
"""The bits of a tile number that specify how the tile is flipped."""


# --- tilesets in separate files


def open_tilesets(made: TiledMap, options: Options, report: Report) -> None:
    """Read the tilesets that the map refers to. The report lists those that could not be read."""
    missing = []
    for index, tileset in enumerate(made.tilesets):
        if not tileset.source:
            continue
        try:
            data = options.read_sidecar(
                tileset.source, SUFFIXES, limit=MAX_TILESET_BYTES, climb=CLIMB
            )
            read = read_tsj if looks_like_json(data) else read_tsx
            made.tilesets[index] = read(data, tileset.source, tileset.first_gid, made)
        except FormatError as error:
            missing.append(show(tileset.source))
            if options.sidecar_files is not None:
                report.lost.append(say("a separate tileset file: {error}", error=as_text(error)))
    if missing and options.sidecar_files is None:
        report.lost.append(
            say(
                "{things}, with the tile properties in them: {names}{more}. Only the map was"
                " given: load it from its folder, with the tilesets where it expects them",
                things=count(len(missing), "separate tileset file"),
                names=", ".join(missing[:12]),
                more=" ..." if len(missing) > 12 else "",
            )
        )


# --- collision shapes


@dataclass(frozen=True)
class Collision:
    """The collision shapes of one kind of tile, in pixels from its top left corner."""

    covers: bool
    """Whether the whole tile is covered."""
    walls: tuple[TiledShape, ...]
    """The outlines, without those inside a covered tile."""

    @property
    def segments(self) -> int:
        return sum(len(shape.spots) - 1 for shape in self.walls)


@dataclass
class Collisions:
    """The collision shapes on a map."""

    kinds: set[int]
    """The numbers of the tiles with collision shapes."""
    covering: set[int]
    """The tile numbers, including flips, whose shapes cover the whole tile."""
    walls: list[tuple[Collision, int, int]]
    """Tiles with outlines, and their columns and rows."""
    too_many: bool = False
    """Whether there were more segments than the limit. Then no shapes are used."""


def collisions(made: TiledMap) -> Collisions:
    """Return the collision shapes of all tiles on the map."""
    found = Collisions(set(), set(), [])
    shaped = _Shaped(made)
    segments = 0
    for layer in made.tile_layers:
        for chunk in layer.chunks:
            known = {gid: shaped.collision(gid) for gid in set(chunk.gids)}
            if shaped.too_many:
                return Collisions(set(), set(), [], too_many=True)
            for gid, collision in known.items():
                if collision is not None:
                    found.kinds.add(gid & GID_BITS)
                    if collision.covers:
                        found.covering.add(gid)
            drawn = {gid: each for gid, each in known.items() if each is not None and each.walls}
            if not drawn:
                continue
            for index, gid in enumerate(chunk.gids):
                if gid in drawn:
                    down, across = divmod(index, chunk.cols)
                    found.walls.append((drawn[gid], chunk.col + across, chunk.row + down))
                    segments += drawn[gid].segments
                    if segments > MAX_SEGMENTS:
                        return Collisions(set(), set(), [], too_many=True)
    return found


class _Shaped:
    """Looks up collision shapes by tile number, including flips."""

    def __init__(self, made: TiledMap) -> None:
        self._made = made
        self._sets = sorted(made.tilesets, key=lambda tileset: tileset.first_gid)
        self._first = [tileset.first_gid for tileset in self._sets]
        self._known: dict[int, Collision | None] = {}
        self._points_left = MAX_SHAPE_POINTS

    @property
    def too_many(self) -> bool:
        return self._points_left < 0

    def collision(self, gid: int) -> Collision | None:
        if gid not in self._known:
            self._known[gid] = self._find(gid)
        return self._known[gid]

    def _find(self, gid: int) -> Collision | None:
        number = gid & GID_BITS
        at = bisect_right(self._first, number) - 1
        if not number or at < 0:
            return None
        tileset = self._sets[at]
        shapes = tileset.shapes.get(number - tileset.first_gid)
        if not shapes or tileset.fills_grid:
            return None
        self._points_left -= sum(len(shape.spots) for shape in shapes)
        if self.too_many:
            return None
        placed = [_placed(shape, tileset, gid, self._made.tile_height) for shape in shapes]
        width, height = self._made.tile_width, self._made.tile_height
        covers = any(_covers(shape.spots, width, height) for shape in placed)
        walls = tuple(shape for shape in placed if not (covers and shape.lies_in(width, height)))
        return Collision(covers, walls)


def _placed(shape: TiledShape, tileset: Tileset, gid: int, map_tile_height: int) -> TiledShape:
    """Return the shape as it lies on the map: flipped with its picture, whose lower left corner is
    that of the tile.
    """
    number = (gid & GID_BITS) - tileset.first_gid
    width, height = tileset.sizes.get(number, (tileset.tile_width, tileset.tile_height))
    spots = shape.spots
    # In this order: turning a picture is flipping it along its diagonal, and then once more.
    if gid & DIAGONALLY:
        spots = [(y, x) for x, y in spots]
        width, height = height, width
    if gid & ACROSS:
        spots = [(width - x, y) for x, y in spots]
    if gid & DOWN:
        spots = [(x, height - y) for x, y in spots]
    right, below = tileset.offset[0], tileset.offset[1] + map_tile_height - height
    return TiledShape([(x + right, y + below) for x, y in spots], shape.place, shape.curved)


def _covers(spots: list[Spot], width: int, height: int) -> bool:
    """Return whether an outline covers the whole tile.

    It does if it is closed, none of its pieces runs through the inside of the tile, and the middle
    of the tile is inside the outline.
    """
    if spots[0] != spots[-1]:
        return False
    box = Fraction(0), Fraction(0), Fraction(width), Fraction(height)
    for start, end in pairwise(spots):
        part = clip(start, end, box)
        if part is not None:
            middle = (part[0][0] + part[1][0]) / 2, (part[0][1] + part[1][1]) / 2
            if 0 < middle[0] < width and 0 < middle[1] < height:
                return False
    return is_inside((Fraction(width, 2), Fraction(height, 2)), spots)


def unread_sets(made: TiledMap) -> Iterator[str]:
    """Yield the tilesets whose shapes are ignored because their tiles are drawn stretched."""
    for tileset in made.tilesets:
        if tileset.fills_grid and tileset.shapes:
            yield tileset.name

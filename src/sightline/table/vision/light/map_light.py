"""The brightness of a map's tiles, and the lamps that light them.

The answers are those of `sightline.light_field`, computed lamp by lamp. Each lamp's tiles are
cached until something changes within its reach, so a step costs only the lamps nearby.

Opaque tiles are as bright as the visible tiles beside them (`sightline.engine.lighting.opaque`), so
callers pass the tiles that the viewer sees by the rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeAlias

from sightline.engine.lighting.opaque import lit_for, opaque_tiles
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.model.parts.heights import At
from sightline.table.protocol.server import LampView
from sightline.table.protocol.types import LevelSpan
from sightline.table.state.keys import GROUND
from sightline.table.state.scene import MapScene, height_read
from sightline.table.vision.light.near_fields import FieldSource, NearFields
from sightline.table.vision.tile_sets import (
    TileLayout,
    all_bits,
    layout_of,
    spans_of_bits,
    spans_of_layout,
)

DARK, DIM, BRIGHT = 0, 1, 2
"""The light levels in messages."""
MOST_KEPT = 500


@dataclass(frozen=True)
class ShiningLamp:
    """A shining lamp, on a tile or on a figure."""

    id: str
    """The lamp's id, or that of the figure that carries it."""
    held: bool
    at: Tile
    rank: int
    """The rank of the lamp's tile."""
    bright: Fraction
    dim: Fraction
    color: str
    elevation: Fraction | None = None
    """The height of a lamp on a tile; None is the ground."""
    storey: str = GROUND
    """The floor on which a lamp on a tile stands or over which it hangs."""

    # Called for up to fifty players per move.
    @cached_property
    def reach(self) -> Fraction:
        return max(self.bright, self.dim)

    @cached_property
    def drawn_reach(self) -> float:
        """The reach as a float, for drawing."""
        return float(self.reach)


class SeenLamp(NamedTuple):
    """A lamp in the form that messages use, with the tiles where its color shows, by storey."""

    lamp: ShiningLamp
    colored: Mapping[str, int]
    view: LampView


class Levels(NamedTuple):
    """Brightness as two sets of tiles: those that are not dark, and those that are bright."""

    lit: int
    bright: int

    def within(self, tiles: int) -> Levels:
        return Levels(self.lit & tiles, self.bright & tiles)

    def joined(self, other: Levels) -> Levels:
        return Levels(self.lit | other.lit, self.bright | other.bright)


NO_LIGHT = Levels(0, 0)
ByStorey: TypeAlias = Mapping[str, int]
"""Sets of tiles, by storey."""


class MapLight:
    """The light on one map. Call `refresh` for every change, and `fields.follow` for changed
    blockers.
    """

    def __init__(self, scene: MapScene, fields: NearFields | None = None) -> None:
        self._scene = scene
        self._fields = NearFields(scene) if fields is None else fields
        self._levels: dict[str, Levels] = {}
        """Brightness by storey."""
        self._opaque: dict[str, int] = {}
        self._lamps: list[ShiningLamp] | None = None
        self._falls_on: dict[tuple[str, str], int] = {}
        self._kept: dict[tuple[int, int, int], int] = {}
        """The tiles where light shows, by opaque tiles, light and viewer. Most steps repeat earlier
        queries.
        """
        self._views: tuple[tuple[ByStorey, ByStorey], dict[str, SeenLamp]] = (({}, {}), {})
        self._are_views_new = False

    @property
    def is_daylight(self) -> bool:
        """Whether every tile is bright, with or without lamps."""
        return self._scene.darkness == "daylight"

    @property
    def storeys(self) -> tuple[str, ...]:
        """The ids of the ground and every floor."""
        return GROUND, *self._scene.floors

    @property
    def levels(self) -> Levels:
        """Return the brightness for a viewer who sees every tile, such as the game master."""
        return self.levels_for(all_bits(self._scene.board))

    def levels_for(self, seen: int, storey: str = GROUND) -> Levels:
        """Return the brightness for a viewer who sees these tiles of a storey by the rule."""
        if storey not in self._levels:
            self._levels[storey] = self._worked_out(storey)
        lit, bright = self._levels[storey]
        if self._scene.darkness == "dark":
            lit = self._shown(lit, seen, storey)
        return Levels(lit, bright if self.is_daylight else self._shown(bright, seen, storey))

    def opaque(self, storey: str = GROUND) -> int:
        """Return the tiles of a storey that have no brightness of their own."""
        if storey not in self._opaque:
            height = self._scene.height_of(storey)
            self._opaque[storey] = opaque_tiles(self._scene.board, height)
        return self._opaque[storey]

    def _shown(self, lit: int, seen: int, storey: str) -> int:
        opaque = self.opaque(storey)
        if not lit & seen:
            return lit & ~opaque  # no light is visible, so none is visible on rock
        key = (opaque, lit, seen)
        shown = self._kept.get(key)
        if shown is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            shown = self._kept[key] = lit_for(self._scene.board, opaque, lit, seen)
        return shown

    @property
    def lamps(self) -> list[ShiningLamp]:
        """Return every lamp that is on."""
        if self._lamps is None:
            self._lamps = [*self._found()]
        return self._lamps

    def _found(self) -> Iterator[ShiningLamp]:
        scene = self._scene
        for lamp in scene.lamps.values():
            if lamp.on:
                at = scene.board.grid.tile(*lamp.at)
                radii = Fraction(lamp.bright), Fraction(lamp.dim)
                height = height_read(lamp.elevation)
                yield ShiningLamp(
                    *(lamp.id, False, at, scene.board.rank(at), *radii, lamp.color),
                    height,
                    scene.storey_of_lamp(at, height),
                )
        for figure in scene.figures.values():
            held = figure.shining
            if held is not None:
                at = scene.board.figure(figure.id).at
                radii = Fraction(held.bright), Fraction(held.dim)
                yield ShiningLamp(figure.id, True, at, scene.board.rank(at), *radii, held.color)

    def falls_on(self, lamp: ShiningLamp, seen: int, storey: str = GROUND) -> int:
        """Return the tiles of a storey that the lamp lights, dimly or brightly.

        The viewer sees the tiles in `seen` by the rule.
        """
        key = lamp.id, storey
        if key not in self._falls_on:
            self._falls_on[key] = self._field(lamp, lamp.reach, storey)
        return self._shown(self._falls_on[key], seen, storey)

    def seen_with(self, lit: ByStorey, seen: ByStorey) -> dict[str, SeenLamp]:
        """Return every lamp that is on, for a viewer, with the tiles where its color shows.

        The viewer sees the tiles in `lit`, and those in `seen` by the rule. Whether the lamp itself
        is visible is a separate question. Cached for players who share their sight.
        """
        before, old = self._views
        if self._are_views_new and before == (lit, seen):
            return old
        views: dict[str, SeenLamp] = {}
        for lamp in self.lamps:
            colored: ByStorey = {}
            if lamp.color:
                colored = {
                    storey: self.falls_on(lamp, seen.get(storey, 0), storey) & bits
                    for storey, bits in lit.items()
                }
            known = old.get(lamp.id)
            if known is not None and known.lamp == lamp and known.colored == colored:
                views[lamp.id] = known
            else:
                views[lamp.id] = SeenLamp(lamp, colored, self._view(lamp, colored))
        self._views, self._are_views_new = ((lit, seen), views), True
        return views

    def _view(self, lamp: ShiningLamp, colored: ByStorey) -> LampView:
        at = (lamp.at[0], lamp.at[1])
        view = LampView(lamp.id, at, lamp.drawn_reach, lamp.color, held=lamp.held)
        view.elevation = "" if lamp.elevation is None else str(lamp.elevation)
        put_colors(view, self._scene.board, colored)
        return view

    def refresh(self) -> None:
        """Record a change of the map."""
        self._lamps = None
        self._levels.clear()
        self._opaque.clear()
        self._falls_on.clear()
        self._are_views_new = False

    def _worked_out(self, storey: str) -> Levels:
        """Return the brightness of a storey, which is correct for all tiles except opaque ones."""
        every = all_bits(self._scene.board)
        if self.is_daylight:
            return Levels(every, every)
        lit = every if self._scene.darkness == "dim" else 0
        bright = 0
        for lamp in self.lamps:
            bright |= self._field(lamp, lamp.bright, storey)
            if lamp.dim > lamp.bright and lit != every:
                lit |= self._field(lamp, lamp.dim, storey)
        return Levels(lit | bright, bright)

    def _field(self, lamp: ShiningLamp, radius: Fraction, storey: str) -> int:
        source: FieldSource = lamp.id if lamp.held else lamp.at
        if lamp.elevation is not None:
            source = At(lamp.at, elevation=lamp.elevation)
        return self._fields.of(source, radius, light=True, storey=storey)


def put_colors(view: LampView, board: Board, colored: ByStorey) -> None:
    """Set the tiles where the color of a lamp shows."""
    view.falls_on = spans_of_bits(board, colored.get(GROUND, 0))
    view.falls_on_floors = {
        storey: spans_of_bits(board, bits) for storey, bits in colored.items() if storey and bits
    }


class SeenLight(NamedTuple):
    """The light on a map as one player sees it."""

    on_map: MapLight
    levels: Mapping[str, Levels]
    """The brightness of the tiles that the player sees, by storey."""
    seen: ByStorey
    """The tiles that the player's figures see by the rule, and all other tiles in sight."""

    def dim_and_dark(self, storey: str, lit: int) -> tuple[int, int]:
        """Return which of these visible tiles are dim, and which are dark."""
        if self.on_map.is_daylight:
            return 0, 0
        levels = self.levels.get(storey, NO_LIGHT)
        return lit & levels.lit & ~levels.bright, lit & ~levels.lit


def level_spans(board: Board, dark: int, dim: int, bright: int = 0) -> list[LevelSpan]:
    """Return these tiles with their levels, in the form that messages use."""
    if not dark | dim | bright:
        return []
    layout = layout_of(board)
    return [
        *_with_level(layout, dark, DARK),
        *_with_level(layout, dim, DIM),
        *_with_level(layout, bright, BRIGHT),
    ]


@lru_cache(maxsize=32)
def _with_level(layout: TileLayout, tiles: int, level: int) -> Sequence[LevelSpan]:
    """Return the spans of these tiles with a level. Cached, because most steps do not change the
    light.
    """
    return [(*span, level) for span in spans_of_layout(layout, tiles)]

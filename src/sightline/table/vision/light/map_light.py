"""How bright the tiles of a map are, and which lamps light them.

The answers are those of `sightline.light_field`, lamp by lamp: each lamp's tiles are cached until
something changes within its reach, so a step costs only the lamps nearby.

Opaque tiles are as bright as the visible tiles beside them (`sightline.engine.lighting.opaque`), so
callers pass the tiles that the viewer sees by the rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple

from sightline.engine.lighting.opaque import lit_for, opaque_tiles
from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.table.protocol.server import LampView
from sightline.table.protocol.types import LevelSpan
from sightline.table.state.scene import MapScene
from sightline.table.vision.light.near_fields import NearFields
from sightline.table.vision.tile_sets import (
    TileLayout,
    all_bits,
    layout_of,
    spans_of_bits,
    spans_of_layout,
)

DARK, DIM, BRIGHT = 0, 1, 2
"""The light levels, as pages get them."""
MOST_KEPT = 500


@dataclass(frozen=True)
class ShiningLamp:
    """A lamp that shines, on a tile or on a figure."""

    id: str
    """The lamp's id, or that of the figure that carries it."""
    held: bool
    at: Tile
    rank: int
    """The rank of that tile."""
    bright: Fraction
    dim: Fraction
    color: str

    # Queried for up to fifty players per move.
    @cached_property
    def reach(self) -> Fraction:
        return max(self.bright, self.dim)

    @cached_property
    def drawn_reach(self) -> float:
        """The same for drawing."""
        return float(self.reach)


class SeenLamp(NamedTuple):
    """A lamp as pages get it, with the tiles where its color shows."""

    lamp: ShiningLamp
    colored: int
    view: LampView


class Levels(NamedTuple):
    """Brightness as sets of tiles: those that are not dark, and those that are bright."""

    lit: int
    bright: int

    def within(self, tiles: int) -> Levels:
        return Levels(self.lit & tiles, self.bright & tiles)

    def joined(self, other: Levels) -> Levels:
        return Levels(self.lit | other.lit, self.bright | other.bright)


NO_LIGHT = Levels(0, 0)


class MapLight:
    """The light on one map. `refresh` must be called for every change, and `fields` for changed
    blockers.
    """

    def __init__(self, scene: MapScene, fields: NearFields | None = None) -> None:
        self._scene = scene
        self._fields = NearFields(scene) if fields is None else fields
        self._levels: Levels | None = None
        self._opaque: int | None = None
        self._lamps: list[ShiningLamp] | None = None
        self._falls_on: dict[str, int] = {}
        self._kept: dict[tuple[int, int, int], int] = {}
        """By opaque tiles, light and viewer: where the light shows. Most steps repeat earlier
        queries.
        """
        self._views: tuple[tuple[int, int], dict[str, SeenLamp]] = ((0, 0), {})
        self._are_views_new = False

    @property
    def is_daylight(self) -> bool:
        """Whether every tile is bright, with or without lamps."""
        return self._scene.darkness == "daylight"

    @property
    def levels(self) -> Levels:
        """For a viewer who sees every tile, as the game master does."""
        return self.levels_for(all_bits(self._scene.board))

    def levels_for(self, seen: int) -> Levels:
        """For a viewer who sees these tiles by the rule."""
        if self._levels is None:
            self._levels = self._worked_out()
        lit, bright = self._levels
        if self._scene.darkness == "dark":
            lit = self._shown(lit, seen)
        return Levels(lit, bright if self.is_daylight else self._shown(bright, seen))

    @property
    def opaque(self) -> int:
        """The tiles without their own brightness."""
        if self._opaque is None:
            self._opaque = opaque_tiles(self._scene.board)
        return self._opaque

    def _shown(self, lit: int, seen: int) -> int:
        if not lit & seen:
            return lit & ~self.opaque  # no visible light, and so none on rock
        key = (self.opaque, lit, seen)
        shown = self._kept.get(key)
        if shown is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            shown = self._kept[key] = lit_for(self._scene.board, self.opaque, lit, seen)
        return shown

    @property
    def lamps(self) -> list[ShiningLamp]:
        """Every lamp that shines."""
        if self._lamps is None:
            self._lamps = [*self._found()]
        return self._lamps

    def _found(self) -> Iterator[ShiningLamp]:
        scene = self._scene
        for lamp in scene.lamps.values():
            if lamp.on:
                at = scene.board.grid.tile(*lamp.at)
                radii = Fraction(lamp.bright), Fraction(lamp.dim)
                yield ShiningLamp(lamp.id, False, at, scene.board.rank(at), *radii, lamp.color)
        for figure in scene.figures.values():
            held = figure.shining
            if held is not None:
                at = scene.board.figure(figure.id).at
                radii = Fraction(held.bright), Fraction(held.dim)
                yield ShiningLamp(figure.id, True, at, scene.board.rank(at), *radii, held.color)

    def falls_on(self, lamp: ShiningLamp, seen: int) -> int:
        """The tiles that it lights, dimly or brightly, for a viewer who sees these tiles by the
        rule.
        """
        if lamp.id not in self._falls_on:
            self._falls_on[lamp.id] = self._field(lamp, lamp.reach)
        return self._shown(self._falls_on[lamp.id], seen)

    def seen_with(self, lit: int, seen: int) -> dict[str, SeenLamp]:
        """Every lamp that shines, for a viewer who sees the lit tiles, and the other tiles by the
        rule; whether the lamp itself is visible is a separate question. Cached for players who
        share their sight.
        """
        before, old = self._views
        if self._are_views_new and before == (lit, seen):
            return old
        views: dict[str, SeenLamp] = {}
        for lamp in self.lamps:
            colored = self.falls_on(lamp, seen) & lit if lamp.color else 0
            known = old.get(lamp.id)
            if known is not None and known.lamp == lamp and known.colored == colored:
                views[lamp.id] = known
            else:
                views[lamp.id] = SeenLamp(lamp, colored, self._view(lamp, colored))
        self._views, self._are_views_new = ((lit, seen), views), True
        return views

    def _view(self, lamp: ShiningLamp, colored: int) -> LampView:
        at = (lamp.at[0], lamp.at[1])
        view = LampView(lamp.id, at, lamp.drawn_reach, lamp.color, held=lamp.held)
        if colored:
            view.falls_on = spans_of_bits(self._scene.board, colored)
        return view

    def refresh(self) -> None:
        """Record a change of the map."""
        self._levels = self._opaque = self._lamps = None
        self._falls_on.clear()
        self._are_views_new = False

    def _worked_out(self) -> Levels:
        """Correct for all tiles except opaque ones."""
        every = all_bits(self._scene.board)
        if self.is_daylight:
            return Levels(every, every)
        lit = every if self._scene.darkness == "dim" else 0
        bright = 0
        for lamp in self.lamps:
            bright |= self._field(lamp, lamp.bright)
            if lamp.dim > lamp.bright and lit != every:
                lit |= self._field(lamp, lamp.dim)
        return Levels(lit | bright, bright)

    def _field(self, lamp: ShiningLamp, radius: Fraction) -> int:
        return self._fields.of(lamp.id if lamp.held else lamp.at, radius, light=True)


class SeenLight(NamedTuple):
    """The light on a map as one player sees it."""

    on_map: MapLight
    levels: Levels
    """The brightness of the tiles that the player sees."""
    seen: int
    """The tiles that the player's figures see by the rule, and all others in sight."""


def level_spans(board: Board, dark: int, dim: int, bright: int = 0) -> list[LevelSpan]:
    """These tiles with their levels, as pages get them."""
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
    """Cached: most steps do not change the light."""
    return [(*span, level) for span in spans_of_layout(layout, tiles)]

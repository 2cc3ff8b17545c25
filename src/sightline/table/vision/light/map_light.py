"""Works out how bright the tiles of a map are, and which lamps make them so.

The answers are those of `sightline.light_field`, lamp by lamp: each lamp's own tiles are kept until
something changes within its reach, so a step costs the lamps around it and no others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple

from sightline.model.board import Board
from sightline.model.cell import Tile
from sightline.table.protocol import LampView, LevelSpan
from sightline.table.state import MapScene
from sightline.table.vision.light.near_fields import NearFields
from sightline.table.vision.tile_sets import (
    TileLayout,
    all_bits,
    layout_of,
    spans_of_bits,
    spans_of_layout,
)

DARK, DIM, BRIGHT = 0, 1, 2
"""The levels of light, as pages get them."""


@dataclass(frozen=True)
class ShiningLamp:
    """A lamp that shines, on a tile or with a figure."""

    id: str
    """Its own, or that of the figure that carries it."""
    held: bool
    at: Tile
    rank: int
    """Of that tile."""
    bright: Fraction
    dim: Fraction
    color: str

    # Fifty players ask both with every move.
    @cached_property
    def reach(self) -> Fraction:
        return max(self.bright, self.dim)

    @cached_property
    def drawn_reach(self) -> float:
        """The same for drawing."""
        return float(self.reach)


class SeenLamp(NamedTuple):
    """A lamp as pages get it, with the tiles on which its colour is seen."""

    lamp: ShiningLamp
    colored: int
    view: LampView


class Levels(NamedTuple):
    """How bright it is, as sets of tiles: what is not dark, and what of it is bright."""

    lit: int
    bright: int


class MapLight:
    """The light on one map. `refresh` must hear of every change, `fields` of what is in the way."""

    def __init__(self, scene: MapScene, fields: NearFields | None = None) -> None:
        self._scene = scene
        self._fields = NearFields(scene) if fields is None else fields
        self._levels: Levels | None = None
        self._lamps: list[ShiningLamp] | None = None
        self._falls_on: dict[str, int] = {}
        self._views: tuple[int, dict[str, SeenLamp]] = (0, {})
        self._are_views_new = False

    @property
    def is_daylight(self) -> bool:
        """Is every tile bright, whatever lamps there are?"""
        return self._scene.darkness == "daylight"

    @property
    def levels(self) -> Levels:
        if self._levels is None:
            self._levels = self._worked_out()
        return self._levels

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

    def falls_on(self, lamp: ShiningLamp) -> int:
        """The tiles that it lights, dimly or brightly."""
        if lamp.id not in self._falls_on:
            self._falls_on[lamp.id] = self._field(lamp, lamp.reach)
        return self._falls_on[lamp.id]

    def seen_with(self, lit: int) -> dict[str, SeenLamp]:
        """Every lamp that shines, as it is for those who see these tiles; whether they see the lamp
        itself is another question. Players who share their sight ask for the same."""
        old_lit, old = self._views
        if self._are_views_new and old_lit == lit:
            return old
        views: dict[str, SeenLamp] = {}
        for lamp in self.lamps:
            colored = self.falls_on(lamp) & lit if lamp.color else 0
            known = old.get(lamp.id)
            if known is not None and known.lamp == lamp and known.colored == colored:
                views[lamp.id] = known
            else:
                views[lamp.id] = SeenLamp(lamp, colored, self._view(lamp, colored))
        self._views, self._are_views_new = (lit, views), True
        return views

    def _view(self, lamp: ShiningLamp, colored: int) -> LampView:
        at = (lamp.at[0], lamp.at[1])
        view = LampView(lamp.id, at, lamp.drawn_reach, lamp.color, held=lamp.held)
        if colored:
            view.falls_on = spans_of_bits(self._scene.board, colored)
        return view

    def refresh(self) -> None:
        """Something on the map is different."""
        self._levels = self._lamps = None
        self._falls_on.clear()
        self._are_views_new = False

    def _worked_out(self) -> Levels:
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
    """Most steps leave the light of a map as it is: then this was asked before."""
    return [(*span, level) for span in spans_of_layout(layout, tiles)]

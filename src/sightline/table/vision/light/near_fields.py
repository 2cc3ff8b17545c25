"""Keeps fields that end at a radius: of lamps, of dark vision, of eyes that see only so far.

All lines of such a field lie within its radius, or hardly beyond. So what changes further away
changes nothing of it, and a step at one end of a map leaves the lamps at the other as they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import TypeAlias

from sightline.engine import field
from sightline.engine.light import touches_passing
from sightline.model.cell import Tile
from sightline.table.state import MapScene
from sightline.table.vision.tile_sets import bits_of_field

FieldSource: TypeAlias = str | Tile
"""The id of a figure, or a tile."""

BEYOND = 2
"""How many tiles further than its radius something may matter to a field: lines touch tiles next to
those they cross, and an edge is kept at one of its two tiles."""
MOST_KEPT = 5_000


@dataclass(frozen=True, slots=True)
class _KeptField:
    tiles: tuple[Tile, ...]
    """Where its source stood ..."""
    side: str
    """... and whose it was."""
    bits: int
    box: tuple[int, int, int, int]
    """Nothing outside of these tiles matters: the lowest and highest of both coordinates."""

    def is_touched(self, changed: Iterable[tuple[int, int]]) -> bool:
        low, high, left, right = self.box
        return any(low <= a <= high and left <= b <= right for a, b in changed)


class NearFields:
    """Those of one map. `follow` must hear of every change, `forget` of another rule."""

    def __init__(self, scene: MapScene) -> None:
        self._scene = scene
        self._kept: dict[tuple[FieldSource, Fraction, bool], _KeptField] = {}
        self.worked_out = 0
        """How many fields were asked of the engine so far: for measuring."""

    def copy(self) -> NearFields:
        """The same, to try something out with: what becomes of it matters to this one no more."""
        twin = NearFields(self._scene)
        twin._kept = dict(self._kept)
        return twin

    def of(self, source: FieldSource, radius: Fraction, *, light: bool = False) -> int:
        """The tiles within the radius that are seen from there, as bits; `light`: as light goes,
        to which touches are no obstacle."""
        board = self._scene.board
        tiles: tuple[Tile, ...]
        if isinstance(source, str):
            placed = board.figure(source)
            tiles, side = placed.tiles, placed.side
        else:
            tiles, side = (source,), ""
        key = (source, radius, light)
        kept = self._kept.get(key)
        if kept is None or kept.tiles != tiles or kept.side != side:
            rule = self._scene.rule
            if light:
                rule = touches_passing(rule)
            else:
                board = self._scene.board_for(source)
            bits = bits_of_field(field(board, source, rule, radius))
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            kept = self._kept[key] = _KeptField(tiles, side, bits, _box(tiles, radius))
            self.worked_out += 1
        return kept.bits

    def follow(self, changed: Iterable[tuple[int, int]]) -> None:
        """What is in the way has changed on these tiles."""
        places = tuple(changed)
        if places:
            self._kept = {
                key: kept for key, kept in self._kept.items() if not kept.is_touched(places)
            }

    def forget(self) -> None:
        self._kept.clear()


def _box(tiles: tuple[Tile, ...], radius: Fraction) -> tuple[int, int, int, int]:
    # By no metric, and on hexes neither, a coordinate differs by more than the distance.
    reach = ceil(radius) + BEYOND
    first, second = [tile[0] for tile in tiles], [tile[1] for tile in tiles]
    return min(first) - reach, max(first) + reach, min(second) - reach, max(second) + reach

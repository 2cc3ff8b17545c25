"""A cache of fields with a limited radius: of lamps, of dark vision, of limited sight.

All lines of such a field lie within its radius, or hardly beyond, so changes farther away do not
affect it. For example, a step at one end of a map does not affect the lamps at the other end.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import TypeAlias, cast

from sightline.engine import field
from sightline.engine.fields import field_at
from sightline.engine.lighting.light import touches_passing
from sightline.model.cell import Tile
from sightline.model.numbers import Body
from sightline.model.parts.heights import At
from sightline.table.state.scene import MapScene
from sightline.table.vision.tile_sets import bits_of_field

FieldSource: TypeAlias = str | Tile | At
"""The id of a figure, a tile, or a tile at a height."""

BEYOND = 2
"""The number of tiles beyond its radius within which a change may affect a field.

Lines touch neighboring tiles, and an edge is stored at one of its two tiles.
"""
MOST_KEPT = 5_000


@dataclass(frozen=True, slots=True)
class _KeptField:
    tiles: tuple[Tile, ...]
    """The source's tiles."""
    side: str
    """The source's side."""
    body: Body | None
    """The source's feet and head; None for a tile."""
    bits: int
    box: tuple[int, int, int, int]
    """The bounding box of everything that matters: the minimum and maximum of both coordinates."""

    def is_touched(self, changed: Iterable[tuple[int, int]]) -> bool:
        low, high, left, right = self.box
        return any(low <= a <= high and left <= b <= right for a, b in changed)


class NearFields:
    """The fields of one map. Call `follow` for every change, and `forget` for a new rule."""

    def __init__(self, scene: MapScene) -> None:
        self._scene = scene
        self._kept: dict[tuple[FieldSource, Fraction, bool, str], _KeptField] = {}
        self.worked_out = 0
        """The number of fields computed so far, for measurements."""

    def copy(self) -> NearFields:
        """Return an independent copy for experiments."""
        twin = NearFields(self._scene)
        twin._kept = dict(self._kept)
        return twin

    def of(
        self, source: FieldSource, radius: Fraction, *, light: bool = False, storey: str = ""
    ) -> int:
        """Return the tiles of a storey that are visible within the radius, as bits.

        Tiles seen below holes of the storey are included. With `light`, the field is that of light,
        for which touches do not block.
        """
        board = self._scene.board
        tiles: tuple[Tile, ...]
        body: Body | None
        if isinstance(source, str):
            placed = board.figure(source)
            tiles, side, body = placed.tiles, placed.side, board.body(placed)
        else:
            tile = cast("Tile", source.tile if isinstance(source, At) else source)
            tiles, side, body = (tile,), "", None
        key = (source, radius, light, storey)
        kept = self._kept.get(key)
        if kept is None or (kept.tiles, kept.side, kept.body) != (tiles, side, body):
            rule = self._scene.rule
            if light:
                rule, board = touches_passing(rule), board.stopping("light")
            else:
                assert not isinstance(source, At)
                board = self._scene.board_for(source)
            if self._scene.floors:
                height = self._scene.height_of(storey)
                bits = bits_of_field(field_at(board, source, rule, height, radius))
            else:
                bits = bits_of_field(field(board, source, rule, radius=radius))
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            kept = self._kept[key] = _KeptField(tiles, side, body, bits, _box(tiles, radius))
            self.worked_out += 1
        return kept.bits

    def follow(self, changed: Iterable[tuple[int, int]]) -> None:
        """Record changed blockers on these tiles."""
        places = tuple(changed)
        if places:
            self._kept = {
                key: kept for key, kept in self._kept.items() if not kept.is_touched(places)
            }

    def forget(self) -> None:
        self._kept.clear()


def _box(tiles: tuple[Tile, ...], radius: Fraction) -> tuple[int, int, int, int]:
    # In every metric, and on hexes, no coordinate differs by more than the distance.
    reach = ceil(radius) + BEYOND
    first, second = [tile[0] for tile in tiles], [tile[1] for tile in tiles]
    return min(first) - reach, max(first) + reach, min(second) - reach, max(second) + reach

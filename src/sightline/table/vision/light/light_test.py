"""Whether one figure could see another in the current light, ignoring obstacles.

This covers two of the tests in `sightline.trace_in_light`: within range, and lit or within dark
vision. It is for callers that test many pairs on one unchanged map.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property

from sightline.engine import field
from sightline.engine.lighting.light import trace_in_light
from sightline.engine.lighting.opaque import is_opaque
from sightline.model.cell import Tile
from sightline.model.place import place
from sightline.model.reach import is_within
from sightline.table.state.scene import MapScene, SightEnd, tiles_of
from sightline.table.vision.figure_sight import eyes_of
from sightline.table.vision.light.map_light import MapLight
from sightline.table.vision.tile_sets import bits_of_field

Eyes = tuple[Fraction | None, Fraction | None]
"""Sight range and dark vision; None means unlimited."""
PLAIN_EYES: Eyes = (None, Fraction(0))


def eyes_at(scene: MapScene, where: SightEnd) -> Eyes:
    """Return the eyes of a figure. A tile has default eyes."""
    return eyes_of(scene.figures[where]) if isinstance(where, str) else PLAIN_EYES


def light_matters(scene: MapScene, eyes: Eyes) -> bool:
    """Return whether light or range can hide anything from these eyes."""
    reach, in_the_dark = eyes
    return reach is not None or (scene.darkness == "dark" and in_the_dark is not None)


class LightTest:
    """The light and range tests for one map in its current state."""

    def __init__(self, scene: MapScene) -> None:
        self._scene = scene
        self._light = MapLight(scene)
        self._lit: dict[SightEnd, int] = {}
        """The tiles that are not dark for each viewer."""

    def passes(self, a: SightEnd, b: SightEnd) -> bool:
        """Return whether `a` could see `b` if there were no obstacles."""
        board, eyes = self._scene.board, eyes_at(self._scene, a)
        if not light_matters(self._scene, eyes):
            return True
        reach, in_the_dark = eyes
        source = place(board, a, "from")
        if len(source.tiles) > 1 or self._scene.floors:
            # For a large viewer, only the parts that see the target count, which needs the engine.
            # The same goes for storeys.
            answer = trace_in_light(
                *(self._scene.board_for(a), a, b, self._scene.rule),
                radius=reach,
                dark_vision=in_the_dark,
                lit_by=board,
            )
            return answer.in_range and answer.in_light
        return any(
            is_within(board, source, tile, reach, "euclid")
            and (
                self._lit_for(a, tile) >> board.rank(tile) & 1
                or is_within(board, source, tile, in_the_dark, "euclid")
            )
            for tile in tiles_of(board, b)
        )

    def _lit_for(self, viewer: SightEnd, tile: Tile) -> int:
        if not is_opaque(self._scene.board, tile):
            return self._everywhere
        if viewer not in self._lit:
            seen = field(self._scene.board_for(viewer), viewer, self._scene.rule)
            self._lit[viewer] = self._light.levels_for(bits_of_field(seen)).lit
        return self._lit[viewer]

    @cached_property
    def _everywhere(self) -> int:
        return self._light.levels.lit

"""Tells whether one figure could see another in the light there is, sight itself aside.

The two tests beside sight of `sightline.trace_in_light`: is it near enough, and is it not dark
there or within the dark vision? For whoever asks about many pairs on one map as it is now.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property

from sightline.engine.light import trace_in_light
from sightline.model.place import place
from sightline.model.reach import is_within
from sightline.table.protocol import FigureOrTile
from sightline.table.state import MapScene, tiles_of
from sightline.table.vision.figure_sight import eyes_of
from sightline.table.vision.light.map_light import MapLight

Eyes = tuple[Fraction | None, Fraction | None]
"""How far somebody sees, and how far in the dark; None: at any distance."""
PLAIN_EYES: Eyes = (None, Fraction(0))


def eyes_at(scene: MapScene, where: FigureOrTile) -> Eyes:
    """Those of a figure; from a tile alone one looks as most do."""
    return eyes_of(scene.figures[where]) if isinstance(where, str) else PLAIN_EYES


def light_matters(scene: MapScene, eyes: Eyes) -> bool:
    """Is there anything in sight that such eyes may not see?"""
    reach, in_the_dark = eyes
    return reach is not None or (scene.darkness == "dark" and in_the_dark is not None)


class LightTest:
    """Of one map as it is now."""

    def __init__(self, scene: MapScene) -> None:
        self._scene = scene

    def passes(self, a: FigureOrTile, b: FigureOrTile) -> bool:
        """Could `a` see `b`, if nothing stood in the way?"""
        board, eyes = self._scene.board, eyes_at(self._scene, a)
        if not light_matters(self._scene, eyes):
            return True
        reach, in_the_dark = eyes
        source = place(board, a, "from")
        if len(source.tiles) > 1:
            # Of a large one those parts count that see it: that takes the engine itself.
            answer = trace_in_light(
                *(self._scene.board_for(a), a, b, self._scene.rule),
                range=reach,
                dark_vision=in_the_dark,
                lit_by=board,
            )
            return answer.in_range and answer.in_light
        return any(
            is_within(board, source, tile, reach, "euclid")
            and (
                self._lit >> board.rank(tile) & 1
                or is_within(board, source, tile, in_the_dark, "euclid")
            )
            for tile in tiles_of(board, b)
        )

    @cached_property
    def _lit(self) -> int:
        return MapLight(self._scene).levels.lit

"""Put a map's own picture under a drawing, whose fills become translucent."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, takewhile
from typing import TypeGuard

from sightline.errors import InvalidTypeError, InvalidValueError
from sightline.model.board import Board
from sightline.model.numbers import short_repr
from sightline.pictures import MapPicture, shrunk
from sightline.render.layout import Layout, layout
from sightline.render.shapes import Path, Scene, Shape, Underlay

SHARPNESS = 2
"""Pixels of the picture per pixel of the drawing, for high-resolution screens."""
MOST_PIXELS = 4096
"""The longest side of the picture in a drawing, in pixels."""
CASED = {
    # a role over the picture, the role of its outline, and how much wider the outline is
    "wall": ("wall-casing", 2.4),
    "secret": ("wall-casing", 2.4),
    "limited": ("wall-casing", 2.4),
    "curtain": ("wall-casing", 2.4),
    "bars": ("wall-casing", 2.4),
    "partial": ("wall-casing", 2.4),
    "grid": ("grid-casing", 1.2),
}
"""Roles with an outline. Dark lines are lost on a dark picture and bright ones on a bright one, so
these are drawn in both.
"""
SEEN = ("lit", "lit-some", "doubt")
TINTS = (*SEEN, "lit-some-dots", "doubt-hatch")


def over_picture(
    scene: Scene, board: Board | None, picture: MapPicture | None, *, full_size: bool = False
) -> Scene:
    """Return the scene with the picture under it, or the scene itself if there is no picture.

    A picture that cannot be decoded raises a `FormatError`. Without the extra `png`,
    `MissingExtraError` is raised.
    """
    if picture is None:
        return scene
    if not isinstance(picture, MapPicture):
        raise InvalidTypeError(f"picture: expected a MapPicture, got {short_repr(picture)}")
    if board is None:
        raise InvalidValueError("picture: expected a board that it lies under, got none")
    lay = layout(board, full_size=full_size)
    shapes: list[Shape] = []
    is_laid = False
    for index, shape in enumerate(scene.shapes):
        if _is(shape, "shadow"):
            shape = _without_seen(shape, scene.shapes[index + 1 :])
        elif isinstance(shape, Path) and shape.role in CASED:
            role, wider = CASED[shape.role]
            shapes.append(replace(shape, role=role, width=shape.width + wider))
        shapes.append(shape)
        if _is(shape, "floor") and not is_laid:
            is_laid = True
            shapes.append(_underlay(lay, picture, shape))
    return replace(scene, shapes=shapes, over_picture=True)


def _is(shape: Shape, role: str) -> TypeGuard[Path]:
    return isinstance(shape, Path) and shape.role == role


def _without_seen(shadow: Path, above: Sequence[Shape]) -> Path:
    """Return the shadow without the lit area.

    Light is translucent over a picture and would not cover it.
    """
    tints = takewhile(lambda shape: isinstance(shape, Path) and shape.role in TINTS, above)
    seen = (shape.lines for shape in tints if isinstance(shape, Path) and shape.role in SEEN)
    return replace(shadow, lines=shadow.lines + tuple(chain.from_iterable(seen)))


def _underlay(lay: Layout, picture: MapPicture, floor: Path) -> Underlay:
    left, top, width, height = (
        float(side) * lay.tile
        for side in (picture.left, picture.top, picture.width, picture.height)
    )
    drawn = shrunk(
        picture,
        min(MOST_PIXELS, math.ceil(width * SHARPNESS)),
        min(MOST_PIXELS, math.ceil(height * SHARPNESS)),
    )
    # On hexes the origin is the center of hex (0, 0), on squares the corner of the board.
    at = (lay.origin[0] + left, lay.origin[1] + top)
    return Underlay(at, (width, height), drawn.media_type, drawn.data, floor.lines)

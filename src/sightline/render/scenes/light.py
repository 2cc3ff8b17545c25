"""The brightness of every tile, and the lights."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from sightline.model.board import Board
from sightline.model.light import BRIGHTNESSES, Light
from sightline.model.place import place
from sightline.render.layout import Layout
from sightline.render.scenes.board import board_shapes
from sightline.render.scenes.scene import Page
from sightline.render.shapes import XY, Circle, Path, Scene, Shape
from sightline.render.words import decimal

RAYS = 8
# The roles that paint each brightness, one over the other, and its name in the legend.
PAINTS: dict[str, tuple[str, ...]] = {
    "bright": ("lit",),
    "dim": ("lit-some", "lit-some-dots"),
    "dark": ("shadow",),
}


def light_scene(board: Board, light: Mapping[Any, str], caption: str = "") -> Scene:
    """Draw bright, dim and dark tiles, and a mark for each light of the board."""
    page = Page(board)
    tiles: dict[str, set[tuple[int, int]]] = {each: set() for each in BRIGHTNESSES}
    for tile, brightness in light.items():
        tiles[brightness].add(tuple(tile))
    tint = [
        Path(role, page.lay.around(tiles[brightness]), closed=True)
        for brightness, roles in PAINTS.items()
        for role in roles
        if tiles[brightness]
    ]
    page.draw(board_shapes(board, page.lay, tint=tint))
    for lamp in board.lights():
        page.draw(_lamp(board, page.lay, lamp))
    said = [f"{len(tiles[each])} {each}" for each in reversed(BRIGHTNESSES) if tiles[each]]
    title = f"Light: {', '.join(said)} of {len(board.tiles())} tiles"
    page.y += 4
    page.text(title, "caption", 15.0)
    if caption:
        page.note(caption)
    entries = [(PAINTS[each], each) for each in reversed(BRIGHTNESSES)]
    page.legend([*entries, (("lamp",), "a light")] if board.lights() else entries)
    return page.finished(title, caption)


def _lamp(board: Board, lay: Layout, light: Light) -> Iterator[Shape]:
    """Yield a small sun: on the light's tile, or beside the head of the figure that carries it."""
    holder = place(board, light.at, "light")
    x, y = lay.middle(holder.tiles)
    if isinstance(light.at, str):
        x, y = x + lay.tile * 0.3, y - lay.tile * 0.3
    disc, reach = max(1.5, lay.tile * 0.09), max(2.5, lay.tile * 0.17)
    width = max(0.8, lay.tile * 0.03)
    radii = f"bright {decimal(float(light.bright))}, dim {decimal(float(light.dim))}"
    whose = f"{light.at}'s light" if isinstance(light.at, str) else f"a light on {light.at}"
    yield Path("lamp-ray", tuple(_rays((x, y), disc * 1.3, reach)), width=width)
    yield Circle("lamp", (x, y), disc, width, hint=f"{whose}: {radii}")


def _rays(center: XY, start: float, end: float) -> Iterator[tuple[XY, XY]]:
    for number in range(RAYS):
        angle = 2 * math.pi * number / RAYS
        dx, dy = math.cos(angle), math.sin(angle)
        yield (
            (center[0] + dx * start, center[1] + dy * start),
            (center[0] + dx * end, center[1] + dy * end),
        )

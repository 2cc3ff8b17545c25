"""Figures and furniture. Kinds differ in shape, not only in color."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator

from sightline.model.board import Board
from sightline.model.figure import Figure
from sightline.render.layout import Layout
from sightline.render.shapes import XY, Circle, Path, Shape, Text, rectangle
from sightline.render.text import BOLD, fitted

NAMED_FROM = 18.0
"""The smallest tile size in pixels with room for a name."""
LARGEST_NAME, SMALLEST_NAME = 15.0, 8.0
SIDES = ("hero", "ally", "enemy")
# Spikes are not visible on small tiles, so there an enemy is a diamond, and a figure without a
# side a triangle.
SMALL_SHAPES: dict[str, tuple[XY, ...]] = {
    "enemy": ((0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)),
    "figure": ((0.0, -1.1), (1.1, 0.9), (-1.1, 0.9)),
}


def figure_shapes(
    board: Board,
    lay: Layout,
    crossed: Collection[tuple[int, int]] = (),
    unnamed: Collection[str] = (),
) -> Iterator[Shape]:
    """Draw furniture first, so that figures on it are on top.

    On `crossed` tiles a line is drawn through the middle, so names make room for it. `unnamed`
    figures get their name elsewhere.
    """
    middle_taken = frozenset(crossed)
    figures = sorted(board.figures(), key=lambda figure: not figure.is_furniture)
    for figure in figures:
        drawn = _furniture if figure.is_furniture else _token
        name = "" if figure.name in unnamed else figure.name
        yield from drawn(lay, figure, name, not middle_taken.isdisjoint(figure.tiles))


def _hint(figure: Figure) -> str:
    seen = "" if figure.blocks_sight else ", does not block sight"
    return f"{figure.name} ({figure.kind}{seen})"


# --- figures


def _token(lay: Layout, figure: Figure, name: str, lowered: bool) -> Iterator[Shape]:
    side = figure.kind if figure.kind in SIDES else "figure"
    role = side if figure.blocks_sight else f"{side}-airy"
    center = lay.middle(figure.tiles)
    rows, cols = figure.size
    if lay.shape != "square" and rows > 1:
        ground = lay.around(figure.tiles)
        yield Path(f"{side}-ground", ground, closed=True, width=max(1.0, lay.tile * 0.05))
        half_w = half_h = lay.tile * (rows - 0.82)
    else:
        half_w, half_h = (lay.tile * (n / 2 - 0.11) for n in (cols, rows))
    edge = max(0.6, lay.tile * 0.045)
    roundness = 5.0 if side == "ally" or half_w != half_h else 2.0
    if lay.tile < NAMED_FROM and side in SMALL_SHAPES:
        x, y = center
        outline = tuple((x + half_w * dx, y + half_h * dy) for dx, dy in SMALL_SHAPES[side])
    elif side == "enemy":
        outline = _spiked(center, half_w, half_h, lay.tile)
    else:
        outline = _rounded(center, half_w, half_h, roundness)
    yield Path(role, (outline,), closed=True, width=edge, hint=_hint(figure))
    if side == "hero" and lay.tile >= NAMED_FROM:
        gap = lay.tile * 0.06
        inner = _rounded(center, half_w - gap, half_h - gap, roundness)
        yield Path("token-ring", (inner,), closed=True, width=max(0.8, lay.tile * 0.03))
    name_role = "name" if figure.blocks_sight else f"name-{side}"
    down = half_h * 0.45 if lowered else 0.0
    # The shape that a name must fit into: the token's rim, or the base of its spikes.
    rim = edge + (lay.tile * 0.05 if side == "enemy" else 0.0)
    power = 2.0 if side == "enemy" else roundness
    room = _room(half_w - rim, half_h - rim, down + _largest_name(lay) * 0.36, power)
    yield from _name(lay, name, (center[0], center[1] + down), room, half_h * 0.9, name_role)


def _room(half_w: float, half_h: float, away: float, power: float) -> float:
    """Return the width of a rounded token at a distance `away` from its middle."""
    share = min(1.0, away / half_h)
    return float(2 * half_w * (1 - share**power) ** (1 / power))


def _rounded(center: XY, half_w: float, half_h: float, power: float) -> tuple[XY, ...]:
    """Return a shape between a circle (power 2) and a box with round corners (higher powers)."""
    points = []
    for i in range(40):
        angle = math.tau * i / 40
        cos, sin = math.cos(angle), math.sin(angle)
        x = math.copysign(abs(cos) ** (2 / power), cos)
        y = math.copysign(abs(sin) ** (2 / power), sin)
        points.append((center[0] + half_w * x, center[1] + half_h * y))
    return tuple(points)


def _spiked(center: XY, half_w: float, half_h: float, tile: float) -> tuple[XY, ...]:
    """Return a circle with spikes: an enemy, recognizable without color."""
    teeth = round(14 * max(half_w, half_h) / (tile * 0.39))
    points = []
    for i in range(teeth * 2):
        angle = math.tau * (i - 0.5) / (teeth * 2) - math.pi / 2
        reach = tile * (0.015 if i % 2 else -0.05)
        points.append(
            (
                center[0] + (half_w + reach) * math.cos(angle),
                center[1] + (half_h + reach) * math.sin(angle),
            )
        )
    return tuple(points)


def _largest_name(lay: Layout) -> float:
    return min(LARGEST_NAME, max(SMALLEST_NAME, lay.tile * 0.27))


def _name(
    lay: Layout, name: str, center: XY, width: float, height: float, role: str
) -> Iterator[Text]:
    if lay.tile < NAMED_FROM or not name:
        return
    largest = min(_largest_name(lay), height)
    fit = fitted(name, width / BOLD, largest, min(SMALLEST_NAME, largest))
    if fit is not None:
        text, size = fit
        yield Text(role, (center[0], center[1] + size * 0.36), text, size)


# --- furniture


def _furniture(lay: Layout, figure: Figure, name: str, lowered: bool) -> Iterator[Shape]:
    tall = figure.blocks_sight
    role = "tall" if tall else "low"
    center = lay.middle(figure.tiles)
    rows, cols = figure.size
    inset = lay.tile * 0.07
    if lay.shape == "square":
        width, height = cols * lay.tile - 2 * inset, rows * lay.tile - 2 * inset
    else:
        width = height = lay.tile * (0.68 + 2 * (rows - 1))
    x, y = center[0] - width / 2, center[1] - height / 2
    stroke = max(0.7, lay.tile * (0.045 if tall else 0.03))
    box = rectangle(role, x, y, width, height, stroke)
    yield Path(role, box.lines, closed=True, width=stroke, hint=_hint(figure))
    if lay.tile >= NAMED_FROM:
        yield from _tall_top(x, y, width, height) if tall else _low_top(x, y, width, height)
    name_role = "name-on-tall" if tall else "name-on-floor"
    if lowered:
        lowest = height / 2 - stroke - _largest_name(lay) * 0.36
        center = (center[0], center[1] + min(height * 0.3, lowest))
    yield from _name(lay, name, center, width * 0.86, height * 0.8, name_role)


def _tall_top(x: float, y: float, w: float, h: float) -> Iterator[Shape]:
    """Yield the diagonals that floor plans use for furniture above eye level."""
    yield Path("tall-line", (((x, y), (x + w, y + h)), ((x + w, y), (x, y + h))), width=1.0)


def _low_top(x: float, y: float, w: float, h: float) -> Iterator[Shape]:
    gap = min(w, h) * 0.09
    yield rectangle("low-line", x + gap, y + gap, w - 2 * gap, h - 2 * gap, 1.0)


def viewer_shapes(lay: Layout, tiles: tuple[tuple[int, int], ...]) -> Iterator[Shape]:
    """Draw a frame around the viewer, with an eye at its top."""
    width = max(1.4, lay.tile * 0.06)
    yield Path("casing", lay.around(tiles), closed=True, width=width * 1.9)
    yield Path("viewer", lay.around(tiles), closed=True, width=width)
    if lay.tile < NAMED_FROM:
        yield Circle("pupil", lay.middle(tiles), max(1.5, lay.tile * 0.25))
        return
    top = min(y for line in lay.around(tiles) for _, y in line)
    if lay.shape == "square" and top <= lay.top:  # not over the column letters
        top += lay.tile * 0.1
    x = lay.middle(tiles)[0]
    reach, lift = lay.tile * 0.2, lay.tile * 0.13
    lid = [(x - reach + 2 * reach * i / 12, math.sin(math.pi * i / 12) * lift) for i in range(13)]
    eye = [(px, top - dy) for px, dy in lid] + [(px, top + dy) for px, dy in lid[-2:0:-1]]
    yield Path("eye", (tuple(eye),), closed=True, width=max(1.0, lay.tile * 0.035))
    yield Circle("pupil", (x, top), lay.tile * 0.075)

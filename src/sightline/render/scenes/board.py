"""A board as shapes, in layers: ground, grid, rock, terrain, walls, figures, names."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction

from sightline.geometry.outline import joined
from sightline.model.board import Board
from sightline.model.cell import square_name
from sightline.model.hexagon import HexBoard
from sightline.model.parts.ground import SOLID
from sightline.render.layout import Layout, label_size
from sightline.render.scenes.edges import edge_shapes
from sightline.render.scenes.figures import figure_shapes
from sightline.render.shapes import XY, Path, Shape, Stamped, Text, rectangle, segment
from sightline.render.terrain import terrain_shapes
from sightline.render.text import text_width
from sightline.render.words import decimal

GRID_FROM = 4.0
"""The smallest tile size in pixels with grid lines; on smaller tiles they would hide
the content.
"""
HATCH_FROM = 12.0
VALUES_FROM = 30.0
"""The smallest hex size in pixels with room for the numbers of cover and height."""
STAMP_FROM = 400
"""On boards with more hexes, one row of the grid is drawn once and repeated."""


def board_shapes(
    board: Board,
    lay: Layout,
    *,
    tint: Iterable[Shape] = (),
    over_rock: Iterable[Shape] = (),
    crossed: Collection[tuple[int, int]] = (),
    tagged: Collection[tuple[int, int]] = (),
    unnamed: Collection[str] = (),
    bare: bool = False,
    only: Collection[tuple[int, int]] | None = None,
    first: tuple[int, int] = (0, 0),
) -> Iterator[Shape]:
    """Yield the shapes of the whole board.

    - `tint` is drawn on the ground, `over_rock` on the solid tiles.
    - `crossed` are tiles through whose middle a line will be drawn, and `tagged` those that get a
      label: names on them make room.
    - `unnamed` figures get their name elsewhere.
    - A `bare` board shows no heights, no cover and no names of hexes.
    - `only` limits the drawing to these tiles, without a rim, such as the known part of a larger
      board. `first` is the name of the board's first square there.
    """
    outline = board_outline(board, lay) if only is None else lay.around(frozenset(only))
    yield Path("floor", outline, closed=True)
    if isinstance(board, HexBoard) and not bare:
        yield from _height_tints(board, lay)
    yield from tint
    if lay.tile >= GRID_FROM:
        yield _grid(board, lay, outline, only)
    solid = set(board.solid_tiles())
    if solid:
        rock = lay.around(solid)
        yield Path("solid", rock, closed=True)
        if lay.tile >= HATCH_FROM:
            yield Path("solid-hatch", rock, closed=True)
        yield Path("solid-rim", rock, closed=True, width=max(0.4, min(1.6, lay.tile * 0.04)))
    yield from over_rock
    if board.has_terrain:
        yield from terrain_shapes(board, lay, only)
    if isinstance(board, HexBoard) and not bare:
        yield from _hex_marks(board, lay, frozenset(tagged))
    if only is None:
        yield Path("rim", outline, closed=True, width=_rim_width(board, lay))
    yield from edge_shapes(board, lay)
    yield from figure_shapes(board, lay, crossed, unnamed)
    if lay.shape == "square":
        yield from _side_names(lay, only, first)


def _rim_width(board: Board, lay: Layout) -> float:
    """Return the width of the rim: that of a wall if sight ends there."""
    closed = lay.shape == "square" or getattr(board, "outside", "open") == "solid"
    return max(1.0, min(4.0, lay.tile * (0.07 if closed else 0.03)))


def board_outline(board: Board, lay: Layout) -> tuple[tuple[XY, ...], ...]:
    """Return the outline of the board, holes included."""
    if lay.shape == "square":
        return rectangle("floor", lay.left, lay.top, lay.width, lay.height).lines
    return lay.around(frozenset(board.tiles()))


# --- the grid


def _grid_width(lay: Layout) -> float:
    return 1.0 if lay.tile >= 16 else 0.5


def _grid(
    board: Board,
    lay: Layout,
    outline: tuple[tuple[XY, ...], ...],
    only: Collection[tuple[int, int]] | None,
) -> Shape:
    if only is not None:
        sides = joined(_sides(board, sorted(only)))
        return Path("grid", lay.lines(sides), width=_grid_width(lay))
    return _square_grid(lay) if lay.shape == "square" else _hex_grid(board, lay, outline)


def _square_grid(lay: Layout) -> Path:
    right, bottom = lay.left + lay.width, lay.top + lay.height
    cols, rows = round(lay.width / lay.tile), round(lay.height / lay.tile)
    upright = [lay.left + i * lay.tile for i in range(1, cols)]
    level = [lay.top + i * lay.tile for i in range(1, rows)]
    lines = (
        *(((x, lay.top), (x, bottom)) for x in upright),
        *(((lay.left, y), (right, y)) for y in level),
    )
    return Path("grid", lines, width=_grid_width(lay))


def _hex_grid(board: Board, lay: Layout, outline: tuple[tuple[XY, ...], ...]) -> Shape:
    tiles = board.tiles()
    width = _grid_width(lay)
    if len(tiles) <= STAMP_FROM:
        return Path("grid", lay.lines(joined(_sides(board, tiles))), width=width)
    # A row of hexes (on flat hexes, a column) is repeated across the board and clipped where the
    # board ends.
    pointy = lay.shape == "pointy"
    extent, low, origin = (
        (lay.width, lay.left, lay.origin[0]) if pointy else (lay.height, lay.top, lay.origin[1])
    )
    row = [(i, 0) if pointy else (0, i) for i in range(round(extent / lay.tile) + 2)]
    numbers = [tile[1] if pointy else tile[0] for tile in tiles]
    base = lay.center((0, 0))
    offsets: list[XY] = []
    for k in range(min(numbers), max(numbers) + 1):
        first = math.floor((low - origin) / lay.tile - k / 2)
        x, y = lay.center((first, k) if pointy else (k, first))
        offsets.append((x - base[0], y - base[1]))
    path = Path("grid", lay.lines(joined(_sides(board, row))), width=width)
    return Stamped(path, tuple(offsets), outline)


def _sides(
    board: Board, tiles: Iterable[tuple[int, int]]
) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    for tile in tiles:
        corners = board.grid.corners(tile)
        yield from zip(corners, (*corners[1:], corners[0]), strict=True)


# --- heights and cover


def _height_tints(board: HexBoard, lay: Layout) -> Iterator[Shape]:
    heights = {tile: h for tile in board.tiles() if (h := board.elevation(tile))}
    if not heights:
        return
    highest = max(heights.values())
    by_role: dict[str, set[tuple[int, int]]] = {}
    for tile, height in heights.items():
        role = "pit" if height < 0 else f"height-{max(1, -(-4 * height // highest))}"
        by_role.setdefault(role, set()).add(tile)
    for role in sorted(by_role):
        yield Path(role, lay.around(by_role[role]), closed=True)


def _hex_marks(board: HexBoard, lay: Layout, tagged: frozenset[tuple[int, int]]) -> Iterator[Shape]:
    size = min(11.0, lay.tile * 0.2)
    step = name_step(lay.tile)
    for tile in board.tiles():
        x, y = lay.center(tile)
        cover, height = board.cover(tile), board.elevation(tile)
        free = not (board.flags(tile) & SOLID or board.names_at(tile) or tile in tagged)
        if step and tile[0] % step == 0 and tile[1] % step == 0 and free:
            yield hex_name(lay, tile, "faint")
        aside = lay.tile * 0.19 if cover and height is not None else 0.0
        if cover:
            yield from _trees(lay, (x - aside, y + lay.tile * 0.3), cover, size)
        if height is not None and lay.tile >= VALUES_FROM:
            yield from _height(lay, (x + aside, y + lay.tile * 0.4), height, size)


def hex_name(lay: Layout, tile: tuple[int, int], role: str) -> Text:
    """Return the label with the coordinates of a hex, in its upper part."""
    x, y = lay.center(tile)
    size = max(7.0, min(9.5, lay.tile * 0.17))
    return Text(role, (x, y - lay.tile * 0.3), f"{tile[0]},{tile[1]}", size)


def name_step(tile: float) -> int:
    """Return the step between labeled hexes: 1 if all labels fit, else 2 or 5; 0 for none."""
    if tile >= 40:
        return 1
    if tile >= 26:
        return 2
    return 5 if tile >= 12 else 0


def _trees(lay: Layout, at: XY, cover: Fraction, size: float) -> Iterator[Shape]:
    """Yield one to three trees for thin to thick cover, and the number below."""
    count = 1 if cover <= Fraction(1, 3) else 2 if cover <= Fraction(2, 3) else 3
    half = lay.tile * 0.075
    x0 = at[0] - (count - 1) * half * 0.9
    trees = tuple(
        ((x0 + i * half * 1.8 - half, at[1]), (x0 + i * half * 1.8 + half, at[1]),
         (x0 + i * half * 1.8, at[1] - half * 2.4))
        for i in range(count)
    )  # fmt: skip
    yield Path("cover", trees, closed=True)
    if lay.tile >= VALUES_FROM:
        yield Text("cover-label", (at[0], at[1] + size * 0.95), decimal(cover), size)


def _height(lay: Layout, at: XY, height: Fraction, size: float) -> Iterator[Shape]:
    text = decimal(height)
    half = size * 0.36
    width = text_width(text, size) * 0.85 + half * 2.6
    x, y = at[0] - width / 2 + half, at[1]
    tip, foot = (y - size * 0.75, y) if height >= 0 else (y, y - size * 0.75)
    yield Path("height-label", (((x - half, foot), (x + half, foot), (x, tip)),), closed=True)
    yield Text("height-label", (x + half * 1.5, y), text, size, "start")


# --- names along the sides


def _side_names(
    lay: Layout, only: Collection[tuple[int, int]] | None, first: tuple[int, int]
) -> Iterator[Shape]:
    size = label_size(lay.tile)
    if only is None:
        rows, cols = round(lay.height / lay.tile), round(lay.width / lay.tile)
        named_rows, named_cols = list(range(rows)), list(range(cols))
    else:
        named_rows, named_cols = (sorted({tile[axis] for tile in only}) for axis in (0, 1))
    if not named_cols:
        return
    some = (named_cols[-1], named_cols[len(named_cols) // 2], named_cols[0])
    widest = max(text_width(_letters(col + first[1]), size) for col in some)
    for col in _named(named_cols, lay.tile, widest * 1.35):
        at = (lay.left + (col + 0.5) * lay.tile, lay.top - size * 0.55)
        yield Text("label", at, _letters(col + first[1]), size)
    for row in _named(named_rows, lay.tile, size * 1.5):
        at = (lay.left - size * 0.5, lay.top + (row + 0.5) * lay.tile + size * 0.36)
        yield Text("label", at, str(row + first[0] + 1), size, "end")
    if lay.tile < HATCH_FROM and only is None:
        yield from _ticks(lay, cols, rows, size)


def _letters(col: int) -> str:
    return square_name((0, col))[:-1]


def _named(every: Sequence[int], tile: float, room: float) -> list[int]:
    """Return the rows or columns that are labeled: all, or the first and every
    fifth, tenth and so on.
    """
    steps = (1, 2, 5, 10) if tile >= HATCH_FROM else (5, 10, 20, 50, 100, 200, 500, 1000, 5000)
    step = next(s for s in steps if s * tile >= room)
    if step == 1:
        return list(every)
    return [every[0], *(every[i] for i in range(step - 1, len(every), step) if i * tile >= room)]


def _ticks(lay: Layout, cols: int, rows: int, size: float) -> Iterator[Shape]:
    """Yield ticks at the labeled rows and columns of fine grids."""
    length = size * 0.35
    for col in range(9, cols, 10):
        x = lay.left + (col + 0.5) * lay.tile
        yield segment("rim", (x, lay.top - length), (x, lay.top), 1.0)
    for row in range(9, rows, 10):
        y = lay.top + (row + 0.5) * lay.tile
        yield segment("rim", (lay.left - length, y), (lay.left, y), 1.0)

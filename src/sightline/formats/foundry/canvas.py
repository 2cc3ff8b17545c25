"""The canvas of a Foundry scene: where its pixels lie on a board of squares or hexes.

The canvas is the scene with padding around it, and the grid starts at the top left corner of the
canvas. On squares, pixels are converted to tiles exactly. On hexes, the distance between rows is
√3/2 of the grid size, which is irrational, so coordinates are rounded to our unit.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from sightline.formats.contract import Report
from sightline.formats.safe.safe_json import Node
from sightline.formats.shared.tiles import MAX_HEXES, check_size, hex_board
from sightline.formats.shared.walls import Box, Spot
from sightline.model.board import Board
from sightline.model.numbers import exact
from sightline.model.square import SquareBoard
from sightline.texts import say, word

MAX_PIXELS = 1_000_000
"""The largest size of a scene, and the largest coordinate, in pixels."""
USUAL_PADDING = Fraction(1, 4)
"""Foundry's default padding."""
SQRT3 = Fraction(math.isqrt(3 * 10**60), 10**30)
"""The square root of 3 to 30 digits: far finer than our unit anywhere on a board."""

GRIDLESS, SQUARE = 0, 1
HEX_NAMES = {2: "rows, odd", 3: "rows, even", 4: "columns, odd", 5: "columns, even"}


@dataclass(frozen=True)
class SceneBoard:
    """A board, and the conversion from a scene's pixels to it."""

    board: Board
    box: Box
    """The part of the canvas that the board covers, in pixels."""
    to_board: Callable[[Spot], Spot]
    """A function from pixels to tiles: columns and rows on squares, axial coordinates on
    hexes.
    """
    cell: Spot
    """The width and height, in pixels, of a figure that covers one tile."""
    scene: Box
    """The position of the scene and its picture on the canvas, in pixels."""
    distance: Fraction
    """The width of a tile in the scene's units of length, such as feet."""


@dataclass(frozen=True)
class _Scene:
    width: Fraction
    height: Fraction
    grid_size: Fraction
    grid_type: int
    padding: Fraction
    shift: Spot
    is_old: bool
    """Whether the scene is from before version 10, when the grid was a plain number."""


def lay_out(tree: Node, report: Report) -> SceneBoard:
    """Return the empty board of a scene."""
    scene = _scene(tree, report)
    if scene.grid_type in HEX_NAMES:
        return _hex_canvas(scene, tree, report)
    return _square_canvas(scene, tree, report)


LONGEST_UNIT = 20
"""The longest text for the width of a tile, such as "5 ft", that a table shows, in characters."""


def unit_of(tree: Node) -> str:
    """Return the width of a tile as text, such as "5 ft", or "" if the scene does not have it."""
    grid = tree.inner("grid")
    place, keys = (grid, ("distance", "units")) if grid else (tree, ("gridDistance", "gridUnits"))
    distance, units = (place.get(key) for key in keys)
    if distance is None or distance.number(0, MAX_PIXELS) == 0:
        return ""
    word = "" if units is None else units.string().strip()
    said = f"{float(distance.number(0, MAX_PIXELS)):g} {word}".strip()
    return said if word and word.isprintable() and len(said) <= LONGEST_UNIT else ""


def _distance(tree: Node) -> Fraction:
    grid = tree.inner("grid")
    node = grid.get("distance") if grid is not None else tree.get("gridDistance")
    return exact(node.number(0, MAX_PIXELS), "distance") or Fraction(1) if node else Fraction(1)


def _scene(tree: Node, report: Report) -> _Scene:
    grid = tree["grid"]
    if grid.is_object:
        size_node = grid["size"]
        grid_type = grid["type"].whole(0, 5) if "type" in grid else SQUARE
    else:
        size_node = grid
        grid_type = tree["gridType"].whole(0, 5) if "gridType" in tree else SQUARE
        report.changed.append(say("an old scene: its grid is a plain number"))
    if "padding" in tree:
        padding = exact(tree["padding"].number(0, 0.5), "padding")
    else:
        padding = USUAL_PADDING
        report.guessed.append(say("no padding is given: a quarter of the scene, Foundry's default"))
    shift = [Fraction(0), Fraction(0)]
    background = tree.inner("background")
    for index, (new, old) in enumerate((("offsetX", "shiftX"), ("offsetY", "shiftY"))):
        for place, key in ((background, new), (tree, old)):
            if place is not None and key in place:
                shift[index] = exact(place[key].number(-MAX_PIXELS, MAX_PIXELS), key)
                break
    return _Scene(
        exact(tree["width"].number(1, MAX_PIXELS), "width"),
        exact(tree["height"].number(1, MAX_PIXELS), "height"),
        exact(size_node.number(1, MAX_PIXELS), "grid size"),
        grid_type,
        padding,
        (shift[0], shift[1]),
        not grid.is_object,
    )


def _padding_steps(scene: _Scene, length: Fraction, step: Fraction) -> int:
    """Return how many whole steps of the grid pad a side of this length.

    Foundry computes this with floats, and its result decides where the scene lies. So a quotient
    just above a whole number counts as one step more.
    """
    return math.ceil((float(scene.padding) * float(length)) * (1 / float(step)))


def _tell_padding(scene: _Scene, left: Fraction, top: Fraction, report: Report) -> None:
    if left or top:
        report.changed.append(
            say(
                "moved by the scene's padding ({padding} of its size) and shift: {left}"
                " pixels to the left, {top} up",
                padding=f"{float(scene.padding):g}",
                left=f"{float(left):g}",
                top=f"{float(top):g}",
            )
        )


# --- squares


def _square_padding(scene: _Scene) -> Spot:
    size = scene.grid_size
    return (
        _padding_steps(scene, scene.width, size) * size - scene.shift[0],
        _padding_steps(scene, scene.height, size) * size - scene.shift[1],
    )


def _square_canvas(scene: _Scene, tree: Node, report: Report) -> SceneBoard:
    size = scene.grid_size
    left, top = _square_padding(scene)
    # The grid is aligned with the canvas, not the scene: a shifted picture starts inside a tile.
    col0, row0 = left // size, top // size
    cols = math.ceil((left + scene.width) / size) - col0
    rows = math.ceil((top + scene.height) / size) - row0
    check_size(cols, rows, tree["grid"].place)
    report.read.append(
        say(
            "{cols} x {rows} squares of {size} pixels",
            cols=cols,
            rows=rows,
            size=f"{float(size):g}",
        )
    )
    if scene.grid_type == GRIDLESS:
        report.guessed.append(
            say(
                "a scene without a grid: squares of its grid size, {size} pixels, assumed",
                size=f"{float(size):g}",
            )
        )
    _tell_padding(scene, left, top, report)
    if cols * size != scene.width or rows * size != scene.height:
        report.changed.append(
            say(
                "the scene, {width} x {height} pixels, covers some tiles only partly; they"
                " count as whole",
                width=f"{float(scene.width):g}",
                height=f"{float(scene.height):g}",
            )
        )
    x0, y0 = col0 * size, row0 * size
    return SceneBoard(
        SquareBoard(rows, cols),
        (x0, y0, x0 + cols * size, y0 + rows * size),
        lambda spot: ((spot[0] - x0) / size, (spot[1] - y0) / size),
        (size, size),
        (left, top, left + scene.width, top + scene.height),
        _distance(tree),
    )


# --- hexes


def _hex_canvas(scene: _Scene, tree: Node, report: Report) -> SceneBoard:
    """Return the board of a hex scene, with Foundry's layout.

    The unit here is the width of a hex between two parallel sides. In rows ("pointy"), the center
    of hex (q, r) is x = q + r/2, plus 1/2 on even grids, and y = (3r + 2) / (2√3). In columns
    ("flat"), x and y change places, and so do q and r. The unit equals the grid size. Before
    version 10, and in scenes with the flag `legacyHex`, the grid size is the longer diameter, and
    padding is computed as on squares.
    """
    flat = scene.grid_type in (4, 5)
    even = scene.grid_type in (3, 5)
    is_old = scene.is_old or _has_legacy_flag(tree)
    size = scene.grid_size * SQRT3 / 2 if is_old else scene.grid_size
    half = Fraction(1, 2) if even else Fraction(0)

    def to_axial(spot: Spot) -> Spot:
        main, cross = (spot[1], spot[0]) if flat else spot
        across = 2 * cross / (size * SQRT3) - Fraction(2, 3)
        along = main / size - across / 2 - half
        return (across, along) if flat else (along, across)

    if is_old:
        report.changed.append(say("old hexes: the grid size is their longer diameter"))
        left, top = _square_padding(scene)
    else:
        left, top = _hex_padding(scene, flat=flat)
    _tell_padding(scene, left, top, report)
    cells = _hexes_inside(scene, size, (left, top), flat=flat, half=half, place=tree["grid"].place)
    if not cells:
        raise tree["grid"].error(say("expected hexes smaller than the scene, got none inside it"))
    first = cells[0]
    board = hex_board(
        [(q - first[0], r - first[1]) for q, r in cells], flat=flat, place=tree["grid"].place
    )
    report.read.append(
        say(
            "{n:,} hexes in {hex_names}, {size} pixels wide: those whose center lies in"
            " the scene; (0, 0) is the top left one",
            n=len(cells),
            hex_names=word(HEX_NAMES[scene.grid_type]),
            size=f"{float(size):.4g}",
        )
    )
    report.changed.append(
        say(
            "measures of hexes contain √3, so no wall's end is exact: walls meant to lie"
            " on the edges of hexes lie next to them, by a fraction of a pixel, unless"
            " snapped"
        )
    )

    def to_board(spot: Spot) -> Spot:
        q, r = to_axial(spot)
        return q - first[0], r - first[1]

    long = 2 * size / SQRT3
    inside = (left, top, left + scene.width, top + scene.height)
    cell = (long, size) if flat else (size, long)
    return SceneBoard(board, inside, to_board, cell, inside, _distance(tree))


def _has_legacy_flag(tree: Node) -> bool:
    flags = tree.inner("flags")
    core = flags.inner("core") if flags is not None else None
    return core is not None and "legacyHex" in core and core["legacyHex"].boolean()


def _hex_padding(scene: _Scene, *, flat: bool) -> Spot:
    """Return the offset of the scene from the canvas's corner, in pixels.

    It is a whole number of hexes, plus half a hex along the rows if an odd number of rows come
    before. So the scene's first row starts like the canvas's first row.
    """
    size = scene.grid_size
    stride = size * SQRT3 / 2
    along, across = (scene.height, scene.width) if flat else (scene.width, scene.height)
    rows = _padding_steps(scene, across, stride)
    main = _padding_steps(scene, along, size) * size + (size / 2 if rows % 2 else 0)
    x, y = (rows * stride, main) if flat else (main, rows * stride)
    return x - scene.shift[0], y - scene.shift[1]


def _hexes_inside(
    scene: _Scene, size: Fraction, corner: Spot, *, flat: bool, half: Fraction, place: str
) -> list[tuple[int, int]]:
    """Return the hexes whose centers lie in the scene, in the canvas's axial coordinates."""
    main0, cross0 = (corner[1], corner[0]) if flat else corner
    along, across = (scene.height, scene.width) if flat else (scene.width, scene.height)
    stride = size * SQRT3 / 2
    # The center of row r lies at (r + 2/3) strides.
    first = math.ceil(cross0 / stride - Fraction(2, 3))
    last = math.floor((cross0 + across) / stride - Fraction(2, 3))
    check_size(math.ceil(along / size) + 1, max(last - first + 1, 1), place, MAX_HEXES)
    cells = []
    for row in range(first, last + 1):
        offset = Fraction(row, 2) + half
        low = math.ceil(main0 / size - offset)
        high = math.floor((main0 + along) / size - offset)
        cells += [(row, at) if flat else (at, row) for at in range(low, high + 1)]
    return cells

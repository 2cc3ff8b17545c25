"""Foundry scenes: walls in pixels of the whole canvas, on squares, hexes or no grid.

The canvas is the scene with padding around it, and the grid runs over the canvas from its top left
corner. On squares pixels become tiles exactly. On hexes a row is √3/2 of the grid size high, which
no fraction is, so walls are rounded to our unit.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from sightline.formats.contract import MAX_SEGMENTS, Loaded, Options, Report
from sightline.formats.safe_json import Node, looks_like_json, read_json, show
from sightline.formats.tiles import MAX_HEXES, check_size, hex_board
from sightline.formats.walls import Box, Spot, WallPen, count
from sightline.model.board import Board
from sightline.model.numbers import exact
from sightline.model.square import SquareBoard
from sightline.model.threshold import Door, DoorStateName, Threshold, Wall

NAME = "Foundry scene"
SUFFIXES = (".json",)

MAX_PIXELS = 1_000_000
"""No scene is wider or higher, and no wall lies further out."""
SQRT3 = Fraction(math.isqrt(3 * 10**60), 10**30)
"""The root of 3 to 30 digits: far finer than our unit at any distance on a board."""

GRIDLESS, SQUARE = 0, 1
_HEX_NAMES = {2: "rows, odd", 3: "rows, even", 4: "columns, odd", 5: "columns, even"}

# How a wall limits sight, by number: today's 0, 10, 20, 30, 40, and 1, 2 of the first versions.
_SENSES = {
    0: "none",
    1: "normal",
    2: "limited",
    10: "limited",
    20: "normal",
    30: "proximity",
    40: "distance",
}
_PARTLY = {
    "limited": "that let the first crossing pass",
    "proximity": "that block only from afar",
    "distance": "that block only from near",
}


def recognises(data: bytes, name: str) -> bool:
    """Is this a scene exported from Foundry?"""
    return (
        looks_like_json(data)
        and b'"walls"' in data
        and (b'"grid"' in data or b'"gridType"' in data)
        and any(key in data for key in (b'"padding"', b'"tokens"', b'"sense"', b'"ds"', b'"c"'))
    )


@dataclass(frozen=True)
class _Scene:
    width: Fraction
    height: Fraction
    grid_size: Fraction
    grid_type: int
    padding: Fraction
    shift: Spot


def read(data: bytes, name: str, options: Options) -> Loaded:
    """A board of the scene's rectangle, its walls and doors as free walls."""
    tree = read_json(data, name)
    report = Report(NAME)
    if "name" in tree:
        report.read.append(f"scene {show(tree['name'].string())}")
    scene = _scene(tree, report)
    board: Board
    if scene.grid_type in _HEX_NAMES:
        board, box, to_board = _hex_canvas(scene, tree, report)
    else:
        board, box, to_board = _square_canvas(scene, tree, report)
    pen = WallPen(board, box=box, snap=options.snap, to_board=to_board)
    if "walls" in tree:
        _draw_walls(tree["walls"], pen, report)
    pen.tell(report)
    for key in ("tokens", "lights", "sounds", "tiles", "drawings", "notes", "templates", "regions"):
        if key in tree and tree[key].as_list():
            report.lost.append(f"{len(tree[key].as_list()):,} {key}")
    return Loaded(board, report)


def _scene(tree: Node, report: Report) -> _Scene:
    grid = tree["grid"]
    if grid.is_object:
        size_node = grid["size"]
        grid_type = grid["type"].whole(0, 5) if "type" in grid else SQUARE
    else:
        size_node = grid
        grid_type = tree["gridType"].whole(0, 5) if "gridType" in tree else SQUARE
        report.changed.append("an old scene: its grid is kept as a plain number")
    if "padding" in tree:
        padding = exact(tree["padding"].number(0, 0.5), "padding")
    else:
        padding = Fraction(0)
        report.guessed.append("no padding is given: none assumed")
    shift = [Fraction(0), Fraction(0)]
    background = tree.get("background")
    for index, (new, old) in enumerate((("offsetX", "shiftX"), ("offsetY", "shiftY"))):
        for place, key in ((background, new), (tree, old)):
            if place is not None and place.is_object and key in place:
                shift[index] = exact(place[key].number(-MAX_PIXELS, MAX_PIXELS), key)
                break
    return _Scene(
        exact(tree["width"].number(1, MAX_PIXELS), "width"),
        exact(tree["height"].number(1, MAX_PIXELS), "height"),
        exact(size_node.number(1, MAX_PIXELS), "grid size"),
        grid_type,
        padding,
        (shift[0], shift[1]),
    )


# --- squares

Surface = tuple[Board, Box, Callable[[Spot], Spot]]


def _square_canvas(scene: _Scene, tree: Node, report: Report) -> Surface:
    size = scene.grid_size
    left = math.ceil(scene.padding * scene.width / size) * size - scene.shift[0]
    top = math.ceil(scene.padding * scene.height / size) * size - scene.shift[1]
    # The grid lies on the canvas, not on the scene: a shifted picture starts inside a tile.
    col0, row0 = left // size, top // size
    cols = math.ceil((left + scene.width) / size) - col0
    rows = math.ceil((top + scene.height) / size) - row0
    check_size(cols, rows, tree["grid"].place)
    report.read.append(f"{cols} x {rows} squares of {float(size):g} pixels")
    if scene.grid_type == GRIDLESS:
        report.guessed.append(
            f"a scene without a grid: squares of its grid size, {float(size):g} pixels, assumed"
        )
    _tell_padding(scene, left, top, report)
    if cols * size != scene.width or rows * size != scene.height:
        report.changed.append(
            f"the scene, {float(scene.width):g} x {float(scene.height):g} pixels, covers some"
            " tiles only partly; they count as whole"
        )
    x0, y0 = col0 * size, row0 * size
    return (
        SquareBoard(rows, cols),
        (x0, y0, x0 + cols * size, y0 + rows * size),
        lambda spot: ((spot[0] - x0) / size, (spot[1] - y0) / size),
    )


def _tell_padding(scene: _Scene, left: Fraction, top: Fraction, report: Report) -> None:
    if left or top:
        report.changed.append(
            f"walls moved by the scene's padding ({float(scene.padding):g} of its size) and shift:"
            f" {float(left):g} pixels to the left, {float(top):g} up"
        )


# --- hexes


def _hex_canvas(scene: _Scene, tree: Node, report: Report) -> Surface:
    """Hexes as Foundry lays them out.

    In units of the grid size, the width of a hex between two parallel sides: in rows ("pointy"),
    the hex (q, r) has its centre at x = q + r/2, plus 1/2 on even grids, and
    y = (3r + 2) / (2√3). In columns ("flat") x and y, and q and r, change places.
    """
    flat = scene.grid_type in (4, 5)
    even = scene.grid_type in (3, 5)
    size = scene.grid_size
    flags = tree.get("flags")
    core = flags.get("core") if flags is not None and flags.is_object else None
    if core is not None and core.is_object and "legacyHex" in core and core["legacyHex"].boolean():
        # Hexes before version 10: the grid size was the hex's longer diameter.
        size = size * SQRT3 / 2
        report.changed.append("hexes of the old kind: the grid size is their longer diameter")
    half = Fraction(1, 2) if even else Fraction(0)

    def to_axial(spot: Spot) -> Spot:
        main, cross = (spot[1], spot[0]) if flat else spot
        across = 2 * cross / (size * SQRT3) - Fraction(2, 3)
        along = main / size - across / 2 - half
        return (across, along) if flat else (along, across)

    left, top = _hex_padding(scene, size, flat=flat)
    if scene.padding:
        report.guessed.append(
            "the padding of a hex scene is whole hexes, and half a hex more along the rows after"
            " an odd number of them"
        )
    left, top = left - scene.shift[0], top - scene.shift[1]
    _tell_padding(scene, left, top, report)
    cells = _hexes_inside(scene, size, (left, top), flat=flat, half=half, place=tree["grid"].place)
    if not cells:
        raise tree["grid"].error("expected hexes smaller than the scene, got none inside it")
    first = cells[0]
    board = hex_board(
        [(q - first[0], r - first[1]) for q, r in cells], flat=flat, place=tree["grid"].place
    )
    report.read.append(
        f"{len(cells):,} hexes in {_HEX_NAMES[scene.grid_type]}, {float(scene.grid_size):g} pixels"
        " wide: those whose centre lies in the scene; (0, 0) is the top left one"
    )
    report.changed.append(
        "hexes have √3 in their measures, so no wall's end is exact: walls meant to lie on the"
        " edges of hexes lie beside them, by a pixel's fraction, unless snapped"
    )

    def to_board(spot: Spot) -> Spot:
        q, r = to_axial(spot)
        return q - first[0], r - first[1]

    return board, (left, top, left + scene.width, top + scene.height), to_board


def _hex_padding(scene: _Scene, size: Fraction, *, flat: bool) -> Spot:
    """How far the scene lies from the canvas's corner: whole hexes, and half a hex more along the
    rows after an odd number of them, so that the scene's first row begins like the canvas's."""
    stride = size * SQRT3 / 2
    along, across = (scene.height, scene.width) if flat else (scene.width, scene.height)
    rows = math.ceil(scene.padding * across / stride)
    main = math.ceil(scene.padding * along / size) * size + (size / 2 if rows % 2 else 0)
    cross = rows * stride
    return (cross, main) if flat else (main, cross)


def _hexes_inside(
    scene: _Scene, size: Fraction, corner: Spot, *, flat: bool, half: Fraction, place: str
) -> list[tuple[int, int]]:
    """Every hex, in the canvas's axial coordinates, whose centre lies in the scene."""
    main0, cross0 = (corner[1], corner[0]) if flat else corner
    along, across = (scene.height, scene.width) if flat else (scene.width, scene.height)
    stride = size * SQRT3 / 2
    # The centre of row r lies at (r + 2/3) strides.
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


# --- walls


def _draw_walls(walls: Node, pen: WallPen, report: Report) -> None:
    fate: Counter[str] = Counter()
    for wall in walls.items(limit=MAX_SEGMENTS):
        x0, y0, x1, y1 = (
            exact(value.number(-MAX_PIXELS, MAX_PIXELS), "coordinate")
            for value in wall["c"].items(length=4)
        )
        sense = _sense(wall)
        if sense == "none":
            fate["see-through"] += 1
            continue
        fate[sense] += 1
        if "dir" in wall and wall["dir"].whole(0, 2):
            fate["one-way"] += 1
        pen.draw((x0, y0), (x1, y1), _threshold(wall, fate), wall.place)
    if fate["see-through"]:
        report.lost.append(
            f"{count(fate['see-through'], 'wall')} that sight passes, such as windows"
        )
    for sense, what in _PARTLY.items():
        if fate[sense]:
            report.lost.append(f"{count(fate[sense], sense + ' wall')}, {what}: full walls here")
    if fate["one-way"]:
        report.lost.append(
            f"{count(fate['one-way'], 'one-way wall')}, that block from one side: from both here"
        )
    if fate["secret and locked"]:
        report.lost.append(f"the locks of {count(fate['secret and locked'], 'secret door')}")


def _sense(wall: Node) -> str:
    key = "sight" if "sight" in wall else "sense"
    if key not in wall:
        return "normal"
    number = wall[key].whole()
    if number not in _SENSES:
        raise wall[key].error(f"expected 0, 10, 20, 30 or 40, got {number}")
    return _SENSES[number]


def _threshold(wall: Node, fate: Counter[str]) -> Threshold:
    kind = wall["door"].whole(0, 2) if "door" in wall else 0
    if kind == 0:
        return Wall()
    states: tuple[DoorStateName, ...] = ("closed", "open", "locked")
    state = states[wall["ds"].whole(0, 2) if "ds" in wall else 0]
    if kind == 2 and state != "open":
        fate["secret and locked"] += state == "locked"
        state = "secret"
    return Door(state)

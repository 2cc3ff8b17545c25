"""Roll20: campaigns exported by R20Exporter, as a `campaign.json` or the zip archive around it.

Pages are measured in units of 70 pixels, and a square is `snapping_increment` units wide. Sight is
stopped by the paths on the layer "walls" and by doors.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from sightline.errors import FormatError
from sightline.formats.contract import MAX_SEGMENTS, Loaded, Options, Report
from sightline.formats.counts import count, tell
from sightline.formats.roll20.paths import chains, corner, handles, number, plain_color
from sightline.formats.safe.safe_json import Node, looks_like_json, read_json, show
from sightline.formats.safe.zipped import looks_like_zip, unzip, zip_names
from sightline.formats.shared.choose_scene import choose_scene
from sightline.formats.shared.curve_budget import CurveBudget
from sightline.formats.shared.figure_limits import MAX_FIGURES
from sightline.formats.shared.tiles import check_size
from sightline.formats.shared.tokens import Tokens, tile_at
from sightline.formats.shared.walls import Spot, WallPen
from sightline.model.figure import MAX_SIZE, FigureKind
from sightline.model.square import SquareBoard
from sightline.model.threshold import Door, DoorStateName, Threshold, Wall
from sightline.texts import say

NAME = "Roll20"
SUFFIXES = (".json", ".zip")

UNIT_PIXELS = 70
"""Pixels per unit of a page, always the same."""
MAX_UNITS = 100_000
"""The largest page, in units."""
MAX_PAGES = 10_000
"""The maximum number of pages of a campaign."""
DOOR_COLOR = "#ff9900"
"""The color of walls that are doors. GMs used it before Roll20 had doors, and all published
maps do.
"""


def recognizes(data: bytes, name: str) -> bool:
    """Return whether this is a campaign or a page of Roll20."""
    if looks_like_json(data):
        return b'"snapping_increment"' in data and (b'"paths"' in data or b'"graphics"' in data)
    if not looks_like_zip(data):
        return False
    try:
        return "campaign.json" in zip_names(data)
    except FormatError:
        return False


def read(data: bytes, name: str, options: Options) -> Loaded:
    """Return a board of one page: its squares, its walls and doors as free walls, and its
    tokens.
    """
    if looks_like_zip(data):
        data = unzip(data, "campaign.json")
    tree = read_json(data, name)
    report = Report(NAME)
    pages = list(_pages(tree))
    if not pages:
        raise tree.error(say("expected at least one page, got none"))
    names = [_words(page, "name") or "unnamed" for page in pages]
    first = next((i for i, page in enumerate(pages) if any(_walls(page))), 0)
    page = pages[choose_scene(names, options, report, tree.place, first)]
    board, tile = _board(page, report)
    pen = WallPen(
        board,
        box=(Fraction(0), Fraction(0), board.cols * tile, board.rows * tile),
        snap=options.snap,
        to_board=lambda spot: (spot[0] / tile, spot[1] / tile),
    )
    fate: Counter[str] = Counter()
    _draw_walls(page, pen, tile, fate)
    _draw_doors(page, pen, fate)
    pen.tell(report)
    tokens = Tokens(board)
    _stand(page, _heroes(tree), tokens, board, tile, fate)
    tokens.tell(report)
    _tell(page, board, fate, report)
    return Loaded(board, report)


# --- pages


def _pages(tree: Node) -> Iterator[Node]:
    """Yield every page. A file may also be a single page, or one with its settings in
    `attributes`.
    """
    if tree.is_object and "pages" in tree:
        yield from tree["pages"].items(limit=MAX_PAGES)
    elif tree.is_object and "attributes" in tree and tree["attributes"].is_object:
        merged = {**tree["attributes"].as_dict(), **tree.as_dict()}
        yield Node(merged, tree.place)
    elif tree.is_list:
        yield from tree.items(limit=MAX_PAGES)
    else:
        yield tree


def _words(node: Node, key: str) -> str:
    value = node.get(key)
    return value.value if value is not None and isinstance(value.value, str) else ""


def _is_on(node: Node, key: str) -> bool:
    value = node.get(key)
    return value is not None and value.value in (True, 1, "1", "true", "on")


def _things(page: Node, key: str) -> Iterator[Node]:
    things = page.get(key)
    if things is not None:
        yield from things.items(limit=MAX_SEGMENTS)


def _walls(page: Node) -> Iterator[Node]:
    for path in _things(page, "paths"):
        if _words(path, "layer") == "walls":
            yield path
    yield from _things(page, "doors")


def _board(page: Node, report: Report) -> tuple[SquareBoard, Fraction]:
    """Return a board with the page's squares, and the width of a square in pixels."""
    width, height = (number(page, key, default=None) for key in ("width", "height"))
    step = number(page, "snapping_increment")
    if not step:
        step = Fraction(1)
        report.guessed.append(
            say(
                "a page without a grid: squares of {unit_pixels} pixels assumed",
                unit_pixels=UNIT_PIXELS,
            )
        )
    if not (step > 0 and 0 < width <= MAX_UNITS and 0 < height <= MAX_UNITS):
        raise page.error(
            say(
                "expected a page of more than 0 and at most {most:,} units, got {width} x"
                " {height} units with squares of {step}",
                most=MAX_UNITS,
                width=float(width),
                height=float(height),
                step=float(step),
            )
        )
    grid = _words(page, "grid_type") or "square"
    if grid != "square":
        report.guessed.append(
            say(
                "a grid of the kind {name}, whose size Roll20 does not say: squares assumed",
                name=show(grid),
            )
        )
    cols, rows = math.ceil(width / step), math.ceil(height / step)
    check_size(cols, rows, page.place)
    report.read.append(
        say(
            "{cols} x {rows} squares of {size} pixels",
            cols=cols,
            rows=rows,
            size=f"{float(step * UNIT_PIXELS):g}",
        )
    )
    if cols * step != width or rows * step != height:
        report.changed.append(
            say("the last column or row is only partly on the page, and counts as whole")
        )
    return SquareBoard(rows, cols), step * UNIT_PIXELS


# --- walls and doors


def _draw_walls(page: Node, pen: WallPen, tile: Fraction, fate: Counter[str]) -> None:
    has_doors = any(True for _ in _things(page, "doors"))
    curves = CurveBudget()
    for path in _things(page, "paths"):
        if _words(path, "layer") != "walls":
            continue
        kind = _words(path, "barrierType") or "wall"
        if kind == "transparent":
            fate["transparent"] += 1
        threshold: Threshold = Wall(stops="window" if kind == "transparent" else None)
        if kind == "oneWay":
            fate["one-way"] += 1
            threshold = Wall(one_way="back" if _is_on(path, "oneWayReversed") else "forth")
        elif kind not in ("wall", "transparent"):
            raise path["barrierType"].error(
                say("expected wall, oneWay or transparent, got {got}", got=show(kind))
            )
        elif kind == "wall" and not has_doors and _is_drawn_door(path):
            fate["orange"] += 1
            threshold = Door("closed")
        for chain in chains(path, tile, curves):
            pen.polyline(chain, threshold, path.place)


def _is_drawn_door(path: Node) -> bool:
    return plain_color(path) == DOOR_COLOR and not _words(path, "groupwith")


def _draw_doors(page: Node, pen: WallPen, fate: Counter[str]) -> None:
    for door in _things(page, "doors"):
        state: DoorStateName = "closed"
        if _is_on(door, "isOpen"):
            state = "open"
        elif _is_on(door, "isSecret"):
            fate["secret and locked"] += _is_on(door, "isLocked")
            state = "secret"
        elif _is_on(door, "isLocked"):
            state = "locked"
        pen.polyline(handles(door), Door(state), door.place)
    for window in _things(page, "windows"):
        fate["windows"] += 1
        is_open = _is_on(window, "isOpen")
        what = Door("open" if is_open else "closed", stops="window")
        pen.polyline(handles(window), what, window.place)


# --- tokens and lights


def _heroes(tree: Node) -> frozenset[str]:
    """Return the ids of the characters that players control."""
    if not tree.is_object:
        return frozenset()
    return frozenset(
        _words(character, "id")
        for character in _things(tree, "characters")
        if _words(character, "controlledby")
    )


def _stand(
    page: Node,
    heroes: frozenset[str],
    tokens: Tokens,
    board: SquareBoard,
    tile: Fraction,
    fate: Counter[str],
) -> None:
    for index, graphic in enumerate(_things(page, "graphics")):
        if index >= MAX_FIGURES:
            raise graphic.error(say("more than {most:,} graphics", most=MAX_FIGURES))
        layer = _words(graphic, "layer")
        x, y = corner(graphic)
        at: tuple[int, int] | str | None = tile_at(board, (x / tile, y / tile))
        if layer == "gmlayer":
            fate["hidden"] += 1
            continue
        represents = _words(graphic, "represents")
        if (
            layer == "objects"
            and not _is_on(graphic, "isdrawing")
            and (represents or _words(graphic, "name"))
        ):
            is_hero = represents in heroes or bool(_words(graphic, "controlledby"))
            fate["enemies"] += not is_hero
            at = _figure(graphic, (x, y), "hero" if is_hero else "enemy", tokens, board, tile)
        elif layer != "walls":
            fate["graphics"] += 1
        reach = _light(graphic)
        if reach is not None:
            scale = number(page, "scale_number") or Fraction(5)
            tokens.shine(at, reach[0] / scale, reach[1] / scale, graphic.place)


def _figure(
    graphic: Node,
    middle: Spot,
    kind: FigureKind,
    tokens: Tokens,
    board: SquareBoard,
    tile: Fraction,
) -> str | None:
    larger = max(number(graphic, "width"), number(graphic, "height"))
    size = min(max(round(larger / tile), 1), MAX_SIZE)
    # The top left tile: the middle of a large token is a corner or the middle of a tile.
    back = Fraction(size - 1, 2)
    at = tile_at(board, (middle[0] / tile - back, middle[1] / tile - back))
    return tokens.stand(_words(graphic, "name") or "token", at, size, kind, graphic.place)


def _light(graphic: Node) -> tuple[Fraction, Fraction] | None:
    """Return the bright and dim radius of a graphic, in the page's unit, or None."""
    if _is_on(graphic, "emits_bright_light") or _is_on(graphic, "emits_low_light"):
        bright = number(graphic, "bright_light_distance")
        dim = number(graphic, "low_light_distance")
        bright = bright if _is_on(graphic, "emits_bright_light") else Fraction(0)
        dim = dim if _is_on(graphic, "emits_low_light") else Fraction(0)
        return max(bright, Fraction(0)), max(bright, dim, Fraction(0))
    if not _is_on(graphic, "light_otherplayers"):
        return None
    # The older keys: the reach of the light, and optionally where it turns dim.
    reach = max(number(graphic, "light_radius"), Fraction(0))
    dim_from = number(graphic, "light_dimradius", default=-1)
    return (min(dim_from, reach), reach) if dim_from > 0 else (reach, reach)


# --- report


def _tell(page: Node, board: SquareBoard, fate: Counter[str], report: Report) -> None:
    is_lit = _is_on(page, "dynamic_lighting_enabled") or _is_on(page, "showlighting")
    if is_lit and not (_is_on(page, "daylight_mode_enabled") or _is_on(page, "lightglobalillum")):
        board.ambient = "dark"
        report.read.append(
            say("dynamic lighting without daylight: the board is dark except for its lights")
        )
    tell(
        *(fate, report.guessed),
        (
            "orange",
            "wall",
            say(
                " drawn in orange, {door_color}, on a page without doors: closed doors",
                door_color=DOOR_COLOR,
            ),
        ),
        (
            "one-way",
            "one-way wall",
            say(
                ": sight from the left of the line, as it was drawn, is stopped; from the right if"
                " it is reversed"
            ),
        ),
    )
    if fate["enemies"]:
        report.guessed.append(say("tokens that no player controls are enemies"))
    tell(
        *(fate, report.lost),
        ("hidden", "graphic", say(" on the GM layer")),
        ("graphics", "graphic", say(" of the map that are not tokens")),
    )
    as_figures = say(" made to stop shots and spells as well as figures")
    tell(
        *(fate, report.guessed),
        ("transparent", "transparent wall", as_figures),
        ("windows", "window", as_figures),
    )
    if fate["secret and locked"]:
        report.lost.append(
            say("the locks of {things}", things=count(fate["secret and locked"], "secret door"))
        )

"""Owlbear Rodeo: the items of a scene as JSON, copied from the page or exported by an extension.

Items are a list, or objects by id, possibly divided into `shared` and `local`. Drawings on the fog
layer are walls, as for the extension Dynamic Fog, and doors are parts of their outlines. Pictures
of characters are figures. The pictures of maps determine the size of the scene.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from sightline.formats.contract import MAX_SEGMENTS, Loaded, Options, Report
from sightline.formats.counts import count, tally, tell
from sightline.formats.owlbear.shapes import (
    DRAWINGS,
    FAR,
    Curves,
    Placed,
    chains,
    number,
    spot,
)
from sightline.formats.safe.safe_json import Node, looks_like_json, read_json
from sightline.formats.shared.chains import FINE, WallLine, counted, draw
from sightline.formats.shared.curve_budget import CurveBudget
from sightline.formats.shared.tiles import check_size
from sightline.formats.shared.tokens import Tokens, tile_at
from sightline.formats.shared.walls import Spot, WallPen
from sightline.model.numbers import exact
from sightline.model.square import SquareBoard
from sightline.model.threshold import Door, Wall
from sightline.texts import say

NAME = "Owlbear Rodeo items"
SUFFIXES = (".json",)

USUAL_DPI = 150
"""Pixels per tile if the file does not say: the default of new scenes."""
MAX_ITEMS = 100_000
DOORS = "rodeo.owlbear.dynamic-fog/doors"
LIGHT = "rodeo.owlbear.dynamic-fog/light"


def recognizes(data: bytes, name: str) -> bool:
    """Return whether these are items of Owlbear Rodeo."""
    return (
        looks_like_json(data)
        and b'"layer"' in data
        and b'"position"' in data
        and any(layer in data for layer in (b'"FOG"', b'"MAP"', b'"CHARACTER"'))
        and any(kind in data for kind in (b'"IMAGE"', b'"SHAPE"', b'"CURVE"', b'"PATH"', b'"LINE"'))
    )


def read(data: bytes, name: str, options: Options) -> Loaded:
    """Return a board of the scene: the drawings on its fog layer as free walls, with their
    doors.
    """
    tree = read_json(data, name)
    report = Report(NAME)
    items = list(_items(tree))
    dpi = _dpi(tree, report)
    fate: Counter[str] = Counter()
    lines = counted(_lines(items, dpi, fate))
    board, corner = _board(tree, items, lines, dpi, report)

    def to_board(at: Spot) -> Spot:
        return (at[0] - corner[0]) / dpi, (at[1] - corner[1]) / dpi

    pen = WallPen(
        board,
        box=(*corner, corner[0] + board.cols * dpi, corner[1] + board.rows * dpi),
        snap=options.snap,
        to_board=to_board,
    )
    draw(lines, pen)
    pen.tell(report)
    _people(items, board, corner, dpi, report)
    _tell(items, fate, report)
    return Loaded(board, report, to_board=to_board)


def _items(tree: Node) -> Iterator[Node]:
    """Yield every item that is not nested inside another kind of object."""
    held = tree
    if not tree.is_list:
        held = tree["items"]
    groups = [held]
    if held.is_object and ("shared" in held or "local" in held):
        groups = [held[key] for key in ("shared", "local") if key in held]
    seen = 0
    for group in groups:
        each = group.items() if group.is_list else (item for _, item in group.entries())
        for item in each:
            seen += 1
            if seen > MAX_ITEMS:
                raise group.error(say("expected at most {most:,} items", most=MAX_ITEMS))
            item.as_dict()
            yield item


def _word(item: Node, key: str) -> str:
    return item[key].string() if key in item else ""


def _dpi(tree: Node, report: Report) -> Fraction:
    grid = None if tree.is_list else tree.get("grid")
    if grid is None or "dpi" not in grid:
        report.guessed.append(
            say("a tile is {usual_dpi} pixels wide, as in every new scene", usual_dpi=USUAL_DPI)
        )
        return Fraction(USUAL_DPI)
    if "type" in grid and grid["type"].string() != "SQUARE":
        raise grid["type"].error(say("expected a grid of squares; other grids are not supported"))
    return exact(grid["dpi"].number(1, FAR), "dpi")


# --- walls


def _lines(items: list[Node], dpi: Fraction, fate: Counter[str]) -> Iterator[WallLine]:
    points = 0
    for item in items:
        for key in ("points", "commands"):
            if key in item:
                points += len(item[key].as_list())
        if points > MAX_SEGMENTS:
            raise item.error(say("drawings of more than {most:,} points", most=MAX_SEGMENTS))
    budget = CurveBudget()
    drawn = {_word(item, "id") for item in items if _is_fog(item)}
    for item in items:
        if _is_fog(item):
            # Including hidden items: a room that was revealed keeps its walls.
            yield from _outline(item, dpi, budget, fate)
        elif _word(item, "type") == "WALL" and _word(item, "attachedTo") not in drawn:
            placed = Placed.of(item)
            spots = [spot(point) for point in item["points"].items(limit=MAX_SEGMENTS)]
            fate["one-sided"] += "doubleSided" in item and not item["doubleSided"].boolean()
            yield [placed(each) for each in spots], Wall(), item.place


def _is_fog(item: Node) -> bool:
    return _word(item, "layer") == "FOG" and _word(item, "type") in DRAWINGS


def _outline(
    item: Node, dpi: Fraction, budget: CurveBudget, fate: Counter[str]
) -> Iterator[WallLine]:
    """Yield the parts of a drawing: walls, and doors on the stretches that are doors."""
    placed = Placed.of(item)
    stretch = max(abs(placed.scale[0]), abs(placed.scale[1]))
    if not stretch:
        fate["shrunk"] += 1
        return
    parts = chains(item, Curves(budget, dpi / stretch))
    fate["drawings"] += 1
    gaps: dict[int, list[tuple[int, int]]] = {}
    for door in _doors(item):
        part, start, end = _stretch(door)
        if part >= len(parts) or not parts[part].total:
            fate["doors off"] += 1
            continue
        gaps.setdefault(part, []).append((start, end))
        state = Door("open" if "open" in door and door["open"].boolean() else "closed")
        for span in parts[part].spans(start, end):
            yield _moved(parts[part].part(*span), placed), state, door.place
    for index, chain in enumerate(parts):
        for left in chain.without(gaps.get(index, ())):
            yield _moved(left, placed), Wall(), item.place


def _doors(item: Node) -> list[Node]:
    metadata = item.get("metadata")
    if metadata is None or DOORS not in metadata:
        return []
    return list(metadata[DOORS].items(limit=MAX_SEGMENTS))


def _stretch(door: Node) -> tuple[int, int, int]:
    """Return the index of the part of a drawing with the door, and its start and end along it."""
    part = door["start"]["index"].whole(0, MAX_SEGMENTS)
    ends = [round(number(door[key]["distance"]) * FINE) for key in ("start", "end")]
    return part, min(ends), max(ends)


def _moved(spots: list[Spot], placed: Placed) -> list[Spot]:
    return [placed(each) for each in spots]


# --- the size of the scene


def _board(
    tree: Node, items: list[Node], lines: list[WallLine], dpi: Fraction, report: Report
) -> tuple[SquareBoard, Spot]:
    """Return a board over the maps of the scene, or over everything drawn, and its corner."""
    spots = [corner for item in items if _is_map(item) for corner in _corners(item, dpi)]
    if spots:
        report.read.append(
            say("the size of {things}", things=count(len(spots) // 4, "map picture"))
        )
    else:
        spots = [each for line, _, _ in lines for each in line]
        report.guessed.append(say("the scene is as large as what is drawn on its fog layer"))
    if not spots:
        raise tree.error(
            say("expected a picture of a map, or drawings on the fog layer; got neither")
        )
    xs, ys = zip(*spots, strict=True)
    left, top = math.floor(min(xs) / dpi), math.floor(min(ys) / dpi)
    cols = max(math.ceil(max(xs) / dpi) - left, 1)
    rows = max(math.ceil(max(ys) / dpi) - top, 1)
    check_size(cols, rows, tree.place)
    report.read.append(say("a map of {cols} x {rows} squares", cols=cols, rows=rows))
    if left or top:
        report.changed.append(
            say(
                "the board begins at column {left} and row {top} of the scene's grid",
                left=left,
                top=top,
            )
        )
    return SquareBoard(rows, cols), (left * dpi, top * dpi)


def _is_map(item: Node) -> bool:
    return _word(item, "layer") == "MAP" and _word(item, "type") == "IMAGE"


def _corners(item: Node, dpi: Fraction) -> list[Spot]:
    """Return the corners of a picture in scene coordinates."""
    grid, image = item["grid"], item["image"]
    own = exact(grid["dpi"].number(1, FAR), "dpi")
    x, y = spot(grid["offset"]) if "offset" in grid else (Fraction(0), Fraction(0))
    wide, high = number(image["width"]), number(image["height"])
    placed = Placed.of(item)
    return [
        placed(((across - x) * dpi / own, (down - y) * dpi / own))
        for across, down in ((0, 0), (wide, 0), (wide, high), (0, high))
    ]


# --- figures and lights


def _people(
    items: list[Node], board: SquareBoard, corner: Spot, dpi: Fraction, report: Report
) -> None:
    tokens = Tokens(board)
    lit = 0
    for item in items:
        who: str | None = None
        if _word(item, "layer") == "CHARACTER" and _word(item, "type") == "IMAGE":
            spots = _corners(item, dpi)
            xs, ys = zip(*spots, strict=True)
            size = max(1, round((max(xs) - min(xs)) / dpi))
            # From the picture's middle to that of the top left tile that it covers.
            x = (min(xs) + max(xs)) / 2 - (size - 1) * dpi / 2
            y = (min(ys) + max(ys)) / 2 - (size - 1) * dpi / 2
            at = tile_at(board, ((x - corner[0]) / dpi, (y - corner[1]) / dpi))
            who = tokens.stand(_called(item), at, size, "figure", item.place)
        metadata = item.get("metadata")
        if metadata is None or LIGHT not in metadata:
            continue
        x, y = spot(item["position"])
        at = tile_at(board, ((x - corner[0]) / dpi, (y - corner[1]) / dpi))
        radius = metadata[LIGHT].get("attenuationRadius")
        reach = Fraction(0) if radius is None else exact(radius.number(0, FAR), "radius") / dpi
        tokens.shine(who or at, reach / 2, reach, item.place)
        lit += 1
    tokens.tell(report)
    if lit:
        report.guessed.append(say("lights are bright to half their radius and dim to all of it"))


def _called(item: Node) -> str:
    """Return the label under a token, or the name of its picture."""
    text = item.get("text")
    plain = _word(text, "plainText").strip() if text is not None else ""
    return plain or _word(item, "name")


def _tell(items: list[Node], fate: Counter[str], report: Report) -> None:
    along = say(
        " on the fog layer read as walls along the middle of each line, as the Dynamic Fog"
        " extension does"
    )
    tell(fate, report.guessed, ("drawings", "drawing", along))
    both = say(" made to block from both sides")
    tell(fate, report.changed, ("one-sided", "one-sided wall", both))
    tell(
        *(fate, report.lost),
        ("shrunk", "drawing", say(" without a size")),
        ("doors off", "door", say(" outside its drawing")),
    )
    others = [
        f"{_word(item, 'type')} on {_word(item, 'layer')}".lower()
        for item in items
        if not (_is_fog(item) or _is_map(item))
        and _word(item, "layer") != "CHARACTER"
        and _word(item, "type") not in ("WALL", "LIGHT")
    ]
    if others:
        report.lost.append(
            say(
                "{things}: {things2}",
                things=count(len(others), "other item"),
                things2=tally(others),
            )
        )

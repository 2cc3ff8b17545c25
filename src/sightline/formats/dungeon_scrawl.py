"""Dungeon Scrawl files (`.ds`): a zip archive with one file, `map`, which is JSON.

A page is a tree of nodes. Its shapes are floors, with walls around them, or lines, with walls along
them. Doors and stairs are separate objects on top. The file has the walls continue beneath a door,
so the reader cuts an opening for it. Doors have no state.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from sightline.errors import FormatError
from sightline.formats.contract import MAX_SEGMENTS, Loaded, Options, Report
from sightline.formats.counts import count, tell
from sightline.formats.safe.safe_json import Node, looks_like_json, read_json, show
from sightline.formats.safe.zipped import looks_like_zip, unzip, zip_names
from sightline.formats.shared.chains import WallLine, WallRun, draw, length
from sightline.formats.shared.choose_scene import choose_scene
from sightline.formats.shared.tiles import check_size, sounds_blocking
from sightline.formats.shared.walls import Spot, WallPen
from sightline.model.numbers import exact
from sightline.model.square import SquareBoard
from sightline.model.threshold import Door, Wall
from sightline.texts import say

NAME = "Dungeon Scrawl map"
SUFFIXES = (".ds",)

MEMBER = "map"
"""The name of the file in the archive."""
FAR = 10_000_000
"""The largest coordinate."""
MAX_NODES = 50_000
"""The maximum number of nodes in a document."""
MAX_PAIRS = 5_000_000
"""The maximum number of pairs of a door and a piece of wall in one file."""
MAX_TRIES = 5_000
"""The maximum number of pairs of a door and a nearby piece of wall that are examined closely."""
DOOR_REACH = Fraction(1, 8)
"""The greatest distance, in tiles, between a door and the wall that it belongs to."""


def recognizes(data: bytes, name: str) -> bool:
    """Return whether this is a map that Dungeon Scrawl saved, or the JSON inside one."""
    if looks_like_zip(data):
        try:
            return MEMBER in zip_names(data)
        except FormatError:
            return False
    return looks_like_json(data) and all(
        key in data for key in (b'"documentNodeId"', b'"nodes"', b'"geometry"')
    )


@dataclass(frozen=True)
class _DoorLine:
    """A door as a line, with its kind."""

    start: Spot
    end: Spot
    door: Door
    place: str


@dataclass
class _Drawing:
    """Everything drawn on a page, in its coordinates."""

    walls: list[tuple[list[Spot], str]] = field(default_factory=list)
    doors: list[_DoorLine] = field(default_factory=list)
    fate: Counter[str] = field(default_factory=Counter)
    things: Counter[str] = field(default_factory=Counter)
    spots: int = 0


def read(data: bytes, name: str, options: Options) -> Loaded:
    """Return a board of one page: its walls as free walls, with openings for its doors."""
    tree = read_json(unzip(data, MEMBER) if looks_like_zip(data) else data, name)
    report = Report(NAME)
    document = tree["state"]["document"]
    nodes = _Nodes(document["nodes"])
    page = _choose_page(document, nodes, options, report)
    cell = exact(page["grid"]["cellDiameter"].number(1, FAR), "cell")
    templates = [node for node in nodes.below(page) if _kind(node) == "TEMPLATE"]
    drawing = _Drawing()
    geometry = tree["data"]["geometry"]
    for template in _blocking(templates, nodes, options, report):
        for node in nodes.below(template):
            if _kind(node) == "GEOMETRY":
                _take_walls(node, geometry, drawing)
    for node in nodes.below(page):
        if _kind(node) == "DUNGEON_ASSET":
            _take_thing(node, nodes, geometry, drawing)
        drawing.fate["lights"] += _kind(node) == "LIGHT"
        drawing.fate["pictures"] += _kind(node) == "ASSET"
    board, corner = _board(drawing, cell, page, report)
    pen = WallPen(
        board,
        box=(*corner, corner[0] + board.cols * cell, corner[1] + board.rows * cell),
        snap=options.snap,
        to_board=lambda spot: ((spot[0] - corner[0]) / cell, (spot[1] - corner[1]) / cell),
    )
    draw(_lines(drawing, cell), pen)
    pen.tell(report)
    _tell(drawing, report)
    return Loaded(board, report)


# --- the tree of nodes


class _Nodes:
    """The nodes of a document. Each lists its children by id; broken files list missing ones."""

    def __init__(self, nodes: Node) -> None:
        if len(nodes.as_dict()) > MAX_NODES:
            raise nodes.error(say("expected at most {most:,} nodes", most=MAX_NODES))
        self._nodes = dict(nodes.entries())
        self.place = nodes.place

    def __getitem__(self, name: str) -> Node:
        if name not in self._nodes:
            raise FormatError(say("no node is called {got}", got=show(name)), self.place)
        return self._nodes[name]

    def children(self, node: Node) -> list[Node]:
        """Yield the visible children that exist."""
        if "children" not in node:
            return []
        found = [self._nodes.get(each.string()) for each in node["children"].items(limit=MAX_NODES)]
        return [each for each in found if each is not None and _is_visible(each)]

    def below(self, node: Node) -> Iterator[Node]:
        """Yield every visible node below one, each once, even if the tree has a cycle."""
        seen = {node.place}
        waiting = self.children(node)[::-1]
        while waiting:
            child = waiting.pop()
            if child.place not in seen:
                seen.add(child.place)
                yield child
                waiting += self.children(child)[::-1]


def _kind(node: Node) -> str:
    return node["type"].string() if "type" in node else ""


def _name(node: Node) -> str:
    return node["name"].string() if "name" in node else ""


def _is_visible(node: Node) -> bool:
    return not ("visible" in node and not node["visible"].boolean())


def _choose_page(document: Node, nodes: _Nodes, options: Options, report: Report) -> Node:
    root = nodes[
        document["documentNodeId"].string() if "documentNodeId" in document else "document"
    ]
    ids = (
        [each.string() for each in root["children"].items(limit=1_000)]
        if "children" in root
        else []
    )
    shown = root["selectedPage"].string() if "selectedPage" in root else ""
    if shown and shown not in ids:
        ids.append(shown)
    if not ids:
        raise root.error(say("expected at least one page, got none"))
    names = [_name(nodes[each]) or f"page {number}" for number, each in enumerate(ids)]
    first = ids.index(shown) if shown else 0
    return nodes[ids[choose_scene(names, options, report, root.place, first)]]


# --- drawing


def _blocking(templates: list[Node], nodes: _Nodes, options: Options, report: Report) -> list[Node]:
    """Return the templates that block: those that the options name, or else those that draw
    walls.
    """
    names = [_name(template) for template in templates]
    report.choices.blocking = sorted(set(names))
    if options.blocking:
        for each in options.blocking:
            if each not in names:
                raise FormatError(
                    say(
                        "no template is called {got}; there are {names}",
                        got=show(each),
                        names=", ".join(map(show, report.choices.blocking[:20]))
                        or say("no templates"),
                    ),
                    nodes.place,
                )
        chosen = [each for each in templates if _name(each) in options.blocking]
    else:
        chosen = [each for each in templates if _draws_walls(each, nodes)] or templates
        left = [show(_name(each)) for each in templates if each not in chosen]
        if left:
            report.guessed.append(
                say(
                    "layers without walls, judging by their style: {names}",
                    names=", ".join(left[:20]),
                )
            )
    report.choices.chosen = sorted({_name(each) for each in chosen})
    return chosen


def _draws_walls(template: Node, nodes: _Nodes) -> bool:
    """Return whether a layer named like walls draws any lines."""
    for node in nodes.below(template):
        if _kind(node) == "MULTIPOLYGON" and sounds_blocking(_name(node)):
            stroke = node.get("stroke")
            if stroke is not None and _is_visible(stroke):
                return True
    return False


def _take_walls(node: Node, geometry: Node, drawing: _Drawing) -> None:
    if "allowsLightToPass" in node and node["allowsLightToPass"].boolean():
        drawing.fate["see-through"] += 1
        return
    rings, lines = _shapes(node, geometry, drawing)
    drawing.walls += rings + lines


def _shapes(
    node: Node, geometry: Node, drawing: _Drawing
) -> tuple[list[tuple[list[Spot], str]], list[tuple[list[Spot], str]]]:
    """Return the rings of the polygons of a node, including holes, and its lines."""
    name = node["geometryId"].string() if "geometryId" in node else ""
    if name not in geometry:
        return [], []
    shape = geometry[name]
    rings, lines = [], []
    if "polygons" in shape:
        for polygon in shape["polygons"].items(limit=MAX_SEGMENTS):
            for ring in polygon.items(limit=MAX_SEGMENTS):
                spots = _spots(ring, drawing)
                if spots and spots[0] != spots[-1]:
                    spots.append(spots[0])
                rings.append((spots, ring.place))
    if "polylines" in shape:
        for line in shape["polylines"].items(limit=MAX_SEGMENTS):
            lines.append((_spots(line, drawing), line.place))
    return rings, lines


def _spots(points: Node, drawing: _Drawing) -> list[Spot]:
    drawing.spots += len(points.as_list())
    if drawing.spots > MAX_SEGMENTS:
        raise points.error(say("more than {most:,} points", most=MAX_SEGMENTS))
    return [
        (
            exact(point[0].number(-FAR, FAR), "coordinate"),
            exact(point[1].number(-FAR, FAR), "coordinate"),
        )
        for point in points.items()
    ]


def _take_thing(node: Node, nodes: _Nodes, geometry: Node, drawing: _Drawing) -> None:
    """Add a door to the drawing, or count an object that does not block, such as stairs."""
    shapes = [each for each in nodes.below(node) if _kind(each) == "GEOMETRY"]
    name = " ".join(map(_name, (node, *shapes))).lower()
    if "door" not in name:
        drawing.things[_name(node) or "thing"] += 1
        return
    for shape in shapes:
        rings, lines = _shapes(shape, geometry, drawing)
        ends = _ends([spots for spots, _ in rings], [spots for spots, _ in lines])
        if ends is None:
            drawing.fate["shapeless"] += 1
        else:
            door = Door("secret" if "secret" in name else "closed")
            drawing.doors.append(_DoorLine(*ends, door, shape.place))


def _ends(rings: list[list[Spot]], lines: list[list[Spot]]) -> tuple[Spot, Spot] | None:
    """Return the ends of a door: its jambs, or the ends of the middle line of its leaf."""
    if len(lines) > 1 and lines[0] and lines[-1]:
        return lines[0][0], lines[-1][-1]
    if not rings or len(rings[0]) != 5:
        return None
    a, b, c, d = rings[0][:4]
    if length(a, b) < length(b, c):
        a, b, c, d = b, c, d, a
    return _between(a, d), _between(b, c)


def _between(one: Spot, other: Spot) -> Spot:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


# --- onto the board


def _board(
    drawing: _Drawing, cell: Fraction, page: Node, report: Report
) -> tuple[SquareBoard, Spot]:
    """Return a board that covers everything drawn, and its top left corner on the page."""
    spots = [spot for wall, _ in drawing.walls for spot in wall]
    spots += [spot for door in drawing.doors for spot in (door.start, door.end)]
    if not spots:
        raise page.error(say("expected walls or doors on the page, got none"))
    (left, right), (top, bottom) = (
        (math.floor(min(side) / cell), math.ceil(max(side) / cell))
        for side in zip(*spots, strict=True)
    )
    cols, rows = max(right - left, 1), max(bottom - top, 1)
    check_size(cols, rows, page.place)
    report.read.append(say("a map of {cols} x {rows} squares", cols=cols, rows=rows))
    if left or top:
        report.changed.append(
            say(
                "the page has no border: the board begins at its column {left} and row {top}",
                left=left,
                top=top,
            )
        )
    return SquareBoard(rows, cols), (left * cell, top * cell)


def _lines(drawing: _Drawing, cell: Fraction) -> Iterator[WallLine]:
    """Yield the walls, with openings for doors, and the doors."""
    reach = DOOR_REACH * cell
    doors = [(door, _box((door.start, door.end), reach)) for door in drawing.doors]
    pieces = sum(len(spots) for spots, _ in drawing.walls)
    if pieces * len(doors) > MAX_PAIRS:
        raise FormatError(
            say(
                "too much to compare: {doors}, {pieces} of wall",
                doors=count(len(doors), "door"),
                pieces=count(pieces, "piece"),
            ),
            doors[0][0].place,
        )
    tries = 0
    in_walls: set[str] = set()
    for spots, place in drawing.walls:
        chain = WallRun(spots, closed=False)
        gaps = []
        for door, piece in _meetings(chain, doors):
            tries += 1
            if tries > MAX_TRIES:
                raise FormatError(say("too many doors beside too many walls"), place)
            gap = _gap(chain, piece, door, reach)
            if gap is not None:
                gaps.append(gap)
                in_walls.add(door.place)
                yield chain.part(*gap), door.door, door.place
        for part in chain.without(gaps):
            yield part, Wall(), place
    for door in drawing.doors:
        if door.place not in in_walls:
            yield [door.start, door.end], door.door, door.place


_Box = tuple[int, int, int, int]


def _box(spots: tuple[Spot, ...], reach: Fraction) -> _Box:
    """Return the bounding box of the points, `reach` larger on each side, in whole numbers: left,
    top, right, bottom.
    """
    (x0, x1), (y0, y1) = (sorted(side) for side in zip(*spots, strict=True))
    return (
        math.floor(x0 - reach),
        math.floor(y0 - reach),
        math.ceil(x1 + reach),
        math.ceil(y1 + reach),
    )


def _meetings(
    chain: WallRun, doors: list[tuple[_DoorLine, _Box]]
) -> Iterator[tuple[_DoorLine, int]]:
    """Yield each door near a wall, with the index of each piece of the wall that it may lie on."""
    if not chain.pieces:
        return
    xs, ys = zip(*chain.spots, strict=True)
    around = math.floor(min(xs)), math.floor(min(ys)), math.ceil(max(xs)), math.ceil(max(ys))
    near = [(door, box) for door, box in doors if _meet(box, around)]
    if not near:
        return
    for piece, ends in enumerate(pairwise(chain.spots)):
        own = _box(ends, Fraction(0))
        for door, box in near:
            if _meet(box, own):
                yield door, piece


def _meet(one: _Box, other: _Box) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def _gap(chain: WallRun, piece: int, door: _DoorLine, reach: Fraction) -> tuple[int, int] | None:
    """Return the stretch of a piece of wall that a door covers, or None if it does not lie along
    it.
    """
    (x0, y0), (x1, y1) = chain.spots[piece], chain.spots[piece + 1]
    dx, dy = x1 - x0, y1 - y0
    limit = reach * reach * (dx * dx + dy * dy)
    for x, y in (door.start, door.end):
        if ((x - x0) * dy - (y - y0) * dx) ** 2 > limit:
            return None
    start, end = sorted((chain.beside(piece, door.start), chain.beside(piece, door.end)))
    return (start, end) if start < end else None


def _tell(drawing: _Drawing, report: Report) -> None:
    fate = drawing.fate
    if drawing.doors:
        report.guessed.append(
            say(
                "the file does not give the state of doors, so they are closed; walls are cut"
                " at doors"
            )
        )
    tell(
        *(fate, report.lost),
        ("see-through", "layer", say(" that light passes through")),
        ("shapeless", "door", say(" of an unknown shape")),
        ("lights", "light", say(", whose radius has no unit")),
        ("pictures", "picture", ""),
    )
    things = [f"{number} {show(name)}" for name, number in drawing.things.items()]
    if things:
        report.lost.append(say("objects that do not block: {names}", names=", ".join(things[:20])))

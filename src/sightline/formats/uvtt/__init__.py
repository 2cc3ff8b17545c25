"""Universal VTT: `.uvtt`, `.dd2vtt`, `.df2vtt`, all the same JSON.

Walls are polylines in grid units, at any position, and become free walls. In a cropped export they
keep the coordinates of the whole map, so `map_origin` is subtracted and the rest is clipped. The
picture shows only the cropped part, so it covers the board.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from fractions import Fraction

from sightline.errors import FormatError
from sightline.formats.contract import MAX_SEGMENTS, Loaded, Options, Report, check_size_of_file
from sightline.formats.counts import count, tell
from sightline.formats.map_pictures import from_base64, lay_picture
from sightline.formats.safe.safe_json import Node, looks_like_json, read_json, show
from sightline.formats.shared.tiles import check_size
from sightline.formats.shared.walls import Spot, WallPen
from sightline.model.light import MAX_LIGHTS
from sightline.model.numbers import exact
from sightline.model.parts.ground import MAX_SIDE
from sightline.model.square import SquareBoard
from sightline.model.threshold import STOPS, Door, Gate, Threshold, Wall, as_stops
from sightline.pictures import MapPicture
from sightline.texts import as_text, say, word

NAME = "Universal VTT"
SUFFIXES = (".uvtt", ".dd2vtt", ".df2vtt")

STOPS_KEY = "sightline_barrier"
"""Our own key in a portal: the kind of barrier, and what it stops if that is not everything."""
FAR = 1_000_000
"""The largest coordinate in a file, in tiles."""
BRIGHT_FROM, DIM_FROM = 128, 32
"""The least brightness of the ambient color, out of 255, that counts as bright light and as
dim light.
"""

# The picture is base64, so it contains no quotes, and no escapes except slashes and line breaks.
# Inside a JSON string the key's quotes would be escaped, so the pattern finds only keys.
_IMAGE = re.compile(rb'("image"\s*+:\s*+")((?:[A-Za-z0-9+/=:;,.-]++|\\[/nr])++)"')


def recognizes(data: bytes, name: str) -> bool:
    """Return whether this is a Universal VTT file."""
    return looks_like_json(data) and b'"line_of_sight"' in data and b'"resolution"' in data


def read(data: bytes, name: str, options: Options) -> Loaded:
    """Return a board with the map's walls as free walls and its portals as doors."""
    check_size_of_file(data, name)
    # The picture can be most of the file, so it is cut out before parsing.
    image = _IMAGE.search(data)
    if image is not None:
        data = data[: image.start(2)] + data[image.end(2) :]
    tree = read_json(data, name)
    report = Report(NAME)
    resolution = tree["resolution"]
    width, height = _size(resolution["map_size"])
    origin = _spot(resolution["map_origin"]) if "map_origin" in resolution else (Fraction(0),) * 2
    cols, rows = math.ceil(width), math.ceil(height)
    check_size(cols, rows, resolution["map_size"].place)
    board = SquareBoard(rows, cols)
    report.read.append(say("a map of {cols} x {rows} squares", cols=cols, rows=rows))
    if cols != width or rows != height:
        report.changed.append(
            say(
                "the map is {width} x {height} squares: the last column or row is only partly"
                " drawn, and counts as whole",
                width=f"{float(width):g}",
                height=f"{float(height):g}",
            )
        )
    if any(origin):
        report.changed.append(
            say(
                "this is a crop: walls moved by its origin ({origin}, {origin2}) and cut off"
                " at its border",
                origin=f"{float(origin[0]):g}",
                origin2=f"{float(origin[1]):g}",
            )
        )
    left, top = origin
    pen = WallPen(
        board,
        box=(left, top, left + width, top + height),
        snap=options.snap,
        to_board=lambda spot: (spot[0] - left, spot[1] - top),
    )
    for key in ("line_of_sight", "objects_line_of_sight"):
        if key in tree:
            _draw_lines(tree[key], pen)
    if "portals" in tree:
        _draw_portals(tree["portals"], pen, report)
    pen.tell(report)
    _read_lights(tree, board, origin, report)
    if "image" in tree and tree["image"].value:  # base64 text was cut out before
        report.lost.append(say("the picture: expected base64"))
    picture = None if image is None else _picture(image[2], report, width, height)
    return Loaded(board, report, picture=picture)


def _picture(text: bytes, report: Report, width: Fraction, height: Fraction) -> MapPicture | None:
    """Return the picture, which covers the map, whatever its size in pixels."""
    try:
        data = from_base64(text)
    except FormatError as error:
        report.lost.append(say("the picture: {error}", error=as_text(error)))
        return None
    zero = Fraction(0)
    return lay_picture(data, report, left=zero, top=zero, width=width, height=height)


def _size(node: Node) -> tuple[Fraction, Fraction]:
    width, height = (node[axis].number(0, MAX_SIDE) for axis in "xy")
    if not (width and height):
        raise node.error(
            say("expected a size above 0, got {width} x {height}", width=width, height=height)
        )
    return exact(width, "width"), exact(height, "height")


def _spot(node: Node) -> Spot:
    return (
        exact(node["x"].number(-FAR, FAR), "x"),
        exact(node["y"].number(-FAR, FAR), "y"),
    )


def _draw_lines(lines: Node, pen: WallPen) -> None:
    for line in lines.items(limit=MAX_SEGMENTS):
        spots = [_spot(point) for point in line.items(limit=MAX_SEGMENTS + 1)]
        pen.polyline(spots, Wall(), line.place)


def _draw_portals(portals: Node, pen: WallPen, report: Report) -> None:
    see_through = freestanding = 0
    for portal in portals.items(limit=MAX_SEGMENTS):
        closed = portal["closed"].boolean() if "closed" in portal else True
        see_through += not closed
        freestanding += "freestanding" in portal and portal["freestanding"].boolean()
        bounds = portal["bounds"]
        spots = [_spot(point) for point in bounds.items(limit=MAX_SEGMENTS + 1)]
        if len(spots) < 2:
            raise bounds.error(
                say("expected the two ends of the portal, got {n}", n=count(len(spots), "end"))
            )
        what: Threshold = Door("closed" if closed else "open")
        if STOPS_KEY in portal:
            what = _partial(portal[STOPS_KEY])
            see_through -= not closed
        pen.polyline(spots, what, bounds.place)
    if see_through:
        report.guessed.append(
            say(
                "{things} with closed: false (a window, an arch) read as open: sight passes",
                things=count(see_through, "portal"),
            )
        )
    if freestanding:
        report.lost.append(
            say(
                "{things} marked as freestanding, which means nothing here",
                things=count(freestanding, "portal"),
            )
        )


def _partial(ours: Node) -> Threshold:
    """Return a barrier that does not stop everything, from our own key of the portal."""
    kind = ours["is"].one_of("wall", "door", "gate")
    stops = as_stops([each.one_of(*STOPS) for each in ours["stops"].items(limit=len(STOPS))])
    if kind == "wall":
        return Wall(stops=stops)
    if kind == "door":
        return Door(ours["state"].one_of(*Door.STATES), stops=stops)
    return Gate(ours["state"].one_of(*Gate.STATES), stops=stops)


def _read_lights(tree: Node, board: SquareBoard, origin: Spot, report: Report) -> None:
    fate: Counter[str] = Counter()
    if "lights" in tree:
        for light in tree["lights"].items(limit=MAX_LIGHTS):
            fate[_put_light(light, board, origin)] += 1
    placed = fate["placed"] + fate["moved"]
    if placed:
        report.read.append(count(placed, "light"))
        report.guessed.append(say("lights are bright to half their range and dim to all of it"))
    tell(fate, report.changed, ("moved", "light", say(" moved to the center of the tile")))
    tell(
        *(fate, report.lost),
        ("outside", "light", say(" outside the map")),
        ("dark", "light", say(" without a place or a range")),
    )
    _read_ambient(tree, board, report)


def _put_light(light: Node, board: SquareBoard, origin: Spot) -> str:
    """Add a light and return the result: placed, moved, outside, or dark."""
    if not ("position" in light and "range" in light):
        return "dark"
    x, y = (value - edge for value, edge in zip(_spot(light["position"]), origin, strict=True))
    reach = exact(light["range"].number(0, FAR), "range")
    tile = math.floor(y), math.floor(x)
    if not reach:
        return "dark"
    if tile not in board:
        return "outside"
    board.add_light(tile, reach / 2, reach)
    in_the_middle = x - tile[1] == y - tile[0] == Fraction(1, 2)
    return "placed" if in_the_middle else "moved"


def _read_ambient(tree: Node, board: SquareBoard, report: Report) -> None:
    """Read the ambient light from the color of the map's light: alpha, red, green, blue."""
    environment = tree.get("environment")
    if environment is None:
        return
    if "baked_lighting" in environment and environment["baked_lighting"].boolean():
        # The picture already shows lights and shadows: on a dark board they would darken it twice.
        report.guessed.append(
            say("lighting is painted into the picture: the board itself is bright")
        )
        return
    color = environment.get("ambient_light")
    if color is not None and color.string():
        light_by_color(color, board, report)


def light_by_color(color: Node, board: SquareBoard, report: Report) -> None:
    """Set the ambient light from a color such as ffcccccc."""
    if re.fullmatch(r"#?(?:[0-9a-f]{2})?[0-9a-f]{6}", color.string(), re.IGNORECASE) is None:
        raise color.error(
            say("expected a color such as ffffffff, got {got}", got=show(color.string()))
        )
    red, green, blue = bytes.fromhex(color.string()[-6:])
    luma = (299 * red + 587 * green + 114 * blue) // 1000
    board.ambient = "bright" if luma >= BRIGHT_FROM else "dim" if luma >= DIM_FROM else "dark"
    if luma < 255:
        report.guessed.append(
            say(
                "the map's own light, {name}, is {ambient}: {luma} of 255",
                name=show(color.string()),
                ambient=word(board.ambient),
                luma=luma,
            )
        )

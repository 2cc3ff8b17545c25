"""Fantasy Grounds: campaigns (`db.xml`), modules (`.mod`) and the XML next to a picture.

An image has layers with occluders, lights and tokens, in pixels from the image's origin, with y
up. A grid line runs through that origin, moved by the grid's offset. The older Fantasy Grounds
Classic had tokens on a picture and no walls, in pixels from the top left corner, with y down.

None of these files has the size of the picture, so it is taken from the picture if that is next to
the file. Without the picture, the board covers everything drawn. In the XML of a single picture,
whose middle is the origin, it then extends equally far on either side.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import PurePosixPath

from sightline.errors import FormatError
from sightline.formats.contract import Loaded, Options, Report
from sightline.formats.counts import tell
from sightline.formats.fantasy_grounds.walls import FAR, Matrix, Occluder, occluders, tell_occluders
from sightline.formats.safe.safe_json import show
from sightline.formats.safe.safe_xml import XmlElement, looks_like_xml, numbers, read_xml
from sightline.formats.safe.zipped import looks_like_zip, unzip, zip_names
from sightline.formats.shared.choose_scene import choose_scene
from sightline.formats.shared.tiles import check_size
from sightline.formats.shared.tokens import Tokens, tile_at
from sightline.formats.shared.walls import Spot, WallPen
from sightline.model.square import SquareBoard
from sightline.pictures import MAX_PICTURE_BYTES, MapPicture, read_header
from sightline.texts import as_text, say

NAME = "Fantasy Grounds"
SUFFIXES = (".xml", ".mod")

MAX_PIXELS = 10_000
"""The largest size of a square, in pixels."""
MAX_IMAGES = 10_000
"""The maximum number of images of one campaign."""
ROOMY = 250_000
"""The maximum number of squares to which a board may grow in order to include distant tokens."""

_MODULE_FILES = ("db.xml", "client.xml", "common.xml")
_PICTURES = (".png", ".jpg", ".jpeg", ".webp")
_OF_ONE_IMAGE = frozenset({"grid", "gridoffset", "gridsize", "gridtype", "lights", "occluders"})
_SKIPPED = frozenset({"ambientmask", "fx", "mask", "shortcut", "shortcuts", "strokes"})
_NEAR_A_LINE = Fraction(1, 50)
"""The greatest distance, in squares, from a grid line at which a corner counts as on the
line.
"""


def recognizes(data: bytes, name: str) -> bool:
    """Return whether this is a campaign or module of Fantasy Grounds, or the XML of a picture."""
    if looks_like_xml(data):
        return b"<root" in data[:4096] and (
            b"<occluder>" in data or b"<gridsize>" in data or b'<image type="image"' in data
        )
    if not looks_like_zip(data):
        return False
    try:
        names = zip_names(data)
        return "definition.xml" in names and any(each in names for each in _MODULE_FILES)
    except FormatError:
        return name.lower().endswith(".mod")


@dataclass
class _Image:
    """The content of an image, in pixels from its origin, with y down."""

    shapes: list[Occluder] = field(default_factory=list)
    lights: list[tuple[Spot, Fraction, Fraction, str]] = field(default_factory=list)
    tokens: list[tuple[str, Spot, str]] = field(default_factory=list)
    bitmaps: list[tuple[str, Matrix]] = field(default_factory=list)
    picture: tuple[bytes, Spot, Spot] | None = None
    """The picture's bytes, its top left corner and its size."""
    is_classic: bool = False
    """Whether it is from Fantasy Grounds Classic, with its origin in the top left corner."""


def read(data: bytes, name: str, options: Options) -> Loaded:
    """Return a board of one image: squares, with its occluders as free walls, and lights and
    tokens.
    """
    xml = data
    if looks_like_zip(data):
        names = zip_names(data)
        xml = unzip(data, next(each for each in _MODULE_FILES if each in names))
    root = read_xml(xml, name, _is_useless)
    if root.tag != "root":
        raise root.error(say("expected <root>, got <{tag}>", tag=root.tag[:40]))
    report = Report(NAME)
    records = list(_records(root))
    is_campaign = bool(records)
    if is_campaign:
        names = [record.words("name") or record.tag for record in records]
        first = max(range(len(records)), key=lambda number: (_fullness(records[number]), -number))
        element = records[choose_scene(names, options, report, root.place, first)].find("image")
    else:
        element = root
    fate: Counter[str] = Counter()
    image = _image(element, fate)
    _find_picture(image, name, data, is_campaign, options, report)
    size = _grid_size(element, report)
    phase = _phase(element, image, size, is_campaign, report)
    box = _box(image, is_campaign)
    if box is None:
        raise element.error(
            say("expected occluders, lights, tokens or a picture next to the file, got none")
        )
    board, corner = _board(box, _with_tokens(box, image, size), size, phase, element.place)
    report.read.append(
        say(
            "{cols} x {rows} squares of {size} x {size2} pixels",
            cols=board.cols,
            rows=board.rows,
            size=f"{float(size[0]):g}",
            size2=f"{float(size[1]):g}",
        )
    )

    def to_board(spot: Spot) -> Spot:
        return (spot[0] - corner[0]) / size[0], (spot[1] - corner[1]) / size[1]

    pen = WallPen(
        board,
        box=(*corner, corner[0] + board.cols * size[0], corner[1] + board.rows * size[1]),
        snap=options.snap,
        to_board=to_board,
    )
    for spots, threshold, place in image.shapes:
        pen.polyline(spots, threshold, place)
    pen.tell(report)
    tell_occluders(fate, report)
    tokens = Tokens(board)
    for called, spot, place in image.tokens:
        tokens.stand(called, tile_at(board, to_board(spot)), 1, "figure", place)
    for spot, bright, dim, place in image.lights:
        tokens.shine(tile_at(board, to_board(spot)), bright, dim, place)
    tokens.tell(report)
    _tell_light(element, board, report)
    tell(fate, report.lost, ("lights off", "light", say(" switched off")))
    loaded = Loaded(board, report)
    if image.picture is not None:
        encoded, at, pixels = image.picture
        left, top = to_board(at)
        loaded.picture = MapPicture.of(encoded, left, top, pixels[0] / size[0], pixels[1] / size[1])
    return loaded


def _is_useless(depth: int, tag: str) -> bool:
    """Return whether an element is outside the images of a campaign, or unused inside them."""
    if depth == 1:
        return tag != "image" and tag not in _OF_ONE_IMAGE
    return tag in _SKIPPED


# --- images


def _records(root: XmlElement) -> Iterator[XmlElement]:
    """Yield every record of an image, in all categories."""
    found = 0
    waiting = [child for child in reversed(root.children) if child.tag == "image"]
    while waiting:
        one = waiting.pop()
        image = one.get("image")
        if image is not None and image.attributes.get("type") == "image":
            found += 1
            if found > MAX_IMAGES:
                raise one.error(say("more than {most:,} images", most=MAX_IMAGES))
            yield one
        elif one.tag in ("image", "category") or one.tag.startswith("id-"):
            waiting += reversed(one.children)


def _fullness(record: XmlElement) -> int:
    """Return a rank for the choice of an image: 2 with walls, 1 with tokens, 0 with only a
    picture.
    """
    image = record.find("image")
    layers = image.get("layers")
    things = [thing for layer in (layers or image).all("layer") for thing in layer.children]
    if any(thing.tag == "occluders" and thing.children for thing in things):
        return 2
    return int(image.get("tokens") is not None or any(thing.tag == "token" for thing in things))


def _image(element: XmlElement, fate: Counter[str]) -> _Image:
    layers = element.get("layers")
    image = _Image(is_classic=layers is None and element.tag == "image")
    for layer in [element] if layers is None else layers.all("layer"):
        matrix = Matrix(None if layer is element else layer)
        for spots, threshold, place in occluders(layer, matrix, fate):
            fate["doors"] += str(threshold).endswith("door")
            image.shapes.append((spots, threshold, place))
        for light in (layer.get("lights") or layer).all("light"):
            _add_light(light, matrix, image, fate)
        bitmap = layer.words("bitmap")
        if bitmap:
            image.bitmaps.append((bitmap, matrix))
        token = layer.get("token")
        if token is not None and layer.words("type") == "token":
            image.tokens.append((_token_name(token), matrix.middle, token.place))
    for token in (element.get("tokens") or element).all("token"):
        # Fantasy Grounds Classic measures from the top left corner, with y down.
        spot = token.number("x", -FAR, FAR, 0), token.number("y", -FAR, FAR, 0)
        image.tokens.append((_token_name(token), spot, token.place))
    return image


def _token_name(token: XmlElement) -> str:
    """Return a token's name, or that of its picture: `tokens/Objects/Wagon.png@Module` is
    "Wagon".
    """
    named = token.words("name")
    return named or PurePosixPath(token.words("prototype").split("@")[0]).stem or "token"


def _add_light(light: XmlElement, matrix: Matrix, image: _Image, fate: Counter[str]) -> None:
    position, reach = light.get("position"), light.get("range")
    if position is None or reach is None or light.get("on") is None:
        fate["lights off"] += 1
        return
    spot = numbers(position.text, position.place, -FAR, FAR, 3)
    radii = numbers(reach.text, reach.place, 0, 1_000_000, 8)
    if len(spot) < 2:
        raise position.error(say("expected x and y"))
    # Radii are in squares: light is bright up to the first and dim up to the third.
    dim = radii[2] if len(radii) > 2 else radii[0]
    image.lights.append((matrix.place(spot[0], spot[1]), radii[0], dim, light.place))


# --- the picture


def _find_picture(
    image: _Image, name: str, data: bytes, is_campaign: bool, options: Options, report: Report
) -> None:
    """Find the image's picture in the module, or next to the file."""
    if not is_campaign:
        stem = PurePosixPath(name.replace("\\", "/")).stem
        wanted = [(stem + suffix, Matrix()) for suffix in _PICTURES]
    else:
        # `campaign/images/cave.jpg` lies in the campaign's folder, `cave.jpg@Book` in a module.
        wanted = [
            (path.removeprefix("campaign/"), matrix)
            for path, matrix in image.bitmaps
            if "@" not in path
        ][:1]
    problem = ""
    for path, matrix in wanted:
        try:
            if looks_like_zip(data):
                encoded = unzip(data, path, MAX_PICTURE_BYTES)
            else:
                encoded = options.read_sidecar(path, _PICTURES, limit=MAX_PICTURE_BYTES)
            pixels = read_header(encoded).pixels
        except FormatError as error:
            problem = as_text(error)
            continue
        if not matrix.is_upright:
            report.lost.append(say("the picture, because it is turned or mirrored"))
            return
        width, height = (Fraction(side) * matrix.scale for side in pixels)
        x, y = (width / 2, height / 2) if image.is_classic else matrix.middle
        image.picture = encoded, (x - width / 2, y - height / 2), (width, height)
        return
    if problem and is_campaign:
        report.lost.append(say("the picture: {problem}", problem=problem))


# --- the grid and the board


def _pair(element: XmlElement, tag: str, low: int, high: int) -> Spot | None:
    """Return the two numbers of `50,50`, or of `50`, which stands for both."""
    child = element.get(tag)
    if child is None or not child.text:
        return None
    values = numbers(child.text, child.place, low, high, 2)
    return values[0], values[-1]


def _grid_size(element: XmlElement, report: Report) -> Spot:
    kind = element.words("gridtype", default="square")
    if kind not in ("square", ""):
        report.guessed.append(
            say("a grid of the kind {name}: squares of its size assumed", name=show(kind))
        )
    size = _pair(element, "gridsize", 0, MAX_PIXELS)
    if size is None:
        report.guessed.append(say("no grid size is given: squares of 50 pixels assumed"))
        return Fraction(50), Fraction(50)
    if not (size[0] >= 1 and size[1] >= 1):
        raise element.find("gridsize").error(say("expected squares of 1 pixel or more"))
    return size


def _phase(
    element: XmlElement, image: _Image, size: Spot, is_campaign: bool, report: Report
) -> Spot:
    """Return the x of one vertical grid line and the y of one horizontal one, with y down."""
    offset = _pair(element, "gridoffset", -FAR, FAR)
    if offset is not None:
        return offset[0], offset[1] if image.is_classic else -offset[1]
    if is_campaign:
        return Fraction(0), Fraction(0)
    # Programs that write the XML of a picture start the grid at the picture's corner. That is half
    # a square off if the number of squares is odd.
    if image.picture is not None:
        return image.picture[1]
    phase = tuple(
        _likelier([spot[axis] for spots, _, _ in image.shapes for spot in spots], size[axis])
        for axis in (0, 1)
    )
    report.guessed.append(
        say(
            "the grid offset is missing, and no picture of the same name is next to the"
            " file: grid lines go where most wall corners are"
        )
    )
    return phase[0], phase[1]


def _likelier(values: list[Fraction], size: Fraction) -> Fraction:
    """Return the offset, 0 or half a square, that puts more of the corners near grid lines."""
    votes: Counter[int] = Counter()
    for value in values:
        doubled = 2 * value / size
        near = round(doubled)
        if abs(doubled - near) <= 2 * _NEAR_A_LINE:
            votes[near % 2] += 1
    return size / 2 if votes[1] > votes[0] else Fraction(0)


Box = tuple[Fraction, Fraction, Fraction, Fraction]


def _box(image: _Image, is_campaign: bool) -> Box | None:
    """Return the box that the board must include: left, top, right, bottom. None if it is empty."""
    if image.picture is not None:
        _, (left, top), (width, height) = image.picture
        return left, top, left + width, top + height
    spots = [spot for way, _, _ in image.shapes for spot in way]
    spots += [spot for spot, *_ in image.lights]
    if not spots:
        spots = [spot for _, spot, _ in image.tokens]
    if not spots:
        return None
    left, right = min(x for x, _ in spots), max(x for x, _ in spots)
    top, bottom = min(y for _, y in spots), max(y for _, y in spots)
    if is_campaign:
        return left, top, right, bottom
    across, down = max(-left, right), max(-top, bottom)
    return -across, -down, across, down


def _with_tokens(box: Box, image: _Image, size: Spot) -> Box:
    left, top, right, bottom = box
    for _, (x, y), _ in image.tokens:
        left, right = min(left, x - size[0] / 2), max(right, x + size[0] / 2)
        top, bottom = min(top, y - size[1] / 2), max(bottom, y + size[1] / 2)
    return left, top, right, bottom


def _board(box: Box, larger: Box, size: Spot, phase: Spot, place: str) -> tuple[SquareBoard, Spot]:
    """Return a board over the box, or over the larger one if that is small enough, and its top left
    corner.
    """
    for room, limit in ((larger, ROOMY), (box, None)):
        left, top, right, bottom = room
        col = math.floor((left - phase[0]) / size[0])
        row = math.floor((top - phase[1]) / size[1])
        cols = max(math.ceil((right - phase[0]) / size[0]) - col, 1)
        rows = max(math.ceil((bottom - phase[1]) / size[1]) - row, 1)
        if limit is not None and cols * rows > limit:
            continue
        check_size(cols, rows, place)
        return SquareBoard(rows, cols), (phase[0] + col * size[0], phase[1] + row * size[1])
    raise AssertionError("the second box has no limit")


def _tell_light(element: XmlElement, board: SquareBoard, report: Report) -> None:
    if element.words("uselighting") == "on" and element.get("ambient", "on") is None:
        board.ambient = "dark"
        report.guessed.append(say("lighting is on without daylight: the board is dark"))

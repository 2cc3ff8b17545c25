"""Paths of Roll20: chains of lines and curves around a center, scaled and rotated.

There are two kinds. Older paths are commands (`["L", x, y]`, `["C", ...]`) with coordinates from
the top left corner of a box of `width` by `height`. Newer ones ("Jumpgate") are points and a shape.
The center is at `left` and `top` in older paths, at `x` and `y` in newer ones.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from sightline.errors import FormatError
from sightline.formats.contract import MAX_SEGMENTS
from sightline.formats.safe.safe_json import Node, parse_json, show
from sightline.formats.shared.curve_budget import CurveBudget
from sightline.formats.shared.walls import Spot
from sightline.model.numbers import exact
from sightline.texts import as_text, say

FAR = 10_000_000
"""The largest coordinate, in pixels."""

_ARGUMENTS = {"M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0}
_TURNS = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}


def number(node: Node, *keys: str, default: int | None = 0) -> Fraction:
    """Return the number under the first of the keys that has one. Roll20 writes some numbers as
    text.
    """
    for key in keys:
        value = node.get(key)
        if value is None or value.value == "":
            continue
        if isinstance(value.value, str):
            try:
                parsed = float(value.value)
            except ValueError:
                raise value.error(
                    say("expected a number, got {got}", got=show(value.value))
                ) from None
            value = Node(parsed if math.isfinite(parsed) else value.value, value.place)
        return exact(value.number(-FAR, FAR), key)
    if default is None:
        raise node.error(say("expected the key {got}, which is missing", got=show(keys[0])))
    return Fraction(default)


def chains(path: Node, tile: Fraction, curves: CurveBudget) -> Iterator[list[Spot]]:
    """Yield the chains of corners of a path, in pixels of its page.

    `tile` is the width of a tile in these pixels.
    """
    pieces = path.get("path")
    if pieces is not None and pieces.value != "":
        found = list(_commands(_unquoted(pieces), tile / _largest(path), curves))
        box = number(path, "width"), number(path, "height")
        middle = box[0] / 2, box[1] / 2
    else:
        found = [_shape(path, tile / _largest(path), curves)]
        if not found[0]:
            return
        xs, ys = [x for x, _ in found[0]], [y for _, y in found[0]]
        middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    yield from ([_placed(path, spot, middle) for spot in chain] for chain in found)


def _largest(path: Node) -> Fraction:
    """Return the largest scale factor of a path: its curves are divided that much more finely."""
    return max(abs(scale) for scale in (*_scale(path), Fraction(1)))


def _scale(path: Node) -> Spot:
    return number(path, "scaleX", default=1), number(path, "scaleY", default=1)


def _placed(path: Node, spot: Spot, middle: Spot) -> Spot:
    across, down = _scale(path)
    x, y = (spot[0] - middle[0]) * across, (spot[1] - middle[1]) * down
    degrees = number(path, "rotation") % 360
    if degrees in _TURNS:
        cos, sin = (Fraction(part) for part in _TURNS[int(degrees)])
    else:
        angle = math.radians(float(degrees))
        cos, sin = Fraction(math.cos(angle)), Fraction(math.sin(angle))
    left, top = corner(path)
    return left + x * cos - y * sin, top + x * sin + y * cos


def corner(thing: Node) -> Spot:
    """Return the center of a path or a graphic on its page."""
    left, top = number(thing, "left"), number(thing, "top")
    return (left, top) if left or top else (number(thing, "x"), number(thing, "y"))


def _unquoted(node: Node) -> Node:
    """Return a node, parsed as JSON first if it is a text."""
    if not isinstance(node.value, str):
        return node
    try:
        return Node(parse_json(node.value.encode(), node.place), node.place)
    except FormatError as error:
        raise node.error(as_text(error)) from None


def _commands(commands: Node, tile: Fraction, curves: CurveBudget) -> Iterator[list[Spot]]:
    chain: list[Spot] = []
    for command in commands.items(limit=MAX_SEGMENTS):
        letter = command[0].string(limit=10)
        if letter not in _ARGUMENTS:
            raise command.error(
                say(
                    "expected one of {names}, got {got}",
                    names=", ".join(_ARGUMENTS),
                    got=show(letter),
                )
            )
        if any(item is None for item in command.as_list()[1:]):
            continue  # Roll20 writes such points but draws nothing for them
        values = [
            exact(item.number(-FAR, FAR), "coordinate")
            for item in list(command.items(length=1 + _ARGUMENTS[letter]))[1:]
        ]
        spots = list(zip(values[::2], values[1::2], strict=True))
        if letter == "M":
            if len(chain) > 1:
                yield chain
            chain = spots
        elif not chain:
            raise command.error(say('expected "M" first'))
        elif letter == "Z":
            chain.append(chain[0])
        elif letter == "L":
            chain += spots
        else:
            chain += curves.along([chain[-1], *spots], tile, command.place)[1:]
    if len(chain) > 1:
        yield chain


def _shape(path: Node, tile: Fraction, curves: CurveBudget) -> list[Spot]:
    """Return the corners of a newer path."""
    points = path.get("points")
    if points is None or points.value == "":
        return []
    spots = [
        (
            exact(point[0].number(-FAR, FAR), "x"),
            exact(point[1].number(-FAR, FAR), "y"),
        )
        for point in _unquoted(points).items(limit=MAX_SEGMENTS)
    ]
    shape = path.get("shape")
    kind = "pol" if shape is None else shape.string(limit=100)
    if kind not in ("rec", "eli") or len(spots) < 2:
        return spots
    (x0, y0), (x1, y1) = spots[0], spots[1]
    if kind == "rec":
        return [(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)]
    return curves.around((x0, y0), (x1, y1), tile, path.place)


def plain_color(path: Node) -> str:
    """Return the color of a path's line as six hex digits, or "" if it has none."""
    stroke = path.get("stroke")
    if stroke is None or not isinstance(stroke.value, str):
        return ""
    written = stroke.value.strip().lower()
    if written.startswith("rgb"):
        parts = written[written.find("(") + 1 : written.find(")")].split(",")[:3]
        if len(parts) == 3 and all(part.strip().isdigit() for part in parts):
            return "#" + "".join(f"{min(int(part), 255):02x}" for part in parts)
        return ""
    if len(written) == 4:
        written = "#" + "".join(letter * 2 for letter in written[1:])
    return written[:7]


def handles(door: Node) -> list[Spot]:
    """Return the two ends of a door or window: relative to its center, with y up (elsewhere y is
    down).
    """
    path = _unquoted(door["path"])
    x, y = number(door, "x"), -number(door, "y")
    return [
        (x + number(path[key], "x"), y - number(path[key], "y")) for key in ("handle0", "handle1")
    ]

"""Drawings of Owlbear Rodeo as chains of points: shapes, lines, curves and paths.

Each drawing has its own coordinates; `Placed` converts them to those of the scene. Curves become
straight pieces with an error of less than a fiftieth of a tile.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sightline.formats.contract import MAX_SEGMENTS
from sightline.formats.safe.safe_json import Node, show
from sightline.formats.shared.chains import WallRun, length
from sightline.formats.shared.curve_budget import CurveBudget
from sightline.formats.shared.curves import arc
from sightline.formats.shared.walls import Spot
from sightline.model.numbers import exact
from sightline.texts import say

FAR = 10_000_000
"""The largest coordinate, in pixels."""
DRAWINGS = ("SHAPE", "LINE", "CURVE", "PATH")
"""The kinds of items that are drawings."""

_ORIGIN = (Fraction(0), Fraction(0))
_MOVE, _LINE, _QUAD, _CONIC, _CUBIC, _CLOSE = range(6)
_NUMBERS = {_MOVE: 2, _LINE: 2, _QUAD: 4, _CONIC: 5, _CUBIC: 6, _CLOSE: 0}
"""The number of arguments of each command of a path."""


def spot(node: Node) -> Spot:
    """Return the point of a node such as `{"x": 1, "y": 2}`."""
    return number(node["x"]), number(node["y"])


def number(node: Node) -> Fraction:
    """Return a coordinate, or another number within the same limits."""
    return exact(node.number(-FAR, FAR), "number")


@dataclass(frozen=True)
class Placed:
    """The transformation of an item into the scene: stretched, then turned clockwise and moved."""

    position: Spot
    scale: Spot
    turn: Spot
    """The cosine and sine of its rotation."""

    @classmethod
    def of(cls, item: Node) -> Placed:
        """Return the transformation that an item specifies."""
        scale = spot(item["scale"]) if "scale" in item else (Fraction(1), Fraction(1))
        degrees = item["rotation"].number(-FAR, FAR) if "rotation" in item else 0
        turn = arc(_ORIGIN, (Fraction(1), Fraction(1)), degrees, 0)[0]
        return cls(spot(item["position"]), scale, turn)

    def __call__(self, at: Spot) -> Spot:
        """Convert a point of the item to scene coordinates."""
        x, y = at[0] * self.scale[0], at[1] * self.scale[1]
        cos, sin = self.turn
        return self.position[0] + cos * x - sin * y, self.position[1] + sin * x + cos * y


@dataclass(frozen=True)
class Curves:
    """Divides the curves of a drawing into straight pieces."""

    budget: CurveBudget
    tile: Fraction
    """The width of a tile, in the drawing's units."""

    def along(self, points: list[Spot], item: Node) -> list[Spot]:
        """Return a Bézier curve as points, without its first one."""
        return self.budget.along(points, self.tile, item.place)[1:]


def chains(item: Node, curves: Curves) -> list[WallRun]:
    """Return the chains of a drawing, in its own coordinates."""
    kind = item["type"].string()
    if kind == "LINE":
        return [WallRun([spot(item["startPosition"]), spot(item["endPosition"])], closed=False)]
    if kind == "SHAPE":
        return [_shape(item, curves)]
    if kind == "CURVE":
        return [_curve(item, curves)]
    return _path(item["commands"], curves)


def _shape(item: Node, curves: Curves) -> WallRun:
    wide, high = number(item["width"]), number(item["height"])
    kind = item["shapeType"].string()
    zero = Fraction(0)
    if kind == "RECTANGLE":
        return WallRun([(zero, zero), (wide, zero), (wide, high), (zero, high)], closed=True)
    if kind == "TRIANGLE":
        return WallRun([(zero, zero), (wide / 2, high), (-wide / 2, high)], closed=True)
    if kind == "CIRCLE":
        corner = wide / 2, high / 2
        opposite = -corner[0], -corner[1]
        ring = curves.budget.around(opposite, corner, curves.tile, item.place)
        return WallRun(ring, closed=False)
    if kind == "HEXAGON":
        radius = min(wide, high) / 2
        corners = [arc(_ORIGIN, (radius, radius), -90 + 60 * step, 0)[0] for step in range(6)]
        return WallRun(corners, closed=True)
    raise item["shapeType"].error(
        say("expected RECTANGLE, TRIANGLE, CIRCLE or HEXAGON, got {got}", got=show(kind))
    )


# --- curves: a spline through points


def _curve(item: Node, curves: Curves) -> WallRun:
    spots = [spot(point) for point in item["points"].items(limit=MAX_SEGMENTS)]
    style = item["style"]
    closed = ("closed" in style and style["closed"].boolean()) or (
        "fillOpacity" in style and style["fillOpacity"].number() > 0
    )
    tension = number(style["tension"]) if "tension" in style else Fraction(1, 2)
    if not tension or len(spots) < 3:
        return WallRun(spots, closed=closed and len(spots) > 2)
    around = [spots[-1], *spots, spots[0]]
    handles = [
        _handles(before, at, after, tension)
        for before, at, after in zip(around[:-2], spots, around[2:], strict=True)
    ]
    drawn = [spots[0]]
    for index in range(len(spots) if closed else len(spots) - 1):
        after = (index + 1) % len(spots)
        controls = [spots[index], handles[index][1], handles[after][0], spots[after]]
        if not closed and after == len(spots) - 1:
            del controls[2]  # the ends of an open curve have only one handle
        if not closed and index == 0:
            del controls[1]
        drawn += curves.along(controls, item)
    return WallRun(drawn, closed=False)


def _handles(before: Spot, at: Spot, after: Spot, tension: Fraction) -> tuple[Spot, Spot]:
    """Return the control points before and after a point, scaled by the distances."""
    here, there = length(before, at), length(at, after)
    if here + there == 0:
        return at, at
    dx, dy = after[0] - before[0], after[1] - before[1]
    back = tension * Fraction(here, here + there)
    on = tension * Fraction(there, here + there)
    return (at[0] - back * dx, at[1] - back * dy), (at[0] + on * dx, at[1] + on * dy)


# --- paths: commands


def _path(commands: Node, curves: Curves) -> list[WallRun]:
    """Return one chain per part of a path. A door refers to its part by index."""
    made: list[WallRun] = []
    drawn: list[Spot] = []
    for command in commands.items(limit=MAX_SEGMENTS):
        verb = command[0].whole(_MOVE, _CLOSE)
        command.as_list(length=_NUMBERS[verb] + 1)
        numbers = [number(each) for each in list(command.items())[1:]]
        spots = list(zip(numbers[0::2], numbers[1::2], strict=False))
        if verb == _CLOSE:
            if drawn:
                made.append(WallRun(drawn, closed=True))
                drawn = [drawn[0]]
            continue
        if verb == _MOVE:
            if len(drawn) > 1:
                made.append(WallRun(drawn, closed=False))
            drawn = spots
            continue
        if not drawn:
            raise command.error(say("expected a path to begin with a move"))
        if verb == _LINE:
            drawn += spots
        elif verb == _CONIC:
            weight = exact(command[5].number(0, 1), "weight")
            pieces = 2 * len(curves.along([drawn[-1], *spots[:2]], command))
            drawn += _conic(drawn[-1], spots[0], spots[1], weight, pieces)
        else:
            drawn += curves.along([drawn[-1], *spots], command)
    if len(drawn) > 1:
        made.append(WallRun(drawn, closed=False))
    return made


def _conic(start: Spot, bend: Spot, end: Spot, weight: Fraction, pieces: int) -> list[Spot]:
    """Return an elliptical arc in `pieces` pieces, without its first point.

    Twice the number of pieces of a parabola with the same control points is enough.
    """
    drawn = []
    for step in range(1, pieces + 1):
        t = Fraction(step, pieces)
        a, b, c = (1 - t) ** 2, 2 * weight * t * (1 - t), t * t
        total = a + b + c
        drawn.append(
            (
                (a * start[0] + b * bend[0] + c * end[0]) / total,
                (a * start[1] + b * bend[1] + c * end[1]) / total,
            )
        )
    return drawn

"""Occluders of Fantasy Grounds: the walls on a layer of an image.

An occluder is a chain of points, closed or open, with empty elements as its properties. Points are
in pixels from the middle of the layer, with y up. A matrix maps them into the image.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from sightline.formats.contract import MAX_SEGMENTS, Report
from sightline.formats.counts import tell
from sightline.formats.safe.safe_xml import XmlElement, numbers
from sightline.formats.shared.walls import Spot
from sightline.model.threshold import STOP_SETS, Door, Threshold, Wall, with_stops
from sightline.texts import say

FAR = 10_000_000
"""The largest coordinate, in pixels."""

Occluder = tuple[list[Spot], Threshold, str]
"""Corners in pixels with y down, the barrier, and the place in the file."""


class Matrix:
    """The transformation of a layer into its image: stretched, turned, mirrored and moved,
    exactly.
    """

    def __init__(self, layer: XmlElement | None = None) -> None:
        self._turn = (Fraction(1), Fraction(0), Fraction(0), Fraction(1))
        self._move = (Fraction(0), Fraction(0))
        matrix = None if layer is None else layer.get("matrix")
        if matrix is None:
            return
        cells = numbers(matrix.text, matrix.place, -FAR, FAR, 16)
        if len(cells) != 16:
            raise matrix.error(say("expected 16 numbers, got {n}", n=len(cells)))
        self._turn = (cells[0], cells[1], cells[4], cells[5])
        self._move = (cells[12], cells[13])

    @property
    def middle(self) -> Spot:
        """The middle of the layer in the image, with y down."""
        return self._move[0], -self._move[1]

    @property
    def scale(self) -> Fraction:
        """The horizontal scale of the layer; at most 30 % too small if the layer is turned."""
        return max(abs(self._turn[0]), abs(self._turn[1]))

    @property
    def is_upright(self) -> bool:
        """Whether the layer is neither turned nor mirrored."""
        across, aslant, slant, down = self._turn
        return aslant == slant == 0 and across > 0 and down > 0

    def place(self, x: Fraction, y: Fraction) -> Spot:
        """Return the position in the image (y down) of a point of the layer (y up)."""
        across, aslant, slant, down = self._turn
        return (
            across * x + slant * y + self._move[0],
            -(aslant * x + down * y + self._move[1]),
        )


def occluders(layer: XmlElement, matrix: Matrix, fate: Counter[str]) -> Iterator[Occluder]:
    """Yield every occluder of a layer. Those that sight passes become windows."""
    elements = (layer.get("occluders") or layer).all("occluder")
    # Reject too many walls before their numbers are read.
    chains = [points for element in elements for points in element.all("points")]
    fate["segments"] += sum(points.text.count(",") // 2 for points in chains)
    if fate["segments"] > MAX_SEGMENTS:
        raise layer.error(say("more than {most:,} wall segments", most=MAX_SEGMENTS))
    for element in elements:
        flags = {child.tag for child in element.children}
        if {"allow_vision", "allow_move"} <= flags:
            fate["open"] += 1
            continue
        fate["windows"] += "allow_vision" in flags
        spots = [spot for points in element.all("points") for spot in _spots(points, matrix)]
        if len(spots) < 2:
            fate["dots"] += 1
            continue
        threshold = _threshold(flags)
        if "allow_vision" in flags:
            threshold = with_stops(threshold, STOP_SETS["window"])
        if isinstance(threshold, Door):
            box = _without_end(spots)
            if len(box) == 4:
                fate["boxes"] += 1
                yield _middle_line(box), threshold, element.place
                continue
            fate["thick doors"] += len(box) > 2
        if "closed" in flags and spots[0] != spots[-1]:
            spots.append(spots[0])
        if "terrain" not in flags and "single_sided" in flags and threshold == Wall():
            fate["single-sided"] += 1
        if "terrain" in flags:
            fate["terrain"] += 1
        yield spots, threshold, element.place


def tell_occluders(fate: Counter[str], report: Report) -> None:
    """Add the occluders to the report."""
    tell(
        *(fate, report.changed),
        (
            "terrain",
            "outline",
            say(" of terrain became limited walls: its near side is visible, but nothing beyond"),
        ),
        ("boxes", "door", say(" drawn as a box, reduced to a line through its middle")),
        ("thick doors", "door", say(" of another shape, with a door on every side")),
        ("single-sided", "single-sided wall", say(" made to block from both sides")),
    )
    as_figures = say(" made to stop shots and spells as well as figures")
    tell(fate, report.guessed, ("windows", "window", as_figures))
    tell(
        *(fate, report.lost),
        ("open", "occluder", say(" that stops neither sight nor figures")),
        ("dots", "occluder", say(" without length")),
    )
    if fate["doors"]:
        report.guessed.append(
            say("toggleable occluders are closed doors, or secret ones if hidden")
        )


def _threshold(flags: set[str]) -> Threshold:
    if "terrain" in flags:
        return Wall(limited=True)
    if "open" in flags:
        return Door("open")
    if "secret" in flags or {"toggleable", "hidden"} <= flags:
        return Door("secret")
    if "door" in flags or "toggleable" in flags:
        return Door("closed")
    return Wall()


def _spots(points: XmlElement, matrix: Matrix) -> list[Spot]:
    if not points.text:
        return []
    values = numbers(points.text, points.place, -FAR, FAR, 2 * MAX_SEGMENTS)
    if len(values) % 2:
        raise points.error(say("expected pairs of numbers, got {n:,} numbers", n=len(values)))
    return [matrix.place(x, y) for x, y in zip(values[::2], values[1::2], strict=True)]


def _without_end(ring: list[Spot]) -> list[Spot]:
    return ring[:-1] if ring[0] == ring[-1] else ring


def _middle_line(box: list[Spot]) -> list[Spot]:
    """Return the line that joins the middles of a box's two short sides."""
    sides = list(pairwise([*box, box[0]]))
    lengths = [(a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 for a, b in sides]
    first = 0 if lengths[0] + lengths[2] <= lengths[1] + lengths[3] else 1
    return [_half_way(*sides[first]), _half_way(*sides[first + 2])]


def _half_way(one: Spot, other: Spot) -> Spot:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2

"""Areas of MapTool: the curves of a `java.awt.geom.Area`, written by XStream.

    areas = Areas()
    areas.rings(element, tile)      the closed outlines of an area, which lies to their left
    areas.resolve(element)          the element itself, or the one that its `reference` names

XStream writes an object once. Where it occurs again, there is only a path to it, such as
`reference="../../topology/curves/sun.awt.geom.Order1[107]"`.

An area is a list of curves that go down or up (`direction`). Horizontal pieces are omitted, so a
ring continues from the end of one curve to the start of the next, and finally to its own start.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from sightline.formats.contract import MAX_SEGMENTS
from sightline.formats.safe.safe_json import show
from sightline.formats.safe.safe_xml import XmlElement
from sightline.formats.shared.curve_budget import CurveBudget
from sightline.formats.shared.walls import Spot
from sightline.texts import say

FAR = 10_000_000
"""The largest coordinate, in pixels."""
MAX_CURVES = 2 * MAX_SEGMENTS
"""The maximum number of curves of one map, counting repeated ones."""
MAX_STEPS = 64
"""The longest path of a reference, and the longest chain of references."""

_STEP = re.compile(r"([^\[\]/]{1,300})(?:\[([1-9][0-9]{0,8})\])?")
_ORDERS = {
    # the number of points of a curve, and the names of its coordinates
    "sun.awt.geom.Order1": ("0", "1"),
    "sun.awt.geom.Order2": ("0", "c0", "1"),
    "sun.awt.geom.Order3": ("0", "c0", "c1", "1"),
}


class Areas:
    """Parses the areas of one file, with limits on the work, because references can multiply it."""

    def __init__(self) -> None:
        self._families: dict[int, dict[str, list[XmlElement]]] = {}
        self._rings: dict[tuple[int, Fraction], list[list[Spot]]] = {}
        self._counted = 0
        self._curves = CurveBudget()

    def resolve(self, element: XmlElement) -> XmlElement:
        """Return the element, or the one that its `reference` leads to."""
        found = element
        for _ in range(MAX_STEPS):
            path = found.attributes.get("reference")
            if path is None:
                return found
            found = self._follow(found, path)
        raise element.error(say("references that lead to references, without end"))

    def get(self, element: XmlElement, *path: str) -> XmlElement | None:
        """Return the same as `XmlElement.get`, but follow references."""
        found: XmlElement | None = self.resolve(element)
        for tag in path:
            found = None if found is None else found.get(tag)
            found = None if found is None else self.resolve(found)
        return found

    def inside(self, element: XmlElement | None, tag: str) -> Iterator[XmlElement]:
        """Yield the elements with this tag in a collection, inside any number of maps and lists.
        Elements nested in one of them are not included.
        """
        waiting = [] if element is None else [self.resolve(element)]
        while waiting:
            one = waiting.pop()
            if one.tag == tag:
                yield self.resolve(one)
            else:
                waiting += reversed(one.children)

    def _follow(self, element: XmlElement, path: str) -> XmlElement:
        steps = path.split("/", MAX_STEPS + 1)
        if len(steps) > MAX_STEPS:
            raise element.error(say("a reference of more than {most} steps", most=MAX_STEPS))
        here: XmlElement | None = element
        if steps[0] == "" and len(steps) > 1:  # from the root, whose name comes first
            while here is not None and here.parent is not None:
                here = here.parent
            steps = steps[2:]
        for step in steps:
            if here is None:
                break
            here = here.parent if step == ".." else self._child(here, step)
        if here is None:
            raise element.error(say("the reference {got} leads nowhere", got=show(path)))
        return here

    def _child(self, element: XmlElement, step: str) -> XmlElement | None:
        match = _STEP.fullmatch(step)
        if match is None:
            return None
        family = self._families.get(id(element))
        if family is None:
            family = self._families[id(element)] = {}
            for child in element.children:
                family.setdefault(child.tag, []).append(child)
        namesakes = family.get(match[1], [])
        number = int(match[2] or 1)
        return namesakes[number - 1] if number <= len(namesakes) else None

    def rings(self, area: XmlElement, tile: Fraction) -> list[list[Spot]]:
        """Return the outlines of an area as closed chains. The area lies to their left.

        `tile` is the width of a tile in the area's pixels. It determines how finely curves are
        divided into straight pieces.
        """
        curves = self.get(area, "curves")
        if curves is None:
            return []
        self._counted += len(curves.children)
        if self._counted > MAX_CURVES:
            raise curves.error(say("areas of more than {most:,} curves", most=MAX_CURVES))
        known = self._rings.get((id(curves), tile))
        if known is None:
            known = self._rings[id(curves), tile] = self._read_rings(curves, tile)
        return known

    def _read_rings(self, curves: XmlElement, tile: Fraction) -> list[list[Spot]]:
        rings: list[list[Spot]] = []
        for child in curves.children:
            curve = self.resolve(child)
            if curve.tag == "sun.awt.geom.Order0":
                rings.append([_spot(curve, "")])
                continue
            if curve.tag not in _ORDERS:
                raise curve.error(say("expected {names} or Order0", names=", ".join(_ORDERS)))
            if not rings:
                raise curve.error(say("expected sun.awt.geom.Order0 before the first curve"))
            chain = self._chain(curve, tile)
            ring = rings[-1]
            ring += chain if ring[-1] != chain[0] else chain[1:]
        for ring in rings:
            if ring[-1] != ring[0]:
                ring.append(ring[0])
        return [ring for ring in rings if len(ring) > 2]

    def _chain(self, curve: XmlElement, tile: Fraction) -> list[Spot]:
        """Return a curve's corners in the direction of the outline."""
        points = [_spot(curve, name) for name in _ORDERS[curve.tag]]
        direction = curve.words("direction")
        if direction not in ("1", "-1"):
            raise curve.error(say("expected the direction 1 or -1, got {got}", got=show(direction)))
        if direction == "-1":
            points.reverse()
        return self._curves.along(points, tile, curve.place) if len(points) > 2 else points


def _spot(curve: XmlElement, name: str) -> Spot:
    """Return a point of a curve: `x0` and `y0`, or `cx0` and `cy0` for a control point."""
    prefix, number = ("c", name[1:]) if name.startswith("c") else ("", name)
    return (
        curve.number(f"{prefix}x{number}", -FAR, FAR),
        curve.number(f"{prefix}y{number}", -FAR, FAR),
    )

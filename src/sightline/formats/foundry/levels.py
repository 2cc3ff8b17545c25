"""The floors of a Foundry scene: its own levels, or those derived from the heights of its walls.

Foundry scenes have had three kinds of floors. The first kind that a scene has counts:

- levels of version 14: the scene lists them, and walls, tokens and lights name theirs;
- the list of floors that the module Levels stores with a scene (`flags.levels.sceneLevels`);
- heights, which the module Wall Height gives to walls (`flags["wall-height"]`): there are
  floors if the heights of some walls do not overlap.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from sightline.formats.contract import MAX_SEGMENTS
from sightline.formats.safe.safe_json import Node
from sightline.model.numbers import Span, exact
from sightline.model.threshold import ENDLESS
from sightline.texts import say

MAX_FLOORS = 1_000
"""The maximum number of floors of one scene."""

Elevation = Fraction | float
"""An exact height, or infinity."""
HeightRange = tuple[Elevation, Elevation]
"""The bottom and the top of a range. The top is not part of it."""
EVERYWHERE: HeightRange = (-math.inf, math.inf)

_NUMBER = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?", re.ASCII)


@dataclass(frozen=True)
class Floor:
    """One floor, with tests for the things that belong to it."""

    name: str
    range: HeightRange
    key: str = ""
    """The id of a level of version 14, or "" for floors that are defined only by heights."""

    @property
    def pictured(self) -> Floor:
        """Return the floor whose picture lies under the map."""
        return self

    def holds(self, thing: Node, heights: HeightRange) -> bool:
        """Return whether a wall, token or light with these heights belongs to this floor."""
        if self.key:
            return self.names(thing)
        return overlap(self.range, heights)

    def spans_of(self, wall: Node) -> Iterator[Span]:
        """Yield the heights of a wall on the board: unbounded, because a single floor is flat."""
        yield ENDLESS

    def elevation_of(self, token: Node) -> Fraction | None:
        """Return the height at which a token stands: None, which means the ground."""
        return None

    def height_of(self, token: Node) -> Fraction:
        """Return how tall a token is, in tiles: 1."""
        return Fraction(1)

    def names(self, thing: Node) -> bool:
        """Return whether a thing lists this level as one of its own."""
        if "level" in thing:  # a token names the one level that it stands on
            return thing["level"].string() == self.key
        named = thing.get("levels")
        # A wall that names no level stands on all of them.
        return named is None or not named.as_list() or self.key in named.as_list(MAX_FLOORS)


def floors_of(tree: Node) -> list[Floor]:
    """Return the floors of a scene, lowest first. Empty for a scene with one unnamed floor."""
    return own_floors_of(tree) or _floors_by_heights(tree)


def own_floors_of(tree: Node) -> list[Floor]:
    """Return the floors that a scene lists itself, not those derived from the heights of walls."""
    return _levels(tree) or _listed_floors(tree)


def wall_heights(wall: Node) -> HeightRange:
    """Return the bottom and top of a wall."""
    flags = wall.inner("flags")
    if flags is None:
        return EVERYWHERE
    for module, bottom, top in (
        ("wall-height", "bottom", "top"),
        ("wallHeight", "wallHeightBottom", "wallHeightTop"),
    ):
        given = flags.inner(module)
        if given is not None:
            return _range(given.get(bottom), given.get(top))
    return EVERYWHERE


def thing_heights(thing: Node) -> HeightRange:
    """Return the heights of a token or a light: a single height, or a range from a module."""
    flags = thing.inner("flags")
    levels = flags.inner("levels") if flags is not None else None
    if levels is not None and {"rangeTop", "rangeBottom"} & {*levels.as_dict()}:
        return _range(levels.get("rangeBottom"), levels.get("rangeTop"))
    height = _height(thing.get("elevation"), 0)
    return height, height


def region_heights(region: Node) -> HeightRange:
    """Return the bottom and top of a region."""
    heights = region.inner("elevation")
    return EVERYWHERE if heights is None else _range(heights.get("bottom"), heights.get("top"))


def overlap(one: HeightRange, other: HeightRange) -> bool:
    """Return whether two ranges of heights meet."""
    if other[0] == other[1]:  # at one height
        return one[0] <= other[0] < one[1]
    return one[0] < other[1] and other[0] < one[1]


def _levels(tree: Node) -> list[Floor]:
    """Return the levels of version 14."""
    levels = tree.get("levels")
    if levels is None or not levels.is_list:
        return []
    floors = []
    for number, level in enumerate(levels.items(limit=MAX_FLOORS)):
        name = level["name"].string() if "name" in level else ""
        heights = level.inner("elevation")
        floors.append(
            Floor(
                name or f"level {number}",
                _range(heights.get("bottom"), heights.get("top"))
                if heights is not None
                else EVERYWHERE,
                level["_id"].string(),
            )
        )
    return _with_names_of_their_own(sorted(floors, key=lambda floor: floor.range))


def _listed_floors(tree: Node) -> list[Floor]:
    """Return the floors listed by the module Levels: `[[bottom, top, name], ...]`."""
    flags = tree.inner("flags")
    module = flags.inner("levels") if flags is not None else None
    listed = module.get("sceneLevels") if module is not None else None
    if listed is None or not listed.is_list or len(listed.as_list(MAX_FLOORS)) < 2:
        return []
    floors = []
    for each in listed.items():
        if not each.is_list or len(each.as_list()) < 2:
            return []
        low, high = _range(each[0], each[1])
        name = each[2].value if len(each.as_list()) > 2 else ""
        # Its tops are inclusive: 0 to 9, then 10 to 19. Ours are exclusive.
        floors.append(Floor(name if isinstance(name, str) else "", (low, high)))
    floors.sort(key=lambda floor: floor.range)
    closed = []
    for index, floor in enumerate(floors):
        above = floors[index + 1].range[0] if index + 1 < len(floors) else math.inf
        span = (floor.range[0], max(above, floor.range[0]))
        closed.append(Floor(floor.name or _name(span), span))
    return _with_names_of_their_own(closed)


def _floors_by_heights(tree: Node) -> list[Floor]:
    """Return the floors of a scene in which some walls stand entirely above others.

    Take the walls in the order of their tops. Each wall whose bottom is at or above the top of the
    last one taken begins a new floor. Walls without a height stand on every floor, and imply one on
    the ground.
    """
    if "walls" not in tree:
        return []
    ranges = {wall_heights(wall) for wall in tree["walls"].items(limit=MAX_SEGMENTS)}
    if ranges <= {EVERYWHERE}:
        return []
    if EVERYWHERE in ranges:
        ranges = (ranges - {EVERYWHERE}) | {(Fraction(0), Fraction(1, 1_000_000))}
    begins: list[Elevation] = []
    last: Elevation = -math.inf
    for low, high in sorted(ranges, key=lambda each: (each[1], each[0])):
        if not begins or low >= last:
            begins.append(low)
            last = high
    if not 2 <= len(begins) <= MAX_FLOORS:
        return []
    begins[0] = min(low for low, _ in ranges)
    spans = list(zip(begins, [*begins[1:], math.inf], strict=True))
    return [Floor(_name(span), span) for span in spans]


def _name(span: HeightRange) -> str:
    low, high = (f"{float(value):g}" for value in span)
    if span[0] == -math.inf:
        return f"below {high}"
    return f"{low} and up" if span[1] == math.inf else f"{low} to {high}"


def _range(bottom: Node | None, top: Node | None) -> HeightRange:
    low, high = _height(bottom, -math.inf), _height(top, math.inf)
    return (low, high) if low <= high else (high, low)


def _height(node: Node | None, otherwise: Elevation) -> Elevation:
    """Return a height. Modules store numbers, numbers as text, and words for infinity."""
    if node is None or node.is_null or node.value == "":
        return otherwise
    if isinstance(node.value, str):
        word = node.string(100).strip()
        if word.lower().lstrip("+-") in ("infinity", "inf"):
            return -math.inf if word.startswith("-") else math.inf
        if _NUMBER.fullmatch(word):
            return Fraction(word)
        raise node.error(say("expected a height, got {got}", got=repr(word)))
    return exact(node.number(-1e9, 1e9), "height")


def _with_names_of_their_own(floors: list[Floor]) -> list[Floor]:
    taken: set[str] = set()
    named = []
    for floor in floors:
        name, number = floor.name, 1
        while name in taken:
            number += 1
            name = f"{floor.name} ({number})"
        taken.add(name)
        named.append(Floor(name, floor.range, floor.key))
    return named

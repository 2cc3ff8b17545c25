"""The stairs of a Foundry scene: regions that take tokens from one of its floors to another.

Three kinds of behaviors do that: *Change Level* of version 14, between the levels of its region;
*Teleport Token*, from its region to others; and scripts of the module Levels, from the bottom of
its region to the top, or between the floors that an elevator names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from sightline.formats.contract import MAX_STAIRS, Report, Stairs
from sightline.formats.counts import tell
from sightline.formats.foundry.canvas import SceneBoard
from sightline.formats.foundry.levels import Elevation, Floor, overlap, region_heights
from sightline.formats.foundry.storeys import Storeys, centers_of, is_surface, region_shape
from sightline.formats.safe.safe_json import Node
from sightline.formats.shared.figure_limits import MAX_FIGURES
from sightline.formats.shared.walls import Spot
from sightline.model.parts.heights import At
from sightline.texts import say

_SCRIPT = re.compile(r"RegionHandler\.(stair|stairUp|stairDown|elevator)\s*\(([^)]*)")
_STOP = re.compile(r"(-?[0-9]{1,6}(?:\.[0-9]{1,6})?)\s*,")
"""A floor of an elevator: its elevation, before its name."""


def read_stairs(tree: Node, canvas: SceneBoard, storeys: Storeys, report: Report) -> list[Stairs]:
    """Return the stairs between the floors of the board."""
    regions = list(_listed(tree, "regions"))
    reader = _StairsReader(canvas, storeys, centers_of(canvas) if regions else {}, regions)
    own = tree["_id"].value if "_id" in tree else None
    for region in regions:
        before = len(reader.found)
        for behavior in _listed(region, "behaviors"):
            if behavior.as_dict().get("disabled") is not True:
                reader.read(region, behavior, own)
        if len(reader.found) > before or is_surface(region):
            reader.used.add(id(region))
    reader.fate["region"] = sum(id(region) not in reader.used for region in regions)
    found = list(reader.found)
    reader.fate["more"] = max(0, len(found) - MAX_STAIRS)
    _tell(len(found[:MAX_STAIRS]), reader.fate, report)
    return found[:MAX_STAIRS]


def _tell(kept: int, fate: Counter[str], report: Report) -> None:
    if kept:
        fate["stairs"] = kept
        tell(fate, report.read, ("stairs", "flight", say(" of stairs, from regions")))
    if fate["one way"]:
        report.guessed.append(say("stairs and teleports lead both ways"))
    tell(
        *(fate, report.lost),
        ("away", "teleport", say(" to another scene, or on the same floor")),
        ("open", "flight", say(" of stairs that ends where a floor is open or missing")),
        ("more", "flight", say(" of stairs, beyond the most that a map has")),
        ("region", "region", ""),
    )


@dataclass
class _StairsReader:
    canvas: SceneBoard
    storeys: Storeys
    centers: dict[tuple[int, int], Spot]
    regions: Sequence[Node]

    def __post_init__(self) -> None:
        self.found: dict[Stairs, None] = {}
        """In the order of the file, each once."""
        self.fate: Counter[str] = Counter()
        self.used: set[int] = set()
        """The regions that were read."""

    def read(self, region: Node, behavior: Node, scene: object) -> None:
        """Read a behavior, if it leads to another floor."""
        kind, system = behavior.as_dict().get("type"), behavior.inner("system")
        if kind == "changeLevel":
            self._join(region, self._named(region))
        elif kind == "teleportToken" and system is not None:
            for target in _destinations(system.as_dict()):
                self._teleport(region, target, scene)
        elif kind == "executeScript" and system is not None:
            source = system.as_dict().get("source")
            match = _SCRIPT.search(source) if isinstance(source, str) else None
            if match is not None:
                self._script(region, *match.groups())

    def _script(self, region: Node, kind: str, arguments: str) -> None:
        ends: list[Elevation] = [*region_heights(region)]
        if kind == "elevator":
            ends = [Fraction(stop) for stop in _STOP.findall(arguments.partition(",")[2])]
        self.fate["one way"] += kind in ("stairUp", "stairDown")
        by_bottom = {floor.range[0]: floor for floor in self.storeys.floors}
        self._join(region, [by_bottom[end] for end in sorted({*ends}) if end in by_bottom])

    def _join(self, region: Node, floors: Sequence[Floor]) -> None:
        """Join every tile of a region on each of these floors to the next, from the lowest up."""
        tiles = self._tiles(region)
        self.fate["open"] += len(floors) < 2
        for low, high in pairwise(floors):
            for tile in tiles:
                self._add(self._end(low, tile), self._end(high, tile))

    def _teleport(self, region: Node, target: str, scene: object) -> None:
        where = target.split(".")
        is_here = "Scene" not in where or where[where.index("Scene") + 1 :][:1] == [scene]
        goal = next((each for each in self.regions if _id(each) == where[-1]), None)
        one, other = self._floor(region), (None if goal is None else self._floor(goal))
        if goal is None or not is_here or one is None or other is None or one == other:
            self.fate["away"] += 1
            return
        self.fate["one way"] += 1
        self.used.add(id(goal))
        ends = sorted([(one, region), (other, goal)], key=lambda each: each[0].range)
        low, high = (self._end(floor, self._middle(each)) for floor, each in ends)
        self._add(low, high)

    def _add(self, low: At | None, high: At | None) -> None:
        if low is None or high is None or low.floor == high.floor:
            self.fate["open"] += 1
        else:
            self.found[low, high] = None

    def _named(self, region: Node) -> list[Floor]:
        return [floor for floor in self.storeys.floors if floor.key and floor.names(region)]

    def _floor(self, region: Node) -> Floor | None:
        """The only floor on which a region is; None if there are several."""
        heights = region_heights(region)
        among = self._named(region) or self.storeys.floors
        found = [floor for floor in among if overlap(floor.range, heights)]
        return found[0] if len(found) == 1 else None

    def _tiles(self, region: Node) -> list[tuple[int, int]]:
        shape = region_shape(region, self.canvas, self.storeys.distance, self.storeys.floors)
        return sorted(shape.tiles(self.centers))

    def _middle(self, region: Node) -> tuple[int, int] | None:
        """The tile of a region that is nearest to the middle of its tiles."""
        tiles = self._tiles(region)
        if not tiles:
            return None
        a, b = (sum(tile[axis] for tile in tiles) for axis in (0, 1))
        count = len(tiles)
        return min(tiles, key=lambda t: ((t[0] * count - a) ** 2 + (t[1] * count - b) ** 2, t))

    def _end(self, floor: Floor, tile: tuple[int, int] | None) -> At | None:
        """A tile of a floor; None where that is open or not on the board."""
        board, height = self.canvas.board, self.storeys.height_of_floor(floor)
        if tile is None or tile not in board:
            return None
        if height is None:
            return At(tile)
        named = (each for each in board.floors() if each.height == height and tile in each.tiles)
        return next((At(tile, floor=each.name) for each in named), None)


def _destinations(system: dict[str, Any]) -> Iterator[str]:
    """One until version 13, several since."""
    several = system.get("destinations")
    listed = several if isinstance(several, list) else [system.get("destination")]
    yield from (each for each in listed[:MAX_FIGURES] if isinstance(each, str) and each)


def _id(region: Node) -> object:
    return region.as_dict().get("_id")


def _listed(tree: Node, key: str) -> Iterator[Node]:
    listed = tree.get(key)
    if listed is not None and listed.is_list:
        yield from listed.items(limit=MAX_FIGURES)

"""How time grows with the radius, the board size and the number of walls; and memory."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

import sightline
from benchmarks import maps
from benchmarks.cases.fields import arrays, bits, some
from benchmarks.cases.pairs import CENTER, CORNER, HEXRAY, ours
from benchmarks.output.results import Case, Row
from benchmarks.timing import Contestant, Effort, race


@dataclass
class Curve:
    """Cost as a function of one quantity, for several questions."""

    key: str
    title: str
    along: str
    unit: str = "s"
    logarithmic: bool = True
    series: dict[str, list[tuple[float, float]]] = field(default_factory=dict)

    def add(self, at: float, values: dict[str, float]) -> None:
        for name, value in values.items():
            self.series.setdefault(name, []).append((at, value))

    def to_dict(self) -> dict[str, Any]:
        return {
            "key": self.key,
            "title": self.title,
            "along": self.along,
            "unit": self.unit,
            "logarithmic": self.logarithmic,
            "series": {name: [list(p) for p in points] for name, points in self.series.items()},
        }


def _medians(contestants: list[Contestant], effort: Effort) -> dict[str, float]:
    return {name: time.median for name, time in race(contestants, effort).items()}


def with_radius(effort: Effort) -> Curve:
    curve = Curve("radius", "Fields on caves of 256×256 and hexes of radius 60", "radius")
    side = 40 if effort.small else 256
    solid = maps.solid_map("caves", side)
    board = maps.board(solid)
    hexes = maps.hex_board("caves", 20 if effort.small else 60)
    low, high = side // 4, 3 * side // 4
    middle = [t for t in maps.free_tiles(solid) if low <= t[0] < high and low <= t[1] < high]
    at = some(middle, effort.sources // 2)
    hex_at = [(t[0], t[1]) for t in hexes.tiles() if not hexes.is_solid(t)]
    near = some([t for t in hex_at if max(map(abs, (*t, sum(t)))) <= 10], effort.sources // 2)
    for radius in (5, 10) if effort.small else (2, 5, 10, 20, 40, 60, 90, 128):
        entries = [
            arrays(board, at, CENTER, radius, "center rule"),
            arrays(board, at, CORNER, radius, "corner rule"),
        ]
        if radius <= 60:
            entries.append(arrays(hexes, near, HEXRAY, radius, "hex ray"))
        curve.add(radius, _medians(entries, effort))
    return curve


def with_size(effort: Effort) -> Curve:
    curve = Curve("size", "Boards of rooms and corridors", "rows and columns")
    for side in (20, 40) if effort.small else (64, 128, 256, 512, 1024, 2048, 4096):
        solid = maps.rooms(side)
        board, free = maps.board(solid), maps.free_tiles(solid)
        at = some(free, max(2, effort.sources // 4))
        pairs = maps.near_pairs(free, effort.calls // 4)
        entries = [
            bits(board, at, CENTER, "field without radius, bits, center"),
            bits(board, at, CORNER, "field without radius, bits, corner"),
            arrays(board, at, CENTER, 20, "field of radius 20, array, center"),
            ours(board, pairs, CENTER, "sees, distance ≤ 20, center"),
            ours(board, pairs, CORNER, "sees, distance ≤ 20, corner"),
        ]
        curve.add(side, _medians(entries, effort))
    return curve


def with_rock(effort: Effort) -> Curve:
    curve = Curve("rock", "Random rock on 200×200", "tiles that are rock, %")
    for percent in (0, 30) if effort.small else (0, 2, 5, 10, 20, 30, 40, 50, 60):
        solid = np.random.default_rng(13).random((40 if effort.small else 200,) * 2) < percent / 100
        board, free = maps.board(solid), maps.free_tiles(solid)
        curve.add(percent, _medians(_usual(board, free, effort), effort))
    return curve


def with_thin_walls(effort: Effort) -> Curve:
    curve = Curve("thin", "Thin walls at random on an open 200×200", "edges that are walls, %")
    solid = np.zeros((40 if effort.small else 200,) * 2, dtype=bool)
    for percent in (0, 10) if effort.small else (0, 1, 2, 5, 10, 20, 40):
        dice = np.random.default_rng(14)
        east, south = (dice.random(solid.shape) < percent / 100 for _ in range(2))
        east[:, -1] = south[-1, :] = False
        board = maps.add_thin_walls(maps.board(solid), (east, south))
        curve.add(percent, _medians(_usual(board, maps.free_tiles(solid), effort), effort))
    return curve


def _usual(board: Any, free: list[maps.Tile], effort: Effort) -> list[Contestant]:
    at, pairs = some(free, effort.sources // 2), maps.near_pairs(free, effort.calls // 2)
    return [
        arrays(board, at, CENTER, 20, "field of radius 20, center"),
        arrays(board, at, CORNER, 20, "field of radius 20, corner"),
        ours(board, pairs, CENTER, "sees, distance ≤ 20, center"),
        ours(board, pairs, CORNER, "sees, distance ≤ 20, corner"),
    ]


def with_free_walls(effort: Effort) -> Curve:
    curve = Curve("free", "Free walls on an open 100×100", "free walls")
    free = [(row, col) for row in range(100) for col in range(100)]
    pairs = maps.near_pairs(free, effort.calls // 2)
    for count in (1, 10) if effort.small else (1, 10, 100, 1000, 10_000):
        board = maps.free_wall_board(count)
        entries = [
            ours(board, pairs, CENTER, "sees, distance ≤ 20, center"),
            ours(board, pairs, CORNER, "sees, distance ≤ 20, corner"),
        ]
        curve.add(count, _medians(entries, effort))
    return curve


# --- memory

# The peak comes from /proc: getrusage would return the parent's peak if it was larger.
ASK = """
import json, sys
from sightline import CenterRule, CornerRule, field, load, sees
board = load(sys.argv[1])
tile = tuple(json.loads(sys.argv[2]))
for rule in (CenterRule(), CornerRule()):
    len(field(board, tile, rule))
    sees(board, tile, tile, rule)
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


def peak_mb(kind: str, side: int) -> float:
    """Return the peak memory of a process that loads a board and answers fields
    without a radius.
    """
    solid = maps.KINDS[kind](side)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "board.json")
        sightline.save(maps.board(solid), file)
        tile = json.dumps(maps.free_tiles(solid)[0])
        command = [sys.executable, "-c", ASK, str(file), tile]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(done.stdout) / 1024


def memory(effort: Effort) -> Curve:
    title = "Peak memory: load a file, answer fields without radius"
    curve = Curve("memory", title, "tiles / 2²⁰", "MB", logarithmic=False)
    for side in (32, 64) if effort.small else (1024, 2048, 3072, 4096):
        tiles = round(side * side / 2**20, 3)
        curve.add(tiles, {kind: peak_mb(kind, side) for kind in ("rooms", "open")})
    return curve


def largest_board(effort: Effort) -> Iterator[Case]:
    side = 64 if effort.small else 4096
    for kind in ("rooms", "open"):
        yield Case(f"{kind}, {side}²", peak_mb(kind, side))


ROWS = (
    Row(
        "memory",
        "a 4096×4096 board loaded from a file, fields without radius",
        "peak memory of the process",
        largest_board,
        unit="MB",
        most=True,
        reach=500,
    ),
)


MEASURES: dict[str, Callable[..., Curve]] = {
    "radius": with_radius,
    "size": with_size,
    "rock": with_rock,
    "thin walls": with_thin_walls,
    "free walls": with_free_walls,
    "memory": memory,
}

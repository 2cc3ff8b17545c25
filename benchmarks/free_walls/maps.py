"""Maps with many free walls, read from a folder or generated."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import NamedTuple

from sightline.errors import SightlineError
from sightline.formats import Options, load_with_report
from sightline.model.board import Board
from sightline.model.cell import hex_distance
from sightline.model.hexagon import HexBoard
from sightline.model.square import SquareBoard

FEWEST, MOST = 200, 5_000
"""Maps with fewer or more free walls are skipped."""
DENSITY = 0.37
"""Free walls per tile, as on the inn with 312 of them."""
SKIPPED = (".png", ".jpg", ".jpeg", ".webp", ".md", ".txt", ".zip")
Point = tuple[float, float]


class WallMap(NamedTuple):
    """A board with free walls, and its source."""

    name: str
    source: str
    """The map's folder below the given one, such as owner/repository, or the
    name of its generator.
    """
    board: Board
    walls: int
    """The number of walls that block sight."""


def blocking(board: Board) -> int:
    """Return the number of free walls that block sight."""
    return sum(threshold.blocks_sight for _, threshold in board.wall_items())


# --- from a folder


def read(folder: Path) -> tuple[list[WallMap], dict[str, str]]:
    """Return every map in the folder with enough free walls, fewest first, and errors by file."""
    found: list[WallMap] = []
    failed: dict[str, str] = {}
    for file in sorted(folder.rglob("*")):
        if not file.is_file() or file.suffix.lower() in SKIPPED:
            continue
        parts = file.relative_to(folder).parts
        source = parts[0].replace("+", "/") if len(parts) > 1 else folder.name
        try:
            for name, board in _levels(file):
                walls = blocking(board)
                if FEWEST <= walls <= MOST:
                    found.append(WallMap(name, source, board, walls))
        except (SightlineError, OSError) as error:
            failed["/".join(parts)] = str(error).splitlines()[0]
    return sorted(found, key=lambda each: (each.walls, each.source, each.name)), failed


def _levels(file: Path) -> Iterator[tuple[str, Board]]:
    """Yield the board of every scene or level of a file."""
    options = Options(flat=True)  # `cases/heights` measures heights
    first = load_with_report(file, options)
    levels = first.report.choices.levels
    if len(levels) < 2:
        yield file.stem, first.board
        return
    for level in levels:
        yield f"{file.stem}, {level}", load_with_report(file, replace(options, level=level)).board


def spread(maps: list[WallMap], count: int) -> list[WallMap]:
    """Choose `count` maps, from the fewest walls to the most."""
    if len(maps) <= count:
        return maps
    if count < 2:
        return maps[-1:]
    return [maps[i * (len(maps) - 1) // (count - 1)] for i in range(count)]


def pick(maps: list[WallMap], count: int) -> list[WallMap]:
    """Choose `count` maps, as evenly from every source as possible."""
    by_source: dict[str, list[WallMap]] = {}
    for each in maps:
        by_source.setdefault(each.source, []).append(each)
    chosen: list[WallMap] = []
    left = len(by_source)
    for own in sorted(by_source.values(), key=len):
        chosen += spread(own, max(1, (count - len(chosen)) // left))
        left -= 1
    return sorted(chosen[:count], key=lambda each: each.walls)


# --- made here


def inn(rows: int, cols: int, count: int, seed: int = 21) -> SquareBoard:
    """Generate rooms with door gaps and furniture, off the grid, with `count` free walls."""
    dice = Random(seed)
    board = SquareBoard(rows, cols)
    for start, end in _rooms(rows, cols, dice):
        if board.wall_count < count // 2:
            board.add_wall(start, end)
    while board.wall_count < count:  # tables with four walls each
        _draw(board, _ring((dice.uniform(1, cols - 1), dice.uniform(1, rows - 1)), 4, dice), count)
    return board


def cave(rows: int, cols: int, count: int, seed: int = 22) -> SquareBoard:
    """Generate rock with irregular sides, with `count` free walls."""
    dice = Random(seed)
    board = SquareBoard(rows, cols)
    while board.wall_count < count:
        middle = dice.uniform(0, cols), dice.uniform(0, rows)
        _draw(board, _ring(middle, dice.randint(8, 24), dice), count)
    return board


def hex_cave(radius: int, count: int, seed: int = 23) -> HexBoard:
    """Generate a cave on hexes."""
    dice = Random(seed)
    board = HexBoard(radius)
    while board.wall_count < count:
        q, r = (dice.uniform(-radius, radius) for _ in range(2))
        if hex_distance((0, 0), (round(q), round(r))) <= radius:
            _draw(board, _ring((q, r), dice.randint(4, 12), dice), count)
    return board


def made() -> list[WallMap]:
    """Generate inns and caves with 200 to 5,000 free walls, for runs without a folder."""
    return [
        WallMap(f"{word} with {count:,} walls", "made here", make(side, side, count, count), count)
        for count in (200, 312, 600, 1_200, 2_500, 5_000)
        for side in (side_for(count),)
        for word, make in (("inn", inn), ("cave", cave))
    ]


def side_for(count: int) -> int:
    """Return the side of a board on which `count` walls are as dense as in an inn."""
    return round(math.sqrt(count / DENSITY))


def _rooms(rows: int, cols: int, dice: Random) -> list[tuple[Point, Point]]:
    """Return the walls of rooms of about five by six tiles, each a tile long, in random order."""
    walls: list[tuple[Point, Point]] = []
    for x in range(0, cols + 1, 6):
        at = x + dice.choice((0, 0.25, 0.35))
        walls += [((at, y), (at, y + 1)) for y in range(rows) if dice.random() < 0.8]
    for y in range(0, rows + 1, 5):
        at = y + dice.choice((0, 0.25, 0.35))
        walls += [((x, at), (x + 1, at)) for x in range(cols) if dice.random() < 0.8]
    dice.shuffle(walls)
    return walls


def _ring(middle: Point, corners: int, dice: Random) -> list[Point]:
    """Return the corners of a round or angular shape, in order, without using sines."""
    size = 0.3 + corners / 12
    ring = []
    for k in range(corners):
        side, along = divmod(4 * k / corners, 1)
        x, y = ((1, 2 * along - 1), (1 - 2 * along, 1), (-1, 1 - 2 * along), (2 * along - 1, -1))[
            int(side)
        ]
        out = size * dice.uniform(0.6, 1)
        ring.append((round(middle[0] + x * out, 3), round(middle[1] + y * out, 3)))
    return ring


def _draw(board: Board, ring: list[Point], most: int) -> None:
    """Draw a closed ring of walls, within the remaining number of walls."""
    for start, end in zip(ring, ring[1:] + ring[:1], strict=True):
        if start != end and board.wall_count < most:
            board.add_wall(start, end)

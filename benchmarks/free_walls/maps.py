"""Maps with many free walls: read from a folder, or made here."""

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
"""Maps with fewer or more free walls are left out."""
DENSITY = 0.37
"""Free walls a tile, as on the inn with 312 of them."""
SKIPPED = (".png", ".jpg", ".jpeg", ".webp", ".md", ".txt", ".zip")
Point = tuple[float, float]


class WallMap(NamedTuple):
    """A board with free walls, and where it comes from."""

    name: str
    source: str
    """The folder under the one that was given, such as owner/repository; or how it was made."""
    board: Board
    walls: int
    """How many of them block sight."""


def blocking(board: Board) -> int:
    """How many free walls block sight."""
    return sum(threshold.blocks_sight for _, threshold in board.wall_items())


# --- from a folder


def read(folder: Path) -> tuple[list[WallMap], dict[str, str]]:
    """Every map in the folder with enough free walls, fewest first, and why files were not read."""
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
    """The board of every scene or level of a file."""
    options = Options(flat=True)  # heights are measured in `cases/heights`
    first = load_with_report(file, options)
    levels = first.report.choices.levels
    if len(levels) < 2:
        yield file.stem, first.board
        return
    for level in levels:
        yield f"{file.stem}, {level}", load_with_report(file, replace(options, level=level)).board


def spread(maps: list[WallMap], count: int) -> list[WallMap]:
    """`count` of them, from the fewest walls to the most."""
    if len(maps) <= count:
        return maps
    if count < 2:
        return maps[-1:]
    return [maps[i * (len(maps) - 1) // (count - 1)] for i in range(count)]


def pick(maps: list[WallMap], count: int) -> list[WallMap]:
    """`count` of them, as evenly from every source as possible."""
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
    """Rooms with gaps for doors, and furniture, all off the grid: `count` free walls."""
    dice = Random(seed)
    board = SquareBoard(rows, cols)
    for start, end in _rooms(rows, cols, dice):
        if board.wall_count < count // 2:
            board.add_wall(start, end)
    while board.wall_count < count:  # tables: four walls each
        _draw(board, _ring((dice.uniform(1, cols - 1), dice.uniform(1, rows - 1)), 4, dice), count)
    return board


def cave(rows: int, cols: int, count: int, seed: int = 22) -> SquareBoard:
    """Rock with crooked sides: `count` free walls."""
    dice = Random(seed)
    board = SquareBoard(rows, cols)
    while board.wall_count < count:
        middle = dice.uniform(0, cols), dice.uniform(0, rows)
        _draw(board, _ring(middle, dice.randint(8, 24), dice), count)
    return board


def hex_cave(radius: int, count: int, seed: int = 23) -> HexBoard:
    """The same on hexes."""
    dice = Random(seed)
    board = HexBoard(radius)
    while board.wall_count < count:
        q, r = (dice.uniform(-radius, radius) for _ in range(2))
        if hex_distance((0, 0), (round(q), round(r))) <= radius:
            _draw(board, _ring((q, r), dice.randint(4, 12), dice), count)
    return board


def made() -> list[WallMap]:
    """Inns and caves with 200 to 5,000 free walls, where no folder was given."""
    return [
        WallMap(f"{word} with {count:,} walls", "made here", make(side, side, count, count), count)
        for count in (200, 312, 600, 1_200, 2_500, 5_000)
        for side in (side_for(count),)
        for word, make in (("inn", inn), ("cave", cave))
    ]


def side_for(count: int) -> int:
    """The side of a board on which `walls` walls are as dense as in an inn."""
    return round(math.sqrt(count / DENSITY))


def _rooms(rows: int, cols: int, dice: Random) -> list[tuple[Point, Point]]:
    """The walls of rooms of about five by six tiles, a tile long each, in any order."""
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
    """The corners of something round or angular: directions without sines, in order."""
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
    """Draw a ring of walls, as far as the board may have more."""
    for start, end in zip(ring, ring[1:] + ring[:1], strict=True):
        if start != end and board.wall_count < most:
            board.add_wall(start, end)

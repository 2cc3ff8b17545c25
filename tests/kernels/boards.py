"""Random boards for the kernels, in every shape from a row to a hall, with everything on them.

Each random generator gives one board, so a failing test prints the seed that reproduces it.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any, TypeVar

from sightline import Door, Gate, HexBoard, SquareBoard, Wall
from sightline.errors import InvalidValueError
from sightline.model.board import Board
from sightline.model.cell import hex_disc
from sightline.model.hexagon import Outside
from sightline.model.threshold import Threshold
from sightline.rules.rule import Rule
from tests.scenes import give_properties

AnyBoard = TypeVar("AnyBoard", bound=Board)
THRESHOLDS: tuple[Threshold, ...] = (
    *(Wall(), Wall(), Wall()),
    *(Door(state) for state in Door.STATES),
    *(Gate(state) for state in Gate.STATES),
)
DENSITIES = (0.0, 0.02, 0.08, 0.15, 0.28, 0.45)
HEIGHTS = (-1, 0, 0.5, 1, 2, Fraction(1, 3), 3)
ODD_HEIGHTS = (*HEIGHTS, Fraction(1, 7), Fraction(1, 384_001), 10**7, -(10**9), 0.1 + 2**-30)


def square_board(rng: random.Random, rows: int, cols: int, plain: bool = False) -> SquareBoard:
    """Return a random board of that size.

    `plain` excludes free walls, large figures, unusual heights, and limited or one-way walls.
    """
    return _furnished(SquareBoard(rows, cols), rng, plain)


def hills_for(rule: Rule) -> float:
    """Return the share of hex boards with elevations: small for rules that
    handle them separately.
    """
    return 0.05 if rule.takes_heights else 0.4


def hex_board(rng: random.Random, radius: int, plain: bool = False, hills: float = 0.1) -> HexBoard:
    """Return a random disc, irregular set of hexes or ribbon, anywhere on the plane.

    `hills`: the share of boards with elevations.
    """
    outside: Outside = rng.choice(("open", "solid"))
    kind = rng.random()
    if kind < 0.4:
        return _furnished(HexBoard(radius, outside=outside), rng, plain, hills)
    far = rng.choice((0, 3, 1500))
    middle = (rng.randint(-far, far), rng.randint(-far, far))
    cells = hex_disc(middle, radius)
    if kind < 0.7:
        cells = rng.sample(cells, max(1, round(len(cells) * rng.uniform(0.5, 1))))
    elif radius > 2:  # long and narrow, in one of three directions
        a, b = rng.choice(((1, 0), (0, 1), (1, -1)))
        narrow = rng.randint(0, 2)
        q0, r0 = middle
        cells = [h for h in cells if abs((h[0] - q0) * b - (h[1] - r0) * a) <= narrow]
    return _furnished(HexBoard(cells=cells, outside=outside), rng, plain, hills)


def make(
    grid: str, rng: random.Random, most: int = 14, plain: bool = False, hills: float = 0.1
) -> Board:
    """Return a random board. `most`: the longest side of a square board."""
    if grid == "hex":
        return hex_board(rng, rng.randint(0, max(1, most // 2 - 1)), plain, hills)
    if rng.random() < 0.25:  # a corridor
        narrow, long = rng.randint(1, 2), rng.randint(1, most * 3)
        rows, cols = rng.choice(((narrow, long), (long, narrow)))
        return square_board(rng, rows, cols, plain)
    return square_board(rng, rng.randint(1, most), rng.randint(1, most), plain)


def _furnished(board: AnyBoard, rng: random.Random, plain: bool, hills: float = 0.0) -> AnyBoard:
    tiles = list(board.tiles())
    _solid(board, rng, tiles)
    if rng.random() < 0.5:
        share = rng.choice((0.03, 0.1, 0.3))
        for tile in tiles:
            for da, db in board.grid.forward:
                other = (tile[0] + da, tile[1] + db)
                if rng.random() < share and other in board:
                    board.set_edge(tile, other, rng.choice(THRESHOLDS))
    if isinstance(board, HexBoard):
        _hills(board, rng, tiles, plain, hills)
    for number in range(rng.choice((0, 2, 5))):
        put(board, f"figure {number}", rng.choice(tiles), 1, rng.random() < 0.7)
    if not plain and rng.random() < 0.3:
        for number in range(3):
            size: Any = rng.randint(1, 3)
            if isinstance(board, SquareBoard):
                size = (rng.randint(1, 3), rng.randint(1, 4))
            put(board, f"large {number}", rng.choice(tiles), size, rng.random() < 0.7)
    if not plain and rng.random() < 0.2:
        for _ in range(rng.randint(1, 5)):
            free_wall(board, rng, tiles)
    if not plain and rng.random() < 0.25:
        give_properties(board, rng)
    return board


def _solid(board: Board, rng: random.Random, tiles: list[Any]) -> None:
    density = rng.choice(DENSITIES)
    for tile in tiles:
        if rng.random() < density:
            board.set_solid(tile)
    if rng.random() < 0.3:  # rooms: straight walls with gaps, where ties occur
        for _ in range(rng.randint(1, 3)):
            axis, at = rng.randrange(2), rng.choice(tiles)
            for tile in tiles:
                if tile[axis] == at[axis] and rng.random() < 0.85:
                    board.set_solid(tile)


def _hills(
    board: HexBoard, rng: random.Random, tiles: list[Any], plain: bool, share: float
) -> None:
    if rng.random() < share:
        heights = ODD_HEIGHTS if rng.random() < 0.2 and not plain else HEIGHTS
        for tile in tiles:
            if rng.random() < 0.3:
                board.set_elevation(tile, rng.choice(heights))
    if rng.random() < 0.2:
        for tile in tiles:
            if rng.random() < 0.3:
                board.set_cover(tile, rng.choice((0.25, 0.5, 1, 1.5, Fraction(1, 3), 0.1)))


def put(board: Board, name: str, at: Any, size: Any, blocks: bool = True) -> bool:
    """Place a figure if there is enough space, and return whether there was."""
    try:
        board.place(name, at, size=size, blocks_sight=blocks)
    except InvalidValueError:
        return False
    return True


def free_wall(board: Board, rng: random.Random, tiles: list[Any]) -> None:
    """Add a free wall, usually through corners and centers."""

    def point() -> tuple[Fraction, Fraction]:
        x, y = board.grid.center(rng.choice(tiles))
        parts = rng.choice((1, 2, 3, 4, 1000))
        da, db = (Fraction(rng.randint(-parts, parts), 2 * parts) for _ in range(2))
        return Fraction(x, 384_000) + da, Fraction(y, 384_000) + db

    start, end = point(), point()
    if start != end:
        board.add_wall(start, end, rng.choice((Wall(), Wall(), Door("closed"), Door("open"))))


def some_source(board: Board, rng: random.Random) -> Any:
    """Return a random tile (anywhere, at the border, in a corner or under a figure) or a figure's
    name.
    """
    tiles = board.tiles()
    figures = board.figures()
    kind = rng.random()
    if figures and kind < 0.2:
        return rng.choice(figures).name
    if figures and kind < 0.4:
        return tuple(rng.choice(rng.choice(figures).tiles))
    if kind < 0.55:
        return tuple(rng.choice((tiles[0], tiles[-1])))
    if kind < 0.7:
        axis = rng.randrange(2)
        rim = rng.choice((min, max))(tile[axis] for tile in tiles)
        return tuple(rng.choice([tile for tile in tiles if tile[axis] == rim]))
    return tuple(rng.choice(tiles))

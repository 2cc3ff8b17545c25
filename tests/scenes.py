"""Random boards with two places on them: thin walls, free walls, large figures, rims and corners.

One seed, one scene, so a failing test prints a number that brings the very scene back.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sightline import Door, Gate, HexBoard, SquareBoard, Wall
from sightline.errors import InvalidValueError
from sightline.model.board import Board
from sightline.model.cell import hex_disc
from sightline.model.place import place
from tests.reference.contact import Point, Scene

THRESHOLDS = (Wall(), Wall(), Wall(), Door("closed"), Door("open"), Door("secret"), Gate("locked"))


@dataclass
class Case:
    """A board and two places on it, for the engine and for the reference."""

    board: Board
    source: Any
    target: Any

    def places(self) -> tuple[Any, Any]:
        return place(self.board, self.source, "from"), place(self.board, self.target, "to")

    def reference(self) -> Scene:
        """The same scene in the reference's plain words."""
        board = self.board
        source, target = self.places()
        transparent = source.transparent | target.transparent
        solid: set[tuple[int, int]] = set(board.solid_tiles())
        for figure in board.figures():
            if figure.blocks_sight and figure.name not in transparent:
                solid |= set(figure.tiles)
        walls: list[tuple[tuple[int, int], tuple[int, int]]] = [
            (a, b) for a, b, carried in board.edges() if carried.blocks_sight
        ]
        free: list[tuple[Point, Point]] = [
            wall.ends for wall in board.free_walls() if wall.threshold.blocks_sight
        ]
        if isinstance(board, SquareBoard):
            return Scene("square", board.rows, board.cols, solid=solid, walls=walls, free=free)
        assert isinstance(board, HexBoard)
        cells: set[tuple[int, int]] = set(board.tiles())
        return Scene(
            "hex",
            cells=cells,
            outside="open" if board.outside == "open" else "solid",
            solid=solid,
            walls=walls,
            free=free,
        )


def square_case(seed: int, free_walls: bool = True, large: bool = True, most: int = 7) -> Case:
    rng = random.Random(seed)
    board = SquareBoard(rng.randint(1, most), rng.randint(2, most))
    return _furnished(board, rng, free_walls, large)


def hex_case(seed: int, free_walls: bool = True, large: bool = True, most: int = 4) -> Case:
    rng = random.Random(seed)
    outside = rng.choice(("open", "open", "solid"))
    if rng.random() < 0.5:
        board = HexBoard(rng.randint(1, most), outside=outside)
    else:  # a ragged board
        disc = hex_disc((rng.randint(-3, 3), rng.randint(-3, 3)), most - 1)
        board = HexBoard(cells=rng.sample(disc, rng.randint(3, len(disc))), outside=outside)
    return _furnished(board, rng, free_walls, large)


def _furnished(board: Board, rng: random.Random, free_walls: bool, large: bool) -> Case:
    tiles = list(board.tiles())
    density = rng.choice((0.0, 0.1, 0.25, 0.5))
    for tile in tiles:
        if rng.random() < density:
            board.set_solid(tile)
    if rng.random() < 0.6:
        _thin_walls(board, rng, tiles)
    if free_walls and rng.random() < 0.4:
        for _ in range(rng.randint(1, 4)):
            _free_wall(board, rng, tiles)
    if isinstance(board, HexBoard) and rng.random() < 0.5:
        for tile in tiles:
            if rng.random() < 0.4:
                board.set_cover(tile, rng.choice((0.25, 0.5, 1, 1.5, Fraction(1, 3))))
            if rng.random() < 0.4:
                board.set_elevation(tile, rng.choice((-1, 0, 0.5, 1, 2, 3)))
    ends: list[Any] = []
    for name in ("Ann", "Bob"):
        ends.append(_end(board, rng, tiles, name, large))
    for name in ("goblin", "ogre"):
        if rng.random() < 0.3:
            _placed(board, name, rng.choice(tiles), rng.choice((1, 1, 2)))
    return Case(board, *ends)


def _thin_walls(board: Board, rng: random.Random, tiles: list[Any]) -> None:
    share = rng.choice((0.1, 0.25, 0.5))
    for tile in tiles:
        for da, db in board.grid.forward:
            other = (tile[0] + da, tile[1] + db)
            if other in board and rng.random() < share:
                board.set_edge(tile, other, rng.choice(THRESHOLDS))


def _free_wall(board: Board, rng: random.Random, tiles: list[Any]) -> None:
    """Mostly through corners, centres and quarters, where ties are."""

    def point() -> tuple[Fraction, Fraction]:
        tile = rng.choice(tiles)
        if rng.random() < 0.5:
            x, y = rng.choice((*board.grid.corners(tile), board.grid.center(tile)))
            return Fraction(x, 384_000), Fraction(y, 384_000)
        a, b = tile if isinstance(board, HexBoard) else tile[::-1]
        parts = rng.choice((2, 4, 3, 1000))
        return a + Fraction(rng.randint(0, parts), parts), b + Fraction(
            rng.randint(0, parts), parts
        )

    start, end = point(), point()
    if start != end:
        board.add_wall(start, end, rng.choice((Wall(), Wall(), Door("closed"), Door("open"))))


def _end(board: Board, rng: random.Random, tiles: list[Any], name: str, large: bool) -> Any:
    """A position, or a figure of one or several tiles."""
    tile = rng.choice(tiles)
    if not large or rng.random() < 0.5:
        return tile
    size: Any = rng.randint(1, 2)
    if isinstance(board, SquareBoard):
        size = (rng.randint(1, 3), rng.randint(1, 3))
    return name if _placed(board, name, tile, size) else tile


def _placed(board: Board, name: str, tile: Any, size: Any) -> bool:
    try:
        board.place(name, tile, size=size)
    except InvalidValueError:  # no room there
        return False
    return True

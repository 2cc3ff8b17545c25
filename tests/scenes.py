"""Random boards with two places on them: thin walls, free walls, large figures, rims and corners.

Half of the boards are dense with thin walls, many of them in straight rows, and most free walls lie
on corners and sides of tiles. There a line runs inside a wall, squeezes past the end of one or
meets a joint, which is where rules are most likely to be wrong.

Each seed gives one scene, so a failing test prints the number that reproduces its scene.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from sightline import Door, Gate, HexBoard, SquareBoard, Wall
from sightline.errors import InvalidValueError
from sightline.model.board import Board
from sightline.model.cell import hex_disc
from sightline.model.hexagon import Outside
from sightline.model.numbers import UNIT
from sightline.model.place import place
from sightline.model.threshold import Threshold, has_property
from tests.reference.contact import Point, Scene
from tests.reference.ground import Special

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
        """Return the same scene as plain data for the reference."""
        board = self.board
        source, target = self.places()
        transparent = source.transparent | target.transparent
        solid: set[tuple[int, int]] = set(board.solid_tiles())
        for figure in board.figures():
            if figure.blocks_sight and figure.name not in transparent:
                solid |= set(figure.tiles)
        walls: list[tuple[tuple[int, int], tuple[int, int]]] = []
        free: list[tuple[Point, Point]] = []
        special: list[Special] = []
        for a, b, threshold in board.edges():
            if threshold.blocks_sight and has_property(threshold):
                special.append(_special((a, b), threshold, on_edge=True))
            elif threshold.blocks_sight:
                walls.append((a, b))
        for wall in board.free_walls():
            if wall.threshold.blocks_sight and has_property(wall.threshold):
                special.append(_special(wall.ends, wall.threshold, on_edge=False))
            elif wall.threshold.blocks_sight:
                free.append(wall.ends)
        if isinstance(board, SquareBoard):
            return Scene(
                *("square", board.rows, board.cols),
                solid=solid,
                walls=walls,
                free=free,
                special=special,
            )
        assert isinstance(board, HexBoard)
        cells: set[tuple[int, int]] = set(board.tiles())
        return Scene(
            "hex",
            cells=cells,
            outside="open" if board.outside == "open" else "solid",
            solid=solid,
            walls=walls,
            free=free,
            special=special,
        )


def _special(ends: Any, threshold: Threshold, on_edge: bool) -> Special:
    if threshold.one_way == "back":
        ends = ends[::-1]
    return Special(ends, on_edge, threshold.limited, threshold.one_way != "")


def give_properties(board: Board, rng: random.Random, one_way: bool = True) -> None:
    """Make some walls, doors and gates limited, and some one-way; add a few that are."""
    tiles = list(board.tiles())
    if rng.random() < 0.4:
        _thin_walls(board, rng, tiles, rng.choice((0.1, 0.3)))
    for _ in range(rng.choice((0, 0, 2, 4))):
        _free_wall(board, rng, tiles)
    share, limited = rng.choice((0.3, 0.7, 1.0)), rng.choice((0.0, 0.5, 1.0))
    ways: tuple[Any, ...] = ("forth", "back") if one_way else ("",)

    def changed(threshold: Threshold) -> Threshold:
        if rng.random() > share:
            return threshold
        if rng.random() < limited:
            return replace(threshold, limited=True, one_way=rng.choice(("", "", "", *ways)))
        return replace(threshold, one_way=rng.choice(ways))

    for a, b, threshold in list(board.edges()):
        board.set_edge(a, b, changed(threshold))
    for wall in board.free_walls():
        board.add_wall(*wall.ends, changed(wall.threshold))


def flat(case: Case) -> Case:
    """Return the case without elevations."""
    for tile in [*case.board.elevations]:
        case.board.set_elevation(tile, None)
    return case


def square_case(seed: int, free_walls: bool = True, large: bool = True, most: int = 7) -> Case:
    rng = random.Random(seed)
    board = SquareBoard(rng.randint(1, most), rng.randint(2, most))
    return _furnished(board, rng, free_walls, large)


def hex_case(
    seed: int, free_walls: bool = True, large: bool = True, most: int = 4, hills: float = 0.1
) -> Case:
    """Return a random hex case. `hills`: the share of boards with elevations and cover."""
    rng = random.Random(seed)
    outside: Outside = rng.choice(("open", "open", "solid"))
    if rng.random() < 0.5:
        board = HexBoard(rng.randint(1, most), outside=outside)
    else:  # an irregular board
        disc = hex_disc((rng.randint(-3, 3), rng.randint(-3, 3)), most - 1)
        board = HexBoard(cells=rng.sample(disc, rng.randint(3, len(disc))), outside=outside)
    return _furnished(board, rng, free_walls, large, hills)


def _furnished(
    board: Board, rng: random.Random, free_walls: bool, large: bool, hills: float = 0.0
) -> Case:
    tiles = list(board.tiles())
    thin = rng.random()
    # Thick and thin walls together would leave nothing visible.
    density = rng.choice((0.0, 0.0, 0.1, 0.25) if thin < 0.5 else (0.0, 0.1, 0.25, 0.5))
    for tile in tiles:
        if rng.random() < density:
            board.set_solid(tile)
    if thin < 0.5:
        _thin_walls(board, rng, tiles, rng.uniform(0.3, 0.7))
    elif thin < 0.7:
        _thin_walls(board, rng, tiles, 0.1)
    if rng.random() < 0.4:
        for _ in range(rng.randint(1, 4)):
            _straight_walls(board, rng, tiles)
    if free_walls and rng.random() < 0.5:
        for _ in range(rng.randint(1, 4)):
            _free_wall(board, rng, tiles)
    if rng.random() < hills:
        assert isinstance(board, HexBoard)
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


def _thin_walls(board: Board, rng: random.Random, tiles: list[Any], share: float) -> None:
    for tile in tiles:
        for da, db in board.grid.forward:
            other = (tile[0] + da, tile[1] + db)
            if other in board and rng.random() < share:
                board.set_edge(tile, other, rng.choice(THRESHOLDS))


def _straight_walls(board: Board, rng: random.Random, tiles: list[Any]) -> None:
    """Add walls along one straight line, with random gaps."""
    a, b = rng.choice(tiles)
    da, db = rng.choice(board.grid.forward)
    # On hexes such a line crosses hexes between one edge and the next.
    step_a, step_b = (-da - 2 * db, 2 * da + db) if isinstance(board, HexBoard) else (db, da)
    for _ in range(rng.randint(1, 6)):
        if (a, b) in board and (a + da, b + db) in board and rng.random() < 0.85:
            board.set_edge((a, b), (a + da, b + db), Wall())
        a, b = a + step_a, b + step_b


def _free_wall(board: Board, rng: random.Random, tiles: list[Any]) -> None:
    kind = rng.random()
    if kind < 0.4:
        start, end = _along_a_side(board, rng, tiles)
    elif kind < 0.55:
        start, end = _across_a_corner(board, rng, tiles)
    else:
        start, end = _somewhere(board, rng, tiles), _somewhere(board, rng, tiles)
    if start != end:
        board.add_wall(start, end, rng.choice((Wall(), Wall(), Door("closed"), Door("open"))))


Ends = tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]


def _along_a_side(board: Board, rng: random.Random, tiles: list[Any]) -> Ends:
    """Return the ends of a wall along part of a tile's side, all of it, or beyond it."""
    corners = _corners(board, rng.choice(tiles))
    i = rng.randrange(len(corners))
    (x0, y0), (x1, y1) = corners[i - 1], corners[i]
    low = rng.choice((0, 0, 0, -1, -2, Fraction(-1, 2), Fraction(1, 4), Fraction(1, 2)))
    high = rng.choice((1, 1, 1, 2, 3, Fraction(3, 2), Fraction(3, 4), Fraction(1, 2)))
    start = (x0 + low * (x1 - x0), y0 + low * (y1 - y0))
    return start, (x0 + high * (x1 - x0), y0 + high * (y1 - y0))


def _across_a_corner(board: Board, rng: random.Random, tiles: list[Any]) -> Ends:
    """Return the ends of a short wall that passes through a corner or ends in it."""
    x, y = rng.choice(_corners(board, rng.choice(tiles)))
    dx, dy = Fraction(rng.randint(-4, 4), 4), Fraction(rng.randint(-4, 4), 4)
    back = rng.choice((0, 1))
    return (x - back * dx, y - back * dy), (x + dx, y + dy)


def _somewhere(board: Board, rng: random.Random, tiles: list[Any]) -> tuple[Fraction, Fraction]:
    """Return a random point, usually a corner, center or quarter, where ties occur."""
    tile = rng.choice(tiles)
    if rng.random() < 0.5:
        x, y = rng.choice((*board.grid.corners(tile), board.grid.center(tile)))
        return Fraction(x, UNIT), Fraction(y, UNIT)
    a, b = tile if isinstance(board, HexBoard) else tile[::-1]
    parts = rng.choice((2, 4, 3, 1000))
    return a + Fraction(rng.randint(0, parts), parts), b + Fraction(rng.randint(0, parts), parts)


def _corners(board: Board, tile: Any) -> list[tuple[Fraction, Fraction]]:
    return [(Fraction(x, UNIT), Fraction(y, UNIT)) for x, y in board.grid.corners(tile)]


def _end(board: Board, rng: random.Random, tiles: list[Any], name: str, large: bool) -> Any:
    """Return a random position, or add a figure of one or several tiles and return it."""
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
    except InvalidValueError:  # not enough space there
        return False
    return True

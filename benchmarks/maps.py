"""Maps from seeds, identical on every machine and in every run.

A map is a numpy array of bools, True where the tile is rock; `board` converts it to a SquareBoard.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sightline.model.cell import Hex, hex_disc
from sightline.model.hexagon import HexBoard
from sightline.model.planes import set_edge_row, set_solid_row
from sightline.model.square import SquareBoard
from sightline.model.threshold import CODE_OF, Wall

Solid = NDArray[np.bool_]
Tile = tuple[int, int]

RANDOM_SHARE = 0.28
ROOM_PITCH = 12
WALL_CODE = CODE_OF[Wall()]


def random_walls(side: int, seed: int = 1) -> Solid:
    """28 % of the tiles are rock, chosen independently."""
    return np.random.default_rng(seed).random((side, side)) < RANDOM_SHARE


def caves(side: int, seed: int = 2) -> Solid:
    """A cellular automaton with five rounds: a tile becomes rock if most of its neighborhood is."""
    solid = np.random.default_rng(seed).random((side, side)) < 0.44
    for _ in range(5):
        solid = _rock_around(solid) >= 5
    return solid


def _rock_around(solid: Solid) -> NDArray[np.int8]:
    """Count the rock among each tile and its eight neighbors. Beyond the rim all is rock."""
    rows, cols = solid.shape
    padded = np.pad(solid, 1, constant_values=True).astype(np.int8)
    shifts = [(dr, dc) for dr in range(3) for dc in range(3)]
    total = np.zeros(solid.shape, dtype=np.int8)
    for dr, dc in shifts:
        total += padded[dr : dr + rows, dc : dc + cols]
    return total


def rooms(side: int, seed: int = 3) -> Solid:
    """Rooms in a loose lattice, connected to the right and downward by bent corridors."""
    dice = Random(seed)
    solid = np.ones((side, side), dtype=bool)
    count = max(1, side // ROOM_PITCH)
    pitch = side // count
    middles: dict[Tile, Tile] = {}
    for i in range(count):
        for j in range(count):
            height, width = dice.randint(4, pitch - 3), dice.randint(4, pitch - 3)
            top = i * pitch + 1 + dice.randint(0, pitch - 2 - height)
            left = j * pitch + 1 + dice.randint(0, pitch - 2 - width)
            solid[top : top + height, left : left + width] = False
            middles[i, j] = (top + height // 2, left + width // 2)
    for (i, j), middle in middles.items():
        for neighbor in ((i, j + 1), (i + 1, j)):
            if neighbor in middles and dice.random() < 0.8:
                _dig(solid, middle, middles[neighbor])
    return solid


def _dig(solid: Solid, a: Tile, b: Tile) -> None:
    """Dig a corridor one tile wide: along the row of `a`, then along the column of `b`."""
    solid[a[0], min(a[1], b[1]) : max(a[1], b[1]) + 1] = False
    solid[min(a[0], b[0]) : max(a[0], b[0]) + 1, b[1]] = False


def open_field(side: int, seed: int = 4) -> Solid:
    """Pillars on one tile in a hundred, and nothing else."""
    return np.random.default_rng(seed).random((side, side)) < 0.01


KINDS: dict[str, Callable[[int], Solid]] = {
    "random 28 %": random_walls,
    "caves": caves,
    "rooms": rooms,
    "open": open_field,
}
DUNGEONS = ("caves", "rooms")


@cache
def solid_map(kind: str, side: int) -> Solid:
    """Return the map of that kind and size."""
    return KINDS[kind](side)


def board(solid: Solid) -> SquareBoard:
    """Return a board with that rock."""
    made = SquareBoard(*solid.shape)
    for row, line in enumerate(solid):
        set_solid_row(made, row, line.tobytes())
    return made


def free_tiles(solid: Solid) -> list[Tile]:
    """Return every tile that is not rock, in reading order."""
    rows, cols = np.nonzero(~solid)
    return list(zip(rows.tolist(), cols.tolist(), strict=True))


# --- thin walls

THIN_SHARE = 0.1


def thin_walls(solid: Solid, where: str, seed: int = 5) -> tuple[Solid, Solid]:
    """Choose the east and south edges for walls: a tenth of all edges, or all of that kind.

    "inside rock": between two rock tiles, which cannot affect sight between open tiles.
    "along rock":  between rock and an open tile, which affects only sight of the rock itself.
    "anywhere":    any edge, which shortens views.
    """
    dice = np.random.default_rng(seed)
    east = np.zeros_like(solid)
    south = np.zeros_like(solid)
    for edges, here, there in (
        (east[:, :-1], solid[:, :-1], solid[:, 1:]),
        (south[:-1, :], solid[:-1, :], solid[1:, :]),
    ):
        fit = {
            "inside rock": here & there,
            "along rock": here != there,
            "anywhere": np.ones_like(here),
        }[where]
        share = min(1.0, THIN_SHARE / max(fit.mean(), 1e-9))
        edges[...] = fit & (dice.random(fit.shape) < share)
    return east, south


def add_thin_walls(made: SquareBoard, edges: tuple[Solid, Solid]) -> SquareBoard:
    """Add the walls to the board."""
    for direction, plane in enumerate(edges):
        for row, line in enumerate(plane):
            codes = (line.astype(np.uint8) * WALL_CODE).tobytes()
            set_edge_row(made, direction, row, codes)
    return made


# --- hexes


def hex_rock(kind: str, radius: int, seed: int = 6) -> set[Hex]:
    """Return the solid hexes of a disc: chosen at random, or grown into caves."""
    dice = Random(seed)
    disc = hex_disc((0, 0), radius)
    if kind == "random 28 %":
        return {tile for tile in disc if dice.random() < RANDOM_SHARE}
    if kind == "open":
        return {tile for tile in disc if dice.random() < 0.01}
    rock = {tile for tile in disc if dice.random() < 0.42}
    for _ in range(4):
        rock = {tile for tile in disc if _rock_near(rock, tile) >= 4}
    return rock


HEX_KINDS = ("random 28 %", "caves", "open")
_RING = ((0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def _rock_near(rock: set[Hex], tile: Hex) -> int:
    return sum((tile[0] + dq, tile[1] + dr) in rock for dq, dr in _RING)


def hex_board(kind: str, radius: int) -> HexBoard:
    """Return a disc of hexes with that rock."""
    made = HexBoard(radius=radius)
    for tile in hex_rock(kind, radius):
        made.set_solid(tile)
    return made


def add_hex_walls(made: HexBoard, where: str, seed: int = 7) -> HexBoard:
    """Add walls on a tenth of the edges, or on all edges of that kind (see `thin_walls`)."""
    dice = Random(seed)
    pairs = [
        (tile, there)
        for tile in made.tiles()
        for dq, dr in made.grid.forward
        if (there := (tile[0] + dq, tile[1] + dr)) in made
    ]
    fit = [pair for pair in pairs if _fits(made, where, *pair)]
    for a, b in dice.sample(fit, min(len(fit), int(len(pairs) * THIN_SHARE))):
        made.set_edge(a, b, Wall())
    return made


def _fits(made: HexBoard, where: str, a: Tile, b: Tile) -> bool:
    rock = made.is_solid(a) + made.is_solid(b)
    return where == "anywhere" or rock == (2 if where == "inside rock" else 1)


# --- free walls


def free_wall_board(count: int, side: int = 100, seed: int = 8) -> SquareBoard:
    """Return open ground with straight walls of one to four tiles' length at any angle."""
    dice = Random(seed)
    made = SquareBoard(side, side)
    for _ in range(count):
        x, y = (dice.randint(0, side * 1000) for _ in range(2))
        dx, dy = (dice.randint(-2800, 2800) for _ in range(2))
        if (dx, dy) != (0, 0):
            made.add_wall(_thousandths(x, y), _thousandths(x + dx, y + dy))
    return made


def _thousandths(*values: int) -> tuple[Any, ...]:
    return tuple(value / 1000 for value in values)


# --- who looks where


def near_pairs(
    free: list[Tile], count: int, reach: int = 20, seed: int = 9
) -> list[tuple[Tile, Tile]]:
    """Return random pairs of different open squares at most `reach` apart."""
    dice = Random(seed)
    known = set(free)
    pairs: list[tuple[Tile, Tile]] = []
    while len(pairs) < count:
        row, col = dice.choice(free)
        dr, dc = dice.randint(-reach, reach), dice.randint(-reach, reach)
        there = (row + dr, col + dc)
        if 0 < dr * dr + dc * dc <= reach * reach and there in known:
            pairs.append(((row, col), there))
    return pairs


def near_pairs_array(solid: Solid, count: int, reach: int = 20, seed: int = 10) -> NDArray[Any]:
    """Return such pairs as an array of shape (count, 2, 2), vectorized."""
    dice = np.random.default_rng(seed)
    rows, cols = solid.shape
    found: list[NDArray[Any]] = []
    have = 0
    while have < count:
        a = np.stack([dice.integers(0, rows, count), dice.integers(0, cols, count)], axis=1)
        step = dice.integers(-reach, reach + 1, (count, 2))
        b = a + step
        far = (step**2).sum(axis=1)
        inside = ((b >= 0) & (b < [rows, cols])).all(axis=1) & (far > 0) & (far <= reach * reach)
        a, b = a[inside], b[inside]
        both = ~solid[a[:, 0], a[:, 1]] & ~solid[b[:, 0], b[:, 1]]
        found.append(np.stack([a[both], b[both]], axis=1))
        have += len(found[-1])
    return np.ascontiguousarray(np.concatenate(found)[:count], dtype=np.int64)


def near_hex_pairs(
    made: HexBoard, count: int, reach: int = 20, seed: int = 11
) -> list[tuple[Tile, Tile]]:
    """Return random pairs of different open hexes at most `reach` apart."""
    dice = Random(seed)
    free = {tuple(tile) for tile in made.tiles() if not made.is_solid(tile)}
    order = sorted(free)
    steps = [tuple(step) for step in hex_disc((0, 0), reach) if tuple(step) != (0, 0)]
    pairs: list[tuple[Tile, Tile]] = []
    while len(pairs) < count:
        (q, r), (dq, dr) = dice.choice(order), dice.choice(steps)
        if (q + dq, r + dr) in free:
            pairs.append(((q, r), (q + dq, r + dr)))
    return pairs

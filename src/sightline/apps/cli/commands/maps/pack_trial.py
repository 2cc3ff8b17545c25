"""Test on random boards whether a pack that claims to be symmetric is."""

from __future__ import annotations

import random

from sightline.engine import degree, verdict
from sightline.errors import FormatError
from sightline.model.board import Board
from sightline.model.hexagon import HexBoard
from sightline.model.square import SquareBoard
from sightline.model.threshold import Door, Gate, Wall
from sightline.packs.words import kind_words
from sightline.rules.pack import PackRule

BOARDS, PAIRS = 60, 12
"""The number of boards for each grid, and of pairs of tiles on each. They take less
than a second.
"""
_EDGES = (Wall(), Door("closed"), Gate("closed"), Door("open"))
FEW_EDGES, MANY_EDGES = 5, 20
"""The number of walls and doors on a board; the larger one is for packs with rooms."""


def check_symmetry(rule: PackRule, place: str) -> None:
    """Raise if the pack claims to be symmetric, but sight between two places differs by direction.

    `place` is the file name for the error message.
    """
    if not rule.pack.symmetric:
        return
    rng = random.Random(1)
    terrains = [kind for kind, words in kind_words(rule.pack).items() if not words]
    edges = MANY_EDGES if rule.pack.zones else FEW_EDGES
    for grid in rule.pack.grids:
        for _ in range(BOARDS):
            board = _random_board(rng, grid, terrains, edges)
            tiles = [tile for tile in board.tiles() if not board.is_solid(tile)]
            for _ in range(PAIRS):
                a, b = rng.sample(tiles, 2)
                there, back = (
                    f"{verdict(board, *ends, rule)}, cover {degree(board, *ends, rule)}"
                    for ends in ((a, b), (b, a))
                )
                if there != back:
                    raise FormatError(
                        f"symmetric: expected false, got true; on the board below {a} to {b} is"
                        f" {there}, and {b} to {a} is {back}; write symmetric = false\n\n{board}",
                        place,
                    )


def _random_board(rng: random.Random, grid: str, terrains: list[str], edges: int) -> Board:
    """Return a small board with everything that a pack can refer to."""
    board: Board = SquareBoard(5, 6) if grid == "square" else HexBoard(radius=3)
    tiles = [*board.tiles()]
    rng.shuffle(tiles)
    for tile in tiles[:4]:
        board.set_solid(tile)
    for number, tile in enumerate(tiles[4:8]):
        board.place(f"f{number}", tile)
    for tile in tiles[6:14]:
        if terrains:
            board.set_terrain(tile, rng.choice(terrains))
        if isinstance(board, HexBoard):
            board.set_elevation(tile, rng.randrange(4))
    for _ in range(edges):
        tile = rng.choice(tiles)
        neighbors = [each for each in board.grid.neighbors(tile) if each in board]
        board.set_edge(tile, rng.choice(neighbors), rng.choice(_EDGES))
    return board

"""Random boards, pairs and rules for tests of the device."""

from __future__ import annotations

from typing import Any

import numpy

from sightline import CenterRule, CornerRule, HexBoard, HexRayRule, SquareBoard, Wall
from sightline.answers.ties import TouchingTies
from sightline.model.board import Board
from sightline.rules.rule import Rule

TIES: tuple[TouchingTies, ...] = ("strict", "corners-pass", "permissive", "adjudicated")
EVERY_RULE: list[Rule] = [
    *(CenterRule(ties) for ties in TIES),
    *(CornerRule(ties, closed_ends=closed) for ties in TIES for closed in (False, True)),
    *(
        HexRayRule(ties, see_opaque_target=rock, target_edge_blocks=edge)
        for ties in ("nearest", "strict", "permissive", "adjudicated")
        for rock in (False, True)
        for edge in (False, True)
    ),
]
# Each takes long to compile, so there is one of every kind of kernel.
SOME_RULES: list[Rule] = [
    CenterRule(),
    CenterRule("permissive"),
    CornerRule(),
    CornerRule("corners-pass", closed_ends=True),
    HexRayRule(),
    HexRayRule("strict", see_opaque_target=True, target_edge_blocks=False),
]


def square_board(rng: numpy.random.Generator, rows: int, cols: int, walls: float) -> SquareBoard:
    board = SquareBoard.from_array(rng.random((rows, cols)) < rng.choice([0.03, 0.15, 0.35]))
    if walls:
        board.set_edge_arrays(
            rng.random((rows, cols - 1)) < walls, rng.random((rows - 1, cols)) < walls
        )
    return board


def hex_board(rng: numpy.random.Generator, radius: int, walls: float, high: float = 0) -> HexBoard:
    board = HexBoard(radius=radius)
    for tile in board.tiles():
        q, r = tile
        if rng.random() < 0.15:
            board.set_solid((q, r))
        if rng.random() < high:
            board.set_elevation((q, r), int(rng.integers(0, 4)))
        for step in ((1, 0), (0, 1), (-1, 1)):
            other = (q + step[0], r + step[1])
            if rng.random() < walls and other in board:
                board.set_edge((q, r), other, Wall())
    return board


def boards_for(rule: Rule, rng: numpy.random.Generator) -> list[Board]:
    if rule.grids == ("hex",):
        return [hex_board(rng, 7, 0.1), hex_board(rng, 5, 0.0, high=0.4)]
    return [square_board(rng, 17, 40, 0.0), square_board(rng, 12, 9, 0.15)]


def positions(board: Board) -> numpy.ndarray[Any, Any]:
    return numpy.array([tuple(tile) for tile in board.tiles()])


def random_pairs(rng: numpy.random.Generator, board: Board, count: int) -> Any:
    at = positions(board)
    return at[rng.integers(0, len(at), (count, 2))]

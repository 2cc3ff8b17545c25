"""Random boards with figures, small enough to be drawn in a question."""

from __future__ import annotations

from random import Random
from typing import Any

from sightline.model.board import Board
from sightline.model.figure import FigureKind
from sightline.model.hexagon import HexBoard
from sightline.model.square import SquareBoard
from sightline.model.threshold import Door, Threshold, Wall

HEROES = ("Mira", "Bruno", "Tilda")
ENEMIES = ("goblin", "orc", "ghoul", "ogre")
HEX_SHARE = 0.25
"""The fraction of hex boards."""
_STEPS = {"square": ((0, 1), (1, 0)), "hex": ((1, 0), (0, 1), (-1, 1))}


def position(rng: Random, difficulty: int) -> Board:
    """Return a board for questions of about that grade, 1 to 5: boards for higher
    grades are fuller.
    """
    if rng.random() < HEX_SHARE:
        board: Board = HexBoard(radius=rng.randint(2, 4))
    else:
        board = SquareBoard(rng.randint(4, 5 + difficulty), rng.randint(5, 6 + difficulty))
    tiles: list[Any] = list(board.tiles())
    for tile in tiles:
        if rng.random() < 0.06 + 0.03 * difficulty:
            board.set_solid(tile)
    if difficulty > 1:
        _put_edges(board, rng, tiles, 0.03 * difficulty)
    _place(board, rng, tiles, large=difficulty == 5 and board.grid.name == "square")
    return board


def _put_edges(board: Board, rng: Random, tiles: list[Any], share: float) -> None:
    for tile in tiles:
        for step in _STEPS[board.grid.name]:
            other = (tile[0] + step[0], tile[1] + step[1])
            if other in board and rng.random() < share:
                board.set_edge(tile, other, _threshold(rng))


def _threshold(rng: Random) -> Threshold:
    if rng.random() < 0.7:
        return Wall()
    return Door("open" if rng.random() < 0.5 else "closed")


def _place(board: Board, rng: Random, tiles: list[Any], *, large: bool) -> None:
    """Place two to four figures on free floor; with `large`, one of them covers two by
    two tiles.
    """
    if large:
        at = rng.choice(tiles)
        footprint = board.footprint(at, (2, 2))
        if all(tile in board and not board.is_solid(tile) for tile in footprint):
            board.place("troll", at, size=(2, 2), kind="enemy")
    named: list[tuple[str, FigureKind]] = [
        (HEROES[0], "hero"),
        (ENEMIES[0], "enemy"),
        *rng.sample([(name, "enemy") for name in ENEMIES[1:]], rng.randint(0, 2)),
    ]
    free = [tile for tile in tiles if not board.is_solid(tile) and not board.names_at(tile)]
    for (name, kind), tile in zip(
        named, rng.sample(free, min(len(free), len(named))), strict=False
    ):
        board.place(name, tile, kind=kind)

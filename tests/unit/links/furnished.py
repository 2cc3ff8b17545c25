"""A fully furnished dungeon of 20 x 20, used to measure the length of links."""

from __future__ import annotations

import random

from sightline import Door, SquareBoard, Wall
from sightline.errors import SightlineError
from sightline.model.threshold import DoorStateName

FURNITURE = {
    "great table": ((2, 3), "table"),
    "bookcase": ((1, 3), "bookcase"),
    "chest": ((1, 1), "chest"),
    "fireplace": ((1, 3), "fireplace"),
    "tomb": ((2, 3), "table"),
}
STATES: tuple[DoorStateName, ...] = ("closed", "open", "locked")
HEROES = ("Mira", "Bruno", "Elif")
ENEMIES = ("goblin", "goblin 2", "troll", "orc", "skeleton")


def furnished(seed: int, size: int = 20) -> SquareBoard:
    """Return rooms with walls and doors on edges, rock, furniture, figures and two free walls."""
    rng = random.Random(seed)
    board = SquareBoard(size, size)
    _split(board, rng, 0, 0, size, size)
    for _ in range(size * size // 16):
        board.set_solid((rng.randrange(size), rng.randrange(size)), True)
    for name, (extent, kind) in FURNITURE.items():
        _put(board, rng, name, extent, kind)
    for name in HEROES:
        _put(board, rng, name, (1, 1), "hero")
    for name in ENEMIES:
        _put(board, rng, name, (2, 2) if name == "troll" else (1, 1), "enemy")
    board.add_wall((3.5, 2.25), (7, 9.5))
    board.add_wall((12, 11), (15.5, 14))
    return board


def _split(board: SquareBoard, rng: random.Random, r0: int, c0: int, r1: int, c1: int) -> None:
    """Divide the area into rooms of three to six tiles, with a door in each wall."""
    if max(r1 - r0, c1 - c0) < 7:
        return
    state = rng.choice(STATES)
    if r1 - r0 >= c1 - c0:
        at, door = rng.randint(r0 + 3, r1 - 3), rng.randrange(c0, c1)
        for c in range(c0, c1):
            board.set_edge((at - 1, c), (at, c), Door(state) if c == door else Wall())
        _split(board, rng, r0, c0, at, c1)
        _split(board, rng, at, c0, r1, c1)
    else:
        at, door = rng.randint(c0 + 3, c1 - 3), rng.randrange(r0, r1)
        for r in range(r0, r1):
            board.set_edge((r, at - 1), (r, at), Door(state) if r == door else Wall())
        _split(board, rng, r0, c0, r1, at)
        _split(board, rng, r0, at, r1, c1)


def _put(
    board: SquareBoard, rng: random.Random, name: str, size: tuple[int, int], kind: str
) -> None:
    for _ in range(100):
        at = (rng.randrange(board.rows - 2), rng.randrange(board.cols - 3))
        try:
            board.place(name, at, size=size, kind=kind)  # type: ignore[arg-type]
            return
        except SightlineError:
            continue

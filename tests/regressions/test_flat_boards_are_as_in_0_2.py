"""A board without heights has the same fingerprint and the same file as in version 0.2.

The hashes were computed by the code of release 0.2 (commit d2373029).
"""

from __future__ import annotations

import random
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from sightline import Door, Gate, HexBoard, SquareBoard, Wall, load, save

GOLDEN = {
    # grid and seed: the start of the fingerprint, and of the hash of the JSON file
    ("square", 0): ("7c5cb4833bd68da7", "b5796ebad804e3ff"),
    ("square", 1): ("be1275acbad1d2f0", "47f4b9c6853c82e9"),
    ("square", 2): ("3504615c0cd162a1", "5c1e30aba7ce42f3"),
    ("square", 3): ("10263db6ba40a61d", "74d6304e54acc4bd"),
    ("square", 4): ("60dd1fe8007c5342", "fa1dd93ff883857b"),
    ("square", 5): ("bad96e8c16aabe8d", "2b534649bfe63cf2"),
    ("hex", 0): ("c867662d254f5e8e", "816b62e69cc052f5"),
    ("hex", 1): ("17fe9cfe5063bf06", "be2c80984fc24205"),
    ("hex", 2): ("6675d9900c3e92b3", "c42b3b7e8d558b74"),
    ("hex", 3): ("5a25571965003a74", "fa89e3691b71378e"),
    ("hex", 4): ("1f48defd7e0150a0", "e55340a16e6f64b8"),
    ("hex", 5): ("5b974757dea9462c", "55ad9feddf0abbe6"),
}


STEPS = {"square": ((0, 1), (1, 0)), "hex": ((1, 0), (0, 1), (1, -1))}


def board_of(grid: str, seed: int) -> Any:
    """Return a random board with every feature of 0.2."""
    rng = random.Random(f"as in 0.2 {grid} {seed}")
    board: Any = SquareBoard(5, 6) if grid == "square" else HexBoard(radius=3)
    tiles = [*board.tiles()]
    things: list[Any] = [
        *(Wall(), Wall(limited=True), Wall(one_way="forth"), Door("closed"), Door("open")),
        *(Door("secret"), Door("locked", one_way="back"), Gate("closed"), Gate("open")),
    ]
    for tile in tiles:
        if rng.random() < 0.1:
            board.set_solid(tile)
        elif rng.random() < 0.1:
            board.set_terrain(tile, rng.choice(["low", "smoke", "light-woods"]))
        if grid == "hex" and rng.random() < 0.3:
            board.set_cover(tile, rng.choice([0.25, 1]))
        for step in STEPS[grid]:
            other = (tile[0] + step[0], tile[1] + step[1])
            if other in board and rng.random() < 0.2:
                board.set_edge(tile, other, rng.choice(things))
    for _ in range(3):
        ends = [(rng.randint(0, 8) / 2, rng.randint(0, 8) / 2) for _ in "ab"]
        if ends[0] != ends[1]:
            board.add_wall(*ends, rng.choice(things))
    free = [tile for tile in tiles if not board.is_solid(tile)]
    for name, at in zip(("Mira", "orc", "chest"), rng.sample(free, 3), strict=True):
        if name == "chest":
            board.place(name, at, kind="chest")
        else:
            board.place(name, at, side=rng.choice(["heroes", "monsters"]))
    board.ambient = rng.choice(["dark", "dim"])
    board.add_light("Mira", bright=2, dim=4)
    return board


CASES = [(grid, seed) for grid in ("square", "hex") for seed in range(6)]


def marks(grid: str, seed: int, folder: Path) -> tuple[str, str]:
    board = board_of(grid, seed)
    file = folder / "board.json"
    save(board, file)
    return board.fingerprint()[:16], sha256(file.read_bytes()).hexdigest()[:16]


@pytest.mark.parametrize(("grid", "seed"), CASES)
def test_the_fingerprint_and_the_file(grid: str, seed: int, tmp_path: Path) -> None:
    assert marks(grid, seed, tmp_path) == GOLDEN[grid, seed]
    assert not load(tmp_path / "board.json").has_heights

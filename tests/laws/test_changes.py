"""A board that is changed in place gives the same answers as a newly built board.

Compiled code keeps a mirror of a board and updates it at each change. A missed change shows here,
because a copy starts with a new mirror.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from sightline import CenterRule, CornerRule, Door, Gate, HexBoard, HexRayRule, Wall, field, sees
from sightline.errors import SightlineError
from sightline.model.board import Board
from tests.every_rule import MAKE, THOROUGH

ROUNDS = 400 if THOROUGH else 3
THRESHOLDS = (None, None, Wall(), Door("open"), Door("closed"), Gate("open"), Gate("locked"))


@pytest.mark.parametrize("grid", MAKE)
@pytest.mark.parametrize("seed", range(ROUNDS))
def test_changes_in_place(grid: str, seed: int) -> None:
    rng = random.Random(seed)
    board = MAKE[grid](seed, most={"square": 6, "hex": 3}[grid]).board
    rules: list[Any] = [CornerRule(), CenterRule(), CornerRule("permissive", closed_ends=True)]
    if grid == "hex":
        rules += [HexRayRule(), HexRayRule("strict", see_opaque_target=False)]
    for step in range(25):
        change(board, rng)
        rule = rng.choice(rules)
        a, b = rng.choice(board.tiles()), rng.choice(board.tiles())
        fresh = board.copy()
        assert board == fresh
        assert sees(board, a, b, rule) is sees(fresh, a, b, rule), step
        if step % 5 == 0:
            assert field(board, a, rule) == field(fresh, a, rule), step


def change(board: Board, rng: random.Random) -> None:
    """Make one random change, or cause an error that changes nothing."""
    tile = rng.choice(board.tiles())
    near = [other for other in board.grid.neighbors(tile) if other in board]
    names = [figure.name for figure in board.figures()]
    what = rng.choice(("solid", "edge", "state", "place", "move", "remove", "wall", "unwall", "up"))
    before = board.fingerprint()
    try:
        if what == "solid":
            board.set_solid(tile, rng.random() < 0.4)
        elif what == "edge" and near:
            board.set_edge(tile, rng.choice(near), rng.choice(THRESHOLDS))
        elif what == "state" and near:
            board.set_state(tile, rng.choice(near), rng.choice(("open", "closed", "locked")))
        elif what == "place":
            size = rng.choice((1, 1, 2))
            board.place(f"figure {len(names)}", tile, size=size, blocks_sight=rng.random() < 0.7)
        elif what == "move" and names:
            board.move(rng.choice(names), tile)
        elif what == "remove" and names:
            board.remove(rng.choice(names))
        elif what == "wall":
            start, end = [(rng.randint(0, 12) / 2, rng.randint(0, 12) / 2) for _ in range(2)]
            board.add_wall(start, end, rng.choice((Wall(), Door("closed"), Door("open"))))
        elif what == "unwall" and board.free_walls():
            board.remove_wall(*rng.choice(board.free_walls()).ends)
        elif what == "up" and isinstance(board, HexBoard):
            board.set_elevation(tile, rng.choice((None, 0, 1, 2.5)))
            board.set_cover(tile, rng.choice((0, 0.5, 1)))
    except SightlineError:
        assert board.fingerprint() == before

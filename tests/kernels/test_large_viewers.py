"""What large figures see: one call of the general kernel, or the union over the figure's tiles.

Both are compared with the readable rule tile by tile.
"""

from __future__ import annotations

import random

import pytest

from sightline import CenterRule, CornerRule, field
from sightline.model.place import place
from sightline.rules.rule import GEOMETRIC_TIES, Rule
from tests.every_rule import THOROUGH
from tests.kernels.boards import make, put

BOARDS = {"square": 1000 if THOROUGH else 3, "hex": 1000 if THOROUGH else 20}
"""The number of random boards. Many hex boards are too small for a large figure."""
MOST_TILES = 60
RULES: list[Rule] = [
    *(CenterRule(ties=ties) for ties in GEOMETRIC_TIES),
    *(CornerRule(ties=ties, closed_ends=ends) for ties in GEOMETRIC_TIES for ends in (False, True)),
]


@pytest.mark.parametrize("rule", RULES, ids=str)
@pytest.mark.parametrize("grid", ["square", "hex"])
def test_what_a_large_figure_sees(grid: str, rule: Rule) -> None:
    asked = 0
    for number in range(BOARDS[grid]):
        dice = random.Random(f"large viewer {grid} {number}")
        board = make(grid, dice, 9)
        blocks, tiles = dice.random() < 0.7, list(board.tiles())
        any(put(board, "the large one", at, 2, blocks) for at in dice.sample(tiles, len(tiles)))
        large = [figure.name for figure in board.figures() if len(figure.tiles) > 1]
        for name in large:
            seen, viewer = field(board, name, rule), place(board, name, "from")
            for tile in dice.sample(tiles, min(len(tiles), MOST_TILES)):
                by_rule = rule.sees(board, viewer, place(board, tile, "to"))
                assert (tile in seen) is by_rule, (number, name, tile)
                asked += 1
    assert asked > BOARDS[grid] // 2

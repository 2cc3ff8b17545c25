"""Sums of cover are exact, both in the kernel and in the rule that proves every ray."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from sightline import HexBoard, HexRayRule, cover_field
from sightline.engine.covers import MAX_DENOMINATOR
from sightline.model.place import place
from tests.kernels.boards import hex_board

COVERS = (0.25, 0.5, 1, 1.5, -1, 0.1, Fraction(1, 3), Fraction(2, 7), 1e-9)
PRIMES = [n for n in range(1000, 1200) if all(n % k for k in range(2, 40))]
RULES = [
    *(HexRayRule(ties) for ties in ("nearest", "strict", "permissive", "adjudicated")),
    *(HexRayRule("strict", max_soft_cover=cap, soft_cover_k=2.5) for cap in (0, 0.35, 1.0, 1e6)),
    HexRayRule("permissive", soft_cover_k=-0.5, max_soft_cover=0.75),
]


def compare(board: HexBoard, rule: HexRayRule, at: Any, radius: Any = None) -> None:
    found = cover_field(board, at, rule, radius=radius)
    here = place(board, at, "from")
    for tile in found:
        assert found[tile] == rule.trace(board, here, place(board, tile, "to")).cover, (at, tile)
    if radius is None:
        assert list(found) == list(board.tiles())


@pytest.mark.parametrize("rule", RULES, ids=str)
def test_every_sum_is_that_of_the_proof(rule: HexRayRule) -> None:
    for number in range(4):
        rng = random.Random(f"cover {rule} {number}")
        board = hex_board(rng, rng.randint(2, 5))
        tiles = list(board.tiles())
        compare(board, rule, tuple(rng.choice(tiles)))
        for _ in range(3):  # the mirror is updated at every change
            for tile in rng.sample(tiles, (len(tiles) + 1) // 2):
                board.set_cover(tile, rng.choice(COVERS))
            compare(board, rule, tuple(rng.choice(tiles)), rng.choice((None, 0, 2, 3.5)))


def test_denominators_without_end_are_left_to_the_rule() -> None:
    board = HexBoard(radius=3)
    for (q, r), prime in zip(board.tiles(), PRIMES, strict=False):
        board.set_cover((q, r), Fraction(1, prime))
    denominator = 1
    for prime in PRIMES[: len(board.tiles())]:
        denominator *= prime
    assert denominator > MAX_DENOMINATOR
    compare(board, HexRayRule(), (0, 0))
    compare(board, HexRayRule("permissive"), (1, 2))


def test_what_is_beyond_the_radius_has_no_cover() -> None:
    board = HexBoard(radius=4)
    assert len(cover_field(board, (0, 0), HexRayRule(), radius=1)) == 7
    assert len(cover_field(board, (4, 0), HexRayRule(), radius=10**30)) == len(board.tiles())


def test_a_large_figure_has_the_least_cover_of_its_rays() -> None:
    board = HexBoard(radius=4)
    board.place("troll", (0, 0), size=2)
    for q in range(2, 4):
        board.set_cover((q, 0), 0.5)
    compare(board, HexRayRule(), "troll")
    compare(board, HexRayRule("strict"), "troll", 2)

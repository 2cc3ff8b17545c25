"""Compiled kernels compared with the readable rules and packs on random boards."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from tests.evidence.check import ENGINE, Check, Result, kernels_missing

GOAL = 10**8
"""Comparisons for all groups together."""
MADE_UP = "packs-made-up"
BOARDS = 2


class Kernels(Check):
    name = "kernels"
    title = "Kernels"
    compares = (
        "the compiled public functions with the readable rule: every rule in every setting on both"
        " grids, every pack, and random packs"
    )
    sources = (
        *ENGINE,
        *("tests/kernels/boards.py", "tests/kernels/comparing.py", "tests/kernels/test_packs.py"),
        "tests/kernels/pack_walls.py",
        "tests/kernels/test_random_boards.py",
        *("tests/scenes.py", "tests/evidence/checks/kernels.py"),
    )

    def missing(self) -> str:
        return kernels_missing()

    def groups(self) -> dict[str, int]:
        names = [*settings(), *packs(), MADE_UP]
        return dict.fromkeys(names, -(-GOAL // len(names)))

    def part(self, group: str, number: int) -> Result:
        rng = random.Random(f"{group} {number}")
        if group in settings():
            return _setting(*settings()[group], rng)
        return _pack(packs().get(group), rng)


@cache
def settings() -> dict[str, tuple[Any, str]]:
    from tests.every_rule import EVERY_SETTING

    return {str(p.id): p.values for p in EVERY_SETTING}  # type: ignore[misc]


@cache
def packs() -> dict[str, Any]:
    from sightline.packs import PACKS

    return {f"pack-{name}": pack for name, pack in PACKS.items()}


def _setting(rule: Any, grid: str, rng: random.Random) -> Result:
    from tests.kernels.boards import hills_for, make
    from tests.kernels.comparing import compare_board
    from tests.kernels.test_random_boards import cost

    result = Result()
    dear = cost(rule, grid)
    side = 14 if dear == 1 else 10 if grid == "square" else 8
    for _ in range(12 * BOARDS // dear):
        with result.case("board"):
            result.answers += compare_board(
                make(grid, rng, side, hills=hills_for(rule)), rule, rng, "random board"
            )
    return result


def _pack(pack: Any, rng: random.Random) -> Result:
    """Compare kernels with `pack`, or with a new random pack for each board if it is None."""
    from sightline.rules.pack import PackRule
    from tests.kernels.test_packs import change, compare, made_up, random_board

    result = Result()
    for _ in range(BOARDS):
        rule = PackRule(pack or made_up(rng))
        board = random_board(rng, rng.choice(rule.pack.grids))
        with result.case("board"):
            result.answers += compare(rng, board, rule)
            for _ in range(3):
                change(rng, board)
            result.answers += compare(rng, board, rule)
    return result

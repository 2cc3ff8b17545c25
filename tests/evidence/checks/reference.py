"""The readable rules compared with the independent reference, on random boards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from tests.evidence.check import ENGINE, Check, Result, kernels_missing

GOAL = 10**6
BOARDS = 100
FIRST_SEED = 1_000_000_000
"""Beyond the seeds of the tests, so that the boards differ."""


class Reference(Check):
    name = "reference"
    title = "Reference"
    compares = (
        "the readable rule and the compiled code with an independent implementation of the"
        " definitions; random boards, half of them dense with thin walls"
    )
    unit = "boards"
    sources = (
        *ENGINE,
        *("tests/reference", "tests/scenes.py", "tests/laws/test_reference.py"),
        "tests/evidence/checks/reference.py",
    )

    def missing(self) -> str:
        return kernels_missing()

    def groups(self) -> dict[str, int]:
        return dict.fromkeys(self._differences(), GOAL)

    @staticmethod
    def _differences() -> dict[str, Callable[[int], tuple[Any, ...] | None]]:
        from tests.laws.test_reference import center_difference, corner_difference, ray_difference

        found: dict[str, Callable[[int], tuple[Any, ...] | None]] = {}
        for grid in ("square", "hex"):
            found[f"{grid}-corner"] = partial(corner_difference, grid, False)
            found[f"{grid}-corner-closed_ends"] = partial(corner_difference, grid, True)
            found[f"{grid}-center"] = partial(center_difference, grid)
        for ties in ("nearest", "strict", "permissive", "adjudicated"):
            found[f"hex-hexray-{ties}"] = partial(ray_difference, ties)
        return found

    def part(self, group: str, number: int) -> Result:
        differs = self._differences()[group]
        result = Result()
        start = FIRST_SEED + BOARDS * number
        for seed in range(start, start + BOARDS):
            if found := differs(seed):
                result.differs(str(found))
            result.answers += 1
        return result

"""Sight with heights compared with the reference of section 9, on small random boards."""

from __future__ import annotations

from tests.evidence.check import Check, Result, kernels_missing

GOAL = 20_000
KERNEL_GOAL = 5_000_000
"""Comparisons for each grid."""
PACK_GOAL = 10_000
"""Comparisons for each pack."""
BOARDS = 20
FIRST_SEED = 1_000_000_000
"""Beyond the seeds of the tests, so that the boards differ."""


class Heights(Check):
    name = "heights"
    title = "Heights"
    compares = (
        "the readable rule with an independent implementation that cuts strips for one pair of"
        " heights after the other; small random boards with elevations, walls, doors and gates of"
        " every kind, floors with holes, furniture, flying and large figures; corner rule with open"
        " and closed ends, center rule by tiles and by middles, with every tie setting"
    )
    unit = "boards"
    sources = (
        *(f"src/sightline/{each}" for each in ("errors.py", "model", "geometry")),
        *(
            f"src/sightline/rules/{each}.py"
            for each in ("center", "corner", "heights", "line", "straight")
        ),
        *("tests/reference", "tests/heights.py", "tests/evidence/checks/heights.py"),
    )

    def groups(self) -> dict[str, int]:
        return dict.fromkeys(("square", "hex"), GOAL)

    def part(self, group: str, number: int) -> Result:
        from tests.heights import reference_differences

        result = Result()
        start = FIRST_SEED + BOARDS * number
        for seed in range(start, start + BOARDS):
            for difference in reference_differences(group, seed):
                result.differs(difference)
            result.answers += 1
        return result


class HeightsPacks(Check):
    name = "heights-packs"
    title = "Heights, packs"
    compares = (
        "the kernels of packs with the readable rule on boards with heights: figures of one and of"
        " several tiles, tiles at a height, and tiles of fields, for every pack that supports"
        " heights"
    )
    sources = (
        *(f"src/sightline/{each}" for each in ("errors.py", "model", "geometry", "kernels")),
        *("src/sightline/packs", "src/sightline/engine", "src/sightline/rules"),
        *("tests/heights.py", "tests/evidence/checks/heights.py"),
    )

    def missing(self) -> str:
        return kernels_missing()

    def groups(self) -> dict[str, int]:
        from sightline.packs import PACKS

        return {name: PACK_GOAL for name in PACKS if PACKS[name].heights}

    def part(self, group: str, number: int) -> Result:
        from tests.heights import pack_differences

        result = Result()
        start = FIRST_SEED + BOARDS * number
        for seed in range(start, start + BOARDS):
            for difference in pack_differences(group, seed):
                result.answers += 1
                if difference:
                    result.differs(difference)
        return result


class HeightsKernel(Check):
    name = "heights-kernel"
    title = "Heights, compiled"
    compares = (
        "the kernel of lines with heights, and its bounds from flat boards, with the readable rule:"
        " two figures on the random boards of the row above, and two tiles of a storey, with every"
        " tie setting, for contacts and for visibility"
    )
    sources = (
        *(f"src/sightline/{each}" for each in ("errors.py", "model", "geometry", "kernels")),
        *(f"src/sightline/engine/{each}.py" for each in ("heights", "native", "pairs")),
        *(
            f"src/sightline/rules/{each}.py"
            for each in ("center", "corner", "heights", "line", "straight")
        ),
        *("tests/heights.py", "tests/evidence/checks/heights.py"),
    )

    def missing(self) -> str:
        return kernels_missing()

    def groups(self) -> dict[str, int]:
        return dict.fromkeys(("square", "hex"), KERNEL_GOAL)

    def part(self, group: str, number: int) -> Result:
        from tests.heights import kernel_differences

        result = Result()
        start = FIRST_SEED + BOARDS * number
        for seed in range(start, start + BOARDS):
            for difference in kernel_differences(group, seed):
                result.answers += 1
                if difference:
                    result.differs(difference)
        return result

"""For lines of a fan above and below obstacles, the kernel gives the readable rule's answer."""

from __future__ import annotations

import ctypes
import random
import shutil
import subprocess
from fractions import Fraction
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from sightline.geometry.high_area import HeightLimit, Linear, Mark, _found
from tests.every_rule import THOROUGH

HERE = Path(__file__).parent
KERNELS = HERE.parents[1] / "src" / "sightline" / "kernels"
Limit = tuple[int, int, int, int, bool]
"""The values far, b at the first and at the last direction, a height, and whether to pass above."""
ROUNDS = 20_000 if THOROUGH else 250


@cache
def library() -> ctypes.CDLL:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler here")
    built = Path(mkdtemp()) / "fan_slopes.so"
    flags = ["-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
    checks = ["-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"]
    folders = [f"-I{KERNELS}", f"-I{KERNELS / 'high'}"]
    source = str(HERE / "fan_slopes.c")
    subprocess.run([compiler, *flags, *checks, *folders, source, "-o", str(built)], check=True)
    return ctypes.CDLL(str(built))


def by_kernel(low: int, high: int, limits: list[Limit]) -> tuple[int, int, int]:
    """Return the quick answer (-1 if undecided), the exact answer, and the combined one."""
    numbers = [int(number) for limit in limits for number in limit]
    found = library().slopes(
        ctypes.c_int64(low),
        ctypes.c_int64(high),
        len(limits),
        (ctypes.c_int64 * len(numbers))(*numbers),
        0,
        None,
    )
    return found % 4 - 1, found // 4 % 4 - 1, found // 16


def readable(low: int, high: int, limits: list[Limit]) -> int:
    here = Mark(Fraction(0), (Fraction(1), Fraction(0)))
    bounds = [HeightLimit(here, Fraction(low), True), HeightLimit(here, Fraction(high), False)]
    for far, first, last, height, above in limits:
        by: Linear = (Fraction(first), Fraction(last - first))
        bounds.append(HeightLimit(Mark(Fraction(far), by), Fraction(height), above))
    return int(_found(bounds) is not None)


def some_limits(dice: random.Random, most: int, scale: int) -> list[Limit]:
    """Return random limits with small numbers, so that conditions often meet in one direction.

    With `scale` they are multiplied, which makes them meet only approximately.
    """

    def some(least: int) -> int:
        off = dice.choice((-1, 0, 0, 1)) if scale > 1 else 0
        return max(dice.randint(least, most) * scale + off, least)

    found: list[Limit] = []
    for _ in range(dice.randint(1, 6)):
        far, first, last = some(1), some(0), some(0)
        if first or last:
            found.append((far, first, last, dice.randint(-4, 12), dice.random() < 0.5))
    return found


@pytest.mark.parametrize(
    ("most", "scale"), [(3, 1), (12, 1), (1000, 1), (3, 10**8), (2, 2**54), (3, 2**57)]
)
def test_the_kernel_equals_the_readable_rule(most: int, scale: int) -> None:
    dice = random.Random(most * scale)
    decided = 0
    for _ in range(ROUNDS):
        low, limits = dice.randint(-3, 3), some_limits(dice, most, scale)
        high = low + dice.randint(1, 6)
        quick, exact, both = by_kernel(low, high, limits)
        expected = readable(low, high, limits)
        assert exact == both == expected, (low, high, limits)
        assert quick in (-1, expected), (low, high, limits)
        decided += quick >= 0
    assert decided > ROUNDS // 2

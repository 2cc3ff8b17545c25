"""The long hunt: compare at least ten million tile answers with the readable rules.

It runs only in thorough mode. `make thorough` spreads the parts over processes and prints the sum
at the end; `python -m tests.kernels.test_hunt` runs only this hunt, with two processes and a
counter.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from multiprocessing import get_context

import pytest

from sightline.rules.rule import Rule
from tests.every_rule import EVERY_SETTING, THOROUGH
from tests.kernels.boards import hills_for, make
from tests.kernels.comparing import compare_board

PARTS = 250
SHARES = {  # answers per part, by rule and grid, because the readable rules differ in speed
    ("center", "square"): 3200,
    ("center", "hex"): 2000,
    ("hexray", "hex"): 2200,
    ("corner", "square"): 200,
    ("corner", "hex"): 40,
}
ANSWERS = 10_000_000


def parts() -> Iterator[tuple[Rule, str, int]]:
    for part in range(PARTS):
        for param in EVERY_SETTING:
            rule, grid = param.values
            assert isinstance(rule, Rule)
            yield rule, str(grid), part


def hunt(rule: Rule, grid: str, part: int) -> int:
    """Run one part and return the number of compared answers. Raise at the first difference."""
    rng = random.Random(f"hunt {rule} {grid} {part}")
    compared = 0
    share = SHARES[rule.kind, grid]
    most = 22 if rule.kind != "corner" else 12 if grid == "square" else 8
    while compared < share:
        size, plain = rng.choice((most // 2, most, most)), rng.random() < 0.6
        board = make(grid, rng, size, plain, hills=hills_for(rule))
        compared += compare_board(board, rule, rng, (str(rule), grid, part), sources=4, most=share)
    return compared


def planned() -> int:
    return sum(SHARES[rule.kind, grid] for rule, grid, _ in parts())


def test_the_plan_is_large_enough() -> None:
    assert planned() >= ANSWERS


@pytest.mark.skipif(not THOROUGH, reason="the long hunt is for SIGHTLINE_THOROUGH=1")
@pytest.mark.parametrize("part", range(PARTS if THOROUGH else 1))
def test_no_difference(part: int, record_property) -> None:
    compared = sum(hunt(rule, grid, p) for rule, grid, p in parts() if p == part)
    record_property("tile answers compared", compared)


def test_one_small_part(record_property) -> None:
    """A small part in every run, so that the hunt itself is tested."""
    rule, grid, part = next(each for each in parts() if each[0].kind == "hexray")
    record_property("tile answers compared", hunt(rule, grid, part))


def _hunted(job: tuple[Rule, str, int]) -> tuple[str, int]:
    return job[0].kind, hunt(*job)


def main() -> None:
    jobs = list(parts())
    start, total = time.time(), 0
    with get_context("spawn").Pool(2) as pool:
        for done, (_, compared) in enumerate(pool.imap_unordered(_hunted, jobs), start=1):
            total += compared
            if done % 50 == 0 or done == len(jobs):
                minutes = (time.time() - start) / 60
                print(f"{total:,} tile answers, none different, {minutes:.1f} minutes", flush=True)


if __name__ == "__main__":
    main()

"""Timings that are robust on a busy machine: contestants take turns, and medians are compared.

Each contestant is a list of Python statements, unrolled into one function by `timeit`, so that no
loop overhead is timed. A batch runs all of them a few times. In every round each contestant runs
one batch, so that a slow moment affects all of them, and the median of the rounds counts. Times are
CPU times, or wall-clock times if threads are compared.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from timeit import Timer
from typing import Any

Clock = Callable[[], float]


@dataclass
class Effort:
    """How much to measure."""

    batch: float = 0.004
    """Minimum seconds of a batch."""
    budget: float = 0.25
    """Approximate seconds for one race."""
    fewest: int = 5
    most: int = 41
    calls: int = 256
    """Number of different calls of a contestant."""
    sources: int = 48
    """Number of tiles from which fields are computed."""
    pairs: int = 1_000_000
    """Number of pairs in a batch question."""
    processes: int = 20
    """Number of new interpreters to start."""
    small: bool = False
    """Whether to use small boards, only to check that everything runs."""


FULL = Effort()
QUICK = Effort(0.0003, 0.002, 2, 3, calls=16, sources=3, pairs=2_000, processes=2, small=True)


@dataclass
class Contestant:
    """Something to time: statements, and the names that they use."""

    name: str
    statements: Sequence[str]
    names: Mapping[str, Any]
    clock: Clock = time.process_time
    timer: Timer = field(init=False, repr=False)

    def __post_init__(self) -> None:
        # Locals are faster than globals, and only the call should be timed.
        given = {f"_{name}": value for name, value in self.names.items()}
        setup = "\n".join(f"{name} = _{name}" for name in self.names) or "pass"
        self.timer = Timer("\n".join(self.statements), setup, timer=self.clock, globals=given)


@dataclass(frozen=True)
class Time:
    """Seconds per statement, over the rounds of a race."""

    name: str
    rounds: tuple[float, ...]

    @property
    def median(self) -> float:
        return median(self.rounds)

    @property
    def best(self) -> float:
        return min(self.rounds)

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "median": self.median,
            "best": self.best,
            "rounds": [float(f"{each:.4g}") for each in self.rounds],
        }


def race(contestants: Sequence[Contestant], effort: Effort) -> dict[str, Time]:
    """Run the contestants in turns, and return their times by name."""
    numbers: list[int] = []
    total = 0.0
    for each in contestants:
        once = _warm(each, effort)
        numbers.append(max(1, round(effort.batch / once)))
        total += once * numbers[-1]
    rounds = min(effort.most, max(effort.fewest, int(effort.budget / max(total, 1e-9))))
    times: list[list[float]] = [[] for _ in contestants]
    for _ in range(rounds):
        for each, number, mine in zip(contestants, numbers, times, strict=True):
            mine.append(each.timer.timeit(number) / number / len(each.statements))
    return {
        each.name: Time(each.name, tuple(mine))
        for each, mine in zip(contestants, times, strict=True)
    }


def _warm(each: Contestant, effort: Effort) -> float:
    """Run it until its tables are built and the batch is long enough to be timed."""
    number = 1
    spent = each.timer.timeit(number)
    while True:
        spent = max(each.timer.timeit(number), 1e-7)
        if spent >= effort.batch / 4 or number > 1_000_000:
            return spent / number
        number *= 4

"""Times that survive a busy machine: contestants take turns, and medians are compared.

Each contestant is a list of Python statements, unrolled into one function by `timeit`, so that no
loop is timed with them. A batch runs them all a few times. In every round each contestant runs one
batch, one after the other, so that a slow moment meets all of them; the median of the rounds
counts. CPU time is taken, not the clock on the wall, unless threads are compared.
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
    """How hard to try."""

    batch: float = 0.004
    """Seconds that a batch should take, at least."""
    budget: float = 0.25
    """Seconds for one race, roughly."""
    fewest: int = 5
    most: int = 41
    calls: int = 256
    """How many different calls a contestant makes."""
    sources: int = 48
    """From how many tiles fields are looked at."""
    pairs: int = 1_000_000
    """How many pairs a batch question holds."""
    processes: int = 20
    """How many fresh interpreters are started."""
    small: bool = False
    """Small boards, only to see that it runs?"""


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
        # Locals are looked up faster than globals: what is timed is the call.
        given = {f"_{name}": value for name, value in self.names.items()}
        setup = "\n".join(f"{name} = _{name}" for name in self.names) or "pass"
        self.timer = Timer("\n".join(self.statements), setup, timer=self.clock, globals=given)


@dataclass(frozen=True)
class Time:
    """Seconds a statement, over the rounds of a race."""

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
    """Let them take turns; their times by name."""
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
    """Run it until the tables are built and the batch is long enough to be timed."""
    number = 1
    spent = each.timer.timeit(number)
    while True:
        spent = max(each.timer.timeit(number), 1e-7)
        if spent >= effort.batch / 4 or number > 1_000_000:
            return spent / number
        number *= 4

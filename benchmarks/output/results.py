"""Results of a run: rows of cases, each with a value and a goal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from benchmarks.timing import Effort, Time

MISSED, REACHED, STRETCH, NO_GOAL, NOT_RUN = "missed", "reached", "stretch", "", "not run"


@dataclass(frozen=True)
class Case:
    """One measurement: the map, our time, the peer's time, and the value that counts."""

    name: str
    value: float
    ours: Time | None = None
    peer: Time | None = None
    details: dict[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "value": self.value,
            "ours": self.ours.to_dict() if self.ours else None,
            "peer": self.peer.to_dict() if self.peer else None,
            **self.details,
        }


def slower_than(name: str, ours: Time, peer: Time) -> Case:
    """Return a case whose value is our time divided by the peer's: less is better."""
    return Case(name, ours.median / peer.median, ours, peer)


def faster_than(name: str, ours: Time, peer: Time) -> Case:
    """Return a case whose value is the peer's time divided by ours: more is better."""
    return Case(name, peer.median / ours.median, ours, peer)


Measure = Callable[[Effort], Iterator[Case]]


@dataclass(frozen=True)
class Row:
    """One line of the table: what is measured, and its goal."""

    key: str
    operation: str
    against: str
    measure: Measure = field(repr=False, compare=False)
    unit: str = "×"
    most: bool = False
    """Whether the goal is a maximum (a cost) or a minimum (a gain)."""
    reach: float | None = None
    stretch: float | None = None

    def verdict(self, value: float) -> str:
        if self.reach is None:
            return NO_GOAL
        if self.stretch is not None and self._good(value, self.stretch):
            return STRETCH
        return REACHED if self._good(value, self.reach) else MISSED

    def _good(self, value: float, figure: float) -> bool:
        return value <= figure if self.most else value >= figure


@dataclass
class Measured:
    """A row with its cases."""

    row: Row
    cases: list[Case]
    why_not: str = ""

    @property
    def worst(self) -> Case | None:
        if not self.cases:
            return None
        pick = max if self.row.most else min
        return pick(self.cases, key=lambda case: case.value)

    @property
    def middle(self) -> float | None:
        return median(case.value for case in self.cases) if self.cases else None

    @property
    def verdict(self) -> str:
        """Return the verdict for the worst case: a goal is reached if it is
        reached on every map.
        """
        return self.row.verdict(self.worst.value) if self.worst else NOT_RUN

    def to_dict(self) -> dict[str, Any]:
        row = self.row
        return {
            "key": row.key,
            "operation": row.operation,
            "against": row.against,
            "unit": row.unit,
            "most": row.most,
            "reach": row.reach,
            "stretch": row.stretch,
            "worst": self.worst.value if self.worst else None,
            "median": self.middle,
            "verdict": self.verdict,
            "why_not": self.why_not,
            "cases": [case.to_dict() for case in self.cases],
        }

"""The ledger: one small file per check, with the finished parts and their results.

Each row belongs to one hash of the sources. When the sources change, the row is reduced to one line
of history and a new, empty row begins.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from tests.evidence.check import Check, Result

LEDGER = Path(__file__).with_name("ledger")


class Parts:
    """A set of part numbers, stored as ranges."""

    def __init__(self, text: str = "") -> None:
        self.ranges: list[tuple[int, int]] = []
        """The first and last number of each range, sorted, with gaps between ranges."""
        for each in text.split(",") if text else ():
            first, _, last = each.partition("-")
            self.ranges.append((int(first), int(last or first)))

    def __str__(self) -> str:
        return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in self.ranges)

    def __contains__(self, number: int) -> bool:
        return any(first <= number <= last for first, last in self.ranges)

    def __iter__(self) -> Iterator[int]:
        for first, last in self.ranges:
            yield from range(first, last + 1)

    def __len__(self) -> int:
        return sum(last - first + 1 for first, last in self.ranges)

    def add(self, number: int) -> None:
        merged: list[tuple[int, int]] = []
        for first, last in sorted([*self.ranges, (number, number)]):
            if merged and first <= merged[-1][1] + 1:
                merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
            else:
                merged.append((first, last))
        self.ranges = merged

    def free(self, most: int | None = None) -> Iterator[int]:
        """Yield the missing numbers below `most`, lowest first."""
        number = 0
        for first, last in self.ranges:
            yield from range(number, first)
            number = last + 1
        while most is None or number < most:
            yield number
            number += 1


@dataclass
class Group:
    """Progress of one group of a check."""

    goal: int
    parts: Parts = field(default_factory=Parts)
    answers: int = 0
    differences: int = 0

    @property
    def share(self) -> float:
        return min(1.0, self.answers / self.goal) if self.goal else 1.0


@dataclass
class Difference:
    """A description of a difference, and the part that reproduces it."""

    group: str
    part: int
    words: str


@dataclass
class Past:
    """Evidence for an earlier version of the sources."""

    hash: str
    first: str
    last: str
    answers: int
    differences: int
    difference: Difference | None = None


@dataclass
class Row:
    """Evidence for the sources with this hash."""

    hash: str
    first: str
    last: str
    seconds: float
    groups: dict[str, Group]
    difference: Difference | None = None

    @property
    def goal(self) -> int:
        return sum(group.goal for group in self.groups.values())

    @property
    def answers(self) -> int:
        return sum(group.answers for group in self.groups.values())

    @property
    def differences(self) -> int:
        return sum(group.differences for group in self.groups.values())

    @property
    def share(self) -> float:
        """Return the progress toward the goal, from 0 to 1. Each group counts
        up to its own goal.
        """
        reached = sum(group.share * group.goal for group in self.groups.values())
        return reached / self.goal if self.goal else 1.0

    def add(self, group: str, number: int, result: Result, seconds: float, today: date) -> None:
        """Record a part. Recording the same part again has no effect."""
        here = self.groups[group]
        if number in here.parts:
            return
        here.parts.add(number)
        here.answers += result.answers
        here.differences += result.differences
        self.seconds = round(self.seconds + seconds, 1)
        self.first, self.last = self.first or str(today), str(today)
        if result.differences:
            found = Difference(group, number, result.first)
            known = self.difference
            if known is None or len(found.words) < len(known.words):
                self.difference = found

    def past(self) -> Past:
        return Past(
            *(self.hash, self.first, self.last),
            *(self.answers, self.differences, self.difference),
        )


@dataclass
class Book:
    """The ledger of one check."""

    row: Row | None = None
    past: list[Past] = field(default_factory=list)

    def current(self, check: Check, hash_: str) -> Row:
        """Return the row for the current sources. A row for older sources becomes history."""
        if self.row is None or self.row.hash != hash_:
            if self.row is not None and self.row.answers + self.row.differences:
                self.past.append(self.row.past())
            groups = {name: Group(goal) for name, goal in check.groups().items()}
            self.row = Row(hash_, "", "", 0.0, groups)
        return self.row


def load(name: str, folder: Path = LEDGER) -> Book:
    path = folder / f"{name}.json"
    if not path.exists():
        return Book()
    data = json.loads(path.read_text(encoding="utf-8"))
    past = [Past(**{**each, "difference": _difference(each)}) for each in data["past"]]
    row = data["row"]
    if row is None:
        return Book(None, past)
    groups = {
        group: Group(**{**each, "parts": Parts(each["parts"])})
        for group, each in row["groups"].items()
    }
    return Book(Row(**{**row, "groups": groups, "difference": _difference(row)}), past)


def _difference(data: dict[str, Any]) -> Difference | None:
    return None if data["difference"] is None else Difference(**data["difference"])


def save(name: str, book: Book, folder: Path = LEDGER) -> None:
    """Write the file in one step, so that an interrupted run cannot leave half of it."""
    row = None
    if book.row is not None:
        groups = {
            group: {**vars(each), "parts": str(each.parts)}
            for group, each in book.row.groups.items()
        }
        plain = None if book.row.difference is None else asdict(book.row.difference)
        row = {**vars(book.row), "groups": groups, "difference": plain}
    data = {"past": [asdict(each) for each in book.past], "row": row}
    half = folder / f".{name}.half"
    half.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    half.rename(folder / f"{name}.json")


def books(checks: Iterable[Check], folder: Path = LEDGER) -> dict[str, Book]:
    return {check.name: load(check.name, folder) for check in checks}

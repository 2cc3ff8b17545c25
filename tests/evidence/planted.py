"""Checks with planted faults, to test that runs detect them."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from tests.evidence.check import Check, Result, hash_of
from tests.evidence.ledger import Parts
from tests.evidence.running import work


class Planted(Check):
    """A check with ten comparisons per part. The group's name selects the fault."""

    name = "planted"
    title = "Planted"
    compares = "nothing with nothing"

    def __init__(self, group: str = "", sources: Path | None = None, goal: int = 50) -> None:
        self._group, self._sources, self._goal = group, sources, goal

    def groups(self) -> dict[str, int]:
        return {self._group: self._goal}

    def hash(self) -> str:
        return "none" if self._sources is None else hash_of(self._sources, (".",))

    def part(self, group: str, number: int) -> Result:
        result = Result()
        with result.case(f"board {number}"):
            assert group != "wrong" or number != 2, "2 is not 3"
            if group == "crash" and number == 1:
                os.abort()
            if group == "error" and number == 1:
                raise ValueError("a reader gave up")
            if group == "slow" and number == 1:
                time.sleep(600)
            result.answers += 10
        return result


if __name__ == "__main__":
    _, _, _, group_, parts, seconds, wanted = sys.argv
    if group_ == "import":
        raise SystemExit("a module is missing")
    work(Planted(), group_, [*Parts(parts)], float(seconds), int(wanted))

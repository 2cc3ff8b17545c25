"""Feed corrupted map files to every map reader."""

from __future__ import annotations

import math
import resource
from contextlib import redirect_stdout
from sys import stderr

from tests.evidence.check import Check, Result

GOAL = 10**7
FILES = 1000
MEMORY = 1 << 30
"""Memory limit in bytes. A file of a few hundred bytes must never need more."""


class Readers(Check):
    name = "readers"
    title = "Map readers"
    compares = (
        "the result of reading a broken map file: a board or one of our errors, within 10 seconds"
        " and 1 GB; some of the boards are written in every format and read again"
    )
    unit = "files"
    sources = (
        *("src/sightline/errors.py", "src/sightline/model", "src/sightline/geometry"),
        *("src/sightline/formats", "src/sightline/pictures", "tests/fuzz/fuzz_readers.py"),
        *("tests/fuzz/corpus", "tests/evidence/checks/readers.py"),
    )

    def groups(self) -> dict[str, int]:
        return {"files": GOAL}

    def part(self, group: str, number: int) -> Result:
        from tests.fuzz import fuzz_readers

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        with redirect_stdout(stderr):
            return Result(fuzz_readers.run(math.inf, number, most=FILES))

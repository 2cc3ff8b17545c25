"""Startup cost: `import sightline`, and the first question of a new process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from statistics import median

from benchmarks.output.results import Case, Row
from benchmarks.peers import MissingPeerError
from benchmarks.timing import Effort, Time

BARE = "pass"


def imports(programs: Sequence[str], effort: Effort) -> Iterator[Case]:
    """CPU time of new interpreters minus that of one that does nothing, measured in turns."""
    spent: dict[str, list[float]] = {program: [] for program in (BARE, *programs)}
    for program in spent:
        _cpu_seconds(program)  # once before timing, so that everything is compiled and in memory
    for _ in range(effort.processes):
        for program, seconds in spent.items():
            seconds.append(_cpu_seconds(program))
    bare = median(spent.pop(BARE))
    for name, seconds in spent.items():
        over = Time(name, tuple(each - bare for each in seconds))
        yield Case(name, over.median * 1e3, over, details={"bare": bare})


def import_only(effort: Effort) -> Iterator[Case]:
    return imports(["import sightline"], effort)


def import_names(effort: Effort) -> Iterator[Case]:
    """Names are imported at first use, so this includes the names of a typical first program."""
    return imports(["from sightline import SquareBoard, CornerRule, sees"], effort)


def import_peers(effort: Effort) -> Iterator[Case]:
    return imports(["import numpy", "import tcod.map"], effort)


def _cpu_seconds(program: str) -> float:
    """Return user and system time of `python -c program`."""
    process = subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    if status != 0:
        raise MissingPeerError(f"{program}: not to be had here")
    return usage.ru_utime + usage.ru_stime


FIRST = """
import time
from sightline import CenterRule, CornerRule, HexBoard, HexRayRule, SquareBoard, sees
board, rule = {board}, {rule}
board.set_solid({rock})
a, b = {a}, {b}
start = time.perf_counter()
sees(board, a, b, rule)
print(time.perf_counter() - start)
"""
SQUARE = {"rock": "(1, 3)", "a": "(1, 1)", "b": "(3, 6)"}
FIRSTS = {
    "center rule, 20²": {"board": "SquareBoard(20, 20)", "rule": "CenterRule()", **SQUARE},
    "corner rule, 20²": {"board": "SquareBoard(20, 20)", "rule": "CornerRule()", **SQUARE},
    "corner rule, 100²": {"board": "SquareBoard(100, 100)", "rule": "CornerRule()", **SQUARE},
    "hex ray, radius 20": {"board": "HexBoard(radius=20)", "rule": "HexRayRule()", **SQUARE},
}


def first_sees(effort: Effort) -> Iterator[Case]:
    """The first `sees` of a process, on a new board."""
    taken: dict[str, list[float]] = {name: [] for name in FIRSTS}
    for _ in range(effort.processes):
        for name, parts in FIRSTS.items():
            command = [sys.executable, "-c", FIRST.format(**parts)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            taken[name].append(float(done.stdout))
    for name, seconds in taken.items():
        time = Time(name, tuple(seconds))
        yield Case(name, time.median * 1e6, time)


ROWS = (
    Row(
        "import",
        "`import sightline`",
        "over bare Python",
        import_only,
        unit="ms",
        most=True,
        reach=80,
        stretch=40,
    ),
    Row(
        "import-names",
        "`from sightline import SquareBoard, CornerRule, sees`",
        "over bare Python",
        import_names,
        unit="ms",
        most=True,
        reach=80,
        stretch=40,
    ),
    Row(
        "import-peers",
        "for comparison: `import numpy`, `import tcod.map`",
        "over bare Python",
        import_peers,
        unit="ms",
        most=True,
    ),
    Row(
        "first-sees",
        "the first `sees` of a process",
        "time",
        first_sees,
        unit="µs",
        most=True,
        reach=20,
    ),
)

"""Count instructions of the kernels with callgrind, which does not depend on the machine's load.

`python -m benchmarks.instructions` prints them. One process under valgrind asks every question of
the workload. Between questions it calls the empty function of `floor.pyx`, at which callgrind saves
its counts. The result has the inclusive count of each kernel function for one call of the public
function, without the interpreter around it.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks import maps, peers
from benchmarks.cases.fields import some
from benchmarks.cases.pairs import CENTER, CORNER, HEXRAY
from sightline.engine import all_pairs, field, sees, sees_many

PAIRS, SOURCES, BATCH = 256, 32, 4096
Job = tuple[str, int, Callable[[], object]]
_MARK = "*empty_call*"
_COUNT = re.compile(r"^\s*([\d,]+) .*?:(\S+) \[.*/kernels/_core\.", re.MULTILINE)
_PREFIX = re.compile(r"__pyx_(?:pw|f|pf)_\d+sightline_\d+kernels_\d+_core_(?:\d+)?")


def workload() -> list[Job]:
    """Return (name, calls, work): fixed questions on fixed maps."""
    solid = maps.solid_map("caves", 100)
    board, free = maps.board(solid), maps.free_tiles(solid)
    walled = maps.add_thin_walls(maps.board(solid), maps.thin_walls(solid, "along rock"))
    hexes = maps.hex_board("caves", 60)
    scattered = maps.free_wall_board(1000)
    large = maps.board(maps.solid_map("rooms", 1000))
    rooms = maps.board(maps.solid_map("rooms", 64))
    pairs, at = maps.near_pairs(free, PAIRS), some(free, SOURCES)
    hex_pairs = maps.near_hex_pairs(hexes, PAIRS)
    hex_at = [a for a, _ in hex_pairs[:SOURCES]]
    large_at = some(maps.free_tiles(maps.solid_map("rooms", 1000)), SOURCES)
    batch = maps.near_pairs_array(solid, BATCH)
    jobs: list[Job] = []
    for name, here, rule, those in (
        ("center", board, CENTER, pairs),
        ("corner", board, CORNER, pairs),
        ("center, thin walls", walled, CENTER, pairs),
        ("corner, thin walls", walled, CORNER, pairs),
        ("center, 1,000 free walls", scattered, CENTER, pairs),
        ("corner, 1,000 free walls", scattered, CORNER, pairs),
        ("hex ray", hexes, HEXRAY, hex_pairs),
    ):
        jobs.append((f"sees, {name}", len(those), _asking(here, those, rule)))
    for name, here, rule, sources in (
        ("center", board, CENTER, at),
        ("corner", board, CORNER, at),
        ("center, thin walls", walled, CENTER, at),
        ("corner, thin walls", walled, CORNER, at),
        ("hex ray", hexes, HEXRAY, hex_at),
    ):
        jobs.append(
            (f"field of radius 20, {name}", len(sources), _looking(here, sources, rule, 20))
        )
    for name, rule in (("center", CENTER), ("corner", CORNER)):
        work = _looking(large, large_at, rule, None)
        jobs.append((f"field, rooms 1000², no radius, {name}", len(large_at), work))
        jobs.append((f"sees_many, {name}", BATCH, _many(board, batch, rule)))
        jobs.append((f"all_pairs, rooms 64², {name}", 1, _everybody(rooms, rule)))
    return jobs


def _asking(board: Any, pairs: Any, rule: Any) -> Callable[[], object]:
    return lambda: [sees(board, a, b, rule) for a, b in pairs]


def _looking(board: Any, at: Any, rule: Any, radius: int | None) -> Callable[[], object]:
    return lambda: [field(board, a, rule, radius=radius) for a in at]


def _many(board: Any, pairs: Any, rule: Any) -> Callable[[], object]:
    return lambda: sees_many(board, pairs, rule)


def _everybody(board: Any, rule: Any) -> Callable[[], object]:
    return lambda: all_pairs(board, rule)


def perform() -> None:
    """Run under valgrind: each job once to build its tables, then once to be counted."""
    mark = peers.empty_call()
    assert mark is not None
    jobs = workload()
    for _, _, work in jobs:
        work()
        mark(None, None, None, None)
        work()
        mark(None, None, None, None)
    print(json.dumps([(name, calls) for name, calls, _ in jobs]))


def count() -> dict[str, dict[str, float]]:
    """Return instructions per call, by question and function; empty without valgrind."""
    if shutil.which("valgrind") is None or peers.empty_call() is None:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        command = [
            *(["setarch", "-R"] if shutil.which("setarch") else []),
            "valgrind",
            "--tool=callgrind",
            f"--callgrind-out-file={folder}/out",
            f"--dump-before={_MARK}",
            sys.executable,
            "-m",
            "benchmarks.instructions",
            "--perform",
        ]
        settings = os.environ | {"PYTHONHASHSEED": "0"}
        done = subprocess.run(
            command, capture_output=True, text=True, check=True, env=settings, cwd=_ROOT
        )
        jobs = json.loads(done.stdout)
        # Each job has two parts: the first builds the tables, the second is counted.
        return {
            name: _by_function(Path(folder, f"out.{2 * i + 2}"), calls)
            for i, (name, calls) in enumerate(jobs)
        }


def _by_function(part: Path, calls: int) -> dict[str, float]:
    """Return the inclusive counts of kernel functions, the largest (the entry) first."""
    command = ["callgrind_annotate", "--inclusive=yes", "--threshold=100", str(part)]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    counts: dict[str, float] = {}
    for digits, symbol in _COUNT.findall(output):
        name = _PREFIX.sub("", symbol).split(".")[0]
        if not name.startswith("__Pyx"):
            instructions = int(digits.replace(",", "")) / calls
            counts[name] = round(max(counts.get(name, 0.0), instructions), 1)
    return dict(sorted(counts.items(), key=lambda item: -item[1]))


def entry(counts: dict[str, float]) -> float:
    """Return the count of the entry function, which includes the whole call."""
    return max(counts.values(), default=0.0)


_ROOT = Path(__file__).parents[1]


def main() -> None:
    if "--perform" in sys.argv:
        perform()
        return
    for name, counts in count().items():
        inside = ", ".join(f"{part} {value:,.0f}" for part, value in list(counts.items())[1:5])
        print(f"{entry(counts):>12,.0f}  {name:<40} {inside}")


if __name__ == "__main__":
    main()

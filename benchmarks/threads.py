"""`python -m benchmarks.threads`: the same work on one and on several threads, in wall-clock time.

In each of many rounds, every number of threads takes a turn. The best round counts, since other
programs only make rounds slower. SHA-256 from the standard library, which also releases the
interpreter lock, shows the best speedup that the machine allows.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np

from benchmarks import maps
from benchmarks.machine import ROOT, facts
from sightline import (
    CenterRule,
    CornerRule,
    HexRayRule,
    all_pairs,
    field_many,
    heat_map,
    sees_many,
)

RUNS = ROOT / "benchmarks" / "runs"
ROUNDS = 15
SIDE = 128
Job = Callable[[int], object]


def sha(threads: int) -> None:
    """Hash the same data, split into one part per thread."""
    part = bytes(96_000_000 // threads)
    helpers = [Thread(target=hashlib.sha256, args=(part,)) for _ in range(threads - 1)]
    for each in helpers:
        each.start()
    hashlib.sha256(part)
    for each in helpers:
        each.join()


def jobs(small: bool) -> dict[str, Job]:
    side = 24 if small else SIDE
    board = maps.board(maps.solid_map("caves", side))
    pairs = maps.near_pairs_array(maps.solid_map("caves", side), 2_000 if small else 2_000_000)
    free = np.argwhere(~maps.solid_map("caves", side))
    some = free[np.arange(100 if small else 4_000) % len(free)]
    hexes = maps.hex_board("caves", 8 if small else 60)
    found: dict[str, Job] = {"sha256": sha}
    for name, rule in (("center", CenterRule()), ("corner", CornerRule())):
        found |= {
            f"sees_many, {name}": lambda n, r=rule: sees_many(board, pairs, r, threads=n),
            f"all_pairs, {name}": lambda n, r=rule: all_pairs(board, r, threads=n),
            f"field_many, {name}": lambda n, r=rule: field_many(board, some, r, threads=n),
            f"field_many, {name}, radius 20": lambda n, r=rule: field_many(
                board, some, r, radius=20, threads=n
            ),
            f"heat_map, {name}": lambda n, r=rule: heat_map(board, r, threads=n),
            f"heat_map, {name}, radius 20": lambda n, r=rule: heat_map(
                board, r, radius=20, threads=n
            ),
        }
    found["heat_map, hex ray, radius 20"] = lambda n: heat_map(
        hexes, HexRayRule(), radius=20, threads=n
    )
    return found


def measure(job: Job, counts: Sequence[int], rounds: int) -> dict[int, float]:
    """Return the best time in seconds for each number of threads."""
    best = dict.fromkeys(counts, float("inf"))
    for _ in range(rounds):
        for count in counts:
            began = time.perf_counter()
            job(count)
            best[count] = min(best[count], time.perf_counter() - began)
    return best


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.threads", description=__doc__)
    parser.add_argument("--threads", default="1,2", help="how many, such as 1,2,4")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--quick", action="store_true", help="tiny inputs, only to see it run")
    parser.add_argument("--save", action="store_true", help="keep the run in benchmarks/runs")
    parser.add_argument("--out", default="", help="keep it in that file instead")
    asked = parser.parse_args(words)
    counts = [int(each) for each in asked.threads.split(",")]
    run: dict[str, Any] = {"date": date.today().isoformat(), "machine": facts(), "threads": counts}
    run["cores_for_this"] = (
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None
    )
    rows: list[dict[str, Any]] = []
    for name, job in jobs(asked.quick).items():
        best = measure(job, counts, 2 if asked.quick else asked.rounds)
        ratios = {count: best[counts[0]] / seconds for count, seconds in best.items()}
        rows.append({"name": name, "seconds": best, "ratios": ratios})
        shown = "  ".join(f"{count}: {ratio:.2f}×" for count, ratio in ratios.items())
        print(f"{name:32} {best[counts[0]] * 1e3:8.1f} ms   {shown}", flush=True)
    run["jobs"] = rows
    run["load_after"] = os.getloadavg()
    if asked.save or asked.out:
        target = Path(asked.out) if asked.out else RUNS / f"{run['date']}-threads.json"
        target.write_text(json.dumps(run, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""`python -m benchmarks.cluster`: heat maps in pieces, from 512² to 8192² tiles.

It checks that cost is proportional to the number of tiles, and that a worker's memory is constant.
Wall-clock time depends on other programs and CPU time hardly does, so it records both. Some pieces
of each result are compared with the result of a single machine.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.machine import ROOT, facts
from sightline import CenterRule, CornerRule, SquareBoard, heat_map
from sightline.cluster import heat_map as heat_in_pieces
from sightline.cluster import open_heat
from sightline.rules.rule import Rule

RUNS = ROOT / "benchmarks" / "runs"
RULES: dict[str, Rule] = {"center": CenterRule(), "corner": CornerRule()}
SIDES = (512, 1024, 2048, 4096, 8192)
RADIUS = 20
ROCK = 0.28
STRIP = 128
"""Rows generated at a time, so that the whole map is never in memory."""
COMPARED = 96
"""Side length of the compared areas, around corners where four pieces meet."""


def make_rock(file: Path, side: int) -> None:
    """Write 28 % random rock directly to disk."""
    rng = np.random.default_rng(side)
    rock = np.lib.format.open_memmap(file, mode="w+", dtype=bool, shape=(side, side))
    for row in range(0, side, STRIP):
        rock[row : row + STRIP] = rng.random((min(STRIP, side - row), side)) < ROCK
    rock.flush()


def compared(rock: Any, heat: Any, rule: Rule, piece: int) -> int:
    """Compare numbers around corners of pieces with a single machine's, and return how many.

    Raise at the first difference.
    """
    count, half, more = 0, COMPARED // 2, RADIUS + 5
    last = (rock.shape[0] // piece - 1) * piece
    for row, col in {(piece, piece), (last, piece), (last, last), (piece, last)}:
        if not 0 < row < rock.shape[0] or not 0 < col < rock.shape[1]:
            continue
        top, left = max(0, row - half - more), max(0, col - half - more)
        near = np.array(rock[top : row + half + more, left : col + half + more])
        whole = heat_map(SquareBoard.from_array(near), rule, radius=RADIUS)
        ours = heat[row - half : row + half, col - half : col + half]
        if (ours < 0).any():  # stopped before this piece
            continue
        cut = whole[row - half - top : row + half - top, col - half - left : col + half - left]
        if not np.array_equal(ours, cut):
            raise AssertionError(f"the heat map around {row}, {col} is not that of one machine")
        count += ours.size
    return count


def measure(
    name: str, side: int, workers: int, folder: Path, limit: float = math.inf
) -> dict[str, Any]:
    """Measure one map by one rule. After `limit` seconds, stop it as Ctrl+C would."""
    file = folder / f"rock-{side}.npy"
    if not file.exists():
        make_rock(file, side)
    load = os.getloadavg()
    began = time.perf_counter()
    out = folder / f"{name}-{side}"
    tiles = 0

    def stop_in_time(done: int, total: int) -> None:
        nonlocal tiles
        tiles = done
        if time.perf_counter() - began > limit:
            raise KeyboardInterrupt

    run = heat_in_pieces(
        file, RULES[name], radius=RADIUS, out=out, workers=workers, progress=stop_in_time
    )
    seconds = time.perf_counter() - began
    if not run.complete and seconds < limit:
        raise KeyboardInterrupt  # a user pressed Ctrl+C
    piece = json.loads((out / "manifest.json").read_text(encoding="utf-8"))["piece"]
    rock = np.load(file, mmap_mode="r")
    return {
        "rule": name,
        "side": side,
        "tiles": tiles,
        "pieces": run.pieces,
        "pieces_done": run.done,
        "seconds": seconds,
        "processor_seconds": run.spent.cpu_seconds,
        "processor_us_a_tile": run.spent.cpu_seconds / tiles * 1e6,
        "peak_mb_of_workers": [round(each / 2**20, 1) for each in run.spent.peak_bytes.values()],
        "result_mb": sum(each.stat().st_size for each in out.rglob("*") if each.is_file()) / 2**20,
        "compared": compared(rock, open_heat(out), RULES[name], piece),
        "load_before": [round(each, 2) for each in load],
    }


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cluster", description=__doc__)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--least", type=int, default=0, help="the shortest side")
    parser.add_argument("--most", type=int, default=8192, help="the longest side")
    parser.add_argument("--rule", action="append", choices=list(RULES), help="these; both without")
    parser.add_argument("--limit", type=float, default=math.inf, help="seconds for each map")
    parser.add_argument("--quick", action="store_true", help="a tiny map, only to see it run")
    parser.add_argument("--note", default="", help="what a reader of the run should know")
    parser.add_argument("--save", action="store_true", help="keep the run in benchmarks/runs")
    asked = parser.parse_args(words)
    run: dict[str, Any] = {
        "date": date.today().isoformat(),
        "machine": facts(),
        "note": asked.note,
        "workers": asked.workers,
        "radius": RADIUS,
        "rock": ROCK,
        "maps": [],
    }
    with tempfile.TemporaryDirectory() as folder:
        for name in asked.rule or RULES:
            for side in (64,) if asked.quick else SIDES:
                if not asked.least <= side <= asked.most and not asked.quick:
                    continue
                found = measure(name, side, asked.workers, Path(folder), asked.limit)
                run["maps"].append(found)
                print(
                    f"{name:7} {side:5}²  {found['seconds']:8.1f} s on the wall"
                    f"  {found['processor_seconds']:8.1f} s of processor"
                    f"  {found['processor_us_a_tile']:6.2f} µs a tile"
                    f"  {max(found['peak_mb_of_workers']):6.1f} MB a worker"
                    f"  {found['pieces_done']} of {found['pieces']} pieces"
                    f"  {found['compared']:,} compared",
                    flush=True,
                )
                if asked.save:
                    _keep(run)
    return 0


def _keep(run: dict[str, Any]) -> None:
    """Save after each map, because a run may be interrupted. Other maps of the same day stay."""
    target = RUNS / f"{run['date']}-cluster.json"
    if target.exists():
        own = [(each["rule"], each["side"]) for each in run["maps"]]
        before = json.loads(target.read_text(encoding="utf-8"))["maps"]
        others = [each for each in before if (each["rule"], each["side"]) not in own]
        order = sorted([*others, *run["maps"]], key=lambda each: (each["rule"], each["side"]))
        run = {**run, "maps": order}
    target.write_text(json.dumps(run, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

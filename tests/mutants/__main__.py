"""Command line of the mutation tests: `python -m tests.mutants --part formats --count 100`."""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from math import inf
from pathlib import Path
from queue import SimpleQueue

from tests.mutants import mutant, running
from tests.mutants.parts import PARTS, Part


def sample(root: Path, part: Part, count: int, seed: int) -> list[mutant.Mutant]:
    """Choose random mutants of a part, reproducibly for the same sources and seed."""
    found = [each for path in part.source_files(root) for each in mutant.of_file(root, path)]
    return random.Random(seed).sample(found, min(count, len(found)))


def run(given: argparse.Namespace, name: str, end: float) -> Counter[running.Outcome]:
    """Try mutants of one part and print the outcome of each."""
    part = PARTS[name]
    counts: Counter[running.Outcome] = Counter()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(given.workers) as pool:
        tree = running.Tree(Path(folder, "0"))
        if failing := running.failing_unchanged(tree, part, given.workers):
            raise SystemExit(f"{name}: {failing} fails without any change. Fix it first.")
        free: SimpleQueue[running.Tree] = SimpleQueue()
        for number in range(given.workers):
            copy = running.Tree(Path(folder, str(number + 1)))
            copy.limit, copy.end = tree.limit, end
            free.put(copy)
        mutants = sample(running.ROOT, part, given.count, given.seed)
        tried = [pool.submit(_try, free, part, each) for each in mutants]
        for number, each in enumerate(as_completed(tried), 1):
            if result := each.result():
                counts[result.outcome] += 1
                print(
                    f"{number:3} {result.outcome.value:9} {result.seconds:4.0f} s "
                    f" {result.mutant}  {result.by}",
                    flush=True,
                )
    words = ", ".join(f"{counts[outcome]} {outcome.value}" for outcome in running.Outcome)
    print(f"{name}: {words} (seed {given.seed})", flush=True)
    return counts


def _try(free: SimpleQueue[running.Tree], part: Part, each: mutant.Mutant) -> running.Result | None:
    """Try a mutant on a free tree. Return None if the time is over."""
    tree = free.get()
    try:
        return running.try_mutant(tree, part, each)
    except running.LateError:
        return None
    finally:
        free.put(tree)


def main(words: Sequence[str]) -> int:
    """Read the command line; return 1 if fewer than `--least` percent of the mutants are killed."""
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("--part", choices=PARTS, action="append", help="default: all parts")
    parser.add_argument("--count", type=int, default=40, help="mutants of each part")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="mutants at once")
    parser.add_argument("--seconds", type=float, default=inf, help="time for all of them")
    parser.add_argument("--least", type=int, default=90, help="percent that must be killed")
    given = parser.parse_args(words)
    os.nice(10)
    enough, end = True, time.monotonic() + given.seconds
    for name in given.part or PARTS:
        counts = run(given, name, end)
        enough &= counts[running.Outcome.KILLED] * 100 >= given.least * counts.total()
    return 0 if enough else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

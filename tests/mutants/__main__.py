"""The command: `python -m tests.mutants --part formats --count 100`."""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.mutants import mutant, running
from tests.mutants.parts import PARTS, Part


def sample(root: Path, part: Part, count: int, seed: int) -> list[mutant.Mutant]:
    """Choose mutants of a part at random: the same ones for the same sources and seed."""
    found = [each for path in part.source_files(root) for each in mutant.of_file(root, path)]
    return random.Random(seed).sample(found, min(count, len(found)))


def run(name: str, count: int, seed: int) -> Counter[running.Outcome]:
    """Try mutants of one part and print what became of each."""
    part = PARTS[name]
    counts: Counter[running.Outcome] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        tree = running.Tree(Path(folder))
        if failing := running.failing_unchanged(tree, part):
            raise SystemExit(f"{name}: {failing} fails without any change. Fix it first.")
        for number, each in enumerate(sample(running.ROOT, part, count, seed), 1):
            result = running.try_mutant(tree, part, each)
            counts[result.outcome] += 1
            print(
                f"{number:3} {result.outcome.value:9} {result.seconds:4.0f} s  {each}  {result.by}",
                flush=True,
            )
    words = ", ".join(f"{counts[outcome]} {outcome.value}" for outcome in running.Outcome)
    print(f"{name}: {words} (seed {seed})", flush=True)
    return counts


def main(words: Sequence[str]) -> int:
    """Read the command line; return 1 if fewer than `--least` percent of the mutants are killed."""
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("--part", choices=PARTS, action="append", help="default: all parts")
    parser.add_argument("--count", type=int, default=40, help="mutants of each part")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", type=int, default=90, help="percent that must be killed")
    given = parser.parse_args(words)
    os.nice(10)
    enough = True
    for name in given.part or PARTS:
        counts = run(name, given.count, given.seed)
        enough &= counts[running.Outcome.KILLED] * 100 >= given.least * counts.total()
    return 0 if enough else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

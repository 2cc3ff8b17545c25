"""`python -m benchmarks`: measure sightline and compare it with other libraries."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from benchmarks import instructions, suite
from benchmarks.cases import cliffs, growth, packs
from benchmarks.cases.growth import Curve
from benchmarks.output import keep, report
from benchmarks.output.results import Case, Measured, Row
from benchmarks.timing import FULL, QUICK
from sightline.engine import compiled

WIDTH_IN_FILES = 220
WORDS = 64


def arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="tiny inputs, only to see it run")
    parser.add_argument(
        "--only", action="append", default=[], metavar="NAME", help="these rows and curves"
    )
    parser.add_argument("--cases", action="store_true", help="show every map, not only the worst")
    parser.add_argument("--no-growth", action="store_true", help="leave out growth and memory")
    parser.add_argument("--no-cliffs", action="store_true", help="leave out steps in the curves")
    parser.add_argument("--no-counts", action="store_true", help="leave out callgrind")
    parser.add_argument("--save", action="store_true", help="keep the run in benchmarks/runs")
    parser.add_argument("--name", default="", help="what to call it (else the machine's name)")
    parser.add_argument("--docs", action="store_true", help="only: last run into the docs")
    return parser.parse_args(words)


class Display:
    """A progress bar with the current row and map."""

    def __init__(self, console: Console, steps: int) -> None:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        self.progress = Progress(*columns, TimeElapsedColumn(), console=console, transient=True)
        self.task = self.progress.add_task("", total=steps)

    def say(self, words: str) -> None:
        self.progress.update(self.task, description=words[:WORDS].ljust(WORDS))

    def case(self, row: Row, case: Case) -> None:
        self.say(f"{row.key}: {case.name}")

    def step(self) -> None:
        self.progress.advance(self.task)


def main(words: Sequence[str]) -> int:
    asked = arguments(words)
    console = Console(width=None if sys.stdout.isatty() else WIDTH_IN_FILES)
    if asked.docs:
        keep.write_docs()
        return 0
    if not compiled():
        console.print("sightline is not compiled here: there is nothing to measure")
        return 1
    effort = QUICK if asked.quick else FULL
    rows = suite.chosen(asked.only)
    curves_wanted = {
        name: measure
        for name, measure in (growth.MEASURES | packs.MEASURES).items()
        if not asked.no_growth and (not asked.only or any(map(name.startswith, asked.only)))
    }
    counts_wanted = not (asked.no_counts or asked.only or asked.quick)
    cliffs_wanted = not (asked.no_growth or asked.no_cliffs or asked.only)
    display = Display(console, len(rows) + len(curves_wanted) + counts_wanted + cliffs_wanted)
    results: list[Measured] = []
    curves: list[Curve] = []
    steps: list[Curve] = []
    counts: dict[str, dict[str, float]] = {}
    with display.progress:
        for row in rows:
            display.say(row.key)
            results += suite.run([row], effort, display.case)
            display.step()
        for name, measure in curves_wanted.items():
            display.say(f"growth: {name}")
            curves.append(measure(effort))
            display.step()
        if cliffs_wanted:
            steps = cliffs.measure(effort, display.say)
            display.step()
        if counts_wanted:
            display.say("instruction counts")
            counts = instructions.count()
            display.step()
    report.show(results, console, cases=asked.cases)
    for curve in curves:
        report.show_curve(curve.to_dict(), console)
    if steps:
        report.show_plain(*cliffs.jump_lines(steps), console)
    if counts:
        report.show_instructions(counts, console)
    if asked.save:
        for file in keep.save(results, curves, counts, asked.name, steps, asked.only):
            console.print(f"kept {file}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

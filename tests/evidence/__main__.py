"""Run long checks in small parts, and report their progress.

python -m tests.evidence run --seconds 600 [--only kernels] [--workers 2]
python -m tests.evidence status
python -m tests.evidence page
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from tests.evidence.check import Check
from tests.evidence.checks import CHECKS
from tests.evidence.ledger import Parts, books, load
from tests.evidence.page import PAGE, written
from tests.evidence.running import Run, environment, only_one, work

NAMES = [check.name for check in CHECKS]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.evidence", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="work on the checks, and record what they compare")
    run.add_argument("--seconds", type=float, default=600.0, help="stop after this time")
    run.add_argument("--only", action="append", choices=NAMES, help="this check; may be repeated")
    run.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes at once")
    commands.add_parser("status", help="how far the checks are, for the sources as they are")
    commands.add_parser("page", help="write docs/evidence.md")
    worker = commands.add_parser("work", help="run parts of one group (used by `run`)")
    worker.add_argument("check", choices=NAMES)
    worker.add_argument("group")
    worker.add_argument("parts", help="such as 0-99 or 3,7")
    worker.add_argument("seconds", type=float)
    worker.add_argument("wanted", type=int, nargs="?", help="stop after this many answers")
    chosen = parser.parse_args(arguments)
    match chosen.command:
        case "run":
            return _run([c for c in CHECKS if not chosen.only or c.name in chosen.only], chosen)
        case "status":
            _status()
        case "page":
            PAGE.write_text(written(CHECKS, books(CHECKS)), encoding="utf-8")
        case _:
            if os.environ.get("PYTHONHASHSEED") != "0":  # started by hand, not by `run`
                words = [sys.executable, "-m", "tests.evidence", *sys.argv[1:]]
                os.execve(sys.executable, words, environment())
            os.nice(19)
            check = next(each for each in CHECKS if each.name == chosen.check)
            work(check, chosen.group, [*Parts(chosen.parts)], chosen.seconds, chosen.wanted)
    return 0


def _run(checks: Sequence[Check], chosen: argparse.Namespace) -> int:
    ready = []
    for check in checks:
        if why := check.missing():
            print(f"{check.name} is left out: {why}")
        else:
            ready.append(check)
    with only_one():
        done = Run(ready, chosen.seconds, chosen.workers)
        found = done.go(lambda line: print(line, flush=True))
        PAGE.write_text(written(CHECKS, books(CHECKS)), encoding="utf-8")
    wrong = [(name, book.row) for name, book in found.items() if book.row and book.row.differences]
    for name, row in wrong:
        print(f"{name}: {row.differences} different: {row.difference}", file=sys.stderr)
    return 1 if wrong or done.broken else 0


def _status() -> None:
    for check in CHECKS:
        row = load(check.name).row
        if row is None:
            print(f"{check.name:<14} not begun")
            continue
        covers = "" if row.hash == check.hash() else ", of older sources: void"
        rate = row.answers / row.seconds if row.seconds else 0.0
        print(
            f"{check.name:<14} {row.share:7.2%} {row.answers:>14,} of {row.goal:,} {check.unit},"
            f" {row.differences} different, {rate:,.1f} a second and core{covers}"
        )


if __name__ == "__main__":
    sys.exit(main())

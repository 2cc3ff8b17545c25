"""A process that makes rulings and reports the outcome of each.

    python worker.py FILE FIRST COUNT [weak]

It prints one unbuffered line for each: "ok N", "failed N ..." or "unknown N ...". `weak` disables
the sync at commit, to check that the tests notice.
"""

import os
import sys
from datetime import UTC, datetime

from sightline import CenterRule, SquareBoard
from sightline.errors import StorageError, UncertainWriteError
from sightline.rulings import Rulings
from sightline.rulings.journal import Journal


def say(line: str) -> None:
    os.write(1, f"{line}\n".encode())


def weaken(journal: Journal) -> None:
    connection = journal._connection
    assert connection is not None
    connection.execute("PRAGMA synchronous = NORMAL")
    journal._empty_the_log = lambda connection: None  # type: ignore[method-assign]


def main() -> None:
    path, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    board = SquareBoard(4, 4)
    board.set_solid((1, 1))
    rule = CenterRule("adjudicated")
    try:
        rulings = Rulings(path, clock=lambda: datetime(2025, 1, 2, tzinfo=UTC))
    except StorageError as error:
        say(f"failed open {error}")
        return
    if "weak" in sys.argv:
        weaken(rulings._journal)
    say("opened")
    for number in range(first, first + count):
        try:
            rulings.rule(board, (0, 1), (1, 0), rule, why=str(number))
        except UncertainWriteError as error:
            say(f"unknown {number} {error}")
        except StorageError as error:
            say(f"failed {number} {error}")
        else:
            say(f"ok {number}")
    rulings.close()


if __name__ == "__main__":
    main()

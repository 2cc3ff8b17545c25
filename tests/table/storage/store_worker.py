"""A process that changes a table and reports the outcome of each change.

    python store_worker.py FILE FIRST COUNT [weak]

It prints one unbuffered line for each: "ok N", "failed N ..." or "unknown N ...". Each change
updates a shared thing to the number of the change, adds a separate thing, and lets a player learn
something. `weak` disables the sync at commit, to check that the tests notice.
"""

import os
import sys
from pathlib import Path
from typing import Any

from sightline.errors import StorageError, UncertainWriteError
from sightline.table.state.history import JournalRow
from sightline.table.state.world import JournalEntry
from sightline.table.storage.store import Store


def say(line: str) -> None:
    os.write(1, f"{line}\n".encode())


def change(values: dict[str, Any], number: int) -> JournalRow:
    entries = (
        JournalEntry("table", values.get("table"), number),
        JournalEntry(f"solid|m|0,{number}", None, True),
    )
    return JournalRow("master", str(number), "did something", entries=entries)


def main() -> None:
    path, first, count = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    try:
        store = Store(path)
        values = store.load().values
    except StorageError as error:
        say(f"failed open {error}")
        return
    if "weak" in sys.argv:
        assert store._connection is not None
        store._connection.execute("PRAGMA synchronous = NORMAL")
    say("opened")
    for number in range(first, first + count):
        row = change(values, number)
        try:
            store.commit(row, [("p", "m", f"tile|0,{number}", ".")])
        except UncertainWriteError as error:
            say(f"unknown {number} {error}")
        except StorageError as error:
            say(f"failed {number} {error}")
        else:
            values |= {entry.key: entry.after for entry in row.entries}
            say(f"ok {number}")
    store.close()


if __name__ == "__main__":
    main()

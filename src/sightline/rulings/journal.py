"""Store rulings in an append-only journal: SQLite, in a file or in memory.

    journal.append(compose)    add entries, all or none; when it returns, they survive a power cut
    journal.refresh()          read what other processes have appended

An acknowledged entry is never lost, and entries are read exactly as they were written:

- It uses a write-ahead log (WAL) with a sync at every commit. The log is then copied into the file
  and emptied immediately. SQLite takes a damaged part of the log for its end, so data should not
  stay there for long.
- Each entry has a digest that covers all entries before it, and a header counts the entries. In
  files with flipped bits, SQLite's own check misses almost half of the damage.
- `append` returns (the entry is stored), or raises StorageError (it is not) or UncertainWriteError
  (the disk failed during the sync, so it may or may not be).
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

from sightline.errors import (
    DamagedFileError,
    InvalidTypeError,
    InvalidValueError,
    StorageError,
    UncertainWriteError,
)
from sightline.model.numbers import exact, short_repr
from sightline.storage.sqlite_file import SYNC_ALWAYS, FileKind, SqliteFile, reason

APPLICATION_ID = 0x53676874  # "Sght", in the header of each of our files
SCHEMA_VERSION = 1
DEFAULT_TIMEOUT = 10.0
"""How many seconds to wait for another process to finish writing."""
MAX_TIMEOUT = 3600
CHECKPOINT_PATIENCE = 0.2
"""How many seconds to wait for readers before leaving the log to the next writer."""

SCHEMA = {
    "entries": "CREATE TABLE entries"
    " (number INTEGER PRIMARY KEY, body TEXT NOT NULL, digest TEXT NOT NULL)",
    "head": "CREATE TABLE head"
    " (one INTEGER PRIMARY KEY CHECK (one = 1), entries INTEGER NOT NULL, digest TEXT NOT NULL)",
}
NOTHING_YET = hashlib.sha256(b"sightline rulings").hexdigest()
"""The digest of an empty journal."""

KIND = FileKind(
    APPLICATION_ID, SCHEMA_VERSION, SCHEMA, noun="rulings", contents="rulings", readable=True
)


class Journal(SqliteFile):
    """Numbered text entries, from 1, in the order in which they were appended."""

    KIND = KIND

    def __init__(
        self,
        path: str | os.PathLike[str] | None,
        *,
        readonly: bool = False,
        timeout: float = DEFAULT_TIMEOUT,
    ) -> None:
        super().__init__(_as_path(path))
        self.readonly = readonly
        self.entries: list[str] = []
        self._timeout = _seconds(timeout)
        self._digest = NOTHING_YET
        self.lock = threading.RLock()
        self._closed = False
        with self.lock:
            self._ready()

    # --- reading and appending

    def refresh(self) -> None:
        """Read the entries that other processes have appended."""
        with self.lock:
            connection = self._ready()
            with self._blamed("read"):
                if self._head(connection) != (len(self.entries), self._digest):
                    with self._reading(connection):
                        self._take_in(connection)

    def append(self, compose: Callable[[], list[str]]) -> list[int]:
        """Append the entries that `compose` returns, all or none. Return their numbers once they
        are on disk.

        `compose` is called while no other process can write, after a refresh, so its checks still
        hold when its entries are written. If it raises, nothing is written.
        """
        with self.lock:
            connection = self._ready()
            with self._blamed("written"):
                connection.execute("BEGIN IMMEDIATE")
            try:
                with self._blamed("written"):
                    self._refuse_if_replaced()
                    self._take_in(connection)
                    bodies = compose()
                    digest = self._insert(connection, bodies)
            except BaseException:
                self._roll_back(connection)
                raise
            self._commit(connection)
            first = len(self.entries) + 1
            self.entries += bodies
            self._digest = digest
            self._empty_the_log(connection)
            return list(range(first, first + len(bodies)))

    def _insert(self, connection: sqlite3.Connection, bodies: list[str]) -> str:
        digest, number = self._digest, len(self.entries)
        for body in bodies:
            number += 1
            digest = _chained(digest, number, body.encode())
            connection.execute("INSERT INTO entries VALUES (?, ?, ?)", (number, body, digest))
        connection.execute("UPDATE head SET entries = ?, digest = ?", (number, digest))
        return digest

    def close(self) -> None:
        """Close the file. It may be closed more than once."""
        with self.lock:
            self._closed = True
            self._disconnect()

    def _commit(self, connection: sqlite3.Connection) -> None:
        try:
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            # The pages may be in the log and valid. Only reopening the file can tell, and a
            # power cut may still change that.
            self._disconnect()
            raise UncertainWriteError(
                f"{self.name}: {reason(error)} while an entry was made durable; it may or may not"
                " be there: look at the history before you enter it again"
            ) from error
        except BaseException:  # such as Ctrl-C: reopen next time
            self._disconnect()
            raise

    def _empty_the_log(self, connection: sqlite3.Connection) -> None:
        # The entry is already durable in the log. If this fails, the next writer will do it.
        with contextlib.suppress(sqlite3.Error):
            connection.execute(f"PRAGMA busy_timeout = {int(CHECKPOINT_PATIENCE * 1000)}")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        with contextlib.suppress(sqlite3.Error):
            connection.execute(f"PRAGMA busy_timeout = {int(self._timeout * 1000)}")

    def _head(self, connection: sqlite3.Connection) -> tuple[int, str]:
        row = connection.execute("SELECT entries, digest FROM head WHERE one = 1").fetchone()
        match row:
            case (int(count), bytes(digest)):
                return count, digest.decode("ascii", "replace")
            case _:
                raise DamagedFileError(f"{self.name}: damaged: its head is missing or unreadable")

    def _take_in(self, connection: sqlite3.Connection) -> None:
        """Read and verify the new entries."""
        count, last = self._head(connection)
        if count < len(self.entries):
            raise DamagedFileError(
                f"{self.name}: holds {count} entries where it held {len(self.entries)};"
                " was it put back from an old copy?"
            )
        fresh: list[str] = []
        digest, number = self._digest, len(self.entries)
        for found, body, written in connection.execute(
            "SELECT number, body, digest FROM entries WHERE number > ? ORDER BY number", (number,)
        ):
            number += 1
            if found != number:
                raise DamagedFileError(f"{self.name}: damaged: entry {number} is missing")
            try:
                digest = _chained(digest, number, body)
                fresh.append(body.decode())
                intact = digest.encode() == written
            except (TypeError, AttributeError, UnicodeDecodeError):
                intact = False
            if not intact:
                raise DamagedFileError(
                    f"{self.name}: damaged: entry {number} is not what was written"
                )
        if (number, digest) != (count, last):
            raise DamagedFileError(
                f"{self.name}: damaged: its head tells of {count} entries, found {number}"
            )
        self.entries += fresh
        self._digest = digest

    def _refuse_if_replaced(self) -> None:
        try:
            super()._refuse_if_replaced()
        except StorageError:
            self._disconnect()  # reopen next time
            raise

    # --- opening

    def _ready(self) -> sqlite3.Connection:
        """Return the connection; reopen it, with all checks, if a failed write closed it."""
        if self._closed:
            raise StorageError(f"{self.name}: already closed")
        if self._connection is None:
            self.entries, self._digest = [], NOTHING_YET
            connection = self._open(self._timeout, readonly=self.readonly, settings=(SYNC_ALWAYS,))
            try:
                with self._blamed("opened"), self._reading(connection):
                    self._take_in(connection)
            except BaseException:
                self._disconnect()
                raise
            return connection
        return self._connection

    def _fill(self, connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO head VALUES (1, 0, ?)", (NOTHING_YET,))


def _as_path(path: str | os.PathLike[str] | None) -> Path | None:
    if path is None:
        return None
    if not isinstance(path, (str, os.PathLike)):
        raise InvalidTypeError(f"rulings file: expected a path or None, got {short_repr(path)}")
    if not str(path) or "\0" in str(path):
        raise InvalidValueError(f"rulings file: expected a path, got {short_repr(path)}")
    return Path(path)


def _seconds(timeout: float) -> float:
    seconds = float(exact(timeout, "timeout"))
    if not 0 <= seconds <= MAX_TIMEOUT:
        raise InvalidValueError(
            f"timeout: expected 0 to {MAX_TIMEOUT} seconds, got {short_repr(timeout)}"
        )
    return seconds


def _chained(before: str, number: int, body: bytes) -> str:
    """Return the digest of an entry, which covers every entry before it."""
    return hashlib.sha256(b"%s %d %s" % (before.encode(), number, body)).hexdigest()

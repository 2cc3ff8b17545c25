"""Keeps a table in a file: every thing, the journal's tail, and what each player has learned.

    store.load()                    all that is kept
    store.commit(row, learned)      one change, in one transaction; when it returns, it survives a
                                    power cut

As with rulings: WAL with a sync at every commit, a digest of our own for every row, errors in our
words. The log is not emptied at every commit, for there may be ten a second: SQLite copies it into
the file now and then. `commit` returns (it is there), raises StorageError (it is not, and the table
may go on) or UncertainWriteError (it may be either: the table must be opened anew).

The file holds the secrets of all links, so only its owner may read it; and only one process may
have it open, for the truth is in that one's memory.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import sqlite3
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from sightline.errors import DamagedFileError, StorageError, UncertainWriteError
from sightline.storage.sqlite_file import SYNC_ALWAYS, FileKind, SqliteFile, beside, reason
from sightline.table.state import MAX_ROWS, JournalEntry, JournalRow, LearnedRow, Tail

KIND = FileKind(
    application_id=0x53675462,  # "SgTb"
    version=1,
    schema={
        # Numbered, so that things come back in the order in which they came.
        "things": "CREATE TABLE things (number INTEGER PRIMARY KEY,"
        " key TEXT NOT NULL UNIQUE, value TEXT NOT NULL, digest BLOB NOT NULL)",
        "journal": "CREATE TABLE journal"
        " (seq INTEGER PRIMARY KEY, entries INTEGER NOT NULL, body TEXT NOT NULL,"
        " digest BLOB NOT NULL)",
        "learned": "CREATE TABLE learned (player TEXT NOT NULL, map TEXT NOT NULL,"
        " key TEXT NOT NULL, value TEXT NOT NULL, digest BLOB NOT NULL,"
        " PRIMARY KEY (player, map, key)) WITHOUT ROWID",
        # Of all things together: their count, and the sum of their digests.
        "head": "CREATE TABLE head (one INTEGER PRIMARY KEY CHECK (one = 1),"
        " seq INTEGER NOT NULL, things INTEGER NOT NULL, sum BLOB NOT NULL,"
        " mended INTEGER NOT NULL)",
    },
    noun="table",
    contents="a table",
    mode=0o600,
)
LOG_SIZE = "journal_size_limit = 4000000"
"""To what size the log is cut back after a large change, such as a new map."""
PRUNE_EVERY = 100
"""How many commits pass before forgotten rows of the journal are deleted."""

_DIGEST_BYTES = 16
_SUMS = 1 << 8 * _DIGEST_BYTES


@dataclass
class Stored:
    """All that a file keeps."""

    values: dict[str, Any] = field(default_factory=dict)
    journal: list[JournalRow] = field(default_factory=list)
    """The last rows, oldest first."""
    learned: dict[tuple[str, str], dict[str, str]] = field(default_factory=dict)
    """By player and map."""


class Store(SqliteFile):
    """A table's file, or a table in memory (path None)."""

    KIND = KIND

    def __init__(self, path: Path | None) -> None:
        super().__init__(path)
        self._lock = threading.Lock()
        self._guard: int | None = None
        self._tail = Tail()
        self._seq = 0
        self._things = 0
        self._sum = 0
        try:
            self._open_checked()
        except BaseException:
            self.close()
            raise

    # --- reading

    def load(self) -> Stored:
        """All that is kept; every row of it is what was written, or DamagedFileError."""
        with self._lock, self._blamed("read"):
            connection = self._ready()
            with self._reading(connection):
                return Stored(
                    self._load_things(connection),
                    self._load_journal(connection),
                    self._load_learned(connection),
                )

    def _load_things(self, connection: sqlite3.Connection) -> dict[str, Any]:
        values, total = {}, 0
        for key, value, digest in connection.execute(
            "SELECT key, value, digest FROM things ORDER BY number"
        ):
            self._check(digest, "a thing", key, value)
            values[key.decode()] = msgspec.json.decode(value)
            total += int.from_bytes(digest, "big")
        if (len(values), total % _SUMS) != (self._things, self._sum):
            raise DamagedFileError(
                f"{self.name}: damaged: its head tells of {self._things} things,"
                f" found {len(values)} or others"
            )
        return values

    def _load_journal(self, connection: sqlite3.Connection) -> list[JournalRow]:
        rows: list[JournalRow] = []
        expected = self._seq
        for seq, body, digest in connection.execute(
            "SELECT seq, body, digest FROM journal ORDER BY seq DESC LIMIT ?", (MAX_ROWS,)
        ):
            if seq != expected:
                raise DamagedFileError(f"{self.name}: damaged: change {expected} is missing")
            self._check(digest, f"change {seq}", str(seq).encode(), body)
            rows.append(msgspec.json.decode(body, type=JournalRow))
            expected -= 1
        if self._seq and not rows:  # old ones are forgotten, but the last is kept
            raise DamagedFileError(f"{self.name}: damaged: change {self._seq} is missing")
        return rows[::-1]

    def _load_learned(
        self, connection: sqlite3.Connection
    ) -> dict[tuple[str, str], dict[str, str]]:
        learned: dict[tuple[str, str], dict[str, str]] = {}
        for *names, value, digest in connection.execute(
            "SELECT player, map, key, value, digest FROM learned"
        ):
            self._check(digest, "something learned", *names, value)
            player, map_id, key = (name.decode() for name in names)
            learned.setdefault((player, map_id), {})[key] = value.decode()
        return learned

    def _check(self, digest: object, what: str, *parts: bytes) -> None:
        if digest != _digest(*parts):
            raise DamagedFileError(f"{self.name}: damaged: {what} is not what was written")

    # --- writing

    def commit(self, row: JournalRow, learned: Iterable[LearnedRow] = ()) -> JournalRow:
        """Keep a change and what players learned by it, all or nothing. Returns the row with its
        place in the journal once the disk has it."""
        with self._lock:
            connection = self._ready()
            row = msgspec.structs.replace(row, seq=self._seq + 1)
            with self._blamed("written"):
                self._refuse_if_replaced()
                connection.execute("BEGIN IMMEDIATE")
                try:
                    things, total = self._write_things(connection, row.entries)
                    self._write_learned(connection, row.entries, learned)
                    self._write_row(connection, row)
                    connection.execute(
                        "UPDATE head SET seq = ?, things = ?, sum = ?",
                        (row.seq, things, _as_bytes(total)),
                    )
                except BaseException:
                    self._roll_back(connection)
                    raise
            self._finish(connection)
            self._seq, self._things, self._sum = row.seq, things, total
            self._tail.add(row.seq, len(row.entries))
            return row

    def _write_things(
        self, connection: sqlite3.Connection, entries: Sequence[JournalEntry]
    ) -> tuple[int, int]:
        """Write the entries, and return the count of all things and the sum of their digests."""
        things, total = self._things, self._sum
        for entry in entries:
            old = connection.execute(
                "SELECT digest FROM things WHERE key = ?", (entry.key,)
            ).fetchone()
            if old is not None:
                things -= 1
                total -= int.from_bytes(old[0], "big")
            if entry.after is None:
                connection.execute("DELETE FROM things WHERE key = ?", (entry.key,))
                continue
            value = msgspec.json.encode(entry.after)
            digest = _digest(entry.key.encode(), value)
            things += 1
            total += int.from_bytes(digest, "big")
            connection.execute(
                "INSERT INTO things (key, value, digest) VALUES (?1, ?2, ?3)"
                " ON CONFLICT (key) DO UPDATE SET value = ?2, digest = ?3",
                (entry.key, value.decode(), digest),
            )
        return things, total % _SUMS

    def _write_learned(
        self,
        connection: sqlite3.Connection,
        entries: Sequence[JournalEntry],
        learned: Iterable[LearnedRow],
    ) -> None:
        learned = list(learned)
        connection.executemany(
            "DELETE FROM learned WHERE player = ? AND map = ? AND key = ?",
            (names for *names, value in learned if value is None),
        )
        rows = [(who, where, key, text) for who, where, key, text in learned if text is not None]
        connection.executemany(
            "INSERT OR REPLACE INTO learned VALUES (?, ?, ?, ?, ?)",
            ((*texts, _digest(*map(str.encode, texts))) for texts in rows),
        )
        for entry in entries:
            # Players who were shown the door do not come back; a deleted map may be.
            if entry.after is None and entry.key.startswith("player|"):
                player = entry.key.removeprefix("player|")
                connection.execute("DELETE FROM learned WHERE player = ?", (player,))

    def _write_row(self, connection: sqlite3.Connection, row: JournalRow) -> None:
        body = msgspec.json.encode(row)
        connection.execute(
            "INSERT INTO journal VALUES (?, ?, ?, ?)",
            (row.seq, len(row.entries), body.decode(), _digest(str(row.seq).encode(), body)),
        )
        if row.seq % PRUNE_EVERY == 0:
            connection.execute("DELETE FROM journal WHERE seq < ?", (self._tail.first,))

    def _finish(self, connection: sqlite3.Connection) -> None:
        try:
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            self._roll_back(connection)
            if error.sqlite_errorcode != sqlite3.SQLITE_FULL and not self._overwritten(connection):
                self._disconnect()
                raise UncertainWriteError(
                    f"{self.name}: {reason(error)} while a change was made durable; it may or may"
                    " not be there: open the table anew"
                ) from error
            raise StorageError(f"{self.name}: could not be written: {reason(error)}") from error
        except BaseException:  # such as Ctrl-C: it may be there or not
            self._disconnect()
            raise

    def _overwritten(self, connection: sqlite3.Connection) -> bool:
        """Is a commit that failed surely gone?

        If the log could not be synced, the commit may be in it, whole: after a crash it would be
        back. But the next commit is written over it. (If the disk was full, its last page was never
        written, and nothing is to be done.)
        """
        try:
            connection.execute("UPDATE head SET mended = mended + 1")
        except sqlite3.Error:
            return False
        return True

    # --- opening and closing

    def close(self) -> None:
        """Let go of the file. Closing twice is fine."""
        with self._lock:
            self._disconnect()
            guard, self._guard = self._guard, None
            if guard is not None:
                os.close(guard)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _open_checked(self) -> None:
        if self.path is not None:
            self._guard = self._claim(self.path)
        connection = self._open(timeout=0, settings=(SYNC_ALWAYS, LOG_SIZE))
        with self._blamed("opened"):
            self._read_head(connection)
            for seq, entries in connection.execute("SELECT seq, entries FROM journal ORDER BY seq"):
                self._tail.add(seq, entries)

    def _claim(self, path: Path) -> int:
        """A lock that the system gives to one process at a time, and takes away when it ends."""
        lock = beside(path, ".lock")
        try:
            guard = os.open(lock, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, KIND.mode)
        except OSError as error:
            raise StorageError(f"{self.name}: could not be opened: {error.strerror}") from error
        try:
            fcntl.flock(guard, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(guard)
            raise StorageError(
                f"{self.name}: it is open already, in another window perhaps; one table has one"
                " server"
            ) from error
        return guard

    def _read_head(self, connection: sqlite3.Connection) -> None:
        match connection.execute("SELECT seq, things, sum FROM head WHERE one = 1").fetchone():
            case (int(seq), int(things), bytes(total)):
                self._seq, self._things = seq, things
                self._sum = int.from_bytes(total, "big")
            case _:
                raise DamagedFileError(f"{self.name}: damaged: its head is missing or unreadable")

    def _ready(self) -> sqlite3.Connection:
        if self._connection is None:
            raise StorageError(f"{self.name}: closed, by its owner or after a failed write")
        return self._connection

    def _fill(self, connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO head VALUES (1, 0, 0, ?, 0)", (_as_bytes(0),))


def _as_bytes(total: int) -> bytes:
    return total.to_bytes(_DIGEST_BYTES, "big")


def _digest(*parts: bytes) -> bytes:
    """The digest of a row: of its parts and where each ends."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.digest()[:_DIGEST_BYTES]

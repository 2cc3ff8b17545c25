"""Store a table in a file: all objects, the end of the journal, and what each player has learned.

    store.load()                    everything in the file
    store.commit(row, learned)      one change, in one transaction; when it returns, it survives a
                                    power cut

As for rulings, SQLite runs in WAL mode with a sync at every commit, and every row has a digest. The
log is not emptied at every commit, because there may be ten a second; SQLite checkpoints it now and
then. `commit` returns (the change is stored), raises StorageError (it is not stored, and the table
may continue) or UncertainWriteError (either is possible, and the table must be reopened).

The file contains the secrets of all links, so only its owner may read it. Only one process may
open it, because the state is in that process's memory.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import sqlite3
import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from sightline.errors import DamagedFileError, StorageError, UncertainWriteError
from sightline.storage.sqlite_file import SYNC_ALWAYS, FileKind, SqliteFile, reason, sidecar
from sightline.table.state.history import MAX_ROWS, JournalRow, Tail
from sightline.table.state.records import LearnedRow, encoded
from sightline.table.state.world import JournalEntry
from sightline.texts import dump_text, load_text, say

KIND = FileKind(
    application_id=0x53675462,  # "SgTb"
    version=1,
    schema={
        # Numbered, so that objects are loaded in the order in which they were created.
        "things": "CREATE TABLE things (number INTEGER PRIMARY KEY,"
        " key TEXT NOT NULL UNIQUE, value TEXT NOT NULL, digest BLOB NOT NULL)",
        "journal": "CREATE TABLE journal"
        " (seq INTEGER PRIMARY KEY, entries INTEGER NOT NULL, body TEXT NOT NULL,"
        " digest BLOB NOT NULL)",
        "learned": "CREATE TABLE learned (player TEXT NOT NULL, map TEXT NOT NULL,"
        " key TEXT NOT NULL, value TEXT NOT NULL, digest BLOB NOT NULL,"
        " PRIMARY KEY (player, map, key)) WITHOUT ROWID",
        # The count of all objects, and the sum of their digests.
        "head": "CREATE TABLE head (one INTEGER PRIMARY KEY CHECK (one = 1),"
        " seq INTEGER NOT NULL, things INTEGER NOT NULL, sum BLOB NOT NULL,"
        " mended INTEGER NOT NULL)",
    },
    noun="table",
    contents="a table",
    mode=0o600,
)
LOG_SIZE = "journal_size_limit = 4000000"
"""The size to which the log is truncated after a large change, such as a new map."""
PRUNE_EVERY = 100
"""The number of commits between deletions of old journal rows."""

ALTERED = (
    "{}: bytes that are not in use have changed on the disk. Everything in it is whole, and was"
    " written anew. Copy the table's folder to another disk: this one may be failing."
)

_SUM = re.compile("([0-9]+) ([0-9a-f]{64})")
_DIGEST_BYTES = 16
_SUMS = 1 << 8 * _DIGEST_BYTES


@dataclass
class Stored:
    """The content of a file."""

    values: dict[str, Any] = field(default_factory=dict)
    journal: list[JournalRow] = field(default_factory=list)
    """The last rows, oldest first."""
    learned: dict[tuple[str, str], dict[str, str]] = field(default_factory=dict)
    """The players' knowledge, by player and map."""


class Store(SqliteFile):
    """The file of a table, or a table in memory if the path is None."""

    KIND = KIND

    def __init__(self, path: Path | None) -> None:
        super().__init__(path)
        self._lock = threading.Lock()
        self._guard: int | None = None
        self._tail = Tail()
        self._seq = 0
        self._things = 0
        self._sum = 0
        self._is_altered = False
        """Whether the file's bytes have changed since it was closed."""
        self.warning = ""
        """A note about the disk for the user who opens the table, or ""."""
        try:
            self._open_checked()
        except BaseException:
            self.close()
            raise

    # --- reading

    def load(self) -> Stored:
        """Read and verify everything, or raise DamagedFileError."""
        with self._lock, self._blamed("read"):
            connection = self._ready()
            with self._reading(connection):
                stored = Stored(
                    self._load_things(connection),
                    self._load_journal(connection),
                    self._load_learned(connection),
                )
            if self._is_altered:
                self._is_altered, self.warning = False, ALTERED.format(self.name)
                connection.execute("VACUUM")
            return stored

    def learned(self) -> dict[tuple[str, str], dict[str, str]]:
        """Return what players have learned, by player and map."""
        with self._lock, self._blamed("read"):
            return self._load_learned(self._ready())

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
            row = msgspec.json.decode(body, type=JournalRow)
            rows.append(msgspec.structs.replace(row, label=load_text(row.label)))
            expected -= 1
        if self._seq and not rows:  # old rows are deleted, but the last one is kept
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
        """Store a change and what players learned from it, all or nothing.

        Return the row with its position once it is on disk.
        """
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
        """Write the entries. Return the count of all objects and the sum of their digests."""
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
            value = encoded(entry.after)
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
            # Dismissed players do not come back, but a deleted map may.
            if entry.after is None and entry.kind == "player":
                player = entry.name
                connection.execute("DELETE FROM learned WHERE player = ?", (player,))

    def _write_row(self, connection: sqlite3.Connection, row: JournalRow) -> None:
        stored = msgspec.structs.replace(row, label=dump_text(row.label))
        body = encoded(stored)
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
            raise StorageError(
                say("{name}: could not be written: {error}", name=self.name, error=reason(error))
            ) from error
        except BaseException:  # such as Ctrl-C: its state is uncertain
            self._disconnect()
            raise

    def _overwritten(self, connection: sqlite3.Connection) -> bool:
        """Return whether a failed commit is certainly gone.

        If the log could not be synced, the commit may be complete in it and would reappear after a
        crash. The next commit overwrites it. (If the disk was full, its last page was never
        written, and nothing needs to be done.)
        """
        try:
            connection.execute("UPDATE head SET mended = mended + 1")
        except sqlite3.Error:
            return False
        return True

    # --- opening and closing

    def close(self) -> None:
        """Close the file. Closing twice is fine."""
        with self._lock:
            is_whole = self._connection is not None
            self._disconnect()
            guard, self._guard = self._guard, None
            if guard is not None:
                if is_whole and self.path is not None:
                    self._write_sum(self.path)
                os.close(guard)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _open_checked(self) -> None:
        closed_at: int | None = None
        if self.path is not None:
            self._guard = self._claim(self.path)
            self._refuse_links(self.path)
            closed_at = self._altered_since(self.path)
        connection = self._open(timeout=0, settings=(SYNC_ALWAYS, LOG_SIZE))
        with self._blamed("opened"):
            self._read_head(connection)
            # Without a checksum: an older version of sightline was the last to change it.
            self._is_altered = closed_at == self._seq
            for seq, entries in connection.execute("SELECT seq, entries FROM journal ORDER BY seq"):
                self._tail.add(seq, entries)

    def _claim(self, path: Path) -> int:
        """Take a file lock that the system releases when the process ends."""
        lock = sidecar(path, ".lock")
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

    def _refuse_links(self, path: Path) -> None:
        """Raise if the file has another name.

        Each name would have a separate lock and log, so two servers would overwrite each other's
        changes.
        """
        if not path.is_file() or path.stat().st_nlink == 1:
            return
        for draft in path.parent.glob(
            f".{path.name}.*.new"
        ):  # left by a killed process that created the file
            if draft.samefile(path):
                draft.unlink()
        names = path.stat().st_nlink
        if names > 1:
            raise StorageError(
                f"{self.name}: the file has {names} names (hard links), and could be opened twice;"
                " delete the other names, or copy the file to where it is needed"
            )

    def _write_sum(self, path: Path) -> None:
        """Store a checksum of the file when it is closed. Rows have digests; this covers the
        bytes between them.
        """
        if sidecar(path, "-wal").exists():
            return
        with suppress(OSError):
            sidecar(path, ".sum").write_text(f"{self._seq} {_file_digest(path)}")

    def _altered_since(self, path: Path) -> int | None:
        """Return the time of the last change before the file was closed, if its bytes are different
        now.

        Until the file is closed again, there is no checksum.
        """
        note = sidecar(path, ".sum")
        try:
            found = _SUM.fullmatch(note.read_text())
            note.unlink()
            # If a log exists, the file was written since.
            if found is None or sidecar(path, "-wal").exists() or _file_digest(path) == found[2]:
                return None
        except (OSError, ValueError):
            return None
        return int(found[1])

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


def _file_digest(path: Path) -> str:
    """Return the digest of the whole file.

    Do not call it while SQLite has the file open: closing the file here would drop SQLite's locks.
    """
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _as_bytes(total: int) -> bytes:
    return total.to_bytes(_DIGEST_BYTES, "big")


def _digest(*parts: bytes) -> bytes:
    """Return the digest of a row, computed over its parts and their lengths."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.digest()[:_DIGEST_BYTES]

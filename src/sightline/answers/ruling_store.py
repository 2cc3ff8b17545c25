"""Where rulings are kept: an append-only journal in SQLite, in a file or in memory.

    journal.append(compose)    more entries, all or none; when it returns, they survive a power cut
    journal.refresh()          take in what other processes have appended

An entry that was acknowledged is never lost, and what is read is what was written:

- WAL with a sync at every commit. Then the log is copied into the file and emptied, at once: SQLite
  takes a damaged stretch of the log for its end, so nothing of worth should stay there for long.
- A digest for every entry that covers the ones before it, and a head that counts them: of files
  with flipped bits, SQLite's own check lets almost half pass.
- `append` returns (the entry is there), raises StorageError (it is not), or UncertainWriteError
  (the disk failed while it was being made durable: it may be either).
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import stat
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sightline.errors import (
    DamagedFileError,
    InvalidTypeError,
    InvalidValueError,
    StorageError,
    UncertainWriteError,
)
from sightline.model.numbers import exact

APPLICATION_ID = 0x53676874  # "Sght", in the header of every file of ours
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
SYNC_ALWAYS = "synchronous = EXTRA"
"""In WAL the same as FULL: a sync at every commit. Also right where WAL is not to be had."""
NOTHING_YET = hashlib.sha256(b"sightline rulings").hexdigest()
"""The digest before the first entry."""

_MAGIC = b"SQLite format 3\x00"
_TROUBLE = {
    # The disk or another process is at fault; every other error says that the file is.
    sqlite3.SQLITE_BUSY: "another program is writing to it and did not finish in time",
    sqlite3.SQLITE_LOCKED: "another program is writing to it and did not finish in time",
    sqlite3.SQLITE_READONLY: "it can only be read",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "the disk failed",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened",
    sqlite3.SQLITE_PERM: "access is not permitted",
    sqlite3.SQLITE_AUTH: "access is not permitted",
    sqlite3.SQLITE_NOMEM: "there is not enough memory",
    sqlite3.SQLITE_PROTOCOL: "other programs keep it locked",
    sqlite3.SQLITE_INTERRUPT: "it was interrupted",
}


class Journal:
    """Entries numbered from 1, each a text, kept in the order in which they were appended."""

    def __init__(
        self,
        path: str | os.PathLike[str] | None,
        *,
        readonly: bool = False,
        timeout: float = DEFAULT_TIMEOUT,
    ) -> None:
        self.path = _as_path(path)
        self.readonly = readonly
        self.entries: list[str] = []
        self._timeout = _seconds(timeout)
        self._digest = NOTHING_YET
        self.lock = threading.RLock()
        self._closed = False
        self._connection: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None
        with self.lock:
            self._ready()

    @property
    def name(self) -> str:
        return "rulings in memory" if self.path is None else f"rulings file {str(self.path)!r}"

    # --- reading and appending

    def refresh(self) -> None:
        """Take in what others have appended."""
        with self.lock:
            connection = self._ready()
            with self._blamed("read"):
                if self._head(connection) != (len(self.entries), self._digest):
                    connection.execute("BEGIN")
                    try:
                        self._take_in(connection)
                    finally:
                        connection.execute("ROLLBACK")

    def append(self, compose: Callable[[], list[str]]) -> list[int]:
        """Append what `compose` returns, all or nothing, and give the numbers once the disk has it.

        `compose` runs while nobody else can write, after all that others wrote was taken in: what
        it checks still holds when its entries are written. If it raises, nothing is written.
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
        """Let go of the file. Closing twice is fine."""
        with self.lock:
            self._closed = True
            self._disconnect()

    def __del__(self) -> None:
        # Later Pythons warn of connections that nobody closed, and memory needs no closing.
        connection = getattr(self, "_connection", None)
        if connection is not None:
            connection.close()

    def _commit(self, connection: sqlite3.Connection) -> None:
        try:
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            # Its pages may be in the log already, and valid, whatever this process now believes:
            # only a fresh look at the file can tell, and after a power cut even that may change.
            self._disconnect()
            raise UncertainWriteError(
                f"{self.name}: {_reason(error)} while an entry was made durable; it may or may not"
                " be there: look at the history before you enter it again"
            ) from error
        except BaseException:  # such as Ctrl-C: look anew next time
            self._disconnect()
            raise

    def _roll_back(self, connection: sqlite3.Connection) -> None:
        try:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        except sqlite3.Error:
            self._disconnect()

    def _empty_the_log(self, connection: sqlite3.Connection) -> None:
        # The entry is durable in the log by now. If this fails, the next writer will do it.
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
        """Read the entries that are not known yet; all of them must be what was written."""
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
        """A file that was moved away or deleted would take entries that nobody ever finds."""
        if self.path is None:
            return
        try:
            found = os.stat(self.path)
        except OSError:
            found = None
        if found is None or (found.st_dev, found.st_ino) != self._identity:
            self._disconnect()
            raise StorageError(
                f"{self.name}: it was moved, deleted or replaced while it was in use;"
                " nothing was written"
            )

    # --- opening

    def _ready(self) -> sqlite3.Connection:
        """The connection; a new one, with all checks, if a failed write closed the last."""
        if self._closed:
            raise StorageError(f"{self.name}: already closed")
        if self._connection is None:
            self.entries, self._digest = [], NOTHING_YET
            if self.path is not None:
                if not self.path.exists() and not self.readonly:
                    self._make_file(self.path)
                _check_before_touching(self.path, self.name)
            with self._blamed("opened"):
                connection = self._connect()
                try:
                    self._set_up(connection)
                except BaseException:
                    connection.close()
                    raise
                self._connection = connection
        return self._connection

    def _make_file(self, path: Path) -> None:
        """Make the file under another name and link it in when it is whole.

        So there is never half a file, two processes may do it at once, and an empty file is always
        one that has lost its content.
        """
        folder = path.absolute().parent
        if not folder.is_dir():
            raise StorageError(f"{self.name}: there is no folder {str(folder)!r}")
        if _beside(path, "-wal").exists() and not path.exists():  # nobody made both just now
            raise DamagedFileError(
                f"{self.name}: the file is missing, but its log {_beside(path, '-wal').name!r} is"
                " still there, perhaps with rulings in it; put the file back, or take the log away"
            )
        draft = folder / f".{path.name}.{os.getpid()}.{time.monotonic_ns()}.new"
        try:
            with self._blamed("made"):
                _make_database(f"{draft.as_uri()}?mode=rwc")
                if not _link(draft, path):
                    _make_database(f"{path.absolute().as_uri()}?mode=rw")
            _sync_folder(folder)
        except OSError as error:
            if isinstance(error, StorageError):
                raise
            raise StorageError(f"{self.name}: could not be made: {error.strerror}") from error
        finally:
            with contextlib.suppress(OSError):
                draft.unlink()

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(sqlite3.Error):
                connection.close()

    def _connect(self) -> sqlite3.Connection:
        if self.path is None:
            connection = self._connection_to("file::memory:")
            _create_tables(connection)
            return connection
        address = self.path.absolute().as_uri()
        if not self.readonly:
            return self._connection_to(f"{address}?mode=rw")
        connection = self._connection_to(f"{address}?mode=ro")
        try:
            connection.execute("PRAGMA schema_version").fetchall()
        except sqlite3.Error:
            # A file in WAL mode wants two helpers beside it, which a read-only folder refuses.
            # Without a log the file alone is the whole truth.
            connection.close()
            if _beside(self.path, "-wal").exists():
                raise
            connection = self._connection_to(f"{address}?immutable=1")
        return connection

    def _connection_to(self, address: str) -> sqlite3.Connection:
        connection = sqlite3.connect(
            address,
            timeout=self._timeout,
            isolation_level=None,  # transactions begin and end where this file says so
            check_same_thread=False,  # the lock sees to that
            uri=True,
        )
        connection.text_factory = bytes  # decoded here, after the digest was checked
        return connection

    def _set_up(self, connection: sqlite3.Connection) -> None:
        for setting in ("trusted_schema = OFF", "cell_size_check = ON", SYNC_ALWAYS):
            connection.execute(f"PRAGMA {setting}")
        self._check_schema(connection)
        complaints = connection.execute("PRAGMA quick_check(1)").fetchall()
        if complaints != [(b"ok",)]:
            raise DamagedFileError(f"{self.name}: damaged: {_words(complaints)}")
        connection.execute("BEGIN")
        try:
            self._take_in(connection)
        finally:
            connection.execute("ROLLBACK")
        if self.path is not None:
            found = os.stat(self.path)
            self._identity = (found.st_dev, found.st_ino)

    def _check_schema(self, connection: sqlite3.Connection) -> None:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        _check_origin(self.name, application, version)
        found = dict(connection.execute("SELECT name, sql FROM sqlite_master").fetchall())
        if found != {name.encode(): sql.encode() for name, sql in SCHEMA.items()}:
            raise DamagedFileError(f"{self.name}: damaged: its tables are not the ones we make")

    @contextmanager
    def _blamed(self, what: str) -> Iterator[None]:
        """SQLite's errors in our words."""
        try:
            yield
        except sqlite3.Error as error:
            code = _primary_code(error)
            if code in _TROUBLE:
                can_read = code == sqlite3.SQLITE_READONLY and what == "opened"
                hint = "; open it with readonly=True" if can_read else ""
                raise StorageError(
                    f"{self.name}: could not be {what}: {_reason(error)}{hint}"
                ) from error
            raise DamagedFileError(f"{self.name}: damaged: {error}") from error


def _as_path(path: str | os.PathLike[str] | None) -> Path | None:
    if path is None:
        return None
    if not isinstance(path, (str, os.PathLike)):
        raise InvalidTypeError(f"rulings file: expected a path or None, got {path!r}")
    if not str(path) or "\0" in str(path):
        raise InvalidValueError(f"rulings file: expected a path, got {path!r}")
    return Path(path)


def _seconds(timeout: float) -> float:
    seconds = float(exact(timeout, "timeout"))
    if not 0 <= seconds <= MAX_TIMEOUT:
        raise InvalidValueError(f"timeout: expected 0 to {MAX_TIMEOUT} seconds, got {timeout!r}")
    return seconds


def _make_database(address: str) -> None:
    connection = sqlite3.connect(address, isolation_level=None, uri=True)
    try:
        connection.execute(f"PRAGMA {SYNC_ALWAYS}")
        _create_tables(connection)
        # The mode is written into the file and stays.
        connection.execute("PRAGMA journal_mode = WAL").fetchall()
    finally:
        connection.close()


def _create_tables(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    for statement in SCHEMA.values():
        connection.execute(statement)
    connection.execute("INSERT INTO head VALUES (1, 0, ?)", (NOTHING_YET,))
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    connection.execute("COMMIT")


def _link(draft: Path, path: Path) -> bool:
    """Give a finished file its name, unless another process was faster. On file systems without
    hard links, claim the name instead and return False: the file is to be made in place."""
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    except OSError:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666))
        return False
    return True


def _sync_folder(folder: Path) -> None:
    """A new name survives a power cut only when its folder was synced."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _check_before_touching(path: Path, name: str) -> None:
    """An error, before SQLite may change a byte, if the file is not one of ours."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise StorageError(f"{name}: expected a file, got a folder or a device")
        with path.open("rb") as file:
            header = file.read(100)
    except OSError as error:
        if isinstance(error, StorageError):
            raise
        raise StorageError(f"{name}: could not be opened: {error.strerror}") from error
    if len(header) < 100 or not header.startswith(_MAGIC):
        what = "it holds something else" if header else "it is empty"
        raise DamagedFileError(f"{name}: not a file of rulings: {what}; it was left untouched")
    _check_origin(name, int.from_bytes(header[68:72], "big"), int.from_bytes(header[60:64], "big"))


def _check_origin(name: str, application: int, version: int) -> None:
    if application != APPLICATION_ID:
        raise DamagedFileError(
            f"{name}: a database of some other program, or damaged; it was left untouched"
        )
    if version != SCHEMA_VERSION:
        newer = " (a newer sightline wrote it)" if version > SCHEMA_VERSION else ""
        raise DamagedFileError(
            f"{name}: expected version {SCHEMA_VERSION} of the file, got {version}{newer};"
            " it was left untouched"
        )


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _chained(before: str, number: int, body: bytes) -> str:
    """The digest of an entry, which covers every entry before it."""
    return hashlib.sha256(b"%s %d %s" % (before.encode(), number, body)).hexdigest()


def _primary_code(error: sqlite3.Error) -> int:
    code = getattr(error, "sqlite_errorcode", None)  # Python's own errors have none
    return code & 0xFF if isinstance(code, int) else sqlite3.SQLITE_ERROR


def _reason(error: sqlite3.Error) -> str:
    return f"{_TROUBLE.get(_primary_code(error), 'it is damaged')} ({error})"


def _words(complaints: list[tuple[object, ...]]) -> str:
    said = complaints[0][0] if complaints else b"no answer"
    return said.decode(errors="replace") if isinstance(said, bytes) else str(said)

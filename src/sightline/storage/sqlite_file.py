"""SQLite files: created atomically, checked before use, with clear errors.

A class that stores data in such a file derives from `SqliteFile` and describes it with a
`FileKind`. The subclass decides the content and when to write. Rulings and tables are stored in
this way.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from sightline.errors import DamagedFileError, StorageError
from sightline.texts import say

SYNC_ALWAYS = "synchronous = EXTRA"
"""In WAL mode this is the same as FULL: a sync at every commit. It also works without WAL."""

_MAGIC = b"SQLite format 3\x00"
_TROUBLE = {
    # Errors of the disk or of another process. Every other error means that the file is damaged.
    sqlite3.SQLITE_BUSY: say("another program is writing to it and did not finish in time"),
    sqlite3.SQLITE_LOCKED: say("another program is writing to it and did not finish in time"),
    sqlite3.SQLITE_READONLY: say("it can only be read"),
    sqlite3.SQLITE_FULL: say("the disk is full"),
    sqlite3.SQLITE_IOERR: say("the disk failed"),
    sqlite3.SQLITE_CANTOPEN: say("it cannot be opened"),
    sqlite3.SQLITE_PERM: say("access is not permitted"),
    sqlite3.SQLITE_AUTH: say("access is not permitted"),
    sqlite3.SQLITE_NOMEM: say("there is not enough memory"),
    sqlite3.SQLITE_PROTOCOL: say("other programs keep it locked"),
    sqlite3.SQLITE_INTERRUPT: say("it was interrupted"),
}


@dataclass(frozen=True)
class FileKind:
    """The description of one kind of file: its schema, its version and its names in messages."""

    application_id: int
    """The SQLite application id in the header of every such file."""
    version: int
    schema: dict[str, str]
    """The SQL statement that creates each table, by its name."""
    noun: str
    """The name of the file in messages: "rulings file"."""
    contents: str
    """The name of its content: "rulings"."""
    mode: int = 0o644
    """The file mode, before the user's umask."""
    readable: bool = False
    """Whether callers can open it read-only. Error messages then suggest that."""


class SqliteFile:
    """A file of one kind, or the same in memory (path None).

    Subclasses must hold a lock around every call.
    """

    KIND: ClassVar[FileKind]

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._connection: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None

    @property
    def name(self) -> str:
        """The name of the file in messages."""
        noun = self.KIND.noun
        return f"{noun} in memory" if self.path is None else f"{noun} file {str(self.path)!r}"

    def _fill(self, connection: sqlite3.Connection) -> None:
        """Write the initial content of new tables."""
        raise NotImplementedError

    def _open(
        self, timeout: float, *, readonly: bool = False, settings: Iterable[str] = ()
    ) -> sqlite3.Connection:
        """Connect after all checks. A missing file is created first, unless `readonly`.

        `timeout` is how many seconds to wait for other processes.
        """
        if self.path is not None:
            if not self.path.exists() and not readonly:
                make_file(self.path, self.name, self.KIND, self._fill)
            check_before_touching(self.path, self.name, self.KIND)
        with self._blamed("opened"):
            connection = self._connected(timeout, readonly)
            try:
                for setting in ("trusted_schema = OFF", "cell_size_check = ON", *settings):
                    connection.execute(f"PRAGMA {setting}")
                check_whole(connection, self.name, self.KIND)
                if self.path is not None:
                    found = os.stat(self.path)
                    self._identity = (found.st_dev, found.st_ino)
            except BaseException:
                connection.close()
                raise
        self._connection = connection
        return connection

    def _connected(self, timeout: float, readonly: bool) -> sqlite3.Connection:
        if self.path is None:
            connection = connect("file::memory:", timeout)
            create_tables(connection, self.KIND, self._fill)
            return connection
        address = self.path.absolute().as_uri()
        if not readonly:
            return connect(f"{address}?mode=rw", timeout)
        connection = connect(f"{address}?mode=ro", timeout)
        try:
            connection.execute("PRAGMA schema_version").fetchall()
        except sqlite3.Error:
            # A file in WAL mode needs two helper files, which cannot be created in a read-only
            # folder. Without a log, the file is complete by itself.
            connection.close()
            if sidecar(self.path, "-wal").exists():
                raise
            connection = connect(f"{address}?immutable=1", timeout)
        return connection

    def _refuse_if_replaced(self) -> None:
        """Raise if the file was moved or deleted, because data written to it would be lost."""
        if self.path is None:
            return
        try:
            found = os.stat(self.path)
        except OSError:
            found = None
        if found is None or (found.st_dev, found.st_ino) != self._identity:
            raise StorageError(
                say(
                    "{name}: it was moved, deleted or replaced while it was in use;"
                    " nothing was written",
                    name=self.name,
                )
            )

    @contextmanager
    def _reading(self, connection: sqlite3.Connection) -> Iterator[None]:
        """Make several reads see the same state of the file while other processes write."""
        connection.execute("BEGIN")
        try:
            yield
        finally:
            connection.execute("ROLLBACK")

    def _roll_back(self, connection: sqlite3.Connection) -> None:
        """Roll back the transaction. If that fails, close the connection."""
        try:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        except sqlite3.Error:
            self._disconnect()

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(sqlite3.Error):
                connection.close()

    def _blamed(self, what: str) -> AbstractContextManager[None]:
        """Return a context that translates SQLite's errors."""
        return blamed(self.name, what, readable=self.KIND.readable)

    def __del__(self) -> None:
        # Later Python versions warn about unclosed connections, and memory needs no closing.
        connection = getattr(self, "_connection", None)
        if connection is not None:
            connection.close()


# --- creating -------------------------------------------------------------------------------------


def make_file(
    path: Path, name: str, kind: FileKind, fill: Callable[[sqlite3.Connection], None]
) -> None:
    """Create the file under a temporary name and link it when it is complete.

    So a partial file never has the final name, two processes may do it at once, and an empty file
    is always one that lost its content. `fill` writes the initial content of the new tables.
    """
    folder = path.absolute().parent
    if not folder.is_dir():
        raise StorageError(f"{name}: there is no folder {str(folder)!r}")
    log = sidecar(path, "-wal")
    if log.exists() and not path.exists():  # unless both were just created
        raise DamagedFileError(
            f"{name}: the file is missing, but its log {log.name!r} is still there, perhaps with"
            f" {kind.contents} in it; restore the file, or remove the log"
        )
    draft = folder / f".{path.name}.{os.getpid()}.{time.monotonic_ns()}.new"
    try:
        with blamed(name, "made"):
            _claim(draft, kind.mode)
            _make_database(draft, kind, fill)
            if not _link(draft, path, kind.mode):
                _make_database(path, kind, fill)
        sync_folder(folder)
    except OSError as error:
        if isinstance(error, StorageError):
            raise
        raise StorageError(f"{name}: could not be created: {error.strerror}") from error
    finally:
        with contextlib.suppress(OSError):
            draft.unlink()


def create_tables(
    connection: sqlite3.Connection, kind: FileKind, fill: Callable[[sqlite3.Connection], None]
) -> None:
    connection.execute("BEGIN IMMEDIATE")
    for statement in kind.schema.values():
        connection.execute(statement)
    fill(connection)
    connection.execute(f"PRAGMA application_id = {kind.application_id}")
    connection.execute(f"PRAGMA user_version = {kind.version}")
    connection.execute("COMMIT")


def _make_database(path: Path, kind: FileKind, fill: Callable[[sqlite3.Connection], None]) -> None:
    address = f"{path.absolute().as_uri()}?mode=rw"
    connection = sqlite3.connect(address, isolation_level=None, uri=True)
    try:
        connection.execute(f"PRAGMA {SYNC_ALWAYS}")
        create_tables(connection, kind, fill)
        # The mode is stored in the file and stays.
        connection.execute("PRAGMA journal_mode = WAL").fetchall()
    finally:
        connection.close()


def _claim(path: Path, mode: int) -> None:
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, mode))


def _link(draft: Path, path: Path, mode: int) -> bool:
    """Give a finished file its final name, unless another process was faster.

    On file systems without hard links, only claim the name and return False. The file must then be
    created in place.
    """
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    except OSError:
        _claim(path, mode)
        return False
    return True


def sync_folder(folder: Path) -> None:
    """Sync the folder, without which a new file name may not survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# --- opening --------------------------------------------------------------------------------------


def connect(address: str, timeout: float) -> sqlite3.Connection:
    """Return a connection for callers with their own locks."""
    connection = sqlite3.connect(
        address,
        timeout=timeout,
        isolation_level=None,  # callers begin and end transactions
        check_same_thread=False,  # callers' locks ensure that
        uri=True,
    )
    connection.text_factory = bytes  # decoded only after its digest is checked
    return connection


def check_before_touching(path: Path, name: str, kind: FileKind) -> None:
    """Raise if the file is not of this kind, before SQLite can change a byte of it."""
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
        raise DamagedFileError(
            f"{name}: not a file of {kind.contents}: {what}; it was left untouched"
        )
    application, version = (int.from_bytes(header[i : i + 4], "big") for i in (68, 60))
    _check_origin(name, kind, application, version)


def check_whole(connection: sqlite3.Connection, name: str, kind: FileKind) -> None:
    """Raise unless the file has the tables of its kind and passes SQLite's own check."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    _check_origin(name, kind, application, version)
    # Objects that SQLite itself creates for a table have no statement.
    found = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql NOT NULL").fetchall()
    if dict(found) != {table.encode(): sql.encode() for table, sql in kind.schema.items()}:
        raise DamagedFileError(f"{name}: damaged: its tables are not those of sightline")
    complaints = connection.execute("PRAGMA integrity_check(1)").fetchall()
    if complaints != [(b"ok",)]:
        raise DamagedFileError(f"{name}: damaged: {_words(complaints)}")


def _check_origin(name: str, kind: FileKind, application: int, version: int) -> None:
    if application != kind.application_id:
        raise DamagedFileError(
            f"{name}: a database of some other program, or damaged; it was left untouched"
        )
    if version != kind.version:
        newer = " (a newer sightline wrote it)" if version > kind.version else ""
        raise DamagedFileError(
            f"{name}: expected version {kind.version} of the file, got {version}{newer};"
            " it was left untouched"
        )


# --- errors ---------------------------------------------------------------------------------------


@contextmanager
def blamed(name: str, what: str, readable: bool = False) -> Iterator[None]:
    """Translate SQLite's errors. `readable` says that the file can be opened read-only."""
    try:
        yield
    except sqlite3.Error as error:
        code = _primary_code(error)
        if code in _TROUBLE:
            can_read = readable and code == sqlite3.SQLITE_READONLY and what == "opened"
            hint = "; open it with readonly=True" if can_read else ""
            raise StorageError(f"{name}: could not be {what}: {reason(error)}{hint}") from error
        raise DamagedFileError(f"{name}: damaged: {error}") from error


def reason(error: sqlite3.Error) -> str:
    trouble = _TROUBLE.get(_primary_code(error)) or say("it is damaged")
    return say("{trouble} ({error})", trouble=trouble, error=str(error))


def sidecar(path: Path, ending: str) -> Path:
    """Return the path of the helper file with this ending."""
    return path.with_name(path.name + ending)


def _primary_code(error: sqlite3.Error) -> int:
    code = getattr(error, "sqlite_errorcode", None)  # Python's own errors have no code
    return code & 0xFF if isinstance(code, int) else sqlite3.SQLITE_ERROR


def _words(complaints: list[tuple[object, ...]]) -> str:
    said = complaints[0][0] if complaints else b"no answer"
    return said.decode(errors="replace") if isinstance(said, bytes) else str(said)

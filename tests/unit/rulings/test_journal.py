"""The journal returns exactly what was written, or raises an error."""

import os
import random
import shutil
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest

from sightline.errors import (
    DamagedFileError,
    InvalidTypeError,
    InvalidValueError,
    SightlineError,
    StorageError,
    UncertainWriteError,
)
from sightline.rulings.journal import APPLICATION_ID, Journal
from tests.durability.processes import THOROUGH

BODIES = [f"entry {number} " + "é" * 40 * number for number in range(1, 13)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a file with a dozen entries."""
    path = tmp_path / "table.rulings"
    journal = Journal(path)
    journal.append(lambda: BODIES)
    journal.close()
    return path


def entries_of(path: Path, **options: bool) -> list[str]:
    journal = Journal(path, **options)
    try:
        return list(journal.entries)
    finally:
        journal.close()


def test_entries_come_back_in_order(path: Path) -> None:
    assert entries_of(path) == BODIES
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_in_memory() -> None:
    journal = Journal(None)
    assert journal.append(lambda: ["one", "two"]) == [1, 2]
    assert journal.append(list) == []
    journal.refresh()
    assert journal.entries == ["one", "two"]


def test_two_journals_on_one_file_see_each_other(path: Path) -> None:
    one, other = Journal(path), Journal(path)
    one.append(lambda: ["from one"])
    assert other.append(lambda: ["from other"]) == [len(BODIES) + 2]
    one.refresh()
    assert one.entries == other.entries == [*BODIES, "from one", "from other"]
    one.close()
    other.close()


def test_threads_share_a_journal(path: Path) -> None:
    journal = Journal(path)
    threads = [
        threading.Thread(target=lambda: [journal.append(lambda: ["x"]) for _ in range(10)])
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    journal.close()
    assert entries_of(path) == [*BODIES, *["x"] * 40]


def test_an_error_while_composing_writes_nothing(path: Path) -> None:
    journal = Journal(path)

    def compose() -> list[str]:
        raise RuntimeError("changed my mind")

    with pytest.raises(RuntimeError):
        journal.append(compose)
    assert journal.append(lambda: ["after"]) == [len(BODIES) + 1]
    journal.close()


def test_closed_is_closed(path: Path) -> None:
    journal = Journal(path)
    journal.close()
    journal.close()
    with pytest.raises(StorageError, match="already closed"):
        journal.refresh()


# --- files that are not as they should be


def test_flipped_bits_are_noticed_or_harmless(path: Path) -> None:
    intact = path.read_bytes()
    spots = random.Random(7).sample(range(len(intact) * 8), 6000 if THOROUGH else 120)
    noticed = 0
    for spot in spots:
        damaged = bytearray(intact)
        damaged[spot // 8] ^= 1 << spot % 8
        copy = path.with_name("copy")
        copy.write_bytes(damaged)
        try:
            assert entries_of(copy) == BODIES, f"bit {spot}"
            journal = Journal(copy)
            journal.append(lambda: ["one more"])
            journal.close()
            assert entries_of(copy) == [*BODIES, "one more"], f"bit {spot}"
        except StorageError:
            noticed += 1
        for each in path.parent.glob("copy*"):
            each.unlink()
    assert noticed > len(spots) // 10


@pytest.mark.parametrize("keep", [0, 1, 50, 99, 100, 4096, 8192, 12000])
def test_a_file_cut_short_is_noticed(path: Path, keep: int) -> None:
    os.truncate(path, keep)
    with pytest.raises(DamagedFileError):
        Journal(path)
    assert path.stat().st_size == keep


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET body = 'entry 3 forged' WHERE number = 3",
        "DELETE FROM entries WHERE number = 3",
        "DELETE FROM entries WHERE number = 12",
        "DELETE FROM entries",
        "UPDATE entries SET number = number + 1 WHERE number = 12",
        "INSERT INTO entries VALUES (13, 'forged', 'abc')",
        "UPDATE entries SET body = x'ff' WHERE number = 3",
        "UPDATE entries SET body = 17 WHERE number = 3",
        "UPDATE head SET entries = 11",
        "UPDATE head SET digest = 5",
        "DELETE FROM head",
        "DROP TABLE head",
        "ALTER TABLE entries ADD COLUMN more",
        "CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM entries; END",
    ],
)
def test_what_others_did_to_it_is_noticed(path: Path, statement: str) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(statement)
    connection.close()
    with pytest.raises(DamagedFileError, match=r"damaged"):
        Journal(path)


def test_a_change_by_others_while_it_is_open_is_noticed(path: Path) -> None:
    journal = Journal(path)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE head SET entries = 3")
    connection.close()
    with pytest.raises(DamagedFileError, match="holds 3 entries where it held 12"):
        journal.refresh()
    journal.close()


@pytest.mark.parametrize("content", [b"", b"hello", b"SQLite format 3\0", b"\0" * 5000])
def test_not_a_database(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "odd"
    path.write_bytes(content)
    with pytest.raises(DamagedFileError, match="not a file of rulings"):
        Journal(path)
    assert path.read_bytes() == content


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "theirs"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE theirs (x)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(DamagedFileError, match="some other program"):
        Journal(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("version", [0, 2, 99])
def test_another_version_is_refused_and_left_alone(path: Path, version: int) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(DamagedFileError, match=f"expected version 1 of the file, got {version}"):
        Journal(path)
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_the_mark_of_our_files(path: Path) -> None:
    assert path.read_bytes()[68:72] == APPLICATION_ID.to_bytes(4, "big") == b"Sght"


def test_a_log_without_its_file(path: Path) -> None:
    path.rename(path.with_name("table.rulings-wal"))
    with pytest.raises(DamagedFileError, match=r"its log 'table\.rulings-wal' is still there"):
        Journal(path)
    assert not path.exists()


# --- places where nothing can be kept


def test_readonly(path: Path) -> None:
    before = path.read_bytes()
    journal = Journal(path, readonly=True)
    assert journal.entries == BODIES
    with pytest.raises(StorageError, match="it can only be read"):
        journal.append(lambda: ["more"])
    assert journal.entries == BODIES
    journal.close()
    assert path.read_bytes() == before


def test_readonly_sees_what_is_still_in_the_log(path: Path) -> None:
    writer = Journal(path)
    writer._empty_the_log = lambda connection: None  # type: ignore[method-assign]
    writer.append(lambda: ["in the log"])
    assert entries_of(path, readonly=True) == [*BODIES, "in the log"]
    writer.close()


def test_readonly_makes_no_file(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="No such file"):
        Journal(tmp_path / "none", readonly=True)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="there is no folder"):
        Journal(tmp_path / "nowhere" / "table.rulings")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="expected a file"):
        Journal(tmp_path)


@pytest.mark.parametrize("path", [17, b"bytes", ["list"]])
def test_paths_of_the_wrong_type(path: object) -> None:
    with pytest.raises(InvalidTypeError, match="expected a path or None"):
        Journal(path)  # type: ignore[arg-type]


@pytest.mark.parametrize("path", ["", "with\0nul"])
def test_paths_that_are_none(path: str) -> None:
    with pytest.raises(InvalidValueError, match="expected a path"):
        Journal(path)


@pytest.mark.parametrize("timeout", [-1, "5", None, float("inf"), 10**9])
def test_timeouts_that_are_none(timeout: Any) -> None:
    with pytest.raises(SightlineError, match="timeout: expected"):
        Journal(None, timeout=timeout)


def test_odd_but_legal_names(tmp_path: Path) -> None:
    for name in ("a b?mode=memory", "100%25", "#1", "ä.rulings"):
        journal = Journal(tmp_path / name)
        journal.append(lambda: ["content"])
        journal.close()
        assert entries_of(tmp_path / name) == ["content"]


def test_a_writer_that_does_not_finish(path: Path) -> None:
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    journal = Journal(path, timeout=0.05)
    with pytest.raises(StorageError, match="another program is writing"):
        journal.append(lambda: ["patience"])
    other.execute("ROLLBACK")
    other.close()
    assert journal.append(lambda: ["at last"]) == [len(BODIES) + 1]
    journal.close()


def test_a_reader_that_lingers_does_not_stop_a_writer(path: Path) -> None:
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN")
    other.execute("SELECT * FROM head").fetchall()
    journal = Journal(path)
    journal.append(lambda: ["meanwhile"])
    other.execute("ROLLBACK")
    other.close()
    journal.close()
    assert entries_of(path) == [*BODIES, "meanwhile"]


@pytest.mark.parametrize("what", ["moved", "deleted", "replaced"])
def test_a_file_taken_away_while_in_use(path: Path, what: str) -> None:
    spare = path.with_name("spare")
    shutil.copy(path, spare)
    journal = Journal(path)
    if what == "moved":
        path.rename(path.with_name("elsewhere"))
    elif what == "deleted":
        path.unlink()
    else:
        spare.replace(path)
    with pytest.raises(StorageError, match="moved, deleted or replaced"):
        journal.append(lambda: ["into the void"])
    journal.close()


def test_where_there_are_no_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(source: object, target: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    path = tmp_path / "on a stick"
    journal = Journal(path)
    journal.append(lambda: ["kept"])
    journal.close()
    assert entries_of(path) == ["kept"]
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_a_commit_that_fails_is_uncertain_and_then_looked_up(path: Path) -> None:
    journal = Journal(path)

    class Failing:
        """A connection whose commit fails after the log was written."""

        def __init__(self, real: sqlite3.Connection) -> None:
            self.real = real

        def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
            cursor = self.real.execute(statement, *values)
            if statement == "COMMIT":
                raise sqlite3.OperationalError("disk I/O error")
            return cursor

        def __getattr__(self, name: str) -> object:
            return getattr(self.real, name)

    assert journal._connection is not None
    journal._connection = Failing(journal._connection)  # type: ignore[assignment]
    with pytest.raises(UncertainWriteError, match="may or may not be there"):
        journal.append(lambda: ["perhaps"])
    journal.refresh()
    assert journal.entries == [*BODIES, "perhaps"]
    journal.close()


def test_every_error_is_also_an_os_error() -> None:
    for kind in (StorageError, DamagedFileError, UncertainWriteError):
        assert issubclass(kind, OSError)
        assert issubclass(kind, SightlineError)

"""The content of a table's file, and errors about damaged files."""

import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sightline.errors import DamagedFileError, StorageError, UncertainWriteError
from sightline.table.state import history as history_module
from sightline.table.state.history import History, JournalRow
from sightline.table.state.world import JournalEntry
from sightline.table.storage.store import KIND, PRUNE_EVERY, Store


def row(*entries: JournalEntry, change: str = "c1", **more: Any) -> JournalRow:
    return JournalRow("master", change, "did something", entries=entries, **more)


def thing(number: int, before: Any = None, after: Any = True) -> JournalEntry:
    return JournalEntry(f"solid|m1|0,{number}", before, after)


def kept(path: Path) -> dict[str, Any]:
    with Store(path) as store:
        return store.load().values


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.table"


@pytest.mark.parametrize("in_memory", [True, False])
def test_what_is_committed_is_loaded(path: Path, in_memory: bool) -> None:
    with Store(None if in_memory else path) as store:
        values = {"b": {"list": [1, 2.5, None, "é\u2028"], "yes": True}, "a": "1/2"}
        made = store.commit(
            row(
                *(JournalEntry(key, None, value) for key, value in values.items()),
                ruling={"number": 3},
                made="f1",
                kind="move",
            ),
            [("p1", "m1", "tile|0,0", "."), ("p1", "m1", "tile|0,1", "#"), ("p2", "m1", "x", "y")],
        )
        undone = row(JournalEntry("a", "1/2", None), change="c2", undoes=made.seq, undoable=False)
        store.commit(undone, [("p1", "m1", "tile|0,0", None), ("p1", "m1", "tile|0,1", ".")])
        stored = store.load()
    assert stored.values == {"b": values["b"]}
    assert [each.seq for each in stored.journal] == [1, 2]
    assert stored.journal[0] == made
    assert stored.journal[1].undoes == 1
    assert stored.learned == {("p1", "m1"): {"tile|0,1": "."}, ("p2", "m1"): {"x": "y"}}
    if not in_memory:
        with Store(path) as again:
            assert again.load() == stored


def test_things_come_back_in_the_order_in_which_they_came(path: Path) -> None:
    with Store(path) as store:
        store.commit(row(*(thing(n) for n in (5, 1, 3, 2))))
        store.commit(row(thing(1, True, None), JournalEntry("solid|m1|0,3", True, "changed")))
        store.commit(row(thing(1), thing(9)))
    assert [key[-1] for key in kept(path)] == ["5", "3", "2", "1", "9"]


def test_a_player_who_leaves_is_forgotten_a_map_is_not(path: Path) -> None:
    with Store(path) as store:
        player, ground = JournalEntry("player|p1", None, {}), JournalEntry("map|m1", None, {})
        store.commit(row(player, ground), [("p1", "m1", "a", "b"), ("p2", "m1", "a", "b")])
        store.commit(row(ground.back()))
        assert len(store.load().learned) == 2
        store.commit(row(player.back()))
        assert store.load().learned == {("p2", "m1"): {"a": "b"}}


def test_changes_are_known_by_their_ids_after_a_restart(path: Path) -> None:
    with Store(path) as store:
        store.commit(row(thing(1), change="from the page", made="f7"))
    with Store(path) as store:
        found = History(store.load().journal).find("master", "from the page")
    assert found is not None
    assert found.made == "f7"


def test_the_journal_keeps_its_tail(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history_module, "MAX_ROWS", 50)
    monkeypatch.setattr("sightline.table.storage.store.MAX_ROWS", 50)
    live = History()
    with Store(path) as store:
        for number in range(PRUNE_EVERY + 30):
            live.add(store.commit(row(thing(number), change=f"c{number}")))
    with sqlite3.connect(path) as raw:
        (count,) = raw.execute("SELECT count(*) FROM journal").fetchone()
    raw.close()
    assert 50 <= count <= 50 + PRUNE_EVERY
    with Store(path) as store:
        tail = store.load().journal
    assert len(tail) == 50
    again = History(tail)
    for history in (live, again):
        assert history.find("master", f"c{PRUNE_EVERY + 29}") == tail[-1]
        assert history.find("master", f"c{PRUNE_EVERY - 30}") is None


# --- who may open it


def test_only_its_owner_may_read_it(path: Path) -> None:
    old = os.umask(0)
    try:
        with Store(path) as store:
            store.commit(row(thing(1)))
            names = sorted(each.name for each in path.parent.iterdir())
            modes = {stat.S_IMODE(each.stat().st_mode) for each in path.parent.iterdir()}
    finally:
        os.umask(old)
    assert names == [path.name + end for end in ("", "-shm", "-wal", ".lock")]
    assert modes == {0o600}


def test_one_table_has_one_server(path: Path) -> None:
    opening = (
        "import sys; from pathlib import Path; from sightline.table.storage.store import Store;"
        " Store(Path(sys.argv[1])).close()"
    )
    command = [sys.executable, "-c", opening, str(path)]
    with Store(path) as store:
        with pytest.raises(StorageError, match="open already"):
            Store(path)
        other = subprocess.run(command, capture_output=True, text=True, check=False)
        assert "open already" in other.stderr
        store.commit(row(thing(1)))
    assert kept(path) == {"solid|m1|0,1": True}


def test_closing_twice_is_fine_and_then_it_is_closed(path: Path) -> None:
    store = Store(path)
    store.close()
    store.close()
    with pytest.raises(StorageError, match="closed"):
        store.commit(row(thing(1)))
    with pytest.raises(StorageError, match="closed"):
        store.load()


def test_no_folder(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="could not be opened"):
        Store(tmp_path / "nowhere" / "evening.table")


# --- files that are not what was written


def changed(path: Path, *statements: str) -> bytes:
    """Return the file's bytes after executing SQL on it and closing it."""
    raw = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        raw.execute(statement)
    raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    raw.close()
    return path.read_bytes()


def some_table(path: Path) -> None:
    with Store(path) as store:
        learned = [("p1", "m1", "tile|0,0", ".")]
        store.commit(row(*(thing(number) for number in range(9))), learned)
        store.commit(row(thing(9), change="c2"))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE things SET value = 'false' WHERE key = 'solid|m1|0,4'",
        "UPDATE things SET key = 'solid|m1|1,4' WHERE key = 'solid|m1|0,4'",
        "DELETE FROM things WHERE key = 'solid|m1|0,4'",
        "INSERT INTO things SELECT 99, 'solid|m2|0,4', value, digest FROM things LIMIT 1",
        "UPDATE journal SET body = replace(body, 'did', 'not') WHERE seq = 1",
        "DELETE FROM journal WHERE seq = 2",
        "DELETE FROM journal",
        "UPDATE learned SET value = '#'",
        "UPDATE learned SET player = 'p2'",
        "UPDATE head SET things = 9",
        "UPDATE head SET seq = 3",
        "DELETE FROM head",
        "CREATE TABLE more (x)",
        "DROP TABLE learned",
        "PRAGMA application_id = 1",
    ],
)
def test_what_was_not_written_is_found(path: Path, statement: str) -> None:
    some_table(path)
    content = changed(path, statement)
    with pytest.raises(DamagedFileError):
        kept(path)
    assert path.read_bytes() == content


def test_a_newer_file_is_left_untouched(path: Path) -> None:
    some_table(path)
    content = changed(path, f"PRAGMA user_version = {KIND.version + 1}")
    with pytest.raises(DamagedFileError, match="a newer sightline wrote it"):
        Store(path)
    assert path.read_bytes() == content


@pytest.mark.parametrize("content", [b"", b"hello", b"SQLite format 3\x00" + bytes(84)])
def test_other_files_are_left_untouched(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(DamagedFileError, match="left untouched"):
        Store(path)
    assert path.read_bytes() == content


def test_a_log_without_its_file_is_not_overwritten(path: Path) -> None:
    some_table(path)
    path.rename(path.with_name("elsewhere"))
    log = path.with_name(path.name + "-wal")
    log.write_bytes(b"changes")
    with pytest.raises(DamagedFileError, match="its log"):
        Store(path)
    assert log.read_bytes() == b"changes"


# --- disks that refuse


def test_a_full_disk_refuses_a_change_and_the_table_goes_on(path: Path) -> None:
    with Store(path) as store:
        store.commit(row(thing(1)))
        connection = store._connection
        assert connection is not None
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages}").fetchall()
        large = row(*(thing(number) for number in range(2, 2_000)), change="large")
        with pytest.raises(StorageError, match="the disk is full"):
            store.commit(large, [("p1", "m1", "tile|0,0", ".")])
        assert store.load().values == {"solid|m1|0,1": True}
        assert store.load().learned == {}
        connection.execute("PRAGMA max_page_count = 100000").fetchall()
        assert store.commit(large).seq == 2
    assert len(kept(path)) == 1_999


def test_a_file_that_was_taken_away_is_not_written_to(path: Path) -> None:
    with Store(path) as store:
        path.rename(path.with_name("elsewhere"))
        with pytest.raises(StorageError, match="moved, deleted or replaced"):
            store.commit(row(thing(1)))


class Failing:
    """A connection whose commits fail as long as `fails` is set."""

    def __init__(self, real: sqlite3.Connection, failures: int) -> None:
        self._real, self._failures = real, failures

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def execute(self, statement: str, *values: Any) -> Any:
        if statement == "COMMIT" or statement.startswith("UPDATE head SET mended"):
            self._failures -= 1
            if self._failures >= 0:
                error = sqlite3.OperationalError("disk I/O error")
                error.sqlite_errorcode = sqlite3.SQLITE_IOERR_FSYNC
                raise error
        return self._real.execute(statement, *values)


def test_a_commit_that_failed_is_written_over(path: Path) -> None:
    with Store(path) as store:
        assert store._connection is not None
        store._connection = Failing(store._connection, 1)  # type: ignore[assignment]
        with pytest.raises(StorageError, match="the disk failed") as failed:
            store.commit(row(thing(1), change="lost"))
        assert type(failed.value) is StorageError
        assert store.commit(row(thing(2), change="next")).seq == 1
    assert kept(path) == {"solid|m1|0,2": True}


def test_where_even_that_fails_nobody_knows(path: Path) -> None:
    with Store(path) as store:
        assert store._connection is not None
        store._connection = Failing(store._connection, 2)  # type: ignore[assignment]
        with pytest.raises(UncertainWriteError, match="open the table anew"):
            store.commit(row(thing(1)))
        with pytest.raises(StorageError, match="closed"):
            store.commit(row(thing(2)))
    assert kept(path) == {}

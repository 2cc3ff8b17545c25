"""`sightline table --file FILE`: one file is one table, by whatever name it is called."""

from datetime import datetime
from pathlib import Path

import pytest

from sightline.table import run
from sightline.table.storage.store import Store
from tests.cli.shell import sightline
from tests.table.support.served_table import TableProcess


def test_a_link_to_a_table_is_that_table(tmp_path: Path) -> None:
    file, folder = tmp_path / "table.db", tmp_path / "elsewhere"
    folder.mkdir()
    link = folder / "link.db"
    link.symlink_to(file)
    with TableProcess(file) as first:
        done = sightline("table", "--no-browser", "--port", "0", "--file", link)
        assert done.code == 2
        assert "open already" in done.err
        first.kill()
    with TableProcess(link) as second:
        assert second.master_secret == first.master_secret
    assert [each.name for each in folder.iterdir()] == ["link.db"]


@pytest.mark.parametrize("name", ["", ".", "folder"])
def test_a_folder_is_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    done = sightline("table", "--no-browser", "--file", name)
    assert done.code == 2
    assert "expected a file, got the folder" in done.err
    assert [each.name for each in tmp_path.iterdir()] == ["folder"]


def test_tables_that_are_set_aside_at_the_same_moment_are_all_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or when the clock was set back."""

    class Stopped(datetime):
        @classmethod
        def now(cls, tz: object = None) -> "Stopped":
            return cls(2026, 1, 2, 3, 4, 5)

    monkeypatch.setattr(run, "datetime", Stopped)
    file = tmp_path / "table.db"
    kept = []
    for _ in range(3):
        with Store(file):
            pass
        kept.append(run.set_aside(file))
    assert [each.name for each in kept if each is not None] == [
        "table-2026-01-02-030405.db",
        "table-2026-01-02-030405-2.db",
        "table-2026-01-02-030405-3.db",
    ]
    assert all(each is not None and each.exists() for each in kept)

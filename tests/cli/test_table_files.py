"""`sightline table --file FOLDER`: a folder holds one table and all its files.

Different spellings of the path lead to the same table.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from sightline.errors import DamagedFileError, StorageError
from sightline.model.square import SquareBoard
from sightline.pictures import MapPicture
from sightline.rulings import Rulings
from sightline.table.service.table import Table
from sightline.table.state.laid_picture import LaidPicture
from sightline.table.storage import table_folder
from sightline.table.storage.store import Store
from sightline.table.storage.table_folder import file_in, set_aside
from tests.cli.shell import sightline
from tests.table.support.fake_pages import imported
from tests.table.support.pictured_maps import painted
from tests.table.support.served_table import TableProcess


def test_a_link_to_a_table_is_that_table(tmp_path: Path) -> None:
    file, folder = tmp_path / "table", tmp_path / "elsewhere"
    folder.mkdir()
    link = folder / "link"
    link.symlink_to(file)
    with TableProcess(file) as first:
        done = sightline("table", "--no-browser", "--port", "0", "--file", link)
        assert done.code == 2
        assert "open already" in done.err
        first.kill()
    with TableProcess(link) as second:
        assert second.master_secret == first.master_secret
    assert [each.name for each in folder.iterdir()] == ["link"]


def test_a_hard_link_does_not_open_a_table_twice(tmp_path: Path) -> None:
    with TableProcess(tmp_path / "table") as first:
        (tmp_path / "other").mkdir()
        os.link(tmp_path / "table" / "table.db", tmp_path / "other" / "table.db")
        done = sightline("table", "--no-browser", "--port", "0", "--file", tmp_path / "other")
        assert done.code == 2
        assert "2 names (hard links)" in done.err
        assert "copy the file" in done.err
        first.interrupt()
    with pytest.raises(StorageError, match="hard links"):
        Store(tmp_path / "table" / "table.db")
    (tmp_path / "other" / "table.db").unlink()
    with TableProcess(tmp_path / "table") as again:
        assert again.master_secret == first.master_secret


def test_who_was_killed_while_making_the_file_leaves_no_second_name(tmp_path: Path) -> None:
    file = tmp_path / "table.db"
    Store(file).close()
    os.link(file, tmp_path / ".table.db.1.2.new")
    Store(file).close()
    assert not (tmp_path / ".table.db.1.2.new").exists()


@pytest.mark.parametrize("name", ["", ".", "folder"])
def test_a_folder_with_something_else_is_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "letter.txt").touch()
    done = sightline("table", "--no-browser", "--file", name)
    assert done.code == 2
    assert "expected a table's folder or a new name" in done.err
    assert [each.name for each in (tmp_path / "folder").iterdir()] == ["letter.txt"]


def test_an_empty_folder_may_become_a_table(tmp_path: Path) -> None:
    assert file_in(tmp_path) == tmp_path / "table.db"


def test_tables_that_are_set_aside_at_the_same_moment_are_all_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This also holds when the clock was set back."""

    class Stopped(datetime):
        @classmethod
        def now(cls, tz: object = None) -> Stopped:
            return cls(2026, 1, 2, 3, 4, 5)

    monkeypatch.setattr(table_folder, "datetime", Stopped)
    kept = []
    for _ in range(3):
        Store(file_in(tmp_path / "table")).close()
        kept.append(set_aside(tmp_path / "table"))
    assert [each.name for each in kept if each is not None] == [
        "table-2026-01-02-030405",
        "table-2026-01-02-030405-2",
        "table-2026-01-02-030405-3",
    ]
    assert all(each is not None and (each / "table.db").exists() for each in kept)
    assert set_aside(tmp_path / "table") is None


# --- a table is one thing


async def pictured(path: Path) -> tuple[str, str]:
    """Create a table with a picture and a ruling; return the picture's digest
    and the ruling's map.
    """
    board = SquareBoard.from_text("A#\n.B")
    table = Table(path, maps=[imported(board)])
    hall = imported(SquareBoard(2, 2), name="The hall")
    hall.map.picture = MapPicture.of(painted(2, 2), 0, 0, 2, 2)
    await table.map_keeper.add_map(hall)
    under = table.world.maps()[1].record.picture
    assert isinstance(under, LaidPicture)
    first = table.world.maps()[0].id
    other = Rulings()
    other.rule(board, "A", "B", "center", by="Ann")
    table.desk.of(first).load(other.export())
    await table.close()
    return under.digest, first


async def check_whole(folder: Path, digest: str, ruled: str) -> None:
    table = Table(file_in(folder), maps=[])
    assert not table.warnings
    assert table.pictures.files.has(digest)
    assert [each.by for each in table.desk.of(ruled).history()] == ["Ann"]
    await table.close()


async def test_a_copy_of_the_folder_has_everything(tmp_path: Path) -> None:
    kept = await pictured(file_in(tmp_path / "table"))
    shutil.copytree(tmp_path / "table", tmp_path / "backup")
    shutil.rmtree(tmp_path / "table")
    await check_whole(tmp_path / "backup", *kept)


async def test_a_new_table_leaves_the_old_one_its_pictures(tmp_path: Path) -> None:
    """Regression test: loading a map into the new table used to delete the old table's pictures."""
    folder = tmp_path / "table"
    kept = await pictured(file_in(folder))
    aside = set_aside(folder)
    assert aside is not None
    table = Table(file_in(folder), maps=[imported(SquareBoard(2, 2))])
    await table.map_keeper.add_map(imported(SquareBoard(3, 3)))
    await table.close()
    await check_whole(aside, *kept)


@pytest.mark.parametrize("moved", range(7))
async def test_a_table_of_before_moves_into_its_folder(tmp_path: Path, moved: int) -> None:
    """This also holds if an earlier move was interrupted after any of its steps."""
    file = tmp_path / "table.db"
    kept = await pictured(file)
    (tmp_path / "table.db.moving").mkdir()
    for ending in (".rulings", ".pictures", "-wal", "-shm", ".sum", "")[:moved]:
        part = tmp_path / f"table.db{ending}"
        if part.exists():
            part.rename(tmp_path / "table.db.moving" / part.name)
    await check_whole(file, *kept)
    assert [each.name for each in tmp_path.iterdir()] == ["table.db"]


async def test_a_new_table_sets_one_of_before_aside_whole(tmp_path: Path) -> None:
    kept = await pictured(tmp_path / "table.db")
    aside = set_aside(tmp_path / "table.db")
    assert aside is not None
    await check_whole(aside, *kept)
    assert [each.name for each in tmp_path.iterdir()] == [aside.name]


# --- damage


async def test_no_flipped_bit_goes_without_a_word(tmp_path: Path) -> None:
    rng = Random(24)
    file = file_in(tmp_path / "table")
    digest, ruled = await pictured(file)
    table = Table(file, maps=[])
    values = dict(table.world.values)
    await table.close()
    whole = {path: path.read_bytes() for path in file.parent.rglob("*") if path.is_file()}
    watched = [
        file,
        file.parent / "table.db.pictures" / f"{digest}.picture",
        file.parent / "table.db.rulings" / f"{ruled}.rulings",
    ]
    for number in range(60):
        for path, data in whole.items():
            path.write_bytes(data)
        path = watched[number // 25]
        flipped = bytearray(whole[path])
        flipped[rng.randrange(len(flipped))] ^= 1 << rng.randrange(8)
        path.write_bytes(flipped)
        try:
            table = Table(file, maps=[])
        except StorageError:
            continue
        # Every meaningful byte of the rulings is in a chain of digests.
        assert table.warnings or path is watched[2]
        assert table.world.values == values
        assert [each.by for each in table.desk.of(ruled).history()] == ["Ann"]
        await table.close()


def test_a_damaged_table_says_what_to_do(tmp_path: Path) -> None:
    file = file_in(tmp_path / "table")
    asyncio.run(pictured(file))
    data = bytearray(file.read_bytes())
    data[data.index(b"The hall")] ^= 1
    file.write_bytes(data)
    done = sightline("table", "--no-browser", "--port", "0", "--file", file.parent)
    assert done.code == 2
    assert "damaged" in done.err
    assert "Put back a copy of the table's folder, or begin anew with --new" in done.err
    with pytest.raises(DamagedFileError):
        Table(file, maps=[])


async def test_an_older_sightline_in_between_is_no_damage(tmp_path: Path) -> None:
    """The older version leaves an outdated checksum and another file."""
    file = file_in(tmp_path / "table")
    await pictured(file)
    note = file.with_name("table.db.sum")
    before = note.read_text()
    table = Table(file, maps=[])
    await table.map_keeper.add_map(imported(SquareBoard(2, 2)))
    await table.close()
    note.write_text(before)
    table = Table(file, maps=[])
    assert not table.warnings
    await table.close()

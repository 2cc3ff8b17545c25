"""Large maps are added and removed in the background, and never partially visible."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from sightline import SquareBoard
from sightline.errors import StorageError
from sightline.formats import Loaded, Report
from sightline.table.protocol.actions import DeleteMap, Move, PlaceFigure, Redo, Undo
from sightline.table.protocol.client import Do
from sightline.table.service.table import Table
from sightline.table.state import archive
from sightline.table.state.capacity import MAX_MAPS
from sightline.table.state.imported_map import ImportedMap
from sightline.table.state.keys import map_of
from sightline.table.state.records import THE_MASTER, Refusal, new_secret
from tests.table.support.sample_table import sample_table

PART = 10


class ConnectedPage:
    """A page of the game master."""

    actor = THE_MASTER

    def __init__(self, table: Table) -> None:
        self.table, self.received = table, list[bytes]()

    def send(self, encoded: bytes) -> None:
        self.received.append(encoded)

    def send_binary(self, framed: bytes) -> None: ...

    def close(self, why: Refusal, again: bool) -> None: ...

    async def do(self, action: object) -> None:
        await self.table.handle(self, Do(new_secret(), action))  # type: ignore[arg-type]
        answers = [
            each for each in self.received if each.startswith((b'{"t":"done"', b'{"t":"ref'))
        ]
        assert answers[-1].startswith(b'{"t":"done"'), answers[-1]


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "PART", PART)
    monkeypatch.setattr(archive, "LARGE", PART)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "table.db"


def vault() -> Loaded:
    board = SquareBoard(10, 10)
    for tile in board.tiles():
        board.set_solid(tile)
    return Loaded(board, Report("test"))


async def opened(file: Path) -> tuple[Table, ConnectedPage]:
    table = sample_table(file)
    page = ConnectedPage(table)
    await table.enter(page, THE_MASTER)
    return table, page


async def test_others_play_on_while_a_map_is_added(file: Path) -> None:
    table, page = await opened(file)
    mira = next(f for f in table.world.maps()[0].figures.values() if f.name == "Mira")
    coming = asyncio.create_task(table.map_keeper.add_map(ImportedMap("Vault", vault())))
    steps = 0
    while not coming.done():
        await page.do(Move(mira.id, [(4, 2), (4, 3)][steps % 2]))
        steps += 1
    kinds = [row.kind for row in table.transactions.store.load().journal]
    assert kinds.count("carry") == 11, "a hundred things and the map's own"
    between = kinds[kinds.index("carry") : kinds.index("add_map")]
    assert "move" in between
    assert table.world.scenes[await coming].board == vault().board
    await table.close()


async def test_nobody_hears_of_it_before_it_is_whole(file: Path) -> None:
    table, page = await opened(file)
    page.received.clear()
    heard: list[int] = []
    commit = table.transactions.store.commit

    def listening(*given: object) -> object:
        heard.append(len(page.received))
        return commit(*given)  # type: ignore[arg-type]

    table.transactions.store.commit = listening  # type: ignore[method-assign, assignment]
    await table.map_keeper.add_map(ImportedMap("Vault", vault()))
    assert heard == [0] * 12
    assert b"Vault" in b"".join(page.received)
    await table.close()


@pytest.mark.parametrize("part", [1, 5, 12])
async def test_of_a_map_that_came_half_nothing_is_seen(file: Path, part: int) -> None:
    """The disk fails or the server is killed. After a restart the map is absent and can be added
    again.
    """
    table, _ = await opened(file)
    names = [scene.record.name for scene in table.world.maps()]
    commit, count = table.transactions.store.commit, 0

    def failing(*given: object) -> object:
        nonlocal count
        count += 1
        if count == part:
            raise StorageError("the disk is full")
        return commit(*given)  # type: ignore[arg-type]

    table.transactions.store.commit = failing  # type: ignore[method-assign, assignment]
    with pytest.raises(Refusal, match="the disk is full"):
        await table.map_keeper.add_map(ImportedMap("Vault", vault()))
    assert [scene.record.name for scene in table.world.maps()] == names
    await table.close()
    again, page = await opened(file)
    assert [scene.record.name for scene in again.world.maps()] == names
    assert "Vault" not in b"".join(page.received).decode()
    made = await again.map_keeper.add_map(ImportedMap("Vault", vault()))
    assert again.world.scenes[made].board == vault().board
    await again.close()


async def test_undone_and_done_again_it_is_the_same_map(file: Path) -> None:
    table, page = await opened(file)
    made = await table.map_keeper.add_map(ImportedMap("Vault", vault()), show=True)
    shown = table.world.table.shown
    for _ in range(2):
        await page.do(Undo())
        assert made not in table.world.scenes
        assert table.world.table.shown != shown
        await table.close()
        table, page = await opened(file)
        await page.do(Redo())
        assert table.world.scenes[made].board == vault().board
        assert table.world.table.shown == shown == made
    await table.close()


async def test_whoever_brings_maps_and_undoes_it_does_not_fill_the_disk(file: Path) -> None:
    """Maps that can be restored are kept, and others are deleted."""
    table, page = await opened(file)
    deleted = await table.map_keeper.add_map(ImportedMap("First", vault()))
    await page.do(DeleteMap(deleted))
    for _ in range(3):
        await table.map_keeper.add_map(ImportedMap("Vault", vault()))
        await page.do(Undo())
        await table.close()
        table, page = await opened(file)
    await table.map_keeper.add_map(ImportedMap("Vault", vault()))
    assert deleted in table.world.archived
    assert len(table.world.archived) == 2, "one could be redone until now"
    kept = table.transactions.store.load().values
    assert len([key for key in kept if key.startswith("map|")]) == len(table.world.scenes) + 2
    assert {map_of(key) for key in kept} - {None} == {*table.world.scenes, *table.world.archived}
    await page.do(Undo())
    await page.do(Undo())
    assert table.world.scenes[deleted].board == vault().board
    await page.do(Undo())
    assert deleted not in table.world.scenes
    await table.close()


async def test_two_maps_come_at_once(file: Path) -> None:
    """Neither is mistaken for an interrupted upload."""
    table, _ = await opened(file)
    both = await asyncio.gather(
        *(table.map_keeper.add_map(ImportedMap("Vault", vault())) for _ in range(2))
    )
    for made in both:
        assert table.world.scenes[made].board == vault().board
    assert table.world.archived == {}
    await table.close()


async def test_what_broke_off_is_cleared_out(file: Path) -> None:
    table, _ = await opened(file)
    commit, count = table.transactions.store.commit, 0

    def failing(*given: object) -> object:
        nonlocal count
        count += 1
        if count == 5:
            raise StorageError("the disk is full")
        return commit(*given)  # type: ignore[arg-type]

    table.transactions.store.commit = failing  # type: ignore[method-assign, assignment]
    with pytest.raises(Refusal):
        await table.map_keeper.add_map(ImportedMap("Vault", vault()))
    assert len(table.world.archived) == 1
    await table.map_keeper.add_map(ImportedMap("Vault", vault()))
    assert table.world.archived == {}
    await table.close()


async def test_a_table_that_is_full_says_so_before_it_carries_anything_in(file: Path) -> None:
    table, page = await opened(file)
    same = table.world.maps()[0]
    for number in range(MAX_MAPS):
        table.world.scenes.setdefault(f"m{number}", same)
    before = len(table.world.values)
    with pytest.raises(Refusal, match="at most"):
        await table.map_keeper.add_map(ImportedMap("Vault", vault()))
    assert len(table.world.values) == before
    await page.do(PlaceFigure((0, 0), "Orc"))
    await table.close()

"""A ruling and its change are stored in two files and stay consistent.

Whatever happens between the two writes, the ruling exists exactly once, and undo removes it.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from sightline.table.protocol.actions import Decide, MasterAction, Redo, TakeBack, Undo
from sightline.table.protocol.questions import AskRulings
from sightline.table.service.table import Table
from sightline.table.state.records import new_secret
from tests.table.support.sample_table import sample_table
from tests.table.support.served_table import Client, serving


class Killed(Exception):  # noqa: N818  (nobody handles it)
    """Simulates a killed server."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "table.db"


def look(table: Table) -> tuple[str, str]:
    ids = {figure.name: figure.id for figure in table.world.maps()[0].figures.values()}
    return ids["Mira"], ids["Goblin"]


async def standing(page: Client) -> list[int]:
    """Return the numbers of the rulings in force."""
    rulings = (await page.ask(AskRulings()))["answer"]["rulings"]
    return [each["number"] for each in rulings if each["status"] == "in force"]


async def stopped_before_the_commit(file: Path, action: MasterAction, change_id: str) -> None:
    """Stop after the ruling's file is written, but before the table's."""
    table = sample_table(file)

    def kill(*_: object) -> None:
        raise Killed

    table.transactions.store.commit = kill  # type: ignore[method-assign, assignment]
    table.transactions._revert = kill  # type: ignore[method-assign, assignment]
    async with serving(table) as server:
        page = await server.page(table.world.table.master_secret)
        received = await page.do(action, id=change_id)
        assert received["t"] == "refused"


@pytest.mark.parametrize("visible", [True, False])
async def test_sent_again_it_is_one_ruling(file: Path, visible: bool) -> None:
    first = sample_table(file)
    a, b = look(first)
    await first.close()
    decide, change_id = Decide(a, b, visible, "the pillar is thin"), new_secret()
    await stopped_before_the_commit(file, decide, change_id)
    table = sample_table(file)
    async with serving(table) as server:
        page = await server.page(table.world.table.master_secret)
        assert await standing(page) == [1]
        assert (await page.do(decide, id=change_id))["t"] == "done"
        assert await standing(page) == [1]
        assert (await page.do(Undo()))["t"] == "done"
        assert await standing(page) == []
        assert (await page.do(Redo()))["t"] == "done"
        assert len(await standing(page)) == 1


async def test_undone_once_more_it_is_undone(file: Path) -> None:
    first = sample_table(file)
    a, b = look(first)
    async with serving(first) as server:
        page = await server.page(first.world.table.master_secret)
        assert (await page.do(Decide(a, b, True)))["t"] == "done"
    change_id = new_secret()
    await stopped_before_the_commit(file, Undo(), change_id)
    table = sample_table(file)
    async with serving(table) as server:
        page = await server.page(table.world.table.master_secret)
        assert (await page.do(Undo(), id=change_id))["t"] == "done"
        assert await standing(page) == []
        assert (await page.do(Redo()))["t"] == "done"
        assert len(await standing(page)) == 1


@pytest.mark.parametrize("renewed", [False, True])
async def test_taken_back_once_more_it_is_taken_back(file: Path, renewed: bool) -> None:
    first = sample_table(file)
    a, b = look(first)
    async with serving(first) as server:
        page = await server.page(first.world.table.master_secret)
        for action in (Decide(a, b, True), *((Undo(), Redo()) if renewed else ())):
            assert (await page.do(action))["t"] == "done"
        (number,) = await standing(page)
    change_id = new_secret()
    await stopped_before_the_commit(file, TakeBack(number), change_id)
    table = sample_table(file)
    async with serving(table) as server:
        page = await server.page(table.world.table.master_secret)
        assert await standing(page) == []
        assert (await page.do(TakeBack(number), id=change_id))["t"] == "done"
        assert (await page.do(TakeBack(number)))["t"] == "refused"
        assert await standing(page) == []
        assert (await page.do(Undo()))["t"] == "done"
        assert len(await standing(page)) == 1


async def test_ruled_twice_alike_it_is_undone_once(file: Path) -> None:
    """Repeating a ruling changes nothing, so there is nothing to undo; a new reason is a change."""
    table = sample_table(file)
    a, b = look(table)
    async with serving(table) as server:
        page = await server.page(table.world.table.master_secret)
        for why in ("thin", "thin", " thin "):
            assert (await page.do(Decide(a, b, True, why)))["t"] == "done"
            assert await standing(page) == [1]
        assert (await page.do(Decide(b, a, True, "thin")))["t"] == "done"
        assert await standing(page) == [1], "a look has no direction"
        assert (await page.do(Decide(a, b, True, "thick")))["t"] == "done"
        assert await standing(page) == [2]
        assert (await page.do(Undo()))["t"] == "done"
        assert await standing(page) == [1]
        assert (await page.do(Undo()))["t"] == "done"
        assert await standing(page) == []
        assert (await page.do(Decide(a, b, True, "thin")))["t"] == "done"
        (number,) = await standing(page)
        assert (await page.do(TakeBack(number)))["t"] == "done"
        assert await standing(page) == []


async def test_ruling_files_are_as_private_as_the_table(file: Path) -> None:
    """This includes files created with wider permissions, by an older version or by copying."""
    folder = file.with_name(file.name + ".rulings")
    old = os.umask(0o022)
    try:
        for _ in range(2):
            table = sample_table(file)
            a, b = look(table)
            async with serving(table) as server:
                page = await server.page(table.world.table.master_secret)
                assert (await page.do(Decide(a, b, True, "thin")))["t"] == "done"
                assert (await page.ask(AskRulings()))["t"] == "answer"
                assert stat.S_IMODE(folder.stat().st_mode) == 0o700
                files = [*folder.iterdir(), file]
                assert len(files) >= 3
                assert {stat.S_IMODE(each.stat().st_mode) for each in files} == {0o600}
            folder.chmod(0o755)
            for each in folder.iterdir():
                each.chmod(0o644)
    finally:
        os.umask(old)

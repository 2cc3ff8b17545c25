"""Dragging a figure calls the modules that docs/architecture.md lists, in that order."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import sightline
from sightline.table.protocol.actions import Admit, EditFigure, Move
from sightline.table.service.table import Table
from tests.table.support.sample_table import sample_table
from tests.table.support.served_table import serving

ROOT = Path(__file__).parents[2]
SOURCES = Path(sightline.__file__).parent
SECTION = (
    (ROOT / "docs" / "architecture.md")
    .read_text(encoding="utf-8")
    .partition("\n## A drag at the table\n")[2]
    .partition("\n## ")[0]
)
NAMED = list(dict.fromkeys(re.findall(r"`((?:\w+/)*[a-z_]+)`", SECTION)))
ON_THE_WAY_OUT = "http/guard"
"""This module forwards the writer's output, at an unpredictable time."""


@contextmanager
def walked(table: Table) -> Iterator[list[str]]:
    """Record the modules called in the block, in the server's thread and in the table's thread.

    Each module is listed at its first call.
    """
    found: dict[str, None] = {}

    def notice(frame: FrameType, event: str, _: Any) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(SOURCES):
            parts = path.relative_to(SOURCES).with_suffix("").parts
            found.setdefault("/".join(parts[1:] if parts[0] == "table" else parts))

    walk: list[str] = []
    table.core.thread.submit(sys.setprofile, notice).result()
    sys.setprofile(notice)
    try:
        yield walk
    finally:
        sys.setprofile(None)
        table.core.thread.submit(sys.setprofile, None).result()
        walk += found


async def test_a_drag_goes_the_way_that_is_written() -> None:
    table = sample_table()
    async with serving(table) as server:
        master = await server.page(table.world.table.master_secret)
        ann = await table.join("Ann")
        await master.do(Admit(ann.id))
        mira = next(each for each in table.world.maps()[0].figures.values() if each.name == "Mira")
        await master.do(EditFigure(mira.id, owners=[ann.id]))
        page = await server.page(ann.secret)
        row, column = mira.at
        await page.do(Move(mira.id, (row, column + 1)))
        await page.quiet()
        with walked(table) as walk:
            done = await page.do(Move(mira.id, (row, column + 3)))
            await page.quiet()
    assert done["t"] == "done"
    called = [name for name in walk if name != ON_THE_WAY_OUT]
    named = [name for name in NAMED if (SOURCES / "table" / f"{name}.py").is_file()]
    named = [name for name in named if name != ON_THE_WAY_OUT]
    assert [name for name in called if name in named] == named, "in this order"
    of_the_table = [name for name in called if (SOURCES / "table" / f"{name}.py").is_file()]
    assert set(of_the_table) - set(named) == set(), "and by no others"
    assert {"paths", "engine/fields"} <= {*NAMED} & {*called}

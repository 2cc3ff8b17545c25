"""The steps of docs/add-an-action.md work in a copy of the project.

The page adds an action with changes to only three files. Then a table in the copy performs it.
"""

from __future__ import annotations

import re

import pytest

from tests.docs.project_copy import BLOCK, ROOT, ProjectCopy

PAGE = ROOT / "docs/add-an-action.md"
COPIED = (
    "src/sightline",
    "tests/table/support",
    "page/src/protocol",
    "page/src/map/tools",
    "page/src/words",
)
COPIED_FILES = ("page/make_messages.py", "page/said_templates.py", "tests/table/__init__.py")
FILE = re.compile(r"`([\w./]+\.(?:py|ts))`")

EVENING = """
import asyncio
from sightline.model.square import SquareBoard
from sightline.table.protocol.actions import MarkFigure, PlaceFigure, RestFigure, Undo
from tests.table.support.fake_pages import party

async def evening():
    async with party(SquareBoard(3, 3)) as ours:
        ann = await ours.player("Ann")
        mira = await ours.master.done(PlaceFigure((0, 0), "Mira", owners=[ann.id]))
        health = lambda: ours.shown.figures[mira].health
        print(await ours.master.refused(RestFigure(mira)))
        await ours.master.done(MarkFigure(mira, health=2, most_health=9))
        assert await ann.refused(RestFigure(mira)) == "Only the game master can do that."
        await ours.master.done(RestFigure(mira))
        print(health(), ours.master.page.last("table")["undo"])
        await ours.master.done(Undo())
        print(health())

asyncio.run(evening())
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> ProjectCopy:
    made = ProjectCopy(tmp_path_factory.mktemp("sightline"), COPIED, COPIED_FILES)
    edits, printed = [], ""
    for section in PAGE.read_text(encoding="utf-8").split("\n## ")[1:]:
        heading = section.splitlines()[0]
        for language, text in BLOCK.findall(section):
            file = FILE.findall(heading)
            if language == "diff":
                made.patch(file[0], text)
                edits.append(file[0])
            elif language == "python" and file:
                assert not (made.root / file[0]).exists()
                (made.root / file[0]).write_text(text, encoding="utf-8")
                edits.append(file[0])
            elif language == "python":
                done = made.run("-c", text)
                assert done.stderr == ""
                printed = done.stdout
            else:
                assert printed == text
    assert len(edits) == 3, f"adding an action takes three edits, not {edits}"
    return made


def test_the_action_is_done_at_a_table(copy: ProjectCopy) -> None:
    done = copy.run("-c", EVENING)
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "Mira has no full health. Set it first.",
        "9 let Mira rest",
        "2",
    ]


def test_the_page_gets_its_type_and_its_words(copy: ProjectCopy) -> None:
    assert copy.run("page/make_messages.py").returncode == 0
    types = (copy.root / "page/src/protocol/messages.gen.ts").read_text(encoding="utf-8")
    assert "export interface RestFigure {\n  t: 'rest'\n  figure: Id\n}" in types
    assert re.search(r"export type MasterAction =[^\n]*(\n  \| \w+)*\n  \| RestFigure\n", types)
    texts = (copy.root / "page/src/words/server/en.gen.ts").read_text(encoding="utf-8")
    assert "  rest: 'let {figure} rest'," in texts


def test_an_action_without_a_plan_is_noticed(copy: ProjectCopy) -> None:
    forgotten = copy.root / "src/sightline/table/actions/plans/resting.py"
    plan = forgotten.read_text(encoding="utf-8")
    forgotten.unlink()
    try:
        done = copy.run("-c", "import sightline.table.actions.dispatch")
        assert "write one for RestFigure (master)" in done.stderr
    finally:
        forgotten.write_text(plan, encoding="utf-8")
